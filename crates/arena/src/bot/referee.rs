//! Decides about the lines of a bot, one by one, or the output of a turn as a whole.
//!
//! The record is the same as for a native player that plays the same turn (tested).

use std::io::{self, Write};

use admiralty_core::game::Game;
use admiralty_core::interpreter::Session;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Line, Tag};
use bstr::ByteSlice;

use crate::outcome::PlayedShots;
use crate::{Foul, FoulKind, INFORMATION_BYTES_MAX, OUTPUT_BYTES_MAX};

/// The referee of one turn.
pub struct Referee<'r> {
    session: Session,
    tag: Tag,
    /// Whether the player places its fleet in this turn, and does nothing else.
    is_placing: bool,
    played: PlayedShots,
    record: Option<&'r mut Vec<u8>>,
}

impl<'r> Referee<'r> {
    /// Opens the group of a player. The turn owns the game until it is finished. Its lines are
    /// appended to `record`, up to an illegal line.
    pub fn begin(game: &mut Game, tag: Tag, record: Option<&'r mut Vec<u8>>) -> Result<Self, Foul> {
        let empty = Game::new(game.rules());
        let mut turn = Self {
            is_placing: is_placing_turn(game),
            session: Session::with_game(std::mem::replace(game, empty)),
            tag,
            played: PlayedShots::default(),
            record,
        };
        turn.line(&Line::Tag(tag), tag.text().as_bytes(), &mut io::sink())?;
        Ok(turn)
    }

    /// Parses a line under the rules of the game.
    pub fn read(&self, text: &[u8]) -> Line {
        self.session.read(text)
    }

    /// Whether the player places its fleet in this turn, and does nothing else.
    pub const fn is_placing(&self) -> bool {
        self.is_placing
    }

    /// Executes a line, and writes its output to `out`.
    pub fn line(&mut self, line: &Line, text: &[u8], mut out: &mut dyn Write) -> Result<(), Foul> {
        if self.is_placing {
            self.check_placing(line)?;
        }
        if let Line::Command(Command::Shoot(_) | Command::ShootFrom { .. }) = line {
            self.played.shots += 1;
        }
        if let Some(record) = &mut self.record {
            let recorded = match line {
                // Records contain no `PRINT`.
                Line::Command(Command::Print(_)) | Line::Blank => None,
                Line::Command(executed) => Some(executed.to_bytes()),
                Line::Tag(tag) if *tag == self.tag => Some(tag.text().into()),
                _ => Some(text.into()),
            };
            if let Some(recorded) = recorded {
                record.extend(recorded);
                record.push(b'\n');
            }
        }
        let applied = self.session.apply(line, text);
        let written = match &applied {
            Ok(event) => event.write_to(self.session.game(), &mut out),
            Err(failure) => out.write_all(&failure.to_bytes()),
        };
        match applied {
            Ok(event) => self.played.winner = event.winner(),
            Err(failure) => return Err(Foul::new(FoulKind::Illegal, failure.to_string())),
        }
        // Writing only fails if the output is too long.
        written.map_err(|_| Foul::flooding(OUTPUT_BYTES_MAX, "of answers"))
    }

    /// Checks that the player places ships only, and all of them.
    fn check_placing(&self, line: &Line) -> Result<(), Foul> {
        let game = self.session.game();
        match line {
            Line::Command(Command::PlaceShip { .. } | Command::Print(_)) => Ok(()),
            Line::Command(other) => Err(Foul::placing(other)),
            Line::Tag(tag) if *tag == self.tag && self.session.open_group().is_some() => {
                match game.fleet(game.next_player()).missing() {
                    0 => Ok(()),
                    missing => Err(Foul::incomplete(missing)),
                }
            }
            _ => Ok(()),
        }
    }

    /// Whether the group is closed or the game is won.
    pub fn is_over(&self) -> bool {
        self.session.open_group().is_none() || self.played.winner.is_some()
    }

    /// Ends the turn, and puts the resulting state into `game`.
    pub fn finish(self, game: &mut Game) -> PlayedShots {
        debug_assert!(self.is_over(), "{} is open", self.tag);
        *game = self.session.into_game();
        self.played
    }
}

/// Plays the turn in an output: the first group of a player. `[state]` groups after it have the
/// `INFORMATION` to store. In a turn that places the fleet, only `PLACE_SHIP` counts. The turn is
/// appended to `record`, up to an illegal line. After a foul, `game` is empty.
pub fn play_output(
    game: &mut Game,
    output: &[u8],
    mut record: Option<&mut Vec<u8>>,
) -> Result<PlayedShots, Foul> {
    let player = game.next_player();
    let mut lines = lines(output);
    let opening = lines.find_map(|text| match Line::parse(text) {
        Line::Tag(tag @ Tag::Player(_)) => Some(tag),
        _ => None,
    });
    let tag = opening.ok_or_else(|| Foul::new(FoulKind::Silent, "no group of a player"))?;
    game.pass_through_save();
    let mut referee = Referee::begin(game, tag, record.as_deref_mut())?;
    let is_placing = referee.is_placing();
    while !referee.is_over() {
        let text = lines.next().ok_or_else(|| Foul::unclosed(tag))?;
        let line = referee.read(text);
        let is_executed = match &line {
            // `PRINT` changes nothing, and its output is not used.
            Line::Command(Command::Print(_)) => false,
            // Other commands in the turn that places the fleet are ignored.
            Line::Command(command) if is_placing => matches!(command, Command::PlaceShip { .. }),
            _ => true,
        };
        if is_executed {
            referee.line(&line, text, &mut io::sink())?;
        }
    }
    let result = referee.finish(game);
    if result.winner.is_none() && !is_placing {
        remember(game, player, lines, record)?;
    }
    Ok(result)
}

/// Whether the next player places its fleet in its turn, and does nothing else. Otherwise, its
/// ships could block the fleet of an opponent who has yet to place it.
pub fn is_placing_turn(game: &Game) -> bool {
    game.fleet(game.next_player()).missing() > 0
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
        let command = match Line::parse(line) {
            Line::Tag(tag) => {
                group = match group {
                    None => Some(tag),
                    Some(open) => (open != tag).then_some(open),
                };
                continue;
            }
            Line::Command(command) if line.len() <= Line::BYTES_MAX => command,
            _ => continue,
        };
        match &command {
            Command::Information {
                player: whose,
                text,
            } if group == Some(Tag::State) && *whose == player => {
                let is_forgotten = *text == Command::FORGET;
                kept_bytes = if is_forgotten {
                    0
                } else {
                    kept_bytes + text.len() + 1
                };
                if kept_bytes > INFORMATION_BYTES_MAX {
                    return Err(Foul::flooding(INFORMATION_BYTES_MAX, "to remember"));
                }
                game.set([command.clone()]).expect("it is allowed");
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
    use admiralty_core::game::For;
    use admiralty_core::interpreter::Session;
    use admiralty_players::Placing;
    use bstr::BString;
    use proptest::prelude::*;

    use super::*;
    use crate::Opening;

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
            let played = play_output(&mut game, output.as_bytes(), Some(&mut record));
            let (mut replayed, printed) = replay(&start, &record);
            match played {
                Ok(moved) => {
                    replayed.pass_through_save();
                    let states = [&replayed, &game].map(|game| BString::from(game.script(For::Save)));
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
            let _ = play_output(&mut game, &output, None);
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
            let fact = Command::Information {
                player: Player::A,
                text: (&*half).into(),
            };
            game.set(std::iter::repeat_n(fact, known))
                .expect("they are allowed");
            let output = format!("[playerA]\n[playerA]\n{rest}");
            let played = play_output(&mut game, output.as_bytes(), None);
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
