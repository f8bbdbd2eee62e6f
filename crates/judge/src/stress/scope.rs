//! The contents of random scripts.

use super::script_run::{ScriptRun, ScriptStep};
use admiralty_core::game::Game;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Keyword, Line, Reason};

/// The part of the language that scripts use.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Scope {
    /// What the assignment itself describes: its commands, its reasons, lines as in its own
    /// tests. Programs may handle everything else as they like.
    Assignment,
    /// The whole language, including what `docs/DECISIONS.md` decides where the assignment is
    /// silent.
    #[default]
    Language,
}

/// A game with announced shots.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ClassicSetup {
    pub(super) rules: RuleSet,
    /// The side of the waters; if `None`, each script chooses one.
    pub(super) side: Option<u8>,
}

impl ClassicSetup {
    /// Games of a rule set; `None` if it does not announce shots, or does not allow that
    /// side. Without a side, scripts use all sides that are allowed.
    ///
    /// ```
    /// use admiralty_judge::stress::{ClassicSetup, ScriptContents, random_script};
    /// use admiralty_core::rules::RuleSet;
    /// let waters = ClassicSetup::new(RuleSet::GERMAN, Some(12)).expect("waters");
    /// let contents = ScriptContents { classic: Some(waters), ..ScriptContents::default() };
    /// let script = random_script(7, None, contents);
    /// assert!(String::from_utf8_lossy(&script).contains("RULES german 12"));
    /// assert_eq!(ClassicSetup::new(RuleSet::SHIPS, None), None);
    /// assert_eq!(ClassicSetup::new(RuleSet::GERMAN, Some(9)), None);
    /// ```
    pub fn new(rules: &RuleSet, side: Option<u8>) -> Option<Self> {
        let has_side = side.is_none_or(|side| rules.board_sides.side(side.into()).is_some());
        (rules.announces_shots() && has_side).then_some(Self {
            rules: *rules,
            side,
        })
    }

    /// The rule set.
    pub const fn rules(self) -> RuleSet {
        self.rules
    }
}

/// The contents that scripts may have; by default, games of `ships` in the whole language.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct ScriptContents {
    /// The part of the language that they use.
    pub scope: Scope,
    /// The game, if it is one with announced shots instead of `ships`.
    pub classic: Option<ClassicSetup>,
    /// For each of [`Keyword::ALL`], whether scripts leave the command out, except a `RULES` that
    /// the game needs.
    pub without: [bool; Keyword::ALL.len()],
}

impl ScriptContents {
    /// Whether scripts go beyond what the assignment describes.
    pub(super) fn are_wide(&self) -> bool {
        self.scope == Scope::Language
    }

    /// Whether a command is excluded.
    pub(super) const fn lack(&self, word: Keyword) -> bool {
        // A game of other rules starts with this command.
        let is_needed = matches!(word, Keyword::Rules) && self.classic.is_some();
        self.without[word as usize] && !is_needed
    }

    /// Whether scripts may fail with a reason at a command: one of the assignment or, where
    /// shots are announced, one that is equally clear.
    pub(super) fn allow_failure(&self, word: Option<Keyword>, reason: Reason) -> bool {
        if self.are_wide() {
            return true;
        }
        if self.classic.is_some() {
            use Reason::{CommandNotAvailable, FieldAlreadyShot, InvalidArguments};
            let clear = [CommandNotAvailable, FieldAlreadyShot, InvalidArguments];
            return reason.is_of_assignment() || clear.contains(&reason);
        }
        let is_ours = match word {
            Some(Keyword::SetFleet) => true,
            Some(Keyword::Reef) => reason == Reason::PlacingShipOnReef,
            Some(Keyword::Ship) => reason == Reason::NotInStartingPosition,
            _ => false,
        };
        reason.is_of_assignment() && !is_ours
    }

    /// Whether scripts may have a command.
    pub(super) fn allow_command(&self, command: &Command) -> bool {
        let is_clear = match command {
            Command::Rules(_) => self.classic.is_some(),
            Command::Information { text, .. } => text != Command::FORGET,
            _ => true,
        };
        !self.lack(command.keyword()) && (is_clear || self.are_wide())
    }

    /// Whether scripts may have a line.
    pub(super) fn allow(&self, step: &ScriptStep) -> bool {
        let is_outside = step.within.is_none() && step.tag.is_none();
        let is_clear = !step.is_open && !is_outside;
        let command = step.command.as_ref();
        (is_clear || self.are_wide())
            && step.word.is_none_or(|word| !self.lack(word))
            && command.is_none_or(|command| self.allow_command(command))
    }

    /// Whether a script has these contents. A script that was reduced may no longer have
    /// them.
    pub(super) fn include(&self, run: &ScriptRun) -> bool {
        let is_open = run.steps.last().is_some_and(|step| step.group.is_some());
        let is_failure_known = run.failure().is_none_or(|failure| {
            let word = Line::words(&failure.command).next();
            let word = word.and_then(Keyword::from_token);
            self.allow_failure(word, failure.reason())
        });
        self.have_game(run.game())
            && run.steps.iter().all(|step| self.allow(step))
            && (self.are_wide() || run.ending.is_some() || !is_open)
            && is_failure_known
    }

    fn have_game(&self, game: &Game) -> bool {
        let Some(ClassicSetup { rules, side }) = self.classic else {
            return game.rules() == RuleSet::SHIPS;
        };
        let columns = game.board().size().columns;
        *game.rules() == rules && side.is_none_or(|side| i32::from(side) == columns)
    }
}

#[cfg(test)]
mod tests {
    use super::super::generator::{ScriptKind, random_script};
    use super::super::goals::GOALS;
    use super::*;
    use bstr::ByteSlice;

    /// The most scripts until each rule was broken, with a margin.
    const SEEDS: u64 = 4000;

    #[test]
    fn scripts_of_the_assignment_ask_nothing_that_is_open_and_break_all_its_rules() {
        let contents = ScriptContents {
            scope: Scope::Assignment,
            ..ScriptContents::default()
        };
        let goals = GOALS.iter().filter(|goal| goal.can_be(&contents));
        let mut left: Vec<_> = goals.map(|goal| (goal.word, goal.reason)).collect();
        for seed in 0..SEEDS {
            let script = random_script(seed, Some(ScriptKind::Broken), contents);
            let run = ScriptRun::of(&script);
            assert!(contents.include(&run), "{seed}");
            let failure = run.failure();
            let failure = failure.unwrap_or_else(|| panic!("{seed}: {}", script.as_bstr()));
            let word = Line::words(&failure.command).next();
            let word = word.and_then(Keyword::from_token);
            // A tag that is out of turn is no command.
            let broken = (word.or(Some(Keyword::Print)), failure.reason());
            left.retain(|goal| *goal != broken);
            if left.is_empty() {
                return;
            }
        }
        panic!("never broken: {left:?}");
    }

    #[test]
    fn what_the_assignment_leaves_open_occurs_only_in_the_whole_language() {
        for (script, is_known) in [
            ("[state]\nPRINT 0\n[state]\n", true),
            ("[state]\nPRINT 0\n", false),
            ("[state]\nREEF 21 0\n", true),
            ("[state]\nSHIP A 20 0 N 0 DES 11\n", false),
            ("[state]\nREEF 2 0\nSHIP A 2 0 N 0 DES 11\n", true),
            ("[state]\nSHIP A 2 0 N 0 DES 11\nREEF 2 0\n", false),
            (
                "[state]\nSHIP A 2 0 N 1 DES 11\nSET_FLEET A 0 0 0 1\n",
                false,
            ),
            ("[state]\nINFORMATION A seen\n[state]\n", true),
            ("[state]\nINFORMATION A FORGET\n[state]\n", false),
            ("[state]\nRULES ships\n[state]\n", false),
            ("PARTS REMAINING:: A : 1 B : 1\n", false),
            ("PRINT 0\n", false),
            ("[playerA]\n[state]\n", false),
            ("[playerA]\nMOVE 0 DES F\n", false),
            ("[playerA]\nSPY 1 1\n", false),
            ("[playerB]\n", true),
        ] {
            let replay = ScriptRun::of(script.as_bytes());
            let include = |scope, without| {
                let contents = ScriptContents {
                    scope,
                    without,
                    ..ScriptContents::default()
                };
                contents.include(&replay)
            };
            let all = ScriptContents::default().without;
            assert_eq!(include(Scope::Assignment, all), is_known, "{script}");
            assert!(include(Scope::Language, all), "{script}");
            let without = Keyword::ALL.map(|word| matches!(word, Keyword::Print | Keyword::Ship));
            let has = script.contains("PRINT") || script.contains("\nSHIP");
            assert_eq!(include(Scope::Language, without), !has, "{script}");
        }
    }
}
