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
mod hostile;
mod integrations;
mod itself;
pub mod junit;
mod many;
pub mod mock;
mod orders;
mod packages;
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
