//! The rule sets: the assignment's game, and the classic games.
//!
//! A classic game has two waters in which nothing moves, and shots whose result is announced. The
//! tables follow the descriptions of three programs (an Italian, a German and a Brazilian one for
//! MSX computers) and two well-known games.

use super::{AnnouncedShots, BoardSides, FleetLimits, RuleSet, ShipClass};
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

/// The Italian game: submarines of three fields, torpedo boats of two, launches of one; one
/// shot per turn. The size of the waters can be chosen.
pub static ITALIAN: RuleSet = RuleSet {
    name: "italian",
    board_sides: BoardSides::between(10, 20),
    classes: &[
        ShipClass::still(0, "SOT", 'S', "submarine", 3, 1),
        ShipClass::still(1, "TOR", 'T', "torpedo boat", 2, 2),
        ShipClass::still(2, "LAN", 'L', "launch", 1, 3),
    ],
    has_free_lengths: true,
    ..CLASSIC
};

/// The German game: the size of waters and fleets can be chosen, and a hit grants another
/// shot.
pub static GERMAN: RuleSet = RuleSet {
    name: "german",
    board_sides: BoardSides {
        is_always_saved: true,
        ..BoardSides::between(10, 20)
    },
    classes: &[
        ShipClass::still(0, "L7", '7', "ship of seven", 7, 0),
        ShipClass::still(1, "L6", '6', "ship of six", 6, 0),
        ShipClass::still(2, "L5", '5', "ship of five", 5, 1),
        ShipClass::still(3, "L4", '4', "ship of four", 4, 2),
        ShipClass::still(4, "L3", '3', "ship of three", 3, 3),
        ShipClass::still(5, "L2", '2', "ship of two", 2, 4),
    ],
    fleet: Some(FleetLimits {
        ships_min: 1,
        ships_max: 20,
        tenths: 3,
    }),
    announced: Some(AnnouncedShots {
        again_after_hit: true,
        ..ANNOUNCED
    }),
    ..CLASSIC
};

/// The Brazilian game for MSX computers: all ships lie in rows, and a hit names the ship.
pub static MSX: RuleSet = RuleSet {
    name: "msx",
    board_sides: BoardSides::between(10, 20),
    classes: MSX_FLEET,
    directions: &[Direction::East, Direction::West],
    announced: Some(AnnouncedShots {
        names_hits: true,
        ..ANNOUNCED
    }),
    ..CLASSIC
};

/// The paper-and-pencil game: the fleet of `msx`, in all directions.
pub static RUSSIAN: RuleSet = RuleSet {
    name: "russian",
    classes: MSX_FLEET,
    ..CLASSIC
};

/// The boxed game, in which ships may touch.
pub static HASBRO: RuleSet = RuleSet {
    name: "hasbro",
    classes: &[
        ShipClass::still(0, "CAR", 'C', "carrier", 5, 1),
        ShipClass::still(1, "BAT", 'B', "battleship", 4, 1),
        ShipClass::still(2, "CRU", 'R', "cruiser", 3, 1),
        ShipClass::still(3, "SUB", 'S', "submarine", 3, 1),
        ShipClass::still(4, "DES", 'D', "destroyer", 2, 1),
    ],
    gap: 0,
    ..CLASSIC
};

const MSX_FLEET: &[ShipClass] = &[
    ShipClass::still(0, "P", 'P', "aircraft carrier", 4, 1),
    ShipClass::still(1, "C", 'C', "cruiser", 3, 2),
    ShipClass::still(2, "H", 'H', "seaplane", 2, 3),
    ShipClass::still(3, "S", 'S', "submarine", 1, 4),
];

/// The defaults of the classic rule sets.
const CLASSIC: RuleSet = RuleSet {
    name: "",
    board_sides: BoardSides::fixed(10),
    classes: &[],
    has_free_lengths: false,
    fleet: None,
    directions: &Direction::ALL,
    gap: 1,
    announced: Some(ANNOUNCED),
};

const ANNOUNCED: AnnouncedShots = AnnouncedShots {
    again_after_hit: false,
    names_hits: false,
};
