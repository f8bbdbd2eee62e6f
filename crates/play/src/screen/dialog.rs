//! Questions and help shown over a page.

use ratatui::text::{Line, Span};
use tui_input::Input;

use super::Ui;
use super::text::{entry, wrapped};

/// A question or help shown over a page.
#[derive(Clone, Debug)]
pub(super) enum Dialog {
    /// The keys and the glyphs.
    Help,
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

/// How much of a game is in a file of the person.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaveState {
    /// All of it, or there is nothing to save.
    Saved,
    /// All of it, but in a file the person has not named.
    AutoSaved,
    /// Not all of it.
    Unsaved,
    /// It cannot be saved: somebody at the other end plays it, too, and wins if it is left.
    Remote,
}

pub(super) const FILE_NAME_MAX: usize = 200;
/// The width of the part that is shown.
const NAME_COLUMNS: u16 = 56;

impl Dialog {
    pub fn save(quits: bool) -> Self {
        Self::Save {
            name: Input::from("game.ships"),
            quits,
        }
    }

    /// The lines of a question; none for help.
    pub fn lines(
        &self,
        ui: &Ui,
        save_state: SaveState,
        notice: Option<String>,
    ) -> Vec<Line<'static>> {
        let messages = &ui.messages;
        let text = |id: &str| Line::from(messages.text(id));
        let (title, mut lines) = match self {
            Self::Help => return Vec::new(),
            Self::Quit => {
                let lines = match save_state {
                    SaveState::Saved => vec![text("quit-keys")],
                    SaveState::AutoSaved => vec![text("quit-kept"), text("quit-keys-save")],
                    SaveState::Unsaved => vec![text("quit-keys-save")],
                    SaveState::Remote => vec![text("quit-lost"), text("quit-keys")],
                };
                (messages.text("quit-title"), lines)
            }
            Self::EndTurn(left) => {
                let args = [("count", (*left).into())];
                (messages.format("end-title", &args), vec![text("end-keys")])
            }
            Self::Save { name, .. } => {
                let mut typed = entry(name, NAME_COLUMNS.into());
                typed.spans.insert(0, Span::raw("> "));
                let mut lines = vec![typed, Line::default()];
                if let Some(notice) = notice {
                    let notice = Line::styled(notice, ui.theme.bad());
                    lines.extend(wrapped(vec![notice], NAME_COLUMNS));
                }
                lines.push(text("save-keys"));
                (messages.text("save-title"), lines)
            }
        };
        let title = Line::styled(title, ui.theme.title());
        lines.splice(0..0, [title, Line::default()]);
        lines
    }
}
