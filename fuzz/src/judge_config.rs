//! `judge.toml`.

use admiralty_compare::ComparisonMode;
use admiralty_judge::{CaseRules, ExitCode, JudgeConfig, OutputCheck};
use admiralty_process::Limits;

/// Some cases, with directories and without.
const CASES: [&str; 6] = ["T1", "T2", "T3", "T10", "x/1", "x/2"];

/// Any text is a configuration whose points are finite, or errors with places in it.
pub fn judge_toml(bytes: &[u8]) {
    let Ok(text) = std::str::from_utf8(bytes) else {
        return;
    };
    for is_partial in [false, true] {
        match JudgeConfig::parse(text, &CASES, is_partial) {
            Ok(config) => check(&config),
            Err(errors) => {
                assert!(!errors.is_empty());
                for error in errors {
                    let line = usize::try_from(error.line).expect("a small number");
                    assert!((1..=1 + text.matches('\n').count()).contains(&line));
                    // The marked text begins and ends with a whole character.
                    let line = std::str::from_utf8(&error.text).expect("a part of the text");
                    assert!(line.get(error.span.clone()).is_some(), "{error:?}");
                }
            }
        }
    }
}

fn check(config: &JudgeConfig) {
    let usual = CaseRules {
        limits: Limits::of_time(std::time::Duration::from_secs(9)),
        comparing: OutputCheck::Mode(ComparisonMode::Exact),
        exit_code: ExitCode::Zero,
    };
    for case in CASES {
        let _ = config.rules_of(case, &CASES, &usual);
    }
    let score = config.grading(&CASES, &CASES).score(&[]);
    let groups = score
        .groups
        .iter()
        .map(|group| (group.points, group.points_max));
    for (points, points_max) in groups.chain([(score.points, score.points_max)]) {
        assert!(
            points == 0.0 && points_max >= 0.0 && points_max.is_finite(),
            "{score:?}"
        );
    }
    let _ = config.builder("cache".into(), None);
}
