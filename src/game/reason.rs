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
    /// A group of the player who is not next.
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
    /// The first word of the line is no command.
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
    /// A built-in player has no placement for a ship.
    FleetCannotBePlaced,
    /// A second shot at a field, where shots are announced.
    FieldAlreadyShot,
}

impl Reason {
    /// All reasons, those of the assignment first.
    pub const ALL: [Self; 26] = [
        Self::NotInStartingPosition,
        Self::ShipAlreadyPresent,
        Self::AllShipsOfTheClassAlreadySet,
        Self::FieldDoesNotExist,
        Self::NotAllShipsPlaced,
        Self::TheOtherPlayerExpected,
        Self::PlacingShipOnReef,
        Self::PlacingShipTooCloseToOtherShip,
        Self::ReefIsNotPlacedOnBoard,
        Self::ShipCannotShoot,
        Self::TooManyShoots,
        Self::ShootingTooFar,
        Self::ShipCannotMove,
        Self::ShipMovedAlready,
        Self::ShipWentFromBoard,
        Self::CannotSendPlane,
        Self::AllPlanesSent,
        Self::ShootsAreUnfeasible,
        Self::UnknownCommand,
        Self::InvalidArguments,
        Self::CommandNotAvailable,
        Self::ShipNotPresent,
        Self::GroupNotClosed,
        Self::LineTooLong,
        Self::FleetCannotBePlaced,
        Self::FieldAlreadyShot,
    ];

    /// Whether the assignment defines it; the others cover what it leaves open.
    pub fn is_of_assignment(self) -> bool {
        self <= Self::ShootsAreUnfeasible
    }

    /// The text, byte for byte.
    pub const fn text(self) -> &'static str {
        match self {
            Self::NotInStartingPosition => "NOT IN STARTING POSITION",
            Self::ShipAlreadyPresent => "SHIP ALREADY PRESENT",
            Self::AllShipsOfTheClassAlreadySet => "ALL SHIPS OF THE CLASS ALREADY SET",
            Self::FieldDoesNotExist => "FIELD DOES NOT EXIST",
            Self::NotAllShipsPlaced => "NOT ALL SHIPS PLACED",
            Self::TheOtherPlayerExpected => "THE OTHER PLAYER EXPECTED",
            Self::PlacingShipOnReef => "PLACING SHIP ON REEF",
            Self::PlacingShipTooCloseToOtherShip => "PLACING SHIP TOO CLOSE TO OTHER SHIP",
            Self::ReefIsNotPlacedOnBoard => "REEF IS NOT PLACED ON BOARD",
            Self::ShipCannotShoot => "SHIP CANNOT SHOOT",
            Self::TooManyShoots => "TOO MANY SHOOTS",
            Self::ShootingTooFar => "SHOOTING TOO FAR",
            Self::ShipCannotMove => "SHIP CANNOT MOVE",
            Self::ShipMovedAlready => "SHIP MOVED ALREADY",
            Self::ShipWentFromBoard => "SHIP WENT FROM BOARD",
            Self::CannotSendPlane => "CANNOT SEND PLANE",
            Self::AllPlanesSent => "ALL PLANES SENT",
            Self::ShootsAreUnfeasible => "SHOOTS ARE UNFEASIBLE",
            Self::UnknownCommand => "UNKNOWN COMMAND",
            Self::InvalidArguments => "INVALID ARGUMENTS",
            Self::CommandNotAvailable => "COMMAND NOT AVAILABLE",
            Self::ShipNotPresent => "SHIP NOT PRESENT",
            Self::GroupNotClosed => "GROUP NOT CLOSED",
            Self::LineTooLong => "LINE TOO LONG",
            Self::FleetCannotBePlaced => "FLEET CANNOT BE PLACED",
            Self::FieldAlreadyShot => "FIELD ALREADY SHOT",
        }
    }
}

impl fmt::Display for Reason {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.text())
    }
}
