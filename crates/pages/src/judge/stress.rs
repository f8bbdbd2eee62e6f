//! The report of a search with random scripts.

use admiralty_judge::ShownParts;
use admiralty_judge::report::command_line;

use super::ShortScript;
use super::failure_texts::failure;
use super::verdict_words::meanings;
use crate::document::{Document, ReportSection};
use crate::panes::{Pane, TextGroup};

/// The page of a search with random scripts; `tried` is their number.
pub fn stress_page(program: &[String], tried: u64, found: &[ShortScript]) -> String {
    let sections = found.iter().map(|script| {
        let found = &script.found;
        let mut notes = vec![format!("Case: {}.", script.case)];
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
        ReportSection {
            heading: match found.seed {
                Some(seed) => format!("Seed {seed}: {}", found.judged_run.verdict),
                None => format!("Empty input: {}", found.judged_run.verdict),
            },
            lead: found.signature.to_string(),
            panes: [panes]
                .into_iter()
                .chain(failure(&found.judged_run, ShownParts::All))
                .collect(),
            notes,
            ..ReportSection::default()
        }
    });
    let verdicts = found
        .iter()
        .map(|it| it.found.judged_run.verdict.to_string());
    let facts = [Some(format!("{tried} random scripts")), meanings(verdicts)];
    let count = match found.len() {
        0 => "No difference was found.".to_owned(),
        1 => "One script shows a difference.".to_owned(),
        count => format!("{count} scripts show differences."),
    };
    Document {
        command: "judge",
        title: command_line(program),
        facts: facts.into_iter().flatten().collect(),
        lead: vec![count],
        sections: sections.collect(),
        ..Document::default()
    }
    .page()
}
