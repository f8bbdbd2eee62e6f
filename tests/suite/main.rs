//! The library and the program from outside: a module for each property or area.

mod adversaries;
mod classic;
mod cli;
mod compare;
#[cfg(unix)]
mod completion;
mod corpus;
mod documents;
mod examples;
mod extremes;
mod fairness;
mod generator;
mod laws;
mod lsp;
mod memory;
#[path = "../../fuzz/src/lib.rs"]
mod oracles;
mod othello;
mod placing;
mod play;
mod players;
#[cfg(unix)]
mod progress;
mod replay;
mod shrink;
mod sighted;
mod simulation;
mod solo;
#[path = "../support/mod.rs"]
mod support;
mod tidy;
mod to_end;
