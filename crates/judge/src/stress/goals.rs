//! The rules that commands can break, and how often they should.

use super::scope::ScriptContents;
use GoalNeed::{Cannons, Damage, Fleets, Missing, Reefs, Spent, Targets};
use Keyword::{
    AutoShooting, BoardSize, ExtendedShips, InitPosition, Move, PlaceShip, Print, Reef, Rules,
    SetFleet, Ship, Shoot, Shot, Spy,
};
use Reason::{
    AllPlanesSent, AllShipsOfTheClassAlreadySet, CannotSendPlane, CommandNotAvailable,
    FieldAlreadyShot, FieldDoesNotExist, GroupNotClosed, InvalidArguments, NotAllShipsPlaced,
    NotInStartingPosition, PlacingShipOnReef, PlacingShipTooCloseToOtherShip,
    ReefIsNotPlacedOnBoard, ShipAlreadyPresent, ShipCannotMove, ShipCannotShoot, ShipMovedAlready,
    ShipNotPresent, ShipWentFromBoard, ShootingTooFar, ShootsAreUnfeasible, TheOtherPlayerExpected,
    TooManyShoots, UnknownCommand,
};
use admiralty_core::rng::Rng;
use admiralty_core::script::{Keyword, Reason};

/// A goal of a script: a line that is refused for a reason.
#[derive(Clone, Copy, Debug)]
pub struct Goal {
    /// The command; `None` for any line that is malformed or misplaced.
    pub word: Option<Keyword>,
    pub reason: Reason,
    /// How often to draw it in games of `ships`, and in games with announced shots: more often if
    /// there are more ways to get the rule wrong.
    weights: [usize; 2],
    needs: &'static [GoalNeed],
}

/// The conditions that a goal needs, or that make it likelier.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum GoalNeed {
    /// Ships that shoot individually, as with `EXTENDED_SHIPS`.
    Cannons,
    /// Targets that are served at the end of the turn, as with `AUTO_SHOOTING`.
    Targets,
    /// Complete fleets.
    Fleets,
    /// A ship that is not on the board yet.
    Missing,
    /// A destroyed engine or cannon.
    Damage,
    /// A ship or a player that has done in the turn what it may do.
    Spent,
    /// Reefs.
    Reefs,
}

impl Goal {
    /// Draws a goal that scripts of these contents can reach.
    pub fn draw(rng: &mut Rng, contents: &ScriptContents) -> Self {
        let game = usize::from(contents.classic.is_some());
        let goals = GOALS.iter().filter(|goal| goal.can_be(contents));
        weighted(rng, goals.map(|goal| (*goal, goal.weights[game])))
    }

    pub fn needs(&self, need: GoalNeed) -> bool {
        self.needs.contains(&need)
    }

    /// Whether scripts of these contents may have the goal, and all the commands that it takes.
    pub fn can_be(&self, contents: &ScriptContents) -> bool {
        let needed = [
            // For this goal, only a tag is wrong.
            self.word.filter(|_| self.reason != TheOtherPlayerExpected),
            self.needs(Cannons).then_some(ExtendedShips),
            self.needs(Targets).then_some(AutoShooting),
        ];
        self.weights[usize::from(contents.classic.is_some())] > 0
            && (self.word.is_some() || contents.are_wide())
            && contents.allow_failure(self.word, self.reason)
            && !needed.into_iter().flatten().any(|word| contents.lack(word))
    }
}

/// Draws one of several things by their weights.
pub fn weighted<T: Copy>(rng: &mut Rng, things: impl Iterator<Item = (T, usize)>) -> T {
    let things = things.flat_map(|(thing, weight)| std::iter::repeat_n(thing, weight));
    rng.choose(&things.collect::<Vec<_>>())
}

const fn goal(
    word: Keyword,
    reason: Reason,
    weights: [usize; 2],
    needs: &'static [GoalNeed],
) -> Goal {
    let word = Some(word);
    Goal {
        word,
        reason,
        weights,
        needs,
    }
}

/// A goal that any line reaches that is malformed or misplaced.
const fn form(reason: Reason, weight: usize) -> Goal {
    Goal {
        word: None,
        reason,
        weights: [weight; 2],
        needs: &[],
    }
}

/// All goals. If a rule set has no limits on fleets, or all directions, goals about those are
/// replaced by others.
pub const GOALS: &[Goal] = &[
    goal(PlaceShip, NotInStartingPosition, [8, 8], &[Missing]),
    goal(PlaceShip, ShipAlreadyPresent, [6, 5], &[Missing]),
    goal(PlaceShip, AllShipsOfTheClassAlreadySet, [3, 4], &[Missing]),
    goal(PlaceShip, PlacingShipOnReef, [6, 0], &[Missing, Reefs]),
    goal(
        PlaceShip,
        PlacingShipTooCloseToOtherShip,
        [8, 8],
        &[Missing],
    ),
    goal(PlaceShip, InvalidArguments, [0, 3], &[Missing]),
    goal(PlaceShip, CommandNotAvailable, [0, 1], &[Missing]),
    goal(Ship, NotInStartingPosition, [3, 6], &[Missing]),
    goal(Ship, ShipAlreadyPresent, [2, 2], &[Missing]),
    goal(Ship, AllShipsOfTheClassAlreadySet, [2, 2], &[Missing]),
    goal(Ship, PlacingShipOnReef, [2, 0], &[Missing, Reefs]),
    goal(Ship, PlacingShipTooCloseToOtherShip, [4, 3], &[Missing]),
    goal(Ship, InvalidArguments, [0, 1], &[Missing]),
    goal(Ship, CommandNotAvailable, [0, 1], &[Missing]),
    goal(Move, ShipNotPresent, [1, 0], &[Reefs]),
    goal(Move, ShipCannotMove, [8, 0], &[Fleets, Damage, Reefs]),
    goal(Move, ShipMovedAlready, [8, 0], &[Spent, Reefs]),
    goal(Move, ShipWentFromBoard, [4, 0], &[Reefs]),
    goal(Move, PlacingShipOnReef, [6, 0], &[Reefs]),
    goal(Move, PlacingShipTooCloseToOtherShip, [8, 0], &[Reefs]),
    goal(Move, CommandNotAvailable, [0, 1], &[]),
    goal(Shoot, NotAllShipsPlaced, [6, 8], &[Missing]),
    goal(Shoot, FieldDoesNotExist, [6, 8], &[Fleets]),
    goal(Shoot, FieldAlreadyShot, [0, 10], &[Fleets]),
    goal(Shoot, TooManyShoots, [7, 10], &[Fleets, Spent]),
    goal(Shoot, ShipNotPresent, [2, 0], &[Fleets, Cannons]),
    goal(Shoot, ShipCannotShoot, [6, 0], &[Fleets, Cannons, Damage]),
    goal(Shoot, ShootingTooFar, [8, 0], &[Fleets, Cannons]),
    goal(Shoot, CommandNotAvailable, [2, 1], &[]),
    goal(
        Shoot,
        ShootsAreUnfeasible,
        [10, 0],
        &[Fleets, Cannons, Targets],
    ),
    goal(Spy, ShipNotPresent, [1, 0], &[Fleets]),
    goal(Spy, CannotSendPlane, [5, 0], &[Fleets, Damage]),
    goal(Spy, AllPlanesSent, [6, 0], &[Fleets, Spent]),
    goal(Spy, CommandNotAvailable, [1, 1], &[]),
    goal(
        Spy,
        ShootsAreUnfeasible,
        [10, 0],
        &[Fleets, Cannons, Targets],
    ),
    goal(Shot, FieldDoesNotExist, [0, 3], &[]),
    goal(Shot, CommandNotAvailable, [0, 1], &[]),
    goal(Reef, ReefIsNotPlacedOnBoard, [1, 0], &[]),
    goal(Reef, PlacingShipOnReef, [2, 0], &[]),
    goal(Reef, CommandNotAvailable, [0, 1], &[]),
    goal(SetFleet, AllShipsOfTheClassAlreadySet, [2, 2], &[]),
    goal(SetFleet, InvalidArguments, [0, 4], &[]),
    goal(Rules, InvalidArguments, [0, 2], &[]),
    goal(BoardSize, CommandNotAvailable, [0, 1], &[]),
    goal(InitPosition, CommandNotAvailable, [0, 1], &[]),
    goal(ExtendedShips, CommandNotAvailable, [0, 1], &[]),
    goal(AutoShooting, CommandNotAvailable, [0, 1], &[]),
    goal(Print, TheOtherPlayerExpected, [3, 4], &[]),
    form(UnknownCommand, 4),
    form(InvalidArguments, 9),
    form(CommandNotAvailable, 9),
    form(GroupNotClosed, 4),
];
