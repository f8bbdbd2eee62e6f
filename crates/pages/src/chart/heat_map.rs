//! A board whose fields have values.

use super::svg::{Anchor, Svg};
use super::{Caption, Figure};

/// The size of the fields of a board, and the space for row and column numbers.
const BOARD: f64 = 360.0;
const NUMBERS: f64 = 24.0;
/// The opacities of the lowest and the highest value; text is readable on both.
const OPACITY: [f64; 2] = [0.05, 0.75];

/// A heat map: a value for each field.
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
