//! Summary of the results of many games.

use std::io::{self, Write};
use std::time::Instant;

use admiralty_othello::Scoring;

use super::BoardLanguage::{self, En, It};
use super::faults::{Faults, wrong_result};
use super::input::{InputGame, TranscriptInput};
use crate::{CliError, streams};

#[derive(Default)]
pub struct ResultSummary {
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

impl ResultSummary {
    pub fn play(&mut self, input: &TranscriptInput<'_>) -> Result<(), CliError> {
        self.year = input.year();
        input.each_game(|entry| {
            self.add(&entry, input.scoring);
            Ok(())
        })
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
            let score = game.score(scoring);
            self.finished += 1;
            if let Some(color) = score.winner() {
                self.won[color as usize] += 1;
            }
            self.discs[0] += u64::from(score.black);
            self.discs[1] += u64::from(score.white);
        }
        if let Some(note) = wrong_result(game) {
            self.misreported += 1;
            self.results.push(|| format!("{}: {note}", entry.name()));
        }
    }

    /// Prints it; returns the exit code.
    pub fn print(
        &self,
        begun: Instant,
        scoring: Scoring,
        language: BoardLanguage,
    ) -> Result<u8, CliError> {
        let milliseconds = begun.elapsed().as_secs_f64() * 1e3;
        let mut out = streams::output()?;
        self.write(milliseconds, scoring, language, &mut out)?;
        out.flush()?;
        let status = self.faults.print();
        self.results.print_as("note: ", "wrong results");
        Ok(status)
    }

    fn write(
        &self,
        milliseconds: f64,
        scoring: Scoring,
        language: BoardLanguage,
        out: &mut impl Write,
    ) -> io::Result<()> {
        let &Self {
            games,
            finished,
            won: [by_black, by_white],
            misreported,
            illegal,
            unreadable,
            ..
        } = self;
        let year = match (language, self.year) {
            (_, None) => String::new(),
            (En, Some(year)) => format!(" of {year}"),
            (It, Some(year)) => format!(" del {year}"),
        };
        match language {
            En => writeln!(out, "{games} games{year} in {milliseconds:.1} ms")?,
            It => writeln!(out, "partite{year}: {games}, in {milliseconds:.1} ms")?,
        }
        let unfinished = games - finished - illegal - unreadable;
        match language {
            En => write!(
                out,
                "{finished} finished, {unfinished} unfinished, {illegal} with an illegal move"
            )?,
            It => write!(
                out,
                "finite: {finished}, non finite: {unfinished}, con una mossa non lecita: {illegal}"
            )?,
        }
        if unreadable > 0 {
            match language {
                En => write!(out, ", {unreadable} that cannot be read")?,
                It => write!(out, ", illeggibili: {unreadable}")?,
            }
        }
        writeln!(out)?;
        let drawn = finished - by_black - by_white;
        match language {
            En => writeln!(
                out,
                "of the finished games, black won {by_black}, white won {by_white}, {drawn} were drawn"
            )?,
            It => writeln!(
                out,
                "fra quelle finite, vinte dal Nero: {by_black}, vinte dal Bianco: {by_white}, pareggi: {drawn}"
            )?,
        }
        if finished > 0 {
            let [black, white] = self.discs.map(|discs| discs as f64 / finished as f64);
            match language {
                En => write!(
                    out,
                    "on average they have {black:.2} black and {white:.2} white discs"
                )?,
                It => write!(
                    out,
                    "in media {black:.2} pedine nere e {white:.2} pedine bianche"
                )?,
            }
            match (scoring, language) {
                (Scoring::Discs, _) => {}
                (Scoring::EmptiesToWinner, En) => {
                    write!(out, ", with the empty squares given to the winner")?;
                }
                (Scoring::EmptiesToWinner, It) => {
                    write!(out, ", con le caselle vuote assegnate al vincitore")?;
                }
            }
            writeln!(out)?;
        }
        if misreported > 0 {
            match language {
                En => writeln!(out, "{misreported} with a wrong reported result")?,
                It => writeln!(out, "con un risultato indicato sbagliato: {misreported}")?,
            }
        }
        Ok(())
    }
}
