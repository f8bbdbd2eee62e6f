//! Golden files: what is expected, which `UPDATE=1` rewrites. Look at what has changed before you keep
//! it.

use std::fs;
use std::path::Path;

use similar::TextDiff;

/// Whether golden files are rewritten.
pub fn is_updating() -> bool {
    std::env::var_os("UPDATE").is_some()
}

/// Compares a golden file with what was found.
///
/// # Errors
///
/// What differs.
pub fn compare(path: &Path, found: impl AsRef<[u8]>) -> Result<(), String> {
    let found = found.as_ref();
    let shown = |error| format!("{}: {error}", path.display());
    if is_updating() {
        return fs::write(path, found).map_err(shown);
    }
    let expected = fs::read(path).map_err(shown)?;
    same(&expected, found)
        .map_err(|difference| format!("{}: UPDATE=1 rewrites it:\n{difference}", path.display()))
}

/// Compares two texts.
///
/// # Errors
///
/// What differs.
pub fn same(expected: &[u8], found: &[u8]) -> Result<(), String> {
    if expected == found {
        return Ok(());
    }
    let [expected, found] = [expected, found].map(String::from_utf8_lossy);
    let difference = TextDiff::from_lines(&*expected, &*found);
    let mut difference = difference.unified_diff();
    Err(difference.header("expected", "found").to_string())
}

/// Compares a golden file of this repository with what was found.
#[track_caller]
pub fn check(name: &str, found: impl AsRef<[u8]>) {
    let path = Path::new(env!("CARGO_MANIFEST_DIR")).join(name);
    compare(&path, found).unwrap_or_else(|difference| panic!("{difference}"));
}
