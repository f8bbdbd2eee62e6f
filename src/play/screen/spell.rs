//! How fields and things are called.

use crate::play::{Messages, Sight};
use crate::rules::{RuleSet, ShipClass};
use crate::view::Observation;
use crate::vocabulary::{Player, Pos};

/// The letter of a column, where columns have letters.
pub fn letter(column: i32) -> char {
    let letter = u8::try_from(column).ok().filter(|letter| *letter < 26);
    letter.map_or('?', |letter| char::from(b'A' + letter))
}

/// A field of the board: letter and number in waters, row and column at sea.
pub fn field(view: &Observation<'_>, pos: Pos) -> String {
    if !view.rules().announces_shots() {
        return format!("{} {}", pos.y, pos.x);
    }
    let waters = Player::BOTH.map(|player| view.start(player));
    let Some(waters) = waters.into_iter().find(|waters| waters.contains(pos)) else {
        return format!("{} {}", pos.y, pos.x);
    };
    format!("{}{}", letter(pos.x - waters.left), pos.y - waters.top + 1)
}

/// A class of ships in the language of the messages.
pub fn class(words: &Messages, rules: &RuleSet, class: &ShipClass) -> String {
    let id = format!("class-{}-{}", rules.name, class.name.to_ascii_lowercase());
    words.find(&id).unwrap_or_else(|| class.title.to_owned())
}

/// A ship, as the player who looks calls it.
pub fn ship(words: &Messages, sight: &Sight<'_>, of: &ShipClass, index: u32) -> String {
    let name = class(words, sight.rules(), of);
    format!("{name} {index}")
}

/// The first letter in capitals.
pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}
