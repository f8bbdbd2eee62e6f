//! No page cuts a text off, in any language, on the smallest screen.

use std::collections::{BTreeMap, BTreeSet};

use admiralty_core::player::ByPlayer;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Keyword;
use admiralty_play::screen::ScreenPage;
use admiralty_play::{Controller, GameSession, Language, Setup, levels};

use crate::play::screens::script_of_an_end;
use crate::play::test_screen::{COLOURS, TestScreen, for_two, setup, to_watch};
use crate::support::thinned;

const SIZE: (u16, u16) = (80, 24);

/// The words of a text, without fields (`B7`), letters, and ships drawn as letters (`CCC`).
fn words(text: &str) -> impl Iterator<Item = &str> {
    let words = text.split(|letter: char| !letter.is_alphanumeric());
    words.filter(|word| {
        let first = word.chars().next();
        word.chars().all(char::is_alphabetic) && word.chars().any(|letter| Some(letter) != first)
    })
}

/// The words of the pages of a language.
struct Vocabulary {
    words: BTreeSet<String>,
    /// Texts without their last word, with that word.
    begun: BTreeMap<String, String>,
}

impl Vocabulary {
    fn new(language: Language) -> Self {
        let mut all: BTreeSet<_> = words(language.source()).map(str::to_owned).collect();
        all.extend(all.clone().iter().map(|word| capitalised(word)));
        let keywords = Keyword::ALL.iter().map(|keyword| keyword.text());
        let rules = RuleSet::ALL.iter().map(|rules| rules.name);
        let classes = RuleSet::ALL.iter().flat_map(|rules| &rules.classes);
        let others = ["Admiralty", "Tab", "Esc", "game", "ships"];
        let others = others.into_iter().chain(keywords).chain(rules);
        let others = others.chain(classes.map(|class| class.name.as_str()));
        all.extend(others.flat_map(words).map(str::to_owned));
        let texts = language
            .source()
            .lines()
            .filter_map(|line| line.split_once(" = "));
        let texts: BTreeSet<_> = texts.map(|(_, text)| text).collect();
        let begun = texts.iter().filter_map(|text| text.rsplit_once(' '));
        // A short beginning, such as `a`, is also a key.
        let begun = begun.filter(|(start, _)| start.len() > 3 && !texts.contains(start));
        Self {
            words: all,
            begun: begun
                .map(|(start, end)| (start.into(), end.into()))
                .collect(),
        }
    }

    /// Checks that a screen has whole words only, and that the last words of texts are there.
    #[track_caller]
    fn check(&self, screen: &mut TestScreen) {
        screen.draw();
        let text = visible(&screen.text());
        for word in words(&text) {
            assert!(
                self.words.contains(word),
                "{word:?} is cut off, or no word:\n{text}"
            );
        }
        let rows: Vec<_> = text.lines().collect();
        for (row, below) in rows.iter().zip(rows[1..].iter().chain([&""])) {
            for part in row.split("  ") {
                let end = self.begun.get(part.trim());
                let is_cut = end.is_some_and(|end| !below.contains(end.as_str()));
                assert!(!is_cut, "{end:?} is missing after {part:?}:\n{text}");
            }
        }
    }

    /// Checks a page, and the help and the questions over it.
    #[track_caller]
    fn check_page(&self, screen: &mut TestScreen) {
        self.check(screen);
        for keys in ["?", "q", "s"] {
            let is_there = keys != "s" || screen.app.page() != ScreenPage::Start;
            if is_there {
                screen.keys(keys);
                self.check(screen);
                screen.keys("Esc");
            }
        }
    }
}

/// The inside of the box over a page, or the page if there is none.
fn visible(page: &str) -> String {
    let Some(top) = page.lines().find(|row| row.contains('┌')) else {
        return page.to_owned();
    };
    let column = |corner| top.chars().position(|letter| letter == corner);
    let (left, right) = (column('┌').unwrap_or(0), column('┐').unwrap_or(0));
    let cell = |row: &str, at| row.chars().nth(at).unwrap_or(' ');
    let rows = page
        .lines()
        .filter(|row| cell(row, left) == '│' && cell(row, right) == '│');
    let rows = rows.map(|row| row.chars().skip(left + 1).take(right - left - 1));
    let rows = rows.map(|row| row.collect::<String>().trim_end().to_owned() + "\n");
    rows.collect()
}

fn capitalised(word: &str) -> String {
    let mut letters = word.chars();
    let first = letters.next().into_iter().flat_map(char::to_uppercase);
    first.chain(letters).collect()
}

/// The first page, drawn when it is checked.
fn screen(choice: Setup, language: Language) -> TestScreen {
    let mut screen = TestScreen::new(choice, COLOURS, language, SIZE);
    screen.draws_every = u32::MAX;
    screen
}

/// Every choice on the first page, in every line.
fn start_pages(words: &Vocabulary, language: Language, rules: &RuleSet) {
    for level in levels(rules) {
        let mut choice = setup(rules);
        choice.controllers = ByPlayer::from_fn(|_| Controller::Computer(level));
        words.check(&mut screen(choice, language));
    }
    let mut screen = screen(for_two(rules), language);
    words.check_page(&mut screen);
    for _ in 0..20 {
        screen.keys("Down");
        words.check(&mut screen);
    }
}

/// Placing, a battle with its answers to keys, and the pages between turns.
fn game_pages(words: &Vocabulary, language: Language, choice: Setup) {
    let ships_move = !choice.rules.announces_shots();
    let mut screen = screen(choice, language);
    screen.begin();
    words.check_page(&mut screen);
    if screen.app.page() == ScreenPage::Hidden {
        screen.keys("x");
        words.check(&mut screen);
        screen.keys("Space");
    }
    screen.keys("x");
    for keys in [
        "r",
        "Left Left Left Left Left Left",
        "Enter",
        "r",
        "Down Down Enter",
        "u",
        "z",
    ] {
        screen.keys(keys);
        words.check(&mut screen);
    }
    screen.keys("Enter");
    let keys = if ships_move {
        "Enter Tab f f l Enter Esc Esc u p Enter Down Enter Esc Down Enter e Esc e Enter Tab"
    } else {
        "w Enter Enter Up Enter x e Tab Left Enter"
    };
    for key in keys.split(' ') {
        screen.keys(key);
        words.check(&mut screen);
    }
    screen.paste("text");
    words.check_page(&mut screen);
}

/// The last page, and that of two built-in players, with the longest name of a level.
fn other_pages(words: &Vocabulary, language: Language, rules: &RuleSet) {
    let level = levels(rules).into_iter().take(4).next_back();
    let level = level.expect("a level");
    let mut choice = to_watch(rules);
    choice.controllers.b = Controller::Computer(level);
    let mut watched = screen(choice, language);
    watched.begin();
    watched.keys("p Enter Enter Enter");
    words.check_page(&mut watched);
    if !rules.announces_shots() {
        return;
    }
    let info = format!("SET_AI_PLAYER B\nINFORMATION B STRATEGY {level}\nINFORMATION A HINT\n");
    let script = script_of_an_end(rules, 10, &info);
    let session = GameSession::resume(script.as_bytes()).expect("it goes on");
    let mut over = screen(setup(rules), language);
    over.app.go_on(session);
    words.check_page(&mut over);
    over.keys("Enter");
    words.check(&mut over);
}

/// A puzzle, an answer, and the field of another one.
fn puzzle_pages(words: &Vocabulary, language: Language, rules: &RuleSet) {
    let mut screen = screen(Setup::new(rules, 0), language);
    assert!(screen.app.begin_puzzles(1));
    for keys in ["", "Down Enter", "Up", "Enter"] {
        screen.keys(keys);
        words.check(&mut screen);
    }
}

#[apply(long_trial)]
fn no_page_cuts_a_text_off() {
    for (number, language) in Language::ALL.into_iter().enumerate() {
        let words = Vocabulary::new(language);
        let rule_sets = RuleSet::ALL.iter().cycle().skip(number);
        // By default every other rule set in each language.
        for rules in thinned(rule_sets.take(RuleSet::ALL.len()), 2) {
            start_pages(&words, language, rules);
            let by_hand = Setup {
                is_placed_at_random: false,
                ..setup(rules)
            };
            game_pages(&words, language, by_hand);
            other_pages(&words, language, rules);
            if rules.announces_shots() {
                puzzle_pages(&words, language, rules);
            }
        }
        game_pages(&words, language, for_two(RuleSet::ITALIAN));
    }
}
