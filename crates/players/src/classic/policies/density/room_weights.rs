//! Weights of places by the room that they leave to the other ships.

use super::{FieldValues, PlacementSums, add, worth};
use crate::classic::{
    Bitboard, BitboardKnowledge, FieldIndex, LENGTH_CLASSES_MAX, Placement, PlacementTable,
};

/// The highest weight of a place.
const ONE: f32 = 256.0;

pub struct RoomWeights {
    /// By [`PlacementTable::slot`].
    weights: Vec<f32>,
    /// The worth of a place by the number of hits that it covers.
    worth: [f32; 8],
}

impl RoomWeights {
    /// Weights proportional to the product, over the other ships, of the share of their
    /// places that each place leaves free.
    pub fn new<const W: usize>(table: &PlacementTable<W>) -> Self {
        let mut weights = vec![0.0; table.slots()];
        let room = |placement: Placement| {
            let free = table.all().without(&table.ship(placement).reach);
            let mut room = 1.0;
            for class in table.length_classes() {
                let places = |free| f64::from(table.starts(class, free).count());
                let share = places(free) / places(table.all());
                for _ in u8::from(class == placement.class)..table.length_class(class).count {
                    room *= share;
                }
            }
            room
        };
        for class in table.length_classes() {
            let placements = || table.placements(class, table.all());
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
            worth: worth(table),
        }
    }

    #[inline(always)]
    pub fn of<const W: usize>(&self, placement: Placement) -> f32 {
        self.weights[PlacementTable::<W>::slot(placement)]
    }

    /// Removes the places that cover a free field.
    #[inline(always)]
    pub fn close<const W: usize>(
        &self,
        table: &PlacementTable<W>,
        sums: &mut PlacementSums<W>,
        knowledge: &BitboardKnowledge<W>,
        field: FieldIndex,
    ) {
        for class in table.length_classes() {
            if knowledge.afloat[usize::from(class)] == 0 {
                continue;
            }
            let places = table.starts(class, sums.free);
            let through = places.and(table.through(class, field));
            for placement in through.placements(class) {
                sums.add(table, placement, -self.of::<W>(placement));
            }
        }
    }

    /// Scores the fields around hits.
    #[inline(always)]
    pub fn target<const W: usize>(
        &self,
        table: &PlacementTable<W>,
        free: &Bitboard<W>,
        open: &Bitboard<W>,
        ships: &[f32; LENGTH_CLASSES_MAX],
        scores: &mut FieldValues<W>,
    ) {
        for (class, ships) in table.length_classes().zip(ships) {
            if *ships == 0.0 {
                continue;
            }
            let mut places = table.starts(class, *free);
            for hit in open.iter() {
                let through = places.and(table.through(class, hit));
                places = places.without(&through);
                for placement in through.placements(class) {
                    let hits = (table.ship(placement).cells & *open).count() as usize;
                    let weight = ships * self.of::<W>(placement) * self.worth[hits % 8];
                    add(scores, table, placement, weight);
                }
            }
        }
    }
}
