//! The scripts of games, and resuming from scripts.

use std::io::ErrorKind;

use admiralty_core::geometry::Pos;
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Command;
use admiralty_core::script::Reason;
use admiralty_play::screen::Request;
use admiralty_play::{
    Controller, FirstPlayer, GameEvent, GameSession, Language, ResumeError, Setup, Shooting, Stage,
};

use ratatui::crossterm::event::{Event, KeyCode, MouseButton, MouseEventKind};

use crate::play::test_screen::{
    COLOURS, TestScreen, check_script, for_two, setup, state_after, to_watch,
};
use crate::support::{Call, quoted};

/// Where ships move, a person shoots at one field after the other, a shot a turn.
#[apply(trial)]
fn a_game_of_ships_is_played_to_the_end() {
    const SIDE: usize = 6;
    let mut choice = setup(RuleSet::SHIPS);
    choice.fleet = vec![0, 0, 0, 1];
    choice.board.rows = 6;
    choice.board.columns = 6;
    choice.shooting = Shooting::Basic;
    let mut screen = TestScreen::begun(choice);
    screen.draws_every = 50;
    screen.keys("Enter");
    for turn in 0..40 * SIDE * SIDE {
        if screen.is_over() {
            break;
        }
        let (row, column) = (turn / SIDE % SIDE, turn % SIDE);
        screen.keys("Up Up Up Up Up Up Left Left Left Left Left Left");
        screen.keys(&"Down ".repeat(row));
        screen.keys(&"Right ".repeat(column));
        screen.keys("Enter");
        screen.end_turn();
    }
    assert!(screen.is_over(), "{}", screen.text());
    check_script(screen.session());
    screen.draw();
    screen.shows("You have");
}

#[apply(trial)]
fn two_people_see_a_curtain_between_their_turns() {
    let mut screen = TestScreen::begun(for_two(RuleSet::ITALIAN));
    screen.shows("A is next");
    screen.keys("Space");
    screen.shows("Ships of A to place");
    screen.keys("Enter");
    screen.keys("Enter");
    screen.shows("B is next");
    for glyph in ['▲', '▶', '▼', '◀', '◆', '·'] {
        screen.lacks(&glyph.to_string());
    }
    screen.keys("Space Enter");
    screen.shows("hand over");
    // Pressing Enter again does not shoot while the boards are hidden.
    let before = screen.log();
    screen.keys("Enter Enter Enter Enter");
    assert_eq!(screen.log(), before);
    screen.shows("A is next");
    screen.keys("Space Enter");
    screen.shows("E5");
    check_script(screen.session());
}

/// This holds where Enter does nothing, or shows the next turn of the program, too.
#[apply(trial)]
fn enter_quits_on_every_page_that_asks() {
    for setup in [
        for_two(RuleSet::ITALIAN),
        to_watch(RuleSet::ITALIAN),
        setup(RuleSet::ITALIAN),
    ] {
        let mut screen = TestScreen::begun(setup);
        screen.keys("q");
        screen.shows("Enter quits");
        screen.keys("Enter");
        assert!(screen.app.is_done(), "{}", screen.text());
    }
}

#[apply(trial)]
fn the_winner_of_the_toss_begins_after_both_have_placed() {
    for (player, first) in [
        (Player::A, "[playerA]\nSHOOT"),
        (Player::B, "[playerB]\nSHOOT"),
    ] {
        let mut choice = to_watch(RuleSet::MSX);
        choice.first_player = FirstPlayer::Player(player);
        let mut session = GameSession::begin(&choice).expect("a game");
        for _ in 0..3 {
            session.play_computer_turn().expect("a turn");
        }
        let script = String::from_utf8(session.log().text().to_vec()).expect("ASCII");
        let shot = script.find("SHOOT").expect("a shot");
        assert!(script[..shot + 5].ends_with(first), "{script}");
    }
    let tosses = (0..40).map(|seed| Setup::new(RuleSet::MSX, seed).first());
    let heads = tosses.filter(|player| *player == Player::A).count();
    assert!((8..32).contains(&heads), "{heads} of 40");
}

#[apply(trial)]
fn a_game_goes_on_from_every_line_of_its_script() {
    let mut screen = TestScreen::begun(setup(RuleSet::ITALIAN));
    screen.keys("Enter Enter Right Enter Down Enter");
    let script = screen.log();
    let lines: Vec<_> = script.split_inclusive(|byte| *byte == b'\n').collect();
    for count in 0..=lines.len() {
        let part = lines[..count].concat();
        let session = GameSession::resume(&part[..]).expect("it goes on");
        assert!(session.log().text().starts_with(&part));
        state_after(&part);
        // A line that was broken off is left out, or is one.
        if let Some(line) = lines.get(count) {
            let part = [&part, &line[..line.len() / 2]].concat();
            let _ = GameSession::resume(&part[..]).expect("it goes on");
        }
    }
}

#[apply(trial)]
fn a_script_that_a_player_wrote_goes_on() {
    let script = b"[state]\nRULES hasbro\nSET_AI_PLAYER B\nSRAND 3\n[state]\n\
        [playerA]\nPLACE_SHIP 0 0 N 0 CAR\nPLACE_SHIP 0 1 N 0 BAT\nPRINT 1\n\
        PLACE_SHIP 0 2 N 0 CRU\nPLACE_SHIP 0 3 N 0 SUB\n";
    let mut session = GameSession::resume(&script[..]).expect("it goes on");
    assert_eq!(session.stage(), Stage::Placing);
    let mut draft = session.draft().expect("a turn");
    let left: Vec<_> = draft
        .classes_left()
        .iter()
        .map(|class| class.name.to_string())
        .collect();
    assert_eq!(left, ["DES"]);
    draft.direction = admiralty_core::geometry::Direction::North;
    draft.place(Pos::new(0, 4)).expect("it is free");
    session.place(&draft).expect("it is free");
    session.play_computer_turn().expect("a fleet");
    session.shoot_announced(Pos::new(11, 0)).expect("a shot");
    state_after(session.log().text());
}

#[apply(trial)]
fn a_broken_script_is_said_with_its_line() {
    for (line, reason, text) in [
        ("REEF 99 0", Reason::ReefIsNotPlacedOnBoard, "99 0"),
        ("REEF 0", Reason::InvalidArguments, "REEF"),
    ] {
        let script = format!("[state]\n{line}\n[state]\n");
        match GameSession::resume(script.as_bytes()).expect_err("an error") {
            ResumeError::Broken { line, rejection } => {
                assert_eq!((line, rejection.reason), (2, reason));
                let said = rejection.text.expect("a text");
                assert!(said.contains(text), "{said}");
            }
            ResumeError::Read(error) => panic!("{error}"),
        }
    }
}

#[apply(trial)]
fn a_board_that_is_printed_by_a_script_is_not_drawn() {
    let script =
        b"[state]\nBOARD_SIZE 2000000000 2000000000\nPRINT 1\n[state]\n[playerA]\nPRINT 0\n";
    let session = GameSession::resume(&script[..]).expect("it goes on");
    assert_eq!(session.next(), Player::A);
}

#[apply(trial)]
fn what_is_refused_leaves_no_line() {
    let mut screen = TestScreen::begun(setup(RuleSet::ITALIAN));
    screen.keys("Enter Enter");
    let before = screen.log();
    screen.keys("Enter");
    assert_eq!(screen.log(), before);
    screen.shows("You have shot at this field before");
}

/// Targets without a ship wait until the turn ends, and can be taken back.
#[apply(trial)]
fn targets_that_cannot_be_served_are_not_written() {
    let mut screen = TestScreen::of_ships([0, 0, 0, 1], Shooting::Auto);
    screen.keys(&"Down ".repeat(20));
    screen.keys("Enter");
    let before = screen.log();
    screen.shows("SHOOT 20");
    screen.end_turn();
    assert_eq!(screen.log(), before);
    screen.shows("cannot reach all");
    screen.keys("u");
    screen.end_turn();
    assert!(screen.log().len() > before.len());
    check_script(screen.session());
}

/// Targets are written whether they are all of the turn, or named before a ship moves.
#[apply(trial)]
fn targets_are_written_when_the_turn_ends() {
    for moves in ["", "Tab f f Esc"] {
        let mut screen = TestScreen::of_ships([1, 0, 0, 1], Shooting::Auto);
        screen.keys(&"Down ".repeat(20));
        screen.keys("Enter Up Enter");
        screen.keys(moves);
        screen.end_turn();
        let script = screen.script();
        let mut turns = script.split("[playerA]\n");
        let turn = turns
            .find(|turn| turn.contains("\nSHOOT ") || turn.starts_with("SHOOT "))
            .expect("targets");
        let expected = ["SHOOT 20 4\nSHOOT 19 4\n", "MOVE"].map(|part| turn.contains(part));
        assert_eq!(expected, [true, !moves.is_empty()], "{script}");
        check_script(screen.session());
    }
}

/// A single key does not end a turn with shots left.
#[apply(trial)]
fn a_turn_with_shots_left_is_ended_by_a_second_key() {
    let mut screen = TestScreen::of_ships([1, 0, 0, 1], Shooting::Extended);
    screen.keys("Tab e");
    screen.shows("Shots left in this turn: 7");
    let before = screen.log();
    screen.keys("Esc");
    assert_eq!(screen.log(), before);
    screen.keys("e Enter");
    screen.shows("Turn 2");
}

/// The key that ends the turn does not end that of the program, too.
#[apply(trial)]
fn keys_do_nothing_while_the_program_thinks() {
    let mut screen = TestScreen::of_ships([0, 0, 0, 1], Shooting::Extended);
    screen.keys("e");
    screen.shows("Shots left in this turn");
    let key = Event::Key(KeyCode::Char('e').into());
    for _ in 0..2 {
        screen.app.handle(&key);
    }
    screen.wait();
    screen.lacks("Shots left in this turn");
    screen.shows("Turn 2");
}

/// A ship is chosen for the field that is aimed at.
#[apply(trial)]
fn the_cursor_stays_where_it_aims() {
    let mut screen = TestScreen::of_ships([1, 0, 0, 1], Shooting::Extended);
    screen.keys(&"Down ".repeat(14));
    screen.shows("Select a ship first");
    for words in [
        "Enter shoots at 18 4",
        "18 4 is out of range",
        "Enter shoots at 18 4",
    ] {
        screen.keys("Tab");
        screen.shows(words);
    }
    // On the ship itself, which lies from 9 4 to 9 8, Enter does something else.
    screen.keys(&"Up ".repeat(9));
    screen.shows("Enter deselects: carrier 0");
}

#[apply(trial)]
fn a_key_that_does_nothing_says_so() {
    let mut screen = TestScreen::begun(setup(RuleSet::ITALIAN));
    for (keys, words) in [
        ("y", r#"y has no effect here; "?" shows the keys."#),
        ("Enter u", "u has no effect here"),
    ] {
        screen.keys(keys);
        screen.shows(words);
    }
    screen.control('x');
    screen.shows("Ctrl+x has no effect");
}

#[apply(trial)]
fn what_happened_can_be_scrolled() {
    let mut screen = TestScreen::begun(setup(RuleSet::ITALIAN));
    screen.keys("Enter");
    screen.keys(&"Enter Right ".repeat(5));
    screen.lacks("E5, water");
    screen.press(KeyCode::PageUp);
    screen.press(KeyCode::PageUp);
    let text = screen.text();
    assert!(
        text.contains("E5, water") && text.contains("8 newer"),
        "{text}"
    );
    screen.press(KeyCode::PageDown);
    screen.shows("4 newer");
    screen.mouse(MouseEventKind::ScrollUp, 3, 20);
    screen.shows("8 newer");
    // What happens next is visible at once.
    screen.keys("Down Enter");
    screen.lacks("newer");
}

/// How many parts a ship has lost, and how many are left, cannot be confused.
#[apply(trial)]
fn damage_is_told() {
    const SHOTS: [&str; 2] = ["SHOOT 0 CAR 5 4\n", "SHOOT 0 CAR 4 4\n"];
    let script = |shots: &str| {
        format!(
            "[state]\nSET_FLEET A 0 1 0 0\nSET_FLEET B 1 0 0 0\nSHIP A 2 4 N 0 BAT 1111\n\
             SHIP B 12 4 N 0 CAR 11111\nEXTENDED_SHIPS\nNEXT_PLAYER B\n[state]\n\
             [playerB]\n{shots}[playerB]\n[state]\nSET_AI_PLAYER B\n[state]\n"
        )
    };
    for (language, one, two) in [
        (
            Language::English,
            "Your battleship 0: 1 hit, 3 left",
            "2 hits, 2 left",
        ),
        (
            Language::Italian,
            "corazzata 0: colpita 1 parte, ne restano 3",
            "colpite 2 parti, ne restano 2",
        ),
        (
            Language::German,
            "dein Schlachtschiff 0: 1 Treffer, noch 3 Teile",
            "2 Treffer, noch 2 Teile",
        ),
        (
            Language::Portuguese,
            "encouraçado 0 atingido: 1 parte perdida, restam 3",
            "2 partes perdidas, restam 2",
        ),
    ] {
        for (shots, words) in [(SHOTS[0].to_owned(), one), (SHOTS.concat(), two)] {
            let session = GameSession::resume(script(&shots).as_bytes()).expect("it goes on");
            let mut screen = TestScreen::new(setup(RuleSet::SHIPS), COLOURS, language, (80, 24));
            screen.app.go_on(session);
            screen.draw();
            screen.shows(words);
        }
    }
}

#[apply(trial)]
fn a_forced_attack_is_told() {
    let mut choice = setup(RuleSet::ITALIAN);
    choice.controllers = ByPlayer::from_fn(|_| Controller::Computer("hunt"));
    let mut session = GameSession::begin(&choice).expect("a game");
    let is_forced =
        |event: &GameEvent| matches!(event, GameEvent::Shot { is_forced, .. } if *is_forced);
    let mut forced = 0;
    while !matches!(session.stage(), Stage::Over(_)) {
        session.play_computer_turn().expect("a turn");
        let events = session.recent_events(Player::A).into_iter();
        let events = events.map(|entry| entry.event);
        forced += events.filter(is_forced).count();
    }
    assert!(forced > 0);
}

/// The data of a person's screen reveals nothing of the enemy: with its ships elsewhere, the screen
/// is the same.
#[apply(trial)]
fn the_screen_is_blind_to_what_may_not_be_seen() {
    let fleet = |ships: [&str; 2]| {
        let [one, other] = ships;
        format!(
            "[state]\nRULES italian\nSET_FLEET A 0 1 0\nSET_FLEET B 0 1 1\nSET_AI_PLAYER B\n\
             SHIP A 0 0 N 0 TOR 11\nSHIP B {one} 0 TOR 11\nSHIP B {other} 0 LAN 1\n\
             SHOT A 20 9\n[state]\n"
        )
    };
    let screen = |script: String| {
        let screen = TestScreen::resumed(script.as_bytes());
        screen.buffer().clone()
    };
    let one = screen(fleet(["11 0 N", "15 5 N"]));
    let other = screen(fleet(["13 8 E", "18 1 N"]));
    assert_eq!(one, other);
}

/// The same where ships move, and nothing else is known than what radars see.
#[apply(trial)]
fn the_screen_is_blind_in_the_fog() {
    let screen = |ship: &str| {
        let script = format!(
            "[state]\nSET_FLEET A 0 0 1 0\nSET_FLEET B 0 0 0 1\nEXTENDED_SHIPS\nSET_AI_PLAYER B\n\
             SHIP A 2 2 N 0 CRU 111\nSHIP B {ship} 0 DES 11\n[state]\n"
        );
        let mut screen = TestScreen::resumed(script.as_bytes());
        screen.keys("Tab f f r Enter");
        screen.keys(&"Down ".repeat(15));
        screen.buffer().clone()
    };
    assert_eq!(screen("12 4 N"), screen("20 9 E"));
    assert_ne!(screen("12 4 N"), screen("2 5 E"));
}

#[apply(trial)]
fn the_number_of_the_turn_is_found_in_a_saved_state() {
    let script =
        b"[state]\nRULES italian\nSET_FLEET A 0 0 1\nSET_FLEET B 0 0 1\nSHIP A 0 0 N 0 LAN 1\n\
        SHIP B 11 0 N 0 LAN 1\nSHOT A 12 0\nSHOT B 1 0\nSHOT A 13 0\nSHOT B 2 0\nSHOT A 14 0\n\
        NEXT_PLAYER B\n[state]\n";
    let session = GameSession::resume(&script[..]).expect("it goes on");
    assert_eq!((session.turn_number(), session.next()), (3, Player::B));
}

#[apply(trial)]
fn somebody_else_takes_over_a_side() {
    let script = b"[state]\nRULES msx\n[state]\n";
    let mut session = GameSession::resume(&script[..]).expect("it goes on");
    assert_eq!(session.people(), 2);
    assert!(session.set_controller(Player::B, Controller::Computer("parity")));
    assert!(!session.set_controller(Player::B, Controller::Computer("admiral")));
    assert_eq!(
        (session.people(), session.controller_of(Player::B)),
        (1, Controller::Computer("parity"))
    );
    assert!(
        session
            .log()
            .text()
            .ends_with(b"SET_AI_PLAYER B\n[state]\n")
    );
    assert!(session.set_controller(Player::B, Controller::Person));
    assert_eq!(session.people(), 2);
}

#[apply(trial)]
fn a_shot_by_a_ship_is_a_command_with_its_name() {
    let mut screen = TestScreen::of_ships([1, 0, 0, 1], Shooting::Extended);
    screen.keys("Tab");
    screen.keys(&"Down ".repeat(30));
    screen.keys("Enter p Enter");
    let commands: Vec<_> = screen
        .session()
        .turn_commands()
        .map(|(one, _)| one.clone())
        .collect();
    assert!(
        matches!(commands[0], Command::ShootFrom { .. }),
        "{commands:?}"
    );
    assert!(
        matches!(commands[1], Command::SpyFrom { .. }),
        "{commands:?}"
    );
    check_script(screen.session());
}

/// The manual has every flag, and every level.
#[apply(trial)]
fn the_manual_names_every_flag_and_level() {
    let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR"));
    let manual = std::fs::read_to_string(root.join("docs/PLAY.md")).expect("the manual");
    let one_line = manual.replace('\n', " ");
    for rules in [RuleSet::HASBRO, RuleSet::SHIPS] {
        for (number, name) in (1..).zip(admiralty_play::levels(rules)) {
            let level = format!("{number} `{name}`");
            assert!(one_line.contains(&level), "{level} is not in the manual");
        }
    }
    let help = Call::new("play --help").output();
    let help = String::from_utf8(help.stdout).expect("UTF-8");
    let words = help.split(|c: char| c.is_whitespace() || c == '`' || c == ',');
    // Flags of the whole program are documented elsewhere.
    let flags = words.filter(|word| word.starts_with("--") && word.len() > 2);
    let own = flags.filter(|flag| {
        !["--help", "--version", "--explain", "--stats"]
            .iter()
            .any(|one| flag.starts_with(one))
    });
    let mut count = 0;
    for flag in own {
        let flag = flag.trim_end_matches(|c: char| !c.is_ascii_lowercase());
        assert!(manual.contains(flag), "{flag} is not in the manual");
        count += 1;
    }
    assert!(count >= 15, "{help}");
}

/// The screen of 80 by 24 has the enemy's field A1 in column 6, row 2.
#[apply(trial)]
fn the_mouse_places_and_shoots() {
    let mut screen = TestScreen::by_hand(RuleSet::ITALIAN);
    // The own field A1 while fleets are placed: column 4, row 2.
    let at = |x: u16, y: u16| (4 + 2 * x, 2 + y);
    let (x, y) = at(0, 0);
    screen.mouse(MouseEventKind::Moved, x, y);
    screen.shows("from A1 to the north");
    screen.mouse(MouseEventKind::Down(MouseButton::Right), x, y);
    screen.shows("to the east");
    screen.mouse(MouseEventKind::ScrollUp, x, y);
    screen.mouse(MouseEventKind::ScrollUp, x, y);
    screen.shows("to the west");
    screen.mouse(MouseEventKind::ScrollUp, x, y);
    screen.mouse(MouseEventKind::ScrollUp, x, y);
    screen.click(x, y);
    screen.shows("0/1 Submarine");
    screen.mouse(MouseEventKind::Down(MouseButton::Right), x, y);
    screen.shows("1/1 Submarine");
    screen.keys("z Enter");
    // The enemy's waters are the third board.
    screen.click(58 + 2 * 2, 2 + 4);
    screen.shows("you: C5");
    assert!(screen.log().windows(10).any(|line| line == b"SHOOT 15 2"));
}

/// Ships are placed by hand, turned, refused and taken back.
#[apply(trial)]
fn ships_are_placed_by_hand() {
    let mut screen = TestScreen::by_hand(RuleSet::ITALIAN);
    // Down from A1, as the description has it.
    screen.keys("A 1 3 Enter");
    screen.shows("0/1 Submarine");
    screen.keys("Right");
    screen.shows("Too close to another ship");
    screen.keys("Enter");
    screen.shows("2/2 Torpedo boat");
    screen.keys("1");
    screen.shows("must lie in your own waters");
    screen.keys("u");
    screen.shows("1/1 Submarine");
    screen.keys("v Enter");
    let script = screen.script();
    assert_eq!(script.matches("PLACE_SHIP").count(), 12);
}

/// Quitting offers to save, and the name of an existing file can be changed.
#[apply(trial)]
fn a_game_is_saved_before_the_program_ends() {
    let mut screen = TestScreen::begun(setup(RuleSet::ITALIAN));
    screen.keys("Enter q s");
    screen.control('u');
    screen.keys("x z Left y Enter");
    let path = |request| match request {
        Some(Request::Save(path)) => path,
        _ => String::new(),
    };
    assert_eq!(path(screen.app.request()), "xzy");
    screen
        .app
        .saved("xzy", Err(ErrorKind::AlreadyExists.into()));
    screen.draw();
    screen.shows("already exists");
    screen.keys("Backspace Enter");
    assert_eq!(path(screen.app.request()), "xz");
    assert!(!screen.app.is_done());
    screen.app.saved("xz", Ok(()));
    assert!(screen.app.is_done());
}

/// Quitting a game that is in a file loses nothing, so it does not offer to save.
#[apply(trial)]
fn a_game_that_is_saved_is_not_saved_again() {
    let mut screen = TestScreen::begun(setup(RuleSet::ITALIAN));
    screen.keys("Enter s Enter");
    assert!(screen.app.request().is_some());
    screen.app.saved("game.ships", Ok(()));
    screen.keys("q");
    screen.lacks(r#""s" saves"#);
    screen.keys("s");
    screen.shows("Quit the game?");
    screen.keys("Esc Enter q");
    screen.shows(r#""s" saves"#);
    screen.keys("q");
    assert!(screen.app.is_done());
}

#[apply(trial)]
fn what_cannot_be_played_is_said_before_the_terminal_is_taken() {
    let folder = tempfile::tempdir().expect("a temporary folder");
    let taken = folder.path().join("taken");
    std::fs::write(&taken, "[state]\n").expect("written");
    let taken = quoted(taken);
    for (args, complaint) in [
        ("--rules italian", "a game needs a terminal"),
        ("--rules chess", "there is no rule set chess"),
        (
            "--rules german:9",
            "the side of the waters of german is a number from 10 to 20",
        ),
        (
            "--rules italian --board 20x20",
            "--board is for the rule set ships, not for italian",
        ),
        (
            "--rules german --reefs 3",
            "--reefs is for the rule set ships, not for german",
        ),
        (
            "--rules msx --shooting basic",
            "--shooting is for the rule set ships, not for msx",
        ),
        (
            "--rules msx --a person --b person --level 2",
            "--level has no effect: no built-in player",
        ),
        (
            "--rules msx --b hunt --level 2",
            "--level has no effect: no built-in player",
        ),
        (
            "--rules ships --placing uni",
            "--placing uni is for classic rule sets, not for ships",
        ),
        // These are valid except for the missing terminal.
        ("--board 20x20 --level 3", "a game needs a terminal"),
        (
            "--rules msx --a hunt --level 2 --placing seq",
            "a game needs a terminal",
        ),
        ("--rules msx --b admiral", "there is no player admiral"),
        ("--rules msx --level 9", "expected a number from 1 to 5"),
        (
            "--rules ships --level 4",
            "there is no level 4 for ships, only 1 to 3",
        ),
        ("--rules msx --fleet 1,2", "4 counts, not 2"),
        (
            &*format!("--log {taken}"),
            "exists; use --resume to continue it",
        ),
        ("--resume no/such/file", "cannot open no/such/file"),
        ("--board 3x3", "from 4 to 99"),
        ("--puzzle --rules msx", "a game needs a terminal"),
        (
            "--puzzle --rules ships",
            "--puzzle is for rule sets with announced shots, not for ships",
        ),
        ("--puzzle 17 --level 2", "cannot be used with"),
    ] {
        let output = Call::new(&format!("play {args}")).output();
        let said = String::from_utf8_lossy(&output.stderr);
        assert!(said.contains(complaint), "{args}: {said}");
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(output.stdout.is_empty(), "{args}");
    }
}
