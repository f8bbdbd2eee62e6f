//! The ships to place.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::super::names;
use super::super::super::text_layout::{with_hull, wrapped};
use super::super::page::GamePage;
use super::super::placement::FleetPlacement;

/// Draws the ships to place, and the ship in hand.
pub(super) fn draw(page: &GamePage<'_>, area: Rect, buffer: &mut Buffer) {
    let Some(placement) = &page.game.placement else {
        return;
    };
    let (draft, view) = (&placement.draft, &page.view);
    let (theme, messages) = (page.ui.theme, &page.ui.messages);
    let title = if page.session().people() == 2 {
        let args = [("player", page.texts.label(draft.player()).into())];
        messages.format("panel-placing-of", &args)
    } else {
        messages.text("panel-placing")
    };
    let mut lines = vec![Line::styled(title, theme.title())];
    for class in view.rules().classes {
        let count = view.observation().count(draft.player(), class);
        if count == 0 {
            continue;
        }
        let left = draft.left(class);
        let is_chosen = placement.class == Some(class);
        let name = names::capitalised(&names::class(messages, view.rules(), class));
        let mark = match (is_chosen, left) {
            (true, 1..) => "> ",
            _ => "  ",
        };
        let name = format!("{mark}{left}/{count} {name}");
        let hull = names::hull(view.rules(), class, theme.is_ascii);
        let text = with_hull(name, hull, class.length, area.width.into());
        let style = match (is_chosen, left) {
            (_, 0) => theme.faint(),
            (true, _) => theme.key(),
            (false, _) => Style::new(),
        };
        lines.push(Line::styled(text, style));
    }
    let placed = draft.placements().len();
    let ships = placed as u64 + draft.missing();
    let percent = (100 * placed as u64).checked_div(ships).unwrap_or(100);
    let progress = messages.format("placing-progress", &[("percent", percent.into())]);
    lines.push(Line::styled(progress, theme.faint()));
    lines.extend(place_lines(page, placement));
    if let Some(text) = page.notice.clone() {
        let notice = Line::styled(text, theme.bad());
        // The preview may have the same reason already.
        if !lines.contains(&notice) {
            lines.push(notice);
        }
    }
    Paragraph::new(wrapped(lines, area.width)).render(area, buffer);
}

/// Where the ship in hand would lie, and why it cannot.
fn place_lines(page: &GamePage<'_>, placement: &FleetPlacement) -> Vec<Line<'static>> {
    let (theme, messages, view) = (page.ui.theme, &page.ui.messages, &page.view);
    let cursor = page.game.cursor.pos;
    let (Some(class), Some(footprint)) = (placement.class, placement.footprint(cursor)) else {
        return vec![Line::styled(messages.text("placing-done"), theme.good())];
    };
    let (id, direction) = if placement.lies_ahead() {
        ("placing-ahead", placement.direction.opposite())
    } else {
        ("placing-here", placement.direction)
    };
    let direction = direction.letter().to_ascii_lowercase();
    let direction = messages.text(&format!("direction-{direction}"));
    let args = [
        ("ship", names::class(messages, view.rules(), class).into()),
        ("field", names::field(view.observation(), cursor).into()),
        ("direction", direction.into()),
    ];
    let place = Line::from(messages.format(id, &args));
    let state = match placement.rejection(footprint) {
        None => Line::styled(messages.text("placing-free"), theme.good()),
        Some(rejection) => Line::styled(page.rejection_text(&rejection), theme.bad()),
    };
    vec![place, state]
}
