//! Features of the screens in the descriptions of the Italian, the German and the Brazilian
//! program.

use admiralty_core::game::ShotOutcome;
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Command;
use admiralty_play::{
    BoardView, Coin, Controller, FieldView, FirstPlayer, GameEvent, GameSession, Language,
    SegmentState, Setup, ShipSegment, Shooting, usual_level,
};
use admiralty_players::Placing;

use crate::play::test_screen::{COLOURS, TestScreen, check_script, for_two, setup, state_after};

/// Names are typed on the first page, shown instead of letters, and kept in the script.
#[apply(trial)]
fn people_have_names() {
    let mut screen = TestScreen::small(for_two(RuleSet::ITALIAN));
    screen.keys("Down Down A n n a x Backspace Down Down q u i t Space 7 Enter Enter");
    screen.shows("Anna is next");
    assert!(screen.script().contains("\nINFORMATION A NAME Anna\n"));
    assert!(screen.script().contains("\nINFORMATION B NAME quit 7\n"));
    screen.keys("Space");
    screen.shows("Anna – quit 7");
    let twin = GameSession::resume(&screen.log()[..]).expect("it goes on");
    assert_eq!(twin.name_of(Player::B).as_deref(), Some("quit 7"));
    // A script may say anything.
    let odd = "[state]\nINFORMATION A NAME \x1b[31m\u{7}aaaaaaaaaaaaaaaaaaaaaaaa\n[state]\n";
    let session = GameSession::resume(odd.as_bytes()).expect("it goes on");
    assert_eq!(
        session.name_of(Player::A).as_deref(),
        Some("[31maaaaaaaaaaaa")
    );
}

/// The player who has called the side of the coin moves first.
#[apply(trial)]
fn the_toss_is_called() {
    for seed in 0..20 {
        for (seats_swapped, caller) in [(false, Player::A), (true, Player::B)] {
            let mut choice = Setup::new(RuleSet::ITALIAN, seed);
            if seats_swapped {
                choice.controllers.a = Controller::Computer("hunt");
                choice.controllers.b = Controller::Person;
            }
            for coin in [Coin::Heads, Coin::Tails] {
                choice.first_player = FirstPlayer::Toss(coin);
                let first = choice.first();
                assert_eq!(first == caller, coin == choice.coin());
                let session = GameSession::begin(&choice).expect("a game");
                assert_eq!(session.next(), first);
                let coin = choice.coin();
                let events = session.all_events(caller);
                assert_eq!(events[0].event, GameEvent::Tossed { coin, first });
            }
        }
    }
}

/// The cursor goes where a field is typed, and Enter shoots there.
#[apply(trial)]
fn fields_are_typed() {
    for (rules, keys, target) in [
        (RuleSet::ITALIAN, "B 7 Enter", "SHOOT 17 1"),
        (RuleSet::ITALIAN, "J 1 0 Enter", "SHOOT 20 9"),
        // There is no row 12, so the second digit begins nothing.
        (RuleSet::ITALIAN, "C 1 2 Enter", "SHOOT 11 2"),
        (RuleSet::ITALIAN, "K 1 Z A 3 Enter", "SHOOT 13 0"),
        (RuleSet::ITALIAN, "B 7 C 8 Enter", "SHOOT 18 2"),
        (RuleSet::ITALIAN, "Tab B 7 Enter", "SHOOT 17 1"),
        (RuleSet::ITALIAN, "b 7 Enter", "SHOOT 17 1"),
        // A second shot is not possible, so "e" ends no turn; a hint has a letter past all columns.
        (RuleSet::ITALIAN, "e 5 h 4 Enter", "SHOOT 14 7"),
        (RuleSet::GERMAN, "2 / 7 Enter", "SHOOT 17 1"),
        (RuleSet::GERMAN, "1 0 / 1 0 Enter", "SHOOT 20 9"),
        (RuleSet::GERMAN, "9 / 2 Right 1 / 1 Enter", "SHOOT 11 0"),
    ] {
        let mut screen = TestScreen::begun(setup(rules));
        screen.keys("Enter");
        screen.keys(keys);
        assert!(
            screen.script().contains(target),
            "{keys}: {}",
            screen.script()
        );
    }
    let mut screen = TestScreen::begun(setup(RuleSet::GERMAN));
    screen.keys("Enter 2 / 7 Enter");
    screen.shows("you: 2/7");
}

/// Where ships move, a person types a field as it is written, by row and column. A blank belongs to
/// it, and shoots only while nothing is typed.
#[apply(trial)]
fn fields_are_typed_where_ships_move() {
    let mut screen = TestScreen::of_ships([1, 0, 0, 1], Shooting::Extended);
    screen.keys("Tab");
    let before = screen.log();
    for (keys, field) in [
        ("1 8 Space 4", "18 4"),
        ("0 Space 9", "0 9"),
        // The board has 21 rows, so the second digit begins another name.
        ("3 7", "7 9"),
        ("2 Space Space 3 Space Space", "2 3"),
        ("1 2 Left 8", "8 2"),
    ] {
        screen.keys(keys);
        screen.shows(&format!("Enter shoots at {field}."));
        assert_eq!(screen.log(), before, "{keys}");
    }
    screen.keys("1 8 Space 4 Enter");
    assert!(screen.script().ends_with(" 18 4\n"), "{}", screen.script());
    screen.keys("Right Space");
    assert!(screen.script().ends_with(" 18 5\n"), "{}", screen.script());
    screen.keys("?");
    screen.shows("3 7     field");
    screen.shows("Space   like Enter");
    // In the classic games, a blank in a name does not shoot either.
    let mut screen = TestScreen::begun(setup(RuleSet::ITALIAN));
    screen.keys("Enter B Space 7 Space");
    assert!(!screen.script().contains("SHOOT"), "{}", screen.script());
    screen.keys("Enter");
    assert!(screen.script().contains("SHOOT 17 1\n"));
}

/// A ship is placed where a field is typed.
#[apply(trial)]
fn fields_are_typed_while_ships_are_placed() {
    let mut screen = TestScreen::by_hand(RuleSet::SHIPS);
    screen.keys("3 Space 7");
    screen.shows("on 3 7, pointing");
    assert!(!screen.script().contains("PLACE_SHIP"));
    // No column of the usual board has the letter of a key.
    let mut screen = TestScreen::by_hand(RuleSet::ITALIAN);
    for column in 'a'..='j' {
        screen.keys(&format!("{column} 5"));
        screen.shows(&format!("from {}5 to", column.to_ascii_uppercase()));
    }
}

/// A field outside of the waters has no name, and its place on the board of the script says nothing.
#[apply(trial)]
fn refusals_have_no_numbers_of_the_script() {
    for rules in RuleSet::classic() {
        let mut screen = TestScreen::by_hand(rules);
        for corner in ["Left Up ", "Right Down "] {
            screen.keys(&corner.repeat(20));
            let mut refused = 0;
            for _ in 0..4 {
                screen.keys("r");
                let text = screen.text();
                refused += text.matches("must lie in your own waters").count();
                assert!(!text.contains('('), "{}:\n{text}", rules.name);
            }
            assert!(refused > 0, "{}:\n{}", rules.name, screen.text());
        }
    }
}

/// Both digits of a column's number are shown, however narrow the screen is.
#[apply(trial)]
fn columns_have_whole_numbers() {
    let mut choice = setup(RuleSet::GERMAN);
    choice.side = 20;
    for size in [(80, 24), (80, 50), (140, 40)] {
        let mut screen = TestScreen::new(choice.clone(), COLOURS, Language::English, size);
        screen.begin();
        screen.keys("Enter");
        screen.draw();
        for heading in [
            "                   1 1 1 1 1 1 1 1 1 1 2",
            " 1 2 3 4 5 6 7 8 9 0 1 2 3 4 5 6 7 8 9 0",
            "Enemy waters",
        ] {
            screen.shows(heading);
        }
    }
}

/// The Brazilian program places the ships itself. Who has chosen otherwise keeps that.
#[apply(trial)]
fn the_brazilian_game_is_placed_at_random() {
    let [italian, msx] = [RuleSet::ITALIAN, RuleSet::MSX].map(|rules| Setup::new(rules, 1));
    assert!(msx.is_placed_at_random && !italian.is_placed_at_random);
    for mut choice in [italian, msx] {
        let there = [RuleSet::MSX, RuleSet::GERMAN]
            .map(|rules| choice.for_rules(rules).is_placed_at_random);
        assert_eq!(there, [true, false]);
        choice.is_placed_at_random = !choice.is_placed_at_random;
        let there = [RuleSet::MSX, RuleSet::GERMAN]
            .map(|rules| choice.for_rules(rules).is_placed_at_random);
        assert_eq!(there, [false, true]);
    }
}

/// Choices last when the rules change, as far as the new rules have them.
#[apply(trial)]
fn choices_are_kept_for_other_rules() {
    let mut choice = setup(RuleSet::ITALIAN);
    choice.controllers.a = Controller::Computer("parity");
    choice.controllers.b = Controller::Person;
    choice.placing = Placing::Uni;
    choice.first_player = FirstPlayer::Player(Player::B);
    for (rules, level) in [
        (RuleSet::GERMAN, "parity"),
        (RuleSet::SHIPS, usual_level(RuleSet::SHIPS)),
    ] {
        let there = choice.for_rules(rules);
        assert_eq!(there.controllers.a, Controller::Computer(level));
        assert_eq!(there.controllers.b, Controller::Person);
        assert_eq!(there.placing, choice.placing);
        assert_eq!(there.first_player, choice.first_player);
    }
}

/// One's own board is on the left, as in the originals, and the enemy's on the right.
#[apply(trial)]
fn the_own_board_comes_first() {
    for (rules, titles) in [
        (
            RuleSet::ITALIAN,
            ["Your waters", "As the enemy sees you", "Enemy waters"],
        ),
        (
            RuleSet::MSX,
            ["Your waters", "As the enemy sees you", "Enemy waters"],
        ),
        (
            RuleSet::GERMAN,
            ["Enemy waters", "Your waters", "As the enemy sees you"],
        ),
    ] {
        let mut screen = TestScreen::begun(setup(rules));
        screen.keys("Enter");
        let text = screen.text();
        let row = text.lines().nth(1).expect("the titles");
        let places = titles.map(|title| row.find(title).expect("a title"));
        assert!(places.is_sorted(), "{row}");
        // The cursor is where shots are.
        screen.keys("Enter");
        screen.shows("you: ");
    }
}

/// A ship lies from its first field in a direction: 1 up, 2 right, 3 down, 4 left.
#[apply(trial)]
fn italian_ships_lie_ahead_of_their_first_field() {
    for (digit, direction, second) in [
        ('1', "north", Pos::new(3, 4)),
        ('2', "east", Pos::new(4, 5)),
        ('3', "south", Pos::new(5, 4)),
        ('4', "west", Pos::new(4, 3)),
    ] {
        let mut screen = TestScreen::by_hand(RuleSet::ITALIAN);
        screen.keys(&format!("E 5 {digit}"));
        let words = format!("from E5 to the {direction}");
        screen.shows(&words);
        screen.keys("Enter v Enter");
        let view = screen.session().view(Player::A);
        let is_ship = |pos| matches!(view.field(BoardView::Own, pos), FieldView::Ship(_));
        assert!(is_ship(Pos::new(4, 4)) && is_ship(second), "{direction}");
    }
}

/// A game with options is a script with them, and comes to the same end.
#[apply(trial)]
fn lengths_and_named_hits_are_chosen() {
    let begun = |rules: &RuleSet, keys: &str| {
        let mut screen = TestScreen::small(setup(rules));
        screen.keys(keys);
        screen
    };
    // To the lengths of the first two classes, and what is told of a hit.
    let keys =
        "Down Down Down Down Down Down Right Down Down Left Down Down Down Right Enter Enter";
    let mut screen = begun(RuleSet::ITALIAN, keys);
    let first = "[state]\nRULES italian LENGTHS 4 1 1 NAMED_HITS\n";
    assert!(screen.script().starts_with(first), "{}", screen.script());
    screen.keys("Enter");
    screen.shoot_all(10);
    assert!(screen.is_over(), "{}", screen.text());
    assert_eq!(state_after(&screen.log()), screen.session().state());
    // The choices of the descriptions are defaults, and can be changed.
    for (rules, keys, first) in [
        (RuleSet::MSX, "Enter Enter", "RULES msx\n"),
        (
            RuleSet::MSX,
            "Down Down Down Down Right Right Enter Enter",
            "RULES msx 12\n",
        ),
        (RuleSet::HASBRO, "Enter Enter", "RULES hasbro\n"),
        (
            RuleSet::HASBRO,
            "Up Up Up Up Up Right Enter Enter",
            "RULES hasbro NAMED_HITS\n",
        ),
        (RuleSet::RUSSIAN, "Enter Enter", "RULES russian\n"),
    ] {
        let screen = begun(rules, keys);
        assert_eq!(screen.script().lines().nth(1), first.lines().next());
        check_script(screen.session());
    }
}

fn shoot(session: &mut GameSession, y: i32, x: i32) {
    session
        .execute(&Command::Shoot(Pos::new(y, x)))
        .expect("a shot");
    session.end_turn().expect("the turn ends");
}

fn letter(field: FieldView) -> Option<(char, SegmentState)> {
    match field {
        FieldView::Ship(ShipSegment {
            letter: Some(letter),
            state,
            ..
        }) => Some((letter, state)),
        _ => None,
    }
}

/// A hit shows the kind of ship, own ships are letters, and the water around a sunk
/// ship is marked.
#[apply(trial)]
fn fields_of_msx_show_the_kind_of_ship() {
    let game = |rules: &str| {
        let script = format!(
            "[state]\nRULES {rules}\nSET_FLEET A 1 0 0 0\nSET_FLEET B 0 0 1 1\n\
             SHIP A 0 3 E 0 P 1111\nSHIP B 11 0 W 0 H 11\nSHIP B 20 9 E 0 S 1\n[state]\n"
        );
        let mut session = GameSession::resume(script.as_bytes()).expect("it goes on");
        for ((y, x), (other_y, other_x)) in [((11, 0), (0, 0)), ((20, 9), (5, 5))] {
            shoot(&mut session, y, x);
            shoot(&mut session, other_y, other_x);
        }
        session
    };
    for (rules, is_lettered, is_named) in [
        ("msx NAMED_HITS", true, true),
        ("msx", true, true),
        ("russian NAMED_HITS", false, true),
        ("russian", false, false),
    ] {
        let session = game(rules);
        let view = session.view(Player::A);
        let enemy = |y, x| view.field(BoardView::Enemy, Pos::new(y, x));
        let own = |y, x| letter(view.field(BoardView::Own, Pos::new(y, x)));
        assert_eq!(
            letter(enemy(11, 0)),
            is_named.then_some(('H', SegmentState::Hit))
        );
        assert_eq!(
            letter(enemy(20, 9)),
            is_named.then_some(('S', SegmentState::Sunk))
        );
        assert_eq!(
            own(0, 1),
            is_lettered.then_some(('P', SegmentState::Intact))
        );
        assert_eq!(own(0, 0), None, "shots at own ships are shown as shots");
        // Nothing lies next to the sunk ship; the fields around the other one are unknown.
        for (y, x) in [(19, 8), (19, 9), (20, 8)] {
            assert_eq!(enemy(y, x), FieldView::BesideSunk, "{y} {x}");
        }
        for (y, x) in [(18, 9), (20, 7), (11, 1), (12, 1)] {
            assert_eq!(enemy(y, x), FieldView::Unknown, "{y} {x}");
        }
        let events = session.all_events(Player::A);
        let outcome = events.iter().find_map(|entry| match entry.event {
            GameEvent::Shot { outcome, .. } => Some(outcome),
            _ => None,
        });
        let class = session.rules().class(b"H").copied().filter(|_| is_named);
        assert_eq!(outcome, Some(ShotOutcome::Hit(class)), "{rules}");
    }
}

/// Ships that may touch say nothing of the water around them.
#[apply(trial)]
fn nothing_is_marked_where_ships_may_touch() {
    let script = "[state]\nRULES hasbro\nSET_FLEET A 0 0 0 0 1\nSET_FLEET B 0 0 0 0 2\n\
        SHIP A 0 0 N 0 DES 11\nSHIP B 11 0 N 0 DES 00\nSHIP B 20 0 S 1 DES 11\n[state]\n";
    let session = GameSession::resume(script.as_bytes()).expect("it goes on");
    let field = session
        .view(Player::A)
        .field(BoardView::Enemy, Pos::new(11, 1));
    assert_eq!(field, FieldView::Unknown);
}

/// The easiest level of the German game forgets where it has shot; it loses turns.
#[apply(trial)]
fn the_easiest_level_is_that_of_the_game() {
    for (rules, name) in [
        (RuleSet::ITALIAN, "forced"),
        (RuleSet::GERMAN, "forgetful"),
        (RuleSet::MSX, "chase"),
    ] {
        let levels = admiralty_play::levels(rules);
        assert_eq!((levels[0], levels.len()), (name, 5));
    }
    let mut choice = setup(RuleSet::GERMAN);
    choice.controllers.b = Controller::Computer("forgetful");
    let mut screen = TestScreen::begun(choice);
    screen.keys("Enter");
    screen.shoot_all(10);
    assert!(screen.is_over(), "{}", screen.text());
    let passed = |entry: &&admiralty_play::LogEntry| entry.event == GameEvent::Passed(Player::B);
    let events = screen.session().all_events(Player::A);
    assert!(events.iter().copied().filter(|entry| passed(entry)).count() > 5);
    assert_eq!(state_after(&screen.log()), screen.session().state());
}

/// The placed part of a fleet is shown in percent.
#[apply(trial)]
fn the_part_of_the_fleet_that_is_placed_is_shown() {
    let mut screen = TestScreen::by_hand(RuleSet::MSX);
    for (keys, percent) in [("A 1", 0), ("r Enter", 10), ("z", 100), ("u", 90)] {
        screen.keys(keys);
        let words = format!("Placed: {percent}%");
        assert!(
            screen.text().contains(&words),
            "{words}:\n{}",
            screen.text()
        );
    }
}
