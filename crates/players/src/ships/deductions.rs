//! Deductions from a knowledge map: which ships are found, and which are left.

use super::hit_run::HitRun;
use super::knowledge_map::KnowledgeMap;
use crate::Orders;
use admiralty_core::geometry::BitGrid;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::Observation;

/// How many contradictions are resolved one by one before everything is discarded.
const DOUBTS_MAX: u32 = 12;

/// What follows from a knowledge map if it is right.
#[derive(Clone, Debug)]
pub(super) struct Deductions {
    /// The fields on which an unknown part of a ship may lie.
    pub open: BitGrid,
    pub ships: BitGrid,
    /// Runs of known parts of ships that may have more parts.
    pub runs: Vec<HitRun>,
    /// How many ships of each class are not completely known, by class index.
    pub left: [u32; RuleSet::CLASSES_MAX],
}

impl Deductions {
    /// The deductions, after contradictory facts are discarded from the map.
    pub fn of(map: &mut KnowledgeMap, orders: &Orders<'_, '_>) -> Self {
        for _ in 0..DOUBTS_MAX {
            match Self::new(map, orders.view()) {
                (deductions, Ok(())) => return deductions,
                (_, Err(run)) => map.discard(run.rect, orders),
            }
        }
        map.restart(orders);
        Self::new(map, orders.view()).0
    }

    /// The deductions from a map. They are contradictory if a run is a complete ship, but not
    /// of a class that is left.
    pub fn new(map: &KnowledgeMap, view: &Observation<'_>) -> (Self, Result<(), HitRun>) {
        let enemy = view.player().opponent();
        let mut left = [0; RuleSet::CLASSES_MAX];
        for (left, class) in left.iter_mut().zip(view.rules().classes) {
            *left = view.count(enemy, class);
        }
        let (ships, mut blocked) = (map.ships(), map.impossible());
        let runs = HitRun::all(ships.fields(), |field| ships.contains(field)).collect();
        let mut deductions = Self {
            runs,
            left,
            open: BitGrid::new(ships.rect()),
            ships,
        };
        let closed = deductions.close(&mut blocked, view.rules().classes);
        blocked.insert_set(&deductions.ships);
        deductions.open = blocked.complement();
        (deductions, closed)
    }

    /// The lengths of the classes that have ships left.
    pub fn lengths<'v>(&self, view: &'v Observation<'_>) -> impl Iterator<Item = i32> + use<'v> {
        let classes = view.rules().classes.iter().zip(self.left);
        classes.filter_map(|(class, left)| (left > 0).then_some(i32::from(class.length)))
    }

    /// Removes the runs that are complete ships, one by one, and blocks the fields around
    /// them.
    fn close(&mut self, blocked: &mut BitGrid, classes: &[ShipClass]) -> Result<(), HitRun> {
        let is_left = |left: &[u32], class: &&ShipClass| left[usize::from(class.index)] > 0;
        loop {
            let left = classes.iter().filter(|class| is_left(&self.left, class));
            let longest = left.map(|class| i32::from(class.length)).max().unwrap_or(0);
            let whole = self.runs.iter().position(|run| {
                let is_blocked = |end| !blocked.rect().contains(end) || blocked.contains(end);
                run.length() >= longest || run.ends().all(is_blocked)
            });
            let Some(whole) = whole else {
                return Ok(());
            };
            let run = self.runs.swap_remove(whole);
            let mut left = classes.iter().filter(|class| is_left(&self.left, class));
            let class = left.find(|class| i32::from(class.length) == run.length());
            self.left[usize::from(class.ok_or(run)?.index)] -= 1;
            blocked.insert_all(run.rect.grown(1));
        }
    }
}
