//! Whether the ships of a fleet can serve all targets of a turn.
//!
//! A bipartite matching with capacities: every target is served by one
//! [`Battery`], every battery serves at most its capacity. The algorithm is
//! that of Hopcroft and Karp ("An n^(5/2) algorithm for maximum matchings in
//! bipartite graphs", SIAM J. Comput. 2 (1973), 225-231) with the capacities
//! kept as lists of served targets, so it takes O(E sqrt V) for one matching.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::{Target, TargetKind};
use crate::vocabulary::Pos;

/// One ship as a server of targets.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Battery {
    /// How many targets it can still serve.
    pub capacity: u32,
    /// How far it shoots from any of its fields, in fields; none is everywhere.
    pub range: Option<u8>,
    /// Whether it serves planes, too.
    pub planes: bool,
    /// The fields that its cannon held in this turn.
    pub fields: Vec<Pos>,
}

impl Battery {
    fn serves(&self, kind: TargetKind) -> bool {
        self.planes || kind == TargetKind::Shot
    }
}

/// Why there is no assignment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shortage {
    /// The first target, in the order given, with which the targets up to it
    /// cannot all be served.
    pub first: usize,
    /// How many targets, up to and including that one, compete for the same
    /// batteries: one more than [`Shortage::capacity`].
    pub rivals: usize,
    /// How many targets those batteries serve between them.
    pub capacity: usize,
}

/// Looks for an assignment of all targets to batteries; if there is none, says
/// where it fails first.
///
/// ```
/// use admiralty::game::{Battery, Target, TargetKind, first_shortage};
/// use admiralty::vocabulary::Pos;
///
/// let shot = |y, x| Target { kind: TargetKind::Shot, pos: Pos::new(y, x) };
/// let destroyer = Battery { capacity: 2, range: Some(2), planes: false, fields: vec![Pos::new(0, 0)] };
/// assert!(first_shortage(&[shot(0, 2), shot(1, 1)], &[destroyer.clone()]).is_none());
/// let shortage = first_shortage(&[shot(0, 2), shot(2, 2)], &[destroyer]).unwrap();
/// assert_eq!(shortage.first, 1);
/// ```
pub fn first_shortage(targets: &[Target], batteries: &[Battery]) -> Option<Shortage> {
    // Past the sum of all capacities the first shortage has certainly come.
    let capacity_sum: u64 = batteries
        .iter()
        .map(|battery| u64::from(battery.capacity))
        .sum();
    let enough = usize::try_from(capacity_sum).map_or(usize::MAX, |sum| sum.saturating_add(1));
    let targets = &targets[..targets.len().min(enough)];

    let graph = Graph::new(targets, batteries);
    if graph.matching(targets.len()).is_complete() {
        return None;
    }
    // The longest prefix that can be served, by bisection.
    let (mut served, mut failed) = (0, targets.len());
    while failed - served > 1 {
        let middle = usize::midpoint(served, failed);
        if graph.matching(middle).is_complete() {
            served = middle;
        } else {
            failed = middle;
        }
    }
    Some(graph.matching(failed).shortage())
}

/// Which node can serve which target.
struct Graph {
    /// By target: the nodes that can serve it.
    edges: Vec<Vec<u32>>,
    /// By node: how many targets it serves at most.
    capacity: Vec<u32>,
}

impl Graph {
    /// Batteries with unlimited range differ only in whether they send planes,
    /// so they are pooled into two nodes: 0 with planes, 1 without. The others
    /// follow, found through a grid, so that edges are only looked for nearby.
    fn new(targets: &[Target], batteries: &[Battery]) -> Self {
        let mut capacity = vec![0_u32; 2];
        let mut local: Vec<&Battery> = Vec::new();
        for battery in batteries.iter().filter(|battery| battery.capacity > 0) {
            if battery.range.is_none() {
                let pool = &mut capacity[usize::from(!battery.planes)];
                *pool = pool.saturating_add(battery.capacity);
            } else {
                local.push(battery);
                capacity.push(battery.capacity);
            }
        }
        let grid = Grid::new(&local);
        let edges = targets.iter().map(|target| {
            let pools = (0..2).filter(|&pool| {
                capacity[pool as usize] > 0 && (pool == 0 || target.kind == TargetKind::Shot)
            });
            let mut nodes: Vec<u32> = pools.collect();
            nodes.extend(grid.around(target.pos).filter(|&node| {
                let battery = local[node as usize - 2];
                let range = battery.range.unwrap_or(u8::MAX);
                battery.serves(target.kind)
                    && battery
                        .fields
                        .iter()
                        .any(|field| field.within(target.pos, range))
            }));
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        });
        Self {
            edges: edges.collect(),
            capacity,
        }
    }

    /// A largest matching of the first `count` targets.
    fn matching(&self, count: usize) -> Matching<'_> {
        let mut matching = Matching {
            graph: self,
            server: vec![None; count],
            served: vec![Vec::new(); self.capacity.len()],
        };
        while matching.improve() {}
        matching
    }
}

/// Batteries by the square of the board that their fields lie in.
struct Grid {
    side: i32,
    squares: HashMap<(i32, i32), Vec<u32>, RandomState>,
}

impl Grid {
    fn new(local: &[&Battery]) -> Self {
        let side = local
            .iter()
            .filter_map(|battery| battery.range)
            .max()
            .unwrap_or(1);
        let side = i32::from(side.max(1));
        let mut squares: HashMap<_, Vec<u32>, RandomState> = HashMap::default();
        for (node, battery) in (2..).zip(local) {
            for field in &battery.fields {
                let square = (field.y.div_euclid(side), field.x.div_euclid(side));
                squares.entry(square).or_default().push(node);
            }
        }
        Self { side, squares }
    }

    fn around(&self, pos: Pos) -> impl Iterator<Item = u32> + '_ {
        let (y, x) = (pos.y.div_euclid(self.side), pos.x.div_euclid(self.side));
        let squares = (y - 1..=y + 1).flat_map(move |y| (x - 1..=x + 1).map(move |x| (y, x)));
        squares
            .filter_map(|square| self.squares.get(&square))
            .flatten()
            .copied()
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

/// One step of an alternating path: `target` may take the place of the target
/// that `node` serves as its `place`-th.
struct Step {
    target: u32,
    node: u32,
    place: usize,
}

/// How many alternating steps away targets and nodes are.
struct Levels {
    targets: Vec<u32>,
    /// A node has the level of the targets that it is reached from.
    nodes: Vec<u32>,
}

impl Matching<'_> {
    fn is_complete(&self) -> bool {
        self.server.iter().all(Option::is_some)
    }

    fn is_full(&self, node: u32) -> bool {
        self.served[node as usize].len() >= self.graph.capacity[node as usize] as usize
    }

    /// One phase: augments along a maximal set of shortest alternating paths.
    fn improve(&mut self) -> bool {
        let mut levels = self.levels();
        // Where to go on looking, by target and by node: what was tried in
        // this phase need not be tried again.
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

    /// The number of alternating steps from a free target to each target and
    /// each node, as far as the first nodes with room.
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

    /// Looks for an alternating path from a free target to a node with room,
    /// depth first along the levels, and flips it.
    fn augment(
        &mut self,
        root: u32,
        levels: &mut Levels,
        next_edge: &mut [usize],
        next_place: &mut [usize],
    ) -> bool {
        let mut path: Vec<Step> = Vec::new();
        let mut target = root;
        loop {
            let edges = &self.graph.edges[target as usize];
            let Some(&node) = edges.get(next_edge[target as usize]) else {
                // A dead end: nothing more through this target in this phase.
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
                        path.push(Step {
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

    /// The set of targets that no node with room can be reached from, by Hall's
    /// theorem the proof that the matching is largest. Every prefix before the
    /// last target is complete, so the last one is in it.
    fn shortage(&self) -> Shortage {
        let levels = self.levels();
        let rivals = levels
            .targets
            .iter()
            .filter(|&&level| level != UNREACHED)
            .count();
        let unserved = self.server.iter().filter(|server| server.is_none()).count();
        Shortage {
            first: self.server.len() - 1,
            rivals,
            capacity: rivals - unserved,
        }
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    /// Tries every assignment.
    fn can_serve(targets: &[Target], batteries: &mut [Battery]) -> bool {
        let Some((target, rest)) = targets.split_first() else {
            return true;
        };
        (0..batteries.len()).any(|i| {
            let battery = &batteries[i];
            let reaches = battery.range.is_none_or(|range| {
                battery
                    .fields
                    .iter()
                    .any(|field| field.within(target.pos, range))
            });
            if battery.capacity == 0 || !battery.serves(target.kind) || !reaches {
                return false;
            }
            batteries[i].capacity -= 1;
            let served = can_serve(rest, batteries);
            batteries[i].capacity += 1;
            served
        })
    }

    fn pos() -> impl Strategy<Value = Pos> {
        (0..7, 0..7).prop_map(|(y, x)| Pos::new(y, x))
    }

    fn battery() -> impl Strategy<Value = Battery> {
        let range = prop_oneof![Just(None), (1..4_u8).prop_map(Some)];
        let fields = prop::collection::vec(pos(), 1..4);
        (0..3_u32, range, any::<bool>(), fields).prop_map(|(capacity, range, planes, fields)| {
            Battery {
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
        fn agrees_with_trying_everything(
            targets in prop::collection::vec(target(), 0..7),
            batteries in prop::collection::vec(battery(), 0..5),
        ) {
            let first = (1..=targets.len())
                .find(|&count| !can_serve(&targets[..count], &mut batteries.clone()));
            let shortage = first_shortage(&targets, &batteries);
            prop_assert_eq!(shortage.map(|s| s.first + 1), first);
            if let Some(shortage) = shortage {
                prop_assert_eq!(shortage.rivals, shortage.capacity + 1);
            }
        }
    }

    /// A chain in which every new target pushes all earlier ones along.
    #[test]
    fn long_chains_are_solved_fast() {
        const LENGTH: i32 = 20_000;
        let batteries: Vec<_> = (0..LENGTH)
            .map(|i| Battery {
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
        assert_eq!(first_shortage(&targets, &batteries), None);
        targets.push(shot(2 * LENGTH - 3));
        let shortage = first_shortage(&targets, &batteries).expect("one target too many");
        assert_eq!(shortage.first, targets.len() - 1);
        assert_eq!(shortage.rivals, targets.len());
    }
}
