//! Hashes of the files that a bot consists of.

use std::collections::BTreeMap;
use std::fs::File;
use std::io::{self, Read};
use std::path::Path;

use sha2::{Digest, Sha256};

use super::ResultsError;
use super::line::hexadecimal;

/// The largest file of a bot, in bytes.
pub const HASHED_BYTES_MAX: u64 = 4 << 30;

/// The files of a bot: their names in its command line, and their SHA-256 hashes.
pub type FileHashes = BTreeMap<String, String>;

/// Hashes each word of a command line that is the path of a file, also after an equals sign, as in
/// `--net=FILE`. A program that is searched for, such as `python3`, is part of the machine.
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
        let reason = format!("is too large: the files of bots are hashed, up to {most} MiB each");
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
