//! All fleets that agree with what is known, when they are few.

use multiversion::multiversion;

use super::constraints::Constraints;
use super::cover::{Cover, covers, estimate_fleets};
use super::placed_ship::{PartialFleet, PlacedShip};
use super::placement_weights::PlacementWeights;
use crate::players::classic::bitboard::Bitboard;
use crate::players::classic::placement_table::{LENGTH_CLASSES_MAX, Placement, Starts};

/// The most nodes that are visited.
const NODES_MAX: u32 = 1000;

/// Adds up the weights of all fleets; false if there are too many.
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
    if fleets > f64::from(NODES_MAX) * f64::from(last.max(1)) {
        return false;
    }
    fleet.clear();
    let mut visited = 0;
    let root = Node {
        constraints,
        left: constraints.afloat,
        free: constraints.free,
        uncovered: constraints.open,
        previous: None,
    };
    visit(&root, fleet, weights, &mut visited);
    if visited <= NODES_MAX {
        return true;
    }
    weights.clear();
    false
}

/// A node of the search tree: what a partial fleet leaves.
#[derive(Clone, Copy)]
struct Node<'c, 's, const W: usize> {
    constraints: &'c Constraints<'s, W>,
    left: [u8; LENGTH_CLASSES_MAX],
    free: Bitboard<W>,
    uncovered: Bitboard<W>,
    /// Where the ship before lies: ships of a class are placed in one order only.
    previous: Option<Placement>,
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn visit<const W: usize>(
    node: &Node<'_, '_, W>,
    fleet: &mut PartialFleet<W>,
    weights: &mut PlacementWeights<W>,
    visited: &mut u32,
) {
    let constraints = node.constraints;
    *visited += 1;
    if *visited > NODES_MAX {
        return;
    }
    if let Some(hit) = node.uncovered.first() {
        let mut choices = Vec::new();
        covers(constraints, &node.left, node.free, hit, false, &mut choices);
        for Cover { ship, .. } in choices {
            if let Some(next) = node.after(&ship, None) {
                fleet.push(ship);
                visit(&next, fleet, weights, visited);
                fleet.pop();
            }
        }
        return;
    }
    let mut classes = constraints.table.length_classes();
    let Some(class) = classes.find(|&class| node.left[usize::from(class)] > 0) else {
        weights.add_fleet(fleet, constraints.prior_weight(fleet));
        return;
    };
    let mut starts = constraints.table.starts(class, node.free);
    if let Some(previous) = node.previous.filter(|previous| previous.class == class) {
        starts = starts.after(previous);
    }
    if node.left.iter().sum::<u8>() == 1 {
        add_last_ship(constraints, fleet, weights, class, &starts);
        return;
    }
    for placement in starts.placements(class) {
        let ship = constraints.placed(placement);
        if let Some(next) = node.after(&ship, Some(placement)) {
            fleet.push(ship);
            visit(&next, fleet, weights, visited);
            fleet.pop();
        }
    }
}

impl<const W: usize> Node<'_, '_, W> {
    /// The node with one more ship; none if a hit cannot be covered any more.
    #[inline(always)]
    fn after(&self, ship: &PlacedShip<W>, previous: Option<Placement>) -> Option<Self> {
        let mut next = *self;
        next.left[usize::from(ship.placement.class)] -= 1;
        next.free = self.free.without(&ship.mask.reach);
        next.uncovered = self.uncovered.without(&ship.mask.cells);
        next.previous = previous;
        next.uncovered.is_within(&next.free).then_some(next)
    }
}

/// Adds all fleets that differ in where the last ship lies.
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
        for placement in starts.placements(class) {
            fleet.push(constraints.placed(placement));
            let (choices, _) = constraints.choices_onward(before, onward.clone(), fleet);
            let weight = 1.0 / choices;
            fleet.pop();
            weights.add(placement, weight);
            sum += weight;
        }
        sum
    };
    weights.add_fleet(fleet, weight);
}
