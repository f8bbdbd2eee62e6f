//! `admiralty solo` from outside, and properties of its policies.

mod documented;
mod pages;

use std::ops::ControlFlow;

use crate::support::{Call, scaled};
use admiralty_core::rules::RuleSet;
use admiralty_players::classic::{
    Bitboard, BitboardKnowledge, BitboardOutcome, ClassicConfig, FieldIndex, PlacedShip,
    PlacementTable, Policy, PolicyFactory, PolicyKind, SampleBudget,
};
use admiralty_players::classic::{ShotCost, sink_fleet};
use admiralty_players::{FleetSampler, Placing, Rng};
use serde_json::Value;

/// A placement table and fleets for it.
struct Contest<const W: usize> {
    table: PlacementTable<W>,
    sampler: FleetSampler<W>,
}

impl<const W: usize> Contest<W> {
    fn new(config: &ClassicConfig) -> Self {
        let table = PlacementTable::new(config);
        let sampler = FleetSampler::new(&table, Placing::Seq).expect("room");
        Self { table, sampler }
    }

    fn policy(&self, kind: PolicyKind) -> Box<dyn Policy<W>> {
        let budget = SampleBudget::MANY_GAMES;
        PolicyFactory::new(&self.table, kind, Placing::Seq, budget).policy()
    }

    fn fleet(&self, seed: u64) -> Vec<PlacedShip<W>> {
        self.sampler.sample(&mut Rng::seeded(seed)).expect("room")
    }
}

fn config(rules: &RuleSet) -> ClassicConfig {
    ClassicConfig::with_side(rules, rules.board_sides.min).expect("a classic rule set")
}

fn rule_sets() -> impl Iterator<Item = ClassicConfig> {
    RuleSet::classic().map(config)
}

/// Plays games, which checks that no field is shot at twice, and returns all shots.
fn shots<const W: usize>(
    contest: &Contest<W>,
    policy: &mut dyn Policy<W>,
    seeds: std::ops::Range<u64>,
) -> Vec<Vec<FieldIndex>> {
    let games = seeds.map(|seed| {
        let mut shots = Vec::new();
        let fleet = contest.fleet(seed);
        let cost = sink_fleet(&contest.table, &fleet, policy, seed, |field, _| {
            shots.push(field);
            ControlFlow::Continue(())
        });
        assert_eq!(cost.shots as usize, shots.len());
        assert_eq!(cost.shots - cost.misses, contest.table.config().cells());
        shots
    });
    games.collect()
}

#[apply(trial)]
fn a_game_can_be_ended_after_any_shot() {
    let contest = Contest::<2>::new(&config(RuleSet::HASBRO));
    let mut policy = contest.policy(PolicyKind::Hunt);
    for last in 1..10 {
        let mut shots = 0;
        let fleet = contest.fleet(1);
        let cost = sink_fleet(&contest.table, &fleet, &mut *policy, 1, |_, _| {
            shots += 1;
            if shots == last {
                ControlFlow::Break(())
            } else {
                ControlFlow::Continue(())
            }
        });
        assert_eq!((shots, cost.shots), (last, last));
    }
}

#[apply(trial)]
fn every_policy_sinks_every_fleet_the_same_way_again() {
    for config in rule_sets() {
        let contest = Contest::<2>::new(&config);
        for kind in PolicyKind::ALL {
            let games = if kind == PolicyKind::Posterior {
                1
            } else {
                scaled(3)
            };
            let mut policy = contest.policy(kind);
            let once = shots(&contest, &mut *policy, 0..games);
            // A policy keeps nothing from one game to the next.
            let last = shots(&contest, &mut *policy, games - 1..games);
            assert_eq!(last[..], once[once.len() - 1..], "{kind} {}", config.name);
            let again = shots(&contest, &mut *contest.policy(kind), 0..games);
            assert_eq!(again, once, "{kind} {}", config.name);
        }
    }
}

#[apply(trial)]
fn large_boards_and_strange_fleets_are_played() {
    let german =
        |side, fleet: [u32; 6]| ClassicConfig::new(RuleSet::GERMAN, side, fleet).expect("a fleet");
    let fleets = [[0, 0, 0, 0, 0, 1], [1, 0, 0, 0, 0, 0], [2, 2, 2, 2, 2, 2]];
    for (side, fleet) in [(20, fleets[2]), (13, fleets[1]), (16, fleets[0])] {
        let contest = Contest::<7>::new(&german(side, fleet));
        for kind in &PolicyKind::ALL[..4] {
            shots(&contest, &mut *contest.policy(*kind), 0..2);
        }
    }
    let contest = Contest::<7>::new(&german(14, fleets[0]));
    shots(&contest, &mut *contest.policy(PolicyKind::Posterior), 0..1);
}

/// Another fleet that gives the same results for the shots so far.
fn moved(
    contest: &Contest<2>,
    fleet: &[PlacedShip<2>],
    shot: Bitboard<2>,
    seed: u64,
) -> Option<Vec<PlacedShip<2>>> {
    (seed..seed + 20_000)
        .map(|seed| contest.fleet(seed))
        .find(|other| {
            let same = shot.iter().all(|field| {
                let known = |fleet: &[PlacedShip<2>]| {
                    let ship = fleet.iter().find(|ship| ship.cells.has(field));
                    ship.map(|ship| ship.cells.is_within(&shot).then_some(ship.cells))
                };
                known(fleet) == known(other)
            });
            same && other != fleet
        })
}

#[apply(trial)]
fn policies_see_nothing_but_the_results_of_their_shots() {
    let contest = Contest::<2>::new(&config(RuleSet::HASBRO));
    for kind in PolicyKind::ALL {
        let mut policy = contest.policy(kind);
        let fleet = contest.fleet(3);
        let all = shots(&contest, &mut *policy, 3..4).remove(0);
        let known = 6;
        let shot: Bitboard<2> = all[..known].iter().copied().collect();
        let other = moved(&contest, &fleet, shot, 100).expect("another fleet");
        let mut knowledge = BitboardKnowledge::new(&contest.table);
        policy.begin(3);
        for (turn, &expected) in all[..=known].iter().enumerate() {
            let field = policy.next_shot(&knowledge);
            assert_eq!(field, expected, "{kind}, shot {turn}");
            let outcome = BitboardOutcome::of(&other, knowledge.shot, field);
            knowledge.learn(&contest.table, field, outcome);
        }
    }
}

#[apply(trial)]
fn no_policy_panics_on_impossible_knowledge() {
    // All fields but two are misses, which is impossible with any fleet.
    for config in rule_sets() {
        let contest = Contest::<2>::new(&config);
        for kind in PolicyKind::ALL {
            let mut policy = contest.policy(kind);
            policy.begin(1);
            let mut knowledge = BitboardKnowledge::new(&contest.table);
            for field in contest.table.all().iter().skip(2) {
                knowledge.learn(&contest.table, field, BitboardOutcome::Miss);
            }
            for _ in 0..2 {
                let field = policy.next_shot(&knowledge);
                assert!(!knowledge.shot.has(field), "{kind}");
                knowledge.learn(&contest.table, field, BitboardOutcome::Hit);
            }
        }
    }
}

fn mean(contest: &Contest<2>, kind: PolicyKind, games: u64) -> f64 {
    let mut policy = contest.policy(kind);
    let cost = |seed| {
        let fleet = contest.fleet(seed);
        let to_the_end = |_, _: &_| ControlFlow::Continue(());
        let ShotCost { shots, .. } =
            sink_fleet(&contest.table, &fleet, &mut *policy, seed, to_the_end);
        f64::from(shots)
    };
    (0..games).map(cost).sum::<f64>() / games as f64
}

#[apply(trial)]
fn each_policy_is_better_than_the_one_before() {
    for (rules, margins) in [
        (RuleSet::GERMAN, [20.0, 0.8, 1.5]),
        (RuleSet::HASBRO, [20.0, 5.0, 2.0]),
    ] {
        let contest = Contest::<2>::new(&config(rules));
        let means = [
            mean(&contest, PolicyKind::Random, 200),
            mean(&contest, PolicyKind::Hunt, 200),
            mean(&contest, PolicyKind::Parity, 200),
            mean(&contest, PolicyKind::Density, 200),
        ];
        for (pair, margin) in means.windows(2).zip(margins) {
            assert!(pair[0] > pair[1] + margin, "{}: {means:?}", rules.name);
        }
    }
}

#[apply(trial)]
fn the_posterior_policy_is_the_best() {
    let contest = Contest::<2>::new(&config(RuleSet::GERMAN));
    let [density, posterior] =
        [PolicyKind::Density, PolicyKind::Posterior].map(|kind| mean(&contest, kind, scaled(6)));
    assert!(density > posterior + 0.5, "{density} {posterior}");
}

fn json(args: &str) -> Value {
    let output = Call::new(args).output();
    assert_eq!(output.status.code(), Some(0), "{args}");
    serde_json::from_slice(&output.stdout).expect("JSON")
}

#[apply(trial)]
fn results_do_not_depend_on_threads() {
    for strategy in ["random", "hunt", "parity", "density"] {
        let call = format!(
            "solo --rules russian --strategy {strategy} --games 100 --placing uni --seed 7 --json"
        );
        let one = json(&format!("{call} -j 1"));
        assert_eq!(one, json(&format!("{call} -j 3")));
        assert_ne!(
            one["shots"],
            json(&call.replace("--seed 7", "--seed 8"))["shots"]
        );
    }
}

#[apply(trial)]
fn a_report_has_all_results() {
    let report = json("solo --rules german:12 --strategy parity --games 50 --json");
    assert_eq!(report["rules"], "german");
    assert_eq!(report["side"], 12);
    assert_eq!(report["fleet"], serde_json::json!([0, 0, 1, 2, 3, 4]));
    assert_eq!(
        (&report["strategy"], &report["placing"]),
        (&"parity".into(), &"seq".into())
    );
    assert_eq!(report["games"], 50);
    let sum = |name: &str| {
        let rows = report[name]["histogram"].as_array().expect("a histogram");
        let row = |row: &Value| row[0].as_u64().zip(row[1].as_u64()).expect("numbers");
        let product = |(number, count)| number * count;
        rows.iter().map(row).map(product).sum::<u64>()
    };
    // Hits are the fleet's thirty fields.
    assert_eq!(sum("shots") - sum("misses"), 50 * 30);
    let mean = sum("shots") as f64 / 50.0;
    assert_eq!(report["shots"]["mean"].as_f64(), Some(mean));
    let output = Call::new("solo --strategy hunt --games 20").output();
    let text = String::from_utf8(output.stdout).expect("text");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("hunt against hasbro, 10 x 10 fields, fleets placed as seq")
    );
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("shots: mean ")),
        "{text}"
    );
    assert!(
        lines
            .next()
            .is_some_and(|line| line.starts_with("misses: mean ")),
        "{text}"
    );
    assert!(text.ends_with("\n20 games\n"), "{text}");
    assert!(output.stderr.is_empty());
}

#[apply(trial)]
fn wrong_arguments_are_reported() {
    for (args, message) in [
        (
            "--rules greek",
            "there is no rule set greek, only ships, italian, german, msx, russian, hasbro",
        ),
        (
            "--rules ships",
            "ships move in the rule set ships: choose one of italian, german, msx, russian, hasbro",
        ),
        (
            "--rules german:21",
            "the side of the waters of german is a number from 10 to 20",
        ),
        (
            "--rules german:ten",
            "the side of the waters of german is a number from 10 to 20",
        ),
        (
            "--rules hasbro:12",
            "the waters of hasbro always have a side of 10",
        ),
        (
            "--fleet 1,2",
            "these rules have 5 ship classes: give 5 numbers",
        ),
        ("--fleet 0,0,0,0,0", "a fleet has 1 to 20 ships"),
        (
            "--rules german --fleet 0,0,20,0,0,0",
            "20 ships cannot be placed on 10 x 10 fields",
        ),
    ] {
        let call = format!("solo --strategy hunt --games 1 {args}");
        Call::new(&call).expect("", &format!("admiralty: {message}\n"), 2);
    }
    for args in [
        "solo --strategy best",
        "solo --games 0",
        "solo -j 0",
        "solo --placing best",
    ] {
        assert_eq!(Call::new(args).output().status.code(), Some(2), "{args}");
    }
}
