//! Battleship-like games as text: the interpreter of the Ships command
//! language and what is built on it.
//!
//! A script is lines of commands in groups. A [`Session`](session::Session)
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
//! admiralty::session::run(&script[..], &mut output)?;
//! assert_eq!(String::from_utf8_lossy(&output), "      \n+++ + \n    + \n      \nPARTS REMAINING:: A : 5 B : 0\n");
//! # Ok::<(), admiralty::session::RunError>(())
//! ```
//!
//! The rooms, and what each may import, are described in
//! `docs/ARCHITECTURE.md`; the language in `docs/LANGUAGE.md`.

pub mod ai;
pub mod arena;
pub mod chance;
pub mod check;
pub mod diagnostic;
pub mod escape;
pub mod game;
pub mod generator;
#[cfg(unix)]
pub mod judge;
pub mod othello;
pub mod play;
#[cfg(unix)]
pub mod process;
pub mod rules;
pub mod save;
pub mod script;
pub mod session;
pub mod shrink;
pub mod solo;
pub mod view;
pub mod vocabulary;
