//! Counts of small numbers, and their statistics.

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

/// Counts how often each small number occurs.
///
/// In JSON, it is a list of pairs: each number that occurs, and its count.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(u16, u64)>", into = "Vec<(u32, u64)>")]
pub struct Histogram(BTreeMap<u32, u64>);

impl Histogram {
    /// Counts a number.
    pub fn add(&mut self, number: u32) {
        *self.0.entry(number).or_default() += 1;
    }

    /// Counts all numbers of another histogram.
    pub fn merge(&mut self, other: &Self) {
        for (number, count) in other.iter() {
            *self.0.entry(number).or_default() += count;
        }
    }

    /// The numbers that occurred, lowest first, with their counts.
    pub fn iter(&self) -> impl Iterator<Item = (u32, u64)> + '_ {
        self.0.iter().map(|(&number, &count)| (number, count))
    }

    /// Returns the counts in at most `rows_max` bins of equal width, from the bin of the
    /// lowest number to that of the highest: the width, which is 1, 2 or 5 times a power of
    /// ten, and each bin's first number, a multiple of the width, with its count. Without
    /// numbers, there are no bins.
    pub fn bins(&self, rows_max: u32) -> (u32, Vec<(u32, u64)>) {
        let (Some((lowest, _)), Some(highest)) = (self.iter().next(), self.worst()) else {
            return (1, Vec::new());
        };
        let widths = (0..).flat_map(|power| {
            let unit = 10_u32.saturating_pow(power);
            [1, 2, 5].map(|digit| unit.saturating_mul(digit))
        });
        let width = widths
            .into_iter()
            .find(|width| highest / width - lowest / width < rows_max.max(1))
            .unwrap_or(u32::MAX);
        let first = lowest / width;
        let mut bins: Vec<_> = (first..=highest / width)
            .map(|bin| (bin * width, 0))
            .collect();
        for (number, count) in self.iter() {
            bins[(number / width - first) as usize].1 += count;
        }
        (width, bins)
    }

    /// Whether there are exactly `count` samples; the sum may exceed the type of a count.
    pub(crate) fn has_count(&self, count: u64) -> bool {
        let counts = self.0.values().copied();
        counts.map(u128::from).sum::<u128>() == count.into()
    }

    /// The number of samples.
    pub fn count(&self) -> u64 {
        self.0.values().sum()
    }

    /// The mean, if there are numbers.
    pub fn mean(&self) -> Option<f64> {
        let product = |(number, count)| u64::from(number) * count;
        let sum: u64 = self.iter().map(product).sum();
        (self.count() > 0).then(|| sum as f64 / self.count() as f64)
    }

    /// The standard error of the mean, if there are at least two numbers.
    pub fn standard_error(&self) -> Option<f64> {
        let (mean, count) = (self.mean()?, self.count());
        let square =
            |(number, count): (u32, u64)| (f64::from(number) - mean).powi(2) * count as f64;
        let squares: f64 = self.iter().map(square).sum();
        let deviation = (squares / (count - 1) as f64).sqrt();
        (count > 1).then(|| deviation / (count as f64).sqrt())
    }

    /// The lowest number that at least `of_100` percent of the samples, and at least one
    /// sample, do not exceed.
    pub fn percentile(&self, of_100: u64) -> Option<u32> {
        let needed = (u128::from(self.count()) * u128::from(of_100))
            .div_ceil(100)
            .max(1);
        let mut seen = 0;
        let reaches = |(_, count): &(u32, u64)| {
            seen += u128::from(*count);
            seen >= needed
        };
        self.iter().find(reaches).map(|(number, _)| number)
    }

    /// The highest number.
    pub fn worst(&self) -> Option<u32> {
        self.0.last_key_value().map(|(&number, _)| number)
    }
}

impl From<Histogram> for Vec<(u32, u64)> {
    fn from(histogram: Histogram) -> Self {
        histogram.0.into_iter().collect()
    }
}

/// The numbers in files are small.
impl From<Vec<(u16, u64)>> for Histogram {
    fn from(counts: Vec<(u16, u64)>) -> Self {
        let counts = counts.into_iter();
        Self(counts.map(|(n, count)| (n.into(), count)).collect())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn statistics_match_a_known_example() {
        let mut histogram = Histogram::default();
        assert_eq!((histogram.mean(), histogram.worst()), (None, None));
        assert_eq!(histogram.percentile(50), None);
        // The squared distances from the mean 5 add up to 32.
        for number in [2, 4, 4, 4, 5, 5, 7, 9] {
            histogram.add(number);
        }
        assert_eq!((histogram.count(), histogram.mean()), (8, Some(5.0)));
        let error = histogram.standard_error().expect("eight numbers");
        assert!((error - (32.0_f64 / 7.0 / 8.0).sqrt()).abs() < 1e-12);
        let percentiles =
            [0, 12, 13, 50, 51, 75, 76, 100].map(|of_100| histogram.percentile(of_100));
        assert_eq!(percentiles, [2, 2, 4, 4, 5, 5, 7, 9].map(Some));
        assert_eq!(histogram.worst(), Some(9));
    }

    #[test]
    fn bins_count_every_number_once() {
        assert_eq!(Histogram::default().bins(5), (1, vec![]));
        let mut histogram = Histogram::default();
        for number in [17, 18, 18, 40, 99, 100] {
            histogram.add(number);
        }
        assert_eq!(histogram.bins(84).0, 1);
        assert_eq!(histogram.bins(83).0, 2);
        let twenties = [(0, 3), (20, 0), (40, 1), (60, 0), (80, 1), (100, 1)];
        assert_eq!(histogram.bins(6), (20, twenties.to_vec()));
        assert_eq!(histogram.bins(1), (200, vec![(0, 6)]));
    }
}
