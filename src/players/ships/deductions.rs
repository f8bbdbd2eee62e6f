//! Deductions from a knowledge map: which ships are found and which are left.

use super::knowledge_map::KnowledgeMap;
use crate::geometry::{Axis, BitGrid, Pos, Rect, ones};
use crate::players::Orders;
use crate::rules::{RuleSet, ShipClass};
use crate::view::Observation;

/// How many contradictions are resolved one by one, before all is discarded.
const DOUBTS_MAX: u32 = 12;

/// What follows from a knowledge map, if it is right.
#[derive(Clone, Debug)]
pub(super) struct Deductions {
    /// Fields on which an unknown part of a ship may lie.
    pub open: BitGrid,
    /// The known parts of ships.
    pub ships: BitGrid,
    /// The known parts of ships that may have more of them, as runs.
    pub runs: Vec<HitRun>,
    /// How many ships of each class are not known completely, by class index.
    pub left: [u32; RuleSet::CLASSES_MAX],
}

/// Adjacent known parts of one ship.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct HitRun {
    /// Their fields.
    pub rect: Rect,
}

impl HitRun {
    /// How many parts it has.
    pub const fn length(&self) -> i32 {
        let Rect {
            top,
            left,
            bottom,
            right,
        } = self.rect;
        bottom - top + right - left + 1
    }

    /// The first field.
    pub const fn first(&self) -> Pos {
        Pos::new(self.rect.top, self.rect.left)
    }

    /// The axes that the ship can lie along.
    pub const fn axes(&self) -> &'static [Axis] {
        if self.rect.top != self.rect.bottom {
            &[Axis::Vertical]
        } else if self.rect.left != self.rect.right {
            &[Axis::Horizontal]
        } else {
            &Axis::ALL
        }
    }

    /// The fields before the first part and after the last one.
    pub fn ends(&self) -> impl Iterator<Item = Pos> + use<> {
        let (first, length) = (self.first(), self.length());
        let axes = self.axes().iter();
        axes.flat_map(move |axis| [axis.step(first, -1), axis.step(first, length)])
    }
}

impl Deductions {
    /// The deductions, after what is contradictory is discarded from the map.
    pub fn of(map: &mut KnowledgeMap, orders: &Orders<'_, '_>) -> Self {
        for _ in 0..DOUBTS_MAX {
            match Self::new(map, orders.view()) {
                Ok(deductions) => return deductions,
                Err(run) => map.discard(run.rect, orders),
            }
        }
        map.restart(orders);
        Self::new(map, orders.view()).unwrap_or_else(|_| Self::without_runs(map, orders))
    }

    /// The deductions when runs are not attributed to ships.
    fn without_runs(map: &KnowledgeMap, orders: &Orders<'_, '_>) -> Self {
        let mut open = map.impossible();
        let full = open.full_row();
        let known = [map.hits().words(), map.afloat().words()];
        for (index, (_, word)) in (1..).zip(open.rows_mut()) {
            *word = !*word & !known[0][index] & !known[1][index] & full;
        }
        Self {
            open,
            ships: BitGrid::new(map.window().rect),
            runs: Vec::new(),
            left: counts(orders.view()),
        }
    }

    /// The deductions from a map.
    ///
    /// # Errors
    ///
    /// A run that is a complete ship, but of none of the classes that are left.
    pub fn new(map: &KnowledgeMap, view: &Observation<'_>) -> Result<Self, HitRun> {
        let mut ships = map.hits().clone();
        for ((_, word), afloat) in ships.rows_mut().zip(&map.afloat().words()[1..]) {
            *word |= afloat;
        }
        let mut deductions = Self {
            runs: runs(&ships),
            ships,
            open: map.impossible(),
            left: counts(view),
        };
        deductions.close(view.rules().classes)?;
        let full = deductions.open.full_row();
        let ships = deductions.ships.words();
        for (index, (_, word)) in (1..).zip(deductions.open.rows_mut()) {
            *word = !*word & !ships[index] & full;
        }
        Ok(deductions)
    }

    /// The lengths of the classes of which ships are left.
    pub fn lengths<'v>(&self, view: &'v Observation<'_>) -> impl Iterator<Item = i32> + use<'v> {
        let left = self.left;
        let classes = view.rules().classes.iter().zip(left);
        classes.filter_map(|(class, left)| (left > 0).then_some(i32::from(class.length)))
    }

    /// Removes the runs that are complete ships, one by one, and blocks the fields
    /// around them. Here `open` still holds the blocked fields.
    fn close(&mut self, classes: &[ShipClass]) -> Result<(), HitRun> {
        let is_blocked = |blocked: &BitGrid, field: Pos| {
            !blocked.rect().contains(field) || blocked.contains(field)
        };
        loop {
            let left = classes.iter().zip(self.left);
            let longest = left.filter_map(|(class, left)| (left > 0).then_some(class.length));
            let longest = i32::from(longest.max().unwrap_or(0));
            let blocked = &self.open;
            let whole = self.runs.iter().position(|run| {
                run.length() >= longest || run.ends().all(|field| is_blocked(blocked, field))
            });
            let Some(whole) = whole else {
                return Ok(());
            };
            let run = self.runs.swap_remove(whole);
            let is_it = |class: &&ShipClass| {
                i32::from(class.length) == run.length() && self.left[usize::from(class.index)] > 0
            };
            let class = classes.iter().find(is_it).ok_or(run)?;
            self.left[usize::from(class.index)] -= 1;
            self.open.insert_all(run.rect.grown(1));
        }
    }
}

/// How many ships the enemy's fleet has, by class index.
fn counts(view: &Observation<'_>) -> [u32; RuleSet::CLASSES_MAX] {
    let mut counts = [0; RuleSet::CLASSES_MAX];
    for (count, class) in counts.iter_mut().zip(view.rules().classes) {
        *count = view.count(view.player().opponent(), class);
    }
    counts
}

/// The runs of a set of parts that do not touch diagonally.
fn runs(ships: &BitGrid) -> Vec<HitRun> {
    let mut runs = Vec::with_capacity(16);
    let words = ships.words();
    for index in 1..words.len() - 1 {
        let word = words[index];
        if word == 0 {
            continue;
        }
        let (above, below) = (words[index - 1], words[index + 1]);
        let firsts = word & !(word << 1) & !above;
        for bit in ones(firsts) {
            let first = ships.field(index, bit);
            let across = (word >> bit).trailing_ones();
            let down = match below >> bit & 1 {
                0 => 1,
                _ => (words[index..].iter())
                    .take_while(|word| **word >> bit & 1 == 1)
                    .count(),
            };
            let rect = Rect::new(
                first.y,
                first.x,
                first.y + i32::try_from(down).expect("within the window") - 1,
                first.x + across.cast_signed() - 1,
            );
            runs.push(HitRun { rect });
        }
    }
    runs
}
