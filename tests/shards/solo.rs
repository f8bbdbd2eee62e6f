//! Games against hidden fleets, split into shards.

use admiralty_core::rng::Rng;

use super::{Scene, assert_same, kill, shuffle};
use crate::support::scaled;

/// Random settings, any number of shards, in any order, some of them killed and repeated.
#[apply(trial)]
fn shards_of_solo_merge_to_the_same_bytes() {
    for seed in 0..scaled(3) {
        let mut rng = Rng::seeded(seed);
        let players = ["hunt", "random,hunt", "parity,random,hunt"];
        let players = rng.choose(&players);
        let rules = rng.choose(&["hasbro", "italian", "msx:12"]);
        // Some of them need several lines.
        let games_max = if rng.one_in(3) { 10_000 } else { 300 };
        let games = 1 + rng.below(games_max);
        let placing = if rng.one_in(2) { "uni" } else { "seq" };
        let args = format!(
            "solo --rules {rules} --strategy {players} --games {games} --placing {placing} --seed {}",
            rng.below(100)
        );
        let scene = Scene::new();
        let pictures = "--html reports/page.html";
        let count = 1 + rng.below(9);
        let mut files = Vec::new();
        for number in 1..=count {
            let (shard, file) = (format!("{number}/{count}"), format!("{number}.jsonl"));
            scene.shard(&args, &[], &shard, &file);
            if rng.one_in(2) {
                kill(&scene.path(&file), &mut rng);
                scene.shard(&args, &[], &shard, &file);
            }
            files.push(file);
        }
        shuffle(&mut files, &mut rng);
        let merge = format!("merge {}", files.join(" "));
        let about = format!("{args} in {count} shards, seed {seed}");
        let whole = scene.reports_to(pictures, &args, &[]);
        assert_same(&scene.reports_to(pictures, &merge, &[]), &whole, &about);
        let json = scene.call(&format!("{args} --json"), &[]).stdout;
        let merged = scene.call(&format!("{merge} --json -"), &[]).stdout;
        assert!(json == merged && !json.is_empty(), "{about}");
    }
}

#[apply(trial)]
fn a_partial_report_of_solo_says_so() {
    let scene = Scene::new();
    for number in 1..=3 {
        let (shard, file) = (format!("{number}/3"), number.to_string());
        scene.shard("solo --strategy hunt --games 10", &[], &shard, &file);
    }
    let output = scene.call("merge 1 2 --partial", &[]);
    let printed = String::from_utf8_lossy(&output.stdout);
    let note = "7 games; this is a partial report: 3 games are missing\n";
    assert!(
        output.status.success() && printed.ends_with(note),
        "{printed}"
    );
    let output = scene.call("merge 1 2", &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    let message = "admiralty: 1 of 3 shards is missing or incomplete: --array=3\n";
    assert_eq!(error, message);
}

#[apply(trial)]
fn a_file_of_another_kind_has_other_formats() {
    let scene = Scene::new();
    scene.shard("solo --strategy hunt --games 10", &[], "1/1", "one");
    let output = scene.call("merge one --csv -", &[]);
    let error = String::from_utf8_lossy(&output.stderr);
    assert_eq!(error, "admiralty: solo has no --csv\n");
}
