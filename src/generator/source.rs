//! Draws by seed.

use crate::geometry::{Pos, Size};
use crate::players::Rng;

/// A source of random draws: the same seed gives the same draws on every
/// machine.
///
/// ```
/// use admiralty::generator::Source;
/// let draws = |seed| {
///     let mut source = Source::new(seed);
///     [(); 8].map(|()| source.below(100))
/// };
/// assert_eq!(draws(7), draws(7));
/// assert_ne!(draws(7), draws(8));
/// ```
#[derive(Clone, Debug)]
pub struct Source(Rng);

impl Source {
    /// Boards are drawn from as if they had at most so many rows and columns.
    const SIDE_MAX: u32 = 1 << 20;

    /// A source of that seed.
    pub fn new(seed: u64) -> Self {
        Self(Rng::seeded(seed))
    }

    /// A number from 0 to `bound - 1`; 0 if `bound` is 0.
    pub fn below(&mut self, bound: u32) -> u32 {
        let product = u64::from(self.0.word()) * u64::from(bound);
        (product >> 32) as u32
    }

    /// A number from `first` to `last`; `first` if that is larger.
    pub fn between(&mut self, first: i32, last: i32) -> i32 {
        let count = u32::try_from(last.saturating_sub(first).saturating_add(1)).unwrap_or(0);
        first.saturating_add_unsigned(self.below(count))
    }

    /// Whether something happens that happens once in so many times.
    pub fn one_in(&mut self, times: u32) -> bool {
        self.below(times) == 0
    }

    /// One of several things.
    ///
    /// # Panics
    ///
    /// If there is none.
    pub fn pick<T: Copy>(&mut self, from: &[T]) -> T {
        from[self.index(from.len())]
    }

    /// An index below `length`; 0 if that is 0.
    pub fn index(&mut self, length: usize) -> usize {
        self.below(u32::try_from(length).unwrap_or(u32::MAX)) as usize
    }

    /// Brings things into an order, each as likely.
    pub fn shuffle<T>(&mut self, things: &mut [T]) {
        self.0.shuffle(things);
    }

    /// A field of the board, each as likely.
    pub fn field(&mut self, size: Size) -> Pos {
        let mut along = |side: i32| {
            let at = self.below(side.unsigned_abs().min(Self::SIDE_MAX));
            at.cast_signed()
        };
        Pos::new(along(size.rows), along(size.columns))
    }

    /// A segment of a ship of that length.
    #[expect(clippy::cast_possible_truncation, reason = "below a u8")]
    pub(super) fn segment(&mut self, length: u8) -> u8 {
        self.below(length.into()) as u8
    }

    /// A coordinate, now and then off the board.
    pub(super) fn coordinate(&mut self, side: i32) -> i32 {
        self.below(side.unsigned_abs().min(Self::SIDE_MAX) + 2)
            .cast_signed()
            - 1
    }
}
