//! What has happened, as data.

use super::Coin;
use crate::geometry::Pos;
use crate::player::Player;
use crate::rules::ShipClass;

/// Something that has happened, and that a player may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GameEvent {
    /// A shot was called out and answered.
    Shot {
        /// Who has shot.
        shooter: Player,
        /// The field of the board.
        target: Pos,
        /// What came of it.
        outcome: ShotResult,
        /// Whether it went next to a hit on a ship that was still afloat: an
        /// attack that the hit has forced.
        is_forced: bool,
    },
    /// The toss of a coin has decided who begins.
    Tossed {
        /// What it shows.
        coin: Coin,
        /// Who begins.
        first: Player,
    },
    /// A player has placed its fleet.
    Placed(Player),
    /// A player has ended its turn without a shot.
    Passed(Player),
    /// An own ship has lost segments in a turn.
    Damaged {
        /// Its class.
        class: &'static ShipClass,
        /// Which of the class.
        index: u32,
        /// How many segments.
        parts: u32,
        /// Whether it is sunk.
        is_sunk: bool,
    },
    /// The enemy has lost so many segments in a turn.
    Destroyed(u64),
    /// The own shots of a turn have destroyed nothing; so many were fired.
    Missed(u64),
    /// The enemy has played, and hit no own ship.
    Unharmed,
    /// A player has won.
    Won(Player),
}

/// What was announced of a shot.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotResult {
    /// Water.
    Miss,
    /// A ship is hit; its class, where hits are named.
    Hit(Option<&'static ShipClass>),
    /// A ship of that class is sunk.
    Sunk(&'static ShipClass),
}

/// An item with its turn, and who may read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LogEntry {
    /// The turn, counted from 1; 0 before the first shot.
    pub turn: u64,
    /// Who may read it; everybody if nobody is named.
    pub reader: Option<Player>,
    /// What has happened.
    pub event: GameEvent,
}

/// The items that are kept.
const ITEMS_MAX: usize = 1000;

/// What has happened so far, the last items of it.
#[derive(Clone, Debug, Default)]
pub(super) struct EventLog {
    entries: Vec<LogEntry>,
    /// How many there were before.
    forgotten: usize,
}

impl EventLog {
    pub fn add(&mut self, turn: u64, reader: Option<Player>, event: GameEvent) {
        if self.entries.len() == ITEMS_MAX {
            self.entries.remove(0);
            self.forgotten += 1;
        }
        self.entries.push(LogEntry {
            turn,
            reader,
            event,
        });
    }

    /// How many items there were so far.
    pub fn count(&self) -> usize {
        self.forgotten + self.entries.len()
    }

    /// The items from a number on that somebody may read.
    pub fn since(
        &self,
        first: usize,
        reader: Player,
    ) -> impl DoubleEndedIterator<Item = &LogEntry> {
        let may_read = move |entry: &&LogEntry| entry.reader.is_none_or(|one| one == reader);
        self.all_since(first).filter(may_read)
    }

    /// The items from a number on, whoever may read them; of what is told to both,
    /// the part of whom it has befallen.
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
