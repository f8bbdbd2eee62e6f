//! The board as a page knows it so far, and the changes of a step.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::changes::Changes;
use super::coverage::Coverage;
use super::step::{BoardLayout, ReplayStep, ShipLabel};
use super::{Replay, ReplayError};
use admiralty_core::game::{Game, Ship};
use admiralty_core::geometry::{Direction, Pos};
use admiralty_core::interpreter::Event;
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::ClassName;

/// The board as a page knows it so far.
#[derive(Debug)]
pub(super) struct BoardTracker {
    pub layout: BoardLayout,
    reefs: Vec<Pos>,
    /// The ships that have ever been on the board.
    pub ships: ShipStates,
    pub seen: ByPlayer<Coverage>,
    /// The fields shot at, where shots are announced.
    shot: Vec<bool>,
    parts: [u64; 2],
    changes: Changes,
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
            changes: Changes::default(),
        }
    }

    /// Notes what an event changes, until the next step.
    pub fn note(&mut self, event: &Event, game: &Game) {
        self.changes.note(event, game);
    }

    /// Adds to a step what has changed since the last one.
    pub fn update(&mut self, game: &Game, step: &mut ReplayStep) -> Result<(), ReplayError> {
        let mut changes = std::mem::take(&mut self.changes);
        if changes.is_replaced {
            changes.ships = game.board().ship_ids().collect();
        }
        if changes.is_replaced || changes.has_new_start {
            self.update_layout(game, step, &mut changes);
        }
        if (changes.is_replaced || changes.has_new_reef) && self.reefs != game.board().reefs() {
            self.reefs = game.board().reefs().to_vec();
            step.reefs = Some(self.reefs.iter().flat_map(|pos| [pos.y, pos.x]).collect());
        }
        step.ships = self.ships.update(game, &changes);
        if self.ships.labels.len() > Replay::SHIPS_MAX {
            return Err(ReplayError::too_many_ships(step.lines[1]));
        }
        let planes: Vec<_> = step
            .planes
            .chunks_exact(2)
            .map(|centre| Pos::new(centre[0], centre[1]))
            .collect();
        let shots = self.new_shots(game, &changes);
        step.seen = Player::BOTH.map(|player| {
            let is_mover = step.player == Some(player);
            let sent = planes.iter().copied().filter(|_| is_mover);
            self.seen[player].update(game, player, &changes, &shots, sent)
        });
        step.shot = shots.into_keys().collect();
        let parts = Player::BOTH.map(|player| game.fleet(player).healthy_parts());
        if parts != self.parts {
            self.parts = parts;
            step.parts = Some(parts);
        }
        Ok(())
    }

    /// Adds the layout to a step if it is another one. A new layout is that of an empty board.
    fn update_layout(&mut self, game: &Game, step: &mut ReplayStep, changes: &mut Changes) {
        let (layout, size) = (BoardLayout::of(game), game.board().size());
        // Shots are only forgotten with the whole board.
        let mut shot = size.rect().fields().zip(&self.shot);
        if layout != self.layout || shot.any(|(pos, &was_shot)| was_shot && !game.was_shot_at(pos))
        {
            self.ships.clear();
            self.reefs.clear();
            self.shot.clear();
            self.seen = ByPlayer::from_fn(|_| Coverage::new(size));
            changes.is_replaced = true;
            changes.ships = game.board().ship_ids().collect();
            step.board = Some(layout.clone());
            self.layout = layout;
        }
    }

    /// Where shots are announced, the fields that were not known to be shot at, by their numbers.
    fn new_shots(&mut self, game: &Game, changes: &Changes) -> BTreeMap<usize, Pos> {
        if !self.layout.classic {
            return BTreeMap::new();
        }
        let board = game.board();
        self.shot.resize(board.size().rect().field_count(), false);
        let restored = game.shots().filter(|_| changes.is_replaced);
        let fields = changes.shots.iter().copied();
        let fields = fields.chain(restored.map(|(_, pos)| pos));
        // A segment that was destroyed from the beginning was shot at.
        let ships = changes.ships.iter().map(|&ship| board.ship(ship));
        let fields = fields.chain(ships.flat_map(|ship| ship.footprint().fields()));
        let numbered = fields.filter(|&pos| game.was_shot_at(pos));
        let numbered = numbered.filter_map(|pos| Some((board.size().rect().index(pos)?, pos)));
        let mut new = BTreeMap::new();
        for (field, pos) in numbered {
            if !std::mem::replace(&mut self.shot[field], true) {
                new.insert(field, pos);
            }
        }
        new
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
    /// The numbers of the ships on the board, in its order.
    present: Vec<usize>,
    /// By number; `None` if the ship is not on the board.
    states: Vec<Option<ShipState>>,
}

impl ShipStates {
    /// Forgets the states, because the board is empty.
    pub fn clear(&mut self) {
        self.present.clear();
        self.states.fill(None);
    }

    /// Updates the states of the ships that have changed; returns them as a step stores them.
    pub fn update(&mut self, game: &Game, changes: &Changes) -> Vec<i32> {
        let board = game.board();
        let mut update = Vec::new();
        if changes.is_replaced {
            let before: BTreeSet<_> = self.present.drain(..).collect();
            let now = board.ships().iter().map(key);
            let now: BTreeSet<_> = now
                .filter_map(|key| self.numbers.get(&key).copied())
                .collect();
            for &number in before.difference(&now) {
                self.states[number] = None;
                update.extend([number_of(number), 0, 0, 0, GONE]);
            }
        }
        for &id in &changes.ships {
            let ship = board.ship(id);
            if id.index() == self.present.len() {
                let number = self.number(ship);
                self.present.push(number);
            }
            let number = self.present[id.index()];
            let state = state(ship);
            if self.states[number].replace(state) != Some(state) {
                update.push(number_of(number));
                update.extend(state);
            }
        }
        update
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
