//! How the players of this program place their ships.

use std::collections::BTreeMap;

use crate::support::games::Start;
use crate::support::scaled;
use admiralty_core::game::{Footprint, Game};
use admiralty_core::geometry::{Direction, Pos};
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::script::Command;
use admiralty_players::runner::play_turn;
use admiralty_players::{self as players, PLACED_SHIPS_MAX, Players, STRATEGIES, Strategy};

fn game(state: &str) -> Game {
    let mut start = Start::default();
    let script = format!("[state]\n{state}\n[state]");
    assert!(script.lines().all(|line| start.feed(line)), "{script}");
    start.game().clone()
}

/// Where A's ships are placed for a seed; `None` if they cannot be.
fn places(game: &Game, seed: u64, strategy: &'static dyn Strategy) -> Option<Vec<Footprint>> {
    let mut game = game.clone();
    game.set_seed(seed);
    let mut players = Players::default();
    players.strategies[Player::A] = Some(strategy);
    let turn = play_turn(&mut game, &players).ok()?;
    let placed = turn.block.iter().filter_map(|command| match *command {
        Command::PlaceShip {
            ship,
            head,
            direction,
        } => Some(Footprint {
            head,
            direction,
            length: game
                .rules()
                .class_named(ship.class)
                .expect("a class")
                .length,
        }),
        _ => None,
    });
    Some(placed.collect())
}

/// Nothing moves before all ships are on the board.
#[apply(trial)]
fn a_turn_too_short_for_a_fleet_only_places_ships() {
    let game = game(
        "BOARD_SIZE 200 200\nINIT_POSITION A 0 0 199 199\nSET_FLEET A 0 0 0 1001\nEXTENDED_SHIPS",
    );
    for &strategy in STRATEGIES {
        let mut players = Players::default();
        players.strategies[Player::A] = Some(strategy);
        let turn = play_turn(&mut game.clone(), &players).expect("there is room");
        let is_placing = |command: &Command| matches!(command, Command::PlaceShip { .. });
        assert!(turn.block.iter().all(is_placing), "{strategy:?}");
        assert_eq!(turn.block.len(), PLACED_SHIPS_MAX);
    }
}

/// All places on the board that are legal for a ship, by the rules alone.
fn legal(game: &Game, length: u8) -> Vec<Footprint> {
    let size = game.board().size();
    let fields = (0..size.rows).flat_map(|y| (0..size.columns).map(move |x| Pos::new(y, x)));
    let footprints = fields.flat_map(|head| {
        Direction::ALL.map(|direction| Footprint {
            head,
            direction,
            length,
        })
    });
    let is_free = |footprint: &Footprint| {
        let near = footprint.rect().grown(1);
        let start = game.start(game.next_player());
        footprint
            .fields()
            .all(|pos| size.contains(pos) && start.contains(pos) && !game.board().is_reef(pos))
            && game
                .board()
                .ships()
                .iter()
                .all(|ship| !ship.footprint().rect().intersects(&near))
    };
    footprints.filter(is_free).collect()
}

/// Pearson's statistic for places that should be equally likely.
fn chi_square(counts: &BTreeMap<String, u32>, kinds: usize, draws: u32) -> f64 {
    let expected = f64::from(draws) / kinds as f64;
    let seen = counts
        .values()
        .map(|&count| (f64::from(count) - expected).powi(2) / expected);
    let unseen = (kinds - counts.len()) as f64 * expected;
    seen.sum::<f64>() + unseen
}

/// The default of all players.
#[apply(trial)]
fn each_legal_place_is_equally_likely() {
    const DRAWS: u32 = 6000;
    let states = [
        "BOARD_SIZE 3 5\nINIT_POSITION A 0 0 2 4\nSET_FLEET A 0 0 0 1",
        "BOARD_SIZE 6 6\nINIT_POSITION A -2 1 4 9\nSET_FLEET A 0 1 0 0\nREEF 2 2\nREEF 0 5",
        // Most places are taken, by both players' ships.
        "BOARD_SIZE 9 9\nINIT_POSITION A 0 0 8 8\nSET_FLEET A 1 0 1 0\nSET_FLEET B 0 1 0 0\n\
            SHIP A 4 6 E 0 CAR 11111\nSHIP B 8 2 W 0 BAT 1111",
    ];
    let random = players::strategy(b"random").expect("a strategy");
    for state in states {
        let game = game(state);
        let lengths =
            (2..=4).find(|&length| places(&game, 0, random).is_some_and(|p| p[0].length == length));
        let legal = legal(&game, lengths.expect("one ship"));
        let mut counts = BTreeMap::new();
        for seed in 0..DRAWS {
            let placed = places(&game, seed.into(), random).expect("there is room");
            assert!(
                placed.len() == 1 && legal.contains(&placed[0]),
                "{placed:?}"
            );
            *counts.entry(format!("{:?}", placed[0])).or_insert(0) += 1;
        }
        // The mean is one less than the number of places, the variance twice that; more
        // than five standard deviations are very unlikely.
        let freedom = f64::from(u32::try_from(legal.len() - 1).expect("few"));
        let statistic = chi_square(&counts, legal.len(), DRAWS);
        let deviation = (statistic - freedom) / (2.0 * freedom).sqrt();
        assert!(
            deviation.abs() < 5.0,
            "{statistic} for {freedom} in\n{state}"
        );
    }
}

/// There is exactly one solution up to order and direction, which random placing almost never
/// finds.
#[apply(trial)]
fn a_fleet_that_just_fits_is_found() {
    for (state, ships) in [
        (
            "BOARD_SIZE 1 29\nINIT_POSITION A 0 0 0 28\nSET_FLEET A 0 0 0 10",
            10,
        ),
        (
            "BOARD_SIZE 1 17\nINIT_POSITION A 0 0 0 16\nSET_FLEET A 1 1 1 1",
            4,
        ),
        (
            "BOARD_SIZE 5 5\nINIT_POSITION A 0 0 4 4\nSET_FLEET A 0 0 0 6",
            6,
        ),
        ("BOARD_SIZE 7 10\nINIT_POSITION A 0 0 6 9", 10),
        // Reefs leave a winding path.
        (
            "BOARD_SIZE 3 8\nINIT_POSITION A 0 0 2 7\nSET_FLEET A 0 0 2 1\nREEF 0 3\nREEF 1 3\nREEF 1 4\nREEF 0 4\nREEF 1 1\nREEF 1 6",
            3,
        ),
    ] {
        let game = game(state);
        for (seed, strategy) in (0..scaled(8)).zip(STRATEGIES.iter().cycle()) {
            let placed = places(&game, seed, *strategy).expect(state);
            assert_eq!(placed.len(), ships);
        }
    }
}

/// Whether ships of those lengths fit, by exhaustive search.
fn fits(legal: &BTreeMap<u8, Vec<Footprint>>, lengths: &[u8], placed: &mut Vec<Footprint>) -> bool {
    let Some((length, others)) = lengths.split_first() else {
        return true;
    };
    legal[length].iter().any(|footprint| {
        let near = footprint.rect().grown(1);
        let is_apart = placed.iter().all(|other| !other.rect().intersects(&near));
        is_apart && {
            placed.push(*footprint);
            let fits = fits(legal, others, placed);
            placed.pop();
            fits
        }
    })
}

#[apply(trial)]
fn a_small_fleet_is_placed_if_and_only_if_it_can_be() {
    let (mut placed, mut refused) = (0, 0);
    for seed in 0..scaled(200) {
        let mut rng = Rng::seeded(seed);
        let (rows, columns) = (rng.below_u32(5) + 1, rng.below_u32(5) + 2);
        let counts = [2, 2, 2, 3].map(|most| rng.below_u32(most));
        let reefs: String = (0..rng.below_u32(6))
            .map(|_| (rng.below_u32(rows), rng.below_u32(columns)))
            .fold(String::new(), |all, (y, x)| {
                all + &format!("\nREEF {y} {x}")
            });
        let [carriers, battleships, cruisers, destroyers] = counts;
        let game = game(&format!(
            "BOARD_SIZE {rows} {columns}\nINIT_POSITION A 0 0 {rows} {columns}\n\
            SET_FLEET A {carriers} {battleships} {cruisers} {destroyers}{reefs}"
        ));
        let classes = game.rules().classes.iter().zip(counts);
        let lengths: Vec<_> = classes
            .flat_map(|(class, count)| (0..count).map(|_| class.length))
            .collect();
        let legal = (2..=5)
            .map(|length| (length, legal(&game, length)))
            .collect();
        let is_possible = fits(&legal, &lengths, &mut Vec::new());
        for strategy in STRATEGIES {
            let found = places(&game, seed, *strategy);
            assert_eq!(found.is_some(), is_possible, "seed {seed}, {strategy:?}");
        }
        *(if is_possible {
            &mut placed
        } else {
            &mut refused
        }) += 1;
    }
    assert!(
        placed > 25 && refused > 25,
        "{placed} placed, {refused} refused"
    );
}
