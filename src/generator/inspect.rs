//! All the rules that a command would break, whichever of them is named.

use super::ScriptDraft;
use super::breach::{Breach, Breaches};
use crate::game::{Footprint, Game, Ship};
use crate::geometry::Pos;
use crate::player::Player;
use crate::rules::CannonRange;
use crate::script::{Command, ShipRef};

impl Breaches {
    /// What a command would break in the group that is open.
    pub fn of(draft: &ScriptDraft, command: &Command) -> Self {
        let game = draft.game();
        let mover = game.next_player();
        let mut found = Self::default();
        match *command {
            Command::PlaceShip {
                ship,
                head,
                direction,
            } => {
                let footprint = Footprint {
                    head,
                    direction,
                    length: ship.class.length,
                };
                let start = game.start(mover);
                found.lie_within(&footprint, |field| start.contains(field));
                found.enter(game, mover, ship, &footprint);
            }
            Command::Ship {
                player,
                ship,
                head,
                direction,
                ..
            } => {
                let footprint = Footprint {
                    head,
                    direction,
                    length: ship.class.length,
                };
                found.lie_in_waters(game, player, &footprint);
                found.enter(game, player, ship, &footprint);
            }
            Command::Shoot(target) if game.rules().announces_shots() => {
                found.call(game, mover, target);
            }
            Command::Shot { player, target } => found.aim_at_waters(game, player, target),
            Command::Move { ship, movement } => {
                let Some(ship) = found.present(game, mover, ship) else {
                    return found;
                };
                let made = count(draft, ship, |command| {
                    matches!(command, Command::Move { .. })
                });
                found.note(Breach::Worn, !ship.has_engine());
                found.note(Breach::Spent, made >= ship.class().moves);
                found.lie(game, &ship.footprint().moved(movement), Some(ship));
            }
            Command::ShootFrom { ship, target } => {
                found.note(Breach::Mode, !game.is_extended());
                found.note(Breach::Fleets, !game.is_complete());
                found.note(Breach::Field, !game.board().size().contains(target));
                if let Some(ship) = found.present(game, mover, ship) {
                    let (class, cannon) = (ship.class(), ship.cannon());
                    let is_bound = class.range == CannonRange::Length;
                    found.arm(draft, ship);
                    found.note(
                        Breach::Range,
                        is_bound && !cannon.within(target, class.length),
                    );
                }
            }
            Command::SpyFrom { index, .. } => {
                let carrier = game.rules().carrier().map(|class| ShipRef { index, class });
                if let Some(ship) = carrier.and_then(|ship| found.present(game, mover, ship)) {
                    found.arm(draft, ship);
                }
            }
            Command::Shoot(target) => {
                let is_basic = !game.is_extended();
                let has_shot = draft
                    .done()
                    .iter()
                    .any(|command| matches!(command, Command::Shoot(_)));
                found.note(Breach::Mode, !is_basic && !game.is_auto());
                found.note(Breach::Fleets, !game.is_complete());
                found.note(Breach::Field, !game.board().size().contains(target));
                found.note(Breach::Spent, is_basic && has_shot);
            }
            Command::Spy(_) => found.note(Breach::Mode, !(game.is_extended() && game.is_auto())),
            Command::Reef(reef) => {
                found.note(Breach::Field, !game.board().size().contains(reef));
                found.note(Breach::Reef, game.board().ship_at(reef).is_some());
            }
            Command::SetFleet { player, ref counts } => {
                let classes = game.rules().classes.iter().zip(counts);
                let mut highest =
                    classes.map(|(class, &count)| (game.fleet(player).highest(class), count));
                found.note(
                    Breach::Count,
                    highest.any(|(index, count)| index.is_some_and(|index| index >= count)),
                );
            }
            _ => {}
        }
        found
    }

    /// The ship, if it is on the board.
    fn present<'g>(&mut self, game: &'g Game, player: Player, ship: ShipRef) -> Option<&'g Ship> {
        let id = game.fleet(player).ship(ship.class, ship.index);
        self.note(Breach::Absent, id.is_none());
        id.map(|id| game.board().ship(id))
    }

    /// A ship that comes on the board.
    fn enter(&mut self, game: &Game, player: Player, ship: ShipRef, footprint: &Footprint) {
        let fleet = game.fleet(player);
        self.note(
            Breach::Present,
            fleet.ship(ship.class, ship.index).is_some(),
        );
        self.note(Breach::Count, ship.index >= fleet.count(ship.class));
        self.lie(game, footprint, None);
    }

    /// A ship that comes to lie somewhere.
    fn lie(&mut self, game: &Game, footprint: &Footprint, itself: Option<&Ship>) {
        let board = game.board();
        let size = board.size();
        self.lie_within(footprint, |field| size.contains(field));
        self.note(
            Breach::Reef,
            footprint.fields().any(|field| board.is_reef(field)),
        );
        let near = footprint.rect().grown(1);
        let met = |other: &&Ship| {
            itself.is_none_or(|ship| ship.name() != other.name())
                && other.footprint().rect().intersects(&near)
        };
        let met: Vec<_> = board.ships().iter().filter(met).collect();
        let distances = met.iter().flat_map(|other| {
            let pairs = other.footprint().fields();
            pairs.flat_map(|field| {
                footprint
                    .fields()
                    .map(move |own| own.distance_squared(field))
            })
        });
        match distances.min() {
            None => {}
            Some(0) => self.note(Breach::Overlap, true),
            // Where ships may touch.
            Some(_) if game.rules().gap == 0 => return,
            Some(1) => self.note(Breach::Side, true),
            Some(_) => self.note(Breach::Corner, true),
        }
        let is_wreck = !met.is_empty() && met.iter().all(|other| other.healthy_parts() == 0);
        self.note(Breach::Wreck, is_wreck);
    }

    /// A ship that is to lie where something is true of all its fields.
    fn lie_within(&mut self, footprint: &Footprint, is_inside: impl Fn(Pos) -> bool) {
        let is_out = !is_inside(footprint.head);
        self.note(Breach::Field, is_out);
        self.note(Breach::Tail, !is_out && !footprint.fields().all(is_inside));
    }

    /// A ship that shoots or sends a plane.
    fn arm(&mut self, draft: &ScriptDraft, ship: &Ship) {
        let is_shot = |command: &Command| {
            matches!(command, Command::ShootFrom { .. } | Command::SpyFrom { .. })
        };
        self.note(Breach::Worn, !ship.has_cannon());
        self.note(
            Breach::Spent,
            count(draft, ship, is_shot) >= ship.class().shots(),
        );
    }
}

/// How often a ship did something in the turn.
fn count(draft: &ScriptDraft, ship: &Ship, is_that: impl Fn(&Command) -> bool) -> u8 {
    let name = ship.name();
    let is_its = |command: &&Command| match command {
        Command::Move { ship, .. } | Command::ShootFrom { ship, .. } => {
            (ship.class, ship.index) == (name.class, name.index)
        }
        Command::SpyFrom { index, .. } => name.class.planes && *index == name.index,
        _ => false,
    };
    let count = draft
        .done()
        .iter()
        .filter(|command| is_that(command))
        .filter(is_its)
        .count();
    u8::try_from(count).unwrap_or(u8::MAX)
}
