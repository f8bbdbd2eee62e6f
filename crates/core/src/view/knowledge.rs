//! A player's knowledge of the opponent's waters where shots are announced.

use crate::game::{Game, ShipName, ShotOutcome};
use crate::geometry::{Pos, Rect};
use crate::player::Player;
use crate::rules::{RuleSet, ShipClass};

/// A player's knowledge of the opponent's waters: the results of its own shots, and the counts of
/// the opponent's fleet. Of a ship afloat, it knows only the hits.
///
/// Positions are relative to the upper left field of these waters.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Knowledge {
    rules: RuleSet,
    side: u8,
    /// The fields, row by row.
    fields: Vec<KnownField>,
    afloat: [u32; RuleSet::CLASSES_MAX],
    healthy: u64,
}

/// The knowledge of a field of the opponent's waters.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum KnownField {
    /// It was not shot at.
    Unknown,
    /// Water.
    Miss,
    /// A segment of a ship that is afloat; with its class if the rules name hits.
    Hit(Option<ShipClass>),
    /// A segment of a ship that is sunk.
    Sunk {
        /// Its class.
        class: ShipClass,
        /// The index in the class, from 0.
        index: u32,
    },
}

impl Knowledge {
    /// A player's knowledge of its opponent's waters; `None` where shots are not announced.
    pub fn of(game: &Game, player: Player) -> Option<Self> {
        if !game.rules().announces_shots() {
            return None;
        }
        let fleet = game.fleet(player.opponent());
        let waters = game.start(player.opponent());
        let mut knowledge = Self {
            rules: *game.rules(),
            side: game.side(),
            fields: vec![KnownField::Unknown; usize::from(game.side()).pow(2)],
            afloat: [0; RuleSet::CLASSES_MAX],
            healthy: fleet.healthy_parts(),
        };
        if fleet.is_remote() {
            let classes = game.rules().classes.iter().zip(fleet.counts());
            let parts = classes.map(|(class, count)| u64::from(class.length) * u64::from(count));
            knowledge.healthy = parts.sum();
        }
        let in_waters = |pos: Pos| Pos::new(pos.y - waters.top, pos.x - waters.left);
        for (_, shot) in game.shots().filter(|(shooter, _)| *shooter == player) {
            *knowledge.field_mut(in_waters(shot)) = KnownField::Miss;
        }
        for (left, count) in knowledge.afloat.iter_mut().zip(fleet.counts()) {
            *left = count;
        }
        for ship in fleet.ships().map(|id| game.board().ship(id)) {
            let class = *ship.class();
            let mut known = KnownField::Hit(game.rules().names_hits().then_some(class));
            if ship.healthy_parts() == 0 {
                let index = ship.name().index;
                known = KnownField::Sunk { class, index };
                knowledge.afloat[usize::from(class.index)] -= 1;
            }
            let segments = (0..class.length).filter(|&segment| !ship.is_healthy(segment));
            for segment in segments {
                *knowledge.field_mut(in_waters(ship.footprint().field(segment))) = known;
            }
        }
        Some(knowledge)
    }

    /// Records the outcome of a shot at a remote fleet. `sunk` holds all fields of the ship if it
    /// was sunk.
    pub fn learn(&mut self, target: Pos, outcome: ShotOutcome, sunk: &[Pos]) {
        let known = match outcome {
            ShotOutcome::Miss => KnownField::Miss,
            ShotOutcome::Hit(class) => KnownField::Hit(class),
            ShotOutcome::Sunk(ShipName { class, index, .. }) => {
                let afloat = &mut self.afloat[usize::from(class.index)];
                *afloat = afloat.saturating_sub(1);
                KnownField::Sunk { class, index }
            }
        };
        let is_hit = outcome != ShotOutcome::Miss;
        self.healthy = self.healthy.saturating_sub(is_hit.into());
        for &field in sunk.iter().chain([&target]) {
            *self.field_mut(field) = known;
        }
    }

    /// The rule set.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// The side of the waters.
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// The knowledge of a field of the opponent's waters.
    ///
    /// # Panics
    ///
    /// If the field is not in the waters.
    pub fn at(&self, field: Pos) -> KnownField {
        self.get(field).expect("the field is in the waters")
    }

    /// The knowledge of a field; `None` if it is not in the opponent's waters.
    pub fn get(&self, field: Pos) -> Option<KnownField> {
        self.index(field).map(|index| self.fields[index])
    }

    /// Whether a sunk ship is too close for another ship to lie on a field.
    pub fn is_beside_sunk(&self, field: Pos) -> bool {
        let near = Rect::spanning(field, field).grown(self.rules.gap.into());
        let is_sunk = |near| matches!(self.get(near), Some(KnownField::Sunk { .. }));
        near.fields().any(is_sunk)
    }

    /// All fields with what is known of them, row by row.
    pub fn fields(&self) -> impl Iterator<Item = (Pos, KnownField)> {
        let side = i32::from(self.side);
        let fields = (0..side).flat_map(move |y| (0..side).map(move |x| Pos::new(y, x)));
        fields.zip(self.fields.iter().copied())
    }

    /// The number of ships of a class that are afloat.
    pub fn afloat(&self, class: &ShipClass) -> u32 {
        self.afloat[usize::from(class.index)]
    }

    /// The lengths of the ships that are afloat, class by class.
    pub fn lengths(&self) -> impl Iterator<Item = u8> {
        let classes = self.rules.classes.iter();
        classes.flat_map(|class| (0..self.afloat(class)).map(move |_| class.length))
    }

    /// The number of hit segments by class; those of unknown class are not counted.
    pub fn hits_by_class(&self) -> Vec<(ShipClass, u64)> {
        let classes = self.rules.classes.iter();
        let hits = classes.map(|class| {
            let is_hit = |known: &&KnownField| match known {
                KnownField::Sunk { class: one, .. } | KnownField::Hit(Some(one)) => one == class,
                _ => false,
            };
            (*class, self.fields.iter().filter(is_hit).count() as u64)
        });
        hits.collect()
    }

    /// The number of hit segments.
    pub fn hits(&self) -> u64 {
        let is_hit =
            |known: &&KnownField| matches!(known, KnownField::Hit(_) | KnownField::Sunk { .. });
        self.fields.iter().filter(is_hit).count() as u64
    }

    /// How many segments are not hit yet.
    pub const fn healthy(&self) -> u64 {
        self.healthy
    }

    fn field_mut(&mut self, field: Pos) -> &mut KnownField {
        let index = self.index(field).expect("the field is in the waters");
        &mut self.fields[index]
    }

    fn index(&self, field: Pos) -> Option<usize> {
        let last = i32::from(self.side) - 1;
        Rect::new(0, 0, last, last).index(field)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Footprint, For};
    use crate::interpreter::{Event, Session};
    use crate::rng::Rng;
    use crate::script::Command;

    /// Learning the announcements shot by shot gives the knowledge that the game has.
    #[test]
    fn what_is_announced_is_what_is_known() {
        /// The first row of B's waters.
        const WATERS_TOP: i32 = 11;
        let in_waters = |pos: Pos| Pos::new(pos.y - WATERS_TOP, pos.x);
        for options in ["", " NAMED_HITS"] {
            let script = format!(
                "[state]\nRULES german 10{options}\nNEXT_PLAYER A\nSET_FLEET A 0 0 0 0 0 1\n\
                 SHIP A 0 0 N 0 L2 11\nSET_FLEET B 0 0 0 0 1 2\nSHIP B 11 0 N 0 L3 111\n\
                 SHIP B 15 5 E 0 L2 11\nSHIP B 20 8 W 1 L2 11\n[state]\n[playerA]"
            );
            let mut session = Session::after(&script);
            let known =
                |session: &Session| Knowledge::of(session.game(), Player::A).expect("german");
            let mut learned = known(&session);
            let afloat = session.game().rules().classes.iter();
            assert!(
                afloat
                    .map(|class| learned.afloat(class))
                    .eq([0, 0, 0, 0, 1, 2])
            );
            assert!(learned.lengths().eq([3, 2, 2]));
            let mut rng = Rng::seeded(1);
            while learned.healthy() > 0 {
                let unknown: Vec<_> = learned
                    .fields()
                    .filter(|(_, known)| *known == KnownField::Unknown)
                    .collect();
                let (field, _) = *rng.pick(&unknown).expect("segments are left");
                let Pos { y, x } = session.game().announced_field(Player::A, field);
                let shoot = format!("SHOOT {y} {x}");
                let event = session.line(shoot.as_bytes()).expect("A shoots");
                let Event::Announced { shot, outcome } = event else {
                    panic!("{event:?}");
                };
                let target = shot.target;
                let mut line = Vec::new();
                event.write_to(session.game(), &mut line).expect("a vector");
                assert_eq!(line.pop(), Some(b'\n'));
                let rules = session.game().rules();
                let parsed = Event::parse_announcement(&line, rules, Player::B);
                assert_eq!(parsed, Some((target, outcome)));
                let board = session.game().board();
                let is_sunk = matches!(outcome, ShotOutcome::Sunk(_));
                let ship = board.ship_at(target).filter(|_| is_sunk);
                let footprint = ship.map(|ship| *board.ship(ship).footprint());
                let fields = footprint.iter().flat_map(Footprint::fields);
                let sunk: Vec<_> = fields.map(in_waters).collect();
                learned.learn(in_waters(target), outcome, &sunk);
                assert_eq!(learned, known(&session), "{options}");
                if learned.healthy() > 0 {
                    for line in ["[playerA]", "[playerB]", "[playerB]", "[playerA]"] {
                        session.line(line.as_bytes()).expect("B passes");
                    }
                }
            }
            let hits: u64 = learned.hits_by_class().iter().map(|(_, hits)| hits).sum();
            assert_eq!((learned.lengths().count(), hits), (0, 7));
            assert!(
                learned
                    .fields()
                    .all(|(field, known)| learned.get(field) == Some(known))
            );
            assert_eq!(learned.get(Pos::new(0, 10)), None);
            let mut shown = Game::with_side(session.game().rules(), session.game().side());
            let is_shown = |line: &Command| !matches!(line, Command::Rules(_));
            let lines = session.game().commands(For::Player(Player::A, 1));
            shown.set(lines.filter(is_shown)).expect("it is a state");
            shown.set_remote(Player::B);
            let of_remote = Knowledge::of(&shown, Player::A).expect("shots are announced");
            assert_eq!(of_remote.healthy(), 3 + 2 + 2);
            assert_eq!((learned.hits(), learned.side()), (7, 10));
        }
    }
}
