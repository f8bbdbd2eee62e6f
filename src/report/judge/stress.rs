//! The report of the judge on random scripts.

use super::difference::failure;
use crate::judge::Disagreement;
use crate::judge::report::command_line;
use crate::report::document::{Document, Pane, Section, TextGroup, link};

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
            links: replay
                .iter()
                .map(|path| ("Replay of the script".to_owned(), link(path)))
                .collect(),
            ..TextGroup::default()
        };
        Section {
            heading: match found.seed {
                Some(seed) => format!("Seed {seed}: {}", found.judged_run.verdict),
                None => format!("Empty input: {}", found.judged_run.verdict),
            },
            lead: found.signature.to_string(),
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
        ..Document::default()
    }
    .page()
}
