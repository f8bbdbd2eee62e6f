//! What every page draws with: the language and the theme.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Block, Clear, Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::Theme;
use crate::play::{Language, Messages};

/// The language and the look of the screen.
pub(super) struct Ui {
    pub messages: Messages,
    pub theme: Theme,
}

impl Ui {
    pub fn new(language: Language, theme: Theme) -> Self {
        let messages = Messages::new(language).in_ascii(theme.is_ascii);
        Self { messages, theme }
    }

    /// Changes the language if it is another one.
    pub fn set_language(&mut self, language: Language) {
        if language != self.messages.language() {
            *self = Self::new(language, self.theme);
        }
    }

    /// The name of a key in a hint: itself, or a message.
    pub fn key_text(&self, key: &str) -> String {
        if key.starts_with("key-") {
            self.messages.text(key)
        } else {
            key.to_owned()
        }
    }

    /// The name of a key that was pressed.
    pub fn pressed_key_text(&self, key: KeyEvent) -> String {
        let held = [
            (KeyModifiers::CONTROL, "Ctrl+"),
            (KeyModifiers::ALT, "Alt+"),
        ];
        let held = held
            .into_iter()
            .filter(|(modifier, _)| key.modifiers.contains(*modifier));
        let held: String = held.map(|(_, name)| name).collect();
        match key.code {
            KeyCode::Enter => self.messages.text("key-enter"),
            code => format!("{held}{code}"),
        }
    }

    /// Draws lines in a box in the middle of an area.
    pub fn draw_box(&self, area: Rect, lines: Vec<Line<'_>>, buffer: &mut Buffer) {
        let widest = lines.iter().map(Line::width).max().unwrap_or(0);
        let width = u16::try_from(widest + 4)
            .unwrap_or(u16::MAX)
            .min(area.width);
        let height = u16::try_from(lines.len() + 2)
            .unwrap_or(u16::MAX)
            .min(area.height);
        let at = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        Clear.render(at, buffer);
        let block = Block::bordered().border_style(self.theme.label());
        let inner = block.inner(at);
        block.render(at, buffer);
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        Paragraph::new(lines).render(inner, buffer);
    }
}

/// Draws a text in the middle of a row.
pub(super) fn draw_centred(area: Rect, row: u16, text: &str, style: Style, buffer: &mut Buffer) {
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    let x = area.x + area.width.saturating_sub(width) / 2;
    buffer.set_stringn(x, area.y + row, text, area.width.into(), style);
}
