//! Kinds of bytes, and how far two slices are the same.

/// How many bytes are compared at once when the place of a difference is looked
/// for.
const STRIDE_BYTES: usize = 64;

/// Whether a byte at the end of a line does not count from `trailing` on.
pub(super) fn is_blank(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t' | b'\r')
}

/// Whether a byte stands between tokens.
pub(super) fn is_space(byte: u8) -> bool {
    matches!(byte, b' ' | b'\t'..=b'\r')
}

/// How many bytes at the beginning of both are the same.
pub(super) fn common_prefix(one: &[u8], other: &[u8]) -> usize {
    let length = one.len().min(other.len());
    let (one, other) = (&one[..length], &other[..length]);
    if one == other {
        return length;
    }
    let strides = one
        .chunks_exact(STRIDE_BYTES)
        .zip(other.chunks_exact(STRIDE_BYTES));
    let start = strides.take_while(|(one, other)| one == other).count() * STRIDE_BYTES;
    let rest = one[start..].iter().zip(&other[start..]);
    start + rest.take_while(|(one, other)| one == other).count()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_common_prefix_ends_at_the_first_difference() {
        let one = vec![b'a'; 300];
        for at in 0..300 {
            let mut other = one.clone();
            other[at] = b'b';
            assert_eq!(common_prefix(&one, &other), at);
            assert_eq!(common_prefix(&one, &one[..at]), at);
        }
    }
}
