//! Targets without ships that a fleet cannot serve.

use super::writer::Writer;
use crate::player::Player;
use crate::script::{Command, Keyword, Tag};

impl Writer {
    /// Whether targets may be named without ships.
    pub fn is_auto(&self) -> bool {
        let game = self.draft.game();
        game.is_extended() && game.is_auto() && game.is_complete()
    }

    /// Names targets that the fleet cannot serve, if they may be named without
    /// ships.
    pub fn ask_too_much(&mut self) {
        if !self.is_auto() || !self.enter_kind(false) {
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

    fn target(&mut self, player: Player, planes_in: u32, is_beyond: bool) -> Command {
        // One in so many is a plane.
        if self.rng.one_in(planes_in) && !self.contents.lack(Keyword::Spy) {
            return Command::Spy(self.lookout(player));
        }
        let target = match self.some_cannon() {
            Some((at, range)) if !self.rng.one_in(5) => self.rim(at, range, is_beyond),
            cannon => self.aim(player, cannon),
        };
        Command::Shoot(target)
    }
}
