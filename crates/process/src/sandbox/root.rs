//! The root directory of a sandbox: what programs see of the machine's files, at the paths where they are.

use std::collections::BTreeMap;
use std::ffi::{CString, OsString};
use std::fs;
use std::io;
use std::os::unix::ffi::OsStrExt;
use std::os::unix::fs::MetadataExt;
use std::path::{Component, Path, PathBuf};

use rustix::fd::AsFd;
use rustix::fs::{CWD, FileType, Mode, mkdirat, mknodat, symlinkat};
use rustix::io::Errno;

/// How many links a path may lead through, as in the kernel.
const LINKS_MAX: usize = 40;

/// What may be done with a part of the machine's files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum MountAccess {
    Read,
    Write,
    /// Reading and writing of devices.
    Device,
}

/// The device and the inode of a file.
pub type FileId = (u64, u64);

/// The entries of a root directory, by their absolute paths without links.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Root(BTreeMap<PathBuf, Entry>);

#[derive(Clone, Debug, PartialEq, Eq)]
enum Entry {
    /// A directory that only leads to others.
    Directory,
    /// A link, and its target as it is written.
    Link(PathBuf),
    /// What the machine has at a path, with all below it.
    Whole { from: PathBuf, access: MountAccess },
}

/// A step to a root directory. Paths in it are relative.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Step {
    Directory(CString),
    Link {
        at: CString,
        target: CString,
    },
    Mount {
        from: CString,
        at: CString,
        is_directory: bool,
        /// `None` for what has its access already.
        access: Option<MountAccess>,
    },
}

impl MountAccess {
    /// What may be done with a part of the system's files.
    pub fn of_system(path: &Path) -> Self {
        if path.starts_with("/dev") {
            Self::Device
        } else {
            Self::Read
        }
    }
}

impl Root {
    /// Adds what a path leads to, and the links in it.
    pub fn add(&mut self, path: &Path, access: MountAccess) {
        if let Some(real) = self.add_links(path)
            && !self.has(&real)
        {
            self.add_at(&real, &real, access);
        }
    }

    /// Adds what the machine has at a path without links, at another path, in place of what is there.
    pub fn add_at(&mut self, from: &Path, at: &Path, access: MountAccess) {
        self.add_parents(at);
        let from = from.to_owned();
        self.0.insert(at.to_owned(), Entry::Whole { from, access });
    }

    /// Adds the links in a path. Returns where it leads, if that exists.
    pub fn add_links(&mut self, path: &Path) -> Option<PathBuf> {
        let mut left: Vec<_> = components(path).collect();
        left.reverse();
        let (mut here, mut links) = (PathBuf::from("/"), 0);
        while let Some(name) = left.pop() {
            if name == ".." {
                self.add_directory(&here);
                here.pop();
                continue;
            }
            let next = here.join(&name);
            if !fs::symlink_metadata(&next).ok()?.is_symlink() {
                here = next;
                continue;
            }
            links += 1;
            if links > LINKS_MAX {
                return None;
            }
            let target = fs::read_link(&next).ok()?;
            if target.is_absolute() {
                here = PathBuf::from("/");
            }
            let names: Vec<_> = components(&target).collect();
            left.extend(names.into_iter().rev());
            self.add_link(next, target);
        }
        Some(here)
    }

    /// Adds a link, unless there is something already.
    pub fn add_link(&mut self, at: PathBuf, target: PathBuf) {
        if !self.has(&at) && !self.0.contains_key(&at) {
            self.add_parents(&at);
            self.0.insert(at, Entry::Link(target));
        }
    }

    /// Whether a path is in a part that is there as a whole.
    pub fn has(&self, path: &Path) -> bool {
        let whole = |path| matches!(self.0.get(path), Some(Entry::Whole { .. }));
        path.ancestors().any(whole)
    }

    fn add_parents(&mut self, path: &Path) {
        self.add_directory(path.parent().unwrap_or(path));
    }

    /// Adds a directory and those above it, except the root directory itself.
    fn add_directory(&mut self, path: &Path) {
        for directory in path.ancestors().filter(|path| path.parent().is_some()) {
            if !self.has(directory) {
                let entry = self.0.entry(directory.to_owned());
                entry.or_insert(Entry::Directory);
            }
        }
    }

    /// The files of the machine that are now at its paths.
    pub fn found(&self) -> Vec<Option<FileId>> {
        let whole = self.0.values().filter_map(|entry| match entry {
            Entry::Whole { from, .. } => Some(fs::metadata(from).ok()),
            _ => None,
        });
        let ids = whole.map(|found| found.map(|found| (found.dev(), found.ino())));
        ids.collect()
    }

    /// The steps to this root directory.
    pub fn steps(&self) -> io::Result<Vec<Step>> {
        let steps = self.0.iter().map(|(path, entry)| entry.step(path));
        steps.collect()
    }

    /// The steps to this root directory on top of another one, which stands in `place`.
    pub fn steps_over(&self, base: &Self, place: &Path) -> io::Result<Vec<Step>> {
        let (mut steps, mut done) = (Vec::new(), None::<&Path>);
        for (path, entry) in &base.0 {
            if done.is_some_and(|done| path.starts_with(done)) {
                continue;
            }
            let is_shared = self.0.range(path.clone()..).next();
            let is_shared = is_shared.is_some_and(|(own, _)| own.starts_with(path));
            let copied = place.join(relative(path));
            steps.push(match entry {
                Entry::Directory if is_shared => entry.step(path)?,
                Entry::Link(_) => entry.step(path)?,
                Entry::Directory => Step::mount(&copied, path, true, None)?,
                Entry::Whole { from, .. } => Step::mount(&copied, path, from.is_dir(), None)?,
            });
            if !(is_shared && *entry == Entry::Directory) {
                done = Some(path);
            }
        }
        steps.extend(self.steps()?);
        Ok(steps)
    }
}

impl Entry {
    fn step(&self, path: &Path) -> io::Result<Step> {
        match self {
            Self::Directory => Step::directory(relative(path)),
            Self::Link(target) => Step::link(relative(path), target),
            Self::Whole { from, access } => Step::mount(from, path, from.is_dir(), Some(*access)),
        }
    }
}

impl Step {
    pub fn directory(at: &Path) -> io::Result<Self> {
        Ok(Self::Directory(text(relative(at))?))
    }

    pub fn link(at: &Path, target: &Path) -> io::Result<Self> {
        let (at, target) = (text(at)?, text(target)?);
        Ok(Self::Link { at, target })
    }

    fn mount(
        from: &Path,
        at: &Path,
        is_directory: bool,
        access: Option<MountAccess>,
    ) -> io::Result<Self> {
        Ok(Self::Mount {
            from: text(from)?,
            at: text(relative(at))?,
            is_directory,
            access,
        })
    }

    /// Makes the directory or link, or the place to mount something; what is there already stays. Makes
    /// only system calls.
    pub fn make(&self, directory: impl AsFd) -> rustix::io::Result<()> {
        let rights = Mode::from_raw_mode(0o755);
        let made = match self {
            Self::Directory(at)
            | Self::Mount {
                at,
                is_directory: true,
                ..
            } => mkdirat(directory, at, rights),
            Self::Mount { at, .. } => mknodat(directory, at, FileType::RegularFile, rights, 0),
            Self::Link { at, target } => symlinkat(target, directory, at),
        };
        match made {
            Err(Errno::EXIST) => Ok(()),
            made => made,
        }
    }
}

/// Makes directories and links in the current directory.
pub fn make_all(steps: &[Step]) -> rustix::io::Result<()> {
    steps.iter().try_for_each(|step| step.make(CWD))
}

/// The names in a path, and `..`.
fn components(path: &Path) -> impl Iterator<Item = OsString> {
    let names = path
        .components()
        .filter(|part| matches!(part, Component::Normal(_) | Component::ParentDir));
    names.map(|part| part.as_os_str().to_owned())
}

/// An absolute path from the root directory.
fn relative(path: &Path) -> &Path {
    path.strip_prefix("/").unwrap_or(path)
}

fn text(path: &Path) -> io::Result<CString> {
    Ok(CString::new(path.as_os_str().as_bytes())?)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What the steps make, with where it comes from.
    fn shown(steps: &[Step]) -> Vec<String> {
        let text = |text: &CString| text.to_string_lossy().into_owned();
        let show = |step: &Step| match step {
            Step::Directory(at) => text(at),
            Step::Link { at, target } => format!("{} -> {}", text(at), text(target)),
            Step::Mount { from, at, .. } => format!("{} <- {}", text(at), text(from)),
        };
        steps.iter().map(show).collect()
    }

    #[test]
    fn a_root_has_the_links_that_lead_to_what_it_shows() {
        let temporary = tempfile::tempdir().expect("a directory");
        let top = temporary.path().canonicalize().expect("a path");
        fs::create_dir_all(top.join("real/inner")).expect("a directory");
        fs::create_dir_all(top.join("other")).expect("a directory");
        for (target, link) in [
            ("real", "near"),
            ("../near/inner", "other/far"),
            ("loop", "loop"),
        ] {
            std::os::unix::fs::symlink(target, top.join(link)).expect("a link");
        }
        let mut root = Root::default();
        root.add(&top.join("other/../other/far"), MountAccess::Read);
        root.add(&top.join("real/inner/nothing"), MountAccess::Read);
        root.add(&top.join("loop"), MountAccess::Read);
        let here = relative(&top).display().to_string();
        let expected = [
            "loop -> loop",
            "near -> real",
            "other",
            "other/far -> ../near/inner",
            "real",
            "real/inner <- /HERE/real/inner",
        ];
        let expected = expected.map(|line| format!("{here}/{}", line.replace("HERE", &here)));
        let steps = shown(&root.steps().expect("steps"));
        let own: Vec<_> = steps
            .iter()
            .filter(|step| step.starts_with(&here) && **step != here)
            .collect();
        assert_eq!(own, expected.iter().collect::<Vec<_>>());
        // A directory stands before what is in it.
        assert!(steps.is_sorted());
    }

    #[test]
    fn a_run_adds_to_what_all_runs_have() {
        let path = |name: &str| PathBuf::from(name);
        let whole = |from: &str| Entry::Whole {
            from: from.into(),
            access: MountAccess::Read,
        };
        let base = [
            ("/etc", Entry::Directory),
            ("/etc/hosts", whole("/etc/hosts")),
            ("/home", Entry::Directory),
            ("/home/tools", Entry::Directory),
            ("/home/tools/bin", whole("/home/tools/bin")),
            ("/lib", Entry::Link(path("usr/lib"))),
            ("/usr", whole("/usr")),
        ];
        let run = [
            ("/home", Entry::Directory),
            ("/home/ships", whole("/home/ships")),
            ("/usr", Entry::Directory),
            ("/usr/class", whole("/home/class")),
        ];
        let [base, run] = [base.to_vec(), run.to_vec()].map(|entries| {
            Root(
                entries
                    .into_iter()
                    .map(|(name, it)| (path(name), it))
                    .collect(),
            )
        });
        let steps = run.steps_over(&base, Path::new("/sys")).expect("steps");
        let expected = [
            "etc <- /sys/etc",
            "home",
            "home/tools <- /sys/home/tools",
            "lib -> usr/lib",
            "usr <- /sys/usr",
            "home",
            "home/ships <- /home/ships",
            "usr",
            "usr/class <- /home/class",
        ];
        assert_eq!(shown(&steps), expected);
    }
}
