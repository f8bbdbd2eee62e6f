//! Squares, colours, the board, and scores by both conventions.

use std::cmp::Ordering;
use std::fmt;
use std::str::FromStr;

use thiserror::Error;

/// A square of the board, written as a letter for the column, from the left, and a
/// digit for the row, from the top.
///
/// ```
/// use admiralty_othello::Square;
///
/// let square: Square = "C4".parse()?;
/// assert_eq!((square.row(), square.column()), (3, 2));
/// assert_eq!(square.to_string(), "c4");
/// # Ok::<(), admiralty_othello::NoSquare>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Square(u8);

/// The error for text that does not name a square.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a square: a letter from a to h and a digit from 1 to 8")]
pub struct NoSquare(pub String);

impl Square {
    /// The square at a row and a column, both from 0 to 7; `None` if it is off the board.
    pub fn new(row: u8, column: u8) -> Option<Self> {
        (row < 8 && column < 8).then(|| Self(8 * row + column))
    }

    /// The row, from 0 to 7.
    pub fn row(self) -> u8 {
        self.0 / 8
    }

    /// The column, from 0 to 7.
    pub fn column(self) -> u8 {
        self.0 % 8
    }

    /// All squares, row by row.
    pub fn all() -> impl Iterator<Item = Self> {
        (0..64).map(Self)
    }

    /// The squares of a bit set, row by row.
    pub(crate) fn of_bits(bits: u64) -> Vec<Self> {
        Self::all()
            .filter(|square| bits & square.bit() != 0)
            .collect()
    }

    /// The set of this square alone: bit 0 is a1, bit 7 is h1, bit 63 is h8.
    pub(crate) fn bit(self) -> u64 {
        1 << self.0
    }
}

impl fmt::Display for Square {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = [b'a' + self.column(), b'1' + self.row()].map(char::from);
        write!(f, "{}{}", name[0], name[1])
    }
}

impl FromStr for Square {
    type Err = NoSquare;

    fn from_str(text: &str) -> Result<Self, NoSquare> {
        let square = match *text.as_bytes() {
            [column, row] => {
                let column = column.to_ascii_lowercase().wrapping_sub(b'a');
                Self::new(row.wrapping_sub(b'1'), column)
            }
            _ => None,
        };
        square.ok_or_else(|| NoSquare(text.to_owned()))
    }
}

/// A colour of discs, and the player who has it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Color {
    /// Black, who moves first.
    Black,
    /// White.
    White,
}

impl Color {
    /// Both colours, black first.
    pub const BOTH: [Self; 2] = [Self::Black, Self::White];

    /// The name: `black` or `white`.
    pub const fn name(self) -> &'static str {
        match self {
            Self::Black => "black",
            Self::White => "white",
        }
    }

    /// The other colour.
    #[must_use]
    pub fn opponent(self) -> Self {
        match self {
            Self::Black => Self::White,
            Self::White => Self::Black,
        }
    }
}

impl fmt::Display for Color {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// Any placement of discs, whether or not a game can reach it.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiscBoard {
    /// Bit sets of the black and the white discs.
    discs: [u64; 2],
}

impl DiscBoard {
    /// The board at the start of a game.
    pub fn start() -> Self {
        // Black on e4 and d5, white on d4 and e5.
        Self {
            discs: [1 << 28 | 1 << 35, 1 << 27 | 1 << 36],
        }
    }

    /// A board without discs.
    pub fn empty() -> Self {
        Self { discs: [0, 0] }
    }

    /// The disc on a square; `None` if the square is empty.
    pub fn get(&self, square: Square) -> Option<Color> {
        let mut colors = Color::BOTH.into_iter();
        colors.find(|&color| self.bits(color) & square.bit() != 0)
    }

    /// Puts a disc on a square, or removes it.
    pub fn set(&mut self, square: Square, disc: Option<Color>) {
        self.discs = self.discs.map(|discs| discs & !square.bit());
        if let Some(color) = disc {
            self.discs[color as usize] |= square.bit();
        }
    }

    /// The number of discs of a colour.
    pub fn count(&self, color: Color) -> u32 {
        self.bits(color).count_ones()
    }

    /// The number of empty squares.
    pub fn empties(&self) -> u32 {
        (self.discs[0] | self.discs[1]).count_zeros()
    }

    /// The score if the game ended now.
    ///
    /// ```
    /// use admiralty_othello::{DiscBoard, Position, DiscScore, Scoring};
    ///
    /// let board = Position::start().play("d3".parse()?)?.board();
    /// assert_eq!(board.score(Scoring::Discs), DiscScore { black: 4, white: 1 });
    /// assert_eq!(board.score(Scoring::EmptiesToWinner), DiscScore { black: 63, white: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&self, scoring: Scoring) -> DiscScore {
        let [black, white] = Color::BOTH.map(|color| self.count(color));
        let mut score = DiscScore { black, white };
        if scoring == Scoring::EmptiesToWinner {
            let empties = self.empties();
            match score.winner() {
                Some(Color::Black) => score.black += empties,
                Some(Color::White) => score.white += empties,
                None => {
                    score.black += empties / 2;
                    score.white += empties / 2;
                }
            }
        }
        score
    }

    /// The discs of a colour, with the bits of [`Square::bit`].
    pub(crate) fn bits(&self, color: Color) -> u64 {
        self.discs[color as usize]
    }

    /// The board after `color` has put a disc on an empty square, and has turned the discs of the
    /// set `turned`.
    pub(crate) fn after(&self, color: Color, square: Square, turned: u64) -> Self {
        let mut discs = self.discs.map(|discs| discs ^ turned);
        discs[color as usize] |= square.bit();
        Self { discs }
    }
}

/// How the empty squares of a finished game are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// They are not counted: a score is the number of discs.
    #[default]
    Discs,
    /// They count for the winner, or half for each player in a draw, as in tournaments and their
    /// databases.
    EmptiesToWinner,
}

/// The scores of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct DiscScore {
    /// Black's score.
    pub black: u32,
    /// White's score.
    pub white: u32,
}

impl DiscScore {
    /// Which player has won; `None` if the scores are equal.
    pub fn winner(self) -> Option<Color> {
        match self.black.cmp(&self.white) {
            Ordering::Greater => Some(Color::Black),
            Ordering::Less => Some(Color::White),
            Ordering::Equal => None,
        }
    }
}
