//! Every format from outside: what is right in it, and each kind of fault.

use std::fs;
use std::path::Path;

use admiralty::othello::transcript::{AutoPass, Format, Games, PlayedGame, detect, write};
use admiralty::othello::{Move, Position};

use super::{FIXTURES, fixture};
use crate::support::Call;

/// The streams and the status, without the time that the summary tells.
pub fn untimed(call: &Call) -> (String, String, Option<i32>) {
    let output = call.output();
    let text = String::from_utf8(output.stdout).expect("text");
    let (first, rest) = text.split_once('\n').expect("a line");
    let first = first.rsplit_once(" in ").map_or(first, |(first, _)| first);
    let error = String::from_utf8(output.stderr).expect("text");
    (format!("{first}\n{rest}"), error, output.status.code())
}

#[track_caller]
fn summarized(args: &str, name: &str, stdout: &str, stderr: &str, status: i32) {
    let call = Call::new(&format!("othello {args}")).arg(format!("{FIXTURES}/{name}"));
    let expected = (stdout.to_owned(), stderr.to_owned(), Some(status));
    assert_eq!(untimed(&call), expected, "{name}");
}

#[test]
fn games_of_numbered_moves_are_checked_one_by_one() {
    summarized(
        "",
        "several.pgn",
        "4 games\n\
         2 finished, 0 broken off, 1 with an illegal move, 1 that cannot be read\n\
         of the finished ones black won 2, white won 0, 0 were drawn\n\
         they have 33.00 black and 0.00 white discs on average\n\
         of 1 another result is told\n",
        "admiralty: game 2, line 15, column 6, move 4, d4: the square is occupied; white can play e3, c5\n\
         admiralty: game 3, line 19, column 7: a variation has no closing parenthesis\n\
         admiralty: note: game 4: the result is told as 0-1, and the discs are 33-0\n",
        1,
    );
}

#[test]
fn numbers_make_a_transcript_of_text() {
    let game = fixture("numbered.pgn");
    assert_eq!(detect(game.as_bytes()), Format::Pgn);
    let board = Call::new("othello").stdin("d3 c3 c4 e3").output().stdout;
    let board = String::from_utf8(board).expect("text");
    let note = "admiralty: note: the game is not finished; black is to move\n";
    Call::new("othello").stdin(&game).expect(&board, note, 0);
    let marked = format!("\u{feff}{game}");
    Call::new("othello").stdin(marked).expect(&board, note, 0);
    for text in [
        "1.d3c3 2.c4e3",
        "1 d3 c3 2 C4!! E3?! $12",
        "1. d3 ... c3 (x) c4\n% e3\ne3 *",
    ] {
        Call::new("othello --format pgn")
            .stdin(text)
            .expect(&board, note, 0);
    }
}

#[test]
fn games_of_servers_are_checked_one_by_one() {
    summarized(
        "",
        "several.ggf",
        "6 games\n\
         1 finished, 0 broken off, 2 with an illegal move, 3 that cannot be read\n\
         of the finished ones black won 1, white won 0, 0 were drawn\n\
         they have 33.00 black and 0.00 white discs on average\n",
        "admiralty: game 2, line 4, column 83, move 2, c4: it is not the turn of black; white can play c3, e3, c5\n\
         admiralty: game 3, line 5, column 17: the board is of size 10, and only 8 is played here\n\
         admiralty: game 4, line 6, column 6: it is a game of something else than Othello\n\
         admiralty: game 5, line 7, column 14: the game has no end, which is ;)\n\
         admiralty: game 6, line 8, column 110, move 2, PA: the player can move, and must not pass; \
         black can play c4, c6, e6\n",
        1,
    );
}

#[test]
fn the_moves_of_positions_are_checked() {
    summarized(
        "",
        "several.obf",
        "5 games\n\
         0 finished, 1 broken off, 2 with an illegal move, 2 that cannot be read\n\
         of the finished ones black won 0, white won 0, 0 were drawn\n",
        "admiralty: game 1, line 1, column 76, listed move 2, A1: the move turns nothing; \
         black can play d3, c4, f5, e6\n\
         admiralty: game 3, line 3, column 69, listed move 1, PA: the player can move, and must not pass; \
         white can play e3, f4, c5, d6, e6\n\
         admiralty: game 4, line 4, column 1: after the 64 squares of a position comes the player to move, X or O\n\
         admiralty: game 5, line 5, column 69: a listed move is a move, a colon and a whole number of discs\n",
        1,
    );
}

#[test]
fn one_position_is_a_board() {
    let board = " abcdefgh\n1........\n2........\n3........\n4...BN...\n5...NB...\n6........\n\
        7........\n8........\n\n2 pedine nere\n2 pedine bianche\nPareggio\n";
    let text = fixture("candidates.obf");
    Call::new("othello").stdin(&text).expect(board, "", 0);
    let wrong = text.replace("c4", "c5");
    Call::new("othello").stdin(wrong).expect(
        "c5 Nero\n",
        "admiralty: listed move 2, c5, line 2, column 76: the move turns nothing; \
         black can play d3, c4, f5, e6\n",
        1,
    );
}

#[test]
fn lists_have_a_game_a_line() {
    summarized(
        "",
        "a-game-a-line.txt",
        "4 games\n\
         1 finished, 2 broken off, 1 with an illegal move\n\
         of the finished ones black won 1, white won 0, 0 were drawn\n\
         they have 33.00 black and 0.00 white discs on average\n\
         of 1 another result is told\n",
        "admiralty: game 3, line 4, column 19, move 10, a1: the move turns nothing; \
         white can play d1, d2, e3, b4, e6, f6\n\
         admiralty: note: game 1: the result is told as 33-31, and the discs are 33-0\n",
        1,
    );
}

#[test]
fn a_game_in_one_word_may_leave_out_passes() {
    let moves: String = fixture("assignment.txt").split_whitespace().collect();
    let moves = moves.trim_end_matches('-');
    for text in [
        moves.to_owned(),
        format!("\n% a comment\n{moves} 33-0\r\n\n"),
        moves[..16].to_owned(),
    ] {
        assert_eq!(detect(text.as_bytes()), Format::Lines, "{text}");
    }
    for text in [
        &moves[..14],
        &format!("{moves} a1"),
        &moves[2..],
        "pass".repeat(9).as_str(),
    ] {
        assert_eq!(detect(text.as_bytes()), Format::Plain, "{text}");
    }
}

#[test]
fn lines_that_begin_with_percent_are_comments() {
    let text = "% one\nf5d6c3d3c4f4c5b3\n  % two\n% three\nf5d6c3d3c4f4c5b3\n% four";
    assert_eq!(detect(text.as_bytes()), Format::Lines);
    for (text, count) in [(text, 2), ("% one\nd3 c3\n % two\nc4 e3\n% three", 1)] {
        let games = Games::detected(text.as_bytes()).expect("no database");
        let games: Vec<_> = games.map(|game| game.expect("it can be read")).collect();
        assert_eq!(games.len(), count);
        for game in games {
            assert_eq!(game.check(AutoPass::Off).fault, None, "{text}");
        }
    }
}

#[test]
fn a_position_without_a_player_is_told_as_one() {
    let position = fixture("candidates.obf");
    let squares = position.split_whitespace().find(|word| word.len() == 64);
    let squares = squares.expect("a position");
    let error = "admiralty: line 1, column 1: after the 64 squares of a position comes the player to move, X or O\n";
    for text in [format!("{squares}\n"), format!("{squares}; d3:+2;")] {
        Call::new("othello").stdin(text).expect("", error, 1);
    }
    let board = Call::new("othello").output().stdout;
    let board = String::from_utf8(board).expect("text");
    Call::new("othello")
        .stdin(format!("{squares}X;"))
        .expect(&board, "", 0);
}

#[test]
fn one_game_over_many_lines_stays_one() {
    let game = fixture("assignment.txt");
    let moves: String = game.split_whitespace().collect();
    // After 28, the second line begins with e6, as a game could.
    for width in [2, 16, 18, 20, 28, 58] {
        let lines: Vec<_> = moves
            .as_bytes()
            .chunks(width)
            .map(|line| String::from_utf8_lossy(line).into_owned())
            .collect();
        let text = lines.join("\n");
        assert_eq!(detect(text.as_bytes()), Format::Plain, "{text}");
    }
    let twice = format!("{moves}\n\n{moves}\n");
    assert_eq!(detect(twice.as_bytes()), Format::Lines);
}

#[test]
fn tags_begin_a_game_after_moves_and_after_an_empty_line() {
    for (text, games) in [
        ("[Event \"x\"]\n[Date \"y\"]\n\n1. d3", 1),
        ("[Event \"x\"] [Date \"y\"] 1. d3", 1),
        ("[Event \"x\"]\n\n[Date \"y\"]\n1. d3", 2),
        ("[Event \"x\"] 1. d3 [Date \"y\"] c4", 2),
        ("1. d3 * d3 33-31 {at last} 1-0", 3),
    ] {
        let found = Games::detected(text.as_bytes()).expect("no database");
        let found: Vec<_> = found.collect();
        assert_eq!(found.len(), games, "{text}");
        assert!(found.iter().all(Result::is_ok), "{text}");
    }
}

#[test]
fn a_result_that_does_not_agree_is_noted() {
    let board = fixture("assignment.out");
    let note = |told: &str| {
        format!("admiralty: note: the result is told as {told}, and the discs are 33-0\n")
    };
    let game = fixture("assignment.txt");
    for (told, stderr) in [
        ("33-0", String::new()),
        ("64-0", String::new()),
        ("1-0", String::new()),
        ("*", String::new()),
        ("33-31", note("33-31")),
        ("1/2-1/2", note("1/2-1/2")),
    ] {
        let text = format!("[Result \"{told}\"]\n{game}");
        Call::new("othello").stdin(text).expect(&board, &stderr, 0);
    }
    // It is not finished, so there is nothing to compare.
    let output = Call::new("othello").stdin("1. d3 33-31").output();
    let error = String::from_utf8(output.stderr).expect("text");
    assert_eq!((error.lines().count(), output.status.code()), (1, Some(0)));
}

#[test]
fn quotes_within_a_value_are_part_of_it() {
    for (tag, event) in [
        ("[Event \"Parties du \"Coq\"\"]", "Parties du \"Coq\""),
        (
            "[Event \"the \"Open\", in Rome\" ] [Date \"1985\"]",
            "the \"Open\", in Rome",
        ),
        ("[Event \"\"\"\"]", "\"\""),
        ("[Event \"a \\\"b\\\"]\"]", "a \"b\"]"),
    ] {
        let text = format!("{tag}\n1. d3 c3");
        let mut games = Games::detected(text.as_bytes()).expect("no database");
        assert_eq!(games.format(), Format::Pgn);
        let game = games.next().expect("a game").expect("it can be read");
        assert_eq!(game.tags.event, Some(event.into()), "{tag}");
        assert_eq!((game.words.len(), games.next()), (2, None), "{tag}");
        // And it is written so that anybody can read it.
        let written = write(&game.check(AutoPass::Off).game, Format::Pgn).expect("it is written");
        let again = Games::new(&written, Format::Pgn)
            .expect("no database")
            .next();
        let again = again.expect("a game").expect("it can be read");
        assert_eq!(again.tags.event, Some(event.into()), "{tag}");
    }
}

#[test]
fn passes_are_put_in_where_they_are_usually_left_out() {
    let mut game = PlayedGame::new(Position::start());
    let mut left_out = String::new();
    // The last legal square, until somebody has passed and the other has moved on.
    let mut passed = false;
    for _ in 0..120 {
        let square = game.position().legal_squares().iter().last();
        let Some(square) = square else {
            if game.play(Move::Pass).is_err() {
                break;
            }
            passed = true;
            continue;
        };
        game.play(Move::Disc(square)).expect("it is legal");
        left_out.push_str(&square.to_string());
        left_out.push(' ');
        if passed {
            break;
        }
    }
    assert!(passed, "nobody has to pass in {left_out}");
    let accepts = |args: &str, text: &str| {
        let output = Call::new(&format!("othello {args}")).stdin(text).output();
        output.status.success()
    };
    assert!(!accepts("", &left_out));
    let faulty = Call::new("othello").stdin(&left_out).output();
    let error = String::from_utf8(faulty.stderr).expect("text");
    let hint = "the player has no legal move, and must pass; --auto-pass puts it in\n";
    assert!(error.ends_with(hint), "{error}");
    assert!(accepts("", &left_out.replace(' ', "")));
    assert!(accepts("--auto-pass", &left_out));
    assert!(accepts("--no-auto-pass --auto-pass", &left_out));
    assert!(!accepts("--auto-pass --no-auto-pass", &left_out));
    assert!(accepts("", &format!("1. {left_out}")));
    assert!(!accepts("--no-auto-pass", &format!("1. {left_out}")));
    assert!(accepts("--format lines", &left_out));
    let ggf = Call::new("othello --auto-pass --to ggf")
        .stdin(&left_out)
        .output()
        .stdout;
    let ggf = String::from_utf8(ggf).expect("text");
    assert!(accepts("", &ggf));
    let without = ggf.replace("B[PA]", "").replace("W[PA]", "");
    assert!(!accepts("", &without));
    assert!(accepts("--auto-pass", &without));
}

#[test]
fn every_game_of_a_year_is_legal_in_every_format() {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/othello/WTH_1985.wtb");
    let Ok(bytes) = fs::read(&path) else {
        eprintln!("skipped: there is no {}", path.display());
        return;
    };
    let summary = "954 games of 1985\n\
        946 finished, 8 broken off, 0 with an illegal move\n\
        of the finished ones black won 442, white won 474, 30 were drawn\n\
        they have 31.87 black and 32.05 white discs on average\n";
    let call = Call::new("othello").stdin(&bytes);
    assert_eq!(untimed(&call), (summary.to_owned(), String::new(), Some(0)));
    for format in Format::ALL {
        if format == Format::Plain {
            continue;
        }
        let output = Call::new(&format!("othello --to {format}"))
            .stdin(&bytes)
            .output();
        assert_eq!((output.stderr.len(), output.status.code()), (0, Some(0)));
        assert_eq!(detect(&output.stdout), format);
        let (again, notes, _) = untimed(&Call::new("othello").stdin(&output.stdout));
        let expected = match format {
            Format::Wthor => summary.to_owned(),
            _ => summary.replace(" of 1985", ""),
        };
        assert_eq!((again, notes), (expected, String::new()), "{format}");
    }
}
