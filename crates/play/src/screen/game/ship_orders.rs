//! Where ships move: the selected ship, and what Enter does with it.

use super::super::notice::Notice;
use super::ships::ShipsPage;
use crate::{GameSession, MovePreview, PlayerView};
use admiralty_core::game::{Ship, ShipName};
use admiralty_core::geometry::{Movement, Pos};
use admiralty_core::script::{Command, ShipRef};

/// What the selected ship is about to do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(in super::super) enum AimMode {
    #[default]
    Shot,
    Plane,
    Move(Movement),
}

#[derive(Clone, Debug)]
pub(in super::super) enum EnterAction {
    Select(ShipName),
    Deselect(ShipName),
    /// A move, a plane or a shot.
    Execute(Command),
    /// Adds a target without a ship.
    AddTarget,
    /// Nothing: a ship has to be selected first.
    NeedsShip,
}

impl ShipsPage {
    /// The selected ship, if it is still there.
    pub fn ship<'g>(&self, view: &PlayerView<'g>) -> Option<&'g Ship> {
        let name = self.selected?;
        let own = view.observation().own().iter();
        own.copied().find(|ship| ship.name() == name)
    }

    /// Where the selected ship would go.
    pub fn preview(&self, session: &GameSession, view: &PlayerView<'_>) -> Option<MovePreview> {
        let AimMode::Move(movement) = self.aim else {
            return None;
        };
        Some(session.preview_move(view, self.ship(view)?, movement))
    }

    /// The action of Enter: completing the pending order, or acting on the field at the cursor.
    pub fn enter_action(&self, view: &PlayerView<'_>, cursor: Pos) -> EnterAction {
        let observation = view.observation();
        let selected = self.selected.map(|name| ShipRef {
            index: name.index,
            class: name.class,
        });
        let command = match (self.aim, selected, ship_at(view, cursor)) {
            (AimMode::Move(movement), Some(ship), _) => Command::Move { ship, movement },
            (AimMode::Plane, Some(ShipRef { index, .. }), _) => Command::SpyFrom {
                index,
                centre: cursor,
            },
            (_, _, Some(name)) if self.selected == Some(name) => {
                return EnterAction::Deselect(name);
            }
            (_, _, Some(name)) => return EnterAction::Select(name),
            (_, Some(ship), None) if observation.is_extended() => Command::ShootFrom {
                ship,
                target: cursor,
            },
            (_, None, None) if observation.is_auto() => return EnterAction::AddTarget,
            (_, None, None) if observation.is_extended() => return EnterAction::NeedsShip,
            _ => Command::Shoot(cursor),
        };
        EnterAction::Execute(command)
    }

    pub fn enter(&mut self, session: &mut GameSession, cursor: Pos) -> Result<(), Notice> {
        match self.enter_action(&session.view(session.next()), cursor) {
            EnterAction::Select(name) => self.selected = Some(name),
            EnterAction::Deselect(_) => self.selected = None,
            EnterAction::Execute(command) => {
                if let AimMode::Move(_) = self.aim {
                    self.aim = AimMode::Shot;
                }
                session.execute(&command)?;
            }
            EnterAction::AddTarget => session.add_target(Command::Shoot(cursor))?,
            EnterAction::NeedsShip => return Err(Notice::Message("choose-a-ship")),
        }
        Ok(())
    }

    /// The selected carrier, or the first that can send a plane.
    pub fn carrier(&self, view: &PlayerView<'_>) -> Option<ShipName> {
        let selected = self.ship(view).filter(|ship| ship.class().planes);
        let mut own = view.observation().own().iter().copied();
        let first = own.find(|ship| ship.class().planes && ship.has_cannon());
        selected.or(first).map(Ship::name)
    }

    /// Selects the next own ship afloat. The cursor stays where it aims.
    pub fn select_next(&mut self, view: &PlayerView<'_>, is_forward: bool) {
        let own = view.observation().own().iter();
        let mut afloat: Vec<_> = own.filter(|ship| ship.healthy_parts() > 0).collect();
        if !is_forward {
            afloat.reverse();
        }
        let mut names = afloat.iter().map(|ship| ship.name());
        let at = names.position(|name| Some(name) == self.selected);
        let next = at.map_or(0, |at| (at + 1) % afloat.len().max(1));
        if let Some(ship) = afloat.get(next) {
            self.selected = Some(ship.name());
            self.aim = AimMode::Shot;
        }
    }
}

pub(in super::super) fn ship_at(view: &PlayerView<'_>, pos: Pos) -> Option<ShipName> {
    let mut ships = view.observation().own().iter();
    let ship = ships.find(|ship| ship.footprint().rect().contains(pos))?;
    Some(ship.name())
}

/// The shots left in the turn, which are lost when it ends.
pub(in super::super) fn shots_left(session: &GameSession, view: &PlayerView<'_>) -> u64 {
    if !session.game().is_complete() {
        return 0;
    }
    let observation = view.observation();
    let own = observation.own().iter();
    let left = own.map(|ship| u64::from(session.ranges(ship).shots_left));
    let left = if observation.is_extended() {
        left.sum()
    } else {
        left.max().unwrap_or(0)
    };
    left.saturating_sub(session.targets.len() as u64)
}
