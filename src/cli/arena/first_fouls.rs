//! Reports fouls while a tournament is played.

use std::collections::BTreeSet;

use admiralty::arena::{FinishedPair, FoulKind, PairMember, Settings};
use admiralty::escape::{escape, escape_lines};

/// How many of the last lines of standard error are shown.
const LINES_MAX: usize = 10;

/// The fouls that were reported: of each player the first one of each kind.
#[derive(Default)]
pub struct FirstFouls(BTreeSet<(usize, FoulKind)>);

impl FirstFouls {
    /// The reports of a pair, for each game with such a foul.
    pub fn of(&mut self, settings: &Settings, finished: &FinishedPair) -> Vec<String> {
        let mut shown = Vec::new();
        for (number, game) in finished.result.games.iter().enumerate() {
            let (Some(foul), Some(winner)) = (&game.foul, game.winner) else {
                continue;
            };
            let loser = finished.pair.contestants[winner.other() as usize];
            if !self.0.insert((loser, foul.kind)) {
                continue;
            }
            let name = |member: PairMember| {
                let player = settings
                    .players
                    .get(finished.pair.contestants[member as usize]);
                escape(player.map_or("", |player| player.name.as_str()))
            };
            let a = PairMember::of_a(number);
            let mut text = format!(
                "admiralty: {} lost game {} ({} against {}) in turn {}, {}: {}\n",
                name(winner.other()),
                finished.pair.game(number),
                name(a),
                name(a.other()),
                game.turns + 1,
                foul.kind,
                escape(&foul.detail)
            );
            let stderr = String::from_utf8_lossy(&finished.stderr[number]);
            let lines: Vec<_> = escape_lines(&stderr).collect();
            for line in &lines[lines.len().saturating_sub(LINES_MAX)..] {
                text.push_str("  | ");
                text.push_str(line);
                text.push('\n');
            }
            shown.push(text);
        }
        shown
    }
}
