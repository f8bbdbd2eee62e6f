//! Charts as SVG, in pages and alone.
//!
//! Shapes have the colour of their group, which has a colour of its own and a class, by which the
//! style sheet of a page replaces that colour. No chart needs colours to be read: series have
//! markers and dashes, and fields of a heat map have their values.

mod bars;
#[cfg(test)]
mod tests;
mod xy;

use crate::svg::{Anchor, Caption, Figure, Svg};
pub(super) use bars::{Bar, BarChart};
pub(super) use xy::{Series, XyChart, histogram};

/// The width of a chart; its text is readable if it is shown somewhat narrower, on a telephone.
const WIDTH: f64 = 480.0;

/// An axis with round numbers: a range of values, and its position on the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChartAxis {
    low: f64,
    high: f64,
    step: f64,
    /// The positions of the lowest and the highest value on the picture.
    ends: [f64; 2],
}

impl ChartAxis {
    /// An axis that contains all finite values, from one tick to another, with at most about
    /// `ticks_max` ticks.
    pub fn around(values: impl Iterator<Item = f64>, ticks_max: f64, ends: [f64; 2]) -> Self {
        let mut range = [f64::INFINITY, f64::NEG_INFINITY];
        for value in values.filter(|value| value.is_finite()) {
            range = [range[0].min(value), range[1].max(value)];
        }
        let [mut low, mut high] = if range[0] <= range[1] {
            range
        } else {
            [0.0, 1.0]
        };
        if high - low < f64::EPSILON * high.abs().max(1.0) {
            [low, high] = [low - 0.5, high + 0.5];
        }
        let step = round_step((high - low) / ticks_max);
        Self {
            low: (low / step).floor() * step,
            high: (high / step).ceil() * step,
            step,
            ends,
        }
    }

    /// The position of a value on the picture; at the end of the axis if it is outside.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.ends[0] + share * (self.ends[1] - self.ends[0])
    }

    /// The lowest and the highest value.
    pub fn range(&self) -> [f64; 2] {
        [self.low, self.high]
    }

    /// The values with ticks, and their labels.
    pub fn ticks(&self) -> impl Iterator<Item = (f64, String)> + '_ {
        let decimals = usize::from(self.step < 1.0) + usize::from(self.step < 0.1);
        let count = ((self.high - self.low) / self.step).round();
        (0..)
            .map(f64::from)
            .take_while(move |i| *i <= count)
            .map(move |i| {
                // Adding zero avoids a negative zero.
                let value = (self.low / self.step + i).round() * self.step + 0.0;
                (value, format!("{value:.decimals$}"))
            })
    }
}

/// The next step of 1, 2 or 5 times a power of ten.
fn round_step(step: f64) -> f64 {
    let unit = 10_f64.powf(step.log10().floor());
    let digits = [1.0, 2.0, 5.0, 10.0];
    let found = digits.into_iter().find(|digit| digit * unit >= step);
    found.unwrap_or(10.0) * unit
}

/// The size of the fields of a board, and the space for row and column numbers.
const BOARD: f64 = 360.0;
const NUMBERS: f64 = 24.0;
/// The opacities of the lowest and the highest value; text is readable on both.
const OPACITY: [f64; 2] = [0.05, 0.75];

/// A board whose fields have values.
#[derive(Clone, Debug)]
pub(crate) struct HeatMapChart {
    pub caption: Caption,
    pub columns: usize,
    /// The values, row by row, in per cent; fields show them without decimals.
    pub values: Vec<f64>,
}

impl HeatMapChart {
    pub fn figure(self) -> Figure {
        let columns = self.columns.max(1);
        let rows = self.values.len().div_ceil(columns);
        let field = BOARD / columns as f64;
        let height = NUMBERS + rows as f64 * field + 2.0;
        let mut svg = Svg::new(NUMBERS + BOARD + 2.0, height, &self.caption);
        let most = self.values.iter().copied().fold(0.0, f64::max);
        let share = |value: f64| if most > 0.0 { value / most } else { 0.0 };
        let corner = |at: usize| {
            let (row, column) = (at / columns, at % columns);
            [
                NUMBERS + column as f64 * field,
                NUMBERS + row as f64 * field,
            ]
        };
        svg.group("heat", |svg| {
            for (at, value) in self.values.iter().enumerate() {
                let [x, y] = corner(at);
                let opacity = OPACITY[0] + (OPACITY[1] - OPACITY[0]) * share(*value);
                svg.rect([x + 0.5, y + 0.5], [field - 1.0; 2], opacity);
            }
        });
        svg.group("ink", |svg| {
            for (at, value) in self.values.iter().enumerate() {
                let [x, y] = corner(at);
                let place = [x + field / 2.0, y + field / 2.0 + 4.0];
                svg.text(place, Anchor::Middle, &format!("{value:.0}"));
            }
        });
        svg.group("quiet", |svg| {
            for row in 0..rows {
                let [_, y] = corner(row * columns);
                let place = [NUMBERS - 6.0, y + field / 2.0 + 4.0];
                svg.text(place, Anchor::End, &row.to_string());
            }
            for column in 0..columns {
                let [x, _] = corner(column);
                let place = [x + field / 2.0, NUMBERS - 8.0];
                svg.text(place, Anchor::Middle, &column.to_string());
            }
        });
        svg.figure(self.caption)
    }
}
