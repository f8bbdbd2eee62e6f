//! Questions and help shown over a page.

use ratatui::text::{Line, Span};
use tui_input::Input;

use super::text_entry::{edit, entry};
use super::text_layout::wrapped;
use super::{Intent, Ui};

/// A question or help shown over a page.
#[derive(Clone, Debug)]
pub(super) enum Dialog {
    /// The keys and the glyphs.
    Help,
    /// Whether to end the program.
    Quit,
    /// Whether to end a turn with this many shots left.
    EndTurn(u64),
    /// The name of the file to save to.
    Save {
        name: Input,
        /// Whether the program ends when the game is saved.
        quits: bool,
    },
}

/// What follows from a key in a dialog.
#[derive(Debug)]
pub(super) enum DialogReply {
    /// The dialog stays.
    Stay(Dialog),
    /// Nothing but the dialog closing.
    Close,
    /// The program ends.
    Quit,
    /// The turn ends.
    EndTurn,
    /// The game is saved to a path. The dialog stays until the file is written.
    Save(Dialog, String),
}

/// How much of a game is in a file of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaveState {
    /// All of it, or there is nothing to save.
    Saved,
    /// All of it, but in a file the person has not named.
    AutoSaved,
    /// Not all of it.
    Unsaved,
}

/// The longest file name that can be typed.
const NAME_MAX: usize = 200;
/// The width of the part that is shown.
const NAME_COLUMNS: u16 = 56;

impl Dialog {
    /// Asks for the name of a file.
    pub fn save(quits: bool) -> Self {
        Self::Save {
            name: Input::from("game.ships"),
            quits,
        }
    }

    /// Answers a key.
    pub fn handle(self, intent: Intent, save_state: SaveState) -> DialogReply {
        match (self, intent) {
            (dialog, Intent::Hover(..) | Intent::Redraw | Intent::Wheel(_)) => {
                DialogReply::Stay(dialog)
            }
            (Self::Quit, Intent::Act | Intent::Quit) => DialogReply::Quit,
            (Self::Quit, Intent::Save) if save_state != SaveState::Saved => {
                DialogReply::Stay(Self::save(true))
            }
            (Self::EndTurn(_), Intent::Act | Intent::EndTurn) => DialogReply::EndTurn,
            (Self::Save { name, quits }, Intent::Act) => {
                let path = name.value().trim().to_owned();
                let dialog = Self::Save { name, quits };
                if path.is_empty() {
                    DialogReply::Stay(dialog)
                } else {
                    DialogReply::Save(dialog, path)
                }
            }
            (Self::Save { mut name, quits }, Intent::Edit(request)) => {
                edit(&mut name, request, NAME_MAX);
                DialogReply::Stay(Self::Save { name, quits })
            }
            (Self::Help, _) | (_, Intent::Cancel) => DialogReply::Close,
            (dialog, _) => DialogReply::Stay(dialog),
        }
    }

    /// The lines of a question; none for help.
    pub fn lines(
        &self,
        ui: &Ui,
        save_state: SaveState,
        notice: Option<&str>,
    ) -> Vec<Line<'static>> {
        let (messages, theme) = (&ui.messages, ui.theme);
        let title = |text: String| Line::styled(text, theme.title());
        match self {
            Self::Help => Vec::new(),
            Self::Quit => {
                let mut lines = vec![title(messages.text("quit-title")), Line::default()];
                if save_state == SaveState::AutoSaved {
                    lines.push(Line::from(messages.text("quit-kept")));
                }
                lines.push(Line::from(messages.text(match save_state {
                    SaveState::Saved => "quit-keys",
                    SaveState::AutoSaved | SaveState::Unsaved => "quit-keys-save",
                })));
                lines
            }
            Self::EndTurn(left) => vec![
                title(messages.format("end-title", &[("count", (*left).into())])),
                Line::default(),
                Line::from(messages.text("end-keys")),
            ],
            Self::Save { name, .. } => {
                let mut text = entry(name, NAME_COLUMNS.into());
                text.spans.insert(0, Span::raw("> "));
                let mut lines = vec![
                    title(messages.text("save-title")),
                    Line::default(),
                    text,
                    Line::default(),
                ];
                if let Some(notice) = notice {
                    let notice = Line::styled(notice.to_owned(), theme.bad());
                    lines.extend(wrapped(vec![notice], NAME_COLUMNS));
                }
                lines.push(Line::from(messages.text("save-keys")));
                lines
            }
        }
    }
}
