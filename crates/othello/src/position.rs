//! Moves, and positions: a board with a player to move.

use std::fmt;
use std::str::FromStr;

use thiserror::Error;

use super::{Color, DiscBoard, Square};

/// A move: a disc on a square, or a pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Move {
    /// A disc is put on a square.
    Disc(Square),
    /// The player passes.
    Pass,
}

/// The error for text that is not a move.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("\"{0}\" is not a move: a square, or -- for a pass")]
pub struct MoveError(pub String);

impl Move {
    /// The move at the beginning of a text, in upper or lower case, and its length in
    /// bytes. A pass is `--`, `pa`, `ps` or `pass`.
    pub(crate) fn prefix_of(text: &[u8]) -> Option<(Self, usize)> {
        for pass in ["pass", "pa", "ps", "--"] {
            let begin = text.get(..pass.len());
            if begin.is_some_and(|begin| begin.eq_ignore_ascii_case(pass.as_bytes())) {
                return Some((Self::Pass, pass.len()));
            }
        }
        let square = std::str::from_utf8(text.get(..2)?).ok()?.parse().ok()?;
        Some((Self::Disc(square), 2))
    }
}

impl fmt::Display for Move {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Disc(square) => square.fmt(f),
            Self::Pass => f.write_str("--"),
        }
    }
}

impl FromStr for Move {
    type Err = MoveError;

    fn from_str(text: &str) -> Result<Self, MoveError> {
        match Self::prefix_of(text.as_bytes()) {
            Some((found, length)) if length == text.len() => Ok(found),
            _ => Err(MoveError(text.to_owned())),
        }
    }
}

/// A board with a player to move.
///
/// Its text has 64 squares, row by row, and the player to move: `X` is black, `O` is white,
/// and `-` is empty.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    board: DiscBoard,
    to_move: Color,
}

/// The reason why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum IllegalMove {
    /// There is a disc on the square.
    #[error("the square is occupied")]
    Occupied,
    /// The move would turn no disc of the opponent.
    #[error("the move flips nothing")]
    TurnsNothing,
    /// The player has a move, and so must not pass.
    #[error("the player can move, and must not pass")]
    MustNotPass,
    /// Neither player can move.
    #[error("the game is over")]
    GameOver,
}

/// The error for text that is not a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum PositionError {
    /// The text does not begin with 64 squares.
    #[error(
        "a position begins with 64 squares (X, * or B is black, O, 0 or W is white, - or . is free); \
         here are {0}"
    )]
    Squares(usize),
    /// The squares are not followed by exactly one character, the player to move.
    #[error("after the 64 squares of a position comes the player to move, X or O")]
    Side,
}

/// The values of the squares of a quarter of the board for [`Position::greedy`], from the
/// corner to the centre; the other quarters mirror it. Corners can never be turned. The
/// squares beside a corner help the opponent to take it, most of all the diagonal one.
/// Discs on the border are hard to turn.
const SQUARE_VALUES: [[i32; 4]; 4] = [
    [100, -20, 10, 5],
    [-20, -50, -2, -2],
    [10, -2, 5, 1],
    [5, -2, 1, 0],
];

const DIRECTIONS: [Shift; 8] = [
    Shift::new(-9, NOT_COLUMN_H),
    Shift::new(-8, u64::MAX),
    Shift::new(-7, NOT_COLUMN_A),
    Shift::new(-1, NOT_COLUMN_H),
    Shift::new(1, NOT_COLUMN_A),
    Shift::new(7, NOT_COLUMN_H),
    Shift::new(8, u64::MAX),
    Shift::new(9, NOT_COLUMN_A),
];
const NOT_COLUMN_A: u64 = 0xfefe_fefe_fefe_fefe;
const NOT_COLUMN_H: u64 = 0x7f7f_7f7f_7f7f_7f7f;

/// The most discs that a move turns in one direction: those between two at the border.
const TURNED_MAX: usize = 6;

/// A direction on the board.
#[derive(Clone, Copy)]
struct Shift {
    /// The shift from a square to its neighbour, in bits of [`Square::bit`].
    shift: i32,
    /// The squares that have a neighbour on the opposite side. A shift that reaches others has
    /// wrapped into the next row.
    reached: u64,
}

impl Shift {
    const fn new(shift: i32, reached: u64) -> Self {
        Self { shift, reached }
    }

    /// The neighbours of a set of squares.
    fn step(self, squares: u64) -> u64 {
        let distance = self.shift.unsigned_abs();
        let shifted = if self.shift < 0 {
            squares >> distance
        } else {
            squares << distance
        };
        shifted & self.reached
    }
}

impl Position {
    /// The position at the start of a game.
    pub fn start() -> Self {
        Self::new(DiscBoard::start(), Color::Black)
    }

    /// The position of a board with a player to move.
    pub fn new(board: DiscBoard, to_move: Color) -> Self {
        Self { board, to_move }
    }

    /// The board.
    pub fn board(&self) -> DiscBoard {
        self.board
    }

    /// The player to move; after the end of the game, the player whose turn it would be.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The squares that the player to move can play on, row by row.
    pub fn legal_squares(&self) -> Vec<Square> {
        Square::of_bits(self.legal())
    }

    /// Whether the player to move can only pass, or the game is over.
    pub fn cannot_move(&self) -> bool {
        self.legal() == 0
    }

    /// Whether neither player can move.
    pub fn is_over(&self) -> bool {
        self.cannot_move() && self.passed().cannot_move()
    }

    /// The position after a move. A pass is legal only if the player has no other move
    /// and the opponent has one.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`], if the move is illegal.
    pub fn play(&self, played: Move) -> Result<Self, IllegalMove> {
        if self.is_over() {
            return Err(IllegalMove::GameOver);
        }
        let square = match played {
            Move::Pass if self.cannot_move() => return Ok(self.passed()),
            Move::Pass => return Err(IllegalMove::MustNotPass),
            Move::Disc(square) => square,
        };
        if self.board.get(square).is_some() {
            return Err(IllegalMove::Occupied);
        }
        let turned = self.turned_by(square);
        if turned == 0 {
            return Err(IllegalMove::TurnsNothing);
        }
        Ok(Self {
            board: self.board.after(self.to_move, square, turned),
            to_move: self.to_move.opponent(),
        })
    }

    /// The move that turns the most discs. Ties go to the better square, a corner first,
    /// then to the first, row by row. [`Move::Pass`] if the player has to pass; `None` if the
    /// game is over.
    ///
    /// ```
    /// use admiralty_othello::Position;
    ///
    /// assert_eq!(Position::start().greedy(), Some("d3".parse()?));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn greedy(&self) -> Option<Move> {
        if self.is_over() {
            return None;
        }
        let mut best: Option<(Square, (u32, i32))> = None;
        for square in self.legal_squares() {
            let [row, column] =
                [square.row(), square.column()].map(|at| usize::from(at.min(7 - at)));
            let turned = self.turned_by(square).count_ones();
            let worth = (turned, SQUARE_VALUES[row][column]);
            if best.is_none_or(|(_, most)| worth > most) {
                best = Some((square, worth));
            }
        }
        Some(best.map_or(Move::Pass, |(square, _)| Move::Disc(square)))
    }

    /// Reads a position, ignoring white space.
    pub(crate) fn of_text(text: &[u8]) -> Result<Self, PositionError> {
        let mut bytes = text.iter().filter(|byte| !byte.is_ascii_whitespace());
        let mut board = DiscBoard::empty();
        for (count, square) in Square::all().enumerate() {
            let disc = match bytes.next() {
                Some(b'-' | b'.') => None,
                Some(&byte) => Some(color(byte).ok_or(PositionError::Squares(count))?),
                None => return Err(PositionError::Squares(count)),
            };
            board.set(square, disc);
        }
        let (Some(&side), None) = (bytes.next(), bytes.next()) else {
            return Err(PositionError::Side);
        };
        let to_move = color(side).ok_or(PositionError::Side)?;
        Ok(Self::new(board, to_move))
    }

    /// The same board with the opponent to move.
    fn passed(&self) -> Self {
        Self::new(self.board, self.to_move.opponent())
    }

    /// The discs of the player to move, and those of the opponent.
    fn sides(&self) -> [u64; 2] {
        [self.to_move, self.to_move.opponent()].map(|color| self.board.bits(color))
    }

    /// The squares that the player to move can play on.
    fn legal(&self) -> u64 {
        let [own, other] = self.sides();
        let mut legal = 0;
        for direction in DIRECTIONS {
            let mut runs = direction.step(own) & other;
            for _ in 1..TURNED_MAX {
                runs |= direction.step(runs) & other;
            }
            legal |= direction.step(runs);
        }
        legal & !(own | other)
    }

    /// The discs that a move to an empty square turns.
    fn turned_by(&self, square: Square) -> u64 {
        let [own, other] = self.sides();
        let mut turned = 0;
        for direction in DIRECTIONS {
            let mut run = 0;
            let mut next = direction.step(square.bit());
            while next & other != 0 {
                run |= next;
                next = direction.step(next);
            }
            if next & own != 0 {
                turned |= run;
            }
        }
        turned
    }
}

impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for square in Square::all() {
            f.write_str(self.board.get(square).map_or("-", letter))?;
        }
        write!(f, " {}", letter(self.to_move))
    }
}

impl FromStr for Position {
    type Err = PositionError;

    fn from_str(text: &str) -> Result<Self, PositionError> {
        Self::of_text(text.as_bytes())
    }
}

fn color(byte: u8) -> Option<Color> {
    match byte.to_ascii_uppercase() {
        b'X' | b'*' | b'B' => Some(Color::Black),
        b'O' | b'0' | b'W' => Some(Color::White),
        _ => None,
    }
}

fn letter(color: Color) -> &'static str {
    match color {
        Color::Black => "X",
        Color::White => "O",
    }
}

#[cfg(test)]
mod tests {
    use std::iter;

    use proptest::prelude::*;

    use super::*;

    /// The squares from a square to the border, without the square itself.
    fn ray(from: Square, [dy, dx]: [i8; 2]) -> impl Iterator<Item = Square> {
        let next = move |square: &Square| {
            let row = square.row().checked_add_signed(dy)?;
            let column = square.column().checked_add_signed(dx)?;
            Square::new(row, column)
        };
        iter::successors(Some(from), next).skip(1)
    }

    /// The discs that a move turns, by the rules, square by square.
    fn turned(position: &Position, square: Square) -> u64 {
        let mut turned = 0;
        for dy in -1..=1 {
            for dx in (-1..=1).filter(|dx| [dy, *dx] != [0, 0]) {
                let mut run = 0;
                for square in ray(square, [dy, dx]) {
                    match position.board.get(square) {
                        None => break,
                        Some(color) if color == position.to_move => {
                            turned |= run;
                            break;
                        }
                        Some(_) => run |= square.bit(),
                    }
                }
            }
        }
        turned
    }

    proptest! {
        #[test]
        fn moves_follow_the_rules(one: u64, two: u64, three: u64) {
            for (own, other) in [(one & two, three & !two), (one & !two, two), (one & !(two | three), two & three)] {
                let mut board = DiscBoard::empty();
                for square in Square::all() {
                    let discs = [(own, Color::Black), (other, Color::White)];
                    let disc = discs.into_iter().find(|(bits, _)| bits & square.bit() != 0);
                    board.set(square, disc.map(|(_, color)| color));
                }
                for to_move in Color::BOTH {
                    let position = Position::new(board, to_move);
                    let free = Square::all().filter(|square| board.get(*square).is_none());
                    let mut legal = Vec::new();
                    for square in free {
                        let expected = turned(&position, square);
                        prop_assert_eq!(position.turned_by(square), expected, "{} {}", position, square);
                        if expected != 0 {
                            legal.push(square);
                        }
                    }
                    prop_assert_eq!(position.legal_squares(), legal, "{}", position);
                }
            }
        }
    }
}
