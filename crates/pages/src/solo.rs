//! The report on shots to sink a hidden fleet.

use super::Z_95;
use super::chart::{Bar, BarChart, DataSeries, HeatMapChart, XyChart, histogram};
use super::document::{DataTable, Document, ReportSection, TableCell};
use super::svg::{Caption, Figure};
use admiralty_solo::{Experiment, FIRST_SHOTS, Histogram, ShotCounts};

const BINS_MAX: u32 = 60;
const PERCENTILES: [u64; 5] = [5, 25, 50, 75, 95];

/// The results of one player.
pub type SoloRun<'r> = (&'r Experiment, &'r ShotCounts);

/// The page of several players who had the same fleets to sink.
pub fn solo_page(runs: &[SoloRun<'_>]) -> String {
    let mut sections = vec![shots(runs), figures(runs)];
    sections.push(ReportSection {
        heading: "The first shots".to_owned(),
        figures: runs.iter().map(first_shots).collect(),
        notes: vec![format!(
            "In how many of 100 games the field was among the first {FIRST_SHOTS} shots."
        )],
        ..ReportSection::default()
    });
    Document {
        command: "solo",
        title: "Shots to sink a hidden fleet".to_owned(),
        facts: facts(runs),
        lead: lead(runs),
        sections,
        ..Document::default()
    }
    .page()
}

fn facts(runs: &[SoloRun<'_>]) -> Vec<String> {
    let Some((experiment, counts)) = runs.first() else {
        return Vec::new();
    };
    let (config, placing) = (&experiment.config, experiment.placing);
    let counts_of_ships = config.classes.iter().map(|class| u32::from(class.count));
    let ships: u32 = counts_of_ships.sum();
    let believed = (experiment.believed != placing)
        .then(|| format!("believed to be placed as {}", experiment.believed.name()));
    let facts = [
        format!("{}, {side} × {side}", config.name, side = config.side),
        format!("{ships} ships, placed as {}", placing.name()),
    ];
    let games = [
        format!("{} games", counts.shots.count()),
        format!("seed {}", experiment.seed),
    ];
    let missing: u64 = runs
        .iter()
        .map(|(it, counts)| it.missing_games(counts))
        .sum();
    let partial = (missing > 0).then(|| format!("a partial report: {missing} games are missing"));
    facts
        .into_iter()
        .chain(believed)
        .chain(games)
        .chain(partial)
        .collect()
}

fn lead(runs: &[SoloRun<'_>]) -> Vec<String> {
    let means = runs
        .iter()
        .filter_map(|run| Some((run.1.shots.mean()?, run)));
    let best = means.min_by(|one, other| one.0.total_cmp(&other.0));
    let sentence = best.map(|(_, (experiment, counts))| {
        let (name, mean) = (experiment.policy.name(), mean(&counts.shots));
        let fewest = if runs.len() > 1 { "the fewest " } else { "" };
        format!("{name} needs {fewest}shots: {mean} on average.")
    });
    sentence.into_iter().collect()
}

/// The mean and its 95 % interval.
fn mean(histogram: &Histogram) -> String {
    match (histogram.mean(), histogram.standard_error()) {
        (Some(mean), Some(error)) => format!("{mean:.3} ± {:.3}", Z_95 * error),
        (Some(mean), None) => format!("{mean:.3}"),
        _ => "-".to_owned(),
    }
}

fn shot_histogram(runs: &[SoloRun<'_>]) -> XyChart {
    let widths = runs.iter().map(|(_, counts)| counts.shots.bins(BINS_MAX).0);
    let width = widths.max().unwrap_or(1);
    let series = runs.iter().map(|(experiment, counts)| DataSeries {
        name: experiment.policy.name().to_owned(),
        points: histogram(&counts.shots, width),
        is_filled: true,
        ..DataSeries::default()
    });
    let note = match width {
        1 => "Games by the number of shots.".to_owned(),
        width => format!("Games by the number of shots, {width} to a bin."),
    };
    XyChart {
        caption: Caption::new("Shots to sink the fleet", note),
        labels: ["shots", "% of games"],
        contains: vec![0.0],
        series: series.collect(),
        ..XyChart::default()
    }
}

fn shots(runs: &[SoloRun<'_>]) -> ReportSection {
    let cumulative = runs.iter().map(|(experiment, counts)| DataSeries {
        name: experiment.policy.name().to_owned(),
        points: cumulative(&counts.shots),
        ..DataSeries::default()
    });
    let over = XyChart {
        caption: Caption::new("Fleets sunk", "Games that are over after this many shots."),
        labels: ["shots", "% of games"],
        contains: vec![0.0, 100.0],
        series: cumulative.collect(),
        ..XyChart::default()
    };
    let numbered = runs.iter().enumerate();
    let bars = numbered.filter_map(|(color, (experiment, counts))| {
        let (mean_shots, error) = (counts.shots.mean()?, counts.shots.standard_error()?);
        Some(Bar {
            name: experiment.policy.name().to_owned(),
            value: mean_shots,
            interval: Some([-Z_95, Z_95].map(|z| mean_shots + z * error)),
            label: format!("{mean_shots:.1} ± {:.1}", Z_95 * error),
            color,
        })
    });
    let means = BarChart {
        caption: Caption::new("Mean number of shots", "With 95 % intervals."),
        bars: bars.collect(),
        ..BarChart::default()
    };
    let mut figures = vec![shot_histogram(runs).figure(), over.figure()];
    if runs.len() > 1 {
        figures.push(means.figure());
    }
    ReportSection {
        heading: "Shots".to_owned(),
        figures,
        ..ReportSection::default()
    }
}

/// How many games are over after a number of shots.
fn cumulative(shots: &Histogram) -> Vec<[f64; 2]> {
    let total = shots.count().max(1) as f64;
    let (mut points, mut over) = (Vec::new(), 0);
    for (number, count) in shots.iter() {
        for games in [over, over + count] {
            points.push([f64::from(number), 100.0 * games as f64 / total]);
        }
        over += count;
    }
    points
}

fn figures(runs: &[SoloRun<'_>]) -> ReportSection {
    let names = PERCENTILES.map(|of_100| format!("{of_100} %"));
    let head = ["player", "number of", "mean ± 95 %"]
        .map(str::to_owned)
        .into_iter()
        .chain(names)
        .chain(["worst".to_owned()]);
    let rows = runs.iter().flat_map(|(experiment, counts)| {
        [("shots", &counts.shots), ("misses", &counts.misses)].map(|(what, histogram)| {
            let name = TableCell::from(experiment.policy.name()).with_class("name");
            let percentiles = PERCENTILES.map(|of_100| histogram.percentile(of_100));
            let numbers = percentiles.into_iter().chain([histogram.worst()]);
            let cells = numbers.map(|number| number.unwrap_or_default().to_string().into());
            [name, what.into(), mean(histogram).into()]
                .into_iter()
                .chain(cells)
                .collect()
        })
    });
    let table = DataTable::new("Shots and misses", 2, head, rows);
    ReportSection {
        notes: vec![
            "Means with 95 % intervals; this many shots were enough in 5 %, 25 % ... of the games. \
             All players had the same fleets to sink."
                .to_owned(),
        ],
        ..ReportSection::of_table("Figures", table)
    }
}

fn first_shots((experiment, counts): &SoloRun<'_>) -> Figure {
    let games = counts.shots.count().max(1) as f64;
    let name = experiment.policy.name();
    let values = counts.first_shots.iter();
    let map = HeatMapChart {
        caption: Caption::new(format!("The first {FIRST_SHOTS} shots of {name}"), ""),
        columns: experiment.config.side.into(),
        values: values.map(|&count| 100.0 * count as f64 / games).collect(),
    };
    Figure {
        caption: Caption::new(name, ""),
        ..map.figure()
    }
}
