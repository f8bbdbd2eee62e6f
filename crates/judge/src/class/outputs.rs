//! The outputs of runs, in a directory beside the file of results. If only their comparison has
//! changed, cases are judged by them, and no program is run.

use std::collections::HashSet;
use std::ffi::OsString;
use std::fs::{self, File};
use std::io::{self, Read, Write};
use std::path::{Path, PathBuf};
use std::sync::atomic::{AtomicU64, Ordering};

use admiralty_results::hash_bytes;
use flate2::Compression;
use flate2::read::DeflateDecoder;
use flate2::write::DeflateEncoder;

/// The longest output that is kept, in bytes.
const OUTPUT_BYTES_MAX: u64 = 1 << 20;
/// The most bytes of all of them, compressed.
const ALL_BYTES_MAX: u64 = 1 << 30;

/// The directory with outputs, which are compressed, and named by their hashes.
#[derive(Debug)]
pub(super) struct OutputDirectory {
    path: PathBuf,
    bytes: AtomicU64,
}

impl OutputDirectory {
    /// The directory of a file of results.
    pub fn path(results: &Path) -> PathBuf {
        let mut path = OsString::from(results);
        path.push(".outputs");
        path.into()
    }

    /// Opens the directory of a file of results, and removes all outputs but these.
    pub fn open(results: &Path, kept: &HashSet<String>) -> Self {
        let path = Self::path(results);
        let mut bytes = 0;
        for entry in fs::read_dir(&path).into_iter().flatten().flatten() {
            if kept.contains(&*entry.file_name().to_string_lossy()) {
                bytes += entry.metadata().map_or(0, |metadata| metadata.len());
            } else {
                // What cannot be removed is no worse than what is kept.
                let _ = fs::remove_file(entry.path());
            }
        }
        let bytes = AtomicU64::new(bytes);
        Self { path, bytes }
    }

    /// Keeps an output, and returns its hash; `None` if it is too long, there is no room, or it cannot be
    /// written.
    pub fn keep(&self, output: &[u8]) -> Option<String> {
        if output.len() as u64 > OUTPUT_BYTES_MAX {
            return None;
        }
        let hash = hash_bytes(output);
        let path = self.path.join(&hash);
        if path.exists() {
            return Some(hash);
        }
        let compressed = compressed(output).ok()?;
        let length = compressed.len() as u64;
        if self.bytes.fetch_add(length, Ordering::Relaxed) + length > ALL_BYTES_MAX {
            self.bytes.fetch_sub(length, Ordering::Relaxed);
            return None;
        }
        self.write(&path, &compressed).ok().map(|()| hash)
    }

    /// An output that was kept.
    pub fn read(&self, hash: &str) -> Option<Vec<u8>> {
        let file = File::open(self.path.join(hash)).ok()?;
        let mut output = Vec::new();
        let mut decoder = DeflateDecoder::new(file).take(OUTPUT_BYTES_MAX);
        decoder.read_to_end(&mut output).ok()?;
        (hash_bytes(&output) == hash).then_some(output)
    }

    /// Writes a file, which is there as a whole or not at all.
    fn write(&self, path: &Path, bytes: &[u8]) -> io::Result<()> {
        fs::create_dir_all(&self.path)?;
        let mut file = tempfile::NamedTempFile::new_in(&self.path)?;
        file.write_all(bytes)?;
        file.persist(path)?;
        Ok(())
    }
}

fn compressed(bytes: &[u8]) -> io::Result<Vec<u8>> {
    let mut encoder = DeflateEncoder::new(Vec::new(), Compression::fast());
    encoder.write_all(bytes)?;
    encoder.finish()
}
