//! The lines of a script, and the commands in them.

use admiralty_core::player::Player;
use admiralty_core::rules::SHIPS;
use admiralty_core::script::{Command, ShipRef, Tag, Tokens, parse_command};

/// A line with its line ending.
pub(super) type ScriptLine = Vec<u8>;

/// A command, and the player whose turn it is in, if any.
pub(super) type CommandOfTurn = (Command, Option<Player>);

/// A line without its line feed.
pub(super) fn text(line: &[u8]) -> &[u8] {
    line.strip_suffix(b"\n").unwrap_or(line)
}

pub(super) fn tag(line: &[u8]) -> Option<Tag> {
    let mut tokens = Tokens::new(text(line));
    let tag = Tag::from_token(tokens.next()?.text)?;
    tokens.next().is_none().then_some(tag)
}

pub(super) fn tag_line(tag: Tag) -> ScriptLine {
    [tag.text().as_bytes(), b"\n"].concat()
}

pub(super) fn command_line(command: &Command) -> ScriptLine {
    let mut line = command.to_bytes();
    line.push(b'\n');
    line
}

pub(super) fn commands(lines: &[ScriptLine]) -> Vec<Option<CommandOfTurn>> {
    let mut group = None;
    let mut rules = &SHIPS;
    let read = lines.iter().map(|line| {
        if let Some(tag) = tag(line) {
            group = group.is_none().then_some(tag);
            return None;
        }
        let mover = match group {
            Some(Tag::Player(player)) => Some(player),
            _ => None,
        };
        let command = parse_command(text(line), rules).ok()?;
        if let Command::Rules(choice) = &command {
            rules = choice.rules();
        }
        Some((command, mover))
    });
    read.collect()
}

/// The lines, with those commands rewritten for which `change` returns true.
pub(super) fn changed(
    lines: &[ScriptLine],
    mut change: impl FnMut(&mut Command, Option<Player>) -> bool,
) -> Vec<ScriptLine> {
    let changed = lines.iter().zip(commands(lines)).map(|(line, command)| {
        let changed = command.and_then(|(mut command, mover)| {
            change(&mut command, mover).then(|| command_line(&command))
        });
        changed.unwrap_or_else(|| line.clone())
    });
    changed.collect()
}

/// The lines without some of them, given by ascending indices.
pub(super) fn without(lines: &[ScriptLine], left_out: &[usize]) -> Vec<ScriptLine> {
    let lines = lines.iter().enumerate();
    let lines = lines.filter(|(at, _)| left_out.binary_search(at).is_err());
    lines.map(|(_, line)| line.clone()).collect()
}

/// The ship that a command puts on the board, and its owner.
pub(super) fn placed(command: Option<&CommandOfTurn>) -> Option<(ShipRef, Player)> {
    match command? {
        (Command::PlaceShip { ship, .. }, Some(mover)) => Some((*ship, *mover)),
        (Command::Ship { player, ship, .. }, _) => Some((*ship, *player)),
        _ => None,
    }
}

/// The index by which a command names a ship of the same class and owner.
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
