//! The pages of a class: one for each program, and one of all.

use std::fs;
use std::path::{Path, PathBuf};
use std::sync::atomic::AtomicBool;

use admiralty_judge::class::{Class, Submissions};
use admiralty_judge::report::{Participant, ProgramTable};
use admiralty_judge::{Disagreement, JudgeError};
use admiralty_pages::{PageNames, ProgramPage, ShortScript, class_page, explained_failures};
use bstr::ByteSlice;

use crate::{CliError, progress, replay, streams};

/// The directory of the pages of programs, and the page of all.
const STUDENTS: &str = "students";
const INDEX: &str = "index.html";

/// What every page has.
const BRAND: &str = "<p class=\"brand\">Admiralty";

pub struct ClassPages {
    directory: PathBuf,
    title: String,
    names: PageNames,
    /// Whether the programs are an export of Moodle, which is to take the pages back.
    is_for_moodle: bool,
    /// Whether the pages of other programs stay, and that of the class.
    keeps_others: bool,
    /// The names of the pages of all programs in the table, and their scripts.
    pages: Vec<(String, Vec<ShortScript>)>,
}

impl ClassPages {
    /// Pages in a directory, which is created, or where they replace those of an earlier run.
    pub fn new(
        directory: &Path,
        submissions: &Submissions,
        keeps_others: bool,
    ) -> Result<Self, CliError> {
        let title = submissions.title.clone();
        let pages = Self::begin(directory, title, keeps_others)?;
        Ok(Self {
            is_for_moodle: submissions.are_of_moodle(),
            ..pages
        })
    }

    /// Pages of a class whose submissions may not be there.
    pub fn merged(directory: &Path, title: String) -> Result<Self, CliError> {
        Self::begin(directory, title, false)
    }

    fn begin(directory: &Path, title: String, keeps_others: bool) -> Result<Self, CliError> {
        if streams::is_standard(directory) {
            return Err(CliError::usage("--html of a class needs a directory"));
        }
        let students = directory.join(STUDENTS);
        let index = fs::read(directory.join(INDEX)).unwrap_or_default();
        if !keeps_others && index.contains_str(BRAND) && students.exists() {
            // They may have what is hidden now, and programs that are gone.
            fs::remove_dir_all(&students).map_err(CliError::cannot_write(&students))?;
        }
        fs::create_dir_all(&students).map_err(CliError::cannot_write(&students))?;
        Ok(Self {
            directory: directory.to_owned(),
            title,
            names: PageNames::default(),
            is_for_moodle: false,
            keeps_others,
            pages: Vec::new(),
        })
    }

    /// Writes the page of the last program of the table.
    pub fn add(&mut self, table: &ProgramTable) -> Result<(), CliError> {
        let number = self.pages.len();
        if let Some(row) = table.programs.get(number) {
            let of_moodle = Participant::of(number, &row.program);
            let name = match of_moodle.filter(|_| self.is_for_moodle) {
                Some(participant) => self.names.add(&participant.feedback_name()),
                None => self.names.add(&row.program),
            };
            self.pages.push((name, Vec::new()));
            self.write(number, table)?;
        }
        Ok(())
    }

    /// Writes the page of all programs.
    pub fn end(&self, table: &ProgramTable) -> Result<(), CliError> {
        let index = self.directory.join(INDEX);
        if self.keeps_others && index.exists() {
            return Ok(());
        }
        let names: Vec<_> = self.pages.iter().map(|(name, _)| name.clone()).collect();
        let page = class_page(&self.title, table, &names);
        streams::write(&index, page.as_bytes())
    }

    /// Looks for short scripts for the failures that are shown, and adds them to the pages.
    pub fn add_scripts(&mut self, class: &Class, stop: &AtomicBool) -> Result<(), CliError> {
        let table = class.table();
        let style = progress::style("{spinner} {pos} short scripts for the pages; Ctrl-C ends it");
        let bar = progress::bar(0, style);
        let mut failure = None;
        let found = class.shorten(
            |row| explained_failures(&row.cases, table.grading.as_ref()),
            stop,
            |row, task, found| {
                bar.inc(1);
                let added = self.add_script(row, &task.case.name, found);
                if let Err(error) = added.and_then(|()| self.write(row, table)) {
                    failure.get_or_insert(error);
                }
            },
        );
        bar.finish_and_clear();
        match (failure, found) {
            (Some(error), _) => Err(error),
            // The pages are whole without them.
            (None, Err(JudgeError::Cancelled)) => Ok(()),
            (None, found) => Ok(found?),
        }
    }

    fn add_script(
        &mut self,
        number: usize,
        case: &str,
        found: Disagreement,
    ) -> Result<(), CliError> {
        let page = self.path(number);
        let scripts = &mut self.pages[number].1;
        let file = format!("script-{}.html", scripts.len() + 1);
        let (script, title) = (&found.shrunk.script, format!("{case}, shortened"));
        let replay = replay::write_beside(&page, &file, script, "script", &title)?;
        scripts.push(ShortScript {
            case: case.to_owned(),
            found,
            replay,
        });
        Ok(())
    }

    fn path(&self, number: usize) -> PathBuf {
        let file = format!("{}.html", self.pages[number].0);
        self.directory.join(STUDENTS).join(file)
    }

    fn write(&self, number: usize, table: &ProgramTable) -> Result<(), CliError> {
        let page = student_page(table, number, &self.pages[number].1);
        streams::write(&self.path(number), page.as_bytes())
    }

    /// The short scripts of a program, without links to replays.
    pub fn scripts(&self, number: usize) -> Vec<ShortScript> {
        let scripts = self.pages[number].1.iter().cloned();
        scripts
            .map(|script| ShortScript {
                replay: None,
                ..script
            })
            .collect()
    }
}

/// The page of a program.
pub fn student_page(table: &ProgramTable, number: usize, scripts: &[ShortScript]) -> String {
    let page = ProgramPage {
        row: &table.programs[number],
        assignment: &table.assignment,
        begun: table.begun,
        compare: &table.compare,
        provenance: table.provenance.as_ref(),
        grading: table.grading.as_ref(),
        scripts,
    };
    page.page()
}
