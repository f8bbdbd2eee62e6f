//! What a bot is given.

use std::io::{self, Write};

use crate::game::Game;
use crate::save;
use crate::script::{Command, Tag};

/// The state of the game as `SAVE` prints it for the player who is next: that
/// player is the one to be played, and the only one whose information is there.
///
/// The seed is the game's own. `SAVE` counts on from it, because what it prints
/// goes to the turn after; this goes to the turn that is to be played.
pub fn dump(game: &Game) -> io::Result<Vec<u8>> {
    let mover = game.next_player();
    let mut out = Vec::new();
    let mut ai = Some(Command::SetAiPlayer(mover));
    writeln!(out, "{}", Tag::State)?;
    for command in save::commands(game) {
        let command = match command {
            Command::SetAiPlayer(_) => continue,
            Command::Information { player, .. } if player != mover => continue,
            Command::Srand(next) => Command::Srand(next.wrapping_sub(1)),
            command => command,
        };
        if matches!(command, Command::Information { .. } | Command::Srand(_)) {
            write_lines(ai.take(), &mut out)?;
        }
        write_lines([command], &mut out)?;
    }
    write_lines(ai.take(), &mut out)?;
    writeln!(out, "{}", Tag::State)?;
    Ok(out)
}

fn write_lines(commands: impl IntoIterator<Item = Command>, out: &mut Vec<u8>) -> io::Result<()> {
    for command in commands {
        command.write_to(out)?;
        out.push(b'\n');
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;
    use crate::rules::SHIPS;
    use crate::vocabulary::Player;

    #[test]
    fn the_opponents_information_is_left_out() {
        let mut game = Game::new(&SHIPS);
        game.set_extended();
        game.add_information(Player::A, "mine".into());
        game.add_information(Player::B, "theirs".into());
        game.set_seed(7);
        let dump = dump(&game).expect("written");
        let end = "EXTENDED_SHIPS\nSET_AI_PLAYER A\nINFORMATION A mine\nSRAND 7\n[state]\n";
        assert!(dump.ends_with(end.as_bytes()), "{}", dump.as_bstr());
        assert!(!dump.contains_str("theirs"));
    }

    #[test]
    fn without_information_and_seed_the_player_is_last() {
        let dump = dump(&Game::new(&SHIPS)).expect("written");
        assert!(dump.ends_with(b"SET_FLEET B 1 2 3 4\nSET_AI_PLAYER A\n[state]\n"));
    }
}
