//! A game for people: its setup, its players, what a person may see and do, and the script that it
//! becomes.
//!
//! A [`GameSession`] is a client of the interpreter: every action is a line of the command
//! language, and the lines are the [`ScriptLog`]. A [`PlayerView`] has what a player may
//! know and nothing else. There is no terminal here; `screen` draws and handles input.
//!
//! ```
//! use admiralty_play::{Controller, GameSession, Setup, Stage};
//! use admiralty_core::rules::RuleSet;
//! use admiralty_core::player::{ByPlayer, Player};
//!
//! let mut setup = Setup::new(RuleSet::ITALIAN, 7);
//! setup.controllers = ByPlayer {
//!     a: Controller::Computer("hunt"),
//!     b: Controller::Computer("random"),
//! };
//! let mut session = GameSession::begin(&setup).unwrap();
//! while !matches!(session.stage(), Stage::Over(_)) {
//!     session.play_computer_turn().unwrap();
//! }
//! assert!(session.log().text().starts_with(b"[state]\nRULES italian\n"));
//! ```

mod enemy_report;
mod field_view;
mod game_session;
mod hint;
mod history;
mod link;
#[cfg(feature = "terminal")]
mod messages;
mod move_preview;
#[cfg(feature = "terminal")]
mod network_messages;
mod placement_draft;
mod player_view;
mod puzzle;
mod rejection;
mod remote;
#[cfg(feature = "terminal")]
pub mod screen;
mod screen_style;
mod script_log;
mod setup;
mod trial;

pub use field_view::{FieldView, SegmentState, ShipSegment};
pub use game_session::{GameSession, ResumeError, ScriptEnd, Stage};
pub use hint::Hint;
pub use history::{GameEvent, LogEntry, PlayerStats};
pub use link::{Link, RemoteEnd};
#[cfg(feature = "terminal")]
pub use messages::{Language, Messages};
pub use move_preview::{MovePreview, ShipRanges};
pub use placement_draft::PlacementDraft;
pub use player_view::PlayerView;
pub use puzzle::{Puzzle, PuzzleScore};
pub use rejection::Rejection;
pub use remote::JoinError;
pub use screen_style::BoardView;
pub use script_log::ScriptLog;
pub use setup::{
    CLASSIC_LEVELS, Coin, Controller, FirstPlayer, NAME_MAX, REEFS_MAX, SHIPS_MAX, SIDE_MAX,
    SIDE_MIN, Setup, SetupError, Shooting, levels, players, usual_level,
};

/// Replaces a value by the next or the previous one in a list, in a cycle. A value that is not in
/// the list counts as the first.
fn cycle<T: Copy + PartialEq>(value: &mut T, values: &[T], is_forward: bool) {
    let at = values.iter().position(|one| one == value).unwrap_or(0);
    let count = values.len().max(1);
    let step = if is_forward { 1 } else { count - 1 };
    if let Some(next) = values.get((at + step) % count) {
        *value = *next;
    }
}
