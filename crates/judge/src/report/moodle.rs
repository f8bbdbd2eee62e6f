//! Moodle: its worksheet for grading offline, and the archive of feedback files that it takes.

use std::io::{self, Write};
use std::time::SystemTime;

use admiralty_escape::escape;
use flate2::Compression;
use flate2::write::DeflateEncoder;
use rawzip::time::UtcDateTime;
use rawzip::{CompressionMethod, ZipArchiveWriter};
use thiserror::Error;

use super::{ProgramRow, ProgramTable};

const MARK: &[u8] = b"\xef\xbb\xbf";
/// What separates columns: a comma, unless a spreadsheet has written the file.
const SEPARATORS: [u8; 3] = *b",;\t";
/// The columns that are needed, and those that are used if they are there.
const IDENTIFIER: &str = "Identifier";
const GRADE: &str = "Grade";
const FEEDBACK: &str = "Feedback comments";
const FULL_NAME: &str = "Full name";
const MAXIMUM: &str = "Maximum Grade";

/// What follows the number of a participant in the name of a file that Moodle takes as feedback.
const FEEDBACK_FILE: &str = "_assignfeedback_file_result";

/// A worksheet, with a row for each participant.
#[derive(Debug)]
pub struct Worksheet {
    head: Vec<String>,
    rows: Vec<Vec<String>>,
    identifier: usize,
    grade: usize,
    separator: u8,
    has_mark: bool,
    has_carriage_returns: bool,
}

/// Why a file is no worksheet.
#[derive(Debug, Error)]
pub enum WorksheetError {
    /// It is not text.
    #[error("it is not CSV in UTF-8: {0}")]
    Csv(#[from] csv::Error),
    /// A column is missing.
    #[error("it has no column \"{0}\": download the grading worksheet from Moodle in English")]
    NoColumn(&'static str),
}

/// A participant, and their program.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Participant {
    /// The index of the program in its table.
    pub program: usize,
    /// The full name.
    pub name: String,
    /// The number in Moodle.
    pub number: String,
}

impl Participant {
    /// The participant of a program whose name is that of an export: the full name and the number.
    pub fn of(program: usize, name: &str) -> Option<Self> {
        let (name, number) = name.rsplit_once('_')?;
        let is_number = !number.is_empty() && number.bytes().all(|byte| byte.is_ascii_digit());
        is_number.then(|| Self {
            program,
            name: name.to_owned(),
            number: number.to_owned(),
        })
    }

    /// The name of the file with their feedback, without an extension. Moodle finds the number between
    /// the first two underscores, so the name has none.
    pub fn feedback_name(&self) -> String {
        let name = self.name.replace('_', " ");
        format!("{name}_{}{FEEDBACK_FILE}", self.number)
    }
}

impl Worksheet {
    /// Reads a worksheet.
    ///
    /// # Errors
    ///
    /// [`WorksheetError`].
    pub fn parse(bytes: &[u8]) -> Result<Self, WorksheetError> {
        let text = bytes.strip_prefix(MARK).unwrap_or(bytes);
        let separated = SEPARATORS.map(|separator| Self::separated(text, separator));
        let mut found = Err(WorksheetError::NoColumn(IDENTIFIER));
        for sheet in separated {
            match sheet {
                Err(WorksheetError::NoColumn(IDENTIFIER)) => {}
                sheet => {
                    found = sheet;
                    break;
                }
            }
        }
        Ok(Self {
            has_mark: text.len() < bytes.len(),
            ..found?
        })
    }

    fn separated(text: &[u8], separator: u8) -> Result<Self, WorksheetError> {
        let mut reader = csv::ReaderBuilder::new()
            .delimiter(separator)
            .has_headers(false)
            .flexible(true)
            .from_reader(text);
        let mut rows = Vec::new();
        for record in reader.records() {
            rows.push(record?.iter().map(str::to_owned).collect::<Vec<_>>());
        }
        if rows.is_empty() {
            return Err(WorksheetError::NoColumn(IDENTIFIER));
        }
        let mut head = rows.remove(0);
        let column = |name: &'static str| {
            let column = head.iter().position(|it| it.trim() == name);
            column.ok_or(WorksheetError::NoColumn(name))
        };
        let (identifier, grade) = (column(IDENTIFIER)?, column(GRADE)?);
        if column(FEEDBACK).is_err() {
            head.push(FEEDBACK.to_owned());
        }
        for row in &mut rows {
            row.resize(row.len().max(head.len()), String::new());
        }
        Ok(Self {
            head,
            rows,
            identifier,
            grade,
            separator,
            has_mark: false,
            has_carriage_returns: text.windows(2).any(|bytes| bytes == b"\r\n"),
        })
    }

    fn column(&self, name: &str) -> Option<usize> {
        self.head.iter().position(|it| it.trim() == name)
    }

    /// The highest grade that Moodle takes, if all rows have the same.
    pub fn maximum(&self) -> Option<f64> {
        let column = self.column(MAXIMUM)?;
        let mut all = self.rows.iter().map(|row| &row[column]);
        let first = all.next()?;
        let number = first.replace(',', ".").parse().ok()?;
        all.all(|other| other == first).then_some(number)
    }

    /// The programs that belong to rows: by the number of the participant at the end of their names, or
    /// else by the full name, if only one row has it.
    pub fn participants(&self, table: &ProgramTable) -> Vec<Participant> {
        let programs = table.programs.iter().enumerate();
        let found = programs.filter_map(|(program, row)| {
            let by_number = Participant::of(program, &row.program)
                .filter(|participant| self.row_of(&participant.number).is_some());
            by_number.or_else(|| {
                Some(Participant {
                    program,
                    name: row.program.clone(),
                    number: self.number_of(&row.program)?.to_owned(),
                })
            })
        });
        found.collect()
    }

    /// The row of the participant with a number.
    fn row_of(&self, number: &str) -> Option<usize> {
        (0..self.rows.len()).find(|row| self.number(*row) == Some(number))
    }

    /// The number of the only participant with a name.
    fn number_of(&self, name: &str) -> Option<&str> {
        let column = self.column(FULL_NAME)?;
        let mut rows = (0..self.rows.len()).filter(|row| self.rows[*row][column].trim() == name);
        let only = rows.next().filter(|_| rows.next().is_none())?;
        self.number(only)
    }

    /// The number at the end of the identifier of a row.
    fn number(&self, row: usize) -> Option<&str> {
        let identifier = self.rows[row][self.identifier].trim();
        let digits = identifier
            .trim_end_matches(|c: char| c.is_ascii_digit())
            .len();
        Some(&identifier[digits..]).filter(|number| !number.is_empty())
    }

    /// Writes the grades and comments of these participants into their rows. Programs that were not
    /// judged leave theirs as they are.
    pub fn fill(&mut self, table: &ProgramTable, participants: &[Participant]) {
        let Some(feedback) = self.column(FEEDBACK) else {
            return;
        };
        let numbers = [Some(self.grade), self.column(MAXIMUM)];
        let numbers = numbers.into_iter().flatten();
        let has_comma = |column: usize| self.rows.iter().any(|row| row[column].contains(','));
        let has_comma = numbers.into_iter().any(has_comma);
        for participant in participants {
            let program = &table.programs[participant.program];
            let row = self.row_of(&participant.number);
            if let Some(row) = row.filter(|_| !program.is_not_judged()) {
                let grade = points(program)[0].to_string();
                let grade = if has_comma {
                    grade.replace('.', ",")
                } else {
                    grade
                };
                self.rows[row][self.grade] = grade;
                self.rows[row][feedback] = comment(program, table);
            }
        }
    }

    /// The worksheet as CSV.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write(&self, mut out: impl Write) -> io::Result<()> {
        if self.has_mark {
            out.write_all(MARK)?;
        }
        let mut writer = csv::WriterBuilder::new()
            .delimiter(self.separator)
            .terminator(if self.has_carriage_returns {
                csv::Terminator::CRLF
            } else {
                csv::Terminator::Any(b'\n')
            })
            .flexible(true)
            .from_writer(out);
        for row in [&self.head].into_iter().chain(&self.rows) {
            writer.write_record(row)?;
        }
        writer.flush()
    }
}

/// The points that a program has, and those that there are; without points, one for each case.
fn points(row: &ProgramRow) -> [f64; 2] {
    if let Some(score) = &row.score {
        return [score.points, score.points_max];
    }
    let of = row.cases.len() + row.not_run.len() - row.summary.apart;
    [row.summary.accepted as f64, of as f64]
}

/// The points and why, in a line. Moodle takes comments for HTML.
fn comment(row: &ProgramRow, table: &ProgramTable) -> String {
    let [points, of] = points(row);
    let mut sentences = vec![format!("{points} of {of} points.")];
    if row.is_build_failed() {
        sentences.push("The program could not be built.".to_owned());
    } else if let (Some(score), Some(grading)) = (&row.score, &table.grading) {
        let groups = score.groups.iter().zip(grading.reasons(score));
        sentences.extend(groups.map(|(group, reason)| {
            let [points, of] = [group.points, group.points_max];
            format!("{}: {points} of {of} ({reason}).", escape(&group.name))
        }));
    }
    sentences.extend(row.lateness().map(|late| format!("{late}.")));
    let text = sentences.join(" ");
    let text = text.replace('&', "&amp;");
    text.replace('<', "&lt;").replace('>', "&gt;")
}

/// Writes an archive of files, their names and contents, which were made at a time.
///
/// # Errors
///
/// Those of `out`.
pub fn write_archive(
    files: impl IntoIterator<Item = (String, String)>,
    made: SystemTime,
    out: impl Write,
) -> io::Result<()> {
    let seconds = made.duration_since(SystemTime::UNIX_EPOCH);
    let seconds = seconds.map_or(0, |since| since.as_secs());
    let made = UtcDateTime::from_unix(seconds.try_into().unwrap_or_default());
    let mut archive = ZipArchiveWriter::new(out);
    for (name, text) in files {
        let file = archive.new_file(&*name);
        let file = file.compression_method(CompressionMethod::DEFLATE);
        // Some programs read the names of other systems as those of MS-DOS.
        let file = file.unix_permissions(0o644).last_modified(made);
        let (mut entry, config) = file.start().map_err(io::Error::other)?;
        let encoder = DeflateEncoder::new(&mut entry, Compression::default());
        let mut writer = config.wrap(encoder);
        writer.write_all(text.as_bytes())?;
        let (encoder, descriptor) = writer.finish().map_err(io::Error::other)?;
        encoder.finish()?;
        entry.finish(descriptor).map_err(io::Error::other)?;
    }
    archive.finish().map_err(io::Error::other)?.flush()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{CaseResult, JudgeConfig, Verdict};

    /// A table with these programs, each with a right case and a wrong one; points are 2.5 of 5.
    fn table(programs: &[&str]) -> ProgramTable {
        let cases = ["1", "2"];
        let config = "[[group]]\nname = \"<all>\"\ncases = [\"*\"]\npoints = 5\n";
        let config = JudgeConfig::parse(config, &cases, false).expect("no error");
        let grading = config.grading(&cases, &cases);
        let mut table = ProgramTable::new(cases.map(Into::into).into(), String::new(), None);
        for program in programs {
            let mut row = ProgramRow {
                program: (*program).to_owned(),
                ..ProgramRow::default()
            };
            row.add(CaseResult::of("1", Verdict::Accepted));
            row.add(CaseResult::of("2", Verdict::WrongAnswer));
            row.grade(Some(&grading));
            table.programs.push(row);
        }
        table.grading = Some(grading);
        table
    }

    fn filled(sheet: &str, programs: &[&str]) -> (String, Vec<String>) {
        let table = table(programs);
        let mut worksheet = Worksheet::parse(sheet.as_bytes()).expect("a worksheet");
        let participants = worksheet.participants(&table);
        worksheet.fill(&table, &participants);
        let mut written = Vec::new();
        worksheet.write(&mut written).expect("a vector");
        let names = participants.iter().map(Participant::feedback_name);
        (String::from_utf8(written).expect("UTF-8"), names.collect())
    }

    const COMMENT: &str = "2.5 of 5 points. &lt;all&gt;: 2.5 of 5 (1 of 2 cases).";

    #[test]
    fn rows_are_found_by_number_or_by_name() {
        let sheet = "\u{feff}Identifier,\"Full name\",Grade,\"Maximum Grade\",\"Feedback comments\"\r\n\
            \"Participant 12\",Ada,,100.00,\"=kept, too\"\r\n\
            \"Participant 2\",\"Żółć Gęś\",9,100.00,old\r\n\
            \"Participant 3\",Bob_B,,100.00,\r\n";
        let (written, names) = filled(sheet, &["Żółć Gęś_2", "Bob_B", "Nobody_7"]);
        let expected = format!(
            "\u{feff}Identifier,Full name,Grade,Maximum Grade,Feedback comments\r\n\
            Participant 12,Ada,,100.00,\"=kept, too\"\r\n\
            Participant 2,Żółć Gęś,2.5,100.00,{COMMENT}\r\n\
            Participant 3,Bob_B,2.5,100.00,{COMMENT}\r\n"
        );
        assert_eq!(written, expected);
        let expected = [
            "Żółć Gęś_2_assignfeedback_file_result",
            "Bob B_3_assignfeedback_file_result",
        ];
        assert_eq!(names, expected);
    }

    #[test]
    fn the_form_of_the_file_is_kept() {
        let sheet = "Identifier;Grade;Maximum Grade;Email\nTeilnehmer/in7;;5,00;a@b\n";
        let (written, _) = filled(sheet, &["Ada_7"]);
        let expected = format!(
            "Identifier;Grade;Maximum Grade;Email;Feedback comments\nTeilnehmer/in7;2,5;5,00;a@b;\"{COMMENT}\"\n"
        );
        assert_eq!(written, expected);
        assert_eq!(
            Worksheet::parse(sheet.as_bytes()).expect("one").maximum(),
            Some(5.0)
        );
        // Two participants with one name are not told apart.
        let twins = "Identifier,Full name,Grade\nParticipant 1,Ada,\nParticipant 2,Ada,\n";
        assert_eq!(filled(twins, &["Ada"]).1, [""; 0]);
        for (text, error) in [
            ("", "no column \"Identifier\""),
            ("Identifier,Name\n", "no column \"Grade\""),
            ("a,b\n\u{1}\n", "no column \"Identifier\""),
        ] {
            let found = Worksheet::parse(text.as_bytes()).expect_err("an error");
            assert!(found.to_string().contains(error), "{found}");
        }
        assert!(Worksheet::parse(b"Identifier,Grade\n\xff,1\n").is_err());
    }
}
