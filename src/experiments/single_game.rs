//! A game of one player against a fleet.

use crate::players::classic::Fleet;
use crate::players::classic::Policy;
use crate::players::classic::{Field, PlacementTable};
use crate::players::classic::{Knowledge, Outcome};

/// What a game has cost.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// All shots, the last hit among them.
    pub shots: u32,
    /// Those that hit nothing.
    pub misses: u32,
}

/// Lets a player sink a fleet, and tells each shot.
///
/// # Panics
///
/// If the player shoots at a field twice, or beside the board: that is its mistake.
pub fn play<const W: usize>(
    waters: &PlacementTable<W>,
    fleet: &Fleet<W>,
    player: &mut dyn Policy<W>,
    seed: u64,
    mut tell: impl FnMut(Field, &Outcome<W>),
) -> Cost {
    let mut knowledge = Knowledge::new(waters);
    let mut cost = Cost::default();
    player.begin(seed);
    while !knowledge.is_over() {
        let field = player.next_shot(&knowledge);
        assert!(
            waters.all().without(&knowledge.shot()).has(field),
            "a player must shoot at a field of the board that it did not shoot at yet"
        );
        let outcome = Outcome::of(fleet, knowledge.shot(), field);
        tell(field, &outcome);
        cost.shots += 1;
        cost.misses += u32::from(outcome == Outcome::Miss);
        knowledge.learn(waters, field, outcome);
    }
    cost
}
