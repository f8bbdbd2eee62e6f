//! Important information is on the screen, even on a small one, and is true.

use std::time::Duration;

use admiralty_core::geometry::Movement;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, NamedShip};
use admiralty_play::{GameSession, Shooting};
use ratatui::crossterm::event::MouseEventKind;

use crate::play::test_screen::{TestScreen, setup, to_watch};

/// Whether a line has those words one after the other.
fn has_words(screen: &TestScreen, words: &str) -> bool {
    screen.text().lines().any(|line| {
        let line: Vec<_> = line.split_whitespace().collect();
        line.join(" ").contains(words)
    })
}

#[apply(trial)]
fn all_figures_are_shown_when_it_is_over() {
    let usual = RuleSet::ALL
        .iter()
        .map(|rules| (*rules, rules.board_sides.min));
    for (rules, side) in usual.chain([(RuleSet::GERMAN, 12), (RuleSet::GERMAN, 20)]) {
        let mut choice = to_watch(rules);
        choice.side = side;
        choice.fleet = rules.classes.iter().map(|class| class.count).collect();
        if !rules.announces_shots() {
            choice.fleet = vec![1, 0, 0, 0];
        }
        let mut screen = TestScreen::begun(choice);
        screen.draws_every = u32::MAX;
        while !screen.is_over() {
            screen.app.tick(Duration::from_secs(60));
        }
        screen.draw();
        let [a, b] = Player::BOTH.map(|player| screen.session().stats(player).expect("it is over"));
        for (name, a, b) in [
            ("turns", a.turns, b.turns),
            ("shots", a.shots, b.shots),
            ("hits", a.hits, b.hits),
            ("ships sunk", a.sunk, b.sunk),
        ] {
            let words = format!("{name} {a} {b}");
            assert!(has_words(&screen, &words), "{words}:\n{}", screen.text());
        }
        for ((class, a), (_, b)) in a.by_class.iter().zip(&b.by_class) {
            let words = format!(" {a} {b}");
            if class.count > 0 {
                assert!(has_words(&screen, &words), "{words}:\n{}", screen.text());
            }
        }
    }
}

#[apply(trial)]
fn the_first_click_at_sea_only_looks() {
    let mut screen = TestScreen::begun(setup(RuleSet::SHIPS));
    screen.keys("Enter Tab");
    let commands = |screen: &TestScreen| screen.session().turn_commands().count();
    let (x, y) = (10, 15);
    screen.mouse(MouseEventKind::Moved, x, y);
    screen.click(x, y);
    assert_eq!(commands(&screen), 0, "{}", screen.text());
    screen.click(x, y);
    assert_eq!(commands(&screen), 1, "{}", screen.text());
}

/// In the basic game the one shot reaches everything.
#[apply(trial)]
fn a_basic_shot_has_no_range() {
    let mut choice = setup(RuleSet::SHIPS);
    choice.shooting = Shooting::Basic;
    let mut screen = TestScreen::begun(choice);
    screen.keys("Enter Tab Tab");
    screen.shows("shots 1");
    screen.keys(&"Down ".repeat(9));
    screen.shows("Enter shoots at");
    screen.keys("Enter");
    screen.shows("shots 0");
}

/// The board follows where a ship would go.
#[apply(trial)]
fn a_move_is_previewed_within_the_screen() {
    let script =
        b"[state]\nBOARD_SIZE 60 60\nINIT_POSITION A 0 0 29 59\nINIT_POSITION B 30 0 59 59\n\
        SET_FLEET A 1 0 0 0\nSET_FLEET B 0 0 0 1\nSHIP A 20 9 E 0 CAR 11111\n\
        SHIP B 50 50 N 0 DES 11\nSET_AI_PLAYER B\n[state]\n";
    let mut screen = TestScreen::resumed(script);
    screen.keys(&"Up ".repeat(60));
    screen.keys("Tab r");
    let rows = screen.text();
    let rows = rows.lines().filter(|line| line.starts_with("24 "));
    assert_eq!(rows.count(), 1, "{}", screen.text());
}

/// The answer never calls visible ships unseen when the interpreter refuses a move.
#[apply(trial)]
fn a_ship_in_plain_view_is_not_called_unseen() {
    let script = b"[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n\
        INIT_POSITION A 0 0 20 9\nINIT_POSITION B 0 0 20 9\n\
        SHIP A 8 4 N 0 DES 11\nSHIP B 6 4 E 0 DES 11\nSET_AI_PLAYER B\n[state]\n";
    let mut session = GameSession::resume(&script[..]).expect("it goes on");
    let ship = NamedShip {
        class: RuleSet::SHIPS.classes[3].name,
        index: 0,
    };
    let movement = Movement::Forward;
    let rejection = session.execute(&Command::Move { ship, movement });
    let rejection = rejection.expect_err("an enemy is in the way");
    assert!(!rejection.is_unseen, "{rejection:?}");
}

/// A fleet that cannot be placed at random leaves what was placed by hand.
#[apply(trial)]
fn ships_stay_where_they_are_if_there_is_no_room_for_all() {
    let script = b"[state]\nBOARD_SIZE 21 6\nINIT_POSITION A 0 0 2 3\nINIT_POSITION B 10 0 20 5\n\
        SET_FLEET A 0 0 0 9\nSET_FLEET B 0 0 0 1\nSHIP B 19 0 N 0 DES 11\nSET_AI_PLAYER B\n[state]\n";
    let mut screen = TestScreen::resumed(script);
    screen.keys(&"Left Up ".repeat(9));
    screen.keys("Enter");
    screen.shows("8/9 Destroyer");
    screen.keys("z");
    screen.shows("8/9 Destroyer");
}
