//! The board, the counts and the outcome, in the words of the assignment.

use std::io::{self, Write};

use admiralty::othello::transcript::PlayedGame;
use admiralty::othello::{Board, Color, Outcome, Scoring, Square};

/// Prints what a game came to.
pub fn print(game: &PlayedGame, scoring: Scoring, out: &mut impl Write) -> io::Result<()> {
    print_board(&game.position().board(), out)?;
    let score = game.score(scoring);
    writeln!(out)?;
    writeln!(out, "{} pedine nere", score.black)?;
    writeln!(out, "{} pedine bianche", score.white)?;
    let outcome = match score.outcome() {
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

/// The name of a player in the assignment.
pub fn name_of(color: Color) -> &'static str {
    match color {
        Color::Black => "Nero",
        Color::White => "Bianco",
    }
}
