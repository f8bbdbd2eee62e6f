//! The state of a game as the commands that recreate it.

use std::io::{self, Write};

use crate::game::Game;
use crate::player::Player;
use crate::rules::{RulesChoice, SHIPS};
use crate::script::{Command, NamedShip, Segments, Tag};

/// Writes the state as `SAVE` prints it: a `[state]` group that recreates it, except for the
/// planes and what was used up in the current turn.
///
/// # Errors
///
/// An error of `out`.
pub fn save(game: &Game, out: &mut impl Write) -> io::Result<()> {
    Tag::State.write_group(commands(game), out)
}

/// The state as [`save`] writes it.
pub fn saved(game: &Game) -> Vec<u8> {
    Tag::State.group(commands(game))
}

/// The state as [`save`] writes it, but with the current seed. `SAVE` increments the seed,
/// because it saves for the next turn; this is for the turn about to be played.
pub fn saved_for_this_turn(game: &Game) -> Vec<u8> {
    let seed = game.seed().map(Command::Srand);
    Tag::State.group(commands_without_seed(game).chain(seed))
}

/// What a player may know of the state, as a `[state]` group that can be loaded: all that is
/// public, the player's own ships and information, and a seed.
pub fn saved_for_player(game: &Game, player: Player, seed: u64) -> Vec<u8> {
    let is_known = |command: &Command| match command {
        Command::Ship { player: owner, .. }
        | Command::Information { player: owner, .. }
        | Command::SetAiPlayer(owner) => *owner == player,
        _ => true,
    };
    let known = commands_without_seed(game).filter(is_known);
    Tag::State.group(known.chain([Command::Srand(seed)]))
}

/// The commands that recreate the state in a fresh game.
///
/// ```
/// use admiralty_core::game::Game;
/// use admiralty_core::interpreter::save;
/// use admiralty_core::rules::SHIPS;
/// let first = save::commands(&Game::new(&SHIPS)).next().unwrap();
/// assert_eq!(first.to_string(), "BOARD_SIZE 21 10");
/// ```
pub fn commands(game: &Game) -> impl Iterator<Item = Command> + '_ {
    let seed = game.seed().map(|seed| Command::Srand(seed.wrapping_add(1)));
    commands_without_seed(game).chain(seed)
}

fn commands_without_seed(game: &Game) -> impl Iterator<Item = Command> + '_ {
    let (rules, board) = (game.rules(), game.board());
    // Scripts start with the rules `ships`, but saved commands may be loaded where other
    // rules were chosen.
    let is_named = rules != &SHIPS || game.are_rules_chosen();
    let chosen = RulesChoice::saved(rules, game.side()).filter(|_| is_named);
    let named = chosen.map(Command::Rules);
    let fixed = [
        Command::BoardSize(board.size()),
        Command::NextPlayer(game.next_player()),
    ];
    let fleets = Player::BOTH
        .into_iter()
        .flat_map(|player| fleet(game, player));
    let shots = game
        .shots()
        .map(|(player, target)| Command::Shot { player, target });
    let modes = [
        game.is_extended().then_some(Command::ExtendedShips),
        game.is_auto().then_some(Command::AutoShooting),
    ];
    let players = Player::BOTH
        .into_iter()
        .filter(|&player| game.is_ai(player));
    let information = Player::BOTH.into_iter().flat_map(|player| {
        let lines = game.information(player).iter().cloned();
        lines.map(move |text| Command::Information { player, text })
    });
    let lines = named
        .into_iter()
        .chain(fixed)
        .chain(fleets)
        .chain(shots)
        .chain(board.reefs().iter().copied().map(Command::Reef))
        .chain(modes.into_iter().flatten())
        .chain(players.map(Command::SetAiPlayer))
        .chain(information);
    // Omit what the rule set fixes.
    lines.filter(move |line| line.keyword().is_in(rules))
}

fn fleet(game: &Game, player: Player) -> impl Iterator<Item = Command> + '_ {
    let (fleet, start) = (game.fleet(player), game.start(player));
    let fixed = [
        Command::InitPosition { player, start },
        Command::SetFleet {
            player,
            counts: fleet.counts().collect(),
        },
    ];
    let ships = fleet.ships().map(move |id| {
        let ship = game.board().ship(id);
        let (class, index) = (ship.class(), ship.name().index);
        Command::Ship {
            player,
            ship: NamedShip {
                index,
                class: class.name,
            },
            head: ship.footprint().head,
            direction: ship.footprint().direction,
            segments: Segments::new(class, ship.healthy_segments()),
        }
    });
    fixed.into_iter().chain(ships)
}
