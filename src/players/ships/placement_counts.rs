//! How many placements the enemy's ships have, and the hit chances that follow.

use std::num::Wrapping;

use super::deductions::{Deductions, HitRun};
use super::difference_array::DifferenceArray;
use super::heat_map::HeatMap;
use super::knowledge_map::KnowledgeMap;
use super::summed_area_table::SummedAreaTable;
use crate::geometry::{Axis, BitGrid, Pos, Rect, ones};
use crate::rules::{RuleSet, ShipClass};
use crate::view::{Observation, SegmentKind};

/// The value of a certain hit, as a float.
const SCALE: f64 = HeatMap::CERTAIN as f64;
/// How much each expected part of other ships around a placement makes it less
/// likely. Of 0.1, 0.15, 0.2 and 0.28, the middle ones won most games.
const CROWDING: f64 = 0.22;

/// The possible placements of the enemy's ships.
pub(super) struct PlacementCounts<'p> {
    map: &'p KnowledgeMap,
    deductions: &'p Deductions,
    view: &'p Observation<'p>,
    /// Fields that a ship can cover of which no part is known.
    free: BitGrid,
    /// How many placements a ship of each class has of which no part is known.
    counts: [f64; RuleSet::CLASSES_MAX],
}

impl<'p> PlacementCounts<'p> {
    /// Counts the placements.
    pub fn new(
        map: &'p KnowledgeMap,
        deductions: &'p Deductions,
        view: &'p Observation<'p>,
    ) -> Self {
        let mut free = deductions.open.clone();
        let ships = deductions.ships.words();
        for (index, (_, word)) in (1..).zip(free.rows_mut()) {
            let ship = ships[index];
            *word &= !(ship << 1 | ship >> 1 | ships[index - 1] | ships[index + 1]);
        }
        let mut counts = Self {
            map,
            deductions,
            view,
            free,
            counts: [0.0; RuleSet::CLASSES_MAX],
        };
        for (class, left) in view.rules().classes.iter().zip(deductions.left) {
            if left > 0 {
                let count = |axis| {
                    counts
                        .rows(class.length, axis)
                        .map(|(_, word)| word.count_ones())
                        .sum::<u32>()
                };
                let count: u32 = axes(class).iter().map(|&axis| count(axis)).sum();
                counts.counts[usize::from(class.index)] = f64::from(count);
            }
        }
        counts
    }

    /// Whether every ship that is left has a placement.
    pub fn is_consistent(&self) -> bool {
        let left = self.deductions.left.iter().zip(self.counts);
        let without_place: u64 = left
            .map(|(&left, count)| if count == 0.0 { u64::from(left) } else { 0 })
            .sum();
        self.map.has_unlocated_hits() || without_place <= self.deductions.runs.len() as u64
    }

    /// The estimated probability of a ship's part on each field.
    pub fn heat(&self) -> HeatMap {
        let area = self.map.window().area;
        // First as if ships were independent.
        let mut left = self.deductions.left.map(f64::from);
        let mut all = HeatMap::new(area);
        for run in &self.deductions.runs {
            self.add_run(run, None, &mut left, &mut all);
        }
        let mut free = HeatMap::new(area);
        self.sum_free(&left).finish(|field, value| {
            free.raise(field, value);
            all.raise(field, value);
        });
        // Ships do not touch, so a placement is less likely where more of other ships
        // is expected on it and around it.
        let free = free.summed();
        let mut heat = HeatMap::new(area);
        let mut left = self.deductions.left.map(f64::from);
        for run in &self.deductions.runs {
            self.add_run(run, Some(&free), &mut left, &mut heat);
        }
        self.weigh_free(&left, &all.summed())
            .finish(|field, value| {
                heat.raise(field, on_pattern(field, value));
            });
        let shot_at = self.map.salvos().iter().flat_map(|salvo| &salvo.fields);
        shot_at.for_each(|&field| heat.clear(field));
        if self.map.has_unlocated_hits() {
            let water = self.map.water();
            water.fields().for_each(|field| heat.clear(field));
        }
        heat
    }

    /// Adds the ship that a run belongs to, and subtracts it from those left.
    fn add_run(
        &self,
        run: &HitRun,
        others: Option<&SummedAreaTable<Wrapping<u32>>>,
        left: &mut [f64; RuleSet::CLASSES_MAX],
        heat: &mut HeatMap,
    ) {
        let mut total = 0.0;
        let mut shares = [0.0; RuleSet::CLASSES_MAX];
        // By axis and offset from the first part of the run.
        let mut weights = [[0.0; 2 * ShipClass::LENGTH_MAX as usize]; 2];
        let first = run.first();
        for class in self.view.rules().classes {
            let index = usize::from(class.index);
            let spare = i32::from(class.length) - run.length();
            if self.deductions.left[index] == 0 || spare < 0 {
                continue;
            }
            let weight = f64::from(self.deductions.left[index]) / self.counts[index].max(0.5);
            for &axis in run.axes() {
                for before in 0..=spare {
                    let start = axis.step(first, -before);
                    if !self.fits(class, start, axis) {
                        continue;
                    }
                    let room = others.map_or(1.0, |others| room(others, class, start, axis));
                    let weight = weight * room;
                    total += weight;
                    shares[index] += weight;
                    for offset in 0..i32::from(class.length) {
                        let at = offset - before + i32::from(ShipClass::LENGTH_MAX);
                        weights[axis as usize][at.unsigned_abs() as usize] += weight;
                    }
                }
            }
        }
        if total == 0.0 {
            return;
        }
        for (left, share) in left.iter_mut().zip(shares) {
            *left = (*left - share / total).max(0.0);
        }
        for &axis in run.axes() {
            for (at, weight) in (0..).zip(weights[axis as usize]) {
                if weight > 0.0 {
                    let field = axis.step(first, at - i32::from(ShipClass::LENGTH_MAX));
                    if self.deductions.open.contains(field) {
                        heat.raise(field, worth(weight / total));
                    }
                }
            }
        }
    }

    /// Whether a ship can lie there, given all that is known.
    fn fits(&self, class: &ShipClass, start: Pos, axis: Axis) -> bool {
        let length = i32::from(class.length);
        let Deductions { open, ships, .. } = self.deductions;
        !ships.contains(axis.step(start, -1))
            && !ships.contains(axis.step(start, length))
            && (0..length).all(|offset| {
                let field = axis.step(start, offset);
                open.contains(field) || ships.contains(field)
            })
            && self.agrees(class, start, axis)
    }

    /// Whether the parts that are seen are those of such a ship, in one of the two
    /// directions.
    fn agrees(&self, class: &ShipClass, start: Pos, axis: Axis) -> bool {
        if self.view.enemy().is_empty() {
            return true;
        }
        let agrees_at = |offset: u8, segment: u8| {
            let seen = self.view.enemy_at(axis.step(start, i32::from(offset)));
            seen.is_none_or(|kind| {
                kind == SegmentKind::Destroyed || kind == SegmentKind::of(class, segment, true)
            })
        };
        let last = class.length - 1;
        (0..=last).all(|offset| agrees_at(offset, offset))
            || (0..=last).all(|offset| agrees_at(offset, last - offset))
    }

    /// Sums the placements of ships of which no part is known, equally likely.
    fn sum_free(&self, left: &[f64; RuleSet::CLASSES_MAX]) -> DifferenceArray {
        let mut sums = DifferenceArray::new(self.map.window().area);
        self.each_free(left, |class, count, left| {
            let weight = worth(left / count).cast_signed();
            self.each_placement(class, |first, axis| {
                sums.add(first, axis, class.length, weight);
            });
        });
        sums
    }

    /// Sums the same placements, weighted by the room around them.
    fn weigh_free(
        &self,
        left: &[f64; RuleSet::CLASSES_MAX],
        others: &SummedAreaTable<Wrapping<u32>>,
    ) -> DifferenceArray {
        let mut sums = DifferenceArray::new(self.map.window().area);
        let mut weights = Vec::new();
        self.each_free(left, |class, _, left| {
            weights.clear();
            let mut total = 0.0;
            self.each_placement(class, |first, axis| {
                let weight = room(others, class, first, axis);
                total += weight;
                weights.push((first, axis, weight));
            });
            let share = left / total;
            for &(first, axis, weight) in &weights {
                sums.add(
                    first,
                    axis,
                    class.length,
                    worth(weight * share).cast_signed(),
                );
            }
        });
        sums
    }

    /// Calls `call` for each placement of a ship of which no part is known.
    pub fn each_placement(&self, class: &ShipClass, mut call: impl FnMut(Pos, Axis)) {
        for &axis in axes(class) {
            for (row, word) in self.rows(class.length, axis) {
                for bit in ones(word) {
                    call(self.free.field(row, bit), axis);
                }
            }
        }
    }

    /// Calls `add` for each class that has placements and ships left.
    fn each_free(
        &self,
        left: &[f64; RuleSet::CLASSES_MAX],
        mut add: impl FnMut(&'static ShipClass, f64, f64),
    ) {
        for class in self.view.rules().classes {
            let index = usize::from(class.index);
            if self.counts[index] > 0.0 && left[index] > 0.0 {
                add(class, self.counts[index], left[index]);
            }
        }
    }

    /// The placements of a length along an axis, as bits of their first fields.
    fn rows(&self, length: u8, axis: Axis) -> impl Iterator<Item = (usize, u64)> {
        let words = self.free.words();
        let length = usize::from(length);
        let last = words.len() - 1;
        (1..last).filter_map(move |row| {
            let mut word = words[row];
            match axis {
                Axis::Horizontal => {
                    for shift in 1..length {
                        word &= words[row] >> shift;
                    }
                }
                Axis::Vertical => {
                    let below = words.get(row + 1..row + length)?;
                    word = below.iter().fold(word, |word, below| word & below);
                }
            }
            (word != 0).then_some((row, word))
        })
    }
}

/// The axes along which placements of a class differ.
const fn axes(class: &ShipClass) -> &'static [Axis] {
    if class.length == 1 {
        &[Axis::Horizontal]
    } else {
        &Axis::ALL
    }
}

/// The relative probability that no other ship is too close to a placement, by how
/// many of their parts are expected on it and around it.
fn room(others: &SummedAreaTable<Wrapping<u32>>, class: &ShipClass, first: Pos, axis: Axis) -> f64 {
    let last = axis.step(first, i32::from(class.length) - 1);
    let parts = f64::from(others.sum(Rect::spanning(first, last).grown(1)).0) / SCALE;
    let crowd = 1.0 + parts * CROWDING;
    1.0 / (crowd * crowd)
}

/// The value of a field with a bonus for a pattern of fields that every ship lies on.
/// The bonus counts where ships are rare, and the last small ones are to be found.
fn on_pattern(field: Pos, value: u32) -> u32 {
    const RARE: u32 = HeatMap::CERTAIN / 5;
    let percent = match field.y.wrapping_add(field.x).rem_euclid(4) {
        0 => 30,
        2 => 20,
        _ => 0,
    };
    let rare = u64::from(RARE.saturating_sub(value));
    let bonus = u64::from(value) * rare * percent / (100 * u64::from(RARE));
    value + u32::try_from(bonus).expect("less than the value")
}

/// The value of a hit probability.
#[expect(
    clippy::cast_possible_truncation,
    clippy::cast_sign_loss,
    reason = "from 0 to 2^20"
)]
fn worth(hit_chance: f64) -> u32 {
    (hit_chance.min(1.0) * SCALE) as u32
}
