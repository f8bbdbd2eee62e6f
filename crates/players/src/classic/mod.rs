//! The players of classic rule sets, in which shots are announced.
//!
//! Such a player is given its [`Knowledge`] before each shot, and chooses the next field.
//! [`ShotPolicy`] lists the players. Most of them shoot by a [`Policy`] on bitboards, which can
//! also play thousands of games against hidden fleets.

use admiralty_core::game::Refusal;
use admiralty_core::geometry::{Direction, Pos};
use admiralty_core::view::{Knowledge, KnownField, Observation};
use bstr::BString;

use crate::{
    Effort, Fact, Placing, PlayerInput, Rng, ShipPlacement, place_missing, with_placement_table,
};
use placement_table::LENGTH_CLASSES_MAX;

mod bitboard;
mod config;
mod placement_table;
mod policies;
mod shot_review;

pub use bitboard::{Bitboard, FieldIndex};
#[cfg(test)]
pub(super) use config::of_lengths as config_of_lengths;
pub use config::{
    ClassicConfig, ConfigError, LengthClass, SHIPS_MAX, SIDE_MAX, SIDE_MIN, config_of,
};
pub(crate) use placement_table::PlacementStarts;
pub use placement_table::{PlacedShip, Placement, PlacementTable};
pub use policies::{
    BitboardKnowledge, BitboardOutcome, Policy, PolicyFactory, PolicyKind, SampleBudget, ShotCost,
    SoloPlayer, knowledge_on, sample_fleets, sink_fleet, solo_players,
};
pub use shot_review::{GameReview, RecordedShot, ReviewedShot, heat_map, review_game};

admiralty_core::text_enum! {
    /// A player for games in which shots are announced.
    ///
    /// Its decisions may depend only on its input: no clock, no other random numbers, and no
    /// state between turns.
    #[derive(Default)]
    pub enum ShotPolicy: name, named {
        /// Shoots at a uniformly chosen field that it has not shot at.
        #[default]
        Random = "random",
        /// [`PolicyKind::Hunt`].
        Hunt = "hunt",
        /// [`PolicyKind::Parity`].
        Parity = "parity",
        /// [`PolicyKind::Density`].
        Density = "density",
        /// [`PolicyKind::Posterior`].
        Posterior = "posterior",
        /// Draws a field uniformly from the whole board, whether or not it has shot at it: the
        /// easiest level of the German program. Shooting at a field again is illegal, so then
        /// its turn ends without a shot.
        Forgetful = "forgetful",
        /// Follows the first hit on a ship that is still afloat, one end of its line after the
        /// other, and otherwise shoots as [`ShotPolicy::Random`]: the computer of the Italian
        /// program, which does not know that ships may not touch.
        Forced = "forced",
        /// Follows the first hit on a ship that is still afloat to the right, then to the left. To
        /// search, it draws a field from the whole board, and takes the next one, row by row, that
        /// it has not shot at and where a ship may be: the computer of the Brazilian program, where
        /// all ships lie from left to right.
        Chase = "chase",
    }
}

/// Chooses the shots of a turn, one by one: each is a new field of the enemy's waters, and `None`
/// ends the turn. The knowledge includes all previous shots.
type Targeting = Box<dyn FnMut(&Knowledge) -> Option<Pos>>;

impl ShotPolicy {
    fn targeting(self, mut rng: Rng, effort: Effort) -> Targeting {
        match self {
            Self::Random => random(rng),
            Self::Forgetful => Box::new(move |knowledge| {
                let fields: Vec<_> = knowledge.fields().collect();
                let &(field, known) = rng.pick(&fields)?;
                (known == KnownField::Unknown).then_some(field)
            }),
            Self::Forced => Box::new(move |knowledge| {
                let set = forced_fields(knowledge).unwrap_or_else(|| covered_fields(knowledge));
                rng.pick(&set).copied()
            }),
            Self::Chase => Box::new(move |knowledge| {
                chased_field(knowledge).or_else(|| next_open_field(knowledge, &mut rng))
            }),
            Self::Hunt => on_bitboards(PolicyKind::Hunt, rng, effort),
            Self::Parity => on_bitboards(PolicyKind::Parity, rng, effort),
            Self::Density => on_bitboards(PolicyKind::Density, rng, effort),
            Self::Posterior => on_bitboards(PolicyKind::Posterior, rng, effort),
        }
    }
}

/// A turn of a player: the ships it places, then its shots, each chosen when the result of
/// the previous one is known.
pub struct AnnouncedPlan {
    /// The ships to place before the shots.
    pub placements: Vec<ShipPlacement>,
    /// The lines that the player remembers; shots are part of the state and need not be
    /// remembered.
    pub remembered: Vec<BString>,
    targeting: Targeting,
}

impl AnnouncedPlan {
    /// Starts a turn of the observing player, with its chosen policy or the default one.
    ///
    /// # Errors
    ///
    /// The refusal if there is no place for a missing ship.
    pub fn new(
        view: &Observation<'_>,
        chosen: Option<ShotPolicy>,
        effort: Effort,
    ) -> Result<Self, Box<Refusal>> {
        let mut input = PlayerInput::new(view, effort);
        let policy = chosen.unwrap_or_default();
        let placing = input.memory.placing();
        let mut remembered = input.kept_facts(chosen.map(ShotPolicy::name));
        remembered.extend(placing.map(|placing| Fact::Placing.with_word(placing.name())));
        let placing = placing.unwrap_or(Placing::Seq);
        Ok(Self {
            placements: place_missing(view, placing, &mut input.rng)?,
            remembered,
            targeting: policy.targeting(input.rng, input.effort),
        })
    }

    /// The next field of the enemy's waters to shoot at, or `None` if the player ends its turn. At
    /// least one field must be left.
    pub fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        (self.targeting)(knowledge)
    }
}

fn random(mut rng: Rng) -> Targeting {
    Box::new(move |knowledge| rng.pick(&covered_fields(knowledge)).copied())
}

/// The fields that were not shot at.
fn covered_fields(knowledge: &Knowledge) -> Vec<Pos> {
    let fields = knowledge.fields();
    let covered = fields.filter(|&(_, known)| known == KnownField::Unknown);
    covered.map(|(field, _)| field).collect()
}

/// The fields that [`ShotPolicy::Forced`] chooses from if a ship is hit and still afloat: one end of
/// the line of hits, or the neighbours of a single hit. `None` if there are none.
fn forced_fields(knowledge: &Knowledge) -> Option<Vec<Pos>> {
    use Direction::{East, North, South, West};
    let is_covered = |field: &Pos| knowledge.get(*field) == Some(KnownField::Unknown);
    let first = first_live_hit(knowledge)?;
    for (before, behind) in [(West, East), (North, South)] {
        if is_live_hit(knowledge, first.step(behind, 1)) {
            let ends = [before, behind].map(|side| end_of_hits(knowledge, first, side));
            if let Some(next) = ends.into_iter().find(is_covered) {
                return Some(vec![next]);
            }
        }
    }
    let near = Direction::ALL.map(|direction| first.step(direction, 1));
    let near: Vec<_> = near.into_iter().filter(is_covered).collect();
    (!near.is_empty()).then_some(near)
}

/// The field where [`ShotPolicy::Chase`] follows a hit, if a ship is hit and still afloat.
fn chased_field(knowledge: &Knowledge) -> Option<Pos> {
    use Direction::{East, North, South, West};
    let first = first_live_hit(knowledge)?;
    let mut ends = [East, West, South, North]
        .into_iter()
        .map(|side| end_of_hits(knowledge, first, side));
    ends.find(|&end| is_open(knowledge, end))
}

/// The first open field, row by row, from a field on that is drawn; a covered one if none is open.
fn next_open_field(knowledge: &Knowledge, rng: &mut Rng) -> Option<Pos> {
    let fields: Vec<_> = knowledge.fields().map(|(field, _)| field).collect();
    let drawn = rng.pick(&fields)?;
    let from_drawn = fields.iter().cycle().skip_while(|field| *field != drawn);
    let mut from_drawn = from_drawn.take(fields.len()).copied();
    let open = from_drawn.find(|&field| is_open(knowledge, field));
    open.or_else(|| covered_fields(knowledge).first().copied())
}

/// Whether a field was not shot at, and a ship may be there.
fn is_open(knowledge: &Knowledge, field: Pos) -> bool {
    knowledge.get(field) == Some(KnownField::Unknown) && !knowledge.is_beside_sunk(field)
}

fn is_live_hit(knowledge: &Knowledge, field: Pos) -> bool {
    matches!(knowledge.get(field), Some(KnownField::Hit(_)))
}

/// The first hit, row by row, on a ship that is still afloat.
fn first_live_hit(knowledge: &Knowledge) -> Option<Pos> {
    let mut fields = knowledge.fields().map(|(field, _)| field);
    fields.find(|&field| is_live_hit(knowledge, field))
}

/// The field behind a line of live hits.
fn end_of_hits(knowledge: &Knowledge, hit: Pos, side: Direction) -> Pos {
    let mut end = hit;
    while is_live_hit(knowledge, end) {
        end = end.step(side, 1);
    }
    end
}

/// Shoots by a policy on bitboards, which is created at the first shot, when the board is
/// known.
fn on_bitboards(kind: PolicyKind, mut rng: Rng, effort: Effort) -> Targeting {
    let mut targeting: Option<Targeting> = None;
    Box::new(move |knowledge| {
        let begin = || match config_of(knowledge) {
            Ok(config) => with_placement_table!(&config, |table| {
                bitboard_targeting(table, kind, &mut rng, effort)
            }),
            // Fleets beyond the limits have so many ships that almost every shot hits.
            Err(_) => random(rng.clone()),
        };
        targeting.get_or_insert_with(begin)(knowledge)
    })
}

fn bitboard_targeting<const W: usize>(
    table: PlacementTable<W>,
    kind: PolicyKind,
    rng: &mut Rng,
    effort: Effort,
) -> Targeting {
    // The program's own fleets are placed ship by ship.
    let factory = PolicyFactory::new(&table, kind, Placing::Seq, budget(effort));
    let mut policy = factory.policy();
    policy.begin(rng.below(u64::MAX));
    Box::new(move |knowledge| {
        let seen = knowledge_on(&table, knowledge);
        Some(table.pos(policy.next_shot(&seen)))
    })
}

/// The budget for one turn. There are no prior samples, because policies are not kept between
/// turns.
fn budget(effort: Effort) -> SampleBudget {
    const SAMPLES_PER_STEP: usize = 50;
    SampleBudget {
        prior_samples: 0,
        samples_per_shot: SAMPLES_PER_STEP * effort.steps() as usize,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn effort_is_the_number_of_fleets() {
        let fleets = |steps| budget(Effort::new(steps).expect("an effort")).samples_per_shot;
        assert!(fleets(1) > 0);
        assert_eq!(fleets(7), 7 * fleets(1));
    }
}
