//! Search of Othello positions: comparison with minimax, published endings, properties.

use std::fs;
use std::path::Path;
use std::time::Duration;

use admiralty::othello::search::{Advice, Searcher, Value, greedy};
use admiralty::othello::transcript::{AutoPass, Format, Games};
use admiralty::othello::{Board, Color, Illegal, Move, Position, Scoring, Square};
use proptest::prelude::*;

use crate::support::scaled;

/// Plays random moves down to a number of empty squares or the end of the game.
fn play_by_chance(seed: u64, empties: u32) -> (Position, Vec<Move>) {
    let mut position = Position::start();
    let mut played = Vec::new();
    let mut state = seed;
    loop {
        let moves = position.legal_moves();
        if moves.is_empty() || position.board().empties() <= empties {
            return (position, played);
        }
        state = state
            .wrapping_mul(6_364_136_223_846_793_005)
            .wrapping_add(1_442_695_040_888_963_407);
        let at = usize::try_from(state >> 33).expect("a small number") % moves.len();
        position = position.play(moves[at]).expect("a legal move");
        played.push(moves[at]);
    }
}

fn after(position: &Position, played: Move) -> Position {
    position.play(played).expect("a legal move")
}

/// The disc difference of a finished game for the player to move.
fn final_score(position: &Position) -> i32 {
    let score = position.board().score(Scoring::EmptiesToWinner);
    let difference = score.black.cast_signed() - score.white.cast_signed();
    match position.to_move() {
        Color::Black => difference,
        Color::White => -difference,
    }
}

/// The value of a position by minimax.
fn minimax(position: &Position) -> i32 {
    let values = position.legal_moves().into_iter();
    let values = values.map(|played| -minimax(&after(position, played)));
    values.max().unwrap_or_else(|| final_score(position))
}

fn best(position: &Position, depth: u32) -> Option<Advice> {
    Searcher::new().best(position, depth)
}

/// The position with each square mapped to another.
fn moved(position: &Position, to: impl Fn(Square) -> Option<Square>) -> Position {
    let mut board = Board::empty();
    for square in Square::all() {
        board.set(to(square).expect("a square"), position.board().get(square));
    }
    Position::new(board, position.to_move())
}

fn swapped(position: &Position) -> Position {
    let mut board = Board::empty();
    for square in Square::all() {
        let disc = position.board().get(square).map(Color::opponent);
        board.set(square, disc);
    }
    Position::new(board, position.to_move().opponent())
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(if cfg!(debug_assertions) { 24 } else { 256 }))]

    #[test]
    fn endings_are_as_good_as_trying_everything(seed: u64, empties in 0_u32..8) {
        let (position, _) = play_by_chance(seed, empties);
        let mut searcher = Searcher::new();
        for played in position.legal_moves() {
            let value = -minimax(&after(&position, played));
            let found = searcher.annotate(position, &[played], 1, empties).next();
            let found = found.expect("a move").expect("a legal move").value;
            prop_assert_eq!(found, Value::Exact(value), "{}", played);
        }
        let Some(advice) = searcher.best(&position, 60) else {
            prop_assert!(position.is_over());
            return Ok(());
        };
        prop_assert_eq!(advice.value, Value::Exact(minimax(&position)));
        prop_assert_eq!(advice.best, advice.line[0]);
        // The line leads to the value.
        let end = advice.line.iter().fold(position, |at, &played| after(&at, played));
        prop_assert!(end.is_over());
        let sign = if end.to_move() == position.to_move() { 1 } else { -1 };
        prop_assert_eq!(advice.value, Value::Exact(sign * final_score(&end)));
    }

    #[test]
    fn how_the_board_lies_does_not_matter(seed: u64, empties in 8_u32..60, depth in 1_u32..4) {
        let (position, _) = play_by_chance(seed, empties);
        let value = best(&position, depth).map(|advice| advice.value);
        for other in [
            moved(&position, |square| Square::new(square.row(), 7 - square.column())),
            moved(&position, |square| Square::new(7 - square.row(), square.column())),
            moved(&position, |square| Square::new(square.column(), square.row())),
            swapped(&position),
        ] {
            prop_assert_eq!(best(&other, depth).map(|advice| advice.value), value);
        }
    }

    #[test]
    fn longer_endings_do_not_depend_on_how_the_board_lies(seed: u64) {
        let (position, _) = play_by_chance(seed, 11);
        let value = best(&position, 11).map(|advice| advice.value);
        prop_assert!(value.is_none_or(Value::is_exact));
        let turned = moved(&position, |square| Square::new(square.column(), square.row()));
        prop_assert_eq!(best(&turned, 60).map(|advice| advice.value), value);
        prop_assert_eq!(best(&swapped(&position), 11).map(|advice| advice.value), value);
    }

    #[test]
    fn what_was_searched_before_does_not_matter(one: u64, two: u64, depth in 1_u32..6) {
        let (one, _) = play_by_chance(one, 9);
        let (two, _) = play_by_chance(two, 20);
        let mut searcher = Searcher::new();
        let first = searcher.best(&one, 9);
        searcher.best(&two, depth);
        prop_assert_eq!(searcher.best(&one, 9), first);
        prop_assert_eq!(searcher.best(&two, depth), best(&two, depth));
    }

    /// For any time limit, and any moment at which the clock is read.
    #[test]
    fn less_time_is_looking_less_far_and_nothing_else(seed: u64, empties in 6_u32..50, micros in 0_u64..3000) {
        let (position, _) = play_by_chance(seed, empties);
        let mut searcher = Searcher::new();
        searcher.limit_time(Some(Duration::from_micros(micros)));
        let Some(advice) = searcher.best(&position, 14) else {
            prop_assert!(position.is_over());
            return Ok(());
        };
        let fresh = best(&position, advice.plies).expect("a move");
        prop_assert_eq!((advice.best, advice.value), (fresh.best, fresh.value));
        prop_assert_eq!(advice.best, advice.line[0]);
        advice.line.iter().fold(position, |at, &played| after(&at, played));
        // The stopped search leaves nothing behind.
        searcher.limit_time(None);
        prop_assert_eq!(searcher.best(&position, 3), best(&position, 3));
    }

    #[test]
    fn without_time_a_ply_is_looked_ahead(seed: u64, empties in 11_u32..60) {
        let (position, played) = play_by_chance(seed, empties);
        let mut searcher = Searcher::new();
        searcher.limit_time(Some(Duration::ZERO));
        let advice = searcher.best(&position, 60);
        prop_assert!(advice.is_none_or(|advice| advice.plies == 1));
        let annotations = searcher.annotate(Position::start(), &played, 60, 60);
        let annotations: Vec<_> = annotations.map(|each| each.expect("a legal move")).collect();
        let mut searcher = Searcher::new();
        let expected = searcher.annotate(Position::start(), &played, 1, 0);
        prop_assert_eq!(annotations, expected.flatten().collect::<Vec<_>>());
    }

    #[test]
    fn moves_lose_against_the_best_one_or_nothing(seed: u64, depth in 1_u32..4) {
        let (_, played) = play_by_chance(seed, 0);
        let mut searcher = Searcher::new();
        let annotations = searcher.annotate(Position::start(), &played, depth, 7);
        let annotations: Vec<_> = annotations.map(|each| each.expect("a legal move")).collect();
        prop_assert_eq!(annotations.len(), played.len());
        for (annotation, played) in annotations.iter().zip(&played) {
            prop_assert_eq!(annotation.played, *played);
            let position = annotation.position;
            let is_exact = position.board().empties() <= 7;
            for value in [annotation.value, annotation.best_value, annotation.loss] {
                prop_assert_eq!(value.is_exact(), is_exact);
            }
            let loss = annotation.loss.hundredths();
            let difference = annotation.best_value.hundredths() - annotation.value.hundredths();
            prop_assert_eq!(loss, difference);
            prop_assert!(loss >= 0);
            prop_assert_eq!(annotation.error.hundredths() == 0, is_exact);
            let is_certain = loss > annotation.error.hundredths();
            prop_assert_eq!(annotation.certain_loss(), is_certain.then_some(annotation.loss));
            prop_assert_eq!(loss == 0, annotation.best == *played);
            if is_exact {
                let value = -minimax(&after(&position, *played));
                prop_assert_eq!(annotation.value, Value::Exact(value));
                prop_assert_eq!(annotation.best_value, Value::Exact(minimax(&position)));
            }
        }
    }
}

/// The published endings: the position, and its best moves with their value.
fn published(name: &str) -> Vec<(Position, Vec<Move>, i32)> {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("../shared/othello");
    let Ok(text) = fs::read(path.join(name)) else {
        eprintln!("skipped: there is no {name} in {}", path.display());
        return Vec::new();
    };
    let games = Games::new(&text, Format::Obf).expect("no database");
    let endings = games.map(|game| {
        let game = game.expect("a position").check(AutoPass::Off).game;
        let most = game.listed.iter().map(|(_, value)| *value).max();
        let best = game.listed.iter().filter(|(_, value)| Some(*value) == most);
        let best = best.map(|(played, _)| *played).collect();
        (game.position(), best, most.flatten().expect("a value"))
    });
    endings.collect()
}

#[test]
fn published_endings_are_solved() {
    let mut searcher = Searcher::new();
    // Without optimisation they take long.
    let count = if cfg!(debug_assertions) { 19 } else { 40 };
    let positions = [published("fforum-1-19.obf"), published("fforum-20-39.obf")].concat();
    for (number, (position, moves, value)) in (1..).zip(positions).take(count) {
        let advice = searcher.best(&position, 60).expect("a move");
        assert_eq!(advice.value, Value::Exact(value), "number {number}");
        assert!(
            moves.contains(&advice.best),
            "number {number}: {}",
            advice.best
        );
    }
}

/// Whatever was stopped for the moves before.
#[test]
fn less_time_is_looking_less_far_at_the_moves_of_a_game() {
    for seed in 0..scaled(6) {
        let (_, played) = play_by_chance(seed, 34);
        let mut searcher = Searcher::new();
        searcher.limit_time(Some(Duration::from_millis(5 * (seed % 4 + 1))));
        let annotations = searcher.annotate(Position::start(), &played, 4, 0);
        let annotations: Vec<_> = annotations
            .map(|each| each.expect("a legal move"))
            .collect();
        assert_eq!(annotations.len(), played.len());
        for annotation in annotations {
            let position = annotation.position;
            let is_found = (1..=4).any(|depth| {
                let mut fresh = Searcher::new();
                let moves = [annotation.played];
                let found = fresh.annotate(position, &moves, depth, 0).next();
                found == Some(Ok(annotation))
            });
            assert!(is_found, "{position} {annotation:?}");
        }
    }
}

#[test]
fn greedy_moves_turn_the_most_discs() {
    for seed in 0..200 {
        let (position, _) = play_by_chance(seed, u32::try_from(seed % 60).expect("a number"));
        let turned = |played: &Move| match played {
            Move::Disc(square) => position.turned_by(*square).len(),
            Move::Pass => 0,
        };
        let most = position.legal_moves().iter().map(turned).max();
        assert_eq!(greedy(&position).as_ref().map(turned), most);
    }
}

#[test]
fn games_that_are_over_have_no_advice() {
    let over = Position::new(Board::empty(), Color::White);
    assert_eq!(greedy(&over), None);
    let mut searcher = Searcher::new();
    assert_eq!(searcher.best(&over, 4), None);
}

#[test]
fn annotating_ends_at_an_illegal_move() {
    let moves = ["d3", "d3", "c3"].map(|text| text.parse().expect("a move"));
    let mut searcher = Searcher::new();
    let mut annotations = searcher.annotate(Position::start(), &moves, 1, 0);
    assert!(annotations.next().is_some_and(|each| each.is_ok()));
    assert_eq!(annotations.next(), Some(Err(Illegal::Occupied)));
    assert_eq!(annotations.next(), None);
}
