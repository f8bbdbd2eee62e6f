//! When submissions were handed in: the times of their files.

use std::collections::HashMap;
use std::ffi::OsString;
use std::fs::{self, File};
use std::path::Path;

use bstr::ByteSlice;
use rawzip::{RECOMMENDED_BUFFER_SIZE, ZipArchive};

use super::submissions::Submissions;
use crate::late::HandInTime;

/// How deep directories may be nested.
const DEPTH_MAX: usize = 16;

/// The times of submissions in a zip, by their names there; others have the times of their files.
pub struct HandInTimes(Option<HashMap<OsString, HandInTime>>);

impl HandInTimes {
    pub fn of(submissions: &Submissions) -> Self {
        Self(submissions.archive.as_deref().map(of_archive))
    }

    /// The time of the newest file of a submission.
    pub fn of_submission(&self, path: &Path) -> Option<HandInTime> {
        match &self.0 {
            Some(times) => times.get(path.file_name()?).copied(),
            None => newest(path, 0),
        }
    }
}

/// The time of the newest file in a directory.
fn newest(path: &Path, depth: usize) -> Option<HandInTime> {
    let metadata = path.symlink_metadata().ok()?;
    if metadata.is_file() {
        return Some(metadata.modified().ok()?.into());
    }
    let entries = fs::read_dir(path).ok().filter(|_| depth < DEPTH_MAX)?;
    let times = entries.filter_map(|entry| newest(&entry.ok()?.path(), depth + 1));
    times.reduce(HandInTime::max)
}

/// The newest times in a zip by the first part of the path; none for other archives.
fn of_archive(path: &Path) -> HashMap<OsString, HandInTime> {
    let mut times = HashMap::new();
    let mut buffer = vec![0; RECOMMENDED_BUFFER_SIZE];
    let Some(archive) = File::open(path)
        .ok()
        .and_then(|file| ZipArchive::from_file(file, &mut buffer).ok())
    else {
        return times;
    };
    let mut entries = archive.entries(&mut buffer);
    while let Ok(Some(entry)) = entries.next_entry() {
        let path = entry.file_path();
        let parts = path.as_bytes().split(|byte| b"/\\".contains(byte));
        let first = parts
            .into_iter()
            .find(|part| !part.is_empty() && *part != b".");
        let name = first.and_then(|name| name.to_os_str().ok());
        if let (Some(name), Some(time)) = (name, HandInTime::of_entry(&entry.last_modified()))
            && !entry.is_dir()
        {
            let known = times.entry(name.to_owned()).or_insert(time);
            *known = known.max(time);
        }
    }
    times
}
