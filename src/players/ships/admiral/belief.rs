//! What is believed of the enemy's fleet.

use super::sea::Sea;
use super::track::{Guess, SURE, Track, explanations, fits};
use crate::game::Footprint;
use crate::players::Effort;
use crate::rules::{RuleSet, ShipClass};
use crate::view::{FieldSet, Observation, Segment, SegmentKind};

/// What is believed of the enemy's fleet: the ships that were made out, and how
/// long ago each field was known to be clear.
#[derive(Clone, Debug)]
pub(super) struct Belief {
    pub sea: Sea,
    pub tracks: Vec<Track>,
    /// By field, how many turns ago nothing healthy lay there; [`NEVER`] if that
    /// was never known.
    pub ages: Vec<u8>,
    /// How many ships were looked at again after a turn, and how many of them
    /// had moved.
    pub looked: u32,
    pub moved: u32,
}

/// The greatest age that is told from greater ones.
pub(super) const AGE_MAX: u8 = 35;
/// The age of what was never known to be clear.
pub(super) const NEVER: u8 = AGE_MAX + 1;

/// How many ships are made out, at most.
const TRACKS_MAX: usize = 64;

impl Belief {
    /// How many looks are remembered; then half of them are forgotten.
    pub const LOOKS_MAX: u32 = 24;

    /// Nothing known.
    pub fn new(sea: Sea) -> Self {
        Self {
            sea,
            tracks: Vec::new(),
            ages: vec![NEVER; sea.len()],
            looked: 0,
            moved: 0,
        }
    }

    /// Whether there is a ship to shoot at that is likelier somewhere than not.
    pub fn has_target(&self) -> bool {
        let best = self.tracks.iter().map(Track::best);
        let mut likely = best.filter(|guess| guess.weight > 0.5);
        likely.any(|guess| guess.healthy().next().is_some())
    }

    /// Forgets where the enemy is and is not.
    pub fn forget_places(&mut self) {
        self.tracks.clear();
        self.ages.fill(NEVER);
    }

    /// How likely a ship that can move stays where it is for a turn.
    pub fn stays(&self) -> f64 {
        // As if of two and a half ships half a one had moved, as long as little
        // is known.
        let moved = f64::from(self.moved) + 0.5;
        1.0 - moved / (f64::from(self.looked) + 2.5)
    }

    /// By age, how likely something healthy may be on a field again.
    pub fn doubts(&self) -> [f64; NEVER as usize + 1] {
        let stays = self.stays();
        let mut doubts = [0.0; NEVER as usize + 1];
        let mut sure = 1.0;
        for doubt in &mut doubts {
            *doubt = 1.0 - sure;
            sure *= 0.75 + 0.25 * stays;
        }
        doubts[usize::from(NEVER)] = 1.0;
        doubts
    }

    /// Lets a turn of the enemy pass.
    pub fn pass_turn(&mut self, view: &Observation<'_>, effort: Effort) {
        const GUESSES: u32 = 6;
        for age in &mut self.ages {
            if *age < AGE_MAX {
                *age += 1;
            }
        }
        let stays = self.stays();
        for track in &mut self.tracks {
            track.spread(view, stays, (GUESSES * effort.steps()) as usize);
        }
    }

    /// Takes in what is seen, and where the enemy cannot be. `is_new` says that a
    /// turn of the enemy has passed.
    pub fn observe(&mut self, view: &Observation<'_>, clear: &FieldSet, is_new: bool) {
        for (age, pos) in self.ages.iter_mut().zip(self.sea.fields()) {
            if clear.contains(pos) {
                *age = 0;
            }
        }
        for segment in view.enemy() {
            if let Some(at) = self.sea.index(segment.pos) {
                let is_harmless = segment.kind == SegmentKind::Destroyed;
                self.ages[at] = if is_harmless { 0 } else { NEVER };
            }
        }
        let before = std::mem::take(&mut self.tracks);
        let mut waiting: Vec<Option<Track>> = before.into_iter().map(Some).collect();
        for group in groups(view.enemy()) {
            let explained = explanations(&group, view, clear);
            let best = waiting.iter().enumerate().filter_map(|(at, track)| {
                let joint = agreement(track.as_ref()?, &explained);
                (joint > 0.0).then_some((at, joint))
            });
            let best = best
                .max_by(|(_, a), (_, b)| a.total_cmp(b))
                .map(|(at, _)| at);
            let track = match best.and_then(|at| waiting[at].take()) {
                Some(track) => {
                    let joined = join(&track, &explained);
                    if let Some(joined) = joined.as_ref().filter(|_| is_new) {
                        self.look_again(track.anchor, joined);
                    }
                    joined
                }
                None => Track::new(explained),
            };
            self.tracks.extend(track);
        }
        for mut track in waiting.into_iter().flatten() {
            let is_hidden = |guess: &Guess| {
                let mut fields = guess.footprint.fields();
                fits(guess.class, &guess.footprint, view, clear).is_some()
                    && !fields.any(|field| view.enemy_at(field).is_some())
            };
            track.guesses.retain(is_hidden);
            let is_gone = |footprint: Footprint| {
                !track
                    .guesses
                    .iter()
                    .any(|guess| guess.footprint == footprint)
            };
            if is_new && track.anchor.is_some_and(is_gone) {
                self.looked += 1;
                self.moved += 1;
            }
            if track.normalise() {
                self.tracks.push(track);
            }
        }
        self.keep_to_fleet(view);
        while self.looked > Self::LOOKS_MAX {
            self.looked /= 2;
            self.moved /= 2;
        }
    }

    /// Counts whether a ship that was surely somewhere is still there.
    fn look_again(&mut self, anchor: Option<Footprint>, joined: &Track) {
        if let Some(anchor) = anchor
            && joined.best().weight > SURE
        {
            self.looked += 1;
            self.moved += u32::from(joined.best().footprint != anchor);
        }
    }

    /// Drops the least certain ships of a class of which there are too many.
    fn keep_to_fleet(&mut self, view: &Observation<'_>) {
        let certainty = |track: &Track| track.best().weight;
        self.tracks
            .sort_by(|a, b| certainty(b).total_cmp(&certainty(a)));
        let mut counts = [0_u32; RuleSet::CLASSES_MAX];
        let enemy = view.player().opponent();
        self.tracks.retain(|track| {
            let class = track.best().class;
            let count = &mut counts[usize::from(class.index)];
            *count += 1;
            *count <= view.count(enemy, class)
        });
        self.tracks.truncate(TRACKS_MAX);
        self.rule_out(view);
    }

    /// Where all ships of a class are surely made out, no other ship is of it.
    fn rule_out(&mut self, view: &Observation<'_>) {
        let enemy = view.player().opponent();
        let mut counts = [0_u32; RuleSet::CLASSES_MAX];
        let is_sure = |track: &Track| track.class_weight(track.best().class) > SURE;
        for track in self.tracks.iter().filter(|track| is_sure(track)) {
            counts[usize::from(track.best().class.index)] += 1;
        }
        let is_full =
            |class: &ShipClass| counts[usize::from(class.index)] >= view.count(enemy, class);
        for track in self.tracks.iter_mut().filter(|track| !is_sure(track)) {
            if track.guesses.iter().any(|guess| !is_full(guess.class)) {
                track.guesses.retain(|guess| !is_full(guess.class));
                track.normalise();
            }
        }
    }
}

/// The seen segments, ship by ship: ships never touch, so what touches is one.
fn groups(segments: &[Segment]) -> Vec<Vec<Segment>> {
    let mut groups: Vec<Vec<Segment>> = Vec::new();
    for &segment in segments {
        let touches = |group: &Vec<Segment>| {
            let mut others = group.iter();
            others.any(|other| other.pos.distance_squared(segment.pos) == 1)
        };
        // By row and column, so the ship's earlier fields are in a late group.
        match groups
            .iter_mut()
            .rev()
            .take(GROUPS_BACK)
            .find(|group| touches(group))
        {
            Some(group) => group.push(segment),
            None => groups.push(vec![segment]),
        }
        if groups.len() > GROUPS_MAX {
            break;
        }
    }
    groups
}

/// How many ships are made out of what is seen, at most.
const GROUPS_MAX: usize = 128;
/// How many ships may be met in a row before one that began in the row above.
const GROUPS_BACK: usize = 64;

/// How much of what a ship may be agrees with what is seen.
fn agreement(track: &Track, explained: &[Guess]) -> f64 {
    let agreeing = track
        .guesses
        .iter()
        .filter(|guess| explained.iter().any(|e| guess.agrees(e)));
    agreeing.map(|guess| guess.weight).sum()
}

/// What a ship is that was believed and is seen.
fn join(track: &Track, explained: &[Guess]) -> Option<Track> {
    let joint = track.guesses.iter().filter_map(|guess| {
        let seen = explained.iter().find(|seen| guess.agrees(seen))?;
        Some(Guess {
            destroyed: guess.destroyed | seen.destroyed,
            ..*guess
        })
    });
    Track::new(joint.collect())
}
