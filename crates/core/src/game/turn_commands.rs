//! The commands of a player's turn: placing, shooting, moving, spying.

use super::{Footprint, Game, Refusal, Refused, ShipId, ShipName, Shot, Target, TargetKind};
use crate::geometry::{Direction, Movement, Pos};
use crate::player::Player;

impl Game {
    /// Begins the turn of a player.
    ///
    /// # Errors
    ///
    /// [`Refusal::OtherPlayersTurn`].
    pub fn begin_turn(&mut self, player: Player) -> Refused {
        if player != self.next {
            let expected = self.next;
            return Err(Refusal::OtherPlayersTurn { expected }.into());
        }
        self.turn.begin_next();
        Ok(())
    }

    /// Places a healthy ship in its owner's starting rectangle.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NotInStart`], [`Refusal::AlreadyPresent`],
    /// [`Refusal::AllSet`], [`Refusal::OnReef`], [`Refusal::TooClose`].
    pub fn place_ship(
        &mut self,
        name: ShipName,
        head: Pos,
        direction: Direction,
    ) -> Refused<ShipId> {
        let footprint = Footprint::new(head, direction, name.class.length);
        self.check_in_start(name, &footprint)?;
        self.enter_ship(name, footprint, u8::MAX)
    }

    /// Executes `SHOOT y x` where shots are not announced: the shot of the basic game, or a
    /// target of automatic shooting (`None`), which is resolved at the end of the turn.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::AutoOff`],
    /// [`Refusal::FleetsIncomplete`], [`Refusal::NoSuchField`],
    /// [`Refusal::SecondBasicShot`].
    pub fn shoot(&mut self, target: Pos) -> Refused<Option<Shot>> {
        if self.extended && !self.auto {
            return Err(Refusal::AutoOff.into());
        }
        self.check_complete()?;
        self.check_target(target)?;
        if self.extended {
            let (kind, pos) = (TargetKind::Shot, target);
            self.turn.targets.push(Target { kind, pos });
            return Ok(None);
        }
        if self.turn.basic_shots > 0 {
            return Err(Refusal::SecondBasicShot.into());
        }
        self.turn.basic_shots += 1;
        Ok(Some(self.hit(target)))
    }

    /// Executes a shot from a ship.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NoCannons`], where shots are announced;
    /// [`Refusal::ExtendedOff`], [`Refusal::FleetsIncomplete`],
    /// [`Refusal::NotPresent`], [`Refusal::NoCannon`], [`Refusal::NoneLeft`],
    /// [`Refusal::TooFar`], [`Refusal::NoSuchField`].
    pub fn shoot_from(&mut self, name: ShipName, target: Pos) -> Refused<(ShipId, Shot)> {
        if !self.extended && self.rules.announces_shots() {
            return Err(Refusal::NoCannons.into());
        }
        if !self.extended {
            return Err(Refusal::ExtendedOff.into());
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
        self.check_target(target)?;
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
    pub fn move_ship(&mut self, name: ShipName, movement: Movement) -> Refused<ShipId> {
        let id = self.present(name)?;
        let ship = self.board.ship(id);
        if !ship.has_engine() {
            let (ship, engine) = (name, ship.engine());
            return Err(Refusal::NoEngine { ship, engine }.into());
        }
        let limit = name.class.moves;
        if ship.used(self.turn.number).moves >= limit {
            return Err(Refusal::MovedAlready { ship: name, limit }.into());
        }
        let (footprint, before) = (ship.footprint().moved(movement), *ship.footprint());
        self.board.relocate(id, footprint)?;
        if self.auto {
            self.turn
                .left_cannons
                .push((id, before.field(name.class.cannon())));
        }
        self.board.ship_mut(id).use_move(self.turn.number);
        Ok(id)
    }

    /// Sends a spy plane from a ship.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NotPresent`], [`Refusal::NoCannon`],
    /// [`Refusal::NoneLeft`].
    pub fn spy_from(&mut self, name: ShipName, centre: Pos) -> Refused<ShipId> {
        let (id, _) = self.check_armed(name, TargetKind::Plane)?;
        self.count_shot(id);
        self.planes[name.player].send(centre, self.board.size());
        Ok(id)
    }

    /// Adds a plane of automatic shooting, which is resolved at the end of the turn.
    ///
    /// # Errors
    ///
    /// [`Refusal::AutoPlanesOff`].
    pub fn spy(&mut self, centre: Pos) -> Refused {
        if !(self.extended && self.auto) {
            return Err(Refusal::AutoPlanesOff.into());
        }
        let (kind, pos) = (TargetKind::Plane, centre);
        self.turn.targets.push(Target { kind, pos });
        Ok(())
    }

    /// Ends the turn: resolves automatic shooting, then determines the winner. If there
    /// is none, the other player is next.
    ///
    /// # Errors
    ///
    /// [`Refusal::Infeasible`]: no target is executed, and the turn stays open.
    pub fn end_turn(&mut self) -> Refused<Option<Player>> {
        let mover = self.next;
        if !self.turn.targets.is_empty() {
            self.resolve_targets(mover)?;
        }
        if self.is_complete() {
            for player in [mover, mover.opponent()] {
                if self.fleets[player.opponent()].is_sunk() {
                    return Ok(Some(player));
                }
            }
        }
        self.next = mover.opponent();
        Ok(None)
    }

    /// Counts a shot or a plane that names its ship.
    fn count_shot(&mut self, id: ShipId) {
        self.board.ship_mut(id).use_shot(self.turn.number);
        if self.auto {
            self.turn.served_by_name.push(id);
        }
    }
}
