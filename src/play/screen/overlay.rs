//! Questions that lie over a page.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Block, Clear, Paragraph, Widget};
use tui_input::Input;

use super::Intent;
use super::app::{App, Request};
use super::entry::{edit, entry};
use super::panel::wrapped;
use crate::play::Table;

/// What lies over the page.
#[derive(Clone, Debug)]
pub(super) enum Overlay {
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

impl Overlay {
    /// Asks for the name of a file.
    pub fn save(quits: bool) -> Self {
        Self::Save {
            name: Input::from("game.ships"),
            quits,
        }
    }
}

impl App {
    pub(super) fn act_on_overlay(&mut self, intent: Intent) {
        if matches!(
            intent,
            Intent::Hover(..) | Intent::Redraw | Intent::Wheel(_)
        ) {
            return;
        }
        match (self.overlay.take(), intent) {
            (Some(Overlay::Quit), Intent::Act | Intent::Quit) => self.is_done = true,
            (Some(Overlay::Quit), Intent::Save) if self.is_unsaved() => {
                self.overlay = Some(Overlay::save(true));
            }
            (Some(Overlay::EndTurn(_)), Intent::Act | Intent::EndTurn) => self.end_turn(),
            (Some(Overlay::Save { name, quits }), Intent::Act) => {
                let path = name.value().trim().to_owned();
                if let (false, Some(table)) = (path.is_empty(), &self.table) {
                    let script = table.log().text().to_vec();
                    self.ask(Request::Save { path, script });
                }
                // It goes when the file is written.
                self.overlay = Some(Overlay::Save { name, quits });
            }
            (Some(Overlay::Save { mut name, quits }), Intent::Edit(request)) => {
                edit(&mut name, request, NAME_MAX);
                self.overlay = Some(Overlay::Save { name, quits });
            }
            (Some(Overlay::Help), _) | (_, Intent::Cancel) => {}
            (overlay, _) => self.overlay = overlay,
        }
    }

    /// Whether something would be lost that the person may want in a file.
    pub(super) fn is_unsaved(&self) -> bool {
        self.table.as_ref().is_some_and(|table| {
            let is_logged = self.is_logged && table.log().is_written();
            !is_logged && table.log().text().len() > self.saved_bytes
        })
    }

    pub(super) fn draw_overlay(&self, area: Rect, buffer: &mut Buffer) {
        let title = |id: &str| Line::styled(self.words.say(id), self.theme.title());
        match &self.overlay {
            Some(Overlay::Help) => self.draw_help(area, buffer),
            Some(Overlay::Quit) => {
                let id = if self.is_unsaved() {
                    "quit-keys-save"
                } else {
                    "quit-keys"
                };
                let mut lines = vec![title("quit-title"), Line::default()];
                let is_kept = |table: &Table| table.log().is_written();
                if self.is_unsaved() && self.table.as_ref().is_some_and(is_kept) {
                    lines.push(Line::from(self.words.say("quit-kept")));
                }
                lines.push(Line::from(self.words.say(id)));
                self.draw_box(area, lines, buffer);
            }
            Some(Overlay::EndTurn(left)) => {
                let text = self.words.tell("end-title", &[("count", (*left).into())]);
                let lines = vec![
                    Line::styled(text, self.theme.title()),
                    Line::default(),
                    Line::from(self.words.say("end-keys")),
                ];
                self.draw_box(area, lines, buffer);
            }
            Some(Overlay::Save { name, .. }) => {
                let mut text = entry(name, NAME_COLUMNS.into());
                text.spans.insert(0, Span::raw("> "));
                let mut lines = vec![title("save-title"), Line::default(), text, Line::default()];
                if let Some(trouble) = self.notice_in_words() {
                    let trouble = Line::styled(trouble, self.theme.bad());
                    lines.extend(wrapped(vec![trouble], NAME_COLUMNS));
                }
                lines.push(Line::from(self.words.say("save-keys")));
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
