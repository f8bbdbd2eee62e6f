//! A player that forgets where it has shot.

use super::{ShotPolicy, Targeting};
use crate::geometry::Pos;
use crate::players::{Rng, TurnInput};
use crate::view::{Knowledge, KnownField};

/// Draws any field of the board, each equally likely, whether or not it has shot at it:
/// the easiest level of the German program. A field that it has shot at before is no
/// legal shot, so its turn ends without one.
#[derive(Debug)]
pub struct ForgetfulPolicy;

impl ShotPolicy for ForgetfulPolicy {
    fn name(&self) -> &'static str {
        "forgetful"
    }

    fn targeting(&self, input: TurnInput<'_>) -> Box<dyn Targeting> {
        Box::new(ForgetfulTargeting(input.rng))
    }
}

struct ForgetfulTargeting(Rng);

impl Targeting for ForgetfulTargeting {
    fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        let fields: Vec<_> = knowledge.fields().collect();
        let &(field, known) = self.0.pick(&fields)?;
        (known == KnownField::Unknown).then_some(field)
    }
}
