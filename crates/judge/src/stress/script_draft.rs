//! Scripts under construction.

use std::fmt::Display;

use admiralty_core::game::Game;
use admiralty_core::interpreter::Ending;
use admiralty_core::player::Player;
use admiralty_core::script::{Reason, Tag};

use super::scope::ScriptContents;
use super::script_run::{ScriptGame, ScriptStep};

/// A script under construction, line by line, and the resulting game.
///
/// Keeps only lines that can be executed, so the script is legal at all times and can end at any
/// point: the end of the turn can serve all waiting targets.
///
/// ```
/// use admiralty_judge::stress::ScriptDraft;
/// let mut draft = ScriptDraft::new();
/// assert!(draft.feed("[playerA]"));
/// assert!(!draft.feed("SHOOT 3 4"));
/// assert!(draft.feed("PLACE_SHIP 1 1 N 0 DES"));
/// assert_eq!(draft.text(), "[playerA]\nPLACE_SHIP 1 1 N 0 DES\n");
/// assert_eq!(draft.game().board().ships().len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScriptDraft {
    script: ScriptGame,
    lines: Vec<String>,
    winner: Option<Player>,
    is_endless: bool,
    contents: ScriptContents,
}

impl ScriptDraft {
    /// An empty script.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty script that rejects a line with which a player wins, or is about to win.
    pub fn endless() -> Self {
        Self {
            is_endless: true,
            ..Self::default()
        }
    }

    /// Restricts the lines kept from now on to some contents.
    pub(super) fn of(self, contents: &ScriptContents) -> Self {
        Self {
            contents: *contents,
            ..self
        }
    }

    /// The game after the lines so far.
    pub const fn game(&self) -> &Game {
        self.script.game()
    }

    /// The group that is open.
    pub fn group(&self) -> Option<Tag> {
        self.script.group()
    }

    /// The player who has won.
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The lines so far.
    pub(super) fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The script so far.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Executes a line and keeps it if it is legal; returns whether it was kept. Once a
    /// player has won, nothing more is executed.
    pub fn feed(&mut self, line: impl Display) -> bool {
        if self.winner.is_some() {
            return false;
        }
        let line = line.to_string();
        let mut script = self.script.clone();
        let (step, applied) = script.line(line.as_bytes());
        let ending = Ending::of(applied);
        // The open group can be closed at this point.
        let is_kept = self.may_go_on(&script, &step, ending.as_ref())
            && script.group().is_none_or(|group| {
                let mut closed = script.clone();
                let (step, applied) = closed.line(group.text().as_bytes());
                self.may_go_on(&closed, &step, Ending::of(applied).as_ref())
            });
        if is_kept {
            self.script = script;
            self.lines.push(line);
            if let Some(Ending::Won(player)) = ending {
                self.winner = Some(player);
            }
        }
        is_kept
    }

    /// Keeps lines if the last one fails for a reason, and none before it; returns whether that
    /// is so. The game is unchanged.
    pub(super) fn append_broken(&mut self, lines: Vec<String>, reason: Reason) -> bool {
        let mut script = self.script.clone();
        let last = lines.len() - 1;
        let is_broken = lines.iter().enumerate().all(|(at, line)| {
            let (step, applied) = script.line(line.as_bytes());
            let is_right = match Ending::of(applied) {
                Some(Ending::Failed(failure)) => at == last && failure.reason() == reason,
                Some(Ending::Won(_)) => false,
                None => at < last,
            };
            is_right && self.contents.allow(&step)
        });
        if is_broken {
            self.lines.extend(lines);
        }
        is_broken
    }

    /// Drops the last line if it would close the open group, which the end of the input does, too;
    /// returns whether it was.
    pub(super) fn drop_closing(&mut self) -> bool {
        let closing = self.group().map(Tag::text);
        closing.is_some() && self.lines.pop_if(|last| Some(&**last) == closing).is_some()
    }

    /// Keeps a line without executing it.
    pub(super) fn append(&mut self, line: impl Display) {
        self.lines.push(line.to_string());
    }

    /// Whether the script may continue after a line.
    fn may_go_on(&self, script: &ScriptGame, step: &ScriptStep, ending: Option<&Ending>) -> bool {
        let is_allowed = match ending {
            None => !(self.is_endless && is_decided(script.game())),
            Some(Ending::Won(_)) => !self.is_endless,
            Some(Ending::Failed(_)) => false,
        };
        is_allowed && self.contents.allow(step)
    }
}

fn is_decided(game: &Game) -> bool {
    let is_sunk = |player: Player| game.fleet(player).healthy_parts() == 0;
    game.is_complete() && Player::BOTH.into_iter().any(is_sunk)
}
