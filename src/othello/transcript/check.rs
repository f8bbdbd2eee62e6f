//! Playing a transcript, as far as it is legal.

use thiserror::Error;

use super::{Game, PlayedGame, WORDS_MAX, Word};
use crate::othello::{Color, Illegal, Move, Position, Squares};

/// Whether passes that are left out are put in.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum AutoPass {
    /// They must be there.
    #[default]
    Off,
    /// Where the player can only pass, and the next move is a square, the pass is
    /// put in.
    On,
}

/// What came out of a transcript.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Checked {
    /// The game as far as it is legal, with the passes that were put in.
    pub game: PlayedGame,
    /// What was wrong, if anything.
    pub fault: Option<Fault>,
}

/// A move that is wrong.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Fault {
    /// The word.
    pub word: Word,
    /// The number of the word in the transcript, from 1.
    pub number: usize,
    /// Whether it was listed only, and not played.
    pub is_listed: bool,
    /// Whose move it was said to be, or would have been.
    pub player: Color,
    /// What is wrong.
    pub kind: FaultKind,
    /// What the player to move could have played.
    pub legal: Squares,
}

/// What can be wrong with a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, Error)]
pub enum FaultKind {
    /// The word is no move.
    #[error("it is not a move: a letter from a to h and a digit from 1 to 8, or -- for a pass")]
    NoMove,
    /// The move is illegal.
    #[error(transparent)]
    Illegal(#[from] Illegal),
    /// The player can only pass, and does not.
    #[error("the player has no legal move, and must pass")]
    MustPass,
    /// A record goes on after the 0 that ends its moves.
    #[error("a 0 ends the moves of a record, and there are more after it")]
    ZeroByte,
    /// There are more words than are read.
    #[error("a transcript has at most {} moves and passes", WORDS_MAX - 1)]
    TooMany,
    /// The move is said to be of the player who is not to move.
    #[error("it is not the turn of {0}")]
    WrongColor(Color),
}

impl Game {
    /// Plays the game as far as it is legal. After the end of the game the players
    /// may pass on and on. If all is well, the listed moves are looked at, too.
    pub fn check(self, auto_pass: AutoPass) -> Checked {
        let mut game = PlayedGame::new(self.start);
        let mut fault = None;
        let mut passes_after_end = 0;
        for (index, word) in self.words.iter().enumerate() {
            let was_over = game.is_finished();
            let stepped = match index + 1 {
                WORDS_MAX => Err(FaultKind::TooMany),
                _ => step(&mut game, word, auto_pass),
            };
            if let Err(kind) = stepped {
                let turn = match game.position().to_move() {
                    color if passes_after_end % 2 == 1 => color.opponent(),
                    color => color,
                };
                fault = Some(Fault::new(word, index, kind, turn, game.position()));
                break;
            }
            passes_after_end += u32::from(was_over);
        }
        for (index, listed) in self.listed.iter().enumerate() {
            let legal = wanted(&listed.word).and_then(|wanted| {
                self.start.play(wanted)?;
                Ok(wanted)
            });
            match legal {
                Ok(played) => game.listed.push((played, listed.score)),
                Err(kind) if fault.is_none() => {
                    fault = Some(Fault {
                        is_listed: true,
                        ..Fault::new(&listed.word, index, kind, self.start.to_move(), self.start)
                    });
                }
                Err(_) => {}
            }
        }
        game.tags = self.tags;
        game.told = self.told;
        Checked { game, fault }
    }
}

impl Fault {
    fn new(word: &Word, index: usize, kind: FaultKind, turn: Color, position: Position) -> Self {
        Self {
            word: word.clone(),
            number: index + 1,
            is_listed: false,
            player: word.color.unwrap_or(turn),
            kind,
            legal: position.legal_squares(),
        }
    }
}

fn wanted(word: &Word) -> Result<Move, FaultKind> {
    let is_zero_byte = word.line == 0 && word.text == "0";
    word.played.ok_or(if is_zero_byte {
        FaultKind::ZeroByte
    } else {
        FaultKind::NoMove
    })
}

fn step(game: &mut PlayedGame, word: &Word, auto_pass: AutoPass) -> Result<(), FaultKind> {
    let wanted = wanted(word)?;
    let position = game.position();
    if let Move::Disc(square) = wanted
        && position.legal_squares().is_empty()
        && !position.is_over()
    {
        match (auto_pass, position.board().get(square)) {
            (AutoPass::On, _) => game.play(Move::Pass)?,
            (AutoPass::Off, Some(_)) => return Err(Illegal::Occupied.into()),
            (AutoPass::Off, None) => return Err(FaultKind::MustPass),
        }
    }
    if position.is_over() && wanted == Move::Pass {
        return Ok(());
    }
    let to_move = game.position().to_move();
    if let Some(color) = word.color
        && color != to_move
        && !position.is_over()
    {
        return Err(FaultKind::WrongColor(color));
    }
    Ok(game.play(wanted)?)
}
