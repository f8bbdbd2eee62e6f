//! The screen between the turns of two people: nothing of the boards is on it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::App;
use super::start_form::centre;

impl App {
    pub(super) fn draw_hidden_page(&self, area: Rect, buffer: &mut Buffer) {
        let Some(session) = &self.session else { return };
        let player = self.label(session.next());
        let args = [("player", player.into())];
        let middle = area.height / 2;
        let theme = self.theme;
        let glyph = if theme.is_ascii { "~ " } else { "≈ " };
        let wave = glyph.repeat(usize::from(area.width / 2));
        for row in [1, area.height.saturating_sub(2)] {
            buffer.set_stringn(
                area.x,
                area.y + row,
                &wave,
                area.width.into(),
                theme.water(),
            );
        }
        let title = self.messages.format("curtain-title", &args);
        centre(
            area,
            middle.saturating_sub(2),
            &title,
            theme.title(),
            buffer,
        );
        let text = self.messages.format("curtain-text", &args);
        centre(area, middle, &text, ratatui::style::Style::new(), buffer);
        let key = self.messages.text("curtain-key");
        centre(area, middle + 2, &key, theme.key(), buffer);
        if let Some(text) = self.notice_text() {
            centre(area, middle + 4, &text, theme.bad(), buffer);
        }
    }
}
