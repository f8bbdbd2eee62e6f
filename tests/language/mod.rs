//! The language: its scripts, its laws, and its second implementation.

mod classic;
mod golden;
mod laws;
mod second;
mod simulation;
mod to_end;
