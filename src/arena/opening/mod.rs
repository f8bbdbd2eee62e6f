//! Openings: the state that the games of a pair begin with.

mod deal;
mod script;

use thiserror::Error;

use crate::game::Game;
use crate::geometry::{Rect, Size};
use crate::interpreter::save;
use crate::player::Player;
use crate::players::{FLEET_ATTEMPTS_MAX, Placing, classic};
use crate::rules::{RuleSet, SHIPS};

/// The most reefs that are put on a board at random.
pub const REEFS_MAX: u32 = 100_000;
/// The most ships that are placed at random.
pub const SHIPS_MAX: u64 = 10_000;
/// How the games of a tournament begin.
#[derive(Debug)]
pub struct Opening {
    base: Game,
    reefs: u32,
    /// How the arena places fleets; if not at all, players do in their turns.
    placing: Option<Placing>,
}

/// Why games cannot begin.
#[derive(Debug, Error)]
pub enum OpeningError {
    /// The script of the beginning is broken.
    #[error("the start breaks a rule on line {line}: {message}")]
    Script {
        /// The number of the line.
        line: u64,
        /// The judge's line.
        message: String,
    },
    /// The script of the beginning plays to the end.
    #[error("the start is a game that is over: {0} has won")]
    Over(Player),
    /// Not as many counts as classes.
    #[error("a fleet of the rule set {name} has {expected} counts, not {found}")]
    Counts {
        /// The rule set.
        name: &'static str,
        /// How many it has.
        expected: usize,
        /// How many were given.
        found: usize,
    },
    /// A board or a mode that the rule set does not have.
    #[error("the rule set {0} has neither reefs nor modes, and always its own board")]
    FixedBoard(&'static str),
    /// More than [`REEFS_MAX`], or than half the board.
    #[error("{0} reefs are too many: at most {REEFS_MAX}, and half the board")]
    TooManyReefs(u32),
    /// More than [`SHIPS_MAX`].
    #[error("{0} ships are too many to be placed at random: at most {SHIPS_MAX}")]
    TooManyShips(u64),
    /// Whole fleets, equally likely, where they can only be placed ship by ship.
    #[error(
        "fleets can be placed as uni by classic rule sets only, with 1 to {} ships each, \
         none of them on the board yet",
        classic::SHIPS_MAX
    )]
    NotUniform,
    /// Whole fleets, equally likely, and none was found.
    #[error(
        "no fleets were found that can be placed as uni, in {} beginnings; \
         fewer ships or --placing seq may help",
        FLEET_ATTEMPTS_MAX
    )]
    TooCrowded,
    /// No room was found.
    #[error("no room was found for the fleets; fewer ships or reefs, or a larger board, may help")]
    NoRoom,
}

impl Opening {
    /// Begins with a fresh game of the rule set `ships`.
    pub fn fresh(placing: Option<Placing>) -> Self {
        Self::of_game(Game::new(&SHIPS), placing)
    }

    /// Begins with a game of any rule set.
    pub const fn of_game(base: Game, placing: Option<Placing>) -> Self {
        Self {
            base,
            reefs: 0,
            placing,
        }
    }

    /// Begins with the state that a script ends in. What it keeps for the
    /// players of the program is dropped: the contestants are others.
    ///
    /// # Errors
    ///
    /// What is wrong with the script.
    pub fn from_script(script: &[u8], placing: Option<Placing>) -> Result<Self, OpeningError> {
        Ok(Self::of_game(script::neutral_state_after(script)?, placing))
    }

    /// Changes the board: A places above the middle, B below.
    pub fn set_board(&mut self, size: Size) {
        self.base.resize(size);
        let (half, right) = (size.rows / 2, size.columns - 1);
        let b_top = size.rows - half;
        self.base
            .set_start(Player::A, Rect::new(0, 0, half - 1, right));
        self.base
            .set_start(Player::B, Rect::new(b_top, 0, size.rows - 1, right));
    }

    /// Changes both fleets.
    ///
    /// # Errors
    ///
    /// [`OpeningError::Counts`]; or [`OpeningError::NoRoom`] if a ship is on the board
    /// that the fleet would not have.
    pub fn set_fleet(&mut self, counts: &[u32]) -> Result<(), OpeningError> {
        let rules = self.base.rules();
        if counts.len() != rules.classes.len() {
            return Err(OpeningError::Counts {
                name: rules.name,
                expected: rules.classes.len(),
                found: counts.len(),
            });
        }
        for player in Player::BOTH {
            self.base
                .set_fleet(player, counts)
                .map_err(|_| OpeningError::NoRoom)?;
        }
        Ok(())
    }

    /// Puts this many reefs on the board, at random for each pair.
    pub fn set_reefs(&mut self, reefs: u32) {
        self.reefs = reefs;
    }

    /// Turns on the extended shooting, and the automatic one.
    pub fn set_modes(&mut self, extended: bool, auto: bool) {
        if extended {
            self.base.set_extended();
        }
        if auto {
            self.base.set_auto();
        }
    }

    /// The rule set that is played.
    pub const fn rules(&self) -> &'static RuleSet {
        self.base.rules()
    }

    /// Whether the rules allow such a board and such modes.
    pub(super) fn suits_rules(&self) -> bool {
        let (rules, base) = (self.rules(), &self.base);
        !rules.announces_shots()
            || (self.reefs == 0
                && !base.is_extended()
                && !base.is_auto()
                && base.board().size() == rules.size(base.side()))
    }

    /// How many reefs are added.
    pub const fn reefs(&self) -> u32 {
        self.reefs
    }

    /// How ships are placed in words: a [`Placing`], or `players`.
    pub fn placing(&self) -> &'static str {
        self.placing.map_or("players", Placing::name)
    }

    /// The state that all pairs begin from, as a script.
    pub fn script(&self) -> String {
        let lines = save::commands(&self.base).map(|command| format!("{command}\n"));
        lines.collect()
    }
}
