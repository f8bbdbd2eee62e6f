//! A game on the screen: what its pages share, and their order.

mod battle;
mod boards;
mod cursor;
mod hand_over;
mod over;
mod page;
mod panels;
mod placing;
mod ship_orders;
mod ships;
mod texts;
mod watch;

use std::time::Duration;

pub(super) use watch::Pace;

use self::battle::BattlePage;
use self::cursor::BoardCursor;
use self::hand_over::{HandOverPage, HiddenPage};
use self::over::OverPage;
use self::page::{Next, Page};
use self::placing::PlacingPage;
use self::ships::ShipsPage;
use self::watch::WatchPage;
use super::dialog::{Dialog, SaveState};
use super::keys::Keys;
use super::notice::Notice;
use super::{Intent, ScreenPage};
use crate::{Controller, GameSession, PlayerView, Setup, Stage, cycle};
use admiralty_core::player::Player;
use admiralty_players::Rng;

/// How often is looked for what somebody at the other end has done.
const REMOTE_DELAY: Duration = Duration::from_millis(50);

/// What the pages of a game share.
pub(super) struct SharedGame {
    pub session: GameSession,
    /// The player whose view is shown.
    viewer: Player,
    pub cursor: BoardCursor,
    pub pace: Pace,
    /// Whether the next turn of a built-in player has failed, so that nobody can play.
    pub is_stuck: bool,
    /// The hint that is shown until the next shot: for each field of the enemy's waters, the
    /// probability of a ship.
    heat: Option<Vec<f32>>,
    events_skipped: usize,
    /// The length of the script in a file that the person has named.
    pub saved_bytes: usize,
    is_placed_at_random: bool,
    rng: Rng,
}

impl SharedGame {
    /// Whether ships move, and nothing is announced.
    fn ships_move(&self) -> bool {
        !self.session.rules().announces_shots()
    }

    /// Whether a built-in player is next, or somebody at the other end.
    fn is_computer_next(&self) -> bool {
        let is_waited_for = self.session.controller_of(self.session.next()) != Controller::Person
            || self.session.is_remote_next();
        !self.session.is_over() && is_waited_for
    }

    /// Whether anything was done in this turn.
    fn has_shot(&self) -> bool {
        self.session.turn_commands().next().is_some()
    }

    /// Moves around without deciding anything.
    fn browse(&mut self, intent: Intent) -> Next {
        let view = self.session.view(self.viewer);
        let cursor = &mut self.cursor;
        if cursor.step(&view, intent) {
            return Next::Stay;
        }
        match intent {
            Intent::Scroll(is_back) => {
                const STEP: usize = 4;
                let most = self.session.all_events(self.viewer).len().saturating_sub(1);
                self.events_skipped = if is_back {
                    (self.events_skipped + STEP).min(most)
                } else {
                    self.events_skipped.saturating_sub(STEP)
                };
            }
            Intent::Next(is_forward) => {
                let mut board = cursor.board;
                cycle(&mut board, view.boards(), is_forward);
                cursor.show(&view, board);
            }
            Intent::Hover(x, y) => {
                if let Some((board, field)) = cursor.field_at(x, y)
                    && board == cursor.board
                {
                    cursor.pos = field;
                }
            }
            _ => {}
        }
        Next::Stay
    }

    fn play_computer_turn(&mut self) -> Result<(), Notice> {
        self.pace.restart();
        let played = self.session.play_computer_turn();
        self.is_stuck |= played.is_err();
        Ok(played?)
    }
}

pub(super) struct GameScreen {
    pub shared: SharedGame,
    page: Box<dyn Page>,
}

impl GameScreen {
    /// Shows a game. Call [`GameScreen::begin`] next.
    pub fn new(session: GameSession, setup: &Setup, pace: Pace) -> Self {
        let is_person = |player: &Player| session.controller_of(*player) == Controller::Person;
        let person = Player::BOTH.into_iter().find(is_person);
        let shared = SharedGame {
            viewer: person.unwrap_or(Player::A),
            cursor: BoardCursor::default(),
            pace,
            is_stuck: false,
            heat: None,
            events_skipped: 0,
            saved_bytes: session.script_end().logged,
            is_placed_at_random: setup.is_placed_at_random,
            rng: Rng::seeded(setup.seed),
            session,
        };
        Self {
            shared,
            page: Box::new(HiddenPage),
        }
    }

    /// Shows the first page; two people first find the boards hidden.
    pub fn begin(&mut self) -> Result<(), Notice> {
        let session = &self.shared.session;
        if session.people() == 2 && !session.is_over() {
            return Ok(());
        }
        self.go_on()
    }

    pub fn page(&self) -> ScreenPage {
        self.page.keys().page
    }

    pub fn keys(&self) -> Keys {
        let session = &self.shared.session;
        let mut keys = self.page.keys().with_shared(Some(session.rules()));
        // Where no turn has a second shot, the key is a column.
        let has_one_shot = !self.shared.ships_move() && !session.rules().shoots_again();
        let can_end = !has_one_shot || self.shared.has_shot();
        keys.hints.retain(|hint| can_end || hint.id != "hint-end");
        // A script without the enemy's ships cannot be played on.
        keys.hints.retain(|hint| {
            !["hint-save", "hint-replay"].contains(&hint.id) || !session.is_remote()
        });
        keys
    }

    pub fn view(&self) -> PlayerView<'_> {
        self.page.view(&self.shared)
    }

    /// How much of the game is in a file. `is_logged` says that the person has named the
    /// log.
    pub fn save_state(&self, is_logged: bool) -> SaveState {
        let session = &self.shared.session;
        let log = session.log();
        match log.is_written() {
            _ if session.is_remote() && !session.is_over() && !self.shared.is_stuck => {
                SaveState::Remote
            }
            _ if session.is_remote() => SaveState::Saved,
            _ if log.text().len() <= self.shared.saved_bytes => SaveState::Saved,
            true if is_logged => SaveState::Saved,
            true => SaveState::AutoSaved,
            false => SaveState::Unsaved,
        }
    }

    /// Whether a built-in player has to play before anybody can do anything.
    fn is_computer_turn(&self) -> bool {
        let shared = &self.shared;
        self.page() != ScreenPage::Hidden && shared.is_computer_next() && !shared.is_stuck
    }

    /// Whether an arena may have something to say.
    fn is_served(&self) -> bool {
        let shared = &self.shared;
        shared.session.is_remote() && !shared.session.is_over() && !shared.is_stuck
    }

    /// How long to wait for events before calling [`GameScreen::tick`]; `None` is for ever.
    pub fn poll_timeout(&self) -> Option<Duration> {
        match self.page() {
            _ if self.is_served() => Some(REMOTE_DELAY),
            _ if !self.is_computer_turn() => None,
            ScreenPage::Watch => self.shared.pace.remaining(),
            _ => Some(Duration::ZERO),
        }
    }

    /// Lets time pass, in which a built-in player may play.
    pub fn tick(&mut self, passed: Duration) -> Result<(), Notice> {
        let is_due =
            |game: &mut Self| game.page() != ScreenPage::Watch || game.shared.pace.tick(passed);
        if self.is_served() {
            if self.shared.session.poll_remote(Duration::ZERO) {
                return self.go_on().and(self.check_remote());
            }
            return Ok(());
        }
        if !self.is_computer_turn() || !is_due(self) {
            return Ok(());
        }
        let played = self.shared.play_computer_turn();
        let shown = self.go_on();
        played.and(shown)
    }

    /// Handles an intent; returns a question if it has to be asked first.
    pub fn handle(&mut self, intent: Intent) -> Result<Option<Dialog>, Notice> {
        if self.page() == ScreenPage::Battle && self.shared.is_computer_next() {
            if self.shared.session.is_remote() {
                self.shared.browse(intent);
            }
            return Ok(None);
        }
        let next = self.page.handle(&mut self.shared, intent);
        self.check_remote()?;
        match next? {
            Next::Stay => {}
            Next::Ask(dialog) => return Ok(Some(dialog)),
            Next::Go => self.go_on()?,
            Next::EndTurn => self.end_turn()?,
            Next::Hide => self.page = Box::new(HiddenPage),
            Next::Reveal => {
                self.shared.viewer = self.shared.session.next();
                self.go_on()?;
            }
        }
        Ok(None)
    }

    pub fn end_turn(&mut self) -> Result<(), Notice> {
        self.shared.heat = None;
        let ended = self.shared.session.end_turn();
        self.check_remote()?;
        ended?;
        self.go_on()
    }

    /// Shows why a game that an arena serves has ended, if that is all that is known of its end.
    fn check_remote(&mut self) -> Result<(), Notice> {
        let Some(end) = self.shared.session.remote_end().cloned() else {
            return Ok(());
        };
        if !self.shared.is_stuck {
            self.shared.is_stuck = true;
            self.page = Box::new(OverPage);
        }
        Err(end.into())
    }

    /// Shows what comes next in the game.
    fn go_on(&mut self) -> Result<(), Notice> {
        let before = self.page();
        let shared = &mut self.shared;
        shared.events_skipped = 0;
        let session = &shared.session;
        let is_viewer_next = session.next() == shared.viewer;
        self.page = match session.stage() {
            Stage::Over(_) => Box::new(OverPage),
            _ if session.remote_end().is_some() => Box::new(OverPage),
            _ if session.people() == 0 => Box::new(WatchPage),
            _ if session.people() == 2 && !is_viewer_next => Box::new(HandOverPage),
            Stage::Placing if is_viewer_next && !shared.is_computer_next() => {
                let (page, filled) = PlacingPage::begin(shared)?;
                self.page = Box::new(page);
                return filled;
            }
            _ if shared.ships_move() => Box::<ShipsPage>::default(),
            _ => Box::new(BattlePage),
        };
        let page = self.page();
        if page != before && page != ScreenPage::HandOver {
            let view = self.shared.session.view(self.shared.viewer);
            self.shared.cursor.centre(&view, view.target_board());
        }
        Ok(())
    }
}
