//! The files that programs in a sandbox may read: those that every program needs, and those that a
//! command line names, except hidden ones.

use std::env;
use std::ffi::{OsStr, OsString};
use std::fs;
use std::io;
use std::iter;
use std::mem;
use std::ops::Range;
use std::os::unix::ffi::{OsStrExt, OsStringExt};
use std::os::unix::fs::{DirEntryExt, MetadataExt};
use std::path::{Component, Path, PathBuf, absolute};

use super::root::{MountAccess, Step};
use crate::HiddenPaths;

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
/// Where a program finds its own directory, and in directories with numbers, other files that its command line
/// names, if it has namespaces of its own.
pub const PROGRAM: &str = "/program";
const NAMED: &str = "/named";
/// What this program is called where it is installed.
const SOLUTION: &str = "admiralty";
/// How many entries of the current directory a program gets that is named as a module.
const ENTRIES_MAX: usize = 1000;
/// How many directories a relative path may go up.
const ASCENT_MAX: usize = 64;

/// What every program may read, because loaders, interpreters and compilers need it.
#[derive(Debug, Default)]
pub struct SystemFiles {
    /// The names by which programs know it. They may be links.
    pub names: Vec<PathBuf>,
    /// The paths without links, and without what is hidden.
    pub paths: Vec<PathBuf>,
    /// The paths that were allowed besides.
    allowed: Vec<PathBuf>,
    /// The files below these paths that no program gets unless its command line names them.
    pub solutions: Vec<PathBuf>,
}

impl SystemFiles {
    /// Those of this machine, where these files are [`solutions`].
    pub fn new(hidden: &HiddenPaths, allowed: &[PathBuf], solutions: Vec<PathBuf>) -> Self {
        let mut found = Self {
            solutions,
            ..Self::default()
        };
        of_everybody(hidden, |path| found.add(path, hidden));
        let names = allowed.iter().filter_map(|path| absolute(path).ok());
        found.names.extend(names);
        let allowed = allowed.iter().filter_map(|path| path.canonicalize().ok());
        found.allowed = allowed.collect();
        found.paths.extend(found.allowed.iter().cloned());
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

    /// Whether every program may read a path without links.
    fn has(&self, real: &Path) -> bool {
        self.paths.iter().any(|known| real.starts_with(known)) && !self.is_solution(real)
    }

    fn is_solution(&self, real: &Path) -> bool {
        self.solutions.iter().any(|solution| solution == real)
    }

    /// How programs can call what they may read: as it is called, or without links.
    fn name_of(&self, path: &Path, real: &Path) -> PathBuf {
        let mut known = self.names.iter().chain(&self.paths);
        let path = absolute(path).unwrap_or_default();
        if known.any(|known| path.starts_with(known)) {
            path
        } else {
            real.to_owned()
        }
    }
}

/// The files with which a program could answer with the judge's own output: this program, and in `PATH` links to
/// its file and whatever is called like it.
pub fn solutions() -> Vec<PathBuf> {
    let own = env::current_exe().and_then(|path| path.canonicalize());
    let mut found: Vec<_> = own.into_iter().collect();
    let identity = found.first().and_then(|own| own.metadata().ok());
    let is_own = |entry: &fs::DirEntry| {
        let Some(own) = identity.as_ref().filter(|own| own.ino() == entry.ino()) else {
            return false;
        };
        entry.metadata().is_ok_and(|it| it.dev() == own.dev())
    };
    for directory in list("PATH") {
        let entries = fs::read_dir(directory).into_iter().flatten().flatten();
        let entries = entries.filter(|entry| entry.file_name() == SOLUTION || is_own(entry));
        found.extend(entries.filter_map(|entry| entry.path().canonicalize().ok()));
    }
    found.sort_unstable();
    found.dedup();
    found
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
}

/// A file or directory of the machine, and where a program finds it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Place {
    /// The path on the machine, without links.
    pub real: PathBuf,
    pub shown: PathBuf,
    pub access: MountAccess,
}

/// The files of a program: those that its command line names, and those beside it.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CommandFiles {
    /// Where they are.
    pub places: Vec<Place>,
    /// Relative paths in the command line, and their targets.
    links: Vec<(PathBuf, PathBuf)>,
    /// The program's own directory, if there is one.
    directory: Option<PathBuf>,
    /// Whether they are at other paths than on the machine.
    are_moved: bool,
}

/// A file or directory that a command line names.
struct NamedFile {
    /// The word, and where in it the name stands.
    word: usize,
    range: Range<usize>,
    /// The name as it is written; of a program in `PATH`, its path.
    name: PathBuf,
    /// The same in the current directory, and without links.
    path: PathBuf,
    real: PathBuf,
    /// Whether every program may read it.
    is_public: bool,
}

impl CommandFiles {
    /// The files that a command line names in the current directory, except hidden ones. The first one that
    /// not every program may read counts as the program, and its directory is added if that reveals nothing.
    /// With namespaces, files are moved to neutral paths, and the command line gets these.
    pub fn of(
        command: &mut [OsString],
        system: &SystemFiles,
        hidden: &HiddenPaths,
        are_moved: bool,
    ) -> Self {
        let here = env::current_dir().unwrap_or_default();
        let named = named_files(command, &here, system, hidden);
        let program = named
            .iter()
            .position(|it| !it.is_public && it.real.is_file());
        let is_module = program.is_none() && command.iter().skip(1).any(|it| is_module(it, &here));
        let program_directory = program.and_then(|program| named[program].real.parent());
        let mut found = Self {
            directory: match program_directory {
                None if is_module => here.canonicalize().ok(),
                None => None,
                Some(directory) => Some(directory.to_owned()),
            },
            are_moved,
            ..Self::default()
        };
        if let Some(directory) = found.directory.clone()
            && !hidden.is_in(&directory)
        {
            found.place(&directory, MountAccess::Read);
        }
        if is_module {
            found.add_entries(&here, hidden);
        }
        if let Some(directory) = &found.directory {
            // A program may look for them beside it.
            let near = system.allowed.iter();
            let near: Vec<_> = near.filter(|path| path.starts_with(directory)).collect();
            for path in near {
                found.place(path, MountAccess::Read);
            }
        }
        // From the end, so that the ranges in a word stay true.
        for (number, file) in named.iter().enumerate().rev() {
            let target = if file.is_public {
                system.name_of(&file.path, &file.real)
            } else if file.real.is_file() || !hidden.is_in(&file.real) {
                found.place(&file.real, MountAccess::Read)
            } else {
                file.real.clone()
            };
            let word = &mut command[file.word];
            let is_word = file.range.len() == word.len();
            let is_whole =
                is_word && (file.word == 0 || program == Some(number) || is_dots(&file.name));
            if is_whole && !(file.is_public && is_searched(file.word, word)) {
                let path = if are_moved {
                    target
                } else {
                    absolute(&file.path).unwrap_or(target)
                };
                *word = path.into_os_string();
                if follows_option_c(command, file.word) {
                    quote(&mut command[file.word]);
                }
            } else if file.name.is_relative() {
                found.links.push((file.name.clone(), target));
            } else if are_moved && !is_searched(file.word, word) {
                let mut bytes = mem::take(word).into_vec();
                bytes.splice(file.range.clone(), target.into_os_string().into_vec());
                *word = OsString::from_vec(bytes);
            }
        }
        found
    }

    /// A directory that a program may write to and that counts as its own, another one in its place, and a path
    /// that it may read, whatever its command line names.
    pub fn of_build(directory: &Path, temporary: &Path, readable: &Path, are_moved: bool) -> Self {
        let mut found = Self {
            directory: Some(directory.to_owned()),
            are_moved,
            ..Self::default()
        };
        found.place(directory, MountAccess::Write);
        found.place(temporary, MountAccess::Write);
        found.place(readable, MountAccess::Read);
        found
    }

    /// The path by which the program finds a file or directory of the machine.
    pub fn shown(&self, real: &Path) -> Option<PathBuf> {
        self.places.iter().find_map(|place| {
            let inner = real.strip_prefix(&place.real).ok()?;
            Some(if inner.as_os_str().is_empty() {
                place.shown.clone()
            } else {
                place.shown.join(inner)
            })
        })
    }

    /// Gives a file or directory its place, and returns the path there.
    fn place(&mut self, real: &Path, access: MountAccess) -> PathBuf {
        if let Some(shown) = self.shown(real) {
            return shown;
        }
        let own = self.directory.as_deref();
        let shown = match own.and_then(|own| real.strip_prefix(own).ok()) {
            _ if !self.are_moved => real.to_owned(),
            Some(inner) if inner.as_os_str().is_empty() => PROGRAM.into(),
            Some(inner) => Path::new(PROGRAM).join(inner),
            None => {
                let number = self.places.len().to_string();
                let name = real.file_name().unwrap_or_default();
                Path::new(NAMED).join(number).join(name)
            }
        };
        self.places.push(Place {
            real: real.to_owned(),
            shown: shown.clone(),
            access,
        });
        shown
    }

    /// Adds the entries of the current directory, by their names.
    fn add_entries(&mut self, here: &Path, hidden: &HiddenPaths) {
        let Ok(here) = here.canonicalize() else {
            return;
        };
        let visible = hidden.without(&here);
        let entries: Vec<_> = if visible == [here.clone()] {
            let entries = fs::read_dir(&here).into_iter().flatten().flatten();
            entries.map(|entry| entry.path()).collect()
        } else {
            visible
        };
        let own = entries.iter().filter(|path| path.parent() == Some(&here));
        for path in own.take(ENTRIES_MAX) {
            let shown = self.place(path, MountAccess::Read);
            let name = path.file_name().unwrap_or_default();
            self.links.push((name.into(), shown));
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

/// The files and directories that a command line names, as far as links may lead there.
fn named_files(
    command: &[OsString],
    here: &Path,
    system: &SystemFiles,
    hidden: &HiddenPaths,
) -> Vec<NamedFile> {
    let mut found = Vec::new();
    for (number, word) in command.iter().enumerate() {
        let named = if is_searched(number, word) {
            let name = search(word).into_iter();
            name.map(|name| (0..word.len(), name)).collect()
        } else {
            pieces(word)
        };
        for (range, name) in named {
            let path = here.join(&name);
            let Ok(real) = path.canonicalize() else {
                continue;
            };
            let is_link = path.ancestors().any(Path::is_symlink);
            if is_link && !hidden.allows_link(&path, &real) {
                continue;
            }
            // Students may hand in a link.
            if is_link && system.is_solution(&real) && hidden.is_in_collection(&path) {
                continue;
            }
            found.push(NamedFile {
                word: number,
                range,
                name,
                path,
                is_public: system.has(&real),
                real,
            });
        }
    }
    found
}

/// Whether a word names a file of the current directory without its ending, as in `java Bot` and
/// `python3 -m bots.hunter`.
fn is_module(word: &OsStr, here: &Path) -> bool {
    let Some(name) = word.to_str().filter(|name| !name.starts_with('-')) else {
        return false;
    };
    let path = here.join(name.replace('.', "/"));
    let (Some(directory), Some(name)) = (path.parent(), path.file_name()) else {
        return false;
    };
    let entries = fs::read_dir(directory).into_iter().flatten().flatten();
    let mut paths = entries.map(|entry| entry.path());
    paths.any(|it| it.file_stem() == Some(name) && it.is_file())
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

/// The parts of a word that may be paths, and where they stand.
fn pieces(word: &OsStr) -> Vec<(Range<usize>, PathBuf)> {
    let whole = word.as_bytes();
    let mut found = Vec::new();
    let mut begin = 0;
    for part in whole.split(|byte| SEPARATORS.contains(byte)) {
        let range = begin..begin + part.len();
        begin = range.end + 1;
        if !range.is_empty() {
            found.push(range);
        }
    }
    if !found.is_empty() && Path::new(word).exists() {
        found = iter::once(0..whole.len()).collect();
    }
    let path = |range: Range<usize>| {
        let name = OsStr::from_bytes(&whole[range.clone()]);
        (range, PathBuf::from(name))
    };
    found.into_iter().map(path).collect()
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

/// Whether a word is the name of a program that a shell would look for in `PATH`.
fn is_searched(number: usize, word: &OsStr) -> bool {
    number == 0 && !word.as_bytes().contains(&b'/')
}

/// Whether a word is a script for a shell, as after `-c` and `-ec`.
fn follows_option_c(command: &[OsString], number: usize) -> bool {
    let before = number
        .checked_sub(1)
        .map(|before| command[before].as_bytes());
    before.is_some_and(|word| word.starts_with(b"-") && word.ends_with(b"c"))
}

/// Makes a path a word of a script.
fn quote(path: &mut OsString) {
    if let Ok(word) = shlex::bytes::try_quote(path.as_bytes()) {
        *path = OsString::from_vec(word.into_owned());
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
