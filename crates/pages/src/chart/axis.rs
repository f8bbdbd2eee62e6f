//! Axes with round numbers.

/// An axis: a range of values, and where it is on the picture.
#[derive(Clone, Copy, Debug)]
pub(super) struct ChartAxis {
    low: f64,
    high: f64,
    step: f64,
    /// Where the lowest and the highest value are.
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

    /// Where a value is on the picture; at the end of the axis if it is outside.
    pub fn at(&self, value: f64) -> f64 {
        let share = (value.clamp(self.low, self.high) - self.low) / (self.high - self.low);
        self.ends[0] + share * (self.ends[1] - self.ends[0])
    }

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
