//! Drawing a game: its boards, and the panels around them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;

use super::super::board_widget::{BoardMarks, BoardRegion, BoardWidget};
use super::super::layout::{BoardSize, ScreenLayout, plan};
use super::super::notice::rejection_text;
use super::super::ui::draw_centred;
use super::super::{ScreenPage, Ui};
use super::ship_orders::AimMode;
use super::{GameScreen, hints, panels};
use crate::geometry::{self, Pos};
use crate::play::{BoardView, GameEvent, GameSession, PlayerView, Rejection, Seat};
use crate::player::Player;
use crate::script::Command;

/// A game as it is drawn once: all that the panels need.
pub(super) struct GamePage<'a> {
    pub game: &'a GameScreen,
    pub ui: &'a Ui,
    pub view: PlayerView<'a>,
    /// The answer to the last key.
    pub notice: Option<String>,
}

impl GameScreen {
    pub fn draw(&mut self, ui: &Ui, notice: Option<String>, area: Rect, buffer: &mut Buffer) {
        let page = GamePage {
            game: self,
            ui,
            view: self.view(),
            notice,
        };
        let (scroll, regions) = if self.page == ScreenPage::Hidden {
            page.draw_hidden(area, buffer);
            (self.cursor.scroll, Vec::new())
        } else {
            page.draw(area, buffer)
        };
        drop(page);
        self.cursor.scroll = scroll;
        self.cursor.regions = regions;
    }
}

impl GamePage<'_> {
    pub const fn session(&self) -> &GameSession {
        &self.game.session
    }

    pub fn rejection_text(&self, rejection: &Rejection) -> String {
        rejection_text(self.ui, self.view.rules(), Some(&self.view), rejection)
    }

    /// The answer to the last key as a line.
    pub fn notice_line(&self) -> Option<Line<'static>> {
        let text = self.notice.clone()?;
        Some(Line::styled(text, self.ui.theme.bad()))
    }

    /// Draws everything; returns how far the boards are scrolled, and where they are.
    fn draw(&self, area: Rect, buffer: &mut Buffer) -> (Pos, Vec<BoardRegion>) {
        let layout = self.layout(area);
        let drawn = self.draw_boards(&layout, buffer);
        self.draw_header(layout.header, buffer);
        panels::draw(self, layout.panel, buffer);
        let active = |id: &'static str| hints::active(self, id);
        let rules = Some(self.view.rules());
        self.ui
            .draw_hints(self.game.page, rules, active, layout.footer, buffer);
        drawn
    }

    /// Draws the rule set, whose move it is, and who plays.
    fn draw_header(&self, area: Rect, buffer: &mut Buffer) {
        let session = self.session();
        let [a, b] = Player::BOTH.map(|player| match session.seat_of(player) {
            Seat::Person => self.name(player),
            Seat::Computer(name) => name.to_owned(),
        });
        let style = self.ui.theme.header();
        buffer.set_style(area, style);
        Line::from(format!(" Admiralty · {}", session.rules().name)).render(area, buffer);
        draw_centred(area, 0, &self.turn_text(), style, buffer);
        let players = Line::from(format!("{a} – {b} ")).right_aligned();
        players.render(area, buffer);
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
        let rows = (area.height / 2 - 2..).step_by(2);
        for ((text, style), row) in texts.iter().zip(rows) {
            draw_centred(area, row, text, *style, buffer);
        }
    }

    fn draw_boards(&self, layout: &ScreenLayout, buffer: &mut Buffer) -> (Pos, Vec<BoardRegion>) {
        let game = self.game;
        let scroll = self.scrolled(layout.boards[0].1);
        let regions = layout.boards.iter().map(|&(board, area)| {
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

    /// Where everything is. If not all boards have room, the one with the cursor has.
    fn layout(&self, area: Rect) -> ScreenLayout {
        let active = self.game.cursor.board;
        let size = BoardSize::new(self.view.extent(active), active == BoardView::Shared);
        if self.game.page == ScreenPage::Placing {
            return plan(area, &[active], size);
        }
        let mut boards = self.view.boards().to_vec();
        if self.view.is_open() {
            // What the enemy knows is of no use when everything is shown.
            boards.retain(|board| *board != BoardView::Known);
        }
        let usual = plan(area, &boards, size);
        if usual.boards.iter().any(|(board, _)| *board == active) {
            return usual;
        }
        if let Some(at) = boards.iter().position(|board| *board == active) {
            boards.swap(0, at);
        }
        plan(area, &boards, size)
    }

    fn title(&self, board: BoardView) -> String {
        let own = self.view.player();
        let people = self.session().people();
        let has_names = people == 0 || self.game.page == ScreenPage::Over && people == 2;
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
        let preview = game.orders.preview(&game.session, &self.view);
        let footprint = preview.map(|preview| preview.footprint);
        let ship = || Some(*game.orders.ship(&self.view)?.footprint());
        let ship = footprint.or_else(ship);
        let ship = ship.map_or(cursor, |footprint| footprint.rect());
        // The last one is certainly visible: what the next key is about.
        let visible = match game.orders.aim {
            AimMode::Move(_) => [cursor, ship],
            AimMode::Shot | AimMode::Plane => [ship, cursor],
        };
        game.cursor.scrolled(&self.view, area, visible)
    }

    fn marks(&self, board: BoardView) -> BoardMarks {
        let (game, view) = (self.game, &self.view);
        let cursor = game.cursor.pos;
        let mut marks = BoardMarks::default();
        if board == game.cursor.board && game.page != ScreenPage::Watch {
            marks.cursor = Some(cursor);
        }
        let preview = game.placement.as_ref().and_then(|one| one.preview(cursor));
        marks.preview = preview.map(|(footprint, rejection)| (footprint, rejection.is_none()));
        marks.last = self.last_shots(board);
        if board == BoardView::Shared && game.page == ScreenPage::Battle {
            let orders = &game.orders;
            marks.ranges = orders.ranges(&game.session, view);
            marks.chosen = orders.ship(view).map(|ship| *ship.footprint());
            marks.square = (orders.aim == AimMode::Plane).then_some(cursor);
            let preview = orders.preview(&game.session, view);
            marks.preview = preview.map(|one| (one.footprint, one.rejection.is_none()));
            let targets = game.session.targets.iter();
            let targets = targets.filter_map(|command| match command {
                Command::Shoot(target) => Some(*target),
                _ => None,
            });
            marks.targets = targets.collect();
        }
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
