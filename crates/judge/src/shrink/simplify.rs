//! Simplifies lines.

use bstr::ByteSlice;

use super::attempts::Attempts;
use super::lines::{ScriptLine, command_line, commands, text};
use admiralty_core::script::{Keyword, Tokens};

/// Simplifies the remaining lines: first how they are typed, then their numbers.
pub(super) fn simplify<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    let all_plain = plain(attempts.best());
    if !attempts.attempt(all_plain)? {
        let only_ends = attempts.best().iter().map(|line| with_feed(line)).collect();
        attempts.attempt(only_ends)?;
        for at in 0..attempts.best().len() {
            let line = plain(attempts.best()).swap_remove(at);
            replace(attempts, at, line)?;
        }
    }
    for at in 0..attempts.best().len() {
        lower_numbers(attempts, at)?;
        heal(attempts, at)?;
    }
    Ok(())
}

/// The lines in canonical form, or at least with single blanks.
fn plain(lines: &[ScriptLine]) -> Vec<ScriptLine> {
    let plain = lines.iter().zip(commands(lines)).map(|(line, command)| {
        if let Some((command, _)) = command {
            return command_line(&command);
        }
        let mut plain = Tokens::new(text(line)).join_rest();
        plain.push(b'\n');
        plain
    });
    plain.collect()
}

fn with_feed(line: &[u8]) -> ScriptLine {
    let text = text(line);
    let text = text.strip_suffix(b"\r").unwrap_or(text);
    [text, b"\n"].concat()
}

/// Lowers the numbers of a line, one by one: to 0, or else as close to it as bisection finds.
fn lower_numbers<E>(attempts: &mut Attempts<'_, E>, at: usize) -> Result<(), E> {
    let count = Tokens::new(&attempts.best()[at]).count();
    for token in 1..count {
        let Some(mut value) = number(&attempts.best()[at], token) else {
            continue;
        };
        if value == 0 || attempt_token(attempts, at, token, &0.to_string())? {
            continue;
        }
        // Bisect towards zero, which is known to be too low.
        let mut low = 0;
        while value.abs_diff(low) > 1 {
            let middle = low + (value - low) / 2;
            if attempt_token(attempts, at, token, &middle.to_string())? {
                value = middle;
            } else {
                low = middle;
            }
        }
    }
    Ok(())
}

/// Heals the segments of a ship, all at once or one by one.
fn heal<E>(attempts: &mut Attempts<'_, E>, at: usize) -> Result<(), E> {
    let Some(digits) = segments(&attempts.best()[at]) else {
        return Ok(());
    };
    if !digits.contains('0') || attempt_token(attempts, at, SEGMENTS, &digits.replace('0', "1"))? {
        return Ok(());
    }
    for (segment, _) in digits.match_indices('0') {
        let mut healed = segments(&attempts.best()[at]).unwrap_or_default();
        healed.replace_range(segment..=segment, "1");
        attempt_token(attempts, at, SEGMENTS, &healed)?;
    }
    Ok(())
}

/// The index of the token of `SHIP` with the segments.
const SEGMENTS: usize = 7;

/// The digits of the segments, if the line is a `SHIP`.
fn segments(line: &[u8]) -> Option<String> {
    let is_ship = Tokens::new(line).next()?.text == Keyword::Ship.text().as_bytes();
    let token = Tokens::new(line).nth(SEGMENTS).filter(|_| is_ship)?;
    let digits = token.text.trim_ascii_end().to_str().ok()?;
    let is_binary = digits.bytes().all(|digit| matches!(digit, b'0' | b'1'));
    is_binary.then(|| digits.to_owned())
}

fn number(line: &[u8], token: usize) -> Option<i128> {
    if token == SEGMENTS && segments(line).is_some() {
        return None;
    }
    let token = Tokens::new(line).nth(token)?.text;
    token.trim_ascii_end().to_str().ok()?.parse().ok()
}

fn attempt_token<E>(
    attempts: &mut Attempts<'_, E>,
    at: usize,
    place: usize,
    text: &str,
) -> Result<bool, E> {
    let line = &attempts.best()[at];
    let Some(token) = Tokens::new(line).nth(place) else {
        return Ok(false);
    };
    // The last token here includes the line ending.
    let end = token.start + token.text.trim_ascii_end().len();
    let line = [&line[..token.start], text.as_bytes(), &line[end..]].concat();
    replace(attempts, at, line)
}

fn replace<E>(attempts: &mut Attempts<'_, E>, at: usize, line: ScriptLine) -> Result<bool, E> {
    let mut lines = attempts.best().to_vec();
    lines[at] = line;
    attempts.attempt(lines)
}
