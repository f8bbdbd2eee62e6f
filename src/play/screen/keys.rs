//! What keys and the mouse mean.

use ratatui::crossterm::event::{
    Event, KeyCode, KeyEvent, KeyEventKind, KeyModifiers, MouseButton, MouseEvent, MouseEventKind,
};

use super::Page;
use crate::vocabulary::{Direction, Movement};

/// What somebody wants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Intent {
    /// One field, or one line of a list, that way.
    Step(Direction),
    /// Several fields that way.
    Leap(Direction),
    /// Shoot, place, choose, go on: what lies nearest.
    Act,
    /// The next board, ship, or class.
    Next,
    /// The one before.
    Previous,
    /// Turn the ship that is placed.
    Rotate,
    /// Place all ships at random.
    Random,
    /// Place the ships that are left at random.
    Fill,
    /// Take the last ship, or target, back.
    Undo,
    /// Take all ships back.
    Clear,
    /// End the turn.
    EndTurn,
    /// Move the chosen ship.
    Move(Movement),
    /// Send a plane.
    Plane,
    /// Play one turn.
    Single,
    /// Stop or go on.
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
    /// Leave what was begun.
    Cancel,
    /// The mouse points at a cell and is clicked.
    Point(u16, u16),
    /// The same with the other button.
    PointOther(u16, u16),
    /// The mouse points at a cell.
    Hover(u16, u16),
    /// The wheel of the mouse: away from the hand, or towards it.
    Wheel(bool),
    /// A letter that is typed.
    Type(char),
    /// The last letter is taken back.
    Erase,
    /// The screen has changed its size.
    Redraw,
}

/// What an event means on a page. `is_typing` says that letters are typed, `is_sea`
/// that ships move.
pub fn intent(event: &Event, page: Page, is_typing: bool, is_sea: bool) -> Option<Intent> {
    match event {
        Event::Key(key) if key.kind != KeyEventKind::Release => {
            if is_typing {
                typed(*key)
            } else {
                of_key(*key, page, is_sea)
            }
        }
        Event::Mouse(mouse) => of_mouse(*mouse),
        Event::Resize(..) => Some(Intent::Redraw),
        _ => None,
    }
}

fn typed(key: KeyEvent) -> Option<Intent> {
    Some(match key.code {
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Intent::Cancel,
        KeyCode::Char(letter) => Intent::Type(letter),
        KeyCode::Backspace => Intent::Erase,
        KeyCode::Enter => Intent::Act,
        KeyCode::Esc => Intent::Cancel,
        _ => return None,
    })
}

fn of_key(key: KeyEvent, page: Page, is_sea: bool) -> Option<Intent> {
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
        KeyCode::PageUp => Some(Intent::Leap(Direction::North)),
        KeyCode::PageDown => Some(Intent::Leap(Direction::South)),
        KeyCode::Home => Some(Intent::Leap(Direction::West)),
        KeyCode::End => Some(Intent::Leap(Direction::East)),
        KeyCode::Enter | KeyCode::Char(' ') if page != Page::Watch => Some(Intent::Act),
        KeyCode::Enter => Some(Intent::Single),
        KeyCode::Tab => Some(Intent::Next),
        KeyCode::BackTab => Some(Intent::Previous),
        KeyCode::Backspace => Some(Intent::Undo),
        KeyCode::Esc => Some(Intent::Cancel),
        KeyCode::F(1) => Some(Intent::Help),
        KeyCode::Char('c') if key.modifiers.contains(KeyModifiers::CONTROL) => Some(Intent::Quit),
        KeyCode::Char(letter) => of_letter(letter, page, is_sea),
        _ => None,
    }
}

fn of_letter(letter: char, page: Page, is_sea: bool) -> Option<Intent> {
    let common = match letter {
        '?' | 'h' => Some(Intent::Help),
        's' => Some(Intent::Save),
        'q' => Some(Intent::Quit),
        _ => None,
    };
    common.or(match (page, letter) {
        (Page::Placing, 'r') => Some(Intent::Rotate),
        (Page::Placing, 'a') => Some(Intent::Random),
        (Page::Placing, 'f') => Some(Intent::Fill),
        (Page::Placing | Page::Battle, 'u') => Some(Intent::Undo),
        (Page::Placing, 'c') => Some(Intent::Clear),
        (Page::Battle, 'e') => Some(Intent::EndTurn),
        (Page::Battle, 'f') if is_sea => Some(Intent::Move(Movement::Forward)),
        (Page::Battle, 'l') if is_sea => Some(Intent::Move(Movement::Left)),
        (Page::Battle, 'r') if is_sea => Some(Intent::Move(Movement::Right)),
        (Page::Battle, 'p') if is_sea => Some(Intent::Plane),
        (Page::Watch, ' ' | 'p') => Some(Intent::Pause),
        (Page::Watch, '+') => Some(Intent::Faster),
        (Page::Watch, '-') => Some(Intent::Slower),
        (Page::Over, 'n') => Some(Intent::New),
        _ => None,
    })
}

fn of_mouse(mouse: MouseEvent) -> Option<Intent> {
    let (x, y) = (mouse.column, mouse.row);
    Some(match mouse.kind {
        MouseEventKind::Down(MouseButton::Left) => Intent::Point(x, y),
        MouseEventKind::Down(_) => Intent::PointOther(x, y),
        MouseEventKind::Moved => Intent::Hover(x, y),
        MouseEventKind::ScrollUp => Intent::Wheel(true),
        MouseEventKind::ScrollDown => Intent::Wheel(false),
        _ => return None,
    })
}
