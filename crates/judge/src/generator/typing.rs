//! Typing variations: lines as people would type them.

use super::Scope;
use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Keyword, parse_command};

/// Writes the lines of a script with variations that make no difference: blanks, empty lines,
/// line endings, leading zeros and signs. Most scripts are typed plainly.
pub(super) fn type_lines(
    lines: &[String],
    rules: &'static RuleSet,
    scope: Scope,
    rng: &mut Rng,
) -> Vec<u8> {
    let is_wide = scope == Scope::Language;
    let has_returns = rng.one_in(12) && is_wide;
    let end = if has_returns { "\r\n" } else { "\n" };
    let is_airy = rng.one_in(6);
    let spaces_freely = rng.one_in(8);
    let spells_freely = rng.one_in(8) && is_wide;
    let mut script = String::new();
    for line in lines {
        if is_airy && rng.one_in(6) {
            script.push_str(rng.choose(&["", "", "  ", "\t"]));
            script.push_str(end);
        }
        let line = if spells_freely {
            spell(line, rules, rng)
        } else {
            line.clone()
        };
        if spaces_freely && rng.one_in(3) {
            space(&line, rng, &mut script);
        } else {
            script.push_str(&line);
        }
        script.push_str(end);
    }
    if rng.one_in(3) {
        script.truncate(script.len().saturating_sub(end.len()));
    }
    script.into_bytes()
}

/// Writes some numbers of a command with leading zeros or signs.
fn spell(line: &str, rules: &'static RuleSet, rng: &mut Rng) -> String {
    let Ok(command) = parse_command(line.as_bytes(), rules) else {
        return line.to_owned();
    };
    if command.keyword() == Keyword::Information {
        return line.to_owned();
    }
    let segments = if command.keyword() == Keyword::Ship {
        7
    } else {
        usize::MAX
    };
    let tokens = line.split(' ').enumerate().map(|(at, token)| {
        let is_number = at != segments && token.bytes().all(|byte| byte.is_ascii_digit());
        if is_number && !token.is_empty() && rng.one_in(3) {
            format!("{}{token}", rng.choose(&["0", "+", "00", "+0"]))
        } else {
            token.to_owned()
        }
    });
    tokens.collect::<Vec<_>>().join(" ")
}

/// Writes a line with more blanks and tabs than it needs.
fn space(line: &str, rng: &mut Rng, out: &mut String) {
    const BLANKS: [&str; 5] = [" ", "  ", "\t", " \t", "   "];
    if rng.one_in(3) {
        out.push_str(rng.choose(&BLANKS));
    }
    for part in line.split_inclusive(' ') {
        match part.strip_suffix(' ') {
            Some(token) => {
                out.push_str(token);
                out.push_str(rng.choose(&BLANKS));
            }
            None => out.push_str(part),
        }
    }
    if rng.one_in(2) {
        out.push_str(rng.choose(&BLANKS));
    }
}
