//! What a board counts for, in both ways of counting.

use super::{Board, Color, Outcome};

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
    /// What players have who have so many discs, at most 64 together.
    pub fn new(black: u32, white: u32, scoring: Scoring) -> Self {
        let discs = Self { black, white };
        let empties = 64_u32.saturating_sub(black + white);
        match (scoring, discs.outcome()) {
            (Scoring::Discs, _) => discs,
            (_, Outcome::Won(Color::Black)) => Self {
                black: black + empties,
                white,
            },
            (_, Outcome::Won(Color::White)) => Self {
                black,
                white: white + empties,
            },
            (_, Outcome::Drawn) => Self {
                black: black + empties / 2,
                white: white + empties / 2,
            },
        }
    }

    /// Who has more.
    pub fn outcome(self) -> Outcome {
        match self.black.cmp(&self.white) {
            std::cmp::Ordering::Greater => Outcome::Won(Color::Black),
            std::cmp::Ordering::Less => Outcome::Won(Color::White),
            std::cmp::Ordering::Equal => Outcome::Drawn,
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
        Score::new(black, white, scoring)
    }
}
