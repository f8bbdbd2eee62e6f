//! `random`, `hunt` and `parity` written again from docs/SOLO.md, field by field: the
//! same shots in the same games.

use std::collections::BTreeSet;
use std::ops::ControlFlow;

use super::{Contest, rule_sets};
use crate::support::scaled;
use admiralty_core::geometry::Pos;
use admiralty_players::Rng;
use admiralty_players::classic::sink_fleet;
use admiralty_players::classic::{BitboardOutcome, ClassicConfig, PolicyKind};

/// Where ships touch, more games are needed for lines of hits of several ships.
const GAMES: u64 = 2;
const GAMES_TOUCHING: u64 = 20;

const NEIGHBOURS: [(i32, i32); 4] = [(0, 1), (0, -1), (1, 0), (-1, 0)];

/// The knowledge from the results.
struct Seen {
    config: ClassicConfig,
    shot: BTreeSet<Pos>,
    live: BTreeSet<Pos>,
    sunk: BTreeSet<Pos>,
    afloat: Vec<usize>,
}

impl Seen {
    fn new(config: &ClassicConfig) -> Self {
        let lengths = config
            .classes
            .iter()
            .flat_map(|class| (0..class.count).map(|_| usize::from(class.length)));
        Self {
            afloat: lengths.collect(),
            config: config.clone(),
            shot: BTreeSet::new(),
            live: BTreeSet::new(),
            sunk: BTreeSet::new(),
        }
    }

    fn fields(&self) -> impl Iterator<Item = Pos> + use<> {
        let side = i32::from(self.config.side);
        (0..side).flat_map(move |y| (0..side).map(move |x| Pos::new(y, x)))
    }

    fn not_shot(&self) -> BTreeSet<Pos> {
        self.fields()
            .filter(|pos| !self.shot.contains(pos))
            .collect()
    }

    fn open(&self) -> BTreeSet<Pos> {
        let touches =
            |pos: &Pos, other: &Pos| (pos.y - other.y).abs() <= 1 && (pos.x - other.x).abs() <= 1;
        let in_rows = self.config.rows_only;
        let aside = |pos: &Pos, hit: &Pos| {
            (pos.y - hit.y).abs() == 1 && ((pos.x - hit.x).abs() == 1 || in_rows && pos.x == hit.x)
        };
        let is_closed = |pos: &Pos| {
            !self.config.ships_touch
                && (self.sunk.iter().any(|sunk| touches(pos, sunk))
                    || self.live.iter().any(|hit| aside(pos, hit)))
        };
        let mut open = self.not_shot();
        open.retain(|pos| !is_closed(pos));
        open
    }

    /// The live hits joined to one, in both ways along a line.
    fn line(&self, from: Pos, (dy, dx): (i32, i32)) -> Vec<Pos> {
        let step = |sign: i32| {
            (1..)
                .map(move |n| Pos::new(from.y + sign * n * dy, from.x + sign * n * dx))
                .take_while(|pos| self.live.contains(pos))
        };
        step(-1).chain([from]).chain(step(1)).collect()
    }

    fn pursuit(&self) -> Vec<BTreeSet<Pos>> {
        let Some(&first) = self.live.first() else {
            return Vec::new();
        };
        let open = self.open();
        let beside = |fields: &[Pos], ways: &[(i32, i32)]| -> BTreeSet<Pos> {
            let near = fields
                .iter()
                .flat_map(|pos| ways.iter().map(|(dy, dx)| Pos::new(pos.y + dy, pos.x + dx)));
            near.filter(|pos| open.contains(pos)).collect()
        };
        let along = |ways: &[(i32, i32)]| match self.line(first, ways[0]) {
            line if line.len() > 1 => beside(&line, ways),
            _ => BTreeSet::new(),
        };
        vec![
            along(&NEIGHBOURS[..2]),
            along(&NEIGHBOURS[2..]),
            beside(&[first], &NEIGHBOURS),
        ]
    }

    fn search(&self) -> BTreeSet<Pos> {
        let open = self.open();
        let length = self
            .afloat
            .iter()
            .copied()
            .filter(|&length| length > 1)
            .min();
        let length = i32::try_from(length.unwrap_or(1)).expect("small");
        let ways = if self.config.rows_only {
            &[(0, 1)][..]
        } else {
            &[(0, 1), (1, 0)]
        };
        let mut room = BTreeSet::new();
        for start in &open {
            for (dy, dx) in ways {
                let ship: Vec<_> = (0..length)
                    .map(|n| Pos::new(start.y + n * dy, start.x + n * dx))
                    .collect();
                if ship.iter().all(|pos| open.contains(pos)) {
                    room.extend(ship);
                }
            }
        }
        let diagonals = (0..length).map(|offset| -> BTreeSet<Pos> {
            let is_on = |pos: &&Pos| (pos.y + pos.x) % length == offset;
            room.iter().filter(is_on).copied().collect()
        });
        diagonals
            .filter(|fields| !fields.is_empty())
            .min_by_key(BTreeSet::len)
            .unwrap_or_default()
    }

    fn choices(&self, kind: PolicyKind) -> BTreeSet<Pos> {
        let mut sets = match kind {
            PolicyKind::Hunt | PolicyKind::Parity => self.pursuit(),
            _ => Vec::new(),
        };
        if kind == PolicyKind::Parity {
            sets.push(self.search());
        }
        if kind != PolicyKind::Random {
            sets.push(self.open());
        }
        sets.push(self.not_shot());
        sets.into_iter()
            .find(|set| !set.is_empty())
            .expect("a field is left")
    }

    fn learn(&mut self, pos: Pos, hit: bool, sunk: Option<Vec<Pos>>) {
        self.shot.insert(pos);
        if let Some(ship) = sunk {
            let length = self.afloat.iter().position(|&length| length == ship.len());
            self.afloat
                .remove(length.expect("a ship of that length is afloat"));
            self.live.retain(|pos| !ship.contains(pos));
            self.sunk.extend(ship);
        } else if hit {
            self.live.insert(pos);
        }
    }
}

#[apply(trial)]
fn policies_shoot_as_the_manual_says() {
    for config in rule_sets() {
        let contest = Contest::<2>::new(&config);
        for kind in [PolicyKind::Random, PolicyKind::Hunt, PolicyKind::Parity] {
            let mut policy = contest.policy(kind);
            let games = if config.ships_touch {
                GAMES_TOUCHING
            } else {
                GAMES
            };
            for seed in 0..scaled(games) {
                let mut seen = Seen::new(&config);
                let mut rng = Rng::seeded(seed);
                sink_fleet(
                    &contest.table,
                    &contest.fleet(seed),
                    &mut *policy,
                    seed,
                    |field, outcome| {
                        let choices: Vec<_> = seen.choices(kind).into_iter().collect();
                        let pos = contest.table.pos(field);
                        assert_eq!(
                            rng.pick(&choices),
                            Some(&pos),
                            "{kind} {} seed {seed}",
                            config.name
                        );
                        let sunk = match outcome {
                            BitboardOutcome::Sunk(cells) => {
                                Some(cells.iter().map(|field| contest.table.pos(field)).collect())
                            }
                            _ => None,
                        };
                        seen.learn(pos, *outcome != BitboardOutcome::Miss, sunk);
                        ControlFlow::Continue(())
                    },
                );
            }
        }
    }
}
