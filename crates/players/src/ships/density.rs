//! A player that shoots where the most placements of ships are possible.

use super::deductions::Deductions;
use super::heat_map::HeatMap;
use super::heat_orders::play_by_heat;
use super::hit_run::HitRun;
use super::hypothesis::{Hypothesis, UnseenShips, seen_parts};
use super::knowledge_map::KnowledgeMap;
use super::summed_area_table::SummedAreaTable;
use crate::{AfterTurn, Orders, Strategy, TurnInput};
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{BitGrid, Direction, Pos, ones};
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::Observation;

/// Counts the possible placements of the ships that are left, and shoots where ships are most
/// likely.
#[derive(Debug)]
pub struct DensityPlayer;

/// How much less likely each expected part of other ships around a placement makes it. Of the
/// values 0.1, 0.15, 0.2 and 0.28, the middle ones won the most games.
const CROWDING: f64 = 0.22;

impl Strategy for DensityPlayer {
    fn name(&self) -> &'static str {
        "density"
    }

    fn play(&self, input: &mut TurnInput<'_>, orders: &mut Orders<'_, '_>) -> AfterTurn {
        play_by_heat(input, orders, |map, deductions, view| {
            let mut fleet = PossibleFleet::new(map, deductions, view);
            (fleet.heat(), fleet.is_consistent())
        })
    }
}

/// The possible placements of the enemy's ships that are not completely known.
pub(super) struct PossibleFleet<'p> {
    map: &'p KnowledgeMap,
    deductions: &'p Deductions,
    view: &'p Observation<'p>,
    /// The fields of parts that are known or possible.
    possible: BitGrid,
    /// The ships with no known part, as if each class had all its remaining ships.
    pub unseen: Vec<UnseenShips>,
}

type ByClass = [f64; RuleSet::CLASSES_MAX];

impl<'p> PossibleFleet<'p> {
    pub fn new(
        map: &'p KnowledgeMap,
        deductions: &'p Deductions,
        view: &'p Observation<'p>,
    ) -> Self {
        let mut free = deductions.open.clone();
        free.remove_set(&deductions.ships.side_neighbours());
        let classes = view.rules().classes.iter().zip(deductions.left);
        let unseen = classes.filter(|(_, left)| *left > 0);
        let mut possible = deductions.open.clone();
        possible.insert_set(&deductions.ships);
        Self {
            possible,
            unseen: unseen
                .map(|(class, left)| UnseenShips {
                    class,
                    count: left.into(),
                    placements: placements(class, &free),
                })
                .collect(),
            map,
            deductions,
            view,
        }
    }

    /// Whether every ship that is left has a placement.
    pub fn is_consistent(&self) -> bool {
        let unseen = self.unseen.iter();
        let without_place = unseen.filter(|ships| ships.placements.is_empty());
        let left = without_place.map(|ships| self.deductions.left[usize::from(ships.class.index)]);
        self.map.has_unlocated_hits
            || left.map(u64::from).sum::<u64>() <= self.deductions.runs.len() as u64
    }

    /// The estimated probability of a ship's part on each field.
    pub fn heat(&mut self) -> HeatMap {
        let area = self.map.window.area;
        // First, treat ships as independent.
        let mut all = HeatMap::new(area);
        let left = self.add_runs(None, &mut all);
        let mut free = HeatMap::new(area);
        for (ships, left) in with_some_left(&mut self.unseen, &left) {
            let chance = HeatMap::quantised(left / count(ships));
            ships.add_to(&mut free, |_| chance);
        }
        for (all, &free) in all.values.iter_mut().zip(&free.values) {
            *all = all.max(free);
        }
        // Ships do not touch, so a placement is less likely the more of other ships is
        // expected on it and around it.
        let (all, free) = (all.summed(), free.summed());
        let mut heat = HeatMap::new(area);
        let left = self.add_runs(Some(&free), &mut heat);
        let mut free = HeatMap::new(area);
        for (ships, left) in with_some_left(&mut self.unseen, &left) {
            let mut total = 0.0;
            for (footprint, weight) in &mut ships.placements {
                *weight = room(&all, footprint);
                total += *weight;
            }
            let share = left / total;
            ships.add_to(&mut free, |weight| HeatMap::quantised(weight * share));
        }
        for ((heat, free), field) in (heat.values.iter_mut().zip(free.values)).zip(area.fields()) {
            *heat = heat.max(on_pattern(field, free));
        }
        self.map.unresolved().for_each(|field| heat.clear(field));
        if self.map.has_unlocated_hits {
            let water = self.map.water.fields();
            water.for_each(|field| heat.clear(field));
        }
        heat
    }

    /// Adds the ships that runs belong to; returns how many other ships are left.
    fn add_runs(&self, others: Option<&SummedAreaTable>, heat: &mut HeatMap) -> ByClass {
        let mut left = self.deductions.left.map(f64::from);
        for run in &self.deductions.runs {
            let hypotheses = self.explanations(run, others);
            let total: f64 = hypotheses.iter().map(|one| one.weight).sum();
            if total == 0.0 {
                continue;
            }
            let mut shares = ByClass::default();
            for hypothesis in &hypotheses {
                shares[usize::from(hypothesis.class.index)] += hypothesis.weight;
            }
            for (left, share) in left.iter_mut().zip(shares) {
                *left = (*left - share / total).max(0.0);
            }
            for direction in run.directions() {
                let mut line = HeatMap::new(run.line(direction));
                for one in &hypotheses {
                    if one.footprint.direction == direction {
                        line.add_ship(&one.footprint, one.weight);
                    }
                }
                for (field, &weight) in line.rect.fields().zip(&line.values) {
                    if weight > 0.0 && self.deductions.open.contains(field) {
                        heat.raise(field, HeatMap::quantised(weight / total));
                    }
                }
            }
        }
        left
    }

    /// The ships that a run may belong to; less likely where `others` are expected.
    fn explanations(&self, run: &HitRun, others: Option<&SummedAreaTable>) -> Vec<Hypothesis> {
        let mut hypotheses = Vec::with_capacity(32);
        for ships in &self.unseen {
            let class = ships.class;
            let weight = ships.count / count(ships).max(0.5);
            let footprints = run.directions();
            let footprints = footprints.flat_map(|direction| run.covering(class, direction));
            for footprint in footprints.filter(|footprint| self.fits(class, footprint)) {
                let room = others.map_or(1.0, |others| room(others, &footprint));
                hypotheses.push(Hypothesis {
                    class,
                    footprint,
                    destroyed: 0,
                    weight: weight * room,
                });
            }
        }
        hypotheses
    }

    /// Whether a ship can lie on a footprint, in its direction or the opposite one, given all
    /// that is known.
    fn fits(&self, class: &ShipClass, footprint: &Footprint) -> bool {
        let ships = &self.deductions.ships;
        let (head, direction) = (footprint.head, footprint.direction);
        let turned = Footprint::new(footprint.stern(), direction.opposite(), footprint.length);
        let agrees = |footprint| seen_parts(class, footprint, self.view, |_| true).is_some();
        !ships.contains(head.step(direction, 1))
            && !ships.contains(turned.head.step(direction, -1))
            && ships.rect().contains(head)
            && ships.rect().contains(turned.head)
            && self.possible.contains_all(footprint.rect())
            && (self.view.enemy().is_empty() || agrees(footprint) || agrees(&turned))
    }
}

/// The number of placements of each of these ships.
fn count(ships: &UnseenShips) -> f64 {
    f64::from(u32::try_from(ships.placements.len()).expect("a window is small"))
}

/// The classes that have both placements and ships left.
fn with_some_left<'u>(
    unseen: &'u mut [UnseenShips],
    left: &ByClass,
) -> impl Iterator<Item = (&'u mut UnseenShips, f64)> {
    let unseen = unseen.iter_mut().map(|ships| {
        let left = left[usize::from(ships.class.index)];
        (ships, left)
    });
    unseen.filter(|(ships, left)| !ships.placements.is_empty() && *left > 0.0)
}

/// The placements on free fields of a ship with no known part, in one direction per axis; all
/// equally likely.
fn placements(class: &ShipClass, free: &BitGrid) -> Vec<(Footprint, f64)> {
    let length = usize::from(class.length);
    let words = free.words();
    let mut placements = Vec::with_capacity(256);
    let mut add = |index: usize, heads: u64, direction| {
        for bit in ones(heads) {
            let head = free.field(index, bit);
            placements.push((Footprint::new(head, direction, class.length), 1.0));
        }
    };
    for (index, &word) in words.iter().enumerate() {
        let mut heads = word;
        for shift in 1..length {
            heads &= word >> shift;
        }
        add(index, heads, Direction::West);
    }
    if length > 1 {
        for (index, column) in words.windows(length).enumerate() {
            let mut heads = u64::MAX;
            for word in column {
                heads &= word;
            }
            add(index, heads, Direction::North);
        }
    }
    placements
}

/// The relative probability that no other ship is too close to a placement, given how many of
/// their parts are expected on it and around it.
fn room(others: &SummedAreaTable, footprint: &Footprint) -> f64 {
    let parts = others.sum(footprint.rect().grown(1));
    let crowd = 1.0 + parts * CROWDING;
    1.0 / (crowd * crowd)
}

/// The value of a field with a bonus for a pattern of fields that every ship covers. The
/// bonus matters where ships are rare, and the last small ones are still to be found.
fn on_pattern(field: Pos, value: f64) -> f64 {
    /// A fifth, quantised.
    const RARE: f64 = 209_715.0 * HeatMap::STEP;
    let percent = match field.y.wrapping_add(field.x).rem_euclid(4) {
        0 => 30.0,
        2 => 20.0,
        _ => 0.0,
    };
    let rare = (RARE - value).max(0.0);
    value + HeatMap::quantised(value * rare * percent / (100.0 * RARE))
}
