//! Games that cannot be read, and those after them.

use admiralty_othello::transcript::ReadErrorKind::{
    self, LongValue, NestedComment, NoGame, NothingOpen, OpenComment, OpenVariation, Position, Tag,
    TooDeep,
};
use admiralty_othello::transcript::TranscriptFormat::{self, Lines, Pgn};
use admiralty_othello::transcript::{
    AutoPass, FaultKind, VALUE_BYTES_MAX, VARIATIONS_MAX, WORDS_MAX, WrittenGames,
};
use admiralty_othello::{Color, IllegalMove, PositionError};

use super::fixture;
use super::formats::detected;
use crate::support::Call;

/// The fault in the first game of a text, and its place.
#[track_caller]
fn refused(text: &str, format: TranscriptFormat) -> (u64, u64, ReadErrorKind) {
    let mut games = WrittenGames::new(text.as_bytes(), format).expect("no database");
    let error = games.next().expect("a game").expect_err("it is broken");
    (error.place.line, error.place.column, error.kind)
}

#[apply(trial)]
fn broken_games_are_refused() {
    let deep = "(".repeat(VARIATIONS_MAX as usize + 1);
    let deep = format!("1. d3\n{deep}");
    let long = "x".repeat(VALUE_BYTES_MAX + 1);
    let long_tag = format!("[Event \"{long}\"]");
    let fen = |position: &str| format!("[FEN \"{position}\"]");
    let chess = "[FEN \"8/8/8/3pP3/3Pp3/8/8/8 b\"]";
    let start = "---------------------------OX------XO---------------------------";
    for (format, text, line, column, kind) in [
        (Pgn, "", 1, 1, NoGame),
        (Pgn, "; only a comment", 1, 1, NoGame),
        (Pgn, "\n[Event x]", 2, 1, Tag),
        (Pgn, "[Event \"x\n\"]", 1, 1, Tag),
        (Pgn, "[Event \"x\" y]", 1, 1, Tag),
        (Pgn, "[\"x\"]", 1, 1, Tag),
        (Pgn, "[Event \"x\\", 1, 1, Tag),
        (Pgn, &long_tag, 1, 1, LongValue),
        (Pgn, "1. d3\n{c3", 2, 1, OpenComment),
        (Pgn, "1. d3 {a\n b {c} d} c3", 2, 4, NestedComment),
        (Pgn, "1. d3 {a} b} c3", 1, 12, NothingOpen),
        (Pgn, "1. d3\n(c3\n{}", 2, 1, OpenVariation),
        (Pgn, &deep, 2, 65, TooDeep),
        (Pgn, "1. d3\n)", 2, 1, NothingOpen),
        (Pgn, chess, 1, 1, Position(PositionError::Squares(0))),
        (
            Pgn,
            &fen("--- X"),
            1,
            1,
            Position(PositionError::Squares(4)),
        ),
        (
            Pgn,
            &fen(&start.replace('X', "1")),
            1,
            1,
            Position(PositionError::Squares(28)),
        ),
        (Pgn, &fen(start), 1, 1, Position(PositionError::Side)),
        (
            Pgn,
            &fen(&format!("{start}-")),
            1,
            1,
            Position(PositionError::Side),
        ),
        (
            Pgn,
            &fen(&format!("{start}XX")),
            1,
            1,
            Position(PositionError::Side),
        ),
        (Lines, " \n", 1, 1, NoGame),
    ] {
        assert_eq!(refused(text, format), (line, column, kind), "{text}");
    }
    let error = "admiralty: line 1, column 1: there is no game in this format\n";
    let call = Call::new("othello --format pgn").stdin("; d3");
    call.expect("", error, 1);
}

#[apply(trial)]
fn after_a_broken_game_the_next_one_is_read() {
    let tags = "[Event x]\n[White \"y\"]\n1. d4\n\n[Event \"x\"]\n1. d3";
    let open_tag = "[Event \"x\n[White \"y\"]\n\n[Event \"x\"]\n1. d3";
    for (format, text) in [
        (Pgn, tags),
        (Pgn, "1. d3 {\n[Event \"x\"]\n1. d3"),
        (Pgn, open_tag),
        (Pgn, "1. d4 {a {b} c}\n[Event \"x\"]\n1. d3"),
    ] {
        let games = WrittenGames::new(text.as_bytes(), format).expect("no database");
        let mut games: Vec<_> = games.collect();
        let last = games.pop().expect("a game").expect("it can be read");
        assert_eq!((last.words.len(), games.len()), (1, 1), "{text}");
        assert!(games[0].is_err(), "{text}");
        assert_eq!(last.words[0].text, "d3");
        assert_eq!(last.check(AutoPass::Off).fault, None);
    }
}

#[apply(trial)]
fn more_moves_than_can_be_are_illegal() {
    let text = "1. ".to_owned() + &"d3 c3 ".repeat(1000);
    let mut games = detected(text.as_bytes());
    let game = games.next().expect("a game").expect("it can be read");
    assert_eq!(game.words.len(), WORDS_MAX);
    let fault = game.check(AutoPass::On).fault.expect("it is illegal");
    assert_eq!(
        (fault.number, fault.kind),
        (3, IllegalMove::Occupied.into())
    );
    // After the end of the game, any number of passes is legal.
    let over = fixture("assignment.txt");
    let refused = |passes: usize| {
        let text = over.clone() + &" --".repeat(passes) + " a1";
        let mut games =
            WrittenGames::new(text.as_bytes(), TranscriptFormat::Plain).expect("no database");
        let game = games.next().expect("a game").expect("it can be read");
        let fault = game.check(AutoPass::Off).fault.expect("it is illegal");
        (fault.number, fault.player, fault.kind)
    };
    let game_over = FaultKind::from(IllegalMove::GameOver);
    assert_eq!(refused(0), (31, Color::Black, game_over));
    assert_eq!(refused(1), (32, Color::White, game_over));
    assert_eq!(refused(96), (127, Color::Black, game_over));
    for passes in [97, 98, 500] {
        assert_eq!(refused(passes), (128, Color::White, FaultKind::TooMany));
    }
}
