//! Who sits at the table.

use crate::players::{SHOT_POLICIES, STRATEGIES, ShotPolicy, Strategy};
use crate::rules::RuleSet;

/// Who plays for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// A player of this program, by name.
    Computer(&'static str),
}

/// How many levels a game has in which shots are announced: they are the first of
/// its players.
pub const CLASSIC_LEVELS: usize = 5;

/// The names of this program's players of a rule set.
pub fn players(rules: &RuleSet) -> Vec<&'static str> {
    if rules.announces_shots() {
        SHOT_POLICIES
            .iter()
            .map(|shot_policy| ShotPolicy::name(*shot_policy))
            .collect()
    } else {
        let names = STRATEGIES.iter().rev();
        names.map(|strategy| Strategy::name(*strategy)).collect()
    }
}

/// Those of them that are the levels of the game, from the weakest on. The easiest one
/// may be that of the game's description.
///
/// ```
/// use admiralty::{play, rules};
/// assert_eq!(play::levels(&rules::ITALIAN)[0], "random");
/// assert_eq!(play::levels(&rules::GERMAN)[0], "forgetful");
/// assert_eq!(play::levels(&rules::SHIPS)[0], "random");
/// ```
pub fn levels(rules: &RuleSet) -> Vec<&'static str> {
    let mut levels = players(rules);
    if let Some(screen) = rules.screen_style() {
        levels.truncate(CLASSIC_LEVELS);
        if let Some(easiest) = screen.easiest {
            levels[0] = easiest;
        }
    }
    levels
}

/// The level that is played when none is chosen: in the middle.
pub fn usual_level(rules: &RuleSet) -> &'static str {
    let levels = levels(rules);
    levels[levels.len() / 3]
}
