//! Games in which nothing moves, and each shot's result is announced.

use super::mode::Mode;
use super::{FieldList, Footprint, Game, Refusal, Shot, ShotOutcome, ShotResult};
use crate::geometry::Pos;
use crate::player::Player;

/// Shots whose result is announced.
impl Game {
    /// Executes `SHOOT y x` where shots are announced.
    pub(super) fn shoot_announced(&mut self, target: Pos) -> Result<ShotResult, Box<Refusal>> {
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
        let shot = self.record_shot(target);
        let outcome = self.outcome(&shot);
        if outcome == ShotOutcome::Miss || !self.rules.shoots_again() {
            self.basic_shots += 1;
        }
        Ok(ShotResult::Announced(shot, outcome))
    }

    /// Restores an earlier shot of a player. A repeated field has no effect.
    ///
    /// # Errors
    ///
    /// [`Refusal::NotInWaters`].
    pub(crate) fn preset_shot(
        &mut self,
        player: Player,
        target: Pos,
    ) -> Result<Shot, Box<Refusal>> {
        self.check_in_waters(player, target)?;
        Ok(self.record_shot(target))
    }

    /// Whether a field was shot at. A field with a destroyed segment counts as shot at.
    pub fn was_shot_at(&self, pos: Pos) -> bool {
        let is_destroyed = |id| {
            let ship = self.board.ship(id);
            !ship.is_healthy(ship.footprint().segment_at(pos))
        };
        self.shot_list().is_some_and(|shots| shots.contains(pos))
            || self.board.ship_at(pos).is_some_and(is_destroyed)
    }

    /// The shots in order, with the player who fired each.
    pub fn shots(&self) -> impl Iterator<Item = (Player, Pos)> {
        let shots = self.shot_list().into_iter().flat_map(FieldList::in_order);
        shots.filter_map(|&pos| Some((self.waters_owner(pos)?.opponent(), pos)))
    }

    /// The field of the board that a player means by a field where shots are announced: those are
    /// counted from the corner of the opponent's waters.
    pub fn announced_field(&self, player: Player, field: Pos) -> Pos {
        let waters = self.start[player.opponent()];
        Pos::new(waters.top + field.y, waters.left + field.x)
    }

    /// The player in whose waters a field lies, where shots are announced.
    pub fn waters_owner(&self, pos: Pos) -> Option<Player> {
        let mut players = Player::BOTH.into_iter();
        players.find(|&player| self.start[player].contains(pos))
    }

    /// The segments of a ship that lie on fields that were shot at, as bits.
    pub(super) fn segments_shot(&self, footprint: &Footprint) -> u8 {
        let Some(shots) = self
            .shot_list()
            .filter(|shots| !shots.in_order().is_empty())
        else {
            return 0;
        };
        let fields = (0..).zip(footprint.fields());
        let shot = fields.filter(|&(_, field)| shots.contains(field));
        shot.fold(0, |bits, (segment, _): (u8, _)| bits | 1 << segment)
    }

    fn check_in_waters(&self, shooter: Player, target: Pos) -> Result<(), Box<Refusal>> {
        let waters = self.waters(shooter.opponent());
        if waters.contains(target) {
            return Ok(());
        }
        let is_meant = |field| waters.contains(field) && !self.was_shot_at(field);
        let meant = Some(target.swapped()).filter(|&field| is_meant(field));
        Err(Refusal::NotInWaters {
            target,
            waters,
            meant,
        }
        .into())
    }

    fn record_shot(&mut self, target: Pos) -> Shot {
        if let Mode::Announced(mode) = &mut self.mode {
            mode.shots.insert(target);
        }
        self.hit(target)
    }

    /// The result of a shot that was just fired, as it is announced.
    fn outcome(&self, shot: &Shot) -> ShotOutcome {
        let Some(hit) = shot.on else {
            return ShotOutcome::Miss;
        };
        let ship = self.board.ship(hit.ship);
        match ship.healthy_parts() {
            0 => ShotOutcome::Sunk(ship.name()),
            _ => ShotOutcome::Hit(self.rules.names_hits().then_some(*ship.class())),
        }
    }

    const fn shot_list(&self) -> Option<&FieldList> {
        match &self.mode {
            Mode::Fleet(_) => None,
            Mode::Announced(mode) => Some(&mode.shots),
        }
    }
}
