//! Minimises a failing script.
//!
//! [`shrink`] takes a script and a test, "does it still fail?", and removes and simplifies
//! lines as long as the test passes.
//!
//! Delta debugging is implemented here because the few crates for it work on syntax trees,
//! and groups, fleets and numbers need their own steps.

mod attempts;
mod fleets;
mod lines;
mod presets;
mod removal;
mod renaming;
mod simplify;

use serde::{Deserialize, Serialize};

use admiralty_results::byte_text;
use attempts::Attempts;

/// The default limit on the number of scripts tried.
pub const ATTEMPTS_MAX: u32 = 5000;

/// A minimised script.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Shrunk {
    /// The script.
    #[serde(with = "byte_text")]
    pub script: Vec<u8>,
    /// How many scripts were tried.
    pub attempts: u32,
    /// Whether neither a line nor both tags of a group can be removed; false if the limit was
    /// reached before that was known.
    pub is_minimal: bool,
}

/// Minimises a failing script: removes groups, then lines, then ships with their places in
/// the fleets; puts ships on the board at the start, and exchanges the players where that
/// saves lines; then simplifies the rest (lower numbers, closer fields, single blanks), until
/// nothing helps any more or `attempts_max` scripts were tried.
///
/// `still_fails` tests each script that is tried, and must be deterministic. The result is
/// one that failed, or the given script, which is not tested. No script is tested twice.
///
/// The method is delta debugging (A. Zeller and R. Hildebrandt, "Simplifying and isolating
/// failure-inducing input", IEEE Trans. Softw. Eng. 28 (2002), 183-200) with chunks that
/// follow the groups.
///
/// ```
/// use admiralty_judge::shrink::{ATTEMPTS_MAX, shrink};
/// let script = b"[state]\nREEF 3 14\n[state]\n[playerA]\nPRINT 0\nPRINT 1\n[playerA]\n";
/// let mut has_reef = |script: &[u8]| {
///     Ok::<_, std::convert::Infallible>(script.windows(4).any(|word| word == b"REEF"))
/// };
/// let shrunk = shrink(script, ATTEMPTS_MAX, &mut has_reef)?;
/// assert_eq!(shrunk.script, b"REEF 0 0\n");
/// assert!(shrunk.is_minimal);
/// # Ok::<(), std::convert::Infallible>(())
/// ```
///
/// # Errors
///
/// The first error of `still_fails`.
pub fn shrink<E>(
    script: &[u8],
    attempts_max: u32,
    still_fails: &mut dyn FnMut(&[u8]) -> Result<bool, E>,
) -> Result<Shrunk, E> {
    let mut attempts = Attempts::new(script, attempts_max, still_fails);
    removal::cut_end(&mut attempts)?;
    loop {
        let before = attempts.best().to_vec();
        removal::remove_groups(&mut attempts)?;
        removal::remove_lines(&mut attempts)?;
        fleets::remove_ships(&mut attempts)?;
        presets::preset_ships(&mut attempts)?;
        renaming::exchange_players(&mut attempts)?;
        // Ships closer to each other, or lines typed differently, might prevent the removal
        // of lines, so removal is finished first.
        if attempts.best().len() < before.len() && !attempts.is_used_up() {
            continue;
        }
        renaming::rename_ships(&mut attempts)?;
        renaming::close_gaps(&mut attempts)?;
        simplify::simplify(&mut attempts)?;
        let is_settled = attempts.best() == before;
        if is_settled || attempts.is_used_up() {
            return Ok(attempts.into_shrunk(is_settled));
        }
    }
}
