//! Lines, with intervals and limits: running results, histograms and cumulative curves.

use unicode_width::UnicodeWidthStr;

use super::{ChartAxis, WIDTH};
use crate::svg::{Caption, Figure, SERIES, Svg, TextAnchor, shortened};
use admiralty_solo::Histogram;

/// The height of the plot, without the legend.
const PLOT_HEIGHT: f64 = 220.0;
/// The space around the plot.
const LEFT: f64 = 46.0;
const RIGHT: f64 = 12.0;
const TOP: f64 = 30.0;
const BOTTOM: f64 = 42.0;
/// The height of a line of the legend, and the width of a sample and of a column of text.
const LEGEND_ROW: f64 = 20.0;
const SAMPLE: f64 = 30.0;
const COLUMN: f64 = 6.8;
const NAME_COLUMNS_MAX: usize = 24;
const MARKERS: u32 = 5;

/// The dashes of lines, and the markers on them; their numbers have no common pattern with those
/// of the colours, so 36 series differ.
const DASHES: [&str; 6] = ["", "7 3", "2 3", "9 3 2 3", "13 4", "5 2 1 2"];
const SHAPES: [&str; 6] = [
    "M-3.6 0A3.6 3.6 0 1 0 3.6 0A3.6 3.6 0 1 0-3.6 0Z",
    "M-3.3-3.3H3.3V3.3H-3.3Z",
    "M0-4.4L4.2 3.2H-4.2Z",
    "M0-4.8L4.8 0 0 4.8-4.8 0Z",
    "M0 4.4L4.2-3.2H-4.2Z",
    "M-4.2-2.6L-2.6-4.2 0-1.6 2.6-4.2 4.2-2.6 1.6 0 4.2 2.6 2.6 4.2 0 1.6-2.6 4.2-4.2 2.6-1.6 0Z",
];

#[derive(Clone, Debug, Default)]
pub(crate) struct DataSeries {
    pub name: String,
    /// Its points, in the order of `x`.
    pub points: Vec<[f64; 2]>,
    /// The interval at each point; empty if there is none.
    pub band: Vec<[f64; 2]>,
    /// Whether the area below it is filled.
    pub is_filled: bool,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct XyChart {
    pub caption: Caption,
    /// What the axes show.
    pub labels: [&'static str; 2],
    /// Values that the vertical axis contains, besides those of the lines.
    pub contains: Vec<f64>,
    /// Horizontal lines with names.
    pub limits: Vec<(f64, String)>,
    pub series: Vec<DataSeries>,
}

/// The outline of a histogram, in per cent of all numbers, with bins of this width.
pub(crate) fn histogram(numbers: &Histogram, width: u32) -> Vec<[f64; 2]> {
    let width = width.max(1);
    let first = numbers
        .iter()
        .next()
        .map_or(0, |(number, _)| number / width);
    let last = numbers.worst().map_or(0, |number| number / width);
    let mut bins: Vec<_> = (first..=last)
        .map(|bin| (f64::from(bin * width), 0.0))
        .collect();
    let percent = 100.0 / numbers.count().max(1) as f64;
    for (number, count) in numbers.iter() {
        bins[(number / width - first) as usize].1 += percent * count as f64;
    }
    steps(&bins, f64::from(width))
}

/// The outline of a histogram: the bins, by their first values, are adjacent, and of this width.
pub(super) fn steps(bins: &[(f64, f64)], width: f64) -> Vec<[f64; 2]> {
    let tops = bins
        .iter()
        .flat_map(|&(first, height)| [[first, height], [first + width, height]]);
    let end = |at: Option<f64>| at.map(|x| [x, 0.0]);
    let start = end(bins.first().map(|bin| bin.0));
    let stop = end(bins.last().map(|bin| bin.0 + width));
    start.into_iter().chain(tops).chain(stop).collect()
}

impl XyChart {
    pub fn figure(self) -> Figure {
        let (places, legend_height) = self.legend();
        let top = TOP + legend_height;
        let bottom = top + PLOT_HEIGHT;
        let points = || self.series.iter().flat_map(|series| &series.points);
        let x = ChartAxis::around(points().map(|p| p[0]), 6.0, [LEFT, WIDTH - RIGHT]);
        let limits = self.limits.iter().map(|limit| limit.0);
        let ends = self.series.iter().filter_map(|series| series.band.last());
        // Intervals are wide at first; the axis contains the last ones.
        let values = points()
            .map(|p| p[1])
            .chain(limits)
            .chain(ends.flatten().copied())
            .chain(self.contains.iter().copied());
        let y = ChartAxis::around(values, 5.0, [bottom, top]);
        let mut svg = Svg::new(WIDTH, bottom + BOTTOM, &self.caption);
        self.draw_axes(&mut svg, &x, &y);
        for (number, (series, place)) in self.series.iter().zip(&places).enumerate() {
            self.draw_series(&mut svg, &x, &y, number, series, *place);
        }
        for (value, name) in &self.limits {
            svg.group("ink", |svg| {
                let height = y.at(*value);
                svg.line(&[[LEFT, height], [WIDTH - RIGHT, height]], 1.2, "5 4");
                svg.text([LEFT + 6.0, height - 5.0], TextAnchor::Start, name);
            });
        }
        svg.figure(self.caption)
    }

    /// The positions of the samples in the legend, and its height; a single line has no legend.
    fn legend(&self) -> (Vec<[f64; 2]>, f64) {
        if self.series.len() < 2 {
            return (vec![[0.0; 2]; self.series.len()], 0.0);
        }
        let mut at = [LEFT, LEGEND_ROW / 2.0 + 4.0];
        let place = |series: &DataSeries| {
            let columns = shortened(&series.name, NAME_COLUMNS_MAX).width() as f64;
            let width = SAMPLE + 22.0 + columns * COLUMN;
            if at[0] > LEFT && at[0] + width > WIDTH {
                at = [LEFT, at[1] + LEGEND_ROW];
            }
            let place = at;
            at[0] += width;
            place
        };
        let places: Vec<_> = self.series.iter().map(place).collect();
        let last = places.last().map_or(0.0, |place| place[1]);
        (places, last + 2.0)
    }

    fn draw_axes(&self, svg: &mut Svg, x: &ChartAxis, y: &ChartAxis) {
        let [left, right] = x.range().map(|value| x.at(value));
        let [bottom, top] = y.range().map(|value| y.at(value));
        svg.group("grid", |svg| {
            for (value, _) in y.ticks() {
                svg.line(&[[left, y.at(value)], [right, y.at(value)]], 1.0, "");
            }
        });
        svg.group("quiet", |svg| {
            svg.line(&[[left, bottom], [right, bottom]], 1.0, "");
            for (value, label) in x.ticks() {
                let at = x.at(value);
                svg.line(&[[at, bottom], [at, bottom + 4.0]], 1.0, "");
                svg.text([at, bottom + 17.0], TextAnchor::Middle, &label);
            }
            for (value, label) in y.ticks() {
                svg.text([left - 7.0, y.at(value) + 4.0], TextAnchor::End, &label);
            }
            svg.text([right, bottom + 35.0], TextAnchor::End, self.labels[0]);
            svg.text([4.0, top - 15.0], TextAnchor::Start, self.labels[1]);
        });
    }

    fn draw_series(
        &self,
        svg: &mut Svg,
        x: &ChartAxis,
        y: &ChartAxis,
        number: usize,
        series: &DataSeries,
        place: [f64; 2],
    ) {
        let is_alone = self.series.len() < 2;
        let at = |[px, py]: [f64; 2]| [x.at(px), y.at(py)];
        let line: Vec<_> = series.points.iter().copied().map(at).collect();
        let look = number + number / SERIES.len();
        let (dashes, shape) = (DASHES[look % DASHES.len()], SHAPES[look % SHAPES.len()]);
        svg.group(SERIES[number % SERIES.len()], |svg| {
            let end = |side: usize| {
                let band = series.points.iter().zip(&series.band);
                band.map(move |(point, ends)| at([point[0], ends[side]]))
            };
            if !series.band.is_empty() {
                svg.area(&end(0).chain(end(1).rev()).collect::<Vec<_>>(), 0.13);
            } else if series.is_filled {
                svg.area(&line, if is_alone { 0.22 } else { 0.07 });
            }
            svg.line(&line, 2.0, dashes);
            if is_alone {
                return;
            }
            for [marker_x, marker_y] in markers(&line, number, self.series.len()) {
                svg.shape(shape, [marker_x, marker_y]);
            }
            let [left, top] = place;
            svg.line(&[[left, top], [left + SAMPLE, top]], 2.0, dashes);
            svg.shape(shape, [left + SAMPLE / 2.0, top]);
        });
        if !is_alone {
            svg.group("ink", |svg| {
                let name = shortened(&series.name, NAME_COLUMNS_MAX);
                svg.text(
                    [place[0] + SAMPLE + 6.0, place[1] + 4.0],
                    TextAnchor::Start,
                    &name,
                );
            });
        }
    }
}

/// Points along a line, for its markers; those of several lines are at different places.
fn markers(line: &[[f64; 2]], number: usize, count: usize) -> Vec<[f64; 2]> {
    let (Some(first), Some(last)) = (line.first(), line.last()) else {
        return Vec::new();
    };
    let shift = (number as f64 + 0.5) / count as f64;
    let at = |marker: u32| {
        let share = (f64::from(marker) + shift) / f64::from(MARKERS);
        let x = first[0] + share * (last[0] - first[0]);
        let segment = line.windows(2).find(|ends| ends[1][0] >= x)?;
        let ([x0, y0], [x1, y1]) = (segment[0], segment[1]);
        let share = if x1 > x0 { (x - x0) / (x1 - x0) } else { 0.0 };
        Some([x, y0 + share * (y1 - y0)])
    };
    (0..MARKERS).filter_map(at).collect()
}
