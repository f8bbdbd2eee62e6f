//! Drawing a board.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::layout::{BoardRegion, BoardSize, rest};
use super::names;
use super::theme::{FieldGlyph, Theme};
use crate::field_view::SegmentShape;
use crate::screen_style::{BoardSigns, Edge, FieldNames, ScreenStyle};
use crate::{BoardView, FieldView, Hint, PlayerView, SegmentState, ShipRanges};
use admiralty_core::game::Footprint;
use admiralty_core::geometry::Pos;

/// The ranks of the best fields of a hint. Capital letters are columns and classes.
pub(super) const RANKS: &str = "abcde";

/// Marks that are drawn on top of a board.
#[derive(Clone, Debug, Default)]
pub(super) struct BoardMarks {
    pub cursor: Option<Pos>,
    /// Where a ship would lie, and whether it may.
    pub preview: Option<(Footprint, bool)>,
    pub square: Option<Pos>,
    /// The ranges of the selected ship.
    pub ranges: Option<ShipRanges>,
    /// The fields of the selected ship.
    pub chosen: Option<Footprint>,
    pub last: Vec<Pos>,
    /// The probability of a ship, shown where nothing is known.
    pub hint: Option<Hint>,
    /// The targets waiting for the end of the turn.
    pub targets: Vec<Pos>,
}

pub(super) struct BoardWidget<'a, 'g> {
    pub theme: Theme,
    pub view: &'a PlayerView<'g>,
    pub board: BoardView,
    pub title: String,
    /// Whether the cursor is on this board.
    pub is_active: bool,
    /// The number of rows and columns scrolled past.
    pub scroll: Pos,
    pub marks: &'a BoardMarks,
}

impl BoardWidget<'_, '_> {
    /// Draws as much of the board as fits.
    pub fn draw(&self, area: Rect, buffer: &mut Buffer) -> BoardRegion {
        let extent = self.view.extent(self.board);
        let style = self.style();
        let size = BoardSize::new(extent, style).fitted(area.height);
        let edge_is_above = style.columns == Edge::Above;
        if size.title > 0 {
            let style = if self.is_active {
                self.theme.active()
            } else {
                self.theme.title()
            };
            let width = usize::from(area.width.saturating_sub(size.labels));
            buffer.set_stringn(area.x + size.labels, area.y, &self.title, width, style);
        }
        let below = rest(area, 0, size.title);
        let room = rest(
            below,
            size.labels,
            if edge_is_above { size.edge } else { 0 },
        );
        let columns = (room.width.saturating_sub(1) / 2).min(size.columns);
        let rows = below.height.saturating_sub(size.edge).min(size.rows);
        let region = BoardRegion {
            board: self.board,
            fields: Rect::new(room.x, room.y, columns * 2 + 1, rows),
            first: Pos::new(extent.top + self.scroll.y, extent.left + self.scroll.x),
            shown: (columns, rows),
        };
        for row in 0..rows {
            self.label_row(&region, row, usize::from(size.labels - 1), buffer);
            self.draw_row(&region, row, buffer);
        }
        let edge = if edge_is_above {
            below.y
        } else {
            room.y + rows
        };
        self.label_columns(&region, edge, size.edge, buffer);
        region
    }

    fn style(&self) -> &'static ScreenStyle {
        ScreenStyle::of(self.view.rules())
    }

    fn signs(&self) -> &'static BoardSigns {
        match self.board {
            BoardView::Enemy if self.view.is_open() => self.style().revealed_signs,
            BoardView::Known | BoardView::Enemy => self.style().signs,
            BoardView::Own if !self.view.is_open() => self.style().own_signs,
            _ => self.style().open_signs,
        }
    }

    /// Whether this is the one board where ships move.
    fn is_shared(&self) -> bool {
        self.board == BoardView::Shared
    }

    fn label_row(&self, region: &BoardRegion, row: u16, width: usize, buffer: &mut Buffer) {
        let extent = self.view.extent(self.board);
        let y = region.field(0, row).y;
        let text = if self.is_shared() {
            format!("{y:0width$}")
        } else {
            format!("{:>width$}", y - extent.top + 1)
        };
        let x = region.fields.x - u16::try_from(width).unwrap_or(0) - 1;
        let style = self.label_style(|pos| pos.y == y);
        buffer.set_string(x, region.fields.y + row, text, style);
    }

    /// Draws the letters of the columns, or the digits of their numbers one below the other.
    fn label_columns(&self, region: &BoardRegion, y: u16, rows: u16, buffer: &mut Buffer) {
        let extent = self.view.extent(self.board);
        for column in 0..region.shown.0 {
            let x = region.field(column, 0).x;
            let style = self.label_style(|pos| pos.x == x);
            let at = region.fields.x + 2 * column + 1;
            let width = usize::from(rows);
            let column = x - extent.left;
            let label = match self.style().fields {
                FieldNames::LetterAndNumber => names::column_letter(column).into(),
                FieldNames::Numbers => format!("{:>width$}", column + 1),
                FieldNames::RowAndColumn => format!("{x:0width$}"),
            };
            for (line, letter) in (0..).zip(label.chars()) {
                put(buffer, at, y + line, letter, style);
            }
        }
    }

    /// Highlights the row and the column of the cursor.
    fn label_style(&self, is_there: impl Fn(Pos) -> bool) -> Style {
        if self.marks.cursor.is_some_and(is_there) {
            self.theme.title()
        } else {
            Style::new()
        }
    }

    fn draw_row(&self, region: &BoardRegion, row: u16, buffer: &mut Buffer) {
        let y = region.fields.y + row;
        let mut before: Option<FieldGlyph> = None;
        for column in 0..region.shown.0 {
            let pos = region.field(column, row);
            let x = region.fields.x + 2 * column;
            let glyph = self.glyph(pos);
            let (between, style) = self.between(before, pos);
            put(buffer, x, y, between, style);
            put(buffer, x + 1, y, glyph.symbol, glyph.style);
            before = Some(glyph);
        }
        let end = region.fields.x + 2 * region.shown.0;
        let last = region.field(region.shown.0.saturating_sub(1), row);
        put(buffer, end, y, ' ', self.backdrop(last));
        for column in 0..region.shown.0 {
            let pos = region.field(column, row);
            self.bracket(pos, region.fields.x + 2 * column, y, buffer);
        }
    }

    /// The cell to the left of a field: a ship that continues, or the background.
    fn between(&self, before: Option<FieldGlyph>, pos: Pos) -> (char, Style) {
        if let Some(glyph) = before
            && let Some(joint) = glyph.joint
        {
            return (joint, glyph.style);
        }
        let is_hidden = |pos: Pos| self.view.field(self.board, pos) == FieldView::Fog;
        let is_fog = is_hidden(pos) && is_hidden(Pos::new(pos.y, pos.x - 1));
        let symbol = if is_fog && !self.is_in_cannon_range(pos) {
            self.theme.pick('░', ' ')
        } else {
            ' '
        };
        (symbol, self.backdrop(pos))
    }

    /// The background of a field: fog or water.
    fn backdrop(&self, pos: Pos) -> Style {
        if let Some(style) = self.heat(pos) {
            return style;
        }
        let is_fog = self.is_shared() && !self.view.is_seen(pos);
        let style = if is_fog {
            self.theme.fog()
        } else {
            self.theme.water()
        };
        if self.is_in_radar_range(pos) {
            self.theme.radar(style)
        } else {
            style
        }
    }

    fn is_in_radar_range(&self, pos: Pos) -> bool {
        self.marks.ranges.is_some_and(|ranges| ranges.sees(pos))
    }

    fn is_in_cannon_range(&self, pos: Pos) -> bool {
        let reaches = |ranges: ShipRanges| ranges.cannon_range.is_some() && ranges.reaches(pos);
        self.marks.ranges.is_some_and(reaches)
    }

    fn glyph(&self, pos: Pos) -> FieldGlyph {
        let field = self.view.field(self.board, pos);
        let covers = |footprint: Footprint| footprint.rect().contains(pos);
        if let Some((footprint, is_free)) = self.marks.preview
            && covers(footprint)
        {
            let shape = SegmentShape::of(&footprint, footprint.segment_at(pos));
            return self.theme.preview_glyph(shape, is_free);
        }
        let viewer = self.view.player();
        let mut glyph = self.theme.glyph(field, viewer, self.signs());
        if field == FieldView::Reef && !self.view.is_seen(pos) {
            glyph.style = self.theme.reef_in_fog();
        }
        if !matches!(field, FieldView::Ship(_) | FieldView::Reef) {
            if self.is_in_radar_range(pos) {
                glyph.style = self.theme.radar(glyph.style);
            }
            if self.is_in_cannon_range(pos) {
                glyph.symbol = '+';
            } else if !self.theme.has_colors && self.is_in_radar_range(pos) {
                glyph.symbol = self.theme.pick('∙', ':');
            }
        }
        if let Some(style) = self.heat(pos) {
            glyph.style = style;
            let hint = self.marks.hint.iter().flat_map(|hint| &hint.best);
            let mut ranks = RANKS.chars().zip(hint);
            let is_ship = matches!(field, FieldView::Ship(_));
            if let Some((rank, _)) = ranks.find(|(_, best)| **best == pos && !is_ship) {
                glyph.symbol = rank;
                glyph.style = self.theme.title().patch(style);
            }
        }
        if self.marks.targets.contains(&pos) {
            glyph.symbol = self.theme.pick('⊕', 'T');
            glyph.style = glyph.style.add_modifier(Modifier::BOLD);
        }
        if self.marks.chosen.is_some_and(covers) {
            glyph.style = glyph.style.add_modifier(Modifier::UNDERLINED);
        }
        glyph
    }

    /// The style of a field of which nothing is known, in a hint; where ships are shown, of one that
    /// was not shot at.
    fn heat(&self, pos: Pos) -> Option<Style> {
        use FieldView::{Fog, Ship, Unknown, Water};
        let hint = self.marks.hint.as_ref()?;
        let is_covered = match self.view.field(self.board, pos) {
            Unknown | Fog | Water => true,
            Ship(segment) => {
                self.board == BoardView::Enemy && segment.state == SegmentState::Intact
            }
            _ => false,
        };
        is_covered.then(|| self.theme.heat(hint.chances.at(pos) / hint.highest()))
    }

    /// Draws brackets around the cursor and the last shots.
    fn bracket(&self, pos: Pos, x: u16, y: u16, buffer: &mut Buffer) {
        let marks = self.marks;
        let is_cursor = marks.cursor == Some(pos);
        let is_near = |centre: Pos| centre.y.abs_diff(pos.y) <= 1 && centre.x.abs_diff(pos.x) <= 1;
        let (left, right) = if is_cursor {
            ('[', ']')
        } else if marks.square.is_some_and(is_near) {
            ('{', '}')
        } else if marks.last.contains(&pos) {
            ('(', ')')
        } else {
            return;
        };
        let theme = self.theme;
        for (x, symbol) in [(x, left), (x + 2, right)] {
            if let Some(cell) = buffer.cell_mut((x, y))
                && !["[", "]"].contains(&cell.symbol())
            {
                let style = cell.style();
                let style = if is_cursor {
                    theme.cursor(style)
                } else {
                    theme.last(style)
                };
                cell.set_char(symbol).set_style(style);
            }
        }
        if is_cursor && let Some(cell) = buffer.cell_mut((x + 1, y)) {
            cell.set_style(theme.cursor(cell.style()));
        }
    }
}

/// Draws a glyph if there is such a cell.
pub(super) fn put(buffer: &mut Buffer, x: u16, y: u16, symbol: char, style: Style) {
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_char(symbol).set_style(style);
    }
}
