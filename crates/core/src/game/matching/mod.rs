//! Determines whether all targets of a turn can be served.
//!
//! This is bipartite matching with capacities: each target is served by one shooter, and each
//! shooter serves at most its capacity. The algorithm is Hopcroft-Karp ("An n^(5/2) algorithm
//! for maximum matchings in bipartite graphs", SIAM J. Comput. 2 (1973), 225-231) with a list
//! of served targets in place of a single match, so one matching takes O(E sqrt V).
//!
//! It is implemented here because the crates for it restart at every node for each target,
//! which is quadratic in large fleets, and do not find the first target that fails.

mod assignment;

use std::collections::HashMap;
use std::hash::Hash;

use assignment::Matching;

/// Why no assignment of targets to shooters exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Infeasible {
    /// The index of the first target that makes the targets up to it impossible to serve.
    pub first: usize,
    /// How many targets, up to and including that one, compete for the same shooters, which
    /// can serve one less.
    pub competing: usize,
}

/// Which shooter can serve which target, both by their numbers.
struct Graph {
    /// By target: the shooters that can serve it.
    edges: Vec<Vec<u32>>,
    /// By shooter: how many targets it serves at most.
    capacity: Vec<u32>,
}

/// Finds the first target with which no assignment of targets to shooters exists; `None` if
/// all can be served. `shooters` returns those that can serve a target, with their capacities.
pub(super) fn first_infeasible<T, S: Eq + Hash>(
    targets: &[T],
    shooters: impl Fn(&T) -> Vec<(S, u32)>,
) -> Option<Infeasible> {
    let graph = Graph::new(targets, shooters);
    // With one target more than the sum of all capacities, there is certainly no assignment.
    let capacity_sum: u64 = graph.capacity.iter().copied().map(u64::from).sum();
    let enough = usize::try_from(capacity_sum).map_or(usize::MAX, |sum| sum.saturating_add(1));
    let matching = Matching::largest(&graph, targets.len().min(enough));
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

impl Graph {
    fn new<T, S: Eq + Hash>(targets: &[T], shooters: impl Fn(&T) -> Vec<(S, u32)>) -> Self {
        let mut numbers: HashMap<S, u32> = HashMap::new();
        let mut capacity = Vec::new();
        let edges = targets.iter().map(|target| {
            let serving = shooters(target).into_iter();
            let serving = serving.map(|(shooter, shots)| {
                *numbers.entry(shooter).or_insert_with(|| {
                    capacity.push(shots);
                    u32::try_from(capacity.len() - 1).expect("a ship takes a line of input")
                })
            });
            serving.collect()
        });
        Self {
            edges: edges.collect(),
            capacity,
        }
    }

    /// The graph with the same shooters, restricted to some targets.
    fn only(&self, targets: &[usize]) -> Self {
        let edges = targets.iter().map(|&target| self.edges[target].clone());
        Self {
            edges: edges.collect(),
            capacity: self.capacity.clone(),
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries every assignment of targets, each given by the shooters that can serve it.
    fn can_serve(targets: &[&Vec<usize>], capacities: &mut [u32]) -> bool {
        let Some((target, rest)) = targets.split_first() else {
            return true;
        };
        target.iter().any(|&shooter| {
            if capacities[shooter] == 0 {
                return false;
            }
            capacities[shooter] -= 1;
            let served = can_serve(rest, capacities);
            capacities[shooter] += 1;
            served
        })
    }

    fn conflict(targets: &[Vec<usize>], capacities: &[u32]) -> Option<Infeasible> {
        first_infeasible(targets, |target| {
            let shooters = target.iter();
            shooters.map(|&one| (one, capacities[one])).collect()
        })
    }

    proptest! {
        #[test]
        fn agrees_with_exhaustive_search(
            targets in prop::collection::vec(prop::collection::vec(0..5_usize, 0..4), 0..8),
            mut capacities in prop::collection::vec(0..3_u32, 5),
        ) {
            let found = conflict(&targets, &capacities);
            let all: Vec<_> = targets.iter().collect();
            let first = (0..all.len()).find(|&last| !can_serve(&all[..=last], &mut capacities));
            prop_assert_eq!(found.map(|conflict| conflict.first), first);
            if let Some(Infeasible { first, competing }) = found {
                // Without any of the competing targets, the others can be served.
                let is_competing = |&one: &usize| {
                    let mut others = all[..=first].to_vec();
                    others.remove(one);
                    can_serve(&others, &mut capacities)
                };
                prop_assert_eq!((0..=first).filter(is_competing).count(), competing);
            }
        }
    }

    /// A chain in which the last target moves all earlier ones to another ship.
    #[test]
    fn long_chains_are_solved_fast() {
        const LENGTH: usize = 20_000;
        let mut targets: Vec<_> = (1..LENGTH).map(|one| vec![one - 1, one]).collect();
        targets.push(vec![0]);
        let capacities = vec![1; LENGTH];
        assert_eq!(conflict(&targets, &capacities), None);
        targets.push(vec![LENGTH - 1]);
        let found = conflict(&targets, &capacities).expect("one target too many");
        assert_eq!((found.first, found.competing), (LENGTH, LENGTH + 1));
    }
}
