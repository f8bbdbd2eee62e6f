//! What is on the screen, and who is at it.

use std::io::{self, Write};
use std::time::Duration;

use ratatui::crossterm::event::Event;

use super::board::Region;
use super::form::{Form, LastGame};
use super::overlay::Overlay;
use super::{Intent, Theme, keys};
use crate::game::ShipName;
use crate::geometry::{Direction, Movement, Pos};
use crate::play::{Chart, Draft, Language, Messages, Objection, Seat, Setup, Sight, Stage, Table};
use crate::player::Player;
use crate::players::{Effort, Rng};
use crate::rules::ShipClass;

/// What the screen shows.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Page {
    /// What is to be played.
    Start,
    /// A person places a fleet.
    Placing,
    /// A person plays, or waits for the enemy.
    Battle,
    /// A turn is over, and the other person is next.
    HandOver,
    /// Nothing, until the other person is at the keyboard.
    Curtain,
    /// The program plays both sides.
    Watch,
    /// The game is over.
    Over,
}

/// What the chosen ship is about to do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Aim {
    Shot,
    Plane,
    Move(Movement),
}

/// Something to say in answer to a key.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Notice {
    /// Why something is not done.
    Objection(Objection),
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
    pub(super) words: Messages,
    pub(super) theme: Theme,
    pub(super) page: Page,
    pub(super) overlay: Option<Overlay>,
    pub(super) notice: Option<Notice>,
    pub(super) form: Form,
    pub(super) table: Option<Table>,
    pub(super) draft: Option<Draft>,
    /// The class that is placed next.
    pub(super) class: Option<&'static ShipClass>,
    pub(super) direction: Direction,
    pub(super) cursor: Pos,
    pub(super) chart: Chart,
    /// What was typed so far of the name of a field.
    pub(super) typed: String,
    /// What of a board that is too large is scrolled past.
    pub(super) scroll: Pos,
    pub(super) selected: Option<ShipName>,
    pub(super) aim: Aim,
    /// Who looks.
    pub(super) viewer: Player,
    pub(super) regions: Vec<Region>,
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
    pub(super) news_back: usize,
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
            words: Messages::new(options.language).in_ascii(options.theme.is_ascii),
            theme: options.theme,
            page: Page::Start,
            overlay: None,
            notice: None,
            form: Form::new(options.setup, options.language, options.last),
            table: None,
            draft: None,
            class: None,
            direction: Direction::North,
            cursor: Pos::default(),
            chart: Chart::Sea,
            typed: String::new(),
            scroll: Pos::default(),
            selected: None,
            aim: Aim::Shot,
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
            news_back: 0,
        }
    }

    /// Takes an event.
    pub fn handle(&mut self, event: &Event) {
        let is_typing = matches!(self.overlay, Some(Overlay::Save { .. }));
        let is_sea = self
            .table
            .as_ref()
            .is_some_and(|table| !table.rules().announces_shots());
        let is_naming = self.page == Page::Start && self.overlay.is_none() && self.form.is_naming();
        let letter = if is_naming {
            keys::in_line(event)
        } else {
            None
        };
        let intent = letter.or_else(|| keys::intent(event, self.page, is_typing, is_sea));
        if let Some(intent) = intent {
            self.act(intent);
        }
    }

    /// Whether the program is to play before anybody can do anything.
    pub fn waits_for_machine(&self) -> bool {
        let is_machine = |table: &Table| {
            !matches!(table.stage(), Stage::Over(_)) && table.seat_of(table.next()) != Seat::Person
        };
        self.page != Page::Start
            && self.page != Page::Curtain
            && self.table.as_ref().is_some_and(is_machine)
    }

    /// How long the screen stays as it is if nothing comes; nothing is for ever.
    pub fn patience(&self) -> Option<Duration> {
        if !self.waits_for_machine() || self.is_stuck || self.overlay.is_some() {
            return None;
        }
        if self.page != Page::Watch {
            return Some(Duration::ZERO);
        }
        let is_moving = !self.pace.is_paused;
        is_moving.then(|| self.pace.delay.saturating_sub(self.pace.waited))
    }

    /// Lets time pass, in which the program may play.
    pub fn tick(&mut self, passed: Duration) {
        if !self.waits_for_machine() || self.is_stuck || self.overlay.is_some() {
            return;
        }
        if self.page == Page::Watch {
            if self.pace.is_paused {
                return;
            }
            self.pace.waited += passed;
            if self.pace.waited < self.pace.delay {
                return;
            }
        }
        self.play_machine();
    }

    /// Says it if the script could not be written.
    pub(super) fn look_at_log(&mut self) {
        if let Some(error) = self.table.as_mut().and_then(Table::log_trouble) {
            self.notice = Some(Notice::failed("log-failed", &error));
        }
    }

    /// Whether somebody wants the program to end.
    pub const fn is_done(&self) -> bool {
        self.is_done
    }

    /// What is shown.
    pub const fn page(&self) -> Page {
        self.page
    }

    /// Says why the game that was left cannot go on.
    pub fn last_failed(&mut self, error: &io::Error) {
        self.form.forget_last();
        self.notice = Some(Notice::failed("last-failed", error));
    }

    /// The game.
    pub const fn table(&self) -> Option<&Table> {
        self.table.as_ref()
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
                    .table
                    .as_ref()
                    .map_or(0, |table| table.log().text().len());
                if let Some(Overlay::Save { quits, .. }) = self.overlay.take() {
                    self.is_done |= quits;
                }
                Notice::File("saved", path.to_owned())
            }
            Err(error) => Notice::failed("save-failed", &error),
        });
    }

    /// What whoever looks sees: the fleet that is placed, or the game.
    pub(super) fn sight(&self) -> Option<Sight<'_>> {
        match (&self.draft, &self.table) {
            (Some(draft), _) => Some(draft.sight()),
            (None, Some(table)) => Some(table.sight(self.viewer)),
            (None, None) => None,
        }
    }

    pub(super) fn object(&mut self, objection: Objection) {
        self.notice = Some(Notice::Objection(objection));
    }
}

impl App {
    /// What an intent does, whatever the page.
    pub(super) fn act(&mut self, intent: Intent) {
        let is_quiet = matches!(intent, Intent::Hover(..) | Intent::Redraw);
        if !is_quiet && !self.is_stuck {
            self.notice = None;
        }
        if !is_quiet && !matches!(intent, Intent::Type(_)) {
            self.typed.clear();
        }
        if self.overlay.is_some() {
            self.act_on_overlay(intent);
            return;
        }
        match intent {
            Intent::Help => self.overlay = Some(Overlay::Help),
            Intent::Quit => self.overlay = Some(Overlay::Quit),
            Intent::Unknown(key) => self.notice = Some(Notice::Key(self.name_of_key(key))),
            Intent::Save if self.table.is_some() => {
                self.overlay = Some(Overlay::save(false));
            }
            _ => match self.page {
                Page::Start => self.act_on_form(intent),
                Page::Placing => self.act_on_draft(intent),
                Page::Battle => self.act_in_battle(intent),
                Page::HandOver if intent == Intent::Act => self.page = Page::Curtain,
                Page::Curtain if intent == Intent::Act => self.raise_curtain(),
                Page::HandOver | Page::Over => self.look_around(intent),
                Page::Curtain => {}
                Page::Watch => self.act_while_watching(intent),
            },
        }
        self.look_at_log();
    }
}
