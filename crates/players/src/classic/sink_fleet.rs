//! Games against a hidden fleet.

use std::ops::ControlFlow;

use super::{BitboardKnowledge, BitboardOutcome, FieldIndex, PlacedShip, PlacementTable, Policy};

/// The number of shots in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Cost {
    /// All shots, including the last hit.
    pub shots: u32,
    /// Those that hit nothing.
    pub misses: u32,
}

/// Lets a policy sink a fleet, and calls `observe` after each shot, which may end the game.
///
/// # Panics
///
/// If the policy shoots at a field twice or off the board, which is a bug in it.
pub fn sink_fleet<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &[PlacedShip<W>],
    policy: &mut dyn Policy<W>,
    seed: u64,
    observe: impl FnMut(FieldIndex, &BitboardOutcome<W>) -> ControlFlow<()>,
) -> Cost {
    policy.begin(seed);
    sink_rest(table, fleet, BitboardKnowledge::new(table), policy, observe)
}

/// Lets a policy sink what is left of a fleet, of which only the ships afloat are needed.
pub(super) fn sink_rest<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &[PlacedShip<W>],
    mut knowledge: BitboardKnowledge<W>,
    policy: &mut dyn Policy<W>,
    mut observe: impl FnMut(FieldIndex, &BitboardOutcome<W>) -> ControlFlow<()>,
) -> Cost {
    let mut cost = Cost::default();
    while !knowledge.is_over() {
        let field = policy.next_shot(&knowledge);
        assert!(
            table.all().without(&knowledge.shot).has(field),
            "a policy must choose a field of the board that was not shot at"
        );
        let outcome = BitboardOutcome::of(fleet, knowledge.shot, field);
        cost.shots += 1;
        cost.misses += u32::from(outcome == BitboardOutcome::Miss);
        if observe(field, &outcome).is_break() {
            break;
        }
        knowledge.learn(table, field, outcome);
    }
    cost
}
