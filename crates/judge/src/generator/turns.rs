//! Turns: ships are placed, then shoot, move and spy.

use super::command_writer::CommandWriter;
use super::draw::{Bias, missing_ships};
use admiralty_core::player::Player;
use admiralty_core::script::{Keyword, Tag};

/// Places the fleets, in a state group or in at most `turns_max` turns, or only a part of
/// them.
pub(super) fn place_fleets(writer: &mut CommandWriter, turns_max: u32, is_partly: bool) {
    if writer.rng.one_in(2) {
        let is_partly = is_partly || writer.rng.one_in(3);
        preset_fleets(writer, is_partly);
    }
    for _ in 0..turns_max {
        if writer.draft.game().is_complete() || !turn(writer) {
            break;
        }
    }
}

/// Puts both fleets, or most of their ships, on the board in a state group.
pub(super) fn preset_fleets(writer: &mut CommandWriter, is_partly: bool) {
    if !writer.enter(Tag::State) {
        return;
    }
    writer.bias.is_whole = writer.rng.one_in(2);
    for player in Player::BOTH {
        writer.bias.player = Some(player);
        for ship in missing_ships(writer.draft.game(), player) {
            if !(is_partly && writer.rng.one_in(3)) {
                writer.bias.ship = Some(ship);
                writer.feed_any(Keyword::Ship);
            }
        }
    }
    writer.bias = Bias {
        player: None,
        ship: None,
        is_whole: false,
        ..writer.bias
    };
    writer.leave();
}

/// A turn of the next player; returns whether the game continues.
pub(super) fn turn(writer: &mut CommandWriter) -> bool {
    begin_turn(writer);
    writer.leave()
}

/// A turn of the next player, which is left open.
pub(super) fn begin_turn(writer: &mut CommandWriter) {
    if !writer.enter_kind(false) {
        return;
    }
    let game = writer.draft.game();
    let mut missing = missing_ships(game, game.next_player());
    if writer.rng.one_in(3) {
        writer.rng.shuffle(&mut missing);
    }
    let is_patient = writer.rng.one_in(4);
    for ship in missing {
        if is_patient && writer.rng.one_in(2) {
            break;
        }
        writer.bias.ship = Some(ship);
        writer.feed_any(Keyword::PlaceShip);
    }
    for _ in 0..writer.rng.below_u32(3) + u32::from(writer.bias.is_fierce) {
        act(writer);
    }
}

/// Some commands with one keyword, mostly for one ship.
pub(super) fn act(writer: &mut CommandWriter) {
    let word = match writer.rng.below_u32(8) {
        0 | 1 => Keyword::Print,
        2..4 => Keyword::Move,
        4 => Keyword::Spy,
        _ => Keyword::Shoot,
    };
    writer.choose_ship();
    for _ in 0..writer.rng.choose(&[1, 1, 2, 5]) {
        if !writer.feed_any(word) || word == Keyword::Print {
            break;
        }
    }
}
