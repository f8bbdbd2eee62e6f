//! The knowledge that an adversary has of the board, from turn to turn.

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Pos, Rect};
use admiralty_core::rules::ShipClass;
use admiralty_core::view::{Observation, SegmentKind};
use admiralty_players::{Fact, PlayerInput, Rng};
use bstr::BString;

const KINDS: [SegmentKind; 4] = [
    SegmentKind::Radar,
    SegmentKind::Cannon,
    SegmentKind::Engine,
    SegmentKind::Plain,
];

/// The value of a shot at a part that may be the cannon of a carrier.
pub const CARRIER: f64 = 20.0;

/// A healthy part of an enemy ship.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    pub pos: Pos,
    kind: SegmentKind,
    /// The turn in which it was last seen.
    turn: u64,
}

/// The knowledge that an adversary has of the board.
#[derive(Debug)]
pub struct Chart {
    pub board: Rect,
    /// This turn, from 1.
    pub turn: u64,
    /// By field, the turn in which it was last seen; 0 is never.
    seen: Vec<u64>,
    targets: Vec<Target>,
    /// Where engines were destroyed: those ships cannot move.
    engines: Vec<Pos>,
    /// Whether the cannon of a carrier was destroyed.
    pub has_hit_carrier: bool,
}

impl Chart {
    pub fn new(input: &PlayerInput<'_>, view: &Observation<'_>) -> Self {
        let board = view.size().rect();
        let numbers = |fact| input.memory.facts(fact).map(numbers);
        let pos = |numbers: &[u64]| board.field(index(numbers[0]));
        let mut seen: Vec<_> = numbers(Fact::Chart).flatten().collect();
        seen.resize(board.field_count(), 0);
        let targets = numbers(Fact::Enemy).map(|numbers| Target {
            pos: pos(&numbers),
            kind: KINDS[index(numbers[1])],
            turn: numbers[2],
        });
        let mut chart = Self {
            board,
            turn: input.turn + 1,
            seen,
            targets: targets.collect(),
            engines: numbers(Fact::Salvo).map(|numbers| pos(&numbers)).collect(),
            has_hit_carrier: input.memory.number(Fact::Drift) == Some(1),
        };
        chart.observe(view);
        chart
    }

    /// Enters what is seen now.
    pub fn observe(&mut self, view: &Observation<'_>) {
        for (seen, pos) in self.seen.iter_mut().zip(self.board.fields()) {
            if view.seen().contains(pos) {
                *seen = self.turn;
            }
        }
        self.targets.retain(|old| !view.seen().contains(old.pos));
        let healthy = view.enemy().iter();
        let healthy = healthy.filter(|part| part.kind != SegmentKind::Destroyed);
        self.targets.extend(healthy.map(|part| Target {
            pos: part.pos,
            kind: part.kind,
            turn: self.turn,
        }));
    }

    /// The facts to remember.
    pub fn facts(&self) -> Vec<BString> {
        let number = |pos| self.board.index(pos).expect("a field of the board") as u64;
        let kind = |kind| KINDS.iter().position(|&one| one == kind).unwrap_or(0) as u64;
        let rows = self.seen.chunks(self.board.width());
        let targets = self.targets.iter();
        let targets =
            targets.map(|one| Fact::Enemy.with(&[number(one.pos), kind(one.kind), one.turn]));
        let engines = self.engines.iter();
        let engines = engines.map(|&pos| Fact::Salvo.with(&[number(pos)]));
        let rows = rows.map(|row| Fact::Chart.with(row));
        let carrier = Fact::Drift.with(&[self.has_hit_carrier.into()]);
        let carrier = std::iter::once(carrier);
        rows.chain(targets).chain(engines).chain(carrier).collect()
    }

    /// How likely a field is to hold something new, from 0 to 1, by the time since it was
    /// seen.
    pub fn staleness(&self, pos: Pos) -> f64 {
        match self.board.index(pos).map(|at| self.seen[at]) {
            None => 0.0,
            Some(0) => 1.0,
            Some(turn) => 0.8 * ((self.turn - turn) as f64 / self.round()).min(1.0),
        }
    }

    /// How many turns planes take to see about half of the board.
    fn round(&self) -> f64 {
        (self.board.field_count() as f64 / 90.0).max(12.0)
    }

    pub fn was_seen(&self, pos: Pos) -> bool {
        self.board.index(pos).is_some_and(|at| self.seen[at] > 0)
    }

    fn is_seen(&self, pos: Pos) -> bool {
        self.board
            .index(pos)
            .is_some_and(|at| self.seen[at] == self.turn)
    }

    /// The healthy parts that are seen now.
    pub fn visible(&self) -> impl Iterator<Item = &Target> {
        let turn = self.turn;
        self.targets.iter().filter(move |one| one.turn == turn)
    }

    /// How many fields next to a field may belong to the ship of a part that is seen.
    pub fn leads(&self, pos: Pos) -> f64 {
        let is_next = |one: &&Target| {
            pos.distance_squared(one.pos) == 1 && one.kind != SegmentKind::Destroyed
        };
        let is_lead = !self.is_seen(pos) && self.visible().any(|one| is_next(&one));
        f64::from(u8::from(is_lead))
    }

    /// Whether the part may be of a carrier, as far as it shows.
    fn may_be_carrier(&self, target: &Target) -> bool {
        let is_plain = |pos| {
            self.visible()
                .any(|one| one.pos == pos && one.kind == SegmentKind::Plain)
        };
        Direction::ALL.into_iter().any(|way| {
            let [next, third] = [1, 2].map(|steps| target.pos.step(way, steps));
            (is_plain(next) || !self.is_seen(next)) && (is_plain(third) || !self.is_seen(third))
        })
    }

    /// The value of a shot at a part: cannons of carriers, engines, other cannons, the rest.
    pub fn value(&self, target: &Target) -> f64 {
        let value = match target.kind {
            SegmentKind::Cannon if self.may_be_carrier(target) => CARRIER,
            SegmentKind::Cannon => 6.0,
            SegmentKind::Engine => 7.0,
            SegmentKind::Radar | SegmentKind::Plain => 4.0,
            SegmentKind::Destroyed => 0.0,
        };
        let is_stuck = self.engines.iter().any(|engine| {
            let (dy, dx) = (engine.y - target.pos.y, engine.x - target.pos.x);
            (dy == 0 && dx.abs() < 5) || (dx == 0 && dy.abs() < 5)
        });
        match self.turn - target.turn {
            0 if is_stuck => value - 3.0,
            0 => value,
            _ if is_stuck => 0.7,
            age => 0.5 / age as f64,
        }
    }

    /// For each unseen field, how likely it has the cannon of a carrier; other parts count a
    /// little.
    pub fn carriers(&self, view: &Observation<'_>) -> Vec<f64> {
        /// The weight of a part other than the cannon.
        const PART: f64 = 0.1;
        let class = view.rules().classes.iter().find(|class| class.planes);
        let class = class.expect("the rules have carriers");
        let weights = self.water_weights(view);
        let mut values = vec![0.0; self.board.field_count()];
        for direction in Direction::ALL {
            for head in self.board.fields() {
                let place = Footprint::new(head, direction, class.length);
                let weight = self.carrier_weight(class, &place, &weights);
                for (segment, pos) in (0..).zip(place.fields()) {
                    if weight > 0.0 && !self.is_seen(pos) {
                        let share = if segment == class.cannon() { 1.0 } else { PART };
                        values[self.board.index(pos).expect("inside")] += share * weight;
                    }
                }
            }
        }
        values
    }

    /// For each field, how likely something new lies there.
    fn water_weights(&self, view: &Observation<'_>) -> Vec<f64> {
        let enemy = view.start(view.player().opponent());
        let turn = i32::try_from(self.turn).expect("few");
        let outside = 0.3 * (1.0 - 0.97_f64.powi(turn));
        let own: Vec<_> = view
            .own()
            .iter()
            .map(|ship| ship.footprint().rect())
            .collect();
        let weight = |pos| {
            let is_barred = own.iter().any(|ship| ship.grown(1).contains(pos));
            let start = if enemy.contains(pos) { 1.0 } else { outside };
            if is_barred || view.is_reef(pos) {
                0.0
            } else {
                start * self.staleness(pos)
            }
        };
        self.board.fields().map(weight).collect()
    }

    /// How likely a carrier lies in a place: as the least likely of its fields, and more where a
    /// part of it is seen.
    fn carrier_weight(&self, class: &ShipClass, place: &Footprint, weights: &[f64]) -> f64 {
        const SEEN: f64 = 20.0;
        let around = place.rect().grown(1);
        let is_alone = self
            .visible()
            .all(|part| !around.contains(part.pos) || place.rect().contains(part.pos));
        let mut weight = if is_alone { 1.0_f64 } else { 0.0 };
        let mut factor = 1.0;
        for (segment, pos) in (0..).zip(place.fields()) {
            let part = self.visible().find(|part| part.pos == pos);
            let water = self.board.index(pos).map_or(0.0, |at| weights[at]);
            match part.map(|part| part.kind == SegmentKind::of(class, segment, true)) {
                None => weight = weight.min(water),
                Some(true) => factor = SEEN,
                Some(false) => weight = 0.0,
            }
        }
        weight * factor
    }

    /// The centre of the square of a plane with the highest sum of values.
    pub fn best_square(&self, values: &[f64], rng: &mut Rng) -> Option<Pos> {
        let squares = self.board.fields().map(|centre| {
            let around = Rect::around(centre);
            let fields = around.fields().filter_map(|pos| self.board.index(pos));
            let value: f64 = fields.map(|at| values[at]).sum();
            (value * (1.0 + 0.02 * rng.fraction()), centre)
        });
        let (value, centre) = squares.max_by(|(a, _), (b, _)| a.total_cmp(b))?;
        (value > 0.0).then_some(centre)
    }

    /// The known parts with the values of shots at them, best first.
    pub fn candidates(&self) -> Vec<(f64, Pos)> {
        let targets = self.targets.iter();
        let mut candidates: Vec<_> = targets.map(|one| (self.value(one), one.pos)).collect();
        candidates.sort_by(|(a, _), (b, _)| b.total_cmp(a));
        candidates
    }

    /// Remembers that a part was shot at.
    pub fn record_shot(&mut self, pos: Pos) {
        let Some(at) = self.targets.iter().position(|one| one.pos == pos) else {
            return;
        };
        let target = self.targets.swap_remove(at);
        if target.kind == SegmentKind::Cannon && self.may_be_carrier(&target) {
            self.has_hit_carrier |= target.turn == self.turn;
        }
        if target.kind == SegmentKind::Engine && target.turn == self.turn {
            self.engines.push(pos);
        }
    }
}

fn numbers(line: &[u8]) -> Vec<u64> {
    let line = std::str::from_utf8(line).expect("digits");
    let words = line.split(' ').map(str::parse);
    words.collect::<Result<_, _>>().expect("numbers")
}

fn index(number: u64) -> usize {
    usize::try_from(number).expect("small")
}
