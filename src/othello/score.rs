//! What a board counts for, in both ways of counting.

use std::cmp::Ordering;

use super::{Board, Color};

/// Who has more discs.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Outcome {
    /// A player has more.
    Won(Color),
    /// Both have as many.
    Drawn,
}

/// How the free squares of a finished game are counted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Scoring {
    /// For nobody: discs are counted.
    #[default]
    Discs,
    /// For the winner, half of them for each if there is none, as tournaments and
    /// their databases count.
    EmptiesToWinner,
}

/// What each player has.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Score {
    /// What black has.
    pub black: u32,
    /// What white has.
    pub white: u32,
}

impl Score {
    /// Who has more.
    pub fn outcome(self) -> Outcome {
        match self.black.cmp(&self.white) {
            Ordering::Greater => Outcome::Won(Color::Black),
            Ordering::Less => Outcome::Won(Color::White),
            Ordering::Equal => Outcome::Drawn,
        }
    }
}

impl Board {
    /// What each player has, as if the game ended now.
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
            match score.outcome() {
                Outcome::Won(Color::Black) => score.black += empties,
                Outcome::Won(Color::White) => score.white += empties,
                Outcome::Drawn => {
                    score.black += empties / 2;
                    score.white += empties / 2;
                }
            }
        }
        score
    }
}
