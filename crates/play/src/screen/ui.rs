//! Tools with which every page is drawn: the language and the theme, the line of keys, boxes, and
//! texts that are fitted into columns or edited.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Widget, Wrap};
use tui_input::{Input, InputRequest};
use unicode_truncate::{Alignment, UnicodeTruncateStr};
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

    /// The name of a key in a hint: the label itself, or a message.
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

    /// Draws the keys of a page that have an effect, as many as fit. `active` returns the id of the
    /// message that says what a key does now.
    pub fn draw_hints(
        &self,
        keys: &Keys,
        active: impl Fn(&'static str) -> Option<&'static str>,
        area: Rect,
        buffer: &mut Buffer,
    ) {
        /// Hints that are never cut off: how to end the turn, save, get help and quit.
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

    /// Draws the message that the terminal is too small.
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

/// Wraps lines of one style each at blanks.
pub(super) fn wrapped(lines: Vec<Line<'_>>, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width.max(1));
    let cut = |line: Line<'_>| {
        let style = line.style;
        let text = line.to_string();
        let indent = if text.starts_with([' ', '•', '*']) {
            "  "
        } else {
            ""
        };
        let options = textwrap::Options::new(width).subsequent_indent(indent);
        let rows = textwrap::wrap(&text, options).into_iter();
        let rows = rows.map(|row| Line::styled(row.into_owned(), style));
        rows.collect::<Vec<_>>()
    };
    lines.into_iter().flat_map(cut).collect()
}

/// Pads a text with blanks to a width, or cuts it.
pub(super) fn padded(text: &str, width: usize) -> String {
    text.unicode_pad(width, Alignment::Left, true).into_owned()
}

/// Edits a text of limited length.
pub(super) fn edit(input: &mut Input, request: InputRequest, chars_max: usize) {
    let is_full = input.value().chars().count() >= chars_max;
    if !(is_full && matches!(request, InputRequest::InsertChar(_))) {
        input.handle(request);
    }
}

/// The part of the text around the cursor that fits.
pub(super) fn entry(input: &Input, width: usize) -> Line<'static> {
    let letters: Vec<char> = input.value().chars().collect();
    let at = input.cursor().min(letters.len());
    let is_seen = |first: &usize| {
        let shown: String = letters[*first..].iter().take(at + 1 - first).collect();
        shown.width() + usize::from(at == letters.len()) <= width
    };
    let first = (0..at).find(is_seen).unwrap_or(at);
    let before: String = letters[first..at].iter().collect();
    let under: String = letters.get(at).copied().unwrap_or(' ').into();
    let after: String = letters.iter().skip(at + 1).collect();
    let used = Line::from(vec![Span::raw(&*before), Span::raw(&*under)]).width();
    let after = padded(&after, width.saturating_sub(used));
    Line::from(vec![
        Span::raw(before),
        Span::raw(under).patch_style(Modifier::REVERSED),
        Span::raw(after),
    ])
}

/// Replaces characters that are not ASCII, such as letters with accents. Glyphs are drawn in ASCII
/// from the start.
pub(super) fn to_ascii(buffer: &mut Buffer) {
    for cell in &mut buffer.content {
        if !cell.symbol().is_ascii() {
            let letter = cell.symbol().chars().next().unwrap_or('?');
            cell.set_char(plain(letter));
        }
    }
}

/// The closest ASCII character.
fn plain(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' => 'a',
        'À' | 'Á' | 'Â' | 'Ã' | 'Ä' => 'A',
        'è' | 'é' | 'ê' => 'e',
        'È' | 'É' | 'Ê' => 'E',
        'ì' | 'í' => 'i',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' => 'o',
        'Ò' | 'Ó' | 'Ö' | 'Õ' => 'O',
        'ù' | 'ú' | 'ü' => 'u',
        'Ù' | 'Ú' | 'Ü' => 'U',
        'ç' => 'c',
        'ß' => 's',
        '×' => 'x',
        '·' | '–' | '─' => '-',
        '│' => '|',
        '┌' | '┐' | '└' | '┘' => '+',
        '…' => '.',
        '■' => '=',
        '↑' => '^',
        '↓' => 'v',
        '←' => '<',
        '→' => '>',
        '’' => '\'',
        _ => '?',
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cursor is always visible, and the text never too wide.
    #[test]
    fn a_long_text_is_scrolled() {
        for text in [
            "",
            "game.ships",
            "/a/long/path/that/goes/on.ships",
            "Flöße/日本",
        ] {
            let mut input = Input::from(text);
            for _ in 0..=text.chars().count() {
                let line = entry(&input, 12);
                assert_eq!(line.width(), 12, "{line:?}");
                let under = text.chars().nth(input.cursor()).unwrap_or(' ');
                assert_eq!(line.spans[1].content, under.to_string());
                edit(&mut input, InputRequest::GoToPrevChar, 99);
            }
        }
        let mut input = Input::from("abc");
        edit(&mut input, InputRequest::InsertChar('d'), 3);
        assert_eq!(input.value(), "abc");
        edit(&mut input, InputRequest::DeletePrevChar, 3);
        assert_eq!(input.value(), "ab");
    }
}
