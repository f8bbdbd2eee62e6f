//! What the filter concludes.

use super::CarrierFilter;
use crate::{Fact, Memory};
use admiralty_core::game::{Footprint, Game, ShipName};
use admiralty_core::geometry::{Direction, Pos};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Tag};
use admiralty_core::view::Observation;

/// Both fleets lie from west to east, far from each other; B's leaves rows 14 to 16 free.
fn game() -> Game {
    let rules = RuleSet::named(b"ships").expect("the default");
    let rows = ByPlayer {
        a: [0, 2, 4, 6],
        b: [20, 18, 11, 13],
    };
    // By class: which row, and the column, of each head.
    let heads = [
        vec![(0, 4)],
        vec![(2, 3), (2, 8)],
        vec![(0, 8), (1, 2), (1, 6)],
        vec![(1, 9), (3, 1), (3, 4), (3, 7)],
    ];
    let mut game = Game::new(rules);
    for (class, heads) in rules.classes.iter().zip(heads) {
        for (index, (row, x)) in (0..).zip(heads) {
            for player in Player::BOTH {
                let head = Pos::new(rows[player][row], x);
                let place = Footprint::new(head, Direction::East, class.length);
                let ship = ShipName::new(player, class, index);
                game.set([ship.command(&place, u8::MAX >> (8 - class.length))])
                    .expect("there is room");
            }
        }
    }
    game
}

#[test]
fn a_carrier_that_is_found_nowhere_has_lost_its_cannon() {
    let mut game = game();
    let facts = [
        Fact::Carrier.with(&[500]),
        // Heading north, with the head in row 14.
        [&Fact::Carrier.with(&[0, 14, 0])[..], b" zzzzzzzzzz"]
            .concat()
            .into(),
    ];
    let mut filter = CarrierFilter::read(&Memory::new(&facts), &Observation::new(&game, Player::A))
        .expect("there are two carriers");
    filter.normalise();
    filter.before = (filter.weights.clone(), filter.destroyed);
    game.begin_turn(Player::A).expect("it is A's turn");
    for x in [1, 4, 7] {
        assert!(filter.is_hunting());
        let plane = Command::SpyFrom {
            index: 0,
            centre: Pos::new(15, x),
        };
        game.execute(Tag::PLAYER_A, &plane)
            .expect("there are planes");
        filter.observe(&Observation::new(&game, Player::A));
    }
    assert!(!filter.is_hunting(), "{}", filter.destroyed);
}
