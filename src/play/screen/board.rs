//! A board on the screen.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::BoardSize;
use super::spell;
use super::theme::{Look, Theme};
use crate::game::Footprint;
use crate::geometry::Pos;
use crate::play::{Chart, Field, Ranges, Shape, Sight};
use crate::rules::Edge;

/// What is drawn on top of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct Marks {
    /// Where the hand is.
    pub cursor: Option<Pos>,
    /// A place for a ship, and whether it is free.
    pub ghost: Option<(Footprint, bool)>,
    /// A square that a plane would watch.
    pub square: Option<Pos>,
    /// What the chosen ship reaches.
    pub ranges: Option<Ranges>,
    /// The fields of the chosen ship.
    pub chosen: Option<Footprint>,
    /// The last shots.
    pub last: Vec<Pos>,
    /// Targets that wait.
    pub targets: Vec<Pos>,
}

/// A board that was drawn: where its fields are, for the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Region {
    pub chart: Chart,
    /// The columns and rows of the fields.
    pub fields: Rect,
    /// The field at the upper left.
    pub first: Pos,
    /// How many columns and rows of fields are shown.
    pub shown: (u16, u16),
}

impl Region {
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
pub(super) struct BoardView<'a, 'g> {
    pub theme: Theme,
    pub sight: &'a Sight<'g>,
    pub chart: Chart,
    pub title: String,
    /// Whether the keys go to it.
    pub is_active: bool,
    /// The rows and columns that are scrolled past.
    pub scroll: Pos,
    pub marks: &'a Marks,
}

impl BoardView<'_, '_> {
    /// Draws the board, as much of it as there is room for.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) -> Region {
        let is_sea = self.chart == Chart::Sea;
        let extent = self.sight.extent(self.chart);
        let size = BoardSize::new(extent, is_sea);
        let edge_is_above = is_sea || self.edge() == Edge::Above;
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
        let region = Region {
            chart: self.chart,
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
        let calls = self.sight.rules().calls();
        calls.map_or(Edge::Above, |calls| calls.screen.columns)
    }

    fn label_row(&self, region: &Region, row: u16, width: u16, buffer: &mut Buffer) {
        let extent = self.sight.extent(self.chart);
        let y = region.first.y + i32::from(row);
        let width = usize::from(width - 1);
        let text = if self.chart == Chart::Sea {
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

    /// Letters below or above, or the digits of numbers above each other.
    fn label_columns(&self, region: &Region, y: u16, rows: u16, buffer: &mut Buffer) {
        let extent = self.sight.extent(self.chart);
        for column in 0..region.shown.0 {
            let x = region.first.x + i32::from(column);
            let style = self.label_style(|pos| pos.x == x);
            let at = region.fields.x + 2 * column + 1;
            if self.chart == Chart::Sea {
                let width = usize::from(rows);
                for (line, digit) in (0..).zip(format!("{x:0width$}").chars()) {
                    put(buffer, at, y + line, digit, style);
                }
            } else {
                let name = spell::column(self.sight.rules(), x - extent.left);
                put(buffer, at, y, name, style);
            }
        }
    }

    /// The row and the column of the cursor stand out.
    fn label_style(&self, is_there: impl Fn(Pos) -> bool) -> Style {
        if self.marks.cursor.is_some_and(is_there) {
            self.theme.active().remove_modifier(Modifier::UNDERLINED)
        } else {
            self.theme.label()
        }
    }

    fn draw_row(&self, region: &Region, row: u16, buffer: &mut Buffer) {
        let y = region.fields.y + row;
        let field = |column: u16| {
            Pos::new(
                region.first.y + i32::from(row),
                region.first.x + i32::from(column),
            )
        };
        let mut before: Option<Look> = None;
        for column in 0..region.shown.0 {
            let pos = field(column);
            let x = region.fields.x + 2 * column;
            let look = self.look(pos);
            let (between, style) = self.between(before, pos);
            put(buffer, x, y, between, style);
            put(buffer, x + 1, y, look.glyph, look.style);
            before = Some(look);
        }
        let end = region.fields.x + 2 * region.shown.0;
        let last = field(region.shown.0.saturating_sub(1));
        put(buffer, end, y, ' ', self.backdrop(last));
        for column in 0..region.shown.0 {
            self.bracket(field(column), region.fields.x + 2 * column, y, buffer);
        }
    }

    /// What is left of a field: a ship that goes on, or what is behind the field.
    fn between(&self, before: Option<Look>, pos: Pos) -> (char, Style) {
        if let Some(look) = before
            && let Some(joint) = look.joint
        {
            return (joint, look.style);
        }
        let is_hidden = |pos: Pos| {
            self.chart == Chart::Sea && self.sight.field(self.chart, pos) == Field::Unknown
        };
        let is_fog = is_hidden(pos) && is_hidden(Pos::new(pos.y, pos.x - 1));
        let is_in_range = |ranges: Ranges| ranges.cannon_range.is_some() && ranges.reaches(pos);
        let glyph = if is_fog && !self.marks.ranges.is_some_and(is_in_range) {
            self.theme.pick('░', ' ')
        } else {
            ' '
        };
        (glyph, self.backdrop(pos))
    }

    /// Fog or water behind a field.
    fn backdrop(&self, pos: Pos) -> Style {
        let is_fog = self.chart == Chart::Sea && !self.sight.is_seen(pos);
        let style = if is_fog {
            self.theme.fog()
        } else {
            self.theme.water()
        };
        self.ranged(pos, style)
    }

    fn look(&self, pos: Pos) -> Look {
        let is_sea = self.chart == Chart::Sea;
        let field = self.sight.field(self.chart, pos);
        let mut look = self.theme.look(field, self.sight.player(), is_sea);
        if field == Field::Reef && !self.sight.is_seen(pos) {
            look.style = self.theme.reef_in_fog();
        }
        let is_ship = matches!(field, Field::Ship(_) | Field::Reef);
        if let Some(ranges) = &self.marks.ranges
            && !is_ship
        {
            look.style = self.ranged(pos, look.style);
            if ranges.cannon_range.is_some() && ranges.reaches(pos) {
                look.glyph = '+';
            } else if !self.theme.has_colors && ranges.sees(pos) {
                look.glyph = self.theme.pick('∙', ':');
            }
        }
        if self.marks.targets.contains(&pos) {
            look.glyph = self.theme.pick('⊕', 'T');
            look.style = look.style.add_modifier(Modifier::BOLD);
        }
        if let Some((footprint, is_free)) = &self.marks.ghost
            && footprint.rect().contains(pos)
        {
            let shape = shape_of(footprint, pos);
            return self.theme.ghost_look(shape, *is_free);
        }
        let is_chosen = self
            .marks
            .chosen
            .is_some_and(|footprint| footprint.rect().contains(pos));
        if is_chosen {
            look.style = look.style.add_modifier(Modifier::UNDERLINED);
        }
        look
    }

    fn ranged(&self, pos: Pos, style: Style) -> Style {
        match &self.marks.ranges {
            Some(ranges) if ranges.sees(pos) => self.theme.radar(style),
            _ => style,
        }
    }

    /// The brackets around the cursor, and around the last shots.
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
        for (at, glyph) in [(x, left), (x + 2, right)] {
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
            cell.set_char(glyph).set_style(style);
        }
        if marks.cursor == Some(pos)
            && let Some(cell) = buffer.cell_mut((x + 1, y))
        {
            let style = theme.cursor(cell.style());
            cell.set_style(style);
        }
    }
}

/// What a ship looks like on one of its fields.
fn shape_of(footprint: &Footprint, pos: Pos) -> Shape {
    match footprint.segment_at(pos) {
        _ if footprint.length == 1 => Shape::Whole,
        0 => Shape::Bow(footprint.direction),
        last if last + 1 == footprint.length => Shape::Stern(footprint.direction),
        _ => Shape::Middle(footprint.direction),
    }
}

/// Draws a glyph, if there is such a cell.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, glyph: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(glyph).set_style(style);
    }
}
