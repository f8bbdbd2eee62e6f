//! The transposition table.

use crate::othello::sides::Sides;

/// The capacity of the table, in positions.
pub const TABLE_ENTRIES: usize = 1 << 20;

/// Two entries, padded to the size of a cache line.
type Bucket = [u64; 8];
const ENTRIES_PER_BUCKET: usize = 2;

/// In place of a square, if no move is known.
pub const NO_SQUARE: u8 = 64;

/// The result of searching a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Entry {
    /// The value is at least this; in discs if `depth` reaches the end of the game,
    /// otherwise in hundredths of discs.
    pub lower: i16,
    /// The value is at most this.
    pub upper: i16,
    /// The search depth in plies; the number of empty squares if the values are exact.
    pub depth: u8,
    /// The move to try first.
    pub best: u8,
}

/// A transposition table. Entries of older generations are ignored, so that a search does
/// not depend on the searches before it.
#[derive(Debug)]
pub struct Table {
    buckets: Vec<Bucket>,
    generation: u16,
}

impl Table {
    pub fn new() -> Self {
        Self {
            // Zeroed pages come from the system, and cost nothing until they are used.
            buckets: vec![[0; 8]; TABLE_ENTRIES / ENTRIES_PER_BUCKET],
            generation: 1,
        }
    }

    /// Clears the table by beginning a new generation.
    pub fn forget(&mut self) {
        self.generation = self.generation.checked_add(1).unwrap_or_else(|| {
            self.buckets.fill([0; 8]);
            1
        });
    }

    /// The entry of a position.
    #[inline(always)]
    pub fn get(&self, sides: Sides) -> Option<Entry> {
        let bucket = &self.buckets[self.index(sides)];
        for at in [0, 3] {
            if bucket[at] == sides.own && bucket[at + 1] == sides.other {
                let (entry, generation) = unpack(bucket[at + 2]);
                return (generation == self.generation).then_some(entry);
            }
        }
        None
    }

    /// Stores the entry of a position. The first entry of a bucket is the deepest, the second
    /// the latest of the others.
    #[inline(always)]
    pub fn put(&mut self, sides: Sides, entry: Entry) {
        let generation = self.generation;
        let index = self.index(sides);
        let bucket = &mut self.buckets[index];
        let (first, first_generation) = unpack(bucket[2]);
        let is_at = |at: usize| bucket[at] == sides.own && bucket[at + 1] == sides.other;
        for at in [0, 3] {
            // A deeper result is worth more.
            let (known, known_generation) = unpack(bucket[at + 2]);
            if is_at(at) && known_generation == generation && known.depth > entry.depth {
                return;
            }
        }
        let at = if is_at(0) || first_generation != generation {
            0
        } else if first.depth <= entry.depth {
            bucket.copy_within(0..3, 3);
            0
        } else {
            3
        };
        bucket[at] = sides.own;
        bucket[at + 1] = sides.other;
        bucket[at + 2] = pack(entry, generation);
    }

    #[inline(always)]
    fn index(&self, sides: Sides) -> usize {
        // The halves of a 128-bit product together depend on all bits of the factors.
        let one = sides.own ^ 0x9e37_79b9_7f4a_7c15;
        let two = sides.other ^ 0xd1b5_4a32_d192_ed03;
        let product = u128::from(one) * u128::from(two);
        #[expect(clippy::cast_possible_truncation, reason = "only low bits are used")]
        let mixed = ((product >> 64) as u64 ^ product as u64) as usize;
        mixed & (self.buckets.len() - 1)
    }
}

#[inline(always)]
fn pack(entry: Entry, generation: u16) -> u64 {
    u64::from(entry.lower.cast_unsigned())
        | u64::from(entry.upper.cast_unsigned()) << 16
        | u64::from(entry.depth) << 32
        | u64::from(entry.best) << 40
        | u64::from(generation) << 48
}

#[inline(always)]
#[expect(clippy::cast_possible_truncation, reason = "the parts of a word")]
fn unpack(word: u64) -> (Entry, u16) {
    let entry = Entry {
        lower: (word as u16).cast_signed(),
        upper: ((word >> 16) as u16).cast_signed(),
        depth: (word >> 32) as u8,
        best: (word >> 40) as u8,
    };
    (entry, (word >> 48) as u16)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ENTRY: Entry = Entry {
        lower: -12,
        upper: 3400,
        depth: 9,
        best: 63,
    };
    const SIDES: Sides = Sides { own: 5, other: 10 };

    #[test]
    fn what_is_put_is_got_until_it_is_forgotten() {
        let mut table = Table::new();
        assert_eq!(table.get(SIDES), None);
        table.put(SIDES, ENTRY);
        assert_eq!(table.get(SIDES), Some(ENTRY));
        table.forget();
        assert_eq!(table.get(SIDES), None);
        // Until the generation number wraps around.
        table.put(SIDES, ENTRY);
        for _ in 0..=u16::MAX {
            table.forget();
        }
        assert_eq!(table.get(SIDES), None);
    }

    #[test]
    fn deeper_entries_are_kept() {
        let mut table = Table::new();
        table.put(SIDES, ENTRY);
        table.put(SIDES, Entry { depth: 8, ..ENTRY });
        assert_eq!(table.get(SIDES), Some(ENTRY));
        let deeper = Entry { depth: 10, ..ENTRY };
        table.put(SIDES, deeper);
        assert_eq!(table.get(SIDES), Some(deeper));
    }

    #[test]
    fn positions_with_something_in_common_are_not_taken_for_each_other() {
        let mut table = Table::new();
        table.put(SIDES, ENTRY);
        // Some of them share the bucket.
        let mut shared = 0;
        for discs in (16..1 << 26).step_by(16) {
            let pairs = [(discs, SIDES.other), (SIDES.own, discs)];
            for sides in pairs.map(|(own, other)| Sides { own, other }) {
                shared += u32::from(table.index(sides) == table.index(SIDES));
                assert_eq!(table.get(sides), None);
            }
        }
        assert!(shared > 2);
    }
}
