//! The shot policies on bitboards, from the weakest to the strongest, and their games against
//! hidden fleets.

mod candidates;
mod density;
mod posterior;

use std::ops::ControlFlow;
use std::str::FromStr;
use std::sync::Arc;

use super::{BitboardKnowledge, BitboardOutcome, FieldIndex, PlacedShip, PlacementTable};
use crate::Placing;
use candidates::CandidatePolicy;
use density::DensityPolicy;
use posterior::{PosteriorPolicy, Prior};
pub use posterior::{SampleBudget, sample_fleets};

/// Chooses the shots of a game.
pub trait Policy<const W: usize> {
    /// Starts a game. All random numbers derive from the seed.
    fn begin(&mut self, seed: u64);

    /// Chooses a field that was not shot at yet.
    ///
    /// # Panics
    ///
    /// May panic if all fields were shot at.
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
            format!("no strategy is named {text}: there are {names}")
        })
    }
}

/// Creates policies of one kind for one table; what they share is computed once.
pub struct PolicyFactory<const W: usize> {
    table: Arc<PlacementTable<W>>,
    kind: PolicyKind,
    placing: Placing,
    /// Only for [`PolicyKind::Posterior`].
    prior: Option<Arc<Prior<W>>>,
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
        let prior = || Arc::new(Prior::new(Arc::clone(&table), placing, budget));
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
pub struct Cost {
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
) -> Cost {
    policy.begin(seed);
    sink_rest(table, fleet, BitboardKnowledge::new(table), policy, observe)
}

/// Lets a policy sink what is left of a fleet, of which only the ships afloat are needed.
pub(super) fn sink_rest<const W: usize>(
    table: &PlacementTable<W>,
    fleet: &[PlacedShip<W>],
    mut knowledge: BitboardKnowledge<W>,
    policy: &mut dyn Policy<W>,
    mut observe: impl FnMut(FieldIndex, &BitboardOutcome<W>) -> ControlFlow<()>,
) -> Cost {
    let mut cost = Cost::default();
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
