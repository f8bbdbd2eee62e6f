//! The look of the screen: colours and other styles, and the glyphs of fields and ships.

use ratatui::style::{Color, Modifier, Style};

use crate::field_view::SegmentShape;
use crate::screen_style::BoardSigns;
use crate::{FieldView, SegmentState, ShipSegment};
use admiralty_core::geometry::Direction;
use admiralty_core::player::Player;
use admiralty_core::view::SegmentKind;

/// The look of fields and texts. Except in the heat map of a hint, colours are among the sixteen that
/// every terminal has, and always set in pairs, because the terminal's own colours, in which texts are drawn, are not known.
/// Without colours, glyphs alone distinguish everything.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether to draw in ASCII only.
    pub is_ascii: bool,
    /// Whether to use colours.
    pub has_colors: bool,
}

/// The look of a field: its symbol, the symbol between it and the next field of the same ship, and
/// the style.
#[derive(Clone, Copy, Debug)]
pub(super) struct FieldGlyph {
    pub symbol: char,
    pub joint: Option<char>,
    pub style: Style,
}

/// Texts, in the terminal's own colours.
#[expect(clippy::unused_self, reason = "looks are the theme's affair")]
impl Theme {
    /// Titles, keys, and what is chosen.
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
}

/// Styles of areas and fields.
impl Theme {
    /// A style in colours, or only its modifiers. Black is never bold, because many
    /// terminals turn bold black into another colour.
    pub(super) fn paint(self, fg: Color, bg: Color, modifier: Modifier) -> Style {
        match (self.has_colors, fg) {
            (false, _) => Style::new().add_modifier(modifier),
            (true, Color::Black) => Style::new().fg(fg).bg(bg),
            (true, _) => Style::new().fg(fg).bg(bg).add_modifier(modifier),
        }
    }

    /// A style in colours, or reversed.
    fn paint_or_reverse(self, fg: Color, bg: Color, modifier: Modifier) -> Style {
        if self.has_colors {
            self.paint(fg, bg, modifier)
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    pub(super) fn header(self) -> Style {
        self.paint_or_reverse(Color::White, Color::Blue, Modifier::BOLD)
    }

    /// The chosen line of a list.
    pub(super) fn chosen(self) -> Style {
        self.paint_or_reverse(Color::Black, Color::Yellow, Modifier::empty())
    }

    /// Good news, and a place where a ship could lie.
    pub(super) fn good(self) -> Style {
        self.paint(Color::Black, Color::Green, Modifier::BOLD)
    }

    pub(super) fn bad(self) -> Style {
        self.paint(Color::White, Color::Red, Modifier::BOLD)
    }

    /// Water without a mark.
    pub(super) fn water(self) -> Style {
        self.paint(Color::White, Color::Blue, Modifier::empty())
    }

    /// A field out of view.
    pub(super) fn fog(self) -> Style {
        self.paint(Color::Gray, Color::Black, Modifier::DIM)
    }

    /// A field in a hint, with its chance of a ship relative to the highest one, from 0 to 1.
    pub(super) fn heat(self, share: f64) -> Style {
        /// Backgrounds from cold to hot, among the 256 colours of xterm, with a text that can be read.
        const HEAT: [(u8, u8); 7] = [
            (231, 17),
            (231, 54),
            (231, 89),
            (231, 125),
            (16, 166),
            (16, 208),
            (16, 226),
        ];
        let most = HEAT.len() - 1;
        #[expect(
            clippy::cast_possible_truncation,
            clippy::cast_sign_loss,
            clippy::cast_precision_loss,
            reason = "0 to 6"
        )]
        let level = (share.clamp(0.0, 1.0) * most as f64).round() as usize;
        let (fg, bg) = HEAT[level];
        self.paint(Color::Indexed(fg), Color::Indexed(bg), Modifier::empty())
    }

    /// A known reef out of view.
    pub(super) fn reef_in_fog(self) -> Style {
        self.paint(Color::White, Color::Black, Modifier::BOLD)
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

/// Glyphs.
impl Theme {
    /// One of two glyphs.
    pub(super) const fn pick(self, unicode: char, ascii: char) -> char {
        if self.is_ascii { ascii } else { unicode }
    }

    const fn sign(self, (unicode, ascii): (char, char)) -> char {
        self.pick(unicode, ascii)
    }

    /// The look of a field to a player.
    pub(super) fn glyph(self, field: FieldView, viewer: Player, signs: &BoardSigns) -> FieldGlyph {
        let miss = self.paint(Color::White, Color::Blue, Modifier::BOLD);
        let reef = self.paint(Color::White, Color::Magenta, Modifier::BOLD);
        let (symbol, style) = match field {
            FieldView::Ship(segment) => return self.segment(segment, viewer, signs),
            FieldView::OffBoard => (' ', Style::new()),
            FieldView::Fog => (self.pick('░', '?'), self.fog()),
            FieldView::OpenWater => (' ', self.water()),
            FieldView::Unknown | FieldView::Water => (self.sign(signs.covered), self.water()),
            FieldView::Miss => (self.sign(signs.miss), miss),
            FieldView::BesideSunk => (self.sign(signs.beside_sunk), self.water()),
            FieldView::Reef => ('#', reef),
        };
        FieldGlyph {
            symbol,
            joint: None,
            style,
        }
    }

    fn segment(self, segment: ShipSegment, viewer: Player, signs: &BoardSigns) -> FieldGlyph {
        use SegmentState::{Hit, Intact, Sunk};
        let is_own = segment.owner == viewer;
        let (fg, bg) = match segment.state {
            Intact if is_own => (Color::Black, Color::White),
            Intact => (Color::Black, Color::Yellow),
            Hit => (Color::White, Color::Red),
            Sunk => (Color::White, Color::Black),
        };
        let mut joint = self.joint(segment);
        if signs.sunk.is_some() {
            joint = joint.map(|_| ' ');
        }
        let (symbol, joint) = match (segment.state, segment.letter, segment.section) {
            (Intact | Hit, Some(letter), _) => (letter, joint.map(|_| ' ')),
            (Sunk, Some(letter), _) if self.has_colors => (letter, joint.map(|_| ' ')),
            // Both fleets are on one board, so glyphs show the owner.
            (Intact, _, Some(section)) if !self.has_colors && !is_own => (self.seen(section), None),
            (Intact, ..) => match signs.intact {
                Some(sign) => (self.sign(sign), joint),
                None => (self.sound(segment), joint),
            },
            (Hit, ..) => (self.sign(signs.hit), joint),
            (Sunk, ..) => match signs.sunk {
                Some(sign) => (self.sign(sign), None),
                None => (self.sunk(segment.shape), joint),
            },
        };
        FieldGlyph {
            symbol,
            joint,
            style: self.paint(fg, bg, Modifier::BOLD),
        }
    }

    /// The symbol that joins a field to the one on its right, if the ship continues there.
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

    /// A healthy segment.
    fn sound(self, segment: ShipSegment) -> char {
        use Direction::{East, North, South, West};
        match (segment.shape, segment.section) {
            (SegmentShape::Unknown, Some(section)) => self.seen(section),
            (SegmentShape::Unknown, None) => self.pick('■', '+'),
            (SegmentShape::Whole, _) => self.pick('◆', '*'),
            (SegmentShape::Bow(direction), _) => self.pointing(direction, "▲▶▼◀", "^>v<"),
            (SegmentShape::Stern(direction), _) => self.pointing(direction, "▀▐▄▌", "U[n]"),
            (SegmentShape::Middle(_), Some(SegmentKind::Cannon)) => self.pick('◉', 'O'),
            (SegmentShape::Middle(East | West), _) => self.pick('■', '='),
            (SegmentShape::Middle(North | South), _) => self.pick('█', 'H'),
        }
    }

    /// One of the glyphs that point up, right, down and left.
    fn pointing(self, direction: Direction, unicode: &str, ascii: &str) -> char {
        let glyphs = if self.is_ascii { ascii } else { unicode };
        let at = Direction::ALL.iter().position(|one| *one == direction);
        at.and_then(|at| glyphs.chars().nth(at)).unwrap_or(' ')
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

    /// A segment of a sunk ship.
    fn sunk(self, shape: SegmentShape) -> char {
        match shape {
            SegmentShape::Bow(direction) => self.pointing(direction, "△▷▽◁", "XXXX"),
            SegmentShape::Whole => self.pick('◇', 'X'),
            _ => self.pick('□', 'X'),
        }
    }

    pub(super) fn preview_glyph(self, shape: SegmentShape, is_free: bool) -> FieldGlyph {
        let segment = ShipSegment::new(Player::A, shape, SegmentState::Intact);
        if is_free {
            FieldGlyph {
                symbol: self.sound(segment),
                joint: self.joint(segment),
                style: self.good(),
            }
        } else {
            let style = if self.has_colors {
                self.bad()
            } else {
                Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED)
            };
            FieldGlyph {
                symbol: '!',
                joint: None,
                style,
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;
    use crate::screen_style::ScreenStyle;
    use admiralty_core::rules::RuleSet;

    #[test]
    fn without_colours_glyphs_tell_fields_apart() {
        let ship = |state, shape| FieldView::Ship(ShipSegment::new(Player::A, shape, state));
        let mut fields = vec![
            FieldView::Unknown,
            FieldView::Fog,
            FieldView::Miss,
            FieldView::BesideSunk,
            FieldView::Reef,
            ship(SegmentState::Hit, SegmentShape::Unknown),
        ];
        for state in [SegmentState::Intact, SegmentState::Sunk] {
            fields.push(ship(state, SegmentShape::Whole));
            fields
                .extend(Direction::ALL.map(|direction| ship(state, SegmentShape::Bow(direction))));
        }
        for (is_ascii, rules) in [false, true]
            .into_iter()
            .flat_map(|is_ascii| RuleSet::ALL.iter().map(move |rules| (is_ascii, rules)))
        {
            let has_colors = false;
            let theme = Theme {
                is_ascii,
                has_colors,
            };
            let style = ScreenStyle::of(rules);
            let signs = style.signs;
            let mut seen = BTreeSet::new();
            let is_possible = |field: &&FieldView| **field != FieldView::Fog || style.is_shared();
            for field in fields.iter().filter(is_possible) {
                let symbol = theme.glyph(*field, Player::A, signs).symbol;
                assert!(!is_ascii || symbol.is_ascii());
                // In ASCII, or with a sign of their own, sunk ships are all alike; and the water
                // around them may have the sign of a field that was not shot at.
                let may_repeat = match (field, signs.sunk) {
                    (FieldView::BesideSunk, _) => signs.beside_sunk == signs.covered,
                    (_, Some(sign)) => symbol == theme.sign(sign),
                    (_, None) => is_ascii && symbol == 'X',
                };
                assert!(
                    seen.insert(symbol) || may_repeat,
                    "{}: {field:?} looks like another",
                    rules.name
                );
            }
        }
    }

    /// What the signs of the original programs mean, on the player's own board, and on one of
    /// shots.
    #[test]
    fn signs_are_those_of_the_original_programs() {
        use SegmentState::{Hit, Intact, Sunk};
        let ship = |state| FieldView::Ship(ShipSegment::new(Player::A, SegmentShape::Whole, state));
        let own = [
            FieldView::Water,
            FieldView::BesideSunk,
            FieldView::Miss,
            ship(Intact),
            ship(Hit),
            ship(Sunk),
        ];
        let covered = [
            FieldView::Unknown,
            FieldView::BesideSunk,
            FieldView::Miss,
            ship(Hit),
            ship(Sunk),
        ];
        for (rules, is_ascii, own_signs, covered_signs) in [
            (RuleSet::ITALIAN, true, "---OOO", "??-OX"),
            (RuleSet::ITALIAN, false, "---●●●", "??-○╳"),
            (RuleSet::MSX, true, " XX*XX", ".. xX"),
            (RuleSet::MSX, false, " ╳╳◆╳╳", "·· ╳◇"),
            (RuleSet::GERMAN, true, "..~*xX", ".-~xX"),
        ] {
            let theme = Theme {
                is_ascii,
                has_colors: true,
            };
            let drawn = |fields: &[FieldView], signs| -> String {
                let glyphs = fields
                    .iter()
                    .map(|field| theme.glyph(*field, Player::A, signs));
                glyphs.map(|glyph| glyph.symbol).collect()
            };
            let style = ScreenStyle::of(rules);
            assert_eq!(drawn(&own, style.own_signs), own_signs, "{}", rules.name);
            assert_eq!(
                drawn(&covered, style.signs),
                covered_signs,
                "{}",
                rules.name
            );
        }
    }
}
