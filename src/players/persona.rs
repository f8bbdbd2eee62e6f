//! The program's players by name, whatever the rules.

use super::{GUNNERS, Gunner, Lineup, STRATEGIES, Strategy, gunner, strategy};
use crate::player::Player;
use crate::rules::RuleSet;

/// Who plays under a name: one where ships move, one where shots are called out,
/// or both.
#[derive(Clone, Copy, Debug)]
pub struct Persona {
    strategy: Option<&'static dyn Strategy>,
    gunner: Option<&'static dyn Gunner>,
}

impl Persona {
    /// Who plays under that name, if anybody does.
    ///
    /// ```
    /// use admiralty::{players::Persona, rules};
    /// let admiral = Persona::named(b"admiral").unwrap();
    /// assert!(admiral.plays(&rules::SHIPS) && !admiral.plays(&rules::HASBRO));
    /// ```
    pub fn named(name: &[u8]) -> Option<Self> {
        let (strategy, gunner) = (strategy(name), gunner(name));
        (strategy.is_some() || gunner.is_some()).then_some(Self { strategy, gunner })
    }

    /// All names, each once.
    pub fn names() -> Vec<&'static str> {
        let strategies = STRATEGIES.iter().map(|strategy| strategy.name());
        let gunners = GUNNERS.iter().map(|gunner| gunner.name());
        let gunners = gunners.filter(|name| strategy(name.as_bytes()).is_none());
        strategies.chain(gunners).collect()
    }

    /// Whether it knows how to play those rules.
    pub const fn plays(&self, rules: &RuleSet) -> bool {
        if rules.announces_shots() {
            self.gunner.is_some()
        } else {
            self.strategy.is_some()
        }
    }
}

impl Lineup {
    /// Has somebody play for a player, as far as it knows how; what is given for
    /// other rules stays.
    pub fn seat(&mut self, player: Player, persona: Persona) {
        let strategy = &mut self.strategies[player];
        *strategy = persona.strategy.or(*strategy);
        let gunner = &mut self.gunners[player];
        *gunner = persona.gunner.or(*gunner);
    }
}
