//! Where ships move: the selected ship and the commands of the turn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::super::names;
use super::super::super::text_layout::wrapped;
use super::super::page::GamePage;
use super::super::ship_orders::EnterAction;
use super::events;
use crate::game::ShipName;
use crate::play::ShipRanges;
use crate::script::Command;

/// The most commands of a turn shown: no screen is higher.
const COMMANDS_MAX: usize = 200;

/// Draws the selected ship, what it can do, the commands so far, and the events.
pub(super) fn draw(page: &GamePage<'_>, area: Rect, buffer: &mut Buffer) {
    let (theme, messages) = (page.ui.theme, &page.ui.messages);
    let mut lines = ship_lines(page);
    if let Some(text) = page.notice.clone() {
        lines.push(Line::styled(text, theme.bad()));
    } else if page.game.is_computer_turn() {
        lines.push(Line::styled(messages.text("thinking"), theme.key()));
    }
    lines.push(Line::styled(messages.text("panel-commands"), theme.title()));
    let mut lines = wrapped(lines, area.width);
    let all = wrapped(command_lines(page), area.width);
    let used = rows(&lines);
    // The last commands, as many as leave room for the events.
    let room = area.height.saturating_sub(used);
    let for_commands = usize::from((room / 2).max(2));
    let skipped = all.len().saturating_sub(for_commands);
    lines.extend(all.into_iter().skip(skipped));
    let used = rows(&lines);
    Paragraph::new(lines).render(area, buffer);
    let rest = Rect {
        y: area.y + used.min(area.height),
        height: area.height.saturating_sub(used),
        ..area
    };
    if rest.height > 1 {
        events::draw_entries(page, rest, buffer);
    }
}

fn command_lines(page: &GamePage<'_>) -> Vec<Line<'static>> {
    let session = page.session();
    let theme = page.ui.theme;
    let commands: Vec<_> = session.turn_commands().rev().take(COMMANDS_MAX).collect();
    let commands = commands.into_iter().rev();
    let line = |(command, is_done): (&Command, bool)| {
        let style = if is_done { theme.faint() } else { theme.key() };
        Line::styled(format!("  {command}"), style)
    };
    let mut lines: Vec<_> = commands.map(line).collect();
    if let Some(rejection) = session.target_rejection() {
        lines.push(Line::styled(page.rejection_text(&rejection), theme.bad()));
    }
    if lines.is_empty() {
        lines.push(Line::styled(
            format!("  {}", page.ui.messages.text("commands-none")),
            theme.faint(),
        ));
    }
    lines
}

fn ship_lines(page: &GamePage<'_>) -> Vec<Line<'static>> {
    let (theme, messages, view) = (page.ui.theme, &page.ui.messages, &page.view);
    let Some(ship) = page.game.orders.ship(view) else {
        let title = Line::styled(messages.text("ship-none"), theme.title());
        return vec![title, enter_line(page, None)];
    };
    let ranges = page.session().ranges(ship);
    let name = names::ship(messages, view, ship.class(), ship.name().index);
    let head = names::field(view.observation(), ship.footprint().head);
    let title = format!("{} ({head})", names::capitalised(&name));
    let mut lines = vec![Line::styled(title, theme.title())];
    let cannon = match (ranges.cannon, ranges.cannon_range) {
        (None, _) => messages.text("range-none"),
        (Some(_), None) => messages.text("range-everywhere"),
        (Some(_), Some(range)) => range.to_string(),
    };
    let args = [
        ("radar", ranges.radar_range.into()),
        ("cannon", cannon.into()),
    ];
    lines.push(Line::from(messages.format("ship-ranges", &args)));
    let args = [
        ("moves", ranges.moves_left.into()),
        ("shots", ranges.shots_left.into()),
    ];
    lines.push(Line::from(messages.format("ship-left", &args)));
    lines.push(enter_line(page, Some(&ranges)));
    lines
}

/// What Enter does, or why it does nothing.
fn enter_line(page: &GamePage<'_>, ranges: Option<&ShipRanges>) -> Line<'static> {
    let (theme, messages, view) = (page.ui.theme, &page.ui.messages, &page.view);
    let (orders, cursor) = (&page.game.orders, page.game.cursor.pos);
    if page.game.is_computer_turn() {
        return Line::default();
    }
    let field = names::field(view.observation(), cursor);
    let at = [("field", field.into())];
    let ship = |name: ShipName| {
        let ship = names::ship(messages, view, name.class, name.index);
        [("ship", ship.into())]
    };
    match orders.enter_action(view, cursor) {
        EnterAction::Select(name) => Line::from(messages.format("aim-choose", &ship(name))),
        EnterAction::Deselect(name) => Line::from(messages.format("aim-let-go", &ship(name))),
        EnterAction::NeedsShip => Line::from(messages.text("choose-a-ship")),
        EnterAction::AddTarget => Line::styled(messages.format("aim-target", &at), theme.key()),
        EnterAction::BasicShot => Line::styled(messages.format("aim-shot", &at), theme.good()),
        EnterAction::Plane(_) => Line::styled(messages.format("aim-plane", &at), theme.key()),
        EnterAction::Move(..) => match orders.preview(page.session(), view) {
            Some(preview) => match &preview.rejection {
                Some(rejection) => Line::styled(page.rejection_text(rejection), theme.bad()),
                None if preview.is_uncertain => {
                    Line::styled(messages.text("aim-move-uncertain"), theme.key())
                }
                None => Line::styled(messages.text("aim-move"), theme.good()),
            },
            None => Line::default(),
        },
        EnterAction::Shoot(_) => match ranges {
            Some(ranges) if ranges.cannon.is_none() => {
                Line::from(messages.text("reason-ship-cannot-shoot"))
            }
            Some(ranges) if ranges.shots_left == 0 => {
                Line::from(messages.text("reason-too-many-shoots"))
            }
            Some(ranges) if ranges.reaches(cursor) => {
                Line::styled(messages.format("aim-shot", &at), theme.good())
            }
            _ => Line::from(messages.format("aim-far", &at)),
        },
    }
}

/// The number of rows.
fn rows(lines: &[Line<'_>]) -> u16 {
    u16::try_from(lines.len()).unwrap_or(u16::MAX)
}
