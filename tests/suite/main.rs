//! The library and the program from outside: a module for each property or area.

#[path = "../players/adversaries/mod.rs"]
mod adversaries;
#[path = "../language/classic.rs"]
mod classic;
#[path = "../cli/calls.rs"]
mod cli;
#[path = "../compare/mod.rs"]
mod compare;
#[cfg(unix)]
#[path = "../cli/completion.rs"]
mod completion;
#[path = "../corpus.rs"]
mod corpus;
#[path = "../documents/contents.rs"]
mod documents;
#[path = "../documents/examples.rs"]
mod examples;
#[path = "../players/extremes.rs"]
mod extremes;
#[path = "../players/fairness.rs"]
mod fairness;
#[path = "../stress/generator/mod.rs"]
mod generator;
#[path = "../language/laws.rs"]
mod laws;
#[path = "../editors/lsp.rs"]
mod lsp;
#[path = "../players/memory.rs"]
mod memory;
#[path = "../../fuzz/src/lib.rs"]
mod oracles;
#[path = "../othello/mod.rs"]
mod othello;
#[path = "../players/placing.rs"]
mod placing;
#[path = "../play/mod.rs"]
mod play;
#[path = "../players/turns.rs"]
mod players;
#[cfg(unix)]
#[path = "../cli/progress.rs"]
mod progress;
#[path = "../pages/replay.rs"]
mod replay;
#[path = "../stress/shrink.rs"]
mod shrink;
#[path = "../players/sighted.rs"]
mod sighted;
#[path = "../language/simulation.rs"]
mod simulation;
#[path = "../solo/mod.rs"]
mod solo;
#[path = "../support/mod.rs"]
mod support;
#[path = "../tidy/mod.rs"]
mod tidy;
#[path = "../language/to_end.rs"]
mod to_end;
