//! An exact Bayes filter for the position of the enemy's carrier, and the hunt for its cannon.
//!
//! The carrier has 4 x rows x columns [poses]. A turn of the enemy spreads them over what the carrier can
//! reach; what is seen multiplies each by how much likelier it is than if another ship showed the same
//! ([`sightings`]). The [hunt] lets ships look first, because their radar costs nothing; then the carrier sends planes
//! and shoots, as a [rollout] says: one plane or two, and the shots after it. The [`Exposure`] turns it round: where an
//! enemy with such a filter looks for the own carrier.

use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::player::Player;
use admiralty_core::view::Observation;

use crate::{Fact, Memory};
use poses::Poses;
use sightings::Sightings;

pub use exposure::Exposure;
pub use rollout::Foresight;

mod exposure;
mod facts;
mod hunt;
mod poses;
mod rollout;
mod sightings;
#[cfg(test)]
mod tests;

/// From this probability on, the cannon's field counts as known.
const KNOWN: f64 = 0.9;

/// The probability of each pose of the enemy's carrier, and that its cannon is destroyed.
#[derive(Clone, Debug)]
pub struct CarrierFilter {
    poses: Poses,
    /// By pose: the probability that the carrier lies there with a healthy cannon.
    weights: Vec<f64>,
    /// The probability that its cannon is destroyed.
    destroyed: f64,
    /// Both at the beginning of the turn, before anything was seen in it.
    before: (Vec<f64>, f64),
    sightings: Sightings,
    /// By pose, how likely what was seen in this turn makes it, if that is known already.
    likelihoods: Vec<Option<f64>>,
    /// The shots of this turn.
    shots: Vec<Pos>,
}

impl CarrierFilter {
    /// Recalls the filter, for the one carrier of the enemy; `None` if it has none, or several, if a fleet is not
    /// complete, or if the board is too large.
    pub fn read(memory: &Memory<'_>, view: &Observation<'_>) -> Option<Self> {
        let is_ready = Player::BOTH
            .into_iter()
            .all(|player| view.is_complete(player));
        let enemy = view.player().opponent();
        let poses = Poses::of_carrier(view, enemy).filter(|_| is_ready)?;
        let mut filter = Self {
            poses,
            weights: vec![0.0; poses.count()],
            destroyed: 0.0,
            before: (Vec::new(), 0.0),
            sightings: Sightings::new(poses.board),
            likelihoods: vec![None; poses.count()],
            shots: Vec::new(),
        };
        for line in memory.facts(Fact::Carrier) {
            // Lines that do not fit are ignored.
            let _ = filter.read_line(line);
        }
        Some(filter)
    }

    /// Begins a turn: the enemy has had one, unless the game has just begun. `prior` is how likely a field has the
    /// cannon at the beginning of the game, relative to others.
    pub fn begin_turn(&mut self, view: &Observation<'_>, prior: impl Fn(Pos) -> f64) {
        if self.weights.iter().all(|weight| *weight == 0.0) && self.destroyed == 0.0 {
            let enemy = view.player().opponent();
            self.weights = self.poses.at_start(view, enemy, prior);
            if view.player() == Player::B {
                self.pass_turn(view);
            }
        } else {
            // Facts have weights in proportion only.
            self.normalise();
            self.pass_turn(view);
        }
        self.before = (self.weights.clone(), self.destroyed);
        self.observe(view);
    }

    /// Whether the carrier's cannon may still be healthy.
    pub fn is_hunting(&self) -> bool {
        self.destroyed < KNOWN
    }

    /// The enemy has had a turn.
    fn pass_turn(&mut self, view: &Observation<'_>) {
        let steps = self.poses.steps(view);
        self.weights = self.poses.after_turn(&self.weights, &steps);
    }

    /// Enters what is seen now.
    pub fn observe(&mut self, view: &Observation<'_>) {
        let changed = self.sightings.observe(view);
        for pos in changed.iter().chain(&self.shots) {
            for pose in self.poses.touching(Rect::around(*pos)) {
                self.likelihoods[pose] = None;
            }
        }
        self.update(view);
    }

    /// Calculates the probabilities anew from those of the beginning of the turn. If what was assumed is wrong, the
    /// carrier may be anywhere where nothing is seen.
    fn update(&mut self, view: &Observation<'_>) {
        if !self.is_updated(view) {
            self.before = (self.poses.anywhere(view, |_| 1.0), 0.0);
            if !self.is_updated(view) {
                (self.weights, self.destroyed) = (self.before.0.clone(), 1.0);
            }
        }
    }

    /// The same; returns whether any pose is possible.
    fn is_updated(&mut self, view: &Observation<'_>) -> bool {
        let (mut weights, before) = self.before.clone();
        let mut destroyed = 0.0;
        let possible = weights.iter_mut().enumerate();
        for (at, weight) in possible.filter(|(_, weight)| **weight > 0.0) {
            let pose = self.poses.pose(at);
            let sightings = &self.sightings;
            let likelihood = || sightings.likelihood(&pose, &self.poses, &self.shots, view);
            *weight *= *self.likelihoods[at].get_or_insert_with(likelihood);
            if self.shots.contains(&self.poses.cannon(&pose)) {
                destroyed += std::mem::take(weight);
            }
        }
        let healthy: f64 = weights.iter().sum();
        let destroyed = before + destroyed;
        // What was assumed may be wrong, unless the cannon may well be destroyed.
        if healthy <= 0.0 && destroyed < 0.1 {
            return false;
        }
        let sum = healthy + destroyed;
        for weight in &mut weights {
            *weight /= sum;
        }
        self.destroyed = destroyed / sum;
        self.weights = weights;
        true
    }

    /// Scales the weights of the poses so that they and the probability that the cannon is destroyed sum to 1.
    fn normalise(&mut self) {
        let sum: f64 = self.weights.iter().sum();
        if sum > 0.0 {
            for weight in &mut self.weights {
                *weight *= (1.0 - self.destroyed) / sum;
            }
        }
    }

    /// The results of the turn: its shots, and the number of parts that they have destroyed.
    pub fn end_turn(&mut self, shots: Vec<Pos>, hits: u64, after: &Observation<'_>) {
        /// How likely a shot in the dark hits something else, so that no part is missing.
        const LUCK: f64 = 0.3;
        self.shots = shots;
        self.observe(after);
        let shots = self.shots.iter().copied();
        let (seen, dark): (Vec<_>, Vec<_>) = shots.partition(|pos| self.sightings.is_part(*pos));
        let has_hit = hits > seen.len() as u64;
        for (pose, weight) in self.poses.all().zip(&mut self.before.0) {
            match dark.contains(&self.poses.cannon(&pose)) {
                true if !has_hit => *weight = 0.0,
                false if has_hit => *weight *= LUCK,
                _ => {}
            }
        }
        if has_hit {
            self.before.1 *= LUCK;
        }
        self.update(after);
    }

    /// The likeliest field of the cannon, and its probability.
    fn best_shot(&self) -> (Pos, f64) {
        let board = self.poses.board;
        let cannons = self.poses.cannons(&self.weights).into_iter();
        let best = cannons
            .zip(board.fields())
            .max_by(|(a, _), (b, _)| a.total_cmp(b));
        best.map_or((board.field(0), 0.0), |(chance, field)| (field, chance))
    }
}
