//! Puts ships on the board at the start instead of placing them in turns, which then may not
//! be needed.

use super::attempts::Attempts;
use super::lines::{ScriptLine, command_line, commands, tag, tag_line};
use admiralty_core::script::{Command, Segments, Tag};

/// Replaces `PLACE_SHIP` by `SHIP` in the first group: for all ships, or for as many as
/// possible.
pub(super) fn preset_ships<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    let count = attempts.best().len();
    if attempt_presets(attempts, |_| true)? {
        return Ok(());
    }
    for at in (0..count).rev() {
        attempt_presets(attempts, |other| other == at)?;
    }
    Ok(())
}

fn attempt_presets<E>(
    attempts: &mut Attempts<'_, E>,
    is_chosen: impl Fn(usize) -> bool,
) -> Result<bool, E> {
    let Some(lines) = with_presets(attempts.best(), is_chosen) else {
        return Ok(false);
    };
    for lines in [without_empty_turns(&lines), lines] {
        if lines.len() <= attempts.best().len() && attempts.attempt(lines)? {
            return Ok(true);
        }
    }
    Ok(false)
}

/// The script with `SHIP` commands in its first group, a state group, instead of some
/// `PLACE_SHIP` commands.
fn with_presets(
    lines: &[ScriptLine],
    is_chosen: impl Fn(usize) -> bool,
) -> Option<Vec<ScriptLine>> {
    let (mut ships, mut rest) = (Vec::new(), Vec::new());
    for (at, (line, command)) in lines.iter().zip(commands(lines)).enumerate() {
        match command {
            Some((
                Command::PlaceShip {
                    ship,
                    head,
                    direction,
                },
                Some(player),
            )) if is_chosen(at) => {
                ships.push(command_line(&Command::Ship {
                    player,
                    ship,
                    head,
                    direction,
                    segments: Segments(u8::MAX),
                }));
            }
            _ => rest.push(line.clone()),
        }
    }
    if ships.is_empty() {
        return None;
    }
    let mut tags = (0..rest.len()).filter(|&at| tag(&rest[at]).is_some());
    let first = tags.next().filter(|&at| tag(&rest[at]) == Some(Tag::State));
    if first.is_some() {
        let end = tags.next()?;
        rest.splice(end..end, ships);
    } else {
        ships.insert(0, tag_line(Tag::State));
        ships.push(tag_line(Tag::State));
        rest.splice(0..0, ships);
    }
    Some(rest)
}

fn without_empty_turns(lines: &[ScriptLine]) -> Vec<ScriptLine> {
    let mut kept: Vec<ScriptLine> = Vec::new();
    let mut open = None;
    for line in lines {
        let tag = tag(line);
        let is_closing = tag.is_some() && open.is_some();
        if tag.is_some() {
            open = if is_closing { None } else { tag };
        }
        let is_empty = kept.last().is_some_and(|last| self::tag(last) == tag);
        if is_closing && is_empty && tag != Some(Tag::State) {
            kept.pop();
        } else {
            kept.push(line.clone());
        }
    }
    kept
}
