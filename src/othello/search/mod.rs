//! Thinking: which move is best, and what it is worth.
//!
//! [`greedy`] turns as many discs as it can. A [`Searcher`] looks ahead: so many
//! plies, after which it guesses ([`Value::Estimate`]), or to the end of the game
//! ([`Value::Exact`]).
//!
//! ```
//! use admiralty::othello::Position;
//! use admiralty::othello::search::Searcher;
//!
//! let mut searcher = Searcher::new();
//! for rated in searcher.all(&Position::start(), 4) {
//!     println!("{} {}", rated.played, rated.value);
//! }
//! ```

mod accuracy;
mod annotate;
mod endgame;
mod evaluate;
mod explore;
mod features;
mod greedy;
mod last;
mod order;
mod root;
mod searcher;
mod sides;
mod stability;
mod table;
mod tree;
mod value;
mod weights;
mod window;

pub use accuracy::loss_error;
pub use annotate::{Annotation, Annotations};
pub use greedy::{SQUARE_VALUES, greedy};
pub use searcher::{Advice, Rated, Searcher};
pub use table::TABLE_ENTRIES;
pub use value::Value;
