//! Late submissions: when they were due, when they were handed in, and what a day costs.

use std::time::{SystemTime, UNIX_EPOCH};

use rawzip::time::{UtcDateTime, ZipDateTimeKind};
use serde::{Deserialize, Serialize};

const DAY_SECONDS: i64 = 86_400;

/// When submissions are due.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct LateRule {
    /// The time, in seconds since 1970 (UTC).
    due: i64,
    /// How many seconds its time zone is ahead of UTC. An export has the times of that zone.
    offset: i64,
    /// The points that each day takes, if any.
    pub penalty: f64,
}

/// When something was handed in, in seconds since 1970.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HandInTime {
    /// In UTC.
    Utc(i64),
    /// In the time zone of the deadline, as archives have it.
    Local(i64),
}

impl LateRule {
    /// The rule of a date with a time and a time zone; `None` if one of them is missing.
    pub fn new(due: &toml::value::Datetime, penalty: f64) -> Option<Self> {
        let (date, time) = (due.date?, due.time?);
        let offset = match due.offset? {
            toml::value::Offset::Z => 0,
            toml::value::Offset::Custom { minutes } => 60 * i64::from(minutes),
        };
        let second = time.second.unwrap_or(0).min(59);
        let (hour, minute) = (time.hour, time.minute);
        let due = seconds(date.year, date.month, date.day, [hour, minute, second])?;
        Some(Self {
            due: due - offset,
            offset,
            penalty,
        })
    }

    /// How many days have begun since then.
    pub fn days(&self, time: HandInTime) -> u64 {
        let time = match time {
            HandInTime::Utc(time) => time,
            HandInTime::Local(time) => time - self.offset,
        };
        let late = (time - self.due).max(0).unsigned_abs();
        late.div_ceil(DAY_SECONDS.unsigned_abs())
    }
}

impl HandInTime {
    /// The later of two times, as far as they can be compared.
    #[must_use]
    pub fn max(self, other: Self) -> Self {
        let seconds = |time| match time {
            Self::Utc(time) | Self::Local(time) => time,
        };
        if seconds(other) > seconds(self) {
            other
        } else {
            self
        }
    }
}

impl From<SystemTime> for HandInTime {
    fn from(time: SystemTime) -> Self {
        let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
        Self::Utc(since.as_secs().try_into().unwrap_or(i64::MAX))
    }
}

impl HandInTime {
    /// The time of an entry of an archive.
    pub fn of_entry(time: &ZipDateTimeKind) -> Option<Self> {
        Some(match time {
            ZipDateTimeKind::Utc(time) => Self::Utc(time.to_unix()),
            ZipDateTimeKind::Local(it) => {
                let time = [it.hour(), it.minute(), it.second()];
                Self::Local(seconds(it.year(), it.month(), it.day(), time)?)
            }
        })
    }
}

fn seconds(year: u16, month: u8, day: u8, [hour, minute, second]: [u8; 3]) -> Option<i64> {
    let time = UtcDateTime::from_components(year, month, day, hour, minute, second, 0)?;
    Some(time.to_unix())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn each_day_that_has_begun_counts() {
        let due = "2026-11-20T23:59:00+01:00".parse().expect("a time");
        let rule = LateRule::new(&due, 1.0).expect("a rule");
        let due = 1_795_215_540;
        for (late, days) in [(-5, 0), (0, 0), (1, 1), (86_400, 1), (86_401, 2)] {
            assert_eq!(rule.days(HandInTime::Utc(due + late)), days, "{late} s");
            assert_eq!(
                rule.days(HandInTime::Local(due + 3600 + late)),
                days,
                "{late} s"
            );
        }
        for text in ["2026-11-20", "2026-11-20T10:00:00", "10:00:00"] {
            let time = text.parse().expect("a time");
            assert_eq!(LateRule::new(&time, 0.0), None, "{text}");
        }
    }
}
