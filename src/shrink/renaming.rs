//! Changes that help only if they are made in several lines at once: other players,
//! lower numbers of ships, fields closer together.

use std::ops::Range;

use super::attempts::{Attempts, ScriptLine};
use super::fleets::{commands, index_of, placed, written};
use super::removal::{groups, tag};
use crate::geometry::Pos;
use crate::player::Player;
use crate::script::{Command, ShipRef, Tag};

/// Exchanges the players, where then the line is not needed that says who is
/// next, or the first turn.
pub(super) fn exchange_players<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    let lines = attempts.best();
    let is_next = |at: &usize| {
        let command = &commands(&lines[*at..=*at])[0];
        matches!(command, Some((Command::NextPlayer(_), _)))
    };
    let is_turn = |group: &Range<usize>| matches!(tag(&lines[group.start]), Some(Tag::Player(_)));
    let next = (0..lines.len()).find(is_next).map(|at| at..at + 1);
    let turn = groups(lines).into_iter().find(is_turn);
    for gone in [next, turn].into_iter().flatten() {
        let mut fewer = exchanged(attempts.best());
        fewer.drain(gone);
        if attempts.attempt(fewer)? {
            break;
        }
    }
    Ok(())
}

/// Gives ships lower numbers, wherever they are named.
pub(super) fn rename_ships<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    for at in 0..attempts.best().len() {
        let commands = commands(attempts.best());
        let Some((ship, owner)) = commands.get(at).and_then(|it| placed(it.as_ref())) else {
            continue;
        };
        let others: Vec<_> = commands
            .iter()
            .filter_map(|it| placed(it.as_ref()))
            .collect();
        let is_free = |index: &u32| {
            let named = ShipRef {
                index: *index,
                ..ship
            };
            !others.contains(&(named, owner))
        };
        if let Some(index) = (0..ship.index).find(is_free) {
            let lines = changed(attempts.best(), |command, mover| {
                if let Some(named) = index_of(command, mover, ship, owner)
                    && *named == ship.index
                {
                    *named = index;
                }
            });
            attempts.attempt(lines)?;
        }
    }
    Ok(())
}

/// Takes rows and columns out of the game that are not needed: moves everything
/// beyond them.
pub(super) fn close_gaps<E>(attempts: &mut Attempts<'_, E>) -> Result<(), E> {
    close_gaps_along(attempts, |pos| &mut pos.y)?;
    close_gaps_along(attempts, |pos| &mut pos.x)
}

fn close_gaps_along<E>(
    attempts: &mut Attempts<'_, E>,
    axis: fn(&mut Pos) -> &mut i32,
) -> Result<(), E> {
    let mut before = 0;
    loop {
        let mut places = Vec::new();
        changed(attempts.best(), |command, _| {
            places.extend(pos_of(command).map(|pos| *axis(pos)));
        });
        let Some(place) = places.into_iter().filter(|&place| place > before).min() else {
            return Ok(());
        };
        // As near to the place before as bisection finds.
        let (mut place, mut low) = (place, before - 1);
        while place.abs_diff(low) > 1 {
            let middle = if low < before {
                before
            } else {
                low.midpoint(place)
            };
            let lines = changed(attempts.best(), |command, _| {
                if let Some(at) = pos_of(command).map(axis).filter(|at| **at >= place) {
                    *at -= place - middle;
                }
            });
            if attempts.attempt(lines)? {
                place = middle;
            } else {
                low = middle;
            }
        }
        before = place;
    }
}

/// The lines with their commands changed; the other lines stay as they are.
fn changed(
    lines: &[ScriptLine],
    mut change: impl FnMut(&mut Command, Option<Player>),
) -> Vec<ScriptLine> {
    let changed = lines.iter().zip(commands(lines)).map(|(line, command)| {
        let Some((mut command, mover)) = command else {
            return line.clone();
        };
        let before = command.clone();
        change(&mut command, mover);
        if command == before {
            line.clone()
        } else {
            written(&command)
        }
    });
    changed.collect()
}

/// The lines with each player instead of the other.
fn exchanged(lines: &[ScriptLine]) -> Vec<ScriptLine> {
    let lines = changed(lines, |command, _| {
        if let Command::SetFleet { player, .. }
        | Command::NextPlayer(player)
        | Command::InitPosition { player, .. }
        | Command::Ship { player, .. }
        | Command::SetAiPlayer(player)
        | Command::Information { player, .. } = command
        {
            *player = player.opponent();
        }
    });
    let line = |line: ScriptLine| match tag(&line) {
        Some(Tag::Player(player)) => {
            let tag = Tag::Player(player.opponent());
            [tag.text().as_bytes(), b"\n"].concat()
        }
        _ => line,
    };
    lines.into_iter().map(line).collect()
}

/// The field that a command names.
fn pos_of(command: &mut Command) -> Option<&mut Pos> {
    match command {
        Command::Reef(pos)
        | Command::Ship { head: pos, .. }
        | Command::Shot { target: pos, .. }
        | Command::PlaceShip { head: pos, .. }
        | Command::Shoot(pos)
        | Command::ShootFrom { target: pos, .. }
        | Command::Spy(pos)
        | Command::SpyFrom { centre: pos, .. } => Some(pos),
        _ => None,
    }
}
