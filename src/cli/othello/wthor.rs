//! Checking all games of a database.

use std::io::{self, Write};
use std::time::Instant;

use admiralty::othello::wthor::{Database, WthorFault};

use super::{ILLEGAL, player_of};
use crate::cli::{CliError, streams};

/// How many wrong games are told of one by one.
const FAULTS_SHOWN_MAX: usize = 20;

/// What came out of all games.
#[derive(Default)]
struct Summary {
    finished: usize,
    /// Finished games whose discs are not those of the record.
    miscounted: usize,
    won_by_black: usize,
    won_by_white: usize,
    wrong: usize,
}

/// Plays all games of a database, and prints what came of them.
pub fn check(database: &Database<'_>) -> Result<u8, CliError> {
    let begun = Instant::now();
    let mut summary = Summary::default();
    let mut faults = Vec::new();
    let mut number = 0;
    database.replay_all(&mut |record, replay| {
        number += 1;
        if let Some(fault) = replay.fault {
            summary.wrong += 1;
            if faults.len() < FAULTS_SHOWN_MAX {
                faults.push((number, replay.moves + 1, fault));
            }
        } else if replay.is_over {
            summary.finished += 1;
            summary.won_by_black += usize::from(replay.black > replay.white);
            summary.won_by_white += usize::from(replay.white > replay.black);
            let is_told = replay.black_score() == u32::from(record.black_discs());
            summary.miscounted += usize::from(!is_told);
        }
    });
    let seconds = begun.elapsed().as_secs_f64();
    print(database, &summary, seconds)?;
    for (game, played, fault) in &faults {
        let why = match fault {
            WthorFault::NoSquare(byte) => format!("{byte} is no square"),
            WthorFault::Illegal(square, why, color) => {
                format!("{square} of {}: {why}", player_of(*color))
            }
        };
        writeln!(io::stderr(), "admiralty: game {game}, move {played}: {why}")?;
    }
    if summary.wrong > faults.len() {
        let more = summary.wrong - faults.len();
        writeln!(io::stderr(), "admiralty: and {more} more wrong games")?;
    }
    Ok(if summary.wrong > 0 { ILLEGAL } else { 0 })
}

fn print(database: &Database<'_>, summary: &Summary, seconds: f64) -> Result<(), CliError> {
    let games = database.records().len();
    let Summary {
        finished,
        miscounted,
        won_by_black,
        won_by_white,
        wrong,
    } = summary;
    let mut out = streams::output()?;
    writeln!(
        out,
        "{games} games of {} in {:.1} ms",
        database.year,
        seconds * 1e3
    )?;
    writeln!(
        out,
        "{finished} finished, {} broken off, {wrong} with an illegal move",
        games - finished - wrong
    )?;
    let drawn = finished - won_by_black - won_by_white;
    writeln!(
        out,
        "of the finished ones black won {won_by_black}, white won {won_by_white}, {drawn} were drawn"
    )?;
    if *miscounted > 0 {
        writeln!(
            out,
            "{miscounted} have other discs at the end than their records"
        )?;
    }
    Ok(out.flush()?)
}
