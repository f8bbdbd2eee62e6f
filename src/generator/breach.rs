//! All the rules that a command would break, whichever of them is named.

use std::collections::BTreeMap;

use super::Draft;
use crate::game::{Game, Hull, Ship};
use crate::rules::Reach;
use crate::script::{Command, ShipRef};
use crate::vocabulary::Player;

/// Something that can be wrong with a command that is well written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Breach {
    /// The form of the command belongs to another mode.
    Mode,
    /// A fleet is not complete.
    Fleets,
    /// The ship is not on the board.
    Absent,
    /// The ship is on the board already.
    Present,
    /// The fleet has no such ship, or would lose one.
    Count,
    /// The cannon or the engine is destroyed.
    Worn,
    /// All moves or shots of the turn are used up.
    Spent,
    /// The target is out of range.
    Range,
    /// A field lies off the board or outside the starting rectangle.
    Field,
    /// A field lies on a reef, or a reef on a ship.
    Reef,
    /// Another ship is too close.
    Close,
}

/// A set of breaches.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Breaches(u16);

impl Breaches {
    /// Whether nothing is wrong.
    pub const fn is_none(self) -> bool {
        self.0 == 0
    }

    /// Whether something is wrong.
    pub const fn has(self, breach: Breach) -> bool {
        self.0 >> breach as u16 & 1 == 1
    }

    fn note(&mut self, breach: Breach, is_broken: bool) {
        self.0 |= u16::from(is_broken) << breach as u16;
    }

    /// What a command would break in the group that is open.
    pub fn of(draft: &Draft, command: &Command) -> Self {
        let game = draft.game();
        let mover = game.next_player();
        let mut found = Self::default();
        match *command {
            Command::PlaceShip {
                ship,
                head,
                direction,
            } => {
                let hull = Hull {
                    head,
                    direction,
                    length: ship.class.length,
                };
                let start = game.start(mover);
                let is_inside = hull.fields().all(|field| start.contains(field));
                found.note(Breach::Field, !is_inside);
                found.enter(game, mover, ship, &hull);
            }
            Command::Ship {
                player,
                ship,
                head,
                direction,
                ..
            } => {
                let hull = Hull {
                    head,
                    direction,
                    length: ship.class.length,
                };
                found.enter(game, player, ship, &hull);
            }
            Command::Move { ship, movement } => {
                let Some(ship) = found.present(game, mover, ship) else {
                    return found;
                };
                let made = count(draft, ship, |command| {
                    matches!(command, Command::Move { .. })
                });
                found.note(Breach::Worn, !ship.has_engine());
                found.note(Breach::Spent, made >= ship.class().moves);
                found.lie(game, &ship.hull().moved(movement), Some(ship));
            }
            Command::ShootFrom { ship, target } => {
                found.note(Breach::Mode, !game.is_extended());
                found.note(Breach::Fleets, !game.is_complete());
                found.note(Breach::Field, !game.board().size().contains(target));
                if let Some(ship) = found.present(game, mover, ship) {
                    let (class, cannon) = (ship.class(), ship.cannon());
                    let is_bound = class.reach == Reach::Length;
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
    fn enter(&mut self, game: &Game, player: Player, ship: ShipRef, hull: &Hull) {
        let fleet = game.fleet(player);
        self.note(
            Breach::Present,
            fleet.ship(ship.class, ship.index).is_some(),
        );
        self.note(Breach::Count, ship.index >= fleet.count(ship.class));
        self.lie(game, hull, None);
    }

    /// A ship that comes to lie somewhere.
    fn lie(&mut self, game: &Game, hull: &Hull, itself: Option<&Ship>) {
        let board = game.board();
        let near = hull.rect().grown(1);
        let mut others = board
            .ships()
            .iter()
            .filter(|other| itself.is_none_or(|ship| ship.name() != other.name()));
        let is_off = !board.size().contains_rect(hull.rect());
        self.note(Breach::Field, is_off || self.has(Breach::Field));
        self.note(
            Breach::Reef,
            hull.fields().any(|field| board.is_reef(field)),
        );
        self.note(
            Breach::Close,
            others.any(|other| other.hull().rect().intersects(&near)),
        );
    }

    /// A ship that shoots or sends a plane.
    fn arm(&mut self, draft: &Draft, ship: &Ship) {
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
fn count(draft: &Draft, ship: &Ship, is_that: impl Fn(&Command) -> bool) -> u8 {
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

/// Commands that break rules, by which rules they break.
pub(super) type ByBreaches = BTreeMap<Breaches, Vec<Command>>;

/// Sorts commands by what they break; leaves out those that break nothing.
pub(super) fn sort(draft: &Draft, commands: Vec<Command>) -> ByBreaches {
    let mut sorted = ByBreaches::new();
    for command in commands {
        let breaches = Breaches::of(draft, &command);
        if !breaches.is_none() {
            sorted.entry(breaches).or_default().push(command);
        }
    }
    sorted
}
