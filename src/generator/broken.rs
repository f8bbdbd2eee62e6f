//! One broken command, chosen over all that can be wrong.

use super::breach::{Breach, sort};
use super::goals::Goal;
use super::writer::Writer;
use crate::game::Reason;
use crate::geometry::{Direction, Pos};
use crate::script::{Command, GroupKind, Keyword, Tag};

/// How many goals are tried, before a command that is always wrong is taken.
const GOALS_MAX: u32 = 12;
/// How often each of them is tried.
const TRIES: u32 = 2;

impl Writer {
    /// Breaks a rule here, in whatever group is open or another one.
    pub fn break_rule(&mut self) {
        if self.is_over() {
            return;
        }
        if self.is_wide() && self.rng.one_in(7) {
            self.break_form();
        }
        for _ in 0..GOALS_MAX {
            let drawn = Goal::draw(&mut self.rng, &self.contents);
            let goal = self.goal.take().unwrap_or(drawn);
            for _ in 0..TRIES {
                if !self.is_broken {
                    self.pursue(goal);
                }
            }
            if self.is_broken {
                return;
            }
        }
        if self.is_wide() {
            self.break_form();
        }
        if !self.is_broken {
            self.place_outside();
        }
        // Where no ship may be placed.
        if !self.is_broken {
            self.open_out_of_turn();
        }
    }

    /// Tries to reach a goal, if the game is one in which that can be.
    fn pursue(&mut self, goal: Goal) {
        if goal.needs_fleets() && !self.draft.game().is_complete() {
            self.complete_fleets();
        }
        match goal.reason {
            Reason::TheOtherPlayerExpected => self.open_out_of_turn(),
            Reason::ShootsAreUnfeasible => self.ask_too_much(),
            Reason::InvalidArguments | Reason::CommandNotAvailable if self.classic.is_some() => {
                self.break_line(goal);
            }
            _ => {
                if goal.needs_missing_ship() && !self.rng.one_in(3) {
                    self.want_ship(goal);
                }
                if goal.word == Keyword::SetFleet && self.rng.one_in(2) {
                    self.leave_gap();
                }
                if goal.needs_site() && self.rng.one_in(2) {
                    self.lay_reefs();
                }
                if self.enter_kind(goal.group() == GroupKind::State) {
                    self.break_command(goal);
                }
            }
        }
    }

    /// Writes a command that breaks the rule of the goal, and perhaps others
    /// that come later, each set of them as likely as any other that was found.
    fn break_command(&mut self, goal: Goal) {
        let word = goal.word;
        if self.classic.is_some() {
            self.prepare_classic(goal);
        } else if matches!(word, Keyword::Move | Keyword::Shoot | Keyword::Spy) {
            self.prepare(goal);
        }
        let commands = self.candidates(word);
        let mut sorted = sort(&self.draft, commands);
        if !self.is_wide() && self.classic.is_none() {
            // What the assignment has no words for.
            sorted.retain(|breaches, _| match word {
                Keyword::SetFleet => false,
                Keyword::Reef => !breaches.has(Breach::Reef),
                _ => !breaches.has(Breach::Mode) && !breaches.has(Breach::Absent),
            });
        }
        sorted.retain(|_, commands| self.draft.reason(&commands[0]) == Some(goal.reason));
        // Which of two rules comes first, programs get wrong more often than
        // each of them.
        if sorted.keys().any(|breaches| breaches.are_several()) && !self.rng.one_in(3) {
            sorted.retain(|breaches, _| breaches.are_several());
        }
        let set = self.rng.index_u32(sorted.len());
        if let Some(commands) = sorted.values().nth(set) {
            let command = commands[self.rng.index_u32(commands.len())].to_string();
            self.is_broken = self.draft.append_broken(&[command]).is_some();
        }
    }

    /// Opens the turn of the player who is not next.
    fn open_out_of_turn(&mut self) {
        if self.leave() {
            let player = self.draft.game().next_player().opponent();
            let tag = Tag::Player(player).to_string();
            self.is_broken = self.draft.append_broken(&[tag]).is_some();
        }
    }

    /// Places a ship off the board, which is wrong in every turn.
    fn place_outside(&mut self) {
        self.enter_kind(false);
        let ship = self.any_ship();
        let command = Command::PlaceShip {
            ship,
            head: Pos::new(-1, -1),
            direction: Direction::North,
        };
        self.is_broken = self.draft.append_broken(&[command.to_string()]).is_some();
    }
}
