//! The players of rule sets in which shots are called out and answered.
//!
//! Such a player is given its [`Knowledge`](view::Knowledge) before each shot, and names the next
//! field. A new one is a file with a [`Gunner`] and one line in [`GUNNERS`].

mod bits;
mod fleet;
mod forgetful;
mod knowledge;
mod marksman;
mod placing;
mod policies;
mod posterior;
mod random;
mod terms;
mod volley;
mod waters;

pub use bits::{Bits, Fields};
pub use fleet::{Fleet, Ship};
pub use knowledge::{Knowledge, Outcome};
pub use placing::{BEGINNINGS_MAX, Dealer, NoRoom, Placing};
pub use policies::{Player, School, Strategy};
pub use posterior::Work;
pub use terms::{Class, Directions, LENGTH_MAX, SHIPS_MAX, SIDE_MAX, SIDE_MIN, Terms, TermsError};
pub use waters::{Axis, Berth, Field, Hull, Kind, Starts, Waters};

use marksman::Marksman;
pub use volley::Volley;

use std::fmt;

use bstr::BString;

use super::{Briefing, Chance, Effort, Placement, place_missing};
use crate::game::Refused;
use crate::geometry::Pos;
use crate::view::{self, Observation};

/// Every player that can be chosen, the default one first.
pub static GUNNERS: &[&dyn Gunner] = &[
    &random::Random,
    &Marksman(Strategy::Hunt),
    &Marksman(Strategy::Parity),
    &Marksman(Strategy::Density),
    &Marksman(Strategy::Posterior),
    &forgetful::Forgetful,
];

/// The player of that name.
///
/// ```
/// assert_eq!(admiralty::players::gunner(b"random").unwrap().name(), "random");
/// assert!(admiralty::players::gunner(b"admiral").is_none());
/// ```
pub fn gunner(name: &[u8]) -> Option<&'static dyn Gunner> {
    GUNNERS
        .iter()
        .copied()
        .find(|gunner| gunner.name().as_bytes() == name)
}

/// A way to play where shots are called out and answered.
///
/// What it does may depend on what it is given and on nothing else: no clock, no
/// other source of chance, nothing kept between turns but what it remembers.
pub trait Gunner: Sync {
    /// The name it is chosen by.
    fn name(&self) -> &'static str;

    /// Places the ships that are to be placed: at random in the way that is asked for,
    /// unless a player knows better.
    ///
    /// # Errors
    ///
    /// As those of [`place_missing`].
    fn place(
        &self,
        view: &Observation<'_>,
        placing: Placing,
        _effort: Effort,
        chance: &mut Chance,
    ) -> Refused<Vec<Placement>> {
        place_missing(view, placing, chance)
    }

    /// Takes aim for a turn.
    fn aim(&self, briefing: Briefing<'_>) -> Box<dyn Aim>;
}

impl fmt::Debug for dyn Gunner {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.name())
    }
}

/// A turn's shots, one by one.
pub trait Aim {
    /// The next field to shoot at: one of the enemy's waters that was not shot
    /// at. There is one; what came of the shots before, also of this turn, is
    /// known. Nothing ends the turn without a further shot.
    fn next_shot(&mut self, knowledge: &view::Knowledge) -> Option<Pos>;

    /// What the player remembers when its turn is over, fact by fact; most need
    /// nothing, because all shots are part of the state.
    fn remember(&self) -> Vec<BString> {
        Vec::new()
    }
}
