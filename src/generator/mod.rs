//! Random scripts by seed, to try programs with.
//!
//! [`Script`] writes a whole script: a board, fleets, turns, and in three of four
//! scripts one command that breaks a rule. [`answer`] says what a correct program
//! prints for it. [`Draft`] and [`Source`] are what it is made with, for those who
//! want other scripts.

mod aim;
mod breach;
mod broken;
mod candidates;
mod commands;
mod draft;
mod faults;
mod goals;
mod inspect;
mod interlude;
mod placing;
mod prepare;
mod salvo;
mod source;
mod table;
mod turns;
mod typing;
mod waters;
mod writer;

use std::io;
use std::ops::ControlFlow;

use bstr::ByteSlice;

pub use draft::Draft;
pub use source::Source;
pub use waters::Waters;
use writer::Writer;

use crate::game::Game;
use crate::rules::SHIPS;
use crate::session::Session;

/// A random script, of the rule set `ships` if nothing else is said: the same seed and settings give the
/// same bytes on every machine.
///
/// ```
/// use admiralty::generator::{Kind, Script, answer};
/// let script = Script::new(7).kind(Kind::Broken).write();
/// assert_eq!(script, Script::new(7).kind(Kind::Broken).write());
/// let answer = answer(&script).expect("no script ends in a turn of the program");
/// let last = answer.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
/// assert!(last.unwrap().starts_with(b"INVALID OPERATION"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Script {
    seed: u64,
    kind: Option<Kind>,
    scope: Scope,
    waters: Option<Waters>,
}

/// Whether a script breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kind {
    /// It breaks none. It may end with a victory, and go on after it.
    Legal,
    /// It breaks one, and then goes on with what is not to be executed.
    Broken,
}

/// What scripts are made of.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scope {
    /// What the assignment itself describes: its commands, its reasons, lines
    /// as its own tests have them. A program may do as it likes with the rest.
    Assignment,
    /// The whole language, with what `docs/LANGUAGE.md` decides where the
    /// assignment is silent.
    Language,
}

/// The script of a seed, of either kind, in the whole language.
pub fn script(seed: u64) -> Vec<u8> {
    Script::new(seed).write()
}

impl Script {
    /// The script of a seed, of either kind, in the whole language.
    pub const fn new(seed: u64) -> Self {
        Self {
            seed,
            kind: None,
            scope: Scope::Language,
            waters: None,
        }
    }

    /// Says whether it is to break a rule; otherwise the seed does.
    #[must_use]
    pub const fn kind(self, kind: Kind) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    /// Says what it is made of.
    #[must_use]
    pub const fn scope(self, scope: Scope) -> Self {
        Self { scope, ..self }
    }

    /// Makes it one of a game in which shots are announced, instead of `ships`.
    #[must_use]
    pub const fn waters(self, waters: Waters) -> Self {
        Self {
            waters: Some(waters),
            ..self
        }
    }

    /// Writes it.
    pub fn write(self) -> Vec<u8> {
        let mut source = Source::new(self.seed);
        let drawn = if source.one_in(4) {
            Kind::Legal
        } else {
            Kind::Broken
        };
        Writer::new(source, self.kind.unwrap_or(drawn), self.scope, self.waters).write()
    }
}

/// What a correct program prints for a script; nothing, if the script ends in a
/// turn that the program is to play, which has no fixed answer.
///
/// ```
/// use admiralty::generator::answer;
/// assert_eq!(answer(b"[state]\nBOARD_SIZE 1 3\nREEF 0 1\nPRINT 0\n").unwrap(), b" # \nPARTS REMAINING:: A : 0 B : 0\n");
/// assert_eq!(answer(b"[state]\nSET_AI_PLAYER A\n[state]"), None);
/// ```
pub fn answer(script: &[u8]) -> Option<Vec<u8>> {
    answer_if(script, |_| true)
}

/// The same; nothing, too, if the script ends in another game: one of `ships`, if
/// no other one is asked for.
pub(crate) fn answer_in(script: &[u8], waters: Option<Waters>) -> Option<Vec<u8>> {
    answer_if(script, |game| match waters {
        Some(waters) => waters.are_of(game),
        None => game.rules() == &SHIPS,
    })
}

fn answer_if(script: &[u8], is_asked_for: impl Fn(&Game) -> bool) -> Option<Vec<u8>> {
    let mut session = Session::new();
    let mut output = Vec::new();
    let step = feed(&mut session, script, &mut output).expect("a vector takes everything");
    let game = session.game();
    let is_fixed = step.is_break() || !game.is_ai(game.next_player());
    (is_fixed && is_asked_for(game)).then_some(output)
}

fn feed(session: &mut Session, script: &[u8], out: &mut Vec<u8>) -> io::Result<ControlFlow<()>> {
    for line in script.lines_with_terminator() {
        let line = line.strip_suffix(b"\n").unwrap_or(line);
        if session.line(line, out)?.is_break() {
            return Ok(ControlFlow::Break(()));
        }
    }
    Ok(match session.end_of_input(out)? {
        ControlFlow::Break(_) => ControlFlow::Break(()),
        ControlFlow::Continue(()) => ControlFlow::Continue(()),
    })
}
