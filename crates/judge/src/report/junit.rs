//! The XML of `JUnit`, as CI servers read it. It is valid under both common schemas, that of Ant
//! (<https://github.com/windyroad/JUnit-Schema>) and that of Jenkins' xUnit plugin. The former has
//! neither totals for all suites nor the standard error of a single case.

use std::io::{self, Write};
use std::time::{SystemTime, UNIX_EPOCH};

use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::{ElementWriter, Writer};

use super::{NOT_RUN, ProgramRow, wall_seconds};
use crate::system::host_name;
use crate::{CaseResult, ExpectedStatus, ShownParts, Verdict};
use admiralty_escape::{escape, escape_lines};

/// The host name that the schema requires if the real one is unknown.
const NO_HOST: &str = "localhost";
/// The element of a case that does not count.
const SKIPPED: &str = "skipped";

type XmlWriter<'o> = Writer<&'o mut dyn Write>;

/// Writes results as the XML of `JUnit`: a suite for each program, judged with `compare` from `begun` on. Cases that do not count or were
/// not run are skipped tests; a judge error is an error, any other failed case a failure. A program
/// that could not be judged has one test, an error.
///
/// # Errors
///
/// Those of `out`.
pub fn write_junit(
    programs: &[ProgramRow],
    compare: &str,
    begun: SystemTime,
    out: &mut dyn Write,
) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let suites = xml.create_element("testsuites");
    suites.write_inner_content(|xml| {
        for (id, row) in programs.iter().enumerate() {
            row.write_suite(id, compare, begun, xml)?;
        }
        Ok(())
    })?;
    writeln!(xml.get_mut())
}

impl ProgramRow {
    fn write_suite(
        &self,
        id: usize,
        compare: &str,
        begun: SystemTime,
        xml: &mut XmlWriter<'_>,
    ) -> io::Result<()> {
        let program = &*escape(&self.program);
        let count = |name: &str| {
            let elements = self.cases.iter().filter_map(element);
            elements.filter(|element| *element == name).count()
        };
        let skipped = count(SKIPPED) + self.not_run.len();
        let errors = count("error") + usize::from(self.error.is_some());
        let suite = xml.create_element("testsuite").with_attributes([
            ("name", program),
            ("package", program),
            ("id", &id.to_string()),
            ("timestamp", &timestamp(begun)),
            ("hostname", &host()),
            ("tests", &self.tests().to_string()),
            ("failures", &count("failure").to_string()),
            ("errors", &errors.to_string()),
            ("skipped", &skipped.to_string()),
            ("time", &seconds(wall_seconds(&self.cases))),
        ]);
        suite.write_inner_content(|xml| self.write_content(program, compare, xml))?;
        Ok(())
    }

    fn write_content(
        &self,
        program: &str,
        compare: &str,
        xml: &mut XmlWriter<'_>,
    ) -> io::Result<()> {
        let properties = xml.create_element("properties");
        properties.write_inner_content(|xml| {
            for (name, value) in [("program", program), ("compare", compare)] {
                let property = xml.create_element("property");
                let attributes = [("name", name), ("value", &*escape(value))];
                property.with_attributes(attributes).write_empty()?;
            }
            Ok(())
        })?;
        for found in &self.cases {
            write_case(program, found, xml)?;
        }
        for name in &self.not_run {
            let case = test(program, name, "0", xml);
            case.write_inner_content(|xml| write_skipped(NOT_RUN, xml))?;
        }
        if let Some((verdict, reason)) = self.failure() {
            let case = test(program, program, "0", xml);
            case.write_inner_content(|xml| {
                let attributes = [("type", verdict.code()), ("message", &*escape(reason))];
                let element = xml.create_element("error").with_attributes(attributes);
                element.write_empty().map(|_| ())
            })?;
        }
        let shares = self.cases.iter().filter_map(|found| {
            let remark = found.worst_run.share_remark()?;
            Some(format!("{}: {remark}", escape(&found.name)))
        });
        let shares = shares.collect::<Vec<_>>().join("\n");
        let out = xml.create_element("system-out");
        out.write_text_content(BytesText::new(&shares))?;
        let mut lines = Vec::new();
        for found in &self.cases {
            let stderr = found.worst_run.stderr();
            if found.status != ExpectedStatus::Failed && !stderr.is_empty() {
                lines.push(format!("{}:", escape(&found.name)));
                lines.extend(escape_lines(&stderr));
            }
        }
        let errors = xml.create_element("system-err");
        errors.write_text_content(BytesText::new(&lines.join("\n")))?;
        Ok(())
    }
}

/// A test that took this many seconds.
fn test<'x, 'o>(
    program: &str,
    name: &str,
    time: &str,
    xml: &'x mut XmlWriter<'o>,
) -> ElementWriter<'x, &'o mut dyn Write> {
    let name = &*escape(name);
    let attributes = [("name", name), ("classname", program), ("time", time)];
    xml.create_element("testcase").with_attributes(attributes)
}

/// The element that describes what is wrong with a case.
fn element(found: &CaseResult) -> Option<&'static str> {
    match (found.status, found.worst_run.verdict) {
        (ExpectedStatus::Accepted, _) => None,
        (ExpectedStatus::Apart, _) => Some(SKIPPED),
        (ExpectedStatus::Failed, Verdict::JudgeError) => Some("error"),
        (ExpectedStatus::Failed, _) => Some("failure"),
    }
}

fn write_case(program: &str, found: &CaseResult, xml: &mut XmlWriter<'_>) -> io::Result<()> {
    let time = seconds(found.worst_run.usage.wall.as_secs_f64());
    let case = test(program, &found.name, &time, xml);
    match element(found) {
        None => case.write_empty()?,
        Some(SKIPPED) => case.write_inner_content(|xml| write_skipped(found.skip_reason(), xml))?,
        Some(element) => case.write_inner_content(|xml| {
            let message = found.message();
            let attributes = [
                ("type", found.worst_run.verdict.code()),
                ("message", &*escape(&message)),
            ];
            let element = xml.create_element(element).with_attributes(attributes);
            element.write_text_content(BytesText::new(&found.description(ShownParts::All)))?;
            Ok(())
        })?,
    };
    Ok(())
}

fn write_skipped(reason: &str, xml: &mut XmlWriter<'_>) -> io::Result<()> {
    let skipped = xml.create_element(SKIPPED);
    let skipped = skipped.with_attribute(("message", &*escape(reason)));
    skipped.write_empty().map(|_| ())
}

fn seconds(seconds: f64) -> String {
    format!("{seconds:.3}")
}

/// The day of a time, in UTC, as in `2026-11-20`.
pub fn day(time: SystemTime) -> String {
    let mut day = timestamp(time);
    day.truncate("2026-11-20".len());
    day
}

/// A time in UTC; the schema allows neither a time zone nor fractions of a second.
pub(super) fn timestamp(time: SystemTime) -> String {
    let since = time.duration_since(UNIX_EPOCH).unwrap_or_default();
    let minutes = since.as_secs() / 60;
    let hours = minutes / 60;
    let [year, month, day] = date(hours / 24);
    let (hour, minute, second) = (hours % 24, minutes % 60, since.as_secs() % 60);
    format!("{year:04}-{month:02}-{day:02}T{hour:02}:{minute:02}:{second:02}")
}

/// The year, month and day that is this number of days after 1970-01-01: `civil_from_days` of
/// H. Hinnant, "chrono-Compatible Low-Level Date Algorithms". Its years begin in March, so that the
/// leap day is the last day of a year.
const fn date(days: u64) -> [u64; 3] {
    const DAYS_OF_ERA: u64 = 146_097;
    const DAYS_BEFORE_1970: u64 = 719_468;
    let days = days + DAYS_BEFORE_1970;
    let (era, day) = (days / DAYS_OF_ERA, days % DAYS_OF_ERA);
    let year = (day - day / 1460 + day / 36_524 - day / 146_096) / 365;
    let day = day - (365 * year + year / 4 - year / 100);
    let month = (5 * day + 2) / 153;
    let day = day - (153 * month + 2) / 5 + 1;
    let (month, years) = if month < 10 {
        (month + 3, 0)
    } else {
        (month - 9, 1)
    };
    [400 * era + year + years, month, day]
}

fn host() -> String {
    match escape(&host_name()).trim() {
        "" => NO_HOST.to_owned(),
        name => name.to_owned(),
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use super::*;

    #[test]
    fn times_are_dates_of_the_gregorian_calendar() {
        for (seconds, expected) in [
            (0, "1970-01-01T00:00:00"),
            (951_782_399, "2000-02-28T23:59:59"),
            (951_782_400, "2000-02-29T00:00:00"),
            (1_709_251_199, "2024-02-29T23:59:59"),
            (1_735_689_599, "2024-12-31T23:59:59"),
            (4_107_542_400, "2100-03-01T00:00:00"),
        ] {
            assert_eq!(
                timestamp(UNIX_EPOCH + Duration::from_secs(seconds)),
                expected
            );
        }
    }
}
