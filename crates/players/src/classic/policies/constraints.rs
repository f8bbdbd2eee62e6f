//! The known facts, in the form needed for building fleets, and the enumeration of all fleets
//! that agree with them, if there are few.

#![expect(
    clippy::inline_always,
    reason = "inlined into multiversioned callers, to be compiled for newer processors"
)]

use std::ops::Range;

use multiversion::multiversion;

use super::placement_weights::PlacementWeights;
use crate::Placing;
use crate::classic::{
    Bitboard, BitboardKnowledge, FieldIndex, LENGTH_CLASSES_MAX, PlacedShip, Placement,
    PlacementStarts, PlacementTable,
};

/// The knowledge before a shot.
pub struct Constraints<'s, const W: usize> {
    pub table: &'s PlacementTable<W>,
    placing: Placing,
    /// The fields where ships afloat may lie, hits included.
    pub free: Bitboard<W>,
    /// The hits of ships afloat.
    pub open: Bitboard<W>,
    pub afloat: MissingByClass,
    /// The reach of the sunk ships, by class.
    sunk: [Bitboard<W>; LENGTH_CLASSES_MAX],
    /// By class, the places that consist only of hits: a ship there would be sunk.
    on_hits: [PlacementStarts<W>; LENGTH_CLASSES_MAX],
}

impl<'s, const W: usize> Constraints<'s, W> {
    #[inline(always)]
    pub fn new(
        table: &'s PlacementTable<W>,
        placing: Placing,
        knowledge: &BitboardKnowledge<W>,
    ) -> Self {
        let mut on_hits = [PlacementStarts::default(); LENGTH_CLASSES_MAX];
        for (class, on_hits) in table.length_classes().zip(&mut on_hits) {
            *on_hits = table.starts(class, knowledge.open);
        }
        let mut sunk = [Bitboard::EMPTY; LENGTH_CLASSES_MAX];
        for &cells in &knowledge.sunk {
            if let Some(class) = table.class_of_length(cells.count()) {
                sunk[usize::from(class)] |= table.reach(cells);
            }
        }
        Self {
            table,
            placing,
            free: table.all().without(&knowledge.closed),
            open: knowledge.open,
            afloat: knowledge.afloat,
            sunk,
            on_hits,
        }
    }

    /// Lists the ships that may cover the first hit. Those that leave other hits uncovered,
    /// or leave little room, are unlikely.
    #[inline(always)]
    pub fn covers_of_first(&self, hit: FieldIndex) -> Vec<HitCover<W>> {
        let mut covers = Vec::new();
        self.list_covers(self.afloat, self.free, hit, &mut covers, |ship, left, _| {
            let uncovered = self.open.without(&ship.cells);
            if uncovered.meets(&ship.reach) {
                return None;
            }
            let penalty = 0.15_f64.powi(uncovered.count().cast_signed());
            let free = self.free.without(&ship.reach);
            Some(penalty * estimate_fleets(self.table, left, free))
        });
        covers
    }

    /// Lists the ships, among those left, that may cover a hit, with rough weights that are
    /// cheap to compute: the factors of the number of fleets that differ between classes.
    #[inline(always)]
    pub fn covers(
        &self,
        left: MissingByClass,
        free: Bitboard<W>,
        hit: FieldIndex,
        covers: &mut Vec<HitCover<W>>,
    ) {
        covers.clear();
        self.list_covers(left, free, hit, covers, |_, _, rough| Some(rough));
    }

    /// `weigh` is given a ship, the other ships left, and the rough weight.
    #[inline(always)]
    fn list_covers(
        &self,
        left: MissingByClass,
        free: Bitboard<W>,
        hit: FieldIndex,
        covers: &mut Vec<HitCover<W>>,
        weigh: impl Fn(&PlacedShip<W>, MissingByClass, f64) -> Option<f64>,
    ) {
        let mut sum = 0.0;
        for class in self.table.length_classes() {
            let index = usize::from(class);
            if left[index] == 0 {
                continue;
            }
            let mut others = left;
            others[index] -= 1;
            let starts = self.table.starts(class, free);
            let rough = f64::from(left[index]) / f64::from(starts.count());
            let afloat = starts.without(&self.on_hits[index]);
            let through = afloat.and(self.table.through(class, hit));
            for placement in through.placements(class) {
                let ship = *self.table.ship(placement);
                if let Some(weight) = weigh(&ship, others, rough) {
                    sum += weight.max(1e-12);
                    covers.push(HitCover { ship, sum });
                }
            }
        }
    }

    /// The prior probability of a fleet, up to a factor.
    ///
    /// Ships of one class can be placed in any order, and the number of places for the next
    /// ship depends on the order. It is assumed to decrease linearly, as it does on average.
    #[inline(always)]
    pub fn prior_weight(&self, fleet: &[PlacedShip<W>]) -> f64 {
        let all = self.table.length_classes();
        1.0 / self.choices((1.0, self.table.all()), all, fleet).0
    }

    /// Multiplies in further classes. `choices` counts the places chosen for the ships of the
    /// classes so far, `free` has the fields left.
    #[inline(always)]
    fn choices(
        &self,
        (mut choices, mut free): (f64, Bitboard<W>),
        classes: Range<u8>,
        fleet: &[PlacedShip<W>],
    ) -> (f64, Bitboard<W>) {
        if self.placing == Placing::Uni {
            return (choices, free);
        }
        for class in classes {
            let first = self.places(class, free);
            free = self.free_after(class, free, fleet);
            choices *= self.choices_in(class, first, free);
        }
        (choices, free)
    }

    /// How many places there are for a ship of a class.
    #[inline(always)]
    fn places(&self, class: u8, free: Bitboard<W>) -> f64 {
        f64::from(self.table.starts(class, free).count())
    }

    /// What the ships of a class leave free.
    #[inline(always)]
    fn free_after(&self, class: u8, free: Bitboard<W>, fleet: &[PlacedShip<W>]) -> Bitboard<W> {
        let of_class = fleet.iter().filter(|ship| ship.placement.class == class);
        let free = free.without(&self.sunk[usize::from(class)]);
        of_class.fold(free, |free, ship| free.without(&ship.reach))
    }

    /// The choices for the ships of a class: there are `first` places for the first one, and `free` has the fields left
    /// after the last one.
    #[inline(always)]
    fn choices_in(&self, class: u8, first: f64, free: Bitboard<W>) -> f64 {
        let count = self.table.length_class(class).count;
        let mut choices = first;
        if count > 1 {
            let step = (first - self.places(class, free)) / f64::from(count);
            for rank in 1..count {
                choices *= first - f64::from(rank) * step;
            }
        }
        choices
    }

    /// Whether fleets that differ only in the last ship, of this class, are equally likely
    /// because their prior weight does not depend on it.
    #[inline(always)]
    pub fn is_alike_wherever_last(&self, class: u8) -> bool {
        let is_alone = class + 1 == self.table.length_classes().end
            && self.table.length_class(class).count == 1;
        is_alone || self.placing == Placing::Uni
    }
}

/// A ship that covers a hit, with a weight that estimates the number of fleets that contain
/// it.
#[derive(Clone, Copy)]
pub struct HitCover<const W: usize> {
    pub ship: PlacedShip<W>,
    /// The cumulative weight of all covers up to this one.
    pub sum: f64,
}

/// The number of ships of each class that are still to be placed.
pub type MissingByClass = [u8; LENGTH_CLASSES_MAX];

/// Adds up the weights of all fleets that fit the knowledge; returns false if there are too many.
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
    let last_class = classes.find(|&class| afloat[usize::from(class)] > 0);
    let last_places = last_class.map_or(1, |class| table.starts(class, free).count());
    if fleets > f64::from(NODES_MAX) * f64::from(last_places.max(1)) {
        return false;
    }
    let root = SearchNode {
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

/// The most nodes of the search tree that are visited. With 1,000, `posterior` takes a fifth more time in
/// `hasbro`, and saves no shots (`docs/PERFORMANCE.md`).
const NODES_MAX: u32 = 300;

/// The number of ways to place the ships left if they did not obstruct each other.
#[inline(always)]
fn estimate_fleets<const W: usize>(
    table: &PlacementTable<W>,
    left: MissingByClass,
    free: Bitboard<W>,
) -> f64 {
    let mut estimate = 1.0;
    for (class, left) in table.length_classes().zip(left) {
        if left > 0 {
            let places = f64::from(table.starts(class, free).count());
            for rank in 1..=left {
                estimate *= places / f64::from(rank);
            }
        }
    }
    estimate
}

/// A node of the search tree: what a partial fleet leaves.
#[derive(Clone, Copy)]
struct SearchNode<'c, 's, const W: usize> {
    constraints: &'c Constraints<'s, W>,
    left: MissingByClass,
    free: Bitboard<W>,
    uncovered: Bitboard<W>,
    /// The place of the previous ship: ships of a class are placed in one order only.
    previous: Option<Placement>,
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn visit<const W: usize>(
    node: &SearchNode<'_, '_, W>,
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
        for HitCover { ship, .. } in choices {
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

impl<const W: usize> SearchNode<'_, '_, W> {
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
    fleet: &[PlacedShip<W>],
    weights: &mut PlacementWeights<W>,
    class: u8,
    starts: &PlacementStarts<W>,
) {
    let table = constraints.table;
    let weight = if constraints.is_alike_wherever_last(class) {
        let weight = constraints.prior_weight(fleet) * f64::from(starts.count());
        weights.spread(class, starts, weight);
        weight
    } else {
        let (before, free) = constraints.choices((1.0, table.all()), 0..class, fleet);
        let first = constraints.places(class, free);
        let free = constraints.free_after(class, free, fleet);
        let onward = class + 1..table.length_classes().end;
        let mut sum = 0.0;
        for placement in starts.placements(class) {
            let free = free.without(&table.ship(placement).reach);
            let choices = before * constraints.choices_in(class, first, free);
            let weight = 1.0
                / constraints
                    .choices((choices, free), onward.clone(), fleet)
                    .0;
            weights.add(placement, weight);
            sum += weight;
        }
        sum
    };
    weights.add_fleet(fleet, weight);
}
