//! The same for AVX2, with the four lines in one register, because compilers do not
//! reliably vectorise the portable code.

use std::arch::x86_64::{
    __m256i, _mm_cvtsi128_si64, _mm_or_si128, _mm_unpackhi_epi64, _mm256_add_epi64,
    _mm256_and_si256, _mm256_andnot_si256, _mm256_castsi256_si128, _mm256_extracti128_si256,
    _mm256_or_si256, _mm256_set1_epi64x, _mm256_setr_epi64x, _mm256_sllv_epi64, _mm256_srlv_epi64,
};

use super::{INNER, Lines, RAYS, STEPS};

/// Unbroken runs of the opponent's discs that begin next to a disc of the player. A move
/// at the other end of a run turns it.
#[derive(Clone, Copy)]
pub struct Runs {
    /// The runs towards higher bits from the player's disc.
    up: __m256i,
    /// The runs towards lower bits.
    down: __m256i,
}

/// The squares that the player with the `own` discs can play on, and the runs that moves
/// there turn.
#[inline]
#[target_feature(enable = "avx2")]
pub fn moves(own: u64, other: u64) -> (u64, Runs) {
    let once = shifts(1);
    let twice = shifts(2);
    let discs = all(own);
    let inner = _mm256_and_si256(all(other), register(&INNER));
    let above = _mm256_and_si256(inner, _mm256_sllv_epi64(inner, once));
    let below = _mm256_srlv_epi64(above, once);
    let mut up = _mm256_and_si256(inner, _mm256_sllv_epi64(discs, once));
    let mut down = _mm256_and_si256(inner, _mm256_srlv_epi64(discs, once));
    up = or_and(up, inner, _mm256_sllv_epi64(up, once));
    down = or_and(down, inner, _mm256_srlv_epi64(down, once));
    for _ in 0..2 {
        up = or_and(up, above, _mm256_sllv_epi64(up, twice));
        down = or_and(down, below, _mm256_srlv_epi64(down, twice));
    }
    let found = _mm256_or_si256(_mm256_sllv_epi64(up, once), _mm256_srlv_epi64(down, once));
    (united(found) & !(own | other), Runs { up, down })
}

impl Runs {
    /// The discs that a legal move turns.
    #[inline]
    #[target_feature(enable = "avx2")]
    pub fn turned(&self, square: usize) -> u64 {
        let [above, below] = &RAYS[square];
        let (above, below) = (register(above), register(below));
        // The squares below the lowest one that is not turned.
        let stops = _mm256_andnot_si256(self.down, above);
        let lower = _mm256_add_epi64(stops, all(u64::MAX));
        let up = _mm256_and_si256(_mm256_andnot_si256(stops, lower), above);
        // The squares above the highest one that is not turned.
        let mut stops = _mm256_andnot_si256(self.up, below);
        for times in [1, 2, 4] {
            stops = _mm256_or_si256(stops, _mm256_srlv_epi64(stops, shifts(times)));
        }
        united(_mm256_or_si256(up, _mm256_andnot_si256(stops, below)))
    }
}

#[inline]
#[target_feature(enable = "avx2")]
fn or_and(to: __m256i, mask: __m256i, bits: __m256i) -> __m256i {
    _mm256_or_si256(to, _mm256_and_si256(mask, bits))
}

/// The shifts for a number of steps along each line.
#[inline]
#[target_feature(enable = "avx2")]
fn shifts(times: i64) -> __m256i {
    let [a, b, c, d] = STEPS;
    _mm256_setr_epi64x(
        times * i64::from(a),
        times * i64::from(b),
        times * i64::from(c),
        times * i64::from(d),
    )
}

/// The same bits for each line.
#[inline]
#[target_feature(enable = "avx2")]
fn all(bits: u64) -> __m256i {
    _mm256_set1_epi64x(bits.cast_signed())
}

#[inline]
#[target_feature(enable = "avx2")]
fn register(lines: &Lines) -> __m256i {
    // A `map` is inlined only if the crate is compiled as one unit; otherwise its calls would
    // take most of the time.
    let &[a, b, c, d] = lines;
    _mm256_setr_epi64x(
        a.cast_signed(),
        b.cast_signed(),
        c.cast_signed(),
        d.cast_signed(),
    )
}

/// The union of the four lines.
#[inline]
#[target_feature(enable = "avx2")]
fn united(lines: __m256i) -> u64 {
    let high = _mm256_extracti128_si256::<1>(lines);
    let two = _mm_or_si128(_mm256_castsi256_si128(lines), high);
    _mm_cvtsi128_si64(_mm_or_si128(two, _mm_unpackhi_epi64(two, two))).cast_unsigned()
}
