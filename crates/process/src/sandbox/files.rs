//! The files that programs in a sandbox may read: those that every program needs, and those that a
//! command line names, except hidden ones.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::path::{Component, Path, PathBuf, absolute};

use super::root::Step;
use crate::HiddenPaths;
use crate::environment::CODE_VARIABLES;

/// Programs, libraries, and public information about the machine. A trailing `*` matches any text.
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
    "/sys/devices/system",
];

/// Parents of directories of programs, and what programs there need of them.
const PARTS: [(&str, &[&str]); 4] = [
    (".cargo", &["git", "registry", "../.rustup"]),
    (".linuxbrew", &["."]),
    (".local", &["lib"]),
    (".pyenv", &["."]),
];
/// What programs need of any other parent, such as a Java or a virtual environment.
const USUAL_PARTS: &[&str] = &[
    "conf",
    "include",
    "lib",
    "lib64",
    "libexec",
    "pyvenv.cfg",
    "share",
];

/// Characters that separate paths within a word, as in `-cp build:lib/x.jar` and `sh -c './ships
/// <map'`.
const SEPARATORS: &[u8] = b" \t\n\r'\"`|&;<>()=:,";
/// How many directories a relative path may go up.
const ASCENT_MAX: usize = 64;

/// What every program may read, because loaders, interpreters and compilers need it.
#[derive(Debug, Default)]
pub struct SystemFiles {
    /// The names by which programs know it. They may be links.
    pub names: Vec<PathBuf>,
    /// The paths without links, and without what is hidden.
    pub paths: Vec<PathBuf>,
}

impl SystemFiles {
    /// Those of this machine.
    pub fn new(hidden: &HiddenPaths, allowed: &[PathBuf]) -> Self {
        let mut found = Self::default();
        of_everybody(hidden, |path| found.add(path, hidden));
        found
            .names
            .extend(allowed.iter().filter_map(|path| absolute(path).ok()));
        found
            .paths
            .extend(allowed.iter().filter_map(|path| path.canonicalize().ok()));
        found
    }

    fn add(&mut self, name: &Path, hidden: &HiddenPaths) {
        let Ok(path) = name.canonicalize() else {
            return;
        };
        self.names.push(name.to_owned());
        if !self.paths.iter().any(|known| path.starts_with(known)) {
            self.paths.extend(hidden.without(&path));
        }
    }
}

/// Calls `add` with all.
fn of_everybody(hidden: &HiddenPaths, mut add: impl FnMut(&Path)) {
    SYSTEM
        .iter()
        .flat_map(|name| expand(name))
        .for_each(|path| add(&path));
    for tools in list("PATH") {
        add(&tools);
        let Ok(tools) = tools.canonicalize() else {
            continue;
        };
        let parent = tools.parent().unwrap_or(&tools);
        let known = PARTS.iter().find(|(name, _)| parent.ends_with(name));
        let parts = match known {
            Some((_, parts)) => *parts,
            // Such as the home directory.
            None if hidden.is_in(parent) => &[],
            None => USUAL_PARTS,
        };
        for part in parts {
            add(&parent.join(part));
        }
    }
    CODE_VARIABLES
        .iter()
        .flat_map(|name| list(name))
        .for_each(|path| add(&path));
}

/// The files that a program may read because its command line names them, and links to them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandFiles {
    /// The files and directories.
    pub readable: Vec<PathBuf>,
    /// The absolute paths by which the command line calls them. They may have links.
    pub names: Vec<PathBuf>,
    /// Relative paths, and their targets.
    links: Vec<(PathBuf, PathBuf)>,
}

impl CommandFiles {
    /// The files that a command line names in the current directory. The first one that not every
    /// program may read counts as the program: the sandbox calls it by its absolute path, and opens
    /// its directory if that reveals nothing.
    pub fn of(command: &mut [OsString], everybody: &[PathBuf], hidden: &HiddenPaths) -> Self {
        let mut found = Self::default();
        let here = env::current_dir().unwrap_or_default();
        let mut has_program = false;
        let mut follows_option_c = false;
        for (index, word) in command.iter_mut().enumerate() {
            let is_script = follows_option_c;
            follows_option_c = is_option_c(word);
            let is_searched = index == 0 && !word.as_bytes().contains(&b'/');
            let named = if is_searched {
                search(word).into_iter().collect()
            } else {
                pieces(word)
            };
            for name in named {
                let path = here.join(&name);
                let Ok(real) = path.canonicalize() else {
                    continue;
                };
                let is_link = path.ancestors().any(Path::is_symlink);
                if is_link && !hidden.allows_link(&path, &real) {
                    continue;
                }
                let is_known = everybody.iter().any(|known| real.starts_with(known));
                let is_word = name.as_os_str() == word.as_os_str();
                let is_program = !has_program && !is_known && real.is_file();
                found.names.push(path.clone());
                if is_word && (index == 0 || is_program || is_dots(&name)) {
                    let path = absolute(&path).unwrap_or(path).into_os_string();
                    *word = if is_script { quote(path) } else { path };
                } else if name.is_relative() {
                    found.links.push((name, real.clone()));
                }
                if is_program {
                    has_program = true;
                    let directory = real.parent().filter(|directory| !hidden.is_in(directory));
                    found.readable.extend(directory.map(Path::to_owned));
                }
                if !is_known && (real.is_file() || !hidden.is_in(&real)) {
                    found.readable.push(real);
                }
            }
        }
        found
    }

    /// Only one path, whatever the command line names.
    pub fn of_path(path: &Path) -> Self {
        Self {
            readable: vec![path.to_owned()],
            names: Vec::new(),
            links: Vec::new(),
        }
    }

    /// The entries of a fresh directory, in the order in which to make them, and the directory in it from
    /// which the relative paths lead to the files.
    pub fn furniture(&self) -> io::Result<(Vec<Step>, PathBuf)> {
        let ascents = self.links.iter().map(|(name, _)| ascent(name));
        let depth = ascents.max().unwrap_or(0).min(ASCENT_MAX);
        let inner: PathBuf = ["d"; ASCENT_MAX][..depth].iter().collect();
        let mut steps = directories(&inner)?;
        for (name, real) in &self.links {
            let mut link = inner.clone();
            let mut is_inside = true;
            for part in name.components() {
                if part == Component::ParentDir {
                    steps.extend(directories(&link)?);
                    is_inside &= link.pop();
                } else {
                    link.push(part);
                }
            }
            let Some(parent) = link.parent().filter(|_| is_inside) else {
                continue;
            };
            steps.extend(directories(parent)?);
            steps.push(Step::link(&link, real)?);
        }
        Ok((steps, inner))
    }
}

/// A directory and those above it.
fn directories(path: &Path) -> io::Result<Vec<Step>> {
    let mut found: Vec<_> = path.ancestors().collect();
    // The last one is empty.
    found.pop();
    found.into_iter().rev().map(Step::directory).collect()
}

/// The absolute paths in a variable.
fn list(variable: &str) -> impl Iterator<Item = PathBuf> {
    let value = env::var_os(variable).unwrap_or_default();
    let paths: Vec<_> = env::split_paths(&value).collect();
    paths.into_iter().filter(|path| path.is_absolute())
}

/// The paths that match a name of [`SYSTEM`].
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

/// The parts of a word that may be paths.
fn pieces(word: &OsStr) -> Vec<PathBuf> {
    let whole = word.as_bytes();
    let parts = whole.split(|byte| SEPARATORS.contains(byte));
    let mut found: Vec<_> = parts.collect();
    if found.len() > 1 && Path::new(word).exists() {
        found = vec![whole];
    }
    let found = found.into_iter().filter(|part| !part.is_empty());
    found
        .map(|part| OsString::from_vec(part.to_vec()).into())
        .collect()
}

/// The program of this name in `PATH`.
fn search(name: &OsStr) -> Option<PathBuf> {
    let paths = env::var_os("PATH")?;
    let mut candidates = env::split_paths(&paths).map(|directory| directory.join(name));
    candidates.find(|path| path.is_file())
}

/// Whether a path consists of dots only, such as `.` and `../..`.
fn is_dots(path: &Path) -> bool {
    path.components()
        .all(|part| matches!(part, Component::CurDir | Component::ParentDir))
}

/// Whether the next word is a script for a shell, as after `-c` and `-ec`.
fn is_option_c(word: &OsStr) -> bool {
    word.as_bytes().starts_with(b"-") && word.as_bytes().ends_with(b"c")
}

/// A path as a word of a script.
fn quote(path: OsString) -> OsString {
    match shlex::bytes::try_quote(path.as_bytes()) {
        Ok(word) => OsString::from_vec(word.into_owned()),
        Err(_) => path,
    }
}

/// How many directories above the current one a path leads.
fn ascent(path: &Path) -> usize {
    let (mut depth, mut most) = (0_usize, 0);
    for part in path.components() {
        match part {
            Component::ParentDir if depth == 0 => most += 1,
            Component::ParentDir => depth -= 1,
            Component::Normal(_) => depth += 1,
            _ => {}
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_directory_reveals_what_is_in_it() {
        let room = tempfile::tempdir().expect("a directory");
        let top = room.path().canonicalize().expect("a path");
        let path = |name: &str| top.join(name);
        for name in [
            "class/anna",
            "class/bob",
            "tests/secret",
            "tools/bin",
            "home",
        ] {
            fs::create_dir_all(path(name)).expect("a directory");
        }
        let mut hidden = HiddenPaths::default();
        hidden.hide(&path("tests"));
        hidden.hide(&path("home/marks.csv"));
        hidden.hide_shared(&path("class"));
        for (name, is_in) in [
            ("", true),
            ("tests", true),
            ("tests/secret", true),
            ("home", true),
            ("class", true),
            ("class/anna", false),
            ("tools", false),
        ] {
            assert_eq!(hidden.is_in(&path(name)), is_in, "{name}");
        }
        hidden.hide_collection(&path("class"));
        for (from, to, is_allowed) in [
            ("tools/link", "home/ships", true),
            ("tools/link", "tests/1.out", false),
            ("class/anna/link", "class/anna/ships", true),
            ("class/anna/link", "class/bob/ships", false),
            ("class/link", "class/bob/ships", true),
            ("class/link", "tests/1.out", false),
            ("class/anna/link", "tools/bin/tool", true),
        ] {
            let found = hidden.allows_link(&path(from), &path(to));
            assert_eq!(found, is_allowed, "{from} to {to}");
        }
        assert_eq!(hidden.without(&path("tools")), [path("tools")]);
        assert_eq!(hidden.without(&top), [path("tools")]);
        assert!(hidden.without(&path("class")).is_empty());
    }
}
