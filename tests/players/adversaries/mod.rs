//! The admiral against players that are written to beat it, each with one idea.

mod captain;
mod chart;
mod tracker;

use crate::support::scaled;
use admiralty_arena::stats::Pentanomial;
use admiralty_arena::{Adjudication, Opening};
use admiralty_core::game::{Footprint, Game};
use admiralty_core::geometry::{Direction, Size};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::script::Command;
use admiralty_core::view::Observation;
use admiralty_players::runner::play_turn;
use admiralty_players::{
    Effort, MemoryUpdate, Orders, Placing, PlayerInput, Players, Rng, Strategy, strategy,
};
use captain::{Captain, Scouting};
use std::cmp::Ordering;
use std::sync::OnceLock;
use std::thread;
use tracker::Tracker;

/// The most turns of a game, those of both players together.
const TURNS_MAX: u32 = 1000;
/// The share of the points that the admiral is to win against each.
const SCORE_MIN: f64 = 0.7;
/// Pairs of games of a row of the table on the default board.
const PAIRS: u64 = 4;
/// A test fails if such a result, or a worse one, were less likely than this.
const LEAST: f64 = 1e-4;
/// The lead in healthy parts that wins a game by adjudication.
const LEAD: i64 = Adjudication::LEAD.cast_signed();
/// Half the width of the 95 % interval of the normal distribution.
const Z_95: f64 = 1.96;

/// The defaults of the adversaries.
const CAPTAIN: Captain = Captain {
    name: "",
    scouting: Scouting::Rear,
    boldness: 0.2,
    charge: 0.0,
    fleets: 8,
    is_dark: false,
    is_quick: false,
};

static HUNTER: Captain = Captain {
    name: "hunter",
    ..CAPTAIN
};

static DARK: Captain = Captain {
    name: "dark",
    scouting: Scouting::Never,
    boldness: 0.0,
    is_dark: true,
    ..CAPTAIN
};

static SPAMMER: Captain = Captain {
    name: "spammer",
    scouting: Scouting::Random,
    ..CAPTAIN
};

static HIDER: Captain = Captain {
    name: "hider",
    boldness: 0.0,
    charge: -0.3,
    fleets: 200,
    ..CAPTAIN
};

static CHARGER: Captain = Captain {
    name: "charger",
    boldness: 0.3,
    charge: 0.5,
    ..CAPTAIN
};

/// It knows where the admiral's carrier lies how often.
static EXPLOITER: Captain = Captain {
    name: "exploiter",
    scouting: Scouting::Samples(admirals_carriers),
    ..CAPTAIN
};

/// The same without that knowledge.
static UNINFORMED: Captain = Captain {
    name: "uninformed",
    scouting: Scouting::Samples(all_carriers),
    ..CAPTAIN
};

/// It sends its planes to where the cannon of the carrier most likely lies, looks after each
/// plane and movement, and shoots at once at what it sees.
static STALKER: Captain = Captain {
    name: "stalker",
    scouting: Scouting::Carrier,
    is_quick: true,
    ..CAPTAIN
};

/// It knows how likely the enemy's carrier lies where, as exactly as can be.
static TRACKER: Tracker = Tracker {
    captain: Captain {
        name: "tracker",
        scouting: Scouting::Rear,
        is_quick: true,
        ..CAPTAIN
    },
};

fn admiral() -> &'static dyn Strategy {
    strategy(b"admiral").expect("it is the strongest")
}

/// Carriers as the admiral places them, by its side of the default board.
fn admirals_carriers() -> &'static ByPlayer<Vec<Footprint>> {
    static CARRIERS: OnceLock<ByPlayer<Vec<Footprint>>> = OnceLock::new();
    CARRIERS.get_or_init(|| {
        let game = Board::DEFAULT.opening(0);
        ByPlayer::from_fn(|player| {
            let view = Observation::new(&game, player);
            let place = |seed| admiral().place(&view, Effort::default(), &mut Rng::seeded(seed));
            let fleets = (0..300).flat_map(|seed| place(seed).expect("there is room"));
            let carriers = fleets.filter(|one| one.ship.class.planes);
            carriers.map(|one| one.footprint).collect()
        })
    })
}

/// All places of a carrier.
fn all_carriers() -> &'static ByPlayer<Vec<Footprint>> {
    static CARRIERS: OnceLock<ByPlayer<Vec<Footprint>>> = OnceLock::new();
    CARRIERS.get_or_init(|| {
        let game = Board::DEFAULT.opening(0);
        ByPlayer::from_fn(|player| {
            let start = game.start(player);
            let places = Direction::ALL.into_iter().flat_map(|direction| {
                start.fields().map(move |head| Footprint {
                    head,
                    direction,
                    length: 5,
                })
            });
            let is_inside = |place: &Footprint| place.fields().all(|pos| start.contains(pos));
            places.filter(is_inside).collect()
        })
    })
}

/// A player that only places its ships.
#[derive(Debug)]
struct Passer;

impl Strategy for Passer {
    fn name(&self) -> &'static str {
        "passer"
    }

    fn play(&self, _: &mut PlayerInput<'_>, _: &mut Orders<'_, '_>) -> MemoryUpdate {
        MemoryUpdate::Facts(Vec::new())
    }
}

/// A kind of game.
#[derive(Clone, Copy, Debug)]
struct Board {
    name: &'static str,
    /// Rows and columns of a board that is not the default.
    size: Option<[i32; 2]>,
    reefs: u32,
    is_extended: bool,
    /// Whether fleets are drawn, and not placed by the players.
    is_drawn: bool,
}

impl Board {
    const DEFAULT: Self = Self {
        name: "21x10",
        size: None,
        reefs: 0,
        is_extended: false,
        is_drawn: false,
    };
    const DRAWN: Self = Self {
        name: "21x10, drawn",
        is_drawn: true,
        ..Self::DEFAULT
    };
    const MIDDLE_DRAWN: Self = Self {
        name: "25x15, drawn",
        size: Some([25, 15]),
        ..Self::DRAWN
    };
    const LARGE_DRAWN: Self = Self {
        name: "40x40, drawn",
        size: Some([40; 2]),
        ..Self::DRAWN
    };
    const LARGE: Self = Self {
        name: "40x40, 60 reefs",
        size: Some([40; 2]),
        reefs: 60,
        ..Self::DEFAULT
    };

    const fn extended(self) -> Self {
        Self {
            is_extended: true,
            ..self
        }
    }

    /// How many pairs of games are played; on a larger board, a game takes longer.
    fn pairs(&self) -> u64 {
        let pairs = scaled(PAIRS);
        if self.size.is_some() {
            2 * pairs / 5
        } else {
            pairs
        }
    }

    /// The game before the first turn.
    fn opening(&self, pair: u64) -> Game {
        let mut opening = Opening::fresh(self.is_drawn.then_some(Placing::Seq));
        if let Some([rows, columns]) = self.size {
            let board = opening.set_board(Size { rows, columns });
            board.expect("it has a board");
        }
        opening.reefs = self.reefs;
        if self.is_extended {
            opening
                .base
                .set([Command::ExtendedShips])
                .expect("it is allowed");
        }
        opening.deal(1, pair).expect("there is room")
    }
}

/// Plays a game to its end; returns the winner, if it is not drawn.
fn play(
    game: &mut Game,
    strategies: ByPlayer<&'static dyn Strategy>,
    turns_max: u32,
) -> Option<Player> {
    let players = Players {
        strategies: ByPlayer::from_fn(|player| Some(strategies[player])),
        ..Players::default()
    };
    (0..turns_max).find_map(|_| play_turn(game, &players).expect("there is room").winner)
}

/// The admiral's results against an adversary.
#[derive(Clone, Debug, Default)]
struct Tally {
    won: u64,
    drawn: u64,
    lost: u64,
    /// The drawn games in which the admiral would have won by adjudication, and those it would have lost.
    ahead: u64,
    behind: u64,
    /// Half points as A and as B.
    by_side: [u64; 2],
    pairs: Pentanomial,
}

impl Tally {
    fn of(adversary: &'static dyn Strategy, board: Board) -> Self {
        let mut tally = Self::default();
        let pairs = board.pairs();
        thread::scope(|scope| {
            let half = |first| {
                scope.spawn(move || {
                    let pairs = (first..pairs).step_by(2);
                    pairs
                        .map(|pair| pair_of_games(adversary, board, pair))
                        .collect::<Vec<_>>()
                })
            };
            for half in [0, 1].map(half) {
                for results in half.join().expect("the games are played") {
                    tally.add(results);
                }
            }
        });
        tally
    }

    /// Adds the two games of a pair.
    fn add(&mut self, results: [GameResult; 2]) {
        let mut half_points = 0;
        for (side, result) in self.by_side.iter_mut().zip(results) {
            let (count, points) = match result.points {
                Ordering::Greater => (&mut self.won, 2),
                Ordering::Equal => (&mut self.drawn, 1),
                Ordering::Less => (&mut self.lost, 0),
            };
            *count += 1;
            *side += u64::from(points);
            half_points += points;
            if result.points.is_eq() {
                self.ahead += u64::from(result.lead >= LEAD);
                self.behind += u64::from(result.lead <= -LEAD);
            }
        }
        self.pairs.add(half_points);
    }

    /// How likely so few points are for a player who wins this share of its games; draws
    /// count half, rounded up.
    fn likelihood(&self, share: f64) -> f64 {
        let games = self.won + self.drawn + self.lost;
        let points = self.won + self.drawn.div_ceil(2);
        // In logarithms: the first term is too small for a number if there are 1,000 games.
        let mut term = games as f64 * (1.0 - share).ln();
        let mut sum = term.exp();
        for k in 0..points {
            term += ((games - k) as f64 / (k + 1) as f64 * share / (1.0 - share)).ln();
            sum += term.exp();
        }
        sum
    }

    fn row(&self, adversary: &str, board: Board) -> String {
        let mode = if board.is_extended {
            "extended"
        } else {
            "basic"
        };
        let (score, error) = (
            100.0 * self.pairs.score(),
            Z_95 * 100.0 * self.pairs.score_error(),
        );
        let [a, b] = self
            .by_side
            .map(|points| 50.0 * points as f64 / self.pairs.pairs() as f64);
        format!(
            "| {adversary} | {} | {mode} | {} | {} ({}:{}) | {} | {score:.1} | ± {error:.1} | {a:.0} | {b:.0} |",
            board.name, self.won, self.drawn, self.ahead, self.behind, self.lost
        )
    }
}

/// What the admiral gets from a game.
#[derive(Clone, Copy, Debug)]
struct GameResult {
    points: Ordering,
    /// How many more healthy parts than the adversary it has in the end.
    lead: i64,
}

fn pair_of_games(adversary: &'static dyn Strategy, board: Board, pair: u64) -> [GameResult; 2] {
    Player::BOTH.map(|side| {
        let strategies =
            ByPlayer::from_fn(|player| if player == side { admiral() } else { adversary });
        let mut game = board.opening(pair);
        let points = match play(&mut game, strategies, TURNS_MAX) {
            None => Ordering::Equal,
            Some(winner) if winner == side => Ordering::Greater,
            Some(_) => Ordering::Less,
        };
        let view = Observation::new(&game, side);
        let parts = |player| view.parts(player).cast_signed();
        let lead = parts(side) - parts(side.opponent());
        GameResult { points, lead }
    })
}

/// Plays against an adversary on some boards, and prints a row of the table for each.
fn beats(adversary: &'static dyn Strategy, boards: &[Board]) {
    scores(adversary, boards, SCORE_MIN);
}

/// The same, with another share of the points.
fn scores(adversary: &'static dyn Strategy, boards: &[Board], share: f64) {
    let mut failed = Vec::new();
    for &board in boards {
        let tally = Tally::of(adversary, board);
        let row = tally.row(adversary.name(), board);
        tell!("{row}");
        if tally.likelihood(share) < LEAST {
            failed.push(row);
        }
    }
    assert!(failed.is_empty(), "too few points:\n{}", failed.join("\n"));
}

const DEFAULT_BOARDS: [Board; 2] = [Board::DEFAULT, Board::DEFAULT.extended()];

/// Boards with drawn fleets, the larger ones as well if the tests are scaled up.
fn drawn_boards() -> Vec<Board> {
    let mut boards = vec![Board::DRAWN];
    if scaled(1) > 1 {
        boards.extend([Board::MIDDLE_DRAWN, Board::LARGE_DRAWN]);
    }
    let both = |board: Board| [board, board.extended()];
    boards.into_iter().flat_map(both).collect()
}

/// The large boards as well if the tests are scaled up; they take long.
fn all_boards() -> Vec<Board> {
    let mut boards = DEFAULT_BOARDS.to_vec();
    if scaled(1) > 1 {
        boards.extend([Board::LARGE, Board::LARGE.extended()]);
    }
    boards
}

/// All boards if the tests are scaled up, otherwise the first.
fn slow(boards: &[Board]) -> &[Board] {
    if scaled(1) > 1 { boards } else { &boards[..1] }
}

/// A mean result, or a worse one, is about as likely as a better one, in few games and in many.
#[apply(trial)]
fn too_few_points_are_told_in_any_number_of_games() {
    for games in [10, 100, 1000, 10_000] {
        let tally = |won| Tally {
            won,
            lost: games - won,
            ..Tally::default()
        };
        let likelihood = |percent| tally(games * percent / 100).likelihood(0.7);
        assert!((0.5..0.66).contains(&likelihood(70)), "{games}");
        assert!(likelihood(95) > 0.97, "{games}");
        assert!(likelihood(0) < LEAST, "{games}");
        assert_eq!(games >= 100, likelihood(50) < LEAST, "{games}");
    }
}

#[apply(trial)]
fn the_admiral_beats_the_hunter() {
    beats(&HUNTER, &all_boards());
}

#[apply(trial)]
fn the_admiral_beats_who_shoots_in_the_dark() {
    beats(&DARK, &all_boards());
}

#[apply(trial)]
fn the_admiral_beats_the_spammer() {
    beats(&SPAMMER, &all_boards());
}

#[apply(trial)]
fn the_admiral_beats_the_hider() {
    beats(&HIDER, &all_boards());
}

#[apply(trial)]
fn the_admiral_beats_the_charger() {
    beats(&CHARGER, &all_boards());
}

#[apply(long_trial)]
fn the_admiral_beats_who_knows_how_it_places() {
    beats(&EXPLOITER, slow(&DEFAULT_BOARDS));
}

#[apply(trial)]
fn the_admiral_beats_who_does_not_know_that() {
    beats(&UNINFORMED, slow(&DEFAULT_BOARDS));
}

#[apply(trial)]
fn the_admiral_beats_who_hunts_its_carrier() {
    scores(&STALKER, &drawn_boards(), 0.5);
}

#[apply(trial)]
fn the_admiral_holds_its_own_against_who_tracks_its_carrier() {
    scores(&TRACKER, &drawn_boards(), 0.4);
}

/// The game with another fleet for both players.
fn with_fleet(mut game: Game, counts: [u32; 4]) -> Game {
    for player in Player::BOTH {
        game.set([Command::SetFleet {
            player,
            counts: counts.into(),
        }])
        .expect("it is legal");
    }
    game
}

/// Whether the admiral wins on both sides against a player that only places its ships.
fn assert_finds_all(opening: impl Fn() -> Game, name: &str) {
    for side in Player::BOTH {
        let strategies =
            ByPlayer::from_fn(|player| if player == side { admiral() } else { &Passer });
        let winner = play(&mut opening(), strategies, TURNS_MAX);
        assert_eq!(winner, Some(side), "{name}");
    }
}

#[apply(trial)]
fn the_admiral_finds_ships_that_stay_on_a_large_board() {
    let board = Board {
        size: Some([44; 2]),
        ..Board::DEFAULT
    };
    assert_finds_all(|| board.opening(0), &format!("{board:?}"));
}

#[apply(long_trial)]
fn the_admiral_sweeps_a_board_that_is_too_large_to_be_searched_as_a_whole() {
    let board = Board {
        size: Some([20, 140]),
        reefs: 20,
        ..Board::DEFAULT
    };
    for &board in slow(&[board, board.extended()]) {
        assert_finds_all(
            || with_fleet(board.opening(0), [1, 0, 1, 1]),
            &format!("{board:?}"),
        );
    }
}

#[apply(trial)]
fn the_admiral_without_planes_finds_the_last_ship() {
    let board = Board {
        size: Some([30; 2]),
        ..Board::DEFAULT
    };
    for pair in 0..scaled(3) {
        assert_finds_all(
            || with_fleet(board.opening(pair), [0, 0, 0, 1]),
            &format!("pair {pair}"),
        );
    }
}
