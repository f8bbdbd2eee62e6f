//! Openings: the states that the games of a pair start from.

mod deal;

use serde::{Serialize, Serializer};

use super::ArenaError;
use admiralty_core::game::Game;
use admiralty_core::geometry::Size;
use admiralty_core::interpreter::{self, Ending, save};
use admiralty_core::player::Player;
use admiralty_core::rules::{SHIPS, starting_rects};
use admiralty_core::script::{Command, Tag};
use admiralty_players::Placing;

/// The most reefs that are placed at random.
pub const REEFS_MAX: u32 = 100_000;
/// The most ships that are placed at random.
pub const SHIPS_MAX: u64 = 10_000;

/// How the games of a tournament start.
#[derive(Debug, Serialize)]
pub struct Opening {
    /// The state that all pairs start from.
    #[serde(rename = "start", serialize_with = "as_script")]
    pub base: Game,
    /// How many reefs are placed at random for each pair.
    pub reefs: u32,
    /// How the arena places fleets; if `None`, the players do in their turns.
    #[serde(serialize_with = "as_name")]
    pub placing: Option<Placing>,
}

fn as_script<S: Serializer>(base: &Game, serializer: S) -> Result<S::Ok, S::Error> {
    let lines = save::commands(base).map(|command| format!("{command}\n"));
    serializer.serialize_str(&lines.collect::<String>())
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::ref_option,
    reason = "serde passes a reference"
)]
fn as_name<S: Serializer>(placing: &Option<Placing>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(placing.map_or("players", Placing::name))
}

impl Opening {
    /// Starts from a new game of the rule set `ships`.
    pub fn fresh(placing: Option<Placing>) -> Self {
        Self::of_game(Game::new(&SHIPS), placing)
    }

    /// Starts from a game of any rule set.
    pub const fn of_game(base: Game, placing: Option<Placing>) -> Self {
        Self {
            base,
            reefs: 0,
            placing,
        }
    }

    /// Starts from the state in which a script ends. AI players and their information are dropped,
    /// because the contestants are others.
    ///
    /// # Errors
    ///
    /// The error in the script.
    pub fn from_script(script: &[u8], placing: Option<Placing>) -> Result<Self, ArenaError> {
        let game = state_after(script)?;
        let is_kept = |command: &Command| {
            !matches!(
                command,
                Command::SetAiPlayer(_) | Command::Information { .. }
            )
        };
        let state = Tag::State.group(save::commands(&game).filter(is_kept));
        Ok(Self::of_game(state_after(&state)?, placing))
    }

    /// Changes the size of the board, and the starting rectangles with it ([`starting_rects`]).
    pub fn set_board(&mut self, size: Size) {
        self.base.resize(size);
        let starts = starting_rects(size);
        for player in Player::BOTH {
            self.base.set_start(player, starts[player]);
        }
    }

    /// Changes both fleets.
    ///
    /// # Errors
    ///
    /// The number of counts is not that of the classes, or a ship on the board would not belong to
    /// the fleet.
    pub fn set_fleet(&mut self, counts: &[u32]) -> Result<(), ArenaError> {
        let rules = self.base.rules();
        let (expected, found) = (rules.classes.len(), counts.len());
        if expected != found {
            let name = rules.name;
            return ArenaError::usage(format!(
                "a fleet of the rule set {name} has {expected} counts, not {found}"
            ));
        }
        for player in Player::BOTH {
            let changed = self.base.set_fleet(player, counts);
            changed.map_err(|_| deal::no_room())?;
        }
        Ok(())
    }
}

fn state_after(script: &[u8]) -> Result<Game, ArenaError> {
    let executed = interpreter::execute(script, &mut std::io::sink());
    let (ending, session) = executed.expect("neither a slice nor a sink fails");
    match ending {
        Some(Ending::Failed(failure)) => ArenaError::usage(format!(
            "the start breaks a rule on line {}: {failure}",
            failure.line
        )),
        Some(Ending::Won(player)) => ArenaError::usage(format!(
            "the start is a game that is over: {player} has won"
        )),
        None => Ok(session.into_game()),
    }
}
