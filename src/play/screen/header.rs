//! The line at the top, and the answers to keys.

use std::io;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::{App, Notice};
use crate::play::{Seat, Stage};
use crate::player::Player;

impl App {
    pub(super) fn draw_header(&self, area: Rect, buffer: &mut Buffer) {
        let Some(session) = &self.session else { return };
        let theme = self.theme;
        buffer.set_style(area, theme.header());
        let rules = session.rules().name;
        let left = format!(" Admiralty · {rules}");
        let state = self.turn_text();
        let name = |player: Player| match session.seat_of(player) {
            Seat::Person => self.name(player),
            Seat::Computer(name) => name.to_owned(),
        };
        let right = format!("{} – {} ", name(Player::A), name(Player::B));
        let width = usize::from(area.width);
        buffer.set_stringn(area.x, area.y, &left, width, theme.header());
        super::start_form::centre(area, 0, &state, theme.header(), buffer);
        let at = unicode_width::UnicodeWidthStr::width(right.as_str());
        let at = area.right().saturating_sub(u16::try_from(at).unwrap_or(0));
        buffer.set_stringn(at, area.y, &right, width, theme.header());
    }

    /// The number of the turn, and whose move it is.
    fn turn_text(&self) -> String {
        let Some(session) = &self.session else {
            return String::new();
        };
        let messages = &self.messages;
        let next = session.next();
        let player = self.label(next);
        let is_only_person = session.people() == 1;
        let whose = match (session.stage(), session.seat_of(next)) {
            (Stage::Over(_), _) => return messages.text("header-over"),
            (Stage::Placing, Seat::Person) if is_only_person => {
                return messages.text("header-placing");
            }
            (Stage::Placing, _) => {
                return messages.format("header-places", &[("player", player.into())]);
            }
            (_, Seat::Person) if is_only_person => messages.text("your-move"),
            (_, Seat::Computer(_)) if is_only_person => messages.text("their-move"),
            _ => messages.format("move-of", &[("player", player.into())]),
        };
        let args = [
            ("turn", session.turn_number().into()),
            ("whose", whose.into()),
        ];
        messages.format("header-turn", &args)
    }

    /// The answer to the last key, if there is one.
    pub(super) fn notice_text(&self) -> Option<String> {
        Some(match self.notice.as_ref()? {
            Notice::Rejection(rejection) => self.rejection_text(rejection),
            Notice::Message(id) => self.messages.text(id),
            Notice::File(id, what) => self.messages.format(id, &[("what", what.clone().into())]),
            Notice::Failed(id, kind, messages) => {
                let what = self.io_error_text(*kind, messages);
                self.messages.format(id, &[("what", what.into())])
            }
            Notice::Key(key) => self
                .messages
                .format("unknown-key", &[("key", key.clone().into())]),
        })
    }

    /// Why a file was not written, in the language of the screen as far as it is a
    /// usual reason.
    fn io_error_text(&self, kind: io::ErrorKind, messages: &str) -> String {
        let id = match kind {
            io::ErrorKind::AlreadyExists => "file-exists",
            io::ErrorKind::NotFound => "file-not-found",
            io::ErrorKind::PermissionDenied => "file-denied",
            io::ErrorKind::IsADirectory => "file-directory",
            io::ErrorKind::StorageFull => "file-full",
            io::ErrorKind::ResourceBusy => "file-busy",
            _ => return messages.to_owned(),
        };
        self.messages.text(id)
    }
}
