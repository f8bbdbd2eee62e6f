//! What has happened in a game, as data; `screen` puts it into words.

use super::Coin;
use crate::game::ShotOutcome;
use crate::geometry::Pos;
use crate::player::Player;
use crate::rules::ShipClass;

/// Something that has happened and that a player may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// An announced shot.
    Shot {
        /// Who shot.
        shooter: Player,
        /// The field of the board.
        target: Pos,
        /// The announced result.
        outcome: ShotOutcome,
        /// Whether it is a forced attack: next to a hit on a ship that is still afloat.
        is_forced: bool,
    },
    /// A coin toss decided who moves first.
    Tossed {
        /// The side that came up.
        coin: Coin,
        /// Who moves first.
        first: Player,
    },
    /// A player has placed its fleet.
    Placed(Player),
    /// A player has ended its turn without a shot.
    Passed(Player),
    /// A ship of the reader has lost segments in a turn.
    Damaged {
        /// Its class.
        class: &'static ShipClass,
        /// Its index within the class.
        index: u32,
        /// The number of segments lost.
        parts: u32,
        /// Whether it is sunk.
        is_sunk: bool,
    },
    /// The enemy has lost this many segments in a turn.
    Destroyed(u64),
    /// This many shots of the reader destroyed nothing in a turn.
    Missed(u64),
    /// The enemy has played and hit none of the reader's ships.
    Unharmed,
    /// A player has won.
    Won(Player),
}

/// An event with its time and its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The number of the player's group that had begun last, from 1; 0 before the first.
    pub group: u64,
    /// The only player who may read it, or `None` if both may.
    pub reader: Option<Player>,
    /// What has happened.
    pub event: GameEvent,
}
