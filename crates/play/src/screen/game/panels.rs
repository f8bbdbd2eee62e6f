//! The panels next to the boards: the events, and the ships afloat.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::super::layout::PANEL_ROWS;
use super::super::names;
use super::super::ui::{row, wrapped};
use super::context::DrawContext;
use super::over;
use crate::Stage;
use admiralty_core::player::Player;
use admiralty_core::rules::ShipClass;

/// From this width on, there are two columns.
const TWO_COLUMNS: u16 = 64;

/// The rows that a panel with two columns needs: those of its longer table.
pub(super) fn rows(cx: &DrawContext<'_>) -> u16 {
    let rows = match cx.session().stage() {
        Stage::Over(_) => over::rows(cx),
        _ => fleet_lines(cx, 0).len(),
    };
    u16::try_from(rows).unwrap_or(u16::MAX)
}

/// Whether a panel has only room for what matters now, as below the board of a narrow screen.
pub(super) const fn is_low(area: Rect) -> bool {
    area.height < PANEL_ROWS
}

pub(super) fn draw(cx: &DrawContext<'_>, area: Rect, buffer: &mut Buffer) {
    let is_wide = area.width >= TWO_COLUMNS;
    if let Stage::Over(winner) = cx.session().stage() {
        over::draw(cx, winner, area, is_wide, buffer);
        return;
    }
    if is_low(area) {
        cx.page.draw_panel(cx, area, buffer);
        return;
    }
    let halves = [Constraint::Percentage(52), Constraint::Percentage(48)];
    let [left, right] = Layout::horizontal(halves).spacing(2).areas(area);
    let width = if is_wide { right.width } else { area.width };
    let fleets = fleet_lines(cx, width.into());
    let [main, rest] = if is_wide {
        [left, right]
    } else {
        let height = u16::try_from(fleets.len() + 1).unwrap_or(u16::MAX);
        let parts = [Constraint::Min(4), Constraint::Max(height)];
        Layout::vertical(parts).spacing(1).areas(area)
    };
    cx.page.draw_panel(cx, main, buffer);
    Paragraph::new(fleets).render(rest, buffer);
}

/// Draws the last events that fit, and the answer to the last key, or else the next step.
pub(super) fn draw_events(
    cx: &DrawContext<'_>,
    lead: Option<&str>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let lead = lead.map(|id| cx.ui.title(id));
    let lead = cx.notice_line().or(cx.hint_line()).or(lead);
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
    let has_title = !is_low(area);
    let mut blocks = Vec::new();
    let mut room = usize::from(area.height).saturating_sub(has_title.into());
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
    if has_title {
        blocks.push(vec![Line::styled(title, theme.title())]);
    }
    let lines: Vec<_> = blocks.into_iter().rev().flatten().collect();
    Paragraph::new(lines).render(area, buffer);
}

/// The ships of both fleets that are afloat, by class.
fn fleet_lines(cx: &DrawContext<'_>, width: usize) -> Vec<Line<'static>> {
    const COUNT_MIN: usize = 5;
    let (view, messages, theme) = (&cx.view, &cx.ui.messages, cx.ui.theme);
    let observation = view.observation();
    let players = [view.player(), view.player().opponent()];
    let [yours, theirs] = if cx.session().people() == 0 {
        players.map(|player| cx.label(player))
    } else {
        ["fleet-yours", "fleet-theirs"].map(|id| messages.text(id))
    };
    let widths = [
        yours.width().max(COUNT_MIN),
        theirs.width().max(COUNT_MIN) + 1,
    ];
    let name_width = width.saturating_sub(widths[0] + widths[1]).min(26);
    let row = |name: &str, cells: [&str; 2]| row(name, name_width, cells, widths);
    let title = row(&messages.text("panel-fleets"), [&yours, &theirs]);
    let mut lines = vec![Line::styled(title, theme.title())];
    for class in &view.rules().classes {
        let counts = players.map(|player| observation.count(player, class));
        if counts == [0, 0] {
            continue;
        }
        let name = names::class_title(messages, view.rules(), class);
        let name = names::with_picture(name, view.rules(), class, theme.is_ascii, name_width);
        let [yours, theirs] = players.map(|player| count_text(cx, player, class));
        lines.push(Line::from(row(&name, [&yours, &theirs])));
    }
    let [yours, theirs] = players.map(|player| {
        let parts = view.parts(player);
        parts.map_or_else(|| "?".to_owned(), |parts| parts.to_string())
    });
    let parts = row(&messages.text("fleet-parts"), [&yours, &theirs]);
    lines.push(Line::styled(parts, theme.faint()));
    lines
}

/// The number of ships of a class, and of those afloat if the viewer may know it: not while
/// the enemy places its fleet.
fn count_text(cx: &DrawContext<'_>, player: Player, class: &ShipClass) -> String {
    let (view, observation) = (&cx.view, cx.view.observation());
    let count = observation.count(player, class);
    let may_know = player == view.player() || observation.is_complete(player);
    match view.afloat(player, class).filter(|_| may_know) {
        Some(afloat) => format!("{afloat}/{count}"),
        None => count.to_string(),
    }
}
