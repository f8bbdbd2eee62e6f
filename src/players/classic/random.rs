//! A player that leaves everything to chance.

use super::{Aim, Gunner};
use crate::geometry::Pos;
use crate::players::{Briefing, Chance};
use crate::view::{Knowledge, Known};

/// Shoots at any field that it has not shot at, each as likely.
#[derive(Debug)]
pub struct Random;

impl Gunner for Random {
    fn name(&self) -> &'static str {
        "random"
    }

    fn aim(&self, briefing: Briefing<'_>) -> Box<dyn Aim> {
        Box::new(Blind(briefing.chance))
    }
}

/// Somebody who sees nothing.
pub struct Blind(pub Chance);

impl Aim for Blind {
    fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        let fields = knowledge.fields();
        let unknown = fields.filter(|&(_, known)| known == Known::Unknown);
        let unknown: Vec<_> = unknown.map(|(field, _)| field).collect();
        self.0.pick(&unknown).copied()
    }
}
