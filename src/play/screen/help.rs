//! What the keys of a page do, and what its glyphs mean.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::app::{App, Page};
use super::panel::{padded, wrapped};
use crate::geometry::Direction;
use crate::play::{Condition, Field, Piece, Shape, Table};
use crate::player::Player;
use crate::rules::{RuleSet, ShipClass};
use crate::view::SegmentKind;

/// How wide the glyphs are before what they mean.
const SAMPLE_COLUMNS: usize = 13;
/// How wide the right column is at most.
const RIGHT_COLUMNS: u16 = 50;
/// The columns between both.
const GAP: usize = 3;

/// A ship that points west.
const SHIP: [Shape; 3] = [
    Shape::Bow(Direction::West),
    Shape::Middle(Direction::West),
    Shape::Stern(Direction::West),
];

impl App {
    pub(super) fn draw_help(&self, area: Rect, buffer: &mut Buffer) {
        let (theme, words) = (self.theme, &self.words);
        let keys: Vec<_> = self
            .keys()
            .into_iter()
            .map(|(key, id)| (self.key_in_words(key), words.say(id)))
            .collect();
        let key_width = keys.iter().map(|(key, _)| Span::raw(key).width()).max();
        let key_width = key_width.unwrap_or(0) + 1;
        let mut left = vec![Line::styled(words.say("help-keys"), theme.title())];
        left.extend(keys.into_iter().map(|(key, text)| {
            let key = Span::styled(padded(&key, key_width), theme.key());
            Line::from(vec![key, Span::raw(text)])
        }));
        let mut right = self.legend();
        if !right.is_empty() {
            right.insert(0, Line::styled(words.say("help-glyphs"), theme.title()));
        }
        if let Some(id) = self.mouse_help() {
            if !right.is_empty() {
                right.push(Line::default());
            }
            right.extend(wrapped(vec![Line::from(words.say(id))], RIGHT_COLUMNS));
        }
        self.draw_box(area, beside(left, right), buffer);
    }

    /// What the mouse does on the page.
    const fn mouse_help(&self) -> Option<&'static str> {
        match self.page {
            Page::Start => Some("mouse-start"),
            Page::Placing => Some("mouse-placing"),
            Page::Battle => Some(match self.chart {
                crate::play::Chart::Sea => "mouse-sea",
                _ => "mouse-battle",
            }),
            Page::HandOver => Some("mouse-news"),
            Page::Watch => Some("mouse-watch"),
            Page::Curtain | Page::Over => None,
        }
    }

    /// What the glyphs of the boards mean.
    fn legend(&self) -> Vec<Line<'static>> {
        if matches!(self.page, Page::Start | Page::Curtain) {
            return Vec::new();
        }
        let is_sea = self.is_sea();
        let screen = self.rules().and_then(RuleSet::screen);
        let mut lines = Vec::new();
        if screen.is_some_and(|screen| screen.has_letters) {
            lines.push(self.letters_line("legend-letters", Condition::Sound));
        } else {
            lines.push(self.ship_line("legend-ship", Condition::Sound, &SHIP));
            if self.has_boats() {
                lines.push(self.ship_line("legend-whole", Condition::Sound, &[Shape::Whole]));
            }
        }
        if is_sea {
            let cannon = piece(
                Player::A,
                Shape::Middle(Direction::West),
                Condition::Sound,
                Some(SegmentKind::Cannon),
            );
            lines.push(self.field_line("legend-cannon", cannon));
        }
        lines.push(self.field_line("legend-unknown", Field::Unknown));
        if is_sea {
            lines.push(self.field_line("legend-reef", Field::Reef));
        }
        match self.page {
            Page::Placing => lines.extend(self.placing_legend()),
            _ if is_sea => lines.extend(self.sea_legend()),
            _ => lines.extend(self.battle_legend()),
        }
        if self.page != Page::Watch {
            let cursor = self.theme.cursor(Style::new());
            lines.push(self.line("legend-cursor", vec![Span::styled("[ ]", cursor)]));
        }
        lines
    }

    /// Whether there are ships of one field.
    fn has_boats(&self) -> bool {
        let classes = self.rules().map(|rules| rules.classes);
        classes.is_some_and(|classes| classes.iter().any(|class| class.length == 1))
    }

    fn rules(&self) -> Option<&'static RuleSet> {
        self.table.as_ref().map(Table::rules)
    }

    /// Segments of some classes, as their letters.
    fn letters_line(&self, id: &str, condition: Condition) -> Line<'static> {
        let letters = |class: &ShipClass| {
            let letter = Some(class.letter);
            let field = piece(Player::A, Shape::Unknown, condition, None);
            self.sample(match field {
                Field::Ship(piece) => Field::Ship(Piece { letter, ..piece }),
                other => other,
            })
        };
        let classes = self.rules().map_or(&[][..], |rules| rules.classes);
        self.line(id, classes.iter().take(4).map(letters).collect())
    }

    fn placing_legend(&self) -> [Line<'static>; 2] {
        [("legend-free", true), ("legend-blocked", false)].map(|(id, is_free)| {
            let samples = SHIP.map(|shape| {
                let look = self.theme.ghost_look(shape, is_free);
                Span::styled(format!(" {} ", look.glyph), look.style)
            });
            self.line(id, samples.to_vec())
        })
    }

    fn battle_legend(&self) -> Vec<Line<'static>> {
        let mut lines = vec![
            self.field_line("legend-miss", Field::Miss),
            self.ship_line("legend-hit", Condition::Hit, &[Shape::Unknown]),
            self.sunk_line(),
        ];
        let rules = self.rules();
        if rules.is_some_and(|rules| rules.gap > 0) {
            lines.push(self.field_line("legend-beside", Field::Beside));
        }
        if rules.is_some_and(RuleSet::names_hits) {
            lines.push(self.letters_line("legend-named", Condition::Hit));
        }
        let last = self.theme.last(self.theme.water());
        lines.push(self.line("legend-last", vec![Span::styled("( )", last)]));
        lines
    }

    /// A sunk ship, and one of one field where there are such.
    fn sunk_line(&self) -> Line<'static> {
        let mut shapes = SHIP.to_vec();
        if self.has_boats() {
            shapes.push(Shape::Whole);
        }
        self.ship_line("legend-sunk", Condition::Sunk, &shapes)
    }

    fn sea_legend(&self) -> Vec<Line<'static>> {
        use SegmentKind::{Cannon, Engine, Footprint, Radar};
        let theme = self.theme;
        let enemy = [Radar, Cannon, Engine, Footprint].map(|kind| {
            self.sample(piece(
                Player::B,
                Shape::Unknown,
                Condition::Sound,
                Some(kind),
            ))
        });
        let mut lines = vec![
            self.field_line("legend-seen", Field::Water),
            self.line("legend-sections", enemy.to_vec()),
            self.ship_line("legend-destroyed", Condition::Hit, &[Shape::Unknown]),
            self.sunk_line(),
        ];
        if self.page == Page::Battle {
            let on_water = |glyph: char| Span::styled(format!(" {glyph} "), theme.water());
            let radar = if theme.has_colors {
                ' '
            } else {
                theme.pick('∙', ':')
            };
            let radar = Span::styled(format!(" {radar} "), theme.radar(theme.water()));
            let plane = Span::styled("{ }", theme.last(theme.water()));
            lines.extend([
                self.line("legend-radar", vec![radar]),
                self.line("legend-range", vec![on_water('+')]),
                self.line("legend-target", vec![on_water(theme.pick('⊕', 'T'))]),
                self.line("legend-plane", vec![plane]),
            ]);
            lines.extend(self.placing_legend());
        }
        lines
    }

    fn sample(&self, field: Field) -> Span<'static> {
        let look = self.theme.look(field, Player::A, self.is_sea());
        Span::styled(format!(" {} ", look.glyph), look.style)
    }

    fn field_line(&self, id: &str, field: Field) -> Line<'static> {
        self.line(id, vec![self.sample(field)])
    }

    fn ship_line(&self, id: &str, condition: Condition, shapes: &[Shape]) -> Line<'static> {
        let field = |shape: &Shape| self.sample(piece(Player::A, *shape, condition, None));
        self.line(id, shapes.iter().map(field).collect())
    }

    fn line(&self, id: &str, mut spans: Vec<Span<'static>>) -> Line<'static> {
        let width: usize = spans.iter().map(Span::width).sum();
        spans.push(Span::raw(" ".repeat(SAMPLE_COLUMNS.saturating_sub(width))));
        spans.push(Span::raw(self.words.say(id)));
        Line::from(spans)
    }
}

/// A segment of a ship.
fn piece(owner: Player, shape: Shape, condition: Condition, section: Option<SegmentKind>) -> Field {
    Field::Ship(Piece {
        owner,
        shape,
        condition,
        section,
        letter: None,
    })
}

/// Two columns of lines.
fn beside(mut left: Vec<Line<'static>>, mut right: Vec<Line<'static>>) -> Vec<Line<'static>> {
    let column = left.iter().map(Line::width).max().unwrap_or(0) + GAP;
    let count = left.len().max(right.len());
    left.resize(count, Line::default());
    right.resize(count, Line::default());
    let in_style = |line: Line<'static>| {
        let style = line.style;
        let spans = line.spans.into_iter();
        spans.map(move |span| {
            let patched = style.patch(span.style);
            span.style(patched)
        })
    };
    let both = left.into_iter().zip(right).map(|(left, right)| {
        let blanks = column.saturating_sub(left.width());
        let mut spans: Vec<_> = in_style(left).collect();
        spans.push(Span::raw(" ".repeat(blanks)));
        spans.extend(in_style(right));
        Line::from(spans)
    });
    both.collect()
}
