//! What the shots of a turn have told, when it is over.

use super::belief::Belief;
use super::pool::Pool;
use super::track::{Guess, Track};
use crate::geometry::Pos;
use crate::view::{Observation, SegmentKind};

/// A shot at a field, and how likely it was to destroy something.
#[derive(Clone, Copy, Debug)]
pub(super) struct Shot {
    pub pos: Pos,
    pub rng: f64,
}

/// So many shots are told apart; of more only that all or none have hit.
const SHOTS_MAX: usize = 64;

/// Takes in that `hits` of the shots have hit, of which those that are seen now
/// are known.
pub(super) fn take_in(
    belief: &mut Belief,
    pool: &Pool,
    shots: &[Shot],
    hits: u64,
    after: &Observation<'_>,
) {
    let is_seen = |shot: &&Shot| after.seen().contains(shot.pos);
    let seen = shots.iter().filter(is_seen);
    let seen_hits = seen.filter(|shot| after.enemy_at(shot.pos) == Some(SegmentKind::Destroyed));
    let hidden: Vec<_> = shots
        .iter()
        .filter(|shot| !is_seen(shot))
        .copied()
        .collect();
    let hits = hits
        .saturating_sub(seen_hits.count() as u64)
        .min(hidden.len() as u64);
    let likely = after_count(&hidden, usize::try_from(hits).unwrap_or(usize::MAX));
    for (shot, likely) in hidden.iter().zip(likely) {
        learn(belief, pool, shot, likely);
    }
}

/// How likely each shot has hit when so many of them have: each has its own
/// chance, and so the count is distributed like a sum of unequal coins.
pub(super) fn after_count(shots: &[Shot], hits: usize) -> Vec<f64> {
    if hits == 0 || hits >= shots.len() {
        return vec![if hits == 0 { 0.0 } else { 1.0 }; shots.len()];
    }
    if shots.len() > SHOTS_MAX {
        return shots.iter().map(|shot| shot.rng).collect();
    }
    let clamped = |shot: &Shot| shot.rng.clamp(0.01, 0.99);
    // The probability of each count among some of the shots.
    let counts = |left_out: Option<usize>| {
        let mut counts = vec![0.0; hits + 1];
        counts[0] = 1.0;
        for (at, shot) in shots.iter().enumerate() {
            if Some(at) == left_out {
                continue;
            }
            let rng = clamped(shot);
            for count in (0..=hits).rev() {
                let before = if count > 0 { counts[count - 1] } else { 0.0 };
                counts[count] = counts[count] * (1.0 - rng) + before * rng;
            }
        }
        counts
    };
    let all = counts(None)[hits];
    let likely = |(at, shot): (usize, &Shot)| clamped(shot) * counts(Some(at))[hits - 1] / all;
    shots.iter().enumerate().map(likely).collect()
}

/// Takes in that a shot has hit with the probability `likely`.
fn learn(belief: &mut Belief, pool: &Pool, shot: &Shot, likely: f64) {
    const MISSED: f64 = 0.05;
    const HIT: f64 = 0.5;
    if likely < MISSED
        && let Some(at) = belief.sea.index(shot.pos)
    {
        belief.ages[at] = 0;
    }
    let mut is_explained = false;
    for track in &mut belief.tracks {
        let there = track.healthy_at(shot.pos);
        if there == 0.0 {
            continue;
        }
        // What other ships may have contributed is left to them.
        let now = likely * there / shot.rng.max(there);
        // But for a miss, nothing is so sure that it could not be wrong.
        let now = if likely > 0.0 {
            now.clamp(0.02, 0.98)
        } else {
            0.0
        };
        for guess in &mut track.guesses {
            match guess.healthy_segment(shot.pos) {
                Some(segment) => {
                    guess.weight *= now / there;
                    if likely > HIT {
                        guess.destroyed |= 1 << segment;
                    }
                }
                None => guess.weight *= (1.0 - now) / (1.0 - there).max(1e-9),
            }
        }
        is_explained |= now > HIT;
    }
    belief.tracks.retain_mut(Track::normalise);
    if likely > HIT && !is_explained {
        belief.tracks.extend(found(pool, shot.pos, &belief.tracks));
    }
}

/// The ship that a shot has found where none was made out.
fn found(pool: &Pool, pos: Pos, others: &[Track]) -> Option<Track> {
    let is_other = |footprint: &crate::game::Footprint| {
        let around = footprint.rect().grown(1);
        let best = others.iter().map(Track::best);
        best.filter(|guess| guess.weight > super::track::SURE)
            .any(|guess| guess.footprint.rect().intersects(&around))
    };
    let mut guesses = Vec::new();
    for shoal in &pool.classes {
        let there = shoal
            .footprints
            .iter()
            .filter(|(footprint, _)| footprint.rect().contains(pos) && !is_other(footprint));
        guesses.extend(there.map(|&(footprint, weight)| Guess {
            class: shoal.class,
            footprint,
            destroyed: 1 << footprint.segment_at(pos),
            weight: weight * shoal.count,
        }));
    }
    Track::new(guesses)
}
