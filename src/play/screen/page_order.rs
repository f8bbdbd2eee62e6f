//! How one page follows the other.

use std::time::Duration;

use super::app::{AimMode, App, Notice, ScreenPage};
use super::board_input::clamp;
use crate::geometry::{Pos, Rect};
use crate::play::{BoardView, GameSession, ScriptLog, Seat, Stage};
use crate::player::Player;
use crate::rng::Rng;

impl App {
    /// Begins the game that is chosen; says whether there is one.
    pub fn begin(&mut self) -> bool {
        let setup = self.form.setup.clone();
        // A game that cannot be must not take a file.
        if let Err(rejection) = GameSession::begin(&setup, ScriptLog::new()) {
            self.notice = Some(Notice::Rejection(rejection));
            return false;
        }
        let log = match (self.open_log)(&setup) {
            Ok(Some(sink)) => ScriptLog::to(sink),
            Ok(None) => ScriptLog::new(),
            Err(error) => {
                self.notice = Some(Notice::failed("log-failed", &error));
                return false;
            }
        };
        match GameSession::begin(&setup, log) {
            Ok(session) => {
                self.rng = Rng::seeded(setup.seed);
                self.go_on(session);
                true
            }
            Err(rejection) => {
                self.notice = Some(Notice::Rejection(rejection));
                false
            }
        }
    }

    /// Goes on with a game.
    pub fn go_on(&mut self, mut session: GameSession) {
        session.set_effort(self.effort);
        let is_person = |player: &Player| session.seat_of(*player) == Seat::Person;
        let person = Player::BOTH.into_iter().find(is_person);
        self.viewer = person.unwrap_or(Player::A);
        self.selected = None;
        self.aim = AimMode::Shot;
        self.notice = None;
        self.is_stuck = false;
        self.saved_bytes = session.script_end().logged;
        self.form.forget_last();
        let is_open = matches!(session.stage(), Stage::Over(_));
        let needs_hidden_page = session.people() == 2 && !is_open;
        self.session = Some(session);
        self.draft = None;
        if needs_hidden_page {
            self.page = ScreenPage::Hidden;
        } else {
            self.show_next_page();
        }
    }

    /// Shows what is to be done next.
    pub(super) fn show_next_page(&mut self) {
        self.events_skipped = 0;
        let Some(session) = &self.session else {
            self.page = ScreenPage::Start;
            return;
        };
        let next = session.next();
        let people = session.people();
        let before = self.page;
        let stage = session.stage();
        self.page = match stage {
            Stage::Over(_) => ScreenPage::Over,
            _ if people == 0 => ScreenPage::Watch,
            _ if people == 2 && next != self.viewer => ScreenPage::HandOver,
            Stage::Placing if next == self.viewer => ScreenPage::Placing,
            _ => ScreenPage::Battle,
        };
        match self.page {
            ScreenPage::Placing if self.draft.is_none() => self.begin_placing(),
            ScreenPage::Battle | ScreenPage::Watch | ScreenPage::Over if before != self.page => {
                self.begin_battle()
            }
            _ => {}
        }
        if self.page != ScreenPage::Placing {
            self.draft = None;
        }
    }

    fn begin_placing(&mut self) {
        let Some(Ok(mut draft)) = self.session.as_ref().map(GameSession::draft) else {
            return;
        };
        if self.form.setup.is_placed_at_random
            && let Err(rejection) = draft.fill(&mut self.rng)
        {
            self.notice = Some(Notice::Rejection(rejection));
        }
        let view = draft.view();
        self.board = match view.boards() {
            [BoardView::Shared] => BoardView::Shared,
            _ => BoardView::Own,
        };
        let start = view.observation().start(view.player());
        self.cursor = clamp(middle(start), view.extent(self.board));
        self.scroll = Pos::default();
        self.direction = view.rules().directions[0];
        if view
            .rules()
            .screen_style()
            .is_some_and(|screen| screen.lies_ahead)
        {
            self.direction = self.direction.opposite();
        }
        self.class = draft.classes_left().first().copied();
        self.draft = Some(draft);
    }

    fn begin_battle(&mut self) {
        let Some(session) = &self.session else { return };
        let view = session.view(self.viewer);
        self.board = view.boards()[0];
        let extent = match self.board {
            BoardView::Shared => view.observation().start(self.viewer),
            board => view.extent(board),
        };
        self.cursor = clamp(middle(extent), view.extent(self.board));
        self.scroll = Pos::default();
    }

    /// Lets the other person look.
    pub(super) fn reveal_board(&mut self) {
        if let Some(session) = &self.session {
            self.viewer = session.next();
        }
        self.selected = None;
        self.aim = AimMode::Shot;
        self.notice = None;
        // The cursor of one person says where it aims; the other begins anew.
        self.page = ScreenPage::Hidden;
        self.show_next_page();
    }

    pub(super) fn play_computer_turn(&mut self) {
        self.pace.waited = Duration::ZERO;
        let Some(session) = &mut self.session else {
            return;
        };
        if let Err(rejection) = session.play_computer_turn() {
            self.notice = Some(Notice::Rejection(rejection));
            self.is_stuck = true;
        }
        self.report_log_error();
        self.show_next_page();
    }
}

/// The field in the middle of a rectangle.
fn middle(rect: Rect) -> Pos {
    let half = |first: i32, last: i32| first + last.saturating_sub(first) / 2;
    Pos::new(half(rect.top, rect.bottom), half(rect.left, rect.right))
}
