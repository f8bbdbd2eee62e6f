//! The steps of a replay, as they are stored in the page.

use serde::Serialize;

use super::layout::BoardLayout;
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::view::Viewer;

/// A ship in the list of a page.
#[derive(Clone, Debug, Serialize)]
pub struct ShipLabel {
    /// The owner.
    pub player: Player,
    /// The name of the class.
    pub class: &'static str,
    /// The index in the class, from 0.
    pub index: u32,
    /// The number of segments.
    pub length: u8,
}

/// A step: the lines executed, and what they have changed.
#[derive(Clone, Debug, Default, Serialize)]
pub struct Step {
    /// The first and the last line, from 1.
    pub lines: [u64; 2],
    /// Who gave the command; nobody in a `[state]` group.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub player: Option<Player>,
    /// The number of the turn, from 1, on its first step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub turn: Option<u64>,
    /// What has happened.
    pub text: String,
    /// What the player who gave the command may know of it, if that is less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub own: Option<String>,
    /// What the others may know of it, if that is less.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub enemy: Option<String>,
    /// A new, empty board.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<BoardLayout>,
    /// All reefs: rows and columns in turn.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reefs: Option<Vec<i32>>,
    /// Five numbers for each ship that has changed: its number in the list, the row and column
    /// of its head, its direction (0 is north, clockwise), and its healthy segments as bits from
    /// the head, -1 if it is no longer on the board.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub ships: Vec<i32>,
    /// The shots: the row and column of the target, what the shot did and what the player knows of
    /// that (see `ShotEffect`), and the row and column of the cannon, if it is known.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shots: Vec<Vec<i32>>,
    /// The centres of the planes sent: rows and columns in turn.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub planes: Vec<i32>,
    /// Where shots are announced, the fields newly shot at, counted row by row.
    #[serde(skip_serializing_if = "Vec::is_empty")]
    pub shot: Vec<usize>,
    /// For both players, the runs of fields that are now seen and were not, or the reverse: first
    /// field and length in turn.
    #[serde(skip_serializing_if = "is_unchanged")]
    pub seen: [Vec<usize>; 2],
    /// The healthy parts of both players.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub parts: Option<[u64; 2]>,
    /// What a run prints for the step.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub printed: Option<String>,
    /// Where the enemy could be, and what the shot was worth.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub analysis: Option<StepAnalysis>,
}

/// Where the enemy could be before a shot or a turn, and what the shot was worth.
#[derive(Clone, Debug, Default, Serialize)]
pub struct StepAnalysis {
    /// The fields of the heat map: top, left, bottom, right.
    pub rect: [i32; 4],
    /// For each of them, row by row, the probability of a healthy segment, in percent.
    pub heat: Vec<u8>,
    /// The row and column of the best shot.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub best: Option<[i32; 2]>,
    /// The expected number of shots that the shot costs more than the best one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub loss: Option<f64>,
    /// How far the 95 % interval of the loss extends on each side.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub margin: Option<f64>,
    /// The expected number of shots still needed with the best shot, this one included.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub needed: Option<f64>,
}

/// What a shot did.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum ShotEffect {
    Water = 0,
    Hit = 1,
    /// It destroyed the last healthy segment of a ship.
    Sunk = 2,
    /// It hit a segment destroyed before.
    Nothing = 3,
    /// The player does not see the target.
    Unknown = 4,
}

impl ShotEffect {
    /// Whether a number stored for a shot is that of a hit.
    pub(super) const fn is_hit(number: i32) -> bool {
        number == Self::Hit as i32 || number == Self::Sunk as i32
    }
}

impl Step {
    /// What a viewer may know of what has happened.
    pub fn text_for(&self, viewer: Viewer) -> &str {
        let less = match viewer {
            Viewer::Referee => &None,
            Viewer::Player(player) if self.player == Some(player) => &self.own,
            Viewer::Player(_) => &self.enemy,
        };
        less.as_ref().unwrap_or(&self.text)
    }

    /// Whether the step changes nothing that a page shows.
    pub(super) fn is_empty(&self) -> bool {
        self.board.is_none()
            && self.reefs.is_none()
            && self.ships.is_empty()
            && self.shot.is_empty()
            && is_unchanged(&self.seen)
    }

    /// Adds a shot, from the field of a cannon if it is known.
    pub(super) fn add_shot(
        &mut self,
        target: Pos,
        effect: ShotEffect,
        known: ShotEffect,
        from: Option<Pos>,
    ) {
        let mut shot = vec![target.y, target.x, effect as i32, known as i32];
        shot.extend(from.into_iter().flat_map(|from| [from.y, from.x]));
        self.shots.push(shot);
    }
}

fn is_unchanged(seen: &[Vec<usize>; 2]) -> bool {
    seen.iter().all(Vec::is_empty)
}
