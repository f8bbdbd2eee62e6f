//! The reports of the judge: on a program, on a class of programs, and on random scripts; and the
//! difference between two texts, which they show side by side.

mod class;
mod program;
#[cfg(test)]
mod tests;

use crate::document::{Document, LINES_MAX, Pane, PaneLine, Section, TextGroup};
use admiralty_core::escape::escape_lines;
use admiralty_judge::compare::{CONTEXT_LINES_MAX, Difference, DrawnBoard, cells, heading, notes};
use admiralty_judge::report::command_line;
use admiralty_judge::{ExpectedStatus, JudgedRun};
pub use class::{PageNames, class_page};
pub use program::{FAILURES_SHOWN_MAX, ProgramPage, ShortScript, shown_failures};

/// The page of a search with random scripts; `tried` is how many there were.
pub fn stress_page(program: &[String], tried: u64, found: &[ShortScript]) -> String {
    let sections = found.iter().map(|script| {
        let found = &script.found;
        let mut notes = vec![format!("Written as a case: {}.", script.case)];
        if found.seed.is_some() {
            notes.push(format!(
                "{} lines were reduced to these in {} attempts.",
                found.lines, found.shrunk.attempts
            ));
        }
        let panes = TextGroup {
            panes: vec![Pane::script("script", &found.shrunk.script)],
            links: script.link("Replay of the script"),
            ..TextGroup::default()
        };
        Section {
            heading: match found.seed {
                Some(seed) => format!("Seed {seed}: {}", found.judged_run.verdict),
                None => format!("Empty input: {}", found.judged_run.verdict),
            },
            lead: found.signature.to_string(),
            panes: [panes]
                .into_iter()
                .chain(failure(&found.judged_run))
                .collect(),
            notes,
            ..Section::default()
        }
    });
    let count = match found.len() {
        0 => "No difference was found.".to_owned(),
        1 => "One script shows a difference.".to_owned(),
        count => format!("{count} scripts show differences."),
    };
    Document {
        command: "judge",
        title: command_line(program),
        facts: vec![format!("{tried} random scripts")],
        lead: vec![count],
        sections: sections.collect(),
        ..Document::default()
    }
    .page()
}

/// The names of the two texts, and the line that is shown where one has ended.
const SIDES: [&str; 2] = ["expected", "found"];
const ENDED: [&str; 2] = ["(the answer ends here)", "(the output ends here)"];

/// The class of the style sheet for a status.
fn status_class(status: ExpectedStatus) -> &'static str {
    match status {
        ExpectedStatus::Accepted => "good",
        ExpectedStatus::Apart => "none",
        ExpectedStatus::Failed => "bad",
    }
}

/// The texts about a failed run: the difference, and the standard error.
fn failure(run: &JudgedRun) -> Vec<TextGroup> {
    let difference = run.difference().filter(|_| run.verdict.is_about_output());
    let stderr = run.stderr();
    let lines: Vec<_> = escape_lines(&stderr)
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = &lines[lines.len().saturating_sub(LINES_MAX)..];
    let stderr = (!lines.is_empty()).then(|| TextGroup {
        panes: vec![Pane::plain("standard error", last)],
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
