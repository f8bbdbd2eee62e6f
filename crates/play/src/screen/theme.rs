//! Colours and other styles.

use ratatui::style::{Color, Modifier, Style};

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
