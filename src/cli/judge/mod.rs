//! `admiralty judge`.

mod board;
mod cells;
pub mod difference;
mod lines;
mod notes;
mod paint;
