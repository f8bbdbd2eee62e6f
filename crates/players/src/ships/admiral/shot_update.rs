//! Updates the belief by the results of shots.

use super::belief::Belief;
use super::ship_estimate::{SURE, ShipEstimate};
use super::unseen_fleet::UnseenFleet;
use crate::ships::hypothesis::Hypothesis;
use admiralty_core::game::Footprint;
use admiralty_core::geometry::Pos;
use admiralty_core::view::{Observation, SegmentKind};

/// A shot, with the prior probability that it destroyed something.
#[derive(Clone, Copy, Debug)]
pub(super) struct FiredShot {
    pub pos: Pos,
    pub hit_chance: f64,
}

/// For more shots, the posterior is computed only if all or none have hit.
const SHOTS_MAX: usize = 64;

/// Updates the belief by the number of shots that have hit. The results on visible fields are
/// known.
pub(super) fn update_after_shots(
    belief: &mut Belief,
    unseen_fleet: &UnseenFleet,
    shots: &[FiredShot],
    hits: u64,
    after: &Observation<'_>,
) {
    let (seen, hidden): (Vec<&FiredShot>, Vec<_>) =
        (shots.iter()).partition(|shot| after.seen().contains(shot.pos));
    let seen_hits = seen.iter();
    let seen_hits =
        seen_hits.filter(|shot| after.enemy_at(shot.pos) == Some(SegmentKind::Destroyed));
    let hits = hits.saturating_sub(seen_hits.count() as u64);
    let hits = usize::try_from(hits).unwrap_or(usize::MAX);
    for (shot, likely) in hidden.iter().zip(hit_probabilities(&hidden, hits)) {
        learn(belief, unseen_fleet, shot, likely);
    }
}

/// The posterior probability of each shot to have hit, given the number of hits. The prior
/// number of hits has a Poisson-binomial distribution, computed by the usual recurrence over
/// the shots.
pub(super) fn hit_probabilities(shots: &[&FiredShot], hits: usize) -> Vec<f64> {
    if hits == 0 || hits >= shots.len() {
        return vec![if hits == 0 { 0.0 } else { 1.0 }; shots.len()];
    }
    if shots.len() > SHOTS_MAX {
        return shots.iter().map(|shot| shot.hit_chance).collect();
    }
    let clamped = |shot: &FiredShot| shot.hit_chance.clamp(0.01, 0.99);
    // The distribution of the number of hits, with one shot left out.
    let counts = |left_out: Option<usize>| {
        let mut counts = vec![0.0; hits + 1];
        counts[0] = 1.0;
        for (at, shot) in shots.iter().enumerate() {
            if Some(at) == left_out {
                continue;
            }
            let chance = clamped(shot);
            for count in (0..=hits).rev() {
                let before = if count > 0 { counts[count - 1] } else { 0.0 };
                counts[count] = counts[count] * (1.0 - chance) + before * chance;
            }
        }
        counts
    };
    let all = counts(None)[hits];
    let likely =
        |(at, &shot): (usize, &&FiredShot)| clamped(shot) * counts(Some(at))[hits - 1] / all;
    shots.iter().enumerate().map(likely).collect()
}

/// Updates the belief by a shot that has hit with probability `hit_probability`.
fn learn(belief: &mut Belief, unseen_fleet: &UnseenFleet, shot: &FiredShot, hit_probability: f64) {
    const MISSED: f64 = 0.05;
    const HIT: f64 = 0.5;
    if hit_probability < MISSED
        && let Some(at) = belief.window.index(shot.pos)
    {
        belief.ages[at] = 0;
    }
    let mut is_explained = false;
    for estimate in &mut belief.estimates {
        let there = estimate.healthy_at(shot.pos);
        if there == 0.0 {
            continue;
        }
        // This ship's share of the probability; the rest belongs to other ships.
        let now = hit_probability * there / shot.hit_chance.max(there);
        // Except for a certain miss, no probability becomes 0 or 1.
        let now = if hit_probability > 0.0 {
            now.clamp(0.02, 0.98)
        } else {
            0.0
        };
        for hypothesis in &mut estimate.hypotheses {
            match hypothesis.healthy_segment(shot.pos) {
                Some(segment) => {
                    hypothesis.weight *= now / there;
                    if hit_probability > HIT {
                        hypothesis.destroyed |= 1 << segment;
                    }
                }
                None => hypothesis.weight *= (1.0 - now) / (1.0 - there).max(1e-9),
            }
        }
        is_explained |= now > HIT;
    }
    belief.estimates.retain_mut(ShipEstimate::normalise);
    if hit_probability > HIT && !is_explained {
        belief
            .estimates
            .extend(found(unseen_fleet, shot.pos, &belief.estimates));
    }
}

/// The estimate of a ship that was detected by a shot.
fn found(unseen_fleet: &UnseenFleet, pos: Pos, others: &[ShipEstimate]) -> Option<ShipEstimate> {
    let is_other = |footprint: &Footprint| {
        let around = footprint.rect().grown(1);
        let mut best = others.iter().map(ShipEstimate::best);
        best.any(|other| other.weight > SURE && other.footprint.rect().intersects(&around))
    };
    let mut hypotheses = Vec::new();
    for unseen in &unseen_fleet.classes {
        let there = unseen.placements.iter();
        let there =
            there.filter(|(footprint, _)| footprint.rect().contains(pos) && !is_other(footprint));
        hypotheses.extend(there.map(|&(footprint, weight)| Hypothesis {
            class: unseen.class,
            footprint,
            destroyed: 1 << footprint.segment_at(pos),
            weight: weight * unseen.count,
        }));
    }
    ShipEstimate::new(hypotheses)
}
