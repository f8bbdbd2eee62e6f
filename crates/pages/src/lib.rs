//! Pages and pictures: HTML and SVG as text, without I/O.
//!
//! A page is one file that is opened from disk and loads nothing. Its templates, styles and
//! scripts are in `assets/`.

mod arena;
mod board;
mod chart;
mod document;
#[cfg(unix)]
mod judge;
pub mod replay;
mod solo;

/// How many standard errors the 95 % interval has on each side.
const Z_95: f64 = 1.96;

pub use arena::{GAMES_LISTED_MAX, TournamentHistory, TournamentPage};
pub use board::{PICTURE_SIDE_MAX, board_picture};
#[cfg(unix)]
pub use judge::{
    FAILURES_SHOWN_MAX, PageNames, ProgramPage, ShortScript, class_page, shown_failures,
    stress_page,
};
pub use solo::{SoloRun, solo_page};
