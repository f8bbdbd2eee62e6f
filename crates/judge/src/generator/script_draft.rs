//! A script under construction, and the resulting game.

use std::fmt::Display;

use super::Contents;
use super::open_questions::{OpenQuestions, is_end_open, is_refusal_open};
use admiralty_core::game::Game;
use admiralty_core::interpreter::{Applied, Ending, Session};
use admiralty_core::player::Player;
use admiralty_core::script::{Keyword, Line, Reason, Tag, Tokens};

/// A script under construction, line by line, and the resulting game.
///
/// Only lines that can be executed are kept, so the script is legal at all times and can end
/// at any point: targets that wait for the end of a turn can be served.
///
/// ```
/// use admiralty_judge::generator::ScriptDraft;
/// let mut draft = ScriptDraft::new();
/// assert!(draft.feed("[playerA]"));
/// assert!(!draft.feed("SHOOT 3 4"));
/// assert!(draft.feed("PLACE_SHIP 1 1 N 0 DES"));
/// assert_eq!(draft.text(), "[playerA]\nPLACE_SHIP 1 1 N 0 DES\n");
/// assert_eq!(draft.game().board().ships().len(), 1);
/// ```
#[derive(Clone, Debug, Default)]
pub struct ScriptDraft {
    session: Session,
    lines: Vec<String>,
    winner: Option<Player>,
    is_endless: bool,
    /// The contents that the script may have; any if `None`.
    contents: Option<Contents>,
    questions: OpenQuestions,
}

impl ScriptDraft {
    /// An empty script.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty script that keeps no line with which a player wins, or is about to win.
    pub fn endless() -> Self {
        Self {
            is_endless: true,
            ..Self::default()
        }
    }

    /// Restricts the lines kept from now on to some contents.
    pub(super) fn of(mut self, contents: Contents) -> Self {
        self.contents = Some(contents);
        self
    }

    /// The game after the lines so far.
    pub const fn game(&self) -> &Game {
        self.session.game()
    }

    /// The group that is open.
    pub fn group(&self) -> Option<Tag> {
        self.session.open_group().map(|(tag, _)| tag)
    }

    /// The player who has won.
    pub const fn winner(&self) -> Option<Player> {
        self.winner
    }

    /// The lines so far.
    pub fn lines(&self) -> &[String] {
        &self.lines
    }

    /// The script so far.
    pub fn text(&self) -> String {
        self.lines.iter().flat_map(|line| [line, "\n"]).collect()
    }

    /// Executes a line and keeps it if it is legal; returns whether it was kept. Once a
    /// player has won, nothing more is executed.
    pub fn feed(&mut self, line: impl Display) -> bool {
        let line = line.to_string();
        if self.winner.is_some() || self.lacks(&line) {
            return false;
        }
        // A refused line leaves the session unchanged, so a copy is needed only for lines
        // that may have to be undone.
        let before = self.is_risky(&line).then(|| self.session.clone());
        let is_kept = match Ending::of(execute(&mut self.session, &line)) {
            Some(Ending::Won(player)) => {
                self.winner = Some(player).filter(|_| !self.is_endless);
                !self.is_endless
            }
            None => self.can_close() && !(self.is_endless && is_decided(self.game())),
            Some(Ending::Failed(_)) => false,
        };
        if is_kept {
            let executed = self.session.read(line.as_bytes());
            self.questions.note(&executed, self.session.game());
            self.lines.push(line);
        } else if let Some(before) = before {
            self.session = before;
        }
        is_kept
    }

    /// Whether a line may leave targets that cannot be served, end an endless game, or leave open who
    /// has won.
    fn is_risky(&self, line: &str) -> bool {
        let game = self.game();
        let is_low = |player| game.fleet(player).healthy_parts() <= 1;
        let is_last = line.starts_with("[player") || Player::BOTH.into_iter().any(is_low);
        game.is_auto() || ((self.is_endless || self.is_narrow()) && is_last)
    }

    /// The reason for which a line would fail here, if it would.
    pub fn reason(&self, line: impl Display) -> Option<Reason> {
        let failure = execute(&mut self.session.clone(), &line.to_string()).err()?;
        Some(failure.kind.reason())
    }

    /// Keeps a line without executing it.
    pub fn append(&mut self, line: impl Display) {
        let line = line.to_string();
        if !self.lacks(&line) {
            self.lines.push(line);
        }
    }

    /// Keeps lines if the last one fails, and none before it; returns whether that is so. The
    /// game is unchanged.
    pub(super) fn append_broken(&mut self, lines: Vec<String>) -> bool {
        let mut session = self.session.clone();
        let mut applied = lines.iter().map(|line| execute(&mut session, line));
        let is_legal = |applied| Ending::of(applied).is_none();
        let is_refused = !lines.iter().any(|line| self.lacks(line))
            && applied.by_ref().take(lines.len() - 1).all(is_legal)
            && applied.next().is_some_and(|last| last.is_err());
        let is_open = |line: &String| match (session.read(line.as_bytes()), self.reason(line)) {
            (Line::Command(command), Some(reason)) => {
                is_refusal_open(&command, self.group(), reason, session.game())
            }
            _ => false,
        };
        let is_broken = is_refused && !(self.is_narrow() && lines.iter().any(is_open));
        if is_broken {
            self.lines.extend(lines);
        }
        is_broken
    }

    pub(super) fn drop_last(&mut self) {
        self.lines.pop();
    }

    fn lacks(&self, line: &str) -> bool {
        let Some(contents) = &self.contents else {
            return false;
        };
        let read = self.session.read(line.as_bytes());
        let is_open = self.questions.include(&read, self.group(), self.game());
        match read {
            _ if is_open && !contents.are_wide() => true,
            Line::Command(command) => !contents.have_command(&command),
            _ => Tokens::new(line.as_bytes())
                .next()
                .and_then(|token| Keyword::from_token(token.text))
                .is_some_and(|word| contents.lack(word)),
        }
    }
}

impl ScriptDraft {
    /// Whether the script keeps to what the assignment describes.
    fn is_narrow(&self) -> bool {
        self.contents.is_some_and(|contents| !contents.are_wide())
    }

    /// Whether the open group can be closed at this point: the targets of the turn can be served, and it
    /// is clear who has won.
    fn can_close(&self) -> bool {
        let Some(group) = self.group() else {
            return true;
        };
        let is_clear = |game: &Game| !(self.is_narrow() && is_end_open(Some(group), game));
        if self.game().targets().is_empty() {
            return is_clear(self.game());
        }
        let mut session = self.session.clone();
        execute(&mut session, group.text()).is_ok() && is_clear(session.game())
    }
}

fn execute(session: &mut Session, line: &str) -> Applied {
    session.line(line.as_bytes())
}

fn is_decided(game: &Game) -> bool {
    let is_sunk = |player: Player| game.fleet(player).healthy_parts() == 0;
    game.is_complete() && Player::BOTH.into_iter().any(is_sunk)
}
