//! The rules that commands can break, and how often they should.

use super::Contents;
use admiralty_core::rng::Rng;
use admiralty_core::script::{Keyword, Reason};

/// A target: a command that fails for a reason.
#[derive(Clone, Copy, Debug)]
pub(super) struct Goal {
    pub word: Keyword,
    pub reason: Reason,
}

impl Goal {
    /// Draws a goal that scripts of these contents can reach.
    pub fn draw(rng: &mut Rng, contents: &Contents) -> Self {
        let goals = match contents.classic {
            None => SHIPS_GOALS,
            Some(_) => CLASSIC_GOALS,
        };
        let goals = goals.iter().flat_map(|&(word, reason, weight)| {
            let goal = Self { word, reason };
            std::iter::repeat_n(goal, if goal.can_be(contents) { weight } else { 0 })
        });
        rng.choose(&goals.collect::<Vec<_>>())
    }

    /// Whether scripts of these contents may have the goal, and all the commands that it
    /// takes.
    fn can_be(self, contents: &Contents) -> bool {
        let needed = [
            // For this goal, only a tag is wrong.
            (self.reason != Reason::TheOtherPlayerExpected, self.word),
            (self.needs_cannons(), Keyword::ExtendedShips),
            (self.is_unfeasible(), Keyword::AutoShooting),
        ];
        let is_lacking = |&(is_needed, word)| is_needed && contents.lack(word);
        contents.have_failure(Some(self.word), self.reason) && !needed.iter().any(is_lacking)
    }

    /// Whether the goal is about the targets of a turn.
    pub fn is_unfeasible(self) -> bool {
        self.reason == Reason::ShootsAreUnfeasible
    }

    /// Whether the goal requires ships to shoot individually, as they do with
    /// `EXTENDED_SHIPS`.
    pub fn needs_cannons(self) -> bool {
        let of_ships = [
            Reason::ShootingTooFar,
            Reason::ShipCannotShoot,
            Reason::ShipNotPresent,
        ];
        self.is_unfeasible() || self.word == Keyword::Shoot && of_ships.contains(&self.reason)
    }

    pub fn needs_fleets(self) -> bool {
        let is_shot = matches!(self.word, Keyword::Shoot | Keyword::Spy);
        let is_early = [Reason::NotAllShipsPlaced, Reason::CommandNotAvailable];
        // An engine is destroyed by a shot.
        self.reason == Reason::ShipCannotMove || is_shot && !is_early.contains(&self.reason)
    }

    pub fn needs_missing_ship(self) -> bool {
        matches!(self.word, Keyword::PlaceShip | Keyword::Ship)
            || self.reason == Reason::NotAllShipsPlaced
    }

    pub fn needs_damage(self) -> bool {
        use Reason::{CannotSendPlane, ShipCannotMove, ShipCannotShoot};
        matches!(
            self.reason,
            ShipCannotMove | ShipCannotShoot | CannotSendPlane
        )
    }

    /// Whether the goal is about what a ship or a player may do in one turn.
    pub fn is_about_a_turn(self) -> bool {
        use Reason::{AllPlanesSent, ShipMovedAlready, TooManyShoots};
        matches!(
            self.reason,
            ShipMovedAlready | TooManyShoots | AllPlanesSent
        )
    }
}

/// Goals and their relative frequencies: higher if there are more ways to get a rule wrong.
type Weighted = &'static [(Keyword, Reason, usize)];

pub(super) const SHIPS_GOALS: Weighted = &[
    (Keyword::PlaceShip, Reason::NotInStartingPosition, 8),
    (Keyword::PlaceShip, Reason::ShipAlreadyPresent, 6),
    (Keyword::PlaceShip, Reason::AllShipsOfTheClassAlreadySet, 3),
    (Keyword::PlaceShip, Reason::PlacingShipOnReef, 6),
    (
        Keyword::PlaceShip,
        Reason::PlacingShipTooCloseToOtherShip,
        8,
    ),
    (Keyword::Ship, Reason::NotInStartingPosition, 3),
    (Keyword::Ship, Reason::ShipAlreadyPresent, 2),
    (Keyword::Ship, Reason::AllShipsOfTheClassAlreadySet, 2),
    (Keyword::Ship, Reason::PlacingShipOnReef, 2),
    (Keyword::Ship, Reason::PlacingShipTooCloseToOtherShip, 4),
    (Keyword::Move, Reason::ShipNotPresent, 1),
    (Keyword::Move, Reason::ShipCannotMove, 8),
    (Keyword::Move, Reason::ShipMovedAlready, 8),
    (Keyword::Move, Reason::ShipWentFromBoard, 4),
    (Keyword::Move, Reason::PlacingShipOnReef, 6),
    (Keyword::Move, Reason::PlacingShipTooCloseToOtherShip, 8),
    (Keyword::Shoot, Reason::NotAllShipsPlaced, 6),
    (Keyword::Shoot, Reason::FieldDoesNotExist, 6),
    (Keyword::Shoot, Reason::TooManyShoots, 7),
    (Keyword::Shoot, Reason::ShipNotPresent, 2),
    (Keyword::Shoot, Reason::ShipCannotShoot, 6),
    (Keyword::Shoot, Reason::ShootingTooFar, 8),
    (Keyword::Shoot, Reason::CommandNotAvailable, 2),
    (Keyword::Shoot, Reason::ShootsAreUnfeasible, 10),
    (Keyword::Spy, Reason::ShipNotPresent, 1),
    (Keyword::Spy, Reason::CannotSendPlane, 5),
    (Keyword::Spy, Reason::AllPlanesSent, 6),
    (Keyword::Spy, Reason::CommandNotAvailable, 1),
    (Keyword::Spy, Reason::ShootsAreUnfeasible, 10),
    (Keyword::Reef, Reason::ReefIsNotPlacedOnBoard, 1),
    (Keyword::Reef, Reason::PlacingShipOnReef, 2),
    (Keyword::SetFleet, Reason::AllShipsOfTheClassAlreadySet, 2),
    (Keyword::Print, Reason::TheOtherPlayerExpected, 3),
];

/// The goals of games in which shots are announced. If a rule set has no limits on fleets, or
/// all directions, goals about those are replaced by others.
const CLASSIC_GOALS: Weighted = &[
    (Keyword::PlaceShip, Reason::NotInStartingPosition, 8),
    (Keyword::PlaceShip, Reason::ShipAlreadyPresent, 5),
    (Keyword::PlaceShip, Reason::AllShipsOfTheClassAlreadySet, 4),
    (
        Keyword::PlaceShip,
        Reason::PlacingShipTooCloseToOtherShip,
        8,
    ),
    (Keyword::PlaceShip, Reason::InvalidArguments, 3),
    (Keyword::PlaceShip, Reason::CommandNotAvailable, 1),
    (Keyword::Ship, Reason::NotInStartingPosition, 6),
    (Keyword::Ship, Reason::ShipAlreadyPresent, 2),
    (Keyword::Ship, Reason::AllShipsOfTheClassAlreadySet, 2),
    (Keyword::Ship, Reason::PlacingShipTooCloseToOtherShip, 3),
    (Keyword::Ship, Reason::InvalidArguments, 1),
    (Keyword::Ship, Reason::CommandNotAvailable, 1),
    (Keyword::Shoot, Reason::NotAllShipsPlaced, 8),
    (Keyword::Shoot, Reason::FieldDoesNotExist, 8),
    (Keyword::Shoot, Reason::FieldAlreadyShot, 10),
    (Keyword::Shoot, Reason::TooManyShoots, 10),
    (Keyword::Shoot, Reason::CommandNotAvailable, 1),
    (Keyword::Shot, Reason::FieldDoesNotExist, 3),
    (Keyword::Shot, Reason::CommandNotAvailable, 1),
    (Keyword::SetFleet, Reason::AllShipsOfTheClassAlreadySet, 2),
    (Keyword::SetFleet, Reason::InvalidArguments, 4),
    (Keyword::Rules, Reason::InvalidArguments, 2),
    (Keyword::Print, Reason::TheOtherPlayerExpected, 4),
    (Keyword::BoardSize, Reason::CommandNotAvailable, 1),
    (Keyword::InitPosition, Reason::CommandNotAvailable, 1),
    (Keyword::Reef, Reason::CommandNotAvailable, 1),
    (Keyword::ExtendedShips, Reason::CommandNotAvailable, 1),
    (Keyword::AutoShooting, Reason::CommandNotAvailable, 1),
    (Keyword::Move, Reason::CommandNotAvailable, 1),
    (Keyword::Spy, Reason::CommandNotAvailable, 1),
];
