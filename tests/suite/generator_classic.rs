//! Laws of the random scripts of games in which shots are announced.

use std::collections::{BTreeMap, BTreeSet};

use crate::support::{failures, run, scaled, text};
use admiralty::game::Reason;
use admiralty::generator::{ClassicSetup, Scope, Script, ScriptKind, answer};
use admiralty::rules::{GERMAN, RULE_SETS, RuleSet};
use admiralty::script::{Command, parse_command};
use bstr::ByteSlice;

/// So many scripts are to have everything; no more are written than it takes.
const SEEDS: u64 = 6000;

fn games() -> impl Iterator<Item = ClassicSetup> {
    RULE_SETS
        .iter()
        .filter_map(|&rules| ClassicSetup::new(rules, None))
}

fn write(waters: ClassicSetup, seed: u64, kind: ScriptKind, scope: Scope) -> Vec<u8> {
    let script = Script::new(seed).kind(kind).scope(scope);
    script.classic(waters).write()
}

#[test]
fn only_rule_sets_that_announce_shots_have_waters() {
    let names: Vec<_> = games().map(|waters| waters.rules().name).collect();
    assert_eq!(names, ["italian", "german", "msx", "russian", "hasbro"]);
}

#[test]
fn a_seed_always_gives_the_same_script() {
    let mut hash = 0_u64;
    for waters in games() {
        for seed in 0..60 {
            let script = Script::new(seed).classic(waters).write();
            assert_eq!(script, Script::new(seed).classic(waters).write());
            assert_ne!(script, Script::new(seed + 1).classic(waters).write());
            for byte in script {
                hash = hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(byte);
            }
        }
    }
    // On every machine, and until the generator is changed on purpose.
    assert_eq!(hash, HASH);
}

const HASH: u64 = 7_736_402_966_082_219_619;

#[test]
fn legal_scripts_break_nothing_and_broken_ones_one_rule_at_the_end() {
    for waters in games() {
        for seed in 0..30 {
            for scope in [Scope::Language, Scope::Assignment] {
                let legal = write(waters, seed, ScriptKind::Legal, scope);
                let output = text(&answer(&legal).expect("a fixed answer"));
                assert_eq!(failures(&output), [""; 0], "{seed}:\n{}", text(&legal));
                let broken = write(waters, seed, ScriptKind::Broken, scope);
                let output = text(&answer(&broken).expect("a fixed answer"));
                let failures = failures(&output);
                assert_eq!(failures.len(), 1, "{seed}:\n{}", text(&broken));
                assert!(output.ends_with(&format!("{}\n", failures[0])));
                assert!(!output.contains(" won\n"));
            }
        }
    }
}

#[test]
fn all_is_played_by_the_rule_set_that_was_asked_for() {
    for waters in games() {
        for seed in 0..100 {
            let script = Script::new(seed).classic(waters).scope(Scope::Assignment);
            let script = script.write();
            let named = script.lines().filter_map(|line| {
                let command = parse_command(line, waters.rules()).ok()?;
                matches!(command, Command::Rules { .. }).then_some(command)
            });
            let named: Vec<_> = named.collect();
            assert!(!named.is_empty(), "{seed}:\n{}", text(&script));
            for command in named {
                assert!(
                    matches!(command, Command::Rules { rules, .. } if rules == waters.rules()),
                    "{seed}: {command}"
                );
            }
            // And nothing of a script comes before that.
            let mut lines = script.lines().filter(|line| !line.trim().is_empty());
            assert_eq!(lines.next().map(<[u8]>::trim), Some(&b"[state]"[..]));
            let first = lines.next().expect("a second line").trim();
            assert!(first.starts_with(b"RULES"), "{seed}:\n{}", text(&script));
        }
    }
}

#[test]
fn waters_have_the_sides_that_were_asked_for() {
    for side in [10, 13, 20] {
        let waters = ClassicSetup::new(&GERMAN, Some(side)).expect("waters");
        for seed in 0..40 {
            let script = Script::new(seed).classic(waters).scope(Scope::Assignment);
            let script = script.kind(ScriptKind::Legal).write();
            let line = script
                .lines()
                .map(|line| text(line).split_whitespace().collect::<Vec<_>>().join(" "))
                .find(|line| line.starts_with("RULES"));
            assert_eq!(line, Some(format!("RULES german {side}")), "{seed}");
        }
    }
    let sides: BTreeSet<_> = (0..300)
        .flat_map(|seed| {
            let waters = ClassicSetup::new(&GERMAN, None).expect("waters");
            let script = write(waters, seed, ScriptKind::Legal, Scope::Assignment);
            let sides = text(&script)
                .lines()
                .filter_map(|line| line.trim().strip_prefix("RULES german").map(str::to_owned))
                .collect::<Vec<_>>();
            sides.into_iter().take(1)
        })
        .map(|side| side.trim().to_owned())
        .collect();
    assert_eq!(sides.len(), 12, "{sides:?}");
}

#[test]
fn no_script_makes_the_program_play() {
    let mut asked = 0;
    for waters in games() {
        for seed in 0..50 {
            let script = Script::new(seed).classic(waters).write();
            asked += u32::from(script.contains_str("SET_AI_PLAYER"));
            let answer = answer(&script).expect("a fixed answer");
            // The whole program says the same, and prints no turn of its own.
            assert_eq!(run(&script), answer, "{seed}:\n{}", text(&script));
        }
    }
    assert!(asked > 15, "only {asked} scripts ask the program to play");
}

/// Differences are shown to people, and many scripts are run.
#[test]
fn most_scripts_are_short() {
    for waters in games() {
        let mut lengths: Vec<_> = (0..100)
            .map(|seed| Script::new(seed).classic(waters).write().lines().count())
            .collect();
        lengths.sort_unstable();
        let at = |percent: usize| lengths[lengths.len() * percent / 100];
        println!("{} {} {} {}", waters.rules().name, at(50), at(90), at(99));
        assert!((15..=45).contains(&at(50)), "{}", at(50));
        assert!(lengths.last() < Some(&2500));
    }
}

/// Counts things by name.
#[derive(Default)]
struct Tally(BTreeMap<String, u32>);

impl Tally {
    fn count(&mut self, name: &str, is_there: bool) {
        *self.0.entry(name.to_owned()).or_default() += u32::from(is_there);
    }

    /// What came up less often than it is to.
    fn rare(&self, least: u32) -> Vec<&str> {
        let names = self.0.iter().filter(|(_, count)| **count < least);
        names.map(|(name, _)| &**name).collect()
    }
}

#[test]
fn all_reasons_come_up_under_all_their_commands() {
    for waters in games() {
        let rules = waters.rules();
        let mut tally = Tally::default();
        for pair in pairs(rules) {
            tally.count(pair, false);
        }
        let known: BTreeSet<_> = pairs(rules).collect();
        // The last few take most of the scripts.
        let missing_max = if scaled(1) > 1 { 0 } else { 2 };
        let least = u32::try_from(scaled(1)).expect("small");
        for seed in 0..=SEEDS {
            if tally.rare(least).len() <= missing_max && seed > scaled(100) {
                println!("{}: {seed} scripts were enough", rules.name);
                break;
            }
            assert!(
                seed < SEEDS,
                "{} too rare: {:?}",
                rules.name,
                tally.rare(least)
            );
            let script = write(waters, seed, ScriptKind::Broken, Scope::Assignment);
            let output = text(&answer(&script).expect("a fixed answer"));
            let failure = output.lines().next_back().expect("a line that tells of it");
            let failure = failure
                .strip_prefix("INVALID OPERATION \"")
                .expect("a failure");
            let (quoted, reason) = failure.split_once("\": ").expect("a reason");
            let word = quoted.split(' ').next().expect("a word");
            let pair = format!("{word}: {reason}");
            // Nothing else is broken where it is left to the seed.
            assert!(known.contains(&*pair), "{seed}: {pair}");
            tally.count(&pair, true);
        }
    }
}

/// What can go wrong with each command.
fn pairs(rules: &RuleSet) -> impl Iterator<Item = &'static str> {
    let is_of = move |pair: &&str| match *pair {
        "SET_FLEET: INVALID ARGUMENTS" => rules.fleet.is_some(),
        "PLACE_SHIP: INVALID ARGUMENTS" | "SHIP: INVALID ARGUMENTS" => rules.directions.len() < 4,
        _ => true,
    };
    PAIRS
        .lines()
        .map(str::trim)
        .filter(|line| !line.is_empty())
        .filter(is_of)
}

const PAIRS: &str = "
    PLACE_SHIP: NOT IN STARTING POSITION
    PLACE_SHIP: SHIP ALREADY PRESENT
    PLACE_SHIP: ALL SHIPS OF THE CLASS ALREADY SET
    PLACE_SHIP: PLACING SHIP TOO CLOSE TO OTHER SHIP
    PLACE_SHIP: INVALID ARGUMENTS
    PLACE_SHIP: COMMAND NOT AVAILABLE
    SHIP: NOT IN STARTING POSITION
    SHIP: SHIP ALREADY PRESENT
    SHIP: ALL SHIPS OF THE CLASS ALREADY SET
    SHIP: PLACING SHIP TOO CLOSE TO OTHER SHIP
    SHIP: INVALID ARGUMENTS
    SHIP: COMMAND NOT AVAILABLE
    SHOOT: NOT ALL SHIPS PLACED
    SHOOT: FIELD DOES NOT EXIST
    SHOOT: FIELD ALREADY SHOT
    SHOOT: TOO MANY SHOOTS
    SHOOT: COMMAND NOT AVAILABLE
    SHOT: FIELD DOES NOT EXIST
    SHOT: COMMAND NOT AVAILABLE
    SET_FLEET: ALL SHIPS OF THE CLASS ALREADY SET
    SET_FLEET: INVALID ARGUMENTS
    RULES: INVALID ARGUMENTS
    BOARD_SIZE: COMMAND NOT AVAILABLE
    INIT_POSITION: COMMAND NOT AVAILABLE
    REEF: COMMAND NOT AVAILABLE
    EXTENDED_SHIPS: COMMAND NOT AVAILABLE
    AUTO_SHOOTING: COMMAND NOT AVAILABLE
    MOVE: COMMAND NOT AVAILABLE
    SPY: COMMAND NOT AVAILABLE
    [playerA]: THE OTHER PLAYER EXPECTED
    [playerB]: THE OTHER PLAYER EXPECTED
";

#[test]
fn the_known_reasons_are_the_languages() {
    for pair in PAIRS.lines().filter(|line| !line.trim().is_empty()) {
        let (_, reason) = pair.split_once(": ").expect("a reason");
        assert!(Reason::ALL.iter().any(|known| known.text() == reason));
    }
}

#[test]
fn legal_scripts_have_all_that_programs_must_do() {
    for waters in games() {
        let mut tally = Tally::default();
        let least = u32::try_from(scaled(4)).expect("small");
        for seed in 0..=SEEDS {
            let script = write(waters, seed, ScriptKind::Legal, Scope::Assignment);
            survey(
                &text(&script),
                &answer(&script).expect("an answer"),
                &mut tally,
            );
            if tally.rare(least).is_empty() {
                println!("{}: {seed} scripts were enough", waters.rules().name);
                break;
            }
            assert!(
                seed < SEEDS,
                "{}: {:?}",
                waters.rules().name,
                tally.rare(least)
            );
        }
    }
}

fn survey(script: &str, output: &[u8], tally: &mut Tally) {
    let output = text(output);
    for word in [
        "PLACE_SHIP",
        "SHIP",
        "SHOT",
        "SHOOT",
        "SAVE",
        "PRINT 0",
        "PRINT 1",
        "NEXT_PLAYER",
        "SRAND",
        "INFORMATION",
        "SET_FLEET",
        "SET_AI_PLAYER",
    ] {
        let is_there = script.lines().any(|line| {
            line.split_whitespace()
                .collect::<Vec<_>>()
                .join(" ")
                .starts_with(word)
        });
        tally.count(word, is_there);
    }
    for outcome in [
        "HIT ",
        "MISS ",
        "SUNK ",
        "A won",
        "B won",
        "PARTS REMAINING",
    ] {
        tally.count(outcome, output.contains(outcome));
    }
    let glyphs = |glyph: char| output.lines().any(|line| line.contains(glyph));
    for glyph in ['+', 'x', 'X', 'o', '?'] {
        tally.count(&format!("glyph {glyph}"), glyphs(glyph));
    }
}
