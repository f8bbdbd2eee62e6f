//! Games that cannot be read, and those after them.

use admiralty::othello::transcript::{
    AutoPass, FaultKind, Format, Games, ReadErrorKind, VALUE_BYTES_MAX, VARIATIONS_MAX, WORDS_MAX,
};
use admiralty::othello::{Color, Illegal, PositionError};

use super::fixture;
use crate::support::Call;

/// What is wrong with the first game of a text, and where.
#[track_caller]
fn refused(text: &str, format: Format) -> (u64, u64, ReadErrorKind) {
    let mut games = Games::new(text.as_bytes(), format).expect("no database");
    let error = games.next().expect("a game").expect_err("it is broken");
    (error.line, error.column, error.kind)
}

#[test]
fn broken_numbered_moves_are_refused() {
    let deep = "(".repeat(VARIATIONS_MAX as usize + 1);
    let long = "x".repeat(VALUE_BYTES_MAX + 1);
    for (format, text, line, column, kind) in [
        (Format::Pgn, "", 1, 1, ReadErrorKind::NoGame),
        (Format::Pgn, "; only a comment", 1, 1, ReadErrorKind::NoGame),
        (Format::Pgn, "\n[Event x]", 2, 1, ReadErrorKind::Tag),
        (Format::Pgn, "[Event \"x\n\"]", 1, 1, ReadErrorKind::Tag),
        (Format::Pgn, "[Event \"x\" y]", 1, 1, ReadErrorKind::Tag),
        (Format::Pgn, "[\"x\"]", 1, 1, ReadErrorKind::Tag),
        (Format::Pgn, "[Event \"x\\", 1, 1, ReadErrorKind::Tag),
        (
            Format::Pgn,
            &format!("[Event \"{long}\"]"),
            1,
            1,
            ReadErrorKind::LongValue,
        ),
        (Format::Pgn, "1. d3\n{c3", 2, 1, ReadErrorKind::OpenComment),
        (
            Format::Pgn,
            "1. d3 {a\n b {c} d} c3",
            2,
            4,
            ReadErrorKind::NestedComment,
        ),
        (
            Format::Pgn,
            "1. d3 {a} b} c3",
            1,
            12,
            ReadErrorKind::NothingOpen,
        ),
        (
            Format::Pgn,
            "1. d3\n(c3\n{}",
            2,
            1,
            ReadErrorKind::OpenVariation,
        ),
        (
            Format::Pgn,
            &format!("1. d3\n{deep}"),
            2,
            65,
            ReadErrorKind::TooDeep,
        ),
        (Format::Pgn, "1. d3\n)", 2, 1, ReadErrorKind::NothingOpen),
        (
            Format::Pgn,
            "[FEN \"8/8/8/3pP3/3Pp3/8/8/8 b\"]",
            1,
            1,
            ReadErrorKind::Position(PositionError::Squares(0)),
        ),
    ] {
        assert_eq!(refused(text, format), (line, column, kind), "{text}");
    }
}

#[test]
fn other_broken_games_are_refused() {
    let long = "x".repeat(VALUE_BYTES_MAX + 1);
    let start = "---------------------------OX------XO---------------------------";
    let listed = format!("{start} X;{}", " d3;".repeat(WORDS_MAX + 1));
    for (format, text, line, column, kind) in [
        (Format::Ggf, "d3 c4", 1, 1, ReadErrorKind::NoGame),
        (
            Format::Ggf,
            "(;GM[Othello]\nB[d3]",
            2,
            6,
            ReadErrorKind::OpenGame,
        ),
        (
            Format::Ggf,
            "(;GM[Othello]\n[d3];)",
            2,
            1,
            ReadErrorKind::Property,
        ),
        (
            Format::Ggf,
            "(;GM[Othello]B d3;)",
            1,
            14,
            ReadErrorKind::Property,
        ),
        (
            Format::Ggf,
            "(;GM[Othello]TY[s6r12];)",
            1,
            17,
            ReadErrorKind::Size(6),
        ),
        (
            Format::Ggf,
            &format!("(;PB[{long}];)"),
            1,
            6,
            ReadErrorKind::LongValue,
        ),
        (
            Format::Ggf,
            "(;GM[Othello]BO[8 --- *];)",
            1,
            17,
            ReadErrorKind::Position(PositionError::Squares(4)),
        ),
        (Format::Obf, "% nothing", 1, 1, ReadErrorKind::NoGame),
        (
            Format::Obf,
            start,
            1,
            1,
            ReadErrorKind::Position(PositionError::Side),
        ),
        (
            Format::Obf,
            &format!("{start} X; d3:1:2"),
            1,
            69,
            ReadErrorKind::Score,
        ),
        (Format::Obf, &listed, 1, 581, ReadErrorKind::TooManyListed),
        (Format::Lines, " \n", 1, 1, ReadErrorKind::NoGame),
    ] {
        assert_eq!(refused(text, format), (line, column, kind), "{text}");
    }
    let error = "admiralty: line 1, column 1: there is no game of that format\n";
    Call::new("othello --format ggf")
        .stdin("d3")
        .expect("", error, 1);
}

#[test]
fn after_a_broken_game_the_next_one_is_read() {
    for (format, text) in [
        (
            Format::Pgn,
            "[Event x]\n[White \"y\"]\n1. d4\n\n[Event \"x\"]\n1. d3",
        ),
        (Format::Pgn, "1. d3 {\n[Event \"x\"]\n1. d3"),
        (
            Format::Pgn,
            "[Event \"x\n[White \"y\"]\n\n[Event \"x\"]\n1. d3",
        ),
        (Format::Ggf, "(;GM[Othello]B[d4(;GM[Othello]B[d3];)"),
        (Format::Ggf, "(;GM[Othello]B(;B[d3];)"),
        (Format::Ggf, "(;GM[Othello]! B[d4];) (;B[d3];)"),
        (Format::Pgn, "1. d4 {a {b} c}\n[Event \"x\"]\n1. d3"),
    ] {
        let games = Games::new(text.as_bytes(), format).expect("no database");
        let mut games: Vec<_> = games.collect();
        let last = games.pop().expect("a game").expect("it can be read");
        assert_eq!((last.words.len(), games.len()), (1, 1), "{text}");
        assert!(games[0].is_err(), "{text}");
        assert_eq!(last.words[0].text, "d3");
        assert_eq!(last.check(AutoPass::Off).fault, None);
    }
}

#[test]
fn more_moves_than_can_be_are_illegal() {
    let text = "1. ".to_owned() + &"d3 c3 ".repeat(1000);
    let mut games = Games::detected(text.as_bytes()).expect("no database");
    let game = games.next().expect("a game").expect("it can be read");
    assert_eq!(game.words.len(), WORDS_MAX);
    let fault = game.check(AutoPass::On).fault.expect("it is illegal");
    assert_eq!((fault.number, fault.kind), (3, Illegal::Occupied.into()));
    // After the end of the game nobody moves, however often that is said.
    let over = fixture("assignment.txt");
    let refused = |passes: usize| {
        let text = over.clone() + &" --".repeat(passes) + " a1";
        let mut games = Games::new(text.as_bytes(), Format::Plain).expect("no database");
        let game = games.next().expect("a game").expect("it can be read");
        let fault = game.check(AutoPass::Off).fault.expect("it is illegal");
        (fault.number, fault.player, fault.kind)
    };
    let game_over = FaultKind::from(Illegal::GameOver);
    assert_eq!(refused(0), (31, Color::Black, game_over));
    assert_eq!(refused(1), (32, Color::White, game_over));
    assert_eq!(refused(96), (127, Color::Black, game_over));
    for passes in [97, 98, 500] {
        assert_eq!(refused(passes), (128, Color::White, FaultKind::TooMany));
    }
}
