//! The events of the terminal. Pasted text is one event, whether the terminal marks it or sends it
//! as keys.

use std::io;
use std::time::Duration;

use ratatui::crossterm::event::{self, Event, KeyCode, KeyModifiers};

/// This many keys at once are pasted text: nobody types as many between two looks at the keyboard.
const PASTED_KEYS_MIN: usize = 4;

/// The longest pause within text that is pasted as keys.
const PASTE_PAUSE: Duration = Duration::from_millis(20);

/// The most events before the screen is drawn again.
const EVENTS_MAX: usize = 4096;

/// Waits for events, and returns all that are there: a mouse sends many.
pub fn next_events(timeout: Duration) -> io::Result<Vec<Event>> {
    let mut events = Vec::new();
    let mut typed = String::new();
    let mut pause = timeout;
    while events.len() < EVENTS_MAX && event::poll(pause)? {
        let event = event::read()?;
        typed.extend(typed_letter(&event));
        events.push(event);
        pause = if is_pasted(&typed) {
            PASTE_PAUSE
        } else {
            Duration::ZERO
        };
    }
    if is_pasted(&typed) {
        events.retain(|event| !matches!(event, Event::Key(_)));
        events.push(Event::Paste(typed));
    }
    Ok(events)
}

fn is_pasted(typed: &str) -> bool {
    typed.chars().nth(PASTED_KEYS_MIN - 1).is_some()
}

/// The letter that a key stands for in a text.
fn typed_letter(event: &Event) -> Option<char> {
    const CHORD: KeyModifiers = KeyModifiers::CONTROL.union(KeyModifiers::ALT);
    let key = event.as_key_press_event()?;
    match key.code {
        KeyCode::Char(letter) if !key.modifiers.intersects(CHORD) => Some(letter),
        KeyCode::Enter => Some('\n'),
        KeyCode::Tab => Some('\t'),
        _ => None,
    }
}
