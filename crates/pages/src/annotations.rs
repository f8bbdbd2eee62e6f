//! The findings of `check` as CI servers show them beside the lines of a change.

use std::collections::HashMap;
use std::fmt::Write as _;
use std::io::{self, Write};

use admiralty_core::interpreter::{Diagnostic, Severity};
use quick_xml::events::{BytesDecl, BytesText, Event};
use quick_xml::writer::Writer;
use serde_json::{Value, json};

use crate::sarif::{fingerprint, rule_id};

/// A finding as a workflow command of GitHub
/// (<https://docs.github.com/en/actions/reference/workflows-and-actions/workflow-commands>).
pub fn github_annotation(file: &str, found: &Diagnostic) -> String {
    let columns = found.columns();
    format!(
        "::{} file={},line={},col={},endColumn={},title={}::{}",
        found.severity.name(),
        github_property(file),
        found.line,
        columns.start,
        columns.start.max(columns.end - 1),
        github_property(found.code),
        github_data(&found.explanation()),
    )
}

fn github_data(text: &str) -> String {
    let text = text.replace('%', "%25");
    text.replace('\r', "%0D").replace('\n', "%0A")
}

fn github_property(text: &str) -> String {
    github_data(text).replace(':', "%3A").replace(',', "%2C")
}

/// Findings as issues of GitLab's Code Quality
/// (<https://docs.gitlab.com/ci/testing/code_quality/#code-quality-report-format>).
#[derive(Default)]
pub struct GitlabIssues {
    /// How often each fingerprint was seen: two issues must not have the same.
    seen: HashMap<String, u64>,
}

impl GitlabIssues {
    /// The next finding.
    pub fn issue(&mut self, file: &str, found: &Diagnostic) -> Value {
        let severity = match found.severity {
            Severity::Error => "major",
            Severity::Warning => "minor",
        };
        let mut print = fingerprint(file, found);
        let seen = self.seen.entry(print.clone()).or_default();
        if *seen > 0 {
            // A string takes all that is written to it.
            let _ = write!(print, "-{seen}");
        }
        *seen += 1;
        json!({
            "description": found.explanation(),
            "check_name": rule_id(found.code),
            "fingerprint": print,
            "severity": severity,
            // GitLab matches paths as Git has them.
            "location": { "path": file.strip_prefix("./").unwrap_or(file), "lines": { "begin": found.line } },
        })
    }
}

/// A script as a test case of `JUnit`, which fails if it has errors.
pub struct CheckedScript {
    /// Its path.
    pub file: String,
    /// How many errors it has.
    pub errors: usize,
    /// Its errors and warnings, a line each.
    pub findings: String,
}

/// Writes scripts as the XML of `JUnit`.
///
/// # Errors
///
/// Those of `out`.
pub fn write_check_junit(scripts: &[CheckedScript], out: &mut dyn Write) -> io::Result<()> {
    let mut xml = Writer::new_with_indent(out, b' ', 2);
    xml.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), None)))?;
    let failures = scripts.iter().filter(|script| script.errors > 0).count();
    xml.create_element("testsuites")
        .write_inner_content(|xml| {
            let suite = xml.create_element("testsuite").with_attributes([
                ("name", "admiralty check"),
                ("tests", &scripts.len().to_string()),
                ("failures", &failures.to_string()),
                ("errors", "0"),
            ]);
            suite.write_inner_content(|xml| {
                for script in scripts {
                    script.write(xml)?;
                }
                Ok(())
            })?;
            Ok(())
        })?;
    writeln!(xml.get_mut())
}

impl CheckedScript {
    fn write(&self, xml: &mut Writer<&mut dyn Write>) -> io::Result<()> {
        let name = &*admiralty_escape::escape(&self.file);
        let case = xml.create_element("testcase");
        let case = case.with_attributes([("classname", "check"), ("name", name), ("file", name)]);
        let text = BytesText::new(&self.findings);
        if self.errors > 0 {
            let message = match self.errors {
                1 => String::from("1 error"),
                errors => format!("{errors} errors"),
            };
            case.write_inner_content(|xml| {
                let failure = xml.create_element("failure");
                let failure = failure.with_attribute(("message", &*message));
                failure.write_text_content(text).map(|_| ())
            })?;
        } else if self.findings.is_empty() {
            case.write_empty()?;
        } else {
            case.write_inner_content(|xml| {
                let out = xml.create_element("system-out");
                out.write_text_content(text).map(|_| ())
            })?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// What ends a property or a command of a workflow is written as GitHub reads it back.
    #[test]
    fn workflow_commands_are_escaped() {
        assert_eq!(github_data("50%0A, a: b\r\nc"), "50%250A, a: b%0D%0Ac");
        assert_eq!(
            github_property("50%2C, a: b\r\nc"),
            "50%252C%2C a%3A b%0D%0Ac"
        );
    }
}
