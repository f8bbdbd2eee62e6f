//! Fitting texts into columns, editing a line of text, and screens in ASCII only.

use ratatui::buffer::Buffer;
use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use tui_input::{Input, InputRequest};
use unicode_truncate::{Alignment, UnicodeTruncateStr};
use unicode_width::UnicodeWidthStr;

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

/// Replaces what is left of other characters: letters with accents. Glyphs are drawn in
/// ASCII from the start.
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
