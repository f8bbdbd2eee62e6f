//! The parts of a command that an error can point to.

/// The part of a command that a refusal is about.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CommandPart {
    /// The command as a whole.
    Whole,
    /// Row and column, and the direction if there is one.
    Position,
    /// The row.
    Row,
    /// The column.
    Column,
    /// The ship's index and class.
    Ship,
    /// The letter of a `MOVE`.
    Movement,
    /// The count of the class with that index, in `SET_FLEET`.
    Count(u8),
}
