//! The documents are true, and so are the examples.

// The commands need a Unix system.
#[cfg(unix)]
mod commands;
mod contents;
mod examples;
