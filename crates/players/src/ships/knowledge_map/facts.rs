//! Conversion between knowledge maps and remembered facts.

use bstr::{BString, ByteSlice};

use super::{KnowledgeMap, SALVO_SHOTS_MAX, SALVOS_MAX, Salvo};
use crate::memory::number;
use crate::{Fact, Memory};
use admiralty_core::geometry::Pos;

/// The letters of fields, indexed by what is known of them: bit 0 water, bit 1 a hit, bit 2 a
/// healthy part.
const LETTERS: &[u8; 8] = b"?oxx++++";

impl KnowledgeMap {
    pub(super) fn facts(&self) -> Vec<BString> {
        let mut facts = Vec::with_capacity(16);
        for (fact, number) in [(Fact::Drift, self.drift), (Fact::Search, self.search)] {
            if number > 0 {
                facts.push(fact.with(&[number]));
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
            let Pos { y, x } = self.water.field(index, first);
            let mut line = Fact::Chart.with(&[y, x].map(|number| number.unsigned_abs().into()));
            line.push(b' ');
            let last = 64 - known.leading_zeros();
            line.extend((first..last).map(|bit| {
                let has = |word: u64| usize::from(word >> bit & 1 == 1);
                LETTERS[has(water) | has(hits) << 1 | has(afloat) << 2]
            }));
            facts.push(line);
        }
        facts.extend(self.salvos.iter().map(Salvo::fact));
        facts
    }

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
        let first = Pos::new(number(y)?, number(x)?);
        let window = self.window.rect;
        if !window.contains(first) || letters.len() > window.width() {
            return None;
        }
        let shift = first.x.abs_diff(window.left);
        let full = self.water.full_row();
        let index = self.water.index(first.y);
        let grids = [&mut self.water, &mut self.hits, &mut self.afloat];
        for (grid, kind) in grids.into_iter().zip(*b"ox+") {
            let bits = letters.iter().rev();
            let word = bits.fold(0, |word, &letter| word << 1 | u64::from(letter == kind));
            *grid.word_mut(index) |= word << shift & full;
        }
        Some(())
    }
}

impl Salvo {
    fn fact(&self) -> BString {
        let fields = self.fields.iter().map(|field| format!(" {field}"));
        format!(
            "{} {}{}",
            Fact::Salvo,
            self.hits,
            fields.collect::<String>()
        )
        .into()
    }

    fn read(fact: &[u8]) -> Option<Self> {
        let mut words = fact.fields_with(char::is_whitespace);
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
