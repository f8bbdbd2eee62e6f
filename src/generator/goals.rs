//! The rules that commands can break, and how often they are to be.

use super::{Contents, Source, Waters};
use crate::game::Reason;
use crate::geometry::Direction;
use crate::script::{GroupKind, Word};

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
    /// Draws a goal that scripts of these contents can reach.
    pub fn draw(source: &mut Source, contents: &Contents) -> Self {
        let goals = match contents.waters {
            None => &GOALS[..],
            Some(_) => &WATERS_GOALS[..],
        };
        let can_be = |goal: &&Self| {
            contents.waters.is_none_or(|waters| goal.is_in(waters))
                && !goal.words().any(|word| contents.lack(word))
        };
        let goals: Vec<_> = goals.iter().filter(can_be).collect();
        let all: u32 = goals.iter().map(|goal| goal.weight).sum();
        let mut left = source.below(all);
        let chosen = goals.iter().find(|goal| {
            let is_here = left < goal.weight;
            left = left.saturating_sub(goal.weight);
            is_here
        });
        **chosen.unwrap_or(&goals[0])
    }

    /// Whether it can be reached in a game in which shots are announced.
    fn is_in(self, waters: Waters) -> bool {
        let rules = waters.rules;
        match (self.word, self.reason) {
            (Word::SetFleet, Reason::InvalidArguments) => rules.fleet.is_some(),
            (Word::PlaceShip | Word::Ship, Reason::InvalidArguments) => {
                rules.directions.len() < Direction::ALL.len()
            }
            _ => true,
        }
    }

    /// The commands that it takes.
    fn words(self) -> impl Iterator<Item = Word> {
        let is_out_of_turn = self.reason == Reason::TheOtherPlayerExpected;
        let is_unfeasible = self.reason == Reason::ShootsAreUnfeasible;
        let needed = [
            // A tag is all that is wrong.
            (!is_out_of_turn, self.word),
            (self.needs_cannons(), Word::ExtendedShips),
            (is_unfeasible, Word::AutoShooting),
        ];
        needed
            .into_iter()
            .filter_map(|(is_needed, word)| is_needed.then_some(word))
    }

    /// The kind of group that the command stands in.
    pub const fn group(self) -> GroupKind {
        match self.word {
            Word::Ship
            | Word::Reef
            | Word::SetFleet
            | Word::Shot
            | Word::Rules
            | Word::BoardSize
            | Word::InitPosition
            | Word::ExtendedShips
            | Word::AutoShooting => GroupKind::State,
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
    goal(Word::Ship, Reason::NotInStartingPosition, 3),
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

/// Those of games in which shots are announced.
const WATERS_GOALS: [Goal; 30] = [
    goal(Word::PlaceShip, Reason::NotInStartingPosition, 8),
    goal(Word::PlaceShip, Reason::ShipAlreadyPresent, 5),
    goal(Word::PlaceShip, Reason::AllShipsOfTheClassAlreadySet, 4),
    goal(Word::PlaceShip, Reason::PlacingShipTooCloseToOtherShip, 8),
    goal(Word::PlaceShip, Reason::InvalidArguments, 3),
    goal(Word::Ship, Reason::NotInStartingPosition, 6),
    goal(Word::Ship, Reason::ShipAlreadyPresent, 2),
    goal(Word::Ship, Reason::AllShipsOfTheClassAlreadySet, 2),
    goal(Word::Ship, Reason::PlacingShipTooCloseToOtherShip, 3),
    goal(Word::Ship, Reason::InvalidArguments, 1),
    goal(Word::Shoot, Reason::NotAllShipsPlaced, 8),
    goal(Word::Shoot, Reason::FieldDoesNotExist, 8),
    goal(Word::Shoot, Reason::FieldAlreadyShot, 10),
    goal(Word::Shoot, Reason::TooManyShoots, 10),
    goal(Word::Shot, Reason::FieldDoesNotExist, 3),
    goal(Word::SetFleet, Reason::AllShipsOfTheClassAlreadySet, 2),
    goal(Word::SetFleet, Reason::InvalidArguments, 4),
    goal(Word::Rules, Reason::InvalidArguments, 2),
    goal(Word::Print, Reason::TheOtherPlayerExpected, 4),
    goal(Word::BoardSize, Reason::CommandNotAvailable, 1),
    goal(Word::InitPosition, Reason::CommandNotAvailable, 1),
    goal(Word::Reef, Reason::CommandNotAvailable, 1),
    goal(Word::ExtendedShips, Reason::CommandNotAvailable, 1),
    goal(Word::AutoShooting, Reason::CommandNotAvailable, 1),
    goal(Word::Move, Reason::CommandNotAvailable, 1),
    goal(Word::Spy, Reason::CommandNotAvailable, 1),
    goal(Word::Shoot, Reason::CommandNotAvailable, 1),
    goal(Word::Ship, Reason::CommandNotAvailable, 1),
    goal(Word::Shot, Reason::CommandNotAvailable, 1),
    goal(Word::PlaceShip, Reason::CommandNotAvailable, 1),
];
