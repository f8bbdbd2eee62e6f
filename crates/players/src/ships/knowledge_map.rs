//! What `hunt` remembers of the enemy's ships, field by field, and what it deduces from that.

use bstr::{BString, ByteSlice};

use super::bit_grid::BitGrid;
use super::hit_run::HitRun;
use super::window::BoardWindow;
use crate::memory::number;
use crate::{Fact, Memory, MemoryUpdate, Orders, PlayerInput};
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::rules::{RuleSet, ShipClass};
use admiralty_core::view::{Observation, SegmentKind};

/// The most salvos that are remembered.
const SALVOS_MAX: usize = 16;
/// The most shots of a salvo that is remembered.
const SALVO_SHOTS_MAX: usize = 32;
/// How many times to compare all salvos with the knowledge.
const ROUNDS: usize = 4;
/// The distance around a contradiction within which it forgets water.
const DOUBT: i32 = 3;

/// The assumed number of shots per turn in the extended game. If the enemy is known to move,
/// water is forgotten after as many turns as it takes to shoot at every field.
const SHOTS_EXTENDED: u64 = 2;
/// The most salvos that are remembered if the enemy is known to move.
const SALVOS_KEPT: usize = 4;

/// The letters of fields, indexed by the knowledge of them: bit 0 water, bit 1 a hit, bit 2 a
/// healthy part.
const LETTERS: &[u8; 8] = b"?oxx++++";

/// What a player remembers of the enemy's ships: fields that are empty, and parts of
/// ships. All of it may be wrong, because the enemy may move.
#[derive(Clone, Debug)]
pub(super) struct KnowledgeMap {
    pub window: BoardWindow,
    /// How often something remembered turned out to be wrong; 0 as long as the enemy seems
    /// not to move.
    drift: u64,
    /// The number of the window of a large board that is being searched.
    search: u64,
    /// The fields remembered as empty.
    pub water: BitGrid,
    /// Destroyed parts, remembered or seen.
    hits: BitGrid,
    /// Healthy parts, remembered or seen.
    pub afloat: BitGrid,
    /// The fields where no enemy can be now, whatever the memory says.
    excluded: BitGrid,
    pub salvos: Vec<Salvo>,
    /// Whether shots destroyed parts on unknown fields. Then a shot that destroys nothing does not
    /// mean that the field is empty.
    pub has_unlocated_hits: bool,
}

impl KnowledgeMap {
    /// The remembered map, corrected by what is visible.
    pub fn read(input: &PlayerInput<'_>, orders: &Orders<'_, '_>) -> Self {
        let memory = &input.memory;
        let drift = memory.number(Fact::Drift).unwrap_or(0);
        let search = memory.number(Fact::Search).unwrap_or(0);
        let mut map = Self::blank(orders.view(), drift, search);
        map.recall(memory);
        map.correct(orders);
        map.resolve_salvos();
        map.find_unlocated_hits(orders.view());
        map
    }

    pub fn ships(&self) -> BitGrid {
        let mut ships = self.hits.clone();
        ships.insert_set(&self.afloat);
        ships
    }

    /// The fields that certainly hold no unknown enemy part: ships do not touch, so there is
    /// none diagonally next to a known part.
    pub fn impossible(&self) -> BitGrid {
        let ships = self.ships();
        let mut empty = ships.diagonal_neighbours();
        if !self.has_unlocated_hits {
            empty.insert_set(&self.water);
        }
        empty.remove_set(&ships);
        empty.insert_set(&self.excluded);
        empty
    }

    /// The fields shot at that may or may not be hits.
    pub fn unresolved(&self) -> impl Iterator<Item = Pos> {
        let fields = self.salvos.iter().flat_map(|salvo| &salvo.fields);
        fields.copied()
    }

    /// Forgets a rectangle and what is around it.
    pub fn discard(&mut self, rect: Rect, orders: &Orders<'_, '_>) {
        self.drift = self.drift.saturating_add(1);
        self.hits.remove_all(rect);
        self.afloat.remove_all(rect);
        self.water.remove_all(rect.grown(DOUBT));
        self.correct(orders);
        self.find_unlocated_hits(orders.view());
    }

    /// Discards everything, because the enemy has no possible placement left, and
    /// searches the next window of a large board.
    pub fn restart(&mut self, orders: &Orders<'_, '_>) {
        let drift = self.drift.saturating_add(1);
        let grown = BoardWindow::nth(orders.view(), self.search, true);
        // First, only extend the search area: the enemy may have left its start.
        if self.drift == 0 && grown.area != self.window.area {
            self.drift = drift;
        } else {
            *self = Self::blank(orders.view(), drift, self.search.wrapping_add(1));
        }
        self.correct(orders);
        self.find_unlocated_hits(orders.view());
    }

    /// What to do after the turn: record the shots, and convert the map to facts.
    pub fn after_turn(
        mut self,
        targets: Vec<Pos>,
        view: &Observation<'_>,
        turn: u64,
    ) -> MemoryUpdate {
        let before = view.parts(view.player().opponent());
        MemoryUpdate::Observe(Box::new(move |after| {
            let hits = before.saturating_sub(after.parts(after.player().opponent()));
            self.record_shots(&targets, usize::try_from(hits).unwrap_or(usize::MAX), after);
            if after.is_extended() {
                self.remember_seen(after);
            }
            if self.drift > 0 {
                self.expire_water(turn, after.is_extended());
            }
            self.facts()
        }))
    }

    /// Records the shots of a turn by what is visible after it.
    fn record_shots(&mut self, targets: &[Pos], mut hits: usize, after: &Observation<'_>) {
        let (mut known, mut unknown) = (Vec::new(), Vec::new());
        for &target in targets {
            if after.seen().contains(target) {
                let is_hit = after.enemy_at(target).is_some();
                hits -= usize::from(is_hit && hits > 0);
                self.learn(target, is_hit);
            } else if self.afloat.contains(target) {
                known.push(target);
            } else {
                unknown.push(target);
            }
        }
        // Known parts count as unmoved, if possible.
        if hits >= known.len() {
            hits -= known.len();
            for target in known {
                self.learn(target, true);
            }
        } else {
            for &field in &known {
                self.afloat.remove(field);
            }
            unknown.append(&mut known);
        }
        self.add(Salvo {
            hits,
            fields: unknown,
        });
    }

    /// Records whether a part of a ship was destroyed on a field.
    fn learn(&mut self, field: Pos, is_hit: bool) {
        self.afloat.remove(field);
        if is_hit {
            self.hits.insert(field);
        } else {
            self.water.insert(field);
        }
    }

    fn blank(view: &Observation<'_>, drift: u64, search: u64) -> Self {
        let window = BoardWindow::nth(view, search, drift > 0);
        let none = BitGrid::new(window.rect);
        Self {
            window,
            drift,
            search,
            water: none.clone(),
            hits: none.clone(),
            afloat: none.clone(),
            excluded: none,
            salvos: Vec::new(),
            has_unlocated_hits: false,
        }
    }

    /// Determines whether more parts are destroyed than the map accounts for.
    fn find_unlocated_hits(&mut self, view: &Observation<'_>) {
        let enemy = view.player().opponent();
        let classes = view.rules().classes.iter();
        let parts =
            |class: &ShipClass| u64::from(class.length) * u64::from(view.count(enemy, class));
        let destroyed = classes
            .map(parts)
            .sum::<u64>()
            .saturating_sub(view.parts(enemy));
        let unsure: usize = self.salvos.iter().map(|salvo| salvo.hits).sum();
        self.has_unlocated_hits = destroyed > (self.hits.len() + unsure) as u64;
    }

    /// Resolves salvos by the knowledge of their fields.
    fn resolve_salvos(&mut self) {
        for _ in 0..ROUNDS {
            if self.salvos.is_empty() {
                break;
            }
            let blocked = self.impossible();
            for mut salvo in std::mem::take(&mut self.salvos) {
                let before = salvo.fields.len();
                salvo.fields.retain(|&field| !self.hits.contains(field));
                salvo.hits = salvo.hits.saturating_sub(before - salvo.fields.len());
                salvo.fields.retain(|&field| !blocked.contains(field));
                self.add(salvo);
            }
        }
    }

    /// Adds a salvo, which is resolved at once if all shots missed or all hit.
    fn add(&mut self, salvo: Salvo) {
        let (hits, shots) = (salvo.hits, salvo.fields.len());
        if hits == 0 || hits == shots {
            let grid = if hits == 0 {
                &mut self.water
            } else {
                &mut self.hits
            };
            for field in salvo.fields {
                grid.insert(field);
            }
        } else if hits < shots && shots <= SALVO_SHOTS_MAX {
            if self.salvos.len() == SALVOS_MAX {
                self.salvos.remove(0);
            }
            self.salvos.push(salvo);
        }
    }

    /// Corrects the memory by what is visible, and updates where no enemy can be.
    pub(super) fn correct(&mut self, orders: &Orders<'_, '_>) {
        self.observe(orders.view());
        self.update_excluded(orders);
    }

    fn observe(&mut self, view: &Observation<'_>) {
        let mut is_wrong = false;
        // The visible parts: healthy ones, then destroyed ones.
        let mut sights = [(); 2].map(|()| BitGrid::new(self.window.rect));
        for segment in view.enemy() {
            sights[usize::from(segment.kind == SegmentKind::Destroyed)].insert(segment.pos);
            is_wrong |= self.drift == 0
                && self.window.rect.contains(segment.pos)
                && !self.window.area.contains(segment.pos);
        }
        let [healthy, wrecks] = sights.each_ref().map(BitGrid::words);
        for index in 1..healthy.len() - 1 {
            let (hits, afloat) = (self.hits.word_mut(index), self.afloat.word_mut(index));
            let there = healthy[index] | wrecks[index];
            if *hits | *afloat | there == 0 {
                continue;
            }
            let seen = view.seen().word_at(self.water.field(index, 0));
            let water = self.water.word_mut(index);
            is_wrong |= (*hits | *afloat) & seen & !there | *water & there != 0;
            *hits = *hits & !seen | wrecks[index];
            *afloat = *afloat & !seen & !*hits | healthy[index];
            *water &= !(*hits | *afloat);
        }
        is_wrong |= self.forget_touching(view);
        self.drift = self.drift.saturating_add(u64::from(is_wrong));
    }

    /// Forgets remembered parts of ships that would touch others, because those have moved since.
    /// Returns whether there were any.
    fn forget_touching(&mut self, view: &Observation<'_>) -> bool {
        let ships = self.ships();
        let mut touching = ships.diagonal_neighbours();
        for ((first, word), ships) in touching.rows_mut().zip(&ships.words()[1..]) {
            *word &= ships;
            if *word != 0 {
                *word &= !view.seen().word_at(first);
            }
        }
        self.hits.remove_set(&touching);
        self.afloat.remove_set(&touching);
        !touching.is_empty()
    }

    /// Updates the fields where no enemy can be now.
    fn update_excluded(&mut self, orders: &Orders<'_, '_>) {
        let view = orders.view();
        let area = BoardWindow::nth(view, self.search, self.drift > 0).area;
        self.window.area = area;
        let outside = !self.water.mask(area.left, area.right);
        for (first, word) in self.excluded.rows_mut() {
            *word = if (area.top..=area.bottom).contains(&first.y) {
                outside | orders.clear_fields().word_at(first)
            } else {
                u64::MAX
            };
        }
        if view.reefs().len() <= area.field_count() {
            let reefs = view.reefs().iter();
            reefs.for_each(|&reef| self.excluded.insert(reef));
        } else {
            let reefs = area.fields().filter(|&field| view.is_reef(field));
            reefs.for_each(|reef| self.excluded.insert(reef));
        }
    }

    /// Remembers what is visible, because own ships may move away.
    pub(super) fn remember_seen(&mut self, after: &Observation<'_>) {
        self.observe(after);
        let (area, full, ships) = (self.window.area, self.water.full_row(), self.ships());
        for ((first, word), ships) in self.water.rows_mut().zip(&ships.words()[1..]) {
            if (area.top..=area.bottom).contains(&first.y) {
                *word |= after.seen().word_at(first) & full & !ships;
            }
        }
    }

    /// Forgets some rows of water each turn, so that none gets too old.
    pub(super) fn expire_water(&mut self, turn: u64, is_extended: bool) {
        let fields = self.window.area.field_count() as u64;
        let rows = self.water.words().len() as u64;
        let turns = if is_extended {
            (fields / SHOTS_EXTENDED).max(rows)
        } else {
            fields
        };
        let spare = self.salvos.len().saturating_sub(SALVOS_KEPT);
        self.salvos.drain(..spare);
        for (first, word) in self.water.rows_mut() {
            if u64::from(first.y.unsigned_abs()) % turns == turn % turns {
                *word = 0;
            }
        }
    }

    pub(super) fn facts(&self) -> Vec<BString> {
        let mut facts = Vec::with_capacity(16);
        for (fact, number) in [(Fact::Drift, self.drift), (Fact::Search, self.search)] {
            if number > 0 {
                facts.push(fact.with(&[number]));
            }
        }
        for index in 1..self.water.words().len() - 1 {
            let rows = [&self.water, &self.hits, &self.afloat];
            let [water, hits, afloat] = rows.map(|rows| rows.words()[index]);
            let known = water | hits | afloat;
            if known == 0 {
                continue;
            }
            let first = known.trailing_zeros();
            let Pos { y, x } = self.water.field(index, first);
            let mut line = Fact::Chart.with(&[y, x].map(|number| number.unsigned_abs().into()));
            line.push(b' ');
            let last = 64 - known.leading_zeros();
            line.extend((first..last).map(|bit| {
                let has = |word: u64| usize::from(word >> bit & 1 == 1);
                LETTERS[has(water) | has(hits) << 1 | has(afloat) << 2]
            }));
            facts.push(line);
        }
        facts.extend(self.salvos.iter().map(Salvo::fact));
        facts
    }

    pub(super) fn recall(&mut self, memory: &Memory<'_>) {
        for fact in memory.facts(Fact::Chart) {
            self.recall_row(fact);
        }
        let salvos = memory.facts(Fact::Salvo).filter_map(Salvo::read);
        for salvo in salvos.take(SALVOS_MAX) {
            self.add(salvo);
        }
    }

    fn recall_row(&mut self, fact: &[u8]) -> Option<()> {
        let (y, rest) = fact.split_once_str(b" ")?;
        let (x, letters) = rest.split_once_str(b" ")?;
        let first = Pos::new(number(y)?, number(x)?);
        let window = self.window.rect;
        if !window.contains(first) || letters.len() > window.width() {
            return None;
        }
        let shift = first.x.abs_diff(window.left);
        let full = self.water.full_row();
        let index = self.water.index(first.y);
        let grids = [&mut self.water, &mut self.hits, &mut self.afloat];
        for (grid, kind) in grids.into_iter().zip(*b"ox+") {
            let bits = letters.iter().rev();
            let word = bits.fold(0, |word, &letter| word << 1 | u64::from(letter == kind));
            *grid.word_mut(index) |= word << shift & full;
        }
        Some(())
    }
}

/// Shots of which some hit, nobody knows which.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Salvo {
    /// The number of hits: at least one, but fewer than shots.
    pub hits: usize,
    /// Their targets.
    pub fields: Vec<Pos>,
}

impl Salvo {
    fn fact(&self) -> BString {
        let fields = self.fields.iter().map(|field| format!(" {field}"));
        format!(
            "{} {}{}",
            Fact::Salvo,
            self.hits,
            fields.collect::<String>()
        )
        .into()
    }

    fn read(fact: &[u8]) -> Option<Self> {
        let mut words = fact.fields_with(char::is_whitespace);
        let hits = number(words.next()?)?;
        let mut fields = Vec::new();
        while let Some(y) = words.next() {
            let field = Pos::new(number(y)?, number(words.next()?)?);
            if fields.len() == SALVO_SHOTS_MAX || fields.contains(&field) {
                return None;
            }
            fields.push(field);
        }
        Some(Self { hits, fields })
    }
}

/// How many contradictions are resolved one by one before everything is discarded.
const DOUBTS_MAX: u32 = 12;

/// The consequences of a knowledge map, if it is right.
#[derive(Clone, Debug)]
pub(super) struct Deductions {
    /// The fields on which an unknown part of a ship may lie.
    pub open: BitGrid,
    pub ships: BitGrid,
    /// Runs of known parts of ships that may have more parts.
    pub runs: Vec<HitRun>,
    /// How many ships of each class are not completely known, by class index.
    pub left: [u32; RuleSet::CLASSES_MAX],
}

impl Deductions {
    /// The deductions, after contradictory facts are discarded from the map.
    pub fn of(map: &mut KnowledgeMap, orders: &Orders<'_, '_>) -> Self {
        for _ in 0..DOUBTS_MAX {
            match Self::new(map, orders.view()) {
                (deductions, Ok(())) => return deductions,
                (_, Err(run)) => map.discard(run.rect, orders),
            }
        }
        map.restart(orders);
        Self::new(map, orders.view()).0
    }

    /// The deductions from a map. They are contradictory if a run is a complete ship, but not
    /// of a class that is left.
    pub fn new(map: &KnowledgeMap, view: &Observation<'_>) -> (Self, Result<(), HitRun>) {
        let enemy = view.player().opponent();
        let mut left = [0; RuleSet::CLASSES_MAX];
        for (left, class) in left.iter_mut().zip(&view.rules().classes) {
            *left = view.count(enemy, class);
        }
        let (ships, mut blocked) = (map.ships(), map.impossible());
        let runs = HitRun::all(ships.fields(), |field| ships.contains(field)).collect();
        let mut deductions = Self {
            runs,
            left,
            open: BitGrid::new(ships.rect()),
            ships,
        };
        let closed = deductions.close(&mut blocked, &view.rules().classes);
        blocked.insert_set(&deductions.ships);
        deductions.open = blocked.complement();
        (deductions, closed)
    }

    /// The lengths of the classes that have ships left.
    pub fn lengths<'v>(&self, view: &'v Observation<'_>) -> impl Iterator<Item = i32> + use<'v> {
        let classes = view.rules().classes.iter().zip(self.left);
        classes.filter_map(|(class, left)| (left > 0).then_some(i32::from(class.length)))
    }

    /// Removes the runs that are complete ships, one by one, and blocks the fields around
    /// them.
    fn close(&mut self, blocked: &mut BitGrid, classes: &[ShipClass]) -> Result<(), HitRun> {
        let is_left = |left: &[u32], class: &&ShipClass| left[usize::from(class.index)] > 0;
        loop {
            let left = classes.iter().filter(|class| is_left(&self.left, class));
            let longest = left.map(|class| i32::from(class.length)).max().unwrap_or(0);
            let whole = self.runs.iter().position(|run| {
                let is_blocked = |end| !blocked.rect().contains(end) || blocked.contains(end);
                run.length() >= longest || run.ends().all(is_blocked)
            });
            let Some(whole) = whole else {
                return Ok(());
            };
            let run = self.runs.swap_remove(whole);
            let mut left = classes.iter().filter(|class| is_left(&self.left, class));
            let class = left.find(|class| i32::from(class.length) == run.length());
            self.left[usize::from(class.ok_or(run)?.index)] -= 1;
            blocked.insert_all(run.rect.grown(1));
        }
    }
}

/// Properties of knowledge maps, of deductions from them, and of their facts.
#[cfg(test)]
mod tests {
    use bstr::BString;
    use proptest::prelude::*;

    use super::*;
    use crate::runner::play_turn;
    use crate::{Effort, Memory, Orders, PlayerInput, Players, Rng, strategy};
    use admiralty_core::game::Game;
    use admiralty_core::geometry::{Pos, Rect, Size};
    use admiralty_core::player::Player;
    use admiralty_core::rules::RuleSet;
    use admiralty_core::script::Command;
    use admiralty_core::view::Observation;

    fn new_game() -> Game {
        Game::new(RuleSet::named(b"ships").expect("the default"))
    }

    /// A game in which B's ships are placed, and A, which has none, remembers some lines.
    fn remembering(lines: &[BString]) -> Game {
        let mut game = new_game();
        game.set([Command::NextPlayer(Player::B)])
            .expect("it is allowed");
        play_turn(&mut game, &players("random", "random")).unwrap();
        for line in lines {
            game.set([Command::Information {
                player: Player::A,
                text: line.clone(),
            }])
            .expect("it is allowed");
        }
        game
    }

    fn with_map<T>(
        game: &Game,
        player: Player,
        f: impl FnOnce(KnowledgeMap, &Orders<'_, '_>) -> T,
    ) -> T {
        let view = Observation::new(game, player);
        let orders = Orders::new(game, &view, &[]);
        let input = PlayerInput {
            memory: Memory::new(view.information()),
            rng: Rng::seeded(1),
            effort: Effort::default(),
            turn: 0,
        };
        f(KnowledgeMap::read(&input, &orders), &orders)
    }

    fn players(a: &str, b: &str) -> Players {
        let mut players = Players::default();
        players.strategies[Player::A] = strategy(a.as_bytes());
        players.strategies[Player::B] = strategy(b.as_bytes());
        players
    }

    #[test]
    fn a_stationary_enemy_is_never_ruled_out() {
        for seed in 0..12 {
            let mut game = new_game();
            game.set_seed(seed * 7919);
            let players = players("hunt", "hunt");
            for turn in 0.. {
                assert!(turn < 250, "it takes too long");
                if play_turn(&mut game, &players).unwrap().winner.is_some() {
                    break;
                }
                let player = game.next_player();
                let enemy = player.opponent();
                if !game.is_complete() {
                    continue;
                }
                with_map(&game, player, |mut map, orders| {
                    let deductions = Deductions::of(&mut map, orders);
                    assert_eq!(map.drift, 0, "nothing turned out wrong");
                    for id in game.fleet(enemy).ships() {
                        for field in game.board().ship(id).footprint().fields() {
                            assert!(
                                deductions.open.contains(field) || deductions.ships.contains(field)
                            );
                        }
                    }
                });
            }
        }
    }

    #[test]
    fn a_salvo_is_resolved_by_later_facts() {
        let read = |lines: [&str; 2]| {
            let game = remembering(&lines.map(BString::from));
            with_map(&game, Player::A, |map, _| map)
        };
        let map = read(["SALVO 1 11 0 11 5", "CHART 11 0 o"]);
        assert!(map.hits.contains(Pos::new(11, 5)) && map.salvos.is_empty());
        let map = read(["SALVO 1 11 0 11 5 11 9", "CHART 11 0 x"]);
        assert!([5, 9].iter().all(|&x| map.water.contains(Pos::new(11, x))));
    }

    #[test]
    fn a_hit_closed_at_both_ends_is_a_ship() {
        let lines = ["CHART 12 0 oxxo", "CHART 15 3 x"].map(BString::from);
        with_map(&remembering(&lines), Player::A, |mut map, orders| {
            let deductions = Deductions::of(&mut map, orders);
            assert_eq!(deductions.left[..4], [1, 2, 3, 3]);
            assert_eq!(deductions.runs.len(), 1);
            assert!(
                !deductions.open.contains(Pos::new(13, 2)),
                "around the ship"
            );
            assert!(!deductions.open.contains(Pos::new(16, 4)), "diagonally");
            assert!(deductions.open.contains(Pos::new(15, 4)));
        });
    }

    fn set_bits(grid: &mut BitGrid, rows: &[u64]) {
        for ((_, word), row) in grid.rows_mut().zip(rows) {
            *word = row & 0x3ff;
        }
    }

    proptest! {
        #![proptest_config(ProptestConfig::with_cases(90))]

        #[test]
        fn facts_are_read_as_they_were_written(
            rows in prop::collection::vec(any::<[u64; 3]>(), 21),
            salvo in prop::collection::btree_set((0..21, 0..10), 2..9),
            drift in 0..3_u64,
        ) {
            let mut game = new_game();
            game.set([Command::ExtendedShips]).expect("it is allowed");
            let view = Observation::new(&game, Player::A);
            let blank = KnowledgeMap::blank(&view, drift, 0);
            let mut map = blank.clone();
            let column = |row: fn(&[u64; 3]) -> u64| rows.iter().map(row).collect::<Vec<_>>();
            set_bits(&mut map.hits, &column(|row| row[0]));
            set_bits(&mut map.afloat, &column(|row| row[1] & !row[0]));
            set_bits(&mut map.water, &column(|row| row[2] & !row[1] & !row[0]));
            let fields = salvo.into_iter().map(|(y, x)| Pos::new(y, x)).collect();
            map.salvos = vec![Salvo { hits: 1, fields }];
            let mut read = blank;
            read.recall(&Memory::new(&map.facts()));
            prop_assert_eq!(&read.water, &map.water);
            prop_assert_eq!(&read.hits, &map.hits);
            prop_assert_eq!(&read.afloat, &map.afloat);
            prop_assert_eq!(&read.salvos, &map.salvos);
        }

        #[test]
        fn no_memory_makes_the_player_fail(
            lines in prop::collection::vec(
                prop_oneof![
                    "(CHART|SALVO|DRIFT|SEARCH|TURN) [-0-9 ox+!?]{0,30}",
                    (-2..42, -2..70, "[ox+!?]{0,20}").prop_map(|(y, x, row)| format!("CHART {y} {x} {row}")),
                    (0..4, prop::collection::vec(-1..41, 0..12)).prop_map(|(hits, fields)| {
                        let fields: Vec<_> = fields.iter().map(ToString::to_string).collect();
                        format!("SALVO {hits} {}", fields.join(" "))
                    }),
                    Just("DRIFT 18446744073709551615".to_owned()),
                    Just("SEARCH 18446744073709551615".to_owned()),
                ],
                0..20,
            ),
            size in prop::sample::select(vec![(21, 10), (40, 40), (21, 80), (300, 20), (i32::MAX, i32::MAX)]),
            mode in 0..3,
        ) {
            let mut game = new_game();
            game.set([Command::BoardSize(Size { rows: size.0, columns: size.1 })]).expect("it is allowed");
            if size.0 == i32::MAX {
                game.set([Command::InitPosition { player: Player::B, start: Rect::new(100, -5, i32::MAX, i32::MAX) }]).expect("it is allowed");
            }
            if mode > 0 {
                game.set([Command::ExtendedShips]).expect("it is allowed");
            }
            if mode > 1 {
                game.set([Command::AutoShooting]).expect("it is allowed");
            }
            let players = players("hunt", "random");
            for _ in 0..2 {
                play_turn(&mut game, &players).unwrap();
            }
            for line in &lines {
                game.set([Command::Information { player: Player::A, text: line.as_str().into() }]).expect("it is allowed");
            }
            for _ in 0..8 {
                let turn = play_turn(&mut game, &players).unwrap();
                prop_assert!(mode > 0 || turn.player == Player::B || turn.block.len() == 1);
            }
        }
    }
}
