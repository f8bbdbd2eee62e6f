//! Drawing the start page.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::board_widget::put;
use super::super::hints;
use super::super::text_layout::wrapped;
use super::super::ui::{Ui, draw_centred};
use super::{FormLine, StartPage};
use crate::play::screen::ScreenPage;

/// The first row with a line.
const FIRST_ROW: u16 = 4;
const NAME_COLUMN: u16 = 3;
const VALUE_COLUMN: u16 = 26;
/// The width of the name of a line.
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
        let theme = ui.theme;
        let notice = Line::styled(notice.unwrap_or_default(), theme.bad());
        let notice = wrapped(vec![notice], area.width - NAME_COLUMN);
        let notice_rows = u16::try_from(notice.len()).unwrap_or(1);
        draw_head(ui, area, buffer);
        let rows = area.height.saturating_sub(FIRST_ROW + notice_rows + 1);
        self.show_chosen(rows.into());
        let lines = self.lines();
        let shown = lines.iter().copied().enumerate().skip(self.first);
        for (row, (at, line)) in (0..rows).zip(shown) {
            let y = area.y + FIRST_ROW + row;
            let more = if row == 0 && at > 0 {
                theme.pick('↑', '^')
            } else if row + 1 == rows && at + 1 < lines.len() {
                theme.pick('↓', 'v')
            } else {
                ' '
            };
            put(buffer, area.x + 1, y, more, theme.key());
            self.draw_line(line, at == self.line, ui, Rect { y, ..area }, buffer);
        }
        let at = Rect {
            x: area.x + NAME_COLUMN,
            y: area.bottom() - 1 - notice_rows,
            width: area.width - NAME_COLUMN,
            height: notice_rows,
        };
        Paragraph::new(notice).render(at, buffer);
        let footer = Rect {
            y: area.bottom() - 1,
            height: 1,
            ..area
        };
        let active = |id: &'static str| self.active_hint(id);
        hints::draw(ui, ScreenPage::Start, None, active, footer, buffer);
    }

    fn draw_line(&self, line: FormLine, is_chosen: bool, ui: &Ui, at: Rect, buffer: &mut Buffer) {
        let theme = ui.theme;
        let (name, value) = self.line_text(line, ui, NAME_WIDTH);
        let width = usize::from(at.width);
        if matches!(line, FormLine::Begin | FormLine::LastGame) {
            let style = if is_chosen {
                theme.chosen()
            } else {
                theme.key()
            };
            let text = format!("[ {name} ]");
            buffer.set_stringn(at.x + NAME_COLUMN, at.y, text, width, style);
            return;
        }
        buffer.set_stringn(
            at.x + NAME_COLUMN,
            at.y,
            format!(" {name}"),
            usize::from(VALUE_COLUMN - NAME_COLUMN),
            theme.title(),
        );
        let (left, right, style) = match (is_chosen, theme.is_ascii) {
            (false, _) => (' ', ' ', Style::new()),
            (true, false) => ('◂', '▸', theme.chosen()),
            (true, true) => ('<', '>', theme.chosen()),
        };
        buffer.set_stringn(
            at.x + VALUE_COLUMN,
            at.y,
            format!("{left} {value} {right}"),
            width - usize::from(VALUE_COLUMN),
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
    draw_centred(area, 3, &greeting, theme.label(), buffer);
}
