//! Summary of the results of many games.

use std::io::{self, Write};
use std::time::Instant;

use admiralty::othello::transcript::{AutoPass, Game};
use admiralty::othello::wthor::Database;
use admiralty::othello::{Board, Score, Scoring};

use super::board::BoardLanguage;
use super::faults::{Faults, wrong_result};
use super::input::{Input, InputGame};
use super::progress::Progress;
use crate::cli::{CliError, streams};

/// How many games of a database are played between updates of the bar.
const BAR_GAMES: u64 = 1 << 16;

/// The size of a game in a database, in bytes.
const RECORD_BYTES: u64 = 68;

#[derive(Default)]
pub struct Summary {
    /// The year of the database, if that is the only file.
    year: Option<u16>,
    games: u64,
    finished: u64,
    /// By black and by white.
    won: [u64; 2],
    /// Games that report a wrong result.
    misreported: u64,
    illegal: u64,
    unreadable: u64,
    /// The discs of black and white in all finished games, as scored.
    discs: [u64; 2],
    faults: Faults,
    results: Faults,
}

impl Summary {
    pub fn play(&mut self, input: &Input<'_>, progress: &Progress) -> Result<(), CliError> {
        let database = input.database();
        let is_alone = input.file_name().is_none();
        self.year = database.filter(|_| is_alone).map(|database| database.year);
        match database {
            Some(database) if input.auto_pass == AutoPass::On => {
                self.replay(&database, input, progress);
                Ok(())
            }
            _ => input.each_game(progress, |entry| {
                self.add(&entry, input.scoring);
                Ok(())
            }),
        }
    }

    fn add(&mut self, entry: &InputGame<'_>, scoring: Scoring) {
        self.games += 1;
        let Some(game) = self.faults.legal_game(entry) else {
            match entry.result {
                Ok(_) => self.illegal += 1,
                Err(_) => self.unreadable += 1,
            }
            return;
        };
        if game.is_finished() {
            self.finish(game.score(scoring));
        }
        if let Some(note) = wrong_result(game) {
            self.misreported += 1;
            self.results.push(|| format!("{}: {note}", entry.name()));
        }
    }

    /// Counts all games of a database, building transcripts only of those with faults.
    fn replay(&mut self, database: &Database<'_>, input: &Input<'_>, progress: &Progress) {
        let bytes = input.bytes();
        let mut number = 0;
        database.replay_all(|record, last| {
            number += 1;
            let end = last.map(|last| last.is_over().then(|| last.board()));
            let is_agreed = |board: Board| {
                let score = board.score(Scoring::EmptiesToWinner);
                score.black == u32::from(record.black_discs())
            };
            match end {
                Some(end) if record.impossible_score().is_none() && end.is_none_or(is_agreed) => {
                    self.games += 1;
                    if let Some(board) = end {
                        self.finish(board.score(input.scoring));
                    }
                }
                _ => {
                    let game = Game::of_record(record, database.year, &input.names);
                    let entry = InputGame {
                        file: input.file_name(),
                        number,
                        line: None,
                        bytes: bytes.clone(),
                        result: Ok(game.check(input.auto_pass)),
                    };
                    self.add(&entry, input.scoring);
                }
            }
            if number.is_multiple_of(BAR_GAMES) {
                progress.set(bytes.start + number * RECORD_BYTES);
            }
        });
        progress.set(bytes.end);
    }

    fn finish(&mut self, score: Score) {
        self.finished += 1;
        if let Some(color) = score.winner() {
            self.won[color as usize] += 1;
        }
        self.discs[0] += u64::from(score.black);
        self.discs[1] += u64::from(score.white);
    }

    /// Prints it; returns the exit code.
    pub fn print(
        &self,
        begun: Instant,
        scoring: Scoring,
        language: Option<BoardLanguage>,
    ) -> Result<u8, CliError> {
        let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
        let mut out = streams::output()?;
        match language {
            Some(BoardLanguage::It) => self.write_in_italian(milliseconds, scoring, &mut out)?,
            _ => self.write_in_english(milliseconds, scoring, &mut out)?,
        }
        out.flush()?;
        let status = self.faults.print()?;
        self.results.print_as("note: ", "wrong results")?;
        Ok(status)
    }

    fn write_in_english(
        &self,
        milliseconds: f64,
        scoring: Scoring,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let &Self {
            games,
            finished,
            won: [won_by_black, won_by_white],
            misreported,
            illegal,
            unreadable,
            ..
        } = self;
        let year = self
            .year
            .map_or_else(String::new, |year| format!(" of {year}"));
        writeln!(out, "{games} games{year} in {milliseconds:.1} ms")?;
        let unfinished = games - finished - illegal - unreadable;
        write!(
            out,
            "{finished} finished, {unfinished} unfinished, {illegal} with an illegal move"
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
            let [black, white] = self.discs.map(|discs| discs as f64 / finished as f64);
            let counted = match scoring {
                Scoring::Discs => "",
                Scoring::EmptiesToWinner => ", with the empty squares given to the winner",
            };
            writeln!(
                out,
                "they have {black:.2} black and {white:.2} white discs on average{counted}"
            )?;
        }
        if misreported > 0 {
            writeln!(out, "{misreported} with a wrong reported result")?;
        }
        Ok(())
    }

    fn write_in_italian(
        &self,
        milliseconds: f64,
        scoring: Scoring,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let &Self {
            games,
            finished,
            won: [won_by_black, won_by_white],
            misreported,
            illegal,
            unreadable,
            ..
        } = self;
        let year = self
            .year
            .map_or_else(String::new, |year| format!(" del {year}"));
        writeln!(out, "partite{year}: {games}, in {milliseconds:.1} ms")?;
        let unfinished = games - finished - illegal - unreadable;
        write!(
            out,
            "finite: {finished}, non finite: {unfinished}, con una mossa non lecita: {illegal}"
        )?;
        if unreadable > 0 {
            write!(out, ", illeggibili: {unreadable}")?;
        }
        let drawn = finished - won_by_black - won_by_white;
        writeln!(
            out,
            "\nfra quelle finite, vinte dal Nero: {won_by_black}, vinte dal Bianco: {won_by_white}, pareggi: {drawn}"
        )?;
        if finished > 0 {
            let [black, white] = self.discs.map(|discs| discs as f64 / finished as f64);
            let counted = match scoring {
                Scoring::Discs => "",
                Scoring::EmptiesToWinner => ", con le caselle vuote assegnate al vincitore",
            };
            writeln!(
                out,
                "in media {black:.2} pedine nere e {white:.2} pedine bianche{counted}"
            )?;
        }
        if misreported > 0 {
            writeln!(out, "con un risultato indicato sbagliato: {misreported}")?;
        }
        Ok(())
    }
}
