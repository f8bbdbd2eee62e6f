//! Games as written in a transcript, and as played.

use bstr::BString;

use super::{ReportedResult, Word};
use crate::othello::{Illegal, Move, Position, Score, Scoring, Square};

/// The maximum length of a name, a place or a date, in bytes.
pub const VALUE_BYTES_MAX: usize = 1024;

/// A game as written in a transcript, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The first position.
    pub start: Position,
    /// The moves, at most [`WORDS_MAX`](super::WORDS_MAX).
    pub words: Vec<Word>,
    /// The line in which it begins, from 1; 0 in a database.
    pub line: u64,
    /// The players, the event and the date.
    pub tags: Tags,
    /// The result that the transcript reports, if any.
    pub reported: Option<ReportedResult>,
    /// Moves of the first position that were not played, with their values.
    pub listed: Vec<Listed>,
}

/// The players, the event and the date. Values have no control characters and no leading
/// or trailing white space; unknown ones are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    /// The name of the player with the black discs.
    pub black: Option<BString>,
    /// The name of the player with the white discs.
    pub white: Option<BString>,
    /// The tournament, or the place.
    pub event: Option<BString>,
    /// The date.
    pub date: Option<BString>,
}

/// A move that is listed for a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Listed {
    /// The move.
    pub word: Word,
    /// Its value for the player to move, in discs.
    pub score: Option<i32>,
}

/// A game of legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The players, the event and the date.
    pub tags: Tags,
    /// The result that was reported, if any.
    pub reported: Option<ReportedResult>,
    /// The legal moves among those listed for the first position.
    pub listed: Vec<(Move, Option<i32>)>,
    start: Position,
    moves: Vec<Move>,
    position: Position,
}

impl Game {
    /// An empty game that begins in a line.
    pub(super) fn new(line: u64) -> Self {
        Self {
            start: Position::start(),
            words: Vec::new(),
            line,
            tags: Tags::default(),
            reported: None,
            listed: Vec::new(),
        }
    }
}

impl PlayedGame {
    /// A game without moves.
    pub fn new(start: Position) -> Self {
        Self {
            tags: Tags::default(),
            reported: None,
            listed: Vec::new(),
            start,
            moves: Vec::new(),
            position: start,
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// [`Illegal`], if the move is illegal; the game is unchanged then.
    pub fn play(&mut self, played: Move) -> Result<(), Illegal> {
        self.position = self.position.play(played)?;
        self.moves.push(played);
        Ok(())
    }

    /// The first position.
    pub fn start(&self) -> Position {
        self.start
    }

    /// The moves, including passes.
    pub fn moves(&self) -> &[Move] {
        &self.moves
    }

    /// The squares of the moves, without passes.
    pub fn discs(&self) -> impl Iterator<Item = Square> {
        let squares = self.moves.iter().map(|played| match played {
            Move::Disc(square) => Some(*square),
            Move::Pass => None,
        });
        squares.flatten()
    }

    /// The position after the moves.
    pub fn position(&self) -> Position {
        self.position
    }

    /// Whether neither player can move.
    pub fn is_finished(&self) -> bool {
        self.position.is_over()
    }

    /// The score. Empty squares are counted only in a finished game: before that, there
    /// is no winner to receive them.
    pub fn score(&self, scoring: Scoring) -> Score {
        let board = self.position.board();
        board.score(if self.is_finished() {
            scoring
        } else {
            Scoring::Discs
        })
    }

    /// The numbers of discs, if the game is finished.
    pub(super) fn counts(&self) -> Option<ReportedResult> {
        let score = self.score(Scoring::Discs);
        let count = |count| u8::try_from(count).unwrap_or(u8::MAX);
        self.is_finished().then(|| ReportedResult::Counts {
            black: count(score.black),
            white: count(score.white),
        })
    }

    /// Whether the reported result agrees with the discs; `None` if there is nothing to
    /// compare.
    pub fn result_agrees(&self) -> Option<bool> {
        match self.reported? {
            ReportedResult::Impossible(_) => Some(false),
            _ if !self.is_finished() => None,
            reported => Some(reported.agrees(&self.position.board())),
        }
    }
}

impl Tags {
    /// All tags, in the order in which they are written.
    pub(super) fn all(&self) -> [&Option<BString>; 4] {
        [&self.event, &self.date, &self.black, &self.white]
    }

    /// The tag with a name, where `names` are a format's names for [`all`](Self::all).
    pub(super) fn named(&mut self, names: [&str; 4], name: &[u8]) -> Option<&mut Option<BString>> {
        let is_it = |known: &str| known.as_bytes().eq_ignore_ascii_case(name);
        let at = names.into_iter().position(is_it)?;
        let all = [
            &mut self.event,
            &mut self.date,
            &mut self.black,
            &mut self.white,
        ];
        all.into_iter().nth(at)
    }
}

/// The value of a tag, cleaned; `None` if it is empty or only `?` and `.`, for unknown.
pub(super) fn value(text: &[u8]) -> Option<BString> {
    let clean = |&byte: &u8| if byte.is_ascii_control() { b' ' } else { byte };
    let text: Vec<u8> = text.iter().map(clean).collect();
    let text = text.trim_ascii();
    let is_known = text.iter().any(|byte| !b"?.".contains(byte));
    is_known.then(|| text.into())
}

/// Appends a text with a backslash before each special character.
pub(super) fn push_escaped(to: &mut Vec<u8>, text: &[u8], special: &[u8]) {
    for &byte in text {
        if special.contains(&byte) {
            to.push(b'\\');
        }
        to.push(byte);
    }
}
