//! The XML of `JUnit`, as CI servers read it: what both common schemas of it take,
//! that of Ant (<https://github.com/windyroad/JUnit-Schema>) and that of Jenkins'
//! xUnit plugin. The first one has neither counts of all suites nor the standard error
//! of a single case.

use std::io::{self, Write};

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};
use time::OffsetDateTime;

use super::{CaseRecord, DifferencePlace, ExpectedStatus, JudgeReport, NOT_RUN, more_lines};
use crate::escape::{escape, escape_lines};

/// Instead of a line that is not there.
const END: &str = "(it ends here)";
/// What the schema asks for where the name of the host is not known.
const NO_HOST: &str = "localhost";

impl JudgeReport {
    /// Writes it as the XML of `JUnit`: one suite, named after the program. What is
    /// apart or was not run is a test that is skipped; a judge's error is an error, all else
    /// that failed a failure.
    ///
    /// # Errors
    ///
    /// Those of `out`.
    pub fn write_junit(&self, out: &mut dyn Write) -> io::Result<()> {
        let mut xml = Writer::new_with_indent(out, b' ', 2);
        xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
        let suites = xml.create_element("testsuites");
        suites.write_inner_content(|xml| self.write_suite(xml))?;
        writeln!(xml.get_mut())
    }

    fn write_suite(&self, xml: &mut Writer<&mut dyn Write>) -> io::Result<()> {
        let program = self.command_line();
        let count = |kind: JunitStatus| {
            let records = self
                .cases
                .iter()
                .filter(|record| JunitStatus::of(record) == kind);
            records.count()
        };
        let time: f64 = self.cases.iter().map(|record| record.wall_seconds).sum();
        let attributes = [
            ("name", program.clone()),
            ("package", program.clone()),
            ("id", "0".to_owned()),
            ("timestamp", timestamp(self.begun)),
            ("hostname", host()),
            ("tests", (self.cases.len() + self.not_run.len()).to_string()),
            ("failures", count(JunitStatus::Failure).to_string()),
            ("errors", count(JunitStatus::Error).to_string()),
            (
                "skipped",
                (count(JunitStatus::Skipped) + self.not_run.len()).to_string(),
            ),
            ("time", seconds(time)),
        ];
        let suite = xml
            .create_element("testsuite")
            .with_attributes(texts(&attributes));
        suite.write_inner_content(|xml| {
            let properties = xml.create_element("properties");
            properties.write_inner_content(|xml| {
                for (name, value) in [("program", &program), ("compare", &self.compare)] {
                    let attributes = [("name", name), ("value", &*escape(value))];
                    let property = xml.create_element("property");
                    property.with_attributes(attributes).write_empty()?;
                }
                Ok(())
            })?;
            for record in &self.cases {
                write_case(&program, record, xml)?;
            }
            for name in &self.not_run {
                let name = escape(name);
                let attributes = [("name", &*name), ("classname", &program), ("time", "0")];
                let case = xml.create_element("testcase").with_attributes(attributes);
                case.write_inner_content(|xml| write_skipped(NOT_RUN, xml))?;
            }
            xml.create_element("system-out").write_empty()?;
            let said = self.cases.iter().filter(|record| {
                record.status != ExpectedStatus::Failed && !record.stderr.is_empty()
            });
            let said = said.flat_map(|record| {
                let name = format!("{}:", escape(&record.name));
                [name].into_iter().chain(escape_lines(&record.stderr))
            });
            let said: Vec<_> = said.collect();
            let errors = xml.create_element("system-err");
            errors.write_text_content(BytesText::new(&said.join("\n")))?;
            Ok(())
        })?;
        Ok(())
    }
}

/// What a case is in this format.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum JunitStatus {
    Success,
    Skipped,
    Failure,
    Error,
}

impl JunitStatus {
    fn of(record: &CaseRecord) -> Self {
        match (record.status, record.verdict) {
            (ExpectedStatus::Accepted, _) => Self::Success,
            (ExpectedStatus::Apart, _) => Self::Skipped,
            (ExpectedStatus::Failed, "JE") => Self::Error,
            (ExpectedStatus::Failed, _) => Self::Failure,
        }
    }
}

fn write_case(
    program: &str,
    record: &CaseRecord,
    xml: &mut Writer<&mut dyn Write>,
) -> io::Result<()> {
    let attributes = [
        ("name", escape(&record.name).into_owned()),
        ("classname", program.to_owned()),
        ("time", seconds(record.wall_seconds)),
    ];
    let case = xml
        .create_element("testcase")
        .with_attributes(texts(&attributes));
    let element = match JunitStatus::of(record) {
        JunitStatus::Success => return case.write_empty().map(|_| ()),
        JunitStatus::Skipped => {
            let reason = record.reason.as_deref().unwrap_or("no fixed answer");
            return case
                .write_inner_content(|xml| write_skipped(reason, xml))
                .map(|_| ());
        }
        JunitStatus::Failure => "failure",
        JunitStatus::Error => "error",
    };
    let message = record.message();
    let attributes = [("type", record.verdict), ("message", &*escape(&message))];
    let text = description(record);
    case.write_inner_content(|xml| {
        let element = xml.create_element(element).with_attributes(attributes);
        element
            .write_text_content(BytesText::new(&text))
            .map(|_| ())
    })
    .map(|_| ())
}

fn write_skipped(reason: &str, xml: &mut Writer<&mut dyn Write>) -> io::Result<()> {
    let skipped = xml.create_element("skipped");
    let skipped = skipped.with_attribute(("message", &*escape(reason)));
    skipped.write_empty().map(|_| ())
}

/// The difference, and what the program said on standard error.
fn description(record: &CaseRecord) -> String {
    let mut lines = Vec::new();
    if let Some(place) = &record.difference {
        let DifferencePlace {
            line,
            expected,
            found,
            ..
        } = place;
        let shown = |text: &Option<String>| match text {
            Some(text) => escape(text).into_owned(),
            None => END.to_owned(),
        };
        lines.push(format!("line {line}"));
        lines.push(format!("expected: {}", shown(expected)));
        lines.push(format!("found:    {}", shown(found)));
        lines.extend(more_lines(place.more_lines));
    }
    if !record.stderr.is_empty() {
        lines.push("standard error:".to_owned());
        lines.extend(escape_lines(&record.stderr));
    }
    lines.join("\n")
}

fn texts<'a>(attributes: &'a [(&'a str, String)]) -> impl Iterator<Item = (&'a str, &'a str)> + 'a {
    attributes
        .iter()
        .map(|(name, value)| (*name, value.as_str()))
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// A time in UTC; the schema takes neither a zone nor parts of a second.
fn timestamp(time: std::time::SystemTime) -> String {
    let time = OffsetDateTime::from(time);
    format!(
        "{:04}-{:02}-{:02}T{:02}:{:02}:{:02}",
        time.year(),
        u8::from(time.month()),
        time.day(),
        time.hour(),
        time.minute(),
        time.second()
    )
}

fn host() -> String {
    let name = rustix::system::uname()
        .nodename()
        .to_string_lossy()
        .into_owned();
    let name = escape(&name).trim().to_owned();
    if name.is_empty() {
        NO_HOST.to_owned()
    } else {
        name
    }
}
