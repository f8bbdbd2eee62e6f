//! The graph of which ships can serve which targets.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::super::Target;
use super::Shooter;
use crate::geometry::Pos;

/// Which node can serve which target. The nodes are the shooters.
pub(super) struct Graph {
    /// By target: the nodes that can serve it.
    pub edges: Vec<Vec<u32>>,
    /// By node: how many targets it serves at most.
    pub capacity: Vec<u32>,
}

impl Graph {
    /// The graph with the same nodes, restricted to some targets.
    pub fn only(&self, targets: &[usize]) -> Self {
        let edges = targets.iter().map(|&target| self.edges[target].clone());
        Self {
            edges: edges.collect(),
            capacity: self.capacity.clone(),
        }
    }

    /// Builds the graph. Shooters of limited range are found through a grid, so that only
    /// those near a target are tested.
    pub fn new(targets: &[Target], shooters: &[Shooter]) -> Self {
        let nodes = (0..)
            .zip(shooters)
            .filter(|(_, shooter)| shooter.capacity > 0);
        let everywhere = nodes.clone().filter(|(_, shooter)| shooter.range.is_none());
        let everywhere: Vec<u32> = everywhere.map(|(node, _)| node).collect();
        let grid = CannonGrid::new(nodes);
        let edges = targets.iter().map(|target| {
            let near = everywhere.iter().copied().chain(grid.around(target.pos));
            let near = near.filter(|&node| shooters[node as usize].serves(target));
            let mut nodes: Vec<u32> = near.collect();
            nodes.sort_unstable();
            nodes.dedup();
            nodes
        });
        Self {
            edges: edges.collect(),
            capacity: shooters.iter().map(|shooter| shooter.capacity).collect(),
        }
    }
}

/// Shooters by the grid square that contains one of their cannon fields.
struct CannonGrid {
    side: i32,
    squares: HashMap<(i32, i32), Vec<u32>, RandomState>,
}

impl CannonGrid {
    fn new<'s>(nodes: impl Iterator<Item = (u32, &'s Shooter)> + Clone) -> Self {
        let ranges = nodes.clone().filter_map(|(_, shooter)| shooter.range);
        let side = i32::from(ranges.max().unwrap_or(1).max(1));
        let mut squares: HashMap<_, Vec<u32>, RandomState> = HashMap::default();
        for (node, shooter) in nodes.filter(|(_, shooter)| shooter.range.is_some()) {
            for field in &shooter.fields {
                let square = (field.y.div_euclid(side), field.x.div_euclid(side));
                squares.entry(square).or_default().push(node);
            }
        }
        Self { side, squares }
    }

    fn around(&self, pos: Pos) -> impl Iterator<Item = u32> + '_ {
        let (y, x) = (pos.y.div_euclid(self.side), pos.x.div_euclid(self.side));
        let around = |at: i32| at.saturating_sub(1)..=at.saturating_add(1);
        let squares = around(y).flat_map(move |y| around(x).map(move |x| (y, x)));
        squares
            .filter_map(|square| self.squares.get(&square))
            .flatten()
            .copied()
    }
}
