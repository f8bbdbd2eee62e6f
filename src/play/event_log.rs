//! What has happened in a game, as data.

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

/// An event with its turn and its reader.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The turn, counted from 1; 0 before the first shot.
    pub turn: u64,
    /// The only player who may read it, or `None` if both may.
    pub reader: Option<Player>,
    /// What has happened.
    pub event: GameEvent,
}

/// The number of entries kept.
const ENTRIES_MAX: usize = 1000;

/// The last events of a game.
#[derive(Clone, Debug, Default)]
pub(super) struct EventLog {
    entries: Vec<LogEntry>,
    /// The number of entries dropped so far.
    forgotten: usize,
}

impl EventLog {
    pub fn add(&mut self, turn: u64, reader: Option<Player>, event: GameEvent) {
        if self.entries.len() == ENTRIES_MAX {
            self.entries.remove(0);
            self.forgotten += 1;
        }
        self.entries.push(LogEntry {
            turn,
            reader,
            event,
        });
    }

    /// The number of entries added so far.
    pub fn count(&self) -> usize {
        self.forgotten + self.entries.len()
    }

    /// The entries from number `first` on that a player may read.
    pub fn since(
        &self,
        first: usize,
        reader: Player,
    ) -> impl DoubleEndedIterator<Item = &LogEntry> {
        let may_read = move |entry: &&LogEntry| entry.reader.is_none_or(|one| one == reader);
        self.all_since(first).filter(may_read)
    }

    /// The entries from number `first` on for a spectator: of events reported to both
    /// players, only the loser's report.
    pub fn open_since(&self, first: usize) -> impl DoubleEndedIterator<Item = &LogEntry> {
        let is_told_twice = |entry: &&LogEntry| {
            matches!(
                entry.event,
                GameEvent::Destroyed(_) | GameEvent::Missed(_) | GameEvent::Unharmed
            )
        };
        self.all_since(first)
            .filter(move |entry| !is_told_twice(entry))
    }

    fn all_since(&self, first: usize) -> impl DoubleEndedIterator<Item = &LogEntry> {
        let first = first.saturating_sub(self.forgotten).min(self.entries.len());
        self.entries[first..].iter()
    }
}
