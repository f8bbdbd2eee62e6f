//! `admiralty othello`.

use std::io::{self, Write};
use std::path::PathBuf;
use std::time::Instant;

use admiralty_othello::transcript::{
    CheckedGame, PlayedGame, TranscriptFormat, TranscriptWriter, WriteError,
};
use admiralty_othello::{Color, DiscBoard, Scoring, Square};
use clap::{Args, ValueEnum};

use crate::error::say;
use crate::{CliError, USAGE, streams};
use faults::{Faults, reason, unfinished, wrong_result};
use input::{InputGame, ReadingArgs, TranscriptInput, TranscriptInputs};
use summary::ResultSummary;

mod faults;
mod input;
mod json;
mod summary;

/// The exit code if a transcript has an illegal move or cannot be read.
const ILLEGAL: u8 = 1;

#[derive(Debug, Args)]
pub struct OthelloArgs {
    /// The moves: squares as in c4, and -- for a pass; or games in any of the formats of --format,
    /// in one file or several. Standard input if missing or `-`
    #[arg(value_name = "FILE")]
    files: Vec<PathBuf>,
    #[command(flatten)]
    reading: ReadingArgs,
    /// Print what to play next: `greedy` flips the most discs
    #[arg(long, value_name = "PLAYER", value_parser = ["greedy"])]
    best: Option<String>,
    /// Print a JSON object per game
    #[arg(long)]
    json: bool,
    /// Print the legal games in another format
    #[arg(long, value_name = "FORMAT", value_parser = input::format_parser(), conflicts_with_all = ["json", "best"])]
    to: Option<TranscriptFormat>,
    /// The language of the board, the counts and the outcome [default: it; for several games en]
    #[arg(long, value_enum, conflicts_with = "best")]
    lang: Option<BoardLanguage>,
}

/// Plays transcripts; returns the exit code.
pub fn othello(args: &OthelloArgs) -> Result<u8, CliError> {
    let inputs = TranscriptInputs::new(&args.files, &args.reading);
    let with_best = args.best.is_some();
    let status = if let Some(format) = args.to {
        convert(&inputs, format)?
    } else if args.json {
        json::print(&inputs, with_best)?
    } else if with_best {
        print_best(&inputs)?
    } else {
        print(&inputs, args)?
    };
    Ok(if inputs.has_failed.get() {
        USAGE
    } else {
        status
    })
}

/// Prints the result of the only game, or a summary of all games.
fn print(inputs: &TranscriptInputs<'_>, args: &OthelloArgs) -> Result<u8, CliError> {
    let begun = Instant::now();
    let mut summary = ResultSummary::default();
    let mut only = None;
    inputs.each(|input| {
        if !input.is_only_game() {
            return summary.play(input);
        }
        input.each_game(|entry| {
            let language = args.lang.unwrap_or(BoardLanguage::It);
            only = Some(print_game(input, entry, language)?);
            Ok(())
        })
    })?;
    if let Some(status) = only {
        return Ok(status);
    }
    let language = args.lang.unwrap_or(BoardLanguage::En);
    summary.print(begun, args.reading.scoring(), language)
}

/// Prints the result of the only game, in the format of the assignment.
fn print_game(
    input: &TranscriptInput<'_>,
    entry: InputGame<'_>,
    language: BoardLanguage,
) -> Result<u8, CliError> {
    let CheckedGame { game, fault } = match entry.result {
        Ok(checked) => checked,
        Err(error) => {
            say(&error.to_string());
            return Ok(ILLEGAL);
        }
    };
    let mut out = streams::quoting_output()?;
    if let Some(fault) = fault {
        out.write_all(&fault.word.text)?;
        writeln!(out, " {}", language.name_of(fault.player))?;
        out.flush()?;
        let reason = reason(&fault, game.position());
        say(&reason);
        return Ok(ILLEGAL);
    }
    print_result(&game, input.scoring, language, &mut out)?;
    out.flush()?;
    for note in unfinished(&game).into_iter().chain(wrong_result(&game)) {
        say(&format!("note: {note}"));
    }
    Ok(0)
}

/// Prints what the greedy player would play after each game.
fn print_best(inputs: &TranscriptInputs<'_>) -> Result<u8, CliError> {
    let mut faults = Faults::default();
    let mut out = streams::output()?;
    inputs.each_game(|input, entry| {
        let Some(game) = faults.legal_game(&entry) else {
            return Ok(());
        };
        if !input.is_only_game() {
            write!(out, "{}: ", entry.name())?;
        }
        match game.position().greedy() {
            Some(best) => writeln!(out, "{best}")?,
            None => writeln!(out, "the game is over")?,
        }
        Ok(())
    })?;
    out.flush()?;
    Ok(faults.print())
}

/// Writes the legal games in a format, and reports why others are left out.
fn convert(inputs: &TranscriptInputs<'_>, format: TranscriptFormat) -> Result<u8, CliError> {
    let mut writer = TranscriptWriter::new(streams::quoting_output()?, format);
    let mut faults = Faults::default();
    inputs.each(|input| {
        if format == TranscriptFormat::Plain && !input.is_only_game() {
            return Err(CliError::Usage(format!(
                "{} has several games, and plain text holds one: use --to lines",
                input.name
            )));
        }
        input.each_game(|entry| {
            let Some(game) = faults.legal_game(&entry) else {
                return Ok(());
            };
            match writer.game(game) {
                Err(WriteError::Io(error)) => return Err(error.into()),
                Err(why) => faults.push(|| format!("{}: {why}", entry.name())),
                Ok(()) => {}
            }
            Ok(())
        })
    })?;
    writer.finish()?.flush()?;
    Ok(faults.print())
}

/// A language of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum BoardLanguage {
    /// Italian, byte for byte as in the assignment
    It,
    /// English
    En,
}

impl BoardLanguage {
    pub fn name_of(self, color: Color) -> &'static str {
        match (self, color) {
            (Self::It, Color::Black) => "Nero",
            (Self::It, Color::White) => "Bianco",
            (Self::En, Color::Black) => "Black",
            (Self::En, Color::White) => "White",
        }
    }

    /// The disc of a player, which is the first letter of the name.
    fn glyph(self, disc: Option<Color>) -> char {
        let name = disc.map_or(".", |color| self.name_of(color));
        name.chars().next().unwrap_or('.')
    }
}

fn print_result(
    game: &PlayedGame,
    scoring: Scoring,
    language: BoardLanguage,
    out: &mut impl Write,
) -> io::Result<()> {
    print_board(&game.position().board(), language, out)?;
    let score = game.score(scoring);
    let (black, white) = (score.black, score.white);
    writeln!(out)?;
    match language {
        BoardLanguage::It => writeln!(out, "{black} pedine nere\n{white} pedine bianche")?,
        BoardLanguage::En => writeln!(out, "{black} black discs\n{white} white discs")?,
    }
    match (
        language,
        score.winner().map(|color| language.name_of(color)),
    ) {
        (BoardLanguage::It, Some(winner)) => writeln!(out, "Vince il {winner}"),
        (BoardLanguage::It, None) => writeln!(out, "Pareggio"),
        (BoardLanguage::En, Some(winner)) => writeln!(out, "{winner} wins"),
        (BoardLanguage::En, None) => writeln!(out, "Draw"),
    }
}

fn print_board(board: &DiscBoard, language: BoardLanguage, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, " abcdefgh")?;
    for square in Square::all() {
        if square.column() == 0 {
            write!(out, "{}", square.row() + 1)?;
        }
        write!(out, "{}", language.glyph(board.get(square)))?;
        if square.column() == 7 {
            writeln!(out)?;
        }
    }
    Ok(())
}
