//! The beginning of a script: board, fleets, rectangles, reefs, modes.

use super::writer::Writer;
use crate::game::Reason;
use crate::geometry::{Pos, Rect, Size};
use crate::player::Player;
use crate::rules::ShipClass;
use crate::script::{Command, Keyword, Tag};

impl Writer {
    /// Sets up the game, or leaves it as a fresh one is.
    pub fn lay_table(&mut self) {
        if let Some(waters) = self.classic {
            self.lay_classic_table(waters);
            return;
        }
        let size = self.size();
        let is_plain = self.goal.is_none_or(|goal| !goal.needs_cannons());
        if size.is_none() && is_plain && self.rng.one_in(5) {
            return;
        }
        self.draft.feed(Tag::State);
        let mut commands = self.commands(size);
        self.rng.shuffle(&mut commands);
        if let Some(size) = size {
            // Now and then it clears away what was there.
            let at = if self.rng.one_in(4) {
                self.clutter();
                self.rng.index_u32(commands.len() + 1)
            } else {
                0
            };
            commands.insert(at, Command::BoardSize(size));
        }
        for command in commands {
            self.draft.feed(command);
        }
        if self.rng.one_in(4) {
            self.print();
        }
        self.draft.feed(Tag::State);
    }

    /// The size of the board, unless it is to be that of a fresh game.
    fn size(&mut self) -> Option<Size> {
        // Where the numbers of rows and columns grow by a digit.
        const EDGES: [i32; 9] = [9, 10, 11, 12, 99, 100, 101, 102, 103];
        let (short, long) = (self.rng.between(1, 9), self.rng.between(11, 120));
        let (rows, columns) = match self.rng.below_u32(12) {
            0..3 => return None,
            3..7 => (self.rng.between(3, 12), self.rng.between(3, 12)),
            7 => (short, long),
            8 => (long, short),
            9 => (self.rng.choose(&EDGES), self.rng.between(2, 12)),
            10 => (self.rng.between(2, 12), self.rng.choose(&EDGES)),
            _ => (self.rng.between(11, 40), self.rng.between(11, 40)),
        };
        let is_fixed = self.contents.lack(Keyword::BoardSize);
        (!is_fixed).then_some(Size { rows, columns })
    }

    /// What `BOARD_SIZE` is to clear away.
    fn clutter(&mut self) {
        for _ in 0..=self.rng.below_u32(3) {
            let reef = self.rng.field(self.draft.game().board().size());
            self.draft.feed(Command::Reef(reef));
            let player = self.rng.player();
            self.preset(player, true);
        }
    }

    /// The commands that set up the game, in any order.
    fn commands(&mut self, size: Option<Size>) -> Vec<Command> {
        let is_fresh = size.is_none();
        let size = size.unwrap_or(self.draft.game().board().size());
        let mut commands = Vec::new();
        if !(is_fresh && self.rng.one_in(4)) {
            for player in Player::BOTH {
                let counts = self.counts(size);
                commands.push(Command::SetFleet { player, counts });
            }
        }
        if !is_fresh || self.rng.one_in(4) {
            commands.extend(self.rectangles(size));
        }
        if self.rng.one_in(3) {
            commands.push(Command::NextPlayer(self.rng.player()));
        }
        let reefs = match self.rng.below_u32(4) {
            0 => 1 + self.rng.below_u32(6),
            1 => self.rng.below_u32(3),
            _ => 0,
        };
        commands.extend((0..reefs).map(|_| Command::Reef(self.rng.field(size))));
        commands.extend(self.modes());
        commands
    }

    fn modes(&mut self) -> Vec<Command> {
        let mut commands = Vec::new();
        let mode = match self.goal {
            Some(goal) if goal.reason == Reason::ShootsAreUnfeasible => 7,
            Some(goal) if goal.needs_cannons() => 3 + self.rng.below_u32(5),
            _ => self.rng.below_u32(8),
        };
        if mode > 2 {
            commands.push(Command::ExtendedShips);
        }
        // Alone it changes nothing.
        if mode > 5 || self.rng.one_in(20) {
            commands.push(Command::AutoShooting);
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

    /// A small fleet, for which there should be room.
    fn counts(&mut self, size: Size) -> Box<[u32]> {
        let classes = self.draft.game().rules().classes;
        // Two fleets, each ship with the fields around it; half of that is
        // enough, because neighbours share them.
        let room = i64::from(size.rows + 1) * i64::from(size.columns + 1) / 3;
        let mut left = u32::try_from(room).unwrap_or(u32::MAX);
        let fits = |class: &ShipClass| i32::from(class.length) <= size.rows.max(size.columns);
        let mut counts = vec![0; classes.len()];
        if self.rng.one_in(40) {
            // An empty fleet is complete, and beaten.
            return counts.into();
        }
        let most = if self.rng.one_in(4) { 8 } else { 4 };
        let ships = 1 + self.rng.below_u32(most);
        let is_spying = self.goal.is_some_and(|goal| goal.word == Keyword::Spy);
        for ship in 0..ships {
            let class = match self.draft.game().rules().carrier() {
                Some(carrier) if ship == 0 && (is_spying || self.rng.one_in(3)) => carrier,
                _ => &classes[self.rng.index_u32(classes.len())],
            };
            let fields = 3 * (u32::from(class.length) + 2) / 2;
            if fields <= left && fits(class) {
                counts[usize::from(class.index)] += 1;
                left -= fields;
            }
        }
        counts.into()
    }

    fn rectangles(&mut self, size: Size) -> Vec<Command> {
        let Rect { bottom, right, .. } = size.rect();
        let (half, middle) = (size.rows / 2, size.columns / 2);
        let starts = match self.rng.below_u32(6) {
            0 | 1 => [
                Rect::new(0, 0, half - 1, right),
                Rect::new(half, 0, bottom, right),
            ],
            2 => [
                Rect::new(0, 0, bottom, middle),
                Rect::new(0, middle + 1, bottom, right),
            ],
            3 => [size.rect().grown(self.rng.between(0, 3)); 2],
            4 => [0; 2].map(|_| {
                let (one, other) = (self.rng.field(size), self.rng.field(size));
                Rect::spanning(one, other).grown(self.rng.between(0, 3))
            }),
            _ => [size.rect(); 2],
        };
        let commands = Player::BOTH.into_iter().zip(starts);
        commands
            .map(|(player, start)| Command::InitPosition { player, start })
            .collect()
    }

    /// A seed for `SRAND`, often one with which counting on is not easy.
    pub fn seed(&mut self) -> u64 {
        let small = u64::from(self.rng.below_u32(100));
        match self.rng.below_u32(8) {
            // Beyond 32 bits, and the last of 64, only where the language says so.
            0 if self.is_wide() => u64::MAX,
            1 if self.is_wide() => u64::from(u32::MAX) + small,
            2 => u64::from(self.rng.below_u32(i32::MAX.unsigned_abs())),
            _ => small,
        }
    }

    /// A line that is kept for a player.
    pub fn information(&mut self) -> Command {
        let size = self.draft.game().board().size();
        let Pos { y, x } = self.rng.field(size);
        let text = match self.rng.below_u32(4) {
            0 => format!("seen {y} {x}"),
            1 => format!("{y}"),
            2 => "BAT 0 sunk".to_owned(),
            _ => format!("plan {x} A [state"),
        };
        Command::Information {
            player: self.rng.player(),
            text: text.into(),
        }
    }
}
