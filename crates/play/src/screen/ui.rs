//! What every page draws with: the language and the theme, the line of keys, and boxes.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Widget, Wrap};
use unicode_width::UnicodeWidthStr;

use super::keys::Keys;
use super::{COLUMNS_MIN, ROWS_MIN, Theme};
use crate::{Language, Messages};

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

    pub fn title(&self, id: &str) -> Line<'static> {
        Line::styled(self.messages.text(id), self.theme.title())
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
    pub fn pressed_key(&self, key: KeyEvent) -> String {
        if key.code == KeyCode::Enter {
            return self.messages.text("key-enter");
        }
        let mut held = String::new();
        for (modifier, name) in [
            (KeyModifiers::CONTROL, "Ctrl+"),
            (KeyModifiers::ALT, "Alt+"),
        ] {
            if key.modifiers.contains(modifier) {
                held += name;
            }
        }
        format!("{held}{}", key.code)
    }

    /// Draws the keys of a page that have an effect, as many as fit. `active` gives the id of
    /// the message for what a key does now.
    pub fn draw_hints(
        &self,
        keys: &Keys,
        active: impl Fn(&'static str) -> Option<&'static str>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        /// What is never cut off: the way out of a turn, and of the game.
        const KEPT: [&str; 4] = ["hint-end", "hint-save", "hint-help", "hint-quit"];
        let keys = keys.hints.iter().filter_map(|hint| {
            let id = active(hint.id)?;
            let key = Span::styled(self.key_text(hint.label), self.theme.title());
            let text = Span::raw(format!(" {}  ", self.messages.text(id)));
            Some((key.width() + text.width(), [key, text], KEPT.contains(&id)))
        });
        let keys: Vec<_> = keys.collect();
        let kept = keys.iter().filter(|(_, _, is_kept)| *is_kept);
        let kept: usize = kept.map(|(width, ..)| width).sum();
        // No blank is needed after the last one.
        let mut room = (usize::from(area.width) + 1).saturating_sub(kept);
        let mut line = Line::from(" ");
        let mut is_full = false;
        for (width, spans, is_kept) in keys {
            if !is_kept {
                is_full |= width > room;
                if is_full {
                    continue;
                }
                room -= width;
            }
            line.spans.extend(spans);
        }
        line.render(area, buffer);
    }

    /// Says that the terminal is too small.
    pub fn draw_too_small(&self, area: Rect, buffer: &mut Buffer) {
        let args = [
            ("columns", COLUMNS_MIN.into()),
            ("rows", ROWS_MIN.into()),
            ("width", area.width.into()),
            ("height", area.height.into()),
        ];
        let text = self.messages.format("too-small", &args);
        let text = Paragraph::new(text).wrap(Wrap { trim: true });
        text.render(area, buffer);
    }
}

/// Draws lines in a box in the middle of an area.
pub(super) fn draw_box(area: Rect, lines: Vec<Line<'_>>, buffer: &mut Buffer) {
    let narrow = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let widest = lines.iter().map(Line::width).max().unwrap_or(0);
    let width = narrow(widest + 4).min(area.width);
    let height = narrow(lines.len() + 2).min(area.height);
    let x = area.x + (area.width - width) / 2;
    let at = Rect::new(x, area.y + (area.height - height) / 2, width, height);
    let block = Block::bordered().padding(Padding::horizontal(1));
    Clear.render(at, buffer);
    Paragraph::new(lines).block(block).render(at, buffer);
}

/// Draws a text in the middle of a row.
pub(super) fn draw_centred(area: Rect, row: u16, text: &str, style: Style, buffer: &mut Buffer) {
    let width = u16::try_from(text.width()).unwrap_or(u16::MAX);
    let x = area.x + area.width.saturating_sub(width) / 2;
    buffer.set_stringn(x, area.y + row, text, area.width.into(), style);
}
