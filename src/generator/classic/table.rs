//! The beginning of a script: waters and fleets.

use super::ClassicSetup;
use crate::generator::writer::Writer;
use crate::player::Player;
use crate::rules::BoardSides;
use crate::script::{Command, Tag};

impl Writer {
    /// Sets up the game.
    pub fn lay_classic_table(&mut self, waters: ClassicSetup) {
        self.draft.feed(Tag::State);
        let side = self.side(waters);
        let rules = waters.rules;
        self.draft.feed(Command::Rules { rules, side });
        let mut commands = self.settings();
        self.rng.shuffle(&mut commands);
        for command in commands {
            self.draft.feed(command);
        }
        if self.rng.one_in(4) {
            self.print();
        }
        self.draft.feed(Tag::State);
    }

    /// The side of the waters, if it is said.
    fn side(&mut self, waters: ClassicSetup) -> Option<u8> {
        let BoardSides {
            min, max, default, ..
        } = waters.rules.board_sides;
        let side = match waters.side {
            Some(side) => side,
            // Small waters are easier to read.
            None if self.rng.one_in(2) => default,
            None => u8::try_from(self.rng.between(min.into(), max.into())).unwrap_or(default),
        };
        let goes_without_saying = side == default && waters.side.is_none() && self.rng.one_in(2);
        (!waters.rules.board_sides.is_fixed() && !goes_without_saying).then_some(side)
    }

    fn settings(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        // The default fleets are large.
        if !self.rng.one_in(6) {
            for player in Player::BOTH {
                let counts = self.few_ships();
                commands.push(Command::SetFleet { player, counts });
            }
        }
        if self.rng.one_in(3) {
            commands.push(Command::NextPlayer(self.rng.player()));
        }
        if self.rng.one_in(8) {
            commands.push(Command::Srand(self.seed()));
        }
        while self.rng.one_in(6) {
            commands.push(self.information());
        }
        if self.rng.one_in(12) {
            commands.push(Command::SetAiPlayer(self.rng.player()));
        }
        commands
    }

    /// A fleet that is soon sunk, for which there is room everywhere.
    fn few_ships(&mut self) -> Box<[u32]> {
        let rules = self.draft.game().rules();
        let mut counts = vec![0; rules.classes.len()];
        if rules.fleet.is_none() && self.rng.one_in(30) {
            // An empty fleet is complete, and beaten.
            return counts.into();
        }
        let most = if self.rng.one_in(4) { 5 } else { 3 };
        for _ in 0..=self.rng.below_u32(most) {
            counts[self.rng.index_u32(rules.classes.len())] += 1;
        }
        counts.into()
    }
}
