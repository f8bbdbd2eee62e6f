//! All fleets that agree with what is known, when they are few.

use multiversion::multiversion;

use super::chart::Chart;
use super::constraints::Constraints;
use super::cover::{Cover, covers, guess};
use super::partial_fleet::{PartialFleet, PlacedShip};
use crate::geometry::Axis;
use crate::players::classic::bits::Bits;
use crate::players::classic::placement_table::{Field, KINDS_MAX, Starts};

/// How many fleets, whole or in part, are tried at most.
const TRIED_MAX: u32 = 1000;

/// Counts all fleets; false if they are too many.
#[inline(always)]
pub fn enumerate<const W: usize>(
    situation: &Constraints<'_, W>,
    crew: &mut PartialFleet<W>,
    chart: &mut Chart<W>,
) -> bool {
    let waters = situation.waters;
    let mut first = Vec::new();
    let fleets = match situation.open.first() {
        None => guess(waters, &situation.afloat, situation.free),
        Some(hit) => {
            let (afloat, free) = (&situation.afloat, situation.free);
            covers(situation, afloat, free, hit, true, &mut first);
            first.last().map_or(0.0, |cover| cover.sum)
        }
    };
    let last = waters
        .kinds()
        .rev()
        .find(|&kind| situation.afloat[usize::from(kind)] > 0);
    let last = last.map_or(1, |kind| waters.starts(kind, situation.free).count());
    if fleets > f64::from(TRIED_MAX) * f64::from(last.max(1)) {
        return false;
    }
    crew.ships.clear();
    let mut tried = 0;
    let course = Course {
        situation,
        left: situation.afloat,
        free: situation.free,
        uncovered: situation.open,
        previous: None,
    };
    go(&course, crew, chart, &mut tried);
    if tried <= TRIED_MAX {
        return true;
    }
    chart.clear();
    false
}

/// A fleet that is thought of in part.
#[derive(Clone, Copy)]
struct Course<'c, 's, const W: usize> {
    situation: &'c Constraints<'s, W>,
    left: [u8; KINDS_MAX],
    free: Bits<W>,
    uncovered: Bits<W>,
    /// Where the ship before lies: ships of a kind are taken in one order only.
    previous: Option<(u8, Axis, Field)>,
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn go<const W: usize>(
    course: &Course<'_, '_, W>,
    crew: &mut PartialFleet<W>,
    chart: &mut Chart<W>,
    tried: &mut u32,
) {
    let situation = course.situation;
    *tried += 1;
    if *tried > TRIED_MAX {
        return;
    }
    if let Some(hit) = course.uncovered.first() {
        let mut choices = Vec::new();
        covers(
            situation,
            &course.left,
            course.free,
            hit,
            false,
            &mut choices,
        );
        for Cover {
            kind,
            axis,
            start,
            mask,
            ..
        } in choices
        {
            let mate = PlacedShip {
                kind,
                axis,
                start,
                mask,
            };
            if let Some(next) = course.after(&mate, None) {
                crew.ships.push(mate);
                go(&next, crew, chart, tried);
                crew.ships.pop();
            }
        }
        return;
    }
    let mut kinds = situation.waters.kinds();
    let Some(kind) = kinds.find(|&kind| course.left[usize::from(kind)] > 0) else {
        let weight = situation.odds(crew);
        chart.total += weight;
        for mate in &crew.ships {
            chart.add(mate.kind, mate.axis, mate.start, weight);
        }
        return;
    };
    let mut starts = situation.waters.starts(kind, course.free);
    if let Some((_, axis, start)) = course.previous.filter(|&(previous, ..)| previous == kind) {
        starts = starts.after(axis, start);
    }
    if course.left.iter().sum::<u8>() == 1 {
        finish(situation, crew, chart, kind, &starts);
        return;
    }
    for (axis, start) in starts.iter() {
        let mask = *situation.mask(kind, axis, start);
        let mate = PlacedShip {
            kind,
            axis,
            start,
            mask,
        };
        if let Some(next) = course.after(&mate, Some((kind, axis, start))) {
            crew.ships.push(mate);
            go(&next, crew, chart, tried);
            crew.ships.pop();
        }
    }
}

impl<const W: usize> Course<'_, '_, W> {
    /// With one more ship; none if a hit cannot be covered any more.
    #[inline(always)]
    fn after(&self, mate: &PlacedShip<W>, previous: Option<(u8, Axis, Field)>) -> Option<Self> {
        let mut next = *self;
        next.left[usize::from(mate.kind)] -= 1;
        next.free = self.free.without(&mate.mask.reach);
        next.uncovered = self.uncovered.without(&mate.mask.cells);
        next.previous = previous;
        next.uncovered.is_within(&next.free).then_some(next)
    }
}

/// Notes all fleets that differ in where the last ship lies.
#[inline(always)]
fn finish<const W: usize>(
    situation: &Constraints<'_, W>,
    crew: &mut PartialFleet<W>,
    chart: &mut Chart<W>,
    kind: u8,
    starts: &Starts<W>,
) {
    let weight = if situation.is_alike_wherever_last(kind) {
        let weight = situation.odds(crew) * f64::from(starts.count());
        chart.spread(kind, starts, weight);
        weight
    } else {
        let before = situation.choices_before(kind, crew);
        let onward = kind..situation.waters.kinds().end;
        let mut sum = 0.0;
        for (axis, start) in starts.iter() {
            let mask = *situation.mask(kind, axis, start);
            crew.ships.push(PlacedShip {
                kind,
                axis,
                start,
                mask,
            });
            let (choices, _) = situation.choices_onward(before, onward.clone(), crew);
            let weight = 1.0 / choices;
            crew.ships.pop();
            chart.add(kind, axis, start, weight);
            sum += weight;
        }
        sum
    };
    chart.total += weight;
    for mate in &crew.ships {
        chart.add(mate.kind, mate.axis, mate.start, weight);
    }
}
