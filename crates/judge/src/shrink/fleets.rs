//! Removes ships from fleets.
//!
//! If fleets have to be complete, a ship can be removed only together with its place in the
//! fleet.

use super::attempts::Attempts;
use super::lines::{ScriptLine, changed, command_line, commands, index_of, placed, tag, tag_line};
use admiralty_core::player::Player;
use admiralty_core::rules::{RULE_SETS, RuleSet, SHIPS, ShipClass};
use admiralty_core::script::{Command, ShipRef, Tag};

pub(super) fn remove_ships<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    attempts.attempt_each(attempts.best().len(), without_ship)
}

/// The script without the ship that is put on the board on a line: ships of higher index move
/// down by one, and the fleet's count is decremented.
fn without_ship(lines: &[ScriptLine], at: usize) -> Option<Vec<ScriptLine>> {
    let (gone, owner) = placed(commands(lines).get(at)?.as_ref())?;
    let mut has_fleet = false;
    let mut fewer = changed(lines, |command, mover| {
        if let Command::SetFleet { player, counts } = command
            && *player == owner
        {
            let count = &mut counts[usize::from(gone.class.index)];
            *count = count.saturating_sub(1);
            has_fleet = true;
            return true;
        }
        let index = index_of(command, mover, gone, owner).filter(|index| **index > gone.index);
        index.map(|index| *index -= 1).is_some()
    });
    fewer.remove(at);
    if !has_fleet {
        set_fleet(&mut fewer, owner, gone);
    }
    Some(fewer)
}

/// Inserts a `SET_FLEET` for the default fleet without one ship: in the first group if that
/// is a state group, after the last `RULES`, else in a group of its own.
fn set_fleet(lines: &mut Vec<ScriptLine>, player: Player, gone: ShipRef) {
    let count = |class: &ShipClass| class.count - u32::from(class == gone.class).min(class.count);
    let has_class = |rules: &&RuleSet| rules.classes.iter().any(|class| class == gone.class);
    let rules = RULE_SETS.iter().copied().find(has_class).unwrap_or(&SHIPS);
    let counts = rules.classes.iter().map(count).collect();
    let line = command_line(&Command::SetFleet { player, counts });
    let first = lines.iter().position(|line| tag(line).is_some());
    if let Some(first) = first.filter(|&first| tag(&lines[first]) == Some(Tag::State)) {
        let named = commands(lines)
            .iter()
            .rposition(|command| matches!(command, Some((Command::Rules(_), _))));
        lines.insert(named.unwrap_or(first) + 1, line);
    } else {
        let group = [tag_line(Tag::State), line, tag_line(Tag::State)];
        lines.splice(0..0, group);
    }
}
