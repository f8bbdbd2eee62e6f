//! A difference in lines: what was expected above what was found, and the lines
//! around them.

use std::io::{self, Write};

use admiralty::judge::compare::{Difference, Mode, Snippet, SnippetLine};
use anstyle::Style;

use super::cells::{Blanks, Cells};
use super::styled_text::{EXPECTED, FOUND, MARK, QUIET, StyledText, VisibleColumns};

/// Draws the lines of both texts in pairs; a pair that is the same only once.
pub fn draw(difference: &Difference, width: usize, to: &mut impl Write) -> io::Result<()> {
    let last = |snippet: &Snippet| snippet.line + snippet.after.len() as u64;
    let numbers = last(&difference.expected).max(last(&difference.found));
    let page = LineDiagram {
        difference,
        digits: numbers.to_string().len(),
        width,
    };
    let (expected, found) = (&difference.expected, &difference.found);
    let above = expected.before.len().max(found.before.len());
    for above in (1..=above).rev() {
        let line = |snippet: &'_ Snippet| {
            let at = snippet.before.len().checked_sub(above)?;
            Some((snippet.line - above as u64, snippet.before[at].clone()))
        };
        page.pair(line(expected), line(found), to)?;
    }
    page.difference(to)?;
    for below in 0..expected.after.len().max(found.after.len()) {
        let line = |snippet: &'_ Snippet| {
            let line = snippet.after.get(below)?.clone();
            Some((snippet.line + 1 + below as u64, line))
        };
        page.pair(line(expected), line(found), to)?;
    }
    Ok(())
}

/// What is the same for all lines of a drawing.
struct LineDiagram<'d> {
    difference: &'d Difference,
    /// How many digits the numbers of lines have.
    digits: usize,
    width: usize,
}

/// What stands before the lines that are not the same in both texts.
const LABELS: [&str; 2] = ["expected", "found"];
const STYLES: [Style; 2] = [EXPECTED, FOUND];

impl LineDiagram<'_> {
    /// The lines with the difference, and the marks below.
    fn difference(&self, to: &mut impl Write) -> io::Result<()> {
        let snippets = [&self.difference.expected, &self.difference.found];
        let drawn = snippets.map(|snippet| self.marked(snippet));
        let shared = self.view();
        let is_seen = |(snippet, (cells, at)): (&Snippet, &(Cells, usize))| {
            let line = snippet.text.as_ref();
            line.is_none_or(|line| shared.shows_cell(line, cells, *at))
        };
        // Tokens may be the same at places that are far apart.
        let are_seen = snippets.into_iter().zip(&drawn).all(is_seen);
        for (side, (snippet, (cells, at))) in snippets.into_iter().zip(&drawn).enumerate() {
            let view = match &snippet.text {
                Some(line) if !are_seen => VisibleColumns::around(line, cells, *at, shared.room()),
                _ => shared,
            };
            let mut line = self.gutter(LABELS[side], STYLES[side], Some(snippet.line));
            if let Some(text) = &snippet.text {
                let style = |cell| match cell {
                    cell if cell == *at => STYLES[side].bold().invert(),
                    cell if cell < *at => Style::new(),
                    _ => STYLES[side],
                };
                line.append(&view.paint(text, cells, style));
            } else {
                line.push(QUIET, ENDED[side]);
            }
            writeln!(to, "{}", line.text)?;
            // One line of marks is enough if both are at the same column.
            let columns = drawn.each_ref().map(|(cells, at)| cells.width(*at));
            let has_text = snippet.text.is_some();
            let is_shared =
                side == 0 && are_seen && snippets[1].text.is_some() && columns[0] == columns[1];
            if has_text && !is_shared {
                let mut marks = self.gutter("", QUIET, None);
                let column = view.column(columns[side], snippet.text.as_ref());
                marks.pad(marks.width + column);
                marks.push(MARK, "^");
                writeln!(to, "{}", marks.text)?;
            }
        }
        Ok(())
    }

    /// The cells of the line with the difference, and which one it is in.
    fn marked(&self, snippet: &Snippet) -> (Cells, usize) {
        let Some(text) = &snippet.text else {
            return (Cells::empty(), 0);
        };
        let mut cells = Cells::new(text, Blanks::Dots);
        let at = cells.at(snippet.byte);
        if text.left_out_after() == 0 && self.ends_matter() && text.is_terminated {
            cells.push_line_end();
        }
        (cells, at)
    }

    /// Whether the difference is where one of the lines ends, and line ends
    /// count.
    fn ends_matter(&self) -> bool {
        let Difference {
            mode,
            expected,
            found,
            ..
        } = self.difference;
        let is_at_end = |snippet: &Snippet| {
            let line = snippet.text.as_ref();
            line.is_some_and(|line| line.length < snippet.byte)
        };
        matches!(mode, Mode::Exact | Mode::FinalNewline)
            && (is_at_end(expected) || is_at_end(found))
    }

    /// A pair of lines near the difference.
    fn pair(
        &self,
        expected: Option<(u64, SnippetLine)>,
        found: Option<(u64, SnippetLine)>,
        to: &mut impl Write,
    ) -> io::Result<()> {
        let text = |line: &Option<(u64, SnippetLine)>| {
            line.clone()
                .map(|(number, line)| (number, line.text, line.length))
        };
        let are_same = text(&expected) == text(&found);
        for (side, line) in [expected, found].into_iter().enumerate() {
            let Some((number, text)) = line else { continue };
            if are_same && side == 0 {
                continue;
            }
            let (label, blanks) = if are_same {
                ("", Blanks::Plain)
            } else {
                (LABELS[side], Blanks::Dots)
            };
            let mut line = self.gutter(label, STYLES[side], Some(number));
            let cells = Cells::new(&text, blanks);
            line.append(&self.view().paint(&text, &cells, |_| Style::new()));
            writeln!(to, "{}", line.text)?;
        }
        Ok(())
    }

    /// What stands before a line.
    fn gutter(&self, label: &str, style: Style, number: Option<u64>) -> StyledText {
        let mut gutter = StyledText::default();
        gutter.push(style, &format!("{label:>8}"));
        let number = number.map_or(String::new(), |number| number.to_string());
        gutter.push(QUIET, &format!(" {number:>0$} | ", self.digits));
        gutter
    }

    /// The columns that fit, with the difference among them.
    fn view(&self) -> VisibleColumns {
        let room = self
            .width
            .saturating_sub(self.gutter("", QUIET, None).width);
        let marked = [&self.difference.found, &self.difference.expected]
            .into_iter()
            .find_map(|snippet| Some((snippet.text.as_ref()?, self.marked(snippet))));
        match marked {
            Some((text, (cells, at))) => VisibleColumns::around(text, &cells, at, room),
            None => VisibleColumns::new(room),
        }
    }
}

/// What is said where a text has no line.
pub const ENDED: [&str; 2] = ["(the answer ends here)", "(the output ends here)"];
