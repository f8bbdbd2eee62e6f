//! Leaving ships out of fleets.
//!
//! Where fleets have to be complete, neither a ship nor its place in a fleet can
//! be left out without the other.

use super::attempts::{Attempts, ScriptLine};
use super::removal::tag;
use crate::player::Player;
use crate::rules::{RULE_SETS, RuleSet, SHIPS, ShipClass};
use crate::script::{Command, ShipRef, Tag, parse_command};

/// Leaves out ships with their places in the fleets.
pub(super) fn remove_ships<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    let mut at = attempts.best().len();
    while at > 0 {
        at = (at - 1).min(attempts.best().len());
        if let Some(lines) = without_ship(attempts.best(), at) {
            attempts.attempt(lines)?;
        }
    }
    Ok(())
}

/// The script without the ship that comes on the board on a line: the ships
/// after it move up, and its fleet has one less.
fn without_ship(lines: &[ScriptLine], at: usize) -> Option<Vec<ScriptLine>> {
    let commands = commands(lines);
    let (gone, owner) = placed(commands.get(at)?.as_ref())?;
    let mut has_fleet = false;
    let lines = lines.iter().zip(commands).enumerate();
    let lines = lines.filter(|(line, _)| *line != at);
    let fewer = lines.map(|(_, (line, command))| {
        let Some((mut command, mover)) = command else {
            return line.clone();
        };
        if let Command::SetFleet { player, counts } = &mut command
            && *player == owner
        {
            let count = &mut counts[usize::from(gone.class.index)];
            *count = count.saturating_sub(1);
            has_fleet = true;
        } else if let Some(index) = index_of(&mut command, mover, gone, owner)
            && *index > gone.index
        {
            *index -= 1;
        } else {
            return line.clone();
        }
        written(&command)
    });
    let mut fewer: Vec<_> = fewer.collect();
    if !has_fleet {
        set_fleet(&mut fewer, owner, gone);
    }
    Some(fewer)
}

/// Writes that a fleet is that of a fresh game without one ship, in the first
/// group if that is for the state, after what names the rules, else in one of its
/// own.
fn set_fleet(lines: &mut Vec<ScriptLine>, player: Player, gone: ShipRef) {
    let count = |class: &ShipClass| class.count - u32::from(class == gone.class).min(class.count);
    let has_class = |rules: &&RuleSet| rules.classes.iter().any(|class| class == gone.class);
    let rules = RULE_SETS.iter().copied().find(has_class).unwrap_or(&SHIPS);
    let counts = rules.classes.iter().map(count).collect();
    let command = Command::SetFleet { player, counts };
    let state = [Tag::State.text().as_bytes(), b"\n"].concat();
    let first = lines.iter().position(|line| tag(line).is_some());
    if let Some(first) = first.filter(|&first| tag(&lines[first]) == Some(Tag::State)) {
        let named = commands(lines)
            .iter()
            .rposition(|command| matches!(command, Some((Command::Rules { .. }, _))));
        lines.insert(named.unwrap_or(first) + 1, written(&command));
    } else {
        let group = [state.clone(), written(&command), state];
        lines.splice(0..0, group);
    }
}

/// The line of a command.
pub(super) fn written(command: &Command) -> ScriptLine {
    let mut line = command.to_bytes();
    line.push(b'\n');
    line
}

/// The commands of the lines, with whose turn they stand in.
pub(super) fn commands(lines: &[ScriptLine]) -> Vec<Option<(Command, Option<Player>)>> {
    let mut group = None;
    let mut rules = &SHIPS;
    let read = lines.iter().map(|line| {
        if let Some(tag) = tag(line) {
            group = group.is_none().then_some(tag);
            return None;
        }
        let text = line.strip_suffix(b"\n").unwrap_or(line);
        let mover = match group {
            Some(Tag::Player(player)) => Some(player),
            _ => None,
        };
        let command = parse_command(text, rules).ok()?;
        if let Command::Rules { rules: named, .. } = command {
            rules = named;
        }
        Some((command, mover))
    });
    read.collect()
}

/// The ship that a command puts on the board, and whose it is.
pub(super) fn placed(command: Option<&(Command, Option<Player>)>) -> Option<(ShipRef, Player)> {
    match command? {
        (Command::PlaceShip { ship, .. }, Some(mover)) => Some((*ship, *mover)),
        (Command::Ship { player, ship, .. }, _) => Some((*ship, *player)),
        _ => None,
    }
}

/// The index in a command that names a ship of that class and owner.
pub(super) fn index_of(
    command: &mut Command,
    mover: Option<Player>,
    like: ShipRef,
    owner: Player,
) -> Option<&mut u32> {
    let (player, ship) = match command {
        Command::Ship { player, ship, .. } => (Some(*player), ship),
        Command::PlaceShip { ship, .. }
        | Command::ShootFrom { ship, .. }
        | Command::Move { ship, .. } => (mover, ship),
        Command::SpyFrom { index, .. } => {
            return (mover == Some(owner) && like.class.planes).then_some(index);
        }
        _ => return None,
    };
    (player == Some(owner) && ship.class == like.class).then_some(&mut ship.index)
}
