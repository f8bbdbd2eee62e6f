//! What the environment says about the language and the terminal.

use std::time::{SystemTime, UNIX_EPOCH};

use admiralty::play::Language;
use admiralty::play::screen::Theme;

/// The language of the locale, or English.
pub fn language() -> Language {
    locale(&["LC_ALL", "LC_MESSAGES", "LANG"])
        .and_then(|locale| Language::of_locale(&locale))
        .unwrap_or(Language::English)
}

/// Glyphs and colours the terminal can show.
pub fn theme() -> Theme {
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
pub fn seed() -> u64 {
    let now = SystemTime::now().duration_since(UNIX_EPOCH);
    now.map_or(0, |now| now.as_secs() % 1_000_000)
}

/// The first of these environment variables that is not empty.
fn locale(names: &[&str]) -> Option<String> {
    let mut values = names.iter().filter_map(|name| std::env::var(name).ok());
    values.find(|value| !value.is_empty())
}
