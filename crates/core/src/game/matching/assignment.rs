//! Maximum matching of targets to ships (Hopcroft-Karp).

use super::Graph;

const UNREACHED: u32 = u32::MAX;

/// A matching of a prefix of the targets.
pub(super) struct Matching<'g> {
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
