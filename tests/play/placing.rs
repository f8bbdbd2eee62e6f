//! Placing a fleet reveals nothing about the enemy's fleet.

use admiralty_core::geometry::{Direction, Pos, Size};
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Command;
use admiralty_core::script::Reason;
use admiralty_play::{BoardView, FieldView, GameSession, PlacementDraft, Setup};
use admiralty_players::Placing;
use admiralty_players::{Rng, place_uniformly};

use crate::play::test_screen::{TestScreen, for_two, setup};

const DIRECTIONS: [Direction; 4] = [
    Direction::North,
    Direction::East,
    Direction::South,
    Direction::West,
];

/// B is to place a carrier and a destroyer next to a destroyer of A.
fn session(ship: &str) -> GameSession {
    let script = format!(
        "[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 1 0 0 1\nREEF 15 5\n\
         INIT_POSITION A 0 0 9 9\nINIT_POSITION B 10 0 20 9\n\
         SHIP A {ship} 0 DES 11\nNEXT_PLAYER B\n[state]\n"
    );
    GameSession::resume(script.as_bytes()).expect("it goes on")
}

/// Every place of every ship, and whether it is refused.
fn places(mut draft: PlacementDraft) -> Vec<bool> {
    let mut places = Vec::new();
    for class in draft.classes_left() {
        for (y, x) in (0..21).flat_map(|y| (0..10).map(move |x| (y, x))) {
            for direction in DIRECTIONS {
                (draft.class, draft.direction) = (Some(class), direction);
                let preview = draft.preview(Pos::new(y, x)).expect("a ship in hand");
                places.push(preview.1.is_some());
            }
        }
    }
    places
}

#[apply(trial)]
fn a_draft_sees_no_enemy() {
    let session = session("9 4 E");
    for class in &RuleSet::SHIPS.classes {
        for (y, direction) in (10..21).flat_map(|y| DIRECTIONS.map(|one| (y, one))) {
            let mut draft = session.draft().expect("a turn");
            (draft.class, draft.direction) = (Some(*class), direction);
            let placed = draft.place(Pos::new(y, 4));
            let view = draft.view();
            assert!(view.observation().enemy().is_empty());
            for pos in (0..21).flat_map(|y| (0..10).map(move |x| Pos::new(y, x))) {
                let field = view.field(BoardView::Shared, pos);
                let is_own =
                    matches!(&field, FieldView::Ship(segment) if segment.owner == Player::B);
                // Water would say that no ship is there.
                assert!(
                    is_own || [FieldView::Fog, FieldView::Reef].contains(&field),
                    "{class:?} {y} {direction:?} {placed:?}: {pos:?} {field:?}"
                );
            }
        }
    }
}

/// The answer about a place is the same wherever the enemy lies.
#[apply(trial)]
fn a_draft_is_refused_only_for_what_is_known() {
    let near = places(session("9 4 E").draft().expect("a turn"));
    let far = places(session("0 4 E").draft().expect("a turn"));
    assert_eq!(near, far);
    assert!(near.contains(&true) && near.contains(&false));
}

/// The game itself decides when the fleet is accepted, and writes nothing if it refuses.
#[apply(trial)]
fn a_fleet_that_the_game_refuses_is_still_in_hand() {
    let mut session = session("9 4 E");
    let before = session.log().text().to_vec();
    let mut draft = session.draft().expect("a turn");
    draft.direction = Direction::West;
    for row in [20, 10] {
        draft.place(Pos::new(row, 4)).expect("free");
    }
    assert!(draft.is_complete());
    let rejection = session.place(&draft).expect_err("A's ship is in the way");
    assert_eq!(
        (rejection.reason, rejection.is_unseen, rejection.text),
        (Reason::PlacingShipTooCloseToOtherShip, true, None)
    );
    assert_eq!(session.log().text(), before);
    draft.undo().expect("the destroyer");
    draft.place(Pos::new(13, 4)).expect("free");
    session.place(&draft).expect("nothing is in the way");
}

/// A row lies between the waters, so no fleet is in the way of the other.
#[apply(trial)]
fn the_waters_do_not_touch() {
    for rows in 4..=30 {
        let mut choice = setup(RuleSet::SHIPS);
        choice.board = Size { rows, columns: 10 };
        let starts: Vec<_> = choice
            .commands()
            .into_iter()
            .filter_map(|command| match command {
                Command::InitPosition { start, .. } => Some(start),
                _ => None,
            })
            .collect();
        let [above, below] = starts[..] else {
            panic!("{starts:?}");
        };
        assert!(above.bottom + 1 < below.top, "{rows}: {above:?} {below:?}");
        assert_eq!((above.top, below.bottom), (0, rows - 1));
        assert_eq!(above.bottom, rows - 1 - below.top, "as much for both");
        choice.fleet = vec![0, 0, 0, 1];
        let _ = GameSession::begin(&choice).expect("there is room");
    }
}

/// The second of two people who fill small waters is never refused.
#[apply(trial)]
fn two_fleets_have_room_on_a_small_board() {
    for seed in 0..20 {
        let mut screen = TestScreen::begun(Setup {
            board: Size {
                rows: 6,
                columns: 6,
            },
            fleet: vec![0, 0, 0, 2],
            seed,
            ..for_two(RuleSet::SHIPS)
        });
        screen.keys("Space Enter Enter Space Enter");
        assert_eq!(
            screen.session().stage(),
            admiralty_play::Stage::Playing,
            "{}",
            screen.text()
        );
    }
}

/// At random means ship by ship, or each whole fleet as likely, as it was chosen.
#[apply(trial)]
fn fleets_at_random_are_drawn_as_it_was_chosen() {
    for placing in Placing::ALL {
        let mut choice = setup(RuleSet::MSX);
        choice.placing = placing;
        let session = GameSession::begin(&choice).expect("a game");
        for seed in 0..5 {
            let mut draft = session.draft().expect("a turn");
            let fleet = place_uniformly(draft.view().observation(), &mut Rng::seeded(seed));
            let fleet = fleet.expect("a fleet");
            draft.fill(&mut Rng::seeded(seed)).expect("room");
            let is_uniform = draft.placements() == fleet;
            assert_eq!(is_uniform, placing == Placing::Uni);
            assert!(draft.is_complete());
            // If one ship is missing, only that one is drawn.
            draft.undo().expect("a ship");
            let kept = draft.placements().to_vec();
            draft.fill(&mut Rng::seeded(seed)).expect("room");
            assert!(draft.is_complete() && draft.placements().starts_with(&kept));
        }
    }
}
