//! A difference in lines: the expected line above the found one, and the lines around them.

use std::io::{self, Write};

use admiralty_judge::compare::{
    CONTEXT_LINES_MAX, Cell, Difference, Snippet, SnippetLine, cells, width,
};
use clap::builder::styling::Style;

use super::styled_text::{MARK, QUIET, SIDES, StyledText, VisibleColumns};
use super::{ENDED, LABELS};

/// Draws the lines of both texts in pairs; equal lines only once.
pub fn draw(difference: &Difference, width: usize, to: &mut impl Write) -> io::Result<()> {
    let snippets = [&difference.expected, &difference.found];
    let last = snippets.map(|snippet| {
        let below = snippet.after.len().min(CONTEXT_LINES_MAX);
        snippet.line + below as u64
    });
    let mut diagram = LineDiagram {
        difference,
        snippets,
        digits: last[0].max(last[1]).to_string().len(),
        view: VisibleColumns::around(None, 0),
    };
    let room = width.saturating_sub(diagram.gutter("", QUIET, None).width);
    let place = |side: usize| Some((snippets[side].text.as_ref()?, diagram.place(side).1));
    diagram.view = VisibleColumns::around(place(1).or_else(|| place(0)), room);
    let context = CONTEXT_LINES_MAX.cast_signed();
    for offset in -context..=context {
        if offset == 0 {
            diagram.difference(to)?;
        } else {
            diagram.pair(snippets.map(|snippet| snippet.get(offset)), to)?;
        }
    }
    Ok(())
}

struct LineDiagram<'d> {
    difference: &'d Difference,
    snippets: [&'d Snippet; 2],
    /// The width of line numbers.
    digits: usize,
    /// The columns that are shown, including the difference.
    view: VisibleColumns,
}

impl LineDiagram<'_> {
    /// Draws the lines with the difference, and the marks below.
    fn difference(&self, to: &mut impl Write) -> io::Result<()> {
        let places = [0, 1].map(|side| self.place(side));
        let columns = places.each_ref().map(|(_, column, _)| *column);
        // Equal tokens may be at columns that are far apart.
        let are_seen = self.snippets.iter().zip(columns).all(|(snippet, column)| {
            let line = snippet.text.as_ref();
            line.is_none_or(|line| self.view.shows(column, line))
        });
        for (side, (cells, column, at)) in places.iter().enumerate() {
            let snippet = self.snippets[side];
            let mut line = self.gutter(LABELS[side], SIDES[side], Some(snippet.line));
            let Some(text) = &snippet.text else {
                line.push(QUIET, ENDED[side]);
                writeln!(to, "{}", line.text)?;
                continue;
            };
            let view = if are_seen {
                self.view
            } else {
                VisibleColumns::around(Some((text, *column)), self.view.room)
            };
            let style = |cell: usize| match cell.cmp(at) {
                std::cmp::Ordering::Less => Style::new(),
                std::cmp::Ordering::Equal => SIDES[side].bold().invert(),
                std::cmp::Ordering::Greater => SIDES[side],
            };
            line.append(&view.paint(text, cells, style));
            writeln!(to, "{}", line.text)?;
            // One line of marks is enough if both are at the same column.
            let has_found = self.snippets[1].text.is_some();
            if side == 1 || !are_seen || !has_found || columns[0] != columns[1] {
                let mut marks = self.gutter("", QUIET, None);
                marks.pad(marks.width + view.column(*column, Some(text)));
                marks.push(MARK, "^");
                writeln!(to, "{}", marks.text)?;
            }
        }
        Ok(())
    }

    /// The cells of the line with the difference, and its column and cell.
    fn place(&self, side: usize) -> (Vec<Cell>, usize, usize) {
        let (cells, at) = self.difference.cells(side).unwrap_or_default();
        let column = width(&cells, at);
        (cells, column, at)
    }

    /// Draws a pair of lines near the difference.
    fn pair(&self, lines: [Option<(u64, &SnippetLine)>; 2], to: &mut impl Write) -> io::Result<()> {
        let [expected, found] =
            lines.map(|line| line.map(|(number, line)| (number, &line.text, line.length)));
        let are_same = expected == found;
        for (side, line) in lines.into_iter().enumerate().skip(usize::from(are_same)) {
            let Some((number, text)) = line else { continue };
            let label = if are_same { "" } else { LABELS[side] };
            let mut line = self.gutter(label, SIDES[side], Some(number));
            let cells = cells(text, !are_same);
            line.append(&self.view.paint(text, &cells, |_| Style::new()));
            writeln!(to, "{}", line.text)?;
        }
        Ok(())
    }

    fn gutter(&self, label: &str, style: Style, number: Option<u64>) -> StyledText {
        let mut gutter = StyledText::default();
        gutter.push(style, &format!("{label:>8}"));
        let number = number.map_or(String::new(), |number| number.to_string());
        gutter.push(QUIET, &format!(" {number:>0$} | ", self.digits));
        gutter
    }
}
