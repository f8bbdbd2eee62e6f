//! Where ships move: choosing a ship, and what it does.

use super::Intent;
use super::app::{AimMode, App, Notice};
use super::dialog::Dialog;
use crate::game::{Ship, ShipName};
use crate::geometry::Movement;
use crate::play::{MovePreview, PlayerView, ShipRanges};
use crate::player::Player;
use crate::script::{Command, ShipRef};

/// What Enter would do.
#[derive(Clone, Debug)]
pub(super) enum EnterAction {
    Choose(ShipName),
    LetGo(ShipName),
    Move(ShipRef, Movement),
    Plane(ShipRef),
    Shoot(ShipRef),
    /// Name a target without a ship.
    Target,
    /// Shoot where no ship need be named.
    Call,
    /// Nothing before a ship is chosen.
    NeedsShip,
}

impl App {
    pub(super) fn handle_ships(&mut self, intent: Intent) {
        if self.moves_cursor(intent) {
            return;
        }
        match intent {
            Intent::Next => self.next_ship(true),
            Intent::Previous => self.next_ship(false),
            Intent::Move(movement) if self.aim == AimMode::Move(movement) => self.perform(),
            Intent::Move(movement) => self.aim_at_move(movement),
            Intent::Plane => self.aim_with_plane(),
            Intent::Act => self.perform(),
            Intent::Undo => {
                if let Some(session) = &mut self.session
                    && !session.take_target_back()
                {
                    self.notice = Some(Notice::Message("nothing-to-undo"));
                }
            }
            Intent::Cancel if self.aim != AimMode::Shot => self.aim = AimMode::Shot,
            Intent::Cancel => self.selected = None,
            Intent::EndTurn => match self.shots_left() {
                0 => self.end_turn(),
                left => self.dialog = Some(Dialog::EndTurn(left)),
            },
            Intent::Point(x, y) => {
                if let Some((_, field)) = self.field_at_pointer(x, y) {
                    let is_again = self.cursor == field;
                    self.cursor = field;
                    if is_again || self.ship_under_cursor().is_some() && self.aim == AimMode::Shot {
                        self.perform();
                    }
                }
            }
            Intent::PointOther(..) => self.aim = AimMode::Shot,
            // The first click on a field looks at it, wherever the mouse came from.
            Intent::Hover(..) => {}
            intent => self.handle_browsing(intent),
        }
    }

    /// The chosen ship, if it is still there.
    pub(super) fn selected_ship<'g>(&self, view: &PlayerView<'g>) -> Option<&'g Ship> {
        let name = self.selected?;
        let own = view.observation().own().iter();
        own.copied().find(|ship| ship.name() == name)
    }

    /// What the chosen ship reaches.
    pub(super) fn selected_ranges(&self, view: &PlayerView<'_>) -> Option<ShipRanges> {
        let ship = self.selected_ship(view)?;
        Some(self.session.as_ref()?.ranges(ship))
    }

    /// Where the chosen ship would go.
    pub(super) fn move_preview(&self, view: &PlayerView<'_>) -> Option<MovePreview> {
        let AimMode::Move(movement) = self.aim else {
            return None;
        };
        let ship = self.selected_ship(view)?;
        Some(self.session.as_ref()?.preview(view, ship, movement))
    }

    pub(super) fn ship_under_cursor(&self) -> Option<ShipName> {
        let view = self.view()?;
        let at = view.own_ship_at(self.cursor)?;
        Some(view.observation().own()[at].name())
    }

    /// The shots that the turn has left, which are lost when it ends.
    fn shots_left(&self) -> u64 {
        let (Some(session), Some(view)) = (&self.session, self.view()) else {
            return 0;
        };
        let observation = view.observation();
        if !Player::BOTH
            .iter()
            .all(|player| observation.is_complete(*player))
        {
            return 0;
        }
        let own = observation
            .own()
            .iter()
            .filter(|ship| ship.healthy_parts() > 0);
        let left = own.map(|ship| u64::from(session.ranges(ship).shots_left));
        let left = if observation.is_extended() {
            left.sum()
        } else {
            left.max().unwrap_or(0)
        };
        let waiting = session.turn_commands().filter(|(_, is_done)| !is_done);
        left.saturating_sub(waiting.count() as u64)
    }

    /// Chooses the next own ship that is afloat. The cursor stays where it aims.
    fn next_ship(&mut self, is_forward: bool) {
        let Some(view) = self.view() else { return };
        let afloat = view.observation().own().iter();
        let mut afloat: Vec<_> = afloat.filter(|ship| ship.healthy_parts() > 0).collect();
        if !is_forward {
            afloat.reverse();
        }
        let at = afloat
            .iter()
            .position(|ship| Some(ship.name()) == self.selected);
        let next = at.map_or(0, |at| (at + 1) % afloat.len().max(1));
        let found = afloat.get(next).map(|ship| ship.name());
        drop(view);
        if found.is_some() {
            self.selected = found;
            self.aim = AimMode::Shot;
        }
    }

    fn aim_at_move(&mut self, movement: Movement) {
        if self.selected.is_none() {
            self.selected = self.ship_under_cursor();
        }
        if self.selected.is_none() {
            self.notice = Some(Notice::Message("choose-a-ship"));
            return;
        }
        self.aim = AimMode::Move(movement);
    }

    /// The chosen carrier, or the first that can send a plane.
    pub(super) fn carrier(&self, view: &PlayerView<'_>) -> Option<ShipName> {
        let chosen = self.selected_ship(view);
        let has_planes = chosen.is_some_and(|ship| ship.class().planes);
        let mut carriers = view.observation().own().iter().copied();
        let carrier = carriers.find(|ship| ship.class().planes && ship.has_cannon());
        if has_planes { chosen } else { carrier }.map(Ship::name)
    }

    /// A plane of the chosen carrier; of the first one, if none is chosen.
    fn aim_with_plane(&mut self) {
        let Some(view) = self.view() else { return };
        let name = self.carrier(&view);
        drop(view);
        match name {
            Some(name) => {
                self.selected = Some(name);
                self.aim = AimMode::Plane;
            }
            None => self.notice = Some(Notice::Message("no-carrier")),
        }
    }

    /// What Enter would do: what was begun, or what lies nearest.
    pub(super) fn enter_action(&self, view: &PlayerView<'_>) -> EnterAction {
        let observation = view.observation();
        let chosen = self.selected.map(|name| ShipRef {
            index: name.index,
            class: name.class,
        });
        let at = view.own_ship_at(self.cursor);
        match (self.aim, chosen, at.map(|at| observation.own()[at].name())) {
            (AimMode::Move(movement), Some(ship), _) => EnterAction::Move(ship, movement),
            (AimMode::Plane, Some(ship), _) => EnterAction::Plane(ship),
            (_, _, Some(name)) if self.selected == Some(name) => EnterAction::LetGo(name),
            (_, _, Some(name)) => EnterAction::Choose(name),
            (_, Some(ship), None) if observation.is_extended() => EnterAction::Shoot(ship),
            (_, None, None) if observation.is_auto() => EnterAction::Target,
            (_, None, None) if observation.is_extended() => EnterAction::NeedsShip,
            _ => EnterAction::Call,
        }
    }

    fn perform(&mut self) {
        let target = self.cursor;
        let Some(view) = self.view() else { return };
        let enter_action = self.enter_action(&view);
        drop(view);
        match enter_action {
            EnterAction::Choose(name) => self.selected = Some(name),
            EnterAction::LetGo(_) => self.selected = None,
            EnterAction::Move(ship, movement) => {
                self.execute(&Command::Move { ship, movement });
                self.aim = AimMode::Shot;
            }
            EnterAction::Plane(ship) => self.execute(&Command::SpyFrom {
                index: ship.index,
                centre: target,
            }),
            EnterAction::Shoot(ship) => self.execute(&Command::ShootFrom { ship, target }),
            EnterAction::Call => self.execute(&Command::Shoot(target)),
            EnterAction::NeedsShip => self.notice = Some(Notice::Message("choose-a-ship")),
            EnterAction::Target => {
                if let Some(session) = &mut self.session
                    && let Err(rejection) = session.add_target(Command::Shoot(target))
                {
                    self.show_rejection(rejection);
                }
            }
        }
    }

    fn execute(&mut self, command: &Command) {
        let Some(session) = &mut self.session else {
            return;
        };
        if let Err(rejection) = session.execute(command) {
            self.show_rejection(rejection);
        }
    }
}
