//! The panels next to the boards.

mod events;
mod fleets;
mod orders;
mod placement;
mod stats;

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::widgets::{Paragraph, Widget};

use super::page::GamePage;
use crate::play::Stage;
use crate::play::screen::ScreenPage;

/// From this width on, there are two columns.
const TWO_COLUMNS: u16 = 64;

/// Draws the panels of a page.
pub(super) fn draw(page: &GamePage<'_>, area: Rect, buffer: &mut Buffer) {
    let is_wide = area.width >= TWO_COLUMNS;
    if let Stage::Over(winner) = page.session().stage() {
        stats::draw(page, winner, area, is_wide, buffer);
        return;
    }
    let halves = [Constraint::Percentage(52), Constraint::Percentage(48)];
    let [left, right] = Layout::horizontal(halves).spacing(2).areas(area);
    let width = if is_wide { right.width } else { area.width };
    let fleets = fleets::lines(page, width.into());
    let (main, rest) = if is_wide {
        (left, right)
    } else {
        let height = u16::try_from(fleets.len() + 1).unwrap_or(u16::MAX);
        let parts = [Constraint::Min(4), Constraint::Max(height)];
        let [top, bottom] = Layout::vertical(parts).spacing(1).areas(area);
        (top, bottom)
    };
    match page.game.page() {
        ScreenPage::Placing => placement::draw(page, main, buffer),
        ScreenPage::Battle if page.game.ships_move() => orders::draw(page, main, buffer),
        _ => events::draw(page, main, buffer),
    }
    Paragraph::new(fleets).render(rest, buffer);
}
