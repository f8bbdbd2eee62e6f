//! Random scripts by seed, for testing programs.
//!
//! [`random_script`] writes a whole script: a board, fleets, turns, and in three of four
//! scripts one command that breaks a rule. [`answer`] returns what a correct program prints for
//! it.
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
mod open_questions;
mod rounds;
mod script_draft;
mod script_run;
mod turns;
mod typing;
mod writer;

pub use contents::{ClassicSetup, Contents, Scope};
pub use script_draft::ScriptDraft;
pub(crate) use script_run::{ScriptRun, ScriptRunStep, form};

use admiralty_core::game::Game;
use admiralty_core::rng::Rng;
use admiralty_core::script::{Command, Keyword};

/// Whether a script breaks a rule.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScriptKind {
    /// It breaks none. It may end with a victory, and have more lines after it.
    Legal,
    /// It breaks one, and then has lines that must not be executed.
    Broken,
}

/// A random script. If no kind is chosen, the seed decides. The same arguments give the same
/// bytes on every machine.
///
/// ```
/// use admiralty_judge::generator::{Contents, ScriptKind, answer, random_script};
/// use admiralty_core::script::Keyword;
/// let without = Keyword::ALL.map(|word| [Keyword::Spy, Keyword::AutoShooting].contains(&word));
/// let contents = Contents { without, ..Contents::default() };
/// let script = random_script(11, Some(ScriptKind::Broken), contents);
/// assert!(!String::from_utf8_lossy(&script).contains("SPY"));
/// let answer = answer(&script).expect("no script ends in a turn of the program");
/// let last = answer.trim_ascii_end().rsplit(|&byte| byte == b'\n').next();
/// assert!(last.unwrap().starts_with(b"INVALID OPERATION"));
/// ```
pub fn random_script(seed: u64, kind: Option<ScriptKind>, contents: Contents) -> Vec<u8> {
    let mut rng = Rng::seeded(seed);
    let drawn = if rng.one_in(4) {
        ScriptKind::Legal
    } else {
        ScriptKind::Broken
    };
    writer::write(rng, kind.unwrap_or(drawn), contents)
}

/// What a correct program prints for a script; `None` if the script ends in a turn of the
/// program, which has no fixed answer.
///
/// ```
/// use admiralty_judge::generator::answer;
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
/// use admiralty_core::game::Game;
/// use admiralty_judge::generator;
/// use admiralty_core::rng::Rng;
/// use admiralty_core::rules::SHIPS;
/// use admiralty_core::script::Keyword;
/// let reef = generator::random_command(&mut Rng::seeded(7), &Game::new(&SHIPS), Keyword::Reef);
/// assert!(reef.to_string().starts_with("REEF "));
/// ```
pub fn random_command(rng: &mut Rng, game: &Game, word: Keyword) -> Command {
    let bias = draw::Bias::default();
    draw::CommandDraw { rng, game, bias }.command(word)
}
