//! Arguments and values shared by several subcommands.

use std::borrow::Cow;
use std::fmt::Display;
use std::hash::{BuildHasher, Hasher, RandomState};
use std::num::NonZeroUsize;
use std::ops::RangeInclusive;
use std::path::Path;
use std::str::FromStr;
use std::time::Duration;

use admiralty_core::geometry::Size;
use admiralty_core::rules::RuleSet;
use admiralty_escape::escape;
use clap::Args;
use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};

// The limits of one run of a program: a case of the judge, a turn of the arena.
#[derive(Clone, Copy, Debug, Args)]
#[command(next_help_heading = "Limits")]
pub struct ProgramLimits {
    /// CPU time limit in seconds
    #[arg(long, value_name = "SECONDS", default_value = "2", value_parser = parse_seconds)]
    pub cpu: Duration,
    /// Wall-clock limit in seconds; time spent waiting for a CPU does not count [default: twice
    /// --cpu, plus one]
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    wall: Option<Duration>,
    /// Memory limit in MiB
    #[arg(long, value_name = "MIB", default_value = "256", value_parser = parse_mebibytes)]
    pub memory: u64,
}

impl ProgramLimits {
    /// How many processes run at the same time; for the judge, judge.toml can have another number.
    pub const PROCESSES: u32 = 64;

    pub fn wall(&self) -> Duration {
        self.wall.unwrap_or_else(|| Self::default_wall(self.cpu))
    }

    /// The wall-clock limit that goes with a limit of CPU time.
    pub fn default_wall(cpu: Duration) -> Duration {
        cpu * 2 + Duration::from_secs(1)
    }
}

/// Parses a whole number; the error names the range.
pub fn number<T>(range: RangeInclusive<T>) -> impl TypedValueParser<Value = T>
where
    T: FromStr + PartialOrd + Display + Clone + Send + Sync + 'static,
{
    move |text: &str| {
        let number = text.parse().ok().filter(|number| range.contains(number));
        let (min, max) = (range.start(), range.end());
        number.ok_or_else(|| format!("expected a whole number from {min} to {max}"))
    }
}

/// Parses a whole number that is not 0, such as a number of threads.
pub fn positive() -> impl TypedValueParser<Value = NonZeroUsize> {
    number(NonZeroUsize::MIN..=NonZeroUsize::MAX)
}

/// Parses a random seed.
pub fn seed() -> impl TypedValueParser<Value = u64> {
    number(0..=u64::MAX)
}

/// Parses a number of MiB, into bytes.
pub fn parse_mebibytes(text: &str) -> Result<u64, String> {
    const BYTES: u64 = 1 << 20;
    let number = text.parse::<u64>().ok().filter(|&number| number > 0);
    number
        .and_then(|number| number.checked_mul(BYTES))
        .ok_or_else(|| {
            format!(
                "expected a whole number of MiB from 1 to {}",
                u64::MAX / BYTES
            )
        })
}

const TIME_MAX: Duration = Duration::from_secs(24 * 60 * 60);

pub fn parse_seconds(text: &str) -> Result<Duration, String> {
    let seconds: Option<f64> = text.parse().ok();
    seconds
        .and_then(|seconds| Duration::try_from_secs_f64(seconds).ok())
        .filter(|time| *time >= Duration::from_millis(1) && *time <= TIME_MAX)
        .ok_or_else(|| "expected seconds, from 0.001 to 86400".to_owned())
}

/// Parses `ROWSxCOLUMNS`, as in `21x10`.
pub fn size(text: &str, sides: RangeInclusive<i32>) -> Option<Size> {
    let side = |text: &str| text.parse().ok().filter(|side| sides.contains(side));
    let (rows, columns) = text.split_once('x')?;
    Some(Size {
        rows: side(rows)?,
        columns: side(columns)?,
    })
}

/// A rule set, and the side of its waters, if given.
#[derive(Clone, Copy, Debug)]
pub struct RulesArg {
    pub rules: &'static RuleSet,
    pub side: Option<u8>,
}

/// The names of all rule sets.
pub fn rule_set_names() -> Vec<&'static str> {
    RuleSet::ALL.iter().map(|rules| rules.name).collect()
}

/// The values of `--compare`; the tolerance is an example.
pub const fn comparison_modes() -> [&'static str; 6] {
    [
        "exact",
        "final-newline",
        "trailing",
        "tokens",
        "caseless",
        "float=1e-6",
    ]
}

/// Parses `NAME` or `NAME:N`.
pub fn parse_rules(text: &str) -> Result<RulesArg, String> {
    let (name, side) = match text.split_once(':') {
        Some((name, side)) => (name, Some(side)),
        None => (text, None),
    };
    let rules = RuleSet::named(name.as_bytes()).ok_or_else(|| {
        let names = rule_set_names().join(", ");
        format!("there is no rule set {name}, only {names}")
    })?;
    let sides = rules.board_sides;
    let read = |side: &str| side.parse().ok().and_then(|side| sides.side(side));
    let wrong = || {
        let (min, max) = (sides.min, sides.max);
        if sides.is_fixed() {
            return format!("the waters of {name} always have a side of {min}");
        }
        format!("the side of the waters of {name} is a number from {min} to {max}")
    };
    let side = side.map(|side| read(side).ok_or_else(wrong)).transpose()?;
    Ok(RulesArg { rules, side })
}

/// The number of threads: as requested, or one per core.
pub fn threads(asked_for: Option<NonZeroUsize>) -> NonZeroUsize {
    asked_for
        .or_else(|| std::thread::available_parallelism().ok())
        .unwrap_or(NonZeroUsize::MIN)
}

/// A random seed that nobody can guess: the standard library takes it from the operating system.
pub fn secret_seed() -> u64 {
    RandomState::new().build_hasher().finish()
}

/// Parses one of several names as the value it stands for, so that an argument can have a type of
/// the library without an enum here.
pub fn one_of<T, const N: usize>(
    values: [(PossibleValue, T); N],
) -> impl TypedValueParser<Value = T>
where
    T: Clone + Send + Sync + 'static,
{
    let names = PossibleValuesParser::new(values.clone().map(|(name, _)| name));
    names.map(move |text| {
        let value = values.iter().find(|(name, _)| name.matches(&text, false));
        value.expect("a name that clap has accepted").1.clone()
    })
}

/// A value with its name and its line of help.
pub fn value<T>(name: &'static str, help: &'static str, value: T) -> (PossibleValue, T) {
    (PossibleValue::new(name).help(help), value)
}

/// Whether a path means a standard stream.
pub fn is_standard(path: &Path) -> bool {
    path == Path::new("-")
}

/// The name of standard input in places such as `<stdin>:3:5`.
pub const STDIN: &str = "<stdin>";

/// The name of an input, for a sentence.
pub fn in_sentence(name: &str) -> Cow<'_, str> {
    if name == STDIN {
        "standard input".into()
    } else {
        escape(name)
    }
}
