//! What keys and the mouse ask for on each page, and how the keys are shown.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};
use tui_input::InputRequest;

use super::ScreenPage;
use crate::geometry::{Direction, Movement};
use crate::rules::{FieldNames, RuleSet};

/// What a key or the mouse asks for.
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
    /// Rotate the ship in hand.
    Rotate,
    /// Place all ships at random.
    Random,
    /// Place the remaining ships at random.
    Fill,
    /// Remove the last ship or target.
    Undo,
    /// Remove all ships.
    Clear,
    EndTurn,
    /// Move the selected ship.
    Move(Movement),
    /// Send a plane.
    Plane,
    /// Play one turn.
    Single,
    /// Pause, or continue.
    Pause,
    /// Play faster (`true`), or more slowly.
    Speed(bool),
    /// Another game.
    New,
    Help,
    Save,
    /// End the program.
    Quit,
    Cancel,
    /// Left click on a cell.
    Point(u16, u16),
    /// Right click on a cell.
    PointOther(u16, u16),
    /// The mouse is over a cell.
    Hover(u16, u16),
    /// The wheel was turned; `true` is away from the hand.
    Wheel(bool),
    /// A letter of the name of a field.
    Type(char),
    /// An edit of a text.
    Edit(InputRequest),
    /// A key without effect on the page.
    Unknown(KeyEvent),
    /// The screen has another size.
    Redraw,
}

/// A key as it is shown: what is on it, or the id of the message that names it.
pub(super) struct KeyHint {
    pub label: &'static str,
    /// The id of the message that says what the key does.
    pub id: &'static str,
    /// What the letters in the label ask for. Other keys mean the same on most pages.
    intents: &'static [Intent],
}

const ARROWS: &str = "↑↓←→";
const ENTER: &str = "key-enter";
const PAGES: (&str, &str, &[Intent]) = ("key-pages", "hint-news", &[]);
const FAR: (&str, &str, &[Intent]) = ("key-far", "hint-leap", &[]);
const UNDO: (&str, &str, &[Intent]) = ("u", "hint-undo", &[Intent::Undo]);
const END: (&str, &str, &[Intent]) = ("e", "hint-end", &[Intent::EndTurn]);
const BOARD: (&str, &str, &[Intent]) = ("Tab", "hint-board", &[]);
const MOVES: &[Intent] = &[
    Intent::Move(Movement::Forward),
    Intent::Move(Movement::Left),
    Intent::Move(Movement::Right),
];

/// The keys of a page, the most important first.
pub(super) fn hints(page: ScreenPage, rules: Option<&RuleSet>) -> Vec<KeyHint> {
    let screen = rules.and_then(RuleSet::screen_style);
    let ships_move = rules.is_some() && screen.is_none();
    let mut keys = match page {
        ScreenPage::Start => vec![
            ("↑↓", "hint-line", &[][..]),
            ("←→", "hint-change", &[]),
            (ENTER, "hint-begin", &[]),
        ],
        ScreenPage::Placing => vec![
            (ARROWS, "hint-cursor", &[][..]),
            (ENTER, "hint-place", &[]),
            ("r", "hint-rotate", &[Intent::Rotate]),
            ("Tab", "hint-class", &[]),
            UNDO,
            ("a", "hint-random", &[Intent::Random]),
            ("f", "hint-fill", &[Intent::Fill]),
            ("c", "hint-clear", &[Intent::Clear]),
            FAR,
        ],
        ScreenPage::Battle if ships_move => vec![
            (ENTER, "hint-shoot", &[][..]),
            END,
            ("Tab", "hint-ship", &[]),
            ("f l r", "hint-move", MOVES),
            ("p", "hint-plane", &[Intent::Plane]),
            UNDO,
            ("Esc", "hint-cancel", &[]),
            (ARROWS, "hint-cursor", &[]),
            PAGES,
            FAR,
        ],
        ScreenPage::Battle => vec![
            (ARROWS, "hint-cursor", &[][..]),
            (ENTER, "hint-shoot", &[]),
            BOARD,
            END,
            PAGES,
            FAR,
        ],
        ScreenPage::HandOver => vec![(ENTER, "hint-go-on", &[][..]), BOARD, PAGES],
        ScreenPage::Hidden => vec![("key-space", "hint-go-on", &[][..])],
        ScreenPage::Watch => vec![
            ("p", "hint-pause", &[Intent::Pause][..]),
            (ENTER, "hint-single", &[]),
            (
                "+ -",
                "hint-speed",
                &[Intent::Speed(true), Intent::Speed(false)],
            ),
            BOARD,
            PAGES,
        ],
        ScreenPage::Over => vec![
            ("n", "hint-new", &[Intent::New][..]),
            BOARD,
            (ARROWS, "hint-cursor", &[]),
        ],
    };
    if let (Some(screen), ScreenPage::Placing | ScreenPage::Battle) = (screen, page) {
        if screen.lies_ahead && page == ScreenPage::Placing {
            keys.push(("1-4", "hint-direction", &[]));
        }
        let example = match screen.fields {
            FieldNames::LetterAndNumber => "B7",
            FieldNames::Numbers => "2/7",
        };
        keys.push((example, "hint-field", &[]));
    }
    if page != ScreenPage::Start {
        keys.push(("s", "hint-save", &[Intent::Save]));
    }
    keys.push(("?", "hint-help", &[Intent::Help]));
    keys.push(("q", "hint-quit", &[Intent::Quit]));
    let hint = |(label, id, intents)| KeyHint { label, id, intents };
    keys.into_iter().map(hint).collect()
}

/// What an event means on a page of a game with these rules. While a text `is_typed`, only
/// the keys of a text entry have a meaning.
pub(super) fn intent(
    event: &Event,
    page: ScreenPage,
    rules: Option<&RuleSet>,
    is_typed: bool,
) -> Option<Intent> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            if is_typed {
                text_intent(*key)
            } else {
                key_intent(*key, page, rules)
            }
        }
        Event::Mouse(mouse) => mouse_intent(*mouse, page),
        Event::Resize(..) => Some(Intent::Redraw),
        _ => None,
    }
}

/// The keys of a text entry, as in a shell.
pub(super) fn text_intent(key: KeyEvent) -> Option<Intent> {
    use InputRequest as Request;
    let has = |modifier| key.modifiers.contains(modifier);
    let is_by_word = has(KeyModifiers::CONTROL) || has(KeyModifiers::ALT);
    let is_control = has(KeyModifiers::CONTROL) && !has(KeyModifiers::ALT);
    Some(Intent::Edit(match key.code {
        KeyCode::Enter => return Some(Intent::Act),
        KeyCode::Esc => return Some(Intent::Cancel),
        KeyCode::Char('c') if is_control => return Some(Intent::Cancel),
        KeyCode::Char('a') if is_control => Request::GoToStart,
        KeyCode::Char('e') if is_control => Request::GoToEnd,
        KeyCode::Char('h') if is_control => Request::DeletePrevChar,
        KeyCode::Char('k') if is_control => Request::DeleteTillEnd,
        KeyCode::Char('u') if is_control => Request::DeleteFromStart,
        KeyCode::Char('w') if is_control => Request::DeletePrevWord,
        KeyCode::Char(letter) if !is_control && !letter.is_control() => Request::InsertChar(letter),
        KeyCode::Backspace if is_by_word => Request::DeletePrevWord,
        KeyCode::Backspace => Request::DeletePrevChar,
        KeyCode::Delete => Request::DeleteNextChar,
        KeyCode::Left if is_by_word => Request::GoToPrevWord,
        KeyCode::Left => Request::GoToPrevChar,
        KeyCode::Right if is_by_word => Request::GoToNextWord,
        KeyCode::Right => Request::GoToNextChar,
        KeyCode::Home => Request::GoToStart,
        KeyCode::End => Request::GoToEnd,
        _ => return None,
    }))
}

fn key_intent(key: KeyEvent, page: ScreenPage, rules: Option<&RuleSet>) -> Option<Intent> {
    use Direction::{East, North, South, West};
    const FAR: KeyModifiers = KeyModifiers::SHIFT.union(KeyModifiers::CONTROL);
    const CHORD: KeyModifiers = KeyModifiers::CONTROL.union(KeyModifiers::ALT);
    let hints = hints(page, rules);
    let has = |id: &str| hints.iter().any(|hint| hint.id == id);
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
        KeyCode::Char('h') if !key.modifiers.intersects(CHORD) => Intent::Help,
        KeyCode::Char(letter) if !key.modifiers.intersects(CHORD) => {
            let mut labelled = hints.iter().flat_map(|hint| {
                let letters = hint.label.split(' ').map(|label| label.chars().next());
                letters.zip(hint.intents)
            });
            match labelled.find(|(label, _)| *label == Some(letter)) {
                Some((_, intent)) => *intent,
                None if has("hint-field") && matches!(letter, 'A'..='Z' | '0'..='9' | '/') => {
                    Intent::Type(letter)
                }
                None => Intent::Unknown(key),
            }
        }
        // Keys that might have been meant to do something.
        KeyCode::Char(_)
        | KeyCode::F(_)
        | KeyCode::Backspace
        | KeyCode::Insert
        | KeyCode::Delete => Intent::Unknown(key),
        _ => return None,
    })
}

fn mouse_intent(mouse: MouseEvent, page: ScreenPage) -> Option<Intent> {
    let (x, y) = (mouse.column, mouse.row);
    let wheel = match page {
        ScreenPage::Battle | ScreenPage::HandOver => Intent::Scroll,
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
