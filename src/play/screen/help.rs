//! What the keys do, and what the glyphs mean.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::app::{App, Page};
use super::panel::padded;
use super::theme::Theme;
use crate::play::{Condition, Field, Piece, Shape};
use crate::vocabulary::{Direction, Player};

/// A key with the message that says what it does.
type Hint = (&'static str, &'static str);

/// The keys of a page, the most important first.
fn hints(page: Page, is_sea: bool) -> Vec<Hint> {
    const ARROWS: &str = "↑↓←→";
    let mut hints = match page {
        Page::Start => vec![
            ("↑↓", "hint-line"),
            ("←→", "hint-change"),
            ("Enter", "hint-begin"),
        ],
        Page::Placing => vec![
            (ARROWS, "hint-cursor"),
            ("Enter", "hint-place"),
            ("r", "hint-rotate"),
            ("Tab", "hint-class"),
            ("u", "hint-undo"),
            ("a", "hint-random"),
            ("f", "hint-fill"),
            ("c", "hint-clear"),
        ],
        Page::Battle if is_sea => vec![
            ("Enter", "hint-shoot"),
            ("e", "hint-end"),
            ("Tab", "hint-ship"),
            ("f l r", "hint-move"),
            ("p", "hint-plane"),
            (ARROWS, "hint-cursor"),
            ("u", "hint-undo"),
            ("Esc", "hint-cancel"),
        ],
        Page::Battle => vec![
            (ARROWS, "hint-cursor"),
            ("Enter", "hint-shoot"),
            ("Tab", "hint-board"),
            ("e", "hint-end"),
        ],
        Page::HandOver | Page::Curtain => vec![("Enter", "hint-go-on")],
        Page::Watch => vec![
            ("p", "hint-pause"),
            ("Enter", "hint-single"),
            ("+ -", "hint-speed"),
            ("Tab", "hint-board"),
        ],
        Page::Over => vec![("n", "hint-new"), ("Tab", "hint-board")],
    };
    if page != Page::Start && page != Page::Curtain {
        hints.push(("s", "hint-save"));
    }
    hints.extend([("?", "hint-help"), ("q", "hint-quit")]);
    hints
}

impl App {
    fn is_sea(&self) -> bool {
        self.table
            .as_ref()
            .is_some_and(|table| !table.rules().announces_shots())
    }

    /// The keys, as many as fit; help and quitting always do.
    pub(super) fn draw_hints(&self, area: Rect, page: Page, buffer: &mut Buffer) {
        let all = hints(page, self.is_sea());
        let width = |(key, id): &Hint| key.width() + 1 + self.words.say(id).width() + 2;
        let always: Vec<_> = all[all.len() - 2..].to_vec();
        let mut room =
            usize::from(area.width).saturating_sub(always.iter().map(&width).sum::<usize>() + 1);
        let mut shown = Vec::new();
        for hint in &all[..all.len() - 2] {
            let needed = width(hint);
            if needed > room {
                break;
            }
            room -= needed;
            shown.push(*hint);
        }
        shown.extend(always);
        let mut spans = vec![Span::raw(" ")];
        for (key, id) in shown {
            spans.push(Span::styled(key, self.theme.key()));
            spans.push(Span::raw(format!(" {}  ", self.words.say(id))));
        }
        Paragraph::new(Line::from(spans)).render(area, buffer);
    }

    pub(super) fn draw_help(&self, area: Rect, buffer: &mut Buffer) {
        let (theme, words) = (self.theme, &self.words);
        let mut left = vec![Line::styled(words.say("help-keys"), theme.title())];
        for (key, id) in hints(self.page, self.is_sea()) {
            left.push(Line::from(vec![
                Span::styled(padded(key, 6), theme.key()),
                Span::raw(words.say(id)),
            ]));
        }
        let mut right = vec![Line::styled(words.say("help-glyphs"), theme.title())];
        right.extend(self.legend());
        right.push(Line::default());
        right.extend(
            words
                .say("help-mouse")
                .lines()
                .map(|line| Line::from(line.to_owned())),
        );
        let widest = |lines: &[Line<'_>]| lines.iter().map(Line::width).max().unwrap_or(0);
        let column = widest(&left) + 3;
        let count = left.len().max(right.len());
        left.resize(count, Line::default());
        right.resize(count, Line::default());
        let lines = left.into_iter().zip(right).map(|(left, right)| {
            let blanks = column.saturating_sub(left.width());
            let mut spans = left.spans;
            for span in &mut spans {
                span.style = left.style.patch(span.style);
            }
            spans.push(Span::raw(" ".repeat(blanks)));
            let style = right.style;
            spans.extend(right.spans.into_iter().map(|span| {
                let patched = style.patch(span.style);
                span.style(patched)
            }));
            Line::from(spans)
        });
        self.draw_box(area, lines.collect(), buffer);
    }

    /// What the glyphs of the boards mean.
    fn legend(&self) -> Vec<Line<'static>> {
        let theme = self.theme;
        let is_sea = self.is_sea();
        let own = Player::A;
        let sample = |field: Field| {
            let look = theme.look(field, own, is_sea);
            Span::styled(format!(" {} ", look.glyph), look.style)
        };
        let piece = |shape, condition| {
            Field::Ship(Piece {
                owner: own,
                shape,
                condition,
                section: None,
            })
        };
        let mut lines = Vec::new();
        let mut say = |samples: Vec<Span<'static>>, id: &str| {
            let width: usize = samples.iter().map(Span::width).sum();
            let mut spans = samples;
            spans.push(Span::raw(" ".repeat(10_usize.saturating_sub(width))));
            spans.push(Span::raw(self.words.say(id)));
            lines.push(Line::from(spans));
        };
        let ship = [
            Shape::Bow(Direction::West),
            Shape::Middle(Direction::West),
            Shape::Stern(Direction::West),
        ];
        say(
            ship.map(|shape| sample(piece(shape, Condition::Sound)))
                .to_vec(),
            "legend-ship",
        );
        say(vec![sample(Field::Unknown)], "legend-unknown");
        if is_sea {
            say(vec![sample(Field::Water)], "legend-seen");
            say(vec![sample(Field::Reef)], "legend-reef");
            say(seen_sections(theme), "legend-sections");
            say(
                vec![sample(piece(Shape::Unknown, Condition::Hit))],
                "legend-destroyed",
            );
        } else {
            say(vec![sample(Field::Miss)], "legend-miss");
            say(
                vec![sample(piece(Shape::Unknown, Condition::Hit))],
                "legend-hit",
            );
            say(vec![sample(piece(ship[0], Condition::Sunk))], "legend-sunk");
        }
        lines
    }
}

/// The sections of an enemy's ship as they are seen.
fn seen_sections(theme: Theme) -> Vec<Span<'static>> {
    use crate::view::SegmentKind::{Cannon, Engine, Radar};
    let piece = |section| {
        Field::Ship(Piece {
            owner: Player::B,
            shape: Shape::Unknown,
            condition: Condition::Sound,
            section: Some(section),
        })
    };
    [Radar, Cannon, Engine]
        .map(|section| {
            let look = theme.look(piece(section), Player::A, true);
            Span::styled(format!(" {} ", look.glyph), look.style)
        })
        .to_vec()
}
