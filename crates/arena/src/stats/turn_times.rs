//! How long turns take.

use std::collections::BTreeMap;
use std::time::Duration;

use serde::{Deserialize, Serialize};

/// The times of turns, rounded up to two digits, so that they take little room.
///
/// In JSON, it is a list of pairs: each time in microseconds, and how often it occurs.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(from = "Vec<(u64, u32)>", into = "Vec<(u64, u32)>")]
pub struct TurnTimes(BTreeMap<u64, u32>);

impl TurnTimes {
    /// Adds a turn.
    pub fn add(&mut self, time: Duration) {
        let micros = u64::try_from(time.as_micros()).unwrap_or(u64::MAX);
        let unit = 10_u64.pow(micros.max(1).ilog10().saturating_sub(1));
        let rounded = micros.div_ceil(unit).saturating_mul(unit);
        self.count(rounded, 1);
    }

    /// Adds all turns of another game.
    pub fn merge(&mut self, other: &Self) {
        for (&micros, &turns) in &other.0 {
            self.count(micros, turns);
        }
    }

    fn count(&mut self, micros: u64, turns: u32) {
        let count = self.0.entry(micros).or_default();
        *count = count.saturating_add(turns);
    }

    /// How many turns there are.
    pub fn turns(&self) -> u64 {
        self.0.values().map(|turns| u64::from(*turns)).sum()
    }

    /// The shortest time that at least `of_100` per cent of the turns do not exceed; `None` without
    /// turns.
    pub fn percentile(&self, of_100: u64) -> Option<Duration> {
        let needed = u128::from(self.turns()) * u128::from(of_100);
        let mut seen = 0;
        let reaches = |(_, turns): &(&u64, &u32)| {
            seen += 100 * u128::from(**turns);
            seen >= needed
        };
        let found = self.0.iter().find(reaches);
        found.map(|(micros, _)| Duration::from_micros(*micros))
    }
}

impl From<Vec<(u64, u32)>> for TurnTimes {
    fn from(counts: Vec<(u64, u32)>) -> Self {
        let mut times = Self::default();
        for (micros, turns) in counts {
            times.count(micros, turns);
        }
        times
    }
}

impl From<TurnTimes> for Vec<(u64, u32)> {
    fn from(times: TurnTimes) -> Self {
        times.0.into_iter().collect()
    }
}

/// What a report has of the times of turns, in seconds.
#[derive(Clone, Copy, Debug, Serialize)]
pub struct TurnTimesSummary {
    /// The median.
    pub median: f64,
    /// What 99 of 100 turns do not exceed.
    pub percentile_99: f64,
    /// The longest.
    pub worst: f64,
}

impl TurnTimesSummary {
    /// The summary of some turns; `None` without any.
    pub fn of(times: &TurnTimes) -> Option<Self> {
        let seconds = |of_100| Some(times.percentile(of_100)?.as_secs_f64());
        Some(Self {
            median: seconds(50)?,
            percentile_99: seconds(99)?,
            worst: seconds(100)?,
        })
    }

    /// The three, in the order of their fields.
    pub const fn seconds(&self) -> [f64; 3] {
        [self.median, self.percentile_99, self.worst]
    }
}

/// A time in milliseconds as text, with the digits that it is known to.
pub fn milliseconds(seconds: f64) -> String {
    let milliseconds = 1000.0 * seconds;
    let decimals = if milliseconds < 10.0 { 2 } else { 0 };
    format!("{milliseconds:.decimals$} ms")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn times_are_rounded_up_and_counted() {
        let mut times = TurnTimes::default();
        assert_eq!(times.percentile(50), None);
        for micros in [0, 7, 1234, 99_100, 1_000_000] {
            times.add(Duration::from_micros(micros));
        }
        let micros = |times: &TurnTimes| {
            [0, 20, 40, 50, 80, 99, 100].map(|it| times.percentile(it).map(|it| it.as_micros()))
        };
        let expected = [0, 0, 7, 1300, 100_000, 1_000_000, 1_000_000].map(Some);
        assert_eq!(micros(&times), expected);
        let twice = times.clone();
        times.merge(&twice);
        assert_eq!((times.turns(), micros(&times)), (10, expected));
        let json = serde_json::to_string(&times).expect("JSON");
        assert_eq!(
            serde_json::from_str::<TurnTimes>(&json).expect("times"),
            times
        );
    }
}
