//! The players of classic rule sets, where shots are announced.
//!
//! Such a player is given its [`Knowledge`](view::Knowledge) before each shot, and chooses
//! the next field. A new one is a file with a [`ShotPolicy`] and a line in
//! [`SHOT_POLICIES`].

mod bitboard;
mod bitboard_knowledge;
mod bitboard_policy;
mod config;
mod field_index;
mod forgetful_policy;
mod hidden_fleet;
mod placement_table;
mod policies;
mod posterior;
mod shot_turn;
mod uniform_policy;

pub use bitboard::{Bitboard, BitboardFields};
pub use bitboard_knowledge::{BitboardKnowledge, BitboardOutcome};
#[cfg(test)]
pub(super) use config::of_lengths as config_of_lengths;
pub use config::{
    Config, ConfigError, Directions, LENGTH_MAX, LengthClass, SHIPS_MAX, SIDE_MAX, SIDE_MIN,
};
pub use field_index::FieldIndex;
pub use hidden_fleet::{HiddenFleet, HiddenShip};
pub(crate) use placement_table::with_placement_table;
pub use placement_table::{Placement, PlacementMask, PlacementTable, Starts};
pub use policies::{Policy, PolicyFactory, PolicyKind};
pub use posterior::SampleBudget;

use bitboard_policy::BitboardPolicy;
pub use shot_turn::ShotTurn;

use std::fmt;

use bstr::BString;

use super::{Effort, Placing, Rng, ShipPlacement, TurnInput, place_missing};
use crate::game::Refused;
use crate::geometry::Pos;
use crate::view::{self, Observation};

/// The players where shots are announced, the default one first.
pub static SHOT_POLICIES: &[&dyn ShotPolicy] = &[
    &uniform_policy::UniformPolicy,
    &BitboardPolicy(PolicyKind::Hunt),
    &BitboardPolicy(PolicyKind::Parity),
    &BitboardPolicy(PolicyKind::Density),
    &BitboardPolicy(PolicyKind::Posterior),
    &forgetful_policy::ForgetfulPolicy,
];

/// The player of that name.
///
/// ```
/// assert_eq!(admiralty::players::shot_policy(b"random").unwrap().name(), "random");
/// assert!(admiralty::players::shot_policy(b"admiral").is_none());
/// ```
pub fn shot_policy(name: &[u8]) -> Option<&'static dyn ShotPolicy> {
    SHOT_POLICIES
        .iter()
        .copied()
        .find(|shot_policy| shot_policy.name().as_bytes() == name)
}

/// A player where shots are announced.
///
/// What it does may depend on its arguments and on nothing else: no clock, no other
/// random numbers, no state between turns but what it remembers.
pub trait ShotPolicy: Sync {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;

    /// Places the ships that are missing, at random by default.
    ///
    /// # Errors
    ///
    /// As [`place_missing`].
    fn place(
        &self,
        view: &Observation<'_>,
        placing: Placing,
        _effort: Effort,
        rng: &mut Rng,
    ) -> Refused<Vec<ShipPlacement>> {
        place_missing(view, placing, rng)
    }

    /// Begins the shots of a turn.
    fn targeting(&self, input: TurnInput<'_>) -> Box<dyn Targeting>;
}

impl fmt::Debug for dyn ShotPolicy {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// The shots of a turn, one by one.
pub trait Targeting {
    /// The next field of the enemy's board to shoot at, of those that were not shot at;
    /// nothing ends the turn. The knowledge includes all shots before.
    fn next_shot(&mut self, knowledge: &view::Knowledge) -> Option<Pos>;

    /// What the player remembers after its turn, fact by fact; most need nothing, because
    /// all shots are part of the state.
    fn remember(&self) -> Vec<BString> {
        Vec::new()
    }
}
