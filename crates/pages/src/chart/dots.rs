//! A dot for each of several values, stacked over an axis.

use super::{AXIS, ChartAxis, TOP, WIDTH};
use crate::svg::{Caption, Figure, SERIES, Svg, TextAnchor};

/// The space at both ends of the axis.
const MARGIN: f64 = 12.0;
/// How many dots fit beside each other.
const PLACES: f64 = 57.0;
const DIAMETER: f64 = (WIDTH - 2.0 * MARGIN) / PLACES;
/// The heights of the lowest and the highest chart; higher stacks are drawn closer together.
const HEIGHTS: [f64; 2] = [96.0, 280.0];

#[derive(Clone, Debug, Default)]
pub(crate) struct DotChart {
    pub caption: Caption,
    /// The end of the axis, which begins at 0.
    pub max: f64,
    pub values: Vec<f64>,
    /// Values that are marked, with their names.
    pub marks: Vec<(f64, String)>,
}

impl DotChart {
    pub fn figure(self) -> Figure {
        let ends = [MARGIN, WIDTH - MARGIN];
        let x = ChartAxis::around([0.0, self.max].into_iter(), 6.0, ends);
        let place = |value: f64| ((x.at(value) - MARGIN) / DIAMETER).floor();
        let mut places: Vec<_> = self.values.iter().map(|value| place(*value)).collect();
        places.sort_by(f64::total_cmp);
        let stacks: Vec<_> = places.chunk_by(|one, other| other - one < 0.5).collect();
        let highest = stacks.iter().map(|stack| stack.len()).max().unwrap_or(0);
        let step = DIAMETER.min(HEIGHTS[1] / highest.max(1) as f64);
        let height = (highest as f64 * step).clamp(HEIGHTS[0], HEIGHTS[1]) + DIAMETER;
        let top = TOP + 14.0 * self.marks.len() as f64;
        let bottom = top + height;
        let mut svg = Svg::new(WIDTH, bottom + AXIS, &self.caption);
        svg.group("grid", |svg| {
            svg.line(&ends.map(|end| [end, bottom]), 1.0, "");
        });
        svg.group("quiet", |svg| {
            for (value, label) in x.ticks() {
                svg.line(
                    &[[x.at(value), bottom], [x.at(value), bottom + 4.0]],
                    1.0,
                    "",
                );
                svg.text([x.at(value), bottom + 17.0], TextAnchor::Middle, &label);
            }
        });
        svg.group("ink", |svg| {
            for (row, (value, name)) in self.marks.iter().enumerate() {
                let (at, y) = (x.at(*value), TOP + 14.0 * row as f64);
                svg.line(&[[at, y], [at, bottom]], 1.0, "3 3");
                let is_right = at > WIDTH / 2.0;
                let (anchor, shift) = if is_right {
                    (TextAnchor::End, -4.0)
                } else {
                    (TextAnchor::Start, 4.0)
                };
                svg.text([at + shift, y + 10.0], anchor, name);
            }
        });
        svg.group(SERIES[0], |svg| {
            for stack in stacks {
                for (row, place) in stack.iter().enumerate() {
                    let center = MARGIN + (place + 0.5) * DIAMETER;
                    let center = center.min(WIDTH - MARGIN);
                    let y = bottom - (row as f64 + 0.5) * step;
                    svg.circle([center, y], DIAMETER / 2.0 - 0.75);
                }
            }
        });
        svg.figure(self.caption)
    }
}
