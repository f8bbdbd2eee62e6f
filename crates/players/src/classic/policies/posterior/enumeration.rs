//! Enumerates all fleets that agree with what is known, if there are few.

use multiversion::multiversion;

use super::constraints::{Constraints, Cover, MissingByClass, estimate_fleets};
use super::placement_weights::PlacementWeights;
use crate::classic::{Bitboard, PlacedShip, Placement, Starts};

/// The most nodes of the search tree that are visited.
const NODES_MAX: u32 = 1000;

/// Adds up the weights of all fleets; returns false if there are too many.
#[inline(always)]
pub fn enumerate<const W: usize>(
    constraints: &Constraints<'_, W>,
    weights: &mut PlacementWeights<W>,
) -> bool {
    let (table, free, afloat) = (constraints.table, constraints.free, constraints.afloat);
    let fleets = match constraints.open.first() {
        None => estimate_fleets(table, afloat, free),
        Some(hit) => {
            let covers = constraints.covers_of_first(hit);
            covers.last().map_or(0.0, |cover| cover.sum)
        }
    };
    let mut classes = table.length_classes().rev();
    let last = classes.find(|&class| afloat[usize::from(class)] > 0);
    let last = last.map_or(1, |class| table.starts(class, free).count());
    if fleets > f64::from(NODES_MAX) * f64::from(last.max(1)) {
        return false;
    }
    let root = Node {
        constraints,
        left: afloat,
        free,
        uncovered: constraints.open,
        previous: None,
    };
    let mut visited = 0;
    visit(&root, &mut Vec::new(), weights, &mut visited);
    if visited > NODES_MAX {
        weights.clear();
    }
    visited <= NODES_MAX
}

/// A node of the search tree: what a partial fleet leaves.
#[derive(Clone, Copy)]
struct Node<'c, 's, const W: usize> {
    constraints: &'c Constraints<'s, W>,
    left: MissingByClass,
    free: Bitboard<W>,
    uncovered: Bitboard<W>,
    /// The place of the previous ship: ships of a class are placed in one order only.
    previous: Option<Placement>,
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn visit<const W: usize>(
    node: &Node<'_, '_, W>,
    fleet: &mut Vec<PlacedShip<W>>,
    weights: &mut PlacementWeights<W>,
    visited: &mut u32,
) {
    let constraints = node.constraints;
    let table = constraints.table;
    *visited += 1;
    if *visited > NODES_MAX {
        return;
    }
    let mut visit_with = |ship: PlacedShip<W>, previous, weights: &mut _| {
        if let Some(next) = node.after(&ship, previous) {
            fleet.push(ship);
            visit(&next, fleet, weights, visited);
            fleet.pop();
        }
    };
    if let Some(hit) = node.uncovered.first() {
        let mut choices = Vec::new();
        constraints.covers(node.left, node.free, hit, &mut choices);
        for Cover { ship, .. } in choices {
            visit_with(ship, None, weights);
        }
        return;
    }
    let mut classes = table.length_classes();
    let Some(class) = classes.find(|&class| node.left[usize::from(class)] > 0) else {
        weights.add_fleet(fleet, constraints.prior_weight(fleet));
        return;
    };
    let mut starts = table.starts(class, node.free);
    if let Some(previous) = node.previous.filter(|previous| previous.class == class) {
        starts = starts.after(previous);
    }
    if node.left.iter().sum::<u8>() == 1 {
        add_last_ship(constraints, fleet, weights, class, &starts);
        return;
    }
    for placement in starts.placements(class) {
        visit_with(*table.ship(placement), Some(placement), weights);
    }
}

impl<const W: usize> Node<'_, '_, W> {
    /// The node with one more ship; `None` if a hit can no longer be covered.
    #[inline(always)]
    fn after(&self, ship: &PlacedShip<W>, previous: Option<Placement>) -> Option<Self> {
        let mut next = *self;
        next.left[usize::from(ship.placement.class)] -= 1;
        next.free = self.free.without(&ship.reach);
        next.uncovered = self.uncovered.without(&ship.cells);
        next.previous = previous;
        next.uncovered.is_within(&next.free).then_some(next)
    }
}

/// Adds all fleets that differ only in the place of the last ship.
#[inline(always)]
fn add_last_ship<const W: usize>(
    constraints: &Constraints<'_, W>,
    fleet: &mut Vec<PlacedShip<W>>,
    weights: &mut PlacementWeights<W>,
    class: u8,
    starts: &Starts<W>,
) {
    let table = constraints.table;
    let weight = if constraints.is_alike_wherever_last(class) {
        let weight = constraints.prior_weight(fleet) * f64::from(starts.count());
        weights.spread(class, starts, weight);
        weight
    } else {
        let before = constraints.choices((1.0, table.all()), 0..class, fleet);
        let onward = class..table.length_classes().end;
        let mut sum = 0.0;
        for placement in starts.placements(class) {
            fleet.push(*table.ship(placement));
            let weight = 1.0 / constraints.choices(before, onward.clone(), fleet).0;
            fleet.pop();
            weights.add(placement, weight);
            sum += weight;
        }
        sum
    };
    weights.add_fleet(fleet, weight);
}
