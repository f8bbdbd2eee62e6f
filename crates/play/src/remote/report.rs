//! The report of an arena on the enemy's fleet.

use admiralty_core::game::{Game, ShotOutcome};
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;
use admiralty_core::rules::GLYPHS;
use admiralty_core::view::{Knowledge, KnownField, PrintedBoard, Segment, SegmentKind};

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
        let announces = game.rules().announces_shots();
        let knowledge = announces.then(|| {
            let mut game = game.clone();
            game.set_remote(player.opponent());
            Knowledge::new(&game, player)
        });
        Self {
            player,
            enemy: Vec::new(),
            parts: None,
            knowledge,
        }
    }

    /// Updates the enemy's visible segments from a printed board.
    pub fn look(&mut self, game: &Game, board: &PrintedBoard) {
        if !game.rules().announces_shots() {
            let segments = board.fields().filter_map(|(pos, glyph)| {
                let kind = SegmentKind::of_glyph(glyph)?;
                let is_own = game.board().ship_at(pos).is_some();
                (!is_own).then_some(Segment { pos, kind })
            });
            self.enemy = segments.collect();
            return;
        }
        // The hits of a game that was begun elsewhere were not announced.
        let hits = self.fields_of_enemy(game, board, &[GLYPHS.hit, GLYPHS.sunk]);
        for field in hits {
            if let Some(knowledge) = &mut self.knowledge
                && matches!(knowledge.at(field), KnownField::Unknown | KnownField::Miss)
            {
                knowledge.learn(field, ShotOutcome::Hit(None), &[]);
            }
        }
    }

    /// Records the announced outcome of a shot. `board` was printed after it.
    pub fn learn(&mut self, game: &Game, target: Pos, outcome: ShotOutcome, board: &PrintedBoard) {
        let sunk = match outcome {
            ShotOutcome::Sunk(_) => self.fields_of_enemy(game, board, &[GLYPHS.sunk]),
            _ => Vec::new(),
        };
        let waters = game.start(self.player.opponent());
        if let Some(knowledge) = &mut self.knowledge {
            let is_new = |field: &Pos| !matches!(knowledge.at(*field), KnownField::Sunk { .. });
            let sunk: Vec<_> = sunk.into_iter().filter(is_new).collect();
            let target = Pos::new(target.y - waters.top, target.x - waters.left);
            knowledge.learn(target, outcome, &sunk);
        }
    }

    /// The fields of the enemy's waters with one of the `shown` characters, relative to the
    /// waters.
    fn fields_of_enemy(&self, game: &Game, board: &PrintedBoard, shown: &[char]) -> Vec<Pos> {
        let waters = game.start(self.player.opponent());
        let fields = board.fields();
        let fields = fields.filter(|(field, glyph)| {
            waters.contains(*field) && shown.contains(&char::from(*glyph))
        });
        fields
            .map(|(field, _)| Pos::new(field.y - waters.top, field.x - waters.left))
            .collect()
    }

    /// The fields that the enemy has hit since the player's last turn, followed by those that it
    /// has missed, if the board shows them.
    pub fn shots_of_enemy(&self, game: &Game, board: &PrintedBoard) -> Vec<Pos> {
        if !game.rules().announces_shots() {
            let healthy = healthy_fields(game, self.player).into_iter();
            let is_hit = |field: &Pos| board.at(*field).and_then(SegmentKind::of_glyph);
            let is_hit = |field: &Pos| is_hit(field) == Some(SegmentKind::Destroyed);
            return healthy.filter(is_hit).collect();
        }
        let waters = game.start(self.player);
        let shots = |shown: &[char]| {
            let new = board.fields().filter(|(field, glyph)| {
                waters.contains(*field)
                    && shown.contains(&char::from(*glyph))
                    && !game.was_shot_at(*field)
            });
            new.map(|(field, _)| field).collect::<Vec<_>>()
        };
        [shots(&[GLYPHS.hit, GLYPHS.sunk]), shots(&[GLYPHS.miss])].concat()
    }
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
