//! The rule set `ships`: the assignment's game.

use super::{BoardSides, CannonRange, GameKind, RuleSet, ShipClass};
use crate::geometry::Direction;

/// The assignment's game: 21 rows by 10 columns, A above and B below, one
/// carrier, two battleships, three cruisers and four destroyers each.
pub static SHIPS: RuleSet = RuleSet {
    name: "ships",
    board_sides: BoardSides::fixed(10),
    classes: &[
        ShipClass {
            name: "CAR",
            letter: 'C',
            title: "carrier",
            index: 0,
            length: 5,
            count: 1,
            moves: 2,
            range: CannonRange::Unlimited,
            planes: true,
        },
        ShipClass {
            name: "BAT",
            letter: 'B',
            title: "battleship",
            index: 1,
            length: 4,
            count: 2,
            moves: 3,
            range: CannonRange::Length,
            planes: false,
        },
        ShipClass {
            name: "CRU",
            letter: 'R',
            title: "cruiser",
            index: 2,
            length: 3,
            count: 3,
            moves: 3,
            range: CannonRange::Length,
            planes: false,
        },
        ShipClass {
            name: "DES",
            letter: 'D',
            title: "destroyer",
            index: 3,
            length: 2,
            count: 4,
            moves: 3,
            range: CannonRange::Length,
            planes: false,
        },
    ],
    has_free_lengths: false,
    fleet: None,
    directions: &Direction::ALL,
    gap: 1,
    kind: GameKind::Manoeuvre,
};
