//! The board as a page knows it so far, and the changes of a step.

use std::collections::{BTreeSet, HashMap};

use super::coverage::Coverage;
use super::step::{BoardLayout, ReplayStep, ShipLabel};
use super::{Replay, ReplayError};
use admiralty_core::game::{Game, Ship};
use admiralty_core::geometry::{Direction, Pos};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::ClassName;

/// The board as a page knows it so far.
#[derive(Debug)]
pub(super) struct BoardTracker {
    pub layout: BoardLayout,
    reefs: Vec<Pos>,
    /// The ships that were ever on the board.
    pub ships: ShipStates,
    pub seen: ByPlayer<Coverage>,
    /// The fields that were shot at, where shots are announced.
    shot: Vec<bool>,
    parts: [u64; 2],
}

impl BoardTracker {
    /// The empty board of a new game.
    pub fn new(game: &Game) -> Self {
        let size = game.board().size();
        Self {
            layout: BoardLayout::of(game),
            reefs: Vec::new(),
            ships: ShipStates::default(),
            seen: ByPlayer::from_fn(|_| Coverage::new(size)),
            shot: Vec::new(),
            parts: [0; 2],
        }
    }

    /// Adds to a step what only state commands change: the layout and the reefs. A new layout is
    /// that of an empty board.
    pub fn update_layout(&mut self, game: &Game, step: &mut ReplayStep) -> Result<(), ReplayError> {
        let (layout, size) = (BoardLayout::of(game), game.board().size());
        // Shots are only forgotten with the whole board.
        let mut shot = size.rect().fields().zip(&self.shot);
        if layout != self.layout || shot.any(|(pos, &was_shot)| was_shot && !game.was_shot_at(pos))
        {
            if size.rect().field_count() > Replay::FIELDS_MAX {
                return Err(ReplayError::BoardTooLarge(step.lines[1]));
            }
            self.ships.clear();
            self.reefs.clear();
            self.shot.clear();
            self.seen = ByPlayer::from_fn(|_| Coverage::new(size));
            step.board = Some(layout.clone());
            self.layout = layout;
        }
        if self.reefs != game.board().reefs() {
            self.reefs = game.board().reefs().to_vec();
            step.reefs = Some(self.reefs.iter().flat_map(|pos| [pos.y, pos.x]).collect());
        }
        Ok(())
    }

    /// Adds to a step what has changed on the board.
    pub fn update(&mut self, game: &Game, step: &mut ReplayStep) -> Result<(), ReplayError> {
        step.ships = self.ships.update(game);
        if self.ships.labels.len() > Replay::SHIPS_MAX {
            return Err(ReplayError::TooManyShips(step.lines[1]));
        }
        let planes: Vec<_> = step
            .planes
            .chunks_exact(2)
            .map(|centre| Pos::new(centre[0], centre[1]))
            .collect();
        step.seen = Player::BOTH.map(|player| {
            let is_mover = step.player == Some(player);
            let sent = planes.iter().copied().filter(|_| is_mover);
            self.seen[player].update(game, player, sent)
        });
        if self.layout.classic {
            let board = game.board().size().rect();
            self.shot.resize(board.field_count(), false);
            for ((field, pos), was_shot) in board.fields().enumerate().zip(&mut self.shot) {
                if game.was_shot_at(pos) && !std::mem::replace(was_shot, true) {
                    step.shot.push(field);
                }
            }
        }
        let parts = Player::BOTH.map(|player| game.fleet(player).healthy_parts());
        if parts != self.parts {
            self.parts = parts;
            step.parts = Some(parts);
        }
        Ok(())
    }
}

/// Identifies a ship in a page. Two rule sets may have a class of the same name.
type ShipKey = (Player, ClassName, u8, u32);

/// The row and column of the head, the direction, and the healthy segments as bits.
type ShipState = [i32; 4];

/// The ships that have appeared so far, and the last state of those on the board.
#[derive(Clone, Debug, Default)]
pub(super) struct ShipStates {
    pub labels: Vec<ShipLabel>,
    numbers: HashMap<ShipKey, usize>,
    /// The ships on the board in its order, with their numbers.
    present: Vec<(ShipKey, usize)>,
    /// By number; `None` if the ship is not on the board.
    states: Vec<Option<ShipState>>,
}

impl ShipStates {
    /// Forgets the states, because the board is empty.
    pub fn clear(&mut self) {
        self.present.clear();
        self.states.fill(None);
    }

    /// Updates the states of the ships; returns the changes as a step stores them.
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

fn key(ship: &Ship) -> ShipKey {
    let class = ship.class();
    (ship.owner(), class.name, class.length, ship.name().index)
}

/// A number as a step stores it; there are at most [`SHIPS_MAX`](super::Replay::SHIPS_MAX).
fn number_of(number: usize) -> i32 {
    i32::try_from(number).unwrap_or(i32::MAX)
}

/// Replaces the healthy segments of a ship that is no longer on the board.
const GONE: i32 = -1;

fn state(ship: &Ship) -> ShipState {
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
