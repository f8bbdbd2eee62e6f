//! Dialogs over a page: questions, and the help with its keys, its glyphs and the use of the mouse.

use ratatui::style::Style;
use ratatui::text::{Line, Span};

use super::keys::Keys;
use super::ui::{BOX_COLUMNS, entry, fitted, padded, wrapped};
use super::{ScreenPage, Ui};
use crate::field_view::SegmentShape;
use crate::screen_style::{BoardSigns, ScreenStyle};
use crate::{FieldView, SegmentState, ShipSegment};
use admiralty_core::geometry::Direction;
use admiralty_core::player::Player;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::SegmentKind;

pub(super) const FILE_NAME_MAX: usize = 200;
/// The width of the part of a file name that is shown.
const NAME_COLUMNS: u16 = 56;

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

/// A question or help shown over a page.
#[derive(Clone, Debug)]
pub(super) enum Dialog {
    /// A page of the keys and the glyphs, from 0.
    Help(usize),
    Quit,
    /// Whether to end a turn with this many shots left.
    EndTurn(u64),
    /// The name of the file to save to.
    Save {
        name: String,
        /// Whether the program ends when the game is saved.
        quits: bool,
    },
}

/// How much of a game is in a file that the person has named.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum SaveState {
    /// All of it, or there is nothing to save.
    Saved,
    /// All of it, but in another file.
    AutoSaved,
    /// Not all of it.
    Unsaved,
    /// It cannot be saved, because the opponent is remote, and wins if the person leaves.
    Remote,
}

impl Dialog {
    pub fn save(quits: bool) -> Self {
        Self::Save {
            name: "game.ships".to_owned(),
            quits,
        }
    }

    /// The lines of a question; none for help.
    pub fn lines(
        &self,
        ui: &Ui,
        save_state: SaveState,
        notice: Option<String>,
        width: u16,
    ) -> Vec<Line<'static>> {
        let messages = &ui.messages;
        let text = |id: &str| Line::from(messages.text(id));
        let (title, mut lines) = match self {
            Self::Help(_) => return Vec::new(),
            Self::Quit => {
                let lines = match save_state {
                    SaveState::Saved => vec![text("quit-keys")],
                    SaveState::AutoSaved => vec![text("quit-kept"), text("quit-keys-save")],
                    SaveState::Unsaved => vec![text("quit-keys-save")],
                    SaveState::Remote => vec![text("quit-lost"), text("quit-keys")],
                };
                (messages.text("quit-title"), lines)
            }
            Self::EndTurn(left) => {
                let args = [("count", (*left).into())];
                (messages.format("end-title", &args), vec![text("end-keys")])
            }
            Self::Save { name, .. } => {
                const PROMPT: &str = "> ";
                let columns = width.saturating_sub(BOX_COLUMNS).saturating_sub(2);
                let mut typed = entry(name, columns.min(NAME_COLUMNS).into());
                typed.spans.insert(0, Span::raw(PROMPT));
                let mut lines = vec![typed, Line::default()];
                if let Some(notice) = notice {
                    let notice = Line::styled(notice, ui.theme.bad());
                    lines.extend(wrapped(vec![notice], NAME_COLUMNS));
                }
                lines.push(text("save-keys"));
                (messages.text("save-title"), lines)
            }
        };
        let title = Line::styled(title, ui.theme.title());
        lines.splice(0..0, [title, Line::default()]);
        lines
    }
}

/// The lines of the help for a page, in a screen of this width.
pub(super) fn help_lines(
    ui: &Ui,
    keys: &Keys,
    rules: Option<&RuleSet>,
    width: u16,
) -> Vec<Line<'static>> {
    let width = width.saturating_sub(BOX_COLUMNS);
    let (theme, messages) = (ui.theme, &ui.messages);
    let page = keys.page;
    let texts: Vec<_> = keys
        .hints
        .iter()
        .map(|hint| (ui.key_text(hint.label), messages.text(hint.id)))
        .collect();
    let key_width = texts.iter().map(|(key, _)| Span::raw(key).width()).max();
    let key_width = key_width.unwrap_or(0) + 1;
    let mut left = vec![title(ui, "help-keys")];
    left.extend(texts.into_iter().map(|(key, text)| {
        let key = Span::styled(padded(&key, key_width), theme.title());
        Line::from(vec![key, Span::raw(text)])
    }));
    let mut right = Vec::new();
    if let (Some(rules), true) = (rules, page != ScreenPage::Hidden) {
        right.push(title(ui, "help-glyphs"));
        right.extend(Legend { ui, page, rules }.lines());
    }
    if let Some(id) = keys.mouse {
        if !right.is_empty() {
            right.push(Line::default());
        }
        let columns = width.min(RIGHT_COLUMNS);
        right.extend(wrapped(vec![Line::from(messages.text(id))], columns));
    }
    let both = beside(left.clone(), right.clone());
    if both.iter().all(|line| line.width() <= usize::from(width)) {
        return both;
    }
    if !right.is_empty() {
        left.push(Line::default());
    }
    fitted([left, right].concat(), width)
}

/// A title whose style stays when it is put beside another line.
fn title(ui: &Ui, id: &str) -> Line<'static> {
    Line::from(Span::styled(ui.messages.text(id), ui.theme.title()))
}

/// The meaning of the glyphs of a page.
struct Legend<'a> {
    ui: &'a Ui,
    page: ScreenPage,
    rules: &'a RuleSet,
}

impl Legend<'_> {
    fn lines(&self) -> Vec<Line<'static>> {
        use SegmentState::{Hit, Intact, Sunk};
        let (theme, page, rules) = (self.ui.theme, self.page, self.rules);
        let style = ScreenStyle::of(rules);
        let ships_move = style.is_shared();
        let has_boats = rules.classes.iter().any(|class| class.length == 1);
        let styled = |text: &str, style| vec![Span::styled(text.to_owned(), style)];
        let hit = || self.ship(Hit, &[SegmentShape::Unknown]);
        let boat: &[_] = &[SegmentShape::Whole][..usize::from(has_boats)];
        let sunk = || self.ship(Sunk, &[&SHIP, boat].concat());
        let mut glyphs = Vec::new();
        if style.has_letters {
            glyphs.push(("legend-letters", self.letters(Intact)));
        } else if style.open_signs.intact.is_some() {
            glyphs.push(("legend-part", self.ship(Intact, &SHIP[..1])));
        } else {
            glyphs.push(("legend-ship", self.ship(Intact, &SHIP)));
            if has_boats {
                glyphs.push(("legend-whole", self.ship(Intact, boat)));
            }
        }
        if ships_move {
            let cannon = self.section(Player::A, SHIP[1], SegmentKind::Cannon);
            glyphs.extend([
                ("legend-cannon", vec![cannon]),
                ("legend-unknown", self.field(FieldView::Fog)),
                ("legend-reef", self.field(FieldView::Reef)),
            ]);
        } else {
            glyphs.push(("legend-unknown", self.field(FieldView::Unknown)));
        }
        if page == ScreenPage::Placing {
            glyphs.extend(self.previews());
        } else if ships_move {
            use SegmentKind::{Cannon, Engine, Plain, Radar};
            let enemy = [Radar, Cannon, Engine, Plain]
                .map(|kind| self.section(Player::B, SegmentShape::Unknown, kind));
            glyphs.extend([
                ("legend-seen", self.field(FieldView::OpenWater)),
                ("legend-sections", enemy.to_vec()),
                ("legend-destroyed", hit()),
                ("legend-sunk", sunk()),
            ]);
        } else {
            glyphs.extend([
                ("legend-miss", self.field(FieldView::Miss)),
                ("legend-hit", hit()),
                ("legend-sunk", sunk()),
            ]);
            let segment = ShipSegment::new(Player::A, SegmentShape::Unknown, Hit);
            let own_hit = self.own_field(FieldView::Ship(segment));
            let signs = self.own_signs();
            if signs.intact != Some(signs.hit) && own_hit != hit() {
                glyphs.push(("legend-own-hit", own_hit));
            }
            if rules.gap > 0 && style.signs.beside_sunk != style.signs.covered {
                glyphs.push(("legend-beside", self.field(FieldView::BesideSunk)));
            }
            if rules.names_hits() {
                glyphs.push(("legend-named", self.letters(Hit)));
            }
            glyphs.push(("legend-last", styled("( )", theme.last(theme.water()))));
        }
        if ships_move && page == ScreenPage::Battle {
            let on_water = |symbol, style| styled(&format!(" {symbol} "), style);
            let radar = if theme.has_colors {
                ' '
            } else {
                theme.pick('∙', ':')
            };
            let target = theme.pick('⊕', 'T');
            glyphs.extend([
                ("legend-radar", on_water(radar, theme.radar(theme.water()))),
                ("legend-range", on_water('+', theme.water())),
                ("legend-target", on_water(target, theme.water())),
                ("legend-plane", styled("{ }", theme.last(theme.water()))),
            ]);
            glyphs.extend(self.previews());
        }
        if page != ScreenPage::Watch {
            glyphs.push(("legend-cursor", styled("[ ]", theme.cursor(Style::new()))));
        }
        let line = |(id, mut spans): (&str, Vec<Span<'static>>)| {
            let width: usize = spans.iter().map(Span::width).sum();
            spans.push(Span::raw(" ".repeat(SAMPLE_COLUMNS.saturating_sub(width))));
            spans.push(Span::raw(self.ui.messages.text(id)));
            Line::from(spans)
        };
        glyphs.into_iter().map(line).collect()
    }

    /// A field of a board of shots.
    fn field(&self, field: FieldView) -> Vec<Span<'static>> {
        self.sample(field, ScreenStyle::of(self.rules).signs)
    }

    /// A field of the player's own board.
    fn own_field(&self, field: FieldView) -> Vec<Span<'static>> {
        self.sample(field, self.own_signs())
    }

    fn own_signs(&self) -> &'static BoardSigns {
        let style = ScreenStyle::of(self.rules);
        match self.page {
            ScreenPage::Over | ScreenPage::Watch => style.open_signs,
            _ => style.own_signs,
        }
    }

    fn sample(&self, field: FieldView, signs: &BoardSigns) -> Vec<Span<'static>> {
        let glyph = self.ui.theme.glyph(field, Player::A, signs);
        vec![Span::styled(format!(" {} ", glyph.symbol), glyph.style)]
    }

    fn ship(&self, state: SegmentState, shapes: &[SegmentShape]) -> Vec<Span<'static>> {
        let segment = |shape: &_| FieldView::Ship(ShipSegment::new(Player::A, *shape, state));
        let fields = shapes.iter().map(segment);
        let draw = |field| match state {
            SegmentState::Intact => self.own_field(field),
            _ => self.field(field),
        };
        fields.flat_map(draw).collect()
    }

    /// Segments of some classes as letters.
    fn letters(&self, state: SegmentState) -> Vec<Span<'static>> {
        let segment = |class: &ShipClass| ShipSegment {
            letter: Some(class.letter),
            ..ShipSegment::new(Player::A, SegmentShape::Unknown, state)
        };
        let fields = self.rules.classes.iter().take(4).map(segment);
        fields
            .flat_map(|segment| self.field(FieldView::Ship(segment)))
            .collect()
    }

    /// A segment whose function is known.
    fn section(&self, owner: Player, shape: SegmentShape, kind: SegmentKind) -> Span<'static> {
        let segment = ShipSegment {
            section: Some(kind),
            ..ShipSegment::new(owner, shape, SegmentState::Intact)
        };
        self.field(FieldView::Ship(segment)).remove(0)
    }

    /// A ship where it could lie, and where it could not.
    fn previews(&self) -> [(&'static str, Vec<Span<'static>>); 2] {
        [("legend-free", true), ("legend-blocked", false)].map(|(id, is_free)| {
            let samples = SHIP.map(|shape| {
                let glyph = self.ui.theme.preview_glyph(shape, is_free);
                Span::styled(format!(" {} ", glyph.symbol), glyph.style)
            });
            (id, samples.to_vec())
        })
    }
}

/// Puts two columns of lines next to each other.
fn beside(mut left: Vec<Line<'static>>, mut right: Vec<Line<'static>>) -> Vec<Line<'static>> {
    let column = left.iter().map(Line::width).max().unwrap_or(0) + GAP;
    let count = left.len().max(right.len());
    left.resize(count, Line::default());
    right.resize(count, Line::default());
    let both = left.into_iter().zip(right).map(|(mut line, right)| {
        let blanks = column.saturating_sub(line.width());
        line.push_span(" ".repeat(blanks));
        line.spans.extend(right);
        line
    });
    both.collect()
}
