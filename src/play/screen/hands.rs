//! What keys and the mouse do on each page.

use super::app::{Aim, App, Notice, Page};
use super::{Intent, spell};
use crate::geometry::{Direction, Pos, Rect};
use crate::play::{Chart, Draft, Stage, Table};

/// How many fields a leap goes.
const LEAP: i32 = 5;

impl App {
    /// Moves the cursor on the board it is on.
    pub(super) fn step(&mut self, direction: Direction, steps: i32) {
        let Some(sight) = self.sight() else { return };
        let extent = sight.extent(self.chart);
        let to = self.cursor.step(direction, steps);
        self.cursor = clamp(to, extent);
    }

    /// Moves the cursor for an intent that says so; whether it did.
    pub(super) fn moves_cursor(&mut self, intent: Intent) -> bool {
        match intent {
            Intent::Step(direction) => self.step(direction, 1),
            Intent::Leap(direction) => self.step(direction, LEAP),
            _ => return false,
        }
        true
    }

    /// Takes the cursor to the field whose name is typed, letter by letter: first to
    /// its column, then to its row. A letter that does not go on begins anew. Says
    /// whether it belongs to a name.
    pub(super) fn type_field(&mut self, letter: char) -> bool {
        let Some(sight) = self.sight() else {
            return false;
        };
        let (rules, extent) = (sight.rules(), sight.extent(self.chart));
        drop(sight);
        for text in [format!("{}{letter}", self.typed), letter.to_string()] {
            if let Some((x, y)) = spell::typed(rules, &text) {
                let row = y.unwrap_or(self.cursor.y - extent.top);
                let field = Pos::new(
                    extent.top.saturating_add(row),
                    extent.left.saturating_add(x),
                );
                if extent.contains(field) {
                    self.cursor = field;
                    self.typed = text;
                    return true;
                }
            }
        }
        self.typed.clear();
        false
    }

    /// The field of a board at a place of the screen.
    pub(super) fn pointed(&self, x: u16, y: u16) -> Option<(Chart, Pos)> {
        let mut regions = self.regions.iter();
        regions.find_map(|region| Some((region.chart, region.field_at(x, y)?)))
    }

    pub(super) fn act_on_draft(&mut self, intent: Intent) {
        if self.moves_cursor(intent) {
            return;
        }
        if let Intent::Type(letter) = intent {
            if !self.type_field(letter) {
                self.choose_direction(letter);
            }
            return;
        }
        match intent {
            Intent::Act => self.place_or_accept(),
            Intent::Next => self.next_class(true),
            Intent::Previous => self.next_class(false),
            Intent::Rotate => self.rotate(true),
            Intent::Wheel(is_away) => self.rotate(is_away),
            Intent::Random => self.fill(true),
            Intent::Fill => self.fill(false),
            Intent::Clear => {
                if let Some(draft) = &mut self.draft {
                    draft.clear();
                }
            }
            Intent::Undo | Intent::Cancel => {
                if let Some(placement) = self.draft.as_mut().and_then(Draft::undo) {
                    self.class = Some(placement.ship.class);
                    self.direction = placement.footprint.direction;
                    self.cursor = placement.footprint.head;
                }
            }
            Intent::Hover(x, y) => {
                if let Some((_, field)) = self.pointed(x, y) {
                    self.cursor = field;
                }
            }
            Intent::Point(x, y) => {
                if let Some((_, field)) = self.pointed(x, y) {
                    self.cursor = field;
                    let is_done = self.draft.as_ref().is_some_and(Draft::is_complete);
                    if !is_done {
                        self.place_or_accept();
                    }
                }
            }
            Intent::PointOther(x, y) => {
                let field = self.pointed(x, y).map(|(_, field)| field);
                let taken = field.and_then(|field| self.draft.as_mut()?.take(field));
                match taken {
                    Some(placement) => self.class = Some(placement.ship.class),
                    None => self.rotate(true),
                }
            }
            _ => {}
        }
        self.choose_class_left();
    }

    /// Places the ship in hand; or the fleet, if none is left.
    fn place_or_accept(&mut self) {
        let Some(draft) = &mut self.draft else { return };
        if draft.is_complete() {
            let draft = draft.clone();
            if let Some(table) = &mut self.table {
                match table.place(&draft) {
                    Ok(()) => {
                        self.draft = None;
                        self.turn_page();
                    }
                    Err(objection) => self.object(objection),
                }
            }
            return;
        }
        let Some(class) = self.class else { return };
        let footprint = Draft::footprint(class, self.cursor, self.direction);
        if let Err(objection) = draft.place(class, footprint) {
            self.object(objection);
        }
    }

    /// Places what is left at random, or all anew; what lies there stays until a fleet
    /// is found.
    fn fill(&mut self, is_anew: bool) {
        let Some(draft) = &self.draft else { return };
        let mut filled = draft.clone();
        if is_anew {
            filled.clear();
        }
        match filled.fill(&mut self.rng) {
            Ok(()) => self.draft = Some(filled),
            Err(objection) => self.object(objection),
        }
    }

    fn next_class(&mut self, is_forward: bool) {
        let Some(draft) = &self.draft else { return };
        let left = draft.classes_left();
        let at = left.iter().position(|class| Some(*class) == self.class);
        let Some(at) = at else { return };
        let step = if is_forward { 1 } else { left.len() - 1 };
        self.class = Some(left[(at + step) % left.len()]);
    }

    /// Takes another class in hand if none is left of this one.
    fn choose_class_left(&mut self) {
        let Some(draft) = &self.draft else { return };
        let is_left = self.class.is_some_and(|class| draft.left(class) > 0);
        if !is_left {
            self.class = draft.classes_left().first().copied();
        }
    }

    /// The next direction that the rules allow.
    fn rotate(&mut self, is_clockwise: bool) {
        let Some(table) = &self.table else { return };
        let allowed = table.rules().directions;
        let at = allowed.iter().position(|one| *one == self.direction);
        let step = if is_clockwise { 1 } else { allowed.len() - 1 };
        self.direction = allowed[(at.unwrap_or(0) + step) % allowed.len()];
    }

    /// Where ships lie ahead of their first field: 1 up, 2 right, 3 down, 4 left.
    fn choose_direction(&mut self, digit: char) {
        use Direction::{East, North, South, West};
        let screen = self.table.as_ref().and_then(|table| table.rules().screen());
        let at = digit.to_digit(10).and_then(|digit| digit.checked_sub(1));
        let ahead = at.and_then(|at| [North, East, South, West].get(at as usize).copied());
        if let (Some(true), Some(ahead)) = (screen.map(|screen| screen.lies_ahead), ahead) {
            self.direction = ahead.opposite();
        }
    }

    pub(super) fn act_in_battle(&mut self, intent: Intent) {
        if self.waits_for_machine() {
            return;
        }
        if self.chart == Chart::Sea {
            self.act_at_sea(intent);
            return;
        }
        if self.moves_cursor(intent) {
            return;
        }
        match intent {
            Intent::Act if self.chart == Chart::Enemy => self.call(),
            Intent::Act => self.show_chart(Chart::Enemy),
            Intent::Type(letter) => {
                self.show_chart(Chart::Enemy);
                self.type_field(letter);
            }
            Intent::Point(x, y) => match self.pointed(x, y) {
                Some((Chart::Enemy, field)) => {
                    self.show_chart(Chart::Enemy);
                    self.cursor = field;
                    self.call();
                }
                Some((chart, field)) => {
                    self.show_chart(chart);
                    self.cursor = field;
                }
                None => {}
            },
            // Nobody gives a shot away because a key lies next to another one.
            Intent::EndTurn if !self.has_shot() => {
                self.notice = Some(Notice::Message("shoot-first"));
            }
            Intent::EndTurn => self.end_turn(),
            intent => self.look_around(intent),
        }
    }

    /// Whether anything was done in this turn.
    pub(super) fn has_shot(&self) -> bool {
        let table = self.table.as_ref();
        table.is_some_and(|table| table.turn_commands().next().is_some())
    }

    /// Shoots at the field under the cursor.
    fn call(&mut self) {
        let target = self.cursor;
        let Some(table) = &mut self.table else { return };
        match table.call(target) {
            Ok(()) => self.turn_page(),
            Err(objection) => self.object(objection),
        }
    }

    pub(super) fn end_turn(&mut self) {
        let Some(table) = &mut self.table else { return };
        match table.end_turn() {
            Ok(()) => {
                self.selected = None;
                self.aim = Aim::Shot;
                self.turn_page();
            }
            Err(objection) => self.object(objection),
        }
    }

    /// What can be done when there is nothing to decide: looking at the boards.
    pub(super) fn look_around(&mut self, intent: Intent) {
        if self.moves_cursor(intent) {
            return;
        }
        match intent {
            Intent::Older => self.scroll_news(true),
            Intent::Newer => self.scroll_news(false),
            Intent::Next => self.turn_charts(true),
            Intent::Previous => self.turn_charts(false),
            Intent::Hover(x, y) => {
                if let Some((chart, field)) = self.pointed(x, y)
                    && chart == self.chart
                {
                    self.cursor = field;
                }
            }
            Intent::New if self.page == Page::Over => {
                self.page = Page::Start;
                self.table = None;
                self.form.setup.seed = self.form.setup.seed.wrapping_add(1);
            }
            Intent::Act if self.page == Page::Over => {
                self.notice = Some(Notice::Message("over-hint"));
            }
            _ => {}
        }
    }

    fn scroll_news(&mut self, is_back: bool) {
        const STEP: usize = 4;
        let Some(table) = &self.table else { return };
        let most = table.all_news(self.viewer).len().saturating_sub(1);
        self.news_back = if is_back {
            (self.news_back + STEP).min(most)
        } else {
            self.news_back.saturating_sub(STEP)
        };
    }

    fn turn_charts(&mut self, is_forward: bool) {
        let Some(sight) = self.sight() else { return };
        let charts = sight.charts();
        let at = charts.iter().position(|chart| *chart == self.chart);
        let step = if is_forward { 1 } else { charts.len() - 1 };
        let next = charts[(at.unwrap_or(0) + step) % charts.len()];
        drop(sight);
        self.show_chart(next);
    }

    /// Brings the hand to a board, to the same field of it.
    fn show_chart(&mut self, chart: Chart) {
        let Some(sight) = self.sight() else { return };
        let (from, to) = (sight.extent(self.chart), sight.extent(chart));
        let offset = Pos::new(self.cursor.y - from.top, self.cursor.x - from.left);
        let cursor = clamp(Pos::new(to.top + offset.y, to.left + offset.x), to);
        drop(sight);
        self.cursor = cursor;
        self.chart = chart;
    }

    pub(super) fn act_while_watching(&mut self, intent: Intent) {
        match intent {
            Intent::Pause => self.pace.is_paused = !self.pace.is_paused,
            Intent::Faster | Intent::Wheel(true) => self.pace.faster(),
            Intent::Slower | Intent::Wheel(false) => self.pace.slower(),
            Intent::Single => {
                self.pace.is_paused = true;
                let is_over = |table: &Table| matches!(table.stage(), Stage::Over(_));
                if self.table.as_ref().is_some_and(|table| !is_over(table)) {
                    self.play_machine();
                }
            }
            intent => self.look_around(intent),
        }
    }
}

/// The field of a rectangle that lies nearest.
pub(super) fn clamp(pos: Pos, rect: Rect) -> Pos {
    Pos::new(
        pos.y.max(rect.top).min(rect.bottom),
        pos.x.max(rect.left).min(rect.right),
    )
}
