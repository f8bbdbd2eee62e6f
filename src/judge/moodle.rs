//! Moodle's worksheet for grading offline, and the archive of feedback files beside it.

use std::path::{Path, PathBuf};

use admiralty_escape::escape;
use admiralty_judge::report::{Participant, ProgramTable, Worksheet, write_archive};

use super::class_pages::{ClassPages, student_page};
use super::files;
use crate::error::say;
use crate::{CliError, streams};

/// The end of the name of the archive.
const ARCHIVE: &str = "-feedback.zip";

/// A worksheet that is to be filled.
pub struct MoodleFiles {
    path: PathBuf,
    archive: PathBuf,
    worksheet: Worksheet,
}

impl MoodleFiles {
    /// Reads a worksheet.
    pub fn read(path: &Path) -> Result<Self, CliError> {
        if streams::is_standard(path) {
            return Err(CliError::usage("--moodle needs a file, not a stream"));
        }
        let worksheet = Worksheet::parse(&streams::read(path)?).map_err(|error| {
            let path = path.display();
            CliError::usage(format!("{path} is no grading worksheet of Moodle: {error}"))
        })?;
        let stem = path.file_stem().unwrap_or_default().to_string_lossy();
        Ok(Self {
            path: path.to_owned(),
            archive: path.with_file_name(format!("{stem}{ARCHIVE}")),
            worksheet,
        })
    }

    /// The files that are written.
    pub fn paths(&self) -> [&Path; 2] {
        [&self.path, &self.archive]
    }

    /// Fills the worksheet, and writes the archive with the pages of the judged programs.
    pub fn write(
        mut self,
        table: &ProgramTable,
        pages: Option<&ClassPages>,
    ) -> Result<(), CliError> {
        let participants = self.worksheet.participants(table);
        self.say_what_does_not_fit(table, &participants);
        self.worksheet.fill(table, &participants);
        files::write_file(Some(&self.path), |out| self.worksheet.write(out))?;
        let judged = participants
            .iter()
            .filter(|it| !table.programs[it.program].is_not_judged());
        let files = judged.map(|participant| {
            let scripts = pages.map(|pages| pages.scripts(participant.program));
            let page = student_page(table, participant.program, &scripts.unwrap_or_default());
            (format!("{}.html", participant.feedback_name()), page)
        });
        files::write_file(Some(&self.archive), |out| {
            write_archive(files, table.begun, out)
        })
    }

    /// Names programs without a row, and says if the grades have another maximum than the points.
    fn say_what_does_not_fit(&self, table: &ProgramTable, participants: &[Participant]) {
        let programs = table.programs.iter().enumerate();
        let missing = programs.filter(|(number, _)| {
            let mut known = participants.iter();
            !known.any(|participant| participant.program == *number)
        });
        let missing: Vec<_> = missing.map(|(_, row)| escape(&row.program)).collect();
        let path = self.path.display();
        if !missing.is_empty() {
            say(&format!("{path} has no row for {}", missing.join(", ")));
        }
        let mut scores = table.programs.iter().filter_map(|row| row.score.as_ref());
        if let (Some(score), Some(maximum)) = (scores.next(), self.worksheet.maximum())
            && (score.points_max - maximum).abs() > f64::EPSILON
        {
            let of = score.points_max;
            say(&format!(
                "the grades in {path} are points of {of}, but Moodle's maximum is {maximum}"
            ));
        }
    }
}
