//! Laws of the random scripts.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::support::{failures, run, scaled, text};
use admiralty::game::Reason;
use admiralty::generator::{Scope, Script, ScriptKind, answer, script};
use admiralty::script::Keyword;
use bstr::ByteSlice;

const SEEDS: u64 = 600;

/// The scripts of the first seeds, which several tests look at.
static SCRIPTS: LazyLock<Vec<Vec<u8>>> = LazyLock::new(|| (0..SEEDS).map(script).collect());

fn reason(failure: &str) -> Reason {
    let named = |reason: &Reason| failure.ends_with(&format!("\": {reason}"));
    Reason::ALL.into_iter().find(named).expect("a known reason")
}

#[test]
fn a_seed_always_gives_the_same_script() {
    for (seed, known) in (0..).zip(&SCRIPTS[..100]) {
        assert_eq!(script(seed), *known);
    }
    assert!(SCRIPTS.windows(2).all(|two| two[0] != two[1]));
    // On every machine, and until the generator is changed on purpose.
    let bytes = SCRIPTS[..500].iter().flatten();
    let hash = bytes.fold(0_u64, |hash, &byte| {
        hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(byte)
    });
    assert_eq!(hash, 50_005_129_049_736_097);
}

#[test]
fn legal_scripts_break_nothing_and_broken_ones_one_rule_at_the_end() {
    for seed in 0..scaled(70) {
        for scope in [Scope::Language, Scope::Assignment] {
            let write = |kind| Script::new(seed).kind(kind).scope(scope).write();
            let legal = write(ScriptKind::Legal);
            let output = text(&answer(&legal).expect("a fixed answer"));
            assert_eq!(failures(&output), [""; 0], "{seed}:\n{}", text(&legal));
            let broken = write(ScriptKind::Broken);
            let output = text(&answer(&broken).expect("a fixed answer"));
            let failures = failures(&output);
            assert_eq!(failures.len(), 1, "{seed}:\n{}", text(&broken));
            assert!(output.ends_with(&format!("{}\n", failures[0])));
            assert!(!output.contains(" won\n"));
            if scope == Scope::Assignment {
                let known = Reason::ALL
                    .iter()
                    .position(|&known| known == reason(failures[0]));
                assert!(known < Some(18), "{seed}: {}", failures[0]);
            }
        }
    }
}

#[test]
fn commands_can_be_left_out_of_scripts() {
    for word in Keyword::ALL {
        let without = [word, Keyword::Spy].into_iter().collect();
        let mut broken = 0;
        for seed in 0..12 {
            for scope in [Scope::Language, Scope::Assignment] {
                let script = Script::new(seed).scope(scope).without(without).write();
                let script = text(&script);
                let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
                let words: HashSet<_> = script.lines().filter_map(first).collect();
                for gone in [word, Keyword::Spy] {
                    assert!(!words.contains(gone.text()), "{seed}:\n{script}");
                }
                let output = text(&answer(script.as_bytes()).expect("a fixed answer"));
                broken += failures(&output).len();
            }
        }
        assert!(
            broken >= 8,
            "only {broken} scripts without {word} break a rule"
        );
    }
}

#[test]
fn no_script_makes_the_program_play() {
    let mut asked = 0;
    for (seed, script) in SCRIPTS.iter().enumerate() {
        asked += u32::from(script.contains_str("SET_AI_PLAYER"));
        let answer = answer(script).expect("a fixed answer");
        // The whole program says the same, and prints no turn of its own.
        assert_eq!(run(script), answer, "{seed}:\n{}", text(script));
    }
    assert!(asked > 50, "only {asked} scripts ask the program to play");
}

/// Differences are shown to people, and many scripts are run.
#[test]
fn most_scripts_are_short() {
    let mut lengths: Vec<_> = SCRIPTS
        .iter()
        .map(|script| script.lines().count())
        .collect();
    lengths.sort_unstable();
    let at = |percent: usize| lengths[lengths.len() * percent / 100];
    println!(
        "{} {} {} {} {:?}",
        at(10),
        at(50),
        at(90),
        at(99),
        lengths.last()
    );
    assert!((15..=45).contains(&at(50)));
    assert!(at(99) > 150, "no long games");
    assert!(lengths.last() < Some(&2000));
}
