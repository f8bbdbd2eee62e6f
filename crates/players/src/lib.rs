//! The players of this program.
//!
//! A player is given an [`Observation`], never the game, so it cannot use what it may not know.
//! [`Orders`] accepts only legal commands; after the turn the player returns what to remember. To
//! add a player, write a [`Strategy`] in a new file and add it to [`STRATEGIES`].
//!
//! Where shots are announced, a [`ShotPolicy`] plays.

use admiralty_core::game::{Game, Refusal};
use admiralty_core::player::{ByPlayer, Player};
use admiralty_core::rules::RuleSet;
use admiralty_core::view::Observation;
use bstr::BString;

use runner::TurnRecord;

mod axis;
pub mod classic;
mod memory;
mod orders;
mod placing;
mod public_fact;
pub mod runner;
mod ships;
mod strategy;

pub use admiralty_core::rng::Rng;
pub(crate) use classic::AnnouncedPlan;
pub use classic::ShotPolicy;
pub use memory::{Fact, Memory};
pub use orders::{Orders, OwnShip};
pub use placing::{
    FLEET_ATTEMPTS_MAX, FleetSampler, NoRoom, PLACED_SHIPS_MAX, Placing, ShipPlacement,
    can_place_uniformly, place_missing, place_uniformly,
};
pub use public_fact::PublicFact;
pub use ships::{CarrierFilter, EnemyMap, Foresight, HeatMap};
pub(crate) use strategy::Plan;
pub use strategy::{Effort, MemoryUpdate, PlayerInput, Strategy};

/// The keyword of the `INFORMATION` line with the name of a person who plays.
pub const NAME: &str = "NAME";

/// The keyword of the `INFORMATION` line with the name of a contestant in a recorded game of a
/// tournament.
pub const CONTESTANT_NAME: &str = "player";

/// The players for games in which ships move, the default one first.
pub static STRATEGIES: &[&dyn Strategy] = &[
    &ships::AdmiralPlayer,
    &ships::HuntPlayer,
    &ships::RandomPlayer,
];

/// The player with a name.
///
/// ```
/// assert_eq!(admiralty_players::strategy(b"random").unwrap().name(), "random");
/// assert!(admiralty_players::strategy(b"Random").is_none());
/// ```
pub fn strategy(name: &[u8]) -> Option<&'static dyn Strategy> {
    let mut strategies = STRATEGIES.iter().copied();
    strategies.find(|strategy| strategy.name().as_bytes() == name)
}

/// The players with one name: one for games in which ships move, one for announced shots, or
/// both.
#[derive(Clone, Copy, Debug)]
pub struct PlayerEntry {
    strategy: Option<&'static dyn Strategy>,
    shot_policy: Option<ShotPolicy>,
}

impl PlayerEntry {
    /// The entry with a name.
    ///
    /// ```
    /// use admiralty_players::PlayerEntry;
    /// use admiralty_core::rules;
    /// let admiral = PlayerEntry::named(b"admiral").unwrap();
    /// assert!(admiral.plays(rules::RuleSet::SHIPS) && !admiral.plays(rules::RuleSet::HASBRO));
    /// ```
    pub fn named(name: &[u8]) -> Option<Self> {
        let (strategy, shot_policy) = (strategy(name), ShotPolicy::named(name));
        (strategy.is_some() || shot_policy.is_some()).then_some(Self {
            strategy,
            shot_policy,
        })
    }

    /// All names, each once.
    pub fn names() -> Vec<&'static str> {
        let strategies = STRATEGIES.iter().map(|strategy| strategy.name());
        let shot_policies = ShotPolicy::ALL.into_iter().map(ShotPolicy::name);
        let others = shot_policies.filter(|name| strategy(name.as_bytes()).is_none());
        strategies.chain(others).collect()
    }

    /// The names of those that play a rule set.
    pub fn names_for(rules: &RuleSet) -> Vec<&'static str> {
        let mut names = Self::names();
        names.retain(|name| Self::named(name.as_bytes()).is_some_and(|entry| entry.plays(rules)));
        names
    }

    /// Whether the entry has a player for these rules.
    pub const fn plays(&self, rules: &RuleSet) -> bool {
        if rules.announces_shots() {
            self.shot_policy.is_some()
        } else {
            self.strategy.is_some()
        }
    }
}

/// The players of A and B, unless the script decides, and how much work they may do.
#[derive(Clone, Copy, Debug, Default)]
pub struct Players {
    /// The strategies that override the script.
    pub strategies: ByPlayer<Option<&'static dyn Strategy>>,
    /// The shot policies that override the script, where shots are announced.
    pub shot_policies: ByPlayer<Option<ShotPolicy>>,
    /// How much work a turn may take.
    pub effort: Effort,
}

impl Players {
    /// Assigns an entry to a player, for the kinds of games that it has a player for;
    /// assignments for other kinds are kept.
    pub fn seat(&mut self, player: Player, entry: PlayerEntry) {
        let strategy = &mut self.strategies[player];
        *strategy = entry.strategy.or(*strategy);
        let shot_policy = &mut self.shot_policies[player];
        *shot_policy = entry.shot_policy.or(*shot_policy);
    }

    /// Places the missing ships of the observing player, as at the beginning of its turn.
    ///
    /// # Errors
    ///
    /// See [`place_missing`].
    pub fn place(&self, view: &Observation<'_>) -> Result<Vec<ShipPlacement>, Box<Refusal>> {
        self.chosen(view.rules(), view.player(), view.information())
            .place(view, self.effort)
    }

    /// The name of the player who plays for a side of a game.
    pub fn name(&self, game: &Game, player: Player) -> &'static str {
        self.chosen(game.rules(), player, game.information(player))
            .name()
    }

    /// The player assigned to a side, or else the last one named in what the side remembers.
    pub(crate) fn chosen(
        &self,
        rules: &RuleSet,
        player: Player,
        information: &[BString],
    ) -> Box<dyn ChosenPlayer> {
        let memory = Memory::new(information);
        if rules.announces_shots() {
            let given = self.shot_policies[player];
            Box::new(given.or_else(|| memory.strategy(ShotPolicy::named)))
        } else {
            let given = self.strategies[player];
            Box::new(given.or_else(|| memory.strategy(strategy)))
        }
    }
}

/// The player chosen for a side, of the kind that the game needs: a [`Strategy`] where ships move, a
/// [`ShotPolicy`] where shots are announced. Without one, the default player plays.
pub(crate) trait ChosenPlayer {
    fn name(&self) -> &'static str;

    /// Places the missing ships, as at the beginning of a turn.
    fn place(
        &self,
        view: &Observation<'_>,
        effort: Effort,
    ) -> Result<Vec<ShipPlacement>, Box<Refusal>>;

    /// Plays the turn of the next player.
    fn play(&self, game: &mut Game, effort: Effort) -> Result<TurnRecord, Box<Refusal>>;
}

impl ChosenPlayer for Option<&'static dyn Strategy> {
    fn name(&self) -> &'static str {
        self.unwrap_or(STRATEGIES[0]).name()
    }

    fn place(
        &self,
        view: &Observation<'_>,
        effort: Effort,
    ) -> Result<Vec<ShipPlacement>, Box<Refusal>> {
        let mut input = PlayerInput::new(view, effort);
        let strategy = self.unwrap_or(STRATEGIES[0]);
        strategy.place(view, input.effort, &mut input.rng)
    }

    fn play(&self, game: &mut Game, effort: Effort) -> Result<TurnRecord, Box<Refusal>> {
        runner::play_planned(game, *self, effort)
    }
}

impl ChosenPlayer for Option<ShotPolicy> {
    fn name(&self) -> &'static str {
        self.unwrap_or_default().name()
    }

    fn place(
        &self,
        view: &Observation<'_>,
        effort: Effort,
    ) -> Result<Vec<ShipPlacement>, Box<Refusal>> {
        Ok(AnnouncedPlan::new(view, *self, effort)?.placements)
    }

    fn play(&self, game: &mut Game, effort: Effort) -> Result<TurnRecord, Box<Refusal>> {
        runner::play_announced(game, *self, effort)
    }
}
