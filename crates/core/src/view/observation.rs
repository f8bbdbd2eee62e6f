//! Observations: everything that a player knows of a game.

use bstr::BString;

use super::visibility::visible_areas;
use crate::game::{Footprint, Game, Ship};
use crate::geometry::{Area, FieldSet, Pos, Rect, Size};
use crate::player::Player;
use crate::rules::{RuleSet, ShipClass};

/// A player's knowledge of a game: what `PRINT 1` in its group shows and what is public, nothing
/// else.
///
/// The rules, the board's size, the reefs and the starting rectangles are public, and so are,
/// for both fleets, the counts by class, the number of healthy parts, and whether they are
/// complete. While its own fleet is incomplete, a player also knows which fields of its
/// starting rectangle are barred by enemy ships.
#[derive(Clone, Debug)]
pub struct Observation<'g> {
    /// Methods return only what the player knows of it.
    game: &'g Game,
    player: Player,
    own: Vec<&'g Ship>,
    seen: FieldSet,
    /// Sorted by field.
    enemy: Vec<Segment>,
    barred: Option<FieldSet>,
    enemy_parts: u64,
}

/// A segment of an enemy ship on a visible field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Segment {
    /// Its field.
    pub pos: Pos,
    /// Its kind, as the extended print shows it.
    pub kind: SegmentKind,
}

/// The kinds of segments that the extended print distinguishes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum SegmentKind {
    /// A healthy radar: the head of a ship.
    Radar,
    /// A healthy cannon that is not also the engine.
    Cannon,
    /// A healthy engine: the last segment.
    Engine,
    /// A healthy segment of any other kind.
    Plain,
    /// A destroyed segment of any kind.
    Destroyed,
}

impl SegmentKind {
    /// The kind of the segment that a character of the extended print shows, if any.
    pub const fn of_glyph(glyph: u8) -> Option<Self> {
        Some(match glyph {
            b'@' => Self::Radar,
            b'!' => Self::Cannon,
            b'%' => Self::Engine,
            b'+' => Self::Plain,
            b'x' => Self::Destroyed,
            _ => return None,
        })
    }

    /// The kind of a segment of a ship.
    pub const fn of(class: &ShipClass, segment: u8, is_healthy: bool) -> Self {
        if !is_healthy {
            Self::Destroyed
        } else if segment == ShipClass::RADAR {
            Self::Radar
        } else if segment == class.engine() {
            Self::Engine
        } else if segment == class.cannon() {
            Self::Cannon
        } else {
            Self::Plain
        }
    }
}

impl<'g> Observation<'g> {
    /// The observation of a game by a player.
    pub fn new(game: &'g Game, player: Player) -> Self {
        let board = game.board();
        let size = board.size();
        let of = |owner| {
            board
                .ships()
                .iter()
                .filter(move |ship| ship.owner() == owner)
        };
        let mut own = Vec::with_capacity(board.ships().len());
        own.extend(of(player));
        let order = |ship: &&Ship| (ship.class().index, ship.name().index);
        if !own.is_sorted_by_key(order) {
            own.sort_unstable_by_key(order);
        }
        let seen = FieldSet::new(size, visible_areas(game, player));
        let mut enemy = Vec::new();
        for ship in of(player.opponent()) {
            for (segment, pos) in (0..).zip(ship.footprint().fields()) {
                if seen.contains(pos) {
                    let kind = SegmentKind::of(ship.class(), segment, ship.is_healthy(segment));
                    enemy.push(Segment { pos, kind });
                }
            }
        }
        enemy.sort_unstable_by_key(|segment| segment.pos);
        let is_complete = game.fleet(player).missing() == 0;
        let barred = (!is_complete).then(|| {
            let start = game.start(player);
            let around = of(player.opponent()).map(|ship| ship.footprint().rect().grown(1));
            let bars = around.filter_map(|rect| rect.intersection(&start));
            FieldSet::new(size, bars.map(Area::Rect))
        });
        Self {
            game,
            player,
            own,
            seen,
            enemy,
            barred,
            enemy_parts: game.fleet(player.opponent()).healthy_parts(),
        }
    }

    /// The observation of the same player later in its turn.
    pub fn later<'l>(&self, game: &'l Game) -> Observation<'l> {
        Observation {
            enemy_parts: self.enemy_parts,
            ..Observation::new(game, self.player)
        }
    }

    /// Replaces the visible segments of the enemy by those of a remote fleet, by field.
    #[must_use]
    pub fn with_enemy(self, enemy: Vec<Segment>) -> Self {
        Self { enemy, ..self }
    }

    /// The player who observes.
    pub const fn player(&self) -> Player {
        self.player
    }

    /// The rule set.
    pub const fn rules(&self) -> &'g RuleSet {
        self.game.rules()
    }

    /// The board's size.
    pub const fn size(&self) -> Size {
        self.game.board().size()
    }

    /// Whether ships shoot individually, as in the extended game.
    pub const fn is_extended(&self) -> bool {
        self.game.is_extended()
    }

    /// Whether targets may be named without a ship.
    pub const fn is_auto(&self) -> bool {
        self.game.is_extended() && self.game.is_auto()
    }

    /// The seed, if one was given.
    pub const fn seed(&self) -> Option<u64> {
        self.game.seed()
    }

    /// A player's starting rectangle.
    pub fn start(&self, player: Player) -> Rect {
        self.game.start(player)
    }

    /// How many ships of a class a player's complete fleet has.
    pub fn count(&self, player: Player, class: &ShipClass) -> u32 {
        self.game.fleet(player).count(class)
    }

    /// How many healthy parts a player's ships have; for the enemy, at the beginning of the
    /// turn, because the results of shots are not announced.
    pub fn parts(&self, player: Player) -> u64 {
        if player == self.player {
            self.game.fleet(player).healthy_parts()
        } else {
            self.enemy_parts
        }
    }

    /// Whether all ships of a player are placed.
    pub fn is_complete(&self, player: Player) -> bool {
        self.game.fleet(player).missing() == 0
    }

    /// The player's own ships, by class, then index.
    pub fn own(&self) -> &[&'g Ship] {
        &self.own
    }

    /// Whether there is a reef on a field.
    pub fn is_reef(&self, pos: Pos) -> bool {
        self.game.board().is_reef(pos)
    }

    /// The reefs in the order given, each once.
    pub fn reefs(&self) -> &'g [Pos] {
        self.game.board().reefs()
    }

    /// The visible fields.
    pub const fn seen(&self) -> &FieldSet {
        &self.seen
    }

    /// The visible segments of the enemy's ships, by field.
    pub fn enemy(&self) -> &[Segment] {
        &self.enemy
    }

    /// The visible segment of an enemy ship on a field.
    pub fn enemy_at(&self, pos: Pos) -> Option<SegmentKind> {
        let found = self.enemy.binary_search_by_key(&pos, |segment| segment.pos);
        Some(self.enemy[found.ok()?].kind)
    }

    /// Whether an enemy ship bars a field of the starting rectangle; known only while the
    /// player's own fleet is incomplete.
    pub fn is_barred(&self, pos: Pos) -> bool {
        self.barred
            .as_ref()
            .is_some_and(|barred| barred.contains(pos))
    }

    /// The fields for which [`Observation::is_barred`] is true.
    pub fn barred(&self) -> impl Iterator<Item = Pos> {
        self.barred.iter().flat_map(FieldSet::fields)
    }

    /// Whether a footprint is on the board and on no reef.
    pub fn is_navigable(&self, footprint: &Footprint) -> bool {
        self.size().contains_rect(footprint.rect())
            && !footprint.fields().any(|field| self.is_reef(field))
    }

    /// The fields that certainly hold no enemy ship: visible fields without one, fields on or
    /// next to an own ship, and fields diagonally next to a visible enemy segment.
    pub fn clear_fields(&self) -> FieldSet {
        const CORNERS: [(i32, i32); 4] = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
        let own = self.own.iter().map(|ship| ship.footprint().rect().grown(1));
        let corners = self.enemy.iter().flat_map(|&Segment { pos, .. }| {
            CORNERS.map(|(dy, dx)| {
                let corner = Pos::new(pos.y + dy, pos.x + dx);
                Rect::spanning(corner, corner)
            })
        });
        let mut clear = self.seen.clone();
        clear.extend(own.chain(corners).map(Area::Rect));
        clear.remove(self.enemy.iter().map(|segment| segment.pos));
        clear
    }

    /// The lines that the player remembers, in order.
    pub fn information(&self) -> &'g [BString] {
        self.game.information(self.player)
    }
}

#[cfg(test)]
mod tests {
    use bstr::ByteSlice;

    use super::*;
    use crate::game::For;
    use crate::geometry::Direction;
    use crate::interpreter::Session;
    use crate::rng::Rng;
    use crate::script::PrintMode;
    use crate::view::{PrintedBoard, Viewer, print};

    const SIZE: Size = Size::new(12, 13);

    /// A game in which each player has some ships of a fleet, and the rest are hidden somewhere.
    fn game(seed: u64, is_extended: bool, is_auto: bool) -> Game {
        let mut rng = Rng::seeded(seed);
        let mut script = format!(
            "[state]\nBOARD_SIZE 12 13\nINIT_POSITION A 0 0 7 12\nINIT_POSITION B 4 0 11 12\n\
             SET_FLEET A 0 0 1 2\nSET_FLEET B 1 1 0 2\nREEF 3 3\nREEF 9 1\nSRAND {seed}\n\
             INFORMATION A first\nINFORMATION B second\nINFORMATION A third\nSET_AI_PLAYER B\n"
        );
        script += if is_extended { "EXTENDED_SHIPS\n" } else { "" };
        script += if is_auto { "AUTO_SHOOTING\n" } else { "" };
        let mut session = Session::after(&script);
        for (player, ship, segments) in [
            ("A", "1 DES", "11"),
            ("B", "0 CAR", "10111"),
            ("A", "0 DES", "01"),
            ("B", "1 DES", "10"),
            ("A", "0 CRU", "110"),
            ("B", "0 BAT", "0110"),
        ] {
            // Most places are refused: reefs, other ships, the edge.
            for _ in 0..20 {
                let Pos { y, x } = rng.pos_on(SIZE);
                let direction = rng.choose(&["N", "E", "S", "W"]);
                let (index, class) = ship.split_once(' ').expect("two words");
                let line = format!("SHIP {player} {y} {x} {direction} {index} {class} {segments}");
                if session.line(line.as_bytes()).is_ok() {
                    break;
                }
            }
        }
        session.line(b"[state]").expect("it is open");
        session.into_game()
    }

    fn games() -> impl Iterator<Item = Game> {
        (0..60).map(|seed| game(seed, seed % 2 == 0, seed % 3 == 0))
    }

    fn near(ship: &Ship, pos: Pos) -> bool {
        let mut fields = ship.footprint().fields();
        fields.any(|field| field.y.abs_diff(pos.y) <= 1 && field.x.abs_diff(pos.x) <= 1)
    }

    #[test]
    fn an_observation_is_what_the_player_may_know() {
        let (mut barred, mut complete, mut seen) = (0, 0, 0);
        for game in games() {
            for player in Player::BOTH {
                let view = Observation::new(&game, player);
                assert_eq!((view.player(), view.size()), (player, SIZE));
                assert_eq!(view.seed(), game.seed());
                assert_eq!(view.is_auto(), game.is_extended() && game.is_auto());
                assert_eq!(view.is_extended(), game.is_extended());
                let lines = if player == Player::A { 2 } else { 1 };
                assert_eq!(view.information().len(), lines);
                let of = |owner| {
                    let ships = game.board().ships().iter();
                    ships.filter(move |ship| ship.owner() == owner)
                };
                let own: Vec<_> = of(player).map(Ship::name).collect();
                assert_eq!(view.own().len(), own.len());
                assert!(view.own().iter().all(|ship| own.contains(&ship.name())));
                let order = |ship: &&Ship| (ship.class().index, ship.name().index);
                assert!(view.own().is_sorted_by_key(order));
                assert_eq!(view.reefs(), [Pos::new(3, 3), Pos::new(9, 1)]);
                for one in Player::BOTH {
                    let fleet = game.fleet(one);
                    let count = of(one).count();
                    let all: u32 = game
                        .rules()
                        .classes
                        .iter()
                        .map(|it| view.count(one, it))
                        .sum();
                    assert_eq!(view.is_complete(one), count == all as usize);
                    assert_eq!(view.parts(one), fleet.healthy_parts());
                    complete += usize::from(view.is_complete(one));
                }
                for pos in SIZE.rect().grown(1).fields() {
                    let is_on_board = SIZE.contains(pos);
                    let footprint = Footprint::new(pos, Direction::East, 2);
                    let is_navigable = footprint
                        .fields()
                        .all(|field| SIZE.contains(field) && !view.is_reef(field));
                    assert_eq!(view.is_navigable(&footprint), is_navigable, "{pos}");
                    let bars = game.start(player).contains(pos)
                        && of(player.opponent()).any(|ship| near(ship, pos));
                    let is_barred = bars && !view.is_complete(player);
                    assert_eq!(view.is_barred(pos), is_barred, "{pos}");
                    barred += usize::from(is_barred);
                    let enemy = game.board().ship_at(pos).map(|id| game.board().ship(id));
                    let enemy = enemy.filter(|ship| ship.owner() != player);
                    let is_seen = view.seen().contains(pos);
                    assert_eq!(view.enemy_at(pos).is_some(), enemy.is_some() && is_seen);
                    seen += usize::from(view.enemy_at(pos).is_some());
                    let corners = [(-1, -1), (-1, 1), (1, -1), (1, 1)];
                    let is_diagonal = corners
                        .iter()
                        .any(|(y, x)| view.enemy_at(Pos::new(pos.y + y, pos.x + x)).is_some());
                    let is_clear = is_on_board
                        && view.enemy_at(pos).is_none()
                        && (is_seen
                            || is_diagonal
                            || view.own().iter().any(|ship| near(ship, pos)));
                    assert_eq!(view.clear_fields().contains(pos), is_clear, "{pos}");
                }
                let (pos, kind) = (Pos::new(0, 0), SegmentKind::Radar);
                let other = view.clone().with_enemy(vec![Segment { pos, kind }]);
                assert_eq!((other.enemy_at(pos), other.enemy().len()), (Some(kind), 1));
                let barred_fields = SIZE.rect().fields().filter(|pos| view.is_barred(*pos));
                assert!(view.barred().eq(barred_fields));
            }
        }
        assert!(
            barred > 100 && complete > 5 && seen > 100,
            "{barred} {complete} {seen}"
        );
    }

    /// An external program reads the same as the built-in players get.
    #[test]
    fn a_printed_board_shows_the_observation() {
        for game in games() {
            for player in Player::BOTH {
                let view = Observation::new(&game, player);
                let mut out = Vec::new();
                print(&game, Viewer::Player(player), PrintMode::Extended, &mut out)
                    .expect("a vector");
                let lines: Vec<_> = out.lines().collect();
                assert_eq!(lines.len(), PrintedBoard::lines(SIZE));
                assert_eq!(PrintedBoard::parse(SIZE, &lines[1..]), None);
                let board = PrintedBoard::parse(SIZE, &lines).expect("a board");
                let own: Vec<_> = view
                    .own()
                    .iter()
                    .flat_map(|ship| {
                        let fields = (0..).zip(ship.footprint().fields());
                        fields.map(|(segment, pos)| {
                            let is_healthy = ship.is_healthy(segment);
                            (pos, SegmentKind::of(ship.class(), segment, is_healthy))
                        })
                    })
                    .collect();
                for (pos, glyph) in board.fields() {
                    let own = own
                        .iter()
                        .find(|(field, _)| *field == pos)
                        .map(|(_, kind)| *kind);
                    let shown = view.enemy_at(pos).or(own);
                    assert_eq!(SegmentKind::of_glyph(glyph), shown, "{pos}");
                    assert_eq!(glyph == b'#', view.is_reef(pos) && (shown.is_none()));
                    assert_eq!(board.at(pos), Some(glyph));
                }
                assert_eq!(board.fields().count(), SIZE.rect().field_count());
                assert_eq!(board.at(Pos::new(12, 0)), None);
            }
        }
    }

    #[test]
    fn a_printed_board_has_digits_above_and_rows() {
        for (rows, columns) in [(3, 2), (3, 9), (9, 10), (10, 11), (11, 100), (100, 101)] {
            let starts = "INIT_POSITION A 0 0 2 1\nINIT_POSITION B 0 0 2 1";
            let script = format!("[state]\nBOARD_SIZE {rows} {columns}\n{starts}\n[state]");
            let game = Session::after(&script).into_game();
            let mut out = Vec::new();
            let viewer = Viewer::Player(Player::A);
            print(&game, viewer, PrintMode::Extended, &mut out).expect("a vector");
            let size = game.board().size();
            let lines: Vec<_> = out.lines().collect();
            assert_eq!(lines.len(), PrintedBoard::lines(size), "{size}");
            assert!(PrintedBoard::parse(size, &lines).is_some(), "{size}");
        }
    }

    /// The results of shots are not announced.
    #[test]
    fn during_its_turn_a_player_does_not_learn_what_it_hit() {
        let script = "[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\nNEXT_PLAYER A\n\
             SHIP A 3 3 N 0 DES 11\nSHIP B 15 3 N 0 DES 11\n[state]\n[playerA]";
        let mut session = Session::after(script);
        let before = session.game().clone();
        session.line(b"SHOOT 15 3").expect("a shot");
        let after = Observation::new(&before, Player::A).later(session.game());
        assert_eq!(after.parts(Player::B), 2);
        assert_eq!(
            Observation::new(session.game(), Player::A).parts(Player::B),
            1
        );
    }

    #[test]
    fn what_is_saved_for_a_player_is_what_it_may_know() {
        for game in games() {
            let all = game.script(For::Save);
            let seed = game.seed().expect("a seed");
            let [now, next] = [seed, seed + 1].map(|seed| format!("SRAND {seed}"));
            let now = all.lines().map(|line| {
                if line == next.as_bytes() {
                    now.as_bytes()
                } else {
                    line
                }
            });
            assert!(game.script(For::Turn).lines().eq(now));
            for player in Player::BOTH {
                let enemy = player.opponent();
                let secrets = ["SHIP", "INFORMATION", "SET_AI_PLAYER"];
                let is_secret = |line: &&[u8]| {
                    secrets
                        .iter()
                        .any(|word| line.starts_with(format!("{word} {enemy}").as_bytes()))
                };
                let mut known: Vec<_> = all.lines().filter(|line| !is_secret(line)).collect();
                let seed = known.len() - 2;
                assert!(known[seed].starts_with(b"SRAND "));
                known[seed] = b"SRAND 77";
                let saved = game.script(For::Player(player, 77));
                assert_eq!(saved.lines().collect::<Vec<_>>(), known);
            }
        }
    }
}
