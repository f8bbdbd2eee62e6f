//! Golden files of the screens.

use std::fmt::Write;
use std::time::Duration;

use admiralty_core::player::ByPlayer;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_play::screen::{LastGame, Request, ScreenPage, Theme};
use admiralty_play::{GameSession, Language, Messages, Setup};
use ratatui::crossterm::event::{Event, KeyCode};
use ratatui::style::Color;

use crate::play::contrast;
use crate::play::test_screen::{
    ASCII, COLOURS, PLAIN, TestScreen, check_script, for_two, setup, to_watch,
};
use crate::support::golden;

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

fn screen(setup: Setup, theme: Theme, language: Language, size: (u16, u16)) -> TestScreen {
    let mut screen = TestScreen::new(setup, theme, language, size);
    screen.begin();
    screen
}

/// Checks that the screen agrees with its golden file.
#[track_caller]
pub fn look(name: &str, screen: &TestScreen) {
    golden::check(&format!("tests/play/screens/{name}.txt"), screen.text());
    check_colours(screen);
}

/// Checks that only the sixteen colours are used, and in a hint those of xterm's cube; or none if
/// colours are off.
fn check_colours(screen: &TestScreen) {
    let has_hint = screen.text().contains("%:");
    let is_coloured = screen
        .buffer()
        .content
        .iter()
        .any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
    let has_odd_colours = screen.buffer().content.iter().any(|cell| {
        [cell.fg, cell.bg].iter().any(|color| match color {
            Color::Rgb(..) => true,
            Color::Indexed(number) => !has_hint || !(16..=231).contains(number),
            _ => false,
        })
    });
    assert!(!has_odd_colours);
    contrast::check(screen.buffer());
    assert_eq!(is_coloured, screen.has_colours, "{}", screen.text());
}

/// Own ships and those of the enemy, which may be on one board, are told apart.
#[apply(trial)]
fn own_ships_have_another_colour() {
    let script = b"[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n\
        SHIP A 9 1 W 0 DES 11\nSHIP B 11 1 W 0 DES 11\nNEXT_PLAYER A\n[state]\n";
    let mut screen = TestScreen::resumed(script);
    screen.keys("Space");
    screen.shows("09    ◀");
    screen.shows("11  ░ ◎");
    let ground = |y| screen.buffer()[(6, y)].bg;
    assert_ne!(ground(11), ground(13));
}

/// Some turns into a game: ten fields of a diagonal are shot at; or ships have moved.
fn some_turns(screen: &mut TestScreen, rules: &RuleSet) {
    // The screens in between are not needed.
    screen.draws_every = 1000;
    screen.keys("Enter");
    if rules.announces_shots() {
        screen.keys(&"Left Up ".repeat(20));
        for _ in 0..9 {
            screen.keys("Enter Right Down");
        }
    } else {
        screen.keys("Tab f f Tab f f l l");
        screen.keys(&"Down ".repeat(9));
        screen.keys("Enter");
    }
    screen.draws_every = 1;
    screen.draw();
}

fn setup_of(rules: &RuleSet) -> Setup {
    let mut setup = setup(rules);
    if !rules.announces_shots() {
        setup.reefs = 9;
    }
    setup
}

#[apply(trial)]
fn every_rule_set_on_a_small_screen() {
    for rules in RuleSet::ALL {
        let name = rules.name;
        let form = TestScreen::small(setup_of(rules));
        look(&format!("{name}-start"), &form);
        let mut screen = TestScreen::begun(setup_of(rules));
        look(&format!("{name}-placed"), &screen);
        screen.keys("x Down r");
        look(&format!("{name}-placing"), &screen);
        screen.keys("z");
        some_turns(&mut screen, rules);
        look(&format!("{name}-battle"), &screen);
        screen.keys("?");
        look(&format!("{name}-help"), &screen);
    }
}

#[apply(trial)]
fn every_rule_set_on_a_large_screen() {
    for rules in RuleSet::ALL {
        let mut screen = screen(setup_of(rules), COLOURS, Language::English, LARGE);
        some_turns(&mut screen, rules);
        look(&format!("{}-battle-large", rules.name), &screen);
    }
}

#[apply(trial)]
fn every_rule_set_without_colours_and_in_ascii() {
    for rules in RuleSet::ALL {
        for (name, theme) in [("plain", PLAIN), ("ascii", ASCII)] {
            let mut screen = screen(setup_of(rules), theme, Language::English, SMALL);
            some_turns(&mut screen, rules);
            look(&format!("{}-battle-{name}", rules.name), &screen);
            let symbols = screen.buffer().content.iter();
            let is_ascii = symbols
                .map(ratatui::buffer::Cell::symbol)
                .all(str::is_ascii);
            assert_eq!(is_ascii, theme.is_ascii);
        }
    }
}

#[apply(trial)]
fn every_rule_set_when_it_is_over() {
    for rules in RuleSet::classic() {
        let mut screen = TestScreen::begun(setup_of(rules));
        screen.keys("Enter");
        screen.shoot_all(10);
        look(&format!("{}-over", rules.name), &screen);
        check_script(screen.session());
    }
}

/// The end of a game in which ships move.
#[apply(trial)]
fn ships_when_it_is_over() {
    let script = b"[state]\nSET_FLEET A 0 1 0 0\nSET_FLEET B 0 0 0 1\nSHIP A 4 4 N 0 BAT 1101\n\
        SHIP B 12 4 N 0 DES 10\nREEF 9 9\nSET_AI_PLAYER B\n[state]\n";
    let mut screen = TestScreen::resumed(script);
    screen.keys(&"Down ".repeat(8));
    screen.keys("Enter e");
    look("ships-over", &screen);
}

/// Choices are not cut off.
#[apply(trial)]
fn the_form_has_room_for_every_language() {
    for language in admiralty_play::Language::ALL {
        for rules in RuleSet::ALL {
            let mut screen = TestScreen::new(setup_of(rules), COLOURS, language, SMALL);
            for line in 0..20 {
                let text = screen.text();
                let is_complete = text.contains('▸') || !text.contains('◂');
                assert!(is_complete, "{language:?} {} {line}:\n{text}", rules.name);
                screen.keys("Down");
            }
        }
    }
}

/// The way out of a turn and of the game is always shown, and help has all of its page.
#[apply(trial)]
fn keys_and_glyphs_are_explained_in_every_language() {
    for language in admiralty_play::Language::ALL {
        let plain = Messages::new(language).in_ascii(true);
        for rules in RuleSet::ALL {
            let mut choice = setup_of(rules);
            choice.shooting = admiralty_play::Shooting::Auto;
            let mut screen = TestScreen::new(choice, ASCII, language, SMALL);
            for keys in ["", "Enter", "Tab f", "p"] {
                explained(&mut screen, &plain, rules);
                if keys.is_empty() {
                    screen.begin();
                }
                screen.keys(keys);
            }
            explained(&mut screen, &plain, rules);
        }
    }
}

fn explained(screen: &mut TestScreen, words: &Messages, rules: &RuleSet) {
    let text = screen.text();
    let bar = text.lines().last().expect("a line").to_owned();
    let mut ids = vec!["hint-help", "hint-quit"];
    if screen.app.page() != ScreenPage::Start {
        ids.push("hint-save");
    }
    if screen.app.page() == ScreenPage::Battle && !rules.announces_shots() {
        ids.push("hint-end");
    }
    for id in &ids {
        assert!(bar.contains(&plain(&words.text(id))), "{id}: {bar}");
    }
    screen.keys("?");
    let help = screen.text();
    if screen.app.page() == ScreenPage::Battle {
        ids.extend(["hint-news", "hint-leap", "legend-cursor", "legend-sunk"]);
        ids.push(if rules.announces_shots() {
            "legend-last"
        } else {
            "legend-blocked"
        });
    }
    for id in &ids {
        assert!(help.contains(&plain(&words.text(id))), "{id}:\n{help}");
    }
    let corners = help.lines().filter(|line| line.contains("+---"));
    assert_eq!(corners.count(), 2, "{help}");
    screen.keys("Esc");
}

/// A text as a screen of ASCII shows it.
fn plain(text: &str) -> String {
    let without = |letter: char| match letter {
        'ã' | 'á' | 'â' => 'a',
        'ç' => 'c',
        'é' | 'ê' => 'e',
        'í' => 'i',
        'ó' | 'õ' | 'ô' => 'o',
        'ú' => 'u',
        letter => letter,
    };
    text.chars().map(without).collect()
}

/// Names that are long are not cut where there is room.
#[apply(trial)]
fn the_end_has_room_for_names() {
    let script = b"[state]\nRULES hasbro\nSET_FLEET A 0 0 0 0 1\nSET_FLEET B 0 0 0 0 1\n\
        SHIP A 0 0 N 0 DES 11\nSHIP B 11 0 N 0 DES 11\nSHOT A 11 0\nSET_AI_PLAYER B\n\
        INFORMATION B STRATEGY posterior\n[state]\n[playerA]\nSHOOT 12 0\n[playerA]\n";
    for size in [SMALL, LARGE] {
        let screen = TestScreen::resumed_on(script, size);
        screen.shows("you – master");
        let rows = screen.text();
        let rows = rows.lines().filter(|row| row.ends_with(" you    enemy"));
        assert_eq!(rows.count(), 1, "{}", screen.text());
    }
}

/// A game that one shot of A has ended: A has a ship of each class, B one of the last class.
/// Both players may have long names, and A has asked for hints.
pub fn script_of_an_end(rules: &RuleSet, side: i32, info: &str) -> String {
    let classes = &rules.classes;
    let count = |is_there: fn(usize, usize) -> bool| {
        let counts = (0..classes.len()).map(|at| u8::from(is_there(at, classes.len())));
        counts
            .map(|count| count.to_string())
            .collect::<Vec<_>>()
            .join(" ")
    };
    let side_text = if rules.board_sides.is_fixed() {
        String::new()
    } else {
        format!(" {side}")
    };
    let mut script = format!(
        "[state]\nRULES {}{side_text}\nSET_FLEET A {}\nSET_FLEET B {}\n",
        rules.name,
        count(|_, _| true),
        count(|at, count| at + 1 == count)
    );
    let mut ship = |player, y: i32, x: i32, class: &ShipClass, parts: String| {
        writeln!(script, "SHIP {player} {y} {x} W 0 {} {parts}", class.name)
    };
    for (at, class) in (0..).zip(classes) {
        let (y, x) = (2 * (at % 5), 8 * (at / 5));
        let _ = ship('A', y, x, class, "1".repeat(class.length.into()));
    }
    let last = classes.last().expect("a class");
    let parts = "0".repeat(usize::from(last.length) - 1) + "1";
    let _ = ship('B', side + 1, 0, last, parts);
    let target = i32::from(last.length) - 1;
    for x in 0..target {
        let _ = writeln!(script, "SHOT A {} {x}", side + 1);
    }
    script
        + info
        + &format!(
            "[state]\n[playerA]\nSHOOT {} {target}\n[playerA]\n",
            side + 1
        )
}

/// The last page shows all figures, whatever the answer to the last key is, and no text covers
/// another.
#[apply(trial)]
fn the_end_has_room_for_everything() {
    const LONG: &str = "INFORMATION A NAME BartholomewJones\nINFORMATION B NAME MargaretheSmythe\n";
    const HINTS: &str = "INFORMATION A HINT\nSET_AI_PLAYER B\nINFORMATION B STRATEGY posterior\n";
    for (language, rules) in Language::ALL
        .into_iter()
        .flat_map(|language| RuleSet::classic().map(move |rules| (language, rules)))
    {
        let words = Messages::new(language);
        let sides = [10, 12]
            .into_iter()
            .filter(|side| rules.board_sides.side(*side).is_some());
        // The other languages only where room is scarce.
        let screens =
            &[SMALL, (80, 50), LARGE][..if language == Language::English { 3 } else { 1 }];
        for ((side, info), size) in sides
            .flat_map(|side| [(side, LONG), (side, HINTS)])
            .flat_map(|case| screens.iter().map(move |size| (case, *size)))
        {
            let script = script_of_an_end(rules, side, info);
            let mut screen = TestScreen::new(setup(rules), COLOURS, language, size);
            let session = GameSession::resume(script.as_bytes()).expect("it goes on");
            screen.app.go_on(session);
            for (keys, answer) in [("", None), ("Enter", Some("over-hint"))] {
                screen.keys(keys);
                screen.draw();
                screen.shows(&format!(" Admiralty · {} ", rules.name));
                let mut ids = vec!["header-over", "panel-figures", "panel-by-class"];
                ids.extend(["figure-turns", "figure-shots", "figure-hits"]);
                ids.extend(["figure-precision", "figure-sunk", "hint-quit"]);
                ids.extend(answer);
                if info == HINTS {
                    ids.push("figure-hints");
                }
                for id in ids {
                    screen.shows(&words.text(id));
                }
                for class in &rules.classes {
                    let id = format!(
                        "class-{}-{}",
                        rules.name,
                        class.name.as_str().to_lowercase()
                    );
                    let title = words.text(&id);
                    screen.shows(title.get(1..).unwrap_or_default());
                }
            }
        }
    }
}

/// Long names leave the number of the turn, and whose move it is.
#[apply(trial)]
fn the_header_has_room_for_names() {
    for language in Language::ALL {
        let mut choice = for_two(RuleSet::ITALIAN);
        choice.names = ByPlayer::from_fn(|player| format!("Bartholomew Jon{player}"));
        let mut screen = screen(choice, COLOURS, language, SMALL);
        screen.keys("Space Enter");
        let words = Messages::new(language);
        let player = ("player", "Bartholomew JonB".into());
        screen.shows(&format!(" {} ", words.format("header-places", &[player])));
        screen.shows(" Admiralty · italian ");
    }
}

/// The language is chosen where everybody finds it, and the page is in it at once.
#[apply(trial)]
fn a_language_is_chosen() {
    let mut screen = TestScreen::new(setup(RuleSet::SHIPS), ASCII, Language::English, SMALL);
    screen.keys("Up");
    for (name, language) in [
        ("Lingua", "< italiano >"),
        ("Sprache", "< Deutsch >"),
        ("Idioma", "< portugues >"),
        ("Jezyk", "< polski >"),
        ("Language", "< English >"),
    ] {
        screen.keys("Right");
        screen.shows(name);
        screen.shows(language);
    }
    // As it is written without its own letters.
    screen.keys("Left Left Left");
    screen.shows("Schiessen");
}

/// A refusal on the first page is read to its end, in every language.
#[apply(trial)]
fn a_refusal_on_the_first_page_is_not_cut() {
    for language in admiralty_play::Language::ALL {
        let mut choice = setup(RuleSet::GERMAN);
        choice.fleet = vec![20; 6];
        let mut screen = TestScreen::new(choice, COLOURS, language, SMALL);
        assert!(!screen.app.begin());
        screen.draw();
        let text = screen.text();
        let words: Vec<_> = text.split_whitespace().collect();
        let args = [
            ("count", 120.into()),
            ("least", 1.into()),
            ("most", 20.into()),
        ];
        let args = Messages::new(language).format("facts-ships", &args);
        assert!(words.join(" ").contains(&format!("({args})")), "{text}");
        // A longer one takes more rows.
        let long = "nowhere ".repeat(30);
        screen.app.last_game_failed(std::io::Error::other(long));
        screen.draw();
        assert_eq!(
            screen.text().matches("nowhere").count(),
            30,
            "{}",
            screen.text()
        );
    }
}

#[apply(trial)]
fn the_last_game_is_offered() {
    let last = LastGame {
        rules: *RuleSet::ITALIAN,
        turn: 12,
    };
    let mut screen = TestScreen::with_last(setup(RuleSet::SHIPS), last, SMALL);
    screen.shows("Resume: italian, turn 12");
    // It is the chosen line.
    screen.keys("Enter");
    assert_eq!(screen.app.request(), Some(Request::ResumeLast));
    screen.begin();
    // It is not offered twice.
    screen.lacks("Resume");
}

/// Who begins is said to a person, not of one.
#[apply(trial)]
fn the_toss_speaks_to_who_plays() {
    let begins = |seed| {
        let choice = Setup {
            first_player: Setup::new(RuleSet::ITALIAN, seed).first_player,
            seed,
            ..setup(RuleSet::ITALIAN)
        };
        let mut screen = screen(choice, COLOURS, Language::Italian, SMALL);
        screen.keys("Enter");
        screen.text()
    };
    let texts: Vec<_> = (0..8).map(begins).collect();
    assert!(texts.iter().any(|text| text.contains("cominci tu")));
    assert!(
        texts
            .iter()
            .any(|text| text.contains("Prima mossa: nemico"))
    );
    assert!(texts.iter().all(|text| !text.contains("Prima mossa: tu")));
}

#[apply(trial)]
fn every_language() {
    for (language, rules) in [
        (Language::Italian, RuleSet::ITALIAN),
        (Language::German, RuleSet::GERMAN),
        (Language::Portuguese, RuleSet::MSX),
    ] {
        let code = language.code();
        let form = TestScreen::new(setup_of(rules), COLOURS, language, SMALL);
        look(&format!("{code}-start"), &form);
        let mut screen = screen(setup_of(rules), COLOURS, language, SMALL);
        look(&format!("{code}-placed"), &screen);
        some_turns(&mut screen, rules);
        look(&format!("{code}-battle"), &screen);
        screen.keys("?");
        look(&format!("{code}-help"), &screen);
    }
}

/// Large waters: one board, two above each other, side by side.
#[apply(trial)]
fn large_waters() {
    let mut choice = setup(RuleSet::GERMAN);
    choice.side = 20;
    for (name, size) in [("small", SMALL), ("high", (80, 50)), ("wide", (140, 40))] {
        let mut screen = screen(choice.clone(), COLOURS, Language::English, size);
        some_turns(&mut screen, RuleSet::GERMAN);
        look(&format!("german-20-{name}"), &screen);
    }
}

/// A board that is larger than the screen follows the cursor.
#[apply(trial)]
fn a_board_scrolls() {
    let script = b"[state]\nBOARD_SIZE 2000 2000\nSET_FLEET A 1 0 0 0\nSET_FLEET B 1 0 0 0\n\
        SHIP A 990 990 N 0 CAR 11111\nSHIP B 5 5 N 0 CAR 11111\nREEF 1005 1003\n\
        INIT_POSITION A 980 980 1010 1010\nSET_AI_PLAYER B\n[state]\n";
    let mut screen = TestScreen::resumed(script);
    screen.keys("Tab");
    screen.keys(&"Down Right ".repeat(14));
    look("ships-scrolled", &screen);
}

/// Where ships move: what is previewed before it is done.
#[apply(trial)]
fn previews_of_ships() {
    let mut choice = setup_of(RuleSet::SHIPS);
    choice.shooting = admiralty_play::Shooting::Auto;
    let mut screen = screen(choice, PLAIN, Language::English, SMALL);
    screen.keys("Enter Tab f");
    look("ships-move", &screen);
    screen.keys("Esc p Down Down Down");
    look("ships-plane", &screen);
    screen.keys("Enter Esc Esc Down Enter Down Enter");
    look("ships-targets", &screen);
}

#[apply(trial)]
fn between_two_people() {
    let mut screen = TestScreen::begun(for_two(RuleSet::ITALIAN));
    look("curtain", &screen);
    screen.keys("Space Enter");
    look("hand-over", &screen);
}

#[apply(trial)]
fn somebody_watches() {
    for rules in [RuleSet::ITALIAN, RuleSet::SHIPS] {
        let mut screen = TestScreen::begun(to_watch(rules));
        for _ in 0..12 {
            screen.app.tick(Duration::from_secs(9));
        }
        screen.keys("p");
        look(&format!("{}-watch", rules.name), &screen);
    }
}

#[apply(trial)]
fn questions() {
    let mut screen = TestScreen::begun(setup(RuleSet::ITALIAN));
    screen.keys("Enter q");
    look("quit", &screen);
    screen.keys("Esc s");
    look("save", &screen);
}

#[apply(trial)]
fn a_screen_that_is_too_small_says_so() {
    let mut screen = screen(
        setup(RuleSet::ITALIAN),
        COLOURS,
        Language::English,
        (39, 16),
    );
    screen.shows("40 columns and 16 rows");
    screen.resize(80, 24);
    screen.shows("Your waters");
    for width in 1..90 {
        for height in [1, 2, 5, 15, 16, 17, 23, 24, 25] {
            screen.resize(width, height);
        }
    }
}

/// Keys, the mouse and pasted text do not act on a page that is not shown.
#[apply(trial)]
fn a_screen_that_is_too_small_only_grows_or_ends() {
    let beginnings: [(Setup, &str); 5] = [
        (setup(RuleSet::ITALIAN), ""),
        (setup(RuleSet::ITALIAN), "Enter"),
        (setup(RuleSet::SHIPS), "Enter Tab f"),
        (for_two(RuleSet::ITALIAN), "Space Enter"),
        (setup(RuleSet::MSX), "Enter q"),
    ];
    for (choice, keys) in beginnings {
        let mut screen = TestScreen::begun(choice);
        screen.keys(keys);
        screen.draw();
        let (page, script) = (screen.text(), screen.log());
        screen.resize(39, 20);
        for key in ' '..='~' {
            screen.press(KeyCode::Char(key));
        }
        screen.keys("Enter Tab Esc Up Down Left Right Backspace Enter");
        screen.click(30, 5);
        screen.paste("q\n");
        assert!(!screen.app.is_done() && screen.app.request().is_none());
        // A key pressed before the page is drawn again was not meant for it.
        screen.app.handle(&Event::Resize(80, 24));
        screen.app.handle(&Event::Key(KeyCode::Enter.into()));
        screen.resize(80, 24);
        assert_eq!(screen.text(), page, "{keys}");
        assert_eq!(screen.log(), script, "{keys}");
        screen.resize(80, 15);
        screen.shows("Ctrl+C");
        screen.control('c');
        assert!(screen.app.is_done());
    }
}

/// A small window has one board at a time, in every language, and the panel beside or below it.
#[apply(trial)]
fn small_windows() {
    for rules in [
        RuleSet::ITALIAN,
        RuleSet::GERMAN,
        RuleSet::MSX,
        RuleSet::SHIPS,
    ] {
        for (width, size) in [("60", (60, 20)), ("40", (40, 16))] {
            let name = |page: &str| format!("{}-{page}-{width}", rules.name);
            let mut screen = TestScreen::new(setup(rules), COLOURS, Language::English, size);
            look(&name("start"), &screen);
            screen.begin();
            look(&name("placed"), &screen);
            screen.keys("u");
            look(&name("placing"), &screen);
            screen.keys("v");
            some_turns(&mut screen, rules);
            look(&name("battle"), &screen);
            if rules.announces_shots() {
                for title in ["Your waters", "As the enemy sees you", "Enemy waters"] {
                    screen.keys("Tab");
                    screen.shows(title);
                }
            }
            screen.keys("?");
            look(&name("help"), &screen);
            screen.keys("Esc q");
            look(&name("quit"), &screen);
            screen.keys("Esc w");
            look(&name("hint"), &screen);
            if rules.announces_shots() {
                screen.shoot_all(10);
                look(&name("over"), &screen);
            }
        }
    }
    for language in Language::ALL {
        let mut screen = TestScreen::new(setup(RuleSet::GERMAN), ASCII, language, (40, 16));
        screen.begin();
        screen.keys("Enter Enter ? Enter Enter Enter Enter Enter Enter w s Esc");
        check_script(screen.session());
    }
}

/// Hints can be read in every look, and name the five best fields.
#[apply(trial)]
fn hints() {
    for rules in [
        RuleSet::ITALIAN,
        RuleSet::GERMAN,
        RuleSet::MSX,
        RuleSet::SHIPS,
    ] {
        for (look_name, theme) in [("", COLOURS), ("-ascii", ASCII)] {
            let mut screen = screen(setup(rules), theme, Language::English, SMALL);
            some_turns(&mut screen, rules);
            screen.keys("w");
            let name = format!("{}-hint{look_name}", rules.name);
            look(&name, &screen);
            let text = screen.text().replace('\n', " ");
            for rank in ['a', 'b', 'c', 'd', 'e'] {
                assert!(
                    text.contains(&format!(" {rank} ")),
                    "{name}: {rank}\n{text}"
                );
            }
        }
    }
}

/// Pasted text is typed where a text is typed; elsewhere it would press keys.
#[apply(trial)]
fn pasted_text_presses_no_keys() {
    const TEXT: &str = "quit\nB7\r\nyes\n";
    for (choice, keys) in [
        (setup(RuleSet::ITALIAN), ""),
        (setup(RuleSet::ITALIAN), "Enter"),
        (setup(RuleSet::ITALIAN), "Enter q"),
        (setup(RuleSet::ITALIAN), "Enter ?"),
        (setup(RuleSet::SHIPS), "Enter Tab f"),
        (for_two(RuleSet::ITALIAN), ""),
        (to_watch(RuleSet::ITALIAN), ""),
    ] {
        let mut screen = TestScreen::begun(choice);
        screen.keys(keys);
        screen.draw();
        let (page, script) = (screen.app.page(), screen.log());
        let is_asked = screen.text().contains('┌');
        screen.paste(TEXT);
        assert_eq!((screen.app.page(), screen.log()), (page, script), "{keys}");
        assert!(!screen.app.is_done());
        assert_eq!(screen.text().contains('┌'), is_asked, "{keys}");
        if !is_asked {
            screen.shows("Pasted text has no effect here.");
        }
    }
    let mut screen = TestScreen::small(for_two(RuleSet::ITALIAN));
    screen.paste(TEXT);
    screen.shows("Pasted text has no effect here.");
    screen.keys("Down Down");
    screen.paste("Anna\nof the long name");
    screen.shows("Annaof the long _");
    screen.begin();
    screen.keys("Space s");
    screen.control('u');
    screen.paste("my game\t.ships\n");
    screen.shows("> my game.ships ");
    assert!(screen.app.request().is_none());
}
