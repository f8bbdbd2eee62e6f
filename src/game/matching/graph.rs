//! Which ships can serve which targets.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::super::{Target, TargetKind};
use super::Shooter;
use crate::geometry::Pos;

/// Which node can serve which target. A node is a shooter or a pool of them.
pub(super) struct Graph {
    /// By target: the nodes that can serve it.
    pub edges: Vec<Vec<u32>>,
    /// By node: how many targets it serves at most.
    pub capacity: Vec<u32>,
}

impl Graph {
    /// The same nodes, and only those targets.
    pub fn only(&self, targets: &[usize]) -> Self {
        let edges = targets.iter().map(|&target| self.edges[target].clone());
        Self {
            edges: edges.collect(),
            capacity: self.capacity.clone(),
        }
    }

    /// Shooters with unlimited range differ only in whether they send planes,
    /// so they are pooled into two nodes: 0 with planes, 1 without. The others
    /// follow, found through a grid, so that edges are only looked for nearby.
    pub fn new(targets: &[Target], shooters: &[Shooter]) -> Self {
        let mut capacity = vec![0_u32; 2];
        let mut local: Vec<&Shooter> = Vec::new();
        for shooter in shooters.iter().filter(|shooter| shooter.capacity > 0) {
            if shooter.range.is_none() {
                let pool = &mut capacity[usize::from(!shooter.planes)];
                *pool = pool.saturating_add(shooter.capacity);
            } else {
                local.push(shooter);
                capacity.push(shooter.capacity);
            }
        }
        let grid = CannonGrid::new(&local);
        let edges = targets.iter().map(|target| {
            let pools = (0..2).filter(|&pool| {
                capacity[pool as usize] > 0 && (pool == 0 || target.kind == TargetKind::Shot)
            });
            let mut nodes: Vec<u32> = pools.collect();
            nodes.extend(grid.around(target.pos).filter(|&node| {
                let shooter = local[node as usize - 2];
                let range = shooter.range.unwrap_or(u8::MAX);
                shooter.serves(target.kind)
                    && shooter
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
}

/// Shooters by the square of the board that their cannons are in.
struct CannonGrid {
    side: i32,
    squares: HashMap<(i32, i32), Vec<u32>, RandomState>,
}

impl CannonGrid {
    fn new(local: &[&Shooter]) -> Self {
        let side = local
            .iter()
            .filter_map(|shooter| shooter.range)
            .max()
            .unwrap_or(1);
        let side = i32::from(side.max(1));
        let mut squares: HashMap<_, Vec<u32>, RandomState> = HashMap::default();
        for (node, shooter) in (2..).zip(local) {
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
