//! The ships to place.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::super::names;
use super::super::super::text::wrapped;
use super::super::page::GamePage;
use crate::play::PlacementDraft;

/// Draws the ships to place, and the ship in hand.
pub(super) fn draw(page: &GamePage<'_>, area: Rect, buffer: &mut Buffer) {
    let Some(draft) = &page.game.placement else {
        return;
    };
    let rules = page.view.rules();
    let (theme, messages) = (page.ui.theme, &page.ui.messages);
    let title = if page.session().people() == 2 {
        let args = [("player", page.label(draft.player()).into())];
        messages.format("panel-placing-of", &args)
    } else {
        messages.text("panel-placing")
    };
    let mut lines = vec![Line::styled(title, theme.title())];
    for class in rules.classes {
        let count = page.view.observation().count(draft.player(), class);
        if count == 0 {
            continue;
        }
        let left = draft.left(class);
        let (mark, style) = match (draft.class == Some(class), left) {
            (_, 0) => (' ', theme.faint()),
            (true, _) => ('>', theme.title()),
            (false, _) => (' ', Style::new()),
        };
        let name = names::class_title(messages, rules, class);
        let name = format!("{mark} {left}/{count} {name}");
        let width = area.width.into();
        let text = names::with_picture(name, rules, class, theme.is_ascii, width);
        lines.push(Line::styled(text, style));
    }
    let placed = draft.placements().len() as u64;
    let percent = (100 * placed).checked_div(placed + draft.missing());
    let args = [("percent", percent.unwrap_or(100).into())];
    let progress = messages.format("placing-progress", &args);
    lines.push(Line::styled(progress, theme.faint()));
    lines.extend(place_lines(page, draft));
    // The preview may have the same reason already.
    let notice = page.notice_line().filter(|notice| !lines.contains(notice));
    lines.extend(notice);
    Paragraph::new(wrapped(lines, area.width)).render(area, buffer);
}

/// Where the ship in hand would lie, and why it cannot.
fn place_lines(page: &GamePage<'_>, draft: &PlacementDraft) -> Vec<Line<'static>> {
    let (theme, messages, view) = (page.ui.theme, &page.ui.messages, &page.view);
    let cursor = page.game.cursor.pos;
    let (Some(class), Some((_, rejection))) = (draft.class, draft.preview(cursor)) else {
        return vec![Line::styled(messages.text("placing-done"), theme.good())];
    };
    let (id, direction) = if draft.lies_ahead() {
        ("placing-ahead", draft.direction.opposite())
    } else {
        ("placing-here", draft.direction)
    };
    let direction = direction.letter().to_ascii_lowercase();
    let direction = messages.text(&format!("direction-{direction}"));
    let args = [
        ("ship", names::class(messages, view.rules(), class).into()),
        ("field", names::field(view.observation(), cursor).into()),
        ("direction", direction.into()),
    ];
    let state = match rejection {
        None => Line::styled(messages.text("placing-free"), theme.good()),
        Some(rejection) => Line::styled(page.rejection_text(&rejection), theme.bad()),
    };
    vec![Line::from(messages.format(id, &args)), state]
}
