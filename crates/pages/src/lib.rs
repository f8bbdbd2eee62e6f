//! Pages and pictures, HTML and SVG as text, and findings as SARIF, without I/O.
//!
//! A page is one file that is opened from disk and loads nothing. Its templates, styles and
//! scripts are in `assets/`.
//!
//! Without the feature `reports`, there are only replays and pictures of boards, which need no
//! arena, no judge, and no operating system.

#[cfg(feature = "reports")]
mod annotations;
#[cfg(feature = "reports")]
mod arena;
mod board;
#[cfg(feature = "reports")]
mod chart;
#[cfg(feature = "reports")]
mod document;
#[cfg(feature = "reports")]
mod judge;
mod panes;
pub mod replay;
#[cfg(feature = "reports")]
mod sarif;
mod shell;
#[cfg(feature = "reports")]
mod solo;
#[cfg_attr(
    not(feature = "reports"),
    expect(dead_code, reason = "charts draw more shapes than boards")
)]
mod svg;

/// How many standard errors the 95 % interval has on each side.
const Z_95: f64 = 1.96;

#[cfg(feature = "reports")]
pub use annotations::{CheckedScript, GitlabIssues, github_annotation, write_check_junit};
#[cfg(feature = "reports")]
pub use arena::{GAMES_LISTED_MAX, TournamentHistory, TournamentPage};
pub use board::{PICTURE_SIDE_MAX, board_picture};
#[cfg(feature = "reports")]
pub use judge::{
    FAILURES_SHOWN_MAX, PageNames, ProgramPage, ShortScript, class_page, explained_failures,
    stress_page,
};
pub use panes::{Pane, PaneLine, TextGroup, difference_panes};
#[cfg(feature = "reports")]
pub use sarif::{SARIF_BEGIN, sarif_end, sarif_result};
#[cfg(feature = "reports")]
pub use solo::{SoloRun, solo_page};
