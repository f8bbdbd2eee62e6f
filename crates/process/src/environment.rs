//! The environment of other programs: judged programs, bots, builds and checkers all get the same.
//! Other variables could hold secrets, or change what a program prints.

use std::env;
use std::ffi::OsString;
use std::path::Path;

/// The variables of a program. `own` is its home directory, also for temporary files, if it has its
/// own.
pub fn variables(own: Option<&Path>) -> impl Iterator<Item = (&'static str, OsString)> {
    let of_this = |name| Some((name, env::var_os(name)?));
    let directories = ["HOME", "TMPDIR"].map(|name| match own {
        Some(directory) => Some((name, directory.into())),
        None => of_this(name),
    });
    of_this("PATH")
        .into_iter()
        .chain(directories.into_iter().flatten())
        .chain([("LANG", "C.UTF-8".into())])
}
