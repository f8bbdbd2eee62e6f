//! A person places a fleet.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::board_widget::BoardMarks;
use super::super::keys::{ARROWS, ENTER, FAR, Keys, UNDO, key, letters};
use super::super::ui::wrapped;
use super::super::{Intent, ScreenPage, names};
use super::context::DrawContext;
use super::panels::is_low;
use super::{Next, Notice, Page, SharedGame};
use crate::{BoardView, PlacementDraft, PlayerView};

pub(super) struct PlacingPage {
    draft: PlacementDraft,
}

impl PlacingPage {
    /// Begins to place; the second result has the reason if the fleet could not be placed at
    /// random.
    pub fn begin(game: &mut SharedGame) -> Result<(Self, Result<(), Notice>), Notice> {
        let mut draft = game.session.draft()?;
        let mut filled = Ok(());
        if game.is_placed_at_random {
            filled = draft.fill(&mut game.rng);
        }
        let board = if game.ships_move() {
            BoardView::Shared
        } else {
            BoardView::Own
        };
        game.cursor.centre(&draft.view(), board);
        Ok((Self { draft }, filled.map_err(Notice::from)))
    }

    /// Places the ship in hand, or accepts the fleet if no ship is left.
    fn place_or_accept(&mut self, game: &mut SharedGame) -> Result<Next, Notice> {
        if self.draft.is_complete() {
            game.session.place(&self.draft)?;
            return Ok(Next::Go);
        }
        self.draft.place(game.cursor.pos)?;
        Ok(Next::Stay)
    }
}

impl Page for PlacingPage {
    fn keys(&self) -> Keys {
        Keys {
            page: ScreenPage::Placing,
            hints: vec![
                ARROWS,
                key(ENTER, "hint-place"),
                letters("r", "hint-rotate", &[Intent::Rotate]),
                key("Tab", "hint-class"),
                UNDO,
                letters("z", "hint-random", &[Intent::Random]),
                letters("v", "hint-fill", &[Intent::Fill]),
                letters("x", "hint-clear", &[Intent::Clear]),
                FAR,
            ],
            mouse: Some("mouse-placing"),
        }
    }

    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice> {
        let draft = &mut self.draft;
        let cursor = &mut game.cursor;
        if cursor.step(&draft.view(), intent) {
            return Ok(Next::Stay);
        }
        match intent {
            Intent::Type(letter) if cursor.type_letter(&draft.view(), letter) => {}
            Intent::Type(letter) => draft.set_direction(letter),
            Intent::Act => return self.place_or_accept(game),
            Intent::Next(is_forward) => draft.next_class(is_forward),
            Intent::Rotate => draft.rotate(true),
            Intent::Wheel(is_away) => draft.rotate(is_away),
            Intent::Random => draft.fill_anew(&mut game.rng)?,
            Intent::Fill => draft.fill(&mut game.rng)?,
            Intent::Clear => draft.clear(),
            Intent::Undo | Intent::Cancel => cursor.pos = draft.undo().unwrap_or(cursor.pos),
            Intent::Hover(x, y) | Intent::Point(x, y) => {
                let Some((_, field)) = cursor.field_at(x, y) else {
                    return Ok(Next::Stay);
                };
                cursor.pos = field;
                let is_click = matches!(intent, Intent::Point(..));
                if is_click && !draft.is_complete() {
                    return self.place_or_accept(game);
                }
            }
            Intent::PointOther(x, y) => {
                let field = cursor.field_at(x, y);
                if !field.is_some_and(|(_, field)| draft.take(field)) {
                    draft.rotate(true);
                }
            }
            _ => {}
        }
        Ok(Next::Stay)
    }

    fn active_hint(&self, _: &DrawContext<'_>, id: &'static str) -> Option<&'static str> {
        let draft = &self.draft;
        let is_done = draft.is_complete();
        let is_active = match id {
            "hint-place" if is_done => return Some("hint-accept"),
            "hint-rotate" | "hint-direction" | "hint-cursor" | "hint-field" | "hint-fill" => {
                !is_done
            }
            "hint-class" => draft.classes_left().len() > 1,
            "hint-undo" | "hint-clear" => !draft.placements().is_empty(),
            _ => true,
        };
        is_active.then_some(id)
    }

    fn view<'g>(&'g self, _: &'g SharedGame) -> PlayerView<'g> {
        self.draft.view()
    }

    fn mark(&self, cx: &DrawContext<'_>, _: BoardView, marks: &mut BoardMarks) {
        let preview = self.draft.preview(cx.game.cursor.pos);
        marks.preview = preview.map(|(footprint, rejection)| (footprint, rejection.is_none()));
    }

    fn narrow_rows(&self) -> u16 {
        5
    }

    /// Draws the ships to place, and the ship in hand.
    fn draw_panel(&self, cx: &DrawContext<'_>, area: Rect, buffer: &mut Buffer) {
        let draft = &self.draft;
        let rules = cx.view.rules();
        let (theme, messages) = (cx.ui.theme, &cx.ui.messages);
        let title = if cx.session().people() == 2 {
            let args = [("player", cx.label(draft.player()).into())];
            messages.format("panel-placing-of", &args)
        } else {
            messages.text("panel-placing")
        };
        let place = place_lines(cx, draft);
        // The preview may show the same reason.
        let notice = cx.notice_line().filter(|notice| !place.contains(notice));
        if is_low(area) {
            let lines = place.into_iter().chain(notice).collect();
            Paragraph::new(wrapped(lines, area.width)).render(area, buffer);
            return;
        }
        let mut lines = vec![Line::styled(title, theme.title())];
        for class in &rules.classes {
            let count = cx.view.observation().count(draft.player(), class);
            if count == 0 {
                continue;
            }
            let left = draft.left(class);
            let (mark, style) = match (draft.class == Some(*class), left) {
                (_, 0) => (' ', theme.faint()),
                (true, _) => ('>', theme.title()),
                (false, _) => (' ', Style::new()),
            };
            let name = names::class_title(messages, rules, class);
            let name = format!("{mark} {left}/{count} {name}");
            let width = area.width.into();
            let text = names::with_picture(name, rules, class, theme.is_ascii, width);
            lines.push(Line::styled(text, style));
        }
        let placed = draft.placements().len() as u64;
        let percent = (100 * placed).checked_div(placed + draft.missing());
        let args = [("percent", percent.unwrap_or(100).into())];
        let progress = messages.format("placing-progress", &args);
        lines.push(Line::styled(progress, theme.faint()));
        lines.extend(place);
        lines.extend(notice);
        Paragraph::new(wrapped(lines, area.width)).render(area, buffer);
    }
}

/// Where the ship in hand would lie, and why it cannot.
fn place_lines(cx: &DrawContext<'_>, draft: &PlacementDraft) -> Vec<Line<'static>> {
    let (theme, messages, view) = (cx.ui.theme, &cx.ui.messages, &cx.view);
    let cursor = cx.game.cursor.pos;
    let (Some(class), Some((_, rejection))) = (draft.class, draft.preview(cursor)) else {
        return vec![Line::styled(messages.text("placing-done"), theme.good())];
    };
    let (id, direction) = if draft.lies_ahead() {
        ("placing-ahead", draft.direction.opposite())
    } else {
        ("placing-here", draft.direction)
    };
    let direction = direction.token().to_ascii_lowercase();
    let direction = messages.text(&format!("direction-{direction}"));
    let args = [
        ("ship", names::class(messages, view.rules(), &class).into()),
        ("field", names::field(view.observation(), cursor).into()),
        ("direction", direction.into()),
    ];
    let state = match rejection {
        None => Line::styled(messages.text("placing-free"), theme.good()),
        Some(rejection) => Line::styled(cx.rejection_text(&rejection), theme.bad()),
    };
    vec![Line::from(messages.format(id, &args)), state]
}
