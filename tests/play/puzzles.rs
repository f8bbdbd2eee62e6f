//! Puzzles: what makes a position one, what is shown before and after the answer, and the points.

use std::time::Duration;

use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_play::screen::{ScreenPage, Theme};
use admiralty_play::{
    BoardView, FieldView, Language, Messages, PlayerView, Puzzle, SegmentState, Setup,
};
use ratatui::crossterm::event::{Event, KeyCode, KeyEvent, KeyModifiers};

use crate::play::screens::look;
use crate::play::test_screen::{ASCII, COLOURS, TestScreen};

/// The first puzzles of the rule sets that have any.
fn puzzles(numbers: u32) -> impl Iterator<Item = (&'static RuleSet, u32, Puzzle)> {
    let cases = RuleSet::classic().flat_map(move |rules| (1..=numbers).map(move |n| (rules, n)));
    cases.map(|(rules, number)| {
        let puzzle = Puzzle::new(&Setup::new(rules, 0), number);
        (rules, number, puzzle.expect("a puzzle"))
    })
}

fn enemy_fields(view: &PlayerView<'_>) -> Vec<(Pos, FieldView)> {
    let fields = view.extent(BoardView::Enemy).fields();
    fields
        .map(|field| (field, view.field(BoardView::Enemy, field)))
        .collect()
}

/// A screen with the puzzle of a number.
fn shown(rules: &RuleSet, number: u32, theme: Theme, size: (u16, u16)) -> TestScreen {
    let mut screen = TestScreen::new(Setup::new(rules, 0), theme, Language::English, size);
    assert!(screen.app.begin_puzzles(number));
    screen.draw();
    screen
}

/// Moves the cursor to a field by its name.
fn go_to(screen: &mut TestScreen, rules: &RuleSet, field: Pos) {
    let view = screen.session().view(Player::A);
    let waters = view.extent(BoardView::Enemy);
    let (x, y) = (field.x - waters.left, field.y - waters.top + 1);
    let name = if rules == RuleSet::GERMAN {
        format!("{}/{y}", x + 1)
    } else {
        format!(
            "{}{y}",
            char::from(b'A' + u8::try_from(x).expect("a column"))
        )
    };
    let keys: Vec<_> = name.chars().map(String::from).collect();
    screen.keys(&keys.join(" "));
}

/// The best shot is clear, uncertain, and gets all points; no ship of the enemy is seen, unless it
/// was hit, and something was shot at before.
#[apply(trial)]
fn a_puzzle_has_one_clear_answer() {
    for (rules, number, puzzle) in puzzles(4) {
        let name = format!("{} {number}", rules.name);
        let hint = &puzzle.hint;
        let points = |field: &Pos| hint.points(*field);
        assert!(points(&hint.best[0]) >= 1.0, "{name}");
        assert!((0.0..=0.8).contains(&hint.highest()), "{name}");
        let all: Vec<_> = hint.chances.rect.fields().collect();
        assert!(
            all.iter()
                .map(points)
                .all(|points| (0.0..=0.8).contains(&points) || points >= 1.0)
        );
        let best = all.iter().filter(|field| points(field) >= 1.0);
        assert!((1..=2).contains(&best.count()), "{name}");

        let view = puzzle.session.view(Player::A);
        assert!(!view.is_open(), "{name}");
        let fields = enemy_fields(&view);
        let is_intact = |field: &FieldView| matches!(field, FieldView::Ship(segment) if segment.state == SegmentState::Intact);
        assert!(!fields.iter().any(|(_, field)| is_intact(field)), "{name}");
        let covered = fields
            .iter()
            .filter(|(_, field)| *field == FieldView::Unknown);
        assert!(covered.count() <= 88, "{name}");
        // What is shot at has no chance any more.
        for (field, shown) in fields {
            let is_covered = shown == FieldView::Unknown;
            assert!(is_covered || hint.points(field) == 0.0, "{name}: {field:?}");
        }
    }
}

/// A seed and a number give the same puzzle each time, and others give others.
#[apply(trial)]
fn a_puzzle_is_found_again() {
    let puzzle = |seed, number| {
        let puzzle = Puzzle::new(&Setup::new(RuleSet::HASBRO, seed), number).expect("a puzzle");
        (puzzle.session.state(), puzzle.hint.chances.values)
    };
    let all = [(0, 1), (0, 2), (1, 1), (7, 100)].map(|(seed, number)| puzzle(seed, number));
    assert_eq!(puzzle(0, 1), all[0]);
    for (at, one) in all.iter().enumerate() {
        assert!(!all[..at].contains(one));
    }
    assert!(Puzzle::new(&Setup::new(RuleSet::SHIPS, 0), 1).is_none());
}

/// The answer shows all ships; the best one gets a point, and the next puzzle follows.
#[apply(trial)]
fn answers_are_explained_and_counted() {
    for (rules, number, puzzle) in puzzles(1) {
        let mut screen = shown(rules, number, COLOURS, (80, 24));
        let words = Messages::new(Language::English);
        screen.shows(&words.text("puzzle-ask"));
        screen.shows("points: 0.0/0");
        go_to(&mut screen, rules, puzzle.hint.best[0]);
        screen.lacks("Chance");
        screen.keys("Enter");
        screen.shows("The best shot");
        screen.shows("points: 1.0/1");
        screen.shows("Chance of a ship in %: a");
        assert_eq!(screen.app.page(), ScreenPage::Puzzle);
        screen.keys("Enter");
        screen.shows(&words.text("puzzle-ask"));
        screen.shows(&format!("Puzzle {}", number + 1));
        screen.keys("q Enter");
        let score = screen.app.puzzle_score().expect("puzzles");
        assert_eq!((score.answers, score.points), (1, 1.0));
        assert!(screen.app.is_done());
    }
}

/// The next puzzle is only looked for when the screen says so, and no key hurries it.
#[apply(trial)]
fn a_search_is_shown_before_it_begins() {
    let mut screen = shown(RuleSet::HASBRO, 1, COLOURS, (40, 16));
    let search = Messages::new(Language::English).text("puzzle-search");
    screen.keys("Enter");
    screen.lacks(&search);
    let enter = Event::Key(KeyEvent::new(KeyCode::Enter, KeyModifiers::NONE));
    for _ in 0..2 {
        screen.app.handle(&enter);
        screen.draw();
        screen.shows(&search);
        screen.shows("Puzzle 1 ");
        assert_eq!(screen.app.poll_timeout(), Some(Duration::ZERO));
    }
    screen.wait();
    screen.lacks(&search);
    screen.shows("Puzzle 2 ");
    screen.shows("/1");
}

/// A field that was shot at is no answer, and after the last puzzle the program asks whether to
/// quit.
#[apply(trial)]
fn the_last_puzzle_is_the_end() {
    let mut screen = shown(RuleSet::HASBRO, Puzzle::COUNT, COLOURS, (80, 24));
    let view = screen.session().view(Player::A);
    let mut fields = enemy_fields(&view).into_iter();
    let (missed, _) = fields
        .find(|(_, field)| *field == FieldView::Miss)
        .expect("a miss");
    go_to(&mut screen, RuleSet::HASBRO, missed);
    screen.keys("Enter");
    screen.shows("shot at this field before");
    screen.shows("points: 0.0/0");
    while screen.text().contains("points: 0.0/0") {
        screen.keys("Right Enter");
    }
    screen.shows("/1 ");
    screen.keys("Enter");
    screen.shows("Quit the game?");
}

/// Nothing of the position is changed or saved, whatever is pressed, in the smallest window, too.
#[apply(trial)]
fn a_puzzle_fits_small_windows() {
    for rules in RuleSet::classic() {
        let mut screen = shown(rules, 2, ASCII, (40, 16));
        let before = screen.script();
        look(&format!("{}-puzzle-40", rules.name), &screen);
        screen.keys("Tab u e w n r s x Esc Up Up Left Enter");
        look(&format!("{}-answer-40", rules.name), &screen);
        screen.keys("Tab Down ? Esc");
        screen.resize(50, 18);
        screen.resize(120, 40);
        screen.draw();
        assert_eq!(screen.script(), before);
    }
    let mut screen = shown(RuleSet::GERMAN, 3, COLOURS, (80, 24));
    look("german-puzzle", &screen);
    screen.keys("Enter");
    look("german-answer", &screen);
}
