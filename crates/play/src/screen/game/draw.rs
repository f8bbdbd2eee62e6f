//! Drawing a game: its boards, the panels around them, the names of players, and the texts of events.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::Widget;
use unicode_width::UnicodeWidthStr;

use super::super::board_widget::{BoardMarks, BoardWidget};
use super::super::layout::{BoardRegion, BoardSize, plan, rest};
use super::super::notice::rejection_text;
use super::super::ui::draw_centred;
use super::super::{ScreenPage, Ui, names};
use super::{GameScreen, Page, SharedGame, panels};
use crate::screen_style::ScreenStyle;
use crate::{
    BoardView, Controller, GameEvent, GameSession, LogEntry, PlayerView, Rejection, Stage,
};
use admiralty_core::game::ShotOutcome;
use admiralty_core::geometry::{self, Pos};
use admiralty_core::player::Player;

/// The data from which a game is drawn.
pub(super) struct DrawContext<'a> {
    pub game: &'a SharedGame,
    pub page: &'a dyn Page,
    pub ui: &'a Ui,
    pub view: PlayerView<'a>,
    /// The answer to the last key.
    pub notice: Option<String>,
}

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
    pub const fn session(&self) -> &GameSession {
        &self.game.session
    }

    pub fn rejection_text(&self, rejection: &Rejection) -> String {
        rejection_text(self.ui, self.view.rules(), Some(&self.view), rejection)
    }

    pub fn notice_line(&self) -> Option<Line<'static>> {
        let text = self.notice.clone()?;
        Some(Line::styled(text, self.ui.theme.bad()))
    }

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
            if size.fitted(area.height) != size {
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
        let panel_rows = panels::rows(self);
        if self.page.keys().page == ScreenPage::Placing {
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

    /// The number of the turn, and whose move it is.
    pub fn turn_text(&self) -> String {
        let (session, messages) = (self.session(), &self.ui.messages);
        let next = session.next();
        let is_only_person = session.people() == 1;
        let of_player = |id| messages.format(id, &[("player", self.label(next).into())]);
        let whose = match (session.stage(), session.controller_of(next)) {
            (Stage::Over(_), _) => return messages.text("header-over"),
            _ if session.is_remote_next() => messages.text("their-move"),
            (Stage::Placing, Controller::Person) if is_only_person => {
                return messages.text("header-placing");
            }
            (Stage::Placing, _) => return of_player("header-places"),
            (_, Controller::Person) if is_only_person => messages.text("your-move"),
            (_, Controller::Computer(_) | Controller::Remote) if is_only_person => {
                messages.text("their-move")
            }
            _ => of_player("move-of"),
        };
        let turn = session.turn_number().into();
        messages.format("header-turn", &[("turn", turn), ("whose", whose.into())])
    }

    /// The text of an event, in a style for good or bad news.
    pub fn event_text(&self, entry: &LogEntry) -> (String, Style) {
        let (theme, messages) = (self.ui.theme, &self.ui.messages);
        let plain = |text: String| (text, Style::new());
        let who = |player: Player| ("who", self.name(player).into());
        match entry.event {
            GameEvent::Shot {
                shooter,
                target,
                outcome,
                is_forced,
            } => {
                let is_own = shooter == self.view.player() || self.is_watched();
                let mut text = self.shot_text(shooter, target, outcome);
                if is_forced && !is_own {
                    text = format!("{text} {}", messages.text("forced"));
                }
                let style = match outcome {
                    ShotOutcome::Miss => Style::new(),
                    _ if is_own => theme.good(),
                    _ => theme.bad(),
                };
                (text, style)
            }
            GameEvent::Tossed { coin, first } => {
                let coin = ("coin", names::coin(messages, coin).into());
                plain(if self.name(first) == messages.text("you") {
                    messages.format("news-tossed-you", &[coin])
                } else {
                    messages.format("news-tossed", &[coin, who(first)])
                })
            }
            GameEvent::Placed(player) => plain(messages.format("news-placed", &[who(player)])),
            GameEvent::Passed(player) => {
                let id = match self.session().controller_of(player) {
                    Controller::Computer("forgetful") => "news-wasted",
                    _ => "news-passed",
                };
                plain(messages.format(id, &[who(player)]))
            }
            GameEvent::Damaged { ship, lost, left } => {
                let owner = who(ship.player);
                let ship = names::ship(messages, &self.view, ship);
                let is_sunk = left == 0;
                let (lost, left) = (("lost", lost.into()), ("left", left.into()));
                let args = [owner, ("ship", ship.into()), lost, left];
                let (id, style) = match (self.is_watched(), is_sunk) {
                    (false, false) => ("news-damaged", theme.bad()),
                    (false, true) => ("news-lost", theme.bad()),
                    (true, false) => ("news-damaged-of", Style::new()),
                    (true, true) => ("news-lost-of", Style::new()),
                };
                (messages.format(id, &args), style)
            }
            GameEvent::Destroyed(parts) => {
                let text = messages.format("news-destroyed", &[("parts", parts.into())]);
                (text, theme.good())
            }
            GameEvent::Missed(shots) => {
                plain(messages.format("news-missed", &[("shots", shots.into())]))
            }
            GameEvent::Unharmed => plain(messages.text("news-unharmed")),
            GameEvent::Won(player) => self.victory_text(player),
        }
    }

    fn shot_text(&self, shooter: Player, target: Pos, outcome: ShotOutcome) -> String {
        let messages = &self.ui.messages;
        let (id, class) = match outcome {
            ShotOutcome::Miss => ("shot-miss", None),
            ShotOutcome::Hit(None) => ("shot-hit", None),
            ShotOutcome::Hit(Some(class)) => ("shot-hit-ship", Some(class)),
            ShotOutcome::Sunk(ship) => ("shot-sunk", Some(ship.class)),
        };
        let field = names::field(self.view.observation(), target);
        let mut args = vec![("who", self.name(shooter).into()), ("field", field.into())];
        if let Some(class) = class {
            let ship = names::class(messages, self.view.rules(), &class);
            args.push(("ship", ship.into()));
        }
        messages.format(id, &args)
    }

    /// Whether the viewer is a spectator.
    fn is_watched(&self) -> bool {
        self.session().people() == 0
    }

    /// The name of a person, or the letter of the player.
    pub fn label(&self, player: Player) -> String {
        let name = self.session().name_of(player);
        name.unwrap_or_else(|| player.to_string())
    }

    /// The name of a player in texts: "you", a name, "enemy", or a built-in player.
    pub fn name(&self, player: Player) -> String {
        let session = self.session();
        match session.controller_of(player) {
            Controller::Person if session.people() == 1 && session.name_of(player).is_none() => {
                self.ui.messages.text("you")
            }
            Controller::Person => self.label(player),
            Controller::Computer(name) if self.is_watched() => {
                format!("{player} ({})", self.computer(name))
            }
            Controller::Remote | Controller::Computer(_) => self.ui.messages.text("opponent"),
        }
    }

    fn computer(&self, name: &str) -> String {
        names::computer(&self.ui.messages, self.view.rules(), name)
    }

    pub fn victory_text(&self, winner: Player) -> (String, Style) {
        let (messages, theme) = (&self.ui.messages, self.ui.theme);
        match (
            self.session().people(),
            self.session().controller_of(winner),
        ) {
            (1, Controller::Person) => (messages.text("you-won"), theme.good()),
            (1, Controller::Computer(_) | Controller::Remote) => {
                (messages.text("you-lost"), theme.bad())
            }
            _ => {
                let args = [("who", self.name(winner).into())];
                (messages.format("has-won", &args), theme.good())
            }
        }
    }
}
