//! The invariants of the state, for tests and debug builds.

use super::mode::Mode;
use super::{Game, Ship};
use crate::player::Player;

/// States with more ships are not checked, because that would take too long.
const SHIPS_MAX: usize = 100;

impl Game {
    /// Checks the invariants: ships are on the board, none on a reef, none too close to
    /// another; each is found by its name and by its fields; the counts are right.
    ///
    /// # Errors
    ///
    /// The first invariant that is violated.
    pub fn check_invariants(&self) -> Result<(), String> {
        let board = self.board();
        let ships = board.ships();
        if ships.len() > SHIPS_MAX {
            return Ok(());
        }
        for (at, ship) in ships.iter().enumerate() {
            self.check_ship(ship)?;
            let around = ship.footprint().rect().grown(self.rules().gap.into());
            let mut others = ships[..at].iter();
            if let Some(other) = others.find(|other| other.footprint().rect().intersects(&around)) {
                return Err(format!("{} touches {}", ship.name(), other.name()));
            }
        }
        self.check_waters()?;
        for player in Player::BOTH {
            let own = || ships.iter().filter(|ship| ship.owner() == player);
            let fleet = self.fleet(player);
            let total: u64 = fleet.counts().map(u64::from).sum();
            let healthy: u64 = own().map(|ship| u64::from(ship.healthy_parts())).sum();
            if !fleet.is_remote() && fleet.missing() + own().count() as u64 != total {
                let (count, missing) = (own().count(), fleet.missing());
                return Err(format!(
                    "{player} has {count} of {total} ships, not {missing} missing"
                ));
            }
            for class in &self.rules().classes {
                let armed = own().filter(|ship| ship.class() == class && ship.has_cannon());
                let (armed, counted) = (armed.count(), fleet.armed(class));
                if u32::try_from(armed) != Ok(counted) {
                    let name = class.name;
                    return Err(format!("{player} has {armed} armed {name}, not {counted}"));
                }
            }
            if fleet.healthy_parts() != healthy {
                let counted = fleet.healthy_parts();
                return Err(format!(
                    "{player} has {healthy} healthy parts, not {counted}"
                ));
            }
        }
        Ok(())
    }

    /// Ships are in the waters of their owners. Where shots are announced, all shots are in
    /// somebody's waters, and segments on fields that were shot at are destroyed.
    fn check_waters(&self) -> Result<(), String> {
        for ship in self.board().ships() {
            for (segment, field) in (0..).zip(ship.footprint().fields()) {
                if !self.waters(ship.owner()).contains(field) {
                    return Err(format!("{} is not in its waters", ship.name()));
                }
                if self.was_shot_at(field) == ship.is_healthy(segment) {
                    return Err(format!("{} survives a shot at {field}", ship.name()));
                }
            }
        }
        if let Mode::Announced(mode) = &self.mode
            && self.shots().count() < mode.shots.in_order().len()
        {
            return Err("a shot lies in no waters".to_owned());
        }
        Ok(())
    }

    fn check_ship(&self, ship: &Ship) -> Result<(), String> {
        let (board, name) = (self.board(), ship.name());
        if !board.size().contains_rect(ship.footprint().rect()) {
            return Err(format!("{name} is off the board"));
        }
        if name.index >= self.fleet(name.player).count(&name.class) {
            return Err(format!("{name} is beyond the fleet"));
        }
        let by_name = self.fleet(name.player).ship(&name.class, name.index);
        if by_name.map(|id| board.ship(id).name()) != Some(name) {
            return Err(format!("{name} is not found by its name"));
        }
        for field in ship.footprint().fields() {
            if board.is_reef(field) {
                return Err(format!("{name} is on the reef on {field}"));
            }
            if board.ship_at(field) != by_name {
                return Err(format!("{name} is not found on {field}"));
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use crate::game::Game;
    use crate::game::mode::Mode;
    use crate::geometry::Pos;
    use crate::interpreter::Session;

    fn add_shot(game: &mut Game, field: Pos) {
        if let Mode::Announced(mode) = &mut game.mode {
            mode.shots.insert(field);
        }
    }

    /// Faults that no command can cause.
    #[test]
    fn faults_are_found() {
        let before = Session::after(
            "[state]\nRULES german 10\nSET_FLEET A 0 0 0 0 0 1\nSHIP A 3 3 N 0 L2 11\nSHOT B 4 3",
        )
        .into_game();
        assert_eq!(before.check_invariants(), Ok(()));
        let finds = |what: &str, fault: fn(&mut Game)| {
            let mut game = before.clone();
            fault(&mut game);
            let found = game.check_invariants().expect_err(what);
            assert!(found.contains(what), "{what}: {found}");
        };
        finds("on the reef", |game| game.board.add_reef(Pos::new(4, 3)));
        finds("survives", |game| add_shot(game, Pos::new(3, 3)));
        finds("healthy", |game| {
            let id = game.board.ship_at(Pos::new(3, 3)).expect("a ship");
            game.board.ship_mut(id).destroy(0);
        });
        finds("no waters", |game| add_shot(game, Pos::new(10, 3)));
    }
}
