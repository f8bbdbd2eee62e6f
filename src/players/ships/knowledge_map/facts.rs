//! Knowledge maps as facts to remember.

use std::fmt::Write;

use bstr::{BString, ByteSlice};

use super::{KnowledgeMap, SALVO_SHOTS_MAX, SALVOS_MAX, Salvo};
use crate::geometry::{Pos, Rect};
use crate::players::memory::number;
use crate::players::{Fact, Memory};
use crate::view::Observation;

/// The letters of fields by what is known of them: bit 0 water, bit 1 a hit, bit 2 a
/// healthy part.
const LETTERS: &[u8; 8] = b"?oxx++++";

impl KnowledgeMap {
    /// The facts to remember.
    pub fn facts(mut self, turn: u64, after: &Observation<'_>) -> Vec<BString> {
        if after.is_extended() {
            self.remember_seen(after);
        }
        if self.drift > 0 {
            self.expire_water(turn, after.is_extended());
        }
        self.write()
    }

    /// The map as facts.
    pub(super) fn write(&self) -> Vec<BString> {
        let mut facts = Vec::with_capacity(16);
        for (fact, number) in [(Fact::Drift, self.drift), (Fact::Search, self.search)] {
            if number > 0 {
                facts.push(format!("{fact} {number}").into());
            }
        }
        for index in 1..self.water.words().len() - 1 {
            let rows = [&self.water, &self.hits, &self.afloat];
            let [water, hits, afloat] = rows.map(|rows| rows.words()[index]);
            let known = water | hits | afloat;
            if known == 0 {
                continue;
            }
            let first = known.trailing_zeros();
            let field = self.water.field(index, first);
            let mut line = Vec::with_capacity(96);
            line.extend(b"CHART ");
            line.extend(itoa::Buffer::new().format(field.y).as_bytes());
            line.push(b' ');
            line.extend(itoa::Buffer::new().format(field.x).as_bytes());
            line.push(b' ');
            let last = 64 - known.leading_zeros();
            line.extend((first..last).map(|bit| {
                let has = |word: u64| usize::from(word >> bit & 1 == 1);
                LETTERS[has(water) | has(hits) << 1 | has(afloat) << 2]
            }));
            facts.push(line.into());
        }
        facts.extend(self.salvos.iter().map(Salvo::fact));
        facts
    }

    /// Reads the facts that are remembered.
    pub(super) fn recall(&mut self, memory: &Memory<'_>) {
        for fact in memory.facts(Fact::Chart) {
            self.recall_row(fact);
        }
        let salvos = memory.facts(Fact::Salvo).filter_map(Salvo::read);
        for salvo in salvos.take(SALVOS_MAX) {
            self.add(salvo);
        }
    }

    fn recall_row(&mut self, fact: &[u8]) -> Option<()> {
        let (y, rest) = fact.split_once_str(b" ")?;
        let (x, letters) = rest.split_once_str(b" ")?;
        let (y, x): (i32, i32) = (number(y)?, number(x)?);
        let Rect { left, right, .. } = self.window.rect;
        let is_inside = self.window.rect.contains(Pos::new(y, x));
        if !is_inside || letters.len() > (right.abs_diff(left) + 1) as usize {
            return None;
        }
        let (mut water, mut hits, mut afloat) = (0, 0, 0);
        for &letter in letters.iter().rev() {
            water = water << 1 | u64::from(letter == b'o');
            hits = hits << 1 | u64::from(letter == b'x');
            afloat = afloat << 1 | u64::from(letter == b'+');
        }
        let shift = x.abs_diff(left);
        let full = self.water.full_row();
        let index = self.water.index(y);
        *self.water.word_mut(index) |= water << shift & full;
        *self.hits.word_mut(index) |= hits << shift & full;
        *self.afloat.word_mut(index) |= afloat << shift & full;
        Some(())
    }
}

impl Salvo {
    /// The salvo as a fact.
    pub(super) fn fact(&self) -> BString {
        let mut fact = format!("{} {}", Fact::Salvo, self.hits);
        for field in &self.fields {
            // Writing to a string does not fail.
            let _ = write!(fact, " {field}");
        }
        fact.into()
    }

    fn read(fact: &[u8]) -> Option<Self> {
        let mut words = fact.fields();
        let hits = number(words.next()?)?;
        let mut fields = Vec::new();
        while let Some(y) = words.next() {
            let field = Pos::new(number(y)?, number(words.next()?)?);
            if fields.len() == SALVO_SHOTS_MAX || fields.contains(&field) {
                return None;
            }
            fields.push(field);
        }
        Some(Self { hits, fields })
    }
}
