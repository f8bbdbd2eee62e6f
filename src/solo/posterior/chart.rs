//! How likely each place of a ship is, and what that makes of the fields.

use crate::solo::bits::Bits;
use crate::solo::waters::{Axis, Field, Starts, Waters};

/// Weights of places, added up over fleets.
pub struct Chart<const W: usize> {
    /// By kind, and first field: along rows, along columns.
    places: Vec<[[[f64; 64]; W]; 2]>,
    /// Of all fleets.
    pub total: f64,
}

impl<const W: usize> Chart<W> {
    pub fn new(waters: &Waters<W>) -> Self {
        Self {
            places: vec![[[[0.0; 64]; W]; 2]; waters.kinds().len()],
            total: 0.0,
        }
    }

    #[inline(always)]
    pub fn clear(&mut self) {
        for places in &mut self.places {
            *places = [[[0.0; 64]; W]; 2];
        }
        self.total = 0.0;
    }

    /// Shares a weight out among places.
    #[inline(always)]
    pub fn spread(&mut self, kind: u8, starts: &Starts<W>, weight: f64) {
        let share = weight / f64::from(starts.count().max(1));
        let places = &mut self.places[usize::from(kind)];
        add(places[0].as_flattened_mut(), starts.level, share);
        add(places[1].as_flattened_mut(), starts.upright, share);
    }

    /// Adds a weight to a place.
    #[inline(always)]
    pub fn add(&mut self, kind: u8, axis: Axis, start: Field, weight: f64) {
        let plane = usize::from(axis == Axis::Upright);
        self.places[usize::from(kind)][plane].as_flattened_mut()[start.index()] += weight;
    }

    /// How likely a shot at each field hits, times the total weight.
    #[inline(always)]
    pub fn scores(&self, waters: &Waters<W>) -> [[f64; 64]; W] {
        let mut scores = [[0.0; 64]; W];
        let sums = scores.as_flattened_mut();
        for (kind, planes) in (0..).zip(&self.places) {
            let length = usize::from(waters.kind(kind).length);
            for (places, step) in planes.iter().zip([1, waters.stride() as usize]) {
                let places = places.as_flattened();
                for i in 0..length {
                    let reached = sums.iter_mut().skip(i * step);
                    for (sum, weight) in reached.zip(places) {
                        *sum += weight;
                    }
                }
            }
        }
        scores
    }
}

#[inline(always)]
fn add<const W: usize>(places: &mut [f64], starts: Bits<W>, share: f64) {
    for field in &starts {
        places[field.index()] += share;
    }
}
