//! Which ships can serve which targets.

use std::collections::HashMap;

use foldhash::fast::RandomState;

use super::super::{Target, TargetKind};
use super::Battery;
use crate::vocabulary::Pos;

/// Which node can serve which target.
pub(super) struct Graph {
    /// By target: the nodes that can serve it.
    pub edges: Vec<Vec<u32>>,
    /// By node: how many targets it serves at most.
    pub capacity: Vec<u32>,
}

impl Graph {
    /// Batteries with unlimited range differ only in whether they send planes,
    /// so they are pooled into two nodes: 0 with planes, 1 without. The others
    /// follow, found through a grid, so that edges are only looked for nearby.
    pub fn new(targets: &[Target], batteries: &[Battery]) -> Self {
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
