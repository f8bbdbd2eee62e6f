//! What can be asked for: JSON, other formats, tournament scores.

use admiralty::othello::transcript::{Format, detect};
use serde_json::Value;

use super::formats::untimed;
use super::{FIXTURES, database, fixture};
use crate::support::Call;

/// The objects that are printed, and the status.
fn objects(args: &str, stdin: impl AsRef<[u8]>) -> (Vec<Value>, Option<i32>) {
    let output = Call::new(&format!("othello --json {args}"))
        .stdin(stdin)
        .output();
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    let text = String::from_utf8(output.stdout).expect("text");
    let objects = text
        .lines()
        .map(|line| serde_json::from_str(line).expect("JSON"));
    (objects.collect(), output.status.code())
}

#[test]
fn json_tells_all_of_a_game() {
    let (games, status) = objects("", fixture("several.pgn"));
    assert_eq!((games.len(), status), (4, Some(1)));
    let moves: String = fixture("assignment.txt").split_whitespace().collect();
    let expected = serde_json::json!({
        "file": null, "game": 1, "line": 2, "format": "pgn",
        "black": "N. Ero \"il Nero\"", "white": "Bianco",
        "event": "Lezione 4", "date": "2025.10.06",
        "start": null, "moves": moves.trim_end_matches('-'),
        "black_discs": 33, "white_discs": 0, "empties": 31, "scoring": "discs",
        "finished": true, "result": "black", "told": "33-0", "told_agrees": true,
        "listed": [], "fault": null,
    });
    assert_eq!(games[0], expected);
    let fault = serde_json::json!({
        "number": 4, "listed": false, "move": "d4", "line": 15, "column": 6,
        "player": "white", "reason": "the square is occupied", "legal": ["e3", "c5"],
    });
    assert_eq!(games[1]["fault"], fault);
    assert_eq!(games[1]["finished"], false);
    assert_eq!(games[1]["moves"], "d3c3c4");
    let unreadable = serde_json::json!({
        "file": null, "game": 3, "line": 19, "column": 7, "format": "pgn",
        "error": "a variation has no closing parenthesis",
    });
    assert_eq!(games[2], unreadable);
    assert_eq!(games[3]["told_agrees"], false);
}

#[test]
fn json_has_the_position_and_the_candidates() {
    let text = fixture("candidates.obf").replace('X', "O");
    let (games, status) = objects(
        "",
        text.replace("D3", "e3")
            .replace("c4", "f4")
            .replace("F5", "c5"),
    );
    assert_eq!(status, Some(1), "all discs are white");
    assert_eq!(games[0]["start"].as_str().map(str::len), Some(66));
    let (games, status) = objects("", fixture("candidates.obf"));
    assert_eq!(status, Some(0));
    let listed = serde_json::json!([
        {"move": "d3", "score": 0}, {"move": "c4", "score": -2}, {"move": "f5", "score": null},
    ]);
    assert_eq!(games[0]["listed"], listed);
}

#[test]
fn json_of_a_database_has_no_lines() {
    let games = std::fs::read(format!("{FIXTURES}/three.wtb")).expect("a fixture");
    let (games, status) = objects("--wthor", games);
    assert_eq!((games.len(), status), (3, Some(1)));
    for game in &games {
        assert_eq!(
            (&game["line"], &game["date"]),
            (&Value::Null, &"2025".into())
        );
    }
    let counted = [
        "black_discs",
        "white_discs",
        "empties",
        "told_agrees",
        "scoring",
    ];
    let counted = counted.map(|name| games[0][name].clone());
    let expected = serde_json::json!([64, 0, 31, true, "empties-to-winner"]);
    assert_eq!(Value::from(counted.to_vec()), expected);
    // A game that is broken off has no winner.
    assert_eq!(games[1]["black_discs"], 4);
    assert_eq!(games[1]["fault"]["line"], Value::Null);
    assert_eq!(games[2]["told_agrees"], false);
}

#[test]
fn tournament_scores_give_the_empty_squares_to_the_winner() {
    let board = fixture("assignment.out").replace("33 pedine nere", "64 pedine nere");
    let game = fixture("assignment.txt");
    Call::new("othello --wthor")
        .stdin(&game)
        .expect(&board, "", 0);
    let unfinished = Call::new("othello").stdin("d3").output().stdout;
    let unfinished = String::from_utf8(unfinished).expect("text");
    let note = "admiralty: note: the game is not finished; white is to move\n";
    Call::new("othello --wthor")
        .stdin("d3")
        .expect(&unfinished, note, 0);
    let call = Call::new("othello --wthor").stdin(database(&game, 64, 2));
    let (summary, _, _) = untimed(&call);
    let expected = "they have 64.00 black and 0.00 white discs on average, \
        with the empty squares given to the winner\n";
    assert!(summary.ends_with(expected), "{summary}");
}

#[test]
fn a_database_of_one_game_is_a_board() {
    let game = fixture("assignment.txt");
    let board = fixture("assignment.out");
    let text = database(&game, 64, 1);
    Call::new("othello").stdin(&text).expect(&board, "", 0);
    let note = "admiralty: note: the result is told as 40-24, and the discs are 33-0\n";
    let text = database(&game, 40, 1);
    Call::new("othello").stdin(&text).expect(&board, note, 0);
    let error = "admiralty: move 2, d4: the square is occupied; white can play c3, e3, c5\n";
    let text = database("d3 d4", 40, 1);
    Call::new("othello")
        .stdin(&text)
        .expect("d4 Bianco\n", error, 1);
}

#[test]
fn a_broken_database_is_told() {
    let whole = database("d3", 33, 2);
    let short = &whole[..100];
    let error = "admiralty: <stdin>: the header tells of 2 games, and there are 84 bytes of records of 68\n";
    for args in [
        "othello",
        "othello --format wthor",
        "othello --json",
        "othello --to pgn",
    ] {
        Call::new(args).stdin(short).expect("", error, 2);
    }
    let error = "admiralty: <stdin>: a WTHOR database begins with a header of 16 bytes; there are 10 bytes\n";
    Call::new("othello")
        .stdin(&whole[..10])
        .expect("", error, 2);
    let mut other_size = whole.clone();
    other_size[12] = 10;
    let error = "admiralty: <stdin>: the games are played on boards of size 10, not 8\n";
    Call::new("othello").stdin(&other_size).expect("", error, 2);
    let error = "admiralty: <stdin>: a WTHOR database begins with a header of 16 bytes; there are 2 bytes\n";
    Call::new("othello --format wthor")
        .stdin("d3")
        .expect("", error, 2);
    assert_eq!(detect(&whole), Format::Wthor);
}

#[test]
fn only_so_many_faults_are_shown() {
    let text = "d3 d4\n".repeat(25);
    let (summary, error, status) = untimed(&Call::new("othello --format lines").stdin(text));
    assert!(summary.starts_with("25 games\n0 finished, 0 broken off, 25 with an illegal move\n"));
    assert_eq!(status, Some(1));
    let lines: Vec<_> = error.lines().collect();
    assert_eq!(lines.len(), 21);
    let last = "admiralty: game 20, line 20, column 4, move 2, d4: the square is occupied; white can play c3, e3, c5";
    assert_eq!(lines[19..], [last, "admiralty: and 5 more wrong games"]);
}

#[test]
fn games_are_converted() {
    let game = fixture("assignment.txt");
    let path = format!("{FIXTURES}/several.pgn");
    let faults = "admiralty: game 2, line 15, column 6, move 4, d4: the square is occupied; white can play e3, c5\n\
        admiralty: game 3, line 19, column 7: a variation has no closing parenthesis\n";
    let moves: String = game.split_whitespace().collect();
    let moves = moves.trim_end_matches('-');
    Call::new("othello --to lines")
        .arg(&path)
        .expect(&format!("{moves}\n{moves}\n"), faults, 1);
    let error = format!(
        "admiralty: {path} has several games, and a plain text is one: --to lines has one a line\n"
    );
    Call::new("othello --to plain")
        .arg(&path)
        .expect("", &error, 2);
    Call::new("othello --to obf").stdin("d3").expect(
        "-------------------X-------XX------XO--------------------------- O;\n",
        "",
        0,
    );
    Call::new("othello --to lines").stdin("").expect(
        "",
        "admiralty: game 1: the game has no moves, and would be an empty line\n",
        1,
    );
    Call::new("othello --to wthor").stdin(fixture("candidates.obf").replace(" X;", " O; % ")).expect(
        "\0\0\0\0\0\0\0\0\0\0\0\0\u{8}\0\0\0",
        "admiralty: game 1: the game begins with another position, which the format cannot tell\n",
        1,
    );
    let pgn = "[Result \"33-0\"]\n\n\
        1. c4 e3 2. f2 b4 3. d3 c5 4. a4 e2 5. f1 e1 6. d1 g1 7. h1 d2 8. e6 c3 9. d6 f3\n\
        10. b2 f4 11. g4 g3 12. h3 f5 13. f6 g2 14. c1 c2 15. h2 33-0\n";
    Call::new("othello --to pgn")
        .stdin(&game)
        .expect(pgn, "", 0);
    let ggf = "(;GM[Othello]PC[?]DT[?]PB[?]PW[?]RE[?]TY[8]\
        BO[8 ---------------------------O*------*O--------------------------- *]B[d3]W[c3];)\n";
    Call::new("othello --to ggf")
        .stdin("d3c3")
        .expect(ggf, "", 0);
    let plain = "d3 c3\n";
    Call::new("othello --to plain")
        .stdin(ggf)
        .expect(plain, "", 0);
}

#[test]
fn wrong_arguments_are_refused() {
    for args in [
        "--format pdf",
        "--to pdf",
        "--json --to pgn",
        "there-is-none",
        "--best 3 --annotate",
        "--best 0",
        "--best 61",
        "--annotate=0",
        "--best x",
        "--best 2 --to ggf",
        "--time 1",
        "--best 2 --time 0",
        "--best 2 --lang en",
        "perft 0",
        "perft 121",
        "perft x",
        "x perft 3",
    ] {
        let output = Call::new(&format!("othello {args}")).output();
        assert_eq!(output.status.code(), Some(2), "{args}");
    }
}

#[test]
fn texts_of_other_encodings_are_refused() {
    for mark in [b"\xff\xfe", b"\xfe\xff"] {
        let text = [mark.as_slice(), b"f\x005\x00"].concat();
        let expected = "admiralty: <stdin> is in UTF-16, and only UTF-8 is read\n";
        Call::new("othello").stdin(text).expect("", expected, 2);
    }
}

/// Blocks that are marked `othello` and arguments are followed by one of what is
/// printed.
#[test]
fn the_document_is_true() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/docs/OTHELLO.md");
    let document = std::fs::read_to_string(path).expect("the document is there");
    let mut blocks = document.split("```").skip(1).step_by(2);
    let mut count = 0;
    while let Some(block) = blocks.next() {
        let Some((args, game)) = block.split_once('\n') else {
            continue;
        };
        if args.starts_with("othello") {
            let answer = blocks.next().and_then(|block| block.strip_prefix("text\n"));
            let output = Call::new(args).stdin(game).output();
            assert_eq!(
                Some(String::from_utf8_lossy(&output.stdout).as_ref()),
                answer
            );
            count += 1;
        }
    }
    assert_eq!(count, 6);
}
