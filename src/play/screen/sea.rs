//! Where ships move: choosing a ship, and what it does.

use super::Intent;
use super::app::{Aim, App, Notice};
use super::overlay::Overlay;
use crate::game::{Ship, ShipName};
use crate::geometry::Movement;
use crate::play::{Ghost, Ranges, Sight};
use crate::player::Player;
use crate::script::{Command, ShipRef};

/// What Enter would do.
#[derive(Clone, Debug)]
pub(super) enum Deed {
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
    pub(super) fn act_at_sea(&mut self, intent: Intent) {
        if self.moves_cursor(intent) {
            return;
        }
        match intent {
            Intent::Next => self.next_ship(true),
            Intent::Previous => self.next_ship(false),
            Intent::Move(movement) if self.aim == Aim::Move(movement) => self.do_it(),
            Intent::Move(movement) => self.aim_at_move(movement),
            Intent::Plane => self.aim_with_plane(),
            Intent::Act => self.do_it(),
            Intent::Undo => {
                if let Some(table) = &mut self.table
                    && !table.take_target_back()
                {
                    self.notice = Some(Notice::Message("nothing-to-undo"));
                }
            }
            Intent::Cancel if self.aim != Aim::Shot => self.aim = Aim::Shot,
            Intent::Cancel => self.selected = None,
            Intent::EndTurn => match self.shots_left() {
                0 => self.end_turn(),
                left => self.overlay = Some(Overlay::EndTurn(left)),
            },
            Intent::Point(x, y) => {
                if let Some((_, field)) = self.pointed(x, y) {
                    let is_again = self.cursor == field;
                    self.cursor = field;
                    if is_again || self.ship_under_cursor().is_some() && self.aim == Aim::Shot {
                        self.do_it();
                    }
                }
            }
            Intent::PointOther(..) => self.aim = Aim::Shot,
            // The first click on a field looks at it, wherever the mouse came from.
            Intent::Hover(..) => {}
            intent => self.look_around(intent),
        }
    }

    /// The chosen ship, if it is still there.
    pub(super) fn chosen_ship<'g>(&self, sight: &Sight<'g>) -> Option<&'g Ship> {
        let name = self.selected?;
        let own = sight.observation().own().iter();
        own.copied().find(|ship| ship.name() == name)
    }

    /// What the chosen ship reaches.
    pub(super) fn chosen_ranges(&self, sight: &Sight<'_>) -> Option<Ranges> {
        let ship = self.chosen_ship(sight)?;
        Some(self.table.as_ref()?.ranges(ship))
    }

    /// Where the chosen ship would go.
    pub(super) fn chosen_ghost(&self, sight: &Sight<'_>) -> Option<Ghost> {
        let Aim::Move(movement) = self.aim else {
            return None;
        };
        let ship = self.chosen_ship(sight)?;
        Some(self.table.as_ref()?.ghost(sight, ship, movement))
    }

    pub(super) fn ship_under_cursor(&self) -> Option<ShipName> {
        let sight = self.sight()?;
        let at = sight.own_ship_at(self.cursor)?;
        Some(sight.observation().own()[at].name())
    }

    /// The shots that the turn has left, which are lost when it ends.
    fn shots_left(&self) -> u64 {
        let (Some(table), Some(sight)) = (&self.table, self.sight()) else {
            return 0;
        };
        let view = sight.observation();
        if !Player::BOTH.iter().all(|player| view.is_complete(*player)) {
            return 0;
        }
        let own = view.own().iter().filter(|ship| ship.healthy_parts() > 0);
        let left = own.map(|ship| u64::from(table.ranges(ship).shots_left));
        let left = if view.is_extended() {
            left.sum()
        } else {
            left.max().unwrap_or(0)
        };
        let waiting = table.turn_commands().filter(|(_, is_done)| !is_done);
        left.saturating_sub(waiting.count() as u64)
    }

    /// Chooses the next own ship that is afloat. The cursor stays where it aims.
    fn next_ship(&mut self, is_forward: bool) {
        let Some(sight) = self.sight() else { return };
        let afloat = sight.observation().own().iter();
        let mut afloat: Vec<_> = afloat.filter(|ship| ship.healthy_parts() > 0).collect();
        if !is_forward {
            afloat.reverse();
        }
        let at = afloat
            .iter()
            .position(|ship| Some(ship.name()) == self.selected);
        let next = at.map_or(0, |at| (at + 1) % afloat.len().max(1));
        let found = afloat.get(next).map(|ship| ship.name());
        drop(sight);
        if found.is_some() {
            self.selected = found;
            self.aim = Aim::Shot;
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
        self.aim = Aim::Move(movement);
    }

    /// The chosen carrier, or the first that can send a plane.
    pub(super) fn carrier(&self, sight: &Sight<'_>) -> Option<ShipName> {
        let chosen = self.chosen_ship(sight);
        let has_planes = chosen.is_some_and(|ship| ship.class().planes);
        let mut carriers = sight.observation().own().iter().copied();
        let carrier = carriers.find(|ship| ship.class().planes && ship.has_cannon());
        if has_planes { chosen } else { carrier }.map(Ship::name)
    }

    /// A plane of the chosen carrier; of the first one, if none is chosen.
    fn aim_with_plane(&mut self) {
        let Some(sight) = self.sight() else { return };
        let name = self.carrier(&sight);
        drop(sight);
        match name {
            Some(name) => {
                self.selected = Some(name);
                self.aim = Aim::Plane;
            }
            None => self.notice = Some(Notice::Message("no-carrier")),
        }
    }

    /// What Enter would do: what was begun, or what lies nearest.
    pub(super) fn deed(&self, sight: &Sight<'_>) -> Deed {
        let view = sight.observation();
        let chosen = self.selected.map(|name| ShipRef {
            index: name.index,
            class: name.class,
        });
        let at = sight.own_ship_at(self.cursor);
        match (self.aim, chosen, at.map(|at| view.own()[at].name())) {
            (Aim::Move(movement), Some(ship), _) => Deed::Move(ship, movement),
            (Aim::Plane, Some(ship), _) => Deed::Plane(ship),
            (_, _, Some(name)) if self.selected == Some(name) => Deed::LetGo(name),
            (_, _, Some(name)) => Deed::Choose(name),
            (_, Some(ship), None) if view.is_extended() => Deed::Shoot(ship),
            (_, None, None) if view.is_auto() => Deed::Target,
            (_, None, None) if view.is_extended() => Deed::NeedsShip,
            _ => Deed::Call,
        }
    }

    fn do_it(&mut self) {
        let target = self.cursor;
        let Some(sight) = self.sight() else { return };
        let deed = self.deed(&sight);
        drop(sight);
        match deed {
            Deed::Choose(name) => self.selected = Some(name),
            Deed::LetGo(_) => self.selected = None,
            Deed::Move(ship, movement) => {
                self.order(&Command::Move { ship, movement });
                self.aim = Aim::Shot;
            }
            Deed::Plane(ship) => self.order(&Command::SpyFrom {
                index: ship.index,
                centre: target,
            }),
            Deed::Shoot(ship) => self.order(&Command::ShootFrom { ship, target }),
            Deed::Call => self.order(&Command::Shoot(target)),
            Deed::NeedsShip => self.notice = Some(Notice::Message("choose-a-ship")),
            Deed::Target => {
                if let Some(table) = &mut self.table
                    && let Err(objection) = table.add_target(Command::Shoot(target))
                {
                    self.object(objection);
                }
            }
        }
    }

    fn order(&mut self, command: &Command) {
        let Some(table) = &mut self.table else { return };
        if let Err(objection) = table.order(command) {
            self.object(objection);
        }
    }
}
