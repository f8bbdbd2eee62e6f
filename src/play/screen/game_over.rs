//! What a game has come to, when it is over.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::app::App;
use super::names;
use super::panel::padded;
use crate::play::{PlayerStats, Stage};
use crate::player::Player;
use crate::rules::ShipClass;

impl App {
    /// What the game has come to.
    pub(super) fn draw_stats(&self, area: Rect, is_wide: bool, buffer: &mut Buffer) {
        let Some(session) = &self.session else { return };
        let Stage::Over(winner) = session.stage() else {
            return;
        };
        let stats = Player::BOTH.map(|player| session.stats(player).unwrap_or_default());
        let banner = self.victory_text(winner);
        let style = self.victory_style(winner);
        let rule = if self.theme.is_ascii { "=" } else { "━" };
        let width = usize::from(area.width).min(banner.width() + 8);
        buffer.set_stringn(
            area.x,
            area.y,
            format!("*** {banner} ***"),
            width + 4,
            style,
        );
        // The line below is given up where all figures need the room.
        let rows = self.stat_lines(&stats, area.width).len();
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
            let general = self.stat_lines(&stats, left.width);
            let by_class = self.class_lines(&stats, right.width);
            Paragraph::new(general).render(left, buffer);
            Paragraph::new(by_class).render(right, buffer);
        } else {
            let mut lines = self.stat_lines(&stats, body.width);
            let by_class = self.class_lines(&stats, body.width);
            let rows = lines.len() + by_class.len();
            if rows < usize::from(body.height) {
                lines.push(Line::default());
            }
            lines.extend(by_class);
            Paragraph::new(lines).render(body, buffer);
        }
        if let Some(text) = self.notice_text() {
            let line = Line::styled(text, self.theme.bad());
            let at = Rect {
                y: area.bottom().saturating_sub(1),
                height: 1,
                ..area
            };
            Paragraph::new(line).render(at, buffer);
        }
    }

    fn stat_lines(&self, stats: &[PlayerStats; 2], width: u16) -> Vec<Line<'static>> {
        let messages = &self.messages;
        let percent = |stats: &PlayerStats| match stats.precision() {
            Some(precision) => format!("{} %", messages.decimal(precision)),
            None => "-".to_owned(),
        };
        let ships_move = self
            .session
            .as_ref()
            .is_some_and(|session| !session.rules().announces_shots());
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
        let names = self.short_names();
        let title = messages.text("panel-figures");
        let mut lines = vec![row(&title, &names, &names, width, self.theme.title())];
        for (id, cells) in rows {
            lines.push(row(&messages.text(id), &cells, &names, width, Style::new()));
        }
        lines
    }

    /// What the columns are called: letters, unless one of both is a person.
    fn short_names(&self) -> [String; 2] {
        let is_only_person = self
            .session
            .as_ref()
            .is_some_and(|session| session.people() == 1);
        Player::BOTH.map(|player| {
            if is_only_person {
                self.name(player)
            } else {
                self.label(player)
            }
        })
    }

    fn class_lines(&self, stats: &[PlayerStats; 2], width: u16) -> Vec<Line<'static>> {
        let Some(session) = &self.session else {
            return Vec::new();
        };
        if stats[0].by_class.is_empty() {
            return Vec::new();
        }
        let messages = &self.messages;
        let names = self.short_names();
        let mut lines = vec![row(
            &messages.text("panel-by-class"),
            &names,
            &names,
            width,
            self.theme.title(),
        )];
        let view = session.view(self.viewer);
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
            let name = names::capitalised(&names::class(messages, session.rules(), class));
            let hits = stats
                .each_ref()
                .map(|stats| stats.by_class[at].1.to_string());
            lines.push(row(&name, &hits, &names, width, Style::new()));
        }
        lines
    }
}

/// A name, and what both players have of it, in columns that their names fit. If there
/// is little room, names are cut.
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
