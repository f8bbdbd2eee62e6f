//! A whole screen.

use ratatui::Frame;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::widgets::{Paragraph, Widget, Wrap};

use super::app::{AimMode, App, ScreenPage};
use super::ascii::to_ascii;
use super::board_widget::{BoardMarks, BoardRegion, BoardWidget};
use super::layout::{BoardSize, COLUMNS_MIN, ROWS_MIN, ScreenLayout, plan};
use crate::geometry::Pos;
use crate::play::{BoardView, GameEvent, GameSession, PlayerView};
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
                ScreenPage::Start => self.draw_form(area, buffer),
                ScreenPage::Hidden => self.draw_hidden_page(area, buffer),
                _ => self.draw_game(area, buffer),
            }
            self.draw_dialog(area, buffer);
        }
        if self.theme.is_ascii {
            to_ascii(buffer);
        }
    }

    fn draw_too_small(&self, area: Rect, buffer: &mut Buffer) {
        let args = [
            ("columns", COLUMNS_MIN.into()),
            ("rows", ROWS_MIN.into()),
            ("width", area.width.into()),
            ("height", area.height.into()),
        ];
        let text = self.messages.format("too-small", &args);
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
    fn draw_boards(
        &self,
        area: Rect,
        buffer: &mut Buffer,
    ) -> Option<(ScreenLayout, Pos, Vec<BoardRegion>)> {
        let view = self.view()?;
        let extent = view.extent(self.board);
        let ships_move = self.board == BoardView::Shared;
        let plan = self.plan(area, &view, BoardSize::new(extent, ships_move));
        let shown = plan.boards.first().map(|(_, board_area)| *board_area)?;
        let size = BoardSize::new(extent, ships_move);
        let preview = self.move_preview(&view).map(|preview| preview.footprint);
        let chosen = self.selected_ship(&view).map(|ship| *ship.footprint());
        let preview = preview.or(chosen).map(|footprint| footprint.rect());
        let scroll = self.scrolled(shown, size, extent, preview);
        let mut regions = Vec::new();
        for &(board, board_area) in &plan.boards {
            let is_active = board == self.board;
            let marks = self.marks(&view, board);
            let observation = BoardWidget {
                theme: self.theme,
                view: &view,
                board,
                title: self.title(&view, board),
                is_active,
                scroll,
                marks: &marks,
            };
            regions.push(observation.draw(board_area, buffer));
        }
        Some((plan, scroll, regions))
    }

    /// Where everything is. If not all boards have room, the one in hand has.
    fn plan(&self, area: Rect, view: &PlayerView<'_>, size: BoardSize) -> ScreenLayout {
        if self.page == ScreenPage::Placing {
            return plan(area, &[self.board], size);
        }
        let mut boards = view.boards().to_vec();
        if view.is_open() {
            // What the enemy knows is of no use when all is shown.
            boards.retain(|board| *board != BoardView::Known);
        }
        let usual = plan(area, &boards, size);
        if usual.boards.iter().any(|(board, _)| *board == self.board) {
            return usual;
        }
        if let Some(at) = boards.iter().position(|board| *board == self.board) {
            boards.swap(0, at);
        }
        plan(area, &boards, size)
    }

    fn title(&self, view: &PlayerView<'_>, board: BoardView) -> String {
        let own = view.player();
        let name = |player: Player| self.label(player);
        let people = self.session.as_ref().map_or(0, GameSession::people);
        let has_names = people == 0 || self.page == ScreenPage::Over && people == 2;
        let (id, player) = match board {
            BoardView::Own if has_names => ("chart-of", own),
            BoardView::Enemy if has_names => ("chart-of", own.opponent()),
            BoardView::Own => ("chart-own", own),
            BoardView::Known => ("chart-known", own.opponent()),
            BoardView::Enemy => ("chart-enemy", own.opponent()),
            BoardView::Shared => return String::new(),
        };
        match id {
            "chart-of" => self
                .messages
                .format("chart-of", &[("player", name(player).into())]),
            id => self.messages.text(id),
        }
    }

    /// How far the boards are scrolled, so that the cursor can be seen; and, if there
    /// is room for both, the chosen ship, or where it would go.
    fn scrolled(
        &self,
        board_area: Rect,
        size: BoardSize,
        extent: crate::geometry::Rect,
        preview: Option<crate::geometry::Rect>,
    ) -> Pos {
        let columns = board_area.width.saturating_sub(size.labels + 1) / 2;
        let rows = board_area.height.saturating_sub(size.edge + size.title);
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
        let preview = preview.unwrap_or(cursor);
        let seen = match self.aim {
            AimMode::Move(_) => [cursor, preview],
            AimMode::Shot | AimMode::Plane => [preview, cursor],
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

    fn marks(&self, view: &PlayerView<'_>, board: BoardView) -> BoardMarks {
        let mut marks = BoardMarks::default();
        let is_watched = self.page == ScreenPage::Watch;
        if board == self.board && !is_watched {
            marks.cursor = Some(self.cursor);
        }
        if let (ScreenPage::Placing, Some(draft), Some(class)) =
            (self.page, &self.draft, self.class)
            && !draft.is_complete()
        {
            let footprint =
                crate::play::PlacementDraft::footprint(class, self.cursor, self.direction);
            let is_free = draft.rejection(class, footprint).is_none();
            marks.preview = Some((footprint, is_free));
        }
        marks.last = self.last_shots(board);
        if board == BoardView::Shared && self.page == ScreenPage::Battle {
            marks.ranges = self.selected_ranges(view);
            marks.chosen = self.selected_ship(view).map(|ship| *ship.footprint());
            marks.square = (self.aim == AimMode::Plane).then_some(self.cursor);
            if let Some(preview) = self.move_preview(view) {
                marks.preview = Some((preview.footprint, preview.rejection.is_none()));
            }
            marks.targets = self.waiting_targets();
        }
        marks
    }

    fn waiting_targets(&self) -> Vec<Pos> {
        let Some(session) = &self.session else {
            return Vec::new();
        };
        let waiting = session.turn_commands().filter(|(_, is_done)| !is_done);
        waiting
            .filter_map(|(command, _)| match command {
                Command::Shoot(target) => Some(*target),
                _ => None,
            })
            .collect()
    }

    /// The shots of the turn in progress and the one before, on the board that they
    /// were aimed at.
    fn last_shots(&self, board: BoardView) -> Vec<Pos> {
        let Some(session) = &self.session else {
            return Vec::new();
        };
        let news = session.recent_events(self.viewer);
        let shots = news.iter().filter_map(|entry| match entry.event {
            GameEvent::Shot {
                shooter, target, ..
            } => Some((shooter, target)),
            _ => None,
        });
        let by = match board {
            BoardView::Enemy => self.viewer,
            BoardView::Own | BoardView::Known => self.viewer.opponent(),
            BoardView::Shared => return Vec::new(),
        };
        shots
            .filter(|(shooter, _)| *shooter == by)
            .map(|(_, target)| target)
            .collect()
    }
}
