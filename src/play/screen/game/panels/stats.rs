//! Statistics of both players when the game is over.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::super::super::names;
use super::super::super::text_layout::padded;
use super::super::page::GamePage;
use crate::play::PlayerStats;
use crate::player::Player;
use crate::rules::ShipClass;

/// Draws the winner and the statistics of both players.
pub(super) fn draw(
    page: &GamePage<'_>,
    winner: Player,
    area: Rect,
    is_wide: bool,
    buffer: &mut Buffer,
) {
    let session = page.session();
    let stats = Player::BOTH.map(|player| session.stats(player).unwrap_or_default());
    let (banner, style) = page.texts.victory_text(winner);
    let rule = if page.ui.theme.is_ascii { "=" } else { "━" };
    let width = usize::from(area.width).min(banner.width() + 8);
    buffer.set_stringn(
        area.x,
        area.y,
        format!("*** {banner} ***"),
        width + 4,
        style,
    );
    // The line below is left out if the statistics need the room.
    let rows = stat_lines(page, &stats, area.width).len();
    let head = if usize::from(area.height) > 1 + rows {
        2
    } else {
        1
    };
    if head > 1 {
        buffer.set_stringn(area.x, area.y + 1, rule.repeat(width), width, style);
    }
    let body = Rect {
        y: area.y + head,
        height: area.height.saturating_sub(head),
        ..area
    };
    if is_wide {
        let halves = [Constraint::Percentage(50), Constraint::Percentage(50)];
        let [left, right] = Layout::horizontal(halves).spacing(2).areas(body);
        let general = stat_lines(page, &stats, left.width);
        let by_class = class_lines(page, &stats, right.width);
        Paragraph::new(general).render(left, buffer);
        Paragraph::new(by_class).render(right, buffer);
    } else {
        let mut lines = stat_lines(page, &stats, body.width);
        let by_class = class_lines(page, &stats, body.width);
        let rows = lines.len() + by_class.len();
        if rows < usize::from(body.height) {
            lines.push(Line::default());
        }
        lines.extend(by_class);
        Paragraph::new(lines).render(body, buffer);
    }
    if let Some(text) = page.notice.clone() {
        let line = Line::styled(text, page.ui.theme.bad());
        let at = Rect {
            y: area.bottom().saturating_sub(1),
            height: 1,
            ..area
        };
        Paragraph::new(line).render(at, buffer);
    }
}

fn stat_lines(page: &GamePage<'_>, stats: &[PlayerStats; 2], width: u16) -> Vec<Line<'static>> {
    let messages = &page.ui.messages;
    let percent = |stats: &PlayerStats| match stats.hit_rate() {
        Some(rate) => format!("{} %", messages.decimal(rate)),
        None => "-".to_owned(),
    };
    let ships_move = page.game.ships_move();
    let mut rows = vec![
        (
            "figure-turns",
            stats.each_ref().map(|f| f.turns.to_string()),
        ),
        (
            "figure-shots",
            stats.each_ref().map(|f| f.shots.to_string()),
        ),
        ("figure-hits", stats.each_ref().map(|f| f.hits.to_string())),
        ("figure-precision", stats.each_ref().map(percent)),
        ("figure-sunk", stats.each_ref().map(|f| f.sunk.to_string())),
    ];
    if ships_move {
        rows.push((
            "figure-moves",
            stats.each_ref().map(|f| f.moves.to_string()),
        ));
        rows.push((
            "figure-planes",
            stats.each_ref().map(|f| f.planes.to_string()),
        ));
    }
    let names = short_names(page);
    let title = messages.text("panel-figures");
    let mut lines = vec![row(&title, &names, &names, width, page.ui.theme.title())];
    for (id, cells) in rows {
        lines.push(row(&messages.text(id), &cells, &names, width, Style::new()));
    }
    lines
}

/// The titles of the columns: letters, unless one of the players is a person.
fn short_names(page: &GamePage<'_>) -> [String; 2] {
    let is_only_person = page.session().people() == 1;
    Player::BOTH.map(|player| {
        if is_only_person {
            page.texts.name(player)
        } else {
            page.texts.label(player)
        }
    })
}

fn class_lines(page: &GamePage<'_>, stats: &[PlayerStats; 2], width: u16) -> Vec<Line<'static>> {
    if stats[0].by_class.is_empty() {
        return Vec::new();
    }
    let messages = &page.ui.messages;
    let names = short_names(page);
    let mut lines = vec![row(
        &messages.text("panel-by-class"),
        &names,
        &names,
        width,
        page.ui.theme.title(),
    )];
    let view = &page.view;
    let is_there = |class: &ShipClass| {
        let observation = view.observation();
        Player::BOTH
            .iter()
            .any(|player| observation.count(*player, class) > 0)
    };
    for (at, (class, _)) in stats[0].by_class.iter().enumerate() {
        if !is_there(class) {
            continue;
        }
        let name = names::capitalised(&names::class(messages, page.view.rules(), class));
        let hits = stats
            .each_ref()
            .map(|stats| stats.by_class[at].1.to_string());
        lines.push(row(&name, &hits, &names, width, Style::new()));
    }
    lines
}

/// A name and the values of both players, in columns that fit their names. If there is
/// little room, names are cut.
fn row(
    name: &str,
    cells: &[String; 2],
    names: &[String; 2],
    width: u16,
    style: Style,
) -> Line<'static> {
    const NAME: usize = 18;
    const NAME_MIN: usize = 12;
    const CELL_MIN: usize = 9;
    let width = usize::from(width);
    let widest = names.iter().map(|name| name.width() + 2).max();
    let most = width.saturating_sub(NAME_MIN) / 2;
    let cell_width = widest.unwrap_or(0).max(CELL_MIN).min(most);
    let room = width.saturating_sub(2 * cell_width).min(NAME);
    let cell = |text: &str| {
        let text = padded(text, text.width().min(cell_width.saturating_sub(1)));
        format!(
            "{}{text}",
            " ".repeat(cell_width.saturating_sub(text.width()))
        )
    };
    let name = padded(name, room);
    Line::styled(
        format!("{name}{}{}", cell(&cells[0]), cell(&cells[1])),
        style,
    )
}
