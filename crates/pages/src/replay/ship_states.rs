//! The ships on the board, and how they change from step to step.

use std::collections::{BTreeSet, HashMap};

use super::step::ShipLabel;
use admiralty_core::game::{Game, Ship};
use admiralty_core::geometry::Direction;
use admiralty_core::player::Player;

/// Identifies a ship in a page. Two rule sets may have a class of the same name.
type Key = (Player, &'static str, u8, u32);

/// The row and column of the head, the direction, and the healthy segments as bits.
type State = [i32; 4];

/// The ships that have appeared so far, and the last state of those on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct ShipStates {
    pub labels: Vec<ShipLabel>,
    numbers: HashMap<Key, usize>,
    /// The ships on the board in its order, with their numbers.
    present: Vec<(Key, usize)>,
    /// By number; `None` if the ship is not on the board.
    states: Vec<Option<State>>,
}

impl ShipStates {
    /// Forgets the states, because the board is empty.
    pub fn clear(&mut self) {
        self.present.clear();
        self.states.fill(None);
    }

    /// Takes the ships of a game; returns the changes as a step stores them.
    pub fn update(&mut self, game: &Game) -> Vec<i32> {
        let ships = game.board().ships();
        let mut changes = Vec::new();
        let keys = || ships.iter().map(key);
        if !keys()
            .take(self.present.len())
            .eq(self.present.iter().map(|(key, _)| *key))
        {
            // Some have gone, or come back in another order.
            let before: BTreeSet<_> = self.present.drain(..).map(|(_, number)| number).collect();
            let now: BTreeSet<_> = keys()
                .filter_map(|key| self.numbers.get(&key).copied())
                .collect();
            for &number in before.difference(&now) {
                self.states[number] = None;
                changes.extend([number_of(number), 0, 0, 0, GONE]);
            }
        }
        for ship in &ships[self.present.len()..] {
            let number = self.number(ship);
            self.present.push((key(ship), number));
        }
        for (ship, &(_, number)) in ships.iter().zip(&self.present) {
            let state = state(ship);
            if self.states[number].replace(state) != Some(state) {
                changes.push(number_of(number));
                changes.extend(state);
            }
        }
        changes
    }

    /// The number of a ship, a new one if it appears for the first time.
    fn number(&mut self, ship: &Ship) -> usize {
        *self.numbers.entry(key(ship)).or_insert_with(|| {
            self.labels.push(ShipLabel {
                player: ship.owner(),
                class: ship.class().name,
                index: ship.name().index,
                length: ship.class().length,
            });
            self.states.push(None);
            self.labels.len() - 1
        })
    }
}

fn key(ship: &Ship) -> Key {
    let class = ship.class();
    (ship.owner(), class.name, class.length, ship.name().index)
}

/// A number as a step stores it; there are at most [`SHIPS_MAX`](super::Replay::SHIPS_MAX).
fn number_of(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Stands for the healthy segments of a ship that is no longer on the board.
const GONE: i32 = -1;

fn state(ship: &Ship) -> State {
    let footprint = ship.footprint();
    let direction = match footprint.direction {
        Direction::North => 0,
        Direction::East => 1,
        Direction::South => 2,
        Direction::West => 3,
    };
    let healthy = ship.healthy_segments().into();
    [footprint.head.y, footprint.head.x, direction, healthy]
}
