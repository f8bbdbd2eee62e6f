//! How likely each place of a ship is, and what that makes of the fields.

use super::situation::Situation;
use crate::solo::bits::Bits;
use crate::solo::waters::{Axis, Berth, Field, Starts, Waters};

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

    /// What a shot at each field is worth.
    #[inline(always)]
    pub fn scores(&self, situation: &Situation<'_, W>) -> [[f32; 64]; W] {
        let alpha: f64 = std::env::var("ALPHA").map_or(0.0, |m| m.parse().unwrap());
        let waters = situation.waters;
        let unknown = situation.free.without(&situation.open);
        let mut scores = [[0.0_f64; 64]; W];
        for kind in waters.kinds() {
            let length = usize::from(waters.kind(kind).length);
            for (axis, places) in [Axis::Level, Axis::Upright].into_iter().zip(&self.places[usize::from(kind)]) {
                let step = match axis { Axis::Level => 1, Axis::Upright => waters.stride() as usize };
                for (index, &weight) in places.as_flattened().iter().enumerate() {
                    if weight == 0.0 { continue; }
                    let hull = waters.hull(Berth { kind, axis, start: Field::new(index as u32) });
                    let gain = (hull.reach & unknown).without(&hull.cells).count();
                    let weight = weight * (1.0 + alpha * f64::from(gain));
                    for i in 0..length {
                        scores.as_flattened_mut()[index + i * step] += weight;
                    }
                }
            }
        }
        scores.map(|word| word.map(|score| (score / self.total.max(1e-300)) as f32))
    }
}

#[inline(always)]
fn add<const W: usize>(places: &mut [f64], starts: Bits<W>, share: f64) {
    for field in starts.iter() {
        places[field.index()] += share;
    }
}
