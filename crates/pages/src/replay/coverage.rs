//! The fields that a player sees.

use std::collections::{BTreeMap, HashSet};

use super::changes::Changes;
use admiralty_core::game::{Game, Ship};
use admiralty_core::geometry::{Area, Pos, Rect, Size};
use admiralty_core::player::Player;

/// The fields that a player sees: how many areas cover each.
///
/// Only areas that appear or vanish are counted again: a step takes time for the ships on the
/// board and for what it changes, however many planes were sent before.
#[derive(Clone, Debug)]
pub(super) struct Coverage {
    board: Size,
    counts: Vec<u32>,
    /// The areas of the player's radars, in the order of the ships on the board. Where shots are
    /// announced, the rows that are not the enemy's.
    areas: Vec<Option<Area>>,
    /// The centres of the planes sent.
    planes: HashSet<Pos>,
}

/// An area that appears (1) or vanishes (-1).
type CoverageChange = (Area, i32);

impl Coverage {
    /// Nothing is seen of a board.
    pub fn new(board: Size) -> Self {
        Self {
            board,
            counts: vec![0; board.rect().field_count()],
            areas: Vec::new(),
            planes: HashSet::new(),
        }
    }

    /// Whether the player sees a field.
    pub fn contains(&self, pos: Pos) -> bool {
        let field = self.board.rect().index(pos);
        field.is_some_and(|field| self.counts[field] > 0)
    }

    /// Updates the fields that a player sees of the same board, after it has sent planes to these
    /// centres; returns the runs of fields that have changed: first field and length in turn.
    pub fn update(
        &mut self,
        game: &Game,
        player: Player,
        noted: &Changes,
        shots: &BTreeMap<usize, Pos>,
        sent: impl Iterator<Item = Pos>,
    ) -> Vec<usize> {
        let mut changes = if game.rules().announces_shots() {
            self.announced(game, player, shots.values())
        } else {
            self.radars(game, player, noted)
        };
        let square = |centre| Area::Rect(Rect::around(centre));
        let planes = game.planes(player);
        if planes.is_empty() {
            let gone = self.planes.drain();
            changes.extend(gone.map(|centre| (square(centre), -1)));
        }
        // A new layout does not call back the planes that were sent before.
        let before = planes.iter().copied().filter(|_| self.planes.is_empty());
        let present: Vec<_> = before.chain(sent).collect();
        let new = present
            .into_iter()
            .filter(|&centre| self.planes.insert(centre));
        changes.extend(new.map(|centre| (square(centre), 1)));
        self.count(changes)
    }

    /// The radars that are new, have moved, or are gone.
    fn radars(&mut self, game: &Game, player: Player, noted: &Changes) -> Vec<CoverageChange> {
        let board = game.board();
        let mut changes = Vec::new();
        if noted.is_replaced {
            let gone = self.areas.drain(..).flatten();
            changes.extend(gone.map(|area| (area, -1)));
        }
        self.areas.resize(board.ships().len(), None);
        for &id in &noted.ships {
            let own = Some(board.ship(id)).filter(|ship| ship.owner() == player);
            let area = own.map(Ship::radar);
            let before = std::mem::replace(&mut self.areas[id.index()], area);
            if before != area {
                changes.extend(before.map(|area| (area, -1)));
                changes.extend(area.map(|area| (area, 1)));
            }
        }
        changes
    }

    /// The fields newly shot at; at first also the rows that are not the enemy's.
    fn announced<'s>(
        &mut self,
        game: &Game,
        player: Player,
        shots: impl Iterator<Item = &'s Pos>,
    ) -> Vec<CoverageChange> {
        let (board, enemy) = (self.board.rect(), game.start(player.opponent()));
        let is_new = |pos: &Pos| enemy.contains(*pos) && !self.contains(*pos);
        let appears = |pos| (Area::Rect(Rect::spanning(pos, pos)), 1);
        let mut changes: Vec<_> = shots.copied().filter(is_new).map(appears).collect();
        if self.areas.is_empty() {
            let own = Area::Rect(match player {
                Player::A => Rect {
                    bottom: enemy.top - 1,
                    ..board
                },
                Player::B => Rect {
                    top: enemy.bottom + 1,
                    ..board
                },
            });
            self.areas.push(Some(own));
            changes.push((own, 1));
        }
        changes
    }

    /// Counts changes; returns the runs of fields that are seen and were not, or the reverse.
    fn count(&mut self, changes: Vec<CoverageChange>) -> Vec<usize> {
        // How many areas covered each field.
        let mut before = BTreeMap::new();
        for (area, sign) in changes {
            for pos in area.fields(self.board) {
                let Some(field) = self.board.rect().index(pos) else {
                    continue;
                };
                let count = &mut self.counts[field];
                before.entry(field).or_insert(*count);
                *count = count.wrapping_add_signed(sign);
            }
        }
        before.retain(|&field, count| (*count == 0) != (self.counts[field] == 0));
        let flipped: Vec<_> = before.into_keys().collect();
        let runs = flipped.chunk_by(|one, other| one + 1 == *other);
        runs.flat_map(|run| [run[0], run.len()]).collect()
    }
}
