//! Programs with mistakes, simulated within this process.

use std::collections::HashSet;
use std::num::NonZeroUsize;

use bstr::ByteSlice;

use super::generator::random_script;
use super::scope::{Contents, Scope};
use super::script_run::ScriptRun;
use super::symptom::{BoardFault, Symptom};
use super::tester::{Origin, ScriptTrial, Signature, Tester};
use super::{ATTEMPTS_MAX, StressFindings, shorten};
use crate::compare::{Mode, compare};
use crate::{Detail, JudgedRun, Verdict};

/// What a program prints for a script; `None` if it crashes.
type FakeProgram<'p> = &'p dyn Fn(&[u8]) -> Option<String>;

fn right(script: &[u8]) -> String {
    ScriptRun::of(script).output.to_str_lossy().into_owned()
}

/// An output with one glyph of its boards replaced.
fn redrawn(output: &str, from: &str, to: &str) -> String {
    let is_row = |line: &str| admiralty_core::script::is_board_text(line.trim_end().as_bytes());
    let lines = output.split_inclusive('\n').map(|line| match line {
        row if is_row(row) => row.replace(from, to),
        line => line.to_owned(),
    });
    lines.collect()
}

/// The output of a program whose ships turn to the wrong side.
fn turned(script: &[u8]) -> String {
    let turn = |line: &str| match line.strip_suffix('L') {
        Some(left) if line.starts_with("MOVE") => format!("{left}R"),
        _ => line.to_owned(),
    };
    let lines: Vec<_> = script.to_str_lossy().lines().map(turn).collect();
    right(lines.join("\n").as_bytes())
}

fn judge(program: FakeProgram<'_>, script: &[u8], answer: &[u8]) -> JudgedRun {
    let output = program(script);
    let printed = output.as_deref().unwrap_or_default();
    let comparison = compare(Mode::default(), answer, printed.as_bytes());
    let (verdict, detail) = match output {
        Some(_) => (comparison.verdict(), None),
        None => (Verdict::RuntimeError, Some(Detail::Signalled(6))),
    };
    JudgedRun {
        verdict,
        detail,
        comparison: Some(comparison),
        ..JudgedRun::judge_error(String::new())
    }
}

fn of_assignment() -> Contents {
    Contents {
        scope: Scope::Assignment,
        ..Contents::default()
    }
}

/// Runs a script through both programs, and returns the signature of their disagreement.
fn tried(tester: &Tester<'_>, script: &[u8]) -> (ScriptTrial, Option<Signature>) {
    let trial = tester.run(script.to_vec()).expect("judged");
    let trial = trial.expect("an answer");
    let signature = tester.signature(&trial).expect("judged");
    (trial, signature)
}

fn signature(program: FakeProgram<'_>, script: &str) -> String {
    let run_program = |script: &[u8], answer: &[u8]| Ok(judge(program, script, answer));
    let (_, signature) = tried(
        &Tester::new(Contents::default(), &run_program),
        script.as_bytes(),
    );
    signature.map_or_else(String::new, |signature| signature.to_string())
}

const MOVES: &str = "\
    [state]\nSET_FLEET A 0 0 1 1\nSET_FLEET B 0 0 0 1\nREEF 9 0\nSHIP A 5 5 N 0 CRU 011\nSHIP A 9 9 N 0 DES 11\n\
    SHIP B 15 5 N 0 DES 11\n[state]\n[playerA]\nMOVE 0 CRU F\nMOVE 0 CRU L\nPRINT 1\n[playerA]\n\
    [playerB]\nSHOOT 9 9\n[playerB]\n[state]\nPRINT 0\nSAVE\n[state]\n\
    [playerA]\nMOVE 0 CRU L\nMOVE 0 CRU L\nMOVE 0 CRU F\nMOVE 0 CRU F\n[playerA]\n";

const IN_REVERSE: &str = "a segment is healthy instead of destroyed, or the reverse";
const SHIP_AFTER_MOVE: &str = "PRINT: a ship is missing or misplaced, after MOVE";

#[test]
fn mistakes_have_names() {
    for row in [
        "||",
        "MOVED ALREADY|CANNOT MOVE|MOVE: SHIP MOVED ALREADY expected, SHIP CANNOT MOVE found",
        "MOVE 0|MOVE 00|MOVE: not quoted correctly",
        "INVALID OPERATION |INVALID |an error is not reported in the usual form",
        "B : |B : 1|PRINT: wrong number of parts remaining",
        "B :|B:|PRINT: the line of parts has the wrong form",
        "REEF 9 0\n||SAVE: REEF is missing",
        "CRU 011|CRU 111|SAVE: word 8 of SHIP",
    ] {
        let [from, to, expected] = row.split('|').collect::<Vec<_>>()[..] else {
            panic!("{row}")
        };
        let program = |script: &[u8]| Some(right(script).replace(from, to));
        assert_eq!(signature(&program, MOVES), expected);
    }
    for (from, to, expected) in [
        ("x", "+", IN_REVERSE),
        ("#", " ", "a reef is missing or misplaced"),
        ("?", " ", "an unknown field is shown"),
        ("%", "+", "wrong section of a ship"),
        (" \n", "\n", "rows of the wrong width"),
    ] {
        let program = |script: &[u8]| Some(redrawn(&right(script), from, to));
        assert_eq!(signature(&program, MOVES), format!("PRINT: {expected}"));
    }
    let without_failures = |script: &[u8]| {
        let output = right(script);
        let lines = output.split_inclusive('\n');
        Some(lines.filter(|line| !line.starts_with("INV")).collect())
    };
    let failing_shot = |script: &[u8]| {
        let output = right(script);
        let (printed, _) = output.split_once("PARTS")?;
        Some(printed.to_owned() + "INVALID OPERATION \"SHOOT 9 9\": FIELD DOES NOT EXIST\n")
    };
    let crashing = |script: &[u8]| (!script.contains_str("SHOOT")).then(|| right(script));
    let wrong_turn = |script: &[u8]| Some(turned(script));
    let without_view = MOVES.replace("PRINT 1\n", "");
    let executed = "MOVE: SHIP MOVED ALREADY expected, but it is executed";
    let refused = "SHOOT y x: refused with FIELD DOES NOT EXIST, but legal";
    let unseen = "PRINT: a known field is not shown, after MOVE";
    for (program, script, expected) in [
        (&without_failures as FakeProgram<'_>, MOVES, executed),
        (&failing_shot, MOVES, refused),
        (&crashing, MOVES, "signal 6, SIGABRT, after SHOOT y x"),
        (&wrong_turn, MOVES, unseen),
        (&wrong_turn, &without_view, SHIP_AFTER_MOVE),
    ] {
        assert_eq!(signature(program, script), expected);
    }
}

/// A program with several mistakes, some of which hide others.
fn several(script: &[u8]) -> Option<String> {
    if script.contains_str("SPY 0 0 0") || script.trim().is_empty() {
        return None;
    }
    let output = turned(script)
        .replace("SHIP MOVED ALREADY", "SHIP CANNOT MOVE")
        .replace("SHIP ALREADY PRESENT", "ALL SHIPS OF THE CLASS ALREADY SET")
        .replace("PARTS REMAINING:: A : 0", "PARTS REMAINING:: A : 00");
    Some(redrawn(&output, "x", "+"))
}

#[test]
fn shortened_scripts_show_the_same_disagreement() {
    let run_program = |script: &[u8], answer: &[u8]| Ok(judge(&several, script, answer));
    let tester = Tester::new(of_assignment(), &run_program);
    let mut known = HashSet::new();
    for seed in 0..600 {
        let (trial, signature) = tried(&tester, &random_script(seed, None, of_assignment()));
        let Some(signature) = signature else {
            continue;
        };
        let text = signature.to_string();
        if !known.insert(text.clone()) {
            continue;
        }
        let shortened = shorten(&tester, Some(seed), &trial, &signature, ATTEMPTS_MAX);
        let disagreement = shortened.expect("judged");
        let script = disagreement.shrunk.script;
        let (_, left) = tried(&tester, &script);
        let script = script.to_str_lossy();
        assert_eq!(left, Some(signature), "{script}");
        assert!(script.lines().count() <= 30, "{text}:\n{script}");
    }
    for mistake in [
        "PLACE_SHIP: SHIP ALREADY PRESENT expected, ALL SHIPS OF THE CLASS ALREADY SET found",
        "PRINT: wrong number of parts remaining",
        "PRINT: a segment is healthy instead of destroyed, or the reverse",
        SHIP_AFTER_MOVE,
    ] {
        assert!(known.contains(mistake), "{mistake} in {known:?}");
    }
}

/// A wrong board makes later commands fail.
#[test]
fn consequences_of_a_mistake_have_a_root() {
    let program = |script: &[u8]| Some(turned(script));
    let run_program = |script: &[u8], answer: &[u8]| Ok(judge(&program, script, answer));
    let tester = Tester::new(of_assignment(), &run_program);
    let after_left = "MOVE 0 CRU L\nMOVE 0 CRU F\nMOVE 0 CRU F\n";
    let refused = "MOVE: refused with SHIP WENT FROM BOARD, but legal";
    let executed = "MOVE: SHIP WENT FROM BOARD expected, but it is executed";
    let (ships, ship) = (
        "SHIP A 5 7 N 0 CRU 111\nREEF 5 9\n",
        "SHIP A 9 0 N 0 CRU 111\n",
    );
    for (state, turn, text, expected) in [
        (ships, after_left, refused, Some("MOVE")),
        (ship, "MOVE 0 CRU L\n", executed, None),
    ] {
        let script = format!("[state]\n{state}[state]\n[playerA]\n{turn}[playerA]\n");
        let (_, signature) = tried(&tester, script.as_bytes());
        let signature = signature.expect("different");
        assert_eq!(signature.to_string(), text);
        let root = tester.root(script.as_bytes(), &signature);
        assert_eq!(root.expect("judged").as_deref(), expected);
    }
}

/// One mistake should be reported only once.
#[test]
fn consequences_of_a_known_mistake_are_known() {
    let of = |symptom, origin| Signature { symptom, origin };
    let refused = |command: &str| {
        let (command, reason) = (command.to_owned(), "SHIP CANNOT MOVE".to_owned());
        of(Symptom::Refused { command, reason }, Origin::Unknown)
    };
    let board = |fault, origin| of(Symptom::Board(fault), origin);
    let after = |command: &str| Origin::After(command.to_owned());
    let root = || Some("MOVE".to_owned());
    let mut known = StressFindings::new(NonZeroUsize::MIN);
    assert!(known.insert(refused("MOVE"), None));
    assert!(!known.insert(refused("SHIP"), root()));
    assert!(known.is_known(&refused("SHIP")));
    assert!(!known.is_known(&board(BoardFault::Ship, after("MOVE"))));
    assert!(known.insert(board(BoardFault::Ship, after("MOVE")), root()));
    assert!(known.is_known(&board(BoardFault::Health, after("MOVE"))));
    assert!(!known.is_known(&board(BoardFault::Health, after("SHOOT y x"))));
    assert!(!known.is_known(&board(BoardFault::Health, Origin::AnyState)));
    assert!(!known.insert(of(Symptom::WrongWinner, Origin::Unknown), root()));
}
