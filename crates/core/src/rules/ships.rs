//! The rule set `ships`: the assignment's game.

use super::{BoardSides, RuleSet, ShipClass};
use crate::geometry::Direction;

/// The assignment's game: 21 rows by 10 columns, A above and B below, one
/// carrier, two battleships, three cruisers and four destroyers each.
pub static SHIPS: RuleSet = RuleSet {
    name: "ships",
    board_sides: BoardSides::fixed(10),
    classes: &[
        ShipClass {
            moves: 2,
            has_unlimited_range: true,
            planes: true,
            ..ship(0, "CAR", 'C', "carrier", 5)
        },
        ship(1, "BAT", 'B', "battleship", 4),
        ship(2, "CRU", 'R', "cruiser", 3),
        ship(3, "DES", 'D', "destroyer", 2),
    ],
    has_free_lengths: false,
    fleet: None,
    directions: &Direction::ALL,
    gap: 1,
    announced: None,
};

/// A class of which the default fleet has one ship more than of the class before.
const fn ship(
    index: u8,
    name: &'static str,
    letter: char,
    title: &'static str,
    length: u8,
) -> ShipClass {
    ShipClass {
        moves: 3,
        has_unlimited_range: false,
        ..ShipClass::still(index, name, letter, title, length, index as u32 + 1)
    }
}
