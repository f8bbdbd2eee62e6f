//! What was seen in a turn, and how likely it makes a pose of the carrier.

use super::poses::Poses;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Pos, Rect};
use admiralty_core::view::{Observation, SegmentKind};

/// What was seen in this turn, by field: the first time counts, because the enemy does not move in it.
#[derive(Clone, Debug)]
pub(super) struct Sightings {
    board: Rect,
    fields: Vec<Option<SeenField>>,
}

/// What was seen on a field; nothing healthy is next to own ships, either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SeenField {
    Water,
    Part(SegmentKind),
}

impl Sightings {
    pub fn new(board: Rect) -> Self {
        Self {
            board,
            fields: vec![None; board.field_count()],
        }
    }

    /// Enters what is seen now; returns the fields that were not before.
    pub fn observe(&mut self, view: &Observation<'_>) -> Vec<Pos> {
        let mut new = Vec::new();
        let own = view.own().iter();
        let own: Vec<_> = own.map(|ship| ship.footprint().rect().grown(1)).collect();
        let unseen = self.fields.iter_mut().zip(self.board.fields());
        for (field, pos) in unseen.filter(|(field, _)| field.is_none()) {
            let is_clear =
                || view.seen().contains(pos) || own.iter().any(|rect| rect.contains(pos));
            *field = match view.enemy_at(pos) {
                Some(kind) => Some(SeenField::Part(kind)),
                None => is_clear().then_some(SeenField::Water),
            };
            new.extend(field.is_some().then_some(pos));
        }
        new
    }

    fn at(&self, pos: Pos) -> Option<SeenField> {
        self.board.index(pos).and_then(|at| self.fields[at])
    }

    /// Whether a part was seen on a field.
    pub fn is_part(&self, pos: Pos) -> bool {
        matches!(self.at(pos), Some(SeenField::Part(_)))
    }

    /// How likely what was seen is if the carrier is in a pose, compared to what it is if it is not. `shots` are those
    /// that may have destroyed its cannon.
    pub fn likelihood(
        &self,
        pose: &Footprint,
        poses: &Poses,
        shots: &[Pos],
        view: &Observation<'_>,
    ) -> f64 {
        let mut shown = Vec::new();
        for (segment, pos) in (0..).zip(pose.fields()) {
            let kind = SegmentKind::of(&poses.class, segment, true);
            let may_be_destroyed = segment != poses.class.cannon() || shots.contains(&pos);
            match self.at(pos) {
                None => {}
                Some(SeenField::Part(SegmentKind::Destroyed)) if may_be_destroyed => {
                    shown.push(pos);
                }
                Some(SeenField::Part(seen)) if seen == kind => shown.push(pos),
                Some(SeenField::Water | SeenField::Part(_)) => return 0.0,
            }
        }
        let rect = pose.rect();
        let mut around = rect.grown(1).fields().filter(|pos| !rect.contains(*pos));
        if around.any(|pos| self.is_part(pos)) {
            0.0
        } else if shown.is_empty() {
            1.0
        } else {
            1.0 / self.others(&shown, poses, view)
        }
    }

    /// The probability that a ship of another class shows these parts, and no others.
    fn others(&self, shown: &[Pos], poses: &Poses, view: &Observation<'_>) -> f64 {
        /// For what is not counted, such as parts that are destroyed.
        const LEAST: f64 = 1e-3;
        /// The share of the poses in the start that are free.
        const FREE: f64 = 0.75;
        let enemy = view.player().opponent();
        let fields = view.start(enemy).field_count() as f64;
        let mut chance = LEAST;
        let classes = view.rules().classes.iter();
        for class in classes.filter(|it| it.index != poses.class.index) {
            let mut places = 0;
            for direction in Direction::ALL {
                for segment in 0..class.length {
                    let head = shown[0].step(direction, i32::from(segment));
                    let pose = Footprint::new(head, direction, class.length);
                    let fits = (0..).zip(pose.fields()).all(|(segment, pos)| {
                        let kind = SegmentKind::of(class, segment, true);
                        match self.at(pos) {
                            None => true,
                            Some(SeenField::Water) => false,
                            Some(SeenField::Part(seen)) => {
                                seen == kind || seen == SegmentKind::Destroyed
                            }
                        }
                    });
                    let shows_all = shown.iter().all(|pos| pose.rect().contains(*pos));
                    places += usize::from(fits && shows_all && view.is_navigable(&pose));
                }
            }
            chance += f64::from(view.count(enemy, class)) * places as f64 / (4.0 * fields * FREE);
        }
        chance
    }
}
