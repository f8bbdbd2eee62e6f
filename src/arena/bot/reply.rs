//! What a bot has printed, played.

use std::io;
use std::ops::ControlFlow;

use bstr::{BString, ByteSlice};

use super::super::{Foul, FoulKind, Moved};
use super::INFORMATION_BYTES_MAX;
use crate::game::Game;
use crate::rules::RuleSet;
use crate::script::{Command, LINE_BYTES_MAX, Tag, Tokens, parse_command};
use crate::session::{Ending, Session};
use crate::vocabulary::Player;

/// Plays the turn that an output holds: its first group of a player. What the
/// bot wants to remember comes after it, in groups of the state.
pub fn play(
    game: &mut Game,
    output: &[u8],
    mut record: Option<&mut Vec<u8>>,
) -> Result<Moved, Foul> {
    let player = game.next_player();
    let Some(turn) = Turn::find(output) else {
        return Err(Foul::new(FoulKind::Silent, "no group of a player"));
    };
    let rules = game.rules();
    game.pass_through_save();
    let mut play = Play {
        session: Session::with_game(std::mem::replace(game, Game::new(rules))),
        shots: 0,
        winner: None,
        record: record.as_deref_mut(),
    };
    let tag = Tag::Player(turn.player);
    play.line(tag.text().as_bytes())?;
    for line in lines(turn.block) {
        play.command(line)?;
    }
    if !turn.is_closed {
        let detail = format!("{tag} is not closed");
        return Err(Foul::new(FoulKind::Unclosed, detail));
    }
    play.line(tag.text().as_bytes())?;
    let Play {
        session,
        shots,
        winner,
        ..
    } = play;
    *game = session.into_game();
    remember(game, player, turn.rest, winner.is_some(), record)?;
    Ok(Moved { shots, winner })
}

/// The turn in an output.
struct Turn<'o> {
    player: Player,
    /// The lines of the group.
    block: &'o [u8],
    is_closed: bool,
    /// What follows the group.
    rest: &'o [u8],
}

impl<'o> Turn<'o> {
    fn find(output: &'o [u8]) -> Option<Self> {
        let mut opened = None;
        let mut end = 0;
        for line in lines(output) {
            let begin = end;
            end = (begin + line.len() + 1).min(output.len());
            let Some(Tag::Player(found)) = tag_of(line) else {
                continue;
            };
            match opened {
                None => opened = Some((found, end)),
                Some((player, from)) if player == found => {
                    return Some(Self {
                        player,
                        block: &output[from..begin],
                        is_closed: true,
                        rest: &output[end..],
                    });
                }
                // A tag of the other player inside is for the judge.
                Some(_) => {}
            }
        }
        opened.map(|(player, from)| Self {
            player,
            block: &output[from..],
            is_closed: false,
            rest: &[],
        })
    }
}

/// A turn that is being played.
struct Play<'r> {
    session: Session,
    shots: u64,
    winner: Option<Player>,
    record: Option<&'r mut Vec<u8>>,
}

impl Play<'_> {
    fn command(&mut self, line: &[u8]) -> Result<(), Foul> {
        match parse_command(line, self.session.game().rules()) {
            // It changes nothing, and a board may be very large.
            Ok(Command::Print(_)) => return Ok(()),
            Ok(Command::Shoot(_) | Command::ShootFrom { .. }) => self.shots += 1,
            _ => {}
        }
        self.line(line)
    }

    fn line(&mut self, line: &[u8]) -> Result<(), Foul> {
        if let Some(record) = &mut self.record
            && Tokens::new(line).next().is_some()
        {
            let line = match parse_command(line, self.session.game().rules()) {
                Ok(command) => &command.to_bytes(),
                Err(_) => line,
            };
            record.extend_from_slice(line);
            record.push(b'\n');
        }
        let step = if line.len() > LINE_BYTES_MAX {
            self.session.fragment(line, true, &mut io::sink())
        } else {
            self.session.line(line, &mut io::sink())
        };
        match step {
            Ok(ControlFlow::Break(Ending::Failed(failure))) => {
                Err(Foul::new(FoulKind::Illegal, failure.to_string()))
            }
            Ok(ControlFlow::Break(Ending::Won(winner))) => {
                self.winner = Some(winner);
                Ok(())
            }
            Ok(ControlFlow::Continue(())) => Ok(()),
            Err(error) => unreachable!("a sink takes everything: {error}"),
        }
    }
}

/// Keeps what a bot wants to remember, unless the game is over.
fn remember(
    game: &mut Game,
    player: Player,
    rest: &[u8],
    is_over: bool,
    record: Option<&mut Vec<u8>>,
) -> Result<(), Foul> {
    let bytes_of = |text: &BString| text.len() + 1;
    let mut kept_bytes: usize = game.information(player).iter().map(bytes_of).sum();
    let mut written = Vec::new();
    for text in information(rest, player, game.rules()) {
        if record.is_some() {
            let text = text.clone();
            write_line(&Command::Information { player, text }, &mut written);
        }
        if text == Command::FORGET {
            kept_bytes = 0;
            game.forget_information(player);
            continue;
        }
        kept_bytes += bytes_of(&text);
        if kept_bytes > INFORMATION_BYTES_MAX {
            let detail = format!("more than {} MiB to remember", INFORMATION_BYTES_MAX >> 20);
            return Err(Foul::new(FoulKind::Flooding, detail));
        }
        if !is_over {
            game.add_information(player, text);
        }
    }
    if let Some(record) = record
        && !written.is_empty()
    {
        record.extend_from_slice(b"[state]\n");
        record.extend_from_slice(&written);
        record.extend_from_slice(b"[state]\n");
    }
    Ok(())
}

/// The `INFORMATION` of a player in the groups of the state.
fn information(
    rest: &[u8],
    player: Player,
    rules: &'static RuleSet,
) -> impl Iterator<Item = BString> {
    let mut group = None;
    lines(rest).filter_map(move |line| {
        if let Some(tag) = tag_of(line) {
            group = match group {
                Some(open) if open == tag => None,
                Some(open) => Some(open),
                None => Some(tag),
            };
            return None;
        }
        if group != Some(Tag::State) || line.len() > LINE_BYTES_MAX {
            return None;
        }
        match parse_command(line, rules) {
            Ok(Command::Information {
                player: whose,
                text,
            }) if whose == player => Some(text),
            _ => None,
        }
    })
}

fn write_line(command: &Command, out: &mut Vec<u8>) {
    out.extend_from_slice(&command.to_bytes());
    out.push(b'\n');
}

fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.lines_with_terminator()
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

fn tag_of(line: &[u8]) -> Option<Tag> {
    let mut tokens = Tokens::new(line);
    let tag = Tag::from_token(tokens.next()?.text)?;
    tokens.next().is_none().then_some(tag)
}
