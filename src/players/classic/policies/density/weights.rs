//! Places that count by the room that they leave to the other ships.

use super::{Chart, Heat, add, worth};
use crate::players::classic::bits::Bits;
use crate::players::classic::knowledge::Knowledge;
use crate::players::classic::placement_table::{Field, KINDS_MAX, Placement, PlacementTable};

/// The weight of a place that counts most.
const ONE: f32 = 256.0;

/// What places count.
pub struct Weights {
    /// In the order of [`PlacementTable::slot`].
    weights: Vec<f32>,
    /// What a place is worth by how many hits it goes through.
    worth: [f32; 8],
}

impl Weights {
    /// The numbers of places that each place leaves to the other ships, multiplied.
    pub fn new<const W: usize>(waters: &PlacementTable<W>) -> Self {
        let mut weights = vec![0.0; waters.slots()];
        let room = |placement: Placement| {
            let free = waters.all().without(&waters.mask(placement).reach);
            let mut room = 1.0;
            for kind in waters.kinds() {
                let places = |free| f64::from(waters.starts(kind, free).count());
                let share = places(free) / places(waters.all());
                for _ in u8::from(kind == placement.kind)..waters.kind(kind).count {
                    room *= share;
                }
            }
            room
        };
        for kind in waters.kinds() {
            let placements = || waters.placements(kind, waters.all());
            let most = placements().map(room).fold(f64::MIN_POSITIVE, f64::max);
            for placement in placements() {
                let weight = f64::from(ONE) * room(placement) / most;
                #[expect(clippy::cast_possible_truncation, reason = "a small number")]
                let weight = weight.round().max(1.0) as f32;
                weights[PlacementTable::<W>::slot(placement)] = weight;
            }
        }
        Self {
            weights,
            worth: worth(waters),
        }
    }

    /// What a place counts.
    #[inline(always)]
    pub fn of<const W: usize>(&self, placement: Placement) -> f32 {
        self.weights[PlacementTable::<W>::slot(placement)]
    }

    /// Takes the places through a free field away.
    #[inline(always)]
    pub fn close<const W: usize>(
        &self,
        waters: &PlacementTable<W>,
        heat: &mut Heat<W>,
        knowledge: &Knowledge<W>,
        field: Field,
    ) {
        for kind in waters.kinds() {
            if knowledge.afloat(kind) == 0 {
                continue;
            }
            let places = waters.starts(kind, heat.free);
            for (axis, starts) in places.and(waters.through(kind, field)).by_axis() {
                for start in &starts {
                    let placement = Placement { kind, axis, start };
                    heat.add(waters, placement, -self.of::<W>(placement));
                }
            }
        }
    }

    /// How likely the fields around hits are.
    #[inline(always)]
    pub fn target<const W: usize>(
        &self,
        waters: &PlacementTable<W>,
        free: &Bits<W>,
        open: &Bits<W>,
        ships: &[f32; KINDS_MAX],
        scores: &mut Chart<W>,
    ) {
        for (kind, ships) in waters.kinds().zip(ships) {
            if *ships == 0.0 {
                continue;
            }
            let mut places = waters.starts(kind, *free);
            for hit in open {
                let through = places.and(waters.through(kind, hit));
                places = places.without(&through);
                for (axis, starts) in through.by_axis() {
                    for start in &starts {
                        let placement = Placement { kind, axis, start };
                        let hits = (waters.mask(placement).cells & *open).count() as usize;
                        let worth = self.worth[hits % 8];
                        add(
                            scores,
                            waters,
                            placement,
                            ships * self.of::<W>(placement) * worth,
                        );
                    }
                }
            }
        }
    }
}
