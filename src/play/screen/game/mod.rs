//! A game on the screen, and the order of its pages.

mod cursor;
mod hints;
mod input;
mod pace;
mod page;
mod panels;
mod ship_orders;
mod texts;

use std::time::Duration;

pub(super) use pace::Pace;

use self::cursor::BoardCursor;
use self::ship_orders::ShipOrders;
use super::ScreenPage;
use super::dialog::SaveState;
use super::notice::Notice;
use crate::play::{BoardView, GameSession, PlacementDraft, PlayerView, Seat, Setup, Stage};
use crate::player::Player;
use crate::players::Rng;

/// A game on the screen.
#[derive(Debug)]
pub(super) struct GameScreen {
    pub session: GameSession,
    pub page: ScreenPage,
    /// The player whose view is shown.
    viewer: Player,
    pub cursor: BoardCursor,
    /// The fleet that is being placed.
    placement: Option<PlacementDraft>,
    orders: ShipOrders,
    pub pace: Pace,
    /// Whether the next turn of a built-in player has failed, so that nobody can play.
    pub is_stuck: bool,
    /// The number of events scrolled past.
    events_skipped: usize,
    /// The length of the script in a file that the person has named.
    pub saved_bytes: usize,
    /// Whether fleets of people are placed at random first.
    is_placed_at_random: bool,
    rng: Rng,
}

impl GameScreen {
    /// Shows a game. Call [`GameScreen::begin`] next.
    pub fn new(session: GameSession, setup: &Setup, pace: Pace) -> Self {
        let is_person = |player: &Player| session.seat_of(*player) == Seat::Person;
        let person = Player::BOTH.into_iter().find(is_person);
        Self {
            page: ScreenPage::Hidden,
            viewer: person.unwrap_or(Player::A),
            cursor: BoardCursor::new(),
            placement: None,
            orders: ShipOrders::new(),
            pace,
            is_stuck: false,
            events_skipped: 0,
            saved_bytes: session.script_end().logged,
            is_placed_at_random: setup.is_placed_at_random,
            rng: Rng::seeded(setup.seed),
            session,
        }
    }

    /// Shows the first page; two people first find the boards hidden.
    pub fn begin(&mut self) -> Result<(), Notice> {
        if self.session.people() == 2 && !self.session.is_over() {
            return Ok(());
        }
        self.show_next_page()
    }

    /// What the viewer sees: the fleet being placed, or the game.
    pub fn view(&self) -> PlayerView<'_> {
        view_of(self.placement.as_ref(), &self.session, self.viewer)
    }

    /// How much of the game is in a file. `is_logged` says that the person has named the
    /// log.
    pub fn save_state(&self, is_logged: bool) -> SaveState {
        let log = self.session.log();
        match log.is_written() {
            _ if log.text().len() <= self.saved_bytes => SaveState::Saved,
            true if is_logged => SaveState::Saved,
            true => SaveState::AutoSaved,
            false => SaveState::Unsaved,
        }
    }

    /// Whether ships move, and nothing is announced.
    fn ships_move(&self) -> bool {
        !self.session.rules().announces_shots()
    }

    /// Whether a built-in player has to play before anybody can do anything.
    fn is_computer_turn(&self) -> bool {
        self.page != ScreenPage::Hidden
            && !self.session.is_over()
            && self.session.seat_of(self.session.next()) != Seat::Person
    }

    /// How long to wait for events before calling [`GameScreen::tick`]; `None` is for ever.
    pub fn poll_timeout(&self) -> Option<Duration> {
        if !self.is_computer_turn() || self.is_stuck {
            None
        } else if self.page == ScreenPage::Watch {
            self.pace.remaining()
        } else {
            Some(Duration::ZERO)
        }
    }

    /// Lets time pass, in which a built-in player may play.
    pub fn tick(&mut self, passed: Duration) -> Result<(), Notice> {
        if !self.is_computer_turn() || self.is_stuck {
            return Ok(());
        }
        if self.page == ScreenPage::Watch && !self.pace.tick(passed) {
            return Ok(());
        }
        self.play_computer_turn()
    }

    fn play_computer_turn(&mut self) -> Result<(), Notice> {
        self.pace.restart();
        let played = self.session.play_computer_turn();
        self.is_stuck |= played.is_err();
        let shown = self.show_next_page();
        played?;
        shown
    }
}

/// The order of the pages.
impl GameScreen {
    /// Shows what comes next in the game.
    fn show_next_page(&mut self) -> Result<(), Notice> {
        self.events_skipped = 0;
        let next = self.session.next();
        let people = self.session.people();
        let before = self.page;
        self.page = match self.session.stage() {
            Stage::Over(_) => ScreenPage::Over,
            _ if people == 0 => ScreenPage::Watch,
            _ if people == 2 && next != self.viewer => ScreenPage::HandOver,
            Stage::Placing if next == self.viewer => ScreenPage::Placing,
            _ => ScreenPage::Battle,
        };
        if self.page != ScreenPage::Placing {
            self.placement = None;
        }
        match self.page {
            ScreenPage::Placing if self.placement.is_none() => return self.begin_placing(),
            ScreenPage::Battle | ScreenPage::Watch | ScreenPage::Over if before != self.page => {
                self.begin_battle();
            }
            _ => {}
        }
        Ok(())
    }

    fn begin_placing(&mut self) -> Result<(), Notice> {
        let mut placement = self.session.draft()?;
        let mut filled = Ok(());
        if self.is_placed_at_random {
            filled = placement.fill(&mut self.rng);
        }
        let board = if self.ships_move() {
            BoardView::Shared
        } else {
            BoardView::Own
        };
        self.cursor.centre(&placement.view(), board);
        self.placement = Some(placement);
        Ok(filled?)
    }

    fn begin_battle(&mut self) {
        let view = self.session.view(self.viewer);
        self.cursor.centre(&view, view.boards()[0]);
    }

    /// Shows the boards to the other person.
    fn reveal(&mut self) -> Result<(), Notice> {
        self.viewer = self.session.next();
        self.orders = ShipOrders::new();
        self.show_next_page()
    }
}

fn view_of<'g>(
    placement: Option<&'g PlacementDraft>,
    session: &'g GameSession,
    viewer: Player,
) -> PlayerView<'g> {
    match placement {
        Some(placement) => placement.view(),
        None => session.view(viewer),
    }
}
