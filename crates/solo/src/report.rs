//! The report of an experiment, as text and as JSON.

use std::io::{self, Write};
use std::num::NonZeroU64;

use serde::{Serialize, Serializer};

use crate::{Experiment, Histogram, ShotCounts};

/// The longest bar of the histogram, in characters.
const BAR_MAX: u64 = 50;
/// The percentiles reported besides the median.
const PERCENTILES: [u64; 5] = [5, 25, 75, 95, 99];
/// The most rows of the histogram, so that the whole report fits a screen of 24 lines.
const HISTOGRAM_ROWS: u32 = 16;

/// The statistics of an experiment. Serialised, it is what `admiralty solo --json` prints.
#[derive(Serialize)]
pub struct SoloReport {
    rules: &'static str,
    side: u8,
    fleet: Vec<u8>,
    strategy: &'static str,
    placing: &'static str,
    believed: &'static str,
    seed: u64,
    games: u64,
    #[serde(skip_serializing_if = "Option::is_none")]
    missing_games: Option<NonZeroU64>,
    shots: SoloStatistics,
    misses: SoloStatistics,
}

#[derive(Serialize)]
struct SoloStatistics {
    mean: Option<f64>,
    standard_error: Option<f64>,
    median: Option<u32>,
    #[serde(serialize_with = "as_map")]
    percentiles: [Option<u32>; PERCENTILES.len()],
    worst: Option<u32>,
    /// Each number of shots with its number of games.
    histogram: Vec<(u32, u64)>,
}

fn as_map<S: Serializer>(
    percentiles: &[Option<u32>; PERCENTILES.len()],
    serializer: S,
) -> Result<S::Ok, S::Error> {
    let names = PERCENTILES.map(|of_100| format!("p{of_100}"));
    serializer.collect_map(names.iter().zip(percentiles))
}

impl SoloReport {
    /// The report of an experiment with the counts of its games so far.
    pub fn new(experiment: &Experiment, counts: &ShotCounts) -> Self {
        let classes = experiment.config.classes.iter();
        Self {
            rules: experiment.config.name,
            side: experiment.config.side,
            fleet: classes.map(|class| class.count).collect(),
            strategy: experiment.policy.name(),
            placing: experiment.placing.name(),
            believed: experiment.believed.name(),
            seed: experiment.seed,
            games: counts.shots.count(),
            missing_games: NonZeroU64::new(experiment.missing_games(counts)),
            shots: SoloStatistics::new(&counts.shots),
            misses: SoloStatistics::new(&counts.misses),
        }
    }

    /// Writes the statistics and a histogram of the shots, as text.
    ///
    /// # Errors
    ///
    /// If they cannot be written.
    pub fn write(&self, counts: &ShotCounts, out: &mut impl Write) -> io::Result<()> {
        let (side, placing) = (self.side, self.placing);
        writeln!(
            out,
            "{} against {}, {side} x {side} fields, fleets placed as {placing}",
            self.strategy, self.rules
        )?;
        self.shots.write("shots", out)?;
        self.misses.write("misses", out)?;
        writeln!(out)?;
        let (width, bins) = counts.shots.bins(HISTOGRAM_ROWS);
        let most = bins.iter().map(|&(_, count)| count).max().unwrap_or(1);
        for (first, count) in bins {
            let shots = match width {
                1 => first.to_string(),
                _ => format!("{first}-{}", first + width - 1),
            };
            #[expect(clippy::cast_possible_truncation, reason = "at most BAR_MAX")]
            let bar = "#".repeat((count * BAR_MAX).div_ceil(most) as usize);
            writeln!(out, "{}", format!("{shots:>7} {count:8} {bar}").trim_end())?;
        }
        match self.missing_games {
            None => writeln!(out, "\n{} games", self.games),
            Some(missing) => writeln!(
                out,
                "\n{} games; this is a partial report: {missing} games are missing",
                self.games
            ),
        }
    }
}

impl SoloStatistics {
    fn new(histogram: &Histogram) -> Self {
        Self {
            mean: histogram.mean(),
            standard_error: histogram.standard_error(),
            median: histogram.percentile(50),
            percentiles: PERCENTILES.map(|of_100| histogram.percentile(of_100)),
            worst: histogram.worst(),
            histogram: histogram.iter().collect(),
        }
    }

    fn write(&self, name: &str, out: &mut impl Write) -> io::Result<()> {
        write!(
            out,
            "{name}: mean {:.3} +- {:.3}, median {}",
            self.mean.unwrap_or_default(),
            self.standard_error.unwrap_or_default(),
            self.median.unwrap_or_default(),
        )?;
        for (of_100, number) in PERCENTILES.iter().zip(self.percentiles) {
            write!(out, ", {of_100} % {}", number.unwrap_or_default())?;
        }
        writeln!(out, ", worst {}", self.worst.unwrap_or_default())
    }
}
