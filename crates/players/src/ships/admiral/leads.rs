//! The fields where ships that were hit may go on.

use admiralty_core::geometry::{Direction, Pos};
use bstr::BString;

use crate::Fact;
use crate::memory::{number, words};

/// The most leads that are kept.
const LEADS_MAX: usize = 256;

/// The fields beside hits that nothing has tried since. The estimates of ships may lose a part that
/// was not hit, if its ship is taken for a shorter one; a lead is lost only when it has been tried.
#[derive(Clone, Debug, Default)]
pub(super) struct Leads(Vec<Lead>);

/// A direction in which the ship hit on a field may go on.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Lead {
    hit: Pos,
    direction: Direction,
}

impl Lead {
    /// The field to try.
    const fn field(self) -> Pos {
        self.hit.step(self.direction, 1)
    }
}

impl Leads {
    /// The fields to try.
    pub fn fields(&self) -> impl Iterator<Item = Pos> {
        self.0.iter().map(|lead| lead.field())
    }

    pub fn clear(&mut self) {
        self.0.clear();
    }

    /// Adds the fields beside a hit. Adjacent hits are parts of one ship, which goes on in their line.
    pub fn add(&mut self, hit: Pos) {
        let is_hit = |pos: Pos| self.0.iter().any(|lead| lead.hit == pos);
        let mut directions = Direction::ALL.into_iter();
        let along = directions.find(|&direction| is_hit(hit.step(direction, 1)));
        self.0.retain(|lead| {
            let is_beside = along.is_some_and(|direction| lead.hit == hit.step(direction, 1));
            lead.hit != hit && (!is_beside || Some(lead.direction) == along)
        });
        let onward = Direction::ALL.into_iter();
        let onward = onward.filter(|onward| along.is_none_or(|along| along == onward.opposite()));
        let leads = onward.map(|direction| Lead { hit, direction });
        self.0
            .extend(leads.take(LEADS_MAX.saturating_sub(self.0.len())));
    }

    /// Drops the fields that have been tried, or that hold no ship.
    pub fn rule_out(&mut self, is_ruled_out: impl Fn(Pos) -> bool) {
        self.0.retain(|lead| !is_ruled_out(lead.field()));
    }

    /// Reads a fact, `y x D`; an invalid one is ignored.
    pub fn read(&mut self, line: &[u8]) {
        let mut words = words(line);
        let mut lead = || {
            let hit = Pos::new(number(words.next()?)?, number(words.next()?)?);
            let direction = Direction::from_token(words.next()?)?;
            Some(Lead { hit, direction })
        };
        if let Some(lead) = lead().filter(|_| self.0.len() < LEADS_MAX) {
            self.0.push(lead);
        }
    }

    /// The facts to be stored.
    pub fn facts(&self) -> impl Iterator<Item = BString> {
        let facts = self.0.iter();
        facts.map(|lead| format!("{} {} {}", Fact::Hit, lead.hit, lead.direction).into())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn fields(leads: &Leads) -> Vec<(i32, i32)> {
        leads.fields().map(|pos| (pos.y, pos.x)).collect()
    }

    #[test]
    fn a_ship_goes_on_in_the_line_of_its_hits() {
        let mut leads = Leads::default();
        leads.add(Pos::new(5, 5));
        assert_eq!(fields(&leads), [(4, 5), (5, 6), (6, 5), (5, 4)]);
        leads.rule_out(|pos| pos == Pos::new(4, 5));
        leads.add(Pos::new(5, 6));
        leads.rule_out(|pos| pos == Pos::new(5, 6));
        assert_eq!(fields(&leads), [(5, 4), (5, 7)]);
        // A third hit, and a ship that lies elsewhere.
        leads.add(Pos::new(5, 4));
        leads.rule_out(|pos| pos == Pos::new(5, 4));
        leads.add(Pos::new(9, 9));
        assert_eq!(
            fields(&leads),
            [(5, 7), (5, 3), (8, 9), (9, 10), (10, 9), (9, 8)]
        );
    }

    #[test]
    fn there_are_not_too_many_leads() {
        let mut leads = Leads::default();
        for x in 0..200 {
            leads.add(Pos::new(0, 3 * x));
        }
        assert_eq!(leads.fields().count(), LEADS_MAX);
    }
}
