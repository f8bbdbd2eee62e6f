//! The cursor on the boards, moved by keys, by the mouse, and by typing a field.

use super::super::Intent;
use super::super::layout::{BoardRegion, BoardSize};
use super::super::names::{self, TypedField};
use crate::screen_style::ScreenStyle;
use crate::{BoardView, PlayerView};
use admiralty_core::geometry::{Pos, Rect};

const LEAP: i32 = 5;

/// The cursor on the boards, and which part of them is shown.
#[derive(Debug, Default)]
pub(in super::super) struct BoardCursor {
    pub board: BoardView,
    pub pos: Pos,
    /// The letters of a field's name typed so far.
    pub typed: String,
    /// The rows and columns scrolled past, if a board is too large.
    pub scroll: Pos,
    /// Where the boards were drawn, to find the field under the mouse.
    pub regions: Vec<BoardRegion>,
}

impl BoardCursor {
    /// Moves to the middle of a board, or where ships move, of the player's starting rectangle.
    pub fn centre(&mut self, view: &PlayerView<'_>, board: BoardView) {
        let extent = view.extent(board);
        let rect = match board {
            BoardView::Shared => view.observation().start(view.player()),
            _ => extent,
        };
        let half = |first: i32, last: i32| first + last.saturating_sub(first) / 2;
        let middle = Pos::new(half(rect.top, rect.bottom), half(rect.left, rect.right));
        self.board = board;
        self.pos = clamp(middle, extent);
        self.scroll = Pos::default();
    }

    /// Moves if the intent says so; returns whether it does.
    pub fn step(&mut self, view: &PlayerView<'_>, intent: Intent) -> bool {
        let (direction, steps) = match intent {
            Intent::Step(direction) => (direction, 1),
            Intent::Leap(direction) => (direction, LEAP),
            _ => return false,
        };
        self.pos = clamp(self.pos.step(direction, steps), view.extent(self.board));
        true
    }

    /// Moves to the field whose name is typed, to its row and its column as soon as they are
    /// known. A letter that does not continue the name begins another one; a blank that does not is
    /// ignored. Returns whether the letter belongs to a name.
    pub fn type_letter(&mut self, view: &PlayerView<'_>, letter: char) -> bool {
        let extent = view.extent(self.board);
        for text in [format!("{}{letter}", self.typed), letter.to_string()] {
            let Some(TypedField { row, column }) = names::typed(view.rules(), &text) else {
                continue;
            };
            let y = row.map_or(self.pos.y, |row| extent.top.saturating_add(row));
            let x = column.map_or(self.pos.x, |column| extent.left.saturating_add(column));
            let field = Pos::new(y, x);
            if extent.contains(field) {
                self.pos = field;
                self.typed = text;
                return true;
            }
        }
        let is_blank = letter == ' ';
        if !is_blank {
            self.typed.clear();
        }
        is_blank
    }

    /// The field at a place of the screen, with its board.
    pub fn field_at(&self, x: u16, y: u16) -> Option<(BoardView, Pos)> {
        let mut regions = self.regions.iter();
        regions.find_map(|region| Some((region.board, region.field_at(x, y)?)))
    }

    /// Moves to the same field of another board.
    pub fn show(&mut self, view: &PlayerView<'_>, board: BoardView) {
        let (from, to) = (view.extent(self.board), view.extent(board));
        let offset = Pos::new(self.pos.y - from.top, self.pos.x - from.left);
        self.pos = clamp(Pos::new(to.top + offset.y, to.left + offset.x), to);
        self.board = board;
    }

    /// How far the boards are scrolled when some rectangles should be visible, the last
    /// one above all.
    pub fn scrolled(
        &self,
        view: &PlayerView<'_>,
        area: ratatui::layout::Rect,
        visible: [Rect; 2],
    ) -> Pos {
        let extent = view.extent(self.board);
        let size = BoardSize::new(extent, ScreenStyle::of(view.rules())).fitted(area.height);
        let columns = area.width.saturating_sub(size.labels + 1) / 2;
        let rows = area.height.saturating_sub(size.edge + size.title);
        let follow = |scroll: i32, near: i32, shown: u16, [first, last]: [i32; 2]| {
            let [first, last, near] = [first, last, near].map(i64::from);
            let shown = i64::from(shown.max(1));
            let scroll = i64::from(scroll).clamp(near - first - shown + 1, near - first);
            i32::try_from(scroll.clamp(0, (last - first + 1 - shown).max(0))).unwrap_or(0)
        };
        let mut scroll = self.scroll;
        for rect in visible {
            for (row, column) in [(rect.bottom, rect.right), (rect.top, rect.left)] {
                scroll.y = follow(scroll.y, row, rows, [extent.top, extent.bottom]);
                scroll.x = follow(scroll.x, column, columns, [extent.left, extent.right]);
            }
        }
        scroll
    }
}

/// The nearest field of a rectangle.
fn clamp(pos: Pos, rect: Rect) -> Pos {
    Pos::new(
        pos.y.max(rect.top).min(rect.bottom),
        pos.x.max(rect.left).min(rect.right),
    )
}
