//! What an arena has said of the enemy's fleet, which is not on the board.

use admiralty_core::game::{Game, ShotOutcome};
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::player::Player;
use admiralty_core::view::{Glyphs, Knowledge, KnownField, PrintedBoard, Segment, SegmentKind};

/// The player's knowledge of the enemy's fleet, which is not on the board.
#[derive(Debug)]
pub struct EnemyReport {
    player: Player,
    /// The visible segments, by field.
    pub enemy: Vec<Segment>,
    /// The number of healthy parts at the beginning of the player's last turn.
    pub parts: Option<u64>,
    /// The results of shots, where they are announced.
    pub knowledge: Option<Knowledge>,
}

impl EnemyReport {
    pub fn new(game: &Game, player: Player) -> Self {
        let mut game = game.clone();
        game.set_remote(player.opponent());
        Self {
            player,
            enemy: Vec::new(),
            parts: None,
            knowledge: Knowledge::of(&game, player),
        }
    }

    /// Updates the enemy's visible segments from a printed board.
    pub fn look(&mut self, game: &Game, board: &PrintedBoard) {
        let Some(knowledge) = &mut self.knowledge else {
            let segments = board.fields().filter_map(|(pos, glyph)| {
                let kind = SegmentKind::of_glyph(glyph)?;
                let is_own = game.board().ship_at(pos).is_some();
                (!is_own).then_some(Segment { pos, kind })
            });
            self.enemy = segments.collect();
            return;
        };
        // The hits of a game that was begun elsewhere were not announced.
        let waters = game.start(self.player.opponent());
        for field in fields_showing(
            board,
            waters,
            &[Glyphs::ANNOUNCED.hit, Glyphs::ANNOUNCED.sunk],
        ) {
            let field = Pos::new(field.y - waters.top, field.x - waters.left);
            if let KnownField::Unknown | KnownField::Miss = knowledge.at(field) {
                knowledge.learn(field, ShotOutcome::Hit(None), &[]);
            }
        }
    }

    /// Records the announced outcome of a shot. `board` was printed after it.
    pub fn learn(&mut self, game: &Game, target: Pos, outcome: ShotOutcome, board: &PrintedBoard) {
        let Some(knowledge) = &mut self.knowledge else {
            return;
        };
        let waters = game.start(self.player.opponent());
        let in_waters = |field: Pos| Pos::new(field.y - waters.top, field.x - waters.left);
        let mut sunk = Vec::new();
        if let ShotOutcome::Sunk(_) = outcome {
            let shown = fields_showing(board, waters, &[Glyphs::ANNOUNCED.sunk]).map(in_waters);
            let is_new = |field: &Pos| !matches!(knowledge.at(*field), KnownField::Sunk { .. });
            sunk.extend(shown.filter(is_new));
        }
        knowledge.learn(in_waters(target), outcome, &sunk);
    }

    /// The fields that the enemy has hit since the player's last turn, followed by those that it
    /// has missed, if the board shows them.
    pub fn shots_of_enemy(&self, game: &Game, board: &PrintedBoard) -> Vec<Pos> {
        if self.knowledge.is_none() {
            let healthy = healthy_fields(game, self.player).into_iter();
            let is_hit = |field: &Pos| board.at(*field).and_then(SegmentKind::of_glyph);
            let is_hit = |field: &Pos| is_hit(field) == Some(SegmentKind::Destroyed);
            return healthy.filter(is_hit).collect();
        }
        let waters = game.start(self.player);
        let hits = fields_showing(
            board,
            waters,
            &[Glyphs::ANNOUNCED.hit, Glyphs::ANNOUNCED.sunk],
        );
        let misses = fields_showing(board, waters, &[Glyphs::ANNOUNCED.miss]);
        let shots = hits.chain(misses);
        shots.filter(|&field| !game.was_shot_at(field)).collect()
    }
}

/// The fields of a player's waters that are printed as one of some characters.
fn fields_showing(
    board: &PrintedBoard,
    waters: Rect,
    glyphs: &[char],
) -> impl Iterator<Item = Pos> {
    let fields = board.fields().filter(move |(field, glyph)| {
        waters.contains(*field) && glyphs.contains(&char::from(*glyph))
    });
    fields.map(|(field, _)| field)
}

/// The fields of a player's ships with a healthy segment.
pub fn healthy_fields(game: &Game, player: Player) -> Vec<Pos> {
    let ships = game.board().ships().iter();
    let fields = ships
        .filter(|ship| ship.owner() == player)
        .flat_map(|ship| {
            let fields = (0..).zip(ship.footprint().fields());
            fields.filter_map(|(segment, field)| ship.is_healthy(segment).then_some(field))
        });
    fields.collect()
}
