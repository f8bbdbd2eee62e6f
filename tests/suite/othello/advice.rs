//! Search in limited time, and output before its end.

use std::io::{BufRead, BufReader, Write};
use std::process::{Command, Stdio};

use super::fixture;
use crate::support::Call;

fn output(args: &str, stdin: &str) -> String {
    let output = Call::new(&format!("othello {args}")).stdin(stdin).output();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn time_is_limited() {
    // The end of the game is out of reach from its beginning.
    let said = output("--best 60 --time 0.02", "");
    let plies = said.split([':', ',']).nth(1).expect("how far was looked");
    assert!(plies.ends_with("plies") || plies.ends_with("ply"), "{said}");
    let game = fixture("assignment.txt");
    let text = output("--annotate=40 --time 0.02", &game);
    assert_eq!(text.lines().count(), 29 + 2, "{text}");
    // With time enough nothing changes.
    let game = fixture("fifty.txt");
    for args in ["--best 4", "--best 10", "--annotate=1"] {
        assert_eq!(
            output(&format!("{args} --time 3600"), &game),
            output(args, &game)
        );
    }
}

#[test]
fn objects_come_as_soon_as_they_are_known() {
    let solved = fixture("endgame.obf")
        .lines()
        .nth(1)
        .expect("a position")
        .to_owned();
    // This one takes all the time that there is.
    let start = format!("{}OX------XO{} X;", "-".repeat(27), "-".repeat(27));
    let mut file = tempfile::NamedTempFile::new().expect("a file");
    write!(file, "{solved}\n{start}\n").expect("it is written");
    let mut child = Command::new(env!("CARGO_BIN_EXE_admiralty"))
        .args(["othello", "--best", "60", "--time", "30", "--json"])
        .arg(file.path())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program starts");
    let mut line = String::new();
    let stdout = child.stdout.take().expect("standard output is a pipe");
    BufReader::new(stdout).read_line(&mut line).expect("a line");
    child.kill().expect("it is still at it");
    child.wait().expect("it ends");
    assert!(line.contains("\"best\":{\"move\":\"h1\""), "{line}");
}
