//! Search for the best move and its value.
//!
//! [`greedy`] turns as many discs as it can. A [`Searcher`] searches some plies ahead and
//! evaluates the positions there ([`Value::Estimate`]), or to the end of the game
//! ([`Value::Exact`]).

mod alpha_beta;
mod annotate;
mod areas;
mod endgame;
mod evaluate;
mod greedy;
mod order;
mod reach;
mod root;
mod searcher;
mod stability;
mod table;
mod value;
mod weights;

pub use annotate::Annotation;
pub use greedy::{SQUARE_VALUES, greedy};
pub use searcher::{Advice, Searcher};
pub use table::TABLE_ENTRIES;
pub use value::Value;
