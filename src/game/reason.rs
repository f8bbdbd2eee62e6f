//! The reasons that are printed with `INVALID OPERATION`.

use std::fmt;

/// Why an operation is invalid: the text that follows `INVALID OPERATION "...": `.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub enum Reason {
    /// A ship is placed outside its owner's starting rectangle.
    NotInStartingPosition,
    /// The ship is already on the board.
    ShipAlreadyPresent,
    /// The fleet has no ship of that index.
    AllShipsOfTheClassAlreadySet,
    /// The target is not on the board.
    FieldDoesNotExist,
    /// A shot before both fleets are complete.
    NotAllShipsPlaced,
    /// A group of the player whose turn it is not.
    TheOtherPlayerExpected,
    /// A ship and a reef would share a field.
    PlacingShipOnReef,
    /// A ship would touch another one.
    PlacingShipTooCloseToOtherShip,
    /// A reef off the board.
    ReefIsNotPlacedOnBoard,
    /// The cannon is destroyed.
    ShipCannotShoot,
    /// More shots in a turn than the rules allow.
    TooManyShoots,
    /// The target is out of the cannon's range.
    ShootingTooFar,
    /// The engine is destroyed.
    ShipCannotMove,
    /// More movements in a turn than the class has.
    ShipMovedAlready,
    /// A segment of the ship would be off the board.
    ShipWentFromBoard,
    /// A plane from a carrier without a cannon.
    CannotSendPlane,
    /// The carrier has no shots or planes left in this turn.
    AllPlanesSent,
    /// No assignment of the turn's targets to ships exists.
    ShootsAreUnfeasible,
    /// The first word of the line is not a command.
    UnknownCommand,
    /// The arguments do not fit the command.
    InvalidArguments,
    /// The command is not allowed in this group, or its mode is off.
    CommandNotAvailable,
    /// The ship named is not on the board.
    ShipNotPresent,
    /// Another group's tag inside an open group.
    GroupNotClosed,
    /// The line is longer than the interpreter reads.
    LineTooLong,
    /// A built-in player finds no place for a ship.
    FleetCannotBePlaced,
    /// A second shot at a field, where shots are announced.
    FieldAlreadyShot,
}

/// The reasons and their texts, in the order of [`Reason`].
const TEXTS: [(Reason, &str); Reason::COUNT] = [
    (Reason::NotInStartingPosition, "NOT IN STARTING POSITION"),
    (Reason::ShipAlreadyPresent, "SHIP ALREADY PRESENT"),
    (
        Reason::AllShipsOfTheClassAlreadySet,
        "ALL SHIPS OF THE CLASS ALREADY SET",
    ),
    (Reason::FieldDoesNotExist, "FIELD DOES NOT EXIST"),
    (Reason::NotAllShipsPlaced, "NOT ALL SHIPS PLACED"),
    (Reason::TheOtherPlayerExpected, "THE OTHER PLAYER EXPECTED"),
    (Reason::PlacingShipOnReef, "PLACING SHIP ON REEF"),
    (
        Reason::PlacingShipTooCloseToOtherShip,
        "PLACING SHIP TOO CLOSE TO OTHER SHIP",
    ),
    (
        Reason::ReefIsNotPlacedOnBoard,
        "REEF IS NOT PLACED ON BOARD",
    ),
    (Reason::ShipCannotShoot, "SHIP CANNOT SHOOT"),
    (Reason::TooManyShoots, "TOO MANY SHOOTS"),
    (Reason::ShootingTooFar, "SHOOTING TOO FAR"),
    (Reason::ShipCannotMove, "SHIP CANNOT MOVE"),
    (Reason::ShipMovedAlready, "SHIP MOVED ALREADY"),
    (Reason::ShipWentFromBoard, "SHIP WENT FROM BOARD"),
    (Reason::CannotSendPlane, "CANNOT SEND PLANE"),
    (Reason::AllPlanesSent, "ALL PLANES SENT"),
    (Reason::ShootsAreUnfeasible, "SHOOTS ARE UNFEASIBLE"),
    (Reason::UnknownCommand, "UNKNOWN COMMAND"),
    (Reason::InvalidArguments, "INVALID ARGUMENTS"),
    (Reason::CommandNotAvailable, "COMMAND NOT AVAILABLE"),
    (Reason::ShipNotPresent, "SHIP NOT PRESENT"),
    (Reason::GroupNotClosed, "GROUP NOT CLOSED"),
    (Reason::LineTooLong, "LINE TOO LONG"),
    (Reason::FleetCannotBePlaced, "FLEET CANNOT BE PLACED"),
    (Reason::FieldAlreadyShot, "FIELD ALREADY SHOT"),
];

impl Reason {
    const COUNT: usize = Self::FieldAlreadyShot as usize + 1;

    /// All reasons, those of the assignment first.
    pub const ALL: [Self; Self::COUNT] = {
        let mut all = [Self::NotInStartingPosition; Self::COUNT];
        let mut at = 0;
        while at < Self::COUNT {
            all[at] = TEXTS[at].0;
            assert!(all[at] as usize == at, "a text in another place");
            at += 1;
        }
        all
    };

    /// Whether the assignment defines this reason; the others cover what it leaves open.
    pub fn is_of_assignment(self) -> bool {
        self <= Self::ShootsAreUnfeasible
    }

    /// The text, byte for byte.
    pub const fn text(self) -> &'static str {
        TEXTS[self as usize].1
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
