//! The cases in a directory: inputs and their answers.

use std::ffi::OsStr;
use std::path::{Path, PathBuf};
use std::{fs, io};

use thiserror::Error;

use admiralty_escape::{escape, escape_path};

/// The extension of inputs, and those of answers.
const INPUT: &str = "in";
const ANSWERS: [&str; 2] = ["out", "ans"];
/// Subdirectories whose cases belong to the set, at any depth.
const PARTS: [&str; 2] = ["sample", "secret"];
/// The longest answer, in bytes, that can be the `?` of an open case: a question mark and one or
/// two line endings.
const OPEN_BYTES_MAX: usize = 8;
/// The longest answer, in bytes. All answers are kept in memory.
const ANSWER_BYTES_MAX: u64 = 1 << 30;
/// How deep directories may be nested.
const DEPTH_MAX: u32 = 16;

/// A case: an input, and the path of its answer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Case {
    /// The path from the directory to the input, without `.in`.
    pub name: String,
    /// The file that the program reads.
    pub input: PathBuf,
    /// The file with the answer, if there is one.
    pub answer: Option<PathBuf>,
}

/// Why the cases in a directory cannot be read.
#[derive(Debug, Error)]
pub enum CasesError {
    /// A file or directory cannot be read.
    #[error("cannot read {}: {source}", escape_path(path))]
    Read {
        /// The file or directory.
        path: PathBuf,
        /// The reason.
        source: io::Error,
    },
    /// The directory has no cases.
    #[error("there are no cases in {}: a case is NAME.in with NAME.out or NAME.ans", escape_path(.0))]
    None(PathBuf),
    /// An input is a pipe or a device, which may never end.
    #[error("{} is not a file", escape_path(.0))]
    NoFile(PathBuf),
    /// The file is not an input.
    #[error("{} is not a case: name its NAME.in", escape_path(.0))]
    NoInput(PathBuf),
    /// A case has two answers.
    #[error("{} has two answers, a .out and a .ans", escape(.0))]
    Twice(String),
    /// These cases have no answer.
    #[error("there is no answer for {}", escape(&.0.join(", ")))]
    Missing(Vec<String>),
    /// Directories are nested too deep, perhaps without end.
    #[error("the directories in {} are nested too deep", escape_path(.0))]
    Deep(PathBuf),
}

impl Case {
    /// The cases in a directory, including those in `sample/` and `secret/`, in natural order (`T2`
    /// before `T10`). If the path is an input, only that case.
    ///
    /// # Errors
    ///
    /// [`CasesError`]; a case without an answer is not an error.
    pub fn read(path: &Path) -> Result<Vec<Self>, CasesError> {
        if path.is_file() {
            // Otherwise the answer file would be a case, and its own answer.
            if path.extension() != Some(OsStr::new(INPUT)) {
                return Err(CasesError::NoInput(path.to_owned()));
            }
            return Ok(vec![Self::new(path.to_owned(), stem(path))?]);
        }
        let mut cases = Vec::new();
        add_directory(path, "", &mut cases, 0)?;
        if cases.is_empty() {
            return Err(CasesError::None(path.to_owned()));
        }
        cases.sort_by(|one, other| {
            let directory = |case: &Self| Some(case.name.rsplit_once('/')?.0.to_owned());
            let directories = directory(one).cmp(&directory(other));
            directories.then_with(|| alphanumeric_sort::compare_str(&one.name, &other.name))
        });
        Ok(cases)
    }

    /// The directories with an input as a case, the nearest first, each with the name of the case
    /// there.
    pub fn directories(input: &Path) -> impl Iterator<Item = (&Path, String)> {
        let ancestors = input.ancestors().skip(1).take(DEPTH_MAX as usize + 2);
        ancestors.enumerate().filter_map(move |(depth, directory)| {
            let name = input.strip_prefix(directory).ok()?.with_extension("");
            let first = name.iter().next()?.to_str()?;
            let is_case = depth == 0 || PARTS.contains(&first);
            is_case.then(|| (directory, name.to_string_lossy().into_owned()))
        })
    }

    /// Checks that each of these cases has an answer.
    ///
    /// # Errors
    ///
    /// [`CasesError::Missing`].
    pub fn check_answers<'c>(cases: impl Iterator<Item = &'c Self>) -> Result<(), CasesError> {
        let without = cases.filter(|case| case.answer.is_none());
        let names: Vec<_> = without.map(|case| case.name.clone()).collect();
        if names.is_empty() {
            return Ok(());
        }
        Err(CasesError::Missing(names))
    }

    /// The path of the answer, whether or not it exists.
    pub fn answer_path(&self) -> PathBuf {
        let answer = self.answer.clone();
        answer.unwrap_or_else(|| self.input.with_extension(ANSWERS[0]))
    }

    /// The answer, if there is one.
    ///
    /// # Errors
    ///
    /// [`CasesError::Read`], also if it is larger than 1 GiB.
    pub fn read_answer(&self) -> Result<Option<Vec<u8>>, CasesError> {
        let Some(path) = &self.answer else {
            return Ok(None);
        };
        let read = || {
            if fs::metadata(path)?.len() > ANSWER_BYTES_MAX {
                return Err(io::ErrorKind::FileTooLarge.into());
            }
            fs::read(path)
        };
        read().map(Some).map_err(cannot_read(path))
    }

    /// Whether an answer is a single question mark: the case has no fixed answer.
    pub fn is_open(answer: &[u8]) -> bool {
        answer.len() <= OPEN_BYTES_MAX && answer.trim_ascii_end() == b"?"
    }

    fn new(input: PathBuf, name: String) -> Result<Self, CasesError> {
        let metadata = fs::metadata(&input).map_err(cannot_read(&input))?;
        if !metadata.is_file() {
            return Err(CasesError::NoFile(input));
        }
        let answers = ANSWERS.map(|extension| input.with_extension(extension));
        let mut there = answers.into_iter().filter(|path| path.is_file());
        let answer = there.next();
        if there.next().is_some() {
            return Err(CasesError::Twice(name));
        }
        Ok(Self {
            name,
            input,
            answer,
        })
    }
}

fn cannot_read(path: &Path) -> impl Fn(io::Error) -> CasesError + '_ {
    |source| CasesError::Read {
        path: path.to_owned(),
        source,
    }
}

/// The name of a file without its extension.
fn stem(path: &Path) -> String {
    let stem = path.file_stem().unwrap_or_default();
    stem.to_string_lossy().into_owned()
}

/// Adds the cases of a directory, and those of the subdirectories that belong to the set.
fn add_directory(
    directory: &Path,
    prefix: &str,
    cases: &mut Vec<Case>,
    depth: u32,
) -> Result<(), CasesError> {
    if depth > DEPTH_MAX {
        return Err(CasesError::Deep(directory.to_owned()));
    }
    let failed = cannot_read(directory);
    for entry in fs::read_dir(directory).map_err(&failed)? {
        let path = entry.map_err(&failed)?.path();
        let name = path.file_name().unwrap_or_default().to_string_lossy();
        if name.starts_with('.') {
            continue;
        }
        if path.is_dir() {
            if depth > 0 || PARTS.contains(&&*name) {
                add_directory(&path, &format!("{prefix}{name}/"), cases, depth + 1)?;
            }
        } else if path.extension() == Some(OsStr::new(INPUT)) {
            let name = format!("{prefix}{}", stem(&path));
            cases.push(Case::new(path, name)?);
        }
    }
    Ok(())
}
