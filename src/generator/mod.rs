//! Random scripts by seed, to try programs with.
//!
//! [`Script`] writes a whole script: a board, fleets, turns, and in three of four
//! scripts one command that breaks a rule. [`answer`] says what a correct program
//! prints for it. [`ScriptDraft`] and [`Rng`] are what it is made with, for those who
//! want other scripts.

mod aim;
mod between_turns;
mod broken;
mod candidates;
mod classic;
mod commands;
mod draws;
mod faults;
mod goals;
mod placing;
mod replay;
mod scene;
mod script_draft;
mod table;
mod turns;
mod typing;
mod writer;

pub use classic::ClassicSetup;
pub(crate) use replay::{Replay, ReplayStep, form};
pub use script_draft::ScriptDraft;
use writer::Writer;

use crate::rng::Rng;
use crate::script::{Keyword, KeywordSet};

/// A random script, of the rule set `ships` if nothing else is said: the same seed and settings give the
/// same bytes on every machine.
///
/// ```
/// use admiralty::generator::{ScriptKind, Script, answer};
/// let script = Script::new(7).kind(ScriptKind::Broken).write();
/// assert_eq!(script, Script::new(7).kind(ScriptKind::Broken).write());
/// let answer = answer(&script).expect("no script ends in a turn of the program");
/// let last = answer.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
/// assert!(last.unwrap().starts_with(b"INVALID OPERATION"));
/// ```
#[derive(Clone, Copy, Debug)]
pub struct Script {
    seed: u64,
    kind: Option<ScriptKind>,
    contents: Contents,
}

/// What scripts may hold.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Contents {
    pub scope: Scope,
    /// The game, if it is not `ships` but one in which shots are announced.
    pub classic: Option<ClassicSetup>,
    /// The commands that no script has.
    pub without: KeywordSet,
}

/// Whether a script breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
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
            contents: Contents {
                scope: Scope::Language,
                classic: None,
                without: KeywordSet::NONE,
            },
        }
    }

    /// Says whether it is to break a rule; otherwise the seed does.
    #[must_use]
    pub const fn kind(self, kind: ScriptKind) -> Self {
        Self {
            kind: Some(kind),
            ..self
        }
    }

    /// Says what it is made of.
    #[must_use]
    pub const fn scope(mut self, scope: Scope) -> Self {
        self.contents.scope = scope;
        self
    }

    /// Makes it one of a game in which shots are announced, instead of `ships`.
    #[must_use]
    pub const fn classic(mut self, waters: ClassicSetup) -> Self {
        self.contents.classic = Some(waters);
        self
    }

    /// Leaves out some commands. `RULES` stays where the game needs it.
    ///
    /// ```
    /// use admiralty::generator::Script;
    /// use admiralty::script::Keyword;
    /// let without = [Keyword::Spy, Keyword::AutoShooting].into_iter().collect();
    /// let script = Script::new(11).without(without).write();
    /// assert!(!String::from_utf8_lossy(&script).contains("SPY"));
    /// ```
    #[must_use]
    pub const fn without(mut self, without: KeywordSet) -> Self {
        self.contents.without = without;
        self
    }

    /// Makes it one of these contents.
    pub(crate) const fn contents(self, contents: Contents) -> Self {
        Self { contents, ..self }
    }

    /// Writes it.
    pub fn write(self) -> Vec<u8> {
        let mut rng = Rng::seeded(self.seed);
        let drawn = if rng.one_in(4) {
            ScriptKind::Legal
        } else {
            ScriptKind::Broken
        };
        Writer::new(rng, self.kind.unwrap_or(drawn), self.contents).write()
    }
}

impl Contents {
    /// Whether scripts do without a command.
    pub const fn lack(&self, word: Keyword) -> bool {
        // A game of other rules begins with them.
        let is_needed = matches!(word, Keyword::Rules) && self.classic.is_some();
        self.without.contains(word) && !is_needed
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
    let replay = Replay::of(script);
    replay.has_fixed_answer().then_some(replay.output)
}
