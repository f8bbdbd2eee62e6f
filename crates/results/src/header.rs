//! The first line of a results file: what all its results depend on, and hashes of the files of
//! bots.

use std::collections::BTreeMap;
use std::fmt;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;
use std::sync::OnceLock;

use serde::{Deserialize, Serialize};
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

use crate::line::hexadecimal;
use crate::{ResultsError, Shard};

const FORMAT: &str = "admiralty-results-4";
/// How the formats of all versions begin.
const FORMATS: &str = "admiralty-";

static PROGRAM_VERSION: OnceLock<&str> = OnceLock::new();

/// The largest file of a bot, in bytes.
pub const HASHED_BYTES_MAX: u64 = 4 << 30;

/// Sets the version that results depend on: programs that may give different results must have
/// different versions. Only the first call counts.
pub fn set_program_version(version: &'static str) {
    PROGRAM_VERSION.get_or_init(|| version);
}

/// The version of the running program; that of this crate unless it is set.
pub fn program_version() -> &'static str {
    PROGRAM_VERSION
        .get()
        .copied()
        .unwrap_or(env!("CARGO_PKG_VERSION"))
}

/// What a run is.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum RunKind {
    /// A tournament; its units are pairs of games.
    Arena,
    /// Games against hidden fleets; its units are games.
    Solo,
    /// A class that is judged; its units are programs. A line is found by its key, which says what it
    /// depends on: the last one with a key counts, and what has changed is judged again.
    Grade,
}

impl RunKind {
    /// Whether results are found by keys, and not by units in their order.
    pub const fn is_keyed(self) -> bool {
        matches!(self, Self::Grade)
    }
}

impl fmt::Display for RunKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.serialize(f)
    }
}

/// The first line: everything that the results depend on.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
pub struct Header {
    /// The format and its version.
    format: String,
    /// What the run is.
    pub kind: RunKind,
    /// The version of this program, and a hash of its sources.
    version: String,
    /// The shard.
    pub shard: Shard,
    /// The number of units of all shards.
    pub units: u64,
    /// The settings of the run.
    pub settings: Value,
    /// The files of each participating program, by its name.
    files: BTreeMap<String, FileHashes>,
    /// The hash of all members except the shard. Files with the same hash belong together.
    run: String,
}

impl Header {
    pub(super) const START: &[u8] = b"{\"format\":\"admiralty-";

    /// The header of a shard of a run.
    pub fn new(
        kind: RunKind,
        settings: Value,
        files: BTreeMap<String, FileHashes>,
        units: u64,
        shard: Shard,
    ) -> Self {
        let version = program_version();
        let hashed = json!([FORMAT, kind, version, shard.count(), units, settings, files]);
        Self {
            format: FORMAT.to_owned(),
            kind,
            version: version.to_owned(),
            shard,
            units,
            settings,
            files,
            run: hash_bytes(hashed.to_string()),
        }
    }

    /// Parses the first line of a file.
    pub(super) fn parse(line: &[u8], path: &Path) -> Result<Self, ResultsError> {
        let value: Value = serde_json::from_slice(line).unwrap_or_default();
        let foreign = || ResultsError::Foreign(path.to_owned());
        match value["format"].as_str() {
            Some(FORMAT) => {}
            Some(other) if other.starts_with(FORMATS) => {
                return Err(other_version(path, other, FORMAT));
            }
            _ => return Err(foreign()),
        }
        serde_json::from_value(value).map_err(|error| ResultsError::Broken {
            path: path.to_owned(),
            line: 1,
            message: error.to_string(),
        })
    }

    pub(super) fn forget_settings(&mut self) {
        (self.settings, self.files) = (Value::Null, BTreeMap::new());
    }

    pub(super) fn check_version(&self, path: &Path) -> Result<(), ResultsError> {
        if self.version == program_version() {
            return Ok(());
        }
        Err(other_version(path, &self.version, program_version()))
    }

    fn check_kind(&self, expected: &Self, path: &Path) -> Result<(), ResultsError> {
        self.check_member(expected, path, "kind", |header| json!(header.kind))
    }

    /// Checks that two files belong to the same run, whatever their shards. The number of units may
    /// differ if a setting that may `grow` does.
    pub(super) fn check_run(
        &self,
        expected: &Self,
        grows: Option<&str>,
        path: &Path,
    ) -> Result<(), ResultsError> {
        self.check_version(path)?;
        if self.run == expected.run {
            return Ok(());
        }
        let check = |name: &str, value_of: &dyn Fn(&Self) -> Value| {
            self.check_member(expected, path, name, value_of)
        };
        self.check_kind(expected, path)?;
        // Either may have members that the other lacks.
        let settings = [&expected.settings, &self.settings].map(Value::as_object);
        for (name, _) in settings.into_iter().flatten().flatten() {
            if grows != Some(name) {
                check(name, &|header| header.settings[name].clone())?;
            }
        }
        for name in expected.files.keys().chain(self.files.keys()) {
            let [found, expected] = [self, expected].map(|header| header.files.get(name));
            if found != expected {
                let changed = match &changed_files(found, expected)[..] {
                    [] => String::new(),
                    files => format!(" ({})", files.join(", ")),
                };
                let reason = format!("belongs to another run: {name} has changed{changed}");
                return Err(ResultsError::unfit(path, reason));
            }
        }
        check("number of shards", &|header| json!(header.shard.count()))?;
        if grows.is_none() {
            check("number of units", &|header| json!(header.units))?;
            check("run", &|header| json!(header.run))?;
        }
        Ok(())
    }

    /// Checks that a file belongs to the same shard of the same run as another, which will continue it.
    /// What the results of a keyed run depend on may have changed.
    pub(super) fn check_continued(
        &self,
        expected: &Self,
        grows: Option<&str>,
        path: &Path,
    ) -> Result<(), ResultsError> {
        let run = if self.kind.is_keyed() {
            self.check_kind(expected, path)
        } else {
            self.check_run(expected, grows, path)
        };
        let checked = run.and_then(|()| self.check_shard(expected, path));
        checked.map_err(|error| match error {
            ResultsError::Unfit(reason) => {
                ResultsError::Unfit(format!("{reason}; a new run needs another file"))
            }
            error => error,
        })
    }

    fn check_shard(&self, expected: &Self, path: &Path) -> Result<(), ResultsError> {
        if self.shard == expected.shard {
            return Ok(());
        }
        let reason = format!(
            "belongs to another shard: {}, not {}",
            self.shard, expected.shard
        );
        Err(ResultsError::unfit(path, reason))
    }

    fn check_member(
        &self,
        expected: &Self,
        path: &Path,
        name: &str,
        value_of: impl Fn(&Self) -> Value,
    ) -> Result<(), ResultsError> {
        let [found, expected] = [self, expected].map(value_of);
        if found == expected {
            return Ok(());
        }
        let (found, expected) = (shown(&found), shown(&expected));
        let reason = format!("belongs to another run: its {name} is {found}, not {expected}");
        Err(ResultsError::unfit(path, reason))
    }
}

/// The files of a bot: their names in its command line, and their SHA-256 hashes.
pub type FileHashes = BTreeMap<String, String>;

/// Hashes each word of a command line that is the path of a file, also after an equals sign, as in
/// `--net=FILE`. Programs in `PATH`, such as `python3`, are part of the machine.
///
/// # Errors
///
/// If a file cannot be read, or is larger than [`HASHED_BYTES_MAX`].
pub fn hash_files<S: AsRef<str>>(command: &[S]) -> Result<FileHashes, ResultsError> {
    let mut hashes = FileHashes::new();
    for (number, word) in command.iter().enumerate() {
        let word = word.as_ref();
        if number == 0 && !word.contains('/') {
            continue;
        }
        let value = word.split_once('=').map(|(_, value)| value);
        let paths = [Some(word), value].into_iter().flatten();
        if let Some(path) = paths.into_iter().find(|path| Path::new(path).is_file()) {
            hashes.insert(path.to_owned(), hash_file(Path::new(path))?);
        }
    }
    Ok(hashes)
}

/// The SHA-256 hashes of a file, or of all files below a directory, by their paths. Links in
/// directories are not followed.
///
/// # Errors
///
/// If a file cannot be read, or is larger than [`HASHED_BYTES_MAX`].
pub fn hash_path(path: &Path) -> Result<FileHashes, ResultsError> {
    let mut hashes = FileHashes::new();
    let kind = path.metadata().map_err(ResultsError::read(path))?;
    let mut paths = vec![(path.to_owned(), kind.file_type())];
    while let Some((path, kind)) = paths.pop() {
        let failed = ResultsError::read(&path);
        if kind.is_dir() {
            for entry in path.read_dir().map_err(&failed)? {
                let entry = entry.map_err(&failed)?;
                paths.push((entry.path(), entry.file_type().map_err(&failed)?));
            }
        } else if kind.is_file() {
            hashes.insert(path.display().to_string(), hash_file(&path)?);
        }
    }
    Ok(hashes)
}

/// The SHA-256 hash of a file.
///
/// # Errors
///
/// If it cannot be read, or is larger than [`HASHED_BYTES_MAX`].
pub fn hash_file(path: &Path) -> Result<String, ResultsError> {
    let failed = ResultsError::read(path);
    let mut file = File::open(path).map_err(&failed)?;
    if file.metadata().map_err(&failed)?.len() > HASHED_BYTES_MAX {
        let most = HASHED_BYTES_MAX >> 20;
        let reason = format!("is too large to hash: files of bots have at most {most} MiB");
        return Err(ResultsError::unfit(path, reason));
    }
    let (mut hash, mut buffer) = (Sha256::new(), vec![0; 1 << 16]);
    loop {
        match file.read(&mut buffer) {
            Ok(0) => return Ok(hexadecimal(hash.finalize())),
            Ok(count) => hash.update(&buffer[..count]),
            Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
            Err(error) => return Err(failed(error)),
        }
    }
}

/// The SHA-256 hash of bytes.
pub fn hash_bytes(bytes: impl AsRef<[u8]>) -> String {
    hexadecimal(Sha256::digest(bytes))
}

fn other_version(path: &Path, found: &str, ours: &str) -> ResultsError {
    let reason = format!("was written by another version of this program: {found}, this is {ours}");
    ResultsError::unfit(path, reason)
}

/// The files of a program that differ between two runs.
fn changed_files<'f>(one: Option<&'f FileHashes>, other: Option<&'f FileHashes>) -> Vec<&'f str> {
    let files = [one, other]
        .into_iter()
        .flatten()
        .flat_map(FileHashes::keys);
    let hash = |hashes: Option<&'f FileHashes>, file| hashes.and_then(|hashes| hashes.get(file));
    let mut changed: Vec<_> = files
        .filter(|file| hash(one, *file) != hash(other, *file))
        .map(String::as_str)
        .collect();
    changed.sort_unstable();
    changed.dedup();
    changed
}

/// A value as text, truncated if it is long.
fn shown(value: &Value) -> String {
    const CHARS_MAX: usize = 200;
    let text = value.to_string();
    match text.char_indices().nth(CHARS_MAX) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text,
    }
}
