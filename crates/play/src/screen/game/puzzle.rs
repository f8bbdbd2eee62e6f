//! A puzzle: a position, the answer, and the chances of a hit that explain it.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};

use super::super::board_widget::BoardMarks;
use super::super::keys::{ARROWS, ENTER, FAR, Keys, PAGES, key};
use super::super::ui::wrapped;
use super::super::{Intent, ScreenPage, names};
use super::context::DrawContext;
use super::{Dialog, Next, Notice, Page, SharedGame, panels};
use crate::{BoardView, FieldView, Hint, PlayerView, Puzzle, PuzzleScore, Setup};
use admiralty_core::game::ShotOutcome;
use admiralty_core::geometry::Pos;

pub(super) struct PuzzlePage {
    /// The rules, the waters and the seed of the puzzles.
    setup: Setup,
    number: u32,
    hint: Hint,
    answer: Option<Pos>,
    /// Whether the next puzzle is looked for once this is shown.
    is_searching: bool,
    score: PuzzleScore,
}

impl PuzzlePage {
    /// The first puzzle that is shown; its position is the session of the game.
    pub const fn new(setup: Setup, number: u32, hint: Hint) -> Self {
        Self {
            setup,
            number,
            hint,
            answer: None,
            is_searching: false,
            score: PuzzleScore {
                answers: 0,
                points: 0.0,
            },
        }
    }

    /// Takes the field of the cursor as the answer, or begins to look for the next puzzle.
    fn act(&mut self, game: &mut SharedGame) -> Result<Next, Notice> {
        if self.answer.is_some() {
            self.is_searching = self.number < Puzzle::COUNT;
            return Ok(if self.is_searching {
                Next::Stay
            } else {
                Next::Ask(Dialog::Quit)
            });
        }
        let field = game.cursor.pos;
        let shown = self.view(game).field(BoardView::Enemy, field);
        if !matches!(shown, FieldView::Unknown | FieldView::BesideSunk) {
            return Err(Notice::Message("reason-field-already-shot"));
        }
        self.answer = Some(field);
        self.score.answers += 1;
        self.score.points += self.hint.points(field);
        game.hint = Some(self.hint.clone());
        Ok(Next::Stay)
    }

    /// What became of the shot, its chance, and the best one.
    fn verdict(&self, cx: &DrawContext<'_>, answer: Pos) -> Vec<Line<'static>> {
        let (theme, messages) = (cx.ui.theme, &cx.ui.messages);
        let is_hit = matches!(cx.view.field(BoardView::Enemy, answer), FieldView::Ship(_));
        let outcome = if is_hit {
            ShotOutcome::Hit(None)
        } else {
            ShotOutcome::Miss
        };
        let shot = cx.shot_text(cx.view.player(), answer, outcome);
        let points = self.hint.points(answer);
        let best = self.hint.best[0];
        let args = [
            ("chance", percent(&self.hint, answer).into()),
            ("best", names::field(cx.view.observation(), best).into()),
            ("most", percent(&self.hint, best).into()),
            ("points", messages.decimal(points).into()),
        ];
        let (id, style) = if points >= 1.0 {
            ("puzzle-best", theme.good())
        } else {
            ("puzzle-worse", Style::new())
        };
        vec![
            Line::from(shot),
            Line::styled(messages.format(id, &args), style),
        ]
    }
}

impl Page for PuzzlePage {
    fn keys(&self) -> Keys {
        let mut hints = vec![ARROWS];
        if self.answer.is_some() {
            hints.push(key(ENTER, "hint-go-on"));
        } else {
            hints.extend([key(ENTER, "hint-shoot"), PAGES]);
        }
        hints.push(FAR);
        Keys {
            page: ScreenPage::Puzzle,
            hints,
            mouse: Some("mouse-battle"),
        }
    }

    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice> {
        match intent {
            Intent::Act => return self.act(game),
            Intent::Point(x, y) => {
                if let Some((_, field)) = game.cursor.field_at(x, y) {
                    game.cursor.pos = field;
                    if self.answer.is_none() {
                        return self.act(game);
                    }
                }
            }
            Intent::Type(letter) => {
                let view = game.session.view(game.viewer);
                game.cursor.type_letter(&view, letter);
            }
            // There is one board.
            Intent::Next(_) => {}
            intent => return Ok(game.browse(intent)),
        }
        Ok(Next::Stay)
    }

    fn is_busy(&self) -> bool {
        self.is_searching
    }

    /// Shows the next puzzle.
    fn work(&mut self, game: &mut SharedGame) -> Next {
        self.is_searching = false;
        let number = self.number + 1;
        let Some(next) = Puzzle::new(&self.setup, number) else {
            return Next::Ask(Dialog::Quit);
        };
        (self.number, self.hint, self.answer) = (number, next.hint, None);
        (game.session, game.hint, game.events_skipped) = (next.session, None, 0);
        let view = game.session.view(game.viewer);
        game.cursor.centre(&view, BoardView::Enemy);
        Next::Stay
    }

    fn view<'g>(&'g self, game: &'g SharedGame) -> PlayerView<'g> {
        if self.answer.is_some() {
            game.session.open_view(game.viewer)
        } else {
            game.session.view(game.viewer)
        }
    }

    fn mark(&self, _: &DrawContext<'_>, _: BoardView, marks: &mut BoardMarks) {
        if let Some(answer) = self.answer {
            marks.hint = Some(self.hint.clone());
            marks.last = vec![answer];
        }
    }

    fn narrow_rows(&self) -> u16 {
        if self.answer.is_some() { 5 } else { 2 }
    }

    fn draw_panel(&self, cx: &DrawContext<'_>, area: Rect, buffer: &mut Buffer) {
        if self.is_searching {
            return cx.ui.title("puzzle-search").render(area, buffer);
        }
        let Some(answer) = self.answer else {
            return panels::draw_events(cx, Some("puzzle-ask"), area, buffer);
        };
        let mut lines: Vec<_> = cx.notice_line().into_iter().collect();
        lines.extend(self.verdict(cx, answer));
        let cursor = cx.game.cursor.pos;
        if cursor != answer {
            let args = [
                ("field", names::field(cx.view.observation(), cursor).into()),
                ("chance", percent(&self.hint, cursor).into()),
            ];
            lines.push(Line::from(cx.ui.messages.format("puzzle-field", &args)));
        }
        lines.extend(cx.hint_line());
        Paragraph::new(wrapped(lines, area.width)).render(area, buffer);
    }

    fn header(&self, cx: &DrawContext<'_>) -> Option<String> {
        let messages = &cx.ui.messages;
        let args = [
            ("number", self.number.into()),
            ("points", messages.decimal(self.score.points).into()),
            ("answers", self.score.answers.into()),
        ];
        Some(messages.format("puzzle-title", &args))
    }

    fn puzzle_score(&self) -> Option<PuzzleScore> {
        Some(self.score)
    }
}

/// The chance of a hit, in percent.
fn percent(hint: &Hint, field: Pos) -> String {
    format!("{:.0}", 100.0 * hint.chances.at(field))
}
