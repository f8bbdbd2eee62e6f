//! Ending a tournament from outside.

use std::io;
use std::sync::Arc;
use std::sync::atomic::AtomicBool;

/// What is set when somebody wants the program to end: bots have process groups of
/// their own, so nobody else ends them. A second signal does not wait. Hanging up is
/// left alone, because `nohup` has said what it means.
#[cfg(unix)]
pub fn on_signals() -> io::Result<Arc<AtomicBool>> {
    use signal_hook::consts::{SIGINT, SIGTERM};
    use signal_hook::flag;
    let stop = Arc::new(AtomicBool::new(false));
    for signal in [SIGINT, SIGTERM] {
        flag::register_conditional_default(signal, Arc::clone(&stop))?;
        flag::register(signal, Arc::clone(&stop))?;
    }
    Ok(stop)
}

/// What is never set: programs do not play here, so nothing is left behind.
#[cfg(not(unix))]
pub fn on_signals() -> io::Result<Arc<AtomicBool>> {
    Ok(Arc::default())
}
