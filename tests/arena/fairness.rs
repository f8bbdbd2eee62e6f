//! Pairs are fair, and results do not depend on time.

use std::fs;

use super::report;
use super::table::Small;
use crate::support::Call;

#[apply(trial)]
fn a_pair_has_the_same_fleets_with_sides_changed() {
    let small = Small {
        games: 6,
        turns: 300,
        ..Small::default()
    };
    let pairs = small.play(&["random", "other=random"]);
    let mut starts = Vec::new();
    for pair in pairs {
        // A player that meets itself plays the same game on both sides.
        let records = pair.records.expect("records");
        assert!(records[0] == records[1]);
        let [one, other] = pair.games;
        assert_eq!(
            one.winner.map(admiralty_arena::PairMember::other),
            other.winner
        );
        assert_eq!([one.shots[1], one.shots[0]], other.shots);
        assert_eq!([one.hits[1], one.hits[0]], other.hits);
        assert_eq!(one.turns, other.turns);
        let start = records[0].0.split(|&byte| byte == b'[').nth(1);
        let start = start.expect("a state").to_vec();
        assert!(String::from_utf8_lossy(&start).contains("\nSHIP B"));
        assert!(!starts.contains(&start), "each pair has its own fleets");
        starts.push(start);
    }
}

/// With bots, each game has fleets of its own, unless the same ones are wanted.
#[apply(trial)]
fn bots_get_other_fleets_in_the_second_game() {
    let folder = tempfile::tempdir().expect("a folder");
    for (args, are_same) in [("", false), ("--same-fleets", true)] {
        let call = Call::new(&format!(
            "arena -g 4 --seed 7 --turn-limit 2 random --games-dir games {args}"
        ));
        let call =
            call.arg("bot=live:sh -c 'while read l; do case $l in *player*) echo $l;; esac; done'");
        let output = call.within(folder.path()).output();
        assert_eq!(output.status.code(), Some(0));
        let starts = (1..=4).map(|game| {
            let record =
                fs::read_to_string(folder.path().join(format!("games/game-{game:06}.ships")));
            let record = record.expect("a record");
            let ships = record.lines().filter(|line| line.starts_with("SHIP "));
            ships.collect::<Vec<_>>().join("\n")
        });
        let starts: Vec<_> = starts.collect();
        assert!(starts.iter().all(|ships| !ships.is_empty()));
        assert_eq!(starts[0] == starts[1], are_same);
        assert_eq!(starts[2] == starts[3], are_same);
        assert!(starts[0] != starts[2] && starts[1] != starts[3]);
    }
}

const SMALL: &str =
    "--board 9x7 --fleet 0,0,1,1 --reefs 2 --turn-limit 90 --seed 3 random x=random";

#[apply(trial)]
fn concurrency_changes_nothing() {
    let folder = tempfile::tempdir().expect("a folder");
    let run = |workers: u32| {
        let csv = folder.path().join(format!("{workers}.csv"));
        let call = Call::new(&format!(
            "arena -g 60 -j {workers} --json - {SMALL} y=random"
        ));
        let output = call.arg("--csv").arg(csv.to_str().expect("UTF-8")).output();
        assert_eq!(output.status.code(), Some(0));
        (output.stdout, fs::read(csv).expect("a file"))
    };
    let one = run(1);
    assert!(one.0.len() > 1000 && one.1.len() > 1000);
    for workers in [2, 3, 8] {
        assert!(run(workers) == one, "{workers}");
    }
}

#[apply(trial)]
fn sprt_stops_at_the_same_pair_however_many_play() {
    let run = |workers: u32, elo: &str| {
        let options = format!("-g 4000 -j {workers} --sprt {elo} 0.05 0.05");
        report(&format!("{options} {SMALL}"), &[])
    };
    // Pairs of a player against itself are even, so the lead is soon rejected.
    let one = run(1, "200 400");
    assert_eq!(one["sprt"]["verdict"], "h0");
    let games = one["games"].as_u64().expect("a number");
    assert!((2..4000).contains(&games), "{games}");
    for workers in [2, 8] {
        assert_eq!(run(workers, "200 400"), one);
    }
    let other = run(2, "-400 -200");
    assert_eq!(other["sprt"]["verdict"], "h1");
}

#[apply(trial)]
fn turns_that_run_out_are_a_draw() {
    let small = Small {
        turns: 1,
        ..Small::default()
    };
    for game in &small.play(&["random", "random"])[0].games {
        assert_eq!((game.winner, game.turns), (None, 1));
    }
}
