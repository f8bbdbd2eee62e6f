//! A battle in which shots are announced.

use super::super::board_widget::BoardMarks;
use super::super::keys::{ARROWS, BOARD, END, ENTER, FAR, HEAT, Keys, PAGES, key};
use super::super::{Intent, ScreenPage};
use super::context::DrawContext;
use super::{Next, Notice, Page, SharedGame};
use crate::BoardView;

pub(super) struct BattlePage;

impl Page for BattlePage {
    fn keys(&self) -> Keys {
        Keys {
            page: ScreenPage::Battle,
            hints: vec![
                ARROWS,
                key(ENTER, "hint-shoot"),
                BOARD,
                END,
                HEAT,
                PAGES,
                FAR,
            ],
            mouse: Some("mouse-battle"),
        }
    }

    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice> {
        let view = game.session.view(game.viewer);
        let cursor = &mut game.cursor;
        match intent {
            Intent::Act if cursor.board == BoardView::Enemy => return shoot(game),
            Intent::Act => cursor.show(&view, BoardView::Enemy),
            Intent::Type(letter) => {
                cursor.show(&view, BoardView::Enemy);
                cursor.type_letter(&view, letter);
            }
            Intent::Point(x, y) => {
                if let Some((board, field)) = cursor.field_at(x, y) {
                    cursor.show(&view, board);
                    cursor.pos = field;
                    if board == BoardView::Enemy {
                        return shoot(game);
                    }
                }
            }
            // A wrong key must not give a shot away.
            Intent::EndTurn if !game.has_shot() => return Err(Notice::Message("shoot-first")),
            Intent::EndTurn => return Ok(Next::EndTurn),
            Intent::Hint => {
                game.take_hint()?;
                game.cursor
                    .show(&game.session.view(game.viewer), BoardView::Enemy);
            }
            intent => return Ok(game.browse(intent)),
        }
        Ok(Next::Stay)
    }

    fn active_hint(&self, cx: &DrawContext<'_>, id: &'static str) -> Option<&'static str> {
        let is_active = match id {
            "hint-shoot" => cx.game.cursor.board == BoardView::Enemy,
            "hint-end" => cx.game.has_shot(),
            "hint-heat" => cx.game.hint.is_none() && !cx.session().is_remote(),
            _ => true,
        };
        is_active.then_some(id)
    }

    fn mark(&self, cx: &DrawContext<'_>, board: BoardView, marks: &mut BoardMarks) {
        if board == BoardView::Enemy {
            marks.hint.clone_from(&cx.game.hint);
        }
    }

    fn lead(&self, game: &SharedGame) -> Option<&'static str> {
        match () {
            () if game.is_computer_next() => Some("thinking"),
            () if game.has_shot() => Some("shoot-again"),
            () => None,
        }
    }
}

fn shoot(game: &mut SharedGame) -> Result<Next, Notice> {
    game.session.shoot_announced(game.cursor.pos)?;
    game.hint = None;
    Ok(Next::Go)
}
