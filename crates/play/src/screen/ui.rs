//! Tools with which every page is drawn: the language and the theme, the line of keys, boxes, and
//! texts that are fitted into columns or edited.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Padding, Paragraph, Widget, Wrap};
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use super::keys::{Keys, TextChange};
use super::layout::is_narrow;
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
        let is_narrow = is_narrow(area.width);
        let kept = if is_narrow { &KEPT[2..] } else { &KEPT };
        let keys = keys.hints.iter().filter_map(|hint| {
            let id = active(hint.id).filter(|id| !is_narrow || *id != "hint-cursor")?;
            let key = Span::styled(self.key_text(hint.label), self.theme.title());
            let text = Span::raw(format!(" {}  ", self.messages.text(id)));
            Some((key.width() + text.width(), [key, text], kept.contains(&id)))
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

/// The columns of a box that are not for its text.
pub(super) const BOX_COLUMNS: u16 = 4;
/// The rows of a box that are not for its text.
pub(super) const BOX_ROWS: u16 = 2;

/// Draws lines in a box in the middle of an area.
pub(super) fn draw_box(area: Rect, lines: Vec<Line<'static>>, buffer: &mut Buffer) {
    let lines = fitted(lines, area.width.saturating_sub(BOX_COLUMNS));
    let narrow = |length: usize| u16::try_from(length).unwrap_or(u16::MAX);
    let widest = lines.iter().map(Line::width).max().unwrap_or(0);
    let width = (narrow(widest) + BOX_COLUMNS).min(area.width);
    let height = (narrow(lines.len()) + BOX_ROWS).min(area.height);
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

/// Wraps the lines that are too wide.
pub(super) fn fitted(lines: Vec<Line<'static>>, width: u16) -> Vec<Line<'static>> {
    let fit = |line: Line<'static>| {
        if line.width() <= usize::from(width) {
            vec![line]
        } else {
            wrapped(vec![line], width)
        }
    };
    lines.into_iter().flat_map(fit).collect()
}

/// Pads a text with blanks to a width, or cuts it.
pub(super) fn padded(text: &str, width: usize) -> String {
    let text = cut(text, width);
    text.to_owned() + &" ".repeat(width.saturating_sub(text.width()))
}

/// The beginning of a text that is not wider than this.
pub(super) fn cut(text: &str, width: usize) -> &str {
    let mut used = 0;
    let end = text.char_indices().find(|(_, letter)| {
        used += letter.width().unwrap_or(0);
        used > width
    });
    end.map_or(text, |(at, _)| &text[..at])
}

/// Edits a text of limited length.
pub(super) fn edit(text: &mut String, change: TextChange, chars_max: usize) {
    match change {
        TextChange::Append(letter) if text.chars().count() < chars_max => text.push(letter),
        TextChange::Append(_) => {}
        TextChange::DeleteLetter => {
            text.pop();
        }
        TextChange::DeleteWord => {
            let word_and_before = text.trim_end_matches(|letter: char| !letter.is_alphanumeric());
            let before = word_and_before.trim_end_matches(char::is_alphanumeric);
            text.truncate(before.len());
        }
        TextChange::DeleteAll => text.clear(),
    }
}

/// The end of a text that is typed, as much as fits before the cursor.
pub(super) fn entry(text: &str, width: usize) -> Line<'static> {
    let mut starts = text.char_indices().map(|(at, _)| at);
    let start = starts.find(|&at| text[at..].width() < width);
    let shown = &text[start.unwrap_or(text.len())..];
    let blanks = width.saturating_sub(shown.width() + 1);
    Line::from(vec![
        Span::raw(shown.to_owned()),
        Span::raw(" ").patch_style(Modifier::REVERSED),
        Span::raw(" ".repeat(blanks)),
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
        '\u{a0}' => ' ',
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

/// A row of a table: a name, and a value of each player in columns of these widths.
pub fn row(name: &str, name_width: usize, cells: [&str; 2], widths: [usize; 2]) -> String {
    let mut row = padded(name, name_width);
    for (cell, width) in cells.into_iter().zip(widths) {
        row += &" ".repeat(width.saturating_sub(cell.width()));
        row += cell;
    }
    row
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The cursor is always visible, after the end of the text, and the line never too wide.
    #[test]
    fn a_long_text_is_scrolled() {
        for text in [
            "",
            "game.ships",
            "/a/long/path/that/goes/on.ships",
            "Flöße/日本",
        ] {
            let line = entry(text, 12);
            assert_eq!(line.width(), 12, "{line:?}");
            assert!(text.ends_with(&*line.spans[0].content), "{line:?}");
            assert!(text.width() >= 12 || line.spans[0].content == text);
            assert_eq!(line.spans[1].content, " ");
        }
    }

    #[test]
    fn a_text_is_edited_at_its_end() {
        let mut text = String::from("games/Flöße.ships");
        for (change, expected) in [
            (TextChange::Append('x'), "games/Flöße.ships"),
            (TextChange::DeleteWord, "games/Flöße."),
            (TextChange::DeleteWord, "games/"),
            (TextChange::Append('日'), "games/日"),
            (TextChange::DeleteLetter, "games/"),
            (TextChange::DeleteAll, ""),
            (TextChange::DeleteLetter, ""),
            (TextChange::DeleteWord, ""),
        ] {
            edit(&mut text, change, 17);
            assert_eq!(text, expected, "{change:?}");
        }
    }

    #[test]
    fn a_text_that_is_padded_has_the_width() {
        for text in ["", "abc", "Flöße", "日本日本"] {
            for width in 0..10 {
                assert_eq!(padded(text, width).width(), width, "{text}");
                assert!(text.starts_with(cut(text, width)), "{text}");
            }
        }
    }
}
