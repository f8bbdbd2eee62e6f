//! A text entry of one line.

use ratatui::style::Modifier;
use ratatui::text::{Line, Span};
use tui_input::{Input, InputRequest};
use unicode_width::UnicodeWidthStr;

use super::text_layout::padded;

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
