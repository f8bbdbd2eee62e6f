//! Charts as SVG, in pages and alone.
//!
//! Shapes have the colour of their group, which has a colour of its own and a class, by which the
//! style sheet of a page replaces that colour. No chart needs colours to be read: series have
//! markers and dashes, and fields of a heat map have their values.

mod axis;
mod bars;
mod heat_map;
mod svg;
mod xy;

pub(super) use bars::{Bar, BarChart};
pub(super) use heat_map::HeatMapChart;
pub(super) use svg::{Anchor, Svg};
pub(super) use xy::{Series, XyChart, histogram};

/// The width of a chart; its text is readable if it is shown somewhat narrower, on a telephone.
const WIDTH: f64 = 480.0;

/// What a chart is called, and what it shows, for those who cannot see it.
#[derive(Clone, Debug, Default)]
pub(super) struct Caption {
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

/// A chart, and what there is to say about it.
#[derive(Clone, Debug)]
pub(super) struct Figure {
    /// Markup.
    pub svg: String,
    pub caption: Caption,
}

#[cfg(test)]
mod tests;
