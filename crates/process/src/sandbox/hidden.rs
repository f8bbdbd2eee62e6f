//! What the programs in a sandbox may not read.

use std::path::{Path, PathBuf};

/// Paths that no directory may reveal which a program gets as a whole.
#[derive(Clone, Debug, Default)]
pub struct Hidden {
    /// Hidden with all that is in them.
    secret: Vec<PathBuf>,
    /// Hidden as a whole; what belongs to a program in them is not.
    shared: Vec<PathBuf>,
    /// Those of them whose entries belong to different people.
    collections: Vec<PathBuf>,
}

impl Hidden {
    /// Hides a path, with all that is in it.
    pub fn hide(&mut self, path: &Path) {
        self.secret.extend(real_path(path));
    }

    /// Hides a directory as a whole, such as a home directory.
    pub fn hide_shared(&mut self, path: &Path) {
        self.shared.extend(real_path(path));
    }

    /// Hides a directory as a whole, whose entries belong to different people.
    pub fn hide_collection(&mut self, path: &Path) {
        self.hide_shared(path);
        self.collections.extend(real_path(path));
    }

    /// Whether a link may lead from one path to another: not to a secret, nor to what belongs to
    /// somebody else, unless the link is an entry itself.
    pub fn allows_link(&self, from: &Path, to: &Path) -> bool {
        let is_entry = self.entry(from).is_some_and(|entry| entry == from);
        let is_own = |entry: PathBuf| is_entry || from.starts_with(entry);
        !self.is_secret(to) && self.entry(to).is_none_or(is_own)
    }

    /// The entry of a collection that has a path.
    fn entry(&self, path: &Path) -> Option<PathBuf> {
        self.collections.iter().find_map(|collection| {
            let inner = path.strip_prefix(collection).ok()?;
            Some(collection.join(inner.components().next()?))
        })
    }

    /// Whether a directory would reveal something.
    pub fn is_in(&self, directory: &Path) -> bool {
        let mut all = self.secret.iter().chain(&self.shared);
        all.any(|path| path.starts_with(directory)) || self.is_secret(directory)
    }

    /// Whether a path is hidden, or in a hidden directory.
    fn is_secret(&self, path: &Path) -> bool {
        self.secret.iter().any(|secret| path.starts_with(secret))
    }

    /// A directory, or if it would reveal something, as much of its contents as would not.
    pub fn without(&self, directory: &Path) -> Vec<PathBuf> {
        if !self.is_in(directory) {
            return vec![directory.to_owned()];
        }
        if self.is_secret(directory) {
            return Vec::new();
        }
        let entries = std::fs::read_dir(directory).into_iter().flatten().flatten();
        let is_shared = self.shared.iter().any(|shared| shared == directory);
        let entries = entries.filter(|_| !is_shared);
        // What a link leads to has a rule of its own.
        let real = entries.filter(|entry| entry.file_type().is_ok_and(|it| !it.is_symlink()));
        real.flat_map(|entry| self.without(&entry.path())).collect()
    }
}

/// The path without links; of a file that does not exist, at least its directory is.
fn real_path(path: &Path) -> Option<PathBuf> {
    if let Ok(real) = path.canonicalize() {
        return Some(real);
    }
    let path = std::path::absolute(path).ok()?;
    let directory = path.parent()?.canonicalize();
    Some(directory.map_or_else(
        |_| path.clone(),
        |directory| directory.join(path.file_name().unwrap_or_default()),
    ))
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
            std::fs::create_dir_all(path(name)).expect("a directory");
        }
        let mut hidden = Hidden::default();
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
