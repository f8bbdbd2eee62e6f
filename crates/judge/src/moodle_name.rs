//! The names in an export of Moodle.

use std::borrow::Cow;
use std::path::Path;

/// Follows the student's name and the number of the participant in the names of an export of Moodle.
const MOODLE_MARK: &str = "_assignsubmission_";
/// What it calls files that were handed in, rather than text.
const MOODLE_FILE: &str = "file";

/// The parts of a name in an export of Moodle, such as `Jan Kowalski_12345_assignsubmission_file_ships.cpp`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MoodleName<'n> {
    /// The student's name and the number of the participant.
    pub student: &'n str,
    /// Whether it is what the student has uploaded, not text that was typed.
    pub is_uploaded: bool,
    /// The name of the file; empty for a directory of files.
    pub file: &'n str,
}

impl<'n> MoodleName<'n> {
    /// The parts of a name, if it is from Moodle.
    pub fn parse(name: &'n str) -> Option<Self> {
        let (student, rest) = name.split_once(MOODLE_MARK)?;
        let (kind, file) = rest.split_once('_').unwrap_or((rest, ""));
        Some(Self {
            student,
            is_uploaded: kind == MOODLE_FILE,
            file,
        })
    }

    /// The name of the directory with the files of a student.
    pub fn directory_of(student: &str) -> String {
        format!("{student}{MOODLE_MARK}{MOODLE_FILE}_")
    }
}

/// The name of the submission in a file or directory, without what Moodle adds.
pub fn submission_name(path: &Path) -> Cow<'_, str> {
    let name = path.file_name().unwrap_or_default().to_string_lossy();
    match MoodleName::parse(&name) {
        Some(MoodleName { student, .. }) => student.to_owned().into(),
        None => name,
    }
}
