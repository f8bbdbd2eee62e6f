//! The mode of a game, besides boards and fleets: one of two kinds of shooting.

use std::collections::BTreeSet;

use super::{FieldList, ServedTarget, ShipId, Target};
use crate::geometry::{Pos, Rect, Size};
use crate::player::{ByPlayer, Player};
use crate::rules::RuleSet;

/// How players use their fleets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Mode {
    /// Ships move, shoot and spy.
    Fleet(FleetMode),
    /// Nothing moves, and the result of each shot is announced.
    Announced(AnnouncedMode),
}

impl Mode {
    /// That of a new game of a rule set.
    pub fn new(rules: &RuleSet, board: Size) -> Self {
        match rules.announced {
            None => Self::Fleet(FleetMode::default()),
            Some(_) => Self::Announced(AnnouncedMode::new(board)),
        }
    }

    /// Forgets everything sent to the fields of the board, because an empty board replaces it.
    pub fn clear_board(&mut self, board: Size) {
        match self {
            Self::Fleet(mode) => mode.planes = ByPlayer::default(),
            Self::Announced(mode) => *mode = AnnouncedMode::new(board),
        }
    }
}

/// The state of a game in which ships move: the planes, and the current turn.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct FleetMode {
    pub is_extended: bool,
    pub is_auto: bool,
    /// The fields that spy planes were sent to. Each sees 3x3 fields for the rest of the run.
    pub planes: ByPlayer<BTreeSet<Pos>>,
    /// The targets of this turn in the order given.
    pub targets: Vec<Target>,
    /// The effects of the end of the turn on them.
    pub served: Vec<ServedTarget>,
    /// The fields that cannons were on before their movements in this turn.
    pub left_cannons: Vec<(ShipId, Pos)>,
    /// The ships named by shots and planes, once for each of them.
    pub served_by_name: Vec<ShipId>,
}

impl FleetMode {
    /// Begins a turn. The memory of the last one is used again.
    pub fn begin_turn(&mut self) {
        self.targets.clear();
        self.served.clear();
        self.left_cannons.clear();
        self.served_by_name.clear();
    }

    /// Sends a plane, unless it sees no field of the board.
    pub fn send_plane(&mut self, player: Player, centre: Pos, board: Size) {
        if board.rect().intersects(&Rect::around(centre)) {
            self.planes[player].insert(centre);
        }
    }
}

/// The state of a game in which shots are announced.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct AnnouncedMode {
    /// The fields that players have shot at.
    pub shots: FieldList,
}

impl AnnouncedMode {
    /// No shot was fired yet.
    pub fn new(board: Size) -> Self {
        Self {
            shots: FieldList::new(board),
        }
    }
}
