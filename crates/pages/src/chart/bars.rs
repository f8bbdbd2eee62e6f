//! Horizontal bars with intervals.

use super::{ChartAxis, WIDTH};
use crate::svg::{Anchor, Caption, Figure, SERIES, Svg, shortened};

/// The space for names at the left and for values at the right.
const NAMES: f64 = 136.0;
const VALUES: f64 = 92.0;
const NAME_COLUMNS_MAX: usize = 18;
/// The height of a row, and of the axis.
const ROW: f64 = 26.0;
const AXIS: f64 = 26.0;
const TOP: f64 = 6.0;

#[derive(Clone, Debug, Default)]
pub(crate) struct Bar {
    pub name: String,
    pub value: f64,
    /// The interval of the value; it may be infinite.
    pub interval: Option<[f64; 2]>,
    /// The value as text.
    pub label: String,
    /// The number of its colour.
    pub color: usize,
}

#[derive(Clone, Debug, Default)]
pub(crate) struct BarChart {
    pub caption: Caption,
    /// The value at which bars begin.
    pub origin: f64,
    /// Values that the axis contains besides those of the bars.
    pub contains: Vec<f64>,
    pub bars: Vec<Bar>,
}

impl BarChart {
    pub fn figure(self) -> Figure {
        let intervals = self.bars.iter().filter_map(|bar| bar.interval);
        let values = self
            .bars
            .iter()
            .map(|bar| bar.value)
            .chain(intervals.flatten())
            .chain([self.origin])
            .chain(self.contains.iter().copied());
        let x = ChartAxis::around(values, 5.0, [NAMES, WIDTH - VALUES]);
        let bottom = TOP + self.bars.len() as f64 * ROW;
        let mut svg = Svg::new(WIDTH, bottom + AXIS, &self.caption);
        svg.group("grid", |svg| {
            for (value, _) in x.ticks() {
                svg.line(&[[x.at(value), TOP], [x.at(value), bottom]], 1.0, "");
            }
        });
        let mut middle = TOP + ROW / 2.0;
        for bar in &self.bars {
            svg.group(SERIES[bar.color % SERIES.len()], |svg| {
                let ends = [self.origin, bar.value].map(|value| x.at(value));
                let size = [(ends[1] - ends[0]).abs(), 10.0];
                svg.rect([ends[0].min(ends[1]), middle - 5.0], size, 0.25);
                if let Some(interval) = bar.interval {
                    let range = interval.map(|end| x.at(end));
                    svg.line(&range.map(|end| [end, middle]), 2.0, "");
                    for (end, value) in range.into_iter().zip(interval) {
                        if value.is_finite() {
                            svg.line(&[[end, middle - 4.0], [end, middle + 4.0]], 2.0, "");
                        }
                    }
                }
                svg.circle([ends[1], middle], 4.0);
            });
            svg.group("ink", |svg| {
                let name = shortened(&bar.name, NAME_COLUMNS_MAX);
                svg.text([NAMES - 10.0, middle + 4.0], Anchor::End, &name);
                svg.text([WIDTH - 2.0, middle + 4.0], Anchor::End, &bar.label);
            });
            middle += ROW;
        }
        svg.group("quiet", |svg| {
            let origin = x.at(self.origin);
            svg.line(&[[origin, TOP], [origin, bottom]], 1.0, "");
            for (value, label) in x.ticks() {
                svg.text([x.at(value), bottom + 17.0], Anchor::Middle, &label);
            }
        });
        svg.figure(self.caption)
    }
}
