//! Questions that lie over a page.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};
use tui_input::Input;

use super::Intent;
use super::app::{App, Request};
use super::panel::wrapped;
use super::text_entry::{edit, entry};
use crate::play::GameSession;

/// What lies over the page.
#[derive(Clone, Debug)]
pub(super) enum Dialog {
    /// What the keys do.
    Help,
    /// Whether to end the program.
    Quit,
    /// Whether to end a turn that has so many shots left.
    EndTurn(u64),
    /// The name of a file to save to.
    Save {
        name: Input,
        /// Whether the program ends when it is saved.
        quits: bool,
    },
}

/// The longest name of a file that can be typed.
const NAME_MAX: usize = 200;
/// How much of it is shown.
const NAME_COLUMNS: u16 = 56;

impl Dialog {
    /// Asks for the name of a file.
    pub fn save(quits: bool) -> Self {
        Self::Save {
            name: Input::from("game.ships"),
            quits,
        }
    }
}

impl App {
    pub(super) fn handle_dialog(&mut self, intent: Intent) {
        if matches!(
            intent,
            Intent::Hover(..) | Intent::Redraw | Intent::Wheel(_)
        ) {
            return;
        }
        match (self.dialog.take(), intent) {
            (Some(Dialog::Quit), Intent::Act | Intent::Quit) => self.is_done = true,
            (Some(Dialog::Quit), Intent::Save) if self.is_unsaved() => {
                self.dialog = Some(Dialog::save(true));
            }
            (Some(Dialog::EndTurn(_)), Intent::Act | Intent::EndTurn) => self.end_turn(),
            (Some(Dialog::Save { name, quits }), Intent::Act) => {
                let path = name.value().trim().to_owned();
                if let (false, Some(session)) = (path.is_empty(), &self.session) {
                    let script = session.log().text().to_vec();
                    self.ask(Request::Save { path, script });
                }
                // It goes when the file is written.
                self.dialog = Some(Dialog::Save { name, quits });
            }
            (Some(Dialog::Save { mut name, quits }), Intent::Edit(request)) => {
                edit(&mut name, request, NAME_MAX);
                self.dialog = Some(Dialog::Save { name, quits });
            }
            (Some(Dialog::Help), _) | (_, Intent::Cancel) => {}
            (dialog, _) => self.dialog = dialog,
        }
    }

    /// Whether something would be lost that the person may want in a file.
    pub(super) fn is_unsaved(&self) -> bool {
        self.session.as_ref().is_some_and(|session| {
            let is_logged = self.is_logged && session.log().is_written();
            !is_logged && session.log().text().len() > self.saved_bytes
        })
    }

    pub(super) fn draw_dialog(&self, area: Rect, buffer: &mut Buffer) {
        let title = |id: &str| Line::styled(self.messages.text(id), self.theme.title());
        match &self.dialog {
            Some(Dialog::Help) => self.draw_help(area, buffer),
            Some(Dialog::Quit) => {
                let id = if self.is_unsaved() {
                    "quit-keys-save"
                } else {
                    "quit-keys"
                };
                let mut lines = vec![title("quit-title"), Line::default()];
                let is_kept = |session: &GameSession| session.log().is_written();
                if self.is_unsaved() && self.session.as_ref().is_some_and(is_kept) {
                    lines.push(Line::from(self.messages.text("quit-kept")));
                }
                lines.push(Line::from(self.messages.text(id)));
                self.draw_box(area, lines, buffer);
            }
            Some(Dialog::EndTurn(left)) => {
                let text = self
                    .messages
                    .format("end-title", &[("count", (*left).into())]);
                let lines = vec![
                    Line::styled(text, self.theme.title()),
                    Line::default(),
                    Line::from(self.messages.text("end-keys")),
                ];
                self.draw_box(area, lines, buffer);
            }
            Some(Dialog::Save { name, .. }) => {
                let mut text = entry(name, NAME_COLUMNS.into());
                text.spans.insert(0, Span::raw("> "));
                let mut lines = vec![title("save-title"), Line::default(), text, Line::default()];
                if let Some(error) = self.notice_text() {
                    let error = Line::styled(error, self.theme.bad());
                    lines.extend(wrapped(vec![error], NAME_COLUMNS));
                }
                lines.push(Line::from(self.messages.text("save-keys")));
                self.draw_box(area, lines, buffer);
            }
            None => {}
        }
    }

    /// A box in the middle, with what is in it.
    pub(super) fn draw_box(&self, area: Rect, lines: Vec<Line<'_>>, buffer: &mut Buffer) {
        let widest = lines.iter().map(Line::width).max().unwrap_or(0);
        let width = u16::try_from(widest + 4)
            .unwrap_or(u16::MAX)
            .min(area.width);
        let height = u16::try_from(lines.len() + 2)
            .unwrap_or(u16::MAX)
            .min(area.height);
        let at = Rect {
            x: area.x + (area.width - width) / 2,
            y: area.y + (area.height - height) / 2,
            width,
            height,
        };
        Clear.render(at, buffer);
        let block = Block::bordered().border_style(self.theme.label());
        let inner = block.inner(at);
        block.render(at, buffer);
        let inner = Rect {
            x: inner.x + 1,
            width: inner.width.saturating_sub(2),
            ..inner
        };
        Paragraph::new(lines).render(inner, buffer);
    }
}
