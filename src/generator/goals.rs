//! The rules that commands can break, and how often they are to be.

use super::replay::is_known_failure;
use super::{ClassicSetup, Contents, Scope};
use crate::game::Reason;
use crate::geometry::Direction;
use crate::rng::Rng;
use crate::script::Keyword;

/// A reason to be raised by a command.
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
        let weighted = goals.iter().flat_map(|&(word, reasons)| {
            let goal = move |&(reason, weight): &(Reason, u32)| (Self { word, reason }, weight);
            reasons.iter().map(goal)
        });
        let goals: Vec<_> = weighted.filter(|(goal, _)| goal.can_be(contents)).collect();
        let all: u32 = goals.iter().map(|(_, weight)| weight).sum();
        let mut left = rng.below_u32(all);
        let chosen = goals.iter().find(|(_, weight)| {
            let is_here = left < *weight;
            left = left.saturating_sub(*weight);
            is_here
        });
        chosen.unwrap_or(&goals[0]).0
    }

    /// Whether scripts of these contents can reach it.
    fn can_be(self, contents: &Contents) -> bool {
        let is_classic = contents.classic.is_some();
        let is_known = is_known_failure(Some(self.word), self.reason, is_classic);
        (contents.scope == Scope::Language || is_known)
            && contents.classic.is_none_or(|classic| self.is_in(classic))
            && !self.words().any(|word| contents.lack(word))
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

    /// Whether the command stands in a group of the state.
    pub const fn is_of_state(self) -> bool {
        !matches!(
            self.word,
            Keyword::PlaceShip | Keyword::Move | Keyword::Shoot | Keyword::Spy
        )
    }

    /// Whether it is about what a ship or a player may do in one turn.
    pub const fn is_about_a_turn(self) -> bool {
        matches!(
            self.reason,
            Reason::ShipMovedAlready | Reason::TooManyShoots | Reason::AllPlanesSent
        )
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

/// Reasons, and how often each is chosen, compared with others: more often if there are
/// more ways to get it wrong.
type Weighted = &'static [(Keyword, &'static [(Reason, u32)])];

const SHIPS_GOALS: Weighted = &[
    (
        Keyword::PlaceShip,
        &[
            (Reason::NotInStartingPosition, 8),
            (Reason::ShipAlreadyPresent, 6),
            (Reason::AllShipsOfTheClassAlreadySet, 3),
            (Reason::PlacingShipOnReef, 6),
            (Reason::PlacingShipTooCloseToOtherShip, 8),
        ],
    ),
    (
        Keyword::Ship,
        &[
            (Reason::NotInStartingPosition, 3),
            (Reason::ShipAlreadyPresent, 2),
            (Reason::AllShipsOfTheClassAlreadySet, 2),
            (Reason::PlacingShipOnReef, 2),
            (Reason::PlacingShipTooCloseToOtherShip, 4),
        ],
    ),
    (
        Keyword::Move,
        &[
            (Reason::ShipNotPresent, 1),
            (Reason::ShipCannotMove, 8),
            (Reason::ShipMovedAlready, 8),
            (Reason::ShipWentFromBoard, 4),
            (Reason::PlacingShipOnReef, 6),
            (Reason::PlacingShipTooCloseToOtherShip, 8),
        ],
    ),
    (
        Keyword::Shoot,
        &[
            (Reason::NotAllShipsPlaced, 6),
            (Reason::FieldDoesNotExist, 6),
            (Reason::TooManyShoots, 7),
            (Reason::ShipNotPresent, 2),
            (Reason::ShipCannotShoot, 6),
            (Reason::ShootingTooFar, 8),
            (Reason::CommandNotAvailable, 2),
            (Reason::ShootsAreUnfeasible, 10),
        ],
    ),
    (
        Keyword::Spy,
        &[
            (Reason::ShipNotPresent, 1),
            (Reason::CannotSendPlane, 5),
            (Reason::AllPlanesSent, 6),
            (Reason::CommandNotAvailable, 1),
            (Reason::ShootsAreUnfeasible, 10),
        ],
    ),
    (
        Keyword::Reef,
        &[
            (Reason::ReefIsNotPlacedOnBoard, 1),
            (Reason::PlacingShipOnReef, 2),
        ],
    ),
    (
        Keyword::SetFleet,
        &[(Reason::AllShipsOfTheClassAlreadySet, 2)],
    ),
    (Keyword::Print, &[(Reason::TheOtherPlayerExpected, 3)]),
];

/// Those of games in which shots are announced.
const CLASSIC_GOALS: Weighted = &[
    (
        Keyword::PlaceShip,
        &[
            (Reason::NotInStartingPosition, 8),
            (Reason::ShipAlreadyPresent, 5),
            (Reason::AllShipsOfTheClassAlreadySet, 4),
            (Reason::PlacingShipTooCloseToOtherShip, 8),
            (Reason::InvalidArguments, 3),
            (Reason::CommandNotAvailable, 1),
        ],
    ),
    (
        Keyword::Ship,
        &[
            (Reason::NotInStartingPosition, 6),
            (Reason::ShipAlreadyPresent, 2),
            (Reason::AllShipsOfTheClassAlreadySet, 2),
            (Reason::PlacingShipTooCloseToOtherShip, 3),
            (Reason::InvalidArguments, 1),
            (Reason::CommandNotAvailable, 1),
        ],
    ),
    (
        Keyword::Shoot,
        &[
            (Reason::NotAllShipsPlaced, 8),
            (Reason::FieldDoesNotExist, 8),
            (Reason::FieldAlreadyShot, 10),
            (Reason::TooManyShoots, 10),
            (Reason::CommandNotAvailable, 1),
        ],
    ),
    (
        Keyword::Shot,
        &[
            (Reason::FieldDoesNotExist, 3),
            (Reason::CommandNotAvailable, 1),
        ],
    ),
    (
        Keyword::SetFleet,
        &[
            (Reason::AllShipsOfTheClassAlreadySet, 2),
            (Reason::InvalidArguments, 4),
        ],
    ),
    (Keyword::Rules, &[(Reason::InvalidArguments, 2)]),
    (Keyword::Print, &[(Reason::TheOtherPlayerExpected, 4)]),
    (Keyword::BoardSize, &[(Reason::CommandNotAvailable, 1)]),
    (Keyword::InitPosition, &[(Reason::CommandNotAvailable, 1)]),
    (Keyword::Reef, &[(Reason::CommandNotAvailable, 1)]),
    (Keyword::ExtendedShips, &[(Reason::CommandNotAvailable, 1)]),
    (Keyword::AutoShooting, &[(Reason::CommandNotAvailable, 1)]),
    (Keyword::Move, &[(Reason::CommandNotAvailable, 1)]),
    (Keyword::Spy, &[(Reason::CommandNotAvailable, 1)]),
];
