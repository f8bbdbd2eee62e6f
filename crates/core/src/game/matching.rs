//! Determines whether all targets of a turn can be served.
//!
//! This is bipartite matching with capacities: each target is served by one shooter, and each
//! shooter serves at most its capacity. The algorithm is Hopcroft-Karp ("An n^(5/2) algorithm
//! for maximum matchings in bipartite graphs", SIAM J. Comput. 2 (1973), 225-231) with a list
//! of served targets in place of a single match, so one matching takes O(E sqrt V).
//!
//! It is implemented here because the crates for it restart at every node for each target,
//! which is quadratic in large fleets, and do not find the first target that fails.

use std::collections::HashMap;
use std::hash::Hash;

/// Why no assignment of targets to shooters exists.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Infeasible {
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
    /// By shooter: the most targets that it serves.
    capacity: Vec<u32>,
}

/// Finds the first target with which no assignment of targets to shooters exists; `None` if all can
/// be served. `shooters` returns the shooters that can serve a target, with their capacities.
pub(super) fn first_infeasible<T, S: Eq + Hash>(
    targets: &[T],
    shooters: impl Fn(&T) -> Vec<(S, u32)>,
) -> Option<Infeasible> {
    let graph = Graph::new(targets, shooters);
    // More targets than all capacities together have no assignment.
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
    // By Hall's theorem, the critical set of this prefix exceeds the capacity of its ships by one.
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

const UNREACHED: u32 = u32::MAX;

/// A matching of a prefix of the targets.
struct Matching<'g> {
    graph: &'g Graph,
    /// By target: the node that serves it.
    server: Vec<Option<u32>>,
    /// By node: the targets it serves.
    served: Vec<Vec<u32>>,
}

/// A step of an alternating path: `target` may replace the target at index `place` among
/// those that `node` serves.
struct PathStep {
    target: u32,
    node: u32,
    place: usize,
}

/// Distances from the free targets, in alternating steps.
struct Levels {
    targets: Vec<u32>,
    /// A node has the level of the targets from which it is reached.
    nodes: Vec<u32>,
}

impl<'g> Matching<'g> {
    /// A maximum matching of the first `count` targets.
    pub fn largest(graph: &'g Graph, count: usize) -> Self {
        let mut matching = Self {
            graph,
            server: vec![None; count],
            served: vec![Vec::new(); graph.capacity.len()],
        };
        while matching.improve() {}
        matching
    }

    /// Whether every target is served.
    pub fn is_complete(&self) -> bool {
        self.server.iter().all(Option::is_some)
    }

    fn is_full(&self, node: u32) -> bool {
        self.served[node as usize].len() >= self.graph.capacity[node as usize] as usize
    }

    /// Runs one phase: augments along a maximal set of shortest alternating paths. Returns
    /// whether the matching has grown.
    fn improve(&mut self) -> bool {
        let mut levels = self.levels();
        // Where to resume the search, by target and by node: what failed in this phase need
        // not be tried again.
        let mut next_edge = vec![0; self.server.len()];
        let mut next_place = vec![0; self.served.len()];
        let mut improved = false;
        for target in 0..self.server.len() {
            if self.server[target].is_none() {
                let root = u32::try_from(target).expect("a target takes a line of input");
                improved |= self.augment(root, &mut levels, &mut next_edge, &mut next_place);
            }
        }
        improved
    }

    /// Computes the distance of each target and node from the free targets by breadth-first
    /// search, up to the first level with a node that has room.
    fn levels(&self) -> Levels {
        let mut targets = vec![UNREACHED; self.server.len()];
        let mut nodes = vec![UNREACHED; self.served.len()];
        let mut queue: Vec<u32> = Vec::new();
        for (target, server) in (0..).zip(&self.server) {
            if server.is_none() {
                targets[target as usize] = 0;
                queue.push(target);
            }
        }
        let mut last_level = UNREACHED;
        let mut at = 0;
        while let Some(&target) = queue.get(at) {
            at += 1;
            let level = targets[target as usize];
            if level > last_level {
                break;
            }
            for &node in &self.graph.edges[target as usize] {
                if nodes[node as usize] != UNREACHED {
                    continue;
                }
                nodes[node as usize] = level;
                if !self.is_full(node) {
                    last_level = level;
                }
                for &other in &self.served[node as usize] {
                    if targets[other as usize] == UNREACHED {
                        targets[other as usize] = level + 1;
                        queue.push(other);
                    }
                }
            }
        }
        Levels { targets, nodes }
    }

    /// Searches for an alternating path from a free target to a node with room, depth-first
    /// along the levels, and flips it.
    fn augment(
        &mut self,
        root: u32,
        levels: &mut Levels,
        next_edge: &mut [usize],
        next_place: &mut [usize],
    ) -> bool {
        let mut path: Vec<PathStep> = Vec::new();
        let mut target = root;
        loop {
            let edges = &self.graph.edges[target as usize];
            let Some(&node) = edges.get(next_edge[target as usize]) else {
                // A dead end: no path leads through this target in this phase.
                levels.targets[target as usize] = UNREACHED;
                match path.pop() {
                    None => return false,
                    Some(step) => target = step.target,
                }
                continue;
            };
            let level = levels.targets[target as usize];
            if levels.nodes[node as usize] != level {
                next_edge[target as usize] += 1;
                continue;
            }
            if !self.is_full(node) {
                self.served[node as usize].push(target);
                self.server[target as usize] = Some(node);
                for step in path {
                    self.served[step.node as usize][step.place] = step.target;
                    self.server[step.target as usize] = Some(step.node);
                }
                return true;
            }
            let place = &mut next_place[node as usize];
            match self.served[node as usize].get(*place) {
                None => next_edge[target as usize] += 1,
                Some(&other) => {
                    if levels.targets[other as usize] == level + 1 {
                        path.push(PathStep {
                            target,
                            node,
                            place: *place,
                        });
                        target = other;
                    }
                    *place += 1;
                }
            }
        }
    }

    /// The targets that alternating paths from an unserved target reach in a maximum
    /// matching: those that some maximum matching leaves out (Dulmage and Mendelsohn,
    /// "Coverings of bipartite graphs", Canad. J. Math. 10 (1958), 517-534). The nodes that
    /// serve them serve nothing else.
    pub fn critical(&self) -> Vec<usize> {
        let levels = self.levels().targets.into_iter().enumerate();
        levels
            .filter(|&(_, level)| level != UNREACHED)
            .map(|(target, _)| target)
            .collect()
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
