//! The reports of the judge: on the cases of a program, and on random scripts.

use std::sync::Arc;

use super::document::{
    DataTable, Document, LINES_MAX, Pane, PaneLine, Section, TableCell, TextGroup, link,
};
use crate::escape::escape_lines;
use crate::judge::compare::{
    CONTEXT_LINES_MAX, Cell, Difference, DrawnBoard, cell_at, cells, heading, notes,
};
use crate::judge::report::{JudgeReport, command_line, mebibytes, seconds};
use crate::judge::{CaseResult, Disagreement, ExpectedStatus, Grading, JudgedRun, Score};

/// The most failed cases that are shown with their differences.
pub const FAILURES_SHOWN_MAX: usize = 100;

/// What the verdicts mean.
const VERDICTS: &str = "AC: accepted. PE: only the white space differs. WA: wrong answer. \
    TLE: too much processor time. ILE: not done in time, but idle. MLE: too much memory. \
    OLE: too much output. RTE: killed by a signal, a wrong exit code, or too many processes. \
    CE: it could not be built. JE: the judge could not judge. open: there is no fixed answer.";

/// The names of the two texts, and what is shown where one has ended.
const SIDES: [&str; 2] = ["expected", "found"];
const ENDED: [&str; 2] = ["(the answer ends here)", "(the output ends here)"];

/// The page of a program, to which cases are added before their context is forgotten.
#[derive(Clone, Debug, Default)]
pub struct JudgePage {
    rows: Vec<Vec<TableCell>>,
    failures: Vec<Section>,
    failed: usize,
    /// How many cases are hidden.
    hidden: usize,
    grading: Option<Arc<Grading>>,
}

impl JudgePage {
    /// A page without cases. It shows nothing about hidden ones.
    pub fn new(grading: Option<Arc<Grading>>) -> Self {
        Self {
            grading,
            ..Self::default()
        }
    }

    /// How many failed cases are shown with their differences, at most.
    fn failures_shown_max(&self) -> usize {
        let findings = self.grading.as_ref().and_then(|grading| grading.findings);
        findings.unwrap_or(FAILURES_SHOWN_MAX)
    }

    /// Adds the result of a case.
    pub fn add(&mut self, found: &CaseResult) {
        let grading = self.grading.as_ref();
        if grading.is_some_and(|grading| grading.is_hidden(&found.name)) {
            self.hidden += 1;
            return;
        }
        let run = &found.worst_run;
        let [time, memory] = run.time_and_memory();
        let name = TableCell::from(found.name.as_str()).with_class("name");
        let is_failed = found.status == ExpectedStatus::Failed;
        self.failed += usize::from(is_failed);
        let is_shown = is_failed && self.failed <= self.failures_shown_max();
        let name = TableCell {
            link: is_shown.then(|| format!("#failure-{}", self.failed)),
            ..name
        };
        self.rows.push(vec![
            name,
            TableCell::from(found.status.word(run.verdict)).with_class(class(found.status)),
            time.into(),
            memory.into(),
            TableCell::from(found.remarks()).with_class("wide"),
        ]);
        if is_shown {
            self.failures.push(Section {
                id: format!("failure-{}", self.failed),
                heading: format!("{}: {}", found.name, run.verdict),
                panes: failure(run),
                notes: vec![found.remarks()],
                ..Section::default()
            });
        }
    }

    /// The page, with the cases that were added.
    pub fn page(self, report: &JudgeReport) -> String {
        let (summary, program) = (&report.summary, report.command_line());
        let usages = || report.cases.iter().map(|found| &found.worst_run.usage);
        let slowest = usages().map(|usage| usage.cpu).max().map(seconds);
        let memory = usages().map(|usage| usage.memory).max().map(mebibytes);
        let facts = [
            Some(format!("compared: {}", report.compare)),
            slowest.map(|time| format!("at most {time} of processor time")),
            memory.map(|memory| format!("at most {memory}")),
        ];
        let of = report.cases.len() + report.not_run.len() - summary.apart;
        let accepted = summary.accepted;
        let failed = match summary.failed {
            0 => "Nothing failed.".to_owned(),
            1 => "One case failed.".to_owned(),
            failed => format!("{failed} cases failed."),
        };
        let shown_max = self.failures_shown_max();
        let is_shown = |name: &&String| {
            let grading = self.grading.as_ref();
            !grading.is_some_and(|grading| grading.is_hidden(name))
        };
        let not_run: Vec<_> = report.not_run.iter().filter(is_shown).cloned().collect();
        let not_run = (!not_run.is_empty()).then(|| format!("Not run: {}.", not_run.join(", ")));
        let hidden = match self.hidden {
            0 => None,
            1 => Some("One case is hidden.".to_owned()),
            hidden => Some(format!("{hidden} cases are hidden.")),
        };
        let cut = (self.failed > shown_max)
            .then(|| format!("The first {shown_max} failed cases are shown below."));
        let cases = Section {
            heading: "Cases".to_owned(),
            tables: vec![DataTable {
                caption: "Cases".to_owned(),
                text_columns: 2,
                head: ["case", "verdict", "time", "memory", "remarks"]
                    .map(str::to_owned)
                    .to_vec(),
                rows: self.rows,
            }],
            notes: [not_run, hidden, cut, Some(VERDICTS.to_owned())]
                .into_iter()
                .flatten()
                .collect(),
            ..Section::default()
        };
        let points = report.score().map(|score| points_section(&score));
        Document {
            command: "judge",
            title: program,
            facts: facts.into_iter().flatten().collect(),
            lead: vec![format!("{accepted} of {of} cases accepted."), failed],
            sections: points
                .into_iter()
                .chain([cases])
                .chain(self.failures)
                .collect(),
        }
        .page()
    }
}

/// The points by group.
fn points_section(score: &Score) -> Section {
    let row = |name: &str, points: f64, of: f64| {
        let name = TableCell::from(name).with_class("name");
        vec![name, points.to_string().into(), of.to_string().into()]
    };
    let groups = score.groups.iter();
    let groups = groups.map(|group| row(&group.name, group.points, group.points_max));
    let all = row("all", score.points, score.points_max);
    Section {
        heading: "Points".to_owned(),
        tables: vec![DataTable {
            caption: "Points".to_owned(),
            text_columns: 1,
            head: ["group", "points", "of"].map(str::to_owned).to_vec(),
            rows: groups.chain([all]).collect(),
        }],
        ..Section::default()
    }
}

/// A script on which a program is wrong, where its case is, and the path of its replay relative to
/// the page, if there is one.
pub type StressFinding<'f> = (&'f Disagreement, String, Option<String>);

/// The page of a search with random scripts; `tried` is how many there were.
pub fn stress_page(
    program: &[impl AsRef<std::ffi::OsStr>],
    tried: u64,
    found: &[StressFinding<'_>],
) -> String {
    let sections = found.iter().map(|(found, case, replay)| {
        let mut notes = vec![format!("Written as a case: {case}.")];
        if found.seed.is_some() {
            notes.push(format!(
                "{} lines were reduced to these in {} attempts.",
                found.lines, found.shrunk.attempts
            ));
        }
        let script = TextGroup {
            panes: vec![Pane::script("script", &found.shrunk.script)],
            ..TextGroup::default()
        };
        Section {
            heading: match found.seed {
                Some(seed) => format!("Seed {seed}: {}", found.judged_run.verdict),
                None => format!("Empty input: {}", found.judged_run.verdict),
            },
            lead: found.signature.to_string(),
            links: replay
                .iter()
                .map(|path| ("Replay of the script".to_owned(), link(path)))
                .collect(),
            panes: [script]
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
    }
    .page()
}

/// The class of a verdict.
fn class(status: ExpectedStatus) -> &'static str {
    match status {
        ExpectedStatus::Accepted => "good",
        ExpectedStatus::Apart => "none",
        ExpectedStatus::Failed => "bad",
    }
}

/// What went wrong in a run: the difference, and the standard error.
fn failure(run: &JudgedRun) -> Vec<TextGroup> {
    let difference = run.difference().filter(|_| run.verdict.is_about_output());
    let stderr = run.stderr();
    let lines: Vec<_> = escape_lines(&stderr)
        .filter(|line| !line.trim().is_empty())
        .collect();
    let stderr = (!lines.is_empty()).then(|| TextGroup {
        panes: vec![Pane {
            heading: "standard error".to_owned(),
            lines: lines[lines.len().saturating_sub(LINES_MAX)..]
                .iter()
                .map(|line| PaneLine::plain(None, line.clone()))
                .collect(),
        }],
        ..TextGroup::default()
    });
    difference
        .map(difference_panes)
        .into_iter()
        .chain(stderr)
        .collect()
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
    let snippet = snippets[side];
    let context = CONTEXT_LINES_MAX.cast_signed();
    let line = |offset: isize| match (snippet.get(offset), offset) {
        (Some((number, text)), 0) => {
            let mut characters = cells(text, true);
            let at = cell_at(text, &characters, snippet.byte);
            if text.left_out_after() == 0 && difference.is_at_line_end() && text.is_terminated {
                characters.push(Cell::line_end(text));
            }
            Some(PaneLine::new(Some(number), true, &characters, |cell| {
                cell == at
            }))
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
    /// A line of characters, some of which are marked.
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

#[cfg(test)]
mod tests {
    use super::*;
    use crate::judge::compare::{Mode, compare};

    /// The lines of both texts, with the marked pieces in brackets.
    fn shown(mode: Mode, answer: &[u8], output: &[u8]) -> [Vec<String>; 2] {
        let difference = compare(mode, answer, output).difference.expect("one");
        let panes = difference_panes(&difference).panes;
        let text = |line: &PaneLine| {
            let sign = if line.differs { "≠" } else { "" };
            let pieces = line.pieces.iter().map(|(text, is_marked)| match is_marked {
                true => format!("[{text}]"),
                false => text.clone(),
            });
            format!("{sign}{}", pieces.collect::<String>())
        };
        [0, 1].map(|side| panes[side].lines.iter().map(text).collect())
    }

    #[test]
    fn boards_are_side_by_side() {
        let found = shown(Mode::Exact, b"+ x\n@!%\n  #\n", b"+ x\n@x%\n  #\n");
        assert_eq!(found[0], ["+·x", "≠@[!]%", "··#"]);
        assert_eq!(found[1], ["+·x", "≠@[x]%", "··#"]);
    }

    #[test]
    fn lines_have_marks_where_they_differ_first() {
        let found = shown(Mode::Exact, b"one\nA won\nend\n", b"one\nA wins\n");
        assert_eq!(found[0], ["one", "≠A·w[o]n", "≠end"]);
        assert_eq!(found[1], ["one", "≠A·w[i]ns"]);
        let found = shown(Mode::Exact, b"one\n", b"one");
        assert_eq!(found, [["≠one[¶]"], ["≠one"]]);
        let found = shown(Mode::Exact, b"one\ntwo\n", b"one\n");
        assert_eq!(found[1], ["one", "(the output ends here)"]);
    }
}
