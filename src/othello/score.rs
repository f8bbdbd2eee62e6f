//! Final scores, under both scoring conventions.

use std::cmp::Ordering;

use super::{Board, Color};

/// How the empty squares of a finished game are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// Not at all: a score is the number of discs.
    #[default]
    Discs,
    /// For the winner, or half for each player in a draw, as in tournaments and their
    /// databases.
    EmptiesToWinner,
}

/// The scores of both players.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// Black's score.
    pub black: u32,
    /// White's score.
    pub white: u32,
}

impl Score {
    /// Which player has won; `None` if the scores are equal.
    pub fn winner(self) -> Option<Color> {
        match self.black.cmp(&self.white) {
            Ordering::Greater => Some(Color::Black),
            Ordering::Less => Some(Color::White),
            Ordering::Equal => None,
        }
    }
}

impl Board {
    /// The score if the game ended now.
    ///
    /// ```
    /// use admiralty::othello::{Board, Position, Score, Scoring};
    ///
    /// let board = Position::start().play("d3".parse()?)?.board();
    /// assert_eq!(board.score(Scoring::Discs), Score { black: 4, white: 1 });
    /// assert_eq!(board.score(Scoring::EmptiesToWinner), Score { black: 63, white: 1 });
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn score(&self, scoring: Scoring) -> Score {
        let [black, white] = Color::BOTH.map(|color| self.count(color));
        let mut score = Score { black, white };
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
}
