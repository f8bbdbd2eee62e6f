//! Shots whose result is announced.

use super::{Footprint, Game, Refusal, Refused, ShipName};
use crate::geometry::Pos;
use crate::player::Player;
use crate::rules::ShipClass;

/// The result of a shot, as it is announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ShotOutcome {
    /// No ship is on the field.
    Miss,
    /// A ship is hit and still afloat; with its class if the rules name hits.
    Hit(Option<&'static ShipClass>),
    /// The last healthy segment of a ship is hit.
    Sunk(ShipName),
}

impl Game {
    /// Shoots at a field of the opponent's waters.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::FleetsIncomplete`], [`Refusal::NotInWaters`],
    /// [`Refusal::AlreadyShot`], [`Refusal::NoShotLeft`].
    pub fn shoot_announced(&mut self, target: Pos) -> Refused<ShotOutcome> {
        self.check_complete()?;
        self.check_in_waters(self.next, target)?;
        if self.was_shot_at(target) {
            return Err(Refusal::AlreadyShot { target }.into());
        }
        if !self.has_shot_left() {
            return Err(Refusal::NoShotLeft {
                again: self.rules.shoots_again(),
            }
            .into());
        }
        let outcome = self.record_shot(target);
        if outcome == ShotOutcome::Miss || !self.rules.shoots_again() {
            self.turn.basic_shots += 1;
        }
        Ok(outcome)
    }

    /// Restores an earlier shot of a player. A repeated field has no effect.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotInWaters`].
    pub fn preset_shot(&mut self, player: Player, target: Pos) -> Refused {
        self.check_in_waters(player, target)?;
        self.record_shot(target);
        Ok(())
    }

    /// Whether the player to move has a shot left in this turn.
    pub const fn has_shot_left(&self) -> bool {
        self.turn.basic_shots == 0
    }

    /// Whether a field was shot at. A field with a destroyed segment counts as shot at.
    pub fn was_shot_at(&self, pos: Pos) -> bool {
        let is_destroyed = |id| {
            let ship = self.board.ship(id);
            !ship.is_healthy(ship.footprint().segment_at(pos))
        };
        self.shots.contains(pos) || self.board.ship_at(pos).is_some_and(is_destroyed)
    }

    /// The shots in order, with the player who fired each.
    pub fn shots(&self) -> impl Iterator<Item = (Player, Pos)> {
        let shots = self.shots.in_order().iter();
        shots.filter_map(|&pos| Some((self.waters_owner(pos)?.opponent(), pos)))
    }

    /// The player in whose waters a field lies.
    pub fn waters_owner(&self, pos: Pos) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|&player| self.start[player].contains(pos))
    }

    /// The segments of a ship that lie on fields that were shot at, as bits.
    pub(super) fn segments_shot(&self, footprint: &Footprint) -> u8 {
        if self.shots.in_order().is_empty() {
            return 0;
        }
        let fields = (0..).zip(footprint.fields());
        let shot = fields.filter(|&(_, field)| self.shots.contains(field));
        shot.fold(0, |bits, (segment, _): (u8, _)| bits | 1 << segment)
    }

    fn check_in_waters(&self, shooter: Player, target: Pos) -> Refused {
        let waters = self.start[shooter.opponent()];
        if waters.contains(target) {
            return Ok(());
        }
        Err(Refusal::NotInWaters { target, waters }.into())
    }

    fn record_shot(&mut self, target: Pos) -> ShotOutcome {
        self.shots.insert(target);
        let Some(hit) = self.hit(target).on else {
            return ShotOutcome::Miss;
        };
        let ship = self.board.ship(hit.ship);
        match ship.healthy_parts() {
            0 => ShotOutcome::Sunk(ship.name()),
            _ => ShotOutcome::Hit(self.rules.names_hits().then_some(ship.class())),
        }
    }
}
