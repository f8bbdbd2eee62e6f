//! Attempts to build a program by rules, and which of those that failed came furthest.

use std::path::PathBuf;

use tempfile::TempDir;

use super::messages::BuildProgress;
use super::outcome::{Build, BuildError, FailedRule};
use super::rule::BuildRule;

/// An attempt, and the directory with its copy of the sources.
pub(super) struct TriedBuild {
    pub directory: TempDir,
    /// The project or the main file, if there are others.
    pub main: Option<PathBuf>,
    pub outcome: RuleOutcome,
}

/// The outcome of the commands of a rule.
#[derive(Default)]
pub(super) struct RuleOutcome {
    pub messages: Vec<String>,
    /// The program and its arguments; empty if it was not built.
    pub command: Vec<String>,
    /// Whether a command was killed, or exceeded a limit.
    pub is_stopped: bool,
    pub progress: BuildProgress,
    /// A header of this machine without which a compiler has failed.
    pub lacks: Option<String>,
}

/// A rule that has built nothing.
pub(super) struct FailedAttempt {
    pub rule: FailedRule,
    pub progress: BuildProgress,
    /// The directory of its build, or why it is no fault of the program.
    pub outcome: Result<TempDir, BuildError>,
}

impl FailedAttempt {
    pub fn new(rule: &BuildRule, tried: Result<TriedBuild, BuildError>) -> Self {
        let (messages, progress, outcome) = match tried {
            Ok(TriedBuild {
                directory, outcome, ..
            }) => {
                let lacks = outcome.lacks.map(BuildError::MissingHeader);
                (
                    outcome.messages,
                    outcome.progress,
                    lacks.map_or(Ok(directory), Err),
                )
            }
            Err(error) => {
                let progress = match error {
                    BuildError::SeveralBuilt(_) => BuildProgress::COMPLETE,
                    _ => BuildProgress::default(),
                };
                (vec![error.to_string()], progress, Err(error))
            }
        };
        let rule = FailedRule {
            rule: rule.name.clone(),
            messages,
        };
        Self {
            rule,
            progress,
            outcome,
        }
    }
}

/// The outcome of the attempt that came furthest; but if a tool was missing or has crashed, that is the
/// reason, because with it, the program might have been built.
pub(super) fn best_failure(
    key: String,
    mut failed: Vec<FailedAttempt>,
) -> Result<(Build, TempDir), BuildError> {
    let is_of_machine =
        |attempt: &FailedAttempt| matches!(&attempt.outcome, Err(error) if error.is_of_machine());
    let of_machine = failed.iter().position(is_of_machine);
    // Of several that came as far, the first one.
    let furthest = (0..failed.len())
        .rev()
        .max_by_key(|&at| failed[at].progress);
    let best = of_machine.or(furthest).ok_or(BuildError::NoRule)?;
    let FailedAttempt { rule, outcome, .. } = failed.remove(best);
    let build = Build {
        key,
        rule: rule.rule,
        main: None,
        failed: true,
        messages: rule.messages,
        others: failed.into_iter().map(|it| it.rule).collect(),
        command: Vec::new(),
        place: PathBuf::new(),
    };
    Ok((build, outcome?))
}
