//! Errors of games that cannot be read.

use thiserror::Error;

use super::game::shown;
use super::{TextPlace, VALUE_BYTES_MAX};
use crate::PositionError;

/// The maximum nesting depth of variations.
pub const VARIATIONS_MAX: u32 = 64;

/// The reason why a game cannot be read, and the place.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
#[error("{place}: {kind}")]
pub struct ReadError {
    /// The place of the error.
    pub place: TextPlace,
    /// The kind of error.
    pub kind: ReadErrorKind,
}

/// The kinds of errors in a game apart from its moves.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ReadErrorKind {
    /// The text has no game.
    #[error("there is no game in this format")]
    NoGame,
    /// A tag is malformed.
    #[error("a tag is [Name \"value\"], in one line")]
    Tag,
    /// A name, place or date is too long.
    #[error("a value has more than {VALUE_BYTES_MAX} bytes")]
    LongValue,
    /// A comment does not end.
    #[error("the comment has no closing brace")]
    OpenComment,
    /// A variation does not end.
    #[error("a variation has no closing parenthesis")]
    OpenVariation,
    /// A closing brace is left over, because a comment contains another.
    #[error("a comment begins within a comment; they do not nest")]
    NestedComment,
    /// Variations are nested too deeply.
    #[error("variations are nested more than {VARIATIONS_MAX} deep")]
    TooDeep,
    /// A bracket closes nothing.
    #[error("this bracket closes nothing")]
    NothingOpen,
    /// A character stands where a move should begin.
    #[error("{} is not part of a move: separate moves with blanks, or not at all", shown(*.0))]
    NotInMoves(char),
    /// The position is malformed.
    #[error(transparent)]
    Position(#[from] PositionError),
}

impl ReadErrorKind {
    pub(super) fn at(self, place: TextPlace) -> ReadError {
        ReadError { place, kind: self }
    }
}
