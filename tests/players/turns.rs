//! Properties of every turn of a built-in player.

use std::collections::HashMap;

use crate::support::games::{Start, play_on, saved};
use crate::support::{Call, execute, played, run, scaled};
use admiralty_core::game::{Game, Ship, ShipName};
use admiralty_core::geometry::Size;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Command;
use admiralty_core::view::Observation;
use admiralty_players::runner::play_turn;
use admiralty_players::{PLACED_SHIPS_MAX, Players, STRATEGIES};

const STATES: u64 = 30;

#[apply(trial)]
fn a_turn_fed_back_is_executed_from_any_state() {
    for strategy in STRATEGIES {
        for seed in 0..scaled(STATES) {
            play_on(&Start::new(seed, strategy.name()).script(), 5);
        }
    }
}

#[apply(trial)]
fn a_turn_leaves_the_game_as_its_output_does() {
    for strategy in STRATEGIES {
        let mut compared = 0;
        for seed in 0..scaled(STATES) {
            let start = Start::new(seed, strategy.name());
            let mut game = start.game().clone();
            let Ok(turn) = play_turn(&mut game, &Players::default()) else {
                continue;
            };
            let output = execute(run(start.script()));
            let output = String::from_utf8_lossy(&output);
            assert_eq!(output.contains(" won\n"), turn.winner.is_some());
            if turn.winner.is_none() {
                let script = format!("{}[state]\nSAVE\n[state]\n", played(&start.script()));
                let saves = String::from_utf8(execute(script)).expect("all text is ASCII");
                let (_, save) = saves.split_at(saves.len() - saved(&game).len());
                assert_eq!(save, saved(&game), "seed {seed}");
                compared += 1;
            }
        }
        assert!(compared > scaled(STATES / 2));
    }
}

#[apply(trial)]
fn the_same_input_gives_the_same_bytes() {
    for strategy in STRATEGIES {
        for seed in 0..scaled(STATES / 5) {
            let script = Start::new(seed, strategy.name()).script();
            let output = played(&script);
            assert_eq!(played(&script), output);
            Call::new("").stdin(&script).expect(&output, "", 0);
        }
    }
}

/// A field seen empty at the beginning of a turn stays empty until its end.
#[apply(trial)]
fn no_shot_is_wasted_on_fields_seen_to_be_empty() {
    let mut shots = 0;
    let thoughtful = STRATEGIES.iter().filter(|it| it.name() != "random");
    for strategy in thoughtful {
        for seed in 0..scaled(STATES) {
            let start = Start::fleets(seed, strategy.name());
            let mut game = start.game().clone();
            for _ in 0..8 {
                let before = game.clone();
                let view = Observation::new(&before, before.next_player());
                let clear = view.clear_fields();
                let Ok(turn) = play_turn(&mut game, &Players::default()) else {
                    break;
                };
                for command in &turn.block {
                    let (Command::Shoot(target) | Command::ShootFrom { target, .. }) = *command
                    else {
                        continue;
                    };
                    assert!(
                        !clear.contains(target),
                        "{command} of {strategy:?}, seed {seed}"
                    );
                    shots += 1;
                }
                if turn.winner.is_some() {
                    break;
                }
            }
        }
    }
    assert!(shots > 10 * scaled(STATES), "{shots}");
}

/// A part of the enemy is visible, and in range of the cruiser after a move.
#[apply(trial)]
fn a_ship_moves_to_what_it_can_hit() {
    let setup = "[state]\nSET_FLEET A 0 0 1 0\nSET_FLEET B 0 0 1 0\nEXTENDED_SHIPS\n\
        SHIP A 16 2 N 0 CRU 111\nSHIP B 12 0 N 0 CRU 111\nSET_AI_PLAYER A\n";
    for strategy in ["admiral", "hunt"] {
        for seed in 0..scaled(10) {
            let script =
                format!("{setup}SRAND {seed}\nINFORMATION A STRATEGY {strategy}\n[state]\n");
            let turn = played(&script);
            assert!(
                turn.contains("\nSHOOT 0 CRU 14 0\n"),
                "{strategy}, seed {seed}:\n{turn}"
            );
        }
    }
}

/// Each ship moves and shoots as often as it may, and does nothing twice.
#[apply(trial)]
fn a_block_is_no_longer_than_the_rules_allow() {
    for strategy in STRATEGIES {
        for seed in 0..scaled(STATES) {
            let start = Start::new(seed, strategy.name());
            let before = start.game();
            let Ok(turn) = play_turn(&mut before.clone(), &Players::default()) else {
                continue;
            };
            check_counts(before, &turn.block);
        }
    }
}

fn check_counts(game: &Game, block: &[Command]) {
    let mover = game.next_player();
    let mut placed = 0;
    let mut shots = 0;
    let mut gone = HashMap::new();
    let mut sent = HashMap::new();
    let found = |ship| ShipName::of(mover, ship, game.rules()).expect("a class of the rule set");
    let key = |ship: ShipName| (ship.class.index, ship.index);
    for command in block {
        match *command {
            Command::PlaceShip { .. } => placed += 1,
            Command::Shoot(_) | Command::Spy(_) => shots += 1,
            Command::Move { ship, .. } => {
                let ship = found(ship);
                let count = gone.entry(key(ship)).or_insert(0);
                *count += 1;
                assert!(*count <= ship.class.moves, "{command}");
            }
            Command::ShootFrom { ship, .. } => {
                let ship = found(ship);
                let count = sent.entry(key(ship)).or_insert(0);
                *count += 1;
                assert!(*count <= ship.class.shots(), "{command}");
            }
            Command::SpyFrom { .. } => {}
            _ => panic!("{command} has no place in a turn"),
        }
    }
    let missing = usize::try_from(game.fleet(mover).missing()).expect("few");
    assert_eq!(placed, missing.min(PLACED_SHIPS_MAX));
    let classes = game.rules().classes.iter();
    let all: u32 = classes
        .map(|class| game.fleet(mover).count(class) * u32::from(class.shots()))
        .sum();
    let is_auto = game.is_extended() && game.is_auto();
    assert!(shots <= if is_auto { all } else { 1 }, "{shots} shots");
}

/// Not even by a shot at the end of the turn, after a ship has moved to its target.
#[apply(trial)]
fn no_own_ship_is_shot_at() {
    let rules = RuleSet::named(b"ships").expect("the default");
    let mut shots = 0_u64;
    for strategy in STRATEGIES.iter().copied() {
        for seed in 0..scaled(STATES / 5) {
            let mut game = Game::new(rules);
            let size = Size {
                rows: 14,
                columns: 14,
            };
            let fleet = |player, counts: [u32; 4]| Command::SetFleet {
                player,
                counts: counts.into(),
            };
            game.set([
                Command::BoardSize(size),
                Command::Srand(seed),
                Command::ExtendedShips,
                Command::AutoShooting,
                fleet(Player::A, [0, 3, 4, 4]),
                fleet(Player::B, [0, 0, 0, 1]),
            ])
            .expect("they are allowed");
            for player in Player::BOTH {
                game.set([Command::InitPosition {
                    player,
                    start: size.rect(),
                }])
                .expect("it is allowed");
            }
            let mut players = Players::default();
            players.strategies[Player::A] = Some(strategy);
            // The first turns place the ships.
            for _ in 0..4 {
                let Ok(turn) = play_turn(&mut game, &players) else {
                    break;
                };
                for command in &turn.block {
                    if let Command::Shoot(target) = *command {
                        let is_hit = |ship: &Ship| {
                            ship.owner() == turn.player && ship.footprint().rect().contains(target)
                        };
                        let is_hit = game.board().ships().iter().any(is_hit);
                        assert!(!is_hit, "{command} of {strategy:?}, seed {seed}");
                        shots += 1;
                    }
                }
                if turn.winner.is_some() {
                    break;
                }
            }
        }
    }
    assert!(shots > scaled(100), "{shots}");
}

/// Most games end; those without a cannon left on either side cannot.
#[apply(trial)]
fn games_end() {
    for strategy in STRATEGIES {
        let ended = (0..scaled(4)).filter(|&seed| {
            play_on(&Start::fleets(seed, strategy.name()).script(), 3000).is_some()
        });
        let ended = ended.count() as u64;
        assert!(
            ended >= scaled(2),
            "{} ended {ended} games",
            strategy.name()
        );
    }
}
