//! The players of the rule set in which ships move.

mod admiral;
mod bits;
mod chart;
mod course;
mod density;
mod gunnery;
mod heat;
mod hunt;
mod places;
mod random;
mod sums;
mod survey;
mod window;

pub(super) use admiral::Admiral;
pub(super) use density::Density;
pub(super) use hunt::Hunt;
pub(super) use random::Random;
