//! Sums over places of equal weight, by lookup tables.
//!
//! The number of places that cover two fields of a line depends only on how far the line is
//! free on both sides of them, so it is looked up. Ships are short, so the tables are small.

use super::{FieldValues, PlacementSums, worth};
use crate::classic::{Bitboard, BitboardKnowledge, FieldIndex, LENGTH_CLASSES_MAX, PlacementTable};
use admiralty_core::geometry::{Axis, Pos};
use admiralty_core::rules::ShipClass;

/// The most fields that a ship extends beyond one of its fields. More free fields or hits
/// than this make no difference.
const FAR: usize = ShipClass::LENGTH_MAX as usize - 1;

/// The worth of the places that cover adjacent hits of a line and extend, on one side, at
/// least to the outermost hit (index 0), to the field next to it (1), and so on.
type ReachWorth = [f32; FAR + 2];

/// By the number of adjacent hits, from 1; by the number of free fields on that side; by the
/// number of free fields on the other side.
type ReachTable = [[[ReachWorth; FAR + 1]; FAR + 1]; FAR];

/// Lookup tables for sums over the places in the lines of a board.
pub struct LineLookup<const W: usize> {
    /// The lookup tables, by class.
    reaches: Vec<ReachTable>,
    /// For each index, the field with row and column swapped.
    turned: Vec<FieldIndex>,
    /// The free fields with row and column swapped, so that columns are scanned like rows.
    pub columns: Bitboard<W>,
    longest: usize,
}

impl<const W: usize> LineLookup<W> {
    pub fn new(table: &PlacementTable<W>) -> Self {
        let worth = worth(table);
        let length = |class| table.length_class(class).length;
        let mut turned = vec![FieldIndex::new(0); 64 * W];
        for field in table.all().iter() {
            let Pos { y, x } = table.pos(field);
            let other = table.field(Pos::new(x, y));
            turned[field.index()] = other.expect("a field of a square");
        }
        Self {
            reaches: table
                .length_classes()
                .map(|class| reaches(length(class), &worth))
                .collect(),
            turned,
            columns: table.all(),
            longest: table.length_classes().map(length).max().unwrap_or(0).into(),
        }
    }

    /// Removes the places that cover a free field.
    #[inline(always)]
    pub fn close(
        &mut self,
        table: &PlacementTable<W>,
        sums: &mut PlacementSums<W>,
        knowledge: &BitboardKnowledge<W>,
        field: FieldIndex,
    ) {
        let here = field.index();
        let turned = self.turned[here];
        let lines = [
            (Axis::Horizontal, room(&sums.free, field)),
            (Axis::Vertical, room(&self.columns, turned)),
        ];
        for (class, reaches) in table.length_classes().zip(&self.reaches) {
            if knowledge.afloat[usize::from(class)] == 0 {
                continue;
            }
            let values = sums.by_field[usize::from(class)].as_flattened_mut();
            let mut gone = 0.0;
            for (axis, (before, after)) in lines {
                if !table.lies_along(class, axis) {
                    continue;
                }
                let back = &reaches[0][before][after];
                let forth = &reaches[0][after][before];
                gone += back[0];
                let step = table.step(axis);
                for distance in 1..table.length_class(class).length.into() {
                    let beside = beside::<W>(here, here, distance * step);
                    values[beside[0]] -= back[distance];
                    values[beside[1]] -= forth[distance];
                }
            }
            sums.totals[usize::from(class)] -= gone;
            values[here] = 0.0;
        }
        self.columns.remove(turned);
    }

    /// Scores the fields around hits. Adjacent hits of a line count together; hits beyond a
    /// gap count separately.
    #[inline(always)]
    pub fn target(
        &self,
        table: &PlacementTable<W>,
        free: &Bitboard<W>,
        open: &Bitboard<W>,
        ships: &[f32; LENGTH_CLASSES_MAX],
        scores: &mut FieldValues<W>,
    ) {
        let scores = scores.as_flattened_mut();
        let mut columns = Bitboard::EMPTY;
        for hit in open.iter() {
            columns.insert(self.turned[hit.index()]);
        }
        for hit in open.iter() {
            let turned = self.turned[hit.index()];
            for (axis, place, open, free) in [
                (Axis::Horizontal, hit, open, free),
                (Axis::Vertical, turned, &columns, &self.columns),
            ] {
                let (hits_before, more) = open.runs_beside(place);
                if hits_before > 0 {
                    continue;
                }
                let (before, after) = free.runs_beside(place);
                let (before, after) = (before.min(FAR), after.saturating_sub(more).min(FAR));
                let (mut back, mut forth): (ReachWorth, ReachWorth) = Default::default();
                for ((class, reaches), ships) in
                    table.length_classes().zip(&self.reaches).zip(ships)
                {
                    if !table.lies_along(class, axis) {
                        continue;
                    }
                    let reaches = &reaches[more.min(FAR - 1)];
                    for (sum, worth) in back.iter_mut().zip(&reaches[before][after]) {
                        *sum += worth * ships;
                    }
                    for (sum, worth) in forth.iter_mut().zip(&reaches[after][before]) {
                        *sum += worth * ships;
                    }
                }
                let step = table.step(axis);
                let (first, last) = (hit.index(), hit.index() + more * step);
                for distance in 1..self.longest {
                    let beside = beside::<W>(first, last, distance * step);
                    scores[beside[0]] += back[distance];
                    scores[beside[1]] += forth[distance];
                }
            }
        }
    }
}

/// How far a line is free on both sides of a field, up to [`FAR`].
#[inline(always)]
fn room<const W: usize>(free: &Bitboard<W>, field: FieldIndex) -> (usize, usize) {
    let (before, after) = free.runs_beside(field);
    (before.min(FAR), after.min(FAR))
}

/// The indices at a distance before the first and after the last of some fields. If the line
/// has no such field, no place extends to it, and the index is that of an arbitrary field.
#[inline(always)]
fn beside<const W: usize>(first: usize, last: usize, away: usize) -> [usize; 2] {
    [(first + 64 * W - away) % (64 * W), (last + away) % (64 * W)]
}

fn reaches(length: u8, worth: &[f32; 8]) -> ReachTable {
    let mut reaches = [[[ReachWorth::default(); FAR + 1]; FAR + 1]; FAR];
    let length: usize = length.into();
    for (hits, reaches) in (1..).zip(&mut reaches) {
        for (before, reaches) in reaches.iter_mut().enumerate() {
            for (after, reach) in reaches.iter_mut().enumerate() {
                let end = before + hits + after;
                for place in (length..=end).map(|end| end - length..end) {
                    let first = place.start.max(before);
                    let through = place.end.min(before + hits).saturating_sub(first);
                    for (distance, sum) in reach.iter_mut().enumerate().take(before + 1) {
                        if place.contains(&(before - distance)) {
                            *sum += worth[through];
                        }
                    }
                }
            }
        }
    }
    reaches
}
