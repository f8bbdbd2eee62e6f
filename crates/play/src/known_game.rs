//! What a player knows of a game, as a game.

use admiralty_core::game::Game;
use admiralty_core::player::Player;
use admiralty_core::view::Observation;

/// A game with only what a player knows for certain: the board, the starting rectangles,
/// the reefs, the sizes of the fleets, and its own ships.
pub(super) fn known_game(truth: &Game, player: Player) -> Game {
    let mut game = Game::with_side(truth.rules(), truth.side());
    game.resize(truth.board().size());
    game.set_next_player(player);
    // The true game has all of this, so nothing is refused.
    for one in Player::BOTH {
        game.set_start(one, truth.start(one));
        let counts: Vec<_> = truth.fleet(one).counts().collect();
        let _ = game.set_fleet(one, &counts);
    }
    let observation = Observation::new(truth, player);
    for &reef in observation.reefs() {
        let _ = game.add_reef(reef);
    }
    for ship in observation.own() {
        let healthy = (0..ship.class().length).filter(|&segment| ship.is_healthy(segment));
        let healthy = healthy.fold(0, |bits: u8, segment| bits | 1 << segment);
        let _ = game.preset_ship(ship.name(), *ship.footprint(), healthy);
    }
    game
}
