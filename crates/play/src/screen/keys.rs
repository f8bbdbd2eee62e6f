//! Keys and the mouse: the intents that they stand for on each page, and the hints that name them.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::ScreenPage;
use crate::screen_style::{FieldNames, ScreenStyle};
use admiralty_core::geometry::{Direction, Movement};
use admiralty_core::rules::RuleSet;

/// The intent of a key or of the mouse.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Intent {
    /// One field or line in a direction.
    Step(Direction),
    /// Several fields in a direction.
    Leap(Direction),
    /// Enter: shoot, place, select, go on.
    Act,
    /// Earlier events (`true`), or later ones.
    Scroll(bool),
    /// The next board, ship, or class (`true`), or the previous one.
    Next(bool),
    Rotate,
    /// Place all ships at random.
    Random,
    /// Place the remaining ships at random.
    Fill,
    Undo,
    Clear,
    EndTurn,
    Move(Movement),
    Plane,
    /// Play one turn.
    Single,
    Pause,
    /// Play faster (`true`), or more slowly.
    Speed(bool),
    /// Another game.
    New,
    Help,
    /// Show where the enemy could be.
    Hint,
    Replay,
    Save,
    Quit,
    Cancel,
    /// Left click on a cell.
    Point(u16, u16),
    /// Right click on a cell.
    PointOther(u16, u16),
    /// The mouse is over a cell.
    Hover(u16, u16),
    /// The wheel was turned: up (`true`) or down.
    Wheel(bool),
    /// A letter of the name of a field, or a blank in it.
    Type(char),
    Edit(TextChange),
    /// A key without effect on the page.
    Unknown(KeyEvent),
    Redraw,
}

/// What is being typed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Typing {
    Nothing,
    /// The name of a field, to which a blank may belong.
    FieldName,
    /// A text, for which only the keys of a text entry have a meaning.
    Text,
}

/// What a key changes at the end of a text.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum TextChange {
    Append(char),
    DeleteLetter,
    DeleteWord,
    DeleteAll,
}

/// A key as it is shown: its label, or the id of the message that names it.
#[derive(Clone, Copy, Debug)]
pub(super) struct KeyHint {
    pub label: &'static str,
    /// The id of the message that says what the key does.
    pub id: &'static str,
    /// The intents of the letters in the label. Other keys mean the same on most pages.
    intents: &'static [Intent],
}

/// A key that means the same on most pages.
pub(super) const fn key(label: &'static str, id: &'static str) -> KeyHint {
    letters(label, id, &[])
}

/// Letters, with the intent of each.
pub(super) const fn letters(
    label: &'static str,
    id: &'static str,
    intents: &'static [Intent],
) -> KeyHint {
    KeyHint { label, id, intents }
}

/// Keys of several pages.
pub(super) const ARROWS: KeyHint = key("↑↓←→", "hint-cursor");
pub(super) const ENTER: &str = "key-enter";
pub(super) const BOARD: KeyHint = key("Tab", "hint-board");
pub(super) const PAGES: KeyHint = key("key-pages", "hint-news");
pub(super) const FAR: KeyHint = key("key-far", "hint-leap");
pub(super) const UNDO: KeyHint = letters("u", "hint-undo", &[Intent::Undo]);
/// No column has this letter.
pub(super) const HEAT: KeyHint = letters("w", "hint-heat", &[Intent::Hint]);
pub(super) const END: KeyHint = letters("e", "hint-end", &[Intent::EndTurn]);

/// The arrows as in vi, where none of these letters has another meaning.
const VI_ARROWS: KeyHint = letters(
    "h j k l",
    "hint-cursor",
    &[
        Intent::Step(Direction::West),
        Intent::Step(Direction::South),
        Intent::Step(Direction::North),
        Intent::Step(Direction::East),
    ],
);

/// The name of a field with a letter for the column. The letter may be small unless it is a key of
/// the page.
const LETTERED_FIELD: KeyHint = key("B7", "hint-field");
const NUMBERED_FIELD: KeyHint = key("2/7", "hint-field");
const SPACED_FIELD: KeyHint = key("3 7", "hint-field");

/// The keys and the use of the mouse on a page.
pub(super) struct Keys {
    pub page: ScreenPage,
    /// The keys that have a meaning on the page, the most important first.
    pub hints: Vec<KeyHint>,
    /// The id of the message that says what the mouse does.
    pub mouse: Option<&'static str>,
}

impl Keys {
    /// Adds the keys that pages share, in a game with these rules.
    #[must_use]
    pub fn with_shared(mut self, rules: Option<&RuleSet>) -> Self {
        let (page, hints) = (self.page, &mut self.hints);
        let style = rules.map(ScreenStyle::of);
        let has_fields = matches!(
            page,
            ScreenPage::Placing | ScreenPage::Battle | ScreenPage::Puzzle
        );
        if let Some(style) = style.filter(|_| has_fields) {
            if style.lies_ahead && page == ScreenPage::Placing {
                hints.push(key("1-4", "hint-direction"));
            }
            hints.push(match style.fields {
                FieldNames::LetterAndNumber => LETTERED_FIELD,
                FieldNames::Numbers => NUMBERED_FIELD,
                FieldNames::RowAndColumn => SPACED_FIELD,
            });
            hints.push(key("key-space", "hint-space"));
            let is_taken = style.fields == FieldNames::LetterAndNumber
                || hints
                    .iter()
                    .any(|hint| hint.label.split(' ').any(|label| label == "l"));
            if !is_taken {
                hints.push(VI_ARROWS);
            }
        }
        if !matches!(page, ScreenPage::Start | ScreenPage::Puzzle) {
            hints.push(letters("s", "hint-save", &[Intent::Save]));
        }
        hints.push(letters("?", "hint-help", &[Intent::Help]));
        hints.push(letters("q", "hint-quit", &[Intent::Quit]));
        self
    }

    /// The intent of an event, which depends on what is being typed.
    pub fn intent(&self, event: &Event, typing: Typing) -> Option<Intent> {
        match event {
            Event::Key(key) if key.kind != KeyEventKind::Release => match typing {
                Typing::Text => text_intent(*key),
                Typing::FieldName if key.code == KeyCode::Char(' ') => Some(Intent::Type(' ')),
                Typing::FieldName | Typing::Nothing => self.key_intent(*key),
            },
            Event::Mouse(mouse) => mouse_intent(*mouse, self.page),
            Event::Resize(..) => Some(Intent::Redraw),
            _ => None,
        }
    }

    fn key_intent(&self, key: KeyEvent) -> Option<Intent> {
        use Direction::{East, North, South, West};
        const FAR: KeyModifiers = KeyModifiers::SHIFT.union(KeyModifiers::CONTROL);
        const CHORD: KeyModifiers = KeyModifiers::CONTROL.union(KeyModifiers::ALT);
        let (page, hints) = (self.page, &self.hints);
        let has = |id: &str| hints.iter().any(|hint| hint.id == id);
        let has_field = |field: KeyHint| hints.iter().any(|hint| hint.label == field.label);
        let arrow = if key.modifiers.intersects(FAR) {
            Intent::Leap
        } else {
            Intent::Step
        };
        Some(match key.code {
            KeyCode::Up => arrow(North),
            KeyCode::Down => arrow(South),
            KeyCode::Left => arrow(West),
            KeyCode::Right => arrow(East),
            KeyCode::PageUp if has("hint-news") => Intent::Scroll(true),
            KeyCode::PageDown if has("hint-news") => Intent::Scroll(false),
            KeyCode::PageUp => Intent::Leap(North),
            KeyCode::PageDown => Intent::Leap(South),
            KeyCode::Home => Intent::Leap(West),
            KeyCode::End => Intent::Leap(East),
            // Enter does not reveal the boards, because a held key would then shoot.
            KeyCode::Enter if page == ScreenPage::Hidden => Intent::Unknown(key),
            KeyCode::Enter if page == ScreenPage::Watch => Intent::Single,
            KeyCode::Char(' ') if page == ScreenPage::Watch => Intent::Pause,
            KeyCode::Enter | KeyCode::Char(' ') => Intent::Act,
            KeyCode::Tab => Intent::Next(true),
            KeyCode::BackTab => Intent::Next(false),
            KeyCode::Backspace if has("hint-undo") => Intent::Undo,
            KeyCode::Esc => Intent::Cancel,
            KeyCode::F(1) => Intent::Help,
            KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Intent::Quit,
            KeyCode::Char(letter) if !key.modifiers.intersects(CHORD) => {
                let mut labelled = hints.iter().flat_map(|hint| {
                    let letters = hint.label.split(' ').map(|label| label.chars().next());
                    letters.zip(hint.intents)
                });
                let labelled = labelled.find(|(label, _)| *label == Some(letter));
                match (labelled, letter) {
                    (Some((_, intent)), _) => *intent,
                    // No board has more columns.
                    (None, 'A'..='T' | 'a'..='t') if has_field(LETTERED_FIELD) => {
                        Intent::Type(letter.to_ascii_uppercase())
                    }
                    (None, '0'..='9') if has("hint-field") => Intent::Type(letter),
                    (None, '/') if has_field(NUMBERED_FIELD) => Intent::Type(letter),
                    (None, 'h') => Intent::Help,
                    _ => Intent::Unknown(key),
                }
            }
            // Keys for which the person may have expected an effect.
            KeyCode::Char(_)
            | KeyCode::F(_)
            | KeyCode::Backspace
            | KeyCode::Insert
            | KeyCode::Delete => Intent::Unknown(key),
            _ => return None,
        })
    }
}

/// The keys of a text entry, as in a shell.
pub(super) fn text_intent(key: KeyEvent) -> Option<Intent> {
    let has = |modifier| key.modifiers.contains(modifier);
    let is_by_word = has(KeyModifiers::CONTROL) || has(KeyModifiers::ALT);
    let is_control = has(KeyModifiers::CONTROL) && !has(KeyModifiers::ALT);
    Some(Intent::Edit(match key.code {
        KeyCode::Enter => return Some(Intent::Act),
        KeyCode::Esc => return Some(Intent::Cancel),
        KeyCode::Char('c') if is_control => return Some(Intent::Cancel),
        KeyCode::Char('h') if is_control => TextChange::DeleteLetter,
        KeyCode::Char('u') if is_control => TextChange::DeleteAll,
        KeyCode::Char('w') if is_control => TextChange::DeleteWord,
        KeyCode::Char(letter) if !is_control && !letter.is_control() => TextChange::Append(letter),
        KeyCode::Backspace if is_by_word => TextChange::DeleteWord,
        KeyCode::Backspace => TextChange::DeleteLetter,
        _ => return None,
    }))
}

fn mouse_intent(mouse: MouseEvent, page: ScreenPage) -> Option<Intent> {
    let (x, y) = (mouse.column, mouse.row);
    let wheel = match page {
        ScreenPage::Battle | ScreenPage::Puzzle | ScreenPage::HandOver => Intent::Scroll,
        _ => Intent::Wheel,
    };
    Some(match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Intent::Point(x, y),
        MouseEventKind::Down(_) => Intent::PointOther(x, y),
        MouseEventKind::Moved => Intent::Hover(x, y),
        MouseEventKind::ScrollUp => wheel(true),
        MouseEventKind::ScrollDown => wheel(false),
        _ => return None,
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::rules::RuleSet;

    /// Letters that name columns, or move a ship, are no arrows.
    #[test]
    fn letters_are_arrows_where_they_have_no_other_meaning() {
        use Direction::{East, North, South, West};
        use ScreenPage::{Battle, Placing};
        const FORWARD: KeyHint = letters("f l", "hint-move", &[Intent::Move(Movement::Forward)]);
        let arrows = [West, South, North, East].map(Intent::Step);
        let columns = ['H', 'J', 'K', 'L'].map(Intent::Type);
        for (rules, page, first, expected) in [
            (RuleSet::GERMAN, Placing, UNDO, Some(arrows)),
            (RuleSet::GERMAN, Battle, END, Some(arrows)),
            (RuleSet::SHIPS, Placing, UNDO, Some(arrows)),
            (RuleSet::SHIPS, Battle, FORWARD, None),
            (RuleSet::ITALIAN, Battle, END, Some(columns)),
            (RuleSet::MSX, Placing, UNDO, Some(columns)),
        ] {
            let (hints, mouse) = (vec![first], None);
            let keys = Keys { page, hints, mouse }.with_shared(Some(rules));
            let pressed = ['h', 'j', 'k', 'l'].map(|letter| {
                let event = Event::Key(KeyEvent::from(KeyCode::Char(letter)));
                keys.intent(&event, Typing::Nothing).expect("an intent")
            });
            match expected {
                Some(expected) => assert_eq!(pressed, expected, "{}, {page:?}", rules.name),
                None => assert!(pressed.iter().all(|one| !arrows.contains(one))),
            }
        }
    }

    #[test]
    fn keys_mean_what_they_say() {
        use Direction::{East, North, South, West};
        use ScreenPage::{Battle, Hidden, Over, Placing, Start, Watch};
        const BACKSPACE: KeyCode = KeyCode::Backspace;
        const NONE: KeyModifiers = KeyModifiers::NONE;
        const ALT: KeyModifiers = KeyModifiers::ALT;
        const CONTROL: KeyModifiers = KeyModifiers::CONTROL;
        const SHIFT: KeyModifiers = KeyModifiers::SHIFT;
        const SPEEDS: &[Intent] = &[Intent::Speed(true), Intent::Speed(false)];
        let hints = |page| match page {
            Placing => vec![UNDO, letters("x", "hint-clear", &[Intent::Clear])],
            Battle => vec![END, PAGES],
            Watch => vec![letters("+ -", "hint-speed", SPEEDS), PAGES],
            _ => Vec::new(),
        };
        let key = |letter| KeyCode::Char(letter);
        let unknown = |code, modifiers| Intent::Unknown(KeyEvent::new(code, modifiers));
        for (page, code, modifiers, expected) in [
            (Placing, KeyCode::Up, NONE, Intent::Step(North)),
            (Placing, KeyCode::Down, NONE, Intent::Step(South)),
            (Placing, KeyCode::Left, ALT, Intent::Step(West)),
            (Placing, KeyCode::Right, NONE, Intent::Step(East)),
            (Placing, KeyCode::Up, SHIFT, Intent::Leap(North)),
            (Placing, KeyCode::Down, CONTROL, Intent::Leap(South)),
            (Battle, KeyCode::Left, SHIFT, Intent::Leap(West)),
            (Battle, KeyCode::Right, CONTROL, Intent::Leap(East)),
            (Battle, KeyCode::Home, NONE, Intent::Leap(West)),
            (Start, KeyCode::End, NONE, Intent::Leap(East)),
            (Placing, KeyCode::PageUp, NONE, Intent::Leap(North)),
            (Placing, KeyCode::PageDown, NONE, Intent::Leap(South)),
            (Battle, KeyCode::PageUp, NONE, Intent::Scroll(true)),
            (Watch, KeyCode::PageDown, NONE, Intent::Scroll(false)),
            (Battle, KeyCode::Enter, NONE, Intent::Act),
            (Hidden, KeyCode::Enter, NONE, unknown(KeyCode::Enter, NONE)),
            (Hidden, key(' '), NONE, Intent::Act),
            (Watch, KeyCode::Enter, NONE, Intent::Single),
            (Watch, key(' '), NONE, Intent::Pause),
            (Watch, key('+'), NONE, Intent::Speed(true)),
            (Watch, key('-'), NONE, Intent::Speed(false)),
            (Battle, KeyCode::Tab, NONE, Intent::Next(true)),
            (Battle, KeyCode::BackTab, SHIFT, Intent::Next(false)),
            (Placing, BACKSPACE, NONE, Intent::Undo),
            (Placing, key('u'), NONE, Intent::Undo),
            (Over, BACKSPACE, NONE, unknown(BACKSPACE, NONE)),
            (Placing, key('x'), NONE, Intent::Clear),
            (Placing, key('x'), ALT, unknown(key('x'), ALT)),
            (Placing, key('c'), CONTROL, Intent::Quit),
            (Battle, key('c'), NONE, Intent::Type('C')),
            (Battle, key('c'), ALT, unknown(key('c'), ALT)),
            (Battle, key('e'), NONE, Intent::EndTurn),
            (Battle, key('h'), NONE, Intent::Type('H')),
            (Start, key('h'), NONE, Intent::Help),
            (Watch, key('h'), NONE, Intent::Help),
            (Battle, key('?'), NONE, Intent::Help),
            (Battle, KeyCode::F(1), NONE, Intent::Help),
            (Battle, KeyCode::F(2), NONE, unknown(KeyCode::F(2), NONE)),
            (Battle, key('s'), NONE, Intent::Save),
            (Start, key('s'), NONE, unknown(key('s'), NONE)),
            (Start, key('q'), NONE, Intent::Quit),
            (Battle, KeyCode::Esc, NONE, Intent::Cancel),
            (Battle, key('B'), NONE, Intent::Type('B')),
            (Battle, key('b'), NONE, Intent::Type('B')),
            (Battle, key('/'), NONE, unknown(key('/'), NONE)),
            (Placing, key('b'), NONE, Intent::Type('B')),
            (Placing, key('c'), NONE, Intent::Type('C')),
            (Placing, key('C'), NONE, Intent::Type('C')),
            (Placing, key('7'), NONE, Intent::Type('7')),
            (Watch, key('7'), NONE, unknown(key('7'), NONE)),
        ] {
            let hints = hints(page);
            let mouse = None;
            let keys = Keys { page, hints, mouse }.with_shared(Some(RuleSet::ITALIAN));
            let event = Event::Key(KeyEvent::new(code, modifiers));
            let found = keys.intent(&event, Typing::Nothing);
            assert_eq!(found, Some(expected), "{code} with {modifiers}");
        }
    }
}
