//! Drawing a game: its boards, the panels around them, the names of players, and the texts of events.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::super::board_widget::{BoardMarks, BoardWidget};
use super::super::layout::{BoardRegion, BoardSize, is_narrow, plan, plan_narrow, rest};
use super::super::ui::{cut, draw_centred, wrapped};
use super::super::{ScreenPage, Ui};
use super::context::DrawContext;
use super::{GameScreen, panels};
use crate::screen_style::ScreenStyle;
use crate::{BoardView, Controller, GameEvent};
use admiralty_core::geometry::{self, Pos};
use admiralty_core::player::Player;

impl GameScreen {
    pub fn draw(&mut self, ui: &Ui, notice: Option<String>, area: Rect, buffer: &mut Buffer) {
        let cx = DrawContext {
            game: &self.shared,
            page: &*self.page,
            ui,
            view: self.view(),
            notice,
        };
        let (scroll, regions) = if self.page() == ScreenPage::Hidden {
            cx.draw_hidden(area, buffer);
            (self.shared.cursor.scroll, Vec::new())
        } else {
            cx.draw(area, buffer)
        };
        drop(cx);
        self.shared.cursor.scroll = scroll;
        self.shared.cursor.regions = regions;
    }
}

impl DrawContext<'_> {
    /// Draws everything; returns how far the boards are scrolled, and where they are.
    fn draw(&self, area: Rect, buffer: &mut Buffer) -> (Pos, Vec<BoardRegion>) {
        let rows = [
            Constraint::Length(1),
            Constraint::Fill(1),
            Constraint::Length(1),
        ];
        let [header, body, footer] = Layout::vertical(rows).areas(area);
        let (boards, mut panel) = self.layout(body);
        let drawn = self.draw_boards(&boards, buffer);
        if let [(board, area)] = boards[..] {
            let size = self.board_size();
            if !is_narrow(body.width) && size.fitted(area.height) != size {
                // The panel has the title for which there is no room above the board.
                Line::styled(self.title(board), self.ui.theme.active()).render(panel, buffer);
                panel = rest(panel, 0, 2);
            }
        }
        self.draw_header(header, buffer);
        panels::draw(self, panel, buffer);
        let keys = self.page.keys().with_shared(Some(self.view.rules()));
        let active = |id: &'static str| self.active_hint(id);
        self.ui.draw_hints(&keys, active, footer, buffer);
        drawn
    }

    /// The id of the message that says what the key with the hint `id` does now; `None` if it does
    /// nothing.
    fn active_hint(&self, id: &'static str) -> Option<&'static str> {
        let is_active = match id {
            "hint-help" | "hint-quit" => true,
            "hint-save" => !self.session().is_remote(),
            "hint-replay" if self.session().is_remote() => false,
            // Shown in the help only.
            "hint-leap" | "hint-space" => false,
            "hint-news" => self.session().all_events(self.game.viewer).len() > 1,
            "hint-board" => self.view.boards().len() > 1,
            _ if self.page.keys().page == ScreenPage::Battle && self.game.is_computer_next() => {
                false
            }
            id => return self.page.active_hint(self, id),
        };
        is_active.then_some(id)
    }

    /// Draws the rule set, whose move it is, and who plays.
    fn draw_header(&self, area: Rect, buffer: &mut Buffer) {
        if is_narrow(area.width) {
            self.draw_narrow_header(area, buffer);
            return;
        }
        let session = self.session();
        let [a, b] = Player::BOTH.map(|player| match session.controller_of(player) {
            Controller::Person | Controller::Remote => self.name(player),
            Controller::Computer(name) => self.computer(name),
        });
        let style = self.ui.theme.header();
        buffer.set_style(area, style);
        let rules = format!(" Admiralty · {}", session.rules().name);
        let (turn, players) = (self.turn_text(), format!("{a} – {b} "));
        let [rules_end, turn_width, players_width] =
            [&rules, &turn, &players].map(|text| text.width());
        let width = usize::from(area.width);
        let turn_start = (width.saturating_sub(turn_width) / 2).max(rules_end + 1);
        let turn_end = turn_start + turn_width;
        let mut draw = |start: usize, text: &str| {
            let room = width.saturating_sub(start);
            let x = area
                .x
                .saturating_add(u16::try_from(start).unwrap_or(u16::MAX));
            buffer.set_stringn(x, area.y, text, room, style);
        };
        draw(0, &rules);
        draw(turn_start, &turn);
        // Long names are cut.
        draw(
            (turn_end + 1).max(width.saturating_sub(players_width)),
            &players,
        );
    }

    /// Draws the title of the board, and whose move it is.
    fn draw_narrow_header(&self, area: Rect, buffer: &mut Buffer) {
        let style = self.ui.theme.header();
        buffer.set_style(area, style);
        let title = match self.title(self.game.cursor.board) {
            title if title.is_empty() || self.page.keys().page == ScreenPage::Puzzle => {
                self.session().rules().name.to_owned()
            }
            title => title,
        };
        let turn = self.turn_text();
        let width = usize::from(area.width).saturating_sub(2);
        let turn = cut(&turn, width.saturating_sub(title.width() + 1));
        let blanks = width.saturating_sub(title.width() + turn.width());
        let text = format!(" {title}{}{turn}", " ".repeat(blanks));
        buffer.set_stringn(area.x, area.y, text, width + 1, style);
    }

    /// Draws the page between the turns of two people, without boards.
    fn draw_hidden(&self, area: Rect, buffer: &mut Buffer) {
        let (theme, messages) = (self.ui.theme, &self.ui.messages);
        let glyph = if theme.is_ascii { "~ " } else { "≈ " };
        let wave = glyph.repeat(usize::from(area.width / 2));
        for row in [1, area.height.saturating_sub(2)] {
            buffer.set_string(area.x, area.y + row, &wave, theme.water());
        }
        let args = [("player", self.label(self.session().next()).into())];
        let texts = [
            (messages.format("curtain-title", &args), theme.title()),
            (messages.format("curtain-text", &args), Style::new()),
            (messages.text("curtain-key"), theme.title()),
            (self.notice.clone().unwrap_or_default(), theme.bad()),
        ];
        let lines = texts.map(|(text, style)| {
            let mut lines = wrapped(vec![Line::styled(text, style)], area.width);
            lines.push(Line::default());
            lines
        });
        for (line, row) in lines.concat().into_iter().zip(area.height / 2 - 2..) {
            draw_centred(area, row, &line.to_string(), line.style, buffer);
        }
    }

    fn draw_boards(
        &self,
        boards: &[(BoardView, Rect)],
        buffer: &mut Buffer,
    ) -> (Pos, Vec<BoardRegion>) {
        let game = self.game;
        let scroll = self.scrolled(boards[0].1);
        let regions = boards.iter().map(|&(board, area)| {
            let widget = BoardWidget {
                theme: self.ui.theme,
                view: &self.view,
                board,
                title: self.title(board),
                is_active: board == game.cursor.board,
                scroll,
                marks: &self.marks(board),
            };
            widget.draw(area, buffer)
        });
        (scroll, regions.collect())
    }

    /// Where the boards and the panel are. If there is no room for all boards, the one with the
    /// cursor is shown.
    fn layout(&self, area: Rect) -> (Vec<(BoardView, Rect)>, Rect) {
        let active = self.game.cursor.board;
        let size = self.board_size();
        if is_narrow(area.width) {
            let (board, panel) = plan_narrow(area, size, self.page.narrow_rows());
            return (vec![(active, board)], panel);
        }
        let panel_rows = panels::rows(self);
        if let ScreenPage::Placing | ScreenPage::Puzzle = self.page.keys().page {
            return plan(area, &[active], size, panel_rows);
        }
        let mut boards = match active {
            BoardView::Shared => vec![active],
            // The enemy's knowledge is of no use when everything is shown.
            _ if self.view.is_open() => vec![BoardView::Enemy, BoardView::Own],
            _ => vec![BoardView::Enemy, BoardView::Own, BoardView::Known],
        };
        let mut planned = plan(area, &boards, size, panel_rows);
        if !planned.0.iter().any(|(board, _)| *board == active)
            && let Some(at) = boards.iter().position(|board| *board == active)
        {
            boards.swap(0, at);
            planned = plan(area, &boards, size, panel_rows);
        }
        let (shown, panel) = planned;
        let (shown, areas): (Vec<_>, Vec<_>) = shown.into_iter().unzip();
        let in_order = self.view.boards().iter().copied();
        let in_order = in_order.filter(|board| shown.contains(board));
        (in_order.zip(areas).collect(), panel)
    }

    /// The size of a board that is shown completely.
    fn board_size(&self) -> BoardSize {
        let extent = self.view.extent(self.game.cursor.board);
        BoardSize::new(extent, ScreenStyle::of(self.view.rules()))
    }

    fn title(&self, board: BoardView) -> String {
        let own = self.view.player();
        let people = self.session().people();
        let has_names = people == 0 || self.session().is_over() && people == 2;
        let (id, owner) = match board {
            BoardView::Own => ("chart-own", own),
            BoardView::Known => return self.ui.messages.text("chart-known"),
            BoardView::Enemy => ("chart-enemy", own.opponent()),
            BoardView::Shared => return String::new(),
        };
        if has_names {
            let args = [("player", self.label(owner).into())];
            self.ui.messages.format("chart-of", &args)
        } else {
            self.ui.messages.text(id)
        }
    }

    /// How far the boards are scrolled, so that the cursor is visible; and, if there is
    /// room for both, the selected ship, or where it would go.
    fn scrolled(&self, area: Rect) -> Pos {
        let game = self.game;
        let cursor = geometry::Rect::spanning(game.cursor.pos, game.cursor.pos);
        // The last one is always visible: it is what the next key acts on.
        let visible = match self.page.focus(self) {
            Some((focus, true)) => [cursor, focus],
            Some((focus, false)) => [focus, cursor],
            None => [cursor, cursor],
        };
        game.cursor.scrolled(&self.view, area, visible)
    }

    fn marks(&self, board: BoardView) -> BoardMarks {
        let mut marks = BoardMarks::default();
        if board == self.game.cursor.board && self.session().people() > 0 {
            marks.cursor = Some(self.game.cursor.pos);
        }
        marks.last = self.last_shots(board);
        self.page.mark(self, board, &mut marks);
        marks
    }

    /// The shots of the current and the previous turn at a board.
    fn last_shots(&self, board: BoardView) -> Vec<Pos> {
        let viewer = self.game.viewer;
        let by = match board {
            BoardView::Enemy => viewer,
            BoardView::Own | BoardView::Known => viewer.opponent(),
            BoardView::Shared => return Vec::new(),
        };
        let events = self.session().recent_events(viewer);
        let shots = events.iter().filter_map(|entry| match entry.event {
            GameEvent::Shot {
                shooter, target, ..
            } => (shooter == by).then_some(target),
            _ => None,
        });
        shots.collect()
    }
}
