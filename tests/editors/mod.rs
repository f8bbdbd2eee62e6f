//! What editors ask the program.

mod lsp;
