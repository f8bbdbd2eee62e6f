//! The objects that commands have removed by emptying the board.

use std::collections::BTreeMap;

use crate::game::{Game, Refusal, Ship, ShipName};
use crate::geometry::Pos;
use crate::player::Player;
use crate::rules::RuleSet;
use crate::script::{Command, Keyword};

/// The contents of the board before a command empties it.
#[derive(Clone)]
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

    /// The loss, in words, unless nothing is lost.
    pub fn summary(&self) -> Option<String> {
        let counts = [
            (self.ships.len(), "ship"),
            (self.reefs.len(), "reef"),
            (self.planes, "plane"),
        ];
        let counts = counts.into_iter().filter(|&(count, _)| count > 0);
        let counts = counts.map(|(count, what)| match count {
            1 => format!("1 {what}"),
            _ => format!("{count} {what}s"),
        });
        let mut counts: Vec<_> = counts.collect();
        let last = counts.pop()?;
        if counts.is_empty() {
            return Some(last);
        }
        Some(format!("{} and {last}", counts.join(", ")))
    }
}

/// The ships that are not on the board any more, by name.
#[derive(Clone, Default)]
pub(super) struct LostShips(BTreeMap<(Player, u8, u32), (Keyword, u64)>);

impl LostShips {
    pub fn extend(&mut self, removed: &Removed) {
        for ship in &removed.ships {
            self.0.insert(key(ship), (removed.keyword, removed.line));
        }
    }

    /// The note on a refusal because of such a ship.
    pub fn note(&self, refusal: &Refusal) -> Option<String> {
        let missing = match refusal {
            Refusal::NotPresent { ship } => &[*ship][..],
            Refusal::FleetsIncomplete { some, .. } => &[&some.a[..], &some.b].concat(),
            _ => return None,
        };
        missing.iter().find_map(|ship| {
            let (keyword, line) = self.0.get(&key(ship))?;
            Some(format!("{keyword} on line {line} removed {ship}"))
        })
    }
}

const fn key(ship: &ShipName) -> (Player, u8, u32) {
    (ship.player, ship.class.index, ship.index)
}
