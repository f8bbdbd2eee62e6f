//! No built-in player uses information that it may not have: when unseen ships of the
//! enemy are moved elsewhere, it plays the same turn.

use crate::support::games::Start;
use crate::support::relocate::{Known, fleet, relocated, seen, with_ships};
use crate::support::{different_players, scaled};
use admiralty::game::Game;
use admiralty::geometry::Pos;
use admiralty::interpreter::save;
use admiralty::player::Player;
use admiralty::players::Players;
use admiralty::rng::Rng;
use admiralty::runner::{AiTurn, play_turn};
use admiralty::script::Command;
use admiralty::view::Observation;

const STATES: u64 = 45;
const GAMES: u64 = 2;
const TURNS: u32 = 24;
const RELOCATIONS: u32 = 4;

fn lines<'c>(commands: impl IntoIterator<Item = &'c Command>) -> String {
    let lines = commands.into_iter().map(ToString::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

fn play(game: &Game) -> Option<(AiTurn, Game)> {
    let mut after = game.clone();
    let turn = play_turn(&mut after, &Players::default()).ok()?;
    Some((turn, after))
}

fn save_of(game: &Game) -> String {
    lines(&save::commands(game).collect::<Vec<_>>())
}

/// Moves the unseen ships of the enemy several times and compares the turns; counts the
/// comparisons, and those in which ships had moved.
fn check(game: &Game, rng: &mut Rng) -> (u32, u32) {
    let player = game.next_player();
    let enemy = player.opponent();
    let Some((turn, after)) = play(game) else {
        return (0, 0);
    };
    let (mut compared, mut moved) = (0, 0);
    for _ in 0..RELOCATIONS {
        let known = Known::now(game, player);
        let Some(ships) = relocated(game, &known, rng) else {
            break;
        };
        let Some(mut other) = with_ships(game, player, &ships) else {
            break;
        };
        assert_eq!(
            seen(game, player),
            seen(&other, player),
            "the test's own relocation shows"
        );
        // It does not read what the enemy remembers either.
        other.add_information(enemy, "whatever".into());
        let other_block = play(&other).map(|(turn, _)| lines(&turn.block));
        assert_eq!(
            other_block.as_deref(),
            Some(&*lines(&turn.block)),
            "{player} in\n{}\nand in\n{}",
            save_of(game),
            save_of(&other)
        );
        compared += 1;
        let before = fleet(game, enemy);
        let is_new = |ship| !before.iter().any(|old: &(_, _, _)| old.1 == ship);
        moved += u32::from(ships.iter().any(|&(_, footprint, _)| is_new(footprint)));
    }
    if turn.winner.is_none() {
        check_memory(game, &turn, &after, rng);
    }
    (compared, moved)
}

/// What is remembered depends only on what is seen before and after the turn, and on
/// what the shots have destroyed.
fn check_memory(game: &Game, turn: &AiTurn, after: &Game, rng: &mut Rng) {
    let player = game.next_player();
    let shots = turn.block.iter().filter_map(|command| match *command {
        Command::Shoot(target) | Command::ShootFrom { target, .. } => Some(target),
        _ => None,
    });
    let looks = [seen(game, player), seen(after, player)];
    let looks = looks.iter().flat_map(|look| look.keys());
    let fields = looks.map(|&(y, x)| Pos::new(y, x)).chain(shots);
    let known = Known::new(game, player, fields);
    let Some(ships) = relocated(game, &known, rng) else {
        return;
    };
    let Some(other) = with_ships(game, player, &ships) else {
        return;
    };
    let (_, other_after) = play(&other).expect("it played before");
    assert_eq!(
        other_after.information(player),
        after.information(player),
        "{player} in\n{}",
        save_of(game)
    );
}

#[test]
fn the_enemy_elsewhere_makes_no_difference_in_random_states() {
    for strategy in different_players() {
        let (mut compared, mut moved) = (0, 0);
        for seed in 0..scaled(STATES) {
            let start = Start::new(seed, strategy.name());
            let more = check(start.game(), &mut Rng::seeded(seed));
            (compared, moved) = (compared + more.0, moved + more.1);
        }
        println!("{}: {compared} compared, {moved} moved", strategy.name());
        assert!(
            compared > 80 && moved > 50,
            "{compared} compared, {moved} moved"
        );
    }
}

#[test]
fn the_enemy_elsewhere_makes_no_difference_in_the_middle_of_games() {
    for strategy in different_players() {
        let (mut compared, mut moved) = (0, 0);
        for seed in 0..scaled(GAMES) {
            let mut rng = Rng::seeded(seed);
            let mut game = Start::fleets(seed, strategy.name()).game().clone();
            for _ in 0..TURNS {
                let more = check(&game, &mut rng);
                (compared, moved) = (compared + more.0, moved + more.1);
                match play_turn(&mut game, &Players::default()) {
                    Ok(turn) if turn.winner.is_none() => {}
                    _ => break,
                }
            }
        }
        println!("{}: {compared} compared, {moved} moved", strategy.name());
        assert!(
            compared > 80 && moved > 50,
            "{compared} compared, {moved} moved"
        );
    }
}

/// A player knows where ships of the enemy prevent placing while its own fleet is not
/// complete, and only then.
#[test]
fn barred_fields_are_known_only_while_placing() {
    let mut barred = 0;
    for seed in 0..scaled(STATES) {
        let start = Start::new(seed, "random");
        let game = start.game();
        for player in Player::BOTH {
            let view = Observation::new(game, player);
            let size = game.board().size();
            let fields =
                (0..size.rows).flat_map(|y| (0..size.columns).map(move |x| Pos::new(y, x)));
            for pos in fields {
                let near = |place: &(_, admiralty::game::Footprint, _)| {
                    place.1.rect().grown(1).contains(pos)
                };
                let expected = game.fleet(player).missing() > 0
                    && game.start(player).contains(pos)
                    && fleet(game, player.opponent()).iter().any(near);
                assert_eq!(
                    view.is_barred(pos),
                    expected,
                    "{pos} for {player} in\n{}",
                    save_of(game)
                );
                barred += u32::from(expected);
            }
        }
    }
    assert!(barred > 50);
}
