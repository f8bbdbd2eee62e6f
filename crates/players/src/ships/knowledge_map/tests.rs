//! Properties of knowledge maps, of deductions from them, and of their facts.

use bstr::BString;
use proptest::prelude::*;

use super::{KnowledgeMap, Salvo};
use crate::runner::play_turn;
use crate::ships::deductions::Deductions;
use crate::{Effort, Memory, Orders, Players, Rng, TurnInput, strategy};
use admiralty_core::game::Game;
use admiralty_core::geometry::{BitGrid, Pos, Rect, Size};
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::view::Observation;

fn new_game() -> Game {
    Game::new(RuleSet::named(b"ships").expect("the default"))
}

/// A game in which B's ships are placed, and A, which has none, remembers some lines.
fn remembering(lines: &[BString]) -> Game {
    let mut game = new_game();
    game.set_next_player(Player::B);
    play_turn(&mut game, &players("random", "random")).unwrap();
    for line in lines {
        game.add_information(Player::A, line.clone());
    }
    game
}

fn with_map<T>(
    game: &Game,
    player: Player,
    f: impl FnOnce(KnowledgeMap, &Orders<'_, '_>) -> T,
) -> T {
    let view = Observation::new(game, player);
    let orders = Orders::new(game, &view, &[]);
    let input = TurnInput {
        memory: Memory::new(view.information()),
        rng: Rng::seeded(1),
        effort: Effort::default(),
        turn: 0,
    };
    f(KnowledgeMap::read(&input, &orders), &orders)
}

fn players(a: &str, b: &str) -> Players {
    let mut players = Players::default();
    players.strategies[Player::A] = strategy(a.as_bytes());
    players.strategies[Player::B] = strategy(b.as_bytes());
    players
}

#[test]
fn a_stationary_enemy_is_never_ruled_out() {
    for seed in 0..12 {
        let mut game = new_game();
        game.set_seed(seed * 7919);
        let players = players("hunt", "hunt");
        for turn in 0.. {
            assert!(turn < 250, "it takes too long");
            if play_turn(&mut game, &players).unwrap().winner.is_some() {
                break;
            }
            let player = game.next_player();
            let enemy = player.opponent();
            if !game.is_complete() {
                continue;
            }
            with_map(&game, player, |mut map, orders| {
                let deductions = Deductions::of(&mut map, orders);
                assert_eq!(map.drift, 0, "nothing turned out wrong");
                for id in game.fleet(enemy).ships() {
                    for field in game.board().ship(id).footprint().fields() {
                        assert!(
                            deductions.open.contains(field) || deductions.ships.contains(field)
                        );
                    }
                }
            });
        }
    }
}

#[test]
fn a_salvo_is_resolved_by_later_facts() {
    let read = |lines: [&str; 2]| {
        let game = remembering(&lines.map(BString::from));
        with_map(&game, Player::A, |map, _| map)
    };
    let map = read(["SALVO 1 11 0 11 5", "CHART 11 0 o"]);
    assert!(map.hits.contains(Pos::new(11, 5)) && map.salvos.is_empty());
    let map = read(["SALVO 1 11 0 11 5 11 9", "CHART 11 0 x"]);
    assert!([5, 9].iter().all(|&x| map.water.contains(Pos::new(11, x))));
}

#[test]
fn a_hit_closed_at_both_ends_is_a_ship() {
    let lines = ["CHART 12 0 oxxo", "CHART 15 3 x"].map(BString::from);
    with_map(&remembering(&lines), Player::A, |mut map, orders| {
        let deductions = Deductions::of(&mut map, orders);
        assert_eq!(deductions.left[..4], [1, 2, 3, 3]);
        assert_eq!(deductions.runs.len(), 1);
        assert!(
            !deductions.open.contains(Pos::new(13, 2)),
            "around the ship"
        );
        assert!(!deductions.open.contains(Pos::new(16, 4)), "diagonally");
        assert!(deductions.open.contains(Pos::new(15, 4)));
    });
}

fn set_bits(grid: &mut BitGrid, rows: &[u64]) {
    for ((_, word), row) in grid.rows_mut().zip(rows) {
        *word = row & 0x3ff;
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(90))]

    #[test]
    fn facts_are_read_as_they_were_written(
        rows in prop::collection::vec(any::<[u64; 3]>(), 21),
        salvo in prop::collection::btree_set((0..21, 0..10), 2..9),
        drift in 0..3_u64,
    ) {
        let mut game = new_game();
        game.set_extended();
        let view = Observation::new(&game, Player::A);
        let blank = KnowledgeMap::blank(&view, drift, 0);
        let mut map = blank.clone();
        let column = |row: fn(&[u64; 3]) -> u64| rows.iter().map(row).collect::<Vec<_>>();
        set_bits(&mut map.hits, &column(|row| row[0]));
        set_bits(&mut map.afloat, &column(|row| row[1] & !row[0]));
        set_bits(&mut map.water, &column(|row| row[2] & !row[1] & !row[0]));
        let fields = salvo.into_iter().map(|(y, x)| Pos::new(y, x)).collect();
        map.salvos = vec![Salvo { hits: 1, fields }];
        let mut read = blank;
        read.recall(&Memory::new(&map.facts()));
        prop_assert_eq!(&read.water, &map.water);
        prop_assert_eq!(&read.hits, &map.hits);
        prop_assert_eq!(&read.afloat, &map.afloat);
        prop_assert_eq!(&read.salvos, &map.salvos);
    }

    #[test]
    fn no_memory_makes_the_player_fail(
        lines in prop::collection::vec(
            prop_oneof![
                "(CHART|SALVO|DRIFT|SEARCH|TURN) [-0-9 ox+!?]{0,30}",
                (-2..42, -2..70, "[ox+!?]{0,20}").prop_map(|(y, x, row)| format!("CHART {y} {x} {row}")),
                (0..4, prop::collection::vec(-1..41, 0..12)).prop_map(|(hits, fields)| {
                    let fields: Vec<_> = fields.iter().map(ToString::to_string).collect();
                    format!("SALVO {hits} {}", fields.join(" "))
                }),
                Just("DRIFT 18446744073709551615".to_owned()),
                Just("SEARCH 18446744073709551615".to_owned()),
            ],
            0..20,
        ),
        size in prop::sample::select(vec![(21, 10), (40, 40), (21, 80), (300, 20), (i32::MAX, i32::MAX)]),
        mode in 0..3,
    ) {
        let mut game = new_game();
        game.resize(Size { rows: size.0, columns: size.1 });
        if size.0 == i32::MAX {
            game.set_start(Player::B, Rect::new(100, -5, i32::MAX, i32::MAX));
        }
        if mode > 0 {
            game.set_extended();
        }
        if mode > 1 {
            game.set_auto();
        }
        let players = players("hunt", "random");
        for _ in 0..2 {
            play_turn(&mut game, &players).unwrap();
        }
        for line in &lines {
            game.add_information(Player::A, line.as_str().into());
        }
        for _ in 0..8 {
            let turn = play_turn(&mut game, &players).unwrap();
            prop_assert!(mode > 0 || turn.player == Player::B || turn.block.len() == 1);
        }
    }
}
