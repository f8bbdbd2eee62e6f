//! Games of legal moves.

use super::{ReportedResult, Tags};
use crate::{Illegal, Move, Position, Score, Scoring, Square};

/// A game of legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The players, the event and the date.
    pub tags: Tags,
    /// The result that was reported, if any.
    pub reported: Option<ReportedResult>,
    start: Position,
    moves: Vec<Move>,
    position: Position,
}

impl PlayedGame {
    /// A game without moves.
    pub fn new(start: Position) -> Self {
        Self {
            tags: Tags::default(),
            reported: None,
            start,
            moves: Vec::new(),
            position: start,
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// [`Illegal`], if the move is illegal; the game is unchanged then.
    pub fn play(&mut self, played: Move) -> Result<(), Illegal> {
        self.position = self.position.play(played)?;
        self.moves.push(played);
        Ok(())
    }

    /// The first position.
    pub fn start(&self) -> Position {
        self.start
    }

    /// The moves, including passes.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The squares of the moves, without passes.
    pub fn discs(&self) -> impl Iterator<Item = Square> {
        let squares = self.moves.iter().map(|played| match played {
            Move::Disc(square) => Some(*square),
            Move::Pass => None,
        });
        squares.flatten()
    }

    /// The position after the moves.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Whether neither player can move.
    pub fn is_finished(&self) -> bool {
        self.position.is_over()
    }

    /// The score. Empty squares are counted only in a finished game: before that, there
    /// is no winner to receive them.
    pub fn score(&self, scoring: Scoring) -> Score {
        let board = self.position.board();
        board.score(if self.is_finished() {
            scoring
        } else {
            Scoring::Discs
        })
    }

    /// Whether the reported result agrees with the discs; `None` if there is nothing to
    /// compare.
    pub fn result_agrees(&self) -> Option<bool> {
        match self.reported? {
            ReportedResult::Impossible(_) => Some(false),
            _ if !self.is_finished() => None,
            reported => Some(reported.agrees(&self.position.board())),
        }
    }
}
