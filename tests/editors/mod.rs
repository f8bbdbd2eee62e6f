//! What editors ask the program.

mod answers;
mod lsp;
mod recorded;
