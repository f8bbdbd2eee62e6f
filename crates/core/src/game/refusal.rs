//! Refusals: why a command was not executed, with the details.

use std::borrow::Cow;

use thiserror::Error;

use super::{Footprint, ShipName, Target, TargetKind};
use crate::geometry::{Direction, Pos, Rect, Size};
use crate::player::{ByPlayer, Player};
use crate::rules::FleetLimits;
use crate::script::{CommandPart, Reason, Tag};

/// Why a command was not executed, with the details.
///
/// [`Refusal::reason`] is the reason that is printed; `Display` explains it in full.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[expect(
    missing_docs,
    reason = "the fields are named for what they hold, and the messages say it"
)]
#[non_exhaustive]
pub enum Refusal {
    /// A class, a direction, segments or a count that are not those of the rule set.
    #[error("the rule set has no such command")]
    Misfit,
    #[error("{ship} would have a segment on {field}, which is not in {player}'s starting rectangle ({start}) on the board", player = ship.player)]
    NotInStart {
        ship: ShipName,
        footprint: Footprint,
        field: Pos,
        start: Rect,
        /// A probable correction, if its place is free.
        meant: Vec<Footprint>,
    },
    #[error("{ship} is on the board already, with its head on {head}")]
    AlreadyPresent { ship: ShipName, head: Pos },
    #[error("{player}'s fleet has no {class} {index}: it has {}", indices(ship, *count), player = ship.player, class = ship.class.name, index = ship.index)]
    AllSet { ship: ShipName, count: u32 },
    #[error("{ship} is on the board, so the fleet cannot have only {count} of class {class}", class = ship.class.name)]
    CountBelowPresent { ship: ShipName, count: u32 },
    #[error("{target} is not on the board, which has rows 0 to {} and columns 0 to {}", size.rows - 1, size.columns - 1)]
    NoSuchField {
        target: Pos,
        size: Size,
        /// The field with row and column swapped, if it is a target.
        meant: Option<Pos>,
    },
    #[error("no shot before both fleets are complete: A has {} still to place, B has {}", ships(missing.a), ships(missing.b))]
    FleetsIncomplete {
        missing: ByPlayer<u64>,
        /// Some of them.
        some: ByPlayer<Vec<ShipName>>,
    },
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
    ReefOffBoard {
        reef: Pos,
        size: Size,
        /// The field with row and column swapped, if a reef can be there.
        meant: Option<Pos>,
    },
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
        from: Footprint,
        to: Footprint,
        field: Pos,
        size: Size,
    },
    #[error("{}", off_board(ship, *field, *size))]
    SetOffBoard {
        ship: ShipName,
        footprint: Footprint,
        field: Pos,
        size: Size,
        /// A probable correction, if its place is free.
        meant: Vec<Footprint>,
    },
    #[error("{ship} is not on the board")]
    NotPresent { ship: ShipName },
    #[error("{}", infeasible(target, *competing))]
    Infeasible {
        target: Target,
        /// The index of the target in the turn.
        index: usize,
        /// How many targets, up to and including this one, compete for the same shooters, which can
        /// serve one less.
        competing: usize,
    },
    #[error("no place is left for {ship} in {player}'s starting rectangle ({start}){}", if *is_certain { "" } else { ", as far as was searched" }, player = ship.player)]
    NoRoom {
        ship: ShipName,
        start: Rect,
        is_certain: bool,
    },
    #[error("a fleet has {} to {} ships, not {count}", limits.ships_min, limits.ships_max)]
    FleetCount { count: u64, limits: FleetLimits },
    #[error(
        "the ships would take {fields} fields, and at most {most} are allowed, {tenths} tenths of the waters"
    )]
    FleetFields { fields: u64, most: u64, tenths: u64 },
    #[error("{target} is not in the opponent's waters, which have rows {} to {} and columns {} to {}", waters.top, waters.bottom, waters.left, waters.right)]
    NotInWaters {
        target: Pos,
        waters: Rect,
        /// The field with row and column swapped, if it is a target.
        meant: Option<Pos>,
    },
    #[error("{target} was shot at before")]
    AlreadyShot { target: Pos },
    #[error("no shot is left in this turn: {}", if *again { "the last one missed" } else { "a player has one" })]
    NoShotLeft { again: bool },
    #[error("a shot names only a field in this rule set")]
    NoCannons,
    #[error("a shot names no ship here: EXTENDED_SHIPS is off")]
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
        self.reason_and_part().0
    }

    /// The part of the command that the refusal points to.
    pub(crate) const fn part(&self) -> CommandPart {
        self.reason_and_part().1
    }

    const fn reason_and_part(&self) -> (Reason, CommandPart) {
        use CommandPart::{Movement, Position, Ship, Whole};
        use TargetKind::{Plane, Shot};
        match self {
            Self::NotInStart { .. } | Self::SetOffBoard { .. } => {
                (Reason::NotInStartingPosition, Position)
            }
            Self::AlreadyPresent { .. } => (Reason::ShipAlreadyPresent, Ship),
            Self::AllSet { .. } => (Reason::AllShipsOfTheClassAlreadySet, Ship),
            Self::CountBelowPresent { ship, .. } => {
                let count = CommandPart::Count(ship.class.index);
                (Reason::AllShipsOfTheClassAlreadySet, count)
            }
            Self::NoSuchField { target, size, .. } => {
                (Reason::FieldDoesNotExist, off_board_part(*target, *size))
            }
            Self::ReefOffBoard { reef, size, .. } => {
                (Reason::ReefIsNotPlacedOnBoard, off_board_part(*reef, *size))
            }
            Self::NotInWaters { .. } => (Reason::FieldDoesNotExist, Position),
            Self::AlreadyShot { .. } => (Reason::FieldAlreadyShot, Position),
            Self::FleetCount { .. } | Self::FleetFields { .. } | Self::Misfit => {
                (Reason::InvalidArguments, Whole)
            }
            Self::FleetsIncomplete { .. } => (Reason::NotAllShipsPlaced, Whole),
            Self::OtherPlayersTurn { .. } => (Reason::TheOtherPlayerExpected, Whole),
            Self::OnReef { .. } | Self::ReefUnderShip { .. } => {
                (Reason::PlacingShipOnReef, Position)
            }
            Self::TooClose { .. } => (Reason::PlacingShipTooCloseToOtherShip, Position),
            Self::NoCannon { kind: Shot, .. } => (Reason::ShipCannotShoot, Ship),
            Self::NoCannon { kind: Plane, .. } => (Reason::CannotSendPlane, Ship),
            Self::NoneLeft { kind: Shot, .. } => (Reason::TooManyShoots, Ship),
            Self::NoneLeft { kind: Plane, .. } => (Reason::AllPlanesSent, Ship),
            Self::SecondBasicShot | Self::NoShotLeft { .. } => (Reason::TooManyShoots, Whole),
            Self::TooFar { .. } => (Reason::ShootingTooFar, Position),
            Self::NoEngine { .. } => (Reason::ShipCannotMove, Ship),
            Self::MovedAlready { .. } => (Reason::ShipMovedAlready, Movement),
            Self::OffBoard { .. } => (Reason::ShipWentFromBoard, Position),
            Self::NotPresent { .. } => (Reason::ShipNotPresent, Ship),
            Self::Infeasible { .. } => (Reason::ShootsAreUnfeasible, Position),
            Self::NoRoom { .. } => (Reason::FleetCannotBePlaced, Whole),
            Self::NoCannons | Self::ExtendedOff | Self::AutoOff | Self::AutoPlanesOff => {
                (Reason::CommandNotAvailable, Whole)
            }
        }
    }

    /// A short label to show next to the part of the command.
    pub fn label(&self) -> String {
        let label = match self {
            Self::NotInStart { field, .. }
            | Self::OffBoard { field, .. }
            | Self::SetOffBoard { field, .. } => return format!("{field} is outside"),
            Self::AlreadyPresent { head, .. } => return format!("already on {head}"),
            Self::AllSet { count, .. } => return format!("the fleet has {count}"),
            Self::CountBelowPresent { ship, .. } => {
                return format!("at least {}", u64::from(ship.index) + 1);
            }
            Self::OtherPlayersTurn { expected } => return format!("{expected} is next"),
            Self::OnReef { reef, .. } => return format!("reef on {reef}"),
            Self::ReefUnderShip { ship, .. } => return format!("{ship} is here"),
            Self::TooClose { other, .. } => return format!("too close to {other}"),
            Self::NoneLeft { limit, .. } => return format!("{limit} of {limit} used"),
            Self::MovedAlready { limit, .. } => return format!("{limit} of {limit} moves made"),
            Self::TooFar {
                ship,
                cannon,
                target,
            } => {
                let (distance, range) = (distance(*cannon, *target), ship.class.length);
                return format!("{distance} fields away, {range} at most");
            }
            Self::NoSuchField { .. } | Self::ReefOffBoard { .. } => "off the board",
            Self::Misfit => "not in this game",
            Self::FleetsIncomplete { .. } => "too early",
            Self::NoCannon { .. } => "its cannon is destroyed",
            Self::SecondBasicShot => "the second shot of this turn",
            Self::NoShotLeft { .. } => "one shot too many",
            Self::NotInWaters { .. } => "not in the opponent's waters",
            Self::AlreadyShot { .. } => "already shot at",
            Self::FleetCount { .. } | Self::FleetFields { .. } => "no such fleet",
            Self::NoEngine { .. } => "its engine is destroyed",
            Self::NotPresent { .. } => "not on the board",
            Self::Infeasible { .. } => "no ship is left for it",
            Self::NoCannons | Self::ExtendedOff => "names a ship",
            Self::AutoOff | Self::AutoPlanesOff => "names no ship",
            Self::NoRoom { .. } => "the turn to be played",
        };
        label.to_owned()
    }

    /// An additional explanation, if there is one.
    pub fn note(&self) -> Option<Cow<'static, str>> {
        if let Some(Meant::Field(field)) = self.meant() {
            let note = format!("did you mean {field}? the row comes before the column");
            return Some(note.into());
        }
        let note = match self {
            Self::NotInStart {
                footprint,
                field,
                meant,
                ..
            }
            | Self::SetOffBoard {
                footprint,
                field,
                meant,
                ..
            } if *field != footprint.head => return Some(body_note(footprint, meant).into()),
            Self::OffBoard { from, to, .. } => {
                let note = format!(
                    "the move leads from {from} to {to}, which covers {}",
                    extent(to)
                );
                return Some(note.into());
            }
            Self::OtherPlayersTurn { expected } => {
                let (tag, other) = (Tag::Player(*expected), expected.opponent());
                let note = format!(
                    "an empty {tag} group passes {expected}'s turn; NEXT_PLAYER {other} in a [state] group gives the turn to {other}"
                );
                return Some(note.into());
            }
            Self::FleetsIncomplete { missing, some } => {
                let lacking = Player::BOTH
                    .into_iter()
                    .filter(|&player| missing[player] > 0);
                let lacking = lacking.map(|player| lacks(player, missing[player], &some[player]));
                return Some(lacking.collect::<Vec<_>>().join("; ").into());
            }
            Self::TooFar { .. } => "the distance counts from the cannon, the field after the head",
            Self::TooClose { gap: 1.., .. } => {
                "ships of both players count, sunk or not, and so do the diagonals"
            }
            Self::NoneLeft { .. } => {
                "a ship has as many shots in a turn as segments; planes count as shots"
            }
            Self::ExtendedOff => "in the basic game the command is SHOOT y x",
            Self::NoCannons => "the command is SHOOT y x",
            Self::NoShotLeft { again: true } => "a hit grants another shot, a miss ends the turn",
            Self::AutoOff => "with EXTENDED_SHIPS the command is SHOOT i C y x",
            Self::AutoPlanesOff => "otherwise the command is SPY i y x",
            Self::Infeasible { .. } => {
                "the turn's targets are assigned when it ends; none of them was executed"
            }
            Self::CountBelowPresent { .. } => "indices are counted from 0",
            _ => return None,
        };
        Some(note.into())
    }

    /// The probable correction: with it, the command would not be refused for this reason.
    pub(crate) fn meant(&self) -> Option<Meant> {
        match self {
            Self::NotInStart {
                footprint, meant, ..
            }
            | Self::SetOffBoard {
                footprint, meant, ..
            } => match meant[..] {
                [one] if one.head == footprint.head => Some(Meant::Direction(one.direction)),
                [one] => Some(Meant::Field(one.head)),
                _ => None,
            },
            Self::NoSuchField { meant, .. }
            | Self::ReefOffBoard { meant, .. }
            | Self::NotInWaters { meant, .. } => meant.map(Meant::Field),
            _ => None,
        }
    }
}

/// A replacement for a part of a command.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Meant {
    /// Another row and column.
    Field(Pos),
    /// Another direction.
    Direction(Direction),
}

/// The note on a ship whose head is where it may be, but not its body.
fn body_note(footprint: &Footprint, meant: &[Footprint]) -> String {
    let covered = extent(footprint);
    let said = format!("{footprint} covers {covered}: a ship lies behind its head");
    let others = meant.iter().map(|other| {
        let (direction, covered) = (other.direction, extent(other));
        format!("{direction} would cover {covered}")
    });
    let all: Vec<_> = std::iter::once(said).chain(others).collect();
    all.join("; ")
}

/// The first field of a ship and its last one, from the top or the left.
fn extent(footprint: &Footprint) -> String {
    let Rect {
        top,
        left,
        bottom,
        right,
    } = footprint.rect();
    format!("{} to {}", Pos::new(top, left), Pos::new(bottom, right))
}

/// Which ships a player has still to place.
fn lacks(player: Player, missing: u64, some: &[ShipName]) -> String {
    let names = some
        .iter()
        .map(|ship| format!("{} {}", ship.class.name, ship.index));
    let mut names: Vec<_> = names.collect();
    match missing - some.len() as u64 {
        0 => {}
        others if names.is_empty() => names.push(ships(others)),
        others => names.push(format!("and {others} more")),
    }
    format!("{player} lacks {}", names.join(", "))
}

/// The row or column if only that is off the board, else the whole position.
const fn off_board_part(pos: Pos, size: Size) -> CommandPart {
    let is_row_off = pos.y < 0 || pos.y >= size.rows;
    let is_column_off = pos.x < 0 || pos.x >= size.columns;
    match (is_row_off, is_column_off) {
        (true, false) => CommandPart::Row,
        (false, true) => CommandPart::Column,
        _ => CommandPart::Position,
    }
}

fn indices(ship: &ShipName, count: u32) -> String {
    let class = ship.class.name;
    match count {
        0 => format!("no {class}"),
        1 => format!("one {class}, number 0"),
        _ => format!("{count} of class {class}, numbers 0 to {}", count - 1),
    }
}

fn ships(count: u64) -> String {
    match count {
        1 => "1 ship".to_owned(),
        _ => format!("{count} ships"),
    }
}

fn touching(ship: &ShipName, field: Pos, other: &ShipName, other_field: Pos) -> String {
    if field == other_field {
        format!("{ship} and {other} would both lie on {field}")
    } else {
        format!(
            "{ship} on {field} would touch {other} on {other_field}; at least one field must be between them"
        )
    }
}

fn off_board(ship: &ShipName, field: Pos, size: Size) -> String {
    let (rows, columns) = (size.rows - 1, size.columns - 1);
    format!(
        "{ship} would have a segment on {field}, off the board, which has rows 0 to {rows} and columns 0 to {columns}"
    )
}

/// The distance in fields, rounded to two decimal places.
fn distance(from: Pos, to: Pos) -> String {
    let distance = (from.distance_squared(to) as f64).sqrt();
    format!("{distance:.2}")
}

fn infeasible(target: &Target, competing: usize) -> String {
    let pos = target.pos;
    match (competing - 1, target.kind) {
        (0, TargetKind::Shot) => format!(
            "no ship that can still shoot has, or had in this turn, its cannon in range of {pos}"
        ),
        (0, TargetKind::Plane) => "no carrier can still send a plane".to_owned(),
        (capacity, _) => format!(
            "{competing} targets up to {pos} are in range only of ships that have {capacity} shots left between them"
        ),
    }
}
