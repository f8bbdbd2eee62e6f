//! Random sizes, starting rectangles, fleets and seeds.

use super::CommandDraw;
use admiralty_core::geometry::{Rect, Size};
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;

impl CommandDraw<'_> {
    /// A fleet: a small one if none is on the board, else a few ships more or fewer than the
    /// present one; occasionally one that is too large for the rules.
    pub(super) fn counts(&mut self, player: Player) -> Box<[u32]> {
        let fleet = self.game.fleet(player);
        let mut counts: Box<[u32]> = fleet.counts().collect();
        if fleet.ships().next().is_none() {
            counts = self.small_fleet();
        } else {
            for _ in 0..=self.rng.below_u32(2) {
                let count = self.rng.index_u32(counts.len());
                let count = &mut counts[count];
                *count = match self.rng.below_u32(3) {
                    0 => count.saturating_sub(1),
                    _ => count.saturating_add(1),
                };
            }
        }
        let rules = self.game.rules();
        if let Some(limits) = rules.fleet.filter(|_| self.rng.one_in(4)) {
            // With short ships, there are soon too many ships; with any ships, too many
            // fields.
            let first = self.rng.choose(&[0, counts.len() - 1]);
            let classes = rules.classes.iter();
            while limits
                .check(
                    classes.clone().zip(counts.iter().copied()),
                    self.game.side(),
                )
                .is_ok()
            {
                counts[first + self.rng.index_u32(counts.len() - first)] += 1;
            }
        }
        counts
    }

    /// A fleet for which there should be room.
    pub(super) fn small_fleet(&mut self) -> Box<[u32]> {
        let (rules, size) = (self.game.rules(), self.game.board().size());
        let mut counts = vec![0; rules.classes.len()];
        // An empty fleet is complete, and counts as sunk.
        let is_empty = rules.fleet.is_none() && self.rng.one_in(40);
        // Room for two fleets, each ship with the fields around it; half of that is enough,
        // because neighbours share these fields.
        let mut room = i64::from(size.rows + 1) * i64::from(size.columns + 1) / 3;
        let most = self.rng.choose(&[2, 2, 3, 8]);
        for ship in 0..=self.rng.below_u32(most) {
            let class = match rules.carrier() {
                Some(carrier) if ship == 0 && self.rng.one_in(2) => carrier,
                _ => &rules.classes[self.rng.index_u32(counts.len())],
            };
            let fields = 3 * (i64::from(class.length) + 2) / 2;
            let fits = i32::from(class.length) <= size.rows.max(size.columns);
            if fields <= room && fits && !is_empty {
                counts[usize::from(class.index)] += 1;
                room -= fields;
            }
        }
        counts.into()
    }

    /// The size of a board, often one at which the numbers of rows or columns gain a digit.
    pub(super) fn size(&mut self) -> Size {
        const EDGES: [i32; 9] = [9, 10, 11, 12, 99, 100, 101, 102, 103];
        let rng = &mut *self.rng;
        let (small, other) = (rng.between(3, 12), rng.between(2, 12));
        let (edge, short, long) = (rng.choose(&EDGES), rng.between(1, 9), rng.between(11, 120));
        let (rows, columns) = match rng.below_u32(9) {
            0..4 => (small, rng.between(3, 12)),
            4 => (short, long),
            5 => (long, short),
            6 => (edge, other),
            7 => (other, edge),
            _ => (rng.between(11, 40), rng.between(11, 40)),
        };
        Size { rows, columns }
    }

    /// A starting rectangle: half of the board, all of it, or any.
    pub(super) fn start(&mut self, player: Player) -> Rect {
        let board = self.game.board().size().rect();
        let (middle, centre) = (board.bottom / 2, board.right / 2);
        let is_first = player == Player::A;
        match self.rng.below_u32(6) {
            0 | 1 if is_first => Rect::new(0, 0, middle, board.right),
            0 | 1 => Rect::new(middle + 1, 0, board.bottom, board.right),
            2 if is_first => Rect::new(0, 0, board.bottom, centre),
            2 => Rect::new(0, centre + 1, board.bottom, board.right),
            3 => {
                let (one, other) = (self.rng.pos_in(board), self.rng.pos_in(board));
                Rect::spanning(one, other).grown(self.rng.between(0, 3))
            }
            _ => board.grown(self.rng.choose(&[0, 0, 1, 3])),
        }
    }

    /// The side of the waters, just within or beyond what the rules allow.
    pub(super) fn side(&mut self, rules: &RuleSet) -> Option<u8> {
        let (least, most) = (rules.board_sides.min, rules.board_sides.max);
        let (below, above) = (least.saturating_sub(1), most.saturating_add(1));
        let side = self.rng.choose(&[below, above, 0, 100, least]);
        (!self.rng.one_in(4)).then_some(side)
    }

    /// A seed for `SRAND`, sometimes one whose successor has more digits.
    pub(super) fn seed(&mut self) -> u64 {
        let small = u64::from(self.rng.below_u32(100));
        match self.rng.below_u32(8) {
            // Seeds of more than 32 bits, and the largest of 64, are only in the whole
            // language.
            0 if self.bias.is_wide => u64::MAX,
            1 if self.bias.is_wide => u64::from(u32::MAX) + small,
            2 => u64::from(self.rng.below_u32(i32::MAX.unsigned_abs())),
            _ => small,
        }
    }
}
