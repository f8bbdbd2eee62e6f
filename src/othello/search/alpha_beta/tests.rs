//! The search returns the values of plain minimax.

use proptest::prelude::*;
use proptest::sample::subsequence;

use super::*;

/// Negamax without bounds, ordering or table.
fn plain(sides: Sides, reach: Reach) -> i32 {
    let moves = sides.moves();
    let passed = sides.passed();
    match moves {
        0 if passed.moves() == 0 => sides.final_score() * reach.disc(),
        _ if reach == Reach::Plies(0) => evaluate(sides),
        0 => -plain(passed, reach),
        _ => squares(moves)
            .map(|square| -plain(sides.played(square), reach.after_move()))
            .max()
            .expect("a move"),
    }
}

fn search_all(searcher: &mut Searcher, sides: Sides, reach: Reach) -> i32 {
    search(searcher, sides, reach, Window::all(reach))
}

/// Any discs, with only the given squares empty.
fn with_free(discs: u64, free: &[usize]) -> Sides {
    let free: u64 = free.iter().map(|square| 1 << square).sum();
    Sides {
        own: discs & !free,
        other: !discs & !free,
    }
}

fn free_squares(count: std::ops::Range<usize>) -> impl Strategy<Value = Vec<usize>> {
    subsequence((0..64).collect::<Vec<_>>(), count)
}

/// Checks that the value, and whether it is above some bounds, agree with plain minimax.
fn check(
    searcher: &mut Searcher,
    sides: Sides,
    reach: Reach,
    bounds: &[i32],
) -> Result<(), TestCaseError> {
    let value = plain(sides, reach);
    for bound in [bounds, &[value - 1, value]].concat() {
        let found = search(searcher, sides, reach, Window::null(bound));
        prop_assert_eq!(found > bound, value > bound);
    }
    prop_assert_eq!(search_all(searcher, sides, reach), value);
    Ok(())
}

/// A searcher after a search that was stopped, which must leave nothing behind.
fn stopped(sides: Sides, reach: Reach, nodes: u64) -> Searcher {
    let mut searcher = Searcher::new();
    searcher.stop_after(nodes);
    search_all(&mut searcher, sides, reach);
    searcher.set_deadline(None);
    assert!(searcher.candidates.is_empty());
    searcher
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(32))]

    #[test]
    fn looking_ahead_gives_what_a_plain_search_gives(one: u64, two: u64, three: u64, depth in 0_u32..4, nodes in 1_u64..100) {
        // Half of the squares are taken; with fewer discs, plain search can have too many moves.
        let sides = Sides { own: one & two, other: three & !two };
        let mut searcher = stopped(sides, Reach::Plies(depth), nodes);
        for reach in (0..=depth).map(Reach::Plies) {
            check(&mut searcher, sides, reach, &[])?;
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(1000))]

    #[test]
    fn few_free_squares_give_what_a_plain_search_gives(discs: u64, more: u64, free in free_squares(0..7), bound in -64..64) {
        // Equally many discs of each player, or about three times as many of one.
        for discs in [discs, discs & more, discs | more] {
            let sides = with_free(discs, &free);
            check(&mut Searcher::new(), sides, Reach::End, &[bound])?;
            if let Some(most) = cannot_reach(sides, sides.empties(), 64) {
                prop_assert!(plain(sides, Reach::End) <= most);
            }
        }
    }
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn what_is_remembered_changes_no_value(
        discs: u64,
        free in free_squares(8..10),
        nodes in 1_u64..500,
        bounds in prop::collection::vec(-64..64, 8),
    ) {
        let sides = with_free(discs, &free);
        let mut searcher = stopped(sides, Reach::End, nodes);
        // Fills the table with estimates, which must not be taken for exact values.
        search_all(&mut searcher, sides, Reach::Plies(4));
        check(&mut searcher, sides, Reach::End, &bounds)?;
    }
}

#[test]
fn a_game_that_is_over_has_its_score_in_the_unit_of_the_reach() {
    let sides = Sides { own: 0, other: 1 };
    for reach in [0, 1, 5].map(Reach::Plies).into_iter().chain([Reach::End]) {
        let value = search_all(&mut Searcher::new(), sides, reach);
        assert_eq!(value, -64 * reach.disc(), "{reach:?}");
    }
}

#[test]
fn the_last_square_goes_to_the_winner() {
    // Neither player can move to a1: each line through it has a single colour.
    let lines = 0xfe | 0x0101_0101_0101_0100 | 0x8040_2010_0804_0200_u64;
    for (count, value) in [(31, -2), (32, 2)] {
        let mut own = lines;
        for square in 1..64 {
            if own.count_ones() < count {
                own |= 1 << square;
            }
        }
        assert_eq!(own.count_ones(), count);
        let sides = with_free(own, &[0]);
        assert_eq!(search_all(&mut Searcher::new(), sides, Reach::End), value);
    }
}
