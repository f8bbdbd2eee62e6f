//! Laws of comparisons, which are held against the definitions of the modes.

mod cases;
mod kattis;
mod naive;

use crate::support::case_count;
use admiralty_compare::{Comparison, ComparisonMode, SNIPPET_LINE_BYTES_MAX, Tolerance, compare};
use admiralty_judge::Verdict;
use proptest::prelude::*;

fn modes() -> [ComparisonMode; 7] {
    let float = |tolerance| ComparisonMode::Float(Tolerance::new(tolerance).expect("finite"));
    [
        ComparisonMode::Exact,
        ComparisonMode::FinalNewline,
        ComparisonMode::Trailing,
        ComparisonMode::Tokens,
        ComparisonMode::Caseless,
        float(0.0),
        float(0.125),
    ]
}

/// Texts of few different pieces, so that much is nearly the same.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => Just("\n"), 6 => Just(" "), 4 => Just("a"), 1 => Just("A"), 2 => Just("b"), 2 => Just("\t"), 2 => Just("\r\n"),
        1 => Just("\r"), 2 => Just("1"), 1 => Just("1.0"), 1 => Just("1.1"), 1 => Just("é"), 1 => Just("è"),
        1 => Just("1e400"), 1 => Just("-0"), 1 => Just(".5"), 1 => Just("\x0b"), 1 => Just("\0"), 1 => Just("  \n"), 1 => Just("\n\n"),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat().into_bytes())
}

/// Two texts; often the second is the first with a few changes.
fn texts() -> impl Strategy<Value = (Vec<u8>, Vec<u8>)> {
    let edit = (any::<prop::sample::Index>(), 0..3usize, text());
    let edited = (text(), text(), text(), prop::collection::vec(edit, 0..3));
    let edited = edited.prop_map(|(one, two, three, edits)| {
        let text = [one, two, three].concat();
        let mut changed = text.clone();
        for (at, gone, new) in edits {
            let at = at.index(changed.len() + 1);
            let end = (at + gone).min(changed.len());
            changed.splice(at..end, new.into_iter().take(2));
        }
        (text, changed)
    });
    prop_oneof![3 => edited, 1 => (text(), text())]
}

fn show(text: &[u8]) -> String {
    text.escape_ascii().to_string()
}

/// A difference may be known long after its place: blanks count only if something else
/// follows on the line.
#[apply(trial)]
fn the_lines_before_many_blanks_are_kept() {
    for blanks in [10, 5_000, 1_000_000] {
        let answer = b"first\nsecond\nthird";
        let output = [&answer[..], &vec![b' '; blanks], b"x"].concat();
        let found = compare(ComparisonMode::Trailing, answer, &output);
        assert_eq!(Verdict::of(&found), Verdict::WrongAnswer);
        let found = found.difference.expect("a difference").found;
        assert_eq!((found.line, found.column), (3, 6));
        let before: Vec<_> = found.before.iter().map(|line| &line.text).collect();
        assert_eq!(before, ["first", "second"]);
        let text = found.text.expect("a line").text;
        assert!(text.starts_with(b"third    ") && text.len() <= SNIPPET_LINE_BYTES_MAX);
    }
}

proptest! {
    #![proptest_config(case_count(170))]

    #[apply(trial)]
    fn a_comparison_finds_what_the_definitions_say((answer, output) in texts()) {
        for mode in modes() {
            let found = compare(mode, &answer, &output);
            let expected = naive::compare(mode, &answer, &output);
            prop_assert_eq!(naive::Summary::of(&found), expected, "{} {} {}", mode, show(&answer), show(&output));
        }
    }

    #[apply(trial)]
    fn a_mode_accepts_what_the_stricter_ones_accept((answer, output) in texts()) {
        let accepted = modes().map(|mode| compare(mode, &answer, &output).accepted);
        prop_assert!(accepted.is_sorted(), "{:?} {} {}", accepted, show(&answer), show(&output));
    }

    #[apply(trial)]
    fn it_does_not_matter_which_text_is_the_answer((answer, output) in texts()) {
        for mode in modes() {
            let one = compare(mode, &answer, &output);
            let other = compare(mode, &output, &answer);
            prop_assert_eq!(one.strictest, other.strictest);
            prop_assert_eq!(Verdict::of(&one), Verdict::of(&other));
            let lines = |found: &Comparison| found.difference.as_ref().map(|it| it.more_lines);
            prop_assert_eq!(lines(&one), lines(&other));
        }
    }

    #[apply(trial)]
    fn a_text_is_what_it_is((text, _) in texts()) {
        for mode in modes() {
            let found = compare(mode, &text, &text);
            prop_assert_eq!(Verdict::of(&found), Verdict::Accepted);
            prop_assert_eq!(found.strictest, Some(ComparisonMode::Exact));
            prop_assert_eq!(found.difference, None);
        }
    }
}
