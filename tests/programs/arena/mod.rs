//! The arena: fair pairs, fouls with names, journals, and games that replay.

pub mod bot;
mod fairness;
mod fouls;
mod journal;
mod levels;
mod program;
mod records;
mod table;

use super::Test;

pub const TESTS: [&[Test]; 6] = [
    fairness::TESTS,
    fouls::TESTS,
    journal::TESTS,
    levels::TESTS,
    program::TESTS,
    records::TESTS,
];
