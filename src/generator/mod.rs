//! Random scripts by seed, for testing programs.
//!
//! [`Script`] writes a whole script: a board, fleets, turns, and in three of four scripts one
//! command that breaks a rule. [`answer`] returns what a correct program prints for it.
//!
//! No part of the generator implements the rules: it draws commands near the limits of what
//! is legal (`draw`), executes them, and keeps those that succeed, or that fail for the
//! chosen reason (`broken`).

mod bad_form;
mod broken;
mod command_writer;
mod contents;
mod draw;
mod game_setup;
mod goals;
mod rounds;
mod script_draft;
mod script_run;
mod turns;
mod typing;
mod writer;

pub use contents::{ClassicSetup, Contents, Scope};
pub use script_draft::ScriptDraft;
pub(crate) use script_run::{ScriptRun, ScriptRunStep, form};

use crate::game::Game;
use crate::rng::Rng;
use crate::script::{Command, Keyword, KeywordSet};

/// A random script, of the rule set `ships` unless another is chosen. The same seed and
/// settings give the same bytes on every machine.
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

/// Whether a script breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// It breaks none. It may end with a victory, and have more lines after it.
    Legal,
    /// It breaks one, and then has lines that must not be executed.
    Broken,
}

/// The script of a seed, of either kind, in the whole language.
pub fn script(seed: u64) -> Vec<u8> {
    Script::new(seed).write()
}

impl Script {
    /// The script of a seed, of either kind, in the whole language.
    pub const fn new(seed: u64) -> Self {
        let contents = Contents {
            scope: Scope::Language,
            classic: None,
            without: KeywordSet::NONE,
        };
        Self {
            seed,
            kind: None,
            contents,
        }
    }

    /// Sets whether the script breaks a rule; by default the seed decides.
    #[must_use]
    pub const fn kind(mut self, kind: ScriptKind) -> Self {
        self.kind = Some(kind);
        self
    }

    /// Sets the part of the language that the script uses.
    #[must_use]
    pub const fn scope(mut self, scope: Scope) -> Self {
        self.contents.scope = scope;
        self
    }

    /// Makes it a script of a game in which shots are announced, instead of `ships`.
    #[must_use]
    pub const fn classic(mut self, waters: ClassicSetup) -> Self {
        self.contents.classic = Some(waters);
        self
    }

    /// Excludes some commands, except a `RULES` that the game needs.
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

    /// Sets all contents of the script.
    #[must_use]
    pub const fn contents(mut self, contents: Contents) -> Self {
        self.contents = contents;
        self
    }

    /// Writes the script.
    pub fn write(self) -> Vec<u8> {
        let mut rng = Rng::seeded(self.seed);
        let drawn = if rng.one_in(4) {
            ScriptKind::Legal
        } else {
            ScriptKind::Broken
        };
        writer::write(rng, self.kind.unwrap_or(drawn), self.contents)
    }
}

/// What a correct program prints for a script; `None` if the script ends in a turn of the
/// program, which has no fixed answer.
///
/// ```
/// use admiralty::generator::answer;
/// assert_eq!(answer(b"[state]\nBOARD_SIZE 1 3\nREEF 0 1\nPRINT 0\n").unwrap(), b" # \nPARTS REMAINING:: A : 0 B : 0\n");
/// assert_eq!(answer(b"[state]\nSET_AI_PLAYER A\n[state]"), None);
/// ```
pub fn answer(script: &[u8]) -> Option<Vec<u8>> {
    let replay = ScriptRun::of(script);
    replay.has_fixed_answer().then_some(replay.output)
}

/// A random command with a keyword, drawn with knowledge of the game but without regard to
/// legality; about half of them are legal.
///
/// ```
/// use admiralty::{game::Game, generator, rng::Rng, rules::SHIPS, script::Keyword};
/// let reef = generator::random_command(&mut Rng::seeded(7), &Game::new(&SHIPS), Keyword::Reef);
/// assert!(reef.to_string().starts_with("REEF "));
/// ```
pub fn random_command(rng: &mut Rng, game: &Game, word: Keyword) -> Command {
    let bias = draw::Bias::default();
    draw::CommandDraw { rng, game, bias }.command(word)
}
