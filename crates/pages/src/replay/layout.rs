//! The layout of a board, as it is stored in the page.

use serde::Serialize;

use admiralty_core::game::Game;
use admiralty_core::player::Player;
use admiralty_core::rules::{GLYPHS, Glyphs};

/// The layout of a board.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct BoardLayout {
    /// The number of rows.
    pub rows: i32,
    /// The number of columns.
    pub columns: i32,
    /// The starting rectangles: top, left, bottom, right.
    pub starts: [[i32; 4]; 2],
    /// Whether shots are announced, in separate waters.
    pub classic: bool,
    /// The characters of fields, where shots are announced.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub glyphs: Option<Glyphs>,
}

impl BoardLayout {
    pub(super) fn of(game: &Game) -> Self {
        let size = game.board().size();
        let starts = Player::BOTH.map(|player| {
            let start = game.start(player);
            [start.top, start.left, start.bottom, start.right]
        });
        let classic = game.rules().announces_shots();
        Self {
            rows: size.rows,
            columns: size.columns,
            starts,
            classic,
            glyphs: classic.then_some(GLYPHS),
        }
    }
}
