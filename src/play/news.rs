//! What has happened, as data.

use super::Coin;
use crate::geometry::Pos;
use crate::player::Player;
use crate::rules::ShipClass;

/// Something that has happened, and that a player may know.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum News {
    /// A shot was called out and answered.
    Shot {
        /// Who has shot.
        shooter: Player,
        /// The field of the board.
        target: Pos,
        /// What came of it.
        outcome: Outcome,
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
pub enum Outcome {
    /// Water.
    Miss,
    /// A ship is hit; its class, where hits are named.
    Hit(Option<&'static ShipClass>),
    /// A ship of that class is sunk.
    Sunk(&'static ShipClass),
}

/// An item with its turn, and who may read it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Item {
    /// The turn, counted from 1; 0 before the first shot.
    pub turn: u64,
    /// Who may read it; everybody if nobody is named.
    pub reader: Option<Player>,
    /// What has happened.
    pub news: News,
}

/// The items that are kept.
const ITEMS_MAX: usize = 1000;

/// What has happened so far, the last items of it.
#[derive(Clone, Debug, Default)]
pub(super) struct Chronicle {
    items: Vec<Item>,
    /// How many there were before.
    forgotten: usize,
}

impl Chronicle {
    pub fn add(&mut self, turn: u64, reader: Option<Player>, news: News) {
        if self.items.len() == ITEMS_MAX {
            self.items.remove(0);
            self.forgotten += 1;
        }
        self.items.push(Item { turn, reader, news });
    }

    /// How many items there were so far.
    pub fn count(&self) -> usize {
        self.forgotten + self.items.len()
    }

    /// The items from a number on that somebody may read.
    pub fn since(&self, first: usize, reader: Player) -> impl DoubleEndedIterator<Item = &Item> {
        let may_read = move |item: &&Item| item.reader.is_none_or(|one| one == reader);
        self.all_since(first).filter(may_read)
    }

    /// The items from a number on, whoever may read them; of what is told to both,
    /// the part of whom it has befallen.
    pub fn open_since(&self, first: usize) -> impl DoubleEndedIterator<Item = &Item> {
        let is_told_twice = |item: &&Item| {
            matches!(
                item.news,
                News::Destroyed(_) | News::Missed(_) | News::Unharmed
            )
        };
        self.all_since(first)
            .filter(move |item| !is_told_twice(item))
    }

    fn all_since(&self, first: usize) -> impl DoubleEndedIterator<Item = &Item> {
        let first = first.saturating_sub(self.forgotten).min(self.items.len());
        self.items[first..].iter()
    }
}
