//! The state of a game as the commands that make it again.

use std::io::{self, Write};

use crate::game::{Game, ShipId};
use crate::geometry::Pos;
use crate::player::Player;
use crate::rules::SHIPS;
use crate::script::{Command, Segments, ShipRef, Tag};

/// Writes the state as `SAVE` prints it: a `[state]` group that makes the same
/// state again, but for the planes and what the current turn has used up.
///
/// # Errors
///
/// What `out` returns.
pub fn save(game: &Game, out: &mut impl Write) -> io::Result<()> {
    Tag::State.write_group(commands(game), out)
}

/// Writes the state as [`save`] does, but with the seed that the game has. `SAVE`
/// counts on from it, because what it prints goes to the turn after; this goes to
/// the turn that is to be played.
///
/// # Errors
///
/// What `out` returns.
pub fn save_for_this_turn(game: &Game, out: &mut impl Write) -> io::Result<()> {
    let seed = game.seed().map(Command::Srand);
    Tag::State.write_group(commands_but_the_seed(game).chain(seed), out)
}

/// The commands that make the state again in a fresh game.
///
/// ```
/// use admiralty::{game::Game, interpreter::save, rules::SHIPS};
/// let first = save::commands(&Game::new(&SHIPS)).next().unwrap();
/// assert_eq!(first.to_string(), "BOARD_SIZE 21 10");
/// ```
pub fn commands(game: &Game) -> impl Iterator<Item = Command> + '_ {
    let seed = game.seed().map(|seed| Command::Srand(seed.wrapping_add(1)));
    commands_but_the_seed(game).chain(seed)
}

fn commands_but_the_seed(game: &Game) -> impl Iterator<Item = Command> + '_ {
    let rules = game.rules();
    let board = game.board();
    let ai = |player: &Player| game.is_ai(*player);
    // A script begins with the rules `ships`, but what is saved may be loaded
    // where others were chosen.
    let is_named = rules != &SHIPS || game.are_rules_chosen();
    let named = is_named.then_some(Command::Rules {
        rules,
        side: rules.board_sides.saved(game.side()),
    });
    let fixed = [
        Command::BoardSize(board.size()),
        Command::NextPlayer(game.next_player()),
    ];
    let shots = game.shots();
    let shots = shots.map(|(player, target)| Command::Shot { player, target });
    let lines = named
        .into_iter()
        .chain(fixed)
        .chain(
            Player::BOTH
                .into_iter()
                .flat_map(|player| fleet(game, player)),
        )
        .chain(shots)
        .chain(board.reefs().iter().map(|&reef: &Pos| Command::Reef(reef)))
        .chain(game.is_extended().then_some(Command::ExtendedShips))
        .chain(game.is_auto().then_some(Command::AutoShooting))
        .chain(
            Player::BOTH
                .into_iter()
                .filter(ai)
                .map(Command::SetAiPlayer),
        )
        .chain(
            Player::BOTH
                .into_iter()
                .flat_map(|player| information(game, player)),
        );
    // What a rule set fixes is not said.
    lines.filter(move |line| line.keyword().is_in(rules))
}

fn fleet(game: &Game, player: Player) -> impl Iterator<Item = Command> + '_ {
    let fleet = game.fleet(player);
    let fixed = [
        Command::InitPosition {
            player,
            start: game.start(player),
        },
        Command::SetFleet {
            player,
            counts: fleet.counts().collect(),
        },
    ];
    fixed
        .into_iter()
        .chain(fleet.ships().map(|id| ship(game, id)))
}

fn ship(game: &Game, id: ShipId) -> Command {
    let ship = game.board().ship(id);
    let name = ship.name();
    let healthy = (0..name.class.length).filter(|&segment| ship.is_healthy(segment));
    Command::Ship {
        player: name.player,
        ship: ShipRef {
            index: name.index,
            class: name.class,
        },
        head: ship.footprint().head,
        direction: ship.footprint().direction,
        segments: Segments(healthy.fold(0, |bits, segment| bits | 1 << segment)),
    }
}

fn information(game: &Game, player: Player) -> impl Iterator<Item = Command> + '_ {
    let lines = game.information(player).iter();
    lines.map(move |text| Command::Information {
        player,
        text: text.clone(),
    })
}
