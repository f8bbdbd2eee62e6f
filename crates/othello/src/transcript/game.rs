//! A game as written in a transcript, with the reported result, and the game of legal moves that a
//! check of it returns.

use std::fmt;

use bstr::{BString, ByteSlice};
use thiserror::Error;

use crate::{Color, DiscBoard, DiscScore, IllegalMove, Move, Position, Scoring, Square};

/// The maximum length of a name, a place or a date, in bytes.
pub const VALUE_BYTES_MAX: usize = 1024;

/// The maximum number of bytes kept of a word that is not a move.
pub const WORD_BYTES_MAX: usize = 64;

/// The maximum number of words kept of a game; the last of them is rejected. No game has
/// this many moves, because a pass is never followed by another before the end.
pub const WORDS_MAX: usize = 128;

const WINNERS: [(&str, Option<Color>); 3] = [
    ("1-0", Some(Color::Black)),
    ("0-1", Some(Color::White)),
    ("1/2-1/2", None),
];

/// A game as written in a transcript, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WrittenGame {
    /// The first position.
    pub start: Position,
    /// The moves, at most [`WORDS_MAX`].
    pub words: Vec<TranscriptWord>,
    /// The line in which it begins, from 1; 0 in a database.
    pub line: u64,
    /// The players, the event and the date.
    pub tags: GameTags,
    /// The result that the transcript reports, if any.
    pub reported: Option<ReportedResult>,
}

/// The players, the event and the date. Values have no control characters and no leading
/// or trailing white space; unknown ones are `None`.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct GameTags {
    /// The name of the player with the black discs.
    pub black: Option<BString>,
    /// The name of the player with the white discs.
    pub white: Option<BString>,
    /// The tournament, or the place.
    pub event: Option<BString>,
    /// The date.
    pub date: Option<BString>,
}

/// Whether missing passes are inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AutoPass {
    /// The transcript must have every pass.
    #[default]
    Off,
    /// A pass is inserted where the player can only pass and the next move is a square.
    On,
}

/// The result of [`WrittenGame::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CheckedGame {
    /// The game up to the first illegal move, with the passes that were inserted.
    pub game: PlayedGame,
    /// The first fault, if any.
    pub fault: Option<Fault>,
}

/// A word that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The word.
    pub word: TranscriptWord,
    /// The number of the word in the transcript, from 1.
    pub number: usize,
    /// The player who moves.
    pub player: Color,
    /// The kind of fault.
    pub kind: FaultKind,
    /// The squares that the player to move could have played on.
    pub legal: Vec<Square>,
}

/// The kinds of faults of a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum FaultKind {
    /// The word is not a move.
    #[error("it is not a move: a letter from a to h and a digit from 1 to 8, or -- for a pass")]
    NoMove,
    /// The word is a square with the row first.
    #[error("the column comes before the row: write {0}")]
    RowFirst(Square),
    /// The word is a number or a result, as numbered games have.
    #[error("it is a number or a result, not a move")]
    NumberOrResult,
    /// The word has a character that may only look like one of a move.
    #[error("{} is not an ASCII character: a move is as in d3, a pass is --", shown(*.0))]
    NotAscii(char),
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] IllegalMove),
    /// The player can only pass, but does not.
    #[error("the player has no legal move, and must pass")]
    MustPass,
    /// A database record continues after the 0 that ends its moves.
    #[error("moves follow the 0 that ends a record")]
    ZeroByte,
    /// There are more words than a game can have moves.
    #[error("a transcript has at most {} moves and passes", WORDS_MAX - 1)]
    TooMany,
}

impl WrittenGame {
    /// An empty game that begins in a line.
    pub(super) fn new(line: u64) -> Self {
        Self {
            start: Position::start(),
            words: Vec::new(),
            line,
            tags: GameTags::default(),
            reported: None,
        }
    }

    /// Plays the game up to the first illegal move. After the end of the game, any number of
    /// passes is accepted.
    pub fn check(self, auto_pass: AutoPass) -> CheckedGame {
        let mut game = PlayedGame::new(self.start);
        game.tags = self.tags;
        game.reported = self.reported;
        let mut passes_after_end = 0;
        for (word, number) in self.words.into_iter().zip(1..) {
            let was_over = game.is_finished();
            if let Err(kind) = play_word(&mut game, &word, number, auto_pass) {
                let player = match game.position().to_move() {
                    color if passes_after_end % 2 == 1 => color.opponent(),
                    color => color,
                };
                let legal = game.position().legal_squares();
                let fault = Some(Fault {
                    word,
                    number,
                    player,
                    kind,
                    legal,
                });
                return CheckedGame { game, fault };
            }
            passes_after_end += u32::from(was_over);
        }
        CheckedGame { game, fault: None }
    }
}

/// A word of a transcript: a move, or what should be one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TranscriptWord {
    /// The word as written, cut to [`WORD_BYTES_MAX`] bytes.
    pub text: BString,
    /// The move; `None` if the word is not one.
    pub played: Option<Move>,
    /// The place where the word begins.
    pub place: TextPlace,
}

/// A place in a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TextPlace {
    /// The line, from 1; 0 in a database, which has no lines.
    pub line: u64,
    /// The column, from 1, in bytes; in a database, the position among the bytes of the
    /// moves.
    pub column: u64,
}

impl TextPlace {
    /// The place a number of bytes later in the same line.
    pub(super) fn after(self, bytes: usize) -> Self {
        let column = self.column + bytes as u64;
        Self { column, ..self }
    }
}

impl fmt::Display for TextPlace {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}, column {}", self.line, self.column)
    }
}

impl TranscriptWord {
    /// A word that is not known to be a move.
    pub(super) fn new(text: &[u8], place: TextPlace) -> Self {
        Self {
            text: text[..text.len().min(WORD_BYTES_MAX)].into(),
            played: None,
            place,
        }
    }
}

/// A game of legal moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayedGame {
    /// The players, the event and the date.
    pub tags: GameTags,
    /// The result that was reported, if any.
    pub reported: Option<ReportedResult>,
    start: Position,
    moves: Vec<Move>,
    position: Position,
}

impl PlayedGame {
    /// A game without moves.
    pub fn new(start: Position) -> Self {
        Self {
            tags: GameTags::default(),
            reported: None,
            start,
            moves: Vec::new(),
            position: start,
        }
    }

    /// Makes a move.
    ///
    /// # Errors
    ///
    /// [`IllegalMove`], if the move is illegal; the game is unchanged then.
    pub fn play(&mut self, played: Move) -> Result<(), IllegalMove> {
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
    pub fn score(&self, scoring: Scoring) -> DiscScore {
        let board = self.position.board();
        board.score(if self.is_finished() {
            scoring
        } else {
            Scoring::Discs
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

/// A reported result.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum ReportedResult {
    /// The score of each player, under either convention.
    Counts {
        /// Black's score.
        black: u8,
        /// White's score.
        white: u8,
    },
    /// Black's score minus white's.
    Difference(i32),
    /// Only the winner; `None` is a draw.
    Winner(Option<Color>),
    /// A score in a database record that is more than 64 discs.
    Impossible(u8),
}

impl ReportedResult {
    /// Reads `33-31`, `1-0`, `0-1`, `1/2-1/2`, `+12` and `-4`.
    pub(super) fn read(text: &[u8]) -> Option<Self> {
        let text = std::str::from_utf8(text).ok()?;
        if let Some((_, winner)) = WINNERS.iter().find(|(name, _)| *name == text) {
            return Some(Self::Winner(*winner));
        }
        match text.split_once('-') {
            Some((black, white)) if !black.is_empty() => {
                let (black, white) = (count(black)?, count(white)?);
                (black + white <= 64).then_some(Self::Counts { black, white })
            }
            _ => difference(text),
        }
    }

    /// Whether this is the result of a board, under either scoring convention.
    pub fn agrees(&self, board: &DiscBoard) -> bool {
        let scores = [Scoring::Discs, Scoring::EmptiesToWinner].map(|scoring| board.score(scoring));
        scores.iter().any(|score| match *self {
            Self::Counts { black, white } => {
                (score.black, score.white) == (black.into(), white.into())
            }
            Self::Difference(reported) => {
                i64::from(reported) == i64::from(score.black) - i64::from(score.white)
            }
            Self::Winner(reported) => reported == score.winner(),
            Self::Impossible(_) => false,
        })
    }
}

impl fmt::Display for ReportedResult {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Counts { black, white } => write!(f, "{black}-{white}"),
            Self::Difference(difference) => write!(f, "{difference:+}"),
            Self::Winner(winner) => {
                let name = WINNERS.iter().find(|(_, named)| named == winner);
                f.write_str(name.map_or("", |(name, _)| name))
            }
            Self::Impossible(discs) => write!(f, "{discs} discs"),
        }
    }
}

fn play_word(
    game: &mut PlayedGame,
    word: &TranscriptWord,
    number: usize,
    auto_pass: AutoPass,
) -> Result<(), FaultKind> {
    let played = match word.played {
        _ if number == WORDS_MAX => return Err(FaultKind::TooMany),
        Some(played) => played,
        None if word.place.line == 0 && word.text == "0" => return Err(FaultKind::ZeroByte),
        None if word.place.line == 0 => return Err(FaultKind::NoMove),
        None => return Err(no_move(&word.text)),
    };
    let position = game.position();
    let is_over = position.is_over();
    if is_over && played == Move::Pass {
        return Ok(());
    }
    if let Move::Disc(square) = played
        && position.cannot_move()
        && !is_over
    {
        match (auto_pass, position.board().get(square)) {
            (AutoPass::On, _) => game.play(Move::Pass)?,
            (AutoPass::Off, Some(_)) => return Err(IllegalMove::Occupied.into()),
            (AutoPass::Off, None) => return Err(FaultKind::MustPass),
        }
    }
    Ok(game.play(played)?)
}

/// What is wrong with a word that is not a move.
fn no_move(word: &[u8]) -> FaultKind {
    let Ok(text) = word.to_str() else {
        return FaultKind::NoMove;
    };
    if let Some(c) = text.chars().find(|c| !c.is_ascii()) {
        return FaultKind::NotAscii(c);
    }
    let reversed: String = text.chars().rev().collect();
    if let Ok(square) = reversed.parse() {
        return FaultKind::RowFirst(square);
    }
    let unsigned = text.strip_prefix(['+', '-']).unwrap_or(text);
    if text == "*" || unsigned.starts_with(|c: char| c.is_ascii_digit()) {
        FaultKind::NumberOrResult
    } else {
        FaultKind::NoMove
    }
}

/// A character in a message: as it is if that is safe and plain, otherwise by its number.
pub(super) fn shown(c: char) -> String {
    if c.is_ascii_graphic() {
        format!("\"{c}\"")
    } else {
        format!("U+{:04X}", u32::from(c))
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

/// Reads a number of one or two digits.
fn count(text: &str) -> Option<u8> {
    let is_short = (1..=2).contains(&text.len()) && text.bytes().all(|byte| byte.is_ascii_digit());
    is_short.then(|| text.parse().ok())?
}

/// Reads an integer with its sign. A number without a sign could be the score of either player.
fn difference(text: &str) -> Option<ReportedResult> {
    count(text.strip_prefix(['+', '-'])?)?;
    text.parse().ok().map(ReportedResult::Difference)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn results_are_read_and_written() {
        for text in [
            "33-31", "0-0", "64-0", "1-0", "0-1", "1/2-1/2", "+12", "-4", "+0",
        ] {
            let result = ReportedResult::read(text.as_bytes()).expect(text);
            assert_eq!(result.to_string(), text);
        }
        for text in [
            "", "-", "+", "12", "--", "33-32", "1-", "-1-2", "+1.5", "+100", "100-0", "a-b", "+-4",
            "*",
        ] {
            assert_eq!(ReportedResult::read(text.as_bytes()), None, "{text}");
        }
    }
}
