//! No built-in player uses information that it may not have: when ships of the enemy that
//! it has not seen are moved elsewhere, it plays the same, command by command.

use crate::support::games::Start;
use crate::support::relocate::{Known, fleet, relocated, seen, with_ships};
use crate::support::scaled;
use admiralty_core::game::{For, Game};
use admiralty_core::geometry::{Movement, Pos};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rng::Rng;
use admiralty_core::script::{Command, Tag};
use admiralty_core::view::Observation;
use admiralty_players::runner::{TurnRecord, play_turn};
use admiralty_players::{MemoryUpdate, Orders, PlayerInput, Players, STRATEGIES, Strategy};
use std::collections::BTreeMap;
use std::hash::{DefaultHasher, Hash, Hasher};
use std::ops::AddAssign;

const STATES: u64 = 75;
const GAMES: u64 = 4;
const TURNS: u32 = 24;
const RELOCATIONS: u32 = 4;

pub fn lines<'c>(commands: impl IntoIterator<Item = &'c Command>) -> String {
    let lines = commands.into_iter().map(ToString::to_string);
    lines.collect::<Vec<_>>().join("\n")
}

/// A player whose orders and memory depend on everything that it is shown, at every look:
/// what is shown must not be more than it may know.
#[derive(Debug)]
struct NosyPlayer;

impl NosyPlayer {
    /// A number that depends on all that is seen.
    fn digest(view: &Observation<'_>) -> u64 {
        let mut hasher = DefaultHasher::new();
        for pos in view.size().rect().fields() {
            let kind = view.enemy_at(pos);
            (view.seen().contains(pos), view.is_barred(pos), kind).hash(&mut hasher);
        }
        Player::BOTH
            .map(|player| view.parts(player))
            .hash(&mut hasher);
        for ship in view.own() {
            let health = (0..ship.class().length).map(|segment| ship.is_healthy(segment));
            health.for_each(|is_healthy| is_healthy.hash(&mut hasher));
        }
        hasher.finish()
    }
}

impl Strategy for NosyPlayer {
    fn name(&self) -> &'static str {
        "nosy"
    }

    fn play(&self, input: &mut PlayerInput<'_>, orders: &mut Orders<'_, '_>) -> MemoryUpdate {
        for _ in 0..input.rng.below_u32(16) {
            let turn = u64::from(input.rng.word());
            let rng = &mut Rng::seeded(turn ^ Self::digest(&orders.look()));
            let ship = rng.index_u32(orders.own_ships().len().max(1));
            let field = rng.pos_on(orders.view().size());
            match rng.below_u32(3) {
                _ if orders.own_ships().is_empty() => {}
                0 => _ = orders.spy(ship, field),
                1 => _ = orders.move_ship(ship, rng.choose(&Movement::ALL)),
                _ => _ = orders.fire(field) || orders.shoot(ship, field),
            }
        }
        MemoryUpdate::Observe(Box::new(|after| {
            vec![Self::digest(after).to_string().into()]
        }))
    }
}

/// The players that are watched: those of the program, and one that does anything.
pub fn players() -> impl Iterator<Item = &'static dyn Strategy> {
    STRATEGIES
        .iter()
        .copied()
        .chain([&NosyPlayer as &dyn Strategy])
}

/// The players of a game in which one strategy plays both sides.
pub fn both(strategy: &'static dyn Strategy) -> Players {
    Players {
        strategies: ByPlayer::from_fn(|_| Some(strategy)),
        ..Players::default()
    }
}

fn play(game: &Game, players: &Players) -> Option<(TurnRecord, Game)> {
    let mut after = game.clone();
    let turn = play_turn(&mut after, players).ok()?;
    Some((turn, after))
}

fn save_of(game: &Game) -> String {
    lines(&game.commands(For::Save).collect::<Vec<_>>())
}

/// The fields that a player sees, with what is on them.
type Look = BTreeMap<(i32, i32), u8>;

/// What the next player sees at the beginning of its turn, and after each of these commands.
fn looks(game: &Game, commands: &[Command]) -> Vec<Look> {
    let player = game.next_player();
    let mut looks = vec![seen(game, player)];
    let mut twin = game.clone();
    twin.pass_through_save();
    twin.begin_turn(player).expect("the player is next");
    for command in commands {
        let executed = twin.execute(Tag::Player(player), command);
        executed.expect("it was legal");
        looks.push(seen(&twin, player));
    }
    looks
}

/// The fields of looks.
fn fields(looks: &[Look]) -> impl Iterator<Item = Pos> {
    let fields = looks.iter().flat_map(Look::keys);
    fields.map(|&(y, x)| Pos::new(y, x))
}

/// How much was compared.
#[derive(Clone, Copy, Debug, Default)]
struct Count {
    /// Comparisons.
    compared: u32,
    /// Those in which ships had moved.
    moved: u32,
    /// Those in which the player had seen more than at the beginning of its turn.
    looked: u32,
}

impl AddAssign for Count {
    fn add_assign(&mut self, other: Self) {
        self.compared += other.compared;
        self.moved += other.moved;
        self.looked += other.looked;
    }
}

impl Count {
    fn expect_enough(self, player: &str) {
        tell!("{player}: {self:?}");
        // The others look only at the beginning, and seldom move towards what they see.
        let is_looking = matches!(player, "admiral" | "nosy");
        let looked = if is_looking { 40 } else { 4 };
        assert!(
            self.compared > 100 && self.moved > 80 && self.looked > looked,
            "{player}: {self:?}"
        );
    }
}

/// Several times, moves the ships of the enemy that were not seen before a command of the
/// turn, and compares the turn up to that command.
fn check(game: &Game, players: &Players, rng: &mut Rng) -> Count {
    let player = game.next_player();
    let enemy = player.opponent();
    let mut count = Count::default();
    let Some((turn, after)) = play(game, players) else {
        return count;
    };
    let looks_of_turn = looks(game, &turn.block);
    let length = turn.block.len();
    for _ in 0..RELOCATIONS {
        // After how many commands the player looks last.
        let last = if rng.one_in(2) {
            length
        } else {
            rng.index_u32(length + 1)
        };
        let before = &looks_of_turn[..=last];
        let known = Known::new(game, player, fields(before));
        let Some(ships) = relocated(game, &known, rng) else {
            continue;
        };
        let Some(mut other) = with_ships(game, player, &ships) else {
            continue;
        };
        assert_eq!(
            before,
            looks(&other, &turn.block[..last]),
            "the test's own relocation shows"
        );
        // It does not read what the enemy remembers either.
        other
            .set([Command::Information {
                player: enemy,
                text: "whatever".into(),
            }])
            .expect("it is allowed");
        let (other_turn, _) = play(&other, players).expect("the same player plays");
        let is_whole = last == length;
        let upto = |block: &[Command]| {
            let compared = if is_whole { block.len() } else { last + 1 };
            lines(&block[..compared.min(block.len())])
        };
        assert_eq!(
            upto(&other_turn.block),
            upto(&turn.block),
            "{player} before command {last} in\n{}\nand in\n{}",
            save_of(game),
            save_of(&other)
        );
        let places = fleet(game, enemy);
        let is_new = |ship| !places.iter().any(|old: &(_, _, _)| old.1 == ship);
        let is_more = |look: &Look| look.keys().any(|field| !before[0].contains_key(field));
        count += Count {
            compared: 1,
            moved: ships.iter().any(|&(_, place, _)| is_new(place)).into(),
            looked: before.iter().any(is_more).into(),
        };
    }
    if turn.winner.is_none() {
        check_memory(game, &turn, &after, players, rng);
    }
    count
}

/// A memory depends only on what the player sees before, during and after the turn, and on what its
/// shots destroyed.
fn check_memory(game: &Game, turn: &TurnRecord, after: &Game, players: &Players, rng: &mut Rng) {
    let player = game.next_player();
    let shots = turn.block.iter().filter_map(|command| match *command {
        Command::Shoot(target) | Command::ShootFrom { target, .. } => Some(target),
        _ => None,
    });
    let mut looks = looks(game, &turn.block);
    // Planes without a ship are sent at the end of the turn.
    looks.push(seen(after, player));
    let known = Known::new(game, player, fields(&looks).chain(shots));
    let Some(ships) = relocated(game, &known, rng) else {
        return;
    };
    let Some(other) = with_ships(game, player, &ships) else {
        return;
    };
    let (_, other_after) = play(&other, players).expect("it played before");
    assert_eq!(
        other_after.information(player),
        after.information(player),
        "{player} in\n{}",
        save_of(game)
    );
}

#[apply(trial)]
fn the_enemy_elsewhere_makes_no_difference_in_random_states() {
    for strategy in players() {
        let players = both(strategy);
        let mut count = Count::default();
        for seed in 0..scaled(STATES) {
            let start = Start::new(seed, strategy.name());
            count += check(start.game(), &players, &mut Rng::seeded(seed));
        }
        count.expect_enough(strategy.name());
    }
}

#[apply(long_trial)]
fn the_enemy_elsewhere_makes_no_difference_in_the_middle_of_games() {
    for strategy in players() {
        let players = both(strategy);
        let mut count = Count::default();
        for seed in 0..scaled(GAMES) {
            let mut rng = Rng::seeded(seed);
            let mut game = Start::fleets(seed, strategy.name()).game().clone();
            for _ in 0..TURNS {
                count += check(&game, &players, &mut rng);
                match play_turn(&mut game, &players) {
                    Ok(turn) if turn.winner.is_none() => {}
                    _ => break,
                }
            }
        }
        count.expect_enough(strategy.name());
    }
}

/// A player knows where ships of the enemy prevent placing while its own fleet is not
/// complete, and only then.
#[apply(trial)]
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
                let near = |place: &(_, admiralty_core::game::Footprint, _)| {
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
