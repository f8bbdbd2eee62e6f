//! The rule sets: the assignment's game, and the classic games.
//!
//! A classic game has two waters in which nothing moves, and shots whose result is announced. The
//! tables follow the descriptions of three programs (an Italian, a German and a Brazilian one for
//! MSX computers) and two well-known games.

use super::{AnnouncedShots, BoardSides, Classes, FleetLimits, RuleSet, ShipClass};
use crate::geometry::Direction;

impl RuleSet {
    /// Every rule set that `RULES` can name, the default one first.
    pub const ALL: &[&Self] = &[
        Self::SHIPS,
        Self::ITALIAN,
        Self::GERMAN,
        Self::MSX,
        Self::RUSSIAN,
        Self::HASBRO,
    ];

    /// The assignment's game: 21 rows by 10 columns, A above and B below, one
    /// carrier, two battleships, three cruisers and four destroyers each.
    pub const SHIPS: &Self = &Self {
        name: "ships",
        board_sides: BoardSides::fixed(10),
        classes: Classes::new(&[
            ShipClass {
                moves: 2,
                has_unlimited_range: true,
                planes: true,
                ..ship("CAR", 'C', 5, 1)
            },
            ship("BAT", 'B', 4, 2),
            ship("CRU", 'R', 3, 3),
            ship("DES", 'D', 2, 4),
        ]),
        titles: &["carrier", "battleship", "cruiser", "destroyer"],
        has_free_lengths: false,
        fleet: None,
        directions: &Direction::ALL,
        gap: 1,
        announced: None,
    };

    /// The Italian game: submarines of three fields, torpedo boats of two, launches of one; one
    /// shot per turn. The size of the waters can be chosen.
    pub const ITALIAN: &Self = &Self {
        name: "italian",
        board_sides: BoardSides::between(10, 20),
        classes: Classes::new(&[
            ShipClass::still("SOT", 'S', 3, 1),
            ShipClass::still("TOR", 'T', 2, 2),
            ShipClass::still("LAN", 'L', 1, 3),
        ]),
        titles: &["submarine", "torpedo boat", "launch"],
        has_free_lengths: true,
        ..CLASSIC
    };

    /// The German game: the size of waters and fleets can be chosen, and a hit grants another
    /// shot.
    pub const GERMAN: &Self = &Self {
        name: "german",
        board_sides: BoardSides {
            is_always_saved: true,
            ..BoardSides::between(10, 20)
        },
        classes: Classes::new(&[
            ShipClass::still("L7", '7', 7, 0),
            ShipClass::still("L6", '6', 6, 0),
            ShipClass::still("L5", '5', 5, 1),
            ShipClass::still("L4", '4', 4, 2),
            ShipClass::still("L3", '3', 3, 3),
            ShipClass::still("L2", '2', 2, 4),
        ]),
        titles: &[
            "ship of seven",
            "ship of six",
            "ship of five",
            "ship of four",
            "ship of three",
            "ship of two",
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
    pub const MSX: &Self = &Self {
        name: "msx",
        board_sides: BoardSides::between(10, 20),
        classes: MSX_FLEET,
        titles: MSX_TITLES,
        directions: &[Direction::East, Direction::West],
        announced: Some(AnnouncedShots {
            names_hits: true,
            ..ANNOUNCED
        }),
        ..CLASSIC
    };

    /// The paper-and-pencil game: the fleet of `msx`, in all directions.
    pub const RUSSIAN: &Self = &Self {
        name: "russian",
        classes: MSX_FLEET,
        titles: MSX_TITLES,
        ..CLASSIC
    };

    /// The boxed game, in which ships may touch.
    pub const HASBRO: &Self = &Self {
        name: "hasbro",
        classes: Classes::new(&[
            ShipClass::still("CAR", 'C', 5, 1),
            ShipClass::still("BAT", 'B', 4, 1),
            ShipClass::still("CRU", 'R', 3, 1),
            ShipClass::still("SUB", 'S', 3, 1),
            ShipClass::still("DES", 'D', 2, 1),
        ]),
        titles: &["carrier", "battleship", "cruiser", "submarine", "destroyer"],
        gap: 0,
        ..CLASSIC
    };
}

/// A class of ships that move, with guns that reach as far as the ship is long.
const fn ship(name: &str, letter: char, length: u8, count: u32) -> ShipClass {
    ShipClass {
        moves: 3,
        has_unlimited_range: false,
        ..ShipClass::still(name, letter, length, count)
    }
}

const MSX_FLEET: Classes = Classes::new(&[
    ShipClass::still("P", 'P', 4, 1),
    ShipClass::still("C", 'C', 3, 2),
    ShipClass::still("H", 'H', 2, 3),
    ShipClass::still("S", 'S', 1, 4),
]);

const MSX_TITLES: &[&str] = &["aircraft carrier", "cruiser", "seaplane", "submarine"];

/// The defaults of the classic rule sets.
const CLASSIC: RuleSet = RuleSet {
    name: "",
    board_sides: BoardSides::fixed(10),
    classes: MSX_FLEET,
    titles: MSX_TITLES,
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
