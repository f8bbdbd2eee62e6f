//! Determines whether the ships of a fleet can serve all targets of a turn.
//!
//! This is bipartite matching with capacities: each target is served by one [`Shooter`], and
//! each shooter serves at most its capacity. The algorithm is Hopcroft-Karp ("An n^(5/2)
//! algorithm for maximum matchings in bipartite graphs", SIAM J. Comput. 2 (1973), 225-231)
//! with a list of served targets in place of a single match, so one matching takes O(E sqrt
//! V).
//!
//! It is implemented here because the crates for it restart at every node for each target,
//! which is quadratic in large fleets, and do not find the first target that fails.

mod assignment;
mod graph;

use assignment::Matching;
use graph::Graph;

use super::{Target, TargetKind};
use crate::geometry::Pos;

/// A ship, or several of unlimited range together, that can serve targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shooter {
    /// How many targets it can still serve.
    pub capacity: u32,
    /// The range from any of its fields; `None` if it is unlimited.
    pub range: Option<u8>,
    /// Whether it serves planes as well as shots.
    pub planes: bool,
    /// The fields that its cannon was on in this turn.
    pub fields: Vec<Pos>,
}

impl Shooter {
    /// Whether it could serve a target if it has any capacity.
    fn serves(&self, target: &Target) -> bool {
        let is_near = |range| {
            self.fields
                .iter()
                .any(|field| field.within(target.pos, range))
        };
        (self.planes || target.kind == TargetKind::Shot) && self.range.is_none_or(is_near)
    }
}

/// Why no assignment of targets to shooters exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infeasible {
    /// The index of the first target that makes the targets up to it impossible to serve.
    pub first: usize,
    /// How many targets, up to and including that one, compete for the same shooters, which
    /// can serve one less.
    pub competing: usize,
}

/// Finds the first target with which no assignment of targets to shooters exists; `None` if
/// all can be served.
///
/// ```
/// use admiralty::game::{Shooter, Target, TargetKind, first_infeasible};
/// use admiralty::geometry::Pos;
///
/// let shot = |y, x| Target { kind: TargetKind::Shot, pos: Pos::new(y, x) };
/// let destroyer = Shooter { capacity: 2, range: Some(2), planes: false, fields: vec![Pos::new(0, 0)] };
/// assert!(first_infeasible(&[shot(0, 2), shot(1, 1)], &[destroyer.clone()]).is_none());
/// let conflict = first_infeasible(&[shot(0, 2), shot(2, 2)], &[destroyer]).unwrap();
/// assert_eq!(conflict.first, 1);
/// ```
pub fn first_infeasible(targets: &[Target], shooters: &[Shooter]) -> Option<Infeasible> {
    // With one target more than the sum of all capacities, there is certainly no assignment.
    let capacities = shooters.iter().map(|shooter| u64::from(shooter.capacity));
    let capacity_sum: u64 = capacities.sum();
    let enough = usize::try_from(capacity_sum).map_or(usize::MAX, |sum| sum.saturating_add(1));
    let targets = &targets[..targets.len().min(enough)];

    let graph = Graph::new(targets, shooters);
    let matching = Matching::largest(&graph, targets.len());
    if matching.is_complete() {
        return None;
    }
    // The targets outside the critical set keep their ships in every prefix, so a prefix
    // can be served if its critical targets can.
    let critical = matching.critical();
    let graph = graph.only(&critical);
    // Finds the longest prefix that can be served by bisection.
    let (mut served, mut failed) = (0, critical.len());
    while failed - served > 1 {
        let middle = usize::midpoint(served, failed);
        if Matching::largest(&graph, middle).is_complete() {
            served = middle;
        } else {
            failed = middle;
        }
    }
    // By Hall's theorem, the critical set of this prefix is larger by one than what its
    // ships can serve.
    Some(Infeasible {
        first: critical[failed - 1],
        competing: Matching::largest(&graph, failed).critical().len(),
    })
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries every assignment.
    fn can_serve(targets: &[Target], shooters: &mut [Shooter]) -> bool {
        let Some((target, rest)) = targets.split_first() else {
            return true;
        };
        (0..shooters.len()).any(|i| {
            let shooter = &shooters[i];
            if shooter.capacity == 0 || !shooter.serves(target) {
                return false;
            }
            shooters[i].capacity -= 1;
            let served = can_serve(rest, shooters);
            shooters[i].capacity += 1;
            served
        })
    }

    fn pos() -> impl Strategy<Value = Pos> {
        (0..7, 0..7).prop_map(|(y, x)| Pos::new(y, x))
    }

    fn shooter() -> impl Strategy<Value = Shooter> {
        let range = prop_oneof![Just(None), (1..4_u8).prop_map(Some)];
        let fields = prop::collection::vec(pos(), 1..4);
        (0..3_u32, range, any::<bool>(), fields).prop_map(|(capacity, range, planes, fields)| {
            Shooter {
                capacity,
                range,
                planes,
                fields,
            }
        })
    }

    fn target() -> impl Strategy<Value = Target> {
        let kind = prop_oneof![4 => Just(TargetKind::Shot), 1 => Just(TargetKind::Plane)];
        (kind, pos()).prop_map(|(kind, pos)| Target { kind, pos })
    }

    proptest! {
        #[test]
        fn agrees_with_exhaustive_search(
            targets in prop::collection::vec(target(), 0..7),
            shooters in prop::collection::vec(shooter(), 0..5),
        ) {
            let first = (1..=targets.len())
                .find(|&count| !can_serve(&targets[..count], &mut shooters.clone()));
            let conflict = first_infeasible(&targets, &shooters);
            prop_assert_eq!(conflict.map(|s| s.first + 1), first);
        }
    }

    /// A chain in which the last target moves all earlier ones to another ship.
    #[test]
    fn long_chains_are_solved_fast() {
        const LENGTH: i32 = 20_000;
        let shooters: Vec<_> = (0..LENGTH)
            .map(|i| Shooter {
                capacity: 1,
                range: Some(1),
                planes: false,
                fields: vec![Pos::new(0, 2 * i)],
            })
            .collect();
        let shot = |x| Target {
            kind: TargetKind::Shot,
            pos: Pos::new(0, x),
        };
        let mut targets: Vec<_> = (0..LENGTH - 1).map(|i| shot(2 * i + 1)).collect();
        targets.push(shot(0));
        assert_eq!(first_infeasible(&targets, &shooters), None);
        targets.push(shot(2 * LENGTH - 3));
        let conflict = first_infeasible(&targets, &shooters).expect("one target too many");
        assert_eq!(conflict.first, targets.len() - 1);
        assert_eq!(conflict.competing, targets.len());
    }
}
