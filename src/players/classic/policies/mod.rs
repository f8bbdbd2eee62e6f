//! Players, from the weakest to the strongest.

mod density;
mod hunt;
mod parity;
mod pursuit;
mod random;

use std::fmt;
use std::str::FromStr;
use std::sync::{Arc, OnceLock};

use super::knowledge::Knowledge;
use super::placement_table::{Field, PlacementTable};
use super::placing::Placing;
use super::posterior::{Beginning, Posterior, SampleBudget};
pub(super) use density::Density;
use hunt::Hunt;
use parity::Parity;
use random::Random;

/// Somebody who shoots.
pub trait Policy<const W: usize> {
    /// Begins a game. All chance comes from the seed.
    fn begin(&mut self, seed: u64);

    /// Chooses a field that was not shot at yet.
    ///
    /// # Panics
    ///
    /// May panic if all fields were shot at.
    fn next_shot(&mut self, knowledge: &Knowledge<W>) -> Field;
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
        let found = Self::ALL
            .into_iter()
            .find(|strategy| strategy.name() == text);
        found.ok_or_else(|| {
            let names = Self::ALL.map(Self::name).join(", ");
            format!("no strategy is named {text}: there are {names}")
        })
    }
}

/// What players of a contest have in common: made once, used for many games.
pub struct PolicyFactory<const W: usize> {
    waters: Arc<PlacementTable<W>>,
    strategy: PolicyKind,
    placing: Placing,
    work: SampleBudget,
    beginning: OnceLock<Arc<Beginning<W>>>,
}

impl<const W: usize> PolicyFactory<W> {
    /// Prepares for a contest, in which fleets are believed to be dealt like that.
    pub fn new(waters: &PlacementTable<W>, strategy: PolicyKind, placing: Placing) -> Self {
        Self {
            waters: Arc::new(waters.clone()),
            strategy,
            placing,
            work: SampleBudget::MANY_GAMES,
            beginning: OnceLock::new(),
        }
    }

    /// The same with so much work.
    #[must_use]
    pub fn working(self, work: SampleBudget) -> Self {
        Self { work, ..self }
    }

    /// A player.
    pub fn player(&self) -> Box<dyn Policy<W>> {
        let waters = Arc::clone(&self.waters);
        match self.strategy {
            PolicyKind::Random => Box::new(Random::new(waters)),
            PolicyKind::Hunt => Box::new(Hunt::new(waters)),
            PolicyKind::Parity => Box::new(Parity::new(waters)),
            PolicyKind::Density => Box::new(Density::new(waters, self.placing)),
            PolicyKind::Posterior => {
                let beginning = || Arc::new(Beginning::new(waters, self.placing, self.work));
                let beginning = self.beginning.get_or_init(beginning);
                Box::new(Posterior::new(Arc::clone(beginning)))
            }
        }
    }
}
