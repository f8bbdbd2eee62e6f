//! The texts about a failed run: what was expected and found, and a short script with the same fault.

use admiralty_escape::escape_lines;
use admiralty_judge::{Disagreement, JudgedRun, ShownParts, TextStart};

use crate::document::link;
use crate::panes::{LINES_MAX, PageLink, Pane, TextGroup, difference_panes};

/// A short script that a program gets wrong: in the same way as a case, or as a case of its own.
#[derive(Clone, Debug)]
pub struct ShortScript {
    /// The name of the case, or where it was written to.
    pub case: String,
    /// The script, and how it fails.
    pub found: Disagreement,
    /// The path of its replay, relative to the page, if there is one.
    pub replay: Option<String>,
}

impl ShortScript {
    /// The link to its replay, if there is one.
    pub(super) fn link(&self, text: &str) -> Vec<PageLink> {
        let links = self.replay.iter().map(|path| PageLink {
            text: text.to_owned(),
            path: link(path),
            is_main: false,
        });
        links.collect()
    }
}

/// The texts about a failed run, as far as they are shown: the difference, or else the output, and the
/// standard error.
pub(super) fn failure(run: &JudgedRun, parts: ShownParts) -> Vec<TextGroup> {
    if parts == ShownParts::Verdict {
        return Vec::new();
    }
    let difference = run
        .telling_difference()
        .filter(|_| parts == ShownParts::All);
    let printed = match (difference, &run.output_start) {
        (Some(difference), _) => Some(difference_panes(difference)),
        (None, Some(output)) => Some(text_start("output", output)),
        (None, None) => None,
    };
    let stderr = run.stderr();
    let lines: Vec<_> = escape_lines(&stderr)
        .filter(|line| !line.trim().is_empty())
        .collect();
    let last = &lines[lines.len().saturating_sub(LINES_MAX)..];
    let stderr = (!lines.is_empty()).then(|| TextGroup {
        panes: vec![Pane::plain("standard error", last)],
        ..TextGroup::default()
    });
    printed.into_iter().chain(stderr).collect()
}

/// Shows a text beside the first of others.
pub(super) fn add_beside(groups: &mut Vec<TextGroup>, added: TextGroup) {
    let Some(first) = groups.first_mut() else {
        groups.push(added);
        return;
    };
    first.panes.splice(0..0, added.panes);
    first.links.extend(added.links);
    first.notes.extend(added.notes);
}

/// The beginning of a text, with the numbers of its lines.
pub(super) fn text_start(heading: &str, start: &TextStart) -> TextGroup {
    let mut text = start.text();
    if text.is_empty() {
        text.push_str("(nothing)");
    }
    let more = start
        .is_cut
        .then(|| format!("The rest of the {heading} is left out."));
    TextGroup {
        panes: vec![Pane::script(heading, text.as_bytes())],
        notes: more.into_iter().collect(),
        ..TextGroup::default()
    }
}
