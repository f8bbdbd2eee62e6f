//! The words that every room shares: positions, directions, players, and the
//! reasons a judge gives. This room imports nothing from the others.

mod direction;
mod part;
mod player;
mod pos;
mod reason;
mod rect;

pub use direction::{Direction, Movement};
pub use part::Part;
pub use player::{ByPlayer, Player};
pub use pos::Pos;
pub use reason::Reason;
pub use rect::{Rect, Size};
