//! Othello on one core: counting sequences of moves beside another crate, checking
//! the games of a database, and solving published endgames.
//!
//! `cargo bench --bench othello` prints the medians of some runs in turn; a number
//! after `--` sets how many.

use std::fs;
use std::hint::black_box;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant};

use admiralty::othello::perft::{Passes, perft};
use admiralty::othello::search::{Searcher, Value};
use admiralty::othello::transcript::{AutoPass, Format, Games};
use admiralty::othello::wthor::Database;
use admiralty::othello::{Move, Position};
use magpie::othello::{Board, Stone};

const RUNS: usize = 5;
const DEPTH: u32 = 11;
/// How many games are checked in one run, about.
const GAMES: usize = 200_000;
/// Where the header of a database has the number of its games.
const COUNT: std::ops::Range<usize> = 4..8;
const HEADER_BYTES: usize = 16;

fn main() {
    let runs = std::env::args()
        .find_map(|argument| argument.parse().ok())
        .unwrap_or(RUNS);
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

/// The same with the other crate; the last ply is counted and not played there too.
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

/// Solves the positions of a list, where it is, and compares the moves and scores.
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
        let (time, _) = timed(|| {
            games = 0;
            let mut moves = 0;
            database.replay_all(&mut |_, replay| {
                games += 1;
                moves += replay.moves;
            });
            black_box(moves)
        });
        times.push(time);
    }
    println!(
        "checking {games} {kind} games of a database: {:.2} million games/s",
        per_second(games, median(times)) / 1e6
    );
}

/// Real games where they are, and random ones elsewhere; many times over.
fn database() -> (&'static str, Vec<u8>) {
    let (kind, mut bytes) = match fs::read(shared("WTH_1985.wtb")) {
        Ok(bytes) => ("real", bytes),
        Err(_) => ("random", random_games()),
    };
    let records = bytes.split_off(HEADER_BYTES);
    let told = u32::from_le_bytes(bytes[COUNT].try_into().expect("four bytes"));
    let times = GAMES / told as usize;
    let games = told * u32::try_from(times).expect("not many");
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
    const KINDS: u32 = 1000;
    let mut bytes = vec![0; HEADER_BYTES];
    bytes[COUNT].copy_from_slice(&KINDS.to_le_bytes());
    let mut state = 1_u64;
    for _ in 0..KINDS {
        let mut record = vec![0; 8];
        let mut position = Position::start();
        while !position.is_over() {
            let squares: Vec<_> = position.legal_squares().iter().collect();
            state = state
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1);
            let chosen = (state >> 33) as usize % squares.len().max(1);
            let played = squares.get(chosen).map_or(Move::Pass, |&to| Move::Disc(to));
            if let Move::Disc(to) = played {
                record.push(10 * (to.row() + 1) + to.column() + 1);
            }
            position = position.play(played).expect("a legal move");
        }
        record.resize(68, 0);
        bytes.extend(record);
    }
    bytes
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

#[expect(clippy::cast_precision_loss, reason = "a rate is rounded")]
fn per_second(count: u64, time: Duration) -> f64 {
    count as f64 / time.as_secs_f64()
}
