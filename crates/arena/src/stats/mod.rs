//! Statistics of results: pure functions of counts.
//!
//! Elo and SPRT are implemented here, because no maintained crate has the pentanomial model.

mod pentanomial;
mod ratings;
mod spread;
mod sprt;

pub use pentanomial::Pentanomial;
use pentanomial::score_of_elo;
pub use ratings::{Encounter, ratings};
pub use spread::Spread;
pub use sprt::{Sprt, SprtStatus, SprtVerdict};
