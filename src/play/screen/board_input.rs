//! What keys and the mouse do on each page.

use super::app::{AimMode, App, Notice, ScreenPage};
use super::{Intent, names};
use crate::geometry::{Direction, Pos, Rect};
use crate::play::{BoardView, GameSession, PlacementDraft, Stage};

/// How many fields a leap goes.
const LEAP: i32 = 5;

impl App {
    /// Moves the cursor on the board it is on.
    pub(super) fn step(&mut self, direction: Direction, steps: i32) {
        let Some(view) = self.view() else { return };
        let extent = view.extent(self.board);
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
        let Some(view) = self.view() else {
            return false;
        };
        let (rules, extent) = (view.rules(), view.extent(self.board));
        drop(view);
        for text in [format!("{}{letter}", self.typed), letter.to_string()] {
            if let Some((x, y)) = names::typed(rules, &text) {
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
    pub(super) fn field_at_pointer(&self, x: u16, y: u16) -> Option<(BoardView, Pos)> {
        let mut regions = self.regions.iter();
        regions.find_map(|region| Some((region.board, region.field_at(x, y)?)))
    }

    pub(super) fn handle_placing(&mut self, intent: Intent) {
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
                if let Some(placement) = self.draft.as_mut().and_then(PlacementDraft::undo) {
                    self.class = Some(placement.ship.class);
                    self.direction = placement.footprint.direction;
                    self.cursor = placement.footprint.head;
                }
            }
            Intent::Hover(x, y) => {
                if let Some((_, field)) = self.field_at_pointer(x, y) {
                    self.cursor = field;
                }
            }
            Intent::Point(x, y) => {
                if let Some((_, field)) = self.field_at_pointer(x, y) {
                    self.cursor = field;
                    let is_done = self.draft.as_ref().is_some_and(PlacementDraft::is_complete);
                    if !is_done {
                        self.place_or_accept();
                    }
                }
            }
            Intent::PointOther(x, y) => {
                let field = self.field_at_pointer(x, y).map(|(_, field)| field);
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
            if let Some(session) = &mut self.session {
                match session.place(&draft) {
                    Ok(()) => {
                        self.draft = None;
                        self.show_next_page();
                    }
                    Err(rejection) => self.show_rejection(rejection),
                }
            }
            return;
        }
        let Some(class) = self.class else { return };
        let footprint = PlacementDraft::footprint(class, self.cursor, self.direction);
        if let Err(rejection) = draft.place(class, footprint) {
            self.show_rejection(rejection);
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
            Err(rejection) => self.show_rejection(rejection),
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
        let Some(session) = &self.session else { return };
        let allowed = session.rules().directions;
        let at = allowed.iter().position(|one| *one == self.direction);
        let step = if is_clockwise { 1 } else { allowed.len() - 1 };
        self.direction = allowed[(at.unwrap_or(0) + step) % allowed.len()];
    }

    /// Where ships lie ahead of their first field: 1 up, 2 right, 3 down, 4 left.
    fn choose_direction(&mut self, digit: char) {
        use Direction::{East, North, South, West};
        let screen = self
            .session
            .as_ref()
            .and_then(|session| session.rules().screen_style());
        let at = digit.to_digit(10).and_then(|digit| digit.checked_sub(1));
        let ahead = at.and_then(|at| [North, East, South, West].get(at as usize).copied());
        if let (Some(true), Some(ahead)) = (screen.map(|screen| screen.lies_ahead), ahead) {
            self.direction = ahead.opposite();
        }
    }

    pub(super) fn handle_battle(&mut self, intent: Intent) {
        if self.is_computer_turn() {
            return;
        }
        if self.board == BoardView::Shared {
            self.handle_ships(intent);
            return;
        }
        if self.moves_cursor(intent) {
            return;
        }
        match intent {
            Intent::Act if self.board == BoardView::Enemy => self.shoot(),
            Intent::Act => self.show_board(BoardView::Enemy),
            Intent::Type(letter) => {
                self.show_board(BoardView::Enemy);
                self.type_field(letter);
            }
            Intent::Point(x, y) => match self.field_at_pointer(x, y) {
                Some((BoardView::Enemy, field)) => {
                    self.show_board(BoardView::Enemy);
                    self.cursor = field;
                    self.shoot();
                }
                Some((board, field)) => {
                    self.show_board(board);
                    self.cursor = field;
                }
                None => {}
            },
            // Nobody gives a shot away because a key lies next to another one.
            Intent::EndTurn if !self.has_shot() => {
                self.notice = Some(Notice::Message("shoot-first"));
            }
            Intent::EndTurn => self.end_turn(),
            intent => self.handle_browsing(intent),
        }
    }

    /// Whether anything was done in this turn.
    pub(super) fn has_shot(&self) -> bool {
        let session = self.session.as_ref();
        session.is_some_and(|session| session.turn_commands().next().is_some())
    }

    /// Shoots at the field under the cursor.
    fn shoot(&mut self) {
        let target = self.cursor;
        let Some(session) = &mut self.session else {
            return;
        };
        match session.shoot_announced(target) {
            Ok(()) => self.show_next_page(),
            Err(rejection) => self.show_rejection(rejection),
        }
    }

    pub(super) fn end_turn(&mut self) {
        let Some(session) = &mut self.session else {
            return;
        };
        match session.end_turn() {
            Ok(()) => {
                self.selected = None;
                self.aim = AimMode::Shot;
                self.show_next_page();
            }
            Err(rejection) => self.show_rejection(rejection),
        }
    }

    /// What can be done when there is nothing to decide: looking at the boards.
    pub(super) fn handle_browsing(&mut self, intent: Intent) {
        if self.moves_cursor(intent) {
            return;
        }
        match intent {
            Intent::Older => self.scroll_events(true),
            Intent::Newer => self.scroll_events(false),
            Intent::Next => self.next_board(true),
            Intent::Previous => self.next_board(false),
            Intent::Hover(x, y) => {
                if let Some((board, field)) = self.field_at_pointer(x, y)
                    && board == self.board
                {
                    self.cursor = field;
                }
            }
            Intent::New if self.page == ScreenPage::Over => {
                self.page = ScreenPage::Start;
                self.session = None;
                self.form.setup.seed = self.form.setup.seed.wrapping_add(1);
            }
            Intent::Act if self.page == ScreenPage::Over => {
                self.notice = Some(Notice::Message("over-hint"));
            }
            _ => {}
        }
    }

    fn scroll_events(&mut self, is_back: bool) {
        const STEP: usize = 4;
        let Some(session) = &self.session else { return };
        let most = session.all_events(self.viewer).len().saturating_sub(1);
        self.events_skipped = if is_back {
            (self.events_skipped + STEP).min(most)
        } else {
            self.events_skipped.saturating_sub(STEP)
        };
    }

    fn next_board(&mut self, is_forward: bool) {
        let Some(view) = self.view() else { return };
        let boards = view.boards();
        let at = boards.iter().position(|board| *board == self.board);
        let step = if is_forward { 1 } else { boards.len() - 1 };
        let next = boards[(at.unwrap_or(0) + step) % boards.len()];
        drop(view);
        self.show_board(next);
    }

    /// Brings the hand to a board, to the same field of it.
    fn show_board(&mut self, board: BoardView) {
        let Some(view) = self.view() else { return };
        let (from, to) = (view.extent(self.board), view.extent(board));
        let offset = Pos::new(self.cursor.y - from.top, self.cursor.x - from.left);
        let cursor = clamp(Pos::new(to.top + offset.y, to.left + offset.x), to);
        drop(view);
        self.cursor = cursor;
        self.board = board;
    }

    pub(super) fn handle_watching(&mut self, intent: Intent) {
        match intent {
            Intent::Pause => self.pace.is_paused = !self.pace.is_paused,
            Intent::Faster | Intent::Wheel(true) => self.pace.faster(),
            Intent::Slower | Intent::Wheel(false) => self.pace.slower(),
            Intent::Single => {
                self.pace.is_paused = true;
                let is_over = |session: &GameSession| matches!(session.stage(), Stage::Over(_));
                if self
                    .session
                    .as_ref()
                    .is_some_and(|session| !is_over(session))
                {
                    self.play_computer_turn();
                }
            }
            intent => self.handle_browsing(intent),
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
