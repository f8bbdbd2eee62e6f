//! Decides whether an output is right, as an output validator of the Kattis problem format; an output
//! that is a turn is checked by feeding it back.

use std::io::{self, Write};

use bstr::{BStr, ByteSlice};

use super::{Case, Verdict, VerdictDetail};
use admiralty_compare::{ComparisonMode, compare};
use admiralty_core::game::For;
use admiralty_core::game::Game;
use admiralty_core::interpreter::{Ending, StreamError, execute};
use admiralty_core::script::{Line, Tag};

/// The verdict about the output of a program on a case, and the difference or the fault. If the case
/// has no fixed answer and ends where the program plays a turn, the turn is checked, which may print at
/// most `printed_max` bytes.
pub fn validate(
    mode: ComparisonMode,
    input: &[u8],
    answer: &[u8],
    output: &[u8],
    printed_max: u64,
) -> (Verdict, String) {
    if Case::is_open(answer) {
        return match check_turn(input, output, printed_max) {
            // The case does not end where a turn is played.
            (Verdict::JudgeError, _) if output.trim_ascii().is_empty() => (
                Verdict::WrongAnswer,
                VerdictDetail::NothingPrinted.to_string(),
            ),
            (Verdict::JudgeError, _) => (Verdict::Accepted, String::new()),
            checked => checked,
        };
    }
    let comparison = compare(mode, answer, output);
    let difference = comparison.difference.as_ref();
    let lines = difference.map(|difference| difference.lines());
    (
        Verdict::of(&comparison),
        lines.unwrap_or_default().join("\n"),
    )
}

/// Checks that an output is a turn for the player who is next after a script. It must begin with
/// the final state of the script, contain a turn of that player, and, executed as a script, end
/// when the other player is next or the game is won. Executing it may print at most `bytes_max`
/// bytes.
pub(super) fn check_turn(script: &[u8], output: &[u8], bytes_max: u64) -> (Verdict, String) {
    match find_fault(script, output, bytes_max) {
        Ok(None) => (Verdict::Accepted, String::new()),
        Ok(Some(fault)) => (Verdict::WrongAnswer, fault),
        Err(error) => (Verdict::JudgeError, error),
    }
}

/// The fault of the output, if there is one. An error means that the script itself is at fault.
fn find_fault(script: &[u8], output: &[u8], bytes_max: u64) -> Result<Option<String>, String> {
    let (ending, before) = fed(script, u64::MAX)?;
    let player = before.next_player();
    if ending.is_some() || !before.is_ai(player) {
        return Err("after this case, no built-in player plays a turn".to_owned());
    }
    let tag = Tag::Player(player);
    let Some(begin) = find_line(output, tag) else {
        return Ok(Some(format!("there is no group {tag} in the output")));
    };
    let (head, _) = output.split_at(begin);
    if let Ok((None, game)) = fed(head, bytes_max)
        && let Some(fault) = compare_states(&before, &game)
    {
        return Ok(Some(fault));
    }
    Ok(match fed(output, bytes_max) {
        Err(error) => Some(format!("fed back, {error}")),
        Ok((Some(Ending::Failed(failure)), _)) => {
            Some(format!("fed back, line {}: {failure}", failure.line))
        }
        Ok((Some(Ending::Won(_)), _)) => None,
        Ok((None, game)) => (game.next_player() == player)
            .then(|| format!("fed back, {tag} is next again, not the other player")),
    })
}

/// Executes a script without playing a turn.
fn fed(text: &[u8], bytes_max: u64) -> Result<(Option<Ending>, Game), String> {
    let mut sink = LimitedSink { left: bytes_max };
    match execute(text, &mut sink) {
        Ok((ending, session)) => Ok((ending, session.into_game())),
        Err(StreamError::Read(error)) => Err(error.to_string()),
        Err(StreamError::Write(_)) => Err(format!("it prints more than {} MiB", bytes_max >> 20)),
    }
}

/// The offset of the first line that is this tag.
fn find_line(output: &[u8], tag: Tag) -> Option<usize> {
    let mut begin = 0;
    for line in output.lines_with_terminator() {
        let first = Line::words(line.trim_ascii_end()).next();
        if first.is_some_and(|word| Tag::from_token(word) == Some(tag)) {
            return Some(begin);
        }
        begin += line.len();
    }
    None
}

/// The first difference between two states, apart from their seeds.
fn compare_states(expected: &Game, found: &Game) -> Option<String> {
    let [expected, found] = [expected, found].map(|game| game.script(For::Save));
    let is_state = |line: &&[u8]| !line.starts_with(b"SRAND ");
    let mut lines = [&expected, &found].map(|saved| saved.lines().filter(is_state));
    loop {
        let [expected, found] = lines.each_mut().map(Iterator::next);
        if expected == found {
            expected?;
            continue;
        }
        let shown =
            |line: Option<&[u8]>| line.map_or("nothing".into(), |line| BStr::new(line).to_string());
        return Some(format!(
            "the state before the turn is not that of the case: {} instead of {}",
            shown(found),
            shown(expected)
        ));
    }
}

/// Discards what is written, and fails after `left` bytes.
struct LimitedSink {
    left: u64,
}

impl Write for LimitedSink {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len() as u64);
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_players::runner;

    const SCRIPT: &str = "[state]\nBOARD_SIZE 5 6\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 1 0\n\
        SHIP A 1 1 W 0 DES 11\nSHIP B 4 5 E 0 CRU 010\nREEF 2 2\nSRAND 7\nSET_AI_PLAYER A\n[state]\n";

    #[test]
    fn a_turn_is_fed_back() {
        let mut played = Vec::new();
        runner::run(SCRIPT.as_bytes(), &mut played).expect("a vector");
        let played = String::from_utf8(played).expect("UTF-8");
        let group = played.find("[playerA]").expect("a turn");
        let end = group + played[group..].rfind("[playerA]\n").expect("its end");
        let (head, rest) = (&played[..group], &played[end + "[playerA]\n".len()..]);
        let turn = |text: &str| format!("{head}[playerA]\n{text}[playerA]\n{rest}");
        let large = "BOARD_SIZE 2000000000 2000000000\nPRINT 0";
        let wrong = Verdict::WrongAnswer;
        let accepted = Verdict::Accepted;
        let left_out = "SET_AI_PLAYER A instead of REEF 2 2";
        let healed = "SHIP B 4 5 E 0 CRU 110 instead of SHIP B 4 5 E 0 CRU 010";
        let unknown = "line 1: INVALID OPERATION \"ahoy\"";
        let nowhere = "SHOOT 9 9\": FIELD DOES NOT EXIST";
        for (output, expected, message) in [
            (played.clone(), accepted, ""),
            // Any other legal turn is accepted, and so is any other seed.
            (turn("MOVE 0 DES L\n"), accepted, ""),
            (turn("SHOOT 4 4\n"), accepted, ""),
            (turn("").replace("SRAND 8", "SRAND 9"), accepted, ""),
            (turn("").replace(rest, ""), accepted, ""),
            (turn("SHOOT 9 9\n"), wrong, nowhere),
            (String::new(), wrong, "no group [playerA]"),
            (head.to_owned(), wrong, "no group [playerA]"),
            (turn("").replace("REEF 2 2\n", ""), wrong, left_out),
            (turn("").replace("CRU 010", "CRU 110"), wrong, healed),
            (format!("ahoy\n{played}"), wrong, unknown),
            (turn("") + "[playerB]\n[playerB]\n", wrong, "next again"),
            (turn("").replace("PRINT 0", large), wrong, "more than 1 MiB"),
        ] {
            let (verdict, found) = check_turn(SCRIPT.as_bytes(), output.as_bytes(), 1 << 20);
            assert_eq!(verdict, expected, "{output}{found}");
            assert!(found.contains(message), "{found}");
        }
        let without_player = SCRIPT.replace("SET_AI_PLAYER A\n", "");
        let (verdict, found) = check_turn(without_player.as_bytes(), played.as_bytes(), 1 << 20);
        assert_eq!(verdict, Verdict::JudgeError);
        assert!(found.contains("no built-in player"), "{found}");
    }

    #[test]
    fn no_output_panics() {
        for output in [
            &b"[playerA]"[..],
            b"\xff\x00[playerA]\n",
            b"[state]\n[playerA]\n",
            b"[playerA] x",
        ] {
            let (verdict, _) = check_turn(SCRIPT.as_bytes(), output, 1 << 20);
            assert_eq!(verdict, Verdict::WrongAnswer);
        }
    }

    #[test]
    fn outputs_are_compared_and_turns_checked() {
        let script = "[state]\nBOARD_SIZE 5 6\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 1 0\n\
            SHIP A 1 1 W 0 DES 11\nSHIP B 4 5 E 0 CRU 010\nSET_AI_PLAYER A\n[state]\n";
        let mut printed = Vec::new();
        runner::run(script.as_bytes(), &mut printed).expect("a vector");
        let turn = printed.as_bstr().to_string();
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
            let (found, why) = validate(ComparisonMode::default(), input, answer, output, 1 << 20);
            assert_eq!(found, verdict, "{why}");
            assert!(
                why.contains(message) && why.is_empty() == message.is_empty(),
                "{why}"
            );
        }
    }
}
