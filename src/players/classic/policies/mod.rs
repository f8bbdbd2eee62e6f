//! Players, from the weakest to the strongest.

mod density;
mod hunt;
mod parity;
mod pursuit;
mod random;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use super::bitboard_knowledge::BitboardKnowledge;
use super::placement_table::{FieldIndex, PlacementTable};
use super::placing::Placing;
use super::posterior::{PosteriorPolicy, Prior, SampleBudget};
pub(super) use density::DensityPolicy;
use hunt::HuntPolicy;
use parity::ParityPolicy;
use random::RandomPolicy;

/// Somebody who shoots.
pub trait Policy<const W: usize> {
    /// Begins a game. All chance comes from the seed.
    fn begin(&mut self, seed: u64);

    /// Chooses a field that was not shot at yet.
    ///
    /// # Panics
    ///
    /// May panic if all fields were shot at.
    fn next_shot(&mut self, knowledge: &BitboardKnowledge<W>) -> FieldIndex;
}

/// How to play.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum PolicyKind {
    /// Any field.
    Random,
    /// Any field where a ship may be; hits are followed along their line.
    Hunt,
    /// As `hunt`, searching on a lattice that the smallest ship cannot slip through.
    Parity,
    /// The field that most places of single ships go through.
    Density,
    /// The field that most whole fleets have a ship on.
    Posterior,
}

impl PolicyKind {
    /// All of them, the weakest first.
    pub const ALL: [Self; 5] = [
        Self::Random,
        Self::Hunt,
        Self::Parity,
        Self::Density,
        Self::Posterior,
    ];

    /// Its name.
    pub fn name(self) -> &'static str {
        match self {
            Self::Random => "random",
            Self::Hunt => "hunt",
            Self::Parity => "parity",
            Self::Density => "density",
            Self::Posterior => "posterior",
        }
    }
}

impl fmt::Display for PolicyKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

impl FromStr for PolicyKind {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let found = Self::ALL.into_iter().find(|kind| kind.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("no strategy is named {text}: there are {names}")
        })
    }
}

/// What players of a contest have in common: made once, used for many games.
pub struct PolicyFactory<const W: usize> {
    table: Arc<PlacementTable<W>>,
    kind: PolicyKind,
    placing: Placing,
    budget: SampleBudget,
    prior: OnceLock<Arc<Prior<W>>>,
}

impl<const W: usize> PolicyFactory<W> {
    /// Prepares for a contest, in which fleets are believed to be dealt like that.
    pub fn new(table: &PlacementTable<W>, kind: PolicyKind, placing: Placing) -> Self {
        Self {
            table: Arc::new(table.clone()),
            kind,
            placing,
            budget: SampleBudget::MANY_GAMES,
            prior: OnceLock::new(),
        }
    }

    /// The same with so large a budget.
    #[must_use]
    pub fn with_budget(self, budget: SampleBudget) -> Self {
        Self { budget, ..self }
    }

    /// A player.
    pub fn player(&self) -> Box<dyn Policy<W>> {
        let table = Arc::clone(&self.table);
        match self.kind {
            PolicyKind::Random => Box::new(RandomPolicy::new(table)),
            PolicyKind::Hunt => Box::new(HuntPolicy::new(table)),
            PolicyKind::Parity => Box::new(ParityPolicy::new(table)),
            PolicyKind::Density => Box::new(DensityPolicy::new(table, self.placing)),
            PolicyKind::Posterior => {
                let prior = || Arc::new(Prior::new(table, self.placing, self.budget));
                let prior = self.prior.get_or_init(prior);
                Box::new(PosteriorPolicy::new(Arc::clone(prior)))
            }
        }
    }
}
