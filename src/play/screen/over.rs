//! What a game has come to, when it is over.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::app::App;
use super::panel::padded;
use super::spell;
use crate::play::{Figures, Stage};
use crate::vocabulary::Player;

impl App {
    /// What the game has come to.
    pub(super) fn draw_figures(&self, area: Rect, is_wide: bool, buffer: &mut Buffer) {
        let Some(table) = &self.table else { return };
        let Stage::Over(winner) = table.stage() else {
            return;
        };
        let figures = Player::BOTH.map(|player| table.figures(player).unwrap_or_default());
        let banner = self.victory_in_words(winner);
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
        buffer.set_stringn(area.x, area.y + 1, rule.repeat(width), width, style);
        let general = self.figure_lines(&figures);
        let by_class = self.class_lines(&figures);
        let body = Rect {
            y: area.y + 2,
            height: area.height.saturating_sub(2),
            ..area
        };
        if is_wide {
            let halves = [Constraint::Percentage(50), Constraint::Percentage(50)];
            let [left, right] = Layout::horizontal(halves).spacing(2).areas(body);
            Paragraph::new(general).render(left, buffer);
            Paragraph::new(by_class).render(right, buffer);
        } else {
            let mut lines = general;
            lines.push(Line::default());
            lines.extend(by_class);
            Paragraph::new(lines).render(body, buffer);
        }
        if let Some(text) = self.notice_in_words() {
            let line = Line::styled(text, self.theme.bad());
            let at = Rect {
                y: area.bottom().saturating_sub(1),
                height: 1,
                ..area
            };
            Paragraph::new(line).render(at, buffer);
        }
    }

    fn figure_lines(&self, figures: &[Figures; 2]) -> Vec<Line<'static>> {
        let words = &self.words;
        let percent = |figures: &Figures| match figures.precision() {
            Some(precision) => format!("{precision:.1} %"),
            None => "-".to_owned(),
        };
        let is_sea = self
            .table
            .as_ref()
            .is_some_and(|table| !table.rules().announces_shots());
        let mut rows = vec![
            (
                "figure-turns",
                figures.each_ref().map(|f| f.turns.to_string()),
            ),
            (
                "figure-shots",
                figures.each_ref().map(|f| f.shots.to_string()),
            ),
            (
                "figure-hits",
                figures.each_ref().map(|f| f.hits.to_string()),
            ),
            ("figure-precision", figures.each_ref().map(percent)),
            (
                "figure-sunk",
                figures.each_ref().map(|f| f.sunk.to_string()),
            ),
        ];
        if is_sea {
            rows.push((
                "figure-moves",
                figures.each_ref().map(|f| f.moves.to_string()),
            ));
            rows.push((
                "figure-planes",
                figures.each_ref().map(|f| f.planes.to_string()),
            ));
        }
        let names = self.short_names();
        let mut lines = vec![row(&words.say("panel-figures"), &names, self.theme.title())];
        for (id, cells) in rows {
            lines.push(row(&words.say(id), &cells, Style::new()));
        }
        lines
    }

    /// What the columns are called: letters, unless one of both is a person.
    fn short_names(&self) -> [String; 2] {
        let is_only_person = self.table.as_ref().is_some_and(|table| table.people() == 1);
        Player::BOTH.map(|player| {
            if is_only_person {
                self.name(player)
            } else {
                player.to_string()
            }
        })
    }

    fn class_lines(&self, figures: &[Figures; 2]) -> Vec<Line<'static>> {
        let Some(table) = &self.table else {
            return Vec::new();
        };
        if figures[0].by_class.is_empty() {
            return Vec::new();
        }
        let words = &self.words;
        let names = self.short_names();
        let mut lines = vec![row(
            &words.say("panel-by-class"),
            &names,
            self.theme.title(),
        )];
        for (at, (class, _)) in figures[0].by_class.iter().enumerate() {
            let name = spell::capitalised(&spell::class(words, table.rules(), class));
            let hits = figures
                .each_ref()
                .map(|figures| figures.by_class[at].1.to_string());
            lines.push(row(&name, &hits, Style::new()));
        }
        lines
    }
}

/// A name, and what both players have of it.
fn row(name: &str, cells: &[String; 2], style: Style) -> Line<'static> {
    const NAME: usize = 18;
    const CELL: usize = 9;
    let cell = |text: &str| {
        let text: String = text.chars().take(CELL - 1).collect();
        let blanks = CELL.saturating_sub(text.width());
        format!("{}{text}", " ".repeat(blanks))
    };
    Line::styled(
        format!(
            "{}{}{}",
            padded(name, NAME),
            cell(&cells[0]),
            cell(&cells[1])
        ),
        style,
    )
}
