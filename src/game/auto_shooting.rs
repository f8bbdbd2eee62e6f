//! Automatic shooting: the targets of a turn are assigned to ships when it ends.
//!
//! The time depends on the targets, on the ships near them and on the ships that acted in
//! this turn, not on the size of the fleet.

use super::{Game, Refusal, Refused, Ship, ShipId, Shooter, TargetKind, first_infeasible};
use crate::geometry::{Pos, Rect};
use crate::player::Player;
use crate::rules::ShipClass;

impl Game {
    /// Executes the turn's targets, if the mover's ships can serve all of them.
    ///
    /// # Errors
    ///
    /// [`Refusal::Infeasible`]: no target is executed.
    pub(super) fn resolve_targets(&mut self, mover: Player) -> Refused {
        let shooters = self.shooters(mover);
        if let Some(conflict) = first_infeasible(&self.turn.targets, &shooters) {
            let target = self.turn.targets[conflict.first];
            return Err(Refusal::Infeasible { target, conflict }.into());
        }
        for target in std::mem::take(&mut self.turn.targets) {
            match target.kind {
                TargetKind::Shot => self.hit(target.pos),
                TargetKind::Plane => self.planes[mover].send(target.pos, self.board.size()),
            }
        }
        Ok(())
    }

    /// Drops the turn's targets, so that it can end without them.
    pub fn drop_targets(&mut self) {
        self.turn.targets.clear();
    }

    /// The player's ships that can shoot and may have a target in range, with the fields that
    /// their cannons were on in this turn and the shots they have left. The ships of a class
    /// with unlimited range are pooled into one shooter.
    fn shooters(&self, player: Player) -> Vec<Shooter> {
        let mut left = self.turn.left_cannons.clone();
        left.sort_unstable_by_key(|&(id, _)| id);
        let mut ids = self.ships_near_targets();
        ids.extend(left.iter().map(|&(id, _)| id));
        ids.sort_unstable();
        ids.dedup();
        let with_range = ids.into_iter().filter_map(|id| {
            let ship = self.board.ship(id);
            let is_armed = ship.owner() == player && ship.has_cannon();
            let range = ship.class().range_max().filter(|_| is_armed)?;
            let first = left.partition_point(|&(other, _)| other < id);
            let before = left[first..].iter().take_while(|&&(other, _)| other == id);
            Some(Shooter {
                capacity: self.shots_left(ship).into(),
                range: Some(range),
                planes: ship.class().planes,
                fields: before
                    .map(|&(_, field)| field)
                    .chain([ship.cannon()])
                    .collect(),
            })
        });
        let classes = self.rules.classes.iter();
        let everywhere = classes.filter(|class| class.has_unlimited_range());
        everywhere
            .map(|class| self.pooled(player, class))
            .chain(with_range)
            .collect()
    }

    /// All ships of a class with unlimited range, as one shooter.
    fn pooled(&self, player: Player, class: &ShipClass) -> Shooter {
        let all = u64::from(self.fleets[player].armed(class)) * u64::from(class.shots());
        let by_name = self.turn.served_by_name.iter();
        let used = by_name.filter(|&&id| {
            let ship = self.board.ship(id);
            ship.class() == class && ship.has_cannon()
        });
        let left = all - used.count() as u64;
        Shooter {
            capacity: u32::try_from(left).unwrap_or(u32::MAX),
            range: None,
            planes: class.planes,
            fields: Vec::new(),
        }
    }

    fn shots_left(&self, ship: &Ship) -> u8 {
        ship.class().shots() - ship.used(self.turn.number).shots
    }

    /// All ships of both players whose cannons have a target in range, and some others
    /// nearby; a ship may occur several times.
    fn ships_near_targets(&self) -> Vec<ShipId> {
        const AREA_BITS: u32 = 3;
        let classes = self.rules.classes.iter();
        let Some(range) = classes.filter_map(ShipClass::range_max).max() else {
            return Vec::new();
        };
        // One search serves targets that are close together.
        let area = |pos: &Pos| (pos.y >> AREA_BITS, pos.x >> AREA_BITS);
        let mut targets: Vec<Pos> = self.turn.targets.iter().map(|target| target.pos).collect();
        targets.sort_unstable_by_key(area);
        let areas = targets.chunk_by(|one, other| area(one) == area(other));
        let rects = areas.filter_map(|targets| {
            let spans = targets.iter().map(|&pos| Rect::spanning(pos, pos));
            spans.reduce(|one, other| one.joined(&other))
        });
        let ships = rects.flat_map(|rect| self.board.ships_in(rect.grown(range.into())));
        ships.collect()
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::game::{Footprint, ShipName};
    use crate::geometry::{Direction, Movement, Size};
    use crate::rules::SHIPS;

    /// A game on a square board with those of the ships that can be placed. Both fleets are
    /// complete, and it is A's turn.
    fn game(side: i32, ships: &[(Player, usize, Pos, Direction, u8)]) -> Game {
        let mut game = Game::new(&SHIPS);
        game.resize(Size::new(side, side));
        for player in Player::BOTH {
            game.set_fleet(player, &[u32::MAX >> 1; 4]).unwrap();
            let mut counts = [0; 4];
            for &(_, class, head, direction, healthy) in ships.iter().filter(|s| s.0 == player) {
                let (index, length) = (counts[class], SHIPS.classes[class].length);
                let footprint = Footprint::new(head, direction, length);
                let name = ShipName::new(player, &SHIPS.classes[class], index);
                counts[class] += u32::from(game.preset_ship(name, footprint, healthy).is_ok());
            }
            game.set_fleet(player, &counts).unwrap();
        }
        game.set_extended();
        game.set_auto();
        game.begin_turn(Player::A).unwrap();
        game
    }

    /// All armed ships of a player, near a target or not.
    fn all_shooters(game: &Game, player: Player) -> Vec<Shooter> {
        let ids = game.fleets[player].ships();
        let armed = ids.filter(|&id| game.board.ship(id).has_cannon());
        let shooter = |id| {
            let ship = game.board.ship(id);
            let left = game.turn.left_cannons.iter().filter(|left| left.0 == id);
            Shooter {
                capacity: game.shots_left(ship).into(),
                range: ship.class().range_max(),
                planes: ship.class().planes,
                fields: left.map(|left| left.1).chain([ship.cannon()]).collect(),
            }
        };
        armed.map(shooter).collect()
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
                    0..3 => game.move_ship(name, Movement::ALL[act]),
                    _ => game.shoot_from(name, pos).or_else(|_| game.spy_from(name, pos)),
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
            let near = first_infeasible(&game.turn.targets, &game.shooters(Player::A));
            let all = first_infeasible(&game.turn.targets, &all_shooters(&game, Player::A));
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
        let shooters = game.shooters(Player::A).len();
        assert!((2..40).contains(&shooters), "{shooters} for one target");
        assert_eq!(game.end_turn(), Ok(None));
    }
}
