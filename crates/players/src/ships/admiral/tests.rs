//! Properties of the admiral's belief.

use std::collections::HashSet;

use bstr::BString;
use proptest::prelude::*;

use super::belief::{
    Belief, FiredShot, Hypothesis, NEVER, ShipEstimate, common_odds, hit_probabilities,
};
use super::memory::AdmiralMemory;
use super::unseen_fleet::UnseenFleet;
use super::value_map::ValueMap;
use crate::ships::window::{SweepStep, sweep_window};
use crate::{Effort, Memory, Placing, Rng, ShipPlacement, place_missing};
use admiralty_core::game::{Footprint, Game, ShipName};
use admiralty_core::geometry::{Direction, Movement, Pos, Rect, Size};
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, NamedShip, Tag};
use admiralty_core::view::Observation;

fn rules() -> &'static RuleSet {
    RuleSet::named(b"ships").expect("the default")
}

fn new_game(rows: i32, columns: i32) -> Game {
    let mut game = Game::new(rules());
    game.set([Command::BoardSize(Size { rows, columns })])
        .expect("it is allowed");
    for player in Player::BOTH {
        game.set([Command::InitPosition {
            player,
            start: Rect::new(0, 0, rows - 1, columns - 1),
        }])
        .expect("it is allowed");
    }
    game
}

/// The cruiser of a player.
fn cruiser(player: Player) -> ShipName {
    ShipName::new(player, &rules().classes[2], 0)
}

fn footprint(y: i32, x: i32, direction: usize, length: u8) -> Footprint {
    Footprint::new(Pos::new(y, x), Direction::ALL[direction], length)
}

/// A game in which B has a cruiser, and A one in the middle of the board.
fn duel() -> Game {
    let mut game = new_game(21, 21);
    for player in Player::BOTH {
        game.set([Command::SetFleet {
            player,
            counts: [0, 0, 1, 0].into(),
        }])
        .unwrap();
    }
    let name = cruiser(Player::A);
    game.set([name.command(&footprint(10, 10, 0, 3), u8::MAX)])
        .unwrap();
    game
}

/// The duel with B's cruiser in the upper left corner.
fn duel_in_corner() -> Game {
    let (mut game, name) = (duel(), cruiser(Player::B));
    game.set([name.command(&footprint(0, 2, 1, 3), u8::MAX)])
        .unwrap();
    game
}

/// The belief over a ship whose position is certain.
fn sure(view: &Observation<'_>, footprint: Footprint, destroyed: u8) -> Belief {
    let mut belief = Belief::new(view.size().rect());
    let hypothesis = Hypothesis {
        class: cruiser(Player::B).class,
        footprint,
        destroyed,
        weight: 1.0,
    };
    belief.estimates.extend(ShipEstimate::new(vec![hypothesis]));
    belief
}

/// The memory of a player who has a belief, and remembers nothing else.
fn memory_of(belief: Belief) -> AdmiralMemory {
    AdmiralMemory {
        belief,
        swept: None,
        quiet: 0,
        search: [0, 0],
        carrier: None,
    }
}

proptest! {
    #[test]
    fn facts_are_read_as_they_were_written(
        ages in prop::collection::vec(0..=NEVER, 21 * 10),
        estimates in prop::collection::vec(
            (prop::collection::vec((0..21, 0..10, 0..4_usize, 0..4_usize, any::<u8>(), 20..1000_u16), 1..15), 0..1000_u16),
            0..12,
        ),
        hits in prop::collection::vec((0..21, 0..10), 0..9),
        looked in 0..=Belief::LOOKS_MAX,
        quiet: u32,
    ) {
        let game = Game::new(rules());
        let view = Observation::new(&game, Player::A);
        let window = view.size().rect();
        let mut belief = Belief::new(window);
        (belief.ages, belief.looked, belief.moved) = (ages, looked, looked / 2);
        for (hypotheses, lost) in estimates {
            let sum: f64 = hypotheses.iter().map(|hypothesis| f64::from(hypothesis.5)).sum();
            let hypotheses = hypotheses.into_iter().map(|(y, x, direction, class, destroyed, weight)| {
                let class = &rules().classes[class];
                Hypothesis {
                    class: *class,
                    footprint: footprint(y, x, direction, class.length),
                    destroyed: destroyed & (u8::MAX >> (8 - class.length)),
                    weight: f64::from(weight) / (sum + f64::from(lost)),
                }
            });
            let hypotheses = hypotheses.filter(|hypothesis| view.size().contains_rect(hypothesis.footprint.rect()));
            belief.estimates.extend(ShipEstimate::of_probabilities(hypotheses.collect()));
        }
        for (y, x) in hits {
            belief.hits.add(Pos::new(y, x));
        }
        let written = AdmiralMemory { belief, swept: None, quiet, search: [quiet.into(), 3], carrier: None };
        let lines = written.write();
        let read = AdmiralMemory::read(&Memory::new(&lines), &view);
        prop_assert_eq!(read.quiet, quiet);
        prop_assert_eq!(read.search, written.search);
        let (read, written) = (read.belief, written.belief);
        prop_assert_eq!((read.looked, read.moved), (written.looked, written.moved));
        prop_assert_eq!(&read.ages, &written.ages);
        prop_assert!(read.hits.facts().eq(written.hits.facts()));
        prop_assert_eq!(read.estimates.len(), written.estimates.len());
        for (read, written) in read.estimates.iter().zip(&written.estimates) {
            prop_assert!((read.lost - written.lost).abs() < 0.01, "{} {}", read.lost, written.lost);
            for hypothesis in &read.hypotheses {
                let same = written.hypotheses.iter().filter(|other| {
                    other.agrees(hypothesis) && other.destroyed == hypothesis.destroyed
                });
                let near = |other: &Hypothesis| (other.weight - hypothesis.weight).abs() < 0.02;
                prop_assert!(same.clone().any(near), "{:?}", hypothesis);
            }
        }
    }

    #[test]
    fn hit_probabilities_agree_with_enumeration(
        chances in prop::collection::vec(0.01..0.99, 1..9),
        hits in 0..9_usize,
    ) {
        let hits = hits.min(chances.len());
        let shots: Vec<_> = chances
            .iter()
            .map(|&hit_chance| FiredShot { pos: Pos::new(0, 0), hit_chance })
            .collect();
        let mut total = 0.0;
        let mut of_shot = vec![0.0; shots.len()];
        for outcome in 0_u32..1 << shots.len() {
            if outcome.count_ones() as usize != hits {
                continue;
            }
            let has_hit = |at: usize| outcome >> at & 1 == 1;
            let each = shots.iter().enumerate().map(|(at, shot)| {
                if has_hit(at) { shot.hit_chance } else { 1.0 - shot.hit_chance }
            });
            let likely: f64 = each.product();
            total += likely;
            for (at, sum) in of_shot.iter_mut().enumerate() {
                *sum += if has_hit(at) { likely } else { 0.0 };
            }
        }
        let shots: Vec<_> = shots.iter().collect();
        for (found, sum) in hit_probabilities(&shots, hits).into_iter().zip(of_shot) {
            prop_assert!((found - sum / total).abs() < 1e-9);
        }
    }

    #[test]
    fn a_ship_that_moves_is_not_ruled_out(
        (y, x, direction) in (0..21, 0..21, 0..4_usize),
        movements in prop::collection::vec(prop::sample::select(Movement::ALL.to_vec()), 0..4),
    ) {
        let mut game = duel();
        let name = cruiser(Player::B);
        let first = footprint(y, x, direction, 3);
        prop_assume!(game.set([name.command(&first, u8::MAX)]).is_ok());
        let mut belief = sure(&Observation::new(&game, Player::A), first, 0);
        let mut now = first;
        game.set([Command::NextPlayer(Player::B)]).expect("it is allowed");
        game.begin_turn(Player::B).unwrap();
        for movement in movements {
            let ship = NamedShip { index: 0, class: name.class.name };
            let command = Command::Move { ship, movement };
            if game.execute(Tag::PLAYER_B, &command).is_ok() {
                now = now.moved(movement);
            }
        }
        game.end_turn().unwrap();
        let view = Observation::new(&game, Player::A);
        belief.pass_turn(&view, Effort::default(), 1);
        belief.observe(&view, &view.clear_fields(), true);
        let hypotheses: Vec<_> = belief.hypotheses().collect();
        prop_assert!(hypotheses.iter().any(|hypothesis| hypothesis.footprint == now));
        // Visible parts are believed, and nothing is believed on fields that are visibly
        // empty.
        for hypothesis in hypotheses {
            for field in hypothesis.footprint.fields().filter(|&field| view.seen().contains(field)) {
                prop_assert!(view.enemy_at(field).is_some());
            }
        }
        let found: f64 = belief.hypotheses().map(|hypothesis| hypothesis.weight).sum();
        let lost = belief.estimates[0].lost;
        prop_assert!((found + lost - 1.0).abs() < 1e-9, "{found} {lost}");
    }

    /// Even if wrong estimates, all of them certain, claim the whole fleet.
    #[test]
    fn what_is_visible_is_believed(
        seed: u64,
        remembered in prop::collection::vec((0..21, 0..10, 0..4_usize), 10),
        (y, x) in (11..21, 0..10),
    ) {
        let mut game = Game::new(rules());
        let mut rng = Rng::seeded(seed);
        for player in Player::BOTH {
            let view = Observation::new(&game, player);
            let fleet = place_missing(&view, Placing::Seq, &mut rng).unwrap();
            for ShipPlacement { ship, footprint } in fleet {
                let name = ShipName::new(player, &ship.class, ship.index);
                game.set([name.command(&footprint, u8::MAX)]).unwrap();
            }
        }
        let classes = rules().classes.iter();
        let fleet = classes.flat_map(|class| (0..class.count).map(move |_| class));
        let mut belief = Belief::new(game.board().size().rect());
        for (class, (y, x, direction)) in fleet.zip(remembered) {
            let hypothesis = Hypothesis {
                class: *class,
                footprint: footprint(y, x, direction, class.length),
                destroyed: u8::MAX >> (8 - class.length),
                weight: 1.0,
            };
            belief.estimates.extend(ShipEstimate::new(vec![hypothesis]));
        }
        game.begin_turn(Player::A).unwrap();
        game.execute(Tag::PLAYER_A, &Command::SpyFrom { index: 0, centre: Pos::new(y, x) }).unwrap();
        let view = Observation::new(&game, Player::A);
        belief.observe(&view, &view.clear_fields(), true);
        for pos in view.seen().fields() {
            let estimates = belief.estimates.iter();
            let chance: f64 = estimates.map(|estimate| estimate.healthy_at(pos)).sum();
            prop_assert_eq!(chance > 0.0, view.enemy_at(pos).is_some(), "{}", pos);
        }
    }
}

proptest! {
    #[test]
    fn odds_are_lowered_as_far_as_the_fleet_demands(
        probabilities in prop::collection::vec(prop_oneof![Just(1.0), 0.0..0.999], 1..6),
        count in 0_u8..6,
    ) {
        let odds = common_odds(&probabilities, count.into());
        let lowered = |it: &f64| odds * it / (1.0 - it + odds * it);
        let (before, after): (f64, f64) = (probabilities.iter().sum(), probabilities.iter().map(lowered).sum());
        let sure = probabilities.iter().filter(|&&it| it >= 1.0).count();
        let least = f64::from(count).max(sure as f64);
        prop_assert!(after <= least + 0.02, "{} {}", odds, after);
        prop_assert!(odds >= 1.0 || after > f64::from(count) - 0.01, "{} {}", odds, after);
        prop_assert!(odds >= 1.0 || before > f64::from(count));
    }
}

/// Two battleships are known, so a third ship of at least four fields is the carrier.
#[test]
fn a_ship_of_a_class_that_is_complete_is_of_another_class() {
    let mut game = Game::new(rules());
    let [carrier, battleship] = [0, 1].map(|class| &rules().classes[class]);
    let scout = ShipName::new(Player::A, carrier, 0);
    game.set([scout.command(&footprint(0, 4, 1, 5), 0b11111)])
        .unwrap();
    let name = ShipName::new(Player::B, carrier, 0);
    game.set([name.command(&footprint(20, 5, 2, 5), 0b11111)])
        .unwrap();
    let mut belief = Belief::new(game.board().size().rect());
    for x in [0, 9] {
        let hypothesis = Hypothesis {
            class: *battleship,
            footprint: footprint(12, x, 0, 4),
            destroyed: 0,
            weight: 1.0,
        };
        belief.estimates.extend(ShipEstimate::new(vec![hypothesis]));
    }
    game.begin_turn(Player::A).unwrap();
    game.execute(
        Tag::PLAYER_A,
        &Command::SpyFrom {
            index: 0,
            centre: Pos::new(19, 5),
        },
    )
    .unwrap();
    let view = Observation::new(&game, Player::A);
    belief.observe(&view, &view.clear_fields(), true);
    let hypotheses = belief.hypotheses();
    let carriers = hypotheses.filter(|hypothesis| hypothesis.class == *carrier);
    let sum: f64 = carriers.map(|hypothesis| hypothesis.weight).sum();
    assert!(sum > 0.99, "{sum}");
}

/// A ship that never moves is found in any place, although others have moved before.
#[test]
fn shots_in_the_dark_search_the_whole_board() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    let mut belief = Belief::new(view.size().rect());
    (belief.moved, belief.looked) = (3, 8);
    belief.observe(&view, &view.clear_fields(), false);
    let unseen_fleet = UnseenFleet::new(&view, &belief);
    let places: Vec<_> = unseen_fleet.classes[0]
        .placements
        .iter()
        .map(|it| it.0)
        .collect();
    let mut shots = HashSet::new();
    for turn in 0..view.size().rect().field_count() as u64 {
        belief.pass_turn(&view, Effort::default(), turn);
        belief.observe(&view, &view.clear_fields(), true);
        let unseen_fleet = UnseenFleet::new(&view, &belief);
        let map = ValueMap::new(&view, &belief, &unseen_fleet, None);
        let (pos, hit_chance) = map.hit_chance.best().expect("something is unknown");
        shots.insert(pos);
        belief.update_after_shots(
            &unseen_fleet.classes,
            &[FiredShot { pos, hit_chance }],
            0,
            &view,
        );
    }
    let missed = places
        .iter()
        .filter(|it| !it.fields().any(|pos| shots.contains(&pos)));
    assert_eq!(missed.count(), 0, "of {} places", places.len());
    assert!(
        shots.len() > 200,
        "only {} fields, over and over",
        shots.len()
    );
}

/// A ship that has left unseen may be anywhere, and is not looked for around its old place forever.
#[test]
fn a_ship_that_nothing_finds_is_lost() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    let mut belief = sure(&view, footprint(14, 5, 1, 3), 0);
    for turn in 0..60 {
        belief.pass_turn(&view, Effort::default(), turn);
        belief.observe(&view, &view.clear_fields(), true);
        let unseen_fleet = UnseenFleet::new(&view, &belief);
        let estimated: f64 = belief.hypotheses().map(|it| it.weight).sum();
        let unseen: f64 = unseen_fleet.classes.iter().map(|it| it.count).sum();
        assert!(
            (estimated + unseen - 1.0).abs() < 0.03,
            "{estimated} {unseen}"
        );
        let map = ValueMap::new(&view, &belief, &unseen_fleet, None);
        let (pos, hit_chance) = map.hit_chance.best().expect("it is somewhere");
        let shot = FiredShot { pos, hit_chance };
        let lost = belief.estimates.first().map_or(1.0, |it| it.lost);
        assert!(lost > 0.0, "it may have moved farther than expected");
        belief.update_after_shots(&unseen_fleet.classes, &[shot], 0, &view);
        let after = belief.estimates.first().map_or(1.0, |it| it.lost);
        assert!(after > 10.0 * lost || turn > 0, "{lost} {after}");
    }
    assert!(belief.estimates.is_empty(), "{:?}", belief.estimates);
}

/// What was clear while the ships were under way says less than what is clear when they have arrived.
#[test]
fn ships_arrive_where_the_player_has_looked_early() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    let mut belief = Belief::new(view.size().rect());
    for turn in 0..100 {
        belief.pass_turn(&view, Effort::default(), turn);
        match turn {
            1 => belief.ages[0] = 0,
            40 => belief.ages[1] = 0,
            _ => {}
        }
    }
    let reoccupied = belief.reoccupied();
    let [early, late, never] = [0, 1, 2].map(|x| reoccupied.at(Pos::new(0, x)));
    assert!(
        early > 0.5 && late < 0.11 && never > 0.99,
        "{early} {late} {never}"
    );
}

/// A ship that sees its way goes straight ahead as far as it may turn again.
#[test]
fn ships_end_up_before_the_edge() {
    let mut game = Game::new(rules());
    let expected = |game: &Game, turn, place: Footprint| {
        let view = Observation::new(game, Player::A);
        let mut belief = Belief::new(view.size().rect());
        belief.turn = turn;
        if turn > 50 {
            // All has been looked at since they arrived.
            belief.ages.fill(10);
        }
        let unseen_fleet = UnseenFleet::new(&view, &belief);
        let mut classes = unseen_fleet.classes.iter();
        let of_class = classes.find(|it| it.class.length == place.length);
        let mut placements = of_class.expect("it is somewhere").placements.iter();
        placements.find(|it| it.0 == place).map_or(0.0, |it| it.1)
    };
    // B starts in rows 11 to 20, columns 0 to 9. West, one field from the edge, and elsewhere.
    let ratio = |game: &Game, turn, length, [one, other]: [(i32, i32, usize); 2]| {
        let [one, other] = [one, other]
            .map(|(y, x, direction)| expected(game, turn, footprint(y, x, direction, length)));
        one / other
    };
    let (ahead, inside, away) = ((15, 1, 3), (15, 4, 3), (15, 3, 1));
    assert!(ratio(&game, 20, 3, [ahead, inside]) > 5.0);
    assert!(
        ratio(&game, 20, 3, [away, inside]) < 1.1,
        "it came from there"
    );
    assert!(ratio(&game, 0, 3, [ahead, inside]) < 1.1, "none has moved");
    assert!(ratio(&game, 60, 3, [ahead, inside]) < 1.1, "none is there");
    assert!(
        ratio(&game, 20, 2, [ahead, inside]) < 1.1,
        "destroyers see too little"
    );
    assert!(
        ratio(&game, 20, 3, [(1, 4, 0), (5, 4, 0)]) > 5.0,
        "across the board"
    );
    assert!(
        ratio(&game, 20, 3, [(5, 1, 3), (5, 4, 3)]) < 1.1,
        "not from its start"
    );
    game.execute(Tag::State, &Command::ExtendedShips).unwrap();
    assert!(
        ratio(&game, 20, 3, [ahead, inside]) < 1.1,
        "they approach the enemy"
    );
}

/// A hit may belong to a ship of any class and in any place, also in the next turn.
#[test]
fn no_ship_that_a_hit_may_belong_to_is_forgotten() {
    let game = Game::new(rules());
    let view = Observation::new(&game, Player::A);
    let mut belief = Belief::new(view.size().rect());
    let unseen_fleet = UnseenFleet::new(&view, &belief);
    let shot = FiredShot {
        pos: Pos::new(15, 5),
        hit_chance: 0.1,
    };
    belief.update_after_shots(&unseen_fleet.classes, &[shot], 1, &view);
    let ways = belief.hypotheses().count();
    assert_eq!(ways, 4 * (5 + 4 + 3 + 2));
    let memory = memory_of(belief);
    let read = AdmiralMemory::read(&Memory::new(&memory.write()), &view);
    assert_eq!(read.belief.hypotheses().count(), ways);
}

/// A hit of which the belief makes nothing is followed up, in each direction once.
#[test]
fn all_fields_beside_a_hit_are_tried() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    let mut belief = sure(&view, footprint(20, 20, 1, 3), 0b111);
    let hit = Pos::new(14, 9);
    let mut shoot = |pos, hits| {
        let shot = FiredShot {
            pos,
            hit_chance: 0.5,
        };
        belief.update_after_shots(&[], &[shot], hits, &view);
        let unseen_fleet = UnseenFleet::new(&view, &belief);
        let map = ValueMap::new(&view, &belief, &unseen_fleet, None);
        map.shot_value.best().map(|(best, _)| best)
    };
    let mut next = shoot(hit, 1);
    let mut tried = HashSet::new();
    while let Some(pos) = next {
        assert_eq!(pos.distance_squared(hit), 1, "{pos}");
        assert!(tried.insert(pos), "{pos} again");
        next = shoot(pos, 0);
    }
    assert_eq!(tried.len(), 4);
}

/// Ships do not touch, so what is hit beside a hit is the same ship.
#[test]
fn adjacent_hits_are_on_one_ship() {
    let game = Game::new(rules());
    let view = Observation::new(&game, Player::A);
    let mut belief = Belief::new(view.size().rect());
    for x in [4, 6, 5] {
        let pos = Pos::new(15, x);
        let unseen_fleet = UnseenFleet::new(&view, &belief);
        let map = ValueMap::new(&view, &belief, &unseen_fleet, None);
        let hit_chance = map.hit_chance.at(pos);
        let shot = FiredShot { pos, hit_chance };
        belief.update_after_shots(&unseen_fleet.classes, &[shot], 1, &view);
    }
    let is_hit = |hypothesis: &&Hypothesis| {
        let fields = hypothesis.footprint.fields();
        let hits = fields.filter(|pos| pos.y == 15 && (4..=6).contains(&pos.x));
        hits.count() == 3 && hypothesis.destroyed.count_ones() == 3
    };
    let hypotheses = belief.hypotheses().filter(is_hit);
    let sum: f64 = hypotheses.map(|hypothesis| hypothesis.weight).sum();
    assert!(sum > 0.9, "{sum}");
    assert_eq!(belief.estimates.len(), 1);
}

/// A ship lies in one of its possible places, so it takes the fields around all of them, if they are the same.
#[test]
fn no_ship_is_expected_beside_one_of_unknown_direction() {
    let game = Game::new(rules());
    let view = Observation::new(&game, Player::A);
    let mut belief = Belief::new(view.size().rect());
    let hypotheses = [footprint(15, 4, 3, 3), footprint(15, 6, 1, 3)].map(|footprint| Hypothesis {
        class: cruiser(Player::B).class,
        footprint,
        destroyed: 0b111,
        weight: 0.5,
    });
    let around = hypotheses[0].footprint.rect().grown(1);
    belief
        .estimates
        .extend(ShipEstimate::new(hypotheses.into()));
    for ships in UnseenFleet::new(&view, &belief).classes {
        for (footprint, weight) in ships.placements {
            assert!(
                !footprint.rect().intersects(&around) || weight < 1e-9,
                "{footprint:?}"
            );
        }
    }
}

/// Two hits in one turn with a field between them: a ship on that field is on both hits or on none.
#[test]
fn no_ship_is_between_hits_of_others() {
    let game = Game::new(rules());
    let view = Observation::new(&game, Player::A);
    let mut belief = Belief::new(view.size().rect());
    let unseen_fleet = UnseenFleet::new(&view, &belief);
    let [left, between, right] = [4, 5, 6].map(|x| Pos::new(15, x));
    let shots = [left, right].map(|pos| FiredShot {
        pos,
        hit_chance: 0.3,
    });
    belief.update_after_shots(&unseen_fleet.classes, &shots, 2, &view);
    let is_wrong = |hypothesis: &&Hypothesis| {
        let is_there = |pos| hypothesis.footprint.rect().contains(pos);
        is_there(between) && is_there(left) != is_there(right)
    };
    let wrong = belief.hypotheses().filter(is_wrong);
    let sum: f64 = wrong.map(|hypothesis| hypothesis.weight).sum();
    assert!(sum < 0.05, "{sum}");
}

/// If the ship that a hit was taken for turns out to be elsewhere, the hit belongs to another one.
#[test]
fn a_hit_without_a_ship_gets_one() {
    let name = |player, index| ShipName::new(player, &rules().classes[2], index);
    let places = [0, 3].map(|y| footprint(y, 2, 1, 3));
    let hits = [0, 3].map(|y| Pos::new(y, 1));
    // Only the second hit is without a ship, if it is one.
    for (segments, ships) in [(0b101, 2), (0b111, 1)] {
        let mut game = new_game(21, 21);
        for player in Player::BOTH {
            let counts = [0, 0, 2, 0].into();
            game.set([Command::SetFleet { player, counts }]).unwrap();
        }
        game.set([
            name(Player::A, 0).command(&footprint(10, 10, 0, 3), 0b111),
            name(Player::B, 0).command(&places[0], 0b101),
            name(Player::B, 1).command(&places[1], segments),
        ])
        .unwrap();
        let view = Observation::new(&game, Player::A);
        let mut belief = sure(&view, places[0], 0b010);
        for hit in hits {
            belief.hits.add(hit);
        }
        let mut memory = memory_of(belief);
        // The second time, it has one.
        for _ in 0..2 {
            memory.unseen_fleet(&view, &view.clear_fields());
            assert_eq!(memory.belief.estimates.len(), ships);
        }
        for (estimate, hit) in memory.belief.estimates.iter().zip(hits) {
            for hypothesis in &estimate.hypotheses {
                let segment = hypothesis.footprint.segment_at(hit);
                assert_eq!(hypothesis.destroyed, 1 << segment);
            }
        }
    }
}

/// Whoever writes a script may write any facts.
#[test]
fn hits_off_the_board_are_ignored() {
    let mut game = duel();
    game.set([cruiser(Player::B).command(&footprint(0, 2, 1, 3), 0b101)])
        .unwrap();
    let view = Observation::new(&game, Player::A);
    let numbers = [i32::MIN, -1, 1, 21, i32::MAX];
    let facts = numbers.map(|y| numbers.map(|x| BString::from(format!("HIT {y} {x} N"))));
    let mut memory = AdmiralMemory::read(&Memory::new(facts.as_flattened()), &view);
    assert_eq!(memory.belief.hits.facts().count(), 1);
    memory.unseen_fleet(&view, &view.clear_fields());
    assert_eq!(memory.belief.estimates.len(), 1);
}

/// Where the player sees that no ship is, a hit says nothing any more.
#[test]
fn a_hit_in_clear_water_is_forgotten() {
    let game = duel();
    let view = Observation::new(&game, Player::A);
    let mut belief = Belief::new(view.size().rect());
    for pos in [Pos::new(8, 10), Pos::new(0, 0)] {
        belief.hits.add(pos);
    }
    belief.observe(&view, &view.clear_fields(), false);
    assert_eq!(belief.hits.facts().count(), 1);
}

#[test]
fn a_ship_that_shots_miss_is_ruled_out() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    // It cannot move, so the age of the sighting does not matter.
    let mut belief = sure(&view, footprint(20, 20, 1, 3), 0b100);
    let unseen_fleet = UnseenFleet::new(&view, &belief);
    assert!(unseen_fleet.classes.is_empty(), "all is known");
    let shot = FiredShot {
        pos: Pos::new(20, 19),
        hit_chance: 1.0,
    };
    belief.update_after_shots(&unseen_fleet.classes, &[shot], 0, &view);
    assert!(belief.estimates.is_empty());
    let unseen_fleet = UnseenFleet::new(&view, &belief);
    assert_eq!(unseen_fleet.classes.len(), 1, "it is somewhere");
}

#[test]
fn a_part_that_is_nowhere_else_may_be_healthy() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    // All of it is believed to be destroyed, but it is not.
    let mut belief = sure(&view, footprint(0, 2, 1, 3), 0b111);
    let missing = UnseenFleet::new(&view, &belief).missing;
    assert!((missing - 3.0).abs() < 1e-9, "{missing}");
    belief.doubt(&view, missing);
    let [estimate] = &belief.estimates[..] else {
        panic!("there is one ship")
    };
    for pos in footprint(0, 2, 1, 3).fields() {
        assert!(estimate.healthy_at(pos) > 0.1, "{pos}");
    }
}

#[test]
fn a_hit_on_an_unknown_ship_detects_it() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    let mut belief = Belief::new(view.size().rect());
    let unseen_fleet = UnseenFleet::new(&view, &belief);
    let shot = FiredShot {
        pos: Pos::new(0, 1),
        hit_chance: 0.1,
    };
    belief.update_after_shots(&unseen_fleet.classes, &[shot], 1, &view);
    let [estimate] = &belief.estimates[..] else {
        panic!("one ship is hit")
    };
    let is_it = |hypothesis: &Hypothesis| {
        hypothesis.footprint == footprint(0, 2, 1, 3) && hypothesis.destroyed == 0b010
    };
    assert!(estimate.hypotheses.iter().any(is_it));
    assert!(estimate.healthy_at(shot.pos) == 0.0);
}

#[test]
fn a_hit_on_a_known_ship_destroys_the_part() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    let place = footprint(0, 2, 1, 3);
    let mut belief = sure(&view, place, 0);
    let unseen_fleet = UnseenFleet::new(&view, &belief);
    let shot = FiredShot {
        pos: Pos::new(0, 1),
        hit_chance: 0.9,
    };
    belief.update_after_shots(&unseen_fleet.classes, &[shot], 1, &view);
    let [estimate] = &belief.estimates[..] else {
        panic!("there is one ship")
    };
    let best = estimate.best();
    assert_eq!((best.footprint, best.destroyed), (place, 0b010));
    assert!(estimate.healthy_at(shot.pos) == 0.0);
}

#[test]
fn only_a_ship_with_an_engine_may_have_moved() {
    let game = duel_in_corner();
    let view = Observation::new(&game, Player::A);
    let place = footprint(10, 2, 1, 3);
    for (destroyed, may_move) in [(0, true), (1 << cruiser(Player::B).class.engine(), false)] {
        let mut belief = sure(&view, place, destroyed);
        belief.pass_turn(&view, Effort::default(), 1);
        let mut hypotheses = belief.hypotheses();
        let has_moved = hypotheses.any(|hypothesis| hypothesis.footprint != place);
        assert_eq!(has_moved, may_move);
    }
}

#[test]
fn a_visible_enemy_is_in_the_window() {
    let mut game = duel();
    game.set([Command::BoardSize(Size::new(1000, 1000))])
        .expect("it is allowed");
    game.set([Command::InitPosition {
        player: Player::B,
        start: Rect::new(600, 600, 999, 999),
    }])
    .expect("it is allowed");
    let usual = sweep_window(&Observation::new(&game, Player::A), 0, std::iter::empty());
    let home = Pos::new(10, 10);
    assert!(usual.index(home).is_none());
    let north = footprint(8, 10, 0, 3);
    game.set([cruiser(Player::A).command(&north, 0b111)])
        .unwrap();
    game.set([cruiser(Player::B).command(&footprint(8, 12, 0, 3), 0b111)])
        .unwrap();
    let window = sweep_window(&Observation::new(&game, Player::A), 0, std::iter::empty());
    assert!(window.index(Pos::new(8, 12)).is_some());
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(60))]

    /// The strips of a sweep cover the enemy's start and then the board, each field once, and
    /// what comes next is mostly in the window.
    #[test]
    fn a_sweep_explores_each_field_once(
        rows in 1..300,
        columns in 1..300,
        corners in [0..300, 0..300, 0..300, 0..300],
    ) {
        let mut game = duel();
        game.set([Command::BoardSize(Size { rows, columns })]).expect("it is allowed");
        let [y, x, other_y, other_x] = corners;
        let start = Rect::spanning(
            Pos::new(y % rows, x % columns),
            Pos::new(other_y % rows, other_x % columns),
        );
        game.set([Command::InitPosition { player: Player::B, start }]).expect("it is allowed");
        let view = Observation::new(&game, Player::A);
        let mut n = 0;
        for whole in [start, view.size().rect()] {
            let mut missing: HashSet<Pos> = whole.fields().collect();
            while !missing.is_empty() {
                let SweepStep { window, strip } = SweepStep::nth(&view, n);
                prop_assert!(view.size().contains_rect(window));
                prop_assert!(strip.fields().all(|pos| window.contains(pos)));
                prop_assert!(strip.fields().all(|pos| missing.remove(&pos)), "{strip:?} at {n}");
                n += 1;
            }
        }
        prop_assert_eq!(SweepStep::nth(&view, n), SweepStep::nth(&view, 0));
    }
}

/// While it fights elsewhere, the admiral remembers what it has swept.
#[test]
fn a_battle_does_not_interrupt_what_is_known_of_the_sweep() {
    let mut game = duel();
    game.set([Command::BoardSize(Size::new(300, 300))])
        .expect("it is allowed");
    let view = Observation::new(&game, Player::A);
    let read = |lines: &[BString]| AdmiralMemory::read(&Memory::new(lines), &view);
    let mut sweep = read(&[]);
    let window = sweep.belief.window;
    sweep.belief.ages.fill(7);
    let mut lines = sweep.write();
    lines.push("ENEMY 0 200 200 N CRU 111 1000".into());
    let battle = read(&lines);
    assert!(battle.belief.window.contains(Pos::new(200, 200)));
    assert_ne!(battle.belief.window, window);
    let mut lines = battle.write();
    lines.retain(|line| !line.starts_with(b"ENEMY"));
    let after = read(&lines);
    assert!(after.swept.is_none(), "it is the same");
    assert_eq!(after.belief.window, window);
    assert_eq!(after.belief.ages, sweep.belief.ages);
}
