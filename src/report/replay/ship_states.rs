//! The ships on the board, and how they change from step to step.

use std::collections::HashMap;

use super::step::{ShipLabel, name};
use crate::game::{Game, Ship};
use crate::geometry::Direction;
use crate::player::Player;

/// Identifies a ship in a page. Two rule sets may have a class of the same name.
type Key = (Player, &'static str, u8, u32);

/// The row and column of the head, the direction, and the healthy segments as bits.
type State = [i32; 4];

/// The ships that have appeared so far, and the last state of those on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct ShipStates {
    pub labels: Vec<ShipLabel>,
    numbers: HashMap<Key, usize>,
    /// By number; `None` if the ship is not on the board.
    states: Vec<Option<State>>,
}

impl ShipStates {
    /// Forgets the states, because the board is empty.
    pub fn clear(&mut self) {
        self.states.clear();
    }

    /// Takes the ships of a game; returns the changes as a step stores them.
    pub fn update(&mut self, game: &Game) -> Vec<i32> {
        let before = std::mem::take(&mut self.states);
        self.states.resize(self.labels.len(), None);
        for ship in game.board().ships() {
            let number = self.number(ship);
            self.states[number] = Some(state(ship));
        }
        let before = before.into_iter().chain(std::iter::repeat(None));
        let mut changes = Vec::new();
        for ((number, now), before) in (0..).zip(&self.states).zip(before) {
            if *now != before {
                changes.push(number);
                changes.extend(now.unwrap_or([0, 0, 0, GONE]));
            }
        }
        changes
    }

    /// The number of a ship, a new one if it appears for the first time.
    fn number(&mut self, ship: &Ship) -> usize {
        let (owner, class, index) = (ship.owner(), ship.class(), ship.name().index);
        let key = (owner, class.name, class.length, index);
        *self.numbers.entry(key).or_insert_with(|| {
            self.labels.push(ShipLabel {
                player: name(owner),
                class: class.name,
                index,
                length: class.length,
            });
            self.states.push(None);
            self.labels.len() - 1
        })
    }
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
