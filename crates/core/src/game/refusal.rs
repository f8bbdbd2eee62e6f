//! Refusals: why a command was not executed, with the details.

use std::error::Error;
use std::fmt;

use admiralty_message::{Fact, Message, message};

use super::{Footprint, ShipName, Target, TargetKind};
use crate::geometry::{Direction, Pos, Rect, Size};
use crate::player::{ByPlayer, Player};
use crate::rules::FleetLimits;
use crate::script::{CommandPart, Reason, Tag};

/// Why a command was not executed, with the details.
///
/// [`Refusal::reason`] is the reason that is printed; [`Refusal::message`] explains it in full.
#[derive(Clone, Debug, PartialEq, Eq)]
#[expect(
    missing_docs,
    reason = "the fields are named for what they hold, and the messages say it"
)]
#[non_exhaustive]
pub enum Refusal {
    /// A class, a direction, segments or a count that are not those of the rule set.
    Misfit,
    NotInStart {
        ship: ShipName,
        footprint: Footprint,
        field: Pos,
        start: Rect,
        /// A probable correction, if its place is free.
        meant: Vec<Footprint>,
    },
    AlreadyPresent {
        ship: ShipName,
        head: Pos,
    },
    AllSet {
        ship: ShipName,
        count: u32,
    },
    CountBelowPresent {
        ship: ShipName,
        count: u32,
    },
    NoSuchField {
        target: Pos,
        size: Size,
        /// The field with row and column swapped, if it is a target.
        meant: Option<Pos>,
    },
    FleetsIncomplete {
        missing: ByPlayer<u64>,
        /// Some of them.
        some: ByPlayer<Vec<ShipName>>,
    },
    OtherPlayersTurn {
        expected: Player,
    },
    OnReef {
        ship: ShipName,
        reef: Pos,
    },
    ReefUnderShip {
        reef: Pos,
        ship: ShipName,
    },
    TooClose {
        ship: ShipName,
        field: Pos,
        other: ShipName,
        other_field: Pos,
        gap: u8,
    },
    ReefOffBoard {
        reef: Pos,
        size: Size,
        /// The field with row and column swapped, if a reef can be there.
        meant: Option<Pos>,
    },
    NoCannon {
        ship: ShipName,
        cannon: Pos,
        kind: TargetKind,
    },
    SecondBasicShot,
    NoneLeft {
        ship: ShipName,
        limit: u8,
        kind: TargetKind,
    },
    TooFar {
        ship: ShipName,
        cannon: Pos,
        target: Pos,
    },
    NoEngine {
        ship: ShipName,
        engine: Pos,
    },
    MovedAlready {
        ship: ShipName,
        limit: u8,
    },
    OffBoard {
        ship: ShipName,
        from: Footprint,
        to: Footprint,
        field: Pos,
        size: Size,
    },
    SetOffBoard {
        ship: ShipName,
        footprint: Footprint,
        field: Pos,
        size: Size,
        /// A probable correction, if its place is free.
        meant: Vec<Footprint>,
    },
    NotPresent {
        ship: ShipName,
    },
    Infeasible {
        target: Target,
        /// The index of the target in the turn.
        index: usize,
        /// How many targets, up to and including this one, compete for the same shooters, which can
        /// serve one less.
        competing: usize,
    },
    NoRoom {
        ship: ShipName,
        start: Rect,
        is_certain: bool,
    },
    FleetCount {
        count: u64,
        limits: FleetLimits,
    },
    FleetFields {
        fields: u64,
        most: u64,
        tenths: u64,
    },
    NotInWaters {
        target: Pos,
        waters: Rect,
        /// The field with row and column swapped, if it is a target.
        meant: Option<Pos>,
    },
    AlreadyShot {
        target: Pos,
    },
    NoShotLeft {
        again: bool,
    },
    NoCannons,
    ExtendedOff,
    AutoOff,
    AutoPlanesOff,
}

impl fmt::Display for Refusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.message().fmt(f)
    }
}

impl Error for Refusal {}

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

    /// The explanation.
    #[expect(clippy::too_many_lines, reason = "a text for each refusal")]
    pub fn message(&self) -> Message {
        match self {
            Self::Misfit => message!("refusal-misfit", "the rule set has no such command"),
            Self::NotInStart {
                ship, field, start, ..
            } => message!(
                "refusal-not-in-start",
                [ship, field, player = ship.player, start],
                "{ship} would have a segment on {field}, which is not in {player}'s starting rectangle ({start}) on the board"
            ),
            Self::AlreadyPresent { ship, head } => message!(
                "refusal-already-present",
                [ship, head],
                "{ship} is on the board already, with its head on {head}"
            ),
            Self::AllSet { ship, count } => message!(
                "refusal-all-set",
                [
                    player = ship.player,
                    class = ship.class.name,
                    index = ship.index,
                    count,
                    last = i64::from(*count) - 1
                ],
                "{player}'s fleet has no {class} {index}: it has {}",
                indices(ship, *count)
            ),
            Self::CountBelowPresent { ship, count } => message!(
                "refusal-count-below-present",
                [ship, count, class = ship.class.name],
                "{ship} is on the board, so the fleet cannot have only {count} of class {class}"
            ),
            Self::NoSuchField { target, size, .. } => message!(
                "refusal-no-such-field",
                [target, row = size.rows - 1, column = size.columns - 1],
                "{target} is not on the board, which has rows 0 to {row} and columns 0 to {column}"
            ),
            Self::FleetsIncomplete { missing, .. } => message!(
                "refusal-fleets-incomplete",
                [a = missing.a, b = missing.b],
                "no shot before both fleets are complete: A has {} still to place, B has {}",
                ships(a),
                ships(b)
            ),
            Self::OtherPlayersTurn { expected } => {
                message!(
                    "refusal-other-players-turn",
                    [expected],
                    "it is {expected}'s turn"
                )
            }
            Self::OnReef { ship, reef } => {
                message!(
                    "refusal-on-reef",
                    [ship, reef],
                    "{ship} would lie on the reef on {reef}"
                )
            }
            Self::ReefUnderShip { reef, ship } => {
                message!(
                    "refusal-reef-under-ship",
                    [reef, ship],
                    "a reef on {reef} would lie under {ship}"
                )
            }
            Self::TooClose {
                ship,
                field,
                other,
                other_field,
                ..
            } if field == other_field => {
                message!(
                    "refusal-overlap",
                    [ship, other, field],
                    "{ship} and {other} would both lie on {field}"
                )
            }
            Self::TooClose {
                ship,
                field,
                other,
                other_field,
                ..
            } => message!(
                "refusal-too-close",
                [ship, field, other, other_field],
                "{ship} on {field} would touch {other} on {other_field}; at least one field must be between them"
            ),
            Self::ReefOffBoard { reef, size, .. } => message!(
                "refusal-reef-off-board",
                [reef, row = size.rows - 1, column = size.columns - 1],
                "a reef on {reef} is not on the board, which has rows 0 to {row} and columns 0 to {column}"
            ),
            Self::NoCannon {
                ship,
                cannon,
                kind: TargetKind::Shot,
            } => message!(
                "refusal-no-cannon",
                [ship, cannon],
                "the cannon of {ship}, on {cannon}, is destroyed"
            ),
            Self::NoCannon {
                ship,
                cannon,
                kind: TargetKind::Plane,
            } => message!(
                "refusal-no-planes",
                [ship, cannon],
                "the cannon of {ship}, on {cannon}, is destroyed, and so it sends no planes"
            ),
            Self::SecondBasicShot => message!(
                "refusal-second-shot",
                "a player has one shot in a turn of the basic game"
            ),
            Self::NoneLeft { ship, limit, .. } => message!(
                "refusal-none-left",
                [ship, limit],
                "{ship} has used all {limit} shots and planes of this turn"
            ),
            Self::TooFar {
                ship,
                cannon,
                target,
            } => message!(
                "refusal-too-far",
                [
                    target,
                    distance = distance(*cannon, *target),
                    ship,
                    cannon,
                    range = ship.class.length
                ],
                "{target} is {distance} fields from the cannon of {ship} on {cannon}, which shoots {range} far"
            ),
            Self::NoEngine { ship, engine } => message!(
                "refusal-no-engine",
                [ship, engine],
                "the engine of {ship}, on {engine}, is destroyed"
            ),
            Self::MovedAlready { ship, limit } => message!(
                "refusal-moved-already",
                [ship, limit],
                "{ship} has made all {limit} moves of this turn"
            ),
            Self::OffBoard {
                ship, field, size, ..
            }
            | Self::SetOffBoard {
                ship, field, size, ..
            } => message!(
                "refusal-off-board",
                [ship, field, row = size.rows - 1, column = size.columns - 1],
                "{ship} would have a segment on {field}, off the board, which has rows 0 to {row} and columns 0 to {column}"
            ),
            Self::NotPresent { ship } => {
                message!("refusal-not-present", [ship], "{ship} is not on the board")
            }
            Self::Infeasible {
                target, competing, ..
            } => infeasible(target, *competing),
            Self::NoRoom {
                ship,
                start,
                is_certain: true,
            } => message!(
                "refusal-no-room",
                [ship, player = ship.player, start],
                "no place is left for {ship} in {player}'s starting rectangle ({start})"
            ),
            Self::NoRoom {
                ship,
                start,
                is_certain: false,
            } => message!(
                "refusal-no-room-found",
                [ship, player = ship.player, start],
                "no place is left for {ship} in {player}'s starting rectangle ({start}), as far as was searched"
            ),
            Self::FleetCount { count, limits } => message!(
                "refusal-fleet-ships",
                [least = limits.ships_min, most = limits.ships_max, count],
                "a fleet has {least} to {most} ships, not {count}"
            ),
            Self::FleetFields {
                fields,
                most,
                tenths,
            } => message!(
                "refusal-fleet-fields",
                [count = fields, most, tenths],
                "the ships would take {count} fields, and at most {most} are allowed, {tenths} tenths of the waters"
            ),
            Self::NotInWaters { target, waters, .. } => message!(
                "refusal-not-in-waters",
                [
                    target,
                    top = waters.top,
                    bottom = waters.bottom,
                    left = waters.left,
                    right = waters.right
                ],
                "{target} is not in the opponent's waters, which have rows {top} to {bottom} and columns {left} to {right}"
            ),
            Self::AlreadyShot { target } => {
                message!(
                    "refusal-already-shot",
                    [target],
                    "{target} was shot at before"
                )
            }
            Self::NoShotLeft { again: true } => message!(
                "refusal-last-shot-missed",
                "no shot is left in this turn: the last one missed"
            ),
            Self::NoShotLeft { again: false } => message!(
                "refusal-one-shot",
                "no shot is left in this turn: a player has one"
            ),
            Self::NoCannons => message!(
                "refusal-no-cannons",
                "a shot names only a field in this rule set"
            ),
            Self::ExtendedOff => message!(
                "refusal-extended-off",
                "a shot names no ship here: EXTENDED_SHIPS is off"
            ),
            Self::AutoOff => message!(
                "refusal-auto-off",
                "a shot needs a ship here: EXTENDED_SHIPS is on, and AUTO_SHOOTING is not"
            ),
            Self::AutoPlanesOff => message!(
                "refusal-auto-planes-off",
                "a plane needs a carrier here: only EXTENDED_SHIPS with AUTO_SHOOTING sends planes without one"
            ),
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
    pub fn note(&self) -> Option<Message> {
        if let Some(Meant::Field(field)) = self.meant() {
            return Some(message!(
                "note-row-first",
                [field],
                "did you mean {field}? the row comes before the column"
            ));
        }
        Some(match self {
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
            } if *field != footprint.head => body_note(footprint, meant),
            Self::OffBoard { from, to, .. } => {
                let (first, last) = extent(to);
                message!(
                    "note-move-leads",
                    [from, to, first, last],
                    "the move leads from {from} to {to}, which covers {first} to {last}"
                )
            }
            Self::OtherPlayersTurn { expected } => message!(
                "note-other-players-turn",
                [
                    expected,
                    tag = Tag::Player(*expected),
                    other = expected.opponent()
                ],
                "an empty {tag} group passes {expected}'s turn; NEXT_PLAYER {other} in a [state] group gives the turn to {other}"
            ),
            Self::FleetsIncomplete { missing, some } => {
                let lacking = Player::BOTH
                    .into_iter()
                    .filter(|&player| missing[player] > 0);
                let lacking = lacking.map(|player| lacks(player, missing[player], &some[player]));
                Message::joined(lacking)
            }
            Self::TooFar { .. } => message!(
                "note-distance",
                "the distance counts from the cannon, the field after the head"
            ),
            Self::TooClose { gap: 1.., .. } => message!(
                "note-too-close",
                "ships of both players count, sunk or not, and so do the diagonals"
            ),
            Self::NoneLeft { .. } => message!(
                "note-none-left",
                "a ship has as many shots in a turn as segments; planes count as shots"
            ),
            Self::ExtendedOff => message!(
                "note-basic-shot",
                "in the basic game the command is SHOOT y x"
            ),
            Self::NoCannons => message!("note-announced-shot", "the command is SHOOT y x"),
            Self::NoShotLeft { again: true } => message!(
                "note-hit-again",
                "a hit grants another shot, a miss ends the turn"
            ),
            Self::AutoOff => message!(
                "note-extended-shot",
                "with EXTENDED_SHIPS the command is SHOOT i C y x"
            ),
            Self::AutoPlanesOff => message!("note-plane", "otherwise the command is SPY i y x"),
            Self::Infeasible { .. } => message!(
                "note-infeasible",
                "the turn's targets are assigned when it ends; none of them was executed"
            ),
            Self::CountBelowPresent { .. } => {
                message!("note-indices-from-0", "indices are counted from 0")
            }
            _ => return None,
        })
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
fn body_note(footprint: &Footprint, meant: &[Footprint]) -> Message {
    let (first, last) = extent(footprint);
    let said = message!(
        "note-body",
        [footprint, first, last],
        "{footprint} covers {first} to {last}: a ship lies behind its head"
    );
    let others = meant.iter().map(|other| {
        let (direction, (first, last)) = (other.direction, extent(other));
        message!(
            "note-body-instead",
            [direction, first, last],
            "{direction} would cover {first} to {last}"
        )
    });
    Message::joined(std::iter::once(said).chain(others))
}

/// The first field of a ship and its last one, from the top or the left.
fn extent(footprint: &Footprint) -> (Pos, Pos) {
    let Rect {
        top,
        left,
        bottom,
        right,
    } = footprint.rect();
    (Pos::new(top, left), Pos::new(bottom, right))
}

/// Which ships a player has still to place.
fn lacks(player: Player, missing: u64, some: &[ShipName]) -> Message {
    let names = some
        .iter()
        .map(|ship| format!("{} {}", ship.class.name, ship.index));
    let names = names.collect::<Vec<_>>().join(", ");
    match missing - some.len() as u64 {
        0 => message!("note-lacks", [player, names], "{player} lacks {names}"),
        count if names.is_empty() => {
            message!(
                "note-lacks-some",
                [player, count],
                "{player} lacks {}",
                ships(count)
            )
        }
        count => message!(
            "note-lacks-more",
            [player, names, count],
            "{player} lacks {names}, and {count} more"
        ),
    }
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

/// The distance in hundredths of a field.
fn distance(from: Pos, to: Pos) -> Fact {
    let twice = (200 * 200 * from.distance_squared(to)).isqrt();
    Fact::Hundredths(u64::try_from(twice.div_ceil(2)).unwrap_or(u64::MAX))
}

fn infeasible(target: &Target, competing: usize) -> Message {
    let pos = target.pos;
    match (competing - 1, target.kind) {
        (0, TargetKind::Shot) => message!(
            "refusal-no-shooter",
            [pos],
            "no ship that can still shoot has, or had in this turn, its cannon in range of {pos}"
        ),
        (0, TargetKind::Plane) => {
            message!("refusal-no-carrier", "no carrier can still send a plane")
        }
        (capacity, _) => message!(
            "refusal-competing",
            [competing, pos, capacity],
            "{competing} targets up to {pos} are in range only of ships that have {capacity} shots left between them"
        ),
    }
}
