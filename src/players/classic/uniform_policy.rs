//! A player that shoots anywhere.

use super::{ShotPolicy, Targeting};
use crate::geometry::Pos;
use crate::players::{Rng, TurnInput};
use crate::view::{Knowledge, KnownField};

/// Shoots at any field that it has not shot at, each equally likely.
#[derive(Debug)]
pub struct UniformPolicy;

impl ShotPolicy for UniformPolicy {
    fn name(&self) -> &'static str {
        "random"
    }

    fn targeting(&self, input: TurnInput<'_>) -> Box<dyn Targeting> {
        Box::new(UniformTargeting(input.rng))
    }
}

/// The shots of a turn at random.
pub struct UniformTargeting(pub Rng);

impl Targeting for UniformTargeting {
    fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        let fields = knowledge.fields();
        let unknown = fields.filter(|&(_, known)| known == KnownField::Unknown);
        let unknown: Vec<_> = unknown.map(|(field, _)| field).collect();
        self.0.pick(&unknown).copied()
    }
}
