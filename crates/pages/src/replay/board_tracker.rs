//! What a page knows of the board so far, and what a step changes of it.

use super::coverage::Coverage;
use super::layout::BoardLayout;
use super::ship_states::ShipStates;
use super::step::Step;
use super::{Replay, ReplayError};
use admiralty_core::game::Game;
use admiralty_core::geometry::Pos;
use admiralty_core::player::{ByPlayer, Player};

/// What a page knows of the board so far.
#[derive(Debug)]
pub(super) struct BoardTracker {
    pub layout: BoardLayout,
    reefs: Vec<Pos>,
    /// The ships that were ever on the board.
    pub ships: ShipStates,
    pub seen: ByPlayer<Coverage>,
    /// The fields that were shot at, where shots are announced.
    shot: Vec<bool>,
    parts: [u64; 2],
}

impl BoardTracker {
    /// The empty board of a new game.
    pub fn new(game: &Game) -> Self {
        let size = game.board().size();
        Self {
            layout: BoardLayout::of(game),
            reefs: Vec::new(),
            ships: ShipStates::default(),
            seen: ByPlayer::from_fn(|_| Coverage::new(size)),
            shot: Vec::new(),
            parts: [0; 2],
        }
    }

    /// Adds to a step what only state commands change: the layout and the reefs. A new layout is
    /// that of an empty board.
    pub fn update_layout(&mut self, game: &Game, step: &mut Step) -> Result<(), ReplayError> {
        let (layout, size) = (BoardLayout::of(game), game.board().size());
        // Shots are only forgotten with the whole board.
        let mut shot = size.rect().fields().zip(&self.shot);
        if layout != self.layout || shot.any(|(pos, &was_shot)| was_shot && !game.was_shot_at(pos))
        {
            if size.rect().field_count() > Replay::FIELDS_MAX {
                return Err(ReplayError::BoardTooLarge(step.lines[1]));
            }
            self.ships.clear();
            self.reefs.clear();
            self.shot.clear();
            self.seen = ByPlayer::from_fn(|_| Coverage::new(size));
            step.board = Some(layout.clone());
            self.layout = layout;
        }
        if self.reefs != game.board().reefs() {
            self.reefs = game.board().reefs().to_vec();
            step.reefs = Some(self.reefs.iter().flat_map(|pos| [pos.y, pos.x]).collect());
        }
        Ok(())
    }

    /// Adds to a step what has changed on the board.
    pub fn update(&mut self, game: &Game, step: &mut Step) -> Result<(), ReplayError> {
        step.ships = self.ships.update(game);
        if self.ships.labels.len() > Replay::SHIPS_MAX {
            return Err(ReplayError::TooManyShips(step.lines[1]));
        }
        let planes: Vec<_> = step.planes.chunks_exact(2).collect();
        step.seen = Player::BOTH.map(|player| {
            let is_mover = step.player == Some(player);
            let sent = planes.iter().filter(|_| is_mover);
            let sent = sent.map(|centre| Pos::new(centre[0], centre[1]));
            self.seen[player].update(game, player, sent)
        });
        if game.rules().announces_shots() {
            let board = game.board().size().rect();
            self.shot.resize(board.field_count(), false);
            for ((field, pos), was_shot) in board.fields().enumerate().zip(&mut self.shot) {
                if game.was_shot_at(pos) && !std::mem::replace(was_shot, true) {
                    step.shot.push(field);
                }
            }
        }
        let parts = Player::BOTH.map(|player| game.fleet(player).healthy_parts());
        if parts != self.parts {
            self.parts = parts;
            step.parts = Some(parts);
        }
        Ok(())
    }
}
