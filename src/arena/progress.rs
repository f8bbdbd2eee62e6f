//! What is shown during a tournament: a progress bar, and fouls.

use std::collections::BTreeSet;
use std::io::{self, Write};

use admiralty_arena::{FinishedPair, FoulKind, PairMember, Settings, Standings, Tournament};
use admiralty_core::escape::escape;
use admiralty_core::player::Player;
use indicatif::{ProgressBar, ProgressState};

use crate::progress;

/// A progress bar on standard error, if that is a terminal.
pub struct PairProgress(ProgressBar);

impl PairProgress {
    pub fn new(tournament: &Tournament, resumed: u64) -> Self {
        const TEMPLATE: &str = "{bar:30} {pos}/{len} pairs, {rate}/s, {eta} left {msg}";
        let rate = |state: &ProgressState, out: &mut dyn std::fmt::Write| {
            let _ = write!(out, "{:.0}", state.per_sec());
        };
        let style = progress::style(TEMPLATE).with_key("rate", rate);
        let bar = progress::bar(tournament.pairs(), style).with_position(resumed);
        // The first pair may take long.
        bar.tick();
        // Earlier games do not count for the rate.
        bar.reset_eta();
        Self(bar)
    }

    pub fn show(&self, standings: &Standings) {
        self.0.set_position(standings.pairs());
        if self.0.is_hidden() {
            return;
        }
        if let Some(sprt) = standings.sprt() {
            let [lower, upper] = sprt.bounds;
            let message = format!("LLR {:.2} ({lower:.2}, {upper:.2})", sprt.ratio);
            self.0.set_message(message);
        } else if let (2, Some((_, tally))) =
            (standings.players().len(), standings.pairings().next())
        {
            let elo = tally.pentanomial.elo();
            self.0.set_message(format!("Elo {elo:+.0}"));
        }
    }

    /// Prints lines on standard error, above the bar.
    pub fn say(&self, lines: &str) {
        // Errors are ignored: standard error may be closed.
        self.0.suspend(|| {
            let _ = io::stderr().write_all(lines.as_bytes());
        });
    }

    pub fn end(&self) {
        self.0.finish_and_clear();
    }
}

/// The fouls reported so far: only the first of each kind for each player.
#[derive(Default)]
pub struct FirstFouls(BTreeSet<(usize, FoulKind)>);

impl FirstFouls {
    /// The reports on a pair, one for each game with a new kind of foul.
    pub fn of(&mut self, settings: &Settings, finished: &FinishedPair) -> Vec<String> {
        let mut shown = Vec::new();
        for (number, game) in finished.games.iter().enumerate() {
            let (Some(foul), Some(winner)) = (&game.foul, game.winner) else {
                continue;
            };
            let loser = finished.pair.contestants[winner.other() as usize];
            if !self.0.insert((loser, foul.kind)) {
                continue;
            }
            let name = |member: PairMember| {
                let contestant = finished.pair.contestants[member as usize];
                escape(&settings.players[contestant].name)
            };
            let [a, b] = Player::BOTH.map(|player| name(PairMember::playing(player, number)));
            shown.push(format!(
                "admiralty: {} lost game {} ({a} against {b}) in turn {}, {}: {}{}\n",
                name(winner.other()),
                finished.pair.game(number),
                game.turns + 1,
                foul.kind,
                escape(&foul.detail),
                game.quoted_stderr()
            ));
        }
        shown
    }
}
