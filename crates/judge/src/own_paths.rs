//! The paths of this machine in what programs and compilers print, which students should not see.

use std::borrow::Cow;
use std::env;
use std::path::{Path, PathBuf};

use bstr::ByteSlice;

/// The directories of a run and of its program in a sandbox.
const IN_SANDBOX: [&str; 2] = ["/sandbox", "/program"];
/// The copy of the sources in the directory of a build.
const COPY: &[u8] = b"copy/";

/// Directories that are left out of messages, so that these have the names of a submission's own files.
#[derive(Clone, Debug, Default)]
pub struct OwnPaths {
    /// The directories of the program.
    pub own: Vec<PathBuf>,
    /// The directory with those of all builds.
    pub builds: Option<PathBuf>,
}

impl OwnPaths {
    /// Those of a program, by its command line: where its files are.
    pub fn of_command<'w>(words: impl IntoIterator<Item = &'w Path>) -> Self {
        let absolute = words.into_iter().filter(|word| word.is_absolute());
        Self {
            own: absolute
                .filter_map(Path::parent)
                .map(Path::to_owned)
                .collect(),
            builds: None,
        }
    }

    /// A text without these directories; the home directory becomes `~`. An output may be long, so it is
    /// copied only if it has one of them.
    pub fn hide<'t>(&self, text: &'t [u8]) -> Cow<'t, [u8]> {
        let mut text = Cow::Borrowed(text);
        if let Some(builds) = self.builds.as_deref().map(directory)
            && text.contains_str(&builds)
        {
            text = without_builds(&text, &builds).into();
        }
        let own = self.own.iter().map(|own| (directory(own), &b""[..]));
        let home = env::home_dir().map(|home| (directory(&home), &b"~/"[..]));
        let sandbox = IN_SANDBOX.map(|path| (directory(Path::new(path)), &b""[..]));
        for (directory, shown) in own.chain(sandbox).chain(home) {
            if directory.len() > 1 && text.contains_str(&directory) {
                text = text.replace(directory, shown).into();
            }
        }
        text
    }

    /// The same for lines of text.
    pub fn hide_in(&self, lines: &mut [String]) {
        for line in lines {
            *line = String::from_utf8_lossy(&self.hide(line.as_bytes())).into_owned();
        }
    }
}

/// The path of a directory, with a slash at its end.
fn directory(path: &Path) -> Vec<u8> {
    let mut path = path.as_os_str().as_encoded_bytes().to_owned();
    if !path.ends_with(b"/") {
        path.push(b'/');
    }
    path
}

/// A text without the directories of builds. A program may know itself by the name that the directory
/// had while it was built.
fn without_builds(text: &[u8], builds: &[u8]) -> Vec<u8> {
    let mut pieces = text.split_str(builds);
    let mut shown = pieces.next().unwrap_or_default().to_owned();
    for piece in pieces {
        // After the name of the build.
        let of_build = piece
            .find_byte(b'/')
            .map_or(&b""[..], |at| &piece[at + 1..]);
        let of_copy = of_build.strip_prefix(COPY).unwrap_or(of_build);
        shown.extend(of_copy.strip_prefix(b"/").unwrap_or(of_copy));
    }
    shown
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_names_of_the_submission_are_left() {
        let paths = OwnPaths {
            own: vec!["/class/anna".into()],
            builds: Some("/cache/builds".into()),
        };
        for (text, shown) in [
            (
                "File \"/class/anna/src/a.py\", line 1",
                "File \"src/a.py\", line 1",
            ),
            ("/cache/builds/new-X1/copy/src/a.c:2: no", "src/a.c:2: no"),
            ("/cache/builds/h4_-/copy//x: b", "x: b"),
            ("in /cache/builds/new-X1/headers.h:2,", "in headers.h:2,"),
            (
                "/sandbox/ships.py and /usr/lib/a.py",
                "ships.py and /usr/lib/a.py",
            ),
            ("/cache/builds/new-X1", ""),
            ("File \"/program/a.py\"", "File \"a.py\""),
        ] {
            let hidden = paths.hide(text.as_bytes());
            assert_eq!(hidden.as_bstr(), shown, "{text}");
        }
        let home = env::home_dir().expect("a home directory");
        let text = home.join("lib/a.py").display().to_string();
        assert_eq!(paths.hide(text.as_bytes()).as_bstr(), "~/lib/a.py");
        let command = ["python3", "/class/bob/a.py"].map(Path::new);
        let paths = OwnPaths::of_command(command);
        assert_eq!(paths.hide(b"/class/bob/a.py").as_bstr(), "a.py");
    }
}
