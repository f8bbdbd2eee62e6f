//! Who sits at the table.

use crate::ai::{GUNNERS, Gunner, STRATEGIES, Strategy};
use crate::rules::RuleSet;

/// Who plays for one side.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Seat {
    /// Somebody at the keyboard.
    Person,
    /// A player of this program, by name.
    Machine(&'static str),
}

/// The names of this program's players of a rule set, from the weakest on.
///
/// ```
/// use admiralty::{play, rules};
/// assert_eq!(play::levels(&rules::ITALIAN)[0], "random");
/// assert_eq!(play::levels(&rules::SHIPS)[0], "random");
/// ```
pub fn levels(rules: &RuleSet) -> Vec<&'static str> {
    if rules.announces_shots() {
        GUNNERS.iter().map(|gunner| Gunner::name(*gunner)).collect()
    } else {
        let names = STRATEGIES.iter().rev();
        names.map(|strategy| Strategy::name(*strategy)).collect()
    }
}

/// The level that is played when none is chosen: in the middle.
pub fn usual_level(rules: &RuleSet) -> &'static str {
    let levels = levels(rules);
    levels[levels.len() / 3]
}
