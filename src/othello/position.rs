//! A board with a player to move.

use thiserror::Error;

use super::sides::Sides;
use super::{Board, Color, Move, Square};

/// A board with a player to move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Position {
    sides: Sides,
    to_move: Color,
}

/// Why a move is illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum Illegal {
    /// There is a disc on the square.
    #[error("the square is occupied")]
    Occupied,
    /// The move would turn no disc of the opponent.
    #[error("the move turns nothing")]
    TurnsNothing,
    /// The player has a move, and so must not pass.
    #[error("the player can move, and must not pass")]
    MustNotPass,
    /// Neither player can move.
    #[error("the game is over")]
    GameOver,
}

impl Position {
    /// The position at the start of a game.
    pub fn start() -> Self {
        Self::new(Board::start(), Color::Black)
    }

    /// The position of a board with a player to move.
    pub fn new(board: Board, to_move: Color) -> Self {
        let own = board.bits(to_move);
        let other = board.bits(to_move.opponent());
        Self {
            sides: Sides { own, other },
            to_move,
        }
    }

    /// The board.
    pub fn board(&self) -> Board {
        let Sides { own, other } = self.sides;
        match self.to_move {
            Color::Black => Board::of_bits(own, other),
            Color::White => Board::of_bits(other, own),
        }
    }

    /// The player to move; after the end of the game, the player whose turn it would be.
    pub fn to_move(&self) -> Color {
        self.to_move
    }

    /// The squares that the player to move can play on, row by row.
    pub fn legal_squares(&self) -> Vec<Square> {
        Square::of_bits(self.sides.moves())
    }

    /// The legal moves: a pass only if there is no other move, and none if the game is over.
    pub fn legal_moves(&self) -> Vec<Move> {
        match self.legal_squares() {
            squares if !squares.is_empty() => squares.into_iter().map(Move::Disc).collect(),
            _ if self.is_over() => Vec::new(),
            _ => vec![Move::Pass],
        }
    }

    /// Whether neither player can move.
    pub fn is_over(&self) -> bool {
        self.sides.is_over()
    }

    /// The discs that a move to a square turns; empty if the move is illegal.
    pub fn turned_by(&self, square: Square) -> Vec<Square> {
        if !self.is_free(square) {
            return Vec::new();
        }
        Square::of_bits(self.sides.turned(square.index()))
    }

    /// The position after a move. A pass is legal only if the player has no other move
    /// and the opponent has one.
    ///
    /// # Errors
    ///
    /// [`Illegal`], if the move is illegal.
    pub fn play(&self, played: Move) -> Result<Self, Illegal> {
        match played {
            Move::Pass if self.is_over() => Err(Illegal::GameOver),
            Move::Pass => self.after_pass().ok_or(Illegal::MustNotPass),
            Move::Disc(square) => self.after_disc(square).ok_or_else(|| match () {
                () if self.is_over() => Illegal::GameOver,
                () if self.is_free(square) => Illegal::TurnsNothing,
                () => Illegal::Occupied,
            }),
        }
    }

    /// The position after a move to a square; `None` if it is illegal.
    #[inline(always)]
    pub(super) fn after_disc(&self, square: Square) -> Option<Self> {
        let turned = self.sides.turned(square.index());
        if turned == 0 || !self.is_free(square) {
            return None;
        }
        Some(Self {
            sides: self.sides.after(square.index(), turned),
            to_move: self.to_move.opponent(),
        })
    }

    /// The position after a pass; `None` if the player has another move.
    #[inline(always)]
    pub(super) fn after_pass(&self) -> Option<Self> {
        if self.sides.moves() != 0 {
            return None;
        }
        Some(Self {
            sides: self.sides.passed(),
            to_move: self.to_move.opponent(),
        })
    }

    #[inline(always)]
    fn is_free(&self, square: Square) -> bool {
        self.sides.free() & square.bit() != 0
    }

    pub(super) fn sides(&self) -> Sides {
        self.sides
    }
}
