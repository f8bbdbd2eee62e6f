//! How one page follows the other.

use std::time::Duration;

use super::app::{Aim, App, Notice, Page};
use super::hands::clamp;
use crate::geometry::{Pos, Rect};
use crate::play::{Chart, Log, Seat, Stage, Table};
use crate::player::Player;
use crate::rng::Rng;

impl App {
    /// Begins the game that is chosen; says whether there is one.
    pub fn begin(&mut self) -> bool {
        let setup = self.form.setup.clone();
        // A game that cannot be must not take a file.
        if let Err(objection) = Table::begin(&setup, Log::new()) {
            self.notice = Some(Notice::Objection(objection));
            return false;
        }
        let log = match (self.open_log)(&setup) {
            Ok(Some(sink)) => Log::to(sink),
            Ok(None) => Log::new(),
            Err(error) => {
                self.notice = Some(Notice::failed("log-failed", &error));
                return false;
            }
        };
        match Table::begin(&setup, log) {
            Ok(table) => {
                self.rng = Rng::seeded(setup.seed);
                self.go_on(table);
                true
            }
            Err(objection) => {
                self.notice = Some(Notice::Objection(objection));
                false
            }
        }
    }

    /// Goes on with a game.
    pub fn go_on(&mut self, mut table: Table) {
        table.set_effort(self.effort);
        let is_person = |player: &Player| table.seat_of(*player) == Seat::Person;
        let person = Player::BOTH.into_iter().find(is_person);
        self.viewer = person.unwrap_or(Player::A);
        self.selected = None;
        self.aim = Aim::Shot;
        self.notice = None;
        self.is_stuck = false;
        self.saved_bytes = table.script_end().logged;
        self.form.forget_last();
        let is_open = matches!(table.stage(), Stage::Over(_));
        let needs_curtain = table.people() == 2 && !is_open;
        self.table = Some(table);
        self.draft = None;
        if needs_curtain {
            self.page = Page::Curtain;
        } else {
            self.turn_page();
        }
    }

    /// Shows what is to be done next.
    pub(super) fn turn_page(&mut self) {
        self.news_back = 0;
        let Some(table) = &self.table else {
            self.page = Page::Start;
            return;
        };
        let next = table.next();
        let people = table.people();
        let before = self.page;
        let stage = table.stage();
        self.page = match stage {
            Stage::Over(_) => Page::Over,
            _ if people == 0 => Page::Watch,
            _ if people == 2 && next != self.viewer => Page::HandOver,
            Stage::Placing if next == self.viewer => Page::Placing,
            _ => Page::Battle,
        };
        match self.page {
            Page::Placing if self.draft.is_none() => self.begin_placing(),
            Page::Battle | Page::Watch | Page::Over if before != self.page => self.begin_battle(),
            _ => {}
        }
        if self.page != Page::Placing {
            self.draft = None;
        }
    }

    fn begin_placing(&mut self) {
        let Some(Ok(mut draft)) = self.table.as_ref().map(Table::draft) else {
            return;
        };
        if self.form.setup.is_placed_at_random
            && let Err(objection) = draft.fill(&mut self.rng)
        {
            self.notice = Some(Notice::Objection(objection));
        }
        let sight = draft.sight();
        self.chart = match sight.charts() {
            [Chart::Sea] => Chart::Sea,
            _ => Chart::Own,
        };
        let start = sight.observation().start(sight.player());
        self.cursor = clamp(middle(start), sight.extent(self.chart));
        self.scroll = Pos::default();
        self.direction = sight.rules().directions[0];
        if sight
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
        let Some(table) = &self.table else { return };
        let sight = table.sight(self.viewer);
        self.chart = sight.charts()[0];
        let extent = match self.chart {
            Chart::Sea => sight.observation().start(self.viewer),
            chart => sight.extent(chart),
        };
        self.cursor = clamp(middle(extent), sight.extent(self.chart));
        self.scroll = Pos::default();
    }

    /// Lets the other person look.
    pub(super) fn raise_curtain(&mut self) {
        if let Some(table) = &self.table {
            self.viewer = table.next();
        }
        self.selected = None;
        self.aim = Aim::Shot;
        self.notice = None;
        // The cursor of one person says where it aims; the other begins anew.
        self.page = Page::Curtain;
        self.turn_page();
    }

    pub(super) fn play_machine(&mut self) {
        self.pace.waited = Duration::ZERO;
        let Some(table) = &mut self.table else { return };
        if let Err(objection) = table.play_machine() {
            self.notice = Some(Notice::Objection(objection));
            self.is_stuck = true;
        }
        self.look_at_log();
        self.turn_page();
    }
}

/// The field in the middle of a rectangle.
fn middle(rect: Rect) -> Pos {
    let half = |first: i32, last: i32| first + last.saturating_sub(first) / 2;
    Pos::new(half(rect.top, rect.bottom), half(rect.left, rect.right))
}
