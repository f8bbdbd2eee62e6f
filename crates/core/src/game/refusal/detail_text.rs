//! The wording of the details of refusals.

use super::{Infeasible, ShipName, Target, TargetKind};
use crate::geometry::{Pos, Size};
use crate::rules::{FleetLimits, FleetSizeError};

pub(super) fn indices(ship: &ShipName, count: u32) -> String {
    let class = ship.class.name;
    match count {
        0 => format!("no {class}"),
        1 => format!("one {class}, number 0"),
        _ => format!("{count} of class {class}, numbers 0 to {}", count - 1),
    }
}

pub(super) fn ships(count: u64) -> String {
    match count {
        1 => "1 ship".to_owned(),
        _ => format!("{count} ships"),
    }
}

pub(super) fn touching(ship: &ShipName, field: Pos, other: &ShipName, other_field: Pos) -> String {
    if field == other_field {
        format!("{ship} and {other} would both lie on {field}")
    } else {
        format!(
            "{ship} on {field} would touch {other} on {other_field}; at least one field must be between them"
        )
    }
}

pub(super) fn off_board(ship: &ShipName, field: Pos, size: Size) -> String {
    let (rows, columns) = (size.rows - 1, size.columns - 1);
    format!(
        "{ship} would have a segment on {field}, off the board, which has rows 0 to {rows} and columns 0 to {columns}"
    )
}

pub(super) fn fleet_size(fault: FleetSizeError, limits: FleetLimits) -> String {
    let (least, tenths) = (limits.ships_min, limits.tenths);
    match fault {
        FleetSizeError::Ships(count) => {
            format!(
                "a fleet has {least} to {} ships, not {count}",
                limits.ships_max
            )
        }
        FleetSizeError::Fields(count, most) => format!(
            "the ships would take {count} fields, and at most {most} are allowed, {tenths} tenths of the waters"
        ),
    }
}

/// The distance in fields, rounded to two decimal places.
pub(super) fn distance(from: Pos, to: Pos) -> String {
    let distance = (from.distance_squared(to) as f64).sqrt();
    format!("{distance:.2}")
}

pub(super) fn infeasible(target: &Target, conflict: &Infeasible) -> String {
    let (pos, competing) = (target.pos, conflict.competing);
    match (competing - 1, target.kind) {
        (0, TargetKind::Shot) => format!(
            "no ship that can still shoot has, or had in this turn, its cannon in range of {pos}"
        ),
        (0, TargetKind::Plane) => "no carrier can still send a plane".to_owned(),
        (capacity, _) => format!(
            "{competing} targets up to {pos} can be served only by ships that have {capacity} shots left between them"
        ),
    }
}
