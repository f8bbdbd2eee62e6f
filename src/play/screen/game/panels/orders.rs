//! Where ships move: the selected ship and the commands of the turn.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::super::layout::rest;
use super::super::super::names;
use super::super::super::text::wrapped;
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
    let title = |id: &str| Line::styled(messages.text(id), theme.title());
    let mut lines = ship_lines(page);
    let is_thinking = page.game.is_computer_turn();
    let thinking = is_thinking.then(|| title("thinking"));
    lines.extend(page.notice_line().or(thinking));
    lines.push(title("panel-commands"));
    let mut lines = wrapped(lines, area.width);
    let commands = wrapped(command_lines(page), area.width);
    // The last commands, as many as leave room for the events.
    let room = usize::from(area.height).saturating_sub(lines.len());
    let skipped = commands.len().saturating_sub((room / 2).max(2));
    lines.extend(commands.into_iter().skip(skipped));
    let rest = rest(
        area,
        0,
        area.height
            .min(u16::try_from(lines.len()).unwrap_or(u16::MAX)),
    );
    Paragraph::new(lines).render(area, buffer);
    if rest.height > 1 {
        events::draw_entries(page, rest, buffer);
    }
}

fn command_lines(page: &GamePage<'_>) -> Vec<Line<'static>> {
    let (session, theme) = (page.session(), page.ui.theme);
    let commands = session.turn_commands().rev().take(COMMANDS_MAX);
    let lines = commands.map(|(command, is_done)| {
        let style = if is_done {
            theme.faint()
        } else {
            theme.title()
        };
        Line::styled(format!("  {command}"), style)
    });
    let mut lines: Vec<_> = lines.collect();
    lines.reverse();
    if let Err(rejection) = session.check_targets() {
        lines.push(Line::styled(page.rejection_text(&rejection), theme.bad()));
    }
    if lines.is_empty() {
        let none = format!("  {}", page.ui.messages.text("commands-none"));
        lines.push(Line::styled(none, theme.faint()));
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
    let cannon = match (ranges.cannon, ranges.cannon_range) {
        (None, _) => messages.text("range-none"),
        (Some(_), None) => messages.text("range-everywhere"),
        (Some(_), Some(range)) => range.to_string(),
    };
    let reach = [
        ("radar", ranges.radar_range.into()),
        ("cannon", cannon.into()),
    ];
    let left = [
        ("moves", ranges.moves_left.into()),
        ("shots", ranges.shots_left.into()),
    ];
    vec![
        Line::styled(title, theme.title()),
        Line::from(messages.format("ship-ranges", &reach)),
        Line::from(messages.format("ship-left", &left)),
        enter_line(page, Some(&ranges)),
    ]
}

/// What Enter does, or why it does nothing.
fn enter_line(page: &GamePage<'_>, ranges: Option<&ShipRanges>) -> Line<'static> {
    let (theme, messages, view) = (page.ui.theme, &page.ui.messages, &page.view);
    let (orders, cursor) = (&page.game.orders, page.game.cursor.pos);
    if page.game.is_computer_turn() {
        return Line::default();
    }
    let of_ship = |id: &str, name: ShipName| {
        let ship = names::ship(messages, view, name.class, name.index);
        messages.format(id, &[("ship", ship.into())])
    };
    let at_cursor = |id: &str| {
        let field = names::field(view.observation(), cursor);
        messages.format(id, &[("field", field.into())])
    };
    let (text, style) = match orders.enter_action(view, cursor) {
        EnterAction::Select(name) => (of_ship("aim-choose", name), Style::new()),
        EnterAction::Deselect(name) => (of_ship("aim-let-go", name), Style::new()),
        EnterAction::NeedsShip => (messages.text("choose-a-ship"), Style::new()),
        EnterAction::AddTarget => (at_cursor("aim-target"), theme.title()),
        EnterAction::Execute(Command::SpyFrom { .. }) => (at_cursor("aim-plane"), theme.title()),
        EnterAction::Execute(Command::Move { .. }) => {
            let preview = orders.preview(page.session(), view);
            match preview.map(|preview| (preview.rejection, preview.is_uncertain)) {
                Some((Some(rejection), _)) => (page.rejection_text(&rejection), theme.bad()),
                Some((None, true)) => (messages.text("aim-move-uncertain"), theme.title()),
                Some((None, false)) => (messages.text("aim-move"), theme.good()),
                None => return Line::default(),
            }
        }
        EnterAction::Execute(Command::ShootFrom { .. }) => match ranges {
            Some(ranges) if ranges.cannon.is_none() => {
                (messages.text("reason-ship-cannot-shoot"), Style::new())
            }
            Some(ranges) if ranges.shots_left == 0 => {
                (messages.text("reason-too-many-shoots"), Style::new())
            }
            Some(ranges) if ranges.reaches(cursor) => (at_cursor("aim-shot"), theme.good()),
            _ => (at_cursor("aim-far"), Style::new()),
        },
        EnterAction::Execute(_) => (at_cursor("aim-shot"), theme.good()),
    };
    Line::styled(text, style)
}
