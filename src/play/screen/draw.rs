//! A whole screen.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::app::{Aim, App, Page};
use super::ascii::to_ascii;
use super::board::{BoardView, Marks, Region};
use super::layout::{BoardSize, COLUMNS_MIN, Plan, ROWS_MIN, plan};
use crate::geometry::Pos;
use crate::play::{Chart, News, Sight, Table};
use crate::player::Player;
use crate::script::Command;

impl App {
    /// Draws what is to be seen.
    pub fn draw(&mut self, frame: &mut Frame<'_>) {
        let area = frame.area();
        let buffer = frame.buffer_mut();
        self.regions.clear();
        if area.width < COLUMNS_MIN || area.height < ROWS_MIN {
            self.draw_too_small(area, buffer);
        } else {
            match self.page {
                Page::Start => self.draw_form(area, buffer),
                Page::Curtain => self.draw_curtain(area, buffer),
                _ => self.draw_game(area, buffer),
            }
            self.draw_overlay(area, buffer);
        }
        if self.theme.is_ascii {
            to_ascii(buffer);
        }
    }

    fn draw_too_small(&self, area: Rect, buffer: &mut Buffer) {
        let facts = [
            ("columns", COLUMNS_MIN.into()),
            ("rows", ROWS_MIN.into()),
            ("width", area.width.into()),
            ("height", area.height.into()),
        ];
        let text = self.words.tell("too-small", &facts);
        Paragraph::new(text)
            .wrap(Wrap { trim: true })
            .render(area, buffer);
    }

    fn draw_game(&mut self, area: Rect, buffer: &mut Buffer) {
        let Some((plan, scroll, regions)) = self.draw_boards(area, buffer) else {
            return;
        };
        self.scroll = scroll;
        self.regions = regions;
        self.draw_header(plan.header, buffer);
        self.draw_panel(plan.panel, buffer);
        self.draw_hints(plan.footer, buffer);
    }

    /// Draws the boards; hands back where everything is.
    fn draw_boards(&self, area: Rect, buffer: &mut Buffer) -> Option<(Plan, Pos, Vec<Region>)> {
        let sight = self.sight()?;
        let extent = sight.extent(self.chart);
        let is_sea = self.chart == Chart::Sea;
        let plan = self.plan(area, &sight, BoardSize::new(extent, is_sea));
        let shown = plan.boards.first().map(|(_, board)| *board)?;
        let size = BoardSize::new(extent, is_sea);
        let ghost = self.chosen_ghost(&sight).map(|ghost| ghost.footprint);
        let chosen = self.chosen_ship(&sight).map(|ship| *ship.footprint());
        let ghost = ghost.or(chosen).map(|footprint| footprint.rect());
        let scroll = self.scrolled(shown, size, extent, ghost);
        let mut regions = Vec::new();
        for &(chart, board) in &plan.boards {
            let is_active = chart == self.chart;
            let marks = self.marks(&sight, chart);
            let view = BoardView {
                theme: self.theme,
                sight: &sight,
                chart,
                title: self.title(&sight, chart),
                is_active,
                scroll,
                marks: &marks,
            };
            regions.push(view.draw(board, buffer));
        }
        Some((plan, scroll, regions))
    }

    /// Where everything is. If not all boards have room, the one in hand has.
    fn plan(&self, area: Rect, sight: &Sight<'_>, size: BoardSize) -> Plan {
        if self.page == Page::Placing {
            return plan(area, &[self.chart], size);
        }
        let mut charts = sight.charts().to_vec();
        if sight.is_open() {
            // What the enemy knows is of no use when all is shown.
            charts.retain(|chart| *chart != Chart::Known);
        }
        let usual = plan(area, &charts, size);
        if usual.boards.iter().any(|(chart, _)| *chart == self.chart) {
            return usual;
        }
        if let Some(at) = charts.iter().position(|chart| *chart == self.chart) {
            charts.swap(0, at);
        }
        plan(area, &charts, size)
    }

    fn title(&self, sight: &Sight<'_>, chart: Chart) -> String {
        let own = sight.player();
        let name = |player: Player| self.label(player);
        let people = self.table.as_ref().map_or(0, Table::people);
        let has_names = people == 0 || self.page == Page::Over && people == 2;
        let (id, player) = match chart {
            Chart::Own if has_names => ("chart-of", own),
            Chart::Enemy if has_names => ("chart-of", own.opponent()),
            Chart::Own => ("chart-own", own),
            Chart::Known => ("chart-known", own.opponent()),
            Chart::Enemy => ("chart-enemy", own.opponent()),
            Chart::Sea => return String::new(),
        };
        match id {
            "chart-of" => self
                .words
                .tell("chart-of", &[("player", name(player).into())]),
            id => self.words.say(id),
        }
    }

    /// How far the boards are scrolled, so that the cursor can be seen; and, if there
    /// is room for both, the chosen ship, or where it would go.
    fn scrolled(
        &self,
        board: Rect,
        size: BoardSize,
        extent: crate::geometry::Rect,
        ghost: Option<crate::geometry::Rect>,
    ) -> Pos {
        let columns = board.width.saturating_sub(size.labels + 1) / 2;
        let rows = board.height.saturating_sub(size.edge + size.title);
        let follow = |scroll: i64, cursor: i32, shown: u16, length: i64| {
            let shown = i64::from(shown.max(1));
            let cursor = i64::from(cursor);
            let least = cursor - shown + 1;
            let scroll = scroll.clamp(least, cursor);
            scroll.clamp(0, (length - shown).max(0))
        };
        let length = |first: i32, last: i32| i64::from(last) - i64::from(first) + 1;
        let cursor = crate::geometry::Rect::spanning(self.cursor, self.cursor);
        let (mut y, mut x) = (self.scroll.y.into(), self.scroll.x.into());
        // The last one is seen for certain: what the next key is about.
        let ghost = ghost.unwrap_or(cursor);
        let seen = match self.aim {
            Aim::Move(_) => [cursor, ghost],
            Aim::Shot | Aim::Plane => [ghost, cursor],
        };
        for seen in seen {
            for (row, column) in [(seen.bottom, seen.right), (seen.top, seen.left)] {
                let height = length(extent.top, extent.bottom);
                y = follow(y, row.saturating_sub(extent.top), rows, height);
                let width = length(extent.left, extent.right);
                x = follow(x, column.saturating_sub(extent.left), columns, width);
            }
        }
        Pos::new(i32::try_from(y).unwrap_or(0), i32::try_from(x).unwrap_or(0))
    }

    fn marks(&self, sight: &Sight<'_>, chart: Chart) -> Marks {
        let mut marks = Marks::default();
        let is_watched = self.page == Page::Watch;
        if chart == self.chart && !is_watched {
            marks.cursor = Some(self.cursor);
        }
        if let (Page::Placing, Some(draft), Some(class)) = (self.page, &self.draft, self.class)
            && !draft.is_complete()
        {
            let footprint = crate::play::Draft::footprint(class, self.cursor, self.direction);
            let is_free = draft.objection(class, footprint).is_none();
            marks.ghost = Some((footprint, is_free));
        }
        marks.last = self.last_shots(chart);
        if chart == Chart::Sea && self.page == Page::Battle {
            marks.ranges = self.chosen_ranges(sight);
            marks.chosen = self.chosen_ship(sight).map(|ship| *ship.footprint());
            marks.square = (self.aim == Aim::Plane).then_some(self.cursor);
            if let Some(ghost) = self.chosen_ghost(sight) {
                marks.ghost = Some((ghost.footprint, ghost.objection.is_none()));
            }
            marks.targets = self.waiting_targets();
        }
        marks
    }

    fn waiting_targets(&self) -> Vec<Pos> {
        let Some(table) = &self.table else {
            return Vec::new();
        };
        let waiting = table.turn_commands().filter(|(_, is_done)| !is_done);
        waiting
            .filter_map(|(command, _)| match command {
                Command::Shoot(target) => Some(*target),
                _ => None,
            })
            .collect()
    }

    /// The shots of the turn in progress and the one before, on the board that they
    /// were aimed at.
    fn last_shots(&self, chart: Chart) -> Vec<Pos> {
        let Some(table) = &self.table else {
            return Vec::new();
        };
        let news = table.news(self.viewer);
        let shots = news.iter().filter_map(|item| match item.news {
            News::Shot {
                shooter, target, ..
            } => Some((shooter, target)),
            _ => None,
        });
        let by = match chart {
            Chart::Enemy => self.viewer,
            Chart::Own | Chart::Known => self.viewer.opponent(),
            Chart::Sea => return Vec::new(),
        };
        shots
            .filter(|(shooter, _)| *shooter == by)
            .map(|(_, target)| target)
            .collect()
    }
}
