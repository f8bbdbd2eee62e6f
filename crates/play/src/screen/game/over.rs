//! The game is over: statistics of both players.

use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::super::keys::{ARROWS, BOARD, Keys, letters};
use super::super::layout::rest;
use super::super::ui::{cut, row, wrapped};
use super::super::{Intent, ScreenPage, names};
use super::context::DrawContext;
use super::{Next, Notice, Page, SharedGame};
use crate::{BoardView, PlayerStats};
use admiralty_core::player::Player;

pub(super) struct OverPage;

impl Page for OverPage {
    fn keys(&self) -> Keys {
        Keys {
            page: ScreenPage::Over,
            hints: vec![
                letters("n", "hint-new", &[Intent::New]),
                letters("r", "hint-replay", &[Intent::Replay]),
                BOARD,
                ARROWS,
            ],
            mouse: None,
        }
    }

    /// The statistics, and a few rows of the board.
    fn narrow_rows(&self) -> u16 {
        8
    }

    fn handle(&mut self, game: &mut SharedGame, intent: Intent) -> Result<Next, Notice> {
        match intent {
            Intent::Act => Err(Notice::Message("over-hint")),
            intent => Ok(game.browse(intent)),
        }
    }
}

pub(super) fn draw(
    cx: &DrawContext<'_>,
    winner: Player,
    area: Rect,
    is_wide: bool,
    buffer: &mut Buffer,
) {
    let notice = wrapped(cx.notice_line().into_iter().collect(), area.width);
    let notice_rows = u16::try_from(notice.len()).unwrap_or(u16::MAX);
    let parts = [Constraint::Fill(1), Constraint::Length(notice_rows)];
    let [area, notice_area] = Layout::vertical(parts).areas(area);
    Paragraph::new(notice).render(notice_area, buffer);
    let halves = [Constraint::Percentage(50); 2];
    let [left, right] = Layout::horizontal(halves).spacing(2).areas(area);
    let width_of = |half: Rect| if is_wide { half.width } else { area.width };
    let mut general = general_lines(cx, width_of(left));
    let mut by_class = class_lines(cx, width_of(right));
    if !is_wide && general.len() + by_class.len() > usize::from(area.height) {
        // Each table has its board, which Tab changes.
        match cx.game.cursor.board {
            BoardView::Own | BoardView::Known if !by_class.is_empty() => general.clear(),
            _ => by_class.clear(),
        }
    }
    let rows = if is_wide {
        general.len().max(by_class.len())
    } else {
        general.len() + by_class.len()
    };
    let head = draw_banner(cx, winner, area, rows, buffer);
    let body = rest(area, 0, head);
    if is_wide {
        Paragraph::new(general).render(rest(left, 0, head), buffer);
        Paragraph::new(by_class).render(rest(right, 0, head), buffer);
    } else {
        if general.len() + by_class.len() < usize::from(body.height) {
            general.push(Line::default());
        }
        general.extend(by_class);
        Paragraph::new(general).render(body, buffer);
    }
}

/// Draws the winner, and a line below, as far as the statistics leave room; if these do not fit
/// anyway, the winner comes first. Returns the number of rows drawn.
fn draw_banner(
    cx: &DrawContext<'_>,
    winner: Player,
    area: Rect,
    statistics_rows: usize,
    buffer: &mut Buffer,
) -> u16 {
    let (banner, style) = cx.victory_text(winner);
    let banner = format!("*** {banner} ***");
    let underline = if cx.ui.theme.is_ascii { "=" } else { "━" };
    let underline = underline.repeat(banner.width());
    let statistics_rows = u16::try_from(statistics_rows).unwrap_or(u16::MAX);
    let is_cut = statistics_rows > area.height;
    let head = area
        .height
        .saturating_sub(statistics_rows)
        .clamp(is_cut.into(), 2);
    for (text, y) in [banner, underline].iter().zip(area.y..area.y + head) {
        buffer.set_stringn(area.x, y, text, area.width.into(), style);
    }
    head
}

/// The number of rows of the banner and of the longer table.
pub(super) fn rows(cx: &DrawContext<'_>) -> usize {
    1 + general_lines(cx, 0).len().max(class_lines(cx, 0).len())
}

fn stats(cx: &DrawContext<'_>) -> [PlayerStats; 2] {
    Player::BOTH.map(|player| cx.session().stats(player).unwrap_or_default())
}

fn general_lines(cx: &DrawContext<'_>, width: u16) -> Vec<Line<'static>> {
    let messages = &cx.ui.messages;
    let both = stats(cx);
    let counts = |count: fn(&PlayerStats) -> u64| both.each_ref().map(|one| count(one).to_string());
    let hit_rates = both.each_ref().map(|one| match one.hit_rate() {
        Some(rate) => format!("{} %", messages.decimal(rate)),
        None => "-".to_owned(),
    });
    let mut rows = vec![
        ("figure-turns", counts(|one| one.turns)),
        ("figure-shots", counts(|one| one.shots)),
        ("figure-hits", counts(|one| one.hits)),
        ("figure-precision", hit_rates),
        ("figure-sunk", counts(|one| one.sunk)),
    ];
    let hints = Player::BOTH.map(|player| cx.session().hints(player));
    if hints != [0, 0] {
        rows.push(("figure-hints", hints.map(|count| count.to_string())));
    }
    if cx.game.ships_move() {
        rows.push(("figure-moves", counts(|one| one.moves)));
        rows.push(("figure-planes", counts(|one| one.planes)));
        // An arena does not report the enemy's statistics.
        if cx.session().is_remote() {
            rows.truncate(1);
        }
    }
    let rows = rows.into_iter();
    let rows = rows.map(|(id, cells)| (messages.text(id), cells));
    table(cx, "panel-figures", rows, width)
}

fn class_lines(cx: &DrawContext<'_>, width: u16) -> Vec<Line<'static>> {
    let [a, b] = stats(cx);
    if a.by_class.is_empty() {
        return Vec::new();
    }
    let (view, messages) = (&cx.view, &cx.ui.messages);
    let rows = a.by_class.iter().zip(&b.by_class);
    let rows = rows.filter(|((class, _), _)| {
        let counts = Player::BOTH.map(|player| view.observation().count(player, class));
        counts != [0, 0]
    });
    let rows = rows.map(|((class, a), (_, b))| {
        let name = names::class_title(messages, view.rules(), class);
        (name, [a.to_string(), b.to_string()])
    });
    table(cx, "panel-by-class", rows, width)
}

/// A table whose columns are wide enough for the names of the players above; if there is little
/// room, names are cut.
fn table(
    cx: &DrawContext<'_>,
    title: &str,
    rows: impl Iterator<Item = (String, [String; 2])>,
    width: u16,
) -> Vec<Line<'static>> {
    const NAME: usize = 18;
    const CELL_MIN: usize = 9;
    let title = cx.ui.messages.text(title);
    let rows: Vec<_> = rows.collect();
    let titles = rows.iter().map(|(name, _)| name).chain([&title]);
    let titles_width = titles.map(|title| title.width()).max().unwrap_or(0);
    let is_only_person = cx.session().people() == 1;
    // Players are named by letters, unless one of them is a person.
    let players = Player::BOTH.map(|player| {
        if is_only_person {
            cx.name(player)
        } else {
            cx.label(player)
        }
    });
    let width = usize::from(width);
    let room = width.saturating_sub(titles_width);
    let widest = players.iter().map(|name| name.width() + 2).max();
    let cell = widest.unwrap_or(0).max(CELL_MIN);
    let cells = if 2 * cell <= room {
        [cell, cell]
    } else {
        // Each column gets what it needs, and at least half of the room if it needs more.
        let needed = [0, 1].map(|at| {
            let texts = rows.iter().map(|(_, cells)| &cells[at]);
            let widths = texts.chain([&players[at]]).map(|text| text.width() + 1);
            widths.max().unwrap_or(0)
        });
        let first = needed[0].min(room - needed[1].min(room / 2));
        [first, room - first]
    };
    let players = [0, 1].map(|at| cut(&players[at], cells[at].saturating_sub(1)).to_owned());
    let line = |name: &str, [a, b]: &[String; 2], style| {
        let name_width = width
            .saturating_sub(cells[0] + cells[1])
            .min(NAME.max(titles_width));
        let row = row(name, name_width, [a, b], cells);
        Line::styled(row, style)
    };
    let mut lines = vec![line(&title, &players, cx.ui.theme.title())];
    lines.extend(
        rows.iter()
            .map(|(name, cells)| line(name, cells, Style::new())),
    );
    lines
}
