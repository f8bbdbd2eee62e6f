//! The line at the top of a game.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use unicode_width::UnicodeWidthStr;

use super::super::ui::draw_centred;
use super::page::GamePage;
use crate::play::{Seat, Stage};
use crate::player::Player;

/// Draws the rule set, whose move it is, and who plays.
pub(super) fn draw(page: &GamePage<'_>, area: Rect, buffer: &mut Buffer) {
    let session = page.session();
    let style = page.ui.theme.header();
    buffer.set_style(area, style);
    let left = format!(" Admiralty · {}", session.rules().name);
    let name = |player: Player| match session.seat_of(player) {
        Seat::Person => page.texts.name(player),
        Seat::Computer(name) => name.to_owned(),
    };
    let right = format!("{} – {} ", name(Player::A), name(Player::B));
    let width = usize::from(area.width);
    buffer.set_stringn(area.x, area.y, &left, width, style);
    draw_centred(area, 0, &turn_text(page), style, buffer);
    let at = u16::try_from(right.width()).unwrap_or(0);
    let at = area.right().saturating_sub(at);
    buffer.set_stringn(at, area.y, &right, width, style);
}

/// The number of the turn, and whose move it is.
fn turn_text(page: &GamePage<'_>) -> String {
    let (session, messages) = (page.session(), &page.ui.messages);
    let next = session.next();
    let player = page.texts.label(next);
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
