//! Laws of the comparator, held against a comparison of whole texts in memory.

mod cases;
mod naive;

use std::io::BufReader;

use crate::support::case_count;
use admiralty::judge::Verdict;
use admiralty::judge::compare::{Comparator, Comparison, Mode, Tolerance};
use proptest::prelude::*;

/// The findings, with the output pushed in pieces of those lengths, over and over.
fn findings(mode: Mode, answer: &[u8], output: &[u8], cuts: &[usize]) -> Comparison {
    // A reader that gives little at once.
    let answer = BufReader::with_capacity(cuts[0].max(1), answer);
    let mut comparator = Comparator::new(mode, answer);
    let mut rest = output;
    for cut in cuts.iter().cycle() {
        let (piece, after) = rest.split_at((*cut).min(rest.len()));
        comparator.push(piece).expect("a slice can be read");
        rest = after;
        if rest.is_empty() {
            break;
        }
    }
    comparator.finish().expect("a slice can be read")
}

fn modes() -> [Mode; 6] {
    let float = |tolerance| Mode::Float(Tolerance::new(tolerance).expect("finite"));
    [
        Mode::Exact,
        Mode::FinalNewline,
        Mode::Trailing,
        Mode::Tokens,
        float(0.0),
        float(0.125),
    ]
}

/// Texts of few different pieces, so that much is nearly the same.
fn text() -> impl Strategy<Value = Vec<u8>> {
    let piece = prop_oneof![
        6 => Just("\n"), 6 => Just(" "), 4 => Just("a"), 2 => Just("b"), 2 => Just("\t"), 2 => Just("\r\n"),
        1 => Just("\r"), 2 => Just("1"), 1 => Just("1.0"), 1 => Just("1.1"), 1 => Just("é"), 1 => Just("è"),
        1 => Just("1e400"), 1 => Just("-0"), 1 => Just(".5"), 1 => Just("\x0b"), 1 => Just("\0"), 1 => Just("  \n"), 1 => Just("\n\n"),
    ];
    prop::collection::vec(piece, 0..14).prop_map(|pieces| pieces.concat().into_bytes())
}

/// Two texts, of which the second one is often made from the first by a few
/// changes.
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

proptest! {
    #![proptest_config(case_count(170))]

    #[test]
    fn the_findings_are_those_of_a_comparison_in_memory(
        (answer, output) in texts(),
        cuts in prop::collection::vec(1..9usize, 1..4),
    ) {
        for mode in modes() {
            let found = findings(mode, &answer, &output, &cuts);
            let expected = naive::compare(mode, &answer, &output);
            prop_assert_eq!(naive::Summary::of(&found), expected, "{} {} {}", mode, show(&answer), show(&output));
        }
    }

    #[test]
    fn the_findings_do_not_depend_on_the_pieces(
        (answer, output) in texts(),
        cuts in prop::collection::vec(1..30usize, 1..4),
    ) {
        for mode in modes() {
            let whole = findings(mode, &answer, &output, &[1 << 20]);
            prop_assert_eq!(&findings(mode, &answer, &output, &[1]), &whole);
            prop_assert_eq!(&findings(mode, &answer, &output, &cuts), &whole);
        }
    }

    #[test]
    fn a_mode_accepts_what_the_stricter_ones_accept((answer, output) in texts()) {
        let accepted = modes().map(|mode| findings(mode, &answer, &output, &[64]).accepted);
        prop_assert!(accepted.is_sorted(), "{:?} {} {}", accepted, show(&answer), show(&output));
    }

    #[test]
    fn it_does_not_matter_which_text_is_the_answer((answer, output) in texts()) {
        for mode in modes() {
            let one = findings(mode, &answer, &output, &[64]);
            let other = findings(mode, &output, &answer, &[64]);
            prop_assert_eq!(one.strictest, other.strictest);
            prop_assert_eq!(one.verdict(), other.verdict());
            let lines = |found: &Comparison| found.difference.as_ref().map(|it| it.more_lines);
            prop_assert_eq!(lines(&one), lines(&other));
        }
    }

    #[test]
    fn a_text_is_what_it_is((text, _) in texts()) {
        for mode in modes() {
            let found = findings(mode, &text, &text, &[3]);
            prop_assert_eq!(found.verdict(), Verdict::Accepted);
            prop_assert_eq!(found.strictest, Some(Mode::Exact));
            prop_assert_eq!(found.difference, None);
        }
    }
}
