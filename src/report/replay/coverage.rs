//! The fields that a player sees, and how they change from step to step.

use std::collections::BTreeMap;

use crate::game::Game;
use crate::geometry::{Area, Pos, Rect, Size};
use crate::player::Player;
use crate::view::visible_areas;

/// The fields that a player sees: how many areas cover each.
///
/// Only areas that appear or vanish are counted again, so a step costs as much as it changes.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    board: Size,
    /// Sorted.
    areas: Vec<Area>,
    counts: Vec<u32>,
}

impl Coverage {
    /// Nothing is seen of a board.
    pub fn new(board: Size) -> Self {
        Self {
            board,
            areas: Vec::new(),
            counts: vec![0; board.rect().field_count()],
        }
    }

    /// Whether the player sees a field.
    pub fn contains(&self, pos: Pos) -> bool {
        let field = self.board.rect().index(pos);
        field.is_some_and(|field| self.counts[field] > 0)
    }

    /// Takes the view of a player of the same board; returns the runs of fields that have changed:
    /// first field and length in turn.
    pub fn update(&mut self, game: &Game, player: Player) -> Vec<usize> {
        let mut areas = areas(game, player);
        areas.sort_unstable();
        if areas == self.areas {
            return Vec::new();
        }
        // The number of areas that covered a field whose count changes.
        let mut before = BTreeMap::new();
        for (area, sign) in difference(&self.areas, &areas) {
            for (y, span) in area.rows(self.board) {
                for x in span.first..=span.last {
                    let Some(field) = self.board.rect().index(Pos::new(y, x)) else {
                        continue;
                    };
                    let count = &mut self.counts[field];
                    before.entry(field).or_insert(*count);
                    *count = count.wrapping_add_signed(sign);
                }
            }
        }
        self.areas = areas;
        let flipped = before
            .into_iter()
            .filter(|&(field, count)| (count == 0) != (self.counts[field] == 0));
        runs(flipped.map(|(field, _)| field))
    }
}

/// The areas that a player sees. Where shots are announced, these are the rows that are not the
/// enemy's, and the fields shot at.
fn areas(game: &Game, player: Player) -> Vec<Area> {
    if !game.rules().announces_shots() {
        return visible_areas(game, player).collect();
    }
    let (board, enemy) = (game.board().size().rect(), game.start(player.opponent()));
    let own = match player {
        Player::A => Rect {
            bottom: enemy.top - 1,
            ..board
        },
        Player::B => Rect {
            top: enemy.bottom + 1,
            ..board
        },
    };
    let shot = enemy.fields().filter(|&pos| game.was_shot_at(pos));
    let shot = shot.map(|pos| Rect::spanning(pos, pos));
    shot.chain([own]).map(Area::Rect).collect()
}

/// The areas of a sorted list that vanish (-1) and those that appear (1).
fn difference(old: &[Area], new: &[Area]) -> Vec<(Area, i32)> {
    let (mut old, mut new) = (old.iter().peekable(), new.iter().peekable());
    let mut changed = Vec::new();
    loop {
        match (old.peek(), new.peek()) {
            (Some(one), Some(other)) if one == other => {
                old.next();
                new.next();
            }
            (Some(&&one), other) if other.is_none_or(|&&other| one < other) => {
                changed.push((one, -1));
                old.next();
            }
            (_, Some(&&other)) => {
                changed.push((other, 1));
                new.next();
            }
            _ => return changed,
        }
    }
}

/// Joins ascending numbers to runs: first number and length in turn.
fn runs(fields: impl Iterator<Item = usize>) -> Vec<usize> {
    let mut runs: Vec<usize> = Vec::new();
    for field in fields {
        match runs[..] {
            [.., first, length] if first + length == field => {
                let last = runs.len() - 1;
                runs[last] += 1;
            }
            _ => runs.extend([field, 1]),
        }
    }
    runs
}
