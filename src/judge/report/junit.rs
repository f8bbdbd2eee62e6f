//! The XML of `JUnit`, as CI servers read it.

use std::io::{self, Write};

use quick_junit::{NonSuccessKind, Report as Suites, TestCase, TestCaseStatus, TestSuite};

use super::{NOT_RUN, Record, Report, Standing};

/// Instead of a line that is not there.
const END: &str = "(it ends here)";

impl Report {
    /// Writes it as the XML of `JUnit`: one suite, named after the program. What is
    /// apart or was not run is a test that is skipped; a judge's error is an error, all else
    /// that failed a failure.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_junit(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut suite = TestSuite::new(self.program.join(" "));
        suite.add_test_cases(self.cases.iter().map(test_case));
        suite.add_test_cases(self.not_run.iter().map(|name| {
            let mut status = TestCaseStatus::skipped();
            status.set_message(NOT_RUN);
            TestCase::new(name.as_str(), status)
        }));
        suite.set_time(self.cases.iter().map(Record::wall).sum());
        let mut suites = Suites::new("admiralty judge");
        suites.add_test_suite(suite);
        suites.serialize(out).map_err(io::Error::other)
    }
}

fn test_case(record: &Record) -> TestCase {
    let status = match record.standing {
        Standing::Accepted => TestCaseStatus::success(),
        Standing::Apart => {
            let mut status = TestCaseStatus::skipped();
            status.set_message(record.reason.as_deref().unwrap_or("no fixed answer"));
            status
        }
        Standing::Failed => {
            let kind = match record.verdict {
                "JE" => NonSuccessKind::Error,
                _ => NonSuccessKind::Failure,
            };
            let mut status = TestCaseStatus::non_success(kind);
            status
                .set_type(record.verdict)
                .set_message(record.message());
            if let Some(place) = &record.difference {
                let line = |line: &Option<String>| line.clone().unwrap_or_else(|| END.to_owned());
                status.set_description(format!(
                    "line {}\nexpected: {}\nfound:    {}\nand {} more lines differ",
                    place.line,
                    line(&place.expected),
                    line(&place.found),
                    place.more_lines
                ));
            }
            status
        }
    };
    let mut case = TestCase::new(record.name.as_str(), status);
    case.set_time(record.wall());
    if !record.stderr.is_empty() {
        case.set_system_err(record.stderr.as_str());
    }
    case
}
