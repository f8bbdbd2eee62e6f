//! Games as people play them: the screens, the keys, the scripts that come of it,
//! the languages, and a real terminal.

mod contrast;
mod cut_texts;
#[cfg(unix)]
mod host;
mod languages;
mod model;
mod original_programs;
mod placing;
mod puzzles;
mod remote;
mod resuming;
mod screens;
mod scripts;
#[cfg(unix)]
pub mod terminal;
mod test_screen;
mod visibility;
