//! The rule set `ships`: the assignment's game.

use super::{Reach, RuleSet, ShipClass};
use crate::vocabulary::{ByPlayer, Rect, Size};

/// The assignment's game: 21 rows by 10 columns, A above and B below, one
/// carrier, two battleships, three cruisers and four destroyers each.
pub static SHIPS: RuleSet = RuleSet {
    name: "ships",
    size: Size {
        rows: 21,
        columns: 10,
    },
    start: ByPlayer {
        a: Rect::new(0, 0, 9, 9),
        b: Rect::new(11, 0, 20, 9),
    },
    announces_shots: false,
    classes: &[
        ShipClass {
            name: "CAR",
            title: "carrier",
            index: 0,
            length: 5,
            count: 1,
            moves: 2,
            reach: Reach::Unlimited,
            planes: true,
        },
        ShipClass {
            name: "BAT",
            title: "battleship",
            index: 1,
            length: 4,
            count: 2,
            moves: 3,
            reach: Reach::Length,
            planes: false,
        },
        ShipClass {
            name: "CRU",
            title: "cruiser",
            index: 2,
            length: 3,
            count: 3,
            moves: 3,
            reach: Reach::Length,
            planes: false,
        },
        ShipClass {
            name: "DES",
            title: "destroyer",
            index: 3,
            length: 2,
            count: 4,
            moves: 3,
            reach: Reach::Length,
            planes: false,
        },
    ],
};
