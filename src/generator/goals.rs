//! The rules that commands can break, and how often they are to be.

use super::{ClassicSetup, Contents};
use crate::game::Reason;
use crate::geometry::Direction;
use crate::rng::Rng;
use crate::script::{GroupKind, Keyword};

/// A reason to be raised by a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub word: Keyword,
    pub reason: Reason,
    /// How often it is chosen, compared with others: more often if there are
    /// more ways to get it wrong.
    weight: u32,
}

impl Goal {
    /// Draws a goal that scripts of these contents can reach.
    pub fn draw(rng: &mut Rng, contents: &Contents) -> Self {
        let goals = match contents.classic {
            None => &GOALS[..],
            Some(_) => &WATERS_GOALS[..],
        };
        let can_be = |goal: &&Self| {
            contents.classic.is_none_or(|waters| goal.is_in(waters))
                && !goal.words().any(|word| contents.lack(word))
        };
        let goals: Vec<_> = goals.iter().filter(can_be).collect();
        let all: u32 = goals.iter().map(|goal| goal.weight).sum();
        let mut left = rng.below_u32(all);
        let chosen = goals.iter().find(|goal| {
            let is_here = left < goal.weight;
            left = left.saturating_sub(goal.weight);
            is_here
        });
        **chosen.unwrap_or(&goals[0])
    }

    /// Whether it can be reached in a game in which shots are announced.
    fn is_in(self, waters: ClassicSetup) -> bool {
        let rules = waters.rules;
        match (self.word, self.reason) {
            (Keyword::SetFleet, Reason::InvalidArguments) => rules.fleet.is_some(),
            (Keyword::PlaceShip | Keyword::Ship, Reason::InvalidArguments) => {
                rules.directions.len() < Direction::ALL.len()
            }
            _ => true,
        }
    }

    /// The commands that it takes.
    fn words(self) -> impl Iterator<Item = Keyword> {
        let is_out_of_turn = self.reason == Reason::TheOtherPlayerExpected;
        let is_unfeasible = self.reason == Reason::ShootsAreUnfeasible;
        let needed = [
            // A tag is all that is wrong.
            (!is_out_of_turn, self.word),
            (self.needs_cannons(), Keyword::ExtendedShips),
            (is_unfeasible, Keyword::AutoShooting),
        ];
        needed
            .into_iter()
            .filter_map(|(is_needed, word)| is_needed.then_some(word))
    }

    /// The kind of group that the command stands in.
    pub const fn group(self) -> GroupKind {
        match self.word {
            Keyword::Ship
            | Keyword::Reef
            | Keyword::SetFleet
            | Keyword::Shot
            | Keyword::Rules
            | Keyword::BoardSize
            | Keyword::InitPosition
            | Keyword::ExtendedShips
            | Keyword::AutoShooting => GroupKind::State,
            _ => GroupKind::Player,
        }
    }

    /// Whether it comes up while ships are placed.
    pub fn comes_early(self) -> bool {
        self.word == Keyword::PlaceShip
    }

    /// Whether ships must shoot one by one for it, as they do with
    /// `EXTENDED_SHIPS`.
    pub fn needs_cannons(self) -> bool {
        self.reason == Reason::ShootsAreUnfeasible
            || (self.word == Keyword::Shoot
                && matches!(
                    self.reason,
                    Reason::ShootingTooFar | Reason::ShipCannotShoot | Reason::ShipNotPresent
                ))
    }

    /// Whether both fleets must be complete for it.
    pub fn needs_fleets(self) -> bool {
        // An engine is destroyed by a shot.
        self.reason == Reason::ShipCannotMove
            || matches!(self.word, Keyword::Shoot | Keyword::Spy)
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
        ) || (matches!(self.word, Keyword::PlaceShip | Keyword::Ship) && self.needs_site())
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

const fn goal(word: Keyword, reason: Reason, weight: u32) -> Goal {
    Goal {
        word,
        reason,
        weight,
    }
}

const GOALS: [Goal; 33] = [
    goal(Keyword::PlaceShip, Reason::NotInStartingPosition, 8),
    goal(Keyword::PlaceShip, Reason::ShipAlreadyPresent, 6),
    goal(Keyword::PlaceShip, Reason::AllShipsOfTheClassAlreadySet, 3),
    goal(Keyword::PlaceShip, Reason::PlacingShipOnReef, 6),
    goal(
        Keyword::PlaceShip,
        Reason::PlacingShipTooCloseToOtherShip,
        8,
    ),
    goal(Keyword::Ship, Reason::NotInStartingPosition, 3),
    goal(Keyword::Ship, Reason::ShipAlreadyPresent, 2),
    goal(Keyword::Ship, Reason::AllShipsOfTheClassAlreadySet, 2),
    goal(Keyword::Ship, Reason::PlacingShipOnReef, 2),
    goal(Keyword::Ship, Reason::PlacingShipTooCloseToOtherShip, 4),
    goal(Keyword::Move, Reason::ShipNotPresent, 1),
    goal(Keyword::Move, Reason::ShipCannotMove, 8),
    goal(Keyword::Move, Reason::ShipMovedAlready, 8),
    goal(Keyword::Move, Reason::ShipWentFromBoard, 4),
    goal(Keyword::Move, Reason::PlacingShipOnReef, 6),
    goal(Keyword::Move, Reason::PlacingShipTooCloseToOtherShip, 8),
    goal(Keyword::Shoot, Reason::NotAllShipsPlaced, 6),
    goal(Keyword::Shoot, Reason::FieldDoesNotExist, 6),
    goal(Keyword::Shoot, Reason::TooManyShoots, 7),
    goal(Keyword::Shoot, Reason::ShipNotPresent, 2),
    goal(Keyword::Shoot, Reason::ShipCannotShoot, 6),
    goal(Keyword::Shoot, Reason::ShootingTooFar, 8),
    goal(Keyword::Shoot, Reason::CommandNotAvailable, 2),
    goal(Keyword::Shoot, Reason::ShootsAreUnfeasible, 10),
    goal(Keyword::Spy, Reason::ShipNotPresent, 1),
    goal(Keyword::Spy, Reason::CannotSendPlane, 5),
    goal(Keyword::Spy, Reason::AllPlanesSent, 6),
    goal(Keyword::Spy, Reason::CommandNotAvailable, 1),
    goal(Keyword::Spy, Reason::ShootsAreUnfeasible, 10),
    goal(Keyword::Reef, Reason::ReefIsNotPlacedOnBoard, 1),
    goal(Keyword::Reef, Reason::PlacingShipOnReef, 2),
    goal(Keyword::SetFleet, Reason::AllShipsOfTheClassAlreadySet, 2),
    goal(Keyword::Print, Reason::TheOtherPlayerExpected, 3),
];

/// Those of games in which shots are announced.
const WATERS_GOALS: [Goal; 30] = [
    goal(Keyword::PlaceShip, Reason::NotInStartingPosition, 8),
    goal(Keyword::PlaceShip, Reason::ShipAlreadyPresent, 5),
    goal(Keyword::PlaceShip, Reason::AllShipsOfTheClassAlreadySet, 4),
    goal(
        Keyword::PlaceShip,
        Reason::PlacingShipTooCloseToOtherShip,
        8,
    ),
    goal(Keyword::PlaceShip, Reason::InvalidArguments, 3),
    goal(Keyword::Ship, Reason::NotInStartingPosition, 6),
    goal(Keyword::Ship, Reason::ShipAlreadyPresent, 2),
    goal(Keyword::Ship, Reason::AllShipsOfTheClassAlreadySet, 2),
    goal(Keyword::Ship, Reason::PlacingShipTooCloseToOtherShip, 3),
    goal(Keyword::Ship, Reason::InvalidArguments, 1),
    goal(Keyword::Shoot, Reason::NotAllShipsPlaced, 8),
    goal(Keyword::Shoot, Reason::FieldDoesNotExist, 8),
    goal(Keyword::Shoot, Reason::FieldAlreadyShot, 10),
    goal(Keyword::Shoot, Reason::TooManyShoots, 10),
    goal(Keyword::Shot, Reason::FieldDoesNotExist, 3),
    goal(Keyword::SetFleet, Reason::AllShipsOfTheClassAlreadySet, 2),
    goal(Keyword::SetFleet, Reason::InvalidArguments, 4),
    goal(Keyword::Rules, Reason::InvalidArguments, 2),
    goal(Keyword::Print, Reason::TheOtherPlayerExpected, 4),
    goal(Keyword::BoardSize, Reason::CommandNotAvailable, 1),
    goal(Keyword::InitPosition, Reason::CommandNotAvailable, 1),
    goal(Keyword::Reef, Reason::CommandNotAvailable, 1),
    goal(Keyword::ExtendedShips, Reason::CommandNotAvailable, 1),
    goal(Keyword::AutoShooting, Reason::CommandNotAvailable, 1),
    goal(Keyword::Move, Reason::CommandNotAvailable, 1),
    goal(Keyword::Spy, Reason::CommandNotAvailable, 1),
    goal(Keyword::Shoot, Reason::CommandNotAvailable, 1),
    goal(Keyword::Ship, Reason::CommandNotAvailable, 1),
    goal(Keyword::Shot, Reason::CommandNotAvailable, 1),
    goal(Keyword::PlaceShip, Reason::CommandNotAvailable, 1),
];
