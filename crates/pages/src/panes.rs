//! Texts side by side: scripts, messages, and the first difference between an output and its answer.

use bstr::ByteSlice;
use serde::Serialize;

use admiralty_compare::{CONTEXT_LINES_MAX, Difference, DrawnBoard, cells, heading, notes};

/// The most lines of a script or of standard error that are shown.
pub(crate) const LINES_MAX: usize = 400;

/// The names of the two texts, and the line that is shown where one has ended.
const SIDES: [&str; 2] = ["expected", "found"];
const ENDED: [&str; 2] = ["(the answer ends here)", "(the output ends here)"];

/// Both texts side by side: the board with the difference, or the lines around it.
pub fn difference_panes(difference: &Difference) -> TextGroup {
    let board = DrawnBoard::around(difference);
    let pane = |side: usize| Pane {
        heading: SIDES[side].to_owned(),
        lines: match &board {
            Some(board) => board_lines(difference, board, side),
            None => text_lines(difference, side),
        },
    };
    let notes = notes(difference, board.as_ref()).into_iter();
    TextGroup {
        heading: heading(difference, board.as_ref()).to_string(),
        panes: vec![pane(0), pane(1)],
        notes: notes.map(|note| note.to_string()).collect(),
        ..TextGroup::default()
    }
}

/// Texts that are shown together.
#[derive(Clone, Debug, Default, Serialize)]
pub struct TextGroup {
    /// The heading; may be empty.
    pub heading: String,
    /// The texts.
    pub panes: Vec<Pane>,
    /// Links to other pages.
    pub links: Vec<PageLink>,
    /// Remarks at the end, a sentence each.
    pub notes: Vec<String>,
}

/// A link to another page.
#[derive(Clone, Debug, Serialize)]
pub struct PageLink {
    /// What it says.
    pub text: String,
    /// Where it leads.
    pub path: String,
    /// Whether it is drawn as a button.
    pub is_main: bool,
}

/// A text.
#[derive(Clone, Debug, Serialize)]
pub struct Pane {
    /// What the text is.
    pub heading: String,
    /// Its lines.
    pub lines: Vec<PaneLine>,
}

impl Pane {
    /// Lines without numbers.
    pub fn plain(heading: &str, lines: &[String]) -> Self {
        let lines = lines.iter().cloned();
        Self {
            heading: heading.to_owned(),
            lines: lines.map(|line| PaneLine::plain(None, line)).collect(),
        }
    }

    /// The first lines of a script, with their numbers.
    pub fn script(heading: &str, script: &[u8]) -> Self {
        let lines = (1..).zip(script.lines().take(LINES_MAX));
        let line = |(number, line): (_, &[u8])| {
            PaneLine::plain(Some(number), line.to_str_lossy().into_owned())
        };
        Self {
            heading: heading.to_owned(),
            lines: lines.map(line).collect(),
        }
    }
}

/// A line of a text.
#[derive(Clone, Debug, Serialize)]
pub struct PaneLine {
    /// Its number, from 1, if it is shown.
    pub number: Option<u64>,
    /// Whether the line differs from that of the other text.
    pub differs: bool,
    /// The text in pieces, each with whether it is highlighted.
    pub pieces: Vec<(String, bool)>,
}

impl PaneLine {
    /// A line of pieces, each with whether it is highlighted; adjacent ones of the same kind become
    /// one.
    pub fn marked<'t>(
        number: Option<u64>,
        differs: bool,
        all: impl Iterator<Item = (&'t str, bool)>,
    ) -> Self {
        let mut pieces: Vec<(String, bool)> = Vec::new();
        for (piece, is_marked) in all {
            match pieces.last_mut() {
                Some((text, was_marked)) if *was_marked == is_marked => text.push_str(piece),
                _ => pieces.push((piece.to_owned(), is_marked)),
            }
        }
        Self {
            number,
            differs,
            pieces,
        }
    }

    /// A line without marks.
    pub fn plain(number: Option<u64>, text: String) -> Self {
        Self {
            number,
            differs: false,
            pieces: vec![(text, false)],
        }
    }
}

fn board_lines(difference: &Difference, board: &DrawnBoard, side: usize) -> Vec<PaneLine> {
    let rows = board.rows.iter().map(|row| {
        let number = row.lines[side].as_ref().map(|(number, _)| *number);
        let cells = row.cells[side].iter().enumerate();
        let pieces = cells.map(|(at, cell)| (&*cell.text, row.is_marked(at, difference.mode)));
        match number {
            Some(_) => PaneLine::marked(number, row.differs, pieces),
            None => PaneLine::plain(None, ENDED[side].to_owned()),
        }
    });
    rows.collect()
}

fn text_lines(difference: &Difference, side: usize) -> Vec<PaneLine> {
    let snippets = [&difference.expected, &difference.found];
    let context = CONTEXT_LINES_MAX.cast_signed();
    let line = |offset: isize| match (snippets[side].get(offset), offset) {
        (Some((number, _)), 0) => {
            let (cells, different) = difference.cells(side)?;
            let pieces = (0..)
                .zip(&cells)
                .map(|(at, cell)| (&*cell.text, at == different));
            Some(PaneLine::marked(Some(number), true, pieces))
        }
        (None, 0) => Some(PaneLine::plain(None, ENDED[side].to_owned())),
        (line, _) => {
            let (number, text) = line?;
            let other = snippets[1 - side].get(offset);
            let differs = other.is_none_or(|(_, other)| other.text != text.text);
            let cells = cells(text, differs);
            let pieces = cells.iter().map(|cell| (&*cell.text, false));
            Some(PaneLine::marked(Some(number), differs, pieces))
        }
    };
    (-context..=context).filter_map(line).collect()
}
