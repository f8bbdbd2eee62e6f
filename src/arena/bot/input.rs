//! The standard input of a bot.

use std::io;

use crate::game::Game;
use crate::interpreter::save;

/// The state of the game as `SAVE` prints it for the player who is next: that
/// player is the one to be played, and the only one whose information is there.
pub fn bot_input(game: &Game) -> io::Result<Vec<u8>> {
    let mover = game.next_player();
    let mut shown = game.clone();
    shown.set_ai(mover);
    shown.forget_information(mover.opponent());
    let mut out = Vec::new();
    save::save_for_this_turn(&shown, &mut out)?;
    Ok(out)
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;
    use crate::player::Player;
    use crate::rules::SHIPS;

    #[test]
    fn the_opponents_information_is_left_out() {
        let mut game = Game::new(&SHIPS);
        game.set_extended();
        game.add_information(Player::A, "mine".into());
        game.add_information(Player::B, "theirs".into());
        game.set_seed(7);
        let input = bot_input(&game).expect("written");
        let end = "EXTENDED_SHIPS\nSET_AI_PLAYER A\nINFORMATION A mine\nSRAND 7\n[state]\n";
        assert!(input.ends_with(end.as_bytes()), "{}", input.as_bstr());
        assert!(!input.contains_str("theirs"));
    }

    #[test]
    fn without_information_and_seed_the_player_is_last() {
        let input = bot_input(&Game::new(&SHIPS)).expect("written");
        assert!(input.ends_with(b"SET_FLEET B 1 2 3 4\nSET_AI_PLAYER A\n[state]\n"));
    }
}
