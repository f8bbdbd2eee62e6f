//! Plays the turn that a bot has printed.
//!
//! The record is the same as for a native player that plays the same turn (tested).

use std::io;

use bstr::ByteSlice;

use super::INFORMATION_BYTES_MAX;
use super::turn::TurnInProgress;
use crate::game_loop::PlayedTurn;
use crate::{Foul, FoulKind};
use admiralty_core::game::Game;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, LINE_BYTES_MAX, Line, Tag, parse_line};

/// Plays the turn in an output: the first group of a player. `[state]` groups after it have the
/// `INFORMATION` to store. In a turn that places the fleet, only `PLACE_SHIP` counts. The turn is
/// appended to `record`, up to an illegal line. After a foul, `game` is empty.
pub fn play(
    game: &mut Game,
    output: &[u8],
    mut record: Option<&mut Vec<u8>>,
) -> Result<PlayedTurn, Foul> {
    let player = game.next_player();
    let rules = game.rules();
    let mut lines = lines(output);
    let opening = lines.find_map(|text| match parse_line(text, rules) {
        Line::Tag(tag @ Tag::Player(_)) => Some(tag),
        _ => None,
    });
    let tag = opening.ok_or_else(|| Foul::new(FoulKind::Silent, "no group of a player"))?;
    game.pass_through_save();
    let mut turn = TurnInProgress::begin(game, tag, record.as_deref_mut())?;
    let is_placing = turn.is_placing();
    while !turn.is_over() {
        let text = lines.next().ok_or_else(|| Foul::unclosed(tag))?;
        let line = turn.read(text);
        let is_executed = match &line {
            // `PRINT` changes nothing, and its output is not used.
            Line::Command(Command::Print(_)) => false,
            // Other commands in the turn that places the fleet are ignored.
            Line::Command(command) if is_placing => matches!(command, Command::PlaceShip { .. }),
            _ => true,
        };
        if is_executed {
            turn.line(&line, text, &mut io::sink())?;
        }
    }
    let result = turn.finish(game);
    if result.winner.is_none() && !is_placing {
        remember(game, player, lines, record)?;
    }
    Ok(result)
}

/// Stores the memory that a bot has printed: its `INFORMATION` in `[state]` groups.
fn remember<'o>(
    game: &mut Game,
    player: Player,
    rest: impl Iterator<Item = &'o [u8]>,
    record: Option<&mut Vec<u8>>,
) -> Result<(), Foul> {
    let facts = game.information(player);
    let mut kept_bytes: usize = facts.iter().map(|fact| fact.len() + 1).sum();
    let mut group = None;
    let mut remembered = Vec::new();
    for line in rest {
        let command = match parse_line(line, game.rules()) {
            Line::Tag(tag) => {
                group = match group {
                    None => Some(tag),
                    Some(open) => (open != tag).then_some(open),
                };
                continue;
            }
            Line::Command(command) if line.len() <= LINE_BYTES_MAX => command,
            _ => continue,
        };
        match &command {
            Command::Information {
                player: whose,
                text,
            } if group == Some(Tag::State) && *whose == player => {
                if *text == Command::FORGET {
                    kept_bytes = 0;
                    game.forget_information(player);
                } else {
                    kept_bytes += text.len() + 1;
                    if kept_bytes > INFORMATION_BYTES_MAX {
                        return Err(Foul::flooding(INFORMATION_BYTES_MAX, "to remember"));
                    }
                    game.add_information(player, text.clone());
                }
            }
            _ => continue,
        }
        remembered.push(command);
    }
    if let Some(record) = record
        && !remembered.is_empty()
    {
        record.extend(Tag::State.group(&remembered));
    }
    Ok(())
}

/// The lines, without their line feeds.
fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.lines_with_terminator()
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

#[cfg(test)]
mod tests {
    use bstr::BString;
    use proptest::prelude::*;

    use super::*;
    use crate::Opening;
    use admiralty_core::interpreter::Session;
    use admiralty_core::interpreter::save::saved;
    use admiralty_players::Placing;

    /// Lines that bots might print, legal and illegal.
    const LINES: &str = "[playerA]\n[playerA]\n[playerA]\n[playerB]\n[state]\n[state]\n\
        SHOOT 3 4\n SHOOT  8 1\r\nSHOOT 99 0\nMOVE 0 DES F\nMOVE 0 DES L\nPRINT 0\nPRINT 7\n\
        REEF 1 1\nINFORMATION A seen 1\nINFORMATION A FORGET\nINFORMATION B lie\n\
        INFORMATION A\n\n\u{0}x";

    /// Replays a record; returns the resulting game and the output.
    fn replay(start: &Game, record: &[u8]) -> (Game, Vec<u8>) {
        let mut session = Session::with_game(start.clone());
        let mut out = Vec::new();
        for line in lines(record) {
            let applied = session.line(line);
            let step = session.print(applied, &mut out).expect("a vector");
            if step.is_break() {
                break;
            }
        }
        (session.into_game(), out)
    }

    proptest! {
        #[test]
        fn a_record_replays_what_was_played(picked in prop::collection::vec(0..20_usize, 0..14)) {
            let lines: Vec<_> = LINES.split('\n').collect();
            let mut opening = Opening::fresh(Some(Placing::Seq));
            opening.set_fleet(&[0, 0, 0, 1]).expect("a fleet");
            let start = opening.deal(1, 0).expect("a start");
            let output: String = picked.iter().flat_map(|&i| [lines[i], "\n"]).collect();
            let (mut game, mut record) = (start.clone(), Vec::new());
            let played = play(&mut game, output.as_bytes(), Some(&mut record));
            let (mut replayed, printed) = replay(&start, &record);
            match played {
                Ok(moved) => {
                    replayed.pass_through_save();
                    let states = [&replayed, &game].map(|game| BString::from(saved(game)));
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

    #[test]
    fn what_is_remembered() {
        let half = "x".repeat(INFORMATION_BYTES_MAX / 2 - 1);
        let fact = format!("INFORMATION A {half}\n");
        let group = |lines: &str| format!("[state]\n{lines}[state]\n");
        let forgotten = format!("INFORMATION A FORGET\n{fact}{fact}");
        for (known, rest, kept) in [
            (1, "INFORMATION A x\n".to_owned(), Some(1)),
            (1, group("INFORMATION A x\nINFORMATION B y\n"), Some(2)),
            (0, group("[playerB]\nINFORMATION A x\n"), Some(1)),
            (0, group("[state]\nINFORMATION A x\n"), Some(0)),
            // Lines stored before count, unless the bot drops them.
            (0, group(&fact.repeat(2)), Some(2)),
            (0, group(&fact.repeat(3)), None),
            (1, group(&fact), Some(2)),
            (2, group("INFORMATION A x\n"), None),
            (2, group(&forgotten), Some(2)),
        ] {
            let opening = Opening::fresh(Some(Placing::Seq));
            let mut game = opening.deal(1, 0).expect("a start");
            (0..known).for_each(|_| game.add_information(Player::A, (&*half).into()));
            let output = format!("[playerA]\n[playerA]\n{rest}");
            let played = play(&mut game, output.as_bytes(), None);
            let found = match played {
                Ok(_) => Some(game.information(Player::A).len()),
                Err(foul) => {
                    assert_eq!(foul.kind, FoulKind::Flooding);
                    None
                }
            };
            assert_eq!(found, kept, "{} bytes after {known} facts", rest.len());
        }
    }
}
