//! What has happened.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::super::text_layout::wrapped;
use super::super::page::GamePage;
use crate::play::screen::ScreenPage;

/// Draws the last events that fit, and the answer to the last key.
pub(super) fn draw(page: &GamePage<'_>, area: Rect, buffer: &mut Buffer) {
    let lead = lead(page).map(|lead| wrapped(vec![lead], area.width));
    let lead = lead.unwrap_or_default();
    let rows = u16::try_from(lead.len()).unwrap_or(u16::MAX);
    let entries = Rect {
        height: area.height.saturating_sub(rows),
        ..area
    };
    let at = Rect {
        y: entries.bottom(),
        height: area.height - entries.height,
        ..area
    };
    Paragraph::new(lead).render(at, buffer);
    draw_entries(page, entries, buffer);
}

/// Draws the last events that fit, below their title.
pub(super) fn draw_entries(page: &GamePage<'_>, area: Rect, buffer: &mut Buffer) {
    let game = page.game;
    let title = match game.events_skipped {
        0 => page.ui.messages.text("panel-news"),
        back => page
            .ui
            .messages
            .format("panel-news-back", &[("count", back.into())]),
    };
    let title = Line::styled(title, page.ui.theme.title());
    Paragraph::new(title).render(Rect { height: 1, ..area }, buffer);
    let area = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(1),
        ..area
    };
    let fresh = game.session.recent_events(game.viewer).len();
    let all = game.session.all_events(game.viewer);
    let mut blocks = Vec::new();
    let mut room = usize::from(area.height);
    for (age, entry) in all.iter().rev().enumerate().skip(game.events_skipped) {
        let (text, style) = page.texts.event_text(&page.view, entry);
        let (bullet, style) = match (age < fresh, page.ui.theme.is_ascii) {
            (true, false) => ("• ", style),
            (true, true) => ("* ", style),
            (false, _) => ("  ", page.ui.theme.faint()),
        };
        let line = Line::styled(format!("{bullet}{text}"), style);
        let block = wrapped(vec![line], area.width);
        if block.len() > room {
            break;
        }
        room -= block.len();
        blocks.push(block);
    }
    let lines: Vec<_> = blocks.into_iter().rev().flatten().collect();
    Paragraph::new(lines).render(area, buffer);
}

/// What matters most: the answer to the last key, or what to do.
fn lead(page: &GamePage<'_>) -> Option<Line<'static>> {
    if let Some(text) = page.notice.clone() {
        return Some(Line::styled(text, page.ui.theme.bad()));
    }
    let game = page.game;
    let id = match game.page {
        ScreenPage::HandOver => "hand-over",
        ScreenPage::Watch if game.pace.is_paused => "watch-paused",
        ScreenPage::Battle if game.is_computer_turn() => "thinking",
        ScreenPage::Battle if game.has_shot() => "shoot-again",
        _ => return None,
    };
    Some(Line::styled(page.ui.messages.text(id), page.ui.theme.key()))
}
