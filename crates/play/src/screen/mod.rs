//! Drawing a game onto a grid of characters, and handling keys and the mouse. There is no
//! terminal here: events come in, and a [`Frame`](ratatui::Frame) is drawn on.

mod app;
mod board_widget;
mod dialog;
mod game;
mod invitation;
mod keys;
mod layout;
mod names;
mod notice;
mod page;
mod start;
mod theme;
mod ui;

pub use app::{App, OpenLog, Options, Request};
pub use invitation::Invitation;
use keys::Intent;
pub use layout::{COLUMNS_MIN, ROWS_MIN};
pub use page::ScreenPage;
pub use start::LastGame;
pub use theme::Theme;
use ui::Ui;
