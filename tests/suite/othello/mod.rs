//! `admiralty othello` from outside, and the laws of the game.

mod advice;
mod faults;
mod files;
mod formats;
mod kept;
mod options;
mod written;

use std::fs;
use std::path::Path;

use crate::support::Call;
use admiralty::othello::transcript::{AutoPass, Checked, Format, Games, PlayedGame};
use admiralty::othello::{Color, Move, Position, Square};
use formats::untimed;
use proptest::prelude::*;

const FIXTURES: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/fixtures/othello");

fn fixture(name: &str) -> String {
    fs::read_to_string(Path::new(FIXTURES).join(name)).expect("a fixture")
}

#[test]
fn the_game_of_the_assignment_is_checked() {
    let game = fixture("assignment.txt");
    let answer = fixture("assignment.out");
    Call::new("othello -").stdin(&game).expect(&answer, "", 0);
    Call::new("othello")
        .arg(format!("{FIXTURES}/assignment.txt"))
        .expect(&answer, "", 0);
    let moves = game.trim_end().strip_suffix(" --").expect("the last pass");
    for text in [
        game.clone(),
        // Without the pass after the end, and with some more.
        moves.to_owned(),
        format!("{game} -- -- --"),
        // With all kinds of white space, and without.
        moves.replace(' ', "\t\r\n "),
        moves.split_whitespace().collect(),
    ] {
        Call::new("othello").stdin(text).expect(&answer, "", 0);
    }
}

#[test]
fn a_game_that_was_broken_off_is_printed() {
    let board = " abcdefgh\n1........\n2........\n3...N....\n4...NN...\n5...NB...\n6........\n\
        7........\n8........\n\n4 pedine nere\n1 pedine bianche\nVince il Nero\n";
    let note = "admiralty: note: the game is not finished; white is to move\n";
    Call::new("othello").stdin("d3").expect(board, note, 0);
    let english = " abcdefgh\n1........\n2........\n3...B....\n4...BB...\n5...BW...\n6........\n\
        7........\n8........\n\n4 black discs\n1 white discs\nBlack wins\n";
    let call = || Call::new("othello --lang en");
    call().stdin("d3").expect(english, note, 0);
    call().stdin("d3 c3").expect(
        &english
            .replace("3...B", "3..WB")
            .replace("4...BB", "4...WB")
            .replace("4 black", "3 black")
            .replace("1 white", "3 white")
            .replace("Black wins", "Draw"),
        &note.replace("white", "black"),
        0,
    );
    let error = "admiralty: move 2, d3, line 1, column 4: the square is occupied; white can play c3, e3, c5\n";
    call().stdin("d3 d3").expect("d3 White\n", error, 1);
    let start = " abcdefgh\n1........\n2........\n3........\n4...BN...\n5...NB...\n6........\n\
        7........\n8........\n\n2 pedine nere\n2 pedine bianche\nPareggio\n";
    let note = "admiralty: note: there are no moves\n";
    Call::new("othello").expect(start, note, 0);
}

#[test]
fn an_illegal_move_is_reported() {
    let over = fixture("assignment.txt");
    let [over, over_again] = ["a1", "-- a1"].map(|more| over.clone() + more);
    let no_move =
        "it is not a move: a letter from a to h and a digit from 1 to 8, or -- for a pass";
    let hello = format!("hello, line 1, column 4: {no_move}; white can play c3, e3, c5");
    let i9 = format!("i9, line 1, column 5: {no_move}; black can play b3, c4, f5, e6");
    for (moves, player, number, fault) in [
        (
            "d3 d3",
            "Bianco",
            2,
            "d3, line 1, column 4: the square is occupied; white can play c3, e3, c5",
        ),
        (
            "d3\n c3 a1",
            "Nero",
            3,
            "a1, line 2, column 5: the move turns nothing; black can play b3, c4, f5, e6",
        ),
        (
            "--",
            "Nero",
            1,
            "--, line 1, column 1: the player can move, and must not pass; black can play d3, c4, f5, e6",
        ),
        ("d3 hello", "Bianco", 2, &hello),
        ("d3c3i9", "Nero", 3, &i9),
        (
            &over,
            "Nero",
            31,
            "a1, line 6, column 1: the game is over; nobody can move",
        ),
        (
            &over_again,
            "Bianco",
            32,
            "a1, line 6, column 4: the game is over; nobody can move",
        ),
    ] {
        let (word, _) = fault.split_once(',').expect("a word");
        let stdout = format!("{word} {player}\n");
        let stderr = format!("admiralty: move {number}, {fault}\n");
        Call::new("othello")
            .stdin(moves)
            .expect(&stdout, &stderr, 1);
    }
}

#[test]
fn counting_names_its_convention() {
    let output = Call::new("othello perft 6").output();
    let text = String::from_utf8(output.stdout).expect("text");
    let mut lines = text.lines();
    assert_eq!(
        lines.next(),
        Some("a pass costs a ply, a game that is over counts 1")
    );
    let counts: Vec<_> = lines
        .filter_map(|line| line.split_whitespace().nth(1))
        .collect();
    assert_eq!(counts, ["4", "12", "56", "244", "1396", "8200"]);
    let divided = "a pass costs no ply, a game that is over counts 1\nd3 2050\nc4 2050\nf5 2050\ne6 2050\n8200\n";
    Call::new("othello perft 6 --divide --free-passes").expect(divided, "", 0);
}

/// A database of the moves of a game, as often as wanted.
fn database(moves: &str, black: u8, games: u32) -> Vec<u8> {
    let mut bytes = vec![20, 25, 1, 1];
    bytes.extend(games.to_le_bytes());
    bytes.extend([0, 0, 0xe9, 7, 8, 0, 0, 0]);
    for _ in 0..games {
        bytes.extend([0, 0, 0, 0, 0, 0, black, black]);
        let squares = moves
            .split_whitespace()
            .filter_map(|word| word.parse::<Square>().ok());
        let mut record: Vec<_> = squares
            .map(|square| 10 * (square.row() + 1) + square.column() + 1)
            .collect();
        record.resize(60, 0);
        bytes.extend(record);
    }
    bytes
}

#[test]
fn a_database_is_checked() {
    let game = fixture("assignment.txt");
    let call = Call::new("othello").stdin(database(&game, 64, 3));
    let summary = "3 games of 2025\n3 finished, 0 broken off, 0 with an illegal move\n\
        of the finished ones black won 3, white won 0, 0 were drawn\n\
        they have 33.00 black and 0.00 white discs on average\n";
    assert_eq!(untimed(&call), (summary.to_owned(), String::new(), Some(0)));
    let call = Call::new("othello").stdin(database("d3 d4", 0, 2));
    let (_, error, status) = untimed(&call);
    let expected = [1, 2].map(|game| {
        format!("admiralty: game {game}, move 2, d4: the square is occupied; white can play c3, e3, c5\n")
    });
    assert_eq!((error, status), (expected.concat(), Some(1)));
}

fn check(text: &str, auto_pass: AutoPass) -> Checked {
    let mut games = Games::new(text.as_bytes(), Format::Plain).expect("no database");
    let game = games.next().expect("a game").expect("it can be read");
    game.check(auto_pass)
}

proptest! {
    /// Whatever is played legally is accepted, in any spelling, and with the
    /// passes left out.
    #[test]
    fn a_played_game_is_legal(choices in prop::collection::vec(any::<usize>(), 0..130), upper: bool, apart: bool) {
        let game = written::play(PlayedGame::new(Position::start()), &choices);
        let mut moves = game.moves().to_vec();
        let write = |moves: &[Move]| {
            let words: Vec<_> = moves.iter().map(Move::to_string).collect();
            let text = words.join(if apart { " " } else { "" });
            if upper { text.to_uppercase() } else { text }
        };
        let checked = check(&write(&moves), AutoPass::Off);
        prop_assert_eq!(checked.fault, None);
        prop_assert_eq!(checked.game.position(), game.position());
        prop_assert_eq!(checked.game.moves(), &moves);
        // A pass at the end is not put in, for want of a move.
        while moves.last() == Some(&Move::Pass) {
            moves.pop();
        }
        let squares: Vec<_> = moves.iter().copied().filter(|played| *played != Move::Pass).collect();
        let checked = check(&write(&squares), AutoPass::On);
        prop_assert_eq!(checked.fault, None);
        prop_assert_eq!(checked.game.moves(), &moves);
        let discs = Color::BOTH.map(|color| checked.game.position().board().count(color));
        prop_assert_eq!(discs[0] + discs[1] + checked.game.position().board().empties(), 64);
    }
}
