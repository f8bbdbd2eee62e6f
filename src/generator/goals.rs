//! The rules that commands can break, and how often they are to be.

use super::Source;
use crate::script::{GroupKind, Word};
use crate::vocabulary::Reason;

/// A reason to be raised by a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub word: Word,
    pub reason: Reason,
    /// How often it is chosen, compared with others: more often if there are
    /// more ways to get it wrong.
    weight: u32,
}

impl Goal {
    /// Draws a goal.
    pub fn draw(source: &mut Source) -> Self {
        let all: u32 = GOALS.iter().map(|goal| goal.weight).sum();
        let mut left = source.below(all);
        let chosen = GOALS.iter().find(|goal| {
            let is_here = left < goal.weight;
            left = left.saturating_sub(goal.weight);
            is_here
        });
        *chosen.unwrap_or(&GOALS[0])
    }

    /// The kind of group that the command stands in.
    pub const fn group(self) -> GroupKind {
        match self.word {
            Word::Ship | Word::Reef | Word::SetFleet => GroupKind::State,
            _ => GroupKind::Player,
        }
    }

    /// Whether it comes up while ships are placed.
    pub fn comes_early(self) -> bool {
        self.word == Word::PlaceShip
    }

    /// Whether ships must shoot one by one for it, as they do with
    /// `EXTENDED_SHIPS`.
    pub fn needs_cannons(self) -> bool {
        self.reason == Reason::ShootsAreUnfeasible
            || (self.word == Word::Shoot
                && matches!(
                    self.reason,
                    Reason::ShootingTooFar | Reason::ShipCannotShoot | Reason::ShipNotPresent
                ))
    }

    /// Whether both fleets must be complete for it.
    pub fn needs_fleets(self) -> bool {
        // An engine is destroyed by a shot.
        self.reason == Reason::ShipCannotMove
            || matches!(self.word, Word::Shoot | Word::Spy)
                && !matches!(
                    self.reason,
                    Reason::NotAllShipsPlaced | Reason::CommandNotAvailable
                )
    }

    /// Whether a fleet must not be complete for it.
    pub const fn needs_missing_ship(self) -> bool {
        matches!(
            self.reason,
            Reason::NotAllShipsPlaced | Reason::NotInStartingPosition
        ) || (matches!(self.word, Word::PlaceShip | Word::Ship) && self.needs_site())
    }

    /// Whether it is about where a ship comes to lie.
    pub const fn needs_site(self) -> bool {
        matches!(
            self.reason,
            Reason::PlacingShipOnReef | Reason::PlacingShipTooCloseToOtherShip
        )
    }

    /// Whether it is about a part of a ship that is destroyed.
    pub const fn needs_damage(self) -> bool {
        matches!(
            self.reason,
            Reason::ShipCannotMove | Reason::ShipCannotShoot | Reason::CannotSendPlane
        )
    }
}

const fn goal(word: Word, reason: Reason, weight: u32) -> Goal {
    Goal {
        word,
        reason,
        weight,
    }
}

const GOALS: [Goal; 33] = [
    goal(Word::PlaceShip, Reason::NotInStartingPosition, 8),
    goal(Word::PlaceShip, Reason::ShipAlreadyPresent, 6),
    goal(Word::PlaceShip, Reason::AllShipsOfTheClassAlreadySet, 3),
    goal(Word::PlaceShip, Reason::PlacingShipOnReef, 6),
    goal(Word::PlaceShip, Reason::PlacingShipTooCloseToOtherShip, 8),
    goal(Word::Ship, Reason::ShipWentFromBoard, 3),
    goal(Word::Ship, Reason::ShipAlreadyPresent, 2),
    goal(Word::Ship, Reason::AllShipsOfTheClassAlreadySet, 2),
    goal(Word::Ship, Reason::PlacingShipOnReef, 2),
    goal(Word::Ship, Reason::PlacingShipTooCloseToOtherShip, 4),
    goal(Word::Move, Reason::ShipNotPresent, 1),
    goal(Word::Move, Reason::ShipCannotMove, 8),
    goal(Word::Move, Reason::ShipMovedAlready, 8),
    goal(Word::Move, Reason::ShipWentFromBoard, 4),
    goal(Word::Move, Reason::PlacingShipOnReef, 6),
    goal(Word::Move, Reason::PlacingShipTooCloseToOtherShip, 8),
    goal(Word::Shoot, Reason::NotAllShipsPlaced, 6),
    goal(Word::Shoot, Reason::FieldDoesNotExist, 6),
    goal(Word::Shoot, Reason::TooManyShoots, 7),
    goal(Word::Shoot, Reason::ShipNotPresent, 2),
    goal(Word::Shoot, Reason::ShipCannotShoot, 6),
    goal(Word::Shoot, Reason::ShootingTooFar, 8),
    goal(Word::Shoot, Reason::CommandNotAvailable, 2),
    goal(Word::Shoot, Reason::ShootsAreUnfeasible, 10),
    goal(Word::Spy, Reason::ShipNotPresent, 1),
    goal(Word::Spy, Reason::CannotSendPlane, 5),
    goal(Word::Spy, Reason::AllPlanesSent, 6),
    goal(Word::Spy, Reason::CommandNotAvailable, 1),
    goal(Word::Spy, Reason::ShootsAreUnfeasible, 10),
    goal(Word::Reef, Reason::ReefIsNotPlacedOnBoard, 1),
    goal(Word::Reef, Reason::PlacingShipOnReef, 2),
    goal(Word::SetFleet, Reason::AllShipsOfTheClassAlreadySet, 2),
    goal(Word::Print, Reason::TheOtherPlayerExpected, 3),
];
