//! What is different in scripts of games in which shots are announced: the
//! setup (`table`), and turns and what is changed between them (`turns`). The rest is as in
//! `ships`.

mod table;
mod turns;

use crate::game::Game;
use crate::rules::RuleSet;

/// A game in which shots are announced.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassicSetup {
    pub(super) rules: &'static RuleSet,
    /// The side of the waters; each script has its own, if nothing is said.
    side: Option<u8>,
}

impl ClassicSetup {
    /// Games of a rule set; nothing, if it announces no shots, or has no waters of
    /// that side. Without a side, scripts have all that there are.
    ///
    /// ```
    /// use admiralty::generator::{Script, ClassicSetup};
    /// use admiralty::rules::{GERMAN, SHIPS};
    /// let waters = ClassicSetup::new(&GERMAN, Some(12)).expect("waters");
    /// let script = Script::new(7).classic(waters).write();
    /// assert!(String::from_utf8_lossy(&script).contains("RULES german 12"));
    /// assert_eq!(ClassicSetup::new(&SHIPS, None), None);
    /// assert_eq!(ClassicSetup::new(&GERMAN, Some(9)), None);
    /// ```
    pub fn new(rules: &'static RuleSet, side: Option<u8>) -> Option<Self> {
        let has_side = side.is_none_or(|side| rules.board_sides.side(side.into()).is_some());
        (rules.announces_shots() && has_side).then_some(Self { rules, side })
    }

    /// Whether a game is one of these.
    pub(super) fn are_of(self, game: &Game) -> bool {
        let columns = game.board().size().columns;
        let has_side = self.side.is_none_or(|side| i32::from(side) == columns);
        game.rules() == self.rules && has_side
    }

    /// The rule set.
    pub const fn rules(self) -> &'static RuleSet {
        self.rules
    }
}
