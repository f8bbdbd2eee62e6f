//! What has happened.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::text::wrapped;
use super::boards::DrawContext;

/// Draws the last events that fit, and the answer to the last key, or else what to do.
pub(super) fn draw(cx: &DrawContext<'_>, lead: Option<&str>, area: Rect, buffer: &mut Buffer) {
    let lead = lead.map(|id| Line::styled(cx.ui.messages.text(id), cx.ui.theme.title()));
    let lead = cx.notice_line().or(lead);
    let lead = wrapped(lead.into_iter().collect(), area.width);
    let rows = u16::try_from(lead.len()).unwrap_or(u16::MAX);
    let parts = [Constraint::Fill(1), Constraint::Length(rows)];
    let [entries, at] = Layout::vertical(parts).areas(area);
    Paragraph::new(lead).render(at, buffer);
    draw_entries(cx, entries, buffer);
}

/// Draws the last events that fit, below their title.
pub(super) fn draw_entries(cx: &DrawContext<'_>, area: Rect, buffer: &mut Buffer) {
    let (game, messages, theme) = (cx.game, &cx.ui.messages, cx.ui.theme);
    let title = match game.events_skipped {
        0 => messages.text("panel-news"),
        back => messages.format("panel-news-back", &[("count", back.into())]),
    };
    let fresh = game.session.recent_events(game.viewer).len();
    let all = game.session.all_events(game.viewer);
    let mut blocks = Vec::new();
    let mut room = usize::from(area.height).saturating_sub(1);
    for (age, entry) in all.iter().rev().enumerate().skip(game.events_skipped) {
        let (text, style) = cx.event_text(entry);
        let (bullet, style) = match (age < fresh, theme.is_ascii) {
            (true, false) => ("• ", style),
            (true, true) => ("* ", style),
            (false, _) => ("  ", theme.faint()),
        };
        let line = Line::styled(format!("{bullet}{text}"), style);
        let block = wrapped(vec![line], area.width);
        if block.len() > room {
            break;
        }
        room -= block.len();
        blocks.push(block);
    }
    blocks.push(vec![Line::styled(title, theme.title())]);
    let lines: Vec<_> = blocks.into_iter().rev().flatten().collect();
    Paragraph::new(lines).render(area, buffer);
}
