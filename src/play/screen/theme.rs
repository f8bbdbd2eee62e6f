//! Glyphs and colours.

use ratatui::style::{Color, Modifier, Style};

use crate::geometry::Direction;
use crate::play::{Condition, Field, Piece, Shape};
use crate::player::Player;
use crate::view::SegmentKind;

/// What fields and texts look like. Colours are of the sixteen that every terminal
/// has, and always both of a pair, because nobody knows what is behind a text of
/// which only one is given: texts have the terminal's own. Without colours, glyphs
/// alone tell everything apart.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Theme {
    /// Whether only ASCII is printed.
    pub is_ascii: bool,
    /// Whether there are colours.
    pub has_colors: bool,
}

/// What a field looks like: its glyph, the one between it and the next field if
/// both are of one ship, and the style.
#[derive(Clone, Copy, Debug)]
pub(super) struct Look {
    pub glyph: char,
    pub joint: Option<char>,
    pub style: Style,
}

/// Texts, which have the terminal's own colours.
#[expect(clippy::unused_self, reason = "looks are the theme's affair")]
impl Theme {
    /// Titles.
    pub(super) fn title(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD)
    }

    /// The title of what the keys go to.
    pub(super) fn active(self) -> Style {
        Style::new().add_modifier(Modifier::BOLD | Modifier::UNDERLINED)
    }

    /// What matters less.
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

    /// A style in colours, or its modifiers alone. Black is never bold, because many
    /// terminals make another colour of that.
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

    /// What is chosen in a list.
    pub(super) fn chosen(self) -> Style {
        if self.has_colors {
            self.paint(Color::Black, Color::Yellow, Modifier::empty())
        } else {
            Style::new().add_modifier(Modifier::REVERSED)
        }
    }

    /// Water on which nothing is marked.
    pub(super) fn water(self) -> Style {
        self.paint(Color::White, Color::Blue, Modifier::empty())
    }

    /// What is not seen.
    pub(super) fn fog(self) -> Style {
        self.paint(Color::Gray, Color::Black, Modifier::DIM)
    }

    /// A reef that is not seen, but known.
    pub(super) fn reef_in_fog(self) -> Style {
        self.paint(Color::White, Color::Black, Modifier::BOLD)
    }

    /// What a field looks like to a player. `is_sea` says that fields are seen or
    /// not, instead of shot at or not.
    pub(super) fn look(self, field: Field, viewer: Player, is_sea: bool) -> Look {
        let plain = |glyph, style| Look {
            glyph,
            joint: None,
            style,
        };
        match field {
            Field::Off => plain(' ', Style::new()),
            Field::Unknown if is_sea => Look {
                glyph: self.pick('░', '?'),
                joint: None,
                style: self.fog(),
            },
            Field::Water if is_sea => plain(' ', self.water()),
            Field::Unknown | Field::Water => plain(self.pick('·', '.'), self.water()),
            Field::Miss => plain(
                self.pick('○', 'o'),
                self.paint(Color::White, Color::Blue, Modifier::BOLD),
            ),
            Field::Beside => plain('-', self.water()),
            Field::Reef => plain(
                '#',
                self.paint(Color::White, Color::Magenta, Modifier::BOLD),
            ),
            Field::Ship(piece) => self.piece(piece, viewer),
        }
    }

    fn piece(self, piece: Piece, viewer: Player) -> Look {
        let (fg, bg) = match (piece.condition, piece.owner == viewer) {
            (Condition::Sound, true) => (Color::Black, Color::White),
            (Condition::Sound, false) => (Color::Black, Color::Yellow),
            (Condition::Hit, _) => (Color::White, Color::Red),
            (Condition::Sunk, _) => (Color::White, Color::Black),
        };
        let is_plain_sunk = piece.condition == Condition::Sunk && !self.has_colors;
        let letter = piece.letter.filter(|_| !is_plain_sunk);
        let (glyph, joint) = match (piece.condition, piece.section) {
            _ if letter.is_some() => (letter.unwrap_or(' '), self.joint(piece).map(|_| ' ')),
            // Where both fleets are on one board, glyphs say whose a ship is.
            (Condition::Sound, Some(section)) if !self.has_colors && piece.owner != viewer => {
                (self.seen(section), None)
            }
            (Condition::Sound, _) => (self.sound(piece), self.joint(piece)),
            (Condition::Hit, _) => (self.pick('╳', 'x'), self.joint(piece)),
            (Condition::Sunk, _) => (self.sunk(piece.shape), self.joint(piece)),
        };
        Look {
            glyph,
            joint,
            style: self.paint(fg, bg, Modifier::BOLD),
        }
    }

    /// What joins a field and the one to its right, if the ship lies that way.
    fn joint(self, piece: Piece) -> Option<char> {
        let goes_on = match piece.shape {
            Shape::Middle(Direction::East | Direction::West) => true,
            Shape::Bow(direction) => direction == Direction::West,
            Shape::Stern(direction) => direction == Direction::East,
            _ => false,
        };
        goes_on.then(|| match piece.condition {
            Condition::Sunk => self.pick('─', '-'),
            _ => self.pick('■', '='),
        })
    }

    fn sound(self, piece: Piece) -> char {
        use Direction::{East, North, South, West};
        match (piece.shape, piece.section) {
            (Shape::Unknown, Some(section)) => self.seen(section),
            (Shape::Middle(_), Some(SegmentKind::Cannon)) => self.pick('◉', 'O'),
            (Shape::Bow(North), _) => self.pick('▲', '^'),
            (Shape::Bow(East), _) => self.pick('▶', '>'),
            (Shape::Bow(South), _) => self.pick('▼', 'v'),
            (Shape::Bow(West), _) => self.pick('◀', '<'),
            (Shape::Middle(East | West), _) => self.pick('■', '='),
            (Shape::Middle(North | South), _) => self.pick('█', 'H'),
            (Shape::Stern(North), _) => self.pick('▀', 'U'),
            (Shape::Stern(East), _) => self.pick('▐', '['),
            (Shape::Stern(South), _) => self.pick('▄', 'n'),
            (Shape::Stern(West), _) => self.pick('▌', ']'),
            (Shape::Whole, _) => self.pick('◆', '*'),
            (Shape::Unknown, None) => self.pick('■', '+'),
        }
    }

    /// A healthy segment of a ship of which only that is seen.
    const fn seen(self, section: SegmentKind) -> char {
        match section {
            SegmentKind::Radar => self.pick('◎', '@'),
            SegmentKind::Cannon => self.pick('◈', '!'),
            SegmentKind::Engine => self.pick('◍', '%'),
            SegmentKind::Footprint => self.pick('▣', '+'),
            SegmentKind::Destroyed => self.pick('╳', 'x'),
        }
    }

    const fn sunk(self, shape: Shape) -> char {
        if self.is_ascii {
            return 'X';
        }
        match shape {
            Shape::Bow(Direction::North) => '△',
            Shape::Bow(Direction::East) => '▷',
            Shape::Bow(Direction::South) => '▽',
            Shape::Bow(Direction::West) => '◁',
            Shape::Whole => '◇',
            _ => '□',
        }
    }

    /// A place that a ship could take, or could not.
    pub(super) fn ghost(self, is_free: bool) -> Style {
        match (self.has_colors, is_free) {
            (true, true) => self.good(),
            (true, false) => self.bad(),
            (false, true) => Style::new().add_modifier(Modifier::BOLD),
            (false, false) => Style::new().add_modifier(Modifier::BOLD | Modifier::REVERSED),
        }
    }

    /// The segment of a ship that could lie there.
    pub(super) fn ghost_look(self, shape: Shape, is_free: bool) -> Look {
        let piece = Piece {
            owner: Player::A,
            shape,
            condition: Condition::Sound,
            section: None,
            letter: None,
        };
        let (glyph, joint) = if is_free {
            (self.sound(piece), self.joint(piece))
        } else {
            ('!', None)
        };
        Look {
            glyph,
            joint,
            style: self.ghost(is_free),
        }
    }

    /// What the radar of the chosen ship sees.
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

    /// The parentheses around the last shots.
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

    fn fields() -> Vec<Field> {
        let mut fields = vec![Field::Unknown, Field::Miss, Field::Beside, Field::Reef];
        let ship = |condition, shape| {
            Field::Ship(Piece {
                owner: Player::A,
                shape,
                condition,
                section: None,
                letter: None,
            })
        };
        fields.push(ship(Condition::Hit, Shape::Unknown));
        for condition in [Condition::Sound, Condition::Sunk] {
            fields.push(ship(condition, Shape::Whole));
            for direction in Direction::ALL {
                fields.push(ship(condition, Shape::Bow(direction)));
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
                let is_sunk =
                    matches!(field, Field::Ship(piece) if piece.condition == Condition::Sunk);
                let glyph = theme.look(field, Player::A, false).glyph;
                assert!(!is_ascii || glyph.is_ascii());
                let is_new = seen.insert(glyph);
                assert!(
                    is_new || is_ascii && is_sunk,
                    "{field:?} looks like another"
                );
            }
        }
    }
}
