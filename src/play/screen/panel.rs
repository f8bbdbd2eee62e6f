//! What stands beside the boards, or below them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::app::{App, ScreenPage};
use super::names;
use crate::play::PlayerView;
use crate::player::Player;

/// From this width on, a panel has two columns.
const TWO_COLUMNS: u16 = 64;

impl App {
    pub(super) fn draw_panel(&self, area: Rect, buffer: &mut Buffer) {
        let Some(view) = self.view() else { return };
        let is_wide = area.width >= TWO_COLUMNS;
        let halves = [Constraint::Percentage(52), Constraint::Percentage(48)];
        let [half, other_half] = Layout::horizontal(halves).spacing(2).areas(area);
        let width = if is_wide {
            other_half.width
        } else {
            area.width
        };
        let fleets = self.fleet_lines(&view, width.into());
        let (left, right) = if is_wide {
            (half, other_half)
        } else {
            let height = u16::try_from(fleets.len() + 1).unwrap_or(u16::MAX);
            let parts = [Constraint::Min(4), Constraint::Max(height)];
            let [top, bottom] = Layout::vertical(parts).spacing(1).areas(area);
            (top, bottom)
        };
        match self.page {
            ScreenPage::Placing => self.draw_placing(left, buffer),
            ScreenPage::Over => {
                self.draw_stats(area, is_wide, buffer);
                return;
            }
            ScreenPage::Battle if !view.rules().announces_shots() => {
                self.draw_orders(left, &view, buffer);
            }
            _ => self.draw_events(left, &view, buffer),
        }
        Paragraph::new(fleets).render(right, buffer);
    }

    /// The last items that fit, and the answer to the last key.
    pub(super) fn draw_events(&self, area: Rect, view: &PlayerView<'_>, buffer: &mut Buffer) {
        let lead = self.lead().map(|lead| wrapped(vec![lead], area.width));
        let lead = lead.unwrap_or_default();
        let rows = u16::try_from(lead.len()).unwrap_or(u16::MAX);
        let entries = Rect {
            height: area.height.saturating_sub(rows),
            ..area
        };
        let at = Rect {
            y: entries.bottom(),
            height: area.height - entries.height,
            ..area
        };
        Paragraph::new(lead).render(at, buffer);
        self.draw_entries(entries, view, buffer);
    }

    /// The last items that fit, below their title.
    pub(super) fn draw_entries(&self, area: Rect, view: &PlayerView<'_>, buffer: &mut Buffer) {
        let Some(session) = &self.session else { return };
        let title = match self.events_skipped {
            0 => self.messages.text("panel-news"),
            back => self
                .messages
                .format("panel-news-back", &[("count", back.into())]),
        };
        let title = Line::styled(title, self.theme.title());
        Paragraph::new(title).render(Rect { height: 1, ..area }, buffer);
        let area = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1),
            ..area
        };
        let fresh = session.recent_events(self.viewer).len();
        let all = session.all_events(self.viewer);
        let mut blocks = Vec::new();
        let mut room = usize::from(area.height);
        for (age, entry) in all.iter().rev().enumerate().skip(self.events_skipped) {
            let (text, style) = self.event_text(view, entry);
            let (bullet, style) = match (age < fresh, self.theme.is_ascii) {
                (true, false) => ("• ", style),
                (true, true) => ("* ", style),
                (false, _) => ("  ", self.theme.faint()),
            };
            let line = Line::styled(format!("{bullet}{text}"), style);
            let block = wrapped(vec![line], area.width);
            if block.len() > room {
                break;
            }
            room -= block.len();
            blocks.push(block);
        }
        let lines: Vec<_> = blocks.into_iter().rev().flatten().collect();
        Paragraph::new(lines).render(area, buffer);
    }

    /// What is to be said before all else.
    fn lead(&self) -> Option<Line<'static>> {
        if let Some(text) = self.notice_text() {
            return Some(Line::styled(text, self.theme.bad()));
        }
        let session = self.session.as_ref()?;
        let id = match self.page {
            ScreenPage::HandOver => "hand-over",
            ScreenPage::Watch if self.pace.is_paused => "watch-paused",
            ScreenPage::Battle if self.is_computer_turn() => "thinking",
            ScreenPage::Battle if session.turn_commands().next().is_some() => "shoot-again",
            _ => return None,
        };
        Some(Line::styled(self.messages.text(id), self.theme.key()))
    }

    /// Both fleets, class by class: how many ships are afloat.
    pub(super) fn fleet_lines(&self, view: &PlayerView<'_>, width: usize) -> Vec<Line<'static>> {
        let own = view.player();
        let enemy = own.opponent();
        let is_watched = self.page == ScreenPage::Watch;
        let head = |player: Player, id: &str| {
            if is_watched {
                self.label(player)
            } else {
                self.messages.text(id)
            }
        };
        let (yours, theirs) = (head(own, "fleet-yours"), head(enemy, "fleet-theirs"));
        let (yours_width, theirs_width) = (yours.width().max(5), theirs.width().max(5));
        let counts_width = yours_width + 1 + theirs_width;
        let name_width = width.saturating_sub(counts_width).min(26);
        let title = self.messages.text("panel-fleets");
        let mut lines = vec![Line::styled(
            format!(
                "{}{yours:>yours_width$} {theirs:>theirs_width$}",
                padded(&title, name_width)
            ),
            self.theme.title(),
        )];
        let observation = view.observation();
        for class in view.rules().classes {
            let counts = [own, enemy].map(|player| observation.count(player, class));
            if counts == [0, 0] {
                continue;
            }
            let name = names::capitalised(&names::class(&self.messages, view.rules(), class));
            let hull = names::hull(view.rules(), class, self.theme.is_ascii);
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
                padded(&self.messages.text("fleet-parts"), name_width),
                parts[0],
                parts[1]
            ),
            self.theme.faint(),
        ));
        lines
    }
}

/// How many ships a player has afloat, as far as whoever looks may know. While
/// fleets are placed, nobody asks.
fn afloat(
    view: &PlayerView<'_>,
    player: Player,
    class: &'static crate::rules::ShipClass,
) -> Option<u32> {
    let is_own = player == view.player();
    if !is_own && !view.observation().is_complete(player) {
        return None;
    }
    view.afloat(player, class)
}

/// Lines of one style each, cut at blanks so that they fit.
pub(super) fn wrapped(lines: Vec<Line<'_>>, width: u16) -> Vec<Line<'static>> {
    let width = usize::from(width.max(1));
    let cut = |line: Line<'_>| {
        let style = line
            .spans
            .first()
            .map_or(line.style, |span| line.style.patch(span.style));
        let text: String = line.spans.iter().map(|span| &*span.content).collect();
        let indent = if text.starts_with([' ', '•', '*']) {
            "  "
        } else {
            ""
        };
        let options = textwrap::Options::new(width).subsequent_indent(indent);
        let rows = textwrap::wrap(&text, options);
        let rows = rows
            .into_iter()
            .map(|row| Line::styled(row.into_owned(), style));
        rows.collect::<Vec<_>>()
    };
    lines.into_iter().flat_map(cut).collect()
}

/// A text filled up with blanks, or cut, to a width.
pub(super) fn padded(text: &str, width: usize) -> String {
    let mut cut = String::new();
    for letter in text.chars() {
        let wider = cut.width() + unicode_width::UnicodeWidthChar::width(letter).unwrap_or(0);
        if wider > width {
            break;
        }
        cut.push(letter);
    }
    let blanks = width.saturating_sub(cut.width());
    cut + &" ".repeat(blanks)
}

/// A name, and a picture of the ship if there is room for the whole of it.
pub(super) fn with_hull(name: String, hull: char, length: u8, width: usize) -> String {
    let hull: String = std::iter::repeat_n(hull, length.into()).collect();
    let whole = format!("{name} {hull}");
    if whole.width() <= width { whole } else { name }
}
