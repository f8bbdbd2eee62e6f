//! One broken command, of all that can be wrong.
//!
//! Nothing here knows a rule: commands near the limits of what is legal are drawn and
//! executed, and the first that is refused for the reason that is the goal is kept.

use super::goals::Goal;
use super::turns::named;
use super::writer::Writer;
use crate::game::Reason;
use crate::geometry::{Direction, Pos};
use crate::player::Player;
use crate::script::{Command, Keyword, Tag};

/// How many goals are tried, before a command that is always wrong is taken.
const GOALS_MAX: u32 = 24;
/// How many commands are drawn for a goal.
const DRAWS: u32 = 60;
/// How many commands are drawn to use up what a ship has for a turn, and how many are
/// executed.
const SPENDING_DRAWS: u32 = 20;
const SPENT_MAX: u32 = 5;

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
            if !self.is_broken {
                self.pursue(goal);
            }
        }
        if !self.is_broken && self.is_wide() {
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
        self.set_scene(goal);
        let is_state = match goal.reason {
            Reason::TheOtherPlayerExpected => return self.open_out_of_turn(),
            // Where it stands may be all that is wrong with it.
            Reason::CommandNotAvailable => self.rng.one_in(2),
            _ => goal.is_of_state(),
        };
        if !self.enter_kind(is_state) {
            return;
        }
        if goal.reason == Reason::ShootsAreUnfeasible {
            return self.ask_too_much();
        }
        let player = self.draft.game().next_player();
        let ships = self.ships(player);
        self.focus = (!ships.is_empty()).then(|| named(&ships[self.rng.index_u32(ships.len())]));
        if !is_state && (goal.is_about_a_turn() || self.rng.one_in(2)) {
            self.spend(goal.word);
        }
        if goal.needs_damage() && !self.rng.one_in(4) {
            self.wear_out(goal);
        }
        for _ in 0..DRAWS {
            let command = self.candidate(goal.word).to_string();
            if self.draft.reason(&command) == Some(goal.reason) {
                self.is_broken = self.draft.append_broken(&[command]).is_some();
                return;
            }
        }
    }

    /// Uses up what the ship in focus has for a turn.
    fn spend(&mut self, word: Keyword) {
        let mut spent = 0;
        for _ in 0..SPENDING_DRAWS {
            let command = self.candidate(word);
            spent += u32::from(spent < SPENT_MAX && self.draft.feed(command));
        }
    }

    /// Names targets that the fleet cannot serve, if they may be named without
    /// ships.
    fn ask_too_much(&mut self) {
        if !self.is_auto() {
            return;
        }
        let player = self.draft.game().next_player();
        for _ in 0..self.rng.below_u32(3) {
            self.action(player);
        }
        // As many as can be served, or few; then one too many, or too far.
        let is_full = self.rng.one_in(2);
        let planes_in = self.rng.choose(&[1, 2, 8, 8]);
        let draws = if is_full { 40 } else { self.rng.below_u32(6) };
        for _ in 0..draws {
            let target = self.target(player, planes_in, false);
            self.draft.feed(target);
        }
        let mut lines = Vec::new();
        for _ in 0..=self.rng.below_u32(3) {
            let is_beyond = !is_full || self.rng.one_in(3);
            lines.push(self.target(player, planes_in, is_beyond).to_string());
        }
        if self.rng.one_in(2) {
            lines.push(self.target(player, planes_in, false).to_string());
        }
        self.is_cut_off = self.rng.one_in(5) && self.is_wide();
        self.is_broken = if self.is_cut_off {
            self.draft.append_unfinished(&lines).is_some()
        } else {
            lines.push(Tag::Player(player).to_string());
            self.draft.append_broken(&lines).is_some()
        };
    }

    /// A target without a ship; one in `planes_in` is a plane's.
    fn target(&mut self, player: Player, planes_in: u32, is_beyond: bool) -> Command {
        if self.rng.one_in(planes_in) && !self.contents.lack(Keyword::Spy) {
            return Command::Spy(self.lookout(player));
        }
        let target = match self.some_cannon() {
            Some((at, range)) if !self.rng.one_in(5) => self.rim(at, range, is_beyond),
            cannon => self.aim(player, cannon),
        };
        Command::Shoot(target)
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
