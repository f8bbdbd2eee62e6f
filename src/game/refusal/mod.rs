//! Refusals: why a command was not executed, with the facts.

mod text;

use thiserror::Error;

use super::{Infeasible, ShipName, Target, TargetKind};
use crate::game::{CommandPart, Reason};
use crate::geometry::{Pos, Rect, Size};
use crate::player::{ByPlayer, Player};
use crate::rules::{FleetLimits, FleetSizeError};
use text::{distance, fleet_size, indices, infeasible, off_board, ships, touching};

/// The result of an operation that the rules may refuse. Refusals are rare and large, so
/// they are boxed.
pub type Refused<T = ()> = Result<T, Box<Refusal>>;

/// Why a command was not executed, with the facts.
///
/// [`Refusal::reason`] is the reason that is printed; `Display` explains it with the
/// numbers.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(
    missing_docs,
    reason = "the fields are named for what they hold, and the messages say it"
)]
pub enum Refusal {
    #[error("{ship} would have a segment on {field}, which is not in {player}'s starting rectangle ({start}) on the board", player = ship.player)]
    NotInStart {
        ship: ShipName,
        field: Pos,
        start: Rect,
    },
    #[error("{ship} is on the board already, with its head on {head}")]
    AlreadyPresent { ship: ShipName, head: Pos },
    #[error("{player}'s fleet has no {class} {index}: it has {}", indices(ship, *count), player = ship.player, class = ship.class.name, index = ship.index)]
    AllSet { ship: ShipName, count: u32 },
    #[error("{ship} is on the board, so the fleet cannot have only {count} of class {class}", class = ship.class.name)]
    CountBelowPresent { ship: ShipName, count: u32 },
    #[error("{target} is not on the board, which has rows 0 to {} and columns 0 to {}", size.rows - 1, size.columns - 1)]
    NoSuchField { target: Pos, size: Size },
    #[error("no shot before both fleets are complete: A has {} still to place, B has {}", ships(missing.a), ships(missing.b))]
    FleetsIncomplete { missing: ByPlayer<u64> },
    #[error("it is {expected}'s turn")]
    OtherPlayersTurn { expected: Player },
    #[error("{ship} would lie on the reef on {reef}")]
    OnReef { ship: ShipName, reef: Pos },
    #[error("a reef on {reef} would lie under {ship}")]
    ReefUnderShip { reef: Pos, ship: ShipName },
    #[error("{}", touching(ship, *field, other, *other_field))]
    TooClose {
        ship: ShipName,
        field: Pos,
        other: ShipName,
        other_field: Pos,
        gap: u8,
    },
    #[error("a reef on {reef} is not on the board, which has rows 0 to {} and columns 0 to {}", size.rows - 1, size.columns - 1)]
    ReefOffBoard { reef: Pos, size: Size },
    #[error("the cannon of {ship}, on {cannon}, is destroyed{}", if *kind == TargetKind::Plane { ", and so it sends no planes" } else { "" })]
    NoCannon {
        ship: ShipName,
        cannon: Pos,
        kind: TargetKind,
    },
    #[error("a player has one shot in a turn of the basic game")]
    SecondBasicShot,
    #[error("{ship} has used all {limit} shots and planes of this turn")]
    NoneLeft {
        ship: ShipName,
        limit: u8,
        kind: TargetKind,
    },
    #[error("{target} is {} fields from the cannon of {ship} on {cannon}, which shoots {} far", distance(*cannon, *target), ship.class.length)]
    TooFar {
        ship: ShipName,
        cannon: Pos,
        target: Pos,
    },
    #[error("the engine of {ship}, on {engine}, is destroyed")]
    NoEngine { ship: ShipName, engine: Pos },
    #[error("{ship} has made all {limit} moves of this turn")]
    MovedAlready { ship: ShipName, limit: u8 },
    #[error("{}", off_board(ship, *field, *size))]
    OffBoard {
        ship: ShipName,
        field: Pos,
        size: Size,
    },
    #[error("{}", off_board(ship, *field, *size))]
    SetOffBoard {
        ship: ShipName,
        field: Pos,
        size: Size,
    },
    #[error("{ship} is not on the board")]
    NotPresent { ship: ShipName },
    #[error("{}", infeasible(target, conflict))]
    Infeasible {
        target: Target,
        conflict: Infeasible,
    },
    #[error("no place is left for {ship} in {player}'s starting rectangle ({start}){}", if *is_certain { "" } else { ", as far as was searched" }, player = ship.player)]
    NoRoom {
        ship: ShipName,
        start: Rect,
        is_certain: bool,
    },
    #[error("{}", fleet_size(*fault, *limits))]
    FleetSize {
        fault: FleetSizeError,
        limits: FleetLimits,
    },
    #[error("{target} is not in the opponent's waters, which have rows {} to {} and columns {} to {}", waters.top, waters.bottom, waters.left, waters.right)]
    NotInWaters { target: Pos, waters: Rect },
    #[error("{target} was shot at before")]
    AlreadyShot { target: Pos },
    #[error("no shot is left in this turn: {}", if *again { "the last one has missed" } else { "a player has one" })]
    NoShotLeft { again: bool },
    #[error("a shot needs no ship here: fields are called out by the player")]
    NoCannons,
    #[error("a shot needs no ship here: EXTENDED_SHIPS is off")]
    ExtendedOff,
    #[error("a shot needs a ship here: EXTENDED_SHIPS is on, and AUTO_SHOOTING is not")]
    AutoOff,
    #[error(
        "a plane needs a carrier here: only EXTENDED_SHIPS with AUTO_SHOOTING sends planes without one"
    )]
    AutoPlanesOff,
}

impl Refusal {
    /// The reason that is printed with `INVALID OPERATION`.
    pub const fn reason(&self) -> Reason {
        match self {
            Self::NotInStart { .. } | Self::SetOffBoard { .. } => Reason::NotInStartingPosition,
            Self::AlreadyPresent { .. } => Reason::ShipAlreadyPresent,
            Self::AllSet { .. } | Self::CountBelowPresent { .. } => {
                Reason::AllShipsOfTheClassAlreadySet
            }
            Self::NoSuchField { .. } | Self::NotInWaters { .. } => Reason::FieldDoesNotExist,
            Self::AlreadyShot { .. } => Reason::FieldAlreadyShot,
            Self::FleetSize { .. } => Reason::InvalidArguments,
            Self::FleetsIncomplete { .. } => Reason::NotAllShipsPlaced,
            Self::OtherPlayersTurn { .. } => Reason::TheOtherPlayerExpected,
            Self::OnReef { .. } | Self::ReefUnderShip { .. } => Reason::PlacingShipOnReef,
            Self::TooClose { .. } => Reason::PlacingShipTooCloseToOtherShip,
            Self::ReefOffBoard { .. } => Reason::ReefIsNotPlacedOnBoard,
            Self::NoCannon { kind, .. } => match kind {
                TargetKind::Shot => Reason::ShipCannotShoot,
                TargetKind::Plane => Reason::CannotSendPlane,
            },
            Self::SecondBasicShot | Self::NoShotLeft { .. } => Reason::TooManyShoots,
            Self::NoneLeft { kind, .. } => match kind {
                TargetKind::Shot => Reason::TooManyShoots,
                TargetKind::Plane => Reason::AllPlanesSent,
            },
            Self::TooFar { .. } => Reason::ShootingTooFar,
            Self::NoEngine { .. } => Reason::ShipCannotMove,
            Self::MovedAlready { .. } => Reason::ShipMovedAlready,
            Self::OffBoard { .. } => Reason::ShipWentFromBoard,
            Self::NotPresent { .. } => Reason::ShipNotPresent,
            Self::Infeasible { .. } => Reason::ShootsAreUnfeasible,
            Self::NoRoom { .. } => Reason::FleetCannotBePlaced,
            Self::NoCannons | Self::ExtendedOff | Self::AutoOff | Self::AutoPlanesOff => {
                Reason::CommandNotAvailable
            }
        }
    }

    /// A few words to show next to the part of the command.
    pub fn label(&self) -> String {
        match self {
            Self::NotInStart { field, .. }
            | Self::OffBoard { field, .. }
            | Self::SetOffBoard { field, .. } => format!("{field} is outside"),
            Self::AlreadyPresent { head, .. } => format!("already on {head}"),
            Self::AllSet { count, .. } => format!("the fleet has {count}"),
            Self::CountBelowPresent { ship, .. } => {
                format!("at least {}", u64::from(ship.index) + 1)
            }
            Self::NoSuchField { .. } | Self::ReefOffBoard { .. } => "off the board".to_owned(),
            Self::FleetsIncomplete { .. } => "too early".to_owned(),
            Self::OtherPlayersTurn { expected } => format!("{expected} is next"),
            Self::OnReef { reef, .. } => format!("reef on {reef}"),
            Self::ReefUnderShip { ship, .. } => format!("{ship} is here"),
            Self::TooClose { other, .. } => format!("too close to {other}"),
            Self::NoCannon { .. } => "its cannon is destroyed".to_owned(),
            Self::SecondBasicShot => "the second shot of this turn".to_owned(),
            Self::NoShotLeft { .. } => "one shot too many".to_owned(),
            Self::NotInWaters { .. } => "not in the opponent's waters".to_owned(),
            Self::AlreadyShot { .. } => "known already".to_owned(),
            Self::FleetSize { .. } => "no such fleet".to_owned(),
            Self::NoneLeft { limit, .. } => {
                format!("{limit} of {limit} used")
            }
            Self::TooFar {
                ship,
                cannon,
                target,
            } => {
                format!(
                    "{} fields away, {} at most",
                    distance(*cannon, *target),
                    ship.class.length
                )
            }
            Self::NoEngine { .. } => "its engine is destroyed".to_owned(),
            Self::MovedAlready { limit, .. } => format!("{limit} of {limit} moves made"),
            Self::NotPresent { .. } => "not on the board".to_owned(),
            Self::Infeasible { .. } => "the first that cannot be served".to_owned(),
            Self::NoCannons | Self::ExtendedOff => "names a ship".to_owned(),
            Self::AutoOff | Self::AutoPlanesOff => "names no ship".to_owned(),
            Self::NoRoom { .. } => "the turn that is to be played".to_owned(),
        }
    }

    /// An additional explanation, if there is one.
    pub fn note(&self) -> Option<String> {
        Some(match self {
            Self::TooFar { .. } => {
                "the distance is measured from the cannon, the field after the head".to_owned()
            }
            Self::TooClose { gap: 1.., .. } => {
                "ships of both players count, sunk or not, and so do the diagonals".to_owned()
            }
            Self::NoneLeft { .. } => {
                "a ship has as many shots in a turn as segments; planes count as shots".to_owned()
            }
            Self::ExtendedOff => "in the basic game the command is SHOOT y x".to_owned(),
            Self::NoCannons => "the command is SHOOT y x".to_owned(),
            Self::NoShotLeft { again: true } => {
                "whoever hits shoots again, whoever misses ends the turn".to_owned()
            }
            Self::AutoOff => "with EXTENDED_SHIPS the command is SHOOT i C y x".to_owned(),
            Self::AutoPlanesOff => "otherwise the command is SPY i y x".to_owned(),
            Self::Infeasible { .. } => {
                "the turn's targets are assigned when it ends; none of them was executed".to_owned()
            }
            Self::CountBelowPresent { .. } => "indices are counted from 0".to_owned(),
            _ => return None,
        })
    }

    /// The part of the command that it points to.
    pub const fn part(&self) -> CommandPart {
        match self {
            Self::NotInStart { .. }
            | Self::OnReef { .. }
            | Self::ReefUnderShip { .. }
            | Self::TooClose { .. }
            | Self::OffBoard { .. }
            | Self::SetOffBoard { .. }
            | Self::TooFar { .. }
            | Self::NotInWaters { .. }
            | Self::AlreadyShot { .. }
            | Self::Infeasible { .. } => CommandPart::Position,
            Self::AlreadyPresent { .. }
            | Self::AllSet { .. }
            | Self::NoCannon { .. }
            | Self::NoneLeft { .. }
            | Self::NoEngine { .. }
            | Self::NotPresent { .. } => CommandPart::Ship,
            Self::CountBelowPresent { ship, .. } => CommandPart::Count(ship.class.index),
            Self::NoSuchField { target: pos, size } | Self::ReefOffBoard { reef: pos, size } => {
                match (
                    pos.y < 0 || pos.y >= size.rows,
                    pos.x < 0 || pos.x >= size.columns,
                ) {
                    (true, false) => CommandPart::Row,
                    (false, true) => CommandPart::Column,
                    _ => CommandPart::Position,
                }
            }
            Self::MovedAlready { .. } => CommandPart::Movement,
            Self::FleetsIncomplete { .. }
            | Self::OtherPlayersTurn { .. }
            | Self::SecondBasicShot
            | Self::NoShotLeft { .. }
            | Self::FleetSize { .. }
            | Self::NoCannons
            | Self::ExtendedOff
            | Self::AutoOff
            | Self::AutoPlanesOff
            | Self::NoRoom { .. } => CommandPart::Whole,
        }
    }
}
