//! What the events since the last step have changed on the board.

use std::collections::BTreeSet;

use admiralty_core::game::{Game, ServedTarget, ShipId, Shot};
use admiralty_core::geometry::Pos;
use admiralty_core::interpreter::Event;

/// What events have changed since the last step.
#[derive(Clone, Debug, Default)]
pub(super) struct Changes {
    /// Whether the board was replaced.
    pub is_replaced: bool,
    /// Whether a starting rectangle was set.
    pub has_new_start: bool,
    /// Whether a reef was added.
    pub has_new_reef: bool,
    /// The ships that were placed, moved or hit.
    pub ships: BTreeSet<ShipId>,
    /// The fields that were shot at.
    pub shots: Vec<Pos>,
}

impl Changes {
    /// Adds what an event has changed, given the game after it.
    pub fn note(&mut self, event: &Event, game: &Game) {
        match *event {
            Event::GameBegun | Event::BoardReplaced => self.is_replaced = true,
            Event::StartSet(_) => self.has_new_start = true,
            Event::ReefAdded(_) => self.has_new_reef = true,
            Event::Placed(ship) | Event::Moved { ship, .. } => {
                self.ships.insert(ship);
            }
            Event::Fired { shot, .. }
            | Event::ShotRestored(shot)
            | Event::Announced { shot, .. } => self.note_shot(&shot),
            Event::TurnEnded { .. } => {
                for target in game.served_targets() {
                    if let ServedTarget::Shot(shot) = target {
                        self.note_shot(shot);
                    }
                }
            }
            _ => {}
        }
    }

    fn note_shot(&mut self, shot: &Shot) {
        self.shots.push(shot.target);
        self.ships.extend(shot.on.map(|hit| hit.ship));
    }
}
