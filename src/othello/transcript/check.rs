//! Playing a transcript up to the first illegal move.

use thiserror::Error;

use super::{Game, PlayedGame, WORDS_MAX, Word};
use crate::othello::{Color, Illegal, Move, Square};

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
    /// Whether the move is only listed, not played.
    pub is_listed: bool,
    /// The player who moves, by the transcript if it says so, otherwise by the game.
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
    /// The transcript gives the move to the player who is not to move.
    #[error("it is not the turn of {0}")]
    WrongColor(Color),
}

impl Game {
    /// Plays the game up to the first illegal move. After the end of the game, any number of
    /// passes is accepted. Then checks the listed moves.
    pub fn check(self, auto_pass: AutoPass) -> Checked {
        let mut game = PlayedGame::new(self.start);
        let mut fault = None;
        let mut passes_after_end = 0;
        for (word, number) in self.words.iter().zip(1..) {
            let was_over = game.is_finished();
            if let Err(kind) = step(&mut game, word, number, auto_pass) {
                let turn = match game.position().to_move() {
                    color if passes_after_end % 2 == 1 => color.opponent(),
                    color => color,
                };
                fault = Some(Fault {
                    word: word.clone(),
                    number,
                    is_listed: false,
                    player: word.color.unwrap_or(turn),
                    kind,
                    legal: game.position().legal_squares(),
                });
                break;
            }
            passes_after_end += u32::from(was_over);
        }
        for (listed, number) in self.listed.into_iter().zip(1..) {
            let word = listed.word;
            let legal = word.played.ok_or(FaultKind::NoMove).and_then(|played| {
                self.start.play(played)?;
                Ok(played)
            });
            match legal {
                Ok(played) => game.listed.push((played, listed.score)),
                Err(kind) => {
                    fault.get_or_insert(Fault {
                        word,
                        number,
                        is_listed: true,
                        player: self.start.to_move(),
                        kind,
                        legal: self.start.legal_squares(),
                    });
                }
            }
        }
        game.tags = self.tags;
        game.reported = self.reported;
        Checked { game, fault }
    }
}

fn step(
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
    if let Move::Disc(square) = played
        && position.sides().moves() == 0
        && !is_over
    {
        match (auto_pass, position.board().get(square)) {
            (AutoPass::On, _) => game.play(Move::Pass)?,
            (AutoPass::Off, Some(_)) => return Err(Illegal::Occupied.into()),
            (AutoPass::Off, None) => return Err(FaultKind::MustPass),
        }
    }
    match word.color {
        _ if is_over && played == Move::Pass => Ok(()),
        Some(color) if color != game.position().to_move() && !is_over => {
            Err(FaultKind::WrongColor(color))
        }
        _ => Ok(game.play(played)?),
    }
}
