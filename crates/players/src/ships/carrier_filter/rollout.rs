//! How likely the shots of a turn destroy the cannon, after looking somewhere.

use super::poses::Poses;
use crate::Orders;
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::view::SegmentKind;
use std::borrow::Cow;
use std::collections::BTreeMap;

/// The most squares that are compared: those that most likely show something.
const SQUARES_MAX: usize = 64;
/// How many of them are compared again with a second plane in view.
const SQUARES_AHEAD: usize = 6;
/// The most squares that are compared for the second plane.
const SQUARES_THEN: usize = 24;
/// A second plane is considered if the cannon would be missed at least that likely without it.
const LOSS_MIN: f64 = 1e-3;

/// How far the hunt looks ahead.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Foresight {
    /// To one plane and the shots after it. Carriers do not move to look around.
    OnePlane,
    /// To a second plane before the shots. Carriers move as well.
    TwoPlanes,
}

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
            is_last_bound: self.is_last_bound,
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
pub(super) struct Rollout<'f> {
    poses: Poses,
    /// By pose, its probability.
    weights: Cow<'f, [f64]>,
    /// By field, the probability that the healthy cannon is there.
    cannons: Vec<f64>,
    /// The fields that may have the cannon, the likeliest first.
    ranked: Vec<usize>,
}

impl<'f> Rollout<'f> {
    pub fn new(poses: Poses, weights: Cow<'f, [f64]>) -> Self {
        let cannons = poses.cannons(&weights);
        let mut ranked: Vec<_> = (0..cannons.len()).filter(|&at| cannons[at] > 0.0).collect();
        ranked.sort_by(|&a, &b| cannons[b].total_cmp(&cannons[a]));
        Self {
            poses,
            weights,
            cannons,
            ranked,
        }
    }

    /// The probability that the shots destroy the cannon without looking.
    pub fn shots_value(&self, shots: Shots) -> f64 {
        largest(self.cannons.clone(), shots.blind().max(1))
    }

    /// By field, the probability that the carrier is at most that far away from it; on it, it is 0 fields away.
    pub fn near(&self, distance: i32) -> Vec<f64> {
        self.poses.near(&self.weights, distance)
    }

    /// The best square of a plane, and the probability that the shots after it destroy the cannon.
    pub fn best_square(&self, shots: Shots, foresight: Foresight) -> (Pos, f64) {
        let mut squares = self.squares(shots, SQUARES_MAX);
        if foresight == Foresight::TwoPlanes && shots.count > 2 {
            squares.truncate(SQUARES_AHEAD);
            for (centre, value) in &mut squares {
                *value = self.square_value(*centre, shots, foresight);
            }
        }
        let best = squares.into_iter().max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.unwrap_or((self.poses.board.field(0), 0.0))
    }

    /// The squares that most likely show something, with their values, best first.
    fn squares(&self, shots: Shots, most: usize) -> Vec<(Pos, f64)> {
        let near = self.near(1);
        let mut centres: Vec<_> = (0..near.len()).filter(|&at| near[at] > 0.0).collect();
        centres.sort_by(|&a, &b| near[b].total_cmp(&near[a]));
        centres.truncate(most);
        let centres = centres.into_iter().map(|at| self.poses.board.field(at));
        let value = |centre| self.square_value(centre, shots, Foresight::OnePlane);
        let mut squares: Vec<_> = centres.map(|centre| (centre, value(centre))).collect();
        squares.sort_by(|(_, a), (_, b)| b.total_cmp(a));
        squares
    }

    /// The probability that the shots destroy the cannon after a plane to a square.
    fn square_value(&self, centre: Pos, shots: Shots, foresight: Foresight) -> f64 {
        let square = Rect::around(centre);
        let poses = self.poses.touching(square);
        self.value_after(
            poses,
            |pos| square.contains(pos),
            shots.after_plane(),
            foresight,
        )
    }

    /// The probability that the shots destroy the cannon after looking at some fields.
    pub fn value_after_look(&self, seen: &[Pos], shots: Shots) -> f64 {
        let mut is_seen = vec![false; self.cannons.len()];
        let index = |pos| self.poses.board.index(pos);
        let mut poses = Vec::new();
        for pos in seen {
            poses.extend(self.poses.touching(Rect::spanning(*pos, *pos)));
            if let Some(at) = index(*pos) {
                is_seen[at] = true;
            }
        }
        poses.sort_unstable();
        poses.dedup();
        self.value_after(
            poses.into_iter(),
            |pos| index(pos).is_some_and(|at| is_seen[at]),
            shots,
            Foresight::OnePlane,
        )
    }

    /// The probability that the shots destroy the cannon after looking at some fields. `poses` has those that may show
    /// something, at least.
    fn value_after(
        &self,
        poses: impl Iterator<Item = usize>,
        is_seen: impl Fn(Pos) -> bool,
        shots: Shots,
        foresight: Foresight,
    ) -> f64 {
        let possible = poses.filter(|&pose| self.weights[pose] > 0.0);
        let looks = possible.filter_map(|pose| self.look(pose, &is_seen));
        let mut looks: Vec<_> = looks.collect();
        looks.sort_unstable_by_key(|look| (look.parts, look.cannon));
        let looks_ahead = foresight == Foresight::TwoPlanes;
        let mut value = 0.0;
        // Poses that would show the same parts cannot be told apart.
        for same in looks.chunk_by(|a, b| a.parts == b.parts) {
            let by_cannon = same.chunk_by(|a, b| a.cannon == b.cannon);
            let cannons = by_cannon.map(|it| it.iter().map(|look| look.weight).sum());
            let blind = shots.bound().blind();
            let count = if same[0].shows_cannon { 1 } else { blind };
            let shot = largest(cannons.collect(), count);
            let chance: f64 = same.iter().map(|look| look.weight).sum();
            value += if looks_ahead && chance - shot > LOSS_MIN {
                let mut weights = vec![0.0; self.weights.len()];
                for look in same {
                    weights[look.pose] = look.weight;
                }
                shot.max(self.value_after_another(weights, shots.bound()))
            } else {
                shot
            };
        }
        let mut rest = self.value_of_nothing(&looks, shots);
        if looks_ahead {
            let mut weights = self.weights.to_vec();
            for look in &looks {
                weights[look.pose] = 0.0;
            }
            rest = rest.max(self.value_after_another(weights, shots));
        }
        value + rest
    }

    /// The probability that the shots destroy the cannon after another plane, if the poses have these probabilities.
    fn value_after_another(&self, weights: Vec<f64>, shots: Shots) -> f64 {
        let then = Rollout::new(self.poses, weights.into());
        let squares = then.squares(shots, SQUARES_THEN);
        squares.first().map_or(0.0, |(_, value)| *value)
    }

    /// The part of that value for the case that nothing is seen: then the best of the other poses remain.
    fn value_of_nothing(&self, looks: &[Look], shots: Shots) -> f64 {
        let mut shown: BTreeMap<Pos, f64> = BTreeMap::new();
        for look in looks {
            *shown.entry(look.cannon).or_default() += look.weight;
        }
        let rest = self.ranked.iter().take(shown.len() + shots.blind());
        let rest = rest.map(|&at| {
            let field = self.poses.board.field(at);
            self.cannons[at] - shown.get(&field).copied().unwrap_or(0.0)
        });
        largest(rest.collect(), shots.blind())
    }

    /// What would be seen of the carrier in a pose, if anything.
    fn look(&self, pose: usize, is_seen: impl Fn(Pos) -> bool) -> Option<Look> {
        let footprint = self.poses.pose(pose);
        let (board, class) = (self.poses.board, &self.poses.class);
        let (mut parts, mut shows_cannon) = ([0; 8], false);
        let fields = (0..).zip(footprint.fields());
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
            cannon: self.poses.cannon(&footprint),
            pose,
            weight: self.weights[pose],
        })
    }
}

/// What would be seen of the carrier in a pose.
struct Look {
    /// A number for each part, in order; the rest is 0.
    parts: [usize; 8],
    shows_cannon: bool,
    cannon: Pos,
    /// The number of the pose.
    pose: usize,
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
