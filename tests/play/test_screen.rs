//! A screen driven by keys, for tests.

use std::time::Duration;

use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::RuleSet;
use admiralty_play::screen::{App, LastGame, Options, ScreenPage, Theme};
use admiralty_play::{Controller, GameSession, Language, Setup, Shooting, Stage};
use admiralty_players::Effort;
use admiralty_players::runner::run_with;
use ratatui::Terminal;
use ratatui::backend::TestBackend;
use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

pub const COLOURS: Theme = Theme {
    is_ascii: false,
    has_colors: true,
};
pub const PLAIN: Theme = Theme {
    is_ascii: false,
    has_colors: false,
};
pub const ASCII: Theme = Theme {
    is_ascii: true,
    has_colors: false,
};

/// A game of a person against a player that is quick to think, which A begins.
pub fn setup(rules: &RuleSet) -> Setup {
    let mut setup = Setup::new(rules, 11);
    setup.controllers.b = Controller::Computer("random");
    setup.first_player = admiralty_play::FirstPlayer::Player(Player::A);
    setup.is_placed_at_random = true;
    setup
}

/// The same of two people.
pub fn for_two(rules: &RuleSet) -> Setup {
    let controllers = ByPlayer::from_fn(|_| Controller::Person);
    Setup {
        controllers,
        ..setup(rules)
    }
}

/// The same with two built-in players.
pub fn to_watch(rules: &RuleSet) -> Setup {
    let controllers = ByPlayer::from_fn(|_| Controller::Computer("random"));
    Setup {
        controllers,
        ..setup(rules)
    }
}

fn options(setup: Setup, theme: Theme, language: Language) -> Options {
    Options {
        language,
        theme,
        setup,
        effort: Effort::new(1).expect("an effort"),
        open_log: Box::new(|_| Ok(None)),
        is_logged: false,
        last: None,
    }
}

pub struct TestScreen {
    pub app: App,
    /// The number of events after which the screen is drawn.
    pub draws_every: u32,
    events: u32,
    pub has_colours: bool,
    terminal: Terminal<TestBackend>,
}

impl TestScreen {
    pub fn new(setup: Setup, theme: Theme, language: Language, size: (u16, u16)) -> Self {
        Self::with_options(options(setup, theme, language), size)
    }

    /// A first page that offers a game.
    pub fn with_last(setup: Setup, last: LastGame, size: (u16, u16)) -> Self {
        let mut options = options(setup, COLOURS, Language::English);
        options.last = Some(last);
        Self::with_options(options, size)
    }

    fn with_options(options: Options, (width, height): (u16, u16)) -> Self {
        let theme = options.theme;
        let app = App::new(options);
        let terminal = Terminal::new(TestBackend::new(width, height)).expect("a screen");
        let mut screen = Self {
            app,
            draws_every: 1,
            events: 0,
            has_colours: theme.has_colors,
            terminal,
        };
        screen.draw();
        screen
    }

    /// The first page on a screen of 80 by 24.
    pub fn small(setup: Setup) -> Self {
        Self::new(setup, COLOURS, Language::English, (80, 24))
    }

    /// A game that begins with a fleet to be placed by hand.
    pub fn by_hand(rules: &RuleSet) -> Self {
        Self::begun(Setup {
            is_placed_at_random: false,
            ..setup(rules)
        })
    }

    /// A game that has begun, on a screen of 80 by 24.
    pub fn begun(setup: Setup) -> Self {
        let mut screen = Self::small(setup);
        screen.begin();
        screen
    }

    /// A game of such a fleet where ships move, with the cursor on the boards.
    pub fn of_ships(fleet: [u32; 4], shooting: Shooting) -> Self {
        let mut choice = setup(RuleSet::SHIPS);
        (choice.fleet, choice.shooting) = (fleet.into(), shooting);
        let mut screen = Self::begun(choice);
        screen.keys("Enter");
        screen
    }

    /// The game that a script leaves, on a screen of 80 by 24.
    pub fn resumed(script: &[u8]) -> Self {
        Self::resumed_on(script, (80, 24))
    }

    pub fn resumed_on(script: &[u8], size: (u16, u16)) -> Self {
        let mut screen = Self::new(setup(RuleSet::SHIPS), COLOURS, Language::English, size);
        let session = GameSession::resume(script).expect("it goes on");
        screen.app.go_on(session);
        screen.draw();
        screen
    }

    /// A game that somebody serves, on a screen of 80 by 24.
    pub fn joined(session: GameSession) -> Self {
        let mut screen = Self::small(setup(session.rules()));
        screen.app.go_on(session);
        screen.draw();
        screen
    }

    /// Waits until some words are on the screen.
    #[track_caller]
    pub fn wait_for(&mut self, words: &str) {
        for _ in 0..1000 {
            self.app.tick(Duration::ZERO);
            self.draw();
            if self.text().contains(words) {
                return;
            }
            std::thread::sleep(Duration::from_millis(10));
        }
        self.shows(words);
    }

    pub fn begin(&mut self) {
        assert!(self.app.begin(), "the game begins");
        self.wait();
    }

    /// Lets the program play, except while watching.
    pub fn wait(&mut self) {
        while self.app.poll_timeout() == Some(Duration::ZERO) {
            self.app.tick(Duration::ZERO);
        }
        self.events += 1;
        if self.events.is_multiple_of(self.draws_every) {
            self.draw();
        }
    }

    pub fn draw(&mut self) {
        let app = &mut self.app;
        let drawn = self.terminal.draw(|frame| app.draw(frame));
        drawn.expect("a screen in memory takes everything");
    }

    pub fn event(&mut self, event: &Event) {
        self.app.handle(event);
        self.wait();
    }

    pub fn press(&mut self, code: KeyCode) {
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::NONE)));
    }

    /// Holds Ctrl and presses a letter.
    pub fn control(&mut self, letter: char) {
        let code = KeyCode::Char(letter);
        self.event(&Event::Key(KeyEvent::new(code, KeyModifiers::CONTROL)));
    }

    /// Presses keys: letters, and `Enter`, `Tab`, `Esc`, `Up`, `Down`, `Left`, `Right`.
    pub fn keys(&mut self, keys: &str) {
        for key in keys.split_whitespace() {
            let code = match key {
                "Enter" => KeyCode::Enter,
                "Tab" => KeyCode::Tab,
                "Esc" => KeyCode::Esc,
                "Up" => KeyCode::Up,
                "Down" => KeyCode::Down,
                "Left" => KeyCode::Left,
                "Right" => KeyCode::Right,
                "Backspace" => KeyCode::Backspace,
                "Space" => KeyCode::Char(' '),
                letter => KeyCode::Char(letter.chars().next().expect("a letter")),
            };
            self.press(code);
        }
    }

    /// Ends the turn, whatever shots are left.
    pub fn end_turn(&mut self) {
        self.keys("e");
        self.draw();
        if self.text().contains("Shots left in this turn") {
            self.keys("e");
        }
    }

    pub fn click(&mut self, x: u16, y: u16) {
        self.mouse(MouseEventKind::Down(MouseButton::Left), x, y);
    }

    pub fn mouse(&mut self, kind: MouseEventKind, x: u16, y: u16) {
        self.event(&Event::Mouse(MouseEvent {
            kind,
            column: x,
            row: y,
            modifiers: KeyModifiers::NONE,
        }));
    }

    pub fn paste(&mut self, text: &str) {
        self.event(&Event::Paste(text.to_owned()));
    }

    pub fn resize(&mut self, width: u16, height: u16) {
        self.terminal.backend_mut().resize(width, height);
        self.event(&Event::Resize(width, height));
    }

    pub fn buffer(&self) -> &Buffer {
        self.terminal.backend().buffer()
    }

    /// The screen as text.
    pub fn text(&self) -> String {
        let buffer = self.buffer();
        let area = buffer.area;
        let row = |y: u16| -> String {
            let cells = (0..area.width).map(|x| buffer[(x, y)].symbol());
            // A blank where a line must not end looks like any other.
            let cells = cells.collect::<String>().replace('\u{a0}', " ");
            cells.trim_end().to_owned() + "\n"
        };
        (0..area.height).map(row).collect()
    }

    /// Checks that some words are on the screen.
    #[track_caller]
    pub fn shows(&self, words: &str) {
        assert!(
            self.text().contains(words),
            "no {words} in:\n{}",
            self.text()
        );
    }

    #[track_caller]
    pub fn lacks(&self, words: &str) {
        assert!(!self.text().contains(words), "{words} in:\n{}", self.text());
    }

    pub fn session(&self) -> &GameSession {
        self.app.session().expect("a game")
    }

    pub fn log(&self) -> Vec<u8> {
        self.session().log().text().to_vec()
    }

    pub fn script(&self) -> String {
        String::from_utf8(self.log()).expect("UTF-8")
    }

    pub fn is_over(&self) -> bool {
        matches!(self.session().stage(), Stage::Over(_))
    }

    /// Shoots at one field after the other until the game is over, from the upper left
    /// to the lower right.
    pub fn shoot_all(&mut self, side: usize) {
        self.draws_every = 100;
        self.keys(&"Left Up ".repeat(side));
        for row in 0..side {
            for _ in 0..side {
                self.keys("Enter");
                if self.app.page() != ScreenPage::Battle {
                    self.draw();
                    return;
                }
                self.keys(if row % 2 == 0 { "Right" } else { "Left" });
            }
            self.keys("Down");
        }
        self.draw();
        panic!("the game goes on:\n{}", self.text());
    }
}

/// The state of an interpreter after a script.
pub fn state_after(script: &[u8]) -> Vec<u8> {
    let players = admiralty_players::Players {
        effort: Effort::new(1).expect("an effort"),
        ..Default::default()
    };
    let mut output = Vec::new();
    let (_, game) = run_with(script, &mut output, &players).expect("a vector takes everything");
    let output = String::from_utf8_lossy(&output);
    assert!(!output.contains("INVALID"), "{output}");
    game.script(admiralty_core::game::For::Save)
}

/// Checks that the script reproduces the game, and that the interpreter reaches the same
/// state, closing an open turn.
pub fn check_script(session: &GameSession) {
    let script = session.log().text();
    let mut twin = GameSession::resume(script).expect("it goes on");
    let text = |state: Vec<u8>| String::from_utf8(state).expect("ASCII");
    assert_eq!(text(twin.state()), text(session.state()));
    if !matches!(twin.stage(), Stage::Over(_)) && twin.turn_commands().next().is_some() {
        let _ = twin.end_turn();
    }
    assert_eq!(text(state_after(script)), text(twin.state()));
}
