//! Where things are on the screen.

use ratatui::layout::Rect;

use crate::geometry;
use crate::play::BoardView;

/// The fewest columns of a screen.
pub const COLUMNS_MIN: u16 = 80;
/// The fewest rows of a screen.
pub const ROWS_MIN: u16 = 24;

/// The least width of a panel next to the boards.
const PANEL_COLUMNS: u16 = 30;
/// The least height of a panel below the boards.
const PANEL_ROWS: u16 = 7;
/// The columns between boards.
const GAP: u16 = 2;

/// The parts of the screen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct ScreenLayout {
    pub header: Rect,
    pub boards: Vec<(BoardView, Rect)>,
    pub panel: Rect,
    pub footer: Rect,
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
    /// The size of a board with these fields.
    pub fn new(extent: geometry::Rect, ships_move: bool) -> Self {
        let rows = fields(extent.top, extent.bottom);
        let columns = fields(extent.left, extent.right);
        let digits = |length: i32| {
            let last = length.max(1) - i32::from(ships_move);
            u16::try_from(last.max(1).ilog10() + 1).unwrap_or(1)
        };
        Self {
            labels: if ships_move { digits(rows) } else { 2 } + 1,
            edge: if ships_move { digits(columns) } else { 1 },
            title: u16::from(!ships_move),
            columns: u16::try_from(columns).unwrap_or(u16::MAX),
            rows: u16::try_from(rows).unwrap_or(u16::MAX),
        }
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

/// Lays out boards of the same size, the most important first: side by side with the panel
/// below or next to them, stacked, or only the first one.
pub(super) fn plan(area: Rect, boards: &[BoardView], size: BoardSize) -> ScreenLayout {
    let header = Rect { height: 1, ..area };
    let footer = Rect {
        y: area.bottom().saturating_sub(1),
        height: 1,
        ..area
    };
    let body = Rect {
        y: area.y + 1,
        height: area.height.saturating_sub(2),
        ..area
    };
    let (boards, panel) = arrange(body, boards, size);
    ScreenLayout {
        header,
        boards,
        panel,
        footer,
    }
}

fn arrange(body: Rect, boards: &[BoardView], size: BoardSize) -> (Vec<(BoardView, Rect)>, Rect) {
    let (width, height) = (size.width(), size.height());
    let has_row_below = body.height >= height.saturating_add(PANEL_ROWS);
    for count in (1..=boards.len().min(3)).rev() {
        let all = side_by_side(width, count);
        if count > 1 && has_row_below && all <= body.width {
            return row_with_panel_below(body, &boards[..count], size);
        }
        let is_beside = all.saturating_add(GAP + PANEL_COLUMNS) <= body.width;
        if count > 1 && body.height >= height && is_beside {
            return row_with_panel_beside(body, &boards[..count], size);
        }
    }
    let is_narrow = width.saturating_add(GAP + PANEL_COLUMNS) <= body.width;
    let is_high = height.saturating_mul(2).saturating_add(1) <= body.height;
    if boards.len() > 1 && is_narrow && is_high {
        return stack(body, boards, size);
    }
    row_with_panel_beside(body, &boards[..1], size)
}

fn side_by_side(width: u16, count: usize) -> u16 {
    let count = u16::try_from(count).unwrap_or(u16::MAX);
    width
        .saturating_mul(count)
        .saturating_add(GAP * count.saturating_sub(1))
}

fn row_with_panel_below(
    body: Rect,
    boards: &[BoardView],
    size: BoardSize,
) -> (Vec<(BoardView, Rect)>, Rect) {
    let all = side_by_side(size.width(), boards.len());
    let row = Rect {
        x: body.x + (body.width - all) / 2,
        width: all,
        height: size.height(),
        ..body
    };
    let top = row.bottom() + 1;
    let panel = Rect {
        y: top,
        height: body.bottom().saturating_sub(top),
        ..body
    };
    (cut(row, boards, size), panel)
}

fn row_with_panel_beside(
    body: Rect,
    boards: &[BoardView],
    size: BoardSize,
) -> (Vec<(BoardView, Rect)>, Rect) {
    let most = body.width.saturating_sub(GAP + PANEL_COLUMNS);
    let all = side_by_side(size.width(), boards.len()).min(most);
    let row = Rect {
        width: all,
        height: size.height().min(body.height),
        ..body
    };
    let left = row.right() + GAP;
    let panel = Rect {
        x: left,
        width: body.right().saturating_sub(left),
        ..body
    };
    (cut(row, boards, size), panel)
}

fn cut(row: Rect, boards: &[BoardView], size: BoardSize) -> Vec<(BoardView, Rect)> {
    let mut x = row.x;
    let mut areas = Vec::new();
    for &board in boards {
        let width = size.width().min(row.right().saturating_sub(x));
        areas.push((board, Rect { x, width, ..row }));
        x += width + GAP;
    }
    areas
}

fn stack(body: Rect, boards: &[BoardView], size: BoardSize) -> (Vec<(BoardView, Rect)>, Rect) {
    let mut areas = Vec::new();
    let mut y = body.y;
    for &board in boards {
        if y + size.height() > body.bottom() {
            break;
        }
        let area = Rect {
            x: body.x,
            y,
            width: size.width(),
            height: size.height(),
        };
        areas.push((board, area));
        y += size.height() + 1;
    }
    let left = body.x + size.width() + GAP;
    let panel = Rect {
        x: left,
        width: body.right().saturating_sub(left),
        ..body
    };
    (areas, panel)
}
