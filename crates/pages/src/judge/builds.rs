//! What the commands of a build have printed.

use admiralty_judge::Build;

use crate::document::ReportSection;
use crate::panes::{Pane, TextGroup};

/// Why a program could not be built: the messages of the attempt that is reported, and folded, those of
/// the others.
pub(super) fn failed_build(build: &Build) -> Option<ReportSection> {
    let mut attempts = attempts(build);
    let first = attempts.next().filter(|_| build.failed)?;
    Some(ReportSection {
        heading: "Build".to_owned(),
        panes: vec![TextGroup {
            heading: String::new(),
            ..first
        }],
        folded: attempts.collect(),
        ..ReportSection::default()
    })
}

/// What the commands of a build have printed although it succeeded, folded.
pub(super) fn warnings(build: &Build) -> Option<ReportSection> {
    let panes: Vec<_> = attempts(build).filter(|_| !build.failed).collect();
    (!panes.is_empty()).then(|| ReportSection {
        heading: "Build".to_owned(),
        is_folded: true,
        gist: build.origin(),
        panes,
        ..ReportSection::default()
    })
}

/// The messages of the commands of a build, by rule.
fn attempts(build: &Build) -> impl Iterator<Item = TextGroup> {
    let printed = build.printed().filter(|(_, messages)| !messages.is_empty());
    printed.map(|(rule, messages)| TextGroup {
        heading: match messages.len() {
            1 => format!("{rule}: one line"),
            lines => format!("{rule}: {lines} lines"),
        },
        panes: vec![Pane::plain(rule, messages)],
        ..TextGroup::default()
    })
}
