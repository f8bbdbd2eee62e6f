//! Glyphs and colours.

use ratatui::style::{Color, Modifier, Style};

use crate::geometry::Direction;
use crate::play::{FieldView, SegmentShape, SegmentState, ShipSegment};
use crate::player::Player;
use crate::view::SegmentKind;

/// What fields and texts look like. Colours are from the sixteen that every terminal has,
/// and always set in pairs, because the terminal's own colours are not known; texts use
/// those. Without colours, glyphs alone distinguish everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether to draw in ASCII only.
    pub is_ascii: bool,
    /// Whether to use colours.
    pub has_colors: bool,
}

/// What a field looks like: its symbol, the symbol between it and the next field of the
/// same ship, and the style.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldGlyph {
    pub symbol: char,
    pub joint: Option<char>,
    pub style: Style,
}

/// Texts, in the terminal's own colours.
#[expect(clippy::unused_self, reason = "looks are the theme's affair")]
impl Theme {
    /// Titles.
    pub(super) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The title of the board with the cursor.
    pub(super) fn active(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// Less important text.
    pub(super) fn faint(self) -> Style {
        Style::new().add_modifier(Modifier::DIM)
    }

    /// Coordinates.
    pub(super) fn label(self) -> Style {
        Style::new()
    }

    /// A key in a hint.
    pub(super) fn key(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }
}

impl Theme {
    /// One of two glyphs.
    pub(super) const fn pick(self, unicode: char, ascii: char) -> char {
        if self.is_ascii { ascii } else { unicode }
    }

    /// A style in colours, or only its modifiers. Black is never bold, because many
    /// terminals turn bold black into another colour.
    fn paint(self, fg: Color, bg: Color, modifier: Modifier) -> Style {
        match (self.has_colors, fg) {
            (false, _) => Style::new().add_modifier(modifier),
            (true, Color::Black) => Style::new().fg(fg).bg(bg),
            (true, _) => Style::new().fg(fg).bg(bg).add_modifier(modifier),
        }
    }

    /// The bar at the top.
    pub(super) fn header(self) -> Style {
        if self.has_colors {
            self.paint(Color::White, Color::Blue, Modifier::BOLD)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// Good news.
    pub(super) fn good(self) -> Style {
        self.paint(Color::Black, Color::Green, Modifier::BOLD)
    }

    /// Bad news.
    pub(super) fn bad(self) -> Style {
        self.paint(Color::White, Color::Red, Modifier::BOLD)
    }

    /// The chosen line of a list.
    pub(super) fn chosen(self) -> Style {
        if self.has_colors {
            self.paint(Color::Black, Color::Yellow, Modifier::empty())
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// Water without a mark.
    pub(super) fn water(self) -> Style {
        self.paint(Color::White, Color::Blue, Modifier::empty())
    }

    /// A field out of view.
    pub(super) fn fog(self) -> Style {
        self.paint(Color::Gray, Color::Black, Modifier::DIM)
    }

    /// A known reef out of view.
    pub(super) fn reef_in_fog(self) -> Style {
        self.paint(Color::White, Color::Black, Modifier::BOLD)
    }

    /// What a field looks like to a player. `ships_move` says that fields are in view or
    /// not, instead of shot at or not.
    pub(super) fn glyph(self, field: FieldView, viewer: Player, ships_move: bool) -> FieldGlyph {
        let plain = |symbol, style| FieldGlyph {
            symbol,
            joint: None,
            style,
        };
        match field {
            FieldView::OffBoard => plain(' ', Style::new()),
            FieldView::Unknown if ships_move => FieldGlyph {
                symbol: self.pick('░', '?'),
                joint: None,
                style: self.fog(),
            },
            FieldView::Water if ships_move => plain(' ', self.water()),
            FieldView::Unknown | FieldView::Water => plain(self.pick('·', '.'), self.water()),
            FieldView::Miss => plain(
                self.pick('○', 'o'),
                self.paint(Color::White, Color::Blue, Modifier::BOLD),
            ),
            FieldView::BesideSunk => plain('-', self.water()),
            FieldView::Reef => plain(
                '#',
                self.paint(Color::White, Color::Magenta, Modifier::BOLD),
            ),
            FieldView::Ship(segment) => self.segment(segment, viewer),
        }
    }

    fn segment(self, segment: ShipSegment, viewer: Player) -> FieldGlyph {
        let (fg, bg) = match (segment.state, segment.owner == viewer) {
            (SegmentState::Intact, true) => (Color::Black, Color::White),
            (SegmentState::Intact, false) => (Color::Black, Color::Yellow),
            (SegmentState::Hit, _) => (Color::White, Color::Red),
            (SegmentState::Sunk, _) => (Color::White, Color::Black),
        };
        let is_plain_sunk = segment.state == SegmentState::Sunk && !self.has_colors;
        let letter = segment.letter.filter(|_| !is_plain_sunk);
        let (symbol, joint) = match (segment.state, segment.section) {
            _ if letter.is_some() => (letter.unwrap_or(' '), self.joint(segment).map(|_| ' ')),
            // Both fleets are on one board, so glyphs show the owner.
            (SegmentState::Intact, Some(section))
                if !self.has_colors && segment.owner != viewer =>
            {
                (self.seen(section), None)
            }
            (SegmentState::Intact, _) => (self.sound(segment), self.joint(segment)),
            (SegmentState::Hit, _) => (self.pick('╳', 'x'), self.joint(segment)),
            (SegmentState::Sunk, _) => (self.sunk(segment.shape), self.joint(segment)),
        };
        FieldGlyph {
            symbol,
            joint,
            style: self.paint(fg, bg, Modifier::BOLD),
        }
    }

    /// The symbol that joins a field to the one on its right, if the ship goes on there.
    fn joint(self, segment: ShipSegment) -> Option<char> {
        let goes_on = match segment.shape {
            SegmentShape::Middle(Direction::East | Direction::West) => true,
            SegmentShape::Bow(direction) => direction == Direction::West,
            SegmentShape::Stern(direction) => direction == Direction::East,
            _ => false,
        };
        goes_on.then(|| match segment.state {
            SegmentState::Sunk => self.pick('─', '-'),
            _ => self.pick('■', '='),
        })
    }

    fn sound(self, segment: ShipSegment) -> char {
        use Direction::{East, North, South, West};
        match (segment.shape, segment.section) {
            (SegmentShape::Unknown, Some(section)) => self.seen(section),
            (SegmentShape::Middle(_), Some(SegmentKind::Cannon)) => self.pick('◉', 'O'),
            (SegmentShape::Bow(North), _) => self.pick('▲', '^'),
            (SegmentShape::Bow(East), _) => self.pick('▶', '>'),
            (SegmentShape::Bow(South), _) => self.pick('▼', 'v'),
            (SegmentShape::Bow(West), _) => self.pick('◀', '<'),
            (SegmentShape::Middle(East | West), _) => self.pick('■', '='),
            (SegmentShape::Middle(North | South), _) => self.pick('█', 'H'),
            (SegmentShape::Stern(North), _) => self.pick('▀', 'U'),
            (SegmentShape::Stern(East), _) => self.pick('▐', '['),
            (SegmentShape::Stern(South), _) => self.pick('▄', 'n'),
            (SegmentShape::Stern(West), _) => self.pick('▌', ']'),
            (SegmentShape::Whole, _) => self.pick('◆', '*'),
            (SegmentShape::Unknown, None) => self.pick('■', '+'),
        }
    }

    /// A healthy segment of which only the function is known.
    const fn seen(self, section: SegmentKind) -> char {
        match section {
            SegmentKind::Radar => self.pick('◎', '@'),
            SegmentKind::Cannon => self.pick('◈', '!'),
            SegmentKind::Engine => self.pick('◍', '%'),
            SegmentKind::Plain => self.pick('▣', '+'),
            SegmentKind::Destroyed => self.pick('╳', 'x'),
        }
    }

    const fn sunk(self, shape: SegmentShape) -> char {
        if self.is_ascii {
            return 'X';
        }
        match shape {
            SegmentShape::Bow(Direction::North) => '△',
            SegmentShape::Bow(Direction::East) => '▷',
            SegmentShape::Bow(Direction::South) => '▽',
            SegmentShape::Bow(Direction::West) => '◁',
            SegmentShape::Whole => '◇',
            _ => '□',
        }
    }

    /// A place where a ship could lie or not.
    pub(super) fn preview(self, is_free: bool) -> Style {
        match (self.has_colors, is_free) {
            (true, true) => self.good(),
            (true, false) => self.bad(),
            (false, true) => Style::new().add_modifier(Modifier::BOLD),
            (false, false) => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
        }
    }

    /// A segment of a ship in a preview.
    pub(super) fn preview_glyph(self, shape: SegmentShape, is_free: bool) -> FieldGlyph {
        let segment = ShipSegment {
            owner: Player::A,
            shape,
            state: SegmentState::Intact,
            section: None,
            letter: None,
        };
        let (symbol, joint) = if is_free {
            (self.sound(segment), self.joint(segment))
        } else {
            ('!', None)
        };
        FieldGlyph {
            symbol,
            joint,
            style: self.preview(is_free),
        }
    }

    /// A field in range of the selected ship's radar.
    pub(super) fn radar(self, style: Style) -> Style {
        if self.has_colors {
            let style = style.remove_modifier(Modifier::BOLD | Modifier::DIM);
            style.bg(Color::Cyan).fg(Color::Black)
        } else {
            style
        }
    }

    /// The brackets of the cursor.
    pub(super) fn cursor(self, style: Style) -> Style {
        if self.has_colors {
            let style = style.remove_modifier(Modifier::BOLD | Modifier::DIM);
            style.fg(Color::Black).bg(Color::Yellow)
        } else {
            style.add_modifier(Modifier::BOLD | Modifier::REVERSED)
        }
    }

    /// The parentheses around a shot.
    pub(super) fn last(self, style: Style) -> Style {
        match (self.has_colors, style.fg) {
            (true, Some(Color::Black)) => style,
            _ => style.add_modifier(Modifier::BOLD),
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    fn fields() -> Vec<FieldView> {
        let mut fields = vec![
            FieldView::Unknown,
            FieldView::Miss,
            FieldView::BesideSunk,
            FieldView::Reef,
        ];
        let ship = |state, shape| {
            FieldView::Ship(ShipSegment {
                owner: Player::A,
                shape,
                state,
                section: None,
                letter: None,
            })
        };
        fields.push(ship(SegmentState::Hit, SegmentShape::Unknown));
        for state in [SegmentState::Intact, SegmentState::Sunk] {
            fields.push(ship(state, SegmentShape::Whole));
            for direction in Direction::ALL {
                fields.push(ship(state, SegmentShape::Bow(direction)));
            }
        }
        fields
    }

    #[test]
    fn without_colours_glyphs_tell_fields_apart() {
        for is_ascii in [false, true] {
            let theme = Theme {
                is_ascii,
                has_colors: false,
            };
            let mut seen = BTreeSet::new();
            for field in fields() {
                let is_sunk = matches!(field, FieldView::Ship(segment) if segment.state == SegmentState::Sunk);
                let symbol = theme.glyph(field, Player::A, false).symbol;
                assert!(!is_ascii || symbol.is_ascii());
                let is_new = seen.insert(symbol);
                assert!(
                    is_new || is_ascii && is_sunk,
                    "{field:?} looks like another"
                );
            }
        }
    }
}
