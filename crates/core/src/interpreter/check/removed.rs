//! The objects that commands have removed by emptying the board.

use std::collections::BTreeMap;

use admiralty_message::{Fact, Message, message};

use crate::game::{Game, Refusal, Ship, ShipName};
use crate::geometry::Pos;
use crate::player::Player;
use crate::rules::RuleSet;
use crate::script::{Command, Keyword};

/// The contents of the board before a command empties it.
#[derive(Clone, PartialEq, Eq)]
pub(super) struct Removed {
    pub keyword: Keyword,
    /// The line of the command.
    pub line: u64,
    rules: RuleSet,
    ships: Vec<ShipName>,
    reefs: Vec<Pos>,
    planes: usize,
}

impl Removed {
    /// The objects that a command will remove, if it empties the board and there are any.
    pub fn by(command: &Command, line: u64, game: &Game) -> Option<Self> {
        let (Command::BoardSize(_) | Command::Rules(_)) = command else {
            return None;
        };
        let board = game.board();
        let planes = Player::BOTH.map(|player| game.planes(player).len());
        let removed = Self {
            keyword: command.keyword(),
            line,
            rules: *game.rules(),
            ships: board.ships().iter().map(Ship::name).collect(),
            reefs: board.reefs().to_vec(),
            planes: planes.iter().sum(),
        };
        let is_nothing =
            removed.ships.is_empty() && removed.reefs.is_empty() && removed.planes == 0;
        (!is_nothing).then_some(removed)
    }

    /// Forgets what is on the board again.
    pub fn keep_lost(&mut self, game: &Game) {
        if *game.rules() == self.rules {
            let is_absent = |ship: &ShipName| {
                game.fleet(ship.player)
                    .ship(&ship.class, ship.index)
                    .is_none()
            };
            self.ships.retain(is_absent);
        }
        self.reefs.retain(|&reef| !game.board().is_reef(reef));
    }

    /// Says what is lost, unless it is nothing.
    pub fn message(&self) -> Option<Message> {
        let (ships, reefs, planes) = (self.ships.len(), self.reefs.len(), self.planes);
        let plural = |count| if count == 1 { "" } else { "s" };
        let counts = [
            (
                ships,
                message!(
                    "removed-ships",
                    [count = ships],
                    "{count} ship{}",
                    plural(count)
                ),
            ),
            (
                reefs,
                message!(
                    "removed-reefs",
                    [count = reefs],
                    "{count} reef{}",
                    plural(count)
                ),
            ),
            (
                planes,
                message!(
                    "removed-planes",
                    [count = planes],
                    "{count} plane{}",
                    plural(count)
                ),
            ),
        ];
        let lost = counts.into_iter().filter(|&(count, _)| count > 0);
        let lost: Vec<_> = lost.map(|(_, text)| text).collect();
        let keyword = self.keyword;
        (!lost.is_empty()).then(|| {
            message!(
                "warning-board-emptied",
                [keyword, lost = Fact::List(lost)],
                "{keyword} removes {lost}"
            )
        })
    }
}

/// The ships that are not on the board any more, by name.
#[derive(Clone, Default, PartialEq, Eq)]
pub(super) struct LostShips(BTreeMap<(Player, u8, u32), (Keyword, u64)>);

impl LostShips {
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    pub fn extend(&mut self, removed: &Removed) {
        for ship in &removed.ships {
            self.0.insert(key(ship), (removed.keyword, removed.line));
        }
    }

    /// The note on a refusal because of such a ship.
    pub fn note(&self, refusal: &Refusal) -> Option<Message> {
        let missing = match refusal {
            Refusal::NotPresent { ship } => &[*ship][..],
            Refusal::FleetsIncomplete { some, .. } => &[&some.a[..], &some.b].concat(),
            _ => return None,
        };
        missing.iter().find_map(|ship| {
            let (keyword, line) = self.0.get(&key(ship))?;
            Some(message!(
                "note-removed",
                [keyword, line, ship],
                "{keyword} on line {line} removed {ship}"
            ))
        })
    }
}

const fn key(ship: &ShipName) -> (Player, u8, u32) {
    (ship.player, ship.class.index, ship.index)
}
