//! Plays the turn that a bot has printed.
//!
//! A turn of a player of this program gives the same script as the same turn printed by a bot,
//! which a test checks.

use bstr::BString;

use super::super::{Foul, PlayedTurn};
use super::INFORMATION_BYTES_MAX;
use super::fouls;
use super::output::{PrintedTurn, information, lines};
use crate::game::Game;
use crate::interpreter::{Event, Session};
use crate::player::Player;
use crate::script::{Command, LINE_BYTES_MAX, Line, LineChunk, Tag};

/// Plays the turn that an output holds: its first group of a player. What the
/// bot wants to remember comes after it, in groups of the state.
pub fn play(
    game: &mut Game,
    output: &[u8],
    mut record: Option<&mut Vec<u8>>,
) -> Result<PlayedTurn, Foul> {
    let player = game.next_player();
    let Some(turn) = PrintedTurn::find(output) else {
        return Err(fouls::silent());
    };
    let rules = game.rules();
    game.pass_through_save();
    let mut play = TurnInProgress {
        session: Session::with_game(std::mem::replace(game, Game::new(rules))),
        shots: 0,
        winner: None,
        record: record.as_deref_mut(),
    };
    let tag = Tag::Player(turn.player);
    play.line(tag.text().as_bytes())?;
    for line in lines(turn.block) {
        play.line(line)?;
    }
    if !turn.is_closed {
        return Err(fouls::unclosed(tag));
    }
    play.line(tag.text().as_bytes())?;
    let TurnInProgress {
        session,
        shots,
        winner,
        ..
    } = play;
    *game = session.into_game();
    if winner.is_none() {
        remember(game, player, turn.rest, record)?;
    }
    Ok(PlayedTurn { shots, winner })
}

/// A turn that is being played.
struct TurnInProgress<'r> {
    session: Session,
    shots: u64,
    winner: Option<Player>,
    record: Option<&'r mut Vec<u8>>,
}

impl TurnInProgress<'_> {
    fn line(&mut self, text: &[u8]) -> Result<(), Foul> {
        let line = self.session.read(text);
        match line {
            // It changes nothing, and the record of a game prints no boards.
            Line::Command(Command::Print(_)) => return Ok(()),
            Line::Command(Command::Shoot(_) | Command::ShootFrom { .. }) => self.shots += 1,
            _ => {}
        }
        if let Some(record) = &mut self.record
            && line != Line::Blank
        {
            match &line {
                Line::Command(command) => record.extend_from_slice(&command.to_bytes()),
                _ => record.extend_from_slice(text),
            }
            record.push(b'\n');
        }
        let applied = if text.len() > LINE_BYTES_MAX {
            self.session.apply_chunk(LineChunk::Part(text, true))
        } else {
            self.session.apply(&line, text)
        };
        match applied {
            Ok(Event::Won(winner)) => self.winner = Some(winner),
            Ok(_) => {}
            Err(failure) => return Err(fouls::illegal(&failure)),
        }
        Ok(())
    }
}

/// Keeps what a bot wants to remember.
fn remember(
    game: &mut Game,
    player: Player,
    rest: &[u8],
    record: Option<&mut Vec<u8>>,
) -> Result<(), Foul> {
    let bytes_of = |text: &BString| text.len() + 1;
    let mut kept_bytes: usize = game.information(player).iter().map(bytes_of).sum();
    let mut remembered = Vec::new();
    for text in information(rest, player, game.rules()) {
        if record.is_some() {
            let text = text.clone();
            remembered.push(Command::Information { player, text });
        }
        if text == Command::FORGET {
            kept_bytes = 0;
            game.forget_information(player);
            continue;
        }
        kept_bytes += bytes_of(&text);
        if kept_bytes > INFORMATION_BYTES_MAX {
            return Err(fouls::too_much_information());
        }
        game.add_information(player, text);
    }
    if let Some(record) = record
        && !remembered.is_empty()
    {
        let written = Tag::State.write_group(&remembered, record);
        debug_assert!(written.is_ok(), "a vector takes everything");
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::arena::{FoulKind, Opening};
    use crate::interpreter::save;
    use crate::players::Placing;

    /// Lines that bots may print, legal and not.
    const LINES: [&str; 20] = [
        "[playerA]",
        "[playerA]",
        "[playerA]",
        "[playerB]",
        "[state]",
        "[state]",
        "SHOOT 3 4",
        " SHOOT  8 1\r",
        "SHOOT 99 0",
        "MOVE 0 DES F",
        "MOVE 0 DES L",
        "PRINT 0",
        "PRINT 7",
        "REEF 1 1",
        "INFORMATION A seen 1",
        "INFORMATION A FORGET",
        "INFORMATION B lie",
        "INFORMATION A",
        "",
        "\u{0}x",
    ];

    fn state(game: &Game) -> Vec<u8> {
        let mut state = Vec::new();
        save::save(game, &mut state).expect("a vector takes everything");
        state
    }

    /// The game that a record leads to, and what was printed on the way.
    fn replay(start: &Game, record: &[u8]) -> (Game, Vec<u8>) {
        let mut session = Session::with_game(start.clone());
        let mut out = Vec::new();
        for line in lines(record) {
            let step = session.line(line, &mut out).expect("a vector");
            if step.is_break() {
                break;
            }
        }
        (session.into_game(), out)
    }

    proptest! {
        #[test]
        fn a_record_replays_what_was_played(picked in prop::collection::vec(0..LINES.len(), 0..14)) {
            let mut opening = Opening::fresh(Some(Placing::Seq));
            opening.set_fleet(&[0, 0, 0, 1]).expect("a fleet");
            let start = opening.deal(1, 0).expect("a start");
            let output: String = picked.iter().flat_map(|&i| [LINES[i], "\n"]).collect();
            let (mut game, mut record) = (start.clone(), Vec::new());
            let played = play(&mut game, output.as_bytes(), Some(&mut record));
            let (mut replayed, printed) = replay(&start, &record);
            match played {
                Ok(moved) => {
                    replayed.pass_through_save();
                    let states = [state(&replayed), state(&game)].map(BString::from);
                    prop_assert_eq!(&states[0], &states[1]);
                    prop_assert!(moved.winner.is_none() && printed.is_empty());
                    prop_assert!(game.information(Player::B).is_empty());
                }
                Err(foul) if foul.kind == FoulKind::Illegal => {
                    prop_assert_eq!(BString::from(printed), format!("{}\n", foul.detail));
                }
                Err(foul) => {
                    prop_assert!(matches!(foul.kind, FoulKind::Silent | FoulKind::Unclosed));
                }
            }
        }

        #[test]
        fn no_output_panics(output in prop::collection::vec(any::<u8>(), 0..200)) {
            let mut game = Opening::fresh(None).deal(1, 0).expect("a start");
            let _ = play(&mut game, &output, None);
        }
    }
}
