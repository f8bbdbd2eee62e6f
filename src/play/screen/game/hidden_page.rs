//! The page between the turns of two people, without boards.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;

use super::super::ui::{Ui, draw_centred};
use super::texts::GameTexts;

pub(super) fn draw(
    ui: &Ui,
    texts: &GameTexts<'_>,
    notice: Option<&str>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let (theme, messages) = (ui.theme, &ui.messages);
    let glyph = if theme.is_ascii { "~ " } else { "≈ " };
    let wave = glyph.repeat(usize::from(area.width / 2));
    let width = usize::from(area.width);
    for row in [1, area.height.saturating_sub(2)] {
        buffer.set_stringn(area.x, area.y + row, &wave, width, theme.water());
    }
    let args = [("player", texts.label(texts.session.next()).into())];
    let middle = area.height / 2;
    let mut draw = |row: u16, text: &str, style: Style| {
        draw_centred(area, row, text, style, buffer);
    };
    let title = messages.format("curtain-title", &args);
    draw(middle.saturating_sub(2), &title, theme.title());
    let text = messages.format("curtain-text", &args);
    draw(middle, &text, Style::new());
    draw(middle + 2, &messages.text("curtain-key"), theme.key());
    if let Some(notice) = notice {
        draw(middle + 4, notice, theme.bad());
    }
}
