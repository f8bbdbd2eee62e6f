//! Values of the arguments of `admiralty play`, and what the environment says where none is given.

use std::time::{SystemTime, UNIX_EPOCH};

use admiralty_core::geometry::Size;
use admiralty_play::screen::Theme;
use admiralty_play::{CLASSIC_LEVELS, Language, Messages, SIDE_MAX, SIDE_MIN};
use admiralty_players::Placing;
use clap::builder::TypedValueParser;

use crate::values::{one_of, size, value};

/// How fleets are placed at random; none if people place them by hand.
pub type FleetPlacing = Option<Placing>;

pub fn placing() -> impl TypedValueParser<Value = FleetPlacing> {
    const SEQ: &str =
        "At random, one ship after the other, each legal place equally likely; repeatable";
    const UNI: &str = "At random, all fleets equally likely (classic rule sets); repeatable";
    one_of([
        value("hand", "Ship by ship", None),
        value("seq", SEQ, Some(Placing::Seq)),
        value("uni", UNI, Some(Placing::Uni)),
    ])
}

/// Parses a level: its number, or its name in any language.
pub fn level(text: &str) -> Result<u8, String> {
    if let Ok(level @ 1..=CLASSIC_LEVELS) = text.parse() {
        return Ok(level);
    }
    let text = text.to_lowercase();
    let languages = Language::ALL.map(Messages::new);
    let found = languages.iter().find_map(|messages| {
        let name = |level: u8| messages.find(&format!("level-{level}"));
        let is_it = |level: &u8| name(*level).is_some_and(|name| name.to_lowercase() == text);
        (1..=CLASSIC_LEVELS).find(is_it)
    });
    let expected =
        || format!("expected a number from 1 to {CLASSIC_LEVELS}, or easy, medium or hard");
    found.ok_or_else(expected)
}

/// Parses a board such as `21x10`.
pub fn board(text: &str) -> Result<Size, String> {
    size(text, SIDE_MIN..=SIDE_MAX).ok_or_else(|| {
        format!("expected rows and columns from {SIDE_MIN} to {SIDE_MAX}, as in 21x10")
    })
}

/// The language of the locale, or English.
pub fn locale_language() -> Language {
    locale(&["LC_ALL", "LC_MESSAGES", "LANG"])
        .and_then(|locale| Language::of_locale(&locale))
        .unwrap_or(Language::English)
}

/// Glyphs and colours the terminal can show.
pub fn terminal_theme() -> Theme {
    let locale = locale(&["LC_ALL", "LC_CTYPE", "LANG"]);
    let is_utf8 = locale.is_none_or(|locale| {
        let locale = locale.to_ascii_lowercase();
        locale.contains("utf-8") || locale.contains("utf8")
    });
    let is_set = |name: &str| std::env::var_os(name).is_some_and(|value| !value.is_empty());
    let is_dumb = std::env::var_os("TERM").is_some_and(|term| term == "dumb");
    Theme {
        is_ascii: !is_utf8,
        has_colors: !is_set("NO_COLOR") && !is_dumb,
    }
}

/// A random seed from the clock. Any number will do; this one is easy to type.
pub fn clock_seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() % 1_000_000)
}

/// The first of these environment variables that is not empty.
fn locale(names: &[&str]) -> Option<String> {
    let mut values = names.iter().filter_map(|name| std::env::var(name).ok());
    values.find(|value| !value.is_empty())
}
