//! Charts as SVG, in pages and alone.
//!
//! Shapes have the colour of their group. The group also has a class, with which the style sheet of
//! a page replaces that colour. No chart needs colours to be read: series have markers and dashes,
//! and fields of a heat map have their values.

use crate::svg::{Caption, Figure, SERIES, Svg, TextAnchor, shortened};

mod dots;
mod xy;

pub(super) use dots::DotChart;
pub(super) use xy::{DataSeries, XyChart, histogram};

/// The width of a chart; its text is readable if it is shown somewhat narrower, on a telephone.
const WIDTH: f64 = 480.0;

/// The space for names at the left and for values at the right.
const NAMES: f64 = 136.0;
const VALUES: f64 = 108.0;
const NAME_COLUMNS_MAX: usize = 18;
/// The height of a row, and of the axis.
const ROW: f64 = 26.0;
const AXIS: f64 = 26.0;
const TOP: f64 = 6.0;

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
                svg.text(place, TextAnchor::Middle, &format!("{value:.0}"));
            }
        });
        svg.group("quiet", |svg| {
            for row in 0..rows {
                let [_, y] = corner(row * columns);
                let place = [NUMBERS - 6.0, y + field / 2.0 + 4.0];
                svg.text(place, TextAnchor::End, &row.to_string());
            }
            for column in 0..columns {
                let [x, _] = corner(column);
                let place = [x + field / 2.0, NUMBERS - 8.0];
                svg.text(place, TextAnchor::Middle, &column.to_string());
            }
        });
        svg.figure(self.caption)
    }
}

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
    /// The value at the base of the bars.
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
                svg.text([NAMES - 10.0, middle + 4.0], TextAnchor::End, &name);
                svg.text([WIDTH - 2.0, middle + 4.0], TextAnchor::End, &bar.label);
            });
            middle += ROW;
        }
        svg.group("quiet", |svg| {
            let origin = x.at(self.origin);
            svg.line(&[[origin, TOP], [origin, bottom]], 1.0, "");
            for (value, label) in x.ticks() {
                svg.text([x.at(value), bottom + 17.0], TextAnchor::Middle, &label);
            }
        });
        svg.figure(self.caption)
    }
}

/// Properties of charts.
#[cfg(test)]
mod tests {
    use std::collections::HashMap;

    use proptest::collection::vec;
    use proptest::prelude::*;
    use quick_xml::Reader;
    use quick_xml::events::{BytesStart, Event};

    use super::xy::steps;
    use super::*;
    use admiralty_escape::escape;

    /// The points where a tag draws.
    fn points(attributes: &HashMap<String, String>) -> Vec<[f64; 2]> {
        let number = |text: &str| text.parse::<f64>().expect("a number");
        let pair = |names: [&str; 2]| {
            let [x, y] = names.map(|name| attributes.get(name).map(|text| number(text)));
            Some([x?, y?])
        };
        let pairs = |text: &str| -> Vec<[f64; 2]> {
            let pairs = text.split(['M', 'L', 'Z']).filter(|pair| !pair.is_empty());
            let pairs = pairs.map(|pair| pair.split_once(' ').expect("a pair"));
            pairs.map(|(x, y)| [number(x), number(y)]).collect()
        };
        let mut points: Vec<_> = [["x", "y"], ["cx", "cy"]]
            .into_iter()
            .filter_map(pair)
            .collect();
        if let (Some([x, y]), Some([width, height])) = (pair(["x", "y"]), pair(["width", "height"]))
        {
            points.push([x + width, y + height]);
        }
        match (attributes.get("transform"), attributes.get("d")) {
            (Some(shift), _) => {
                let shift = shift
                    .strip_prefix("translate(")
                    .and_then(|it| it.strip_suffix(')'));
                points.extend(pairs(shift.expect("only a shift")));
            }
            (None, Some(path)) => points.extend(pairs(path)),
            (None, None) => {}
        }
        points
    }

    /// Checks that a tag draws within the size, which is that of the first one.
    fn check_tag(tag: &BytesStart<'_>, size: &mut Option<[f64; 2]>) {
        let attributes: HashMap<String, String> = tag
            .attributes()
            .map(|attribute| {
                let attribute = attribute.expect("an attribute");
                let [name, value] = [attribute.key.as_ref(), &attribute.value]
                    .map(|bytes| String::from_utf8(bytes.to_vec()).expect("UTF-8"));
                (name, value)
            })
            .collect();
        let size = size.get_or_insert_with(|| {
            ["width", "height"].map(|name| attributes[name].parse().expect("a number"))
        });
        for [x, y] in points(&attributes) {
            let is_within = (0.0..=size[0]).contains(&x) && (0.0..=size[1]).contains(&y);
            assert!(is_within, "{x} {y} in {size:?}: {attributes:?}");
        }
    }

    /// All text of a picture; panics if it is not well-formed, or draws beyond its edges.
    fn words(svg: &str) -> Vec<String> {
        let mut reader = Reader::from_str(svg);
        let mut depth = 0;
        let mut size = None;
        let mut words = vec![String::new()];
        loop {
            match reader.read_event().expect("well-formed") {
                Event::Start(tag) => {
                    depth += 1;
                    check_tag(&tag, &mut size);
                    words.push(String::new());
                }
                Event::Empty(tag) => check_tag(&tag, &mut size),
                Event::End(_) => depth -= 1,
                Event::Text(text) => {
                    *words.last_mut().expect("one") += &text.decode().expect("UTF-8");
                }
                Event::GeneralRef(name) => {
                    let name = format!("&{};", name.decode().expect("UTF-8"));
                    let text = quick_xml::escape::unescape(&name).expect("known");
                    *words.last_mut().expect("one") += &text;
                }
                Event::Eof => break,
                _ => {}
            }
        }
        assert_eq!(depth, 0);
        words
    }

    fn value() -> impl Strategy<Value = f64> {
        prop_oneof![
            -1e9..1e9,
            -1.0..1.0,
            Just(0.0),
            Just(f64::INFINITY),
            Just(f64::NEG_INFINITY),
        ]
    }

    proptest! {
        #[test]
        fn lines_are_drawn_for_all_values(
            series in vec((any::<String>(), vec((value(), value(), value()), 0..6)), 0..9),
            limit in value(),
        ) {
            let names: Vec<_> = series.iter().map(|(name, _)| name.clone()).collect();
            let in_order = |mut points: Vec<(f64, f64, f64)>| {
                points.sort_by(|a, b| a.0.total_cmp(&b.0));
                points
            };
            let series = series.into_iter().map(|(name, points)| (name, in_order(points)));
            let series = series.map(|(name, points)| DataSeries {
                name,
                band: points.iter().map(|point| [point.1, point.2]).collect(),
                points: points.iter().map(|point| [point.0, point.1]).collect(),
                is_filled: true,
            });
            let svg = XyChart {
                caption: Caption::new("title", names.concat()),
                series: series.collect(),
                limits: vec![(limit, names.concat())],
                ..XyChart::default()
            }
            .figure()
            .svg;
            let words = words(&svg);
            let shown = escape(&names.concat()).into_owned();
            prop_assert!(shown.is_empty() || words.contains(&shown), "{words:?}");
        }

        #[test]
        fn bars_are_drawn_for_all_values(
            bars in vec((any::<String>(), value(), any::<Option<()>>(), value(), value()), 0..9),
            origin in -1e9..1e9,
        ) {
            let labels: Vec<_> = bars.iter().map(|bar| escape(&bar.0).into_owned()).collect();
            let bars = bars.into_iter().enumerate().map(|(color, (label, value, has, low, high))| Bar {
                name: label.clone(),
                value,
                interval: has.map(|()| [low, high]),
                label,
                color,
            });
            let chart = BarChart {
                caption: Caption::default(),
                origin,
                contains: Vec::new(),
                bars: bars.collect(),
            };
            let words = words(&chart.figure().svg);
            prop_assert!(labels.iter().all(|label| words.contains(label)), "{words:?}");
        }

        #[test]
        fn dots_are_drawn_for_all_values(
            values in vec(0.0..=30.0_f64, 0..400),
            mean in 0.0..=30.0_f64,
            name: String,
        ) {
            let count = values.len();
            let marks = vec![(mean, name.clone())];
            let chart = DotChart { caption: Caption::default(), max: 30.0, values, marks };
            let svg = chart.figure().svg;
            prop_assert_eq!(svg.matches("<circle").count(), count);
            prop_assert!(words(&svg).contains(&escape(&name).into_owned()));
        }

        /// Each field shows its value.
        #[test]
        fn heat_maps_show_all_values(columns in 1_usize..20, values in vec(0.0..100.0_f64, 0..99)) {
            let map = HeatMapChart { caption: Caption::default(), columns, values: values.clone() };
            let mut words = words(&map.figure().svg);
            for value in values {
                let at = words.iter().position(|word| *word == format!("{value:.0}"));
                words.swap_remove(at.expect("a field"));
            }
        }
    }

    #[test]
    fn a_histogram_has_the_area_of_its_bins() {
        let outline = steps(&[(10.0, 2.0), (15.0, 0.0), (20.0, 5.0)], 5.0);
        assert_eq!(outline.first(), Some(&[10.0, 0.0]));
        assert_eq!(outline.last(), Some(&[25.0, 0.0]));
        let areas = outline
            .windows(2)
            .map(|ends| (ends[1][0] - ends[0][0]) * ends[0][1]);
        assert!((areas.sum::<f64>() - 35.0).abs() < 1e-9);
    }
}
