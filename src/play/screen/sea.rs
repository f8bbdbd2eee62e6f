//! Where ships move: choosing a ship, and what it does.

use super::Intent;
use super::app::{Aim, App, Notice};
use crate::game::{Ship, ShipName};
use crate::play::{Ghost, Ranges, Sight};
use crate::script::{Command, ShipRef};
use crate::vocabulary::Movement;

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
            Intent::EndTurn => self.end_turn(),
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

    fn ship_under_cursor(&self) -> Option<ShipName> {
        let sight = self.sight()?;
        let at = sight.own_ship_at(self.cursor)?;
        Some(sight.observation().own()[at].name())
    }

    /// Goes to the next own ship that is afloat.
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
        let found = afloat.get(next).map(|ship| (ship.name(), ship.hull().head));
        drop(sight);
        if let Some((name, head)) = found {
            self.selected = Some(name);
            self.cursor = head;
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

    /// A plane of the chosen carrier; of the first one, if none is chosen.
    fn aim_with_plane(&mut self) {
        let Some(sight) = self.sight() else { return };
        let chosen = self.chosen_ship(&sight);
        let has_planes = chosen.is_some_and(|ship| ship.class().planes);
        let mut carriers = sight.observation().own().iter().copied();
        let carrier = carriers.find(|ship| ship.class().planes && ship.has_cannon());
        let name = if has_planes { chosen } else { carrier }.map(Ship::name);
        drop(sight);
        match name {
            Some(name) => {
                self.selected = Some(name);
                self.aim = Aim::Plane;
            }
            None => self.notice = Some(Notice::Message("no-carrier")),
        }
    }

    /// Does what was begun: chooses the ship under the cursor, or has the chosen one
    /// move, shoot or send a plane.
    fn do_it(&mut self) {
        let target = self.cursor;
        let chosen = self.selected.map(|name| ShipRef {
            index: name.index,
            class: name.class,
        });
        match (self.aim, chosen) {
            (Aim::Move(movement), Some(ship)) => {
                self.order(&Command::Move { ship, movement });
                self.follow_ship();
                self.aim = Aim::Shot;
            }
            (Aim::Plane, Some(ship)) => self.order(&Command::SpyFrom {
                index: ship.index,
                centre: target,
            }),
            _ => self.choose_or_shoot(chosen),
        }
    }

    fn choose_or_shoot(&mut self, chosen: Option<ShipRef>) {
        if let Some(name) = self.ship_under_cursor() {
            let is_chosen = self.selected == Some(name);
            self.selected = (!is_chosen).then_some(name);
            return;
        }
        let target = self.cursor;
        let Some(sight) = self.sight() else { return };
        let (is_extended, is_auto) = {
            let view = sight.observation();
            (view.is_extended(), view.is_auto())
        };
        drop(sight);
        match chosen {
            Some(ship) if is_extended => self.order(&Command::ShootFrom { ship, target }),
            None if is_auto => {
                if let Some(table) = &mut self.table
                    && let Err(objection) = table.add_target(Command::Shoot(target))
                {
                    self.object(objection);
                }
            }
            None if is_extended => self.notice = Some(Notice::Message("choose-a-ship")),
            _ => self.order(&Command::Shoot(target)),
        }
    }

    fn order(&mut self, command: &Command) {
        let Some(table) = &mut self.table else { return };
        if let Err(objection) = table.order(command) {
            self.object(objection);
        }
    }

    /// Takes the cursor along with the chosen ship.
    fn follow_ship(&mut self) {
        let Some(sight) = self.sight() else { return };
        let head = self.chosen_ship(&sight).map(|ship| ship.hull().head);
        drop(sight);
        self.cursor = head.unwrap_or(self.cursor);
    }
}
