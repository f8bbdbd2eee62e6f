//! A board with a player to move.

use thiserror::Error;

use super::{Board, Color, Move, Square, Squares, bits};

/// A board with a player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    /// The discs of the player to move.
    own: u64,
    /// The discs of the opponent.
    other: u64,
    to_move: Color,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// There is a disc on the square.
    #[error("the square is occupied")]
    Occupied,
    /// No disc of the opponent would be turned.
    #[error("the move turns nothing")]
    TurnsNothing,
    /// The player can move, and so must not pass.
    #[error("the player can move, and must not pass")]
    MustNotPass,
    /// Nobody can move any more.
    #[error("the game is over")]
    GameOver,
}

/// Who has more discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player has more.
    Won(Color),
    /// Both have as many.
    Drawn,
}

impl Position {
    /// The position that a game begins with.
    pub fn start() -> Self {
        Self::new(Board::start(), Color::Black)
    }

    /// A board with a player to move.
    pub fn new(board: Board, to_move: Color) -> Self {
        Self {
            own: board.bits(to_move),
            other: board.bits(to_move.opponent()),
            to_move,
        }
    }

    /// The board.
    pub fn board(&self) -> Board {
        match self.to_move {
            Color::Black => Board::of_bits(self.own, self.other),
            Color::White => Board::of_bits(self.other, self.own),
        }
    }

    /// The player to move, also when nobody can move any more.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The squares that the player can move to.
    pub fn legal_squares(&self) -> Squares {
        Squares::of_bits(bits::moves(self.own, self.other))
    }

    /// Whether nobody can move any more.
    pub fn is_over(&self) -> bool {
        bits::moves(self.own, self.other) == 0 && bits::moves(self.other, self.own) == 0
    }

    /// The discs that a move to a square turns; none, if it is illegal.
    pub fn turned_by(&self, square: Square) -> Squares {
        if (self.own | self.other) & square.bit() != 0 {
            return Squares::default();
        }
        Squares::of_bits(bits::flips(self.own, self.other, square.index()))
    }

    /// The position after a move. A pass is legal only if the player has no
    /// other move, and the opponent has one.
    ///
    /// # Errors
    ///
    /// [`Illegal`].
    pub fn play(&self, played: Move) -> Result<Self, Illegal> {
        let square = match played {
            Move::Disc(square) => square,
            Move::Pass if !self.legal_squares().is_empty() => return Err(Illegal::MustNotPass),
            Move::Pass if self.is_over() => return Err(Illegal::GameOver),
            Move::Pass => return Ok(self.passed()),
        };
        if (self.own | self.other) & square.bit() != 0 {
            return Err(if self.is_over() {
                Illegal::GameOver
            } else {
                Illegal::Occupied
            });
        }
        let turned = bits::flips(self.own, self.other, square.index());
        if turned == 0 {
            return Err(if self.is_over() {
                Illegal::GameOver
            } else {
                Illegal::TurnsNothing
            });
        }
        Ok(Self {
            own: self.other & !turned,
            other: self.own | turned | square.bit(),
            to_move: self.to_move.opponent(),
        })
    }

    /// The same discs with the other player to move.
    #[must_use]
    fn passed(&self) -> Self {
        Self {
            own: self.other,
            other: self.own,
            to_move: self.to_move.opponent(),
        }
    }

    pub(super) fn bits(&self) -> (u64, u64) {
        (self.own, self.other)
    }
}
