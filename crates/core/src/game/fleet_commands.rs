//! Games in which ships move, shoot and spy.

use std::collections::BTreeSet;

use super::mode::{FleetMode, Mode};
use super::{Game, Refusal, ServedTarget, ShipId, ShipName, Shot, ShotResult, Target, TargetKind};
use crate::geometry::{Movement, Pos};
use crate::player::Player;

/// Queries.
impl Game {
    /// Whether `EXTENDED_SHIPS` was given.
    #[inline]
    pub const fn is_extended(&self) -> bool {
        matches!(&self.mode, Mode::Fleet(mode) if mode.is_extended)
    }

    /// Whether `AUTO_SHOOTING` was given.
    #[inline]
    pub const fn is_auto(&self) -> bool {
        matches!(&self.mode, Mode::Fleet(mode) if mode.is_auto)
    }

    /// The fields that a player has sent spy planes to; none where shots are announced. Each plane sees
    /// [`Rect::around`](crate::geometry::Rect::around) its field for the rest of the run.
    pub fn planes(&self, player: Player) -> &BTreeSet<Pos> {
        static NONE: BTreeSet<Pos> = BTreeSet::new();
        match &self.mode {
            Mode::Fleet(mode) => &mode.planes[player],
            Mode::Announced(_) => &NONE,
        }
    }

    /// The targets that are resolved at the end of the turn, in the order given.
    #[inline]
    pub fn targets(&self) -> &[Target] {
        self.fleet_mode().map_or(&[], |mode| &mode.targets)
    }

    /// The effects of the end of the last turn on its targets, in the order given.
    pub fn served_targets(&self) -> &[ServedTarget] {
        self.fleet_mode().map_or(&[], |mode| &mode.served)
    }

    /// The shots among [`Game::served_targets`].
    pub fn served_shots(&self) -> impl Iterator<Item = &Shot> {
        self.served_targets()
            .iter()
            .filter_map(|target| match target {
                ServedTarget::Shot(shot) => Some(shot),
                ServedTarget::Plane(_) => None,
            })
    }

    /// The fields that cannons have left in this turn, where targets may be served from
    /// them.
    pub fn left_cannons(&self) -> &[(ShipId, Pos)] {
        self.fleet_mode().map_or(&[], |mode| &mode.left_cannons)
    }

    #[inline]
    pub(super) const fn fleet_mode(&self) -> Option<&FleetMode> {
        match &self.mode {
            Mode::Fleet(mode) => Some(mode),
            Mode::Announced(_) => None,
        }
    }
}

/// The commands of `[state]` groups.
impl Game {
    /// Turns extended shooting on; it has no effect where shots are announced.
    pub(crate) fn set_extended(&mut self) {
        if let Mode::Fleet(mode) = &mut self.mode {
            mode.is_extended = true;
        }
    }

    /// Turns automatic shooting on, which requires extended shooting; it has no effect where shots are
    /// announced.
    pub(crate) fn set_auto(&mut self) {
        if let Mode::Fleet(mode) = &mut self.mode {
            mode.is_auto = true;
        }
    }
}

/// The commands of a player's turn.
impl Game {
    /// Executes `SHOOT y x` where shots are not announced: the shot of the basic game, or a target of
    /// automatic shooting, which waits for the end of the turn.
    #[inline]
    pub(super) fn shoot_unannounced(&mut self, target: Pos) -> Result<ShotResult, Box<Refusal>> {
        let (is_extended, is_auto) = (self.is_extended(), self.is_auto());
        if is_extended && !is_auto {
            return Err(Refusal::AutoOff.into());
        }
        self.check_complete()?;
        self.check_target(target, |_| true)?;
        if let Mode::Fleet(mode) = &mut self.mode
            && is_extended
        {
            let (kind, pos) = (TargetKind::Shot, target);
            mode.targets.push(Target { kind, pos });
            return Ok(ShotResult::Waits);
        }
        if self.basic_shots > 0 {
            return Err(Refusal::SecondBasicShot.into());
        }
        self.basic_shots += 1;
        Ok(ShotResult::Fired(self.hit(target)))
    }

    /// Executes a shot from a ship.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NoCannons`], where shots are announced;
    /// [`Refusal::ExtendedOff`], [`Refusal::FleetsIncomplete`],
    /// [`Refusal::NotPresent`], [`Refusal::NoCannon`], [`Refusal::NoneLeft`],
    /// [`Refusal::TooFar`], [`Refusal::NoSuchField`].
    pub(crate) fn shoot_from(
        &mut self,
        name: ShipName,
        target: Pos,
    ) -> Result<(ShipId, Shot), Box<Refusal>> {
        match &self.mode {
            Mode::Announced(_) => return Err(Refusal::NoCannons.into()),
            Mode::Fleet(mode) if !mode.is_extended => return Err(Refusal::ExtendedOff.into()),
            Mode::Fleet(_) => {}
        }
        self.check_complete()?;
        let (id, cannon) = self.check_armed(name, TargetKind::Shot)?;
        if !name.class.reaches(cannon, target) {
            let ship = name;
            return Err(Refusal::TooFar {
                ship,
                cannon,
                target,
            }
            .into());
        }
        self.check_target(target, |field| name.class.reaches(cannon, field))?;
        self.count_shot(id);
        Ok((id, self.hit(target)))
    }

    /// Moves a ship.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NotPresent`], [`Refusal::NoEngine`],
    /// [`Refusal::MovedAlready`], [`Refusal::OffBoard`], [`Refusal::OnReef`],
    /// [`Refusal::TooClose`].
    #[inline]
    pub(crate) fn move_ship(
        &mut self,
        name: ShipName,
        movement: Movement,
    ) -> Result<ShipId, Box<Refusal>> {
        let id = self.check_engine(name)?;
        let before = *self.board.ship(id).footprint();
        let footprint = before.moved(movement);
        self.board.relocate(id, footprint)?;
        if let Mode::Fleet(mode) = &mut self.mode
            && mode.is_auto
        {
            let left = before.field(name.class.cannon());
            mode.left_cannons.push((id, left));
        }
        self.board.ship_mut(id).use_move(self.turn);
        Ok(id)
    }

    /// Checks whether a ship could move if there were no ships of the other player, without moving it: as
    /// far as its player knows.
    ///
    /// # Errors
    ///
    /// Those of `MOVE`.
    pub fn check_move(&self, name: ShipName, movement: Movement) -> Result<(), Box<Refusal>> {
        let id = self.check_engine(name)?;
        let footprint = self.board.ship(id).footprint().moved(movement);
        self.board.check_own_way(id, footprint)
    }

    /// Sends a spy plane from a ship.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NotPresent`], [`Refusal::NoCannon`],
    /// [`Refusal::NoneLeft`].
    pub(crate) fn spy_from(&mut self, name: ShipName, centre: Pos) -> Result<ShipId, Box<Refusal>> {
        let (id, _) = self.check_armed(name, TargetKind::Plane)?;
        self.count_shot(id);
        let board = self.board.size();
        if let Mode::Fleet(mode) = &mut self.mode {
            mode.send_plane(name.player, centre, board);
        }
        Ok(id)
    }

    /// Adds a plane of automatic shooting; the end of the turn resolves it.
    ///
    /// # Errors
    ///
    /// [`Refusal::AutoPlanesOff`].
    pub(crate) fn spy(&mut self, centre: Pos) -> Result<(), Box<Refusal>> {
        match &mut self.mode {
            Mode::Fleet(mode) if mode.is_extended && mode.is_auto => {
                let (kind, pos) = (TargetKind::Plane, centre);
                mode.targets.push(Target { kind, pos });
                Ok(())
            }
            _ => Err(Refusal::AutoPlanesOff.into()),
        }
    }

    /// Checks that a ship can move in this turn.
    #[inline]
    fn check_engine(&self, name: ShipName) -> Result<ShipId, Box<Refusal>> {
        let id = self.present(name)?;
        let ship = self.board.ship(id);
        if !ship.has_engine() {
            let (ship, engine) = (name, ship.engine());
            return Err(Refusal::NoEngine { ship, engine }.into());
        }
        let limit = name.class.moves;
        if ship.used(self.turn).moves >= limit {
            return Err(Refusal::MovedAlready { ship: name, limit }.into());
        }
        Ok(id)
    }

    /// Counts a shot or a plane that names its ship.
    fn count_shot(&mut self, id: ShipId) {
        self.board.ship_mut(id).use_shot(self.turn);
        if let Mode::Fleet(mode) = &mut self.mode
            && mode.is_auto
        {
            mode.served_by_name.push(id);
        }
    }

    /// Checks that a ship can send a shot or a plane; returns the field of its cannon.
    fn check_armed(&self, ship: ShipName, kind: TargetKind) -> Result<(ShipId, Pos), Box<Refusal>> {
        let id = self.present(ship)?;
        let found = self.board.ship(id);
        let cannon = found.cannon();
        if !found.has_cannon() {
            return Err(Refusal::NoCannon { ship, cannon, kind }.into());
        }
        let limit = ship.class.shots();
        if found.used(self.turn).shots >= limit {
            return Err(Refusal::NoneLeft { ship, limit, kind }.into());
        }
        Ok((id, cannon))
    }

    /// Checks that a target is on the board. `is_target` says whether another field can be shot at.
    fn check_target(
        &self,
        target: Pos,
        is_target: impl Fn(Pos) -> bool,
    ) -> Result<(), Box<Refusal>> {
        let size = self.board.size();
        if size.contains(target) {
            return Ok(());
        }
        let is_meant = |field| size.contains(field) && is_target(field);
        let meant = Some(target.swapped()).filter(|&field| is_meant(field));
        Err(Refusal::NoSuchField {
            target,
            size,
            meant,
        }
        .into())
    }
}
