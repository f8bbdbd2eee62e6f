//! All the rules that a command would break where shots are announced.

use crate::game::{Footprint, Game};
use crate::generator::breach::{Breach, Breaches};
use crate::geometry::Pos;
use crate::player::Player;

impl Breaches {
    /// A shot that is called out.
    pub fn call(&mut self, game: &Game, mover: Player, target: Pos) {
        self.aim_at_waters(game, mover, target);
        self.note(Breach::Fleets, !game.is_complete());
        self.note(Breach::Again, game.was_shot_at(target));
        self.note(Breach::Spent, !game.has_shot_left());
    }

    /// A shot that may lie outside of the enemy's waters.
    pub fn aim_at_waters(&mut self, game: &Game, shooter: Player, target: Pos) {
        let is_out = game.waters_owner(target) != Some(shooter.opponent());
        self.note(Breach::Field, is_out);
    }

    /// A ship that may lie outside of its owner's waters, where there are any.
    pub fn lie_in_waters(&mut self, game: &Game, owner: Player, footprint: &Footprint) {
        let waters = game.start(owner);
        let is_out = !footprint.fields().all(|field| waters.contains(field));
        self.note(
            Breach::ClassicSetup,
            is_out && game.rules().announces_shots(),
        );
    }
}
