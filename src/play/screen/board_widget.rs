//! Drawing a board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::BoardSize;
use super::names;
use super::theme::{FieldGlyph, Theme};
use crate::game::Footprint;
use crate::geometry::Pos;
use crate::play::{BoardView, FieldView, PlayerView, SegmentShape, ShipRanges};
use crate::rules::Edge;

/// What is drawn on top of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardMarks {
    /// The cursor.
    pub cursor: Option<Pos>,
    /// Where a ship would lie, and whether it can.
    pub preview: Option<(Footprint, bool)>,
    /// The centre of the square that a plane would show.
    pub square: Option<Pos>,
    /// What the selected ship reaches.
    pub ranges: Option<ShipRanges>,
    /// The fields of the selected ship.
    pub chosen: Option<Footprint>,
    /// The last shots.
    pub last: Vec<Pos>,
    /// The targets waiting for the end of the turn.
    pub targets: Vec<Pos>,
}

/// Where a board was drawn, for the mouse.
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
    /// The field at a place of the screen.
    pub fn field_at(&self, x: u16, y: u16) -> Option<Pos> {
        let (dx, dy) = (x.checked_sub(self.fields.x)?, y.checked_sub(self.fields.y)?);
        let (columns, rows) = self.shown;
        (dx / 2 < columns && dy < rows).then(|| {
            Pos::new(
                self.first.y + i32::from(dy),
                self.first.x + i32::from(dx / 2),
            )
        })
    }
}

/// A board to be drawn.
pub(super) struct BoardWidget<'a, 'g> {
    pub theme: Theme,
    pub view: &'a PlayerView<'g>,
    pub board: BoardView,
    pub title: String,
    /// Whether the cursor is on it.
    pub is_active: bool,
    /// The rows and columns scrolled past.
    pub scroll: Pos,
    pub marks: &'a BoardMarks,
}

impl BoardWidget<'_, '_> {
    /// Draws as much of the board as fits.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) -> BoardRegion {
        let ships_move = self.board == BoardView::Shared;
        let extent = self.view.extent(self.board);
        let size = BoardSize::new(extent, ships_move);
        let edge_is_above = ships_move || self.edge() == Edge::Above;
        if size.title > 0 {
            let style = if self.is_active {
                self.theme.active()
            } else {
                self.theme.title()
            };
            let x = area.x + size.labels;
            let width = usize::from(area.right().saturating_sub(x));
            buffer.set_stringn(x, area.y, &self.title, width, style);
        }
        let room = Rect {
            x: area.x + size.labels,
            y: area.y + size.title + if edge_is_above { size.edge } else { 0 },
            width: area.width.saturating_sub(size.labels),
            height: area.height.saturating_sub(size.title + size.edge),
        };
        let columns = (room.width.saturating_sub(1) / 2).min(size.columns);
        let rows = room.height.min(size.rows);
        let first = Pos::new(extent.top + self.scroll.y, extent.left + self.scroll.x);
        let region = BoardRegion {
            board: self.board,
            fields: Rect {
                width: columns * 2 + 1,
                height: rows,
                ..room
            },
            first,
            shown: (columns, rows),
        };
        for row in 0..rows {
            self.label_row(&region, row, size.labels, buffer);
            self.draw_row(&region, row, buffer);
        }
        let edge = if edge_is_above {
            area.y + size.title
        } else {
            room.y + rows
        };
        self.label_columns(&region, edge, size.edge, buffer);
        region
    }

    fn edge(&self) -> Edge {
        let announced = self.view.rules().announced_shots();
        announced.map_or(Edge::Above, |announced| announced.screen.columns)
    }

    fn label_row(&self, region: &BoardRegion, row: u16, width: u16, buffer: &mut Buffer) {
        let extent = self.view.extent(self.board);
        let y = region.first.y + i32::from(row);
        let width = usize::from(width - 1);
        let text = if self.board == BoardView::Shared {
            format!("{y:0width$}")
        } else {
            format!("{:>width$}", y - extent.top + 1)
        };
        let x = region.fields.x - u16::try_from(width).unwrap_or(0) - 1;
        buffer.set_string(
            x,
            region.fields.y + row,
            text,
            self.label_style(|pos| pos.y == y),
        );
    }

    /// Draws letters below or above, or the digits of numbers one below the other.
    fn label_columns(&self, region: &BoardRegion, y: u16, rows: u16, buffer: &mut Buffer) {
        let extent = self.view.extent(self.board);
        for column in 0..region.shown.0 {
            let x = region.first.x + i32::from(column);
            let style = self.label_style(|pos| pos.x == x);
            let at = region.fields.x + 2 * column + 1;
            if self.board == BoardView::Shared {
                let width = usize::from(rows);
                for (line, digit) in (0..).zip(format!("{x:0width$}").chars()) {
                    put(buffer, at, y + line, digit, style);
                }
            } else {
                let name = names::column(self.view.rules(), x - extent.left);
                put(buffer, at, y, name, style);
            }
        }
    }

    /// Highlights the row and the column of the cursor.
    fn label_style(&self, is_there: impl Fn(Pos) -> bool) -> Style {
        if self.marks.cursor.is_some_and(is_there) {
            self.theme.active().remove_modifier(Modifier::UNDERLINED)
        } else {
            self.theme.label()
        }
    }

    fn draw_row(&self, region: &BoardRegion, row: u16, buffer: &mut Buffer) {
        let y = region.fields.y + row;
        let field = |column: u16| {
            Pos::new(
                region.first.y + i32::from(row),
                region.first.x + i32::from(column),
            )
        };
        let mut before: Option<FieldGlyph> = None;
        for column in 0..region.shown.0 {
            let pos = field(column);
            let x = region.fields.x + 2 * column;
            let glyph = self.glyph(pos);
            let (between, style) = self.between(before, pos);
            put(buffer, x, y, between, style);
            put(buffer, x + 1, y, glyph.symbol, glyph.style);
            before = Some(glyph);
        }
        let end = region.fields.x + 2 * region.shown.0;
        let last = field(region.shown.0.saturating_sub(1));
        put(buffer, end, y, ' ', self.backdrop(last));
        for column in 0..region.shown.0 {
            self.bracket(field(column), region.fields.x + 2 * column, y, buffer);
        }
    }

    /// The cell to the left of a field: a ship that goes on, or the background.
    fn between(&self, before: Option<FieldGlyph>, pos: Pos) -> (char, Style) {
        if let Some(glyph) = before
            && let Some(joint) = glyph.joint
        {
            return (joint, glyph.style);
        }
        let is_hidden = |pos: Pos| {
            self.board == BoardView::Shared
                && self.view.field(self.board, pos) == FieldView::Unknown
        };
        let is_fog = is_hidden(pos) && is_hidden(Pos::new(pos.y, pos.x - 1));
        let is_in_range = |ranges: ShipRanges| ranges.cannon_range.is_some() && ranges.reaches(pos);
        let symbol = if is_fog && !self.marks.ranges.is_some_and(is_in_range) {
            self.theme.pick('░', ' ')
        } else {
            ' '
        };
        (symbol, self.backdrop(pos))
    }

    /// The background of a field: fog or water.
    fn backdrop(&self, pos: Pos) -> Style {
        let is_fog = self.board == BoardView::Shared && !self.view.is_seen(pos);
        let style = if is_fog {
            self.theme.fog()
        } else {
            self.theme.water()
        };
        self.ranged(pos, style)
    }

    fn glyph(&self, pos: Pos) -> FieldGlyph {
        let ships_move = self.board == BoardView::Shared;
        let field = self.view.field(self.board, pos);
        let mut glyph = self.theme.glyph(field, self.view.player(), ships_move);
        if field == FieldView::Reef && !self.view.is_seen(pos) {
            glyph.style = self.theme.reef_in_fog();
        }
        let is_ship = matches!(field, FieldView::Ship(_) | FieldView::Reef);
        if let Some(ranges) = &self.marks.ranges
            && !is_ship
        {
            glyph.style = self.ranged(pos, glyph.style);
            if ranges.cannon_range.is_some() && ranges.reaches(pos) {
                glyph.symbol = '+';
            } else if !self.theme.has_colors && ranges.sees(pos) {
                glyph.symbol = self.theme.pick('∙', ':');
            }
        }
        if self.marks.targets.contains(&pos) {
            glyph.symbol = self.theme.pick('⊕', 'T');
            glyph.style = glyph.style.add_modifier(Modifier::BOLD);
        }
        if let Some((footprint, is_free)) = &self.marks.preview
            && footprint.rect().contains(pos)
        {
            let shape = shape_of(footprint, pos);
            return self.theme.preview_glyph(shape, *is_free);
        }
        let is_chosen = self
            .marks
            .chosen
            .is_some_and(|footprint| footprint.rect().contains(pos));
        if is_chosen {
            glyph.style = glyph.style.add_modifier(Modifier::UNDERLINED);
        }
        glyph
    }

    fn ranged(&self, pos: Pos, style: Style) -> Style {
        match &self.marks.ranges {
            Some(ranges) if ranges.sees(pos) => self.theme.radar(style),
            _ => style,
        }
    }

    /// Draws brackets around the cursor and the last shots.
    fn bracket(&self, pos: Pos, x: u16, y: u16, buffer: &mut Buffer) {
        let marks = self.marks;
        let in_square = marks
            .square
            .is_some_and(|centre| centre.y.abs_diff(pos.y) <= 1 && centre.x.abs_diff(pos.x) <= 1);
        let (left, right) = if marks.cursor == Some(pos) {
            ('[', ']')
        } else if in_square {
            ('{', '}')
        } else if marks.last.contains(&pos) {
            ('(', ')')
        } else {
            return;
        };
        let theme = self.theme;
        for (at, symbol) in [(x, left), (x + 2, right)] {
            let Some(cell) = buffer.cell_mut((at, y)) else {
                continue;
            };
            if cell.symbol() == "[" || cell.symbol() == "]" {
                continue;
            }
            let style = if marks.cursor == Some(pos) {
                theme.cursor(cell.style())
            } else {
                theme.last(cell.style())
            };
            cell.set_char(symbol).set_style(style);
        }
        if marks.cursor == Some(pos)
            && let Some(cell) = buffer.cell_mut((x + 1, y))
        {
            let style = theme.cursor(cell.style());
            cell.set_style(style);
        }
    }
}

/// The part of a ship on one of its fields.
fn shape_of(footprint: &Footprint, pos: Pos) -> SegmentShape {
    match footprint.segment_at(pos) {
        _ if footprint.length == 1 => SegmentShape::Whole,
        0 => SegmentShape::Bow(footprint.direction),
        last if last + 1 == footprint.length => SegmentShape::Stern(footprint.direction),
        _ => SegmentShape::Middle(footprint.direction),
    }
}

/// Draws a glyph if there is such a cell.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, symbol: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(symbol).set_style(style);
    }
}
