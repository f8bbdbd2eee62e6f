//! Pages, of replays above all; those of a command are tested with it.

mod browser;
mod playground;
mod replay;
