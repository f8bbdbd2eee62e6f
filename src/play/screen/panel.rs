//! What stands beside the boards, or below them.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Page};
use super::spell;
use crate::play::Sight;
use crate::player::Player;

/// From this width on, a panel has two columns.
const TWO_COLUMNS: u16 = 64;

impl App {
    pub(super) fn draw_panel(&self, area: Rect, buffer: &mut Buffer) {
        let Some(sight) = self.sight() else { return };
        let is_wide = area.width >= TWO_COLUMNS;
        let halves = [Constraint::Percentage(52), Constraint::Percentage(48)];
        let [half, other_half] = Layout::horizontal(halves).spacing(2).areas(area);
        let width = if is_wide {
            other_half.width
        } else {
            area.width
        };
        let fleets = self.fleet_lines(&sight, width.into());
        let (left, right) = if is_wide {
            (half, other_half)
        } else {
            let height = u16::try_from(fleets.len() + 1).unwrap_or(u16::MAX);
            let parts = [Constraint::Min(4), Constraint::Max(height)];
            let [top, bottom] = Layout::vertical(parts).spacing(1).areas(area);
            (top, bottom)
        };
        match self.page {
            Page::Placing => self.draw_placing(left, buffer),
            Page::Over => {
                self.draw_figures(area, is_wide, buffer);
                return;
            }
            Page::Battle if !sight.rules().announces_shots() => {
                self.draw_orders(left, &sight, buffer);
            }
            _ => self.draw_news(left, &sight, buffer),
        }
        Paragraph::new(fleets).render(right, buffer);
    }

    /// The last items that fit, and the answer to the last key.
    pub(super) fn draw_news(&self, area: Rect, sight: &Sight<'_>, buffer: &mut Buffer) {
        let lead = self.lead().map(|lead| wrapped(vec![lead], area.width));
        let lead = lead.unwrap_or_default();
        let rows = u16::try_from(lead.len()).unwrap_or(u16::MAX);
        let items = Rect {
            height: area.height.saturating_sub(rows),
            ..area
        };
        let at = Rect {
            y: items.bottom(),
            height: area.height - items.height,
            ..area
        };
        Paragraph::new(lead).render(at, buffer);
        self.draw_items(items, sight, buffer);
    }

    /// The last items that fit, below their title.
    pub(super) fn draw_items(&self, area: Rect, sight: &Sight<'_>, buffer: &mut Buffer) {
        let Some(table) = &self.table else { return };
        let title = match self.news_back {
            0 => self.words.say("panel-news"),
            back => self
                .words
                .tell("panel-news-back", &[("count", back.into())]),
        };
        let title = Line::styled(title, self.theme.title());
        Paragraph::new(title).render(Rect { height: 1, ..area }, buffer);
        let area = Rect {
            y: area.y + 1,
            height: area.height.saturating_sub(1),
            ..area
        };
        let fresh = table.news(self.viewer).len();
        let all = table.all_news(self.viewer);
        let mut blocks = Vec::new();
        let mut room = usize::from(area.height);
        for (age, item) in all.iter().rev().enumerate().skip(self.news_back) {
            let (text, style) = self.item_in_words(sight, item);
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
        if let Some(text) = self.notice_in_words() {
            return Some(Line::styled(text, self.theme.bad()));
        }
        let table = self.table.as_ref()?;
        let id = match self.page {
            Page::HandOver => "hand-over",
            Page::Watch if self.pace.is_paused => "watch-paused",
            Page::Battle if self.waits_for_machine() => "thinking",
            Page::Battle if table.turn_commands().next().is_some() => "shoot-again",
            _ => return None,
        };
        Some(Line::styled(self.words.say(id), self.theme.key()))
    }

    /// Both fleets, class by class: how many ships are afloat.
    pub(super) fn fleet_lines(&self, sight: &Sight<'_>, width: usize) -> Vec<Line<'static>> {
        let own = sight.player();
        let enemy = own.opponent();
        let is_watched = self.page == Page::Watch;
        let head = |player: Player, id: &str| {
            if is_watched {
                self.label(player)
            } else {
                self.words.say(id)
            }
        };
        let (yours, theirs) = (head(own, "fleet-yours"), head(enemy, "fleet-theirs"));
        let (yours_width, theirs_width) = (yours.width().max(5), theirs.width().max(5));
        let counts_width = yours_width + 1 + theirs_width;
        let name_width = width.saturating_sub(counts_width).min(26);
        let title = self.words.say("panel-fleets");
        let mut lines = vec![Line::styled(
            format!(
                "{}{yours:>yours_width$} {theirs:>theirs_width$}",
                padded(&title, name_width)
            ),
            self.theme.title(),
        )];
        let view = sight.observation();
        for class in sight.rules().classes {
            let counts = [own, enemy].map(|player| view.count(player, class));
            if counts == [0, 0] {
                continue;
            }
            let name = spell::capitalised(&spell::class(&self.words, sight.rules(), class));
            let hull = spell::hull(sight.rules(), class, self.theme.is_ascii);
            let name = with_hull(name, hull, class.length, name_width);
            let shown = [own, enemy].map(|player| {
                let count = view.count(player, class);
                match afloat(sight, player, class) {
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
        let parts = [own, enemy].map(|player| view.parts(player).to_string());
        lines.push(Line::styled(
            format!(
                "{}{:>yours_width$} {:>theirs_width$}",
                padded(&self.words.say("fleet-parts"), name_width),
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
    sight: &Sight<'_>,
    player: Player,
    class: &'static crate::rules::ShipClass,
) -> Option<u32> {
    let is_own = player == sight.player();
    if !is_own && !sight.observation().is_complete(player) {
        return None;
    }
    sight.afloat(player, class)
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
