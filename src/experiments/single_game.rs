//! A game of one player against a fleet.

use crate::players::classic::HiddenFleet;
use crate::players::classic::Policy;
use crate::players::classic::{BitboardKnowledge, BitboardOutcome};
use crate::players::classic::{FieldIndex, PlacementTable};

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
pub fn sink_fleet<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &HiddenFleet<W>,
    player: &mut dyn Policy<W>,
    seed: u64,
    mut observe: impl FnMut(FieldIndex, &BitboardOutcome<W>),
) -> Cost {
    let mut knowledge = BitboardKnowledge::new(table);
    let mut cost = Cost::default();
    player.begin(seed);
    while !knowledge.is_over() {
        let field = player.next_shot(&knowledge);
        assert!(
            table.all().without(&knowledge.shot()).has(field),
            "a player must shoot at a field of the board that it did not shoot at yet"
        );
        let outcome = BitboardOutcome::of(fleet, knowledge.shot(), field);
        observe(field, &outcome);
        cost.shots += 1;
        cost.misses += u32::from(outcome == BitboardOutcome::Miss);
        knowledge.learn(table, field, outcome);
    }
    cost
}
