//! Properties of any input: an oracle for each fuzz target, which panics if one fails.
//!
//! An oracle is a plain function, so that a test of the workspace calls it with the corpus, too. That
//! test includes these files: the fuzz targets need a nightly toolchain, and are no part of the workspace.

mod archives;
mod bots;
mod games;
mod judge_config;
mod results;
mod scripts;
mod transcripts;

pub use archives::archives;
pub use bots::bot_lines;
pub use games::game;
pub use judge_config::judge_toml;
pub use results::results;
pub use scripts::{PiecewiseInput, canary, check, parse, replay, run};
pub use transcripts::{kept_by, othello, pgn, wthor};

/// The function that a fuzz target calls with its input.
pub type Oracle = fn(&[u8]);

/// The oracles by the names of their targets, without the one that must fail.
pub const ORACLES: [(&str, Oracle); 12] = [
    ("archives", archives),
    ("bot_lines", bot_lines),
    ("check", check),
    ("game", game),
    ("judge_toml", judge_toml),
    ("othello", othello),
    ("parse", parse),
    ("pgn", pgn),
    ("replay", replay),
    ("results", results),
    ("run", run),
    ("wthor", wthor),
];
