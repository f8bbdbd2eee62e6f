//! How the filter is remembered from turn to turn.

use super::CarrierFilter;
use crate::Fact;
use crate::memory::{number, words};
use admiralty_core::geometry::Pos;
use bstr::BString;

impl CarrierFilter {
    /// Reads the probability that the cannon is destroyed, or a row of weights.
    pub(super) fn read_line(&mut self, line: &[u8]) -> Option<()> {
        let words: Vec<_> = words(line).collect();
        if let [thousandths] = words[..] {
            let destroyed: u16 = number(thousandths)?;
            self.destroyed = (f64::from(destroyed) / 1000.0).min(1.0);
            return Some(());
        }
        let [direction, y, x, digits] = words[..] else {
            return None;
        };
        let board = self.poses.board;
        let direction: usize = number(direction).filter(|it| *it < 4)?;
        let first = Pos::new(number(y)?, number(x)?);
        let first = direction * board.field_count() + board.index(first)?;
        for (at, &digit) in (first..).zip(digits) {
            let digit = char::from(digit).to_digit(36)?;
            *self.weights.get_mut(at)? = level(digit);
        }
        Some(())
    }

    /// The facts to remember. Of a carrier that is no longer hunted, only that.
    pub fn facts(&self) -> impl Iterator<Item = BString> {
        let destroyed = (1..=1000)
            .filter(|it| f64::from(*it) / 1000.0 <= self.destroyed)
            .count();
        let destroyed = Fact::Carrier.with(&[destroyed as u64]);
        let rows = self.is_hunting().then(|| self.rows());
        [destroyed].into_iter().chain(rows.into_iter().flatten())
    }

    /// The facts of the rows of weights.
    fn rows(&self) -> impl Iterator<Item = BString> {
        let weights = self.weights.iter().copied();
        let largest = weights.fold(f64::MIN_POSITIVE, f64::max);
        let (columns, height) = (self.poses.board.width(), self.poses.board.height());
        let levels: Vec<_> = (1..36).map(level).collect();
        let rows = self.weights.chunks(columns).enumerate();
        rows.filter_map(move |(row, weights)| {
            let digits = weights.iter().map(|weight| {
                let reached = levels.partition_point(|level| *level <= weight / largest);
                let reached = u32::try_from(reached).expect("at most 35");
                char::from_digit(reached, 36).expect("a digit")
            });
            let digits: String = digits.collect();
            let first = digits.find(|digit| digit != '0')?;
            let digits = digits.trim_matches('0');
            let [direction, y] = [row / height, row % height];
            let numbers = Fact::Carrier.with(&[direction as u64, y as u64, first as u64]);
            Some([&numbers[..], b" ", digits.as_bytes()].concat().into())
        })
    }
}

/// The weight, relative to the largest, that a digit of a fact stands for: each is 1.5 times the one before.
fn level(digit: u32) -> f64 {
    match digit {
        0 => 0.0,
        _ => (digit..35).fold(1.0, |weight, _| weight / 1.5),
    }
}
