//! Fitting texts into columns.

use ratatui::text::Line;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

/// Wraps lines of one style each at blanks.
pub fn wrapped(lines: Vec<Line<'_>>, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width.max(1));
    let cut = |line: Line<'_>| {
        let style = line
            .spans
            .first()
            .map_or(line.style, |span| line.style.patch(span.style));
        let text: String = line.spans.iter().map(|span| &*span.content).collect();
        let indent = if text.starts_with([' ', '•', '*']) {
            "  "
        } else {
            ""
        };
        let options = textwrap::Options::new(width).subsequent_indent(indent);
        let rows = textwrap::wrap(&text, options);
        let rows = rows
            .into_iter()
            .map(|row| Line::styled(row.into_owned(), style));
        rows.collect::<Vec<_>>()
    };
    lines.into_iter().flat_map(cut).collect()
}

/// Pads a text with blanks to a width, or cuts it.
pub fn padded(text: &str, width: usize) -> String {
    let mut cut = String::new();
    for letter in text.chars() {
        let wider = cut.width() + UnicodeWidthChar::width(letter).unwrap_or(0);
        if wider > width {
            break;
        }
        cut.push(letter);
    }
    let blanks = width.saturating_sub(cut.width());
    cut + &" ".repeat(blanks)
}

/// A name, with a picture of the ship if all of it fits.
pub fn with_hull(name: String, hull: char, length: u8, width: usize) -> String {
    let hull: String = std::iter::repeat_n(hull, length.into()).collect();
    let whole = format!("{name} {hull}");
    if whole.width() <= width { whole } else { name }
}
