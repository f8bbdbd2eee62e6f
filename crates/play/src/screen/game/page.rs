//! What a page of a game has to do. A new one is a file with a [`Page`], and its place in the
//! order of the pages.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::super::Intent;
use super::super::board_widget::BoardMarks;
use super::super::dialog::Dialog;
use super::super::keys::Keys;
use super::super::notice::Notice;
use super::boards::DrawContext;
use super::{SharedGame, panels};
use crate::{BoardView, PlayerView};
use admiralty_core::geometry;

/// A page: what its keys do, and what it shows beside the boards.
pub(super) trait Page {
    fn keys(&self) -> Keys;

    /// Does what an intent asks for; returns what comes then.
    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice>;

    /// The id of the message for what the key with the hint `id` does now, if it does anything.
    fn active_hint(&self, _: &DrawContext<'_>, id: &'static str) -> Option<&'static str> {
        Some(id)
    }

    fn view<'g>(&'g self, game: &'g SharedGame) -> PlayerView<'g> {
        game.session.view(game.viewer)
    }

    fn mark(&self, _: &DrawContext<'_>, _: BoardView, _: &mut BoardMarks) {}

    /// What should be visible beside the cursor, and whether it matters more.
    fn focus(&self, _: &DrawContext<'_>) -> Option<(geometry::Rect, bool)> {
        None
    }

    /// Draws what matters most on the page.
    fn draw_panel(&self, cx: &DrawContext<'_>, area: Rect, buffer: &mut Buffer) {
        panels::draw_events(cx, self.lead(cx.game), area, buffer);
    }

    /// The id of the message that says what to do.
    fn lead(&self, _: &SharedGame) -> Option<&'static str> {
        None
    }
}

/// What comes after an intent.
pub(super) enum Next {
    Stay,
    /// The same page, with a question over it.
    Ask(Dialog),
    /// What comes next in the game.
    Go,
    /// The same when the turn has ended.
    EndTurn,
    /// No boards, until the other person is at the keyboard.
    Hide,
    /// The boards of the other person.
    Reveal,
}
