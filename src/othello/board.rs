//! The board, the counts and the outcome, in the format of the assignment.

use std::io::{self, Write};

use admiralty_othello::transcript::PlayedGame;
use admiralty_othello::{Board, Color, Scoring, Square};
use clap::ValueEnum;

/// A language of the output.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub enum BoardLanguage {
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

pub fn print(
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

fn print_board(board: &Board, language: BoardLanguage, out: &mut impl Write) -> io::Result<()> {
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
