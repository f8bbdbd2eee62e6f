//! Who plays a side, and the levels of the built-in players.

use crate::players::{SHOT_POLICIES, STRATEGIES, Strategy, strategy};
use crate::rules::RuleSet;

/// Who plays a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// A person at the keyboard.
    Person,
    /// A built-in player, by name.
    Computer(&'static str),
}

/// The number of levels where shots are announced: the first players in the list.
pub const CLASSIC_LEVELS: usize = 5;

/// The names of the built-in players of a rule set.
pub fn players(rules: &RuleSet) -> Vec<&'static str> {
    if rules.announces_shots() {
        SHOT_POLICIES
            .iter()
            .map(|shot_policy| shot_policy.name())
            .collect()
    } else {
        let names = STRATEGIES.iter().rev();
        names.map(|strategy| Strategy::name(*strategy)).collect()
    }
}

/// The names of the players that are the levels of a rule set, from the weakest on. A rule
/// set may name its own easiest player.
///
/// ```
/// use admiralty::{play, rules};
/// assert_eq!(play::levels(&rules::ITALIAN)[0], "random");
/// assert_eq!(play::levels(&rules::GERMAN)[0], "forgetful");
/// assert_eq!(play::levels(&rules::SHIPS), ["random", "hunt", "density", "admiral"]);
/// ```
pub fn levels(rules: &RuleSet) -> Vec<&'static str> {
    let mut levels = players(rules);
    if let Some(screen) = rules.screen_style() {
        levels.truncate(CLASSIC_LEVELS);
        if let Some(easiest) = screen.easiest {
            levels[0] = easiest;
        }
    } else {
        levels.retain(|name| strategy(name.as_bytes()).is_some_and(Strategy::is_level));
    }
    levels
}

/// The default level: the second where shots are announced, the third where ships move.
pub fn usual_level(rules: &RuleSet) -> &'static str {
    levels(rules)[if rules.announces_shots() { 1 } else { 2 }]
}
