//! Places that all count the same.
//!
//! How many places go through two fields of a line depends on nothing but how far
//! the line is free on both sides of them, so it is looked up. Ships are short, and so
//! are the tables.

use super::{Chart, Heat, worth};
use crate::geometry::{Axis, Pos};
use crate::players::classic::bits::Bits;
use crate::players::classic::config::LENGTH_MAX;
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::placement_table::{Field, KINDS_MAX, PlacementTable};

/// More free fields, or more hits, than the longest ship has beside one of its fields
/// make no difference.
const FAR: usize = LENGTH_MAX as usize - 1;

/// What the places through some hits next to each other in a line are worth
/// together that reach on one side the first of these (index 0), the field next to it
/// (1), and so on.
type Reach = [f32; FAR + 2];

/// For one hit, two, and so on; by how many fields are free on that side, and on the
/// other one.
type Reaches = [[[Reach; FAR + 1]; FAR + 1]; FAR];

/// The lines of waters.
pub struct Lines<const W: usize> {
    /// By kind.
    reaches: Vec<Reaches>,
    /// By index: the field with row and column changed.
    turned: Vec<Field>,
    /// The free fields, each as `turned`, so that a column is as easy to look along
    /// as a row.
    columns: Bits<W>,
    /// How long ships are at most.
    longest: usize,
}

impl<const W: usize> Lines<W> {
    /// The lines of these waters.
    pub fn new(waters: &PlacementTable<W>) -> Self {
        let worth = worth(waters);
        let length = |kind| waters.kind(kind).length;
        let mut turned = vec![Field::of_index(0); 64 * W];
        for field in &waters.all() {
            let Pos { y, x } = waters.pos(field);
            let other = waters.field(Pos::new(x, y));
            turned[field.index()] = other.expect("a field of a square");
        }
        Self {
            reaches: waters
                .kinds()
                .map(|kind| reaches(length(kind), &worth))
                .collect(),
            turned,
            columns: waters.all(),
            longest: waters.kinds().map(length).max().unwrap_or(0).into(),
        }
    }

    /// Begins a game.
    pub fn begin(&mut self, waters: &PlacementTable<W>) {
        self.columns = waters.all();
    }

    /// Takes the places through a free field away.
    #[inline(always)]
    pub fn close(
        &mut self,
        waters: &PlacementTable<W>,
        heat: &mut Heat<W>,
        knowledge: &Knowledge<W>,
        field: Field,
    ) {
        let here = field.index();
        let turned = self.turned[here];
        let lines = [
            (Axis::Horizontal, room(&heat.free, field)),
            (Axis::Vertical, room(&self.columns, turned)),
        ];
        for (kind, reaches) in waters.kinds().zip(&self.reaches) {
            if knowledge.afloat(kind) == 0 {
                continue;
            }
            let chart = heat.charts[usize::from(kind)].as_flattened_mut();
            let mut gone = 0.0;
            for (axis, (before, after)) in lines {
                if !waters.lies_along(kind, axis) {
                    continue;
                }
                let back = &reaches[0][before][after];
                let forth = &reaches[0][after][before];
                gone += back[0];
                let step = waters.step(axis);
                for distance in 1..waters.kind(kind).length.into() {
                    let beside = beside::<W>(here, here, distance * step);
                    chart[beside[0]] -= back[distance];
                    chart[beside[1]] -= forth[distance];
                }
            }
            heat.masses[usize::from(kind)] -= gone;
            chart[here] = 0.0;
        }
        self.columns.remove(turned);
    }

    /// How likely the fields around hits are. In a line, the places through a hit are
    /// those through the hits next to it; what lies beyond a gap counts for itself.
    #[inline(always)]
    pub fn target(
        &self,
        waters: &PlacementTable<W>,
        free: &Bits<W>,
        open: &Bits<W>,
        ships: &[f32; KINDS_MAX],
        scores: &mut Chart<W>,
    ) {
        let scores = scores.as_flattened_mut();
        let mut columns = Bits::EMPTY;
        for hit in open {
            columns.insert(self.turned[hit.index()]);
        }
        for hit in open {
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
                let (mut back, mut forth): (Reach, Reach) = Default::default();
                for ((kind, reaches), ships) in waters.kinds().zip(&self.reaches).zip(ships) {
                    if !waters.lies_along(kind, axis) {
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
                let step = waters.step(axis);
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

/// How far a line is free on both sides of a field, as far as that makes a difference.
#[inline(always)]
fn room<const W: usize>(free: &Bits<W>, field: Field) -> (usize, usize) {
    let (before, after) = free.runs_beside(field);
    (before.min(FAR), after.min(FAR))
}

/// The indices so far before the first and behind the last of some fields. If there is
/// no such field in their line, nothing reaches it, and it is that of any other field.
#[inline(always)]
fn beside<const W: usize>(first: usize, last: usize, away: usize) -> [usize; 2] {
    [(first + 64 * W - away) % (64 * W), (last + away) % (64 * W)]
}

/// The table for ships of a length.
fn reaches(length: u8, worth: &[f32; 8]) -> Reaches {
    let mut reaches = [[[Reach::default(); FAR + 1]; FAR + 1]; FAR];
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
