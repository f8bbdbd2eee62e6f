//! The player that counts the places of single ships.
//!
//! Ships are taken to lie independently of each other, each in one of its places
//! that go through no closed field, each as likely. While no ship is hit, that makes
//! for each field the number of ships to be expected there. When some are hit, only
//! places through hits count.
//!
//! To weigh places by how often ships lie there before the first shot would be truer
//! and weaker: it draws the shots to the edges, where a miss tells less.

#![expect(
    clippy::inline_always,
    reason = "all of it is compiled again for newer processors, as part of what calls it"
)]

use std::sync::Arc;

use multiversion::multiversion;

use super::Player;
use crate::solo::bits::Bits;
use crate::solo::knowledge::Knowledge;
use crate::solo::waters::{Axis, Berth, Field, Waters};

/// How much more likely a place is for each hit more that it goes through, where
/// these may be of several ships.
const SAME_SHIP: f32 = 8.0;

/// The same where ships do not touch: hits next to each other are of one ship.
const SAME_SHIP_APART: f32 = 1000.0;

/// A place of a ship.
struct Place<const W: usize> {
    cells: Bits<W>,
    kind: u8,
    length: u8,
    start: u16,
    step: u16,
}

/// How many places there are, by kind.
#[derive(Clone)]
struct Heat<const W: usize> {
    /// For each field, of the places through it.
    fields: Vec<[[f32; 64]; W]>,
    /// Of all places.
    mass: Vec<f32>,
}

/// The field that most places of single ships go through.
pub struct Density<const W: usize> {
    waters: Arc<Waters<W>>,
    places: Vec<Place<W>>,
    /// For each field, the places through it.
    through: Vec<Vec<u16>>,
    start: Heat<W>,
    heat: Heat<W>,
    /// The fields whose places are not in `heat` any more.
    closed: Bits<W>,
    /// What a place is worth by how many hits it goes through, for each of them.
    worth: [f32; 8],
}

impl<const W: usize> Density<W> {
    /// A player for these waters.
    pub fn new(waters: Arc<Waters<W>>) -> Self {
        let mut places = Vec::new();
        let mut through = vec![Vec::new(); 64 * W];
        let mut heat = Heat {
            fields: vec![[[0.0; 64]; W]; waters.kinds().len()],
            mass: vec![0.0; waters.kinds().len()],
        };
        for berth in waters
            .kinds()
            .flat_map(|kind| waters.berths(kind, waters.all()))
        {
            #[expect(clippy::cast_possible_truncation, reason = "small weights")]
            let place = Place {
                cells: waters.hull(berth).cells,
                kind: berth.kind,
                length: waters.kind(berth.kind).length,
                start: berth.start.index() as u16,
                step: waters.step(berth.axis) as u16,
            };
            for field in &place.cells {
                through[field.index()].push(u16::try_from(places.len()).unwrap_or(u16::MAX));
            }
            heat.add(&place, 1.0);
            places.push(place);
        }
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
            places,
            through,
            start: heat.clone(),
            heat,
            closed: Bits::EMPTY,
        }
    }

    /// Takes the places through a field away.
    #[inline(always)]
    fn close(&mut self, field: Field) {
        for &index in &self.through[field.index()] {
            let place = &self.places[usize::from(index)];
            if !place.cells.meets(&self.closed) {
                self.heat.add(place, -1.0);
            }
        }
        self.closed.insert(field);
    }

    /// How likely each field is while no ship is hit.
    #[inline(always)]
    fn search(&self, knowledge: &Knowledge<W>, scores: &mut [[f32; 64]; W]) {
        for kind in self.waters.kinds() {
            let factor = self.factor(kind, knowledge);
            let heat = &self.heat.fields[usize::from(kind)];
            for (scores, heat) in scores
                .as_flattened_mut()
                .iter_mut()
                .zip(heat.as_flattened())
            {
                *scores += heat * factor;
            }
        }
    }

    /// How likely the fields around hits are.
    #[inline(always)]
    fn target(&self, knowledge: &Knowledge<W>, scores: &mut [[f32; 64]; W]) {
        let scores = scores.as_flattened_mut();
        let waters = &*self.waters;
        let open = knowledge.open();
        let free = waters.all().without(&knowledge.closed());
        for kind in waters.kinds() {
            let factor = self.factor(kind, knowledge);
            if factor == 0.0 {
                continue;
            }
            let length = usize::from(waters.kind(kind).length);
            let places = waters
                .starts(kind, free)
                .without(&waters.starts(kind, open));
            for hit in &open {
                let through = places.and(waters.through(kind, hit));
                for (axis, starts) in [
                    (Axis::Level, through.level),
                    (Axis::Upright, through.upright),
                ] {
                    let step = waters.step(axis);
                    for start in &starts {
                        let cells = waters.hull(Berth { kind, axis, start }).cells;
                        let hits = (cells & open).count() as usize;
                        // It comes up once for each of its hits.
                        let score = factor * self.worth[hits % 8];
                        let reached = scores[start.index()..].iter_mut().step_by(step);
                        for sum in reached.take(length) {
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

    /// How many ships a place of a kind has, on average.
    #[inline(always)]
    fn factor(&self, kind: u8, knowledge: &Knowledge<W>) -> f32 {
        let mass = self.heat.mass[usize::from(kind)].max(1.0);
        f32::from(knowledge.afloat(kind)) / mass
    }
}

impl<const W: usize> Heat<W> {
    #[inline(always)]
    fn add(&mut self, place: &Place<W>, count: f32) {
        let kind = usize::from(place.kind);
        self.mass[kind] += count;
        let fields = self.fields[kind].as_flattened_mut();
        for i in 0..u16::from(place.length) {
            fields[usize::from(place.start + i * place.step)] += count;
        }
    }
}

impl<const W: usize> Player<W> for Density<W> {
    fn begin(&mut self, _seed: u64) {
        self.heat.clone_from(&self.start);
        self.closed = Bits::EMPTY;
    }

    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field {
        choose(self, knowledge)
    }
}

#[multiversion(targets("x86_64+avx2+bmi1+bmi2+lzcnt+popcnt"))]
fn choose<const W: usize>(density: &mut Density<W>, knowledge: &Knowledge<W>) -> Field {
    for field in &knowledge.closed().without(&density.closed) {
        density.close(field);
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
    let highest = highest.into_iter().fold(0.0, f32::max);
    if highest == 0.0 {
        return None;
    }
    let group = lanes.iter().position(|scores| scores.contains(&highest))?;
    let lane = lanes[group].iter().position(|score| *score >= highest)?;
    Some(Field::of_index(LANES * group + lane))
}
