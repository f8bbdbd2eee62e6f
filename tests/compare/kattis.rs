//! The modes against the rules of the default output validator of Kattis: without flags, that is
//! `caseless`; with `case_sensitive`, `tokens`; with `float_tolerance EPS`, `float=EPS`. Differences
//! remain for infinities, what is no number, and hexadecimal numbers, which are words here.

use admiralty_compare::{ComparisonMode, compare};

/// A mode, an answer, an output, and whether the validator accepts it.
const CASES: &[(&str, &str, &str, bool)] = &[
    ("caseless", "a b\n", "a b\n", true),
    ("caseless", "a b\n", "A B", true),
    ("caseless", "Hello", "hELLO", true),
    ("caseless", "a b", "a  b", true),
    ("caseless", "a b", "a\nb\n\n", true),
    ("caseless", "a\tb", "a b", true),
    ("caseless", "a\r\nb", "a b", true),
    ("caseless", "a", "\u{b}a\u{c}", true),
    ("caseless", "ab", "a b", false),
    ("caseless", "a b", "ab", false),
    ("caseless", "a", "b", false),
    ("caseless", "a", "", false),
    ("caseless", "", "a", false),
    ("caseless", "", " \n", true),
    ("caseless", "a b", "a", false),
    ("caseless", "a", "a b", false),
    ("caseless", "1.0", "1.00", false),
    ("caseless", "1", "1.0", false),
    ("caseless", "1e3", "1E3", true),
    ("caseless", "é", "É", false),
    ("caseless", "A won", "a WON\n", true),
    ("caseless", "a b", "b a", false),
    ("tokens", "a", "a", true),
    ("tokens", "a", "A", false),
    ("tokens", "a b", "a\n\tb ", true),
    ("tokens", "YES", "Yes", false),
    ("tokens", "1.0", "1.00", false),
    ("tokens", "", "", true),
    ("tokens", "a a", "a", false),
    ("tokens", "1e3", "1E3", false),
    ("float=1e-6", "1.0", "1", true),
    ("float=1e-6", "1.0", "1.0000005", true),
    ("float=1e-6", "1.0", "1.00001", false),
    ("float=1e-6", "0", "0.0000005", true),
    ("float=1e-6", "0", "-0.0000005", true),
    ("float=1e-6", "0", "0.00001", false),
    ("float=1e-6", "1000000", "1000000.5", true),
    ("float=1e-6", "1000000", "1000002", false),
    ("float=1e-6", "1e6", "1000000.5", true),
    ("float=1e-6", "-5", "5", false),
    ("float=1e-6", "3", "three", false),
    ("float=1e-6", "three", "3", false),
    ("float=1e-6", "Three", "tHREE", true),
    ("float=1e-6", "x 1.5", "X 1.5000001\n", true),
    ("float=1e-6", "1 2", "1", false),
    ("float=1e-6", "1", "1 2", false),
    ("float=1e-6", ".5", "0.5", true),
    ("float=1e-6", "5.", "5", true),
    ("float=1e-6", "+5", "5", true),
    ("float=1e-6", "1.5", "1,5", false),
    ("float=0.5", "2", "4", false),
    ("float=0.5", "4", "2", true),
    ("float=0.5", "10", "14.9", true),
    ("float=0.5", "10", "15.1", false),
    ("float=0.0", "1", "1.0", true),
];

#[apply(trial)]
fn outputs_are_accepted_as_by_the_default_validator_of_kattis() {
    for (mode, answer, output, is_accepted) in CASES {
        let mode: ComparisonMode = mode.parse().expect("a mode");
        let found = compare(mode, answer.as_bytes(), output.as_bytes());
        let case = format!("{mode}: {answer:?}, {output:?}");
        assert_eq!(found.accepted, *is_accepted, "{case}");
    }
}
