//! All fleets that agree with what is known, when they are few.

use multiversion::multiversion;

use super::constraints::Constraints;
use super::cover::{Cover, covers, estimate_fleets};
use super::partial_fleet::{PartialFleet, PlacedShip};
use super::placement_weights::PlacementWeights;
use crate::geometry::Axis;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::placement_table::{FieldIndex, LENGTH_CLASSES_MAX, Starts};

/// How many fleets, whole or in part, are tried at most.
const TRIED_MAX: u32 = 1000;

/// Counts all fleets; false if they are too many.
#[inline(always)]
pub fn enumerate<const W: usize>(
    constraints: &Constraints<'_, W>,
    fleet: &mut PartialFleet<W>,
    weights: &mut PlacementWeights<W>,
) -> bool {
    let table = constraints.table;
    let mut first = Vec::new();
    let fleets = match constraints.open.first() {
        None => estimate_fleets(table, &constraints.afloat, constraints.free),
        Some(hit) => {
            let (afloat, free) = (&constraints.afloat, constraints.free);
            covers(constraints, afloat, free, hit, true, &mut first);
            first.last().map_or(0.0, |cover| cover.sum)
        }
    };
    let last = table
        .length_classes()
        .rev()
        .find(|&class| constraints.afloat[usize::from(class)] > 0);
    let last = last.map_or(1, |class| table.starts(class, constraints.free).count());
    if fleets > f64::from(TRIED_MAX) * f64::from(last.max(1)) {
        return false;
    }
    fleet.ships.clear();
    let mut tried = 0;
    let node = SearchNode {
        constraints,
        left: constraints.afloat,
        free: constraints.free,
        uncovered: constraints.open,
        previous: None,
    };
    visit(&node, fleet, weights, &mut tried);
    if tried <= TRIED_MAX {
        return true;
    }
    weights.clear();
    false
}

/// A fleet that is thought of in part.
#[derive(Clone, Copy)]
struct SearchNode<'c, 's, const W: usize> {
    constraints: &'c Constraints<'s, W>,
    left: [u8; LENGTH_CLASSES_MAX],
    free: Bitboard<W>,
    uncovered: Bitboard<W>,
    /// Where the ship before lies: ships of a class are taken in one order only.
    previous: Option<(u8, Axis, FieldIndex)>,
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn visit<const W: usize>(
    node: &SearchNode<'_, '_, W>,
    fleet: &mut PartialFleet<W>,
    weights: &mut PlacementWeights<W>,
    tried: &mut u32,
) {
    let constraints = node.constraints;
    *tried += 1;
    if *tried > TRIED_MAX {
        return;
    }
    if let Some(hit) = node.uncovered.first() {
        let mut choices = Vec::new();
        covers(constraints, &node.left, node.free, hit, false, &mut choices);
        for Cover {
            class,
            axis,
            start,
            mask,
            ..
        } in choices
        {
            let ship = PlacedShip {
                class,
                axis,
                start,
                mask,
            };
            if let Some(next) = node.after(&ship, None) {
                fleet.ships.push(ship);
                visit(&next, fleet, weights, tried);
                fleet.ships.pop();
            }
        }
        return;
    }
    let mut classes = constraints.table.length_classes();
    let Some(class) = classes.find(|&class| node.left[usize::from(class)] > 0) else {
        let weight = constraints.prior_weight(fleet);
        weights.total += weight;
        for ship in &fleet.ships {
            weights.add(ship.class, ship.axis, ship.start, weight);
        }
        return;
    };
    let mut starts = constraints.table.starts(class, node.free);
    if let Some((_, axis, start)) = node.previous.filter(|&(previous, ..)| previous == class) {
        starts = starts.after(axis, start);
    }
    if node.left.iter().sum::<u8>() == 1 {
        add_last_ship(constraints, fleet, weights, class, &starts);
        return;
    }
    for (axis, start) in starts.iter() {
        let mask = *constraints.mask(class, axis, start);
        let ship = PlacedShip {
            class,
            axis,
            start,
            mask,
        };
        if let Some(next) = node.after(&ship, Some((class, axis, start))) {
            fleet.ships.push(ship);
            visit(&next, fleet, weights, tried);
            fleet.ships.pop();
        }
    }
}

impl<const W: usize> SearchNode<'_, '_, W> {
    /// With one more ship; none if a hit cannot be covered any more.
    #[inline(always)]
    fn after(
        &self,
        ship: &PlacedShip<W>,
        previous: Option<(u8, Axis, FieldIndex)>,
    ) -> Option<Self> {
        let mut next = *self;
        next.left[usize::from(ship.class)] -= 1;
        next.free = self.free.without(&ship.mask.reach);
        next.uncovered = self.uncovered.without(&ship.mask.cells);
        next.previous = previous;
        next.uncovered.is_within(&next.free).then_some(next)
    }
}

/// Notes all fleets that differ in where the last ship lies.
#[inline(always)]
fn add_last_ship<const W: usize>(
    constraints: &Constraints<'_, W>,
    fleet: &mut PartialFleet<W>,
    weights: &mut PlacementWeights<W>,
    class: u8,
    starts: &Starts<W>,
) {
    let weight = if constraints.is_alike_wherever_last(class) {
        let weight = constraints.prior_weight(fleet) * f64::from(starts.count());
        weights.spread(class, starts, weight);
        weight
    } else {
        let before = constraints.choices_before(class, fleet);
        let onward = class..constraints.table.length_classes().end;
        let mut sum = 0.0;
        for (axis, start) in starts.iter() {
            let mask = *constraints.mask(class, axis, start);
            fleet.ships.push(PlacedShip {
                class,
                axis,
                start,
                mask,
            });
            let (choices, _) = constraints.choices_onward(before, onward.clone(), fleet);
            let weight = 1.0 / choices;
            fleet.ships.pop();
            weights.add(class, axis, start, weight);
            sum += weight;
        }
        sum
    };
    weights.total += weight;
    for ship in &fleet.ships {
        weights.add(ship.class, ship.axis, ship.start, weight);
    }
}
