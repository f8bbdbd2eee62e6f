//! What keys and the mouse mean on a page.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use tui_input::InputRequest;

use super::ScreenPage;
use crate::geometry::{Direction, Movement};

/// What a key or the mouse asks for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// One field or line in a direction.
    Step(Direction),
    /// Several fields in a direction.
    Leap(Direction),
    /// Enter: shoot, place, select, go on.
    Act,
    /// Earlier events.
    Older,
    /// Later events.
    Newer,
    /// The next board, ship, or class.
    Next,
    /// The previous one.
    Previous,
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
    /// End the turn.
    EndTurn,
    /// Move the selected ship.
    Move(Movement),
    /// Send a plane.
    Plane,
    /// Play one turn.
    Single,
    /// Pause, or continue.
    Pause,
    /// Play faster.
    Faster,
    /// Play more slowly.
    Slower,
    /// Another game.
    New,
    /// Help.
    Help,
    /// Save.
    Save,
    /// End the program.
    Quit,
    /// Cancel.
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

/// What an event means on a page. `is_typing` says that a text is being typed, `ships_move`
/// that the rule set is one where ships move.
pub fn intent(
    event: &Event,
    page: ScreenPage,
    is_typing: bool,
    ships_move: bool,
) -> Option<Intent> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            if is_typing {
                typed(*key)
            } else {
                key_intent(*key, page, ships_move).or_else(|| unknown(*key))
            }
        }
        Event::Mouse(mouse) => mouse_intent(*mouse, page),
        Event::Resize(..) => Some(Intent::Redraw),
        _ => None,
    }
}

/// What an event means in a line of the start page that is typed.
pub fn text_intent(event: &Event) -> Option<Intent> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            typed(*key).filter(|intent| matches!(intent, Intent::Edit(_)))
        }
        _ => None,
    }
}

/// The keys of a text entry, as in a shell.
fn typed(key: KeyEvent) -> Option<Intent> {
    let has = |modifier| key.modifiers.contains(modifier);
    let is_by_word = has(KeyModifiers::CONTROL) || has(KeyModifiers::ALT);
    let is_control = has(KeyModifiers::CONTROL) && !has(KeyModifiers::ALT);
    let request = match key.code {
        KeyCode::Enter => return Some(Intent::Act),
        KeyCode::Esc => return Some(Intent::Cancel),
        KeyCode::Char('c') if is_control => return Some(Intent::Cancel),
        KeyCode::Char('a') if is_control => InputRequest::GoToStart,
        KeyCode::Char('e') if is_control => InputRequest::GoToEnd,
        KeyCode::Char('h') if is_control => InputRequest::DeletePrevChar,
        KeyCode::Char('k') if is_control => InputRequest::DeleteTillEnd,
        KeyCode::Char('u') if is_control => InputRequest::DeleteFromStart,
        KeyCode::Char('w') if is_control => InputRequest::DeletePrevWord,
        KeyCode::Char(letter) if !is_control && !letter.is_control() => {
            InputRequest::InsertChar(letter)
        }
        KeyCode::Backspace if is_by_word => InputRequest::DeletePrevWord,
        KeyCode::Backspace => InputRequest::DeletePrevChar,
        KeyCode::Delete => InputRequest::DeleteNextChar,
        KeyCode::Left if is_by_word => InputRequest::GoToPrevWord,
        KeyCode::Left => InputRequest::GoToPrevChar,
        KeyCode::Right if is_by_word => InputRequest::GoToNextWord,
        KeyCode::Right => InputRequest::GoToNextChar,
        KeyCode::Home => InputRequest::GoToStart,
        KeyCode::End => InputRequest::GoToEnd,
        _ => return None,
    };
    Some(Intent::Edit(request))
}

fn key_intent(key: KeyEvent, page: ScreenPage, ships_move: bool) -> Option<Intent> {
    let is_far = key
        .modifiers
        .intersects(KeyModifiers::SHIFT | KeyModifiers::CONTROL);
    let arrow = |direction| {
        Some(if is_far {
            Intent::Leap(direction)
        } else {
            Intent::Step(direction)
        })
    };
    match key.code {
        KeyCode::Up => arrow(Direction::North),
        KeyCode::Down => arrow(Direction::South),
        KeyCode::Left => arrow(Direction::West),
        KeyCode::Right => arrow(Direction::East),
        KeyCode::PageUp if has_events(page) => Some(Intent::Older),
        KeyCode::PageDown if has_events(page) => Some(Intent::Newer),
        KeyCode::PageUp => Some(Intent::Leap(Direction::North)),
        KeyCode::PageDown => Some(Intent::Leap(Direction::South)),
        KeyCode::Home => Some(Intent::Leap(Direction::West)),
        KeyCode::End => Some(Intent::Leap(Direction::East)),
        // Enter does not reveal the boards, because a held key would then shoot.
        KeyCode::Enter if page == ScreenPage::Hidden => Some(Intent::Unknown(key)),
        KeyCode::Enter | KeyCode::Char(' ') if page != ScreenPage::Watch => Some(Intent::Act),
        KeyCode::Enter => Some(Intent::Single),
        KeyCode::Tab => Some(Intent::Next),
        KeyCode::BackTab => Some(Intent::Previous),
        KeyCode::Backspace
            if page == ScreenPage::Placing || page == ScreenPage::Battle && ships_move =>
        {
            Some(Intent::Undo)
        }
        KeyCode::Esc => Some(Intent::Cancel),
        KeyCode::F(1) => Some(Intent::Help),
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Some(Intent::Quit),
        KeyCode::Char(_) if key.modifiers.intersects(CHORD) => None,
        KeyCode::Char(letter) => letter_intent(letter, page, ships_move),
        _ => None,
    }
}

/// Whether a page shows events.
const fn has_events(page: ScreenPage) -> bool {
    matches!(
        page,
        ScreenPage::Battle | ScreenPage::HandOver | ScreenPage::Watch
    )
}

/// Modifiers that change the meaning of a letter.
const CHORD: KeyModifiers = KeyModifiers::CONTROL.union(KeyModifiers::ALT);

/// A key that might have been meant to do something.
fn unknown(key: KeyEvent) -> Option<Intent> {
    let is_meant = matches!(
        key.code,
        KeyCode::Char(_) | KeyCode::F(_) | KeyCode::Backspace | KeyCode::Insert | KeyCode::Delete
    );
    is_meant.then_some(Intent::Unknown(key))
}

fn letter_intent(letter: char, page: ScreenPage, ships_move: bool) -> Option<Intent> {
    let common = match letter {
        '?' | 'h' => Some(Intent::Help),
        's' if page != ScreenPage::Start => Some(Intent::Save),
        'q' => Some(Intent::Quit),
        _ => None,
    };
    common.or(match (page, letter) {
        (ScreenPage::Placing, 'r') => Some(Intent::Rotate),
        (ScreenPage::Placing, 'a') => Some(Intent::Random),
        (ScreenPage::Placing, 'f') => Some(Intent::Fill),
        (ScreenPage::Placing, 'u') => Some(Intent::Undo),
        (ScreenPage::Battle, 'u') if ships_move => Some(Intent::Undo),
        (ScreenPage::Placing, 'c') => Some(Intent::Clear),
        (ScreenPage::Battle, 'e') => Some(Intent::EndTurn),
        (ScreenPage::Battle, 'f') if ships_move => Some(Intent::Move(Movement::Forward)),
        (ScreenPage::Battle, 'l') if ships_move => Some(Intent::Move(Movement::Left)),
        (ScreenPage::Battle, 'r') if ships_move => Some(Intent::Move(Movement::Right)),
        (ScreenPage::Battle, 'p') if ships_move => Some(Intent::Plane),
        (ScreenPage::Watch, ' ' | 'p') => Some(Intent::Pause),
        (ScreenPage::Watch, '+') => Some(Intent::Faster),
        (ScreenPage::Watch, '-') => Some(Intent::Slower),
        (ScreenPage::Over, 'n') => Some(Intent::New),
        // The name of a field.
        (ScreenPage::Placing | ScreenPage::Battle, 'A'..='Z' | '0'..='9' | '/') if !ships_move => {
            Some(Intent::Type(letter))
        }
        _ => None,
    })
}

fn mouse_intent(mouse: MouseEvent, page: ScreenPage) -> Option<Intent> {
    let (x, y) = (mouse.column, mouse.row);
    Some(match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Intent::Point(x, y),
        MouseEventKind::Down(_) => Intent::PointOther(x, y),
        MouseEventKind::Moved => Intent::Hover(x, y),
        MouseEventKind::ScrollUp if matches!(page, ScreenPage::Battle | ScreenPage::HandOver) => {
            Intent::Older
        }
        MouseEventKind::ScrollDown if matches!(page, ScreenPage::Battle | ScreenPage::HandOver) => {
            Intent::Newer
        }
        MouseEventKind::ScrollUp => Intent::Wheel(true),
        MouseEventKind::ScrollDown => Intent::Wheel(false),
        _ => return None,
    })
}
