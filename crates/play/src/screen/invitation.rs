//! The page that a host sees until a friend has joined.

use ratatui::Frame;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Wrap};

use super::Theme;
use super::ui::{Ui, to_ascii};
use crate::Language;

/// What a host tells a friend, who then joins the game.
#[derive(Clone, Debug)]
pub struct Invitation {
    /// The line that the friend types.
    pub command: String,
    /// The token of the friend's seat.
    pub token: String,
    /// Whether only this machine can connect.
    pub is_local: bool,
    /// The name of the rule set.
    pub rules: &'static str,
}

impl Invitation {
    /// Draws the page.
    pub fn draw(&self, language: Language, theme: Theme, frame: &mut Frame<'_>) {
        let ui = Ui::new(language, theme);
        let text = |id: &str| ui.messages.text(id);
        let rules = text(&format!("rules-{}", self.rules));
        let reach = if self.is_local {
            text("host-here")
        } else {
            text("host-anywhere")
        };
        let lines = vec![
            Line::styled(text("host-title"), ui.theme.title()),
            Line::raw(format!("{}: {rules}", self.rules)),
            Line::default(),
            Line::raw(text("host-command")),
            Line::raw(format!("  {}", self.command)),
            Line::raw(text("host-token")),
            Line::raw(format!("  {}", self.token)),
            Line::default(),
            Line::raw(reach),
            Line::raw(text("host-keys")),
        ];
        let page = Paragraph::new(lines).wrap(Wrap { trim: false });
        frame.render_widget(page, frame.area());
        if ui.theme.is_ascii {
            to_ascii(frame.buffer_mut());
        }
    }
}
