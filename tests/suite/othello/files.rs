//! Several files, large ones, and databases with what lies beside them.

use std::fs::{self, File};
use std::path::Path;

use serde_json::Value;

use super::formats::untimed;
use super::{FIXTURES, database, fixture};
use crate::support::Call;

/// A directory with these files.
fn directory(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, bytes) in files {
        fs::write(directory.path().join(name), bytes).expect("it is written");
    }
    directory
}

fn objects(call: &Call) -> Vec<Value> {
    let text = String::from_utf8(call.output().stdout).expect("text");
    let objects = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    objects.collect()
}

#[test]
fn several_files_are_summed_up() {
    let game = fixture("assignment.txt");
    let directory = directory(&[
        ("one.txt", game.as_bytes()),
        ("two.txt", b"d3 d4"),
        ("list.txt", b"d3\nd3 33-31 x\n"),
        ("year.wtb", &database(&game, 40, 2)),
    ]);
    let within = |args: &str| Call::new(args).within(directory.path());
    let (summary, error, status) = untimed(&within(
        "othello one.txt two.txt year.wtb missing.txt one.txt",
    ));
    let expected = "5 games\n4 finished, 0 broken off, 1 with an illegal move\n\
        of the finished ones black won 4, white won 0, 0 were drawn\n\
        they have 33.00 black and 0.00 white discs on average\nof 2 another result is told\n";
    assert_eq!(summary, expected);
    assert_eq!(status, Some(2));
    let errors: Vec<_> = error.lines().collect();
    assert!(
        errors[0].starts_with("admiralty: cannot open missing.txt: "),
        "{error}"
    );
    let told = "the result is told as 40-24, and the discs are 33-0";
    assert_eq!(
        errors[1..],
        [
            "admiralty: two.txt, game 1, line 1, column 4, move 2, d4: the square is occupied; white can play c3, e3, c5",
            &format!("admiralty: note: year.wtb, game 1: {told}"),
            &format!("admiralty: note: year.wtb, game 2: {told}"),
        ]
    );
    let objects = objects(&within("othello --json two.txt year.wtb"));
    let names: Vec<_> = objects
        .iter()
        .map(|object| [&object["file"], &object["game"]])
        .collect();
    let expected = [("two.txt", 1), ("year.wtb", 1), ("year.wtb", 2)];
    assert_eq!(names.len(), expected.len());
    for (name, (file, game)) in names.iter().zip(expected) {
        assert_eq!(name, &[&Value::from(file), &Value::from(game)]);
    }
    within("othello --best greedy one.txt two.txt").expect(
        "one.txt, game 1: the game is over\n",
        "admiralty: two.txt, game 1, line 1, column 4, move 2, d4: the square is occupied; white can play c3, e3, c5\n",
        1,
    );
    let annotated = within("othello --annotate=1 one.txt one.txt")
        .output()
        .stdout;
    let annotated = String::from_utf8(annotated).expect("text");
    let is_head = |line: &&str| line.starts_with("one.txt, game 1");
    assert_eq!(annotated.lines().filter(is_head).count(), 2);
    let moves: String = game.split_whitespace().collect();
    let moves = moves.trim_end_matches('-');
    within("othello --to lines one.txt year.wtb").expect(&format!("{moves}\n").repeat(3), "", 0);
    let error = "admiralty: one.txt has several games";
    let output = within("othello --to plain one.txt one.txt").output();
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stderr).starts_with(error));
}

/// Without reading it: there would be no memory for it.
#[cfg(unix)]
#[test]
fn a_large_file_is_refused_by_its_size() {
    let directory = directory(&[]);
    let path = directory.path().join("large.txt");
    let file = File::create(&path).expect("a file");
    file.set_len((1 << 31) + 1).expect("it has holes");
    Call::program("sh")
        .arg("-c")
        .arg("ulimit -v 1000000; exec \"$0\" othello large.txt")
        .arg(env!("CARGO_BIN_EXE_admiralty"))
        .within(directory.path())
        .expect(
            "",
            "admiralty: large.txt is too long: at most 2147483648 bytes are read\n",
            2,
        );
}

#[test]
fn records_with_faults_are_told() {
    let mut bytes = database("d3 c3 c4 e3", 33, 1);
    bytes[16 + 8 + 2] = 0;
    Call::new("othello").stdin(&bytes).expect(
        "0 Nero\n",
        "admiralty: move 3, 0: a 0 ends the moves of a record, and there are more after it; \
         black can play b3, c4, f5, e6\n",
        1,
    );
    let twice = [&database("", 0, 2)[..16], &bytes[16..], &bytes[16..]].concat();
    let (summary, ..) = untimed(&Call::new("othello").stdin(twice));
    assert!(
        summary.contains("\n0 finished, 0 broken off, 2 with an illegal move\n"),
        "{summary}"
    );
    // A score that cannot be is noted, whether the game is finished or not.
    let game = fixture("assignment.txt");
    for (moves, at, score) in [(game.as_str(), 6, 65), (&game, 7, 255), ("d3", 6, 70)] {
        let mut bytes = database(moves, 33, 2);
        bytes[16 + at] = score;
        let (summary, notes, status) = untimed(&Call::new("othello").stdin(&bytes));
        let expected = format!("told as {score} discs, and the board has 64 squares\n");
        assert!(
            notes.starts_with("admiralty: note: game 1: ") && notes.contains(&expected),
            "{notes}"
        );
        assert!(summary.contains(" another result is told"), "{summary}");
        assert_eq!(status, Some(0));
    }
}

/// A list of names of so many bytes.
fn names(names: &[&[u8]], bytes: usize) -> Vec<u8> {
    let mut list = vec![0; 16];
    for name in names {
        list.extend(*name);
        list.resize(list.len() + bytes - name.len(), 0);
    }
    list
}

#[test]
fn names_lie_beside_a_database() {
    let mut bytes = fs::read(Path::new(FIXTURES).join("three.wtb")).expect("a fixture");
    // The tournament, black and white of the first two games.
    bytes[16..22].copy_from_slice(&[1, 0, 2, 0, 1, 0]);
    bytes[84..90].copy_from_slice(&[9, 0, 0, 0, 2, 0]);
    let players = names(&[b"???", b"Rossi", b"Bianchi\0junk"], 20);
    let tournaments = names(&[b"?", b"Tournoi de Boulogne (1985)"], 26);
    let directory = directory(&[
        ("Year.Wtb", &bytes),
        ("wthor.JOU", &players),
        ("other.jou", &names(&[&b"x"[..]; 3], 20)),
        ("any.Trn", &tournaments),
    ]);
    let within = |args: &str| Call::new(args).within(directory.path());
    let found = |index: usize| {
        let object = &objects(&within("othello --json Year.Wtb"))[index];
        ["black", "white", "event"].map(|name| object[name].as_str().map(str::to_owned))
    };
    let known = |names: [&str; 3]| names.map(|name| (!name.is_empty()).then(|| name.to_owned()));
    assert_eq!(
        found(0),
        known(["Bianchi", "Rossi", "Tournoi de Boulogne (1985)"])
    );
    assert_eq!(found(1), known(["", "Bianchi", ""]));
    let pgn = within("othello --to pgn Year.Wtb").output().stdout;
    assert!(String::from_utf8_lossy(&pgn).starts_with("[Event \"Tournoi de Boulogne (1985)\"]\n"));
    // Standard input has nothing beside it.
    let objects = objects(&within("othello --json").stdin(&bytes));
    assert_eq!(objects[0]["black"], Value::Null);
    // A list of the same name comes first; of several others none is taken.
    let own = directory.path().join("YEAR.jou");
    fs::write(
        &own,
        names(&["a".as_bytes(), b"Fran\xe7ois", "Tastét".as_bytes()], 20),
    )
    .expect("it is written");
    fs::write(directory.path().join("more.trn"), &tournaments).expect("it is written");
    assert_eq!(found(0), known(["Tastét", "François", ""]));
    // One that is none is noted.
    fs::write(&own, &players[..50]).expect("it is written");
    let (_, error, status) = untimed(&within("othello Year.Wtb"));
    let note = "YEAR.jou is not used: a list of names has a header of 16 bytes and 20 bytes for each; there are 50 bytes\n";
    assert!(
        error.starts_with("admiralty: note: ") && error.contains(note),
        "{error}"
    );
    assert_eq!(status, Some(1), "one game is wrong");
}
