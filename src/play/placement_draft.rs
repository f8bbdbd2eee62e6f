//! A fleet while it is being placed.

use super::execute::Trial;
use super::move_preview::known_game;
use super::{PlayerView, Rejection};
use crate::game::{Fleet, Footprint, Game, Reason, ShipId};
use crate::geometry::{Direction, Pos};
use crate::interpreter::Session;
use crate::player::Player;
use crate::players::{Placing, Rng, ShipPlacement, place_missing};
use crate::rules::ShipClass;
use crate::script::ShipRef;
use crate::view::Observation;

/// The most ships placed at random at once.
const FILLED_SHIPS_MAX: u64 = 10_000;

/// A fleet while it is being placed; nothing is written until it is accepted.
///
/// The interpreter checks each ship on a board that has only what the player knows. On the
/// true board, ships could be put down and taken back to find the enemy's. The game itself
/// is asked when the fleet is accepted.
#[derive(Clone, Debug)]
pub struct PlacementDraft {
    player: Player,
    /// How ships are placed at random.
    placing: Placing,
    /// An open turn without the ships of the draft.
    base: Trial,
    /// The same turn with the ships of the draft.
    trial: Trial,
    placements: Vec<ShipPlacement>,
}

impl PlacementDraft {
    pub(super) fn new(game: &Game, player: Player, placing: Placing) -> Result<Self, Rejection> {
        let base = Trial::new(Session::with_game(known_game(game, player)), player)?;
        Ok(Self {
            player,
            placing,
            trial: base.clone(),
            base,
            placements: Vec::new(),
        })
    }

    /// The player whose fleet it is.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The placements in order.
    pub fn placements(&self) -> &[ShipPlacement] {
        &self.placements
    }

    /// What the player sees: its ships and the reefs. Ships see nothing yet, because they
    /// can still be moved.
    pub fn view(&self) -> PlayerView<'_> {
        PlayerView::of_draft(self.trial.game(), self.player)
    }

    /// Whether no ship is left to place.
    pub fn is_complete(&self) -> bool {
        self.missing() == 0
    }

    /// The number of ships left to place.
    pub fn missing(&self) -> u64 {
        self.fleet().missing()
    }

    /// The number of ships of a class left to place.
    pub fn left(&self, class: &'static ShipClass) -> u32 {
        let board = self.trial.game().board();
        let is_present = |id: &ShipId| board.ship(*id).class() == class;
        let present = self.fleet().ships().filter(is_present).count();
        let present = u32::try_from(present).unwrap_or(u32::MAX);
        self.fleet().count(class).saturating_sub(present)
    }

    fn fleet(&self) -> &Fleet {
        self.trial.game().fleet(self.player)
    }

    /// The classes with ships left to place.
    pub fn classes_left(&self) -> Vec<&'static ShipClass> {
        let classes = self.trial.game().rules().classes.iter();
        classes.filter(|class| self.left(class) > 0).collect()
    }

    /// Where a ship of a class would lie with its bow on a field.
    pub const fn footprint(
        class: &'static ShipClass,
        head: Pos,
        direction: Direction,
    ) -> Footprint {
        Footprint {
            head,
            direction,
            length: class.length,
        }
    }

    /// Why a ship of a class cannot lie there.
    pub fn rejection(&self, class: &'static ShipClass, footprint: Footprint) -> Option<Rejection> {
        let ship = self.next_of(class)?;
        let command = ShipPlacement { ship, footprint }.command();
        self.trial.clone().command(&command).err()
    }

    /// Places the next ship of a class.
    ///
    /// # Errors
    ///
    /// Why it cannot lie there.
    pub fn place(
        &mut self,
        class: &'static ShipClass,
        footprint: Footprint,
    ) -> Result<(), Rejection> {
        let Some(ship) = self.next_of(class) else {
            return Ok(());
        };
        let placement = ShipPlacement { ship, footprint };
        self.trial.command(&placement.command())?;
        self.placements.push(placement);
        Ok(())
    }

    /// Removes the last placement.
    pub fn undo(&mut self) -> Option<ShipPlacement> {
        Some(self.remove(self.placements.len().checked_sub(1)?))
    }

    /// Removes the placement on a field.
    pub(super) fn take(&mut self, field: Pos) -> Option<ShipPlacement> {
        let is_there = |placement: &ShipPlacement| placement.footprint.rect().contains(field);
        let at = self.placements.iter().position(is_there)?;
        Some(self.remove(at))
    }

    fn remove(&mut self, at: usize) -> ShipPlacement {
        let removed = self.placements.remove(at);
        self.rebuild();
        removed
    }

    /// Removes all placements.
    pub fn clear(&mut self) {
        self.placements.clear();
        self.rebuild();
    }

    /// Places the remaining ships at random: one by one, or, with [`Placing::Uni`] and an
    /// empty draft, all fleets equally likely where the rules allow counting them.
    ///
    /// # Errors
    ///
    /// There is no room, or too many ships are left.
    pub fn fill(&mut self, rng: &mut Rng) -> Result<(), Rejection> {
        if self.missing() > FILLED_SHIPS_MAX {
            return Err(Rejection::plain(Reason::FleetCannotBePlaced));
        }
        while !self.is_complete() {
            let observation = Observation::new(self.trial.game(), self.player);
            let placements = place_missing(&observation, self.placing, rng)
                .map_err(|refusal| Rejection::to_player(self.player, &refusal))?;
            for placement in placements {
                self.trial.command(&placement.command())?;
                self.placements.push(placement);
            }
        }
        Ok(())
    }

    fn rebuild(&mut self) {
        self.trial = self.base.clone();
        for placement in &self.placements {
            // Legal with more ships on the board, so legal with fewer.
            let _ = self.trial.command(&placement.command());
        }
    }

    /// The ship of a class with the lowest free index.
    fn next_of(&self, class: &'static ShipClass) -> Option<ShipRef> {
        let fleet = self.fleet();
        let free = (0..fleet.count(class)).find(|&index| fleet.ship(class, index).is_none())?;
        Some(ShipRef { index: free, class })
    }
}
