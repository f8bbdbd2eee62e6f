//! What to play next, and what moves have lost.

use std::fs;
use std::io::{BufRead, BufReader, Write};
use std::path::Path;
use std::process::{Command, Stdio};

use super::{FIXTURES, fixture};
use crate::support::Call;

fn output(args: &str, stdin: &str) -> String {
    let output = Call::new(&format!("othello {args}")).stdin(stdin).output();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
    String::from_utf8(output.stdout).expect("text")
}

#[test]
fn the_greedy_player_likes_discs_and_then_corners() {
    assert_eq!(output("--best greedy", ""), "d3\n");
    // d5 and h8 turn one disc each.
    let even = format!("{}---OX---{}-----XO- X;", "-".repeat(32), "-".repeat(16));
    assert_eq!(output("--best greedy", &even), "h8\n");
    // Now the move in the row above turns two.
    let more = format!("{}--OOX---{}-----XO- X;", "-".repeat(32), "-".repeat(16));
    assert_eq!(output("--best greedy", &more), "b5\n");
    let must_pass = format!("{}OX------ X;", "-".repeat(56));
    assert_eq!(output("--best greedy", &must_pass), "--\n");
    let over = fixture("assignment.txt");
    assert_eq!(output("--best greedy", &over), "the game is over\n");
    assert_eq!(output("--best 9", &over), "the game is over\n");
}

#[test]
fn endgames_are_solved_and_compared() {
    let path = format!("--best 10 {FIXTURES}/endgame.obf");
    let text = output(&path, "");
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 3, "{text}");
    assert!(lines[0].starts_with("game 1: h1 +10, to the end: h1 g1 "));
    assert!(lines[0].ends_with(", as listed"));
    assert!(lines[1].starts_with("game 2: h1 +10, to the end: h1 g1 "));
    assert!(!lines[1].contains("listed"));
    assert!(lines[2].starts_with("2 positions, "));
    assert!(lines[2].ends_with(" s; 1 of 1 as listed"));
    let game = fixture("fifty.txt");
    assert!(output("--best 10", &game).starts_with("h1 +10, to the end: "));
    assert!(output("--best 9", &game).contains(", 9 plies: "));
    for (wrong, told) in [("H1:+12", "+12"), ("B7:+10;", "+10")] {
        let position = fixture("endgame.obf").lines().nth(1).expect("a line")[..66].to_owned();
        let text = output("--best 10", &format!("{position}; {wrong}"));
        let ending = format!(", listed with {told}\n");
        assert!(text.ends_with(&ending), "{text}");
    }
}

#[test]
fn annotations_tell_what_was_lost() {
    let game = fixture("fifty.txt") + "b7";
    let text = output("--annotate=1", &game);
    let lines: Vec<_> = text.lines().collect();
    assert_eq!(lines.len(), 53);
    assert_eq!(lines[50], " 51 black b7     +6  lost 4.00: h1 +10");
    for (line, number) in lines.iter().zip(1..=51) {
        let words: Vec<_> = line.split_whitespace().collect();
        assert_eq!(words[0], number.to_string());
        assert_eq!(words[1], if number % 2 == 1 { "black" } else { "white" });
        if words.len() > 4 {
            let [value, lost, best] = [3, 5, 7].map(|at| {
                let number = words[at].trim_end_matches(':');
                number.parse::<f64>().expect("a number")
            });
            assert!(lost > 0.0 && (best - value - lost).abs() < 0.001, "{line}");
        }
    }
    let best = text.replace(" b7     +6  lost 4.00: h1 +10", " h1    +10");
    let game = fixture("fifty.txt") + "h1";
    let annotated = output("--annotate=1", &game);
    assert_eq!(annotated.lines().nth(50), best.lines().nth(50));
    // The default looks further.
    assert_ne!(
        output("--annotate", "d3 c3"),
        output("--annotate=1", "d3 c3")
    );
}

#[test]
fn several_games_are_annotated_as_far_as_they_are_legal() {
    let path = Path::new(FIXTURES).join("several.pgn");
    let output = Call::new("othello --annotate=1")
        .arg(path.display().to_string())
        .output();
    assert_eq!(output.status.code(), Some(1));
    let text = String::from_utf8(output.stdout).expect("text");
    assert!(
        text.starts_with("game 1: N. Ero \"il Nero\" - Bianco\n  1 black c4 "),
        "{text}"
    );
    assert_eq!(
        text.lines()
            .filter(|line| line.starts_with("game "))
            .count(),
        3
    );
    let error = String::from_utf8(output.stderr).expect("text");
    assert!(
        error.starts_with("admiralty: game 2, line 15, column 6, move 4, d4: "),
        "{error}"
    );
}

#[test]
fn names_do_not_command_the_terminal() {
    let text = "[Black \"\u{9b}31mx\"]\n1. d3\n\n[White \"y\"]\n1. d3\n";
    let text = output("--annotate=1", text);
    assert!(text.starts_with("game 1: \\u{9b}31mx - ?\n"), "{text}");
    assert!(text.contains("\ngame 2: ? - y\n"), "{text}");
}

#[test]
fn thoughts_are_objects_too() {
    let game = fixture("fifty.txt") + "b7";
    let text = output("--annotate=2 --json", &game);
    let object: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    let last = serde_json::json!({
        "player": "black", "move": "b7", "value": 6.0, "exact": true,
        "best": "h1", "best_value": 10.0, "loss": 4.0, "error": 0.0,
    });
    assert_eq!(object["annotations"][50], last);
    let text = output("--best 10 --json", &fixture("fifty.txt"));
    let object: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    assert_eq!(object["best"]["move"], "h1");
    assert_eq!(object["best"]["value"], 10.0);
    assert_eq!(object["best"]["exact"], true);
    assert_eq!(object["best"]["plies"], 10);
    assert_eq!(object["best"]["line"].as_array().map(Vec::len), Some(10));
    assert!(object.get("annotations").is_none());
    let over = fixture("assignment.txt");
    for args in ["--best greedy --json", "--best 3 --json"] {
        let object: serde_json::Value = serde_json::from_str(&output(args, &over)).expect("JSON");
        assert_eq!(object.get("best"), Some(&serde_json::Value::Null), "{args}");
    }
    let wrong = Call::new("othello --best 3 --json").stdin("d3 d4").output();
    let object: serde_json::Value = serde_json::from_slice(&wrong.stdout).expect("JSON");
    assert_eq!(object.get("best"), Some(&serde_json::Value::Null));
}

#[test]
fn time_is_limited() {
    // Nobody sees the end of the game from its beginning.
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

#[test]
fn book_moves_are_no_mistakes() {
    let text = output("--annotate", "f5d6c3d3c4f4c5");
    assert!(!text.contains("  lost "), "{text}");
    assert!(text.ends_with("black lost 0.00 discs in 0 moves\nwhite lost 0.00 discs in 0 moves\n"));
    // Nor are they in JSON, where there is no loss unless there is none.
    let text = output("--annotate=2 --json", "f5d6c3d3c4f4c5");
    let object: serde_json::Value = serde_json::from_str(&text).expect("JSON");
    for annotation in object["annotations"].as_array().expect("an array") {
        let is_best = annotation["best"] == annotation["move"];
        let expected = if is_best {
            0.0.into()
        } else {
            serde_json::Value::Null
        };
        assert_eq!(annotation["loss"], expected, "{annotation}");
        assert!(annotation["error"].as_f64() > Some(1.0), "{annotation}");
    }
}

/// The positions of the FFO list, where it is.
#[test]
fn endgames_of_the_federation_are_solved() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/othello/fforum-1-19.obf");
    let Ok(text) = fs::read_to_string(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return;
    };
    let solved = output("--best 60", &text);
    assert!(solved.ends_with("; 19 of 19 as listed\n"), "{solved}");
}
