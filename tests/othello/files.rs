//! Several files, large files, and databases with files of names beside them.

use std::fs::{self, File};
use std::path::Path;

use super::printed::{Printed, database, untimed};
use super::{FIXTURES, fixture};
use crate::support::Call;

/// A directory with these files.
fn directory(files: &[(&str, &[u8])]) -> tempfile::TempDir {
    let directory = tempfile::tempdir().expect("a directory");
    for (name, bytes) in files {
        fs::write(directory.path().join(name), bytes).expect("it is written");
    }
    directory
}

#[apply(trial)]
fn several_files_are_summed_up() {
    let game = fixture("assignment.txt");
    let directory = directory(&[
        ("one.txt", game.as_bytes()),
        ("two.txt", b"d3 d4"),
        ("list.txt", b"d3\nd3 33-31 x\n"),
        ("year.wtb", &database(&game, 40, 2)),
    ]);
    Printed::within(directory.path())
        .call("one.txt two.txt year.wtb one.txt", "")
        .call("--json two.txt year.wtb", "")
        .call("--best greedy one.txt two.txt", "")
        .call("--to lines one.txt year.wtb", "")
        .call("--to plain one.txt one.txt", "")
        .look("files");
    let call = Call::new("othello missing.txt one.txt").within(directory.path());
    let (summary, error, status) = untimed(&call);
    assert!(summary.starts_with("1 games in "), "{summary}");
    let expected = "admiralty: cannot open missing.txt: ";
    assert!(error.starts_with(expected), "{error}");
    assert_eq!(status, Some(2));
}

/// Without reading it: there would be no memory for it.
#[cfg(unix)]
#[apply(trial)]
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

/// A list of names of a fixed size.
fn names(names: &[&[u8]], bytes: usize) -> Vec<u8> {
    let mut list = vec![0; 16];
    for name in names {
        list.extend(*name);
        list.resize(list.len() + bytes - name.len(), 0);
    }
    list
}

#[apply(trial)]
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
    let all = || Printed::within(directory.path()).call("--json Year.Wtb", "");
    all()
        .call("--to pgn Year.Wtb", "")
        // Standard input has nothing beside it.
        .call("--json", &bytes)
        .look("names-of-databases");
    // A list of the same name comes first; of several others none is taken.
    let own = directory.path().join("YEAR.jou");
    fs::write(
        &own,
        names(&["a".as_bytes(), b"Fran\xe7ois", "Tastét".as_bytes()], 20),
    )
    .expect("it is written");
    fs::write(directory.path().join("more.trn"), &tournaments).expect("it is written");
    all().look("own-names-of-a-database");
    // One that is none is noted.
    fs::write(&own, &players[..50]).expect("it is written");
    let (_, error, status) = untimed(&Call::new("othello Year.Wtb").within(directory.path()));
    let note = "YEAR.jou is not used: a list of names has a header of 16 bytes and 20 bytes for each name; this file has 50 bytes\n";
    assert!(
        error.starts_with("admiralty: note: ") && error.contains(note),
        "{error}"
    );
    assert_eq!(status, Some(1), "one game is wrong");
}
