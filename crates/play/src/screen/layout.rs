//! The layout of the screen.

use ratatui::layout::Rect;

use crate::BoardView;
use crate::screen_style::{FieldNames, ScreenStyle};
use admiralty_core::geometry::{self, Pos};

/// The fewest columns of a screen.
pub const COLUMNS_MIN: u16 = 40;
/// The fewest rows of a screen.
pub const ROWS_MIN: u16 = 16;

/// In fewer columns, there is no room for a panel beside a board.
const BESIDE_COLUMNS_MIN: u16 = 56;

/// The least width of a panel next to the boards.
const PANEL_COLUMNS: u16 = 30;
/// The least height of a panel below the boards.
pub(super) const PANEL_ROWS: u16 = 6;
const GAP: u16 = 2;

/// Where a board was drawn, to find the field under the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardRegion {
    pub board: BoardView,
    /// The cells of the fields.
    pub fields: Rect,
    /// The field at the upper left.
    pub first: Pos,
    /// The columns and rows of fields shown.
    pub shown: (u16, u16),
}

impl BoardRegion {
    /// The field at a cell of the screen.
    pub fn field_at(&self, x: u16, y: u16) -> Option<Pos> {
        let (dx, dy) = (x.checked_sub(self.fields.x)?, y.checked_sub(self.fields.y)?);
        let (columns, rows) = self.shown;
        (dx / 2 < columns && dy < rows).then(|| self.field(dx / 2, dy))
    }

    /// The field in a column and a row of those shown.
    pub fn field(&self, column: u16, row: u16) -> Pos {
        Pos::new(
            self.first.y + i32::from(row),
            self.first.x + i32::from(column),
        )
    }
}

/// The size of a board that is shown completely.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct BoardSize {
    /// The columns of row numbers and a blank.
    pub labels: u16,
    /// The rows of column letters or numbers.
    pub edge: u16,
    /// 1 if it has a title.
    pub title: u16,
    pub columns: u16,
    pub rows: u16,
}

impl BoardSize {
    /// The size of a board with these fields, in the style of its rule set.
    pub fn new(extent: geometry::Rect, style: &ScreenStyle) -> Self {
        let rows = fields(extent.top, extent.bottom);
        let columns = fields(extent.left, extent.right);
        let digits = |last: i32| u16::try_from(last.max(1).ilog10() + 1).unwrap_or(1);
        let (labels, edge) = match style.fields {
            FieldNames::LetterAndNumber => (2, 1),
            FieldNames::Numbers => (2, digits(columns)),
            FieldNames::RowAndColumn => (digits(rows - 1), digits(columns - 1)),
        };
        Self {
            labels: labels + 1,
            edge,
            title: u16::from(!style.is_shared()),
            columns: u16::try_from(columns).unwrap_or(u16::MAX),
            rows: u16::try_from(rows).unwrap_or(u16::MAX),
        }
    }

    /// The size without the title if it does not fit with it.
    pub fn fitted(self, rows: u16) -> Self {
        let title = if self.height() > rows { 0 } else { self.title };
        Self { title, ..self }
    }

    pub fn width(self) -> u16 {
        self.columns
            .saturating_mul(2)
            .saturating_add(self.labels + 1)
    }

    pub fn height(self) -> u16 {
        self.rows.saturating_add(self.edge + self.title)
    }
}

/// The number of fields from one to another.
fn fields(first: i32, last: i32) -> i32 {
    last.saturating_sub(first).saturating_add(1)
}

/// Whether a screen is so narrow that it has one board, with the panel below.
pub(super) const fn is_narrow(width: u16) -> bool {
    width < BESIDE_COLUMNS_MIN
}

/// Lays out one board without its title in a narrow screen, with at least `panel_rows` below it.
pub(super) fn plan_narrow(body: Rect, size: BoardSize, panel_rows: u16) -> (Rect, Rect) {
    let width = size.width().min(body.width);
    let height = (size.height() - size.title).min(body.height.saturating_sub(panel_rows));
    let x = body.x + (body.width - width) / 2;
    let board = Rect::new(x, body.y, width, height);
    (board, rest(body, 0, height))
}

/// Lays out boards of the same size, the most important first: side by side with the panel
/// below or next to them, stacked, or only the first one. Below the boards, the panel needs
/// `panel_rows`.
pub(super) fn plan(
    body: Rect,
    boards: &[BoardView],
    size: BoardSize,
    panel_rows: u16,
) -> (Vec<(BoardView, Rect)>, Rect) {
    let (width, height) = (size.width(), size.height());
    let below = panel_rows.max(PANEL_ROWS) + 1;
    let has_room_beside = |width: u16| {
        width.saturating_add(GAP + PANEL_COLUMNS) <= body.width && height <= body.height
    };
    for count in (2..=boards.len().min(3)).rev() {
        let (boards, all) = (&boards[..count], width_of_row(width, count));
        if body.height >= height.saturating_add(below) && all <= body.width {
            let x = body.x + (body.width - all) / 2;
            let row = Rect::new(x, body.y, all, height);
            return (side_by_side(row, boards, width), rest(body, 0, height + 1));
        }
        if has_room_beside(all) {
            let row = Rect { height, ..body };
            return (side_by_side(row, boards, width), rest(body, all + GAP, 0));
        }
    }
    let is_high = height.saturating_mul(2).saturating_add(1) <= body.height;
    if boards.len() > 1 && has_room_beside(width) && is_high {
        let tops = (body.y..).step_by(usize::from(height) + 1);
        let tops = tops.take_while(|y| y + height <= body.bottom());
        let areas = boards.iter().zip(tops);
        let areas = areas.map(|(board, y)| (*board, Rect::new(body.x, y, width, height)));
        return (areas.collect(), rest(body, width + GAP, 0));
    }
    let row = Rect {
        width: width.min(body.width.saturating_sub(GAP + PANEL_COLUMNS)),
        height: height.min(body.height),
        ..body
    };
    (vec![(boards[0], row)], rest(body, row.width + GAP, 0))
}

fn width_of_row(width: u16, count: usize) -> u16 {
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    let gaps = GAP * count.saturating_sub(1);
    width.saturating_mul(count).saturating_add(gaps)
}

fn side_by_side(row: Rect, boards: &[BoardView], width: u16) -> Vec<(BoardView, Rect)> {
    let lefts = (row.x..).step_by(usize::from(width + GAP));
    let areas = boards.iter().zip(lefts);
    let areas = areas.map(|(board, x)| (*board, Rect { x, width, ..row }));
    areas.collect()
}

/// An area without some columns on the left and some rows above.
pub(super) fn rest(area: Rect, columns: u16, rows: u16) -> Rect {
    let (x, y) = (area.x + columns, area.y + rows);
    let width = area.width.saturating_sub(columns);
    Rect::new(x, y, width, area.height.saturating_sub(rows))
}
