//! Drawing a game onto a grid of characters, and turning keys and the mouse into
//! what is to be done. There is no terminal here: events come in, and a
//! [`Frame`](ratatui::Frame) is drawn on.

mod app;
mod ascii;
mod board;
mod curtain;
mod draw;
mod entry;
mod flow;
mod form;
mod hands;
mod header;
mod help;
mod hints;
mod keys;
mod layout;
mod news;
mod over;
mod overlay;
mod panel;
mod placing;
mod refusal;
mod sea;
mod spell;
mod theme;

pub use app::{App, OpenLog, Options, Page, Request};
pub use form::LastGame;
pub use keys::{Intent, intent};
pub use layout::{COLUMNS_MIN, ROWS_MIN};
pub use theme::Theme;
