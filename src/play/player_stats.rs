//! Statistics of a finished game.

use crate::rules::ShipClass;

/// Statistics of one player in a finished game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PlayerStats {
    /// Turns with at least a chance to shoot.
    pub turns: u64,
    /// Shots fired.
    pub shots: u64,
    /// Segments destroyed.
    pub hits: u64,
    /// Moves of its ships.
    pub moves: u64,
    /// Planes sent.
    pub planes: u64,
    /// Ships sunk.
    pub sunk: u64,
    /// Hits by class, where shots are announced.
    pub by_class: Vec<(&'static ShipClass, u64)>,
}

impl PlayerStats {
    /// Hits per hundred shots; `None` without a shot.
    #[expect(clippy::cast_precision_loss, reason = "there are few shots")]
    pub fn hit_rate(&self) -> Option<f64> {
        (self.shots > 0).then(|| 100.0 * self.hits as f64 / self.shots as f64)
    }
}
