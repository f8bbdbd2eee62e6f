//! Laws of the random scripts, of `ships` and of games in which shots are announced.

mod coverage;

use std::collections::{BTreeSet, HashSet};
use std::sync::LazyLock;

use crate::support::{failures, run, scaled, text};
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Keyword, Reason};
use admiralty_judge::stress::{
    ClassicSetup, Scope, ScriptContents, ScriptKind, answer, random_script,
};
use bstr::ByteSlice;

/// A game, and the scripts of its first seeds.
struct Scripts {
    /// Nothing for `ships`.
    classic: Option<ClassicSetup>,
    scripts: Vec<Vec<u8>>,
}

/// Those that several tests look at.
static SCRIPTS: LazyLock<Vec<Scripts>> = LazyLock::new(|| {
    let scripts = |classic: Option<ClassicSetup>| {
        let seeds = if classic.is_some() { 100 } else { 300 };
        let scripts = (0..seeds)
            .map(|seed| random_script(seed, None, contents(classic, Scope::Language)))
            .collect();
        Scripts { classic, scripts }
    };
    games().map(scripts).collect()
});

/// `ships`, and the games in which shots are announced.
fn games() -> impl Iterator<Item = Option<ClassicSetup>> {
    let classic = RuleSet::ALL.iter();
    let classic = classic.filter_map(|&rules| ClassicSetup::new(rules, None));
    [None].into_iter().chain(classic.map(Some))
}

#[expect(
    clippy::large_types_passed_by_value,
    reason = "copies cost a test nothing"
)]
fn rules(classic: Option<ClassicSetup>) -> RuleSet {
    classic.map_or(*RuleSet::SHIPS, ClassicSetup::rules)
}

#[expect(
    clippy::large_types_passed_by_value,
    reason = "copies cost a test nothing"
)]
fn contents(classic: Option<ClassicSetup>, scope: Scope) -> ScriptContents {
    ScriptContents {
        scope,
        classic,
        ..ScriptContents::default()
    }
}

#[apply(trial)]
fn all_rule_sets_have_scripts() {
    let names: Vec<_> = games().map(|classic| rules(classic).name).collect();
    assert_eq!(
        names,
        ["ships", "italian", "german", "msx", "russian", "hasbro"]
    );
}

#[apply(trial)]
fn a_seed_always_gives_the_same_script() {
    let hash = |game: &Scripts, count: usize| {
        let bytes = game.scripts[..count].iter().flatten();
        bytes.fold(0_u64, |hash, &byte| {
            hash.rotate_left(5).wrapping_mul(0x9e37_79b9_7f4a_7c15) ^ u64::from(byte)
        })
    };
    for game in &*SCRIPTS {
        for (seed, known) in (0..).zip(&game.scripts[..20]) {
            let contents = contents(game.classic, Scope::Language);
            assert_eq!(random_script(seed, None, contents), *known);
        }
        assert!(game.scripts.windows(2).all(|two| two[0] != two[1]));
    }
    // These hold on every machine, until somebody changes the generator on purpose.
    let hashes: Vec<_> = SCRIPTS.iter().map(|game| hash(game, 100)).collect();
    let known = [
        4_408_692_034_137_365_644,
        875_808_076_557_961_162,
        2_543_588_680_502_804_346,
        13_896_278_130_430_521_277,
        4_948_465_797_744_463_642,
        2_703_320_370_681_855_108,
    ];
    assert_eq!(hashes, known);
}

/// Ships use up what they have for a turn, and are then asked for more.
#[apply(trial)]
fn the_limits_of_a_turn_are_broken() {
    let limits = [
        Reason::ShipMovedAlready,
        Reason::TooManyShoots,
        Reason::AllPlanesSent,
    ];
    let mut counts = [0; 3];
    for script in &SCRIPTS[0].scripts {
        let output = text(&answer(script).expect("a fixed answer"));
        for failure in failures(&output) {
            for (limit, count) in limits.iter().zip(&mut counts) {
                *count += u32::from(failure.ends_with(&format!("\": {limit}")));
            }
        }
    }
    assert!(counts.iter().all(|&count| count > 0), "{counts:?}");
}

#[apply(trial)]
fn legal_scripts_break_nothing_and_broken_ones_one_rule_at_the_end() {
    for classic in games() {
        let seeds = if classic.is_some() {
            scaled(8)
        } else {
            scaled(20)
        };
        for (seed, scope) in seeds_and_scopes(seeds) {
            let write = |kind| random_script(seed, Some(kind), contents(classic, scope));
            let legal = write(ScriptKind::Legal);
            let output = text(&answer(&legal).expect("a fixed answer"));
            assert_eq!(failures(&output), [""; 0], "{seed}:\n{}", text(&legal));
            let broken = write(ScriptKind::Broken);
            let output = text(&answer(&broken).expect("a fixed answer"));
            let failures = failures(&output);
            assert_eq!(failures.len(), 1, "{seed}:\n{}", text(&broken));
            assert!(output.ends_with(&format!("{}\n", failures[0])));
            assert!(!output.contains(" won\n"));
            if scope == Scope::Assignment && classic.is_none() {
                let is_raised = |reason: &Reason| failures[0].ends_with(&format!("\": {reason}"));
                let known = Reason::ALL.iter().position(is_raised);
                assert!(known < Some(18), "{seed}: {}", failures[0]);
            }
        }
    }
}

fn seeds_and_scopes(seeds: u64) -> impl Iterator<Item = (u64, Scope)> {
    (0..seeds).flat_map(|seed| [Scope::Language, Scope::Assignment].map(|scope| (seed, scope)))
}

#[apply(trial)]
fn commands_can_be_left_out_of_scripts() {
    for word in Keyword::ALL {
        let without = Keyword::ALL.map(|one| [word, Keyword::Spy].contains(&one));
        let mut broken = 0;
        for (seed, scope) in seeds_and_scopes(scaled(6)) {
            let contents = ScriptContents {
                without,
                ..contents(None, scope)
            };
            let script = text(&random_script(seed, None, contents));
            let first = |line: &str| line.split_whitespace().next().map(str::to_owned);
            let words: HashSet<_> = script.lines().filter_map(first).collect();
            for gone in [word, Keyword::Spy] {
                assert!(!words.contains(gone.text()), "{seed}:\n{script}");
            }
            let output = text(&answer(script.as_bytes()).expect("a fixed answer"));
            broken += failures(&output).len();
        }
        assert!(
            broken >= 8,
            "only {broken} scripts without {word} break a rule"
        );
    }
}

#[apply(trial)]
fn no_script_makes_the_program_play() {
    for game in &*SCRIPTS {
        let mut asked = 0;
        for (seed, script) in game.scripts.iter().enumerate() {
            asked += usize::from(script.contains_str("SET_AI_PLAYER"));
            let answer = answer(script).expect("a fixed answer");
            // The whole program prints the same, and plays no turn.
            assert_eq!(run(script), answer, "{seed}:\n{}", text(script));
        }
        let name = rules(game.classic).name;
        assert!(
            asked > game.scripts.len() / 20,
            "only {asked} scripts of {name} ask the program to play"
        );
    }
}

/// Differences are shown to people, and many scripts are run.
#[apply(trial)]
fn most_scripts_are_short() {
    for game in &*SCRIPTS {
        let lengths = game.scripts.iter().map(|script| script.lines().count());
        let mut lengths: Vec<_> = lengths.collect();
        lengths.sort_unstable();
        let at = |percent: usize| lengths[lengths.len() * percent / 100];
        let name = rules(game.classic).name;
        tell!(
            "{name} {} {} {} {:?}",
            at(50),
            at(90),
            at(99),
            lengths.last()
        );
        assert!((15..=45).contains(&at(50)), "{name} {}", at(50));
        assert!(game.classic.is_some() || at(99) > 150, "no long games");
        assert!(lengths.last() < Some(&2500));
    }
}

#[apply(trial)]
fn all_is_played_by_the_rule_set_that_was_asked_for() {
    for waters in games().flatten() {
        for seed in 0..100 {
            let script = random_script(seed, None, contents(Some(waters), Scope::Assignment));
            let named = script.lines().filter_map(|line| {
                let command = Command::parse(line).ok()?;
                matches!(command, Command::Rules(_)).then_some(command)
            });
            let named: Vec<_> = named.collect();
            assert!(!named.is_empty(), "{seed}:\n{}", text(&script));
            for command in named {
                assert!(
                    matches!(&command, Command::Rules(choice) if choice.rules() == waters.rules()),
                    "{seed}: {command}"
                );
            }
            // And nothing of a script comes before that.
            let mut lines = script.lines().filter(|line| !line.trim_ascii().is_empty());
            assert_eq!(lines.next().map(<[u8]>::trim_ascii), Some(&b"[state]"[..]));
            let first = lines.next().expect("a second line").trim_ascii();
            assert!(first.starts_with(b"RULES"), "{seed}:\n{}", text(&script));
        }
    }
}

#[apply(trial)]
fn waters_have_the_sides_that_were_asked_for() {
    for side in [10, 13, 20] {
        let waters = ClassicSetup::new(RuleSet::GERMAN, Some(side)).expect("waters");
        for seed in 0..scaled(15) {
            let contents = contents(Some(waters), Scope::Assignment);
            let script = random_script(seed, Some(ScriptKind::Legal), contents);
            let line = script
                .lines()
                .map(|line| text(line).split_whitespace().collect::<Vec<_>>().join(" "))
                .find(|line| line.starts_with("RULES"));
            assert_eq!(line, Some(format!("RULES german {side}")), "{seed}");
        }
    }
    let sides: BTreeSet<_> = (0..150)
        .flat_map(|seed| {
            let waters = ClassicSetup::new(RuleSet::GERMAN, None).expect("waters");
            let contents = contents(Some(waters), Scope::Assignment);
            let script = random_script(seed, Some(ScriptKind::Legal), contents);
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
