//! Automatic shooting: the targets of a turn are assigned to ships when it ends.
//!
//! The time depends on the targets, on the ships near them and on the ships that acted in
//! this turn, not on the size of the fleet.

use super::matching::first_infeasible;
use super::mode::Mode;
use super::{Game, Refusal, ServedTarget, Ship, ShipId, Target, TargetKind};
use crate::geometry::{Pos, Rect};
use crate::player::Player;
use crate::rules::ShipClass;

/// A shooter of targets: one ship, or all ships together of the class with that index, which has unlimited
/// range.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
enum Shooter {
    Class(u8),
    Ship(ShipId),
}

impl Game {
    /// Executes the turn's targets, if the mover's ships can serve all of them.
    ///
    /// # Errors
    ///
    /// [`Refusal::Infeasible`]: no target is executed.
    pub(super) fn resolve_targets(&mut self, mover: Player) -> Result<(), Box<Refusal>> {
        let shooters = self.shooters(mover);
        if let Some(conflict) = first_infeasible(self.targets(), shooters) {
            let target = self.targets()[conflict.first];
            return Err(Refusal::Infeasible {
                target,
                index: conflict.first,
                competing: conflict.competing,
            }
            .into());
        }
        let Mode::Fleet(mode) = &mut self.mode else {
            return Ok(());
        };
        let targets = std::mem::take(&mut mode.targets);
        let planes = targets
            .iter()
            .filter(|target| target.kind == TargetKind::Plane);
        for plane in planes {
            mode.send_plane(mover, plane.pos, self.board.size());
        }
        let served = targets.into_iter().map(|target| match target.kind {
            TargetKind::Shot => ServedTarget::Shot(self.hit(target.pos)),
            TargetKind::Plane => ServedTarget::Plane(target.pos),
        });
        let served = served.collect();
        if let Mode::Fleet(mode) = &mut self.mode {
            mode.served = served;
        }
        Ok(())
    }

    /// Drops the turn's targets, so that it can end without them.
    pub(crate) fn drop_targets(&mut self) {
        if let Mode::Fleet(mode) = &mut self.mode {
            mode.targets.clear();
        }
    }

    /// The player's shooters that can serve a target if they have shots left, and how many they
    /// have: those with a cannon that is in range of it or was in this turn come first; some may
    /// occur several times.
    fn shooters(&self, player: Player) -> impl Fn(&Target) -> Vec<(Shooter, u32)> {
        let serves =
            |class: &ShipClass, target: &Target| class.planes || target.kind == TargetKind::Shot;
        let classes = self.rules.classes.iter();
        let range = classes.clone().filter_map(ShipClass::range_max).max();
        let everywhere = classes.filter(|class| class.has_unlimited_range);
        let everywhere: Vec<_> = everywhere
            .map(|class| (class, self.pooled_shots(player, class)))
            .collect();
        let left = self.left_cannons().iter();
        let mut left: Vec<(Pos, ShipId)> = left.map(|&(id, pos)| (pos, id)).collect();
        left.sort_unstable();
        move |target| {
            let pos = target.pos;
            let around = Rect::spanning(pos, pos).grown(range.unwrap_or(0).into());
            let here = self.board.ships_in(around);
            let here = here.map(|id| (self.board.ship(id).cannon(), id));
            let before = (around.top..=around.bottom).flat_map(|y| {
                let first = left.partition_point(|(field, _)| *field < Pos::new(y, around.left));
                let last = Pos::new(y, around.right);
                let row = left[first..].iter();
                row.take_while(move |(field, _)| *field <= last).copied()
            });
            let near = here.chain(before).filter_map(|(cannon, id)| {
                let ship = self.board.ship(id);
                let can_serve = ship.owner() == player
                    && ship.has_cannon()
                    && serves(ship.class(), target)
                    && cannon.within(pos, ship.class().range_max()?);
                can_serve.then(|| (Shooter::Ship(id), self.shots_left(ship).into()))
            });
            let pools = everywhere.iter();
            let pools = pools.filter(|(class, _)| serves(class, target));
            let pools = pools.map(|&(class, shots)| (Shooter::Class(class.index), shots));
            // Faster than `collect`, which takes one after the other.
            let mut shooters = Vec::new();
            near.chain(pools).for_each(|shooter| shooters.push(shooter));
            shooters
        }
    }

    /// The shots left of all ships of a class with unlimited range.
    fn pooled_shots(&self, player: Player, class: &ShipClass) -> u32 {
        let all = u64::from(self.fleets[player].armed(class)) * u64::from(class.shots());
        let by_name = self.fleet_mode().into_iter();
        let by_name = by_name.flat_map(|mode| &mode.served_by_name);
        let used = by_name.filter(|&&id| {
            let ship = self.board.ship(id);
            ship.class() == class && ship.has_cannon()
        });
        let left = all - used.count() as u64;
        u32::try_from(left).unwrap_or(u32::MAX)
    }

    fn shots_left(&self, ship: &Ship) -> u8 {
        ship.class().shots() - ship.used(self.turn).shots
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;
    use crate::game::{Footprint, ShipName};
    use crate::geometry::{Direction, Movement, Size};
    use crate::rules::RuleSet;

    /// A game on a square board with those of the ships that can be placed. Both fleets are
    /// complete, and it is A's turn.
    fn game(side: i32, ships: &[(Player, usize, Pos, Direction, u8)]) -> Game {
        let mut game = Game::new(RuleSet::SHIPS);
        game.resize(Size::new(side, side));
        for player in Player::BOTH {
            game.set_fleet(player, &[u32::MAX >> 1; 4]).unwrap();
            let mut counts = [0; 4];
            for &(_, class, head, direction, healthy) in ships.iter().filter(|s| s.0 == player) {
                let (index, length) = (counts[class], RuleSet::SHIPS.classes[class].length);
                let footprint = Footprint::new(head, direction, length);
                let name = ShipName::new(player, &RuleSet::SHIPS.classes[class], index);
                counts[class] += u32::from(game.preset_ship(name, footprint, healthy).is_ok());
            }
            game.set_fleet(player, &counts).unwrap();
        }
        game.set_extended();
        game.set_auto();
        game.begin_turn(Player::A).unwrap();
        game
    }

    /// The armed ships of a player that can serve a target, among all of them.
    fn all_shooters(game: &Game, player: Player, target: &Target) -> Vec<(ShipId, u32)> {
        let ids = game.fleets[player].ships().filter(|&id| {
            let (ship, left) = (game.board.ship(id), game.left_cannons().iter());
            let left = left.filter(|left| left.0 == id).map(|left| left.1);
            let mut cannons = left.chain([ship.cannon()]);
            let is_near = |range| cannons.any(|cannon| cannon.within(target.pos, range));
            let can_serve = target.kind == TargetKind::Shot || ship.class().planes;
            ship.has_cannon() && can_serve && ship.class().range_max().is_none_or(is_near)
        });
        ids.map(|id| (id, game.shots_left(game.board.ship(id)).into()))
            .collect()
    }

    fn ship(side: i32) -> impl Strategy<Value = (Player, usize, Pos, Direction, u8)> {
        let player = prop_oneof![4 => Just(Player::A), 1 => Just(Player::B)];
        let class = prop_oneof![1 => Just(0_usize), 8 => 1..4_usize];
        let direction = prop::sample::select(&Direction::ALL[..]);
        (player, class, 0..side, 0..side, direction, any::<u8>()).prop_map(
            |(player, class, y, x, direction, healthy)| {
                (player, class, Pos::new(y, x), direction, healthy)
            },
        )
    }

    proptest! {
        #![proptest_config(ProptestConfig { cases: 64, ..ProptestConfig::default() })]
        #[test]
        fn distant_ships_change_nothing(
            ships in prop::collection::vec(ship(24), 1..90),
            acts in prop::collection::vec((any::<prop::sample::Index>(), 0..4_usize, 0..24, 0..24), 0..20),
            targets in prop::collection::vec((0..24, 0..24, 0..8), 1..40),
        ) {
            let mut game = game(24, &ships);
            let own: Vec<_> = game.fleets.a.ships().map(|id| game.board.ship(id).name()).collect();
            for (at, act, y, x) in acts {
                let Some(&name) = own.get(at.index(own.len().max(1))) else {
                    break;
                };
                let pos = Pos::new(y, x);
                // Not every act is legal.
                let _ = match act {
                    0..3 => game.move_ship(name, Movement::ALL[act]).is_ok(),
                    _ => game.shoot_from(name, pos).is_ok() || game.spy_from(name, pos).is_ok(),
                };
            }
            for (y, x, kind) in targets {
                let pos = Pos::new(y, x);
                if kind == 0 {
                    game.spy(pos).unwrap();
                } else {
                    game.shoot(pos).unwrap();
                }
            }
            for target in game.targets() {
                let near = game.shooters(Player::A)(target).into_iter();
                let near = near.filter_map(|(shooter, shots)| match shooter {
                    Shooter::Ship(id) => Some((id, shots)),
                    Shooter::Class(_) => None,
                });
                let has_range = |id| game.board.ship(id).class().range_max().is_some();
                let mut all = all_shooters(&game, Player::A, target);
                all.retain(|&(id, _)| has_range(id));
                let all = all.into_iter().collect();
                prop_assert_eq!(near.collect::<BTreeSet<_>>(), all);
            }
            let near = first_infeasible(game.targets(), game.shooters(Player::A));
            let all = |target: &_| all_shooters(&game, Player::A, target);
            let all = first_infeasible(game.targets(), all);
            prop_assert_eq!(near, all);
        }
    }

    #[test]
    fn a_turn_does_not_visit_the_whole_fleet() {
        let ship = |player, y, x| (player, 3, Pos::new(y, x), Direction::North, u8::MAX);
        let own = (0..300)
            .step_by(3)
            .flat_map(|y| (0..300).step_by(3).map(move |x| (y, x)));
        let mut ships: Vec<_> = own.map(|(y, x)| ship(Player::A, y, x)).collect();
        ships.push(ship(Player::B, 301, 301));
        let mut game = game(304, &ships);
        assert_eq!(game.board.ships().len(), 10_001);
        game.shoot(Pos::new(151, 151)).unwrap();
        // One shooter stands for all ships with unlimited range.
        let shooters = game.shooters(Player::A)(&game.targets()[0]).len();
        assert!((2..40).contains(&shooters), "{shooters} for one target");
        assert_eq!(game.end_turn(), Ok(None));
    }
}
