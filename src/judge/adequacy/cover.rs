//! The smallest choice of sets that has all elements of all sets: set cover, which is NP-hard, by
//! branch and bound.

use std::cmp::Reverse;

/// How many nodes of the search tree are visited before a cover is left as it is.
const NODES_MAX: u32 = 50_000;

/// Sets that together have all elements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CaseCover {
    /// Their indices, ascending.
    pub sets: Vec<usize>,
    /// Whether no smaller cover exists; otherwise the search was given up, and there may be one.
    pub is_smallest: bool,
}

impl CaseCover {
    /// The smallest cover of the elements `0..elements`, of which those in no set are left out.
    pub fn smallest(sets: &[Vec<usize>], elements: usize) -> Self {
        Self::within(sets, elements, NODES_MAX)
    }

    fn within(sets: &[Vec<usize>], elements: usize, nodes: u32) -> Self {
        let mut owners = vec![Vec::new(); elements];
        for (set, members) in sets.iter().enumerate() {
            for &element in members {
                owners[element].push(set);
            }
        }
        // Whoever covers an element with few owners covers any element that has these owners, too.
        let mut hard: Vec<usize> = Vec::new();
        let mut order: Vec<usize> = (0..elements).filter(|&at| !owners[at].is_empty()).collect();
        order.sort_by_key(|&element| owners[element].len());
        for element in order {
            let is_implied =
                |&other: &usize| owners[other].iter().all(|o| owners[element].contains(o));
            if !hard.iter().any(is_implied) {
                hard.push(element);
            }
        }
        let mut search = Search {
            sets,
            owners: &owners,
            hard: &hard,
            banned: vec![false; sets.len()],
            covered: vec![0; elements],
            chosen: Vec::new(),
            best: greedy(sets, &owners, &hard),
            nodes,
        };
        let is_smallest = search.branch();
        let mut sets = search.best;
        sets.sort_unstable();
        Self { sets, is_smallest }
    }
}

/// A cover in which each set has the most elements that the sets before it do not have.
fn greedy(sets: &[Vec<usize>], owners: &[Vec<usize>], hard: &[usize]) -> Vec<usize> {
    let mut left = vec![false; owners.len()];
    for &element in hard {
        left[element] = true;
    }
    let mut chosen = Vec::new();
    loop {
        let gain = |set: &usize| sets[*set].iter().filter(|&&element| left[element]).count();
        let best = (0..sets.len()).max_by_key(|set| (gain(set), Reverse(*set)));
        let Some(best) = best.filter(|set| gain(set) > 0) else {
            return chosen;
        };
        chosen.push(best);
        for &element in &sets[best] {
            left[element] = false;
        }
    }
}

struct Search<'s> {
    sets: &'s [Vec<usize>],
    /// By element: the sets that have it.
    owners: &'s [Vec<usize>],
    /// The elements that must be covered; then all others are.
    hard: &'s [usize],
    /// The sets that were tried before, in place of those of this branch.
    banned: Vec<bool>,
    /// By element: how many of the chosen sets have it.
    covered: Vec<u32>,
    chosen: Vec<usize>,
    best: Vec<usize>,
    nodes: u32,
}

impl Search<'_> {
    /// Finds the best cover that has the chosen sets and none that is banned; returns whether the
    /// search was complete.
    fn branch(&mut self) -> bool {
        let Some(rest) = self.nodes.checked_sub(1) else {
            return false;
        };
        self.nodes = rest;
        let Some((needed, element)) = self.bound() else {
            return true;
        };
        if self.chosen.len() + needed >= self.best.len() {
            return true;
        }
        let Some(element) = element else {
            self.best.clone_from(&self.chosen);
            return true;
        };
        let owners = self.owners[element].iter().copied();
        let mut owners: Vec<_> = owners.filter(|&set| !self.banned[set]).collect();
        let gain = |&set: &usize| {
            let members = self.sets[set].iter();
            members
                .filter(|&&element| self.covered[element] == 0)
                .count()
        };
        owners.sort_by_key(|set| Reverse(gain(set)));
        let mut is_complete = true;
        for &set in &owners {
            self.choose(set);
            is_complete &= self.branch();
            self.undo();
            self.banned[set] = true;
        }
        for set in owners {
            self.banned[set] = false;
        }
        is_complete
    }

    /// How many more sets are needed at least, and the uncovered element with the fewest sets, if
    /// there is one; `None` if an element has no set left.
    fn bound(&self) -> Option<(usize, Option<usize>)> {
        let allowed = |element: usize| {
            let owners = self.owners[element].iter().copied();
            owners.filter(|&set| !self.banned[set])
        };
        let open = self
            .hard
            .iter()
            .filter(|&&element| self.covered[element] == 0);
        let mut open: Vec<_> = open.map(|&it| (allowed(it).count(), it)).collect();
        open.sort_unstable();
        if open.first().is_some_and(|&(owners, _)| owners == 0) {
            return None;
        }
        // Elements no two of which have a set in common need a set each.
        let mut used = vec![false; self.sets.len()];
        let mut needed = 0;
        for &(_, element) in &open {
            if allowed(element).all(|set| !used[set]) {
                needed += 1;
                allowed(element).for_each(|set| used[set] = true);
            }
        }
        Some((needed, open.first().map(|&(_, element)| element)))
    }

    fn choose(&mut self, set: usize) {
        self.chosen.push(set);
        for &element in &self.sets[set] {
            self.covered[element] += 1;
        }
    }

    fn undo(&mut self) {
        let set = self.chosen.pop();
        for &element in set.into_iter().flat_map(|set| &self.sets[set]) {
            self.covered[element] -= 1;
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use proptest::prelude::*;

    use super::*;

    const ELEMENTS: usize = 9;

    fn union(sets: &[Vec<usize>], chosen: impl Iterator<Item = usize>) -> BTreeSet<usize> {
        chosen.flat_map(|set| sets[set].clone()).collect()
    }

    /// The size of the smallest cover, by trying all choices.
    fn smallest(sets: &[Vec<usize>]) -> u32 {
        let all = union(sets, 0..sets.len());
        let choices = 0..1_u32 << sets.len();
        let covers = choices.filter(|choice| {
            let chosen = (0..sets.len()).filter(|set| choice >> set & 1 == 1);
            union(sets, chosen) == all
        });
        covers
            .map(u32::count_ones)
            .min()
            .expect("all sets together")
    }

    proptest! {
        #[test]
        fn no_choice_is_smaller(
            sets in prop::collection::vec(prop::collection::btree_set(0..ELEMENTS, 0..5), 0..10),
            nodes in 0_u32..6,
        ) {
            let sets: Vec<Vec<usize>> = sets.into_iter().map(|set| set.into_iter().collect()).collect();
            let cover = CaseCover::smallest(&sets, ELEMENTS);
            prop_assert!(cover.is_smallest);
            prop_assert_eq!(cover.sets.len(), smallest(&sets) as usize);
            // A search that is given up has a cover, too, and says so unless it is the smallest.
            let early = CaseCover::within(&sets, ELEMENTS, nodes);
            for found in [&cover, &early] {
                let all = union(&sets, 0..sets.len());
                prop_assert_eq!(union(&sets, found.sets.iter().copied()), all);
            }
            prop_assert!(!early.is_smallest || early.sets.len() == cover.sets.len());
        }
    }

    #[test]
    fn large_tables_are_given_up() {
        // Each of 120 elements is in about a quarter of 120 sets.
        let is_in = |set: usize, element: usize| {
            let mixed = ((set + 1) * 40_503) ^ ((element + 1) * 7_919);
            (mixed % 127).is_multiple_of(4)
        };
        let set = |set| (0..120).filter(|&element| is_in(set, element)).collect();
        let sets: Vec<Vec<usize>> = (0..120).map(set).collect();
        let cover = CaseCover::smallest(&sets, 120);
        assert!(!cover.is_smallest && cover.sets.len() < 30, "{cover:?}");
    }
}
