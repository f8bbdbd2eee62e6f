//! What came of many games.

use std::io::Write;
use std::time::Instant;

use admiralty::othello::transcript::{AutoPass, Game};
use admiralty::othello::wthor::Database;
use admiralty::othello::{Color, Outcome, Score, Scoring};

use super::complaints::{Complaints, note};
use super::input::{Entry, Input};
use crate::cli::{CliError, streams};

/// After how many games of a database the bar goes on.
const BAR_GAMES: u64 = 1 << 16;

/// What came of the games.
struct Summary {
    games: u64,
    finished: u64,
    won_by_black: u64,
    won_by_white: u64,
    /// Finished games that have another result than is told.
    misreported: u64,
    illegal: u64,
    unreadable: u64,
    /// All discs of black and white in finished games, as they are counted.
    discs: [u64; 2],
    faults: Complaints,
    results: Complaints,
}

/// Plays all games, and prints what came of them.
pub fn print(input: &Input) -> Result<u8, CliError> {
    let begun = Instant::now();
    let mut summary = Summary::new();
    match input.database() {
        Some(database) if input.auto_pass == AutoPass::On => {
            summary.replay(&database, input);
        }
        _ => input.each_game(|entry| {
            summary.add(&entry, input.scoring);
            Ok(())
        })?,
    }
    let seconds = begun.elapsed().as_secs_f64();
    summary.print(input, seconds)?;
    summary.faults.print()?;
    summary.results.print()?;
    Ok(summary.faults.status())
}

impl Summary {
    fn new() -> Self {
        Self {
            games: 0,
            finished: 0,
            won_by_black: 0,
            won_by_white: 0,
            misreported: 0,
            illegal: 0,
            unreadable: 0,
            discs: [0; 2],
            faults: Complaints::of_faults(),
            results: Complaints::of_results(),
        }
    }

    /// Counts a game.
    fn add(&mut self, entry: &Entry, scoring: Scoring) {
        self.games += 1;
        self.faults.accept(entry);
        let Ok(checked) = &entry.result else {
            self.unreadable += 1;
            return;
        };
        if checked.fault.is_some() {
            self.illegal += 1;
        } else if checked.game.is_finished() {
            self.finish(checked.game.score(scoring));
            if let Some(note) = note(&checked.game) {
                self.misreported += 1;
                self.results
                    .push(|| format!("game {}: {note}", entry.number));
            }
        }
    }

    /// Counts all games of a database, without making transcripts of those that are
    /// as they should be.
    fn replay(&mut self, database: &Database<'_>, input: &Input) {
        let bar = input.bar();
        let bytes = bar.length().unwrap_or_default();
        let records = database.records().len() as u64;
        database.replay_all(&mut |record, replay| {
            let is_told = replay.black_score() == u32::from(record.black_discs());
            if !replay.is_legal || replay.is_over && !is_told {
                let game = Game::of_record(record, database.year);
                let entry = Entry {
                    number: self.games + 1,
                    line: None,
                    result: Ok(game.check(input.auto_pass)),
                };
                return self.add(&entry, input.scoring);
            }
            self.games += 1;
            if replay.is_over {
                self.finish(replay.score(input.scoring));
            }
            if self.games.is_multiple_of(BAR_GAMES) {
                bar.set_position(bytes * self.games / records);
            }
        });
        bar.finish_and_clear();
    }

    fn finish(&mut self, score: Score) {
        self.finished += 1;
        match score.outcome() {
            Outcome::Won(Color::Black) => self.won_by_black += 1,
            Outcome::Won(Color::White) => self.won_by_white += 1,
            Outcome::Drawn => {}
        }
        self.discs[0] += u64::from(score.black);
        self.discs[1] += u64::from(score.white);
    }

    fn print(&self, input: &Input, seconds: f64) -> Result<(), CliError> {
        let mut out = streams::output()?;
        let &Self {
            games,
            finished,
            won_by_black,
            won_by_white,
            misreported,
            illegal,
            unreadable,
            ..
        } = self;
        let year = input.database().map(|database| database.year);
        let year = year.map_or_else(String::new, |year| format!(" of {year}"));
        writeln!(out, "{games} games{year} in {:.1} ms", seconds * 1e3)?;
        let broken_off = games - finished - illegal - unreadable;
        write!(
            out,
            "{finished} finished, {broken_off} broken off, {illegal} with an illegal move"
        )?;
        if unreadable > 0 {
            write!(out, ", {unreadable} that cannot be read")?;
        }
        let drawn = finished - won_by_black - won_by_white;
        writeln!(
            out,
            "\nof the finished ones black won {won_by_black}, white won {won_by_white}, {drawn} were drawn"
        )?;
        if finished > 0 {
            #[expect(clippy::cast_precision_loss, reason = "a mean is rounded")]
            let [black, white] = self.discs.map(|discs| discs as f64 / finished as f64);
            let counted = match input.scoring {
                Scoring::Discs => "",
                Scoring::EmptiesToWinner => ", with the empty squares given to the winner",
            };
            writeln!(
                out,
                "they have {black:.2} black and {white:.2} white discs on average{counted}"
            )?;
        }
        if misreported > 0 {
            writeln!(out, "of {misreported} another result is told")?;
        }
        Ok(out.flush()?)
    }
}
