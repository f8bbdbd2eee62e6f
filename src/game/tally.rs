//! What the shots of a player have come to.

use super::{Game, Ship};
use crate::player::Player;
use crate::rules::ShipClass;

/// What the shots of a player have come to, where shots are announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tally {
    /// In how many turns it has shot.
    pub turns: u64,
    /// How many shots it has fired.
    pub shots: u64,
    /// How many ships it has sunk.
    pub sunk: u64,
    /// How many shots have hit, by class.
    pub hits: Vec<(&'static ShipClass, u64)>,
}

impl Tally {
    /// How many shots have hit.
    pub fn all_hits(&self) -> u64 {
        self.hits.iter().map(|(_, hits)| hits).sum()
    }

    /// How many of the shots have hit, from 0 to 1; nothing without a shot.
    #[expect(clippy::cast_precision_loss, reason = "there are few shots")]
    pub fn hit_rate(&self) -> Option<f64> {
        (self.shots > 0).then(|| self.all_hits() as f64 / self.shots as f64)
    }
}

impl Game {
    /// What the shots of a player have come to. It follows from the state, so it
    /// is the same after saving and loading.
    pub fn tally(&self, player: Player) -> Tally {
        let again = self
            .rules
            .announced_shots()
            .is_some_and(|announced| announced.again_after_hit);
        let mut hits: Vec<_> = self.rules.classes.iter().map(|class| (class, 0)).collect();
        let (mut turns, mut shots) = (0, 0);
        // Whether the last shot lets the same player go on.
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
