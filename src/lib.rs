//! Battleship-like games as text: the interpreter of the Ships command
//! language and what is built on it.
//!
//! A script is lines of commands in groups. A [`Session`](interpreter::Session)
//! reads it line by line, executes it on a [`Game`](game::Game), and writes
//! what a judge expects:
//!
//! ```
//! let script = b"\
//! [state]
//! BOARD_SIZE 4 6
//! INIT_POSITION A 0 0 3 5
//! [state]
//! [playerA]
//! PLACE_SHIP 1 0 W 0 CRU
//! PLACE_SHIP 1 4 N 0 DES
//! [playerA]
//! [state]
//! PRINT 0
//! [state]
//! ";
//! let mut output = Vec::new();
//! admiralty::runner::run(&script[..], &mut output)?;
//! assert_eq!(String::from_utf8_lossy(&output), "      \n+++ + \n    + \n      \nPARTS REMAINING:: A : 5 B : 0\n");
//! # Ok::<(), admiralty::interpreter::StreamError>(())
//! ```
//!
//! The modules, and what each may import, are described in
//! `docs/ARCHITECTURE.md`; the language in `docs/LANGUAGE.md`.

#[macro_use]
mod text_enum;

pub mod arena;
pub mod escape;
pub mod experiments;
pub mod game;
pub mod generator;
pub mod geometry;
pub mod interpreter;
#[cfg(unix)]
pub mod judge;
pub mod othello;
pub mod play;
pub mod player;
pub mod players;
#[cfg(unix)]
pub mod process;
pub mod report;
pub mod results;
pub mod rng;
pub mod rules;
pub mod runner;
pub mod script;
pub mod shrink;
pub mod view;
mod worker_pool;
