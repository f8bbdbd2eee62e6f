use super::*;
use crate::compare::Mode;
use crate::{CaseResult, ExitCode};
use admiralty_process::Limits;

const CASES: [&str; 6] = ["T1", "T2", "T3", "T10", "x/1", "x/2"];

fn config(text: &str) -> JudgeConfig {
    JudgeConfig::parse(text, &CASES, false).expect("a file without errors")
}

/// The first error: its line, the marked text, and the message.
fn error(text: &str) -> (u64, String, String) {
    let errors = JudgeConfig::parse(text, &CASES, false).expect_err("an error");
    let first = &errors[0];
    let marked = &first.text[first.span.clone()];
    (
        first.line,
        String::from_utf8_lossy(marked).into_owned(),
        first.message.clone(),
    )
}

/// Results with these verdicts, in the order of the cases; `-` for a case that was not run.
fn results(verdicts: &str) -> Vec<CaseResult> {
    let verdicts = CASES.iter().zip(verdicts.split(' '));
    let result = |(name, code): (&&str, &str)| Some(CaseResult::of(name, code.parse().ok()?));
    verdicts.filter_map(result).collect()
}

/// The points in all and by group.
fn points(text: &str, verdicts: &str) -> (String, Vec<f64>) {
    let score = config(text)
        .grading(&CASES, &CASES)
        .score(&results(verdicts));
    let groups = score.groups.iter().map(|group| group.points);
    (score.to_string(), groups.collect())
}

#[test]
fn points_are_shared_weighted_or_all_or_nothing() {
    let file = r#"
        [[group]]
        name = "first"
        cases = ["T1..T3"]
        points = 10
        weights = { "T2" = 3 }

        [[group]]
        name = "whole"
        cases = ["x/*"]
        points = 5
        weight = 2
        scoring = "all"
        accept = ["AC", "PE"]

        [[group]]
        name = "each"
        cases = ["*"]
        points-each = 0.333
    "#;
    for (verdicts, score, groups) in [
        ("AC AC AC AC AC AC", "20.33 of 20.33", [10.0, 10.0, 0.33]),
        ("AC WA AC AC AC PE", "14.33 of 20.33", [4.0, 10.0, 0.33]),
        ("WA AC PE PE AC WA", "6 of 20.33", [6.0, 0.0, 0.0]),
        ("AC AC - - - -", "8 of 20.33", [8.0, 0.0, 0.0]),
        ("- - - - - -", "0 of 20.33", [0.0; 3]),
    ] {
        let expected = (score.to_owned(), groups.to_vec());
        assert_eq!(points(file, verdicts), expected, "{verdicts}");
    }
    // Cases that are left out take their share with them.
    let some = config(file).grading(&CASES, &["T2", "x/1"]);
    assert_eq!(
        some.score(&results("WA AC WA WA AC WA")).to_string(),
        "11 of 11"
    );
}

#[test]
fn settings_of_a_group_replace_those_of_the_file() {
    let file = config(
        r#"
        compare = "tokens"
        limits = { cpu = 4, memory = 100 }
        [[group]]
        name = "slow"
        cases = ["T10"]
        exit-code = "any"
        limits = { cpu = 7.5 }
        "#,
    );
    let usual = CaseRules {
        limits: Limits::of_time(std::time::Duration::from_secs(9)),
        comparing: OutputCheck::Mode(Mode::Exact),
        exit_code: ExitCode::Zero,
    };
    for (case, exit_code, cpu, wall) in [
        ("T1", ExitCode::Zero, 4.0, 9.0),
        ("T10", ExitCode::Any, 7.5, 16.0),
    ] {
        let rules = file.rules_of(case, &CASES, &usual).expect("its own rules");
        assert!(matches!(rules.comparing, OutputCheck::Mode(Mode::Tokens)));
        assert_eq!(rules.exit_code, exit_code);
        let seconds = rules.limits.cpu.map(|time| time.as_secs_f64());
        assert_eq!(
            (seconds, rules.limits.wall.as_secs_f64()),
            (Some(cpu), wall)
        );
        assert_eq!(rules.limits.memory, Some(100 << 20));
    }
    assert!(
        config("findings = 3")
            .rules_of("T1", &CASES, &usual)
            .is_none()
    );
}

#[test]
fn errors_have_a_place_and_a_reason() {
    let cases = [
        ("findings = 'x'", 1, "'x'", "invalid type"),
        ("\nfindngs = 3", 2, "findngs", "unknown field"),
        ("compare = 'loose'", 1, "'loose'", "there is no mode"),
        ("accept = ['AC', 'OK']", 1, "['AC', 'OK']", "not a verdict"),
        ("limits = { cpu = -1 }", 1, "-1", "expected seconds"),
        ("limits = { disk = 1 }", 1, "disk", "unknown field"),
        ("[[group]\n", 1, "", "unclosed"),
        ("[[group]]\nname = 'g'", 1, "[[group]]", "missing field"),
    ];
    // In a group, from the third line on.
    let negative = "cases = []\npoints = -3";
    let both = "cases = []\npoints = 3\npoints-each = 1";
    let again = "cases = []\n[[group]]\nname = 'g'\ncases = []";
    let in_group = [
        ("cases = ['T1', 'T7']", 3, "'T7'", "no case has such a name"),
        ("cases = ['T1..T9']", 3, "'T1..T9'", "no case has such"),
        ("cases = ['T[1']", 3, "['T[1']", "unclosed character class"),
        (negative, 4, "-3", "expected a number from 0"),
        (both, 5, "1", "either points or points-each"),
        ("cases = []\nscoring = 'x'", 4, "'x'", "unknown variant"),
        (again, 5, "'g'", "there are two groups"),
    ];
    let with_group = in_group.map(|(text, line, marked, message)| {
        let text = format!("[[group]]\nname = 'g'\n{text}");
        (text, line, marked, message)
    });
    let wrong: String = cases
        .map(|(text, line, marked, message)| (text.to_owned(), line, marked, message))
        .into_iter()
        .chain(with_group)
        .filter_map(|(text, line, marked, message)| {
            let (found_line, found_marked, found) = error(&text);
            let is_right =
                (found_line, &*found_marked) == (line, marked) && found.contains(message);
            (!is_right).then(|| format!("{text}\n{found_line}: {found_marked}: {found}\n"))
        })
        .collect();
    assert!(wrong.is_empty(), "{wrong}");
    // A single case is read alone.
    assert!(JudgeConfig::parse("[[group]]\nname = \"g\"\ncases = [\"T*\"]", &["x"], true).is_ok());
}

#[test]
fn the_manual_names_all_keys_and_its_examples_are_valid() {
    let manual = include_str!("../../../../docs/JUDGE.md");
    let examples: Vec<_> = manual
        .split("```toml\n")
        .skip(1)
        .filter_map(|text| text.split("```").next())
        .collect();
    // The second one, on builds, has keys of the file, which come before its tables.
    let [points, builds] = examples.as_slice() else {
        panic!("{} examples", examples.len());
    };
    let (keys, tables) = builds.split_at(builds.find("[[").expect("a table"));
    let example = &format!("{keys}{points}{tables}");
    let numbered: Vec<_> = (1..=36).map(|number| format!("T{number:02}")).collect();
    let names: Vec<_> = numbered.iter().map(String::as_str).collect();
    let parsed = JudgeConfig::parse(example, &names, false);
    assert!(parsed.is_ok(), "{:?}", parsed.err());
    // The error for an unknown key lists those that there are.
    for table in ["", "[limits]", "[[group]]", "[[build]]"] {
        let unknown = format!("{table}\nunknown = 1\n");
        let errors = JudgeConfig::parse(&unknown, &names, false).expect_err("an unknown key");
        let (_, keys) = errors[0].message.split_once("expected").expect("the keys");
        let keys: Vec<_> = keys.split('`').skip(1).step_by(2).collect();
        assert!(keys.len() > 4, "{keys:?}");
        for key in keys {
            let row = format!("\n| `{key}` | ");
            assert!(manual.contains(&row), "{table} {key}");
        }
    }
}
