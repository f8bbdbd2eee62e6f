//! The view of a player: what it may know of a game, field by field.

use std::collections::HashMap;

use super::enemy_report::EnemyReport;
use super::field_view::{FieldView, SegmentShape, SegmentState, ShipSegment};
use super::screen_style::{BoardView, ScreenStyle};
use admiralty_core::game::{Game, Ship};
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::player::Player;
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::{Knowledge, KnownField, Observation, SegmentKind};

/// The view of a player. It holds its own data, and gives no access to the game.
#[derive(Debug)]
pub struct PlayerView<'g> {
    observation: Observation<'g>,
    /// The enemy's view, if its ships may be shown.
    revealed: Option<Observation<'g>>,
    /// The player's knowledge of the enemy's waters, and the enemy's of the player's.
    knowledge: Option<(Knowledge, Knowledge)>,
    /// All segments of ships that are shown completely, by position.
    segments: HashMap<Pos, ShipSegment>,
    /// Whether ships see nothing, as in a placement draft.
    is_draft: bool,
    /// How many healthy parts the enemy's ships have, if known.
    enemy_parts: Option<u64>,
}

impl<'g> PlayerView<'g> {
    pub(super) fn new(game: &'g Game, player: Player, is_open: bool) -> Self {
        let enemy = player.opponent();
        let observation = Observation::new(game, player);
        let revealed = is_open.then(|| Observation::new(game, enemy));
        let knowledge = Knowledge::of(game, player).zip(Knowledge::of(game, enemy));
        let mut segments = HashMap::new();
        let others = revealed.as_ref().map_or(&[][..], |other| other.own());
        for ship in observation.own().iter().chain(others) {
            enter(ship, &mut segments);
        }
        let enemy_parts = match &knowledge {
            Some((own, _)) => own.healthy(),
            None => observation.parts(enemy),
        };
        Self {
            observation,
            revealed,
            knowledge,
            segments,
            is_draft: false,
            enemy_parts: Some(enemy_parts),
        }
    }

    /// The same view with the reported segments of the enemy, if its ships are not on the board.
    pub(super) fn with_report(self, report: Option<&EnemyReport>) -> Self {
        let Some(report) = report else { return self };
        let knowledge = report.knowledge.clone().zip(self.knowledge);
        let knowledge = knowledge.map(|(own, (_, theirs))| (own, theirs));
        Self {
            observation: self.observation.with_enemy(report.enemy.clone()),
            enemy_parts: match &knowledge {
                Some((own, _)) => Some(own.healthy()),
                None => report.parts,
            },
            knowledge,
            ..self
        }
    }

    /// The view of a fleet that is being placed: its ships see nothing.
    pub(super) fn of_draft(game: &'g Game, player: Player) -> Self {
        Self {
            is_draft: true,
            ..Self::new(game, player, false)
        }
    }

    /// The player who looks.
    pub const fn player(&self) -> Player {
        self.observation.player()
    }

    /// The rule set that is played.
    pub const fn rules(&self) -> &'g RuleSet {
        self.observation.rules()
    }

    /// The player's observation: what it sees on the board, and what is public.
    pub const fn observation(&self) -> &Observation<'g> {
        &self.observation
    }

    /// Whether the enemy's ships are shown.
    pub const fn is_open(&self) -> bool {
        self.revealed.is_some()
    }

    /// The boards of the rule set, from left to right.
    pub fn boards(&self) -> &'static [BoardView] {
        ScreenStyle::of(self.rules()).boards
    }

    /// The board to shoot at.
    pub const fn target_board(&self) -> BoardView {
        match self.knowledge {
            Some(_) => BoardView::Enemy,
            None => BoardView::Shared,
        }
    }

    /// The fields of a board, in coordinates of the whole game.
    pub fn extent(&self, board: BoardView) -> Rect {
        let observation = &self.observation;
        match board {
            BoardView::Own | BoardView::Known => observation.start(observation.player()),
            BoardView::Enemy => observation.start(observation.player().opponent()),
            BoardView::Shared => observation.size().rect(),
        }
    }

    /// Whether a field is in view where ships move.
    pub fn is_seen(&self, pos: Pos) -> bool {
        self.is_open() || !self.is_draft && self.observation.seen().contains(pos)
    }

    /// How many ships of a class a player has afloat, if known: always for its own fleet, for the
    /// enemy's where sinking is announced.
    pub fn afloat(&self, player: Player, class: &ShipClass) -> Option<u32> {
        let observation = match (&self.revealed, &self.knowledge) {
            _ if player == self.player() => &self.observation,
            (Some(revealed), _) => revealed,
            (None, knowledge) => return Some(knowledge.as_ref()?.0.afloat(class)),
        };
        let ships = observation.own().iter();
        let afloat = ships.filter(|ship| ship.class() == class && ship.healthy_parts() > 0);
        u32::try_from(afloat.count()).ok()
    }

    /// How many healthy parts the ships of a player have, if known.
    pub fn parts(&self, player: Player) -> Option<u64> {
        if player == self.player() {
            Some(self.observation.parts(player))
        } else {
            self.enemy_parts
        }
    }

    /// The view of a field on a board.
    pub fn field(&self, board: BoardView, pos: Pos) -> FieldView {
        let extent = self.extent(board);
        if !extent.contains(pos) {
            return FieldView::OffBoard;
        }
        let in_waters = Pos::new(pos.y - extent.top, pos.x - extent.left);
        let enemy = self.player().opponent();
        match (board, &self.knowledge) {
            (BoardView::Shared, _) => self.sea_field(pos),
            (BoardView::Own, Some((_, theirs))) => self.open_field(theirs, pos, in_waters),
            (BoardView::Known, Some((_, theirs))) => {
                FieldView::known(theirs, self.player(), in_waters)
            }
            (BoardView::Enemy, Some((own, _))) if self.is_open() => {
                self.open_field(own, pos, in_waters)
            }
            (BoardView::Enemy, Some((own, _))) => FieldView::known(own, enemy, in_waters),
            (_, None) => FieldView::OffBoard,
        }
    }

    /// A field of waters with all ships shown, and the shots at them.
    fn open_field(&self, knowledge: &Knowledge, pos: Pos, in_waters: Pos) -> FieldView {
        match (self.segments.get(&pos), knowledge.at(in_waters)) {
            (Some(segment), _) => {
                // A letter on a hit would look like an intact segment.
                let is_lettered = segment.state == SegmentState::Intact && self.has_letters();
                FieldView::Ship(ShipSegment {
                    section: None,
                    letter: segment.letter.filter(|_| is_lettered),
                    ..*segment
                })
            }
            (None, KnownField::Unknown) if knowledge.is_beside_sunk(in_waters) => {
                FieldView::BesideSunk
            }
            (None, KnownField::Unknown) => FieldView::Water,
            (None, _) => FieldView::Miss,
        }
    }

    pub(super) fn has_letters(&self) -> bool {
        ScreenStyle::of(self.rules()).has_letters
    }

    /// A field of the one board where ships move.
    fn sea_field(&self, pos: Pos) -> FieldView {
        let observation = &self.observation;
        if let Some(segment) = self.segments.get(&pos) {
            return FieldView::Ship(ShipSegment {
                letter: None,
                ..*segment
            });
        }
        if observation.is_reef(pos) {
            return FieldView::Reef;
        }
        if let Some(section) = observation.enemy_at(pos) {
            let state = match section {
                SegmentKind::Destroyed => SegmentState::Hit,
                _ => SegmentState::Intact,
            };
            let enemy = self.player().opponent();
            return FieldView::Ship(ShipSegment {
                section: Some(section),
                ..ShipSegment::new(enemy, SegmentShape::Unknown, state)
            });
        }
        if self.is_seen(pos) {
            FieldView::OpenWater
        } else {
            FieldView::Fog
        }
    }
}

/// Adds all segments of a ship.
fn enter(ship: &Ship, segments: &mut HashMap<Pos, ShipSegment>) {
    let footprint = ship.footprint();
    for (index, pos) in (0..).zip(footprint.fields()) {
        let state = match ship.is_healthy(index) {
            true => SegmentState::Intact,
            false if ship.healthy_parts() == 0 => SegmentState::Sunk,
            false => SegmentState::Hit,
        };
        let section = SegmentKind::of(ship.class(), index, ship.is_healthy(index));
        let segment = ShipSegment {
            section: Some(section),
            letter: Some(ship.class().letter),
            ..ShipSegment::new(ship.owner(), SegmentShape::of(footprint, index), state)
        };
        segments.insert(pos, segment);
    }
}
