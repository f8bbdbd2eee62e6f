//! Openings: the states from which the games of a pair start, with random reefs and fleets.

use std::iter;

use serde::{Serialize, Serializer};

use super::ArenaError;
use admiralty_core::game::{For, Game, ShipName};
use admiralty_core::geometry::{Pos, Size};
use admiralty_core::interpreter::{self, Ending};
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Tag};
use admiralty_core::view::Observation;
use admiralty_players::{
    FLEET_ATTEMPTS_MAX, Placing, Rng, ShipPlacement, can_place_uniformly, classic, place_missing,
    place_uniformly,
};

/// The most reefs placed at random.
pub const REEFS_MAX: u32 = 100_000;
/// The most ships placed at random.
pub const SHIPS_MAX: u64 = 10_000;

/// The most fields drawn for each reef.
const DRAWS_PER_REEF: u64 = 64;
/// The most attempts to place both fleets.
const FLEETS_MAX: u32 = 50;

/// A deal of a tournament.
#[derive(Clone, Copy, Debug)]
pub struct Deal {
    /// The round of its pair.
    pub round: u64,
    /// 1 for the second game of a pair, if that has fleets of its own.
    pub number: u64,
}

/// How the games of a tournament start.
#[derive(Debug, Serialize)]
pub struct Opening {
    /// The state that all pairs start from, or those of the first round.
    #[serde(rename = "start", serialize_with = "as_script")]
    pub base: Game,
    /// The states of the following rounds, after which the first one comes again.
    #[serde(
        rename = "other_starts",
        serialize_with = "as_scripts",
        skip_serializing_if = "Vec::is_empty"
    )]
    pub others: Vec<Game>,
    /// How many reefs are placed at random for each pair.
    pub reefs: u32,
    /// How the arena places fleets; if `None`, the players do in their turns.
    #[serde(serialize_with = "as_name")]
    pub placing: Option<Placing>,
}

impl Opening {
    /// Starts from a new game of the rule set `ships`.
    pub fn fresh(placing: Option<Placing>) -> Self {
        Self::of_game(Game::new(RuleSet::SHIPS), placing)
    }

    /// Starts from a game of any rule set.
    pub const fn of_game(base: Game, placing: Option<Placing>) -> Self {
        Self {
            base,
            others: Vec::new(),
            reefs: 0,
            placing,
        }
    }

    /// Starts from the final state of a script. AI players and their information are dropped,
    /// because the contestants are others.
    ///
    /// # Errors
    ///
    /// The error in the script.
    pub fn from_script(script: &[u8], placing: Option<Placing>) -> Result<Self, ArenaError> {
        let state = without_players(&state_after(script)?);
        Ok(Self::of_game(state_after(&state)?, placing))
    }

    /// Starts from the final states of several scripts in turn; each has a name, for errors.
    ///
    /// # Errors
    ///
    /// The error in a script, another rule set than that of the first, or no script at all.
    pub fn from_scripts(
        scripts: impl IntoIterator<Item = (String, Vec<u8>)>,
        placing: Option<Placing>,
    ) -> Result<Self, ArenaError> {
        let starts = scripts.into_iter().map(|(name, script)| {
            let start = Self::from_script(&script, placing);
            start
                .map(|start| (name.clone(), start.base))
                .map_err(|error| ArenaError::Usage(format!("{name}: {error}")))
        });
        let starts = starts.collect::<Result<Vec<_>, _>>()?;
        let mut starts = starts.into_iter();
        let Some((_, base)) = starts.next() else {
            return ArenaError::usage("there are no scripts of openings");
        };
        let mut opening = Self::of_game(base, placing);
        for (name, start) in starts {
            let rules = opening.base.rules();
            if start.rules() != rules {
                return ArenaError::usage(format!("{name}: the rule set is not {}", rules.name));
            }
            opening.others.push(start);
        }
        Ok(opening)
    }

    /// The state that the pairs of a round start from.
    fn start(&self, round: u64) -> &Game {
        let states = 1 + self.others.len() as u64;
        let others = (round % states).checked_sub(1);
        let other = others.and_then(|at| self.others.get(usize::try_from(at).ok()?));
        other.unwrap_or(&self.base)
    }

    /// Changes the size of the board, and the starting rectangles with it ([`Size::starting_rects`]).
    ///
    /// # Errors
    ///
    /// If the rule set always has its own board.
    pub fn set_board(&mut self, size: Size) -> Result<(), ArenaError> {
        let starts = size.starting_rects();
        let starts = Player::BOTH.map(|player| Command::InitPosition {
            player,
            start: starts[player],
        });
        let board = iter::once(Command::BoardSize(size)).chain(starts);
        self.base.set(board).map_err(|_| self.too_plain())
    }

    /// Changes both fleets.
    ///
    /// # Errors
    ///
    /// The number of counts is not that of the classes, or a ship on the board would not belong to
    /// the fleet.
    pub fn set_fleet(&mut self, counts: &[u32]) -> Result<(), ArenaError> {
        let rules = self.base.rules();
        let (expected, found) = (rules.classes.len(), counts.len());
        if expected != found {
            let name = rules.name;
            return ArenaError::usage(format!(
                "a fleet of the rule set {name} has {expected} counts, not {found}"
            ));
        }
        let fleets = Player::BOTH.map(|player| Command::SetFleet {
            player,
            counts: counts.into(),
        });
        self.base.set(fleets).map_err(|_| no_room())
    }

    /// Turns extended shooting on, and automatic shooting if `is_auto`.
    ///
    /// # Errors
    ///
    /// If the rule set has no modes.
    pub fn set_modes(&mut self, is_auto: bool) -> Result<(), ArenaError> {
        let modes = iter::once(Command::ExtendedShips);
        let modes = modes.chain(is_auto.then_some(Command::AutoShooting));
        let mut games = iter::once(&mut self.base).chain(&mut self.others);
        let set = games.try_for_each(|game| game.set(modes.clone()));
        set.map_err(|_| self.too_plain())
    }

    /// The state that both games of a pair of a round start from. It depends only on the two numbers.
    ///
    /// # Errors
    ///
    /// If the rules do not allow the board, or reefs or fleets cannot be placed.
    pub fn deal(&self, seed: u64, round: u64) -> Result<Game, ArenaError> {
        let dealt = self.deal_unless(&|| false, seed, Deal { round, number: 0 })?;
        dealt.ok_or_else(no_room)
    }

    /// [Deals](Self::deal); returns `None` if `is_over` becomes true, because the state is no longer
    /// needed.
    pub(crate) fn deal_unless(
        &self,
        is_over: &dyn Fn() -> bool,
        seed: u64,
        deal: Deal,
    ) -> Result<Option<Game>, ArenaError> {
        self.check_rules()?;
        let mut seeds = Rng::seeded(seed);
        let pair = deal.round | deal.number << 63;
        let mut rng = Rng::nth(seeds.below(u64::MAX), pair);
        let mut game = self.start(deal.round).clone();
        game.set_seed(rng.below(u64::MAX));
        self.add_reefs(&mut game, &mut rng)?;
        match self.placing {
            None => Ok(Some(game)),
            Some(Placing::Seq) => deal_seq(&game, &mut rng, is_over),
            Some(Placing::Uni) => deal_uni(game, &mut rng).map(Some),
        }
    }

    /// Checks that the rules allow the board.
    fn check_rules(&self) -> Result<(), ArenaError> {
        let (rules, base) = (self.base.rules(), &self.base);
        let is_plain = self.reefs == 0 && base.board().size() == rules.size(base.side());
        if rules.announces_shots() && !is_plain {
            return Err(self.too_plain());
        }
        Ok(())
    }

    fn too_plain(&self) -> ArenaError {
        ArenaError::Usage(format!(
            "the rule set {} has neither reefs nor modes, and always its own board",
            self.base.rules().name
        ))
    }

    fn add_reefs(&self, game: &mut Game, rng: &mut Rng) -> Result<(), ArenaError> {
        let size = game.board().size();
        let (rows, columns) = (size.rows.unsigned_abs(), size.columns.unsigned_abs());
        let fields = u64::from(rows) * u64::from(columns);
        if self.reefs > REEFS_MAX || u64::from(self.reefs) > fields / 2 {
            return ArenaError::usage(format!(
                "too many reefs: {}, at most {REEFS_MAX}, and half the board",
                self.reefs
            ));
        }
        let mut left = self.reefs;
        for _ in 0..u64::from(self.reefs) * DRAWS_PER_REEF {
            if left == 0 {
                break;
            }
            let mut coordinate = |side: u32| i32::try_from(rng.below(side.into())).unwrap_or(0);
            let reef = Pos::new(coordinate(rows), coordinate(columns));
            if !game.board().is_reef(reef) && game.set([Command::Reef(reef)]).is_ok() {
                left -= 1;
            }
        }
        if left > 0 { Err(no_room()) } else { Ok(()) }
    }
}

/// The state as a script, without AI players and their information.
pub fn without_players(game: &Game) -> Vec<u8> {
    let is_kept = |command: &Command| {
        !matches!(
            command,
            Command::SetAiPlayer(_) | Command::Information { .. }
        )
    };
    Tag::State.group(game.commands(For::Save).filter(is_kept))
}

fn state_after(script: &[u8]) -> Result<Game, ArenaError> {
    let executed = interpreter::execute(script, &mut std::io::sink());
    let (ending, session) = executed.expect("neither a slice nor a sink fails");
    match ending {
        Some(Ending::Failed(failure)) => ArenaError::usage(format!(
            "the start breaks a rule on line {}: {failure}",
            failure.line
        )),
        Some(Ending::Won(player)) => {
            ArenaError::usage(format!("the start is a finished game: {player} has won"))
        }
        None => Ok(session.into_game()),
    }
}

/// Places both fleets ship by ship; returns `None` if `is_over` becomes true.
fn deal_seq(
    game: &Game,
    rng: &mut Rng,
    is_over: &dyn Fn() -> bool,
) -> Result<Option<Game>, ArenaError> {
    let [a, b] = Player::BOTH.map(|player| game.fleet(player).missing());
    let ships = a.saturating_add(b);
    if ships > SHIPS_MAX {
        return ArenaError::usage(format!(
            "too many ships to place at random: {ships}, at most {SHIPS_MAX}"
        ));
    }
    for _ in 0..FLEETS_MAX {
        if is_over() {
            return Ok(None);
        }
        let mut attempt = game.clone();
        let mut place = |player| place_fleet(&mut attempt, player, rng);
        if Player::BOTH.into_iter().all(&mut place) {
            return Ok(Some(attempt));
        }
    }
    Err(no_room())
}

/// Places both fleets; all fleets are equally likely.
fn deal_uni(mut game: Game, rng: &mut Rng) -> Result<Game, ArenaError> {
    let views = Player::BOTH.map(|player| Observation::new(&game, player));
    if !views.iter().all(can_place_uniformly) {
        return ArenaError::usage(format!(
            "fleets can be placed as uni by classic rule sets only, with 1 to {} ships each, \
             none of them on the board yet",
            classic::SHIPS_MAX
        ));
    }
    for player in Player::BOTH {
        let view = Observation::new(&game, player);
        let Some(fleet) = place_uniformly(&view, rng) else {
            return ArenaError::usage(format!(
                "found no fleets for --placing uni in {FLEET_ATTEMPTS_MAX} attempts; \
                 try fewer ships, or --placing seq"
            ));
        };
        if !enter(&mut game, player, fleet) {
            return Err(no_room());
        }
    }
    Ok(game)
}

fn no_room() -> ArenaError {
    let message = "found no room for the fleets; try fewer ships or reefs, or a larger board";
    ArenaError::Usage(message.to_owned())
}

/// Places all missing ships of a player; returns whether that succeeded. Ships of the other player,
/// which it does not see, may be in the way.
fn place_fleet(game: &mut Game, player: Player, rng: &mut Rng) -> bool {
    while game.fleet(player).missing() > 0 {
        let view = Observation::new(game, player);
        let placements = place_missing(&view, Placing::Seq, rng).unwrap_or_default();
        if placements.is_empty() || !enter(game, player, placements) {
            return false;
        }
    }
    true
}

/// Places ships of a player; returns whether that succeeded.
fn enter(game: &mut Game, player: Player, placements: Vec<ShipPlacement>) -> bool {
    let mut placements = placements.into_iter();
    placements.all(|ShipPlacement { ship, footprint }| {
        let name = ShipName::new(player, &ship.class, ship.index);
        let placed = name.command(&footprint, u8::MAX);
        game.set([placed]).is_ok()
    })
}

/// What `SAVE` prints of a game.
fn saved(game: &Game) -> String {
    let lines = game.commands(For::Save).map(|it| format!("{it}\n"));
    lines.collect()
}

fn as_script<S: Serializer>(base: &Game, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(&saved(base))
}

fn as_scripts<S: Serializer>(games: &[Game], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_seq(games.iter().map(saved))
}

#[expect(
    clippy::trivially_copy_pass_by_ref,
    clippy::ref_option,
    reason = "serde passes a reference"
)]
fn as_name<S: Serializer>(placing: &Option<Placing>, serializer: S) -> Result<S::Ok, S::Error> {
    serializer.serialize_str(placing.map_or("players", Placing::name))
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::rules::RuleSet;
    use admiralty_players::Players;
    use admiralty_players::runner::play_turn;

    fn opening(rules: &'static RuleSet, placing: Placing, fleet: &[u32]) -> Opening {
        let mut opening = Opening::of_game(Game::new(rules), Some(placing));
        opening.set_fleet(fleet).expect("counts");
        opening
    }

    #[test]
    fn a_deal_depends_only_on_the_two_numbers() {
        let mut opening = Opening::fresh(Some(Placing::Seq));
        opening
            .set_board(Size::new(30, 12))
            .expect("it has a board");
        opening.reefs = 9;
        let whole = Opening::of_game(Game::new(RuleSet::MSX), Some(Placing::Uni));
        for opening in [&opening, &whole] {
            let deal = |seed, pair| opening.deal(seed, pair).expect("there is room");
            assert!(deal(1, 0).is_complete());
            assert_eq!(deal(1, 0).board().reefs().len(), opening.reefs as usize);
            assert_eq!(deal(1, 7).script(For::Save), deal(1, 7).script(For::Save));
            assert_ne!(deal(1, 7).script(For::Save), deal(1, 8).script(For::Save));
            assert_ne!(deal(1, 7).script(For::Save), deal(2, 7).script(For::Save));
        }
        let [seq, uni] = [Placing::Seq, Placing::Uni].map(|placing| {
            let opening = Opening::of_game(Game::new(RuleSet::MSX), Some(placing));
            opening.deal(1, 0).expect("there is room").script(For::Save)
        });
        assert_ne!(seq, uni);
        let none = Opening::fresh(None).deal(1, 0).expect("a state");
        assert!(none.board().ships().is_empty() && none.seed().is_some());
    }

    #[test]
    fn a_deal_that_is_not_needed_ends_before_the_next_attempt() {
        use std::cell::Cell;
        let mut opening = opening(RuleSet::SHIPS, Placing::Seq, &[2, 0, 0, 0]);
        opening.set_board(Size::new(5, 6)).expect("it has a board");
        for attempts in [0, 3] {
            let looks = Cell::new(0);
            let is_over = || looks.replace(looks.get() + 1) == attempts;
            let deal = Deal {
                round: 0,
                number: 0,
            };
            let dealt = opening.deal_unless(&is_over, 1, deal).expect("no error");
            assert!(dealt.is_none() && looks.get() == attempts + 1);
        }
    }

    /// If no fleet can be placed uniformly, none is placed in another way.
    #[test]
    fn what_does_not_fit_is_an_error() {
        let (seq, uni) = (Placing::Seq, Placing::Uni);
        let mut small = Opening::fresh(Some(seq));
        small.set_board(Size::new(4, 4)).expect("it has a board");
        let reefs = Opening {
            base: small.base.clone(),
            reefs: 9,
            ..Opening::fresh(Some(seq))
        };
        let placed = opening(RuleSet::MSX, uni, &[0, 0, 0, 1])
            .deal(1, 0)
            .expect("room");
        // Either fleet may already be on the board.
        let mut half = Game::new(RuleSet::MSX);
        half.set([Command::NextPlayer(Player::B)])
            .expect("it is allowed");
        play_turn(&mut half, &Players::default()).expect("there is room");
        for (opening, message) in [
            (small, "found no room"),
            (reefs, "too many reefs: 9"),
            (
                opening(RuleSet::SHIPS, seq, &[u32::MAX; 4]),
                "too many ships",
            ),
            (Opening::fresh(Some(uni)), "classic rule sets only"),
            (Opening::of_game(placed, Some(uni)), "none of them on"),
            (Opening::of_game(half, Some(uni)), "none of them on"),
            (opening(RuleSet::ITALIAN, uni, &[0, 0, 24]), "ships each"),
            (
                opening(RuleSet::MSX, uni, &[10, 0, 0, 0]),
                "found no fleets",
            ),
        ] {
            let error = opening.deal(1, 0).expect_err(message).to_string();
            assert!(error.contains(message), "{error}");
        }
        assert!(
            opening(RuleSet::MSX, seq, &[10, 0, 0, 0])
                .deal(1, 0)
                .is_ok()
        );
    }
}
