//! Changes that work only if they are made in several lines at once: exchanging the players,
//! lowering the indices of ships, moving fields closer together.

use std::ops::Range;

use super::attempts::Attempts;
use super::lines::{ScriptLine, changed, commands, index_of, placed, tag, tag_line};
use super::removal::groups;
use admiralty_core::geometry::Pos;
use admiralty_core::script::{Command, ShipRef, Tag};

/// Exchanges the players, if that makes `NEXT_PLAYER` or the first turn superfluous.
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

/// Gives ships lower indices, wherever they are named.
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
                let named = index_of(command, mover, ship, owner);
                let named = named.filter(|named| **named == ship.index);
                named.map(|named| *named = index).is_some()
            });
            attempts.attempt(lines)?;
        }
    }
    Ok(())
}

/// Removes rows and columns that are not needed by moving everything beyond them.
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
        let mut commands = commands(attempts.best());
        let places = commands.iter_mut().flatten();
        let places = places.filter_map(|(command, _)| Some(*axis(pos_of(command)?)));
        let Some(place) = places.filter(|&place| place > before).min() else {
            return Ok(());
        };
        // Move it as close to the previous one as bisection finds.
        let (mut place, mut low) = (place, before - 1);
        while place.abs_diff(low) > 1 {
            let middle = if low < before {
                before
            } else {
                low.midpoint(place)
            };
            let lines = changed(attempts.best(), |command, _| {
                let beyond = pos_of(command).map(axis).filter(|at| **at >= place);
                beyond.map(|at| *at -= place - middle).is_some()
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
            return true;
        }
        false
    });
    let line = |line: ScriptLine| match tag(&line) {
        Some(Tag::Player(player)) => tag_line(Tag::Player(player.opponent())),
        _ => line,
    };
    lines.into_iter().map(line).collect()
}

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
