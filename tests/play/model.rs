//! Games by random keys: nothing panics, every screen can be drawn, and the interpreter
//! reaches the same state from the script.

use admiralty_core::rules::RuleSet;
use admiralty_play::screen::ScreenPage;
use admiralty_play::{GameSession, Setup};
use admiralty_players::Rng;
use ratatui::crossterm::event::KeyCode;

use crate::play::test_screen::{TestScreen, check_script, for_two, setup, to_watch};
use crate::support::About;

const EVENTS: usize = 150;

/// One random event; what ends the game or writes files is rare.
fn shake(screen: &mut TestScreen, rng: &mut Rng) {
    const KEYS: &str = "rafuceflrp+-snh? ";
    match rng.below(40) {
        0..8 => screen.press(KeyCode::Enter),
        8..18 => {
            let arrows = [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right];
            screen.press(arrows[rng.index(4)]);
        }
        18..21 => screen.press(KeyCode::Tab),
        21..23 => screen.press(KeyCode::BackTab),
        23..32 => {
            let letters: Vec<char> = KEYS.chars().collect();
            screen.press(KeyCode::Char(letters[rng.index(letters.len())]));
        }
        32 => screen.press(KeyCode::Esc),
        33 => screen.press(KeyCode::PageDown),
        34..38 => {
            let area = screen.buffer().area;
            let x = rng.below(area.width.into());
            let y = rng.below(area.height.into());
            let narrow = |number: u64| u16::try_from(number).expect("a screen is small");
            screen.click(narrow(x), narrow(y));
        }
        38 => {
            let sizes = [(80, 24), (120, 40), (60, 20), (40, 16), (40, 10), (200, 50)];
            let (width, height) = sizes[rng.index(sizes.len())];
            screen.resize(width, height);
        }
        _ => {
            screen.app.tick(std::time::Duration::from_secs(9));
            screen.wait();
        }
    }
}

fn play(setup: Setup, seed: u64) {
    let name = setup.rules.name;
    let mut rng = Rng::seeded(seed);
    let mut screen = TestScreen::begun(setup);
    screen.draws_every = 9;
    for _ in 0..EVENTS {
        shake(&mut screen, &mut rng);
        if screen.app.page() == ScreenPage::Start {
            break;
        }
    }
    let Some(session) = screen.app.session() else {
        return;
    };
    check_script(session);
    tell!("{name} {seed}: {} bytes", session.log().text().len());
}

#[apply(trial)]
fn against_the_program() {
    for rules in RuleSet::ALL {
        for seed in 0..3 {
            let mut setup = setup(rules);
            setup.is_placed_at_random = seed != 1;
            if seed == 2 {
                std::mem::swap(&mut setup.controllers.a, &mut setup.controllers.b);
            }
            play(setup, seed);
        }
    }
}

/// Random keys to the end of a game. It comes: the program shoots at no field twice.
#[apply(trial)]
fn whole_games() {
    const EVENTS_MAX: usize = 20_000;
    for rules in RuleSet::classic() {
        let mut rng = Rng::seeded(7);
        let mut screen = TestScreen::begun(setup(rules));
        screen.draws_every = 500;
        screen.keys("Enter");
        for _ in 0..EVENTS_MAX {
            if screen.is_over() {
                break;
            }
            let arrows = [KeyCode::Up, KeyCode::Down, KeyCode::Left, KeyCode::Right];
            for _ in 0..=rng.below(3) {
                screen.press(arrows[rng.index(4)]);
            }
            screen.press(KeyCode::Enter);
        }
        assert!(screen.is_over(), "{}", rules.name);
        check_script(screen.session());
    }
}

#[apply(trial)]
fn two_people() {
    for rules in RuleSet::ALL {
        for seed in 10..12 {
            play(for_two(rules), seed);
        }
    }
}

#[apply(trial)]
fn somebody_watches() {
    for rules in RuleSet::ALL {
        play(to_watch(rules), 20);
    }
}

/// The page that asks what to play, by random keys: whatever is chosen begins, or is
/// refused in words.
#[apply(trial)]
fn whatever_is_chosen() {
    for seed in 0..12 {
        let mut rng = Rng::seeded(seed);
        let mut screen = TestScreen::new(
            setup(RuleSet::ALL[0]),
            crate::play::test_screen::ASCII,
            admiralty_play::Language::ALL[rng.index(4)],
            (80, 24),
        );
        screen.draws_every = 9;
        for _ in 0..60 {
            shake(&mut screen, &mut rng);
        }
        if let Some(session) = screen.app.session() {
            check_script(session);
        }
    }
}

/// Every script of the fixtures is resumed, or rejected with a message, on a screen that can
/// be drawn.
#[apply(trial)]
fn any_script_goes_on() {
    let fixtures = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut folders = vec![fixtures];
    let mut count = 0;
    while let Some(folder) = folders.pop() {
        for entry in std::fs::read_dir(folder).expect("a folder") {
            let path = entry.expect("a readable folder").path();
            if path.is_dir() {
                folders.push(path);
            } else if path.extension().is_some_and(|extension| extension == "in") {
                let script = std::fs::read(&path).expect("a script");
                let _about = About(&path);
                let Ok(session) = GameSession::resume(&script[..]) else {
                    continue;
                };
                let mut screen = TestScreen::begun(setup(RuleSet::ALL[0]));
                screen.draws_every = 100;
                screen.app.go_on(session);
                screen.keys("Space Enter Down Right Enter Tab f f p Enter e e z Enter Enter ?");
                screen.draw();
                count += 1;
            }
        }
    }
    assert!(count > 100, "{count} scripts");
}

/// Scripts that ask for more than there is.
#[apply(trial)]
fn huge_games_are_drawn() {
    for lines in [
        "BOARD_SIZE 2147483647 2147483647\nSET_FLEET A 2147483647 0 0 2147483647\n\
         INIT_POSITION A -2147483648 -2147483648 2147483647 2147483647",
        "BOARD_SIZE 1 1\nINIT_POSITION A 5 5 3 3\nREEF 0 0",
        "BOARD_SIZE 2147483647 1\nSET_FLEET A 0 0 0 0\nSET_FLEET B 0 0 0 0",
        "SET_FLEET A 0 0 0 0\nSET_FLEET B 0 0 0 0\nNEXT_PLAYER B",
    ] {
        let script = format!("[state]\n{lines}\n[state]\n");
        let session = GameSession::resume(script.as_bytes()).expect("it goes on");
        let mut screen = TestScreen::begun(setup(RuleSet::ALL[0]));
        screen.app.go_on(session);
        screen.keys("Enter z v Enter Down Down Right Enter Tab f f p Enter e e e");
        screen.press(KeyCode::PageDown);
        screen.press(KeyCode::End);
        screen.resize(200, 50);
    }
}
