//! The names of fields, ships and classes.

use std::num::ParseIntError;

use unicode_width::UnicodeWidthStr;

use crate::screen_style::{FieldNames, ScreenStyle};
use crate::{Coin, Messages, PlayerView, levels};
use admiralty_core::game::ShipName;
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::Observation;

/// How the fields of a rule set are named.
fn names(rules: &RuleSet) -> FieldNames {
    ScreenStyle::of(rules).fields
}

/// The letter of a column, counted from 0.
pub fn column_letter(column: i32) -> char {
    match u8::try_from(column) {
        Ok(letter @ 0..26) => char::from(b'A' + letter),
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
        (FieldNames::LetterAndNumber, Some((x, y))) => format!("{}{y}", column_letter(x)),
        (FieldNames::Numbers, Some((x, y))) => format!("{}/{y}", x + 1),
        (FieldNames::RowAndColumn, _) | (_, None) => format!("{} {}", pos.y, pos.x),
    }
}

/// A field whose name is typed in part: its row and its column, counted from 0.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TypedField {
    pub row: Option<i32>,
    pub column: Option<i32>,
}

/// The field of a partly typed name; `None` if no name begins like this.
pub fn typed(rules: &RuleSet, text: &str) -> Option<TypedField> {
    /// A number counted from `first`, or none as long as nothing is typed of it.
    fn number(text: &str, first: i32) -> Result<Option<i32>, ParseIntError> {
        if text.is_empty() {
            return Ok(None);
        }
        Ok(Some(text.parse::<i32>()?.saturating_sub(first)))
    }
    let first = text.chars().next()?;
    let halves = |mark| text.split_once(mark).unwrap_or((text, ""));
    let (row, column) = match (names(rules), first) {
        (FieldNames::LetterAndNumber, 'A'..='Z') => {
            let column = i32::from(text.as_bytes()[0] - b'A');
            (number(&text[1..], 1).ok()?, Some(column))
        }
        (FieldNames::Numbers, '0'..='9') => {
            let (column, row) = halves('/');
            (number(row, 1).ok()?, number(column, 1).ok()?)
        }
        (FieldNames::RowAndColumn, '0'..='9') => {
            let (row, column) = halves(' ');
            (number(row, 0).ok()?, number(column, 0).ok()?)
        }
        _ => return None,
    };
    Some(TypedField { row, column })
}

/// The name of a class in the language of the messages.
pub fn class(messages: &Messages, rules: &RuleSet, class: &ShipClass) -> String {
    let id = format!(
        "class-{}-{}",
        rules.name,
        class.name.as_str().to_ascii_lowercase()
    );
    messages
        .find(&id)
        .unwrap_or_else(|| rules.title(class).to_owned())
}

/// The name of a class at the beginning of a line.
pub fn class_title(messages: &Messages, rules: &RuleSet, of: &ShipClass) -> String {
    capitalised(&class(messages, rules, of))
}

/// The name of a built-in player: its level, or that of a player which is none.
pub fn computer(messages: &Messages, rules: &RuleSet, name: &str) -> String {
    let level = levels(rules).iter().position(|one| *one == name);
    let title = level.and_then(|at| messages.find(&format!("level-{}", at + 1)));
    title.unwrap_or_else(|| name.to_owned())
}

/// The name of an own ship.
pub fn ship(messages: &Messages, view: &PlayerView<'_>, ship: ShipName) -> String {
    let name = class(messages, view.rules(), &ship.class);
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
    use admiralty_core::rules::RuleSet;

    #[test]
    fn fields_are_typed_as_they_are_called() {
        for (rules, text, expected) in [
            (RuleSet::ITALIAN, "B7", Some((Some(6), Some(1)))),
            (RuleSet::ITALIAN, "A10", Some((Some(9), Some(0)))),
            (RuleSet::ITALIAN, "J", Some((None, Some(9)))),
            (RuleSet::ITALIAN, "b7", None),
            (RuleSet::ITALIAN, "7", None),
            (RuleSet::ITALIAN, "B/", None),
            (RuleSet::ITALIAN, "B99999999999", None),
            (RuleSet::GERMAN, "2/7", Some((Some(6), Some(1)))),
            (RuleSet::GERMAN, "12/", Some((None, Some(11)))),
            (RuleSet::GERMAN, "12", Some((None, Some(11)))),
            (RuleSet::GERMAN, "/7", None),
            (RuleSet::GERMAN, "2/7/", None),
            (RuleSet::GERMAN, "B7", None),
            (RuleSet::SHIPS, "3", Some((Some(3), None))),
            (RuleSet::SHIPS, "3 ", Some((Some(3), None))),
            (RuleSet::SHIPS, "3 7", Some((Some(3), Some(7)))),
            (RuleSet::SHIPS, "12 0", Some((Some(12), Some(0)))),
            (RuleSet::SHIPS, " ", None),
            (RuleSet::SHIPS, "3  ", None),
            (RuleSet::SHIPS, "3 7 ", None),
            (RuleSet::SHIPS, "3/7", None),
        ] {
            let found = typed(rules, text).map(|field| (field.row, field.column));
            assert_eq!(found, expected, "{text}");
        }
    }
}
