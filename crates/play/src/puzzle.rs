//! Puzzles: positions of games that the program plays with itself, in which one shot is clearly
//! the best.
//!
//! A position is chosen by the chances of a hit, given what its player knows, and by nothing else:
//! the best shot is no certain hit, and every other one is either about as good or clearly worse.

use admiralty_core::geometry::Pos;
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rng::Rng;
use admiralty_core::view::{Knowledge, KnownField};

use crate::{Controller, FirstPlayer, GameSession, Hint, Setup};

/// The player whose shot is asked for.
const SOLVER: Player = Player::A;

/// The most games that are searched for a puzzle.
const GAMES_MAX: u32 = 100;

/// The most positions of a game that are looked at, one after the other.
const POSITIONS_MAX: u32 = 8;

/// How many fleets the chances are counted in.
const FLEETS: u32 = 3000;

/// How many fleets decide whether a position is worth counting in more of them.
const FEW_FLEETS: u32 = 150;

/// The highest chance of a best shot.
const CHANCE_MAX: f64 = 0.8;

/// Shots with at least this share of the best chance are as good as the best one: symmetric fields
/// differ a little, because fleets are drawn at random.
const AS_GOOD: f64 = 0.9;

/// Other shots have at most this share of the best chance.
const WORSE: f64 = 0.8;

/// The most shots that are as good as the best one, with itself.
const BEST_MAX: usize = 2;

/// A position of a game, and how good each shot is.
#[derive(Debug)]
pub struct Puzzle {
    /// The game, in which a person is next.
    pub session: GameSession,
    /// The chances of a hit, given what this person knows.
    pub hint: Hint,
}

impl Puzzle {
    /// The number of puzzles for a rule set, its waters, and a seed.
    pub const COUNT: u32 = 100;

    /// The puzzle with a number, from 1 to [`Puzzle::COUNT`], for the rules, the waters, the fleet
    /// and the seed of a setup. `None` where shots are not announced, or if no position of the
    /// games that are played for it is a puzzle.
    ///
    /// ```
    /// use admiralty_core::rules::RuleSet;
    /// use admiralty_play::{Puzzle, Setup};
    ///
    /// let puzzle = Puzzle::new(&Setup::new(RuleSet::HASBRO, 0), 17).unwrap();
    /// assert_eq!(puzzle.hint.points(puzzle.hint.best[0]), 1.0);
    /// ```
    pub fn new(setup: &Setup, number: u32) -> Option<Self> {
        let mut rng = Rng::nth(setup.seed, number.into());
        (0..GAMES_MAX).find_map(|_| Self::in_game(setup, &mut rng))
    }

    /// The first puzzle among some positions of a game, which begin when an eighth to three eighths
    /// of the waters are known.
    fn in_game(setup: &Setup, rng: &mut Rng) -> Option<Self> {
        let setup = Setup {
            controllers: ByPlayer::from_fn(|_| Controller::Computer("hunt")),
            first_player: FirstPlayer::Player(SOLVER),
            seed: rng.below(u64::MAX),
            ..setup.clone()
        };
        let fields = u64::from(setup.side).pow(2);
        let known_min = fields / 8 + rng.below(fields / 4);
        let mut session = GameSession::begin(&setup).ok()?;
        let mut positions = 0;
        while !session.is_over() && positions < POSITIONS_MAX {
            session.play_computer_turn().ok()?;
            if session.next() != SOLVER || known_fields(&session)? < known_min {
                continue;
            }
            positions += 1;
            let puzzle = |fleets| session.hint_for(SOLVER, fleets).filter(is_puzzle);
            if puzzle(FEW_FLEETS).is_some()
                && let Some(hint) = puzzle(FLEETS)
            {
                session.set_controller(SOLVER, Controller::Person);
                return Some(Self { session, hint });
            }
        }
        None
    }
}

impl Hint {
    /// The points for a shot of a puzzle, from 0 to 1: its share of the best chance.
    pub fn points(&self, field: Pos) -> f64 {
        let share = self.share(field);
        if share >= AS_GOOD { 1.0 } else { share }
    }

    fn share(&self, field: Pos) -> f64 {
        self.chances.at(field) / self.highest()
    }
}

/// The points for the answers so far.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct PuzzleScore {
    /// The number of answers.
    pub answers: u32,
    /// The sum of their points.
    pub points: f64,
}

/// How many fields of the enemy's waters the solver has shot at.
fn known_fields(session: &GameSession) -> Option<u64> {
    let knowledge = Knowledge::of(session.game(), SOLVER)?;
    let known = knowledge
        .fields()
        .filter(|(_, known)| *known != KnownField::Unknown);
    Some(known.count() as u64)
}

/// Whether the best shot is clear, and no certain hit.
fn is_puzzle(hint: &Hint) -> bool {
    let shares = hint.chances.rect.fields().map(|field| hint.share(field));
    let (best, others): (Vec<_>, Vec<_>) = shares.partition(|share| *share >= AS_GOOD);
    hint.highest() <= CHANCE_MAX
        && best.len() <= BEST_MAX
        && others.into_iter().all(|share| share <= WORSE)
}
