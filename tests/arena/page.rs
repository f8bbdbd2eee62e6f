//! The report as a page.

use std::fs;
use std::path::Path;

use serde_json::Value;

use super::bot::spec;
use crate::support::markup::words_of_page as words;
use crate::support::{Call, text};

const SMALL: &str = "arena --rules italian --seed 3";

/// Runs a small tournament in a new directory.
fn play(args: &str, players: &[&str]) -> (tempfile::TempDir, String) {
    let directory = tempfile::tempdir().expect("a directory");
    let call = Call::new(&format!("{SMALL} {args}")).within(directory.path());
    let call = players.iter().fold(call, |call, &player| call.arg(player));
    let output = call.output();
    assert!(
        output.status.success(),
        "{}",
        String::from_utf8_lossy(&output.stderr)
    );
    let page = read(&directory.path().join("report.html"));
    (directory, page)
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).expect("a page")
}

#[apply(trial)]
fn a_page_shows_the_figures_of_the_report() {
    let args = "-g 6 --html report.html --json report.json";
    let (directory, page) = play(args, &["random", "hunt", "parity"]);
    let mut words = words(&page);
    words.retain(|word| !word.trim().is_empty());
    let json: Value =
        serde_json::from_slice(&fs::read(directory.path().join("report.json")).expect("a report"))
            .expect("JSON");
    let has = |figure: String| assert!(words.contains(&figure), "{figure} in {words:?}");
    let number = |value: &Value| value.as_f64().expect("a number");
    for player in json["players"].as_array().expect("players") {
        let (rating, error) = (number(&player["rating"]), number(&player["rating_error"]));
        has(format!("{rating:+.1} ± {error:.1}"));
        has(format!("{:.1} %", 100.0 * number(&player["score"])));
        let turns = &player["turns"];
        let (mean, deviation) = (number(&turns["mean"]), number(&turns["deviation"]));
        has(format!("{mean:.1} ({deviation:.1})"));
    }
    for pairing in json["pairings"].as_array().expect("pairings") {
        has(format!("{:.1} %", 100.0 * number(&pairing["superiority"])));
        has(format!("{:.1} %", 100.0 * number(&pairing["score"])));
    }
    let settings = json["settings"].as_object().expect("settings");
    let shown = settings
        .iter()
        .filter(|(name, value)| !value.is_null() && !["players", "start"].contains(&name.as_str()));
    for (name, value) in shown {
        let value = value.as_str().map_or(value.to_string(), str::to_owned);
        let row = [name.replace('_', " "), value];
        assert!(words.windows(2).any(|it| it == row), "{row:?} in {words:?}");
    }
    // Its axis ends with the last game.
    let chart = words
        .split(|word| word == "Ratings in the course of the tournament")
        .nth(1);
    let axis = chart
        .into_iter()
        .flatten()
        .take_while(|word| *word != "games");
    assert!(axis.into_iter().any(|tick| tick == "18"), "{words:?}");
    for figure in ["Ratings", "Scores by side", "Lengths of games"] {
        has(figure.to_owned());
    }
    // All games are listed, and each has a replay.
    for game in 1..=18 {
        let link = format!("report-games/game-{game:06}.html");
        assert!(page.contains(&format!("href=\"./{link}\"")), "{link}");
        let replay = directory.path().join(&link);
        let script = directory.path().join("game.ships");
        let run = Call::new("run").arg(replay.display().to_string()).output();
        fs::write(script, &run.stdout).expect("written");
        assert!(text(&run.stdout).ends_with("won\n"), "{game}");
    }
}

#[apply(trial)]
fn a_page_does_not_depend_on_concurrency() {
    let args = "-g 6 --html report.html --sprt 0 100 .05 .05";
    let one = play(&format!("{args} -j 1"), &["hunt", "random"]);
    let four = play(&format!("{args} -j 4"), &["hunt", "random"]);
    assert!(one.1.contains("log-likelihood ratio") && one.1 == four.1);
    let games = |directory: &Path| -> Vec<(String, Vec<u8>)> {
        let files = fs::read_dir(directory.join("report-games")).expect("replays");
        let files = files.map(|file| file.expect("a file"));
        let mut files: Vec<_> = files
            .map(|file| {
                let name = file.file_name().to_string_lossy().into_owned();
                (name, fs::read(file.path()).expect("a replay"))
            })
            .collect();
        files.sort();
        files
    };
    assert_eq!(games(one.0.path()), games(four.0.path()));
}

#[apply(trial)]
fn a_resumed_tournament_has_the_same_page() {
    let players = &["hunt", "random"];
    let whole = play("-g 8 --html report.html", players);
    let (directory, _) = play("-g 4 --html report.html --out journal", players);
    let call = Call::new(&format!("{SMALL} -g 8 --html report.html --out journal"));
    let call = players.iter().fold(call, |call, &player| call.arg(player));
    assert!(call.within(directory.path()).output().status.success());
    assert_eq!(read(&directory.path().join("report.html")), whole.1);
}

#[apply(trial)]
fn names_on_a_page_are_text() {
    let hostile = "<script>alert('1\"')</script>&amp;";
    let player = format!("{hostile}=random");
    let (directory, page) = play("-g 2 --html report.html", &[&player, "hunt", "parity"]);
    assert!(words(&page).contains(&hostile.to_owned()));
    let replay = read(&directory.path().join("report-games/game-000001.html"));
    assert!(!replay.contains("alert('1"));
}

#[apply(trial)]
fn a_page_names_the_first_foul_of_each_kind() {
    let (directory, page) = play("-g 4 --html report.html", &["hunt", &spec("illegal")]);
    let words = words(&page);
    let detail = "INVALID OPERATION \"SHOOT 999 7\"";
    let at = words.iter().position(|word| word.starts_with(detail));
    let row = &words[at.expect("a detail") - 8..at.expect("a detail") + 3];
    for word in ["illegal", "game 1", "4"] {
        assert!(row.iter().any(|found| found == word), "{word} in {row:?}");
    }
    // The game has a replay that ends with this line.
    let replay = directory.path().join("report-games/game-000001.html");
    let run = Call::new("run").arg(replay.display().to_string()).output();
    let last = text(&run.stdout);
    assert!(
        last.lines()
            .last()
            .is_some_and(|line| line.starts_with(detail))
    );
}

/// A full disk: the exit code reports it, and all other results are there.
#[apply(trial)]
fn a_page_that_cannot_be_written_loses_no_result() {
    if !cfg!(target_os = "linux") {
        return;
    }
    let directory = tempfile::tempdir().expect("a directory");
    let args = "-g 2 --html full --json report.json --csv games.csv random hunt";
    let target = directory.path().join("full");
    std::os::unix::fs::symlink("/dev/full", target).expect("a link");
    let output = Call::new(&format!("{SMALL} {args}"))
        .within(directory.path())
        .output();
    assert_eq!(output.status.code(), Some(2));
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        error.contains("cannot write full: No space left"),
        "{error}"
    );
    assert!(text(&output.stdout).contains("pairs 0..2"));
    let json = fs::read(directory.path().join("report.json")).expect("a report");
    let json: Value = serde_json::from_slice(&json).expect("JSON");
    assert_eq!(json["games"], 2);
    let rows = read(&directory.path().join("games.csv"));
    assert_eq!(rows.lines().count(), 3);
}
