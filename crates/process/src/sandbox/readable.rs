//! What every program in a sandbox may read: what loaders, interpreters and compilers need.

use std::env;
use std::fs;
use std::path::{Path, PathBuf};

use super::Hidden;

/// Programs, libraries, and what is public of the machine. A `*` at the end stands for any text.
const SYSTEM: &[&str] = &[
    "/usr",
    "/bin",
    "/sbin",
    "/lib",
    "/lib32",
    "/lib64",
    "/libx32",
    "/opt",
    "/nix/store",
    "/run/current-system",
    "/snap",
    "/dev/null",
    "/dev/zero",
    "/dev/full",
    "/dev/random",
    "/dev/urandom",
    "/etc/alternatives",
    "/etc/dotnet",
    "/etc/fonts",
    "/etc/group",
    "/etc/host.conf",
    "/etc/hosts",
    "/etc/inputrc",
    "/etc/java*",
    "/etc/ld.so*",
    "/etc/locale*",
    "/etc/localtime",
    "/etc/magic",
    "/etc/mono",
    "/etc/nsswitch.conf",
    "/etc/os-release",
    "/etc/passwd",
    "/etc/perl",
    "/etc/php*",
    "/etc/protocols",
    "/etc/python*",
    "/etc/services",
    "/etc/ssl/certs",
    "/etc/ssl/openssl.cnf",
    "/etc/terminfo",
    "/etc/timezone",
    "/proc/cpuinfo",
    "/proc/filesystems",
    "/proc/loadavg",
    "/proc/meminfo",
    "/proc/stat",
    "/proc/sys",
    "/proc/uptime",
    "/proc/version",
    "/sys/devices/system",
];

/// Variables with lists of directories that programs or interpreters load something from.
const LISTS: [&str; 5] = [
    "CLASSPATH",
    "JAVA_HOME",
    "LD_LIBRARY_PATH",
    "PYTHONPATH",
    "RUSTUP_HOME",
];

/// Directories with programs whose parents have private files as well, and what may be read of them.
const PARTS: [(&str, &[&str]); 2] = [
    (".local", &["bin", "lib"]),
    (".cargo", &["bin", "git", "registry", "../.rustup"]),
];

/// What every program may read.
pub fn of_everybody(hidden: &Hidden) -> Vec<PathBuf> {
    let mut found: Vec<PathBuf> = Vec::new();
    let mut add = |path: &Path| {
        let Ok(path) = path.canonicalize() else {
            return;
        };
        if !found.iter().any(|known| path.starts_with(known)) {
            found.extend(hidden.without(&path));
        }
    };
    SYSTEM
        .iter()
        .flat_map(|name| expand(name))
        .for_each(|path| add(&path));
    for tools in list("PATH").filter_map(|path| path.canonicalize().ok()) {
        let parent = tools.parent().unwrap_or(&tools);
        let parts = PARTS.iter().find(|(name, _)| parent.ends_with(name));
        if let Some((_, parts)) = parts {
            parts.iter().for_each(|part| add(&parent.join(part)));
        } else if hidden.is_in(parent) {
            add(&tools);
        } else {
            add(parent);
        }
    }
    LISTS
        .iter()
        .flat_map(|name| list(name))
        .for_each(|path| add(&path));
    found
}

/// The absolute paths in a variable.
fn list(variable: &str) -> impl Iterator<Item = PathBuf> {
    let value = env::var_os(variable).unwrap_or_default();
    let paths: Vec<_> = env::split_paths(&value).collect();
    paths.into_iter().filter(|path| path.is_absolute())
}

/// The paths that a name of [`SYSTEM`] stands for.
fn expand(name: &str) -> Vec<PathBuf> {
    let path = Path::new(name);
    let begin = path
        .file_name()
        .and_then(|name| name.to_str()?.strip_suffix('*'));
    let (Some(begin), Some(parent)) = (begin, path.parent()) else {
        return vec![path.to_owned()];
    };
    let entries = fs::read_dir(parent).into_iter().flatten().flatten();
    let entries = entries.filter(|it| it.file_name().to_string_lossy().starts_with(begin));
    entries.map(|entry| entry.path()).collect()
}
