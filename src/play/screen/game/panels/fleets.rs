//! The ships afloat.

use ratatui::text::Line;
use unicode_width::UnicodeWidthStr;

use super::super::super::names;
use super::super::super::text_layout::{padded, with_hull};
use super::super::page::GamePage;
use crate::play::PlayerView;
use crate::play::screen::ScreenPage;
use crate::player::Player;
use crate::rules::ShipClass;

/// The ships of both fleets that are afloat, by class.
pub(super) fn lines(page: &GamePage<'_>, width: usize) -> Vec<Line<'static>> {
    let (view, messages, theme) = (&page.view, &page.ui.messages, page.ui.theme);
    let own = view.player();
    let enemy = own.opponent();
    let is_watched = page.game.page() == ScreenPage::Watch;
    let head = |player: Player, id: &str| {
        if is_watched {
            page.texts.label(player)
        } else {
            messages.text(id)
        }
    };
    let (yours, theirs) = (head(own, "fleet-yours"), head(enemy, "fleet-theirs"));
    let (yours_width, theirs_width) = (yours.width().max(5), theirs.width().max(5));
    let counts_width = yours_width + 1 + theirs_width;
    let name_width = width.saturating_sub(counts_width).min(26);
    let title = messages.text("panel-fleets");
    let mut lines = vec![Line::styled(
        format!(
            "{}{yours:>yours_width$} {theirs:>theirs_width$}",
            padded(&title, name_width)
        ),
        theme.title(),
    )];
    let observation = view.observation();
    for class in view.rules().classes {
        let counts = [own, enemy].map(|player| observation.count(player, class));
        if counts == [0, 0] {
            continue;
        }
        let name = names::capitalised(&names::class(messages, view.rules(), class));
        let hull = names::hull(view.rules(), class, theme.is_ascii);
        let name = with_hull(name, hull, class.length, name_width);
        let shown = [own, enemy].map(|player| {
            let count = observation.count(player, class);
            match afloat(view, player, class) {
                Some(afloat) => format!("{afloat}/{count}"),
                None => count.to_string(),
            }
        });
        lines.push(Line::from(format!(
            "{}{:>yours_width$} {:>theirs_width$}",
            padded(&name, name_width),
            shown[0],
            shown[1]
        )));
    }
    let parts = [own, enemy].map(|player| observation.parts(player).to_string());
    lines.push(Line::styled(
        format!(
            "{}{:>yours_width$} {:>theirs_width$}",
            padded(&messages.text("fleet-parts"), name_width),
            parts[0],
            parts[1]
        ),
        theme.faint(),
    ));
    lines
}

/// The number of ships a player has afloat, if the viewer may know it. Not while the
/// enemy places its fleet.
fn afloat(view: &PlayerView<'_>, player: Player, class: &'static ShipClass) -> Option<u32> {
    let is_own = player == view.player();
    if !is_own && !view.observation().is_complete(player) {
        return None;
    }
    view.afloat(player, class)
}
