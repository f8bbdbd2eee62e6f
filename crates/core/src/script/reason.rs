//! The reasons that are printed with `INVALID OPERATION`.

text_enum! {
    /// Why an operation is invalid: the text that follows `INVALID OPERATION "...": `. The
    /// reasons of the assignment come first.
    #[non_exhaustive]
    pub enum Reason: text, with_text {
        /// A ship is placed outside its owner's starting rectangle.
        NotInStartingPosition = "NOT IN STARTING POSITION",
        /// The ship is already on the board.
        ShipAlreadyPresent = "SHIP ALREADY PRESENT",
        /// The fleet has no ship of that index.
        AllShipsOfTheClassAlreadySet = "ALL SHIPS OF THE CLASS ALREADY SET",
        /// The target is not on the board.
        FieldDoesNotExist = "FIELD DOES NOT EXIST",
        /// A shot before both fleets are complete.
        NotAllShipsPlaced = "NOT ALL SHIPS PLACED",
        /// A group of the player whose turn it is not.
        TheOtherPlayerExpected = "THE OTHER PLAYER EXPECTED",
        /// A ship and a reef would share a field.
        PlacingShipOnReef = "PLACING SHIP ON REEF",
        /// A ship would touch another one.
        PlacingShipTooCloseToOtherShip = "PLACING SHIP TOO CLOSE TO OTHER SHIP",
        /// A reef off the board.
        ReefIsNotPlacedOnBoard = "REEF IS NOT PLACED ON BOARD",
        /// The cannon is destroyed.
        ShipCannotShoot = "SHIP CANNOT SHOOT",
        /// More shots in a turn than the rules allow.
        TooManyShoots = "TOO MANY SHOOTS",
        /// The target is out of the cannon's range.
        ShootingTooFar = "SHOOTING TOO FAR",
        /// The engine is destroyed.
        ShipCannotMove = "SHIP CANNOT MOVE",
        /// More movements in a turn than the class has.
        ShipMovedAlready = "SHIP MOVED ALREADY",
        /// A segment of the ship would be off the board.
        ShipWentFromBoard = "SHIP WENT FROM BOARD",
        /// A plane from a carrier without a cannon.
        CannotSendPlane = "CANNOT SEND PLANE",
        /// The carrier has no shots or planes left in this turn.
        AllPlanesSent = "ALL PLANES SENT",
        /// No assignment of the turn's targets to ships exists.
        ShootsAreUnfeasible = "SHOOTS ARE UNFEASIBLE",
        /// The first word of the line is not a command.
        UnknownCommand = "UNKNOWN COMMAND",
        /// The arguments do not fit the command.
        InvalidArguments = "INVALID ARGUMENTS",
        /// The command is not allowed in this group, or its mode is off.
        CommandNotAvailable = "COMMAND NOT AVAILABLE",
        /// The ship named is not on the board.
        ShipNotPresent = "SHIP NOT PRESENT",
        /// Another group's tag inside an open group.
        GroupNotClosed = "GROUP NOT CLOSED",
        /// The line is longer than the interpreter reads.
        LineTooLong = "LINE TOO LONG",
        /// A built-in player finds no place for a ship.
        FleetCannotBePlaced = "FLEET CANNOT BE PLACED",
        /// A second shot at a field, where shots are announced.
        FieldAlreadyShot = "FIELD ALREADY SHOT",
    }
}

impl Reason {
    /// Whether the assignment defines this reason; the others cover what it leaves open.
    pub fn is_of_assignment(self) -> bool {
        self <= Self::ShootsAreUnfeasible
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_assignment_has_eighteen_reasons() {
        let (of_assignment, others): (Vec<_>, Vec<_>) = Reason::ALL
            .into_iter()
            .partition(|reason| reason.is_of_assignment());
        assert_eq!(of_assignment.len(), 18);
        assert!(of_assignment.contains(&Reason::TooManyShoots));
        assert_eq!(others.first(), Some(&Reason::UnknownCommand));
    }
}
