//! How likely places are before a shot is fired.

use super::fleet::Fleet;
use super::placing::{Dealer, Placing};
use super::terms::Directions;
use super::waters::{Axis, Berth, Waters};
use crate::ai::Chance;
use crate::vocabulary::Pos;

/// Fleets that are dealt to find out.
const FLEETS: u32 = 60_000;

/// How often ships lie in their places, compared with all places being as likely.
#[derive(Clone, Debug)]
pub struct Prior<const W: usize> {
    placing: Placing,
    /// By kind, axis and index of the first field; 0 if there is no such place.
    weights: Vec<f32>,
}

impl<const W: usize> Prior<W> {
    /// What fleets that are dealt show. Places that a symmetry of the board takes to
    /// each other are counted together.
    pub fn new(waters: &Waters<W>, placing: Placing) -> Self {
        let mut prior = Self::flat(waters, placing);
        let Ok(dealer) = Dealer::new(waters, placing) else {
            return prior;
        };
        let mut counts = vec![0_u32; prior.weights.len()];
        let mut chance = Chance::seeded(0);
        let mut fleet = Fleet::new();
        for _ in 0..FLEETS {
            if dealer.deal(&mut chance, &mut fleet).is_ok() {
                for ship in fleet.ships() {
                    counts[Waters::<W>::slot(ship.berth)] += 1;
                }
            }
        }
        for kind in waters.kinds() {
            let berths: Vec<_> = waters.berths(kind, waters.all()).collect();
            let total: u32 = berths.iter().map(|&berth| counts[Waters::<W>::slot(berth)]).sum();
            for &berth in &berths {
                let images = images(waters, berth);
                let seen = images.iter().map(|&image| f64::from(counts[Waters::<W>::slot(image)]));
                let mean = seen.sum::<f64>() / count(&images);
                let weight = mean * count(&berths) / f64::from(total.max(1));
                #[expect(clippy::cast_possible_truncation, reason = "a weight near 1")]
                let weight = weight as f32;
                prior.weights[Waters::<W>::slot(berth)] = weight;
            }
        }
        prior
    }

    /// All places as likely.
    pub fn flat(waters: &Waters<W>, placing: Placing) -> Self {
        let mut weights = vec![0.0; waters.slots()];
        for kind in waters.kinds() {
            for berth in waters.berths(kind, waters.all()) {
                weights[Waters::<W>::slot(berth)] = 1.0;
            }
        }
        Self { placing, weights }
    }

    /// How fleets are believed to be dealt.
    pub fn placing(&self) -> Placing {
        self.placing
    }

    /// The weight of a place; the mean of a kind's places is 1.
    #[inline]
    pub fn weight(&self, berth: Berth) -> f32 {
        self.weights[Waters::<W>::slot(berth)]
    }
}

#[expect(clippy::cast_precision_loss, reason = "a few hundred")]
fn count(berths: &[Berth]) -> f64 {
    berths.len() as f64
}

/// Where the symmetries of the board take a place: eight images, of which some may
/// be the same; four if ships lie along rows only.
fn images<const W: usize>(waters: &Waters<W>, berth: Berth) -> Vec<Berth> {
    let side = i32::from(waters.terms().side);
    let reach = i32::from(waters.kind(berth.kind).length) - 1;
    let start = waters.pos(berth.start);
    let end = match berth.axis {
        Axis::Level => Pos::new(start.y, start.x + reach),
        Axis::Upright => Pos::new(start.y + reach, start.x),
    };
    let mut images = Vec::new();
    for (flip_y, flip_x, turn) in (0..8).map(|i| (i & 1 != 0, i & 2 != 0, i & 4 != 0)) {
        let image = |pos: Pos| {
            let y = if flip_y { side - 1 - pos.y } else { pos.y };
            let x = if flip_x { side - 1 - pos.x } else { pos.x };
            if turn { Pos::new(x, y) } else { Pos::new(y, x) }
        };
        let (one, other) = (image(start), image(end));
        let axis = if one.y == other.y { Axis::Level } else { Axis::Upright };
        let first = Pos::new(one.y.min(other.y), one.x.min(other.x));
        let is_there = waters.terms().directions == Directions::All || !turn;
        images.extend(waters.field(first).filter(|_| is_there).map(|start| Berth {
            axis,
            start,
            ..berth
        }));
    }
    images
}
