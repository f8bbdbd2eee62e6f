//! An exact Bayes filter for the position of the enemy's carrier, and the hunt for its cannon.
//!
//! The carrier has 4 x rows x columns positions. A turn of the enemy spreads them over what the carrier can
//! reach; what is seen multiplies each by how much likelier it is than if another ship showed the same. The
//! hunt lets ships look first, because their radar costs nothing; then the carrier sends planes and shoots, as a
//! rollout says: one plane, and the shots after it.

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Movement, Pos, Rect};
use admiralty_core::player::Player;
use admiralty_core::rules::ShipClass;
use admiralty_core::view::{Observation, SegmentKind};
use bstr::BString;

use crate::memory::{number, words};
use crate::{Fact, Memory, Orders};

/// The largest board, in fields.
const FIELDS_MAX: usize = 700;
/// From this probability on, the cannon's field counts as known.
const KNOWN: f64 = 0.9;
/// How much likelier a move must make a hit.
const GAIN_MIN: f64 = 0.002;
/// The most ships that look around.
const SHIPS_MAX: usize = 64;

/// The probability of each position of the enemy's carrier, and that its cannon is destroyed.
#[derive(Clone, Debug)]
pub struct CarrierFilter {
    board: Rect,
    class: ShipClass,
    /// By direction and the field of the head: the probability that the carrier lies there with a healthy cannon.
    weights: Vec<f64>,
    /// The probability that its cannon is destroyed.
    destroyed: f64,
    /// Both at the beginning of the turn, before anything was seen in it.
    before: (Vec<f64>, f64),
    /// By field: what was first seen there in this turn. The enemy does not move in it.
    seen: Vec<Option<SeenField>>,
    /// The shots of this turn.
    shots: Vec<Pos>,
}

/// What was seen on a field; nothing healthy is next to own ships, either.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum SeenField {
    Water,
    Part(SegmentKind),
}

impl CarrierFilter {
    /// How much of a turn the carrier is expected to stay where it is.
    const STAY: f64 = 0.25;

    /// Recalls the filter, for the one carrier of the enemy; `None` if it has none, or several, if a fleet is not
    /// complete, or if the board is too large.
    pub fn read(memory: &Memory<'_>, view: &Observation<'_>) -> Option<Self> {
        let board = view.size().rect();
        let enemy = view.player().opponent();
        let classes = view.rules().classes.iter();
        let mut classes = classes.filter(|class| class.planes && class.has_unlimited_range);
        let class = *classes
            .next()
            .filter(|class| view.count(enemy, class) == 1)?;
        let is_ready = Player::BOTH
            .into_iter()
            .all(|player| view.is_complete(player));
        if !is_ready || classes.next().is_some() || board.field_count() > FIELDS_MAX {
            return None;
        }
        let mut filter = Self {
            board,
            class,
            destroyed: 0.0,
            before: (Vec::new(), 0.0),
            seen: vec![None; board.field_count()],
            shots: Vec::new(),
            weights: vec![0.0; 4 * board.field_count()],
        };
        for line in memory.facts(Fact::Carrier) {
            // Lines that do not fit are ignored.
            let _ = filter.read_line(line);
        }
        Some(filter)
    }

    /// Reads the probability that the cannon is destroyed, or a row of weights.
    fn read_line(&mut self, line: &[u8]) -> Option<()> {
        let words: Vec<_> = words(line).collect();
        if let [thousandths] = words[..] {
            let destroyed: u16 = number(thousandths)?;
            self.destroyed = (f64::from(destroyed) / 1000.0).min(1.0);
            return Some(());
        }
        let [direction, y, x, digits] = words[..] else {
            return None;
        };
        let direction: usize = number(direction).filter(|it| *it < 4)?;
        let first = Pos::new(number(y)?, number(x)?);
        let first = direction * self.board.field_count() + self.board.index(first)?;
        for (at, &digit) in (first..).zip(digits) {
            let digit = char::from(digit).to_digit(36)?;
            *self.weights.get_mut(at)? = level(digit);
        }
        Some(())
    }

    /// The facts to remember.
    pub fn facts(&self) -> impl Iterator<Item = BString> {
        let destroyed = (1..=1000)
            .filter(|it| f64::from(*it) / 1000.0 <= self.destroyed)
            .count();
        let largest = self
            .weights
            .iter()
            .copied()
            .fold(f64::MIN_POSITIVE, f64::max);
        let columns = self.board.width();
        let rows = self.weights.chunks(columns).enumerate();
        let rows = rows.filter_map(move |(row, weights)| {
            let digits = weights.iter().map(|weight| {
                let reached = (1..36).take_while(|&it| level(it) <= weight / largest);
                char::from_digit(reached.last().unwrap_or(0), 36).unwrap_or('0')
            });
            let digits: String = digits.collect();
            let first = digits.find(|digit| digit != '0')?;
            let digits = digits.trim_matches('0');
            let [direction, y] = [row / self.board.height(), row % self.board.height()];
            let numbers = Fact::Carrier.with(&[direction as u64, y as u64, first as u64]);
            Some(BString::from(
                [&numbers[..], b" ", digits.as_bytes()].concat(),
            ))
        });
        let destroyed = Fact::Carrier.with(&[destroyed as u64]);
        // Who is no longer hunted is not remembered in detail.
        [destroyed]
            .into_iter()
            .chain(rows.take(if self.is_hunting() { usize::MAX } else { 0 }))
    }

    /// Begins a turn: the enemy has had one, unless the game has just begun. `prior` is how likely a field has the
    /// cannon at the beginning of the game, relative to others.
    pub fn begin_turn(&mut self, view: &Observation<'_>, prior: impl Fn(Pos) -> f64) {
        if self.weights.iter().all(|weight| *weight == 0.0) && self.destroyed == 0.0 {
            let start = view.start(view.player().opponent());
            let cannon = self.class.cannon();
            self.fill(view, |place| {
                let is_inside = place.fields().all(|pos| start.contains(pos));
                if is_inside {
                    prior(place.field(cannon))
                } else {
                    0.0
                }
            });
            if view.player() == Player::B {
                self.pass_turn(view);
            }
        } else {
            self.pass_turn(view);
        }
        self.before = (self.weights.clone(), self.destroyed);
        self.observe(view);
    }

    /// Whether the carrier's cannon may still be healthy.
    pub fn is_hunting(&self) -> bool {
        self.destroyed < KNOWN
    }

    /// Assumes the carrier in all places that can be, with these relative probabilities.
    fn fill(&mut self, view: &Observation<'_>, weight: impl Fn(&Footprint) -> f64) {
        let places = self.places().map(|(_, place)| place);
        let weights = places.map(|it| {
            if view.is_navigable(&it) {
                weight(&it)
            } else {
                0.0
            }
        });
        self.weights = weights.collect();
        let sum = self.weights.iter().sum::<f64>().max(f64::MIN_POSITIVE);
        for weight in &mut self.weights {
            *weight /= sum;
        }
        self.destroyed = 0.0;
    }

    fn places(&self) -> impl Iterator<Item = (usize, Footprint)> + use<> {
        let (board, length) = (self.board, self.class.length);
        let directions = Direction::ALL.into_iter();
        let places = directions.flat_map(move |direction| {
            board
                .fields()
                .map(move |head| Footprint::new(head, direction, length))
        });
        places.enumerate()
    }

    /// The places that are possible, with their probabilities.
    fn possible(&self) -> impl Iterator<Item = (Footprint, f64)> {
        let places = self.places();
        let places = places.map(|(at, place)| (place, self.weights[at]));
        places.filter(|(_, weight)| *weight > 0.0)
    }

    fn index(&self, place: &Footprint) -> Option<usize> {
        let at = self.board.index(place.head)?;
        let direction = Direction::ALL
            .iter()
            .position(|&it| it == place.direction)?;
        Some(direction * self.board.field_count() + at)
    }

    /// The enemy has had a turn: the carrier has made up to as many moves as it may.
    fn pass_turn(&mut self, view: &Observation<'_>) {
        let mut next = vec![0.0; self.weights.len()];
        for (at, place) in self.places() {
            let weight = self.weights[at];
            if weight == 0.0 {
                continue;
            }
            let mut reached = vec![place];
            let mut from = 0;
            for _ in 0..self.class.moves {
                let until = reached.len();
                for step in from..until {
                    let steps = Movement::ALL.map(|movement| reached[step].moved(movement));
                    reached.extend(steps.into_iter().filter(|it| view.is_navigable(it)));
                }
                from = until;
            }
            next[at] += Self::STAY * weight;
            let share = (1.0 - Self::STAY) * weight / reached.len() as f64;
            for place in &reached {
                next[self.index(place).expect("on the board")] += share;
            }
        }
        self.weights = next;
    }

    /// Enters what is seen now.
    pub fn observe(&mut self, view: &Observation<'_>) {
        let own = view
            .own()
            .iter()
            .map(|ship| ship.footprint().rect().grown(1));
        let own: Vec<_> = own.collect();
        for (field, pos) in self.seen.iter_mut().zip(self.board.fields()) {
            if field.is_none() {
                *field = match view.enemy_at(pos) {
                    Some(kind) => Some(SeenField::Part(kind)),
                    None if view.seen().contains(pos) => Some(SeenField::Water),
                    None if own.iter().any(|rect| rect.contains(pos)) => Some(SeenField::Water),
                    None => None,
                };
            }
        }
        self.update(view);
    }

    /// Calculates the probabilities anew from those of the beginning of the turn. If what was assumed is wrong, the
    /// carrier may be anywhere where nothing is seen.
    fn update(&mut self, view: &Observation<'_>) {
        if !self.is_updated(view) {
            self.fill(view, |_| 1.0);
            self.before = (std::mem::take(&mut self.weights), 0.0);
            if !self.is_updated(view) {
                (self.weights, self.destroyed) = (self.before.0.clone(), 1.0);
            }
        }
    }

    /// The same; returns whether any position is possible.
    fn is_updated(&mut self, view: &Observation<'_>) -> bool {
        let (mut weights, before) = self.before.clone();
        let mut destroyed = 0.0;
        for (at, place) in self.places() {
            if weights[at] > 0.0 {
                weights[at] *= self.likelihood(&place, view);
                if self.shots.contains(&place.field(self.class.cannon())) {
                    destroyed += std::mem::take(&mut weights[at]);
                }
            }
        }
        let sum = weights.iter().sum::<f64>() + destroyed;
        if sum <= 0.0 && before < 0.1 {
            return false;
        }
        let share = if sum > 0.0 { (1.0 - before) / sum } else { 0.0 };
        for weight in &mut weights {
            *weight *= share;
        }
        self.destroyed = if sum > 0.0 {
            before + share * destroyed
        } else {
            1.0
        };
        self.weights = weights;
        true
    }

    fn seen_at(&self, pos: Pos) -> Option<SeenField> {
        self.board.index(pos).and_then(|at| self.seen[at])
    }

    /// How likely what is seen is if the carrier lies in a place, compared to what it is if it does not.
    fn likelihood(&self, place: &Footprint, view: &Observation<'_>) -> f64 {
        let rect = place.rect();
        let mut shown = Vec::new();
        for (segment, pos) in (0..).zip(place.fields()) {
            let kind = SegmentKind::of(&self.class, segment, true);
            let may_be_destroyed = segment != self.class.cannon() || self.shots.contains(&pos);
            match self.seen_at(pos) {
                None => {}
                Some(SeenField::Part(SegmentKind::Destroyed)) if may_be_destroyed => {
                    shown.push(pos);
                }
                Some(SeenField::Part(seen)) if seen == kind => shown.push(pos),
                Some(SeenField::Water | SeenField::Part(_)) => return 0.0,
            }
        }
        let mut around = rect.grown(1).fields().filter(|pos| !rect.contains(*pos));
        if around.any(|pos| matches!(self.seen_at(pos), Some(SeenField::Part(_)))) {
            0.0
        } else if shown.is_empty() {
            1.0
        } else {
            1.0 / self.others(&shown, view)
        }
    }

    /// The probability that a ship of another class shows these parts, and no others.
    fn others(&self, shown: &[Pos], view: &Observation<'_>) -> f64 {
        /// For what is not counted, such as parts that are destroyed.
        const LEAST: f64 = 1e-3;
        /// The share of the places in the start that are free.
        const FREE: f64 = 0.75;
        let enemy = view.player().opponent();
        let fields = view.start(enemy).field_count() as f64;
        let mut chance = LEAST;
        for class in view
            .rules()
            .classes
            .iter()
            .filter(|it| it.index != self.class.index)
        {
            let mut places = 0;
            for direction in Direction::ALL {
                for segment in 0..class.length {
                    let head = shown[0].step(direction, i32::from(segment));
                    let place = Footprint::new(head, direction, class.length);
                    let fits = (0..).zip(place.fields()).all(|(segment, pos)| {
                        let kind = SegmentKind::of(class, segment, true);
                        match self.seen_at(pos) {
                            None => true,
                            Some(SeenField::Water) => false,
                            Some(SeenField::Part(seen)) => {
                                seen == kind || seen == SegmentKind::Destroyed
                            }
                        }
                    });
                    let shows_all = shown.iter().all(|pos| place.rect().contains(*pos));
                    places += usize::from(fits && shows_all && view.is_navigable(&place));
                }
            }
            chance += f64::from(view.count(enemy, class)) * places as f64 / (4.0 * fields * FREE);
        }
        chance
    }

    /// The results of the turn: its shots, and the number of parts that they have destroyed.
    pub fn end_turn(&mut self, shots: Vec<Pos>, hits: u64, after: &Observation<'_>) {
        /// How likely a shot in the dark hits something else, so that no part is missing.
        const LUCK: f64 = 0.3;
        self.shots = shots;
        self.observe(after);
        let is_seen = |pos: &&Pos| matches!(self.seen_at(**pos), Some(SeenField::Part(_)));
        let explained = self.shots.iter().filter(is_seen).count() as u64;
        let dark: Vec<_> = self
            .shots
            .iter()
            .filter(|pos| !is_seen(pos))
            .copied()
            .collect();
        let has_hit = hits > explained;
        for (at, place) in self.places() {
            let weight = &mut self.before.0[at];
            match dark.contains(&place.field(self.class.cannon())) {
                true if !has_hit => *weight = 0.0,
                false if has_hit => *weight *= LUCK,
                _ => {}
            }
        }
        self.update(after);
    }

    /// For each field, the probability that the healthy cannon is there.
    fn cannons(&self) -> Vec<f64> {
        let mut cannons = vec![0.0; self.board.field_count()];
        for (place, weight) in self.possible() {
            cannons[self
                .board
                .index(place.field(self.class.cannon()))
                .expect("inside")] += weight;
        }
        cannons
    }

    /// The likeliest field of the cannon, and its probability.
    fn best_shot(&self) -> (Pos, f64) {
        let cannons = self.cannons();
        let best = cannons
            .iter()
            .enumerate()
            .max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.map_or((self.board.field(0), 0.0), |(at, &chance)| {
            (self.board.field(at), chance)
        })
    }

    /// Spends moves of ships, and shots of carriers, on the enemy's carrier.
    pub fn hunt(&mut self, orders: &mut Orders<'_, '_>) {
        self.look_around(orders);
        for ship in 0..orders.own_ships().len() {
            while orders.own_ships()[ship].class().planes
                && orders.own_ships()[ship].shots > 0
                && self.is_hunting()
                && orders.can_shoot()
            {
                let shots = Shots::left(orders);
                let (target, chance) = self.best_shot();
                let (square, value) = self.best_square(shots);
                if chance < KNOWN && shots.count > 1 && value > self.shots_value(shots) {
                    orders.spy(ship, square);
                } else if !orders.view().is_extended() || !orders.shoot(ship, target) {
                    return;
                } else {
                    self.shots.push(target);
                }
                self.observe(&orders.look());
                self.look_around(orders);
            }
        }
    }

    /// Moves ships to where what they see helps the shots most, step by step.
    fn look_around(&mut self, orders: &mut Orders<'_, '_>) {
        while self.is_hunting() && self.best_shot().1 < KNOWN {
            let shots = Shots::left(orders);
            let value = self.shots_value(shots);
            let ships = 0..orders.own_ships().len().min(SHIPS_MAX);
            let scouts = ships.filter(|&ship| !orders.own_ships()[ship].class().planes);
            let best = scouts
                .filter_map(|ship| self.best_route(ship, shots, orders))
                .max_by(|(a, ..), (b, ..)| a.total_cmp(b));
            let Some((_, ship, movement)) = best.filter(|(it, ..)| *it > value + GAIN_MIN) else {
                return;
            };
            if !orders.move_ship(ship, movement) {
                return;
            }
            self.observe(&orders.look());
        }
    }

    /// The probability that the shots destroy the cannon without looking.
    fn shots_value(&self, shots: Shots) -> f64 {
        largest(self.cannons(), shots.blind().max(1))
    }

    /// The best square of a plane, and the probability that the shots after it destroy the cannon.
    fn best_square(&self, shots: Shots) -> (Pos, f64) {
        let possible: Vec<_> = self.possible().collect();
        let ranking = Ranking::new(self.cannons());
        // The places that touch each square.
        let mut touching = vec![Vec::new(); self.board.field_count()];
        for &(place, weight) in &possible {
            for centre in place.rect().grown(1).fields() {
                if let Some(at) = self.board.index(centre) {
                    touching[at].push((place, weight));
                }
            }
        }
        let centres = self.board.fields().zip(&touching);
        let values =
            centres
                .filter(|(_, touching)| !touching.is_empty())
                .map(|(centre, touching)| {
                    let square = Rect::around(centre);
                    let is_seen = |pos| square.contains(pos);
                    (
                        centre,
                        self.value_after(touching, is_seen, shots.after_plane(), &ranking),
                    )
                });
        let best = values.max_by(|(_, a), (_, b)| a.total_cmp(b));
        best.unwrap_or((self.board.field(0), 0.0))
    }

    /// The probability that the shots destroy the cannon after looking at some fields. `places` has those that
    /// may show something, at least.
    fn value_after(
        &self,
        places: &[(Footprint, f64)],
        is_seen: impl Fn(Pos) -> bool,
        shots: Shots,
        ranking: &Ranking,
    ) -> f64 {
        let cannon = self.class.cannon();
        let mut looks: Vec<Look> = Vec::new();
        for (place, weight) in places {
            let fields = (0..).zip(place.fields());
            let seen = fields
                .filter(|(_, pos)| is_seen(*pos))
                .map(|(segment, pos)| {
                    let kind = kind_number(SegmentKind::of(&self.class, segment, true));
                    let at = self.board.index(pos).expect("inside");
                    (4 * at + kind, segment)
                });
            let (mut parts, mut shows_cannon) = ([0; 8], false);
            for ((part, segment), slot) in seen.zip(&mut parts) {
                *slot = part + 1;
                shows_cannon |= segment == cannon;
            }
            // Both directions may show the same.
            parts.sort_unstable();
            if parts != [0; 8] {
                let cannon = place.field(cannon);
                looks.push(Look {
                    parts,
                    shows_cannon,
                    cannon,
                    weight: *weight,
                });
            }
        }
        looks.sort_by_key(|look| (look.parts, look.cannon));
        let mut value = 0.0;
        // Places that would show the same parts cannot be told apart.
        for same in looks.chunk_by(|a, b| a.parts == b.parts) {
            let by_cannon = same.chunk_by(|a, b| a.cannon == b.cannon);
            let cannons = by_cannon.map(|it| it.iter().map(|look| look.weight).sum());
            let blind = Shots {
                is_last_bound: true,
                ..shots
            }
            .blind();
            let count = if same[0].shows_cannon { 1 } else { blind };
            value += largest(cannons.collect(), count);
        }
        looks.sort_by_key(|look| look.cannon);
        let shown = looks.chunk_by(|a, b| a.cannon == b.cannon);
        let shown = shown.map(|it| (it[0].cannon, it.iter().map(|look| look.weight).sum()));
        let shown: Vec<(Pos, f64)> = shown.collect();
        // If it shows nothing, the best of the others remain.
        let rest = ranking.ranked.iter().take(shown.len() + shots.blind());
        let rest = rest.map(|&at| {
            let gone = shown.binary_search_by_key(&self.board.field(at), |(pos, _)| *pos);
            ranking.chances[at] - gone.map_or(0.0, |it| shown[it].1)
        });
        value + largest(rest.collect(), shots.blind())
    }

    /// The first move of the route on which what a ship sees is most useful.
    fn best_route(
        &self,
        ship: usize,
        shots: Shots,
        orders: &Orders<'_, '_>,
    ) -> Option<(f64, usize, Movement)> {
        /// The value of each move that is saved.
        const MOVE: f64 = 1e-3;
        let own_ship = orders.own_ships()[ship];
        let radius = own_ship
            .class()
            .radar_range(own_ship.is_healthy(ShipClass::RADAR));
        let reach = i32::from(own_ship.moves) * (i32::from(own_ship.class().length) + 1);
        let head = own_ship.footprint.head;
        let near = Rect::spanning(head, head).grown(reach + i32::from(radius));
        let places = self
            .possible()
            .filter(|(place, _)| place.rect().intersects(&near));
        let places: Vec<_> = places.collect();
        if places.is_empty() {
            return None;
        }
        let ranking = Ranking::new(self.cannons());
        let mut best: Option<(f64, usize, Movement)> = None;
        let mut routes = vec![(own_ship.footprint, Vec::new())];
        while let Some((footprint, route)) = routes.pop() {
            if let Some(&(first, _)) = route.first() {
                let is_seen = |pos: Pos| {
                    route
                        .iter()
                        .any(|(_, head): &(_, Pos)| head.within(pos, radius))
                };
                let value = self.value_after(&places, is_seen, shots, &ranking);
                let value = value - MOVE * route.len() as f64;
                if best.is_none_or(|(other, ..)| value > other) {
                    best = Some((value, ship, first));
                }
            }
            if route.len() < usize::from(own_ship.moves) {
                for movement in Movement::ALL {
                    let next = footprint.moved(movement);
                    if orders.is_free(ship, &next) {
                        routes.push((next, [&route[..], &[(movement, next.head)]].concat()));
                    }
                }
            }
        }
        best
    }
}

/// What would be seen of the carrier in a place.
struct Look {
    parts: [usize; 8],
    shows_cannon: bool,
    cannon: Pos,
    weight: f64,
}

/// The fields of the cannon with their probabilities, and their numbers, the likeliest first.
struct Ranking {
    chances: Vec<f64>,
    ranked: Vec<usize>,
}

impl Ranking {
    fn new(chances: Vec<f64>) -> Self {
        let mut ranked: Vec<_> = (0..chances.len()).filter(|&at| chances[at] > 0.0).collect();
        ranked.sort_by(|&a, &b| chances[b].total_cmp(&chances[a]));
        Self { chances, ranked }
    }
}

/// The sum of the largest values.
fn largest(mut values: Vec<f64>, count: usize) -> f64 {
    values.sort_by(|a, b| b.total_cmp(a));
    values.iter().take(count).sum()
}

fn kind_number(kind: SegmentKind) -> usize {
    match kind {
        SegmentKind::Radar => 0,
        SegmentKind::Cannon => 1,
        SegmentKind::Engine => 2,
        SegmentKind::Plain | SegmentKind::Destroyed => 3,
    }
}

/// The shots that the carriers have left.
#[derive(Clone, Copy, Debug)]
struct Shots {
    count: usize,
    /// Whether the last one goes to a part in sight, as the rules of the house demand.
    is_last_bound: bool,
    /// Whether all go to one field: the basic game has one shot, and the rest are planes.
    is_one: bool,
}

impl Shots {
    fn left(orders: &Orders<'_, '_>) -> Self {
        let carriers = orders.own_ships().iter().filter(|ship| ship.class().planes);
        Self {
            count: carriers.map(|ship| usize::from(ship.shots)).sum(),
            is_last_bound: orders.sighted().next().is_some(),
            is_one: !orders.view().is_extended(),
        }
    }

    /// How many shots may go to fields out of sight.
    fn blind(self) -> usize {
        let bound = usize::from(self.is_last_bound);
        if self.is_one {
            1 - bound
        } else {
            self.count.saturating_sub(bound)
        }
    }

    /// The shots that are left after a plane.
    fn after_plane(self) -> Self {
        Self {
            count: self.count.saturating_sub(1),
            ..self
        }
    }
}

/// The weight, relative to the largest, that a digit of a fact stands for: each is 1.5 times the one before.
fn level(digit: u32) -> f64 {
    match digit {
        0 => 0.0,
        _ => (digit..35).fold(1.0, |weight, _| weight / 1.5),
    }
}
