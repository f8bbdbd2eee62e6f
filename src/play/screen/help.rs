//! The keys and the glyphs of a page.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::text_layout::{padded, wrapped};
use super::{ScreenPage, Ui, hints};
use crate::geometry::Direction;
use crate::play::{FieldView, SegmentShape, SegmentState, ShipSegment};
use crate::player::Player;
use crate::rules::{RuleSet, ShipClass};
use crate::view::SegmentKind;

/// The width of the glyphs before their meaning.
const SAMPLE_COLUMNS: usize = 13;
/// The greatest width of the right column.
const RIGHT_COLUMNS: u16 = 50;
/// The columns between the left and the right column.
const GAP: usize = 3;

/// A ship that points west.
const SHIP: [SegmentShape; 3] = [
    SegmentShape::Bow(Direction::West),
    SegmentShape::Middle(Direction::West),
    SegmentShape::Stern(Direction::West),
];

/// The lines of the help for a page.
pub(super) fn lines(
    ui: &Ui,
    page: ScreenPage,
    rules: Option<&'static RuleSet>,
) -> Vec<Line<'static>> {
    Help { ui, page, rules }.lines()
}

/// The help for a page.
struct Help<'a> {
    ui: &'a Ui,
    page: ScreenPage,
    rules: Option<&'static RuleSet>,
}

impl Help<'_> {
    fn lines(&self) -> Vec<Line<'static>> {
        let (theme, messages) = (self.ui.theme, &self.ui.messages);
        let keys: Vec<_> = hints::keys(self.page, self.rules)
            .into_iter()
            .map(|(key, id)| (self.ui.key_text(key), messages.text(id)))
            .collect();
        let key_width = keys.iter().map(|(key, _)| Span::raw(key).width()).max();
        let key_width = key_width.unwrap_or(0) + 1;
        let mut left = vec![Line::styled(messages.text("help-keys"), theme.title())];
        left.extend(keys.into_iter().map(|(key, text)| {
            let key = Span::styled(padded(&key, key_width), theme.key());
            Line::from(vec![key, Span::raw(text)])
        }));
        let mut right = self.legend();
        if !right.is_empty() {
            right.insert(0, Line::styled(messages.text("help-glyphs"), theme.title()));
        }
        if let Some(id) = self.mouse_help() {
            if !right.is_empty() {
                right.push(Line::default());
            }
            right.extend(wrapped(vec![Line::from(messages.text(id))], RIGHT_COLUMNS));
        }
        beside(left, right)
    }

    /// What the mouse does on the page.
    fn mouse_help(&self) -> Option<&'static str> {
        match self.page {
            ScreenPage::Start => Some("mouse-start"),
            ScreenPage::Placing => Some("mouse-placing"),
            ScreenPage::Battle if self.ships_move() => Some("mouse-sea"),
            ScreenPage::Battle => Some("mouse-battle"),
            ScreenPage::HandOver => Some("mouse-news"),
            ScreenPage::Watch => Some("mouse-watch"),
            ScreenPage::Hidden | ScreenPage::Over => None,
        }
    }

    /// The meaning of the glyphs.
    fn legend(&self) -> Vec<Line<'static>> {
        if matches!(self.page, ScreenPage::Start | ScreenPage::Hidden) {
            return Vec::new();
        }
        let ships_move = self.ships_move();
        let screen = self.rules.and_then(RuleSet::screen_style);
        let mut lines = Vec::new();
        if screen.is_some_and(|screen| screen.has_letters) {
            lines.push(self.letters_line("legend-letters", SegmentState::Intact));
        } else {
            lines.push(self.ship_line("legend-ship", SegmentState::Intact, &SHIP));
            if self.has_boats() {
                lines.push(self.ship_line(
                    "legend-whole",
                    SegmentState::Intact,
                    &[SegmentShape::Whole],
                ));
            }
        }
        if ships_move {
            let cannon = ship_field(
                Player::A,
                SegmentShape::Middle(Direction::West),
                SegmentState::Intact,
                Some(SegmentKind::Cannon),
            );
            lines.push(self.field_line("legend-cannon", cannon));
        }
        lines.push(self.field_line("legend-unknown", FieldView::Unknown));
        if ships_move {
            lines.push(self.field_line("legend-reef", FieldView::Reef));
        }
        match self.page {
            ScreenPage::Placing => lines.extend(self.placing_legend()),
            _ if ships_move => lines.extend(self.sea_legend()),
            _ => lines.extend(self.battle_legend()),
        }
        if self.page != ScreenPage::Watch {
            let cursor = self.ui.theme.cursor(Style::new());
            lines.push(self.line("legend-cursor", vec![Span::styled("[ ]", cursor)]));
        }
        lines
    }

    /// Whether there are ships of one field.
    fn has_boats(&self) -> bool {
        let classes = self.rules.map(|rules| rules.classes);
        classes.is_some_and(|classes| classes.iter().any(|class| class.length == 1))
    }

    fn ships_move(&self) -> bool {
        self.rules.is_some_and(|rules| !rules.announces_shots())
    }

    /// Segments of some classes as letters.
    fn letters_line(&self, id: &str, state: SegmentState) -> Line<'static> {
        let letters = |class: &ShipClass| {
            let letter = Some(class.letter);
            let field = ship_field(Player::A, SegmentShape::Unknown, state, None);
            self.sample(match field {
                FieldView::Ship(segment) => FieldView::Ship(ShipSegment { letter, ..segment }),
                other => other,
            })
        };
        let classes = self.rules.map_or(&[][..], |rules| rules.classes);
        self.line(id, classes.iter().take(4).map(letters).collect())
    }

    fn placing_legend(&self) -> [Line<'static>; 2] {
        [("legend-free", true), ("legend-blocked", false)].map(|(id, is_free)| {
            let samples = SHIP.map(|shape| {
                let glyph = self.ui.theme.preview_glyph(shape, is_free);
                Span::styled(format!(" {} ", glyph.symbol), glyph.style)
            });
            self.line(id, samples.to_vec())
        })
    }

    fn battle_legend(&self) -> Vec<Line<'static>> {
        let mut lines = vec![
            self.field_line("legend-miss", FieldView::Miss),
            self.ship_line("legend-hit", SegmentState::Hit, &[SegmentShape::Unknown]),
            self.sunk_line(),
        ];
        let rules = self.rules;
        if rules.is_some_and(|rules| rules.gap > 0) {
            lines.push(self.field_line("legend-beside", FieldView::BesideSunk));
        }
        if rules.is_some_and(RuleSet::names_hits) {
            lines.push(self.letters_line("legend-named", SegmentState::Hit));
        }
        let last = self.ui.theme.last(self.ui.theme.water());
        lines.push(self.line("legend-last", vec![Span::styled("( )", last)]));
        lines
    }

    /// A sunk ship, and one of a single field if the rule set has those.
    fn sunk_line(&self) -> Line<'static> {
        let mut shapes = SHIP.to_vec();
        if self.has_boats() {
            shapes.push(SegmentShape::Whole);
        }
        self.ship_line("legend-sunk", SegmentState::Sunk, &shapes)
    }

    fn sea_legend(&self) -> Vec<Line<'static>> {
        use SegmentKind::{Cannon, Engine, Plain, Radar};
        let theme = self.ui.theme;
        let enemy = [Radar, Cannon, Engine, Plain].map(|kind| {
            self.sample(ship_field(
                Player::B,
                SegmentShape::Unknown,
                SegmentState::Intact,
                Some(kind),
            ))
        });
        let mut lines = vec![
            self.field_line("legend-seen", FieldView::Water),
            self.line("legend-sections", enemy.to_vec()),
            self.ship_line(
                "legend-destroyed",
                SegmentState::Hit,
                &[SegmentShape::Unknown],
            ),
            self.sunk_line(),
        ];
        if self.page == ScreenPage::Battle {
            let on_water = |symbol: char| Span::styled(format!(" {symbol} "), theme.water());
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

    fn sample(&self, field: FieldView) -> Span<'static> {
        let glyph = self.ui.theme.glyph(field, Player::A, self.ships_move());
        Span::styled(format!(" {} ", glyph.symbol), glyph.style)
    }

    fn field_line(&self, id: &str, field: FieldView) -> Line<'static> {
        self.line(id, vec![self.sample(field)])
    }

    fn ship_line(&self, id: &str, state: SegmentState, shapes: &[SegmentShape]) -> Line<'static> {
        let field = |shape: &SegmentShape| self.sample(ship_field(Player::A, *shape, state, None));
        self.line(id, shapes.iter().map(field).collect())
    }

    fn line(&self, id: &str, mut spans: Vec<Span<'static>>) -> Line<'static> {
        let width: usize = spans.iter().map(Span::width).sum();
        spans.push(Span::raw(" ".repeat(SAMPLE_COLUMNS.saturating_sub(width))));
        spans.push(Span::raw(self.ui.messages.text(id)));
        Line::from(spans)
    }
}

/// A segment of a ship.
fn ship_field(
    owner: Player,
    shape: SegmentShape,
    state: SegmentState,
    section: Option<SegmentKind>,
) -> FieldView {
    FieldView::Ship(ShipSegment {
        owner,
        shape,
        state,
        section,
        letter: None,
    })
}

/// Puts two columns of lines next to each other.
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
