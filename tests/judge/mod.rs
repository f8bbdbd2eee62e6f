//! `admiralty judge` from outside: its command line, and programs that misbehave
//! in every way.

mod adequacy;
mod archives;
mod bless;
mod building;
mod call;
mod cases;
mod changes;
pub mod checkers;
mod class_pages;
mod daemons;
mod environment;
mod expectations;
pub mod hostile;
mod integrations;
mod itself;
mod junit;
mod many;
pub mod mock;
mod orders;
mod pages;
mod results;
pub mod resuming;
mod room;
mod runs;
mod sandbox;
mod selection;
mod signals;
mod stress;
mod submissions;

use super::Test;
pub use sandbox::SANDBOXED;

pub const TESTS: [&[Test]; 22] = [
    adequacy::TESTS,
    archives::TESTS,
    bless::TESTS,
    building::TESTS,
    cases::TESTS,
    changes::TESTS,
    class_pages::TESTS,
    checkers::TESTS,
    environment::TESTS,
    expectations::TESTS,
    integrations::TESTS,
    itself::TESTS,
    many::TESTS,
    pages::TESTS,
    results::TESTS,
    resuming::TESTS,
    runs::TESTS,
    sandbox::TESTS,
    selection::TESTS,
    signals::TESTS,
    stress::TESTS,
    submissions::TESTS,
];
