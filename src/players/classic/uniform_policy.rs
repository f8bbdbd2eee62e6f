//! A player that leaves everything to chance.

use super::{ShotPolicy, Targeting};
use crate::geometry::Pos;
use crate::players::{Rng, TurnInput};
use crate::view::{Knowledge, KnownField};

/// Shoots at any field that it has not shot at, each as likely.
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

/// Somebody who sees nothing.
pub struct UniformTargeting(pub Rng);

impl Targeting for UniformTargeting {
    fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        let fields = knowledge.fields();
        let unknown = fields.filter(|&(_, known)| known == KnownField::Unknown);
        let unknown: Vec<_> = unknown.map(|(field, _)| field).collect();
        self.0.pick(&unknown).copied()
    }
}
