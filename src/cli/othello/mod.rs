//! `admiralty othello`.

mod perft;
mod wthor;

use std::io::{self, Read, Write};
use std::path::PathBuf;

use admiralty::othello::transcript::{AutoPass, Fault, check, read_plain};
use admiralty::othello::wthor::Database;
use admiralty::othello::{Board, Color, Outcome, Position, Square};
use clap::{Args, Subcommand};

use super::{CliError, streams};

/// The transcript has a move that is not legal.
const ILLEGAL: u8 = 1;

#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct Othello {
    #[command(subcommand)]
    other: Option<Other>,
    /// The moves: squares as c4, and -- for a pass; or a database of games
    /// (WTHOR). `-` or nothing is standard input
    file: Option<PathBuf>,
    /// Put in the passes that are left out
    #[arg(long)]
    auto_pass: bool,
}

#[derive(Debug, Subcommand)]
enum Other {
    /// Count the sequences of moves from the start, ply by ply
    Perft(perft::Perft),
}

/// Plays a transcript, and says how the exit status should be.
pub fn othello(args: &Othello) -> Result<u8, CliError> {
    if let Some(Other::Perft(args)) = &args.other {
        return perft::perft(args).map(|()| 0);
    }
    let (mut input, name) = streams::open(args.file.as_deref())?;
    let mut text = Vec::new();
    input
        .read_to_end(&mut text)
        .map_err(|source| CliError::Read { path: name, source })?;
    if let Ok(database) = Database::new(&text) {
        return wthor::check(&database);
    }
    let auto_pass = if args.auto_pass {
        AutoPass::On
    } else {
        AutoPass::Off
    };
    let checked = check(&read_plain(&text), auto_pass);
    let mut out = streams::output()?;
    if let Some(fault) = &checked.fault {
        let player = name_of(checked.position.to_move());
        writeln!(out, "{} {player}", shown(fault))?;
        out.flush()?;
        explain(fault, checked.position)?;
        return Ok(ILLEGAL);
    }
    print(&checked.position, &mut out)?;
    out.flush()?;
    Ok(0)
}

/// Prints the board, the counts and the outcome, in the words of the assignment.
fn print(position: &Position, out: &mut impl Write) -> io::Result<()> {
    let board = position.board();
    print_board(&board, out)?;
    writeln!(out)?;
    writeln!(out, "{} pedine nere", board.count(Color::Black))?;
    writeln!(out, "{} pedine bianche", board.count(Color::White))?;
    let outcome = match position.outcome() {
        Outcome::Won(color) => format!("Vince il {}", name_of(color)),
        Outcome::Drawn => "Pareggio".to_owned(),
    };
    writeln!(out, "{outcome}")
}

fn print_board(board: &Board, out: &mut impl Write) -> io::Result<()> {
    writeln!(out, " abcdefgh")?;
    for square in Square::all() {
        if square.column() == 0 {
            write!(out, "{}", square.row() + 1)?;
        }
        let glyph = match board.get(square) {
            Some(Color::Black) => 'N',
            Some(Color::White) => 'B',
            None => '.',
        };
        write!(out, "{glyph}")?;
        if square.column() == 7 {
            writeln!(out)?;
        }
    }
    Ok(())
}

/// Says on standard error what is wrong, and what would have been legal.
fn explain(fault: &Fault, position: Position) -> io::Result<()> {
    let word = &fault.word;
    let player = player_of(position.to_move());
    let legal: Vec<_> = fault
        .legal
        .iter()
        .map(|square| square.to_string())
        .collect();
    let legal = match (legal.is_empty(), position.is_over()) {
        (false, _) => format!("{player} can play {}", legal.join(", ")),
        (true, false) => format!("{player} can only pass"),
        (true, true) => "nobody can move".to_owned(),
    };
    writeln!(
        io::stderr(),
        "admiralty: move {}, {}, line {}, column {}: {}; {legal}",
        fault.number,
        shown(fault),
        word.line,
        word.column,
        fault.kind,
    )
}

/// The word as it may stand in a terminal.
fn shown(fault: &Fault) -> String {
    let text = fault.word.text.to_string();
    let clean = |c: char| if c.is_control() { '\u{fffd}' } else { c };
    text.chars().map(clean).collect()
}

fn player_of(color: Color) -> &'static str {
    match color {
        Color::Black => "black",
        Color::White => "white",
    }
}

/// The name of a player in the assignment.
fn name_of(color: Color) -> &'static str {
    match color {
        Color::Black => "Nero",
        Color::White => "Bianco",
    }
}
