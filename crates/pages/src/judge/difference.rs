//! A difference between two texts, side by side.

use crate::document::{LINES_MAX, Pane, PaneLine, TextGroup};
use admiralty_core::escape::escape_lines;
use admiralty_judge::compare::{
    CONTEXT_LINES_MAX, Cell, Difference, DrawnBoard, cells, heading, notes,
};
use admiralty_judge::{ExpectedStatus, JudgedRun};

/// The names of the two texts, and what is shown where one has ended.
const SIDES: [&str; 2] = ["expected", "found"];
const ENDED: [&str; 2] = ["(the answer ends here)", "(the output ends here)"];

pub fn verdict_class(status: ExpectedStatus) -> &'static str {
    match status {
        ExpectedStatus::Accepted => "good",
        ExpectedStatus::Apart => "none",
        ExpectedStatus::Failed => "bad",
    }
}

/// What went wrong in a run: the difference, and the standard error.
pub fn failure(run: &JudgedRun) -> Vec<TextGroup> {
    let difference = run.difference().filter(|_| run.verdict.is_about_output());
    let stderr = run.stderr();
    let lines: Vec<_> = escape_lines(&stderr)
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = lines[lines.len().saturating_sub(LINES_MAX)..].iter();
    let last = last.map(|line| PaneLine::plain(None, line.clone()));
    let stderr = (!lines.is_empty()).then(|| TextGroup {
        panes: vec![Pane {
            heading: "standard error".to_owned(),
            lines: last.collect(),
        }],
        ..TextGroup::default()
    });
    let difference = difference.map(difference_panes);
    difference.into_iter().chain(stderr).collect()
}

/// Both texts side by side: the board with the difference, or the lines around it.
fn difference_panes(difference: &Difference) -> TextGroup {
    let board = DrawnBoard::around(difference);
    let pane = |side: usize| Pane {
        heading: SIDES[side].to_owned(),
        lines: match &board {
            Some(board) => board_lines(difference, board, side),
            None => text_lines(difference, side),
        },
    };
    TextGroup {
        heading: heading(difference, board.as_ref()),
        panes: vec![pane(0), pane(1)],
        notes: notes(difference, board.as_ref()),
        ..TextGroup::default()
    }
}

fn board_lines(difference: &Difference, board: &DrawnBoard, side: usize) -> Vec<PaneLine> {
    let rows = board.rows.iter().map(|row| {
        let number = row.lines[side].as_ref().map(|(number, _)| *number);
        let cells = &row.cells[side];
        let is_marked = |at: usize| row.is_marked(at, difference.mode);
        match number {
            Some(_) => PaneLine::new(number, row.differs, cells, is_marked),
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
            let (cells, at) = difference.cells(side)?;
            Some(PaneLine::new(Some(number), true, &cells, |cell| cell == at))
        }
        (None, 0) => Some(PaneLine::plain(None, ENDED[side].to_owned())),
        (line, _) => {
            let (number, text) = line?;
            let other = snippets[1 - side].get(offset);
            let differs = other.is_none_or(|(_, other)| other.text != text.text);
            Some(PaneLine::new(
                Some(number),
                differs,
                &cells(text, differs),
                |_| false,
            ))
        }
    };
    (-context..=context).filter_map(line).collect()
}

impl PaneLine {
    fn new(
        number: Option<u64>,
        differs: bool,
        cells: &[Cell],
        is_marked: impl Fn(usize) -> bool,
    ) -> Self {
        let mut pieces: Vec<(String, bool)> = Vec::new();
        for (at, cell) in cells.iter().enumerate() {
            match pieces.last_mut() {
                Some((text, marked)) if *marked == is_marked(at) => text.push_str(&cell.text),
                _ => pieces.push((cell.text.clone(), is_marked(at))),
            }
        }
        Self {
            number,
            differs,
            pieces,
        }
    }
}
