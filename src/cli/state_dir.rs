//! The directory for files that the program stores by itself.

use std::path::PathBuf;

use etcetera::BaseStrategy;

/// A directory of this name in the user's state directory, if there is one.
pub fn directory(name: &str) -> Option<PathBuf> {
    let strategy = etcetera::choose_base_strategy().ok()?;
    let state = strategy.state_dir().unwrap_or_else(|| strategy.cache_dir());
    Some(state.join("admiralty").join(name))
}
