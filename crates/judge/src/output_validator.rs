//! Decides whether an output is right, as an output validator of the Kattis problem format.

use super::compare::{Mode, compare};
use super::report::difference_lines;
use super::{Case, Detail, Verdict, turn_check};

/// The verdict about the output of a program on a case, and what is wrong with it. If the case has no
/// fixed answer and ends where the program plays a turn, the turn is checked, which may print at most
/// as many bytes as `printed_max` says.
pub fn validate(
    mode: Mode,
    input: &[u8],
    answer: &[u8],
    output: &[u8],
    printed_max: u64,
) -> (Verdict, String) {
    if Case::is_open(answer) {
        return match turn_check::check(input, output, printed_max) {
            // The case does not end where a turn is played.
            (Verdict::JudgeError, _) if output.trim_ascii().is_empty() => {
                (Verdict::WrongAnswer, Detail::NothingPrinted.to_string())
            }
            (Verdict::JudgeError, _) => (Verdict::Accepted, String::new()),
            checked => checked,
        };
    }
    let comparison = compare(mode, answer, output);
    let difference = comparison.difference.as_ref();
    let lines = difference.map(|difference| difference_lines(difference));
    (comparison.verdict(), lines.unwrap_or_default().join("\n"))
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;
    use admiralty_players::runner;

    #[test]
    fn outputs_are_compared_and_turns_checked() {
        let script = "[state]\nBOARD_SIZE 5 6\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 1 0\n\
            SHIP A 1 1 W 0 DES 11\nSHIP B 4 5 E 0 CRU 010\nSET_AI_PLAYER A\n[state]\n";
        let mut turn = Vec::new();
        runner::run(script.as_bytes(), &mut turn).expect("a vector");
        let turn = turn.as_bstr().to_string();
        let (accepted, wrong) = (Verdict::Accepted, Verdict::WrongAnswer);
        let spaced = Verdict::PresentationError;
        let other = "line 1\nexpected: A won\nfound:    A wins";
        for (input, answer, output, verdict, message) in [
            ("", "A won\n", "A won", accepted, ""),
            ("", "A won\n", "A wins\n", wrong, other),
            ("", "A won\n", "A  won\n", spaced, "found:    A  won"),
            ("PRINT", "?", "anything", accepted, ""),
            ("PRINT", "?", " \n", wrong, "nothing is printed"),
            (script, "?\n", &turn, accepted, ""),
            (script, "?\n", "A won\n", wrong, "no group [playerA]"),
        ] {
            let [input, answer, output] = [input, answer, output].map(str::as_bytes);
            let (found, why) = validate(Mode::default(), input, answer, output, 1 << 20);
            assert_eq!(found, verdict, "{why}");
            assert!(
                why.contains(message) && why.is_empty() == message.is_empty(),
                "{why}"
            );
        }
    }
}
