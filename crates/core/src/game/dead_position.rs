//! Dead positions: games that neither player can win any more.

use super::{Game, Ship};
use crate::geometry::Pos;
use crate::player::Player;

impl Game {
    /// Whether neither player can damage a ship of the other any more, however they play.
    ///
    /// Valid only between turns. Dead positions occur only with `EXTENDED_SHIPS`: otherwise every
    /// field can be shot at. A player can still damage the other
    ///
    /// - if a fleet is incomplete, or has no healthy segment, which ends the game in the next
    ///   turn;
    /// - with a ship whose cannon is healthy, if its range is unlimited, if it or any ship of the
    ///   other has a healthy engine, or if a healthy segment of the other is in its range.
    ///
    /// So a ship that can move counts as able to come into range, even if something is in its
    /// way. Neither cannons nor engines are ever repaired, and a ship without an engine stays
    /// where it is. A player that could only damage its own ships does not count.
    pub fn is_dead_position(&self) -> bool {
        self.is_extended()
            && self.is_complete()
            && Player::BOTH
                .into_iter()
                .all(|player| self.fleet(player).healthy_parts() > 0 && !can_damage(self, player))
    }
}

fn can_damage(game: &Game, player: Player) -> bool {
    let ships = |owner| game.fleet(owner).ships().map(|id| game.board().ship(id));
    let mut armed = ships(player).filter(|ship| ship.has_cannon()).peekable();
    armed.peek().is_some()
        && (ships(player.opponent()).any(Ship::has_engine)
            || armed.any(|ship| {
                ship.has_engine()
                    || ship.class().has_unlimited_range
                    || has_target_in_range(game, ship)
            }))
}

/// Whether a healthy segment of the other player is in range of a ship at its current
/// position.
fn has_target_in_range(game: &Game, ship: &Ship) -> bool {
    let (board, cannon, range) = (game.board(), ship.cannon(), ship.class().length);
    let offsets = || -i32::from(range)..=i32::from(range);
    let mut fields = offsets().flat_map(|dy| {
        offsets().map(move |dx| Pos::new(cannon.y.saturating_add(dy), cannon.x.saturating_add(dx)))
    });
    fields.any(|field| {
        let is_reached = board.size().contains(field) && cannon.within(field, range);
        let target = board.ship_at(field).filter(|_| is_reached);
        target.map(|id| board.ship(id)).is_some_and(|target| {
            target.owner() != ship.owner()
                && target.is_healthy(target.footprint().segment_at(field))
        })
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Footprint, ShipName};
    use crate::geometry::{Direction, Movement, Size};
    use crate::interpreter::Session;
    use crate::rng::Rng;
    use crate::rules::RuleSet;

    /// The game after these state commands, in which B has a battleship.
    fn duel(a: &str, b: &str) -> Game {
        let mut session = Session::new();
        let script = format!("[state]\nBOARD_SIZE 12 12\n{a}\nSET_FLEET B 0 1 0 0\n{b}\n[state]");
        for line in script.lines() {
            let event = session.line(line.as_bytes()).expect(line);
            assert_eq!(event.winner(), None, "{line}");
        }
        session.into_game()
    }

    #[test]
    fn a_position_is_dead_if_neither_player_can_damage_the_other() {
        const CARRIER: &str = "SET_FLEET A 1 0 0 0\nSHIP A 0 0 N 0 CAR";
        const DESTROYER: &str = "SET_FLEET A 0 0 0 1\nSHIP A 0 0 N 0 DES";
        const SECOND: &str = "SET_FLEET A 0 2 0 0\nSHIP A 0 2 N 1 BAT 1000";
        const BATTLESHIP: &str = "SET_FLEET A 0 1 0 0\nSHIP A 0 0 N 0 BAT";
        // A battleship's cannon is its second segment, its engine the last one. A's cannon is
        // at (1, 0), and reaches (5, 0).
        for (a, b, row, expected) in [
            // Both can shoot, but neither reaches the other.
            ("1100", "1100", 8, true),
            // A ship that can move may come into range, armed or not.
            ("1101", "1100", 8, false),
            ("1101", "1010", 8, false),
            ("1100", "1001", 8, false),
            ("1001", "1100", 8, false),
            // Neither can shoot, even if ships can move.
            ("1010", "1010", 8, true),
            ("1001", "1001", 8, true),
            ("1001", "0001", 5, true),
            // In range of a healthy segment or not.
            ("1100", "1000", 5, false),
            ("1100", "0110", 5, true),
            ("1000", "1100", 5, true),
            ("1001", "0100", 5, false),
            // The next turn decides the game.
            ("1100", "0000", 8, false),
        ] {
            for (modes, counts) in [
                ("EXTENDED_SHIPS", true),
                ("EXTENDED_SHIPS\nAUTO_SHOOTING", true),
                ("AUTO_SHOOTING", false),
                ("", false),
            ] {
                let lines = format!("{BATTLESHIP} {a}\n{modes}");
                let game = duel(&lines, &format!("SHIP B {row} 0 N 0 BAT {b}"));
                let expected = expected && counts;
                assert_eq!(game.is_dead_position(), expected, "{a} {b} {row} {modes}");
            }
        }
        for (lines, expected) in [
            (format!("{CARRIER} 01000"), false),
            (format!("{CARRIER} 10111"), true),
            (format!("{DESTROYER} 01"), false),
            (format!("{DESTROYER} 10"), true),
            // Ships still to be placed are healthy.
            (format!("{DESTROYER} 10\nSET_FLEET A 0 0 0 2"), false),
            // Only A's own ship is in range.
            (format!("{BATTLESHIP} 1100\n{SECOND}"), true),
        ] {
            let lines = format!("{lines}\nEXTENDED_SHIPS");
            let game = duel(&lines, "SHIP B 8 9 N 0 BAT 1000");
            assert_eq!(game.is_dead_position(), expected, "{lines}");
        }
        assert!(!Game::new(RuleSet::ITALIAN).is_dead_position());
    }

    /// A game on a small board with damaged ships, if they can all be placed.
    fn wrecked(rng: &mut Rng) -> Option<Game> {
        let mut game = Game::new(RuleSet::SHIPS);
        game.resize(Size::new(9, 9));
        game.set_extended();
        if rng.below(2) == 0 {
            game.set_auto();
        }
        for player in Player::BOTH {
            game.set_fleet(player, &[0, 1, 1, 1]).ok()?;
            for class in &RuleSet::SHIPS.classes[1..] {
                let mut coordinate = || i32::try_from(rng.below(9)).unwrap_or(0);
                let head = Pos::new(coordinate(), coordinate());
                let footprint = Footprint::new(head, *rng.pick(&Direction::ALL)?, class.length);
                // Each segment is healthy with a probability of 1/4.
                let healthy = (rng.word() & rng.word()).to_le_bytes()[0];
                let name = ShipName::new(player, class, 0);
                game.preset_ship(name, footprint, healthy).ok()?;
            }
        }
        Some(game)
    }

    /// Ships move at random, and each shoots at all healthy segments of the other player.
    #[test]
    fn in_a_dead_position_no_enemy_ship_is_damaged() {
        let ships = |game: &Game, owner| -> Vec<Ship> {
            let ids = game.fleet(owner).ships();
            ids.map(|id| game.board().ship(id).clone()).collect()
        };
        let mut rng = Rng::seeded(1);
        let (mut dead, mut alive) = (0, 0);
        while dead < 40 {
            let Some(mut game) = wrecked(&mut rng) else {
                continue;
            };
            if !game.is_dead_position() {
                alive += 1;
                continue;
            }
            dead += 1;
            for _ in 0..20 {
                let (player, enemy) = (game.next_player(), game.next_player().opponent());
                game.begin_turn(player).expect("its turn");
                let mut parts = Vec::new();
                for ship in ships(&game, enemy) {
                    let segments = (0..ship.class().length).filter(|&s| ship.is_healthy(s));
                    parts.extend(segments.map(|segment| ship.footprint().field(segment)));
                }
                for name in ships(&game, player).iter().map(Ship::name) {
                    let _ = game.move_ship(name, *rng.pick(&Movement::ALL).expect("three"));
                    for &part in &parts {
                        let _ = game.shoot_from(name, part);
                    }
                }
                let _ = game.shoot(*rng.pick(&parts).expect("some are left"));
                // The target was out of range.
                if game.end_turn().is_err() {
                    game.set_next_player(enemy);
                }
                assert_eq!(game.fleet(enemy).healthy_parts(), parts.len() as u64);
            }
        }
        assert!(alive > dead, "{alive}");
    }
}
