//! A script that is being written, and the game that it leads to.

use std::fmt::Display;

use super::Contents;
use crate::game::Game;
use crate::game::Reason;
use crate::interpreter::{Applied, Event, Session};
use crate::player::Player;
use crate::script::{Keyword, Tag, Tokens};

/// A script that is being written, line by line, and the game that it leads to.
///
/// Only lines that can be executed are kept, so the script is legal at any time,
/// and so is its end: targets that wait for the end of a turn can be served.
///
/// ```
/// use admiralty::generator::ScriptDraft;
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
    /// What the script may hold; anything, if nothing is said.
    contents: Option<Contents>,
}

impl ScriptDraft {
    /// An empty script.
    pub fn new() -> Self {
        Self::default()
    }

    /// An empty script that keeps no line with which a player wins.
    pub fn endless() -> Self {
        Self {
            is_endless: true,
            ..Self::default()
        }
    }

    /// The script with no line that is not to be in scripts of these contents.
    pub(super) fn of(self, contents: Contents) -> Self {
        Self {
            contents: Some(contents),
            ..self
        }
    }

    /// The game as it is now.
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

    /// Executes a line and keeps it, if that goes well; says whether it did.
    /// Once a player has won, nothing can be executed.
    pub fn feed(&mut self, line: impl Display) -> bool {
        let line = line.to_string();
        if self.winner.is_some() || self.lacks(&line) {
            return false;
        }
        // A refused line leaves the session as it was, so only these lines need
        // a copy to go back to.
        let is_closing = self
            .group()
            .is_some_and(|tag| tag != Tag::State && tag.text() == line);
        let is_risky = self.is_auto() || (self.is_endless && is_closing);
        let before = is_risky.then(|| self.session.clone());
        let read = self.session.read(line.as_bytes());
        let is_kept = match self.session.apply(&read, line.as_bytes()) {
            Ok(Event::Won(_)) if self.is_endless => false,
            Ok(Event::Won(player)) => {
                self.winner = Some(player);
                true
            }
            Ok(_) => self.can_close(),
            Err(_) => false,
        };
        if is_kept {
            self.lines.push(line);
        } else if let Some(before) = before {
            self.session = before;
        }
        is_kept
    }

    /// Why a line would fail here, if it would.
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

    /// Executes lines that break nothing one by one, but the last of which
    /// breaks something, or the end of the turn after them; keeps them all, and
    /// leaves the game as it was. Says why they fail; if they do not, keeps none.
    pub(super) fn append_broken(&mut self, lines: &[String]) -> Option<Reason> {
        if lines.iter().any(|line| self.lacks(line)) {
            return None;
        }
        let mut session = self.session.clone();
        let (last, first) = lines.split_last()?;
        for line in first {
            match execute(&mut session, line) {
                Ok(Event::Won(_)) | Err(_) => return None,
                Ok(_) => {}
            }
        }
        let failure = execute(&mut session, last).err()?;
        self.lines.extend_from_slice(lines);
        Some(failure.kind.reason())
    }

    /// The same for lines after which the input ends in the open group, which
    /// fails because the turn cannot be closed.
    pub(super) fn append_unfinished(&mut self, lines: &[String]) -> Option<Reason> {
        let tag = self.group()?.text().to_owned();
        let reason = self.append_broken(&[lines, &[tag]].concat())?;
        self.lines.pop();
        Some(reason)
    }

    /// Whether a line is not to be in the script.
    fn lacks(&self, line: &str) -> bool {
        let word = || Keyword::from_token(Tokens::new(line.as_bytes()).next()?.text);
        let contents = self.contents.as_ref();
        contents.is_some_and(|contents| word().is_some_and(|word| contents.lack(word)))
    }

    fn is_auto(&self) -> bool {
        self.game().is_extended() && self.game().is_auto()
    }

    /// Whether the targets of the turn can be served as things are.
    fn can_close(&self) -> bool {
        let Some(tag) = self.group().filter(|_| !self.game().targets().is_empty()) else {
            return true;
        };
        execute(&mut self.session.clone(), tag.text()).is_ok()
    }
}

fn execute(session: &mut Session, line: &str) -> Applied {
    session.apply(&session.read(line.as_bytes()), line.as_bytes())
}
