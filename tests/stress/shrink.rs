//! Properties of minimising scripts.

use std::collections::HashSet;
use std::convert::Infallible;

use crate::support::{case_count, scaled};
use admiralty_judge::stress::{ATTEMPTS_MAX, Shrunk, shrink};
use admiralty_judge::stress::{ScriptContents, answer, random_script};
use bstr::ByteSlice;
use proptest::prelude::*;

/// Shrinks with a predicate on any bytes.
fn shrunk(script: &[u8], attempts_max: u32, still_fails: impl Fn(&[u8]) -> bool) -> Shrunk {
    let mut tried = HashSet::from([script.to_vec()]);
    let shrunk = shrink(script, attempts_max, &mut |script| {
        assert!(tried.insert(script.to_vec()), "asked twice");
        Ok::<_, Infallible>(still_fails(script))
    });
    let Ok(shrunk) = shrunk;
    assert!(still_fails(&shrunk.script));
    assert!(shrunk.attempts <= attempts_max);
    assert_eq!(shrunk.attempts as usize + 1, tried.len());
    shrunk
}

/// Whether no line can be left out so that the script still fails, and the last group is closed if it
/// can be; its closing tag may be left out.
fn is_minimal(script: &[u8], still_fails: impl Fn(&[u8]) -> bool) -> bool {
    let mut lines: Vec<_> = script.lines_with_terminator().collect();
    let tags: Vec<_> = lines.iter().copied().filter(|line| is_tag(line)).collect();
    match tags.as_chunks::<2>() {
        (pairs, [opening])
            if pairs.iter().all(|[one, other]| one == other)
                && still_fails(&[script, opening].concat()) =>
        {
            return false;
        }
        ([.., [opening, closing]], []) if opening == closing && lines.last() == Some(closing) => {
            let bare = &lines[..lines.len() - 1];
            if still_fails(&bare.concat()) {
                lines.pop();
            }
        }
        _ => {}
    }
    (0..lines.len()).all(|at| {
        let mut fewer = lines.clone();
        fewer.remove(at);
        !still_fails(&fewer.concat())
    })
}

/// Whether a line is a tag, which may have blanks around it.
fn is_tag(line: &[u8]) -> bool {
    line.trim_ascii_start().starts_with(b"[")
}

fn has_line(script: &[u8], line: &str) -> bool {
    script.lines().any(|other| other == line.as_bytes())
}

#[apply(trial)]
fn failing_scripts_become_short_and_still_fail_the_same_way() {
    let mut lengths = Vec::new();
    for seed in 0..scaled(30) {
        let script = random_script(seed, None, ScriptContents::default());
        let output = answer(&script).expect("a fixed answer");
        let Some((_, reason)) = output.trim_ascii_end().rsplit_once_str("\": ") else {
            continue;
        };
        let fails = |script: &[u8]| {
            let output = answer(script).unwrap_or_default();
            output.trim_ascii_end().ends_with(reason) && output.contains_str("INVALID")
        };
        let shrunk = shrunk(&script, ATTEMPTS_MAX, fails);
        assert!(shrunk.is_minimal);
        assert!(is_minimal(&shrunk.script, fails), "{seed}");
        lengths.push(shrunk.script.lines().count());
    }
    tell!("{lengths:?}");
    assert!(lengths.len() > 10);
    assert!(lengths.iter().all(|&length| length <= 18), "{lengths:?}");
}

#[apply(trial)]
fn games_of_other_rules_become_short() {
    let script = b"[state]\nRULES  german\nSET_FLEET A 0 0 0 0 1 1\n[state]\n[playerA]\nPLACE_SHIP 0 0 N 0 L3\n\
        PLACE_SHIP  05 5 N 0 L2\n[playerA]\n[playerB]\n[playerB]\n[state]\nSHOT B 3 3\nSHOT B 5 5\nPRINT 0\n[state]\n";
    let fails = |script: &[u8]| {
        answer(script).is_some_and(|output| output.lines().any(|row| row.ends_with_str("x    ")))
    };
    let shrunk = shrunk(script, ATTEMPTS_MAX, fails);
    assert!(is_minimal(&shrunk.script, fails));
    let short = "[state]\nRULES german\nSHIP A 0 5 N 0 L2 11\nSHOT B 0 5\nPRINT 0\n[state]\n";
    assert_eq!(shrunk.script.as_bstr(), short);
}

#[apply(trial)]
fn the_typing_is_made_plain() {
    let script = b"\r\n[state]\r\n\r\n\tREEF  +03\t007  \r\nPRINT 01\r\n[state]";
    let fails = |script: &[u8]| answer(script).is_some_and(|output| output.contains(&b'#'));
    assert_eq!(
        shrunk(script, ATTEMPTS_MAX, fails).script,
        b"[state]\nREEF 0 0\nPRINT 0\n[state]\n"
    );
}

#[apply(trial)]
fn numbers_go_as_low_as_they_can() {
    let script = b"[state]\nBOARD_SIZE 40 70\nREEF 33 60\nREEF 12 12\nPRINT 0\n[state]\n";
    let fails = |script: &[u8]| {
        answer(script).is_some_and(|output| {
            // A reef far down and to the right.
            let mut rows = output.lines().skip(5);
            rows.any(|row| row.iter().skip(7).any(|&field| field == b'#'))
        })
    };
    assert_eq!(
        shrunk(script, ATTEMPTS_MAX, fails).script,
        b"[state]\nREEF 5 7\nPRINT 0\n[state]\n"
    );
}

#[apply(trial)]
fn planes_have_the_new_number_of_their_carrier() {
    let script = b"[state]\nEXTENDED_SHIPS\nSET_FLEET A 2 0 0 0\nSHIP A 0 0 N 0 CAR 10111\n\
        SHIP A 10 5 N 1 CAR 11111\n[state]\n[playerA]\nSPY 1 10 5\n[playerA]\n";
    let fails = |script: &[u8]| {
        let is_legal = answer(script).is_some_and(|output| !output.contains_str("INVALID"));
        is_legal && script.contains_str("SPY") && script.contains_str("10 5 N")
    };
    let short = "[state]\nSHIP A 10 5 N 0 CAR 11111\n[state]\n[playerA]\nSPY 0 0 0\n[playerA]\n";
    assert_eq!(shrunk(script, ATTEMPTS_MAX, fails).script.as_bstr(), short);
}

#[apply(trial)]
fn damage_that_does_not_matter_is_mended() {
    let script = b"[state]\nSHIP A 4 4 N 0 BAT 0010\nPRINT 0\n[state]\n";
    let fails = |script: &[u8]| answer(script).is_some_and(|output| output.contains(&b'x'));
    assert_eq!(
        shrunk(script, ATTEMPTS_MAX, fails).script,
        b"[state]\nSHIP A 0 0 N 0 BAT 1110\nPRINT 0\n[state]\n"
    );
}

/// Fleets must be complete before the first shot.
#[apply(trial)]
fn ships_leave_their_fleets() {
    let script = b"\
        [state]\nSET_FLEET A 1 0 0 3\nSET_FLEET B 0 2 0 1\n\
        SHIP A 1 1 N 0 DES 11\nSHIP A 1 3 N 1 DES 11\nSHIP A 1 5 N 2 DES 11\nSHIP A 1 7 N 0 CAR 11111\n\
        SHIP B 12 1 N 0 DES 11\nSHIP B 12 3 N 0 BAT 1111\nSHIP B 12 5 N 1 BAT 1111\n[state]\n\
        [playerA]\nMOVE 2 DES F\nSHOOT 0 5\nPRINT 0\n[playerA]\n";
    let fails = |script: &[u8]| answer(script).is_some_and(|output| output.contains(&b'x'));
    assert_eq!(
        shrunk(script, ATTEMPTS_MAX, fails).script.to_str_lossy(),
        "[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 0\nSHIP A 1 0 N 0 DES 11\n[state]\n\
        [playerA]\nMOVE 0 DES F\nSHOOT 0 0\nPRINT 0\n[playerA]\n"
    );
}

/// Shrinks a script whose output ends with a reason, and keeps that.
fn shrunk_to_reason(script: &str, reason: &str) -> String {
    let fails = |script: &[u8]| {
        answer(script).is_some_and(|output| output.trim_ascii_end().ends_with_str(reason))
    };
    assert!(fails(script.as_bytes()));
    let shrunk = shrunk(script.as_bytes(), ATTEMPTS_MAX, fails);
    assert!(shrunk.is_minimal);
    shrunk.script.to_str_lossy().into_owned()
}

#[apply(trial)]
fn turns_in_which_ships_are_only_placed_are_not_needed() {
    let script = "\
        [state]\nSET_FLEET A 1 0 0 0\nSET_FLEET B 0 0 0 1\nINIT_POSITION A 1 1 9 9\n[state]\n\
        [playerA]\nPLACE_SHIP 2 3 N 0 CAR\n[playerA]\n[playerB]\nPLACE_SHIP 12 1 E 0 DES\n[playerB]\n\
        [playerA]\nSHOOT 3 3\nSPY 0 5 5\n[playerA]\n";
    assert_eq!(
        shrunk_to_reason(script, "CANNOT SEND PLANE"),
        "[state]\nSET_FLEET A 1 0 0 0\nSET_FLEET B 0 0 0 0\nSHIP A 0 0 N 0 CAR 11111\n[state]\n\
        [playerA]\nSHOOT 1 0\nSPY 0 0 0\n[playerA]\n"
    );
}

#[apply(trial)]
fn the_first_player_is_the_one_who_plays() {
    for before in [
        "NEXT_PLAYER B\n[state]\n",
        "[state]\n[playerA]\nPRINT 0\n[playerA]\n",
    ] {
        let script = format!(
            "[state]\nSHIP B 10 4 E 0 CRU 110\n{before}[playerB]\nMOVE 0 CRU R\n[playerB]\n"
        );
        assert_eq!(
            shrunk_to_reason(&script, "SHIP CANNOT MOVE"),
            "[state]\nSHIP A 0 2 E 0 CRU 110\n[state]\n[playerA]\nMOVE 0 CRU R\n[playerA]\n"
        );
    }
}

#[apply(trial)]
fn ships_get_the_lowest_numbers() {
    let script = "[state]\nSET_FLEET A 0 0 9 0\nSHIP A 9 4 N 7 CRU 111\nSHIP A 9 6 N 8 CRU 011\nSAVE\n[state]\n";
    let fails = |script: &[u8]| {
        answer(script).is_some_and(|output| {
            let ships = output.lines().filter(|line| line.starts_with(b"SHIP A"));
            ships.count() == 2
        })
    };
    assert_eq!(
        shrunk(script.as_bytes(), ATTEMPTS_MAX, fails)
            .script
            .to_str_lossy(),
        "[state]\nSHIP A 0 0 N 0 CRU 111\nSHIP A 0 2 N 1 CRU 111\nSAVE\n[state]\n"
    );
}

#[apply(trial)]
fn an_error_of_the_question_ends_it() {
    let mut count = 0;
    let result = shrink(b"a\nb\nc\nd\n", ATTEMPTS_MAX, &mut |_| {
        count += 1;
        if count == 3 {
            Err("broken pipe")
        } else {
            Ok(false)
        }
    });
    assert_eq!(result, Err("broken pipe"));
    assert_eq!(count, 3);
}

proptest! {
    #![proptest_config(case_count(100))]

    #[apply(trial)]
    fn only_the_lines_that_matter_are_left(
        lines in prop::collection::vec("[a-z]{3,8}|\\[state\\]|\\[playerA\\]|\\[playerB\\]", 2..120),
        (one, other) in (any::<prop::sample::Index>(), any::<prop::sample::Index>()),
    ) {
        let (one, other) = (one.get(&lines), other.get(&lines));
        let fails = |script: &[u8]| has_line(script, one) && has_line(script, other);
        let shrunk = shrunk(lines.join("\n").as_bytes(), ATTEMPTS_MAX, fails);
        prop_assert!(shrunk.is_minimal);
        let left: HashSet<_> = shrunk.script.lines().collect();
        // There may be a closing tag.
        prop_assert!(shrunk.script.lines().count() <= left.len() + 1);
        prop_assert_eq!(left, HashSet::from([one.as_bytes(), other.as_bytes()]));
    }

    #[apply(trial)]
    fn tags_go_together(inner in prop::collection::vec("[a-z]{3}", 1..20), keep in any::<prop::sample::Index>()) {
        let keep = keep.get(&inner).as_str();
        // The tags must balance, as they must in a script.
        let fails = |script: &[u8]| {
            script.lines().filter(|line| *line == b"[state]").count() % 2 == 0
                && has_line(script, keep)
        };
        let script = format!("[state]\n{}\n[state]\n", inner.join("\n[state]\n[state]\n"));
        let shrunk = shrunk(script.as_bytes(), ATTEMPTS_MAX, fails);
        prop_assert_eq!(shrunk.script.to_str_lossy(), format!("{keep}\n"));
    }

    #[apply(trial)]
    fn the_bound_holds(seed in 0_u64..200, attempts_max in 0_u32..60, salt: u8) {
        // A meaningless predicate, and no tags, of which one may be kept.
        let script = random_script(seed, None, ScriptContents::default());
        let lines = script.lines_with_terminator().filter(|line| !is_tag(line));
        let script = lines.collect::<Vec<_>>().concat();
        let first = script.clone();
        let fails = move |script: &[u8]| {
            script == first || script.iter().fold(salt, |sum, byte| sum.wrapping_mul(31) ^ byte) % 3 == 0
        };
        let once = shrunk(&script, attempts_max, &fails);
        prop_assert!(!once.is_minimal || is_minimal(&once.script, &fails));
        prop_assert_eq!(shrunk(&script, attempts_max, &fails), once);
    }
}
