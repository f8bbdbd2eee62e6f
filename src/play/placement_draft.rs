//! A fleet while it is placed: nothing is written before it is accepted.

use super::execute::try_line;
use super::move_preview::known_game;
use super::{PlayerView, Rejection};
use crate::game::Reason;
use crate::game::{Footprint, Game};
use crate::geometry::{Direction, Pos};
use crate::interpreter::Session;
use crate::player::Player;
use crate::players::Placing;
use crate::players::{Rng, ShipPlacement, place_missing};
use crate::rules::ShipClass;
use crate::script::{ShipRef, Tag};
use crate::view::Observation;

/// The most ships that are placed at random at once.
pub const FILLED_SHIPS_MAX: u64 = 10_000;

/// A fleet while it is placed. Each ship lies where the interpreter lets it on a
/// board that has only what the player knows, and can be taken back: otherwise
/// ships could be put down and taken up to find out where the enemy's are. The
/// game itself is asked when the fleet is accepted.
#[derive(Clone, Debug)]
pub struct PlacementDraft {
    player: Player,
    /// What at random means.
    placing: Placing,
    /// A turn in which it is placed, open, without the ships of the draft and those
    /// of the enemy.
    base: Session,
    /// The same with them.
    interpreter: Session,
    placements: Vec<ShipPlacement>,
}

impl PlacementDraft {
    pub(super) fn new(game: &Game, player: Player, placing: Placing) -> Result<Self, Rejection> {
        let mut base = Session::with_game(known_game(game, player));
        try_line(&mut base, player, Tag::Player(player).text().as_bytes())?;
        Ok(Self {
            player,
            placing,
            interpreter: base.clone(),
            base,
            placements: Vec::new(),
        })
    }

    /// Who places.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The ships that were placed, in order.
    pub fn placements(&self) -> &[ShipPlacement] {
        &self.placements
    }

    /// What the player sees: its ships and the reefs. Ships see nothing yet, because
    /// they could still be put elsewhere.
    pub fn view(&self) -> PlayerView<'_> {
        PlayerView::of_draft(self.interpreter.game(), self.player)
    }

    /// Whether no ship is left.
    pub fn is_complete(&self) -> bool {
        self.missing() == 0
    }

    /// How many ships are left.
    pub fn missing(&self) -> u64 {
        self.interpreter.game().fleet(self.player).missing()
    }

    /// How many ships of a class are left.
    pub fn left(&self, class: &'static ShipClass) -> u32 {
        let fleet = self.interpreter.game().fleet(self.player);
        let count = fleet.count(class);
        let present = fleet.ships().filter(|id| {
            let ship = self.interpreter.game().board().ship(*id);
            ship.class() == class
        });
        count.saturating_sub(u32::try_from(present.count()).unwrap_or(u32::MAX))
    }

    /// The classes of which ships are left.
    pub fn classes_left(&self) -> Vec<&'static ShipClass> {
        let classes = self.interpreter.game().rules().classes.iter();
        classes.filter(|class| self.left(class) > 0).collect()
    }

    /// Where a ship of a class would lie: the head on a field, and wherever it points.
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

    /// Why a ship of the class cannot lie there.
    pub fn rejection(&self, class: &'static ShipClass, footprint: Footprint) -> Option<Rejection> {
        let ship = self.next_of(class)?;
        let mut twin = self.interpreter.clone();
        let command = ShipPlacement { ship, footprint }.command();
        try_line(&mut twin, self.player, &command.to_bytes()).err()
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
        try_line(
            &mut self.interpreter,
            self.player,
            &placement.command().to_bytes(),
        )?;
        self.placements.push(placement);
        Ok(())
    }

    /// Takes the last ship back; hands back its class and where it lay.
    pub fn undo(&mut self) -> Option<ShipPlacement> {
        let last = self.placements.pop()?;
        self.rebuild();
        Some(last)
    }

    /// Takes the ship back that lies on a field.
    pub fn take(&mut self, field: Pos) -> Option<ShipPlacement> {
        let is_there = |placement: &ShipPlacement| placement.footprint.rect().contains(field);
        let at = self.placements.iter().position(is_there)?;
        let taken = self.placements.remove(at);
        self.rebuild();
        Some(taken)
    }

    /// Takes all ships back.
    pub fn clear(&mut self) {
        self.placements.clear();
        self.rebuild();
    }

    /// Places the ships that are left at random: ship by ship, or, with
    /// [`Placing::Uni`] and while none is placed, each whole fleet as likely, where
    /// the rules allow to count them.
    ///
    /// # Errors
    ///
    /// There is no room, or more than [`FILLED_SHIPS_MAX`] ships are left.
    pub fn fill(&mut self, rng: &mut Rng) -> Result<(), Rejection> {
        if self.interpreter.game().fleet(self.player).missing() > FILLED_SHIPS_MAX {
            return Err(Rejection::plain(Reason::FleetCannotBePlaced));
        }
        while !self.is_complete() {
            let observation = Observation::new(self.interpreter.game(), self.player);
            let placements = place_missing(&observation, self.placing, rng)
                .map_err(|refusal| Rejection::to_player(self.player, &refusal))?;
            for placement in placements {
                let line = placement.command().to_bytes();
                try_line(&mut self.interpreter, self.player, &line)?;
                self.placements.push(placement);
            }
        }
        Ok(())
    }

    fn rebuild(&mut self) {
        self.interpreter = self.base.clone();
        for placement in &self.placements {
            let line = placement.command().to_bytes();
            // What was legal with more ships on the board is so with fewer.
            let _ = try_line(&mut self.interpreter, self.player, &line);
        }
    }

    /// The ship of a class that has the lowest free index.
    fn next_of(&self, class: &'static ShipClass) -> Option<ShipRef> {
        let fleet = self.interpreter.game().fleet(self.player);
        let free = (0..fleet.count(class)).find(|&index| fleet.ship(class, index).is_none())?;
        Some(ShipRef { index: free, class })
    }
}
