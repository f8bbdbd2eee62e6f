//! A game of a policy against a hidden fleet.

use crate::players::classic::{
    BitboardKnowledge, BitboardOutcome, FieldIndex, HiddenFleet, PlacementTable, Policy,
};

/// The shots of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// All shots, including the last hit.
    pub shots: u32,
    /// Those that hit nothing.
    pub misses: u32,
}

/// Lets a policy sink a fleet, and calls `observe` with each shot.
///
/// # Panics
///
/// If the policy shoots at a field twice, or off the board: that is a bug in it.
pub fn sink_fleet<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &HiddenFleet<W>,
    policy: &mut dyn Policy<W>,
    seed: u64,
    mut observe: impl FnMut(FieldIndex, &BitboardOutcome<W>),
) -> Cost {
    let mut knowledge = BitboardKnowledge::new(table);
    let mut cost = Cost::default();
    policy.begin(seed);
    while !knowledge.is_over() {
        let field = policy.next_shot(&knowledge);
        assert!(
            table.all().without(&knowledge.shot()).has(field),
            "a policy must choose a field of the board that was not shot at"
        );
        let outcome = BitboardOutcome::of(fleet, knowledge.shot(), field);
        observe(field, &outcome);
        cost.shots += 1;
        cost.misses += u32::from(outcome == BitboardOutcome::Miss);
        knowledge.learn(table, field, outcome);
    }
    cost
}
