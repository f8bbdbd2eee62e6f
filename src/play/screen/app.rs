//! What is on the screen, and who is at it.

use std::io::{self, Write};
use std::time::Duration;

use ratatui::crossterm::event::Event;

use super::board_widget::BoardRegion;
use super::dialog::Dialog;
use super::start_form::{LastGame, StartForm};
use super::{Intent, Theme, intent};
use crate::game::ShipName;
use crate::geometry::{Direction, Movement, Pos};
use crate::play::{
    BoardView, GameSession, Language, Messages, PlacementDraft, PlayerView, Rejection, Seat, Setup,
    Stage,
};
use crate::player::Player;
use crate::players::{Effort, Rng};
use crate::rules::ShipClass;

/// What the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ScreenPage {
    /// What is to be played.
    Start,
    /// A person places a fleet.
    Placing,
    /// A person plays, or waits for the enemy.
    Battle,
    /// A turn is over, and the other person is next.
    HandOver,
    /// Nothing, until the other person is at the keyboard.
    Hidden,
    /// The program plays both sides.
    Watch,
    /// The game is over.
    Over,
}

/// What the chosen ship is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum AimMode {
    Shot,
    Plane,
    Move(Movement),
}

/// Something to say in answer to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// Why something is not done.
    Rejection(Rejection),
    /// A message of that name.
    Message(&'static str),
    /// A message about a file.
    File(&'static str, String),
    /// A message about a file that was not written: why, and in the system's words.
    Failed(&'static str, io::ErrorKind, String),
    /// A key of that name does nothing here.
    Key(String),
}

impl Notice {
    /// A file was not written.
    pub fn failed(id: &'static str, error: &io::Error) -> Self {
        Self::Failed(id, error.kind(), error.to_string())
    }
}

/// What only the program can do.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Request {
    /// Write the script to a file that is named.
    Save {
        /// The file.
        path: String,
        /// The script.
        script: Vec<u8>,
    },
    /// Go on with the game that the first page has offered.
    GoOn,
}

/// Where the script of a game is written that begins.
pub type OpenLog = Box<dyn FnMut(&Setup) -> io::Result<Option<Box<dyn Write>>>>;

/// How the screen begins.
pub struct Options {
    /// The language.
    pub language: Language,
    /// Glyphs and colours.
    pub theme: Theme,
    /// What is chosen before anybody chooses.
    pub setup: Setup,
    /// How much work a turn of the program's players may take.
    pub effort: Effort,
    /// Where scripts are written.
    pub open_log: OpenLog,
    /// Whether that is where somebody wants them, so that nobody is asked to save.
    pub is_logged: bool,
    /// A game that was left, to be offered.
    pub last: Option<LastGame>,
}

/// The screen: what it shows, and what is to be done when a key is pressed.
pub struct App {
    pub(super) messages: Messages,
    pub(super) theme: Theme,
    pub(super) page: ScreenPage,
    pub(super) dialog: Option<Dialog>,
    pub(super) notice: Option<Notice>,
    pub(super) form: StartForm,
    pub(super) session: Option<GameSession>,
    pub(super) draft: Option<PlacementDraft>,
    /// The class that is placed next.
    pub(super) class: Option<&'static ShipClass>,
    pub(super) direction: Direction,
    pub(super) cursor: Pos,
    pub(super) board: BoardView,
    /// What was typed so far of the name of a field.
    pub(super) typed: String,
    /// What of a board that is too large is scrolled past.
    pub(super) scroll: Pos,
    pub(super) selected: Option<ShipName>,
    pub(super) aim: AimMode,
    /// Who looks.
    pub(super) viewer: Player,
    pub(super) regions: Vec<BoardRegion>,
    pub(super) pace: Pace,
    pub(super) is_done: bool,
    /// Whether the program cannot play the turn that is next, and so nobody can.
    pub(super) is_stuck: bool,
    request: Option<Request>,
    pub(super) rng: Rng,
    pub(super) effort: Effort,
    pub(super) open_log: OpenLog,
    pub(super) is_logged: bool,
    /// How much of the script is in a file that somebody has named.
    pub(super) saved_bytes: usize,
    /// How many of the last news are scrolled past.
    pub(super) events_skipped: usize,
}

/// How fast a game is played that somebody watches.
#[derive(Clone, Copy, Debug)]
pub(super) struct Pace {
    pub is_paused: bool,
    pub delay: Duration,
    pub waited: Duration,
}

/// The delays between turns that are watched.
const DELAY_MIN: Duration = Duration::from_millis(20);
const DELAY_MAX: Duration = Duration::from_millis(5120);
const DELAY_USUAL: Duration = Duration::from_millis(640);

impl Pace {
    pub fn faster(&mut self) {
        self.delay = (self.delay / 2).max(DELAY_MIN);
    }

    pub fn slower(&mut self) {
        self.delay = (self.delay * 2).min(DELAY_MAX);
    }
}

impl App {
    /// A screen that begins where somebody chooses what to play.
    pub fn new(options: Options) -> Self {
        let seed = options.setup.seed;
        Self {
            messages: Messages::new(options.language).in_ascii(options.theme.is_ascii),
            theme: options.theme,
            page: ScreenPage::Start,
            dialog: None,
            notice: None,
            form: StartForm::new(options.setup, options.language, options.last),
            session: None,
            draft: None,
            class: None,
            direction: Direction::North,
            cursor: Pos::default(),
            board: BoardView::Shared,
            typed: String::new(),
            scroll: Pos::default(),
            selected: None,
            aim: AimMode::Shot,
            viewer: Player::A,
            regions: Vec::new(),
            pace: Pace {
                is_paused: false,
                delay: DELAY_USUAL,
                waited: Duration::ZERO,
            },
            is_done: false,
            is_stuck: false,
            request: None,
            rng: Rng::seeded(seed),
            effort: options.effort,
            open_log: options.open_log,
            is_logged: options.is_logged,
            saved_bytes: 0,
            events_skipped: 0,
        }
    }

    /// Takes an event.
    pub fn handle(&mut self, event: &Event) {
        let is_typing = matches!(self.dialog, Some(Dialog::Save { .. }));
        let ships_move = self
            .session
            .as_ref()
            .is_some_and(|session| !session.rules().announces_shots());
        let is_naming =
            self.page == ScreenPage::Start && self.dialog.is_none() && self.form.is_naming();
        let letter = if is_naming {
            intent::text_intent(event)
        } else {
            None
        };
        let intent = letter.or_else(|| intent::intent(event, self.page, is_typing, ships_move));
        if let Some(intent) = intent {
            self.apply(intent);
        }
    }

    /// Whether the program is to play before anybody can do anything.
    pub fn is_computer_turn(&self) -> bool {
        let is_computer = |session: &GameSession| {
            !matches!(session.stage(), Stage::Over(_))
                && session.seat_of(session.next()) != Seat::Person
        };
        self.page != ScreenPage::Start
            && self.page != ScreenPage::Hidden
            && self.session.as_ref().is_some_and(is_computer)
    }

    /// How long the screen stays as it is if nothing comes; nothing is for ever.
    pub fn poll_timeout(&self) -> Option<Duration> {
        if !self.is_computer_turn() || self.is_stuck || self.dialog.is_some() {
            return None;
        }
        if self.page != ScreenPage::Watch {
            return Some(Duration::ZERO);
        }
        let is_moving = !self.pace.is_paused;
        is_moving.then(|| self.pace.delay.saturating_sub(self.pace.waited))
    }

    /// Lets time pass, in which the program may play.
    pub fn tick(&mut self, passed: Duration) {
        if !self.is_computer_turn() || self.is_stuck || self.dialog.is_some() {
            return;
        }
        if self.page == ScreenPage::Watch {
            if self.pace.is_paused {
                return;
            }
            self.pace.waited += passed;
            if self.pace.waited < self.pace.delay {
                return;
            }
        }
        self.play_computer_turn();
    }

    /// Says it if the script could not be written.
    pub(super) fn report_log_error(&mut self) {
        if let Some(error) = self.session.as_mut().and_then(GameSession::take_log_error) {
            self.notice = Some(Notice::failed("log-failed", &error));
        }
    }

    /// Whether somebody wants the program to end.
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// What is shown.
    pub const fn page(&self) -> ScreenPage {
        self.page
    }

    /// Says why the game that was left cannot go on.
    pub fn last_game_failed(&mut self, error: &io::Error) {
        self.form.forget_last();
        self.notice = Some(Notice::failed("last-failed", error));
    }

    /// The game.
    pub const fn session(&self) -> Option<&GameSession> {
        self.session.as_ref()
    }

    /// What only the program can do, told once.
    pub fn request(&mut self) -> Option<Request> {
        self.request.take()
    }

    pub(super) fn ask(&mut self, request: Request) {
        self.request = Some(request);
    }

    /// Says how saving went. A name that will not do can be changed.
    pub fn saved(&mut self, path: &str, result: io::Result<()>) {
        self.notice = Some(match result {
            Ok(()) => {
                self.saved_bytes = self
                    .session
                    .as_ref()
                    .map_or(0, |session| session.log().text().len());
                if let Some(Dialog::Save { quits, .. }) = self.dialog.take() {
                    self.is_done |= quits;
                }
                Notice::File("saved", path.to_owned())
            }
            Err(error) => Notice::failed("save-failed", &error),
        });
    }

    /// What whoever looks sees: the fleet that is placed, or the game.
    pub(super) fn view(&self) -> Option<PlayerView<'_>> {
        match (&self.draft, &self.session) {
            (Some(draft), _) => Some(draft.view()),
            (None, Some(session)) => Some(session.view(self.viewer)),
            (None, None) => None,
        }
    }

    pub(super) fn show_rejection(&mut self, rejection: Rejection) {
        self.notice = Some(Notice::Rejection(rejection));
    }
}

impl App {
    /// What an intent does, whatever the page.
    pub(super) fn apply(&mut self, intent: Intent) {
        let is_quiet = matches!(intent, Intent::Hover(..) | Intent::Redraw);
        if !is_quiet && !self.is_stuck {
            self.notice = None;
        }
        if !is_quiet && !matches!(intent, Intent::Type(_)) {
            self.typed.clear();
        }
        if self.dialog.is_some() {
            self.handle_dialog(intent);
            return;
        }
        match intent {
            Intent::Help => self.dialog = Some(Dialog::Help),
            Intent::Quit => self.dialog = Some(Dialog::Quit),
            Intent::Unknown(key) => self.notice = Some(Notice::Key(self.pressed_key_name(key))),
            Intent::Save if self.session.is_some() => {
                self.dialog = Some(Dialog::save(false));
            }
            _ => match self.page {
                ScreenPage::Start => self.handle_start(intent),
                ScreenPage::Placing => self.handle_placing(intent),
                ScreenPage::Battle => self.handle_battle(intent),
                ScreenPage::HandOver if intent == Intent::Act => self.page = ScreenPage::Hidden,
                ScreenPage::Hidden if intent == Intent::Act => self.reveal_board(),
                ScreenPage::HandOver | ScreenPage::Over => self.handle_browsing(intent),
                ScreenPage::Hidden => {}
                ScreenPage::Watch => self.handle_watching(intent),
            },
        }
        self.report_log_error();
    }
}
