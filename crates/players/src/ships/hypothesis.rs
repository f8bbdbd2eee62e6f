//! Hypotheses about the enemy's ships.

use super::heat_map::HeatMap;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::Pos;
use admiralty_core::rules::ShipClass;
use admiralty_core::view::{Observation, SegmentKind};

/// A possible class, position and state of an enemy ship.
#[derive(Clone, Copy, Debug)]
pub(super) struct Hypothesis {
    pub class: &'static ShipClass,
    pub footprint: Footprint,
    /// The segments known to be destroyed, as bits.
    pub destroyed: u8,
    pub weight: f64,
}

/// The ships of a class that were not detected.
#[derive(Debug)]
pub(super) struct UnseenShips {
    pub class: &'static ShipClass,
    pub count: f64,
    /// The possible footprints of each ship, with relative weights.
    pub placements: Vec<(Footprint, f64)>,
}

impl Hypothesis {
    /// Whether a segment may be healthy.
    pub const fn is_healthy(&self, segment: u8) -> bool {
        self.destroyed >> segment & 1 == 0
    }

    /// The healthy segments with their fields.
    pub fn healthy(&self) -> impl Iterator<Item = (u8, Pos)> + use<> {
        let hypothesis = *self;
        let fields = (0..).zip(hypothesis.footprint.fields());
        fields.filter(move |&(segment, _)| hypothesis.is_healthy(segment))
    }

    /// The segment on a field, if it may be healthy.
    pub fn healthy_segment(&self, pos: Pos) -> Option<u8> {
        let is_there = self.footprint.rect().contains(pos);
        let segment = is_there.then(|| self.footprint.segment_at(pos))?;
        self.is_healthy(segment).then_some(segment)
    }

    /// The segments known to be destroyed, as bits, except those on excluded fields.
    pub fn destroyed_unless(&self, is_excluded: impl Fn(Pos) -> bool) -> u8 {
        let fields = (0..).zip(self.footprint.fields());
        fields.fold(self.destroyed, |bits, (segment, pos)| {
            bits & !(u8::from(is_excluded(pos)) << segment)
        })
    }

    /// Whether both are the same ship in the same place.
    pub fn agrees(&self, other: &Self) -> bool {
        self.class == other.class && self.footprint == other.footprint
    }

    /// Whether the ship may have moved.
    pub const fn can_move(&self) -> bool {
        self.class.moves > 0 && self.is_healthy(self.class.engine())
    }

    /// The field of the cannon, if it may be healthy.
    pub fn cannon(&self) -> Option<Pos> {
        let cannon = self.class.cannon();
        let field = self.footprint.field(cannon);
        self.is_healthy(cannon).then_some(field)
    }

    /// A key that distinguishes the hypotheses about one ship.
    pub const fn key(&self) -> (u8, Pos, u8, u8) {
        (
            self.class.index,
            self.footprint.head,
            self.footprint.direction as u8,
            self.destroyed,
        )
    }
}

impl UnseenShips {
    /// Adds the weight of each placement, converted to a probability by `scale`, to its
    /// fields, which must be in the rectangle of the map.
    pub fn add_to(&self, heat: &mut HeatMap, scale: impl Fn(f64) -> f64) {
        for (footprint, weight) in &self.placements {
            heat.add_ship(footprint, scale(*weight));
        }
    }
}

/// The segments seen to be destroyed, as bits, if the visible parts allow a ship there;
/// `is_open` is whether a field may hold a part that is not visible.
pub(super) fn seen_parts(
    class: &ShipClass,
    footprint: &Footprint,
    view: &Observation<'_>,
    is_open: impl Fn(Pos) -> bool,
) -> Option<u8> {
    if !view.size().contains_rect(footprint.rect()) {
        return None;
    }
    let mut destroyed = 0;
    for (segment, field) in (0..).zip(footprint.fields()) {
        match view.enemy_at(field) {
            Some(SegmentKind::Destroyed) => destroyed |= 1 << segment,
            Some(kind) if kind == SegmentKind::of(class, segment, true) => {}
            None if is_open(field) => {}
            _ => return None,
        }
    }
    Some(destroyed)
}
