//! One broken command, of all that can be wrong.
//!
//! Commands near the limits of what is legal are drawn, and the first that is refused for
//! the reason that is the goal is kept.

use super::goals::Goal;
use super::writer::Writer;
use crate::game::Reason;
use crate::script::{Command, GroupKind, Keyword, Tag};

/// How many goals are tried, before a tag out of turn is taken.
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
        let is_about_form = self.contents.are_wide() && self.rng.one_in(7);
        self.is_broken = is_about_form && self.break_form();
        for _ in 0..GOALS_MAX {
            let drawn = Goal::draw(&mut self.rng, &self.contents);
            let goal = self.goal.take().unwrap_or(drawn);
            self.is_broken = self.is_broken || self.pursue(goal);
        }
        self.is_broken = self.is_broken || self.open_out_of_turn();
    }

    /// Tries to reach a goal, if the game is one in which that can be.
    fn pursue(&mut self, goal: Goal) -> bool {
        self.set_scene(goal);
        let is_of_state = goal.word.is_of_kind(GroupKind::State);
        let is_state = match goal.reason {
            Reason::TheOtherPlayerExpected => return self.open_out_of_turn(),
            // Where it stands may be all that is wrong with it.
            Reason::CommandNotAvailable => self.rng.one_in(2),
            _ => is_of_state,
        };
        if !self.enter_kind(is_state) {
            return false;
        }
        if goal.is_unfeasible() {
            return self.ask_too_much();
        }
        self.choose_ship();
        if !is_of_state && (goal.is_about_a_turn() || !self.rng.one_in(3)) {
            self.spend(goal.word);
        }
        if goal.needs_damage() && !self.rng.one_in(4) {
            self.wear_out(goal.word);
        }
        (0..DRAWS).any(|_| {
            let command = self.draw(goal.word).to_string();
            let is_it = self.draft.reason(&command) == Some(goal.reason);
            is_it && self.draft.append_broken(vec![command])
        })
    }

    /// Changes the state so that a goal comes closer.
    fn set_scene(&mut self, goal: Goal) {
        let is_of_other = goal.reason == Reason::NotAllShipsPlaced && self.rng.one_in(2);
        if (goal.needs_fleets() || is_of_other) && !self.draft.game().is_complete() {
            self.preset_fleets(false);
        }
        let mut words = Vec::new();
        if goal.needs_missing_ship() && !self.rng.one_in(3) {
            words.push(Keyword::SetFleet);
        }
        if goal.word == Keyword::Move || goal.reason == Reason::PlacingShipOnReef {
            let reefs = self.rng.below_u32(4);
            words.extend((0..reefs).map(|_| Keyword::Reef));
        }
        if !words.is_empty() && self.enter(Tag::State) {
            let next = self.draft.game().next_player();
            self.bias.player = Some(if is_of_other { next.opponent() } else { next });
            for word in words {
                self.feed_any(word);
            }
            self.bias.player = None;
            self.leave();
        }
    }

    /// Uses up what the chosen ship has for a turn.
    fn spend(&mut self, word: Keyword) {
        let mut spent = 0;
        for _ in 0..SPENDING_DRAWS {
            let command = self.draw(word);
            spent += u32::from(spent < SPENT_MAX && self.draft.feed(command));
        }
    }

    /// Destroys the engine of the chosen ship, or its cannon, with whatever reaches it.
    fn wear_out(&mut self, word: Keyword) {
        let game = self.draft.game();
        let fleet = game.fleet(game.next_player());
        let id = self
            .bias
            .ship
            .and_then(|ship| fleet.ship(ship.class, ship.index));
        let Some(ship) = id.map(|id| game.board().ship(id)) else {
            return;
        };
        let target = match word {
            Keyword::Move => ship.engine(),
            _ => ship.cannon(),
        };
        if game.is_auto() || !self.draft.feed(Command::Shoot(target)) {
            self.placed_ships()
                .into_iter()
                .any(|ship| self.draft.feed(Command::ShootFrom { ship, target }));
        }
    }

    /// Names targets that the fleet cannot serve, if they may be named without ships.
    fn ask_too_much(&mut self) -> bool {
        let game = self.draft.game();
        if !(game.is_extended() && game.is_auto() && game.is_complete()) {
            return false;
        }
        let player = game.next_player();
        for _ in 0..self.rng.below_u32(3) {
            self.act();
        }
        self.bias.is_unnamed = true;
        // As many as can be served, or few; then some too many, or too far.
        let draws = self.rng.choose(&[0, 1, 3, 40, 40, 40]);
        let planes_in = self.rng.choose(&[1, 2, 8, 8]);
        let target = |writer: &mut Self| {
            let is_plane = writer.rng.one_in(planes_in) && !writer.contents.lack(Keyword::Spy);
            writer.draw(if is_plane {
                Keyword::Spy
            } else {
                Keyword::Shoot
            })
        };
        for _ in 0..draws {
            self.choose_ship();
            let target = target(self);
            self.draft.feed(target);
        }
        let is_broken = (0..DRAWS / 4).any(|_| {
            let count = 1 + self.rng.below_u32(4);
            let targets = (0..count).map(|_| target(self).to_string());
            let mut lines: Vec<_> = targets.collect();
            lines.push(Tag::Player(player).to_string());
            self.draft.append_broken(lines)
        });
        self.bias.is_unnamed = false;
        self.is_cut_off = is_broken && self.contents.are_wide() && self.rng.one_in(5);
        if self.is_cut_off {
            self.draft.drop_last();
        }
        is_broken
    }

    /// Opens the turn of the player who is not next.
    fn open_out_of_turn(&mut self) -> bool {
        let is_closed = self.leave();
        let player = self.draft.game().next_player().opponent();
        is_closed
            && self
                .draft
                .append_broken(vec![Tag::Player(player).to_string()])
    }

    /// Writes a line that fails whatever the state of the game is: badly written, or
    /// where it does not belong.
    fn break_form(&mut self) -> bool {
        let reason = self.rng.choose(&[
            Reason::UnknownCommand,
            Reason::InvalidArguments,
            Reason::InvalidArguments,
            Reason::CommandNotAvailable,
            Reason::CommandNotAvailable,
            Reason::GroupNotClosed,
        ]);
        if self.draft.group().is_none() && !self.rng.one_in(4) {
            let is_state = self.rng.one_in(2);
            self.enter_kind(is_state);
        }
        (0..DRAWS).any(|_| {
            if reason == Reason::CommandNotAvailable && self.rng.one_in(30) {
                self.leave();
            }
            let word = self.rng.choose(&Keyword::ALL);
            let command = self.draw(word).to_string();
            let line = match reason {
                Reason::UnknownCommand => self.unknown(word.text()),
                Reason::InvalidArguments => self.misspelt(&command),
                Reason::GroupNotClosed => {
                    let tags = [Tag::State, Tag::PLAYER_A, Tag::PLAYER_B];
                    self.rng.choose(&tags).to_string()
                }
                _ if self.rng.one_in(2) => self.misspelt(&command),
                _ => command,
            };
            let is_it = self.draft.reason(&line) == Some(reason);
            is_it && self.draft.append_broken(vec![line])
        })
    }

    /// A line that begins with no word of the language, but with something like one.
    fn unknown(&mut self, word: &str) -> String {
        let tags = ["[State]", "[playerC]", "[state", "state", "[player A]"];
        let tag = self.rng.choose(&tags);
        let lines = [
            word.to_lowercase(),
            word.replace('_', ""),
            word[1..].to_owned(),
            format!("{word}S 1 2"),
            tag.to_owned(),
            format!("[state] {word}"),
            "INVALID OPERATION \"SAVE\": COMMAND NOT AVAILABLE".to_owned(),
            format!("  {}\t 03   +4 ", word.to_lowercase()),
        ];
        lines[self.rng.index_u32(lines.len())].clone()
    }

    /// A command with something wrong in its arguments.
    fn misspelt(&mut self, command: &str) -> String {
        const TOKENS: [&str; 16] = [
            "x",
            "-1",
            "2",
            "1.5",
            "2147483648",
            "-2147483649",
            "0x1",
            "+",
            "1a",
            "a",
            "C",
            "n",
            "SUB",
            "car",
            "11211",
            "111111",
        ];
        let mut tokens: Vec<_> = command.split(' ').collect();
        let at = 1 + self.rng.index_u32(tokens.len());
        match self.rng.below_u32(6) {
            0 if at < tokens.len() => {
                tokens.remove(at);
            }
            1 => tokens.insert(at, self.rng.choose(&["0", "A", "07", "1"])),
            2 if at + 1 < tokens.len() => tokens.swap(at, at + 1),
            _ if at < tokens.len() => tokens[at] = self.rng.choose(&TOKENS),
            _ => tokens.push("0"),
        }
        tokens.join(" ")
    }
}
