//! Games as written in a transcript, and how they are checked.

use bstr::BString;
use thiserror::Error;

use super::{PlayedGame, ReportedResult, WORDS_MAX, Word};
use crate::{Color, Illegal, Move, Position, Square};

/// The maximum length of a name, a place or a date, in bytes.
pub const VALUE_BYTES_MAX: usize = 1024;

/// A game as written in a transcript, legal or not.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    /// The first position.
    pub start: Position,
    /// The moves, at most [`WORDS_MAX`].
    pub words: Vec<Word>,
    /// The line in which it begins, from 1; 0 in a database.
    pub line: u64,
    /// The players, the event and the date.
    pub tags: Tags,
    /// The result that the transcript reports, if any.
    pub reported: Option<ReportedResult>,
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

/// Whether missing passes are inserted.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AutoPass {
    /// The transcript must have every pass.
    #[default]
    Off,
    /// A pass is inserted where the player can only pass and the next move is a square.
    On,
}

/// The result of [`Game::check`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The game up to the first illegal move, with the passes that were inserted.
    pub game: PlayedGame,
    /// The first fault, if any.
    pub fault: Option<Fault>,
}

/// A word that is not a legal move.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The word.
    pub word: Word,
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
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The player can only pass, but does not.
    #[error("the player has no legal move, and must pass")]
    MustPass,
    /// A database record continues after the 0 that ends its moves.
    #[error("a 0 ends the moves of a record, and there are more after it")]
    ZeroByte,
    /// There are more words than a game can have moves.
    #[error("a transcript has at most {} moves and passes", WORDS_MAX - 1)]
    TooMany,
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
        }
    }

    /// Plays the game up to the first illegal move. After the end of the game, any number of
    /// passes is accepted.
    pub fn check(self, auto_pass: AutoPass) -> Checked {
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
                return Checked { game, fault };
            }
            passes_after_end += u32::from(was_over);
        }
        Checked { game, fault: None }
    }
}

fn play_word(
    game: &mut PlayedGame,
    word: &Word,
    number: usize,
    auto_pass: AutoPass,
) -> Result<(), FaultKind> {
    let played = match word.played {
        _ if number == WORDS_MAX => return Err(FaultKind::TooMany),
        Some(played) => played,
        None if word.place.line == 0 && word.text == "0" => return Err(FaultKind::ZeroByte),
        None => return Err(FaultKind::NoMove),
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
            (AutoPass::Off, Some(_)) => return Err(Illegal::Occupied.into()),
            (AutoPass::Off, None) => return Err(FaultKind::MustPass),
        }
    }
    Ok(game.play(played)?)
}

/// The value of a tag, cleaned; `None` if it is empty or only `?` and `.`, for unknown.
pub(super) fn value(text: &[u8]) -> Option<BString> {
    let clean = |&byte: &u8| if byte.is_ascii_control() { b' ' } else { byte };
    let text: Vec<u8> = text.iter().map(clean).collect();
    let text = text.trim_ascii();
    let is_known = text.iter().any(|byte| !b"?.".contains(byte));
    is_known.then(|| text.into())
}
