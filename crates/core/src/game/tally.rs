//! Statistics of the shots of a player.

use super::{Game, Ship};
use crate::player::{ByPlayer, Player};
use crate::rules::ShipClass;

/// Statistics of the shots of a player, where shots are announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// The number of turns in which the player has shot.
    pub turns: u64,
    /// The number of shots fired.
    pub shots: u64,
    /// The number of ships sunk.
    pub sunk: u64,
    /// The number of hits, by class.
    pub hits: Vec<(ShipClass, u64)>,
}

impl Tally {
    /// The number of hits.
    pub fn all_hits(&self) -> u64 {
        self.hits.iter().map(|(_, hits)| hits).sum()
    }

    /// The share of the shots that have hit, from 0 to 1; `None` without a shot.
    pub fn hit_rate(&self) -> Option<f64> {
        (self.shots > 0).then(|| self.all_hits() as f64 / self.shots as f64)
    }
}

impl Game {
    /// The statistics of each player's shots; `None` where shots are not announced. They are
    /// computed from the state, so saving and loading do not change them.
    pub fn tallies(&self) -> Option<ByPlayer<Tally>> {
        let announces = self.rules.announces_shots();
        announces.then(|| ByPlayer::from_fn(|player| self.tally(player)))
    }

    fn tally(&self, player: Player) -> Tally {
        let again = self.rules.shoots_again();
        let mut hits: Vec<_> = self.rules.classes.iter().map(|class| (*class, 0)).collect();
        let (mut turns, mut shots) = (0, 0);
        // The player who may shoot again after the last shot.
        let mut goes_on = None;
        for (shooter, target) in self.shots() {
            let ship = self.board.ship_at(target).map(|id| self.board.ship(id));
            if shooter == player {
                shots += 1;
                turns += u64::from(goes_on != Some(player));
                if let Some(ship) = ship {
                    hits[usize::from(ship.class().index)].1 += 1;
                }
            }
            goes_on = ship.filter(|_| again).map(|_| shooter);
        }
        let is_sunk = |ship: &&Ship| ship.owner() != player && ship.healthy_parts() == 0;
        Tally {
            turns,
            shots,
            sunk: self.board.ships().iter().filter(is_sunk).count() as u64,
            hits,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::interpreter::execute;

    #[test]
    fn a_turn_goes_on_after_a_hit() {
        let script = "[state]
RULES german 10
NEXT_PLAYER A
SET_FLEET A 0 0 0 0 0 1
SHIP A 0 0 N 0 L2 11
SET_FLEET B 0 0 0 0 0 2
SHIP B 11 0 N 0 L2 11
SHIP B 11 5 N 1 L2 11
[state]
[playerA]
SHOOT 11 0
SHOOT 12 0
SHOOT 11 5
SHOOT 15 9
[playerA]
[playerB]
SHOOT 5 5
[playerB]
[playerA]
SHOOT 15 8
[playerA]
";
        let mut output = Vec::new();
        let (ending, session) = execute(script.as_bytes(), &mut output).expect("a vector");
        assert!(ending.is_none(), "{}", String::from_utf8_lossy(&output));
        let tallies = session.game().tallies().expect("announced shots");
        let numbers = [Player::A, Player::B].map(|player| {
            let tally = &tallies[player];
            (tally.turns, tally.shots, tally.all_hits(), tally.sunk)
        });
        assert_eq!(numbers, [(2, 5, 3, 1), (1, 1, 0, 0)]);
        assert_eq!(tallies[Player::A].hit_rate(), Some(0.6));
        let nothing = Game::new(crate::rules::RuleSet::GERMAN)
            .tallies()
            .expect("german");
        assert_eq!(nothing[Player::A].hit_rate(), None);
        assert_eq!(Game::new(crate::rules::RuleSet::SHIPS).tallies(), None);
    }
}
