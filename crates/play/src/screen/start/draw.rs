//! Drawing the start page.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::board_widget::put;
use super::super::layout::rest;
use super::super::text::wrapped;
use super::super::ui::{Ui, draw_centred};
use super::{FormLine, StartPage};

const FIRST_ROW: u16 = 4;
const NAME_COLUMN: u16 = 3;
const VALUE_COLUMN: u16 = 26;
const NAME_WIDTH: usize = (VALUE_COLUMN - NAME_COLUMN - 1) as usize;

/// The line on a row of the screen when `first` is the first one shown.
pub(super) fn line_at(first: usize, y: u16) -> Option<usize> {
    Some(usize::from(y.checked_sub(FIRST_ROW)?) + first)
}

/// Whether a column belongs to the arrow that raises the value.
pub(super) const fn is_right_half(x: u16) -> bool {
    x >= VALUE_COLUMN + 2
}

impl StartPage {
    pub fn draw(&mut self, ui: &Ui, notice: Option<String>, area: Rect, buffer: &mut Buffer) {
        let notice = Line::styled(notice.unwrap_or_default(), ui.theme.bad());
        let notice = wrapped(vec![notice], area.width - NAME_COLUMN);
        let notice_rows = u16::try_from(notice.len()).unwrap_or(1);
        draw_head(ui, area, buffer);
        let form = rest(area, 0, FIRST_ROW);
        let parts = [
            Constraint::Fill(1),
            Constraint::Length(notice_rows),
            Constraint::Length(1),
        ];
        let [form, notice_area, footer] = Layout::vertical(parts).areas(form);
        self.show_chosen(form.height.into());
        let lines = self.lines();
        let shown = lines.iter().copied().enumerate().skip(self.first);
        for ((at, line), row) in shown.zip(form.rows()) {
            let more = if row.y == form.y && at > 0 {
                ui.theme.pick('↑', '^')
            } else if row.bottom() == form.bottom() && at + 1 < lines.len() {
                ui.theme.pick('↓', 'v')
            } else {
                ' '
            };
            put(buffer, row.x + 1, row.y, more, ui.theme.title());
            self.draw_line(line, line == self.chosen, ui, row, buffer);
        }
        Paragraph::new(notice).render(rest(notice_area, NAME_COLUMN, 0), buffer);
        let active = |id: &'static str| self.active_hint(id);
        ui.draw_hints(&Self::keys(), active, footer, buffer);
    }

    fn draw_line(&self, line: FormLine, is_chosen: bool, ui: &Ui, row: Rect, buffer: &mut Buffer) {
        let theme = ui.theme;
        let (name, value) = self.line_text(line, ui, NAME_WIDTH);
        let mut draw = |column: u16, end: u16, text: String, style: Style| {
            let width = usize::from(end - column);
            buffer.set_stringn(row.x + column, row.y, text, width, style);
        };
        if line.is_button() {
            let style = if is_chosen {
                theme.chosen()
            } else {
                theme.title()
            };
            draw(NAME_COLUMN, row.width, format!("[ {name} ]"), style);
            return;
        }
        draw(NAME_COLUMN, VALUE_COLUMN, format!(" {name}"), theme.title());
        let (left, right, style) = match (is_chosen, theme.is_ascii) {
            (false, _) => (' ', ' ', Style::new()),
            (true, false) => ('◂', '▸', theme.chosen()),
            (true, true) => ('<', '>', theme.chosen()),
        };
        draw(
            VALUE_COLUMN,
            row.width,
            format!("{left} {value} {right}"),
            style,
        );
    }
}

/// The title between waves, and the greeting.
fn draw_head(ui: &Ui, area: Rect, buffer: &mut Buffer) {
    let theme = ui.theme;
    let wave = if theme.is_ascii { "~^" } else { "≈~" };
    let waves: String = wave.chars().cycle().take(usize::from(area.width)).collect();
    for row in [0, 2] {
        buffer.set_string(area.x, area.y + row, &waves, theme.water());
    }
    let title = "A  D  M  I  R  A  L  T  Y";
    draw_centred(area, 1, title, theme.title(), buffer);
    let greeting = ui.messages.text("greeting");
    draw_centred(area, 3, &greeting, Style::new(), buffer);
}
