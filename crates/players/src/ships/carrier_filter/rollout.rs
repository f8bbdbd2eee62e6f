//! How likely the shots of a turn destroy the cannon, after looking somewhere.

use super::poses::Poses;
use crate::Orders;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::view::SegmentKind;

/// The shots that the carriers have left.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shots {
    pub count: usize,
    /// Whether the last one goes to a part in sight, as the rules of the house demand.
    is_last_bound: bool,
    /// Whether all go to one field: the basic game has one shot, and the rest are planes.
    is_one: bool,
}

impl Shots {
    pub fn left(orders: &Orders<'_, '_>) -> Self {
        let carriers = orders.own_ships().iter().filter(|ship| ship.class().planes);
        Self {
            count: carriers.map(|ship| usize::from(ship.shots)).sum(),
            is_last_bound: orders.sighted().next().is_some(),
            is_one: !orders.view().is_extended(),
        }
    }

    /// How many shots may go to fields out of sight.
    fn blind(self) -> usize {
        let bound = usize::from(self.is_last_bound);
        if self.is_one {
            1 - bound
        } else {
            self.count.saturating_sub(bound)
        }
    }

    /// The shots that are left after a plane.
    pub fn after_plane(self) -> Self {
        Self {
            count: self.count.saturating_sub(1),
            ..self
        }
    }

    /// These shots when a part is in sight.
    const fn bound(self) -> Self {
        Self {
            is_last_bound: true,
            ..self
        }
    }
}

/// What the shots of a turn are worth, as the carrier's pose is known before a look.
#[derive(Debug)]
pub(super) struct Rollout {
    poses: Poses,
    /// The possible poses, with their probabilities.
    possible: Vec<(Footprint, f64)>,
    /// By field, the probability that the healthy cannon is there.
    cannons: Vec<f64>,
    /// The fields that may have the cannon, the likeliest first.
    ranked: Vec<usize>,
}

impl Rollout {
    pub fn new(poses: Poses, possible: Vec<(Footprint, f64)>, cannons: Vec<f64>) -> Self {
        let mut ranked: Vec<_> = (0..cannons.len()).filter(|&at| cannons[at] > 0.0).collect();
        ranked.sort_by(|&a, &b| cannons[b].total_cmp(&cannons[a]));
        Self {
            poses,
            possible,
            cannons,
            ranked,
        }
    }

    /// The possible poses that touch a rectangle.
    pub fn near(&self, rect: &Rect) -> Vec<(Footprint, f64)> {
        let near = self.possible.iter();
        let near = near.filter(|(pose, _)| pose.rect().intersects(rect));
        near.copied().collect()
    }

    /// The probability that the shots destroy the cannon without looking.
    pub fn shots_value(&self, shots: Shots) -> f64 {
        largest(self.cannons.clone(), shots.blind().max(1))
    }

    /// The best square of a plane, and the probability that the shots after it destroy the cannon.
    pub fn best_square(&self, shots: Shots) -> (Pos, f64) {
        let board = self.poses.board;
        // The poses that touch each square.
        let mut touching = vec![Vec::new(); board.field_count()];
        for &(pose, weight) in &self.possible {
            for centre in pose.rect().grown(1).fields() {
                if let Some(at) = board.index(centre) {
                    touching[at].push((pose, weight));
                }
            }
        }
        let centres = board.fields().zip(&touching);
        let centres = centres.filter(|(_, touching)| !touching.is_empty());
        let values = centres.map(|(centre, touching)| {
            let square = Rect::around(centre);
            let value = self.value_after(touching, |pos| square.contains(pos), shots.after_plane());
            (centre, value)
        });
        let best = values.max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.unwrap_or((board.field(0), 0.0))
    }

    /// The probability that the shots destroy the cannon after looking at some fields. `poses` has those that may show
    /// something, at least.
    pub fn value_after(
        &self,
        poses: &[(Footprint, f64)],
        is_seen: impl Fn(Pos) -> bool,
        shots: Shots,
    ) -> f64 {
        let looks = poses
            .iter()
            .map(|(pose, weight)| self.look(pose, *weight, &is_seen));
        let mut looks: Vec<_> = looks.flatten().collect();
        looks.sort_by_key(|look| (look.parts, look.cannon));
        let mut value = 0.0;
        // Poses that would show the same parts cannot be told apart.
        for same in looks.chunk_by(|a, b| a.parts == b.parts) {
            let by_cannon = same.chunk_by(|a, b| a.cannon == b.cannon);
            let cannons = by_cannon.map(|it| it.iter().map(|look| look.weight).sum());
            let blind = shots.bound().blind();
            let count = if same[0].shows_cannon { 1 } else { blind };
            value += largest(cannons.collect(), count);
        }
        value + self.value_of_nothing(looks, shots)
    }

    /// The part of that value for the case that nothing is seen: then the best of the other poses remain.
    fn value_of_nothing(&self, mut looks: Vec<Look>, shots: Shots) -> f64 {
        looks.sort_by_key(|look| look.cannon);
        let shown = looks.chunk_by(|a, b| a.cannon == b.cannon);
        let shown = shown.map(|it| (it[0].cannon, it.iter().map(|look| look.weight).sum()));
        let shown: Vec<(Pos, f64)> = shown.collect();
        let rest = self.ranked.iter().take(shown.len() + shots.blind());
        let rest = rest.map(|&at| {
            let field = self.poses.board.field(at);
            let gone = shown.binary_search_by_key(&field, |(pos, _)| *pos);
            self.cannons[at] - gone.map_or(0.0, |it| shown[it].1)
        });
        largest(rest.collect(), shots.blind())
    }

    /// What would be seen of the carrier in a pose, if anything.
    fn look(&self, pose: &Footprint, weight: f64, is_seen: impl Fn(Pos) -> bool) -> Option<Look> {
        let (board, class) = (self.poses.board, &self.poses.class);
        let (mut parts, mut shows_cannon) = ([0; 8], false);
        let fields = (0..).zip(pose.fields());
        let seen = fields.filter(|(_, pos)| is_seen(*pos));
        for ((segment, pos), part) in seen.zip(&mut parts) {
            let kind = kind_number(SegmentKind::of(class, segment, true));
            *part = 4 * board.index(pos).expect("inside") + kind + 1;
            shows_cannon |= segment == class.cannon();
        }
        // Both directions may show the same.
        parts.sort_unstable();
        (parts != [0; 8]).then(|| Look {
            parts,
            shows_cannon,
            cannon: self.poses.cannon(pose),
            weight,
        })
    }
}

/// What would be seen of the carrier in a pose.
struct Look {
    /// A number for each part, in order; the rest is 0.
    parts: [usize; 8],
    shows_cannon: bool,
    cannon: Pos,
    /// The probability of the pose.
    weight: f64,
}

fn kind_number(kind: SegmentKind) -> usize {
    match kind {
        SegmentKind::Radar => 0,
        SegmentKind::Cannon => 1,
        SegmentKind::Engine => 2,
        SegmentKind::Plain | SegmentKind::Destroyed => 3,
    }
}

/// The sum of the largest values.
fn largest(mut values: Vec<f64>, count: usize) -> f64 {
    values.sort_by(|a, b| b.total_cmp(a));
    values.iter().take(count).sum()
}
