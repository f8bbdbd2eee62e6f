//! Bitboards against sets of indices.

use super::*;

#[test]
fn bits_are_a_set() {
    let places = [0, 5, 63, 64, 70, 127];
    let bits: Bitboard<2> = places.into_iter().map(FieldIndex::new).collect();
    assert_eq!(bits.count(), 6);
    assert!(bits.iter().eq(places.into_iter().map(FieldIndex::new)));
    let mut rest = bits;
    rest.remove(FieldIndex::new(64));
    assert!(
        rest.iter()
            .eq(bits.iter().filter(|field| field.index() != 64))
    );
    for (rank, place) in (0..).zip(places) {
        assert_eq!(bits.nth(rank), FieldIndex::new(place));
    }
    let moved = |step: i64| {
        let kept = places.iter().map(|&place| i64::from(place) + step);
        kept.filter(|place| (0..128).contains(place))
            .map(|place| FieldIndex::new(place.try_into().expect("a place")))
            .collect::<Bitboard<2>>()
    };
    let beside = |index| bits.runs_beside(FieldIndex::new(index));
    assert_eq!((beside(0), beside(4), beside(6)), ((0, 0), (0, 1), (1, 0)));
    assert_eq!(
        (beside(62), beside(63), beside(64)),
        ((0, 2), (0, 1), (1, 0))
    );
    assert_eq!((beside(65), beside(127)), ((2, 0), (0, 0)));
    let full = Bitboard::<2>([u64::MAX; 2]).runs_beside(FieldIndex::new(64));
    assert_eq!(full, (64, 63));
    for step in [1, 11, 63] {
        assert_eq!(bits.raised(step), moved(step.into()));
        assert_eq!(bits.lowered(step), moved(-i64::from(step)));
    }
}
