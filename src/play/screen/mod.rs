//! Drawing a game onto a grid of characters, and turning keys and the mouse into
//! what is to be done. There is no terminal here: events come in, and a
//! [`Frame`](ratatui::Frame) is drawn on.

mod app;
mod ascii;
mod board_input;
mod board_widget;
mod dialog;
mod event_text;
mod game_over;
mod game_page;
mod header;
mod help;
mod hidden_page;
mod hints;
mod intent;
mod layout;
mod names;
mod page_order;
mod panel;
mod rejection_text;
mod ship_input;
mod ship_panels;
mod start_form;
mod text_entry;
mod theme;

pub use app::{App, OpenLog, Options, Request, ScreenPage};
pub use intent::{Intent, intent};
pub use layout::{COLUMNS_MIN, ROWS_MIN};
pub use start_form::LastGame;
pub use theme::Theme;
