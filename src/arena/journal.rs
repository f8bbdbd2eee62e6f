//! The journal of a tournament, from which it can be resumed.
//!
//! JSON lines: first the settings, then the pairs in order. A line counts once its line feed is
//! written. A tournament can be resumed with more games than the settings have.

use std::io::{self, BufRead, Read, Write};

use serde::Serialize;
use serde_json::{Value, json};

use super::{ArenaError, PairResult, ScheduledPair, Settings, Standings, Tournament};

/// The format, in the first line.
const FORMAT: &str = "admiralty-arena-journal-2";
/// The prefix of the formats of all versions.
const FORMATS: &str = "admiralty-arena-journal-";

/// The longest line, in bytes.
pub const LINE_BYTES_MAX: u64 = 64 << 20;

/// The first line.
#[derive(Serialize)]
struct Header<'s> {
    journal: &'static str,
    settings: &'s Settings,
}

impl<'s> Header<'s> {
    const fn new(settings: &'s Settings) -> Self {
        let journal = FORMAT;
        Self { journal, settings }
    }
}

/// Writes the first line.
///
/// # Errors
///
/// What `out` returns.
pub fn begin(settings: &Settings, out: &mut impl Write) -> io::Result<()> {
    write_line(&Header::new(settings), out)
}

/// Writes the line of a pair at once.
///
/// # Errors
///
/// What `out` returns.
pub fn append(pair: &PairResult, out: &mut impl Write) -> io::Result<()> {
    write_line(pair, out)
}

fn write_line(value: &impl Serialize, out: &mut impl Write) -> io::Result<()> {
    let mut line = serde_json::to_vec(value)?;
    line.push(b'\n');
    out.write_all(&line)?;
    out.flush()
}

/// Counts the pairs of a journal again, and calls `each` with them. Returns the standings, and the
/// length of the journal without an incomplete last line.
///
/// # Errors
///
/// An error in the journal, or what `each` returns.
pub fn replay(
    tournament: &Tournament,
    mut input: impl BufRead,
    mut each: impl FnMut(&ScheduledPair, &PairResult) -> Result<(), ArenaError>,
) -> Result<(Standings, u64), ArenaError> {
    let mut standings = tournament.standings();
    let mut line = Vec::new();
    let mut bytes = 0;
    for number in 1.. {
        line.clear();
        let length = input
            .by_ref()
            .take(LINE_BYTES_MAX)
            .read_until(b'\n', &mut line)
            .map_err(|error| ArenaError::Usage(format!("cannot read the journal: {error}")))?;
        if line.last() != Some(&b'\n') {
            let expected = serde_json::to_vec(&Header::new(tournament.settings()));
            let is_header = expected.is_ok_and(|header| header.starts_with(&line));
            if (number == 1 && !is_header) || length as u64 == LINE_BYTES_MAX {
                return no_journal();
            }
            break;
        }
        if number == 1 {
            check_header(&line, tournament.settings())?;
        } else {
            let broken = |message| {
                ArenaError::Usage(format!("line {number} of the journal is broken: {message}"))
            };
            let result: PairResult =
                serde_json::from_slice(&line).map_err(|error| broken(error.to_string()))?;
            if result.pair >= tournament.pairs() {
                return ArenaError::usage(format!(
                    "the journal has more games than {} of each pairing",
                    tournament.settings().games
                ));
            }
            let next = standings.next_pair();
            let Some(pair) = next.filter(|pair| pair.number == result.pair) else {
                return Err(broken(format!("pair {} does not come next", result.pair)));
            };
            standings.add(&pair, &result);
            each(&pair, &result)?;
        }
        bytes += length as u64;
    }
    Ok((standings, bytes))
}

fn no_journal<T>() -> Result<T, ArenaError> {
    ArenaError::usage("this is not a journal of the arena")
}

fn check_header(line: &[u8], settings: &Settings) -> Result<(), ArenaError> {
    let theirs: Value = serde_json::from_slice(line).unwrap_or_default();
    match theirs["journal"].as_str() {
        Some(FORMAT) => {}
        Some(other) if other.starts_with(FORMATS) => {
            return ArenaError::usage("the journal was written by another version of this program");
        }
        _ => return no_journal(),
    }
    let ours = json!(settings);
    for (name, value) in ours.as_object().into_iter().flatten() {
        let other = &theirs["settings"][name];
        if value != other && name != "games" {
            return ArenaError::usage(format!(
                "the journal is of another tournament: its {name} is {}, not {}",
                shown(other),
                shown(value)
            ));
        }
    }
    Ok(())
}

/// A value as text, truncated if it is long.
fn shown(value: &Value) -> String {
    const CHARS_MAX: usize = 200;
    let text = value.to_string();
    match text.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
