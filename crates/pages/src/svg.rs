//! Writing SVG.

use std::fmt::{self, Display, Write};

use quick_xml::escape::escape as escape_markup;
use unicode_width::{UnicodeWidthChar, UnicodeWidthStr};

use admiralty_escape::escape;

/// The colours of the groups, by class; pages have others in dark mode.
const COLORS: [(&str, &str); 14] = [
    ("paper", "#ffffff"),
    ("ink", "#1c2127"),
    ("quiet", "#5d6671"),
    ("grid", "#dde1e6"),
    ("heat", "#2f74c0"),
    ("water", "#dce9ee"),
    ("fog", "#a9bac3"),
    ("land", "#dcc27e"),
    ("s0", "#1f5fa8"),
    ("s1", "#b4530a"),
    ("s2", "#16785a"),
    ("s3", "#8a3aa0"),
    ("s4", "#b0243f"),
    ("s5", "#4f5b66"),
];

/// The classes of series, each with its own colour.
pub(crate) const SERIES: [&str; 6] = ["s0", "s1", "s2", "s3", "s4", "s5"];

/// Text from anywhere as text of XML or HTML, with invisible characters escaped.
pub(crate) fn text(text: &str) -> String {
    escape_markup(escape(text).as_ref()).into_owned()
}

/// The first columns of a text that is too long.
pub(crate) fn shortened(text: &str, columns_max: usize) -> String {
    let text = escape(text);
    if text.width() <= columns_max {
        return text.into_owned();
    }
    let mut columns = 0;
    let letters = text.chars().take_while(|letter| {
        columns += letter.width().unwrap_or(0);
        columns < columns_max
    });
    letters.chain(['…']).collect()
}

/// The title of a picture, and a description for those who cannot see it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Caption {
    pub title: String,
    pub description: String,
}

impl Caption {
    pub fn new(title: impl Into<String>, description: impl Into<String>) -> Self {
        Self {
            title: title.into(),
            description: description.into(),
        }
    }
}

/// A chart with its caption.
#[derive(Clone, Debug)]
pub(crate) struct Figure {
    /// Markup.
    pub svg: String,
    pub caption: Caption,
}

/// A coordinate, with at most one decimal.
#[derive(Clone, Copy)]
pub(crate) struct Coordinate(pub f64);

impl Display for Coordinate {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        // Adding zero avoids a negative zero.
        let tenths = (self.0 * 10.0).round() / 10.0 + 0.0;
        write!(f, "{tenths}")
    }
}

/// Where a text is anchored.
#[derive(Clone, Copy)]
pub(crate) enum TextAnchor {
    Start,
    Middle,
    End,
}

/// A picture that is being drawn.
pub(crate) struct Svg(String);

/// Writes markup. Text from outside passes [`text`] before.
macro_rules! put {
    ($svg:expr, $($arguments:tt)*) => {{
        // A string takes everything.
        let _ = write!($svg.0, $($arguments)*);
    }};
}

impl Svg {
    pub fn new(width: f64, height: f64, caption: &Caption) -> Self {
        let mut svg = Self(String::new());
        put!(
            svg,
            r#"<svg xmlns="http://www.w3.org/2000/svg" class="chart" role="img" width="{0}" height="{1}" viewBox="0 0 {0} {1}" font-family="system-ui, sans-serif" font-size="12"><title>{2}</title><desc>{3}</desc>"#,
            Coordinate(width),
            Coordinate(height),
            text(&caption.title),
            text(&caption.description)
        );
        svg.group("paper", |svg| svg.rect([0.0, 0.0], [width, height], 1.0));
        svg
    }

    /// Draws a group of shapes with the colour of a class.
    pub fn group(&mut self, class: &str, draw: impl FnOnce(&mut Self)) {
        let found = COLORS.iter().find(|(name, _)| *name == class);
        let color = found.map_or("#000000", |(_, color)| color);
        put!(
            self,
            r#"<g class="{class}" color="{color}" fill="currentColor">"#
        );
        draw(self);
        put!(self, "</g>");
    }

    /// Draws a filled rectangle.
    pub fn rect(&mut self, [x, y]: [f64; 2], [width, height]: [f64; 2], opacity: f64) {
        let [x, y, width, height] = [x, y, width, height].map(Coordinate);
        put!(
            self,
            r#"<rect x="{x}" y="{y}" width="{width}" height="{height}""#
        );
        if opacity < 1.0 {
            put!(self, r#" fill-opacity="{:.2}""#, opacity);
        }
        put!(self, "/>");
    }

    /// Draws a line through some points; without `dashes`, it is solid.
    pub fn line(&mut self, points: &[[f64; 2]], width: f64, dashes: &str) {
        put!(
            self,
            r#"<path fill="none" stroke="currentColor" stroke-width="{}" stroke-linejoin="round""#,
            Coordinate(width)
        );
        if !dashes.is_empty() {
            put!(self, r#" stroke-dasharray="{dashes}""#);
        }
        put!(self, r#" d="{}"/>"#, path(points));
    }

    /// Fills a polygon.
    pub fn area(&mut self, points: &[[f64; 2]], opacity: f64) {
        put!(
            self,
            r#"<path fill-opacity="{opacity:.2}" d="{}Z"/>"#,
            path(points)
        );
    }

    /// Fills a shape, given as path data around the origin, at a point.
    pub fn shape(&mut self, path: &str, [x, y]: [f64; 2]) {
        put!(
            self,
            r#"<path transform="translate({} {})" d="{path}"/>"#,
            Coordinate(x),
            Coordinate(y)
        );
    }

    pub fn circle(&mut self, [x, y]: [f64; 2], radius: f64) {
        put!(
            self,
            r#"<circle cx="{}" cy="{}" r="{}"/>"#,
            Coordinate(x),
            Coordinate(y),
            Coordinate(radius)
        );
    }

    pub fn text(&mut self, [x, y]: [f64; 2], anchor: TextAnchor, words: &str) {
        put!(self, r#"<text x="{}" y="{}""#, Coordinate(x), Coordinate(y));
        match anchor {
            TextAnchor::Start => {}
            TextAnchor::Middle => put!(self, r#" text-anchor="middle""#),
            TextAnchor::End => put!(self, r#" text-anchor="end""#),
        }
        put!(self, ">{}</text>", text(words));
    }

    /// The markup of the picture.
    pub fn finish(mut self) -> String {
        put!(self, "</svg>");
        self.0
    }

    pub fn figure(self, caption: Caption) -> Figure {
        let svg = self.finish();
        Figure { svg, caption }
    }
}

fn path(points: &[[f64; 2]]) -> String {
    let mut path = String::new();
    for (i, [x, y]) in points.iter().enumerate() {
        let command = if i == 0 { 'M' } else { 'L' };
        let _ = write!(path, "{command}{} {}", Coordinate(*x), Coordinate(*y));
    }
    path
}
