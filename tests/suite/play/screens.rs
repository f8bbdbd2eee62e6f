//! What the screens look like. `INSTA_UPDATE=always` rewrites the pictures; look at
//! them before they are kept.

use std::time::Duration;

use admiralty::play::screen::{LastGame, Page, Request, Theme};
use admiralty::play::{Language, Log, Messages, Setup, Table};
use admiralty::rules::{GERMAN, ITALIAN, MSX, RULE_SETS, RuleSet, SHIPS};
use ratatui::style::Color;

use crate::play::contrast;
use crate::play::hand::{ASCII, COLOURS, Hand, PLAIN, for_two, setup, to_watch};

const SMALL: (u16, u16) = (80, 24);
const LARGE: (u16, u16) = (120, 40);

fn hand(setup: Setup, theme: Theme, language: Language, size: (u16, u16)) -> Hand {
    let mut hand = Hand::new(setup, theme, language, size);
    hand.begin();
    hand
}

/// The screen is as it was when somebody looked at it.
#[track_caller]
fn look(name: &str, hand: &Hand) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.bind(|| insta::assert_snapshot!(name, hand.text()));
    check_colours(hand);
}

/// Only the sixteen colours are used, and none where none are wanted.
fn check_colours(hand: &Hand) {
    let is_coloured = hand
        .buffer()
        .content
        .iter()
        .any(|cell| cell.fg != Color::Reset || cell.bg != Color::Reset);
    let has_odd_colours = hand.buffer().content.iter().any(|cell| {
        [cell.fg, cell.bg]
            .iter()
            .any(|color| matches!(color, Color::Rgb(..) | Color::Indexed(_)))
    });
    assert!(!has_odd_colours);
    contrast::check(hand.buffer());
    assert_eq!(is_coloured, hand.has_colours, "{}", hand.text());
}

/// Some turns into a game: ten fields of a diagonal are shot at; or ships have moved.
fn some_turns(hand: &mut Hand, rules: &RuleSet) {
    // Nobody looks in between.
    hand.draws_every = 1000;
    hand.keys("Enter");
    if rules.announces_shots() {
        hand.keys(&"Left Up ".repeat(20));
        for _ in 0..9 {
            hand.keys("Enter Right Down");
        }
    } else {
        hand.keys("Tab f f Tab f f l l");
        hand.keys(&"Down ".repeat(9));
        hand.keys("Enter");
    }
    hand.draws_every = 1;
    hand.draw();
}

fn setup_of(rules: &'static RuleSet) -> Setup {
    let mut setup = setup(rules);
    if !rules.announces_shots() {
        setup.reefs = 9;
    }
    setup
}

#[test]
fn every_rule_set_on_a_small_screen() {
    for rules in RULE_SETS {
        let name = rules.name;
        let form = Hand::new(setup_of(rules), COLOURS, Language::English, SMALL);
        look(&format!("{name}-start"), &form);
        let mut hand = hand(setup_of(rules), COLOURS, Language::English, SMALL);
        look(&format!("{name}-placed"), &hand);
        hand.keys("c Down r");
        look(&format!("{name}-placing"), &hand);
        hand.keys("a");
        some_turns(&mut hand, rules);
        look(&format!("{name}-battle"), &hand);
        hand.keys("?");
        look(&format!("{name}-help"), &hand);
    }
}

#[test]
fn every_rule_set_on_a_large_screen() {
    for rules in RULE_SETS {
        let mut hand = hand(setup_of(rules), COLOURS, Language::English, LARGE);
        some_turns(&mut hand, rules);
        look(&format!("{}-battle-large", rules.name), &hand);
    }
}

#[test]
fn every_rule_set_without_colours_and_in_ascii() {
    for rules in RULE_SETS {
        for (name, theme) in [("plain", PLAIN), ("ascii", ASCII)] {
            let mut hand = hand(setup_of(rules), theme, Language::English, SMALL);
            some_turns(&mut hand, rules);
            look(&format!("{}-battle-{name}", rules.name), &hand);
            let symbols = hand.buffer().content.iter();
            let is_ascii = symbols
                .map(ratatui::buffer::Cell::symbol)
                .all(str::is_ascii);
            assert_eq!(is_ascii, theme.is_ascii);
        }
    }
}

#[test]
fn every_rule_set_when_it_is_over() {
    for rules in RULE_SETS.iter().filter(|rules| rules.announces_shots()) {
        let mut hand = hand(setup_of(rules), COLOURS, Language::English, SMALL);
        hand.keys("Enter");
        hand.shoot_all(10);
        look(&format!("{}-over", rules.name), &hand);
    }
}

/// The end of a game in which ships move.
#[test]
fn ships_when_it_is_over() {
    let script = b"[state]\nSET_FLEET A 0 1 0 0\nSET_FLEET B 0 0 0 1\nSHIP A 4 4 N 0 BAT 1101\n\
        SHIP B 12 4 N 0 DES 10\nREEF 9 9\nSET_AI_PLAYER B\n[state]\n";
    let mut hand = Hand::resumed(script);
    hand.keys(&"Down ".repeat(8));
    hand.keys("Enter e");
    look("ships-over", &hand);
}

/// What can be chosen is not cut off.
#[test]
fn the_form_has_room_for_every_language() {
    for language in admiralty::play::LANGUAGES {
        for rules in RULE_SETS {
            let mut hand = Hand::new(setup_of(rules), COLOURS, language, SMALL);
            for line in 0..20 {
                let text = hand.text();
                let is_complete = text.contains('▸') || !text.contains('◂');
                assert!(is_complete, "{language:?} {} {line}:\n{text}", rules.name);
                hand.keys("Down");
            }
        }
    }
}

/// The way out of a turn and of the game is always shown, and help has all of its page.
#[test]
fn keys_and_glyphs_are_explained_in_every_language() {
    for language in admiralty::play::LANGUAGES {
        let plain = Messages::new(language).in_ascii(true);
        for rules in RULE_SETS {
            let mut choice = setup_of(rules);
            choice.shooting = admiralty::play::Shooting::Auto;
            let mut hand = Hand::new(choice, ASCII, language, SMALL);
            for keys in ["", "Enter", "Tab f", "p"] {
                explained(&mut hand, &plain, rules);
                if keys.is_empty() {
                    hand.begin();
                }
                hand.keys(keys);
            }
            explained(&mut hand, &plain, rules);
        }
    }
}

fn explained(hand: &mut Hand, words: &Messages, rules: &RuleSet) {
    let text = hand.text();
    let bar = text.lines().last().expect("a line").to_owned();
    let mut ids = vec!["hint-help", "hint-quit"];
    if hand.app.page() != Page::Start {
        ids.push("hint-save");
    }
    if hand.app.page() == Page::Battle && !rules.announces_shots() {
        ids.push("hint-end");
    }
    for id in &ids {
        assert!(bar.contains(&plain(&words.say(id))), "{id}: {bar}");
    }
    hand.keys("?");
    let help = hand.text();
    if hand.app.page() == Page::Battle {
        ids.extend(["hint-news", "hint-leap", "legend-cursor", "legend-sunk"]);
        ids.push(if rules.announces_shots() {
            "legend-last"
        } else {
            "legend-blocked"
        });
    }
    for id in &ids {
        assert!(help.contains(&plain(&words.say(id))), "{id}:\n{help}");
    }
    let corners = help.lines().filter(|line| line.contains("+---"));
    assert_eq!(corners.count(), 2, "{help}");
    hand.keys("Esc");
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
#[test]
fn the_end_has_room_for_names() {
    let script = b"[state]\nRULES hasbro\nSET_FLEET A 0 0 0 0 1\nSET_FLEET B 0 0 0 0 1\n\
        SHIP A 0 0 N 0 DES 11\nSHIP B 11 0 N 0 DES 11\nSHOT A 11 0\nSET_AI_PLAYER B\n\
        INFORMATION B STRATEGY posterior\n[state]\n[playerA]\nSHOOT 12 0\n[playerA]\n";
    for size in [SMALL, LARGE] {
        let mut hand = Hand::new(setup(&SHIPS), COLOURS, Language::English, size);
        let table = Table::resume(&script[..], Log::new()).expect("it goes on");
        hand.app.go_on(table);
        hand.draw();
        let rows = hand.text();
        let rows = rows.lines().filter(|row| row.contains("you  posterior"));
        assert_eq!(rows.count(), 1, "{}", hand.text());
    }
}

/// The language is chosen where everybody finds it, and the page is in it at once.
#[test]
fn a_language_is_chosen() {
    let mut hand = Hand::new(setup(&SHIPS), ASCII, Language::English, SMALL);
    hand.keys("Up");
    for (name, language) in [
        ("Lingua", "< italiano >"),
        ("Sprache", "< Deutsch >"),
        ("Idioma", "< portugues >"),
        ("Language", "< English >"),
    ] {
        hand.keys("Right");
        let text = hand.text();
        assert!(text.contains(name) && text.contains(language), "{text}");
    }
    // As it is written without its own letters.
    hand.keys("Left Left");
    assert!(hand.text().contains("Schiessen"), "{}", hand.text());
}

/// A refusal on the first page is read to its end, in every language.
#[test]
fn a_refusal_on_the_first_page_is_not_cut() {
    for language in admiralty::play::LANGUAGES {
        let mut choice = setup(&GERMAN);
        choice.fleet = vec![20; 6];
        let mut hand = Hand::new(choice, COLOURS, language, SMALL);
        assert!(!hand.app.begin());
        hand.draw();
        let text = hand.text();
        let words: Vec<_> = text.split_whitespace().collect();
        let facts = [
            ("count", 120.into()),
            ("least", 1.into()),
            ("most", 20.into()),
        ];
        let facts = Messages::new(language).tell("facts-ships", &facts);
        assert!(words.join(" ").contains(&format!("({facts})")), "{text}");
        // A longer one takes more rows.
        let long = "nowhere ".repeat(30);
        hand.app.last_failed(&std::io::Error::other(long));
        hand.draw();
        assert_eq!(
            hand.text().matches("nowhere").count(),
            30,
            "{}",
            hand.text()
        );
    }
}

#[test]
fn the_last_game_is_offered() {
    let last = LastGame {
        rules: &ITALIAN,
        turn: 12,
    };
    let mut hand = Hand::with_last(setup(&SHIPS), last, SMALL);
    let start = hand.text();
    assert!(start.contains("Go on: italian, turn 12"), "{start}");
    hand.keys("Up Up Enter");
    assert_eq!(hand.app.request(), Some(Request::GoOn));
    hand.begin();
    // It is not offered twice.
    assert!(!hand.text().contains("Go on"));
}

/// Who begins is said to a person, not of one.
#[test]
fn the_toss_speaks_to_who_plays() {
    let begins = |seed| {
        let choice = Setup {
            beginner: Setup::new(&ITALIAN, seed).beginner,
            seed,
            ..setup(&ITALIAN)
        };
        let mut hand = hand(choice, COLOURS, Language::Italian, SMALL);
        hand.keys("Enter");
        hand.text()
    };
    let texts: Vec<_> = (0..8).map(begins).collect();
    assert!(texts.iter().any(|text| text.contains("cominci tu")));
    assert!(texts.iter().any(|text| text.contains("comincia random")));
    assert!(texts.iter().all(|text| !text.contains("comincia tu")));
}

#[test]
fn every_language() {
    for (language, rules) in [
        (Language::Italian, &ITALIAN),
        (Language::German, &GERMAN),
        (Language::Portuguese, &MSX),
    ] {
        let code = language.code();
        let form = Hand::new(setup_of(rules), COLOURS, language, SMALL);
        look(&format!("{code}-start"), &form);
        let mut hand = hand(setup_of(rules), COLOURS, language, SMALL);
        look(&format!("{code}-placed"), &hand);
        some_turns(&mut hand, rules);
        look(&format!("{code}-battle"), &hand);
        hand.keys("?");
        look(&format!("{code}-help"), &hand);
    }
}

/// Large waters: one board, two above each other, side by side.
#[test]
fn large_waters() {
    let mut choice = setup(&GERMAN);
    choice.side = 20;
    for (name, size) in [("small", SMALL), ("high", (80, 50)), ("wide", (140, 40))] {
        let mut hand = hand(choice.clone(), COLOURS, Language::English, size);
        some_turns(&mut hand, &GERMAN);
        look(&format!("german-20-{name}"), &hand);
    }
}

/// A board that is larger than the screen follows the cursor.
#[test]
fn a_board_scrolls() {
    let script = b"[state]\nBOARD_SIZE 2000 2000\nSET_FLEET A 1 0 0 0\nSET_FLEET B 1 0 0 0\n\
        SHIP A 990 990 N 0 CAR 11111\nSHIP B 5 5 N 0 CAR 11111\nREEF 1005 1003\n\
        INIT_POSITION A 980 980 1010 1010\nSET_AI_PLAYER B\n[state]\n";
    let mut hand = Hand::new(setup(&SHIPS), COLOURS, Language::English, SMALL);
    let table = Table::resume(&script[..], Log::new()).expect("it goes on");
    hand.app.go_on(table);
    hand.draw();
    hand.keys("Tab");
    hand.keys(&"Down Right ".repeat(14));
    look("ships-scrolled", &hand);
}

/// Where ships move: what is previewed before it is done.
#[test]
fn previews_of_ships() {
    let mut choice = setup_of(&SHIPS);
    choice.shooting = admiralty::play::Shooting::Auto;
    let mut hand = hand(choice, PLAIN, Language::English, SMALL);
    hand.keys("Enter Tab f");
    look("ships-move", &hand);
    hand.keys("Esc p Down Down Down");
    look("ships-plane", &hand);
    hand.keys("Enter Esc Esc Down Enter Down Enter");
    look("ships-targets", &hand);
}

#[test]
fn between_two_people() {
    let mut hand = hand(for_two(&ITALIAN), COLOURS, Language::English, SMALL);
    look("curtain", &hand);
    hand.keys("Space Enter");
    look("hand-over", &hand);
}

#[test]
fn somebody_watches() {
    for rules in [&ITALIAN, &SHIPS] {
        let mut hand = hand(to_watch(rules), COLOURS, Language::English, SMALL);
        for _ in 0..12 {
            hand.app.tick(Duration::from_secs(9));
        }
        hand.keys("p");
        look(&format!("{}-watch", rules.name), &hand);
    }
}

#[test]
fn questions() {
    let mut hand = hand(setup(&ITALIAN), COLOURS, Language::English, SMALL);
    hand.keys("Enter q");
    look("quit", &hand);
    hand.keys("Esc s");
    look("save", &hand);
}

#[test]
fn a_screen_that_is_too_small_says_so() {
    let mut hand = hand(setup(&ITALIAN), COLOURS, Language::English, (60, 20));
    assert!(
        hand.text().contains("80 columns and 24 rows"),
        "{}",
        hand.text()
    );
    hand.resize(80, 24);
    assert!(hand.text().contains("Your waters"), "{}", hand.text());
    for width in 1..90 {
        for height in [1, 2, 5, 23, 24, 25] {
            hand.resize(width, height);
        }
    }
}
