//! The hits, and the fields where the ships that were hit may go on.

use admiralty_core::geometry::{Direction, Pos, Size};
use bstr::BString;

use crate::Fact;
use crate::memory::{number, words};
use crate::ships::hit_run::HitRun;

/// The most hits that are kept.
const HITS_MAX: usize = 128;

/// What was hit for certain. The estimates of ships may lose a hit, if its ship is taken for another one, or
/// a part that was not hit, if it is taken for a shorter one.
#[derive(Clone, Debug, Default)]
pub(super) struct Hits(Vec<KnownHit>);

#[derive(Clone, Debug, PartialEq, Eq)]
struct KnownHit {
    pos: Pos,
    /// The directions in which the ship may go on, where nothing has been tried since.
    leads: Vec<Direction>,
}

impl Hits {
    /// The fields to try, beside hits.
    pub fn leads(&self) -> impl Iterator<Item = Pos> {
        self.0.iter().flat_map(|hit| {
            let leads = hit.leads.iter();
            leads.map(|&direction| hit.pos.step(direction, 1))
        })
    }

    /// The runs of those hits that satisfy a predicate.
    pub fn runs(&self, is_meant: impl Fn(Pos) -> bool) -> Vec<HitRun> {
        let hits = self.0.iter().map(|hit| hit.pos);
        let mut hits: Vec<_> = hits.filter(|&pos| is_meant(pos)).collect();
        hits.sort_by_key(|pos| (pos.y, pos.x));
        let parts = hits.iter().copied();
        HitRun::all(parts, |pos| hits.contains(&pos)).collect()
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds a hit. Adjacent hits are parts of one ship, which goes on in their line.
    pub fn add(&mut self, pos: Pos) {
        self.0.retain(|hit| hit.pos != pos);
        if self.0.len() == HITS_MAX {
            self.0.remove(0);
        }
        let mut leads = Direction::ALL.to_vec();
        for direction in Direction::ALL {
            let beside = pos.step(direction, 1);
            if let Some(hit) = self.0.iter_mut().find(|hit| hit.pos == beside) {
                hit.leads.retain(|lead| *lead == direction);
                leads.retain(|lead| *lead == direction.opposite());
            }
        }
        self.0.push(KnownHit { pos, leads });
    }

    /// Drops the leads to fields that have been tried, or that hold no ship.
    pub fn rule_out(&mut self, is_ruled_out: impl Fn(Pos) -> bool) {
        for KnownHit { pos, leads } in &mut self.0 {
            leads.retain(|&direction| !is_ruled_out(pos.step(direction, 1)));
        }
    }

    /// Drops the hits on fields where no ship is.
    pub fn drop_where(&mut self, is_clear: impl Fn(Pos) -> bool) {
        self.0.retain(|hit| !is_clear(hit.pos));
    }

    /// Reads a fact, `y x D...`; an invalid one, or one that is not on the board, is ignored.
    pub fn read(&mut self, line: &[u8], board: Size) {
        let mut words = words(line);
        let mut hit = || {
            let pos = Pos::new(number(words.next()?)?, number(words.next()?)?);
            let leads: Option<_> = words.by_ref().map(Direction::from_token).collect();
            Some(KnownHit { pos, leads: leads? })
        };
        if let Some(hit) = hit()
            && board.contains(hit.pos)
            && self.0.len() < HITS_MAX
        {
            self.0.push(hit);
        }
    }

    /// The facts to be stored.
    pub fn facts(&self) -> impl Iterator<Item = BString> {
        self.0.iter().map(|KnownHit { pos, leads }| {
            let leads = leads.iter().map(|lead| format!(" {lead}"));
            format!("{} {pos}{}", Fact::Hit, leads.collect::<String>()).into()
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn leads(hits: &Hits) -> Vec<(i32, i32)> {
        hits.leads().map(|pos| (pos.y, pos.x)).collect()
    }

    #[test]
    fn a_ship_goes_on_in_the_line_of_its_hits() {
        let mut hits = Hits::default();
        hits.add(Pos::new(5, 5));
        assert_eq!(leads(&hits), [(4, 5), (5, 6), (6, 5), (5, 4)]);
        hits.rule_out(|pos| pos == Pos::new(4, 5));
        hits.add(Pos::new(5, 6));
        hits.rule_out(|pos| pos == Pos::new(5, 6));
        assert_eq!(leads(&hits), [(5, 4), (5, 7)]);
        // A third hit, and a ship that lies elsewhere.
        hits.add(Pos::new(5, 4));
        hits.rule_out(|pos| pos == Pos::new(5, 4));
        hits.add(Pos::new(9, 9));
        assert_eq!(
            leads(&hits),
            [(5, 7), (5, 3), (8, 9), (9, 10), (10, 9), (9, 8)]
        );
    }

    #[test]
    fn a_hit_between_others_joins_them() {
        let mut hits = Hits::default();
        for x in [3, 5, 4] {
            hits.add(Pos::new(2, x));
        }
        assert_eq!(leads(&hits), [(2, 2), (2, 6)]);
    }

    #[test]
    fn there_are_not_too_many_hits() {
        let mut hits = Hits::default();
        for x in 0..200 {
            hits.add(Pos::new(0, 3 * x));
        }
        assert_eq!(hits.facts().count(), HITS_MAX);
    }
}
