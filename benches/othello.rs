//! Othello on one core: perft compared with another crate, replay of the games of a
//! database, and published endgames.
//!
//! `cargo bench --bench othello` prints the medians of alternating runs; a number after
//! `--` sets the number of runs. `cargo bench --bench othello -- errors` measures the
//! errors of the estimates; a number after it sets the number of games.

use std::collections::HashMap;
use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::slice;
use std::time::{Duration, Instant};

use admiralty::othello::perft::{Passes, perft};
use admiralty::othello::search::{Searcher, Value};
use admiralty::othello::transcript::{AutoPass, Format, Games, PlayedGame, Writer};
use admiralty::othello::wthor::Database;
use admiralty::othello::{Move, Position};
use magpie::othello::{Board, Stone};

const RUNS: usize = 5;
const DEPTH: u32 = 11;
/// The approximate number of games replayed in one run.
const GAMES: usize = 200_000;
/// Where the header of a database has the number of its games.
const COUNT: std::ops::Range<usize> = 4..8;
const HEADER_BYTES: usize = 16;

fn main() {
    let number = std::env::args().find_map(|argument| argument.parse().ok());
    if std::env::args().any(|argument| argument == "errors") {
        return errors(number.unwrap_or(ERROR_GAMES));
    }
    let runs = number.unwrap_or(RUNS);
    println!("Medians of {runs} runs, in turn.\n");
    count(runs);
    check(runs);
    for name in ["fforum-1-19.obf", "fforum-20-39.obf"] {
        solve(name);
    }
}

fn count(runs: usize) {
    let mut ours = Vec::new();
    let mut theirs = Vec::new();
    let mut leaves = 0;
    for _ in 0..runs {
        let (time, found) = timed(|| perft(&Position::start(), DEPTH, Passes::Count));
        ours.push(time);
        let (time, expected) = timed(|| yardstick(&Board::standard(), Stone::Black, DEPTH));
        theirs.push(time);
        assert_eq!(found, expected);
        leaves = found;
    }
    let [ours, theirs] = [ours, theirs].map(median);
    println!(
        "perft {DEPTH}: {:.0} million leaves/s, magpie {:.0} million/s, ratio {:.2}",
        per_second(leaves, ours) / 1e6,
        per_second(leaves, theirs) / 1e6,
        theirs.as_secs_f64() / ours.as_secs_f64(),
    );
}

/// Perft with the other crate, also without playing the last ply.
fn yardstick(board: &Board, stone: Stone, depth: u32) -> u64 {
    let moves = board.moves_for(stone);
    if moves.is_empty() {
        if depth == 1 || board.moves_for(stone.flip()).is_empty() {
            return 1;
        }
        return yardstick(board, stone.flip(), depth - 1);
    }
    if depth == 1 {
        return moves.count_set().into();
    }
    let counts = moves.hot_bits().map(|position| {
        let mut after = board.clone();
        after.play(stone, position);
        yardstick(&after, stone.flip(), depth - 1)
    });
    counts.sum()
}

/// Solves the positions of a list, if it exists, and compares the moves and scores.
fn solve(name: &str) {
    let Ok(text) = fs::read(shared(name)) else {
        println!("{name} is not there");
        return;
    };
    let mut searcher = Searcher::new();
    let mut nodes = 0;
    let (time, right) = timed(|| {
        let games = Games::new(&text, Format::Obf).expect("no database");
        let right = games.map(|game| {
            let game = game.expect("a position").check(AutoPass::Off).game;
            let advice = searcher.best(&game.position(), 64).expect("a move");
            nodes += advice.nodes;
            let Value::Exact(found) = advice.value else {
                panic!("it is not solved");
            };
            let best = game.listed.iter().filter_map(|&(_, score)| score).max();
            best == Some(found) && game.listed.contains(&(advice.best, Some(found)))
        });
        right.collect::<Vec<_>>()
    });
    println!(
        "{name}: {} of {} right in score and move, {:.2} s, {:.1} million positions/s",
        right.iter().filter(|&&is_right| is_right).count(),
        right.len(),
        time.as_secs_f64(),
        per_second(nodes, time) / 1e6,
    );
}

fn check(runs: usize) {
    let (kind, bytes) = database();
    let database = Database::new(&bytes).expect("a database");
    let mut times = Vec::new();
    let mut games = 0;
    for _ in 0..runs {
        let (time, ()) = timed(|| {
            games = 0;
            database.replay_all(|_, last| {
                games += 1;
                black_box(last);
            });
        });
        times.push(time);
    }
    println!(
        "checking {games} {kind} games of a database: {:.2} million games/s",
        per_second(games, median(times)) / 1e6
    );
}

/// The number of games for measuring errors.
const ERROR_GAMES: usize = 40;
/// The distance between these games in the database.
const GAMES_APART: usize = 23;
/// The search depths of the estimates, and of the reference value if there are too many
/// empty squares for a search to the end.
const GUESS_PLIES: [u32; 5] = [1, 2, 4, 6, 8];
const TRUE_PLIES: u32 = 12;
const EXACT_FROM: u32 = 20;
/// Up to this ply, moves made in at least this number of games count as book moves.
const BOOK_PLIES: usize = 20;
const BOOK_GAMES: u32 = 10;
/// The number of empty squares that a row covers.
const ROW_SQUARES: u32 = 4;
const ROW_BEGIN: u32 = 11;
const ROWS: u32 = 12;

/// The values measured for a move of a game.
struct Sample {
    row: u32,
    is_exact: bool,
    /// The loss of the move and the value of the best move, in discs: the reference, and each
    /// estimate.
    truth: [f64; 2],
    guesses: Vec<[f64; 2]>,
}

/// Measures the errors of estimates for moves of real games: of the loss, and of the value
/// of the best move.
fn errors(games: usize) {
    let Ok(bytes) = fs::read(shared("WTH_1985.wtb")) else {
        println!("there are no real games");
        return;
    };
    let all = Games::new(&bytes, Format::Wthor)
        .expect("a database")
        .flatten();
    let all: Vec<_> = all.map(|game| game.check(AutoPass::On).game).collect();
    let mut samples = Vec::new();
    for (index, game) in (0..).zip(all.iter().step_by(GAMES_APART).take(games)) {
        sample(game, index, &mut samples);
    }
    println!(
        "{games} games; errors of losses (root mean square, 95 % are at most), of values (root mean square)"
    );
    print!("free squares, moves");
    println!(
        "{}",
        GUESS_PLIES
            .map(|plies| format!(" | {plies} plies"))
            .concat()
    );
    for row in 0..ROWS {
        let samples: Vec<_> = samples.iter().filter(|sample| sample.row == row).collect();
        let first = ROW_BEGIN + row * ROW_SQUARES;
        print!("{first}-{} {:3}", first + ROW_SQUARES - 1, samples.len());
        for guess in 0..GUESS_PLIES.len() {
            let [losses, values] = [0, 1].map(|of| {
                let errors = samples
                    .iter()
                    .map(|sample| sample.guesses[guess][of] - sample.truth[of]);
                errors.collect::<Vec<_>>()
            });
            let mut sizes: Vec<_> = losses.iter().map(|error| error.abs()).collect();
            sizes.sort_by(f64::total_cmp);
            let most = sizes
                .get(sizes.len() * 95 / 100)
                .copied()
                .unwrap_or_default();
            print!(
                " | {:5.2} {most:5.2} {:5.2}",
                mean_square(&losses),
                mean_square(&values)
            );
        }
        println!();
    }
    book(&all);
    // Four plies more are two guesses further.
    for (guess, plies) in GUESS_PLIES.iter().enumerate().take(3).skip(1) {
        let exact: Vec<_> = samples.iter().filter(|sample| sample.is_exact).collect();
        let errors = |truth: &dyn Fn(&Sample) -> f64| {
            let errors = exact
                .iter()
                .map(|sample| sample.guesses[guess][0] - truth(sample));
            mean_square(&errors.collect::<Vec<_>>())
        };
        println!(
            "{plies} plies: losses are {:.2} wrong against the end of the game, and {:.2} against 4 plies more",
            errors(&|sample| sample.truth[0]),
            errors(&|sample| sample.guesses[guess + 2][0]),
        );
    }
}

/// Prints the losses of common opening moves: the best players of the year made them, so
/// they lose almost nothing.
fn book(games: &[PlayedGame]) {
    let mut counts = HashMap::<_, u32>::new();
    for game in games {
        let mut position = game.start();
        for &played in game.moves().iter().take(BOOK_PLIES) {
            *counts.entry((position, played)).or_default() += 1;
            position = position.play(played).expect("a legal move");
        }
    }
    counts.retain(|_, count| *count >= BOOK_GAMES);
    let mut searcher = Searcher::new();
    for row in 0..ROWS {
        let first = ROW_BEGIN + row * ROW_SQUARES;
        let is_here = |position: &Position| {
            (first..first + ROW_SQUARES).contains(&position.board().empties())
        };
        let moves: Vec<_> = counts
            .keys()
            .filter(|(position, _)| is_here(position))
            .collect();
        if moves.is_empty() {
            continue;
        }
        print!(
            "{first}-{} {:3} book moves, 95 % of the losses are at most",
            first + ROW_SQUARES - 1,
            moves.len()
        );
        for plies in GUESS_PLIES.into_iter().chain([10]) {
            let losses = moves.iter().map(|(position, played)| {
                let mut annotations =
                    searcher.annotate(*position, slice::from_ref(played), plies, 0);
                let annotation = annotations.next().expect("a move").expect("it is legal");
                annotation.loss.discs()
            });
            let mut losses: Vec<_> = losses.collect();
            losses.sort_by(f64::total_cmp);
            print!(" | {:5.2}", losses[losses.len() * 95 / 100]);
        }
        println!();
    }
}

/// Samples some moves of a game: one for each row.
fn sample(game: &PlayedGame, index: u32, samples: &mut Vec<Sample>) {
    let mut searcher = Searcher::new();
    let mut position = game.start();
    for &played in game.moves() {
        let empties = position.board().empties();
        let row = empties.wrapping_sub(ROW_BEGIN) / ROW_SQUARES;
        if row < ROWS && (empties + index).is_multiple_of(ROW_SQUARES) && played != Move::Pass {
            let mut annotate = |plies, exact_from| {
                let moves = slice::from_ref(&played);
                let mut annotations = searcher.annotate(position, moves, plies, exact_from);
                let annotation = annotations.next().expect("a move").expect("it is legal");
                [annotation.loss, annotation.best_value].map(Value::discs)
            };
            samples.push(Sample {
                row,
                is_exact: empties <= EXACT_FROM,
                truth: annotate(TRUE_PLIES, EXACT_FROM),
                guesses: GUESS_PLIES
                    .iter()
                    .map(|&plies| annotate(plies, 0))
                    .collect(),
            });
        }
        position = position.play(played).expect("a legal move");
    }
}

fn mean_square(errors: &[f64]) -> f64 {
    let squares: f64 = errors.iter().map(|error| error * error).sum();
    (squares / errors.len() as f64).sqrt()
}

/// Real games if they are available, otherwise random ones, repeated.
fn database() -> (&'static str, Vec<u8>) {
    let (kind, mut bytes) = match fs::read(shared("WTH_1985.wtb")) {
        Ok(bytes) => ("real", bytes),
        Err(_) => ("random", random_games()),
    };
    let records = bytes.split_off(HEADER_BYTES);
    let count = u32::from_le_bytes(bytes[COUNT].try_into().expect("four bytes"));
    let times = GAMES / count as usize;
    let games = count * u32::try_from(times).expect("not many");
    bytes[COUNT].copy_from_slice(&games.to_le_bytes());
    bytes.extend(records.repeat(times));
    (kind, bytes)
}

/// Where published data may be.
fn shared(name: &str) -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR"))
        .join("../shared/othello")
        .join(name)
}

fn random_games() -> Vec<u8> {
    const KINDS: usize = 1000;
    let mut state = 1_u64;
    let mut writer = Writer::new(Vec::new(), Format::Wthor);
    for _ in 0..KINDS {
        let mut game = PlayedGame::new(Position::start());
        while !game.is_finished() {
            let moves = game.position().legal_moves();
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let chosen = (state >> 33) as usize % moves.len();
            game.play(moves[chosen]).expect("a legal move");
        }
        writer.game(&game).expect("it is written");
    }
    writer.finish().expect("a vector takes everything")
}

fn timed<T>(work: impl FnOnce() -> T) -> (Duration, T) {
    let begun = Instant::now();
    let result = black_box(work());
    (begun.elapsed(), result)
}

fn median(mut times: Vec<Duration>) -> Duration {
    times.sort_unstable();
    times[times.len() / 2]
}

fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}
