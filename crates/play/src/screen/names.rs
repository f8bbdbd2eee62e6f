//! The names of fields, ships and classes.

use unicode_width::UnicodeWidthStr;

use crate::screen_style::{FieldNames, ScreenStyle};
use crate::{Coin, Messages, PlayerView};
use admiralty_core::game::ShipName;
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::Observation;

/// How the fields of a rule set are named.
fn names(rules: &RuleSet) -> FieldNames {
    ScreenStyle::of(rules).fields
}

/// The label of a column, counted from 0: its letter, or the last digit of its number.
pub fn column(rules: &RuleSet, column: i32) -> char {
    let digit = |number: i32| char::from(b'0' + u8::try_from(number % 10).unwrap_or(0));
    match (names(rules), u8::try_from(column)) {
        (FieldNames::LetterAndNumber, Ok(letter @ 0..26)) => char::from(b'A' + letter),
        (FieldNames::Numbers, Ok(_)) => digit(column + 1),
        _ => '?',
    }
}

/// The name of a field: as people say it in waters, by row and column where ships move.
pub fn field(observation: &Observation<'_>, pos: Pos) -> String {
    let rules = observation.rules();
    let waters = Player::BOTH.map(|player| observation.start(player));
    let waters = waters.into_iter().find(|waters| waters.contains(pos));
    let in_waters = waters.map(|waters| (pos.x - waters.left, pos.y - waters.top + 1));
    match (names(rules), in_waters) {
        (FieldNames::LetterAndNumber, Some((x, y))) => format!("{}{y}", column(rules, x)),
        (FieldNames::Numbers, Some((x, y))) => format!("{}/{y}", x + 1),
        (FieldNames::RowAndColumn, _) | (_, None) => format!("{} {}", pos.y, pos.x),
    }
}

/// The column of a partly typed field name, and its row if that is complete enough, both
/// counted from 0; `None` if no name begins like this.
pub fn typed(rules: &RuleSet, text: &str) -> Option<(i32, Option<i32>)> {
    let (x, row) = match names(rules) {
        FieldNames::LetterAndNumber => {
            let letter = *text
                .as_bytes()
                .first()
                .filter(|byte| byte.is_ascii_uppercase())?;
            (i32::from(letter - b'A'), &text[1..])
        }
        FieldNames::Numbers => {
            let (column, row) = text.split_once('/').unwrap_or((text, ""));
            (column.parse::<i32>().ok()?.checked_sub(1)?, row)
        }
        FieldNames::RowAndColumn => return None,
    };
    let y = match row {
        "" => None,
        row => Some(row.parse::<i32>().ok()?.checked_sub(1)?),
    };
    Some((x, y))
}

/// The name of a class in the language of the messages.
pub fn class(messages: &Messages, rules: &RuleSet, class: &ShipClass) -> String {
    let id = format!("class-{}-{}", rules.name, class.name.to_ascii_lowercase());
    messages.find(&id).unwrap_or_else(|| class.title.to_owned())
}

/// The name of a class at the beginning of a line.
pub fn class_title(messages: &Messages, rules: &RuleSet, of: &ShipClass) -> String {
    capitalised(&class(messages, rules, of))
}

/// The name of an own ship.
pub fn ship(messages: &Messages, view: &PlayerView<'_>, ship: ShipName) -> String {
    let name = class(messages, view.rules(), ship.class);
    format!("{name} {}", ship.index)
}

pub fn coin(messages: &Messages, coin: Coin) -> String {
    messages.text(match coin {
        Coin::Heads => "coin-heads",
        Coin::Tails => "coin-tails",
    })
}

pub fn capitalised(text: &str) -> String {
    let mut letters = text.chars();
    match letters.next() {
        Some(first) => first.to_uppercase().chain(letters).collect(),
        None => String::new(),
    }
}

/// A name in a list, with a picture of a ship of the class if all of it fits: as many of its
/// letters, where ships have letters, as it has segments.
pub fn with_picture(
    name: String,
    rules: &RuleSet,
    class: &ShipClass,
    is_ascii: bool,
    width: usize,
) -> String {
    let has_letters = ScreenStyle::of(rules).has_letters || rules.names_hits();
    let segment = match is_ascii {
        _ if has_letters => class.letter,
        true => '=',
        false => '■',
    };
    let picture: String = std::iter::repeat_n(segment, class.length.into()).collect();
    let whole = format!("{name} {picture}");
    if whole.width() <= width { whole } else { name }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::rules::{GERMAN, ITALIAN};

    #[test]
    fn fields_are_typed_as_they_are_called() {
        for (rules, text, field) in [
            (&ITALIAN, "B7", Some((1, Some(6)))),
            (&ITALIAN, "A10", Some((0, Some(9)))),
            (&ITALIAN, "J", Some((9, None))),
            (&ITALIAN, "b7", None),
            (&ITALIAN, "7", None),
            (&ITALIAN, "B/", None),
            (&ITALIAN, "B99999999999", None),
            (&GERMAN, "2/7", Some((1, Some(6)))),
            (&GERMAN, "12/", Some((11, None))),
            (&GERMAN, "12", Some((11, None))),
            (&GERMAN, "/7", None),
            (&GERMAN, "2/7/", None),
            (&GERMAN, "B7", None),
        ] {
            assert_eq!(typed(rules, text), field, "{text}");
        }
    }
}
