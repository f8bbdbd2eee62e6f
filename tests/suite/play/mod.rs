//! Games as people play them: the screens, the keys, the scripts that come of it,
//! the languages, and a real terminal.

mod contrast;
mod described;
mod hand;
mod languages;
mod model;
mod placing;
mod resuming;
mod screens;
mod scripts;
mod sight;
#[cfg(unix)]
mod terminal;
