//! Programs with mistakes, within this process.

#![expect(
    clippy::unnecessary_wraps,
    reason = "programs may crash, and these are written as they are"
)]

use std::collections::HashSet;
use std::num::NonZeroUsize;

use bstr::ByteSlice;

use super::board_fault::BoardFault;
use super::signature::{Origin, Signature};
use super::symptom::Symptom;
use super::tester::{ScriptTrial, Tester};
use super::{FailingScript, KnownDisagreements, Stress, shorten};
use crate::generator::{Replay, Scope};
use crate::judge::compare::{Mode, compare};
use crate::judge::{JudgedRun, Verdict};
use crate::script::{Keyword, KeywordSet};

/// What a program prints for a script; nothing, if it crashes.
type FakeProgram = fn(&[u8]) -> Option<String>;

fn right(script: &[u8]) -> String {
    Replay::of(script).output.to_str_lossy().into_owned()
}

fn replaced(script: &[u8], from: &str, to: &str) -> Option<String> {
    Some(right(script).replace(from, to))
}

/// The rows of boards with something changed.
fn redrawn(script: &[u8], draw: impl Fn(&str) -> String) -> Option<String> {
    let output = right(script);
    let is_row = |line: &str| crate::script::is_board_text(line.trim_end().as_bytes());
    let lines = output.split_inclusive('\n');
    Some(
        lines
            .map(|line| {
                if is_row(line) {
                    draw(line)
                } else {
                    line.to_owned()
                }
            })
            .collect(),
    )
}

/// Runs the program on the script with its lines changed.
fn reread(script: &[u8], read: impl Fn(&str) -> String) -> Option<String> {
    let lines = script.to_str_lossy().lines().map(read).collect::<Vec<_>>();
    Some(right(lines.join("\n").as_bytes()))
}

fn turned(line: &str) -> String {
    match line
        .strip_prefix("MOVE")
        .and_then(|_| line.strip_suffix('L'))
    {
        Some(line) => format!("{line}R"),
        None => line.to_owned(),
    }
}

fn judge(program: FakeProgram, script: &[u8], answer: &[u8]) -> JudgedRun {
    let output = program(script);
    let printed = output.as_deref().unwrap_or_default();
    let comparison = compare(Mode::default(), answer, printed.as_bytes());
    let (verdict, detail) = match output {
        Some(_) => (comparison.verdict(), String::new()),
        None => (Verdict::RuntimeError, "signal 6".to_owned()),
    };
    JudgedRun {
        verdict,
        comparison: Some(comparison),
        ..JudgedRun::of_trouble(detail)
    }
}

fn stress(scope: Scope) -> Stress {
    Stress {
        seed: 0,
        scripts: 1000,
        scope,
        waters: None,
        without: KeywordSet::NONE,
        findings: NonZeroUsize::MIN,
        mode: Mode::default(),
        jobs: NonZeroUsize::MIN,
    }
}

/// What a program makes of a script: in which way it does not agree.
fn signature(program: FakeProgram, script: &str) -> Option<String> {
    let stress = stress(Scope::Language);
    let run_program = |script: &[u8], answer: &[u8]| Ok(judge(program, script, answer));
    let tester = Tester::new(&stress, &run_program);
    let trial = tester
        .run(script.into())
        .expect("judged")
        .expect("an answer");
    let signature = tester.signature(&trial).expect("judged");
    signature.map(|signature| signature.to_string())
}

const MOVES: &str = "\
    [state]\nSET_FLEET A 0 0 1 1\nSET_FLEET B 0 0 0 1\nREEF 9 0\nSHIP A 5 5 N 0 CRU 011\nSHIP A 9 9 N 0 DES 11\n\
    SHIP B 15 5 N 0 DES 11\n[state]\n[playerA]\nMOVE 0 CRU F\nMOVE 0 CRU L\nPRINT 1\n[playerA]\n\
    [playerB]\nSHOOT 9 9\n[playerB]\n[state]\nPRINT 0\nSAVE\n[state]\n\
    [playerA]\nMOVE 0 CRU L\nMOVE 0 CRU L\nMOVE 0 CRU F\nMOVE 0 CRU F\n[playerA]\n";

const SHIP: &str = "PRINT: a ship is missing or where none is";

#[test]
fn mistakes_have_names() {
    let table: &[(FakeProgram, &str)] = &[
        (|script| Some(right(script)), ""),
        (
            |script| replaced(script, "MOVED ALREADY", "CANNOT MOVE"),
            "MOVE: SHIP MOVED ALREADY expected, SHIP CANNOT MOVE found",
        ),
        (
            |script| {
                Some(
                    right(script)
                        .split_inclusive('\n')
                        .filter(|line| !line.starts_with("INV"))
                        .collect(),
                )
            },
            "MOVE: SHIP MOVED ALREADY expected, but it is executed",
        ),
        (
            |script| {
                let output = right(script);
                let row = output.find("PARTS")?;
                Some(
                    output[..row].to_owned()
                        + "INVALID OPERATION \"SHOOT 9 9\": FIELD DOES NOT EXIST\n",
                )
            },
            "SHOOT y x: refused with FIELD DOES NOT EXIST, but legal",
        ),
        (
            |script| replaced(script, "MOVE 0", "MOVE 00"),
            "MOVE: not quoted as it is to be",
        ),
        (
            |script| replaced(script, "INVALID OPERATION ", "INVALID "),
            "an error is not reported in the usual form",
        ),
        (
            |script| redrawn(script, |row| row.replace('x', "+")),
            "PRINT: a segment is healthy instead of destroyed, or the reverse",
        ),
        (
            |script| redrawn(script, |row| row.replace('#', " ")),
            "PRINT: a reef is missing or where none is",
        ),
        (
            |script| redrawn(script, |row| row.replace('?', " ")),
            "PRINT: a field is shown that is unknown",
        ),
        (
            |script| redrawn(script, |row| row.replace('%', "+")),
            "PRINT: wrong section of a ship",
        ),
        (
            |script| redrawn(script, |row| row.trim_end().to_owned() + "\n"),
            "PRINT: rows of another width",
        ),
        (
            |script| replaced(script, "B : ", "B : 1"),
            "PRINT: wrong number of parts remaining",
        ),
        (
            |script| replaced(script, "B :", "B:"),
            "PRINT: the line of the parts has another form",
        ),
        (
            |script| replaced(script, "REEF 9 0\n", ""),
            "SAVE: REEF is missing",
        ),
        (
            |script| replaced(script, "CRU 011", "CRU 111"),
            "SAVE: word 8 of SHIP",
        ),
        (
            |script| reread(script, turned),
            "PRINT: a field is unknown that is to be shown, after MOVE",
        ),
        (
            |script| (!script.contains_str("SHOOT")).then(|| right(script)),
            "signal 6, after SHOOT y x",
        ),
    ];
    for (program, expected) in table {
        let found = signature(*program, MOVES);
        assert_eq!(found.as_deref().unwrap_or_default(), *expected);
    }
    let without_view = MOVES.replace("PRINT 1\n", "");
    let found = signature(|script| reread(script, turned), &without_view);
    assert_eq!(found, Some(format!("{SHIP}, after MOVE")));
}

/// A program with several mistakes, some of which hide others.
fn several(script: &[u8]) -> Option<String> {
    if script.contains_str("SPY 0 0 0") || script.trim().is_empty() {
        return None;
    }
    let output = reread(script, turned)?;
    let output = output
        .replace("SHIP MOVED ALREADY", "SHIP CANNOT MOVE")
        .replace("SHIP ALREADY PRESENT", "ALL SHIPS OF THE CLASS ALREADY SET")
        .replace("PARTS REMAINING:: A : 0", "PARTS REMAINING:: A : 00");
    let is_row = |line: &str| crate::script::is_board_text(line.as_bytes());
    let lines = output.split_inclusive('\n');
    let draw = |line: &str| {
        if is_row(line.trim_end()) {
            line.replace('x', "+")
        } else {
            line.to_owned()
        }
    };
    Some(lines.map(draw).collect())
}

#[test]
fn what_is_left_disagrees_in_the_same_way() {
    let stress = stress(Scope::Assignment);
    let run_program = |script: &[u8], answer: &[u8]| Ok(judge(several, script, answer));
    let tester = Tester::new(&stress, &run_program);
    let mut known = HashSet::new();
    for number in 0..160 {
        let Some(trial) = tester.run(stress.script(number)).expect("judged") else {
            panic!("{number} is no script of the assignment");
        };
        let Some(signature) = tester.signature(&trial).expect("judged") else {
            continue;
        };
        if !known.insert(signature.clone()) {
            continue;
        }
        let text = signature.to_string();
        let found = FailingScript {
            number,
            trial,
            signature,
        };
        let disagreement = shorten(&tester, &found).expect("judged");
        let script = disagreement.shrunk.script;
        let left: ScriptTrial = tester
            .run(script.clone())
            .expect("judged")
            .expect("in scope");
        let left = tester
            .signature(&left)
            .expect("judged")
            .expect("a disagreement");
        let script = script.to_str_lossy();
        assert_eq!(left.to_string(), text, "{script}");
        assert!(script.lines().count() <= 16, "{text}:\n{script}");
        println!(
            "{number}: {text}, {} to {}",
            disagreement.lines,
            script.lines().count()
        );
    }
    let texts: HashSet<_> = known.iter().map(ToString::to_string).collect();
    for mistake in [
        "PLACE_SHIP: SHIP ALREADY PRESENT expected, ALL SHIPS OF THE CLASS ALREADY SET found",
        "PRINT: wrong number of parts remaining",
        "PRINT: a segment is healthy instead of destroyed, or the reverse",
        &format!("{SHIP}, after MOVE"),
    ] {
        assert!(texts.contains(mistake), "{mistake} in {texts:?}");
    }
}

/// A board that is wrong makes commands fail that come after it.
#[test]
fn what_comes_of_a_mistake_has_a_root() {
    let stress = stress(Scope::Assignment);
    let program: FakeProgram = |script| reread(script, turned);
    let run_program = |script: &[u8], answer: &[u8]| Ok(judge(program, script, answer));
    let tester = Tester::new(&stress, &run_program);
    let root = |script: &str| {
        let trial = tester
            .run(script.into())
            .expect("judged")
            .expect("an answer");
        let signature = tester
            .signature(&trial)
            .expect("judged")
            .expect("different");
        let root = tester.root(script.as_bytes(), &signature).expect("judged");
        (signature.to_string(), root)
    };
    let begin = "[state]\nSHIP A 5 7 N 0 CRU 111\nREEF 5 9\n[state]\n[playerA]\nMOVE 0 CRU L\n";
    assert_eq!(
        root(&format!("{begin}MOVE 0 CRU F\nMOVE 0 CRU F\n[playerA]\n")),
        (
            "MOVE: refused with SHIP WENT FROM BOARD, but legal".to_owned(),
            Some("MOVE".to_owned()),
        )
    );
    let wrong_at_once = "[state]\nSHIP A 9 0 N 0 CRU 111\n[state]\n[playerA]\nMOVE 0 CRU L\n";
    let (signature, root) = root(wrong_at_once);
    assert_eq!(
        signature,
        "MOVE: SHIP WENT FROM BOARD expected, but it is executed"
    );
    assert_eq!(root, None);
}

/// So that one mistake is not reported many times.
#[test]
fn what_comes_of_a_known_mistake_is_known() {
    let refused = |command: &str| Symptom::Refused {
        command: command.to_owned(),
        reason: "SHIP WENT FROM BOARD".to_owned(),
    };
    let of = |symptom, origin| Signature { symptom, origin };
    let after = |command: &str| Origin::After(command.to_owned());
    let moved = || of(Symptom::Board(BoardFault::Ship), after("MOVE"));
    let root = || Some("MOVE".to_owned());
    let mut known = KnownDisagreements::default();
    assert!(known.insert(of(refused("MOVE"), Origin::Unknown), None));
    assert!(!known.insert(of(refused("SHIP"), Origin::Unknown), root()));
    assert!(known.contains(&of(refused("SHIP"), Origin::Unknown)));
    assert!(!known.contains(&moved()));
    assert!(known.insert(moved(), root()));
    assert!(known.contains(&of(Symptom::Board(BoardFault::Damage), after("MOVE"))));
    assert!(!known.contains(&of(Symptom::Board(BoardFault::Damage), after("SHOOT y x"))));
    assert!(!known.contains(&of(Symptom::Board(BoardFault::Damage), Origin::AnyState)));
    assert!(!known.insert(of(Symptom::Winner, Origin::Unknown), root()));
}

#[test]
fn readings_of_ours_are_left_out_unless_they_are_asked_for() {
    const AUTO: &str = "[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 0\nEXTENDED_SHIPS\nAUTO_SHOOTING\n\
        SHIP A 0 0 N 0 DES 11\n[state]\n[playerA]\nSHOOT 2 1\n";
    for (script, is_known) in [
        ("[state]\nPRINT 0\n[state]\n", true),
        ("[state]\nPRINT 0\n", false),
        ("[state]\nREEF 21 0\n", true),
        ("[state]\nSHIP A 20 0 N 0 DES 11\n", true),
        ("[state]\nREEF 2 0\nSHIP A 2 0 N 0 DES 11\n", true),
        ("[state]\nSHIP A 2 0 N 0 DES 11\nREEF 2 0\n", false),
        (
            "[state]\nSHIP A 2 0 N 1 DES 11\nSET_FLEET A 0 0 0 1\n",
            false,
        ),
        ("[state]\nINFORMATION A seen\n[state]\n", true),
        ("[state]\nINFORMATION A FORGET\n[state]\n", false),
        ("[state]\nRULES ships\n[state]\n", false),
        ("PARTS REMAINING:: A : 1 B : 1\n", false),
        ("PRINT 0\n", false),
        ("[playerA]\n[state]\n", false),
        ("[playerA]\nMOVE 0 DES F\n", false),
        ("[playerA]\nSPY 1 1\n", false),
        ("[playerB]\n", true),
        (&format!("{AUTO}[playerA]\n"), true),
        (&format!("{AUTO}PRINT 0\n[playerA]\n"), false),
    ] {
        let replay = Replay::of(script.as_bytes());
        let is_of = |scope| stress(scope).contents().include(&replay);
        assert_eq!(is_of(Scope::Assignment), is_known, "{script}");
        assert!(is_of(Scope::Language), "{script}");
        let without = Stress {
            without: [Keyword::Print, Keyword::Ship].into_iter().collect(),
            ..stress(Scope::Language)
        };
        let has = script.contains("PRINT") || script.contains("SHIP A");
        assert_eq!(without.contents().include(&replay), !has, "{script}");
    }
}
