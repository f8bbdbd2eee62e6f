//! The program from outside: its arguments, streams and exit codes, and what shells, terminals and
//! signals have to do with it.

mod calls;
#[cfg(unix)]
mod completion;
#[cfg(unix)]
mod progress;
#[cfg(target_os = "linux")]
mod signals;
