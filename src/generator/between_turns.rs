//! State groups between turns: what is looked at, and what is changed.

use super::writer::Writer;
use crate::geometry::{Rect, Size};
use crate::player::Player;
use crate::script::{Command, Tag};

impl Writer {
    /// Prints the board in the group that is open. The assignment does not say
    /// what is printed while targets wait for the end of the turn.
    pub fn print(&mut self) {
        let mode = self.rng.mode();
        if self.is_wide() || self.draft.game().targets().is_empty() {
            self.draft.feed(Command::Print(mode));
        }
    }

    /// Prints or saves the state in a group of its own, which may stay open.
    pub fn show(&mut self) {
        if !self.enter(Tag::State) {
            return;
        }
        let what = self.rng.below_u32(6);
        if what < 5 {
            self.print();
        }
        if what > 3 {
            self.draft.feed(Command::Save);
        }
        if self.rng.one_in(2) {
            self.leave();
        }
    }

    /// Changes the state between two turns.
    pub fn interlude(&mut self) {
        if self.is_wide() && self.rng.one_in(3) {
            self.echo();
        }
        if !self.enter(Tag::State) {
            return;
        }
        for _ in 0..self.rng.below_u32(3) {
            if self.classic.is_some() {
                self.change_classic();
            } else {
                self.change();
            }
        }
        self.leave();
    }

    fn change(&mut self) {
        let size = self.draft.game().board().size();
        match self.rng.below_u32(20) {
            0 | 1 => {
                let player = self.rng.player();
                self.draft.feed(Command::NextPlayer(player));
            }
            2..5 => {
                let reef = self.rng.field(size);
                self.draft.feed(Command::Reef(reef));
            }
            5 => {
                let seed = self.seed();
                self.draft.feed(Command::Srand(seed));
            }
            6 | 7 => {
                let command = self.information();
                self.draft.feed(command);
            }
            8 if self.is_wide() => {
                let player = self.rng.player();
                self.draft.feed(Command::forget(player));
            }
            9 => self.ask_program(),
            10 => {
                self.draft.feed(Command::ExtendedShips);
            }
            11 => {
                self.draft.feed(Command::AutoShooting);
            }
            12 => {
                let player = self.rng.player();
                self.enlarge_fleet(player);
            }
            13 | 14 => {
                let player = self.rng.player();
                self.preset(player, false);
            }
            15 => {
                let (one, other) = (self.rng.field(size), self.rng.field(size));
                let player = self.rng.player();
                let start = Rect::spanning(one, other).grown(1);
                self.draft.feed(Command::InitPosition { player, start });
            }
            16 => self.begin_again(),
            17 => {
                self.draft.feed(Command::Save);
            }
            _ => self.print(),
        }
    }

    /// Has the program play for a player, but not for both: the script must not
    /// end in such a turn.
    pub fn ask_program(&mut self) {
        let player = self.rng.player();
        if !self.draft.game().is_ai(player.opponent()) {
            self.draft.feed(Command::SetAiPlayer(player));
        }
    }

    /// Gives a player's fleet one more ship, or a few.
    pub fn enlarge_fleet(&mut self, player: Player) {
        let fleet = self.draft.game().fleet(player);
        let mut counts: Box<[u32]> = fleet.counts().collect();
        for _ in 0..=self.rng.below_u32(2) {
            let class = self.rng.index_u32(counts.len());
            counts[class] = counts[class].saturating_add(1);
        }
        self.draft.feed(Command::SetFleet { player, counts });
    }

    fn begin_again(&mut self) {
        let rules = self.draft.game().rules();
        if self.is_wide() && self.rng.one_in(2) {
            self.draft.feed(Command::Rules { rules, side: None });
            return;
        }
        let Size { rows, columns } = self.draft.game().board().size();
        let size = Size {
            rows: (rows + self.rng.between(-2, 2)).max(1),
            columns: (columns + self.rng.between(-2, 2)).max(1),
        };
        self.draft.feed(Command::BoardSize(size));
        for _ in 0..self.rng.below_u32(6) {
            let player = self.rng.player();
            self.preset(player, false);
        }
    }

    /// What a program prints, between groups, where it is passed over.
    fn echo(&mut self) {
        const LINES: [&str; 8] = [
            "PARTS REMAINING:: A : 3 B : 12",
            "A won",
            "B won",
            " 0123456789",
            "0 @!+%  #?",
            "??? xx ++ #",
            "MISS 3 4",
            "SUNK 3 4 DES 0",
        ];
        if self.leave() {
            for _ in 0..=self.rng.below_u32(2) {
                let line = self.rng.choose(&LINES);
                self.draft.feed(line);
            }
        }
    }
}
