//! The line at the top, and the answers to keys.

use std::io;

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;

use super::app::{App, Notice};
use crate::play::{Seat, Stage};
use crate::player::Player;

impl App {
    pub(super) fn draw_header(&self, area: Rect, buffer: &mut Buffer) {
        let Some(table) = &self.table else { return };
        let theme = self.theme;
        buffer.set_style(area, theme.header());
        let rules = table.rules().name;
        let left = format!(" Admiralty · {rules}");
        let state = self.state_in_words();
        let name = |player: Player| match table.seat_of(player) {
            Seat::Person => self.name(player),
            Seat::Machine(name) => name.to_owned(),
        };
        let right = format!("{} – {} ", name(Player::A), name(Player::B));
        let width = usize::from(area.width);
        buffer.set_stringn(area.x, area.y, &left, width, theme.header());
        super::form::centre(area, 0, &state, theme.header(), buffer);
        let at = unicode_width::UnicodeWidthStr::width(right.as_str());
        let at = area.right().saturating_sub(u16::try_from(at).unwrap_or(0));
        buffer.set_stringn(at, area.y, &right, width, theme.header());
    }

    /// The number of the turn, and whose move it is.
    fn state_in_words(&self) -> String {
        let Some(table) = &self.table else {
            return String::new();
        };
        let words = &self.words;
        let next = table.next();
        let player = self.label(next);
        let is_only_person = table.people() == 1;
        let whose = match (table.stage(), table.seat_of(next)) {
            (Stage::Over(_), _) => return words.say("header-over"),
            (Stage::Placing, Seat::Person) if is_only_person => {
                return words.say("header-placing");
            }
            (Stage::Placing, _) => {
                return words.tell("header-places", &[("player", player.into())]);
            }
            (_, Seat::Person) if is_only_person => words.say("your-move"),
            (_, Seat::Machine(_)) if is_only_person => words.say("their-move"),
            _ => words.tell("move-of", &[("player", player.into())]),
        };
        let facts = [
            ("turn", table.turn_number().into()),
            ("whose", whose.into()),
        ];
        words.tell("header-turn", &facts)
    }

    /// The answer to the last key, if there is one.
    pub(super) fn notice_in_words(&self) -> Option<String> {
        Some(match self.notice.as_ref()? {
            Notice::Objection(objection) => self.objection_in_words(objection),
            Notice::Message(id) => self.words.say(id),
            Notice::File(id, what) => self.words.tell(id, &[("what", what.clone().into())]),
            Notice::Failed(id, kind, words) => {
                let what = self.trouble_in_words(*kind, words);
                self.words.tell(id, &[("what", what.into())])
            }
            Notice::Key(key) => self
                .words
                .tell("unknown-key", &[("key", key.clone().into())]),
        })
    }

    /// Why a file was not written, in the language of the screen as far as it is a
    /// usual reason.
    fn trouble_in_words(&self, kind: io::ErrorKind, words: &str) -> String {
        let id = match kind {
            io::ErrorKind::AlreadyExists => "file-exists",
            io::ErrorKind::NotFound => "file-not-found",
            io::ErrorKind::PermissionDenied => "file-denied",
            io::ErrorKind::IsADirectory => "file-directory",
            io::ErrorKind::StorageFull => "file-full",
            io::ErrorKind::ResourceBusy => "file-busy",
            _ => return words.to_owned(),
        };
        self.words.say(id)
    }
}
