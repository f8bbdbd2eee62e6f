//! When submissions were handed in: the times of their files.

use std::collections::HashMap;
use std::fs::{self, File};
use std::path::Path;

use bstr::ByteSlice;
use rawzip::{RECOMMENDED_BUFFER_SIZE, ZipArchive};

use super::DEPTH_MAX;
use super::submissions::Submissions;
use crate::late::HandInTime;
use crate::moodle_name::MoodleName;

/// The times of submissions in a zip, by their names there; others have the times of their files.
pub struct HandInTimes(Option<HashMap<String, HandInTime>>);

impl HandInTimes {
    pub fn of(submissions: &Submissions) -> Self {
        Self(submissions.archive.as_deref().map(of_archive))
    }

    /// The time of the newest file of a submission.
    pub fn of_submission(&self, path: &Path) -> Option<HandInTime> {
        match &self.0 {
            Some(times) => times
                .get(&key(&path.file_name()?.to_string_lossy()))
                .copied(),
            None => newest(path, 0),
        }
    }
}

/// The name of a submission, which is the same for all that a student has uploaded.
fn key(name: &str) -> String {
    match MoodleName::parse(name) {
        Some(name) if name.is_uploaded => MoodleName::directory_of(name.student),
        _ => name.to_owned(),
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

/// The newest times in a zip by the names of submissions; none for other archives.
fn of_archive(path: &Path) -> HashMap<String, HandInTime> {
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
        let parts = parts.filter(|part| !part.is_empty() && *part != b".");
        // Somebody may have packed the directory of an export.
        let names: Vec<_> = parts.take(2).map(ByteSlice::to_str_lossy).collect();
        let of_moodle = names.iter().find(|name| MoodleName::parse(name).is_some());
        let name = of_moodle.or(names.first()).map(|name| key(name));
        if let (Some(name), Some(time)) = (name, HandInTime::of_entry(&entry.last_modified()))
            && !entry.is_dir()
        {
            let known = times.entry(name).or_insert(time);
            *known = known.max(time);
        }
    }
    times
}
