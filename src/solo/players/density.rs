//! The player that counts the places of single ships.
//!
//! Ships are taken to lie independently of each other, each in one of its places
//! that go through no closed field. While no ship is hit, that makes for each field
//! the number of ships to be expected there. When some are hit, only places through
//! hits count.
//!
//! If all whole fleets are as likely, a place counts by the room that it leaves to the
//! others before the first shot; if ships are placed one after the other, each place
//! counts the same.

#![expect(
    clippy::inline_always,
    reason = "all of it is compiled again for newer processors, as part of what calls it"
)]

use std::sync::Arc;

use multiversion::multiversion;

use super::Player;
use crate::solo::bits::Bits;
use crate::solo::knowledge::Knowledge;
use crate::solo::placing::Placing;
use crate::solo::waters::{Berth, Field, Starts, Waters};

/// How much more likely a place is for each hit more that it goes through, where
/// these may be of several ships.
const SAME_SHIP: f32 = 8.0;

/// The same where ships do not touch: hits next to each other are of one ship.
const SAME_SHIP_APART: f32 = 1000.0;

/// The weight of a place that counts most.
const ONE: f32 = 256.0;

/// The places of one kind of ships, and their weights added up. The weights are whole
/// numbers, so that taking away what was added leaves nothing.
#[derive(Clone)]
struct Heat<const W: usize> {
    places: Starts<W>,
    /// For each field, the weight of the places through it.
    fields: [[f32; 64]; W],
    /// The weight of all places.
    mass: f32,
}

/// The field that most places of single ships go through.
pub struct Density<const W: usize> {
    waters: Arc<Waters<W>>,
    /// Of places, in the order of [`Waters::slot`].
    weights: Vec<f32>,
    /// By kind, at the beginning of a game.
    start: Vec<Heat<W>>,
    /// By kind; what is not afloat any more is not kept up.
    heats: Vec<Heat<W>>,
    /// The fields whose places are not in `heats` any more.
    closed: Bits<W>,
    /// What a place is worth by how many hits it goes through, for each of them.
    worth: [f32; 8],
}

impl<const W: usize> Density<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<Waters<W>>, placing: Placing) -> Self {
        let weights = weights(&waters, placing);
        let heat = |kind| {
            let mut heat = Heat {
                places: waters.starts(kind, waters.all()),
                fields: [[0.0; 64]; W],
                mass: 0.0,
            };
            for berth in waters.berths(kind, waters.all()) {
                heat.add(&waters, berth, weights[Waters::<W>::slot(berth)]);
            }
            heat
        };
        let start: Vec<_> = waters.kinds().map(heat).collect();
        let same_ship = if waters.terms().ships_touch {
            SAME_SHIP
        } else {
            SAME_SHIP_APART
        };
        let mut worth = [0.0; 8];
        let mut product = 1.0;
        for (hits, worth) in (0_u8..).zip(&mut worth).skip(1) {
            *worth = product / f32::from(hits);
            product *= same_ship;
        }
        Self {
            worth,
            waters,
            weights,
            heats: start.clone(),
            start,
            closed: Bits::EMPTY,
        }
    }

    /// Takes the places through a field away.
    #[inline(always)]
    fn close(&mut self, knowledge: &Knowledge<W>, field: Field) {
        let waters = &*self.waters;
        for (kind, heat) in waters.kinds().zip(&mut self.heats) {
            if knowledge.afloat(kind) == 0 {
                continue;
            }
            let dead = heat.places.and(waters.through(kind, field));
            heat.places = heat.places.without(&dead);
            for (axis, starts) in dead.by_axis() {
                for start in &starts {
                    let berth = Berth { kind, axis, start };
                    let weight = self.weights[Waters::<W>::slot(berth)];
                    heat.add(waters, berth, -weight);
                }
            }
        }
        self.closed.insert(field);
    }

    /// How likely each field is while no ship is hit.
    #[inline(always)]
    fn search(&self, knowledge: &Knowledge<W>, scores: &mut [[f32; 64]; W]) {
        for (kind, heat) in self.waters.kinds().zip(&self.heats) {
            let afloat = knowledge.afloat(kind);
            if afloat == 0 {
                continue;
            }
            let factor = heat.factor(afloat);
            let fields = heat.fields.as_flattened();
            for (score, weight) in scores.as_flattened_mut().iter_mut().zip(fields) {
                *score += weight * factor;
            }
        }
    }

    /// How likely the fields around hits are.
    #[inline(always)]
    fn target(&self, knowledge: &Knowledge<W>, scores: &mut [[f32; 64]; W]) {
        let scores = scores.as_flattened_mut();
        let waters = &*self.waters;
        let open = knowledge.open();
        let hits = open.count();
        for (kind, heat) in waters.kinds().zip(&self.heats) {
            let afloat = knowledge.afloat(kind);
            if afloat == 0 {
                continue;
            }
            let factor = heat.factor(afloat);
            let length = waters.kind(kind).length;
            let mut places = heat.places;
            if hits >= length.into() {
                // A ship that is afloat has a field that was not hit.
                places = places.without(&waters.starts(kind, open));
            }
            for hit in &open {
                for (axis, starts) in places.and(waters.through(kind, hit)).by_axis() {
                    let step = waters.step(axis);
                    for start in &starts {
                        let berth = Berth { kind, axis, start };
                        let hits = if hits == 1 {
                            1
                        } else {
                            (waters.hull(berth).cells & open).count() as usize
                        };
                        let weight = self.weights[Waters::<W>::slot(berth)];
                        // It comes up once for each of its hits.
                        let score = factor * weight * self.worth[hits % 8];
                        let reached = scores[start.index()..].iter_mut().step_by(step);
                        for sum in reached.take(length.into()) {
                            *sum += score;
                        }
                    }
                }
            }
        }
        for hit in &open {
            scores[hit.index()] = 0.0;
        }
    }
}

impl<const W: usize> Heat<W> {
    #[inline(always)]
    fn add(&mut self, waters: &Waters<W>, berth: Berth, weight: f32) {
        self.mass += weight;
        let reached = self.fields.as_flattened_mut()[berth.start.index()..].iter_mut();
        let length = waters.kind(berth.kind).length.into();
        for sum in reached.step_by(waters.step(berth.axis)).take(length) {
            *sum += weight;
        }
    }

    /// How many ships there are for a weight of 1.
    #[inline(always)]
    fn factor(&self, afloat: u8) -> f32 {
        f32::from(afloat) / self.mass.max(1.0)
    }
}

/// How much each place counts: [`ONE`], or as the numbers of places that it leaves to
/// the other ships, multiplied.
fn weights<const W: usize>(waters: &Waters<W>, placing: Placing) -> Vec<f32> {
    let mut weights = vec![ONE; waters.slots()];
    let room = |berth: Berth| {
        let free = waters.all().without(&waters.hull(berth).reach);
        let mut room = 1.0;
        for kind in waters.kinds() {
            let places = |free| f64::from(waters.starts(kind, free).count());
            let share = places(free) / places(waters.all());
            for _ in u8::from(kind == berth.kind)..waters.kind(kind).count {
                room *= share;
            }
        }
        room
    };
    if placing == Placing::Seq || waters.terms().ships_touch {
        return weights;
    }
    for kind in waters.kinds() {
        let berths = || waters.berths(kind, waters.all());
        let most = berths().map(room).fold(f64::MIN_POSITIVE, f64::max);
        for berth in berths() {
            let weight = f64::from(ONE) * room(berth) / most;
            #[expect(clippy::cast_possible_truncation, reason = "a small number")]
            let weight = weight.round().max(1.0) as f32;
            weights[Waters::<W>::slot(berth)] = weight;
        }
    }
    weights
}

impl<const W: usize> Player<W> for Density<W> {
    fn begin(&mut self, _seed: u64) {
        self.heats.clone_from(&self.start);
        self.closed = Bits::EMPTY;
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        choose(self, knowledge)
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn choose<const W: usize>(density: &mut Density<W>, knowledge: &Knowledge<W>) -> Field {
    for field in &knowledge.closed().without(&density.closed) {
        density.close(knowledge, field);
    }
    let mut scores = [[0.0; 64]; W];
    if knowledge.open().is_empty() {
        density.search(knowledge, &mut scores);
    } else {
        density.target(knowledge, &mut scores);
    }
    let all = density.waters.all().without(&knowledge.shot());
    best(&scores)
        .or_else(|| knowledge.sensible(&density.waters).first())
        .or_else(|| all.first())
        .expect("a field that was not shot at")
}

/// The first field with the highest score, if that is above 0.
#[inline(always)]
fn best<const W: usize>(scores: &[[f32; 64]; W]) -> Option<Field> {
    /// Compared at the same time.
    const LANES: usize = 8;
    let (lanes, _) = scores.as_flattened().as_chunks::<LANES>();
    let mut highest = [0.0; LANES];
    for scores in lanes {
        for (highest, score) in highest.iter_mut().zip(scores) {
            *highest = if *score > *highest { *score } else { *highest };
        }
    }
    let higher = |highest, score| if score > highest { score } else { highest };
    let highest = highest.into_iter().fold(0.0, higher);
    if highest == 0.0 {
        return None;
    }
    let group = lanes.iter().position(|scores| scores.contains(&highest))?;
    let lane = lanes[group].iter().position(|score| *score >= highest)?;
    Some(Field::of_index(LANES * group + lane))
}
