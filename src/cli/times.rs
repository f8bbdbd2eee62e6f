//! Times on the command line.

use std::time::Duration;

/// The longest time that can be asked for.
const TIME_MAX: Duration = Duration::from_secs(24 * 60 * 60);

/// Reads a time in seconds.
pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| *time >= Duration::from_millis(1) && *time <= TIME_MAX)
        .ok_or_else(|| "seconds, from 0.001 to 86400".to_owned())
}
