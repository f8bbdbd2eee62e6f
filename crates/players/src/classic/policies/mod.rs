//! The shot policies on bitboards, from the weakest to the strongest, and their games against
//! hidden fleets.

use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use crate::axis::Axis;
use admiralty_core::geometry::Pos;
use admiralty_core::rng::Rng;
use admiralty_core::rules::ShipClass;
use admiralty_core::view::{Knowledge, KnownField};

use super::placement_table::LENGTH_CLASSES_MAX;
use super::{Bitboard, ClassicConfig, FieldIndex, PlacedShip, PlacementTable};
use crate::{FleetSampler, NoRoom, Placing, with_placement_table};
use density::DensityPolicy;
use posterior::{FleetPrior, PosteriorPolicy};

mod constraints;
mod density;
mod placement_weights;
mod posterior;

pub use posterior::{SampleBudget, sample_fleets};

/// Chooses the shots of a game.
pub trait Policy<const W: usize> {
    /// Starts a game. All random numbers derive from the seed.
    fn begin(&mut self, seed: u64);

    /// Chooses a field to shoot at, which must be new.
    ///
    /// # Panics
    ///
    /// May panic if no field is left.
    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex;
}

admiralty_core::text_enum! {
    /// The kinds of policies, the weakest first.
    pub enum PolicyKind: name, named {
        /// Any field.
        Random = "random",
        /// Any field where a ship may be; hits are followed along their line.
        Hunt = "hunt",
        /// Like `hunt`, but searches on a lattice that the shortest ship cannot avoid.
        Parity = "parity",
        /// The field with the highest expected number of ships, estimated from the places of
        /// single ships.
        Density = "density",
        /// The field that is covered in most fleets, estimated from samples of whole fleets.
        Posterior = "posterior",
    }
}

impl FromStr for PolicyKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::named(text.as_bytes()).ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("there is no strategy {text}, only {names}")
        })
    }
}

/// Creates policies of one kind for one table; what they share is computed once.
pub struct PolicyFactory<const W: usize> {
    table: Arc<PlacementTable<W>>,
    kind: PolicyKind,
    placing: Placing,
    /// Only for [`PolicyKind::Posterior`].
    prior: Option<Arc<FleetPrior<W>>>,
}

impl<const W: usize> PolicyFactory<W> {
    /// A factory of policies that assume a distribution of fleets.
    pub fn new(
        table: &PlacementTable<W>,
        kind: PolicyKind,
        placing: Placing,
        budget: SampleBudget,
    ) -> Self {
        let table = Arc::new(table.clone());
        let prior = || Arc::new(FleetPrior::new(Arc::clone(&table), placing, budget));
        Self {
            prior: (kind == PolicyKind::Posterior).then(prior),
            table,
            kind,
            placing,
        }
    }

    /// Creates a policy.
    pub fn policy(&self) -> Box<dyn Policy<W>> {
        let table = Arc::clone(&self.table);
        match (&self.prior, self.kind) {
            (Some(prior), _) => Box::new(PosteriorPolicy::new(Arc::clone(prior))),
            (None, PolicyKind::Density) => Box::new(DensityPolicy::new(table, self.placing)),
            (None, kind) => Box::new(CandidatePolicy::new(table, kind)),
        }
    }
}

/// The number of shots in a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ShotCost {
    /// All shots, including the last hit.
    pub shots: u32,
    /// Those that hit nothing.
    pub misses: u32,
}

/// Lets a policy sink a fleet, and calls `observe` after each shot, which may end the game.
///
/// # Panics
///
/// If the policy shoots at a field twice or off the board, which is a bug in it.
pub fn sink_fleet<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &[PlacedShip<W>],
    policy: &mut dyn Policy<W>,
    seed: u64,
    observe: impl FnMut(FieldIndex, &BitboardOutcome<W>) -> ControlFlow<()>,
) -> ShotCost {
    policy.begin(seed);
    sink_rest(table, fleet, BitboardKnowledge::new(table), policy, observe)
}

/// A player of games against hidden fleets, on a board of any size: it draws a fleet, and sinks it
/// while the observer of its shots lets it.
///
/// # Errors
///
/// If the fleet cannot be placed.
pub type SoloPlayer =
    Box<dyn FnMut(&mut Rng, &mut dyn FnMut(Pos) -> ControlFlow<()>) -> Result<ShotCost, NoRoom>>;

/// Makes players of one kind, each thread its own. They sink fleets placed in one way, and may
/// believe that another way was used.
///
/// # Errors
///
/// If the fleet cannot be placed.
pub fn solo_players(
    config: &ClassicConfig,
    kind: PolicyKind,
    placing: Placing,
    believed: Placing,
) -> Result<Box<dyn Fn() -> SoloPlayer + Sync>, NoRoom> {
    with_placement_table!(config, |table| {
        let sampler = Arc::new(FleetSampler::new(&table, placing)?);
        let factory = PolicyFactory::new(&table, kind, believed, SampleBudget::MANY_GAMES);
        let player = move || -> SoloPlayer {
            let mut policy = factory.policy();
            let sampler = Arc::clone(&sampler);
            let table = Arc::clone(&factory.table);
            Box::new(move |rng, observe| {
                let fleet = sampler.sample(rng)?;
                let seed = rng.below(u64::MAX);
                let observe = |field, _: &BitboardOutcome<_>| observe(table.pos(field));
                Ok(sink_fleet(&table, &fleet, &mut *policy, seed, observe))
            })
        };
        Ok(Box::new(player))
    })
}

/// Lets a policy sink the rest of a fleet; only the ships afloat matter.
pub(super) fn sink_rest<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &[PlacedShip<W>],
    mut knowledge: BitboardKnowledge<W>,
    policy: &mut dyn Policy<W>,
    mut observe: impl FnMut(FieldIndex, &BitboardOutcome<W>) -> ControlFlow<()>,
) -> ShotCost {
    let mut cost = ShotCost::default();
    while !knowledge.is_over() {
        let field = policy.next_shot(&knowledge);
        assert!(
            table.all().without(&knowledge.shot).has(field),
            "a policy must choose a field of the board that was not shot at"
        );
        let outcome = BitboardOutcome::of(fleet, knowledge.shot, field);
        cost.shots += 1;
        cost.misses += u32::from(outcome == BitboardOutcome::Miss);
        if observe(field, &outcome).is_break() {
            break;
        }
        knowledge.learn(table, field, outcome);
    }
    cost
}

/// Draws uniformly from a set of candidate fields.
struct CandidatePolicy<const W: usize> {
    table: Arc<PlacementTable<W>>,
    kind: PolicyKind,
    /// Lattices of parallel diagonals, by distance and offset: the fields whose sum of row
    /// and column, modulo the distance, is the offset. Every ship at least as long as the
    /// distance covers one of them.
    lattices: Vec<Vec<Bitboard<W>>>,
    rng: Rng,
}

impl<const W: usize> CandidatePolicy<W> {
    pub fn new(table: Arc<PlacementTable<W>>, kind: PolicyKind) -> Self {
        let lattice = |distance: i32, offset: i32| {
            let on_lattice = |field: &FieldIndex| {
                let pos = table.pos(*field);
                (pos.y + pos.x) % distance == offset
            };
            table.all().iter().filter(on_lattice).collect()
        };
        let distances = match kind {
            PolicyKind::Parity => i32::from(ShipClass::LENGTH_MAX) + 1,
            _ => 0,
        };
        let lattices = (0..distances).map(|distance| {
            let offsets = 0..distance;
            offsets.map(|offset| lattice(distance, offset)).collect()
        });
        Self {
            lattices: lattices.collect(),
            table,
            kind,
            rng: Rng::seeded(0),
        }
    }

    /// The remaining fields of the smallest lattice that the shortest ship afloat of more
    /// than one field cannot avoid. Single fields can avoid any lattice, so for them every
    /// choice is equally good.
    fn on_lattice(&self, knowledge: &BitboardKnowledge<W>, sensible: Bitboard<W>) -> Bitboard<W> {
        let table = &self.table;
        let classes = table.length_classes().rev();
        let mut afloat = classes.filter(|&class| knowledge.afloat[usize::from(class)] > 0);
        let length = |class: u8| table.length_class(class).length;
        let shortest = afloat.clone().find(|&class| length(class) > 1);
        let Some(class) = shortest.or_else(|| afloat.next()) else {
            return Bitboard::EMPTY;
        };
        let placements = table.placements(class, sensible);
        let cells = placements.map(|placement| table.ship(placement).cells);
        let room = cells.fold(Bitboard::EMPTY, |all, cells| all | cells);
        let lattices = self.lattices[usize::from(length(class))].iter();
        let left = lattices.map(|lattice| *lattice & room);
        left.filter(|fields| !fields.is_empty())
            .min_by_key(Bitboard::count)
            .unwrap_or_default()
    }
}

impl<const W: usize> Policy<W> for CandidatePolicy<W> {
    fn begin(&mut self, seed: u64) {
        self.rng = Rng::seeded(seed);
    }

    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex {
        let sensible = knowledge.sensible(&self.table);
        let chosen = match self.kind {
            PolicyKind::Random => Bitboard::EMPTY,
            PolicyKind::Parity => pursuit(&self.table, knowledge.open, sensible)
                .or_else(|| self.on_lattice(knowledge, sensible))
                .or_else(|| sensible),
            _ => pursuit(&self.table, knowledge.open, sensible).or_else(|| sensible),
        };
        let fields = chosen.or_else(|| self.table.all().without(&knowledge.shot));
        let rank = self.rng.below(fields.count().into());
        fields.nth(u32::try_from(rank).unwrap_or(0))
    }
}

/// The result of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BitboardOutcome<const W: usize> {
    /// The shot hit no ship.
    Miss,
    /// The shot hit a ship that is still afloat.
    Hit,
    /// The shot hit the last field of a ship; all its fields are known.
    Sunk(Bitboard<W>),
}

impl<const W: usize> BitboardOutcome<W> {
    /// The result of a shot at a fleet after earlier shots.
    pub fn of(fleet: &[PlacedShip<W>], shot: Bitboard<W>, field: FieldIndex) -> Self {
        match fleet.iter().find(|ship| ship.cells.has(field)) {
            None => Self::Miss,
            Some(ship) if ship.cells.is_within(&(shot | Bitboard::of(field))) => {
                Self::Sunk(ship.cells)
            }
            Some(_) => Self::Hit,
        }
    }
}

/// The results of all shots, and their direct consequences.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BitboardKnowledge<const W: usize> {
    /// The fields of the shots so far.
    pub shot: Bitboard<W>,
    /// The hits of ships that are not sunk.
    pub open: Bitboard<W>,
    /// The fields that no ship afloat can cover: misses, sunk ships and, if ships may not
    /// touch, the fields around sunk ships and diagonal to hits.
    pub closed: Bitboard<W>,
    /// The sunk ships, in the order in which they sank.
    pub sunk: Vec<Bitboard<W>>,
    /// How many ships of each class are afloat, 0 beyond the last class.
    pub(super) afloat: [u8; LENGTH_CLASSES_MAX],
}

impl<const W: usize> BitboardKnowledge<W> {
    /// The state before the first shot.
    pub fn new(table: &PlacementTable<W>) -> Self {
        let mut afloat = [0; LENGTH_CLASSES_MAX];
        for (class, afloat) in table.length_classes().zip(&mut afloat) {
            *afloat = table.length_class(class).count;
        }
        Self {
            shot: Bitboard::EMPTY,
            open: Bitboard::EMPTY,
            closed: Bitboard::EMPTY,
            sunk: Vec::new(),
            afloat,
        }
    }

    /// Records the result of a shot. The length of a sunk ship must be one of the fleet's.
    pub fn learn(
        &mut self,
        table: &PlacementTable<W>,
        field: FieldIndex,
        outcome: BitboardOutcome<W>,
    ) {
        self.shot.insert(field);
        match outcome {
            BitboardOutcome::Miss => self.closed.insert(field),
            BitboardOutcome::Hit => {
                self.open.insert(field);
                self.closed |= table.excluded_by_hit(field);
            }
            BitboardOutcome::Sunk(cells) => {
                self.open = self.open.without(&cells);
                self.closed |= table.reach(cells);
                self.sunk.push(cells);
                if let Some(class) = table.class_of_length(cells.count()) {
                    let afloat = &mut self.afloat[usize::from(class)];
                    *afloat = afloat.saturating_sub(1);
                }
            }
        }
    }

    /// The fields where a ship afloat might be hit.
    pub fn sensible(&self, table: &PlacementTable<W>) -> Bitboard<W> {
        table.all().without(&(self.shot | self.closed))
    }

    /// Whether no ship is afloat.
    pub fn is_over(&self) -> bool {
        self.afloat == [0; LENGTH_CLASSES_MAX]
    }
}

/// Converts what a player knows to bitboards.
pub fn knowledge_on<const W: usize>(
    table: &PlacementTable<W>,
    knowledge: &Knowledge,
) -> BitboardKnowledge<W> {
    let mut seen = BitboardKnowledge::new(table);
    let mut sunk: Vec<((u8, u32), Bitboard<W>)> = Vec::new();
    for (pos, known) in knowledge.fields() {
        let Some(field) = table.field(pos) else {
            continue;
        };
        match known {
            KnownField::Unknown => {}
            KnownField::Miss => seen.learn(table, field, BitboardOutcome::Miss),
            KnownField::Hit(_) => seen.learn(table, field, BitboardOutcome::Hit),
            KnownField::Sunk { class, index } => {
                seen.shot.insert(field);
                let ship = (class.index, index);
                match sunk.iter_mut().find(|(other, _)| *other == ship) {
                    Some((_, cells)) => cells.insert(field),
                    None => sunk.push((ship, Bitboard::of(field))),
                }
            }
        }
    }
    for (_, cells) in sunk {
        if let Some(field) = cells.first() {
            seen.learn(table, field, BitboardOutcome::Sunk(cells));
        }
    }
    seen
}

/// The two ends of the first line of hits, or the four neighbours of the first hit if it is
/// not in a line. If ships may touch, a line may belong to several ships and be closed at
/// both ends. The result is empty only if no ship afloat is hit: along the ship that contains
/// the first hit, the hits end next to one of its fields.
fn pursuit<const W: usize>(
    table: &PlacementTable<W>,
    open: Bitboard<W>,
    sensible: Bitboard<W>,
) -> Bitboard<W> {
    let Some(first) = open.first().map(Bitboard::of) else {
        return Bitboard::EMPTY;
    };
    let ends = |axis| {
        let step = table.step(axis);
        let line = line(first, open, step);
        if line == first {
            return Bitboard::EMPTY;
        }
        line.beside(step) & sensible
    };
    ends(Axis::Horizontal)
        .or_else(|| ends(Axis::Vertical))
        .or_else(|| {
            let steps = Axis::ALL.map(|axis| first.beside(table.step(axis)));
            (steps[0] | steps[1]) & sensible
        })
}

/// The hits that are connected to the first one along an axis.
fn line<const W: usize>(first: Bitboard<W>, open: Bitboard<W>, step: usize) -> Bitboard<W> {
    let mut line = first;
    loop {
        let longer = line | (line.beside(step) & open);
        if longer == line {
            return line;
        }
        line = longer;
    }
}
