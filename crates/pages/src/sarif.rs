//! The findings of `check` as SARIF 2.1.0, for code scanners
//! (<https://docs.oasis-open.org/sarif/sarif/v2.1.0/>).

use std::collections::BTreeMap;
use std::ops::Range;

use admiralty_core::interpreter::{Diagnostic, RelatedLine, Severity};
use admiralty_core::script::Replacement;
use serde_json::{Value, json};
use sha2::{Digest, Sha256};

/// What stands before the results of a log, which are separated by commas.
pub const SARIF_BEGIN: &str = concat!(
    r#"{"$schema":"https://json.schemastore.org/sarif-2.1.0.json","version":"2.1.0","runs":[{"#,
    r#""columnKind":"unicodeCodePoints","results":["#,
);

/// What stands behind the results: the tool, with the rules of the codes that were reported. `meaning` says what a
/// code means.
pub fn sarif_end(
    reported: &BTreeMap<&'static str, Severity>,
    meaning: impl Fn(&str) -> Option<&'static str>,
) -> String {
    let rules = reported.iter().map(|(&code, severity)| {
        let help = meaning(code).unwrap_or(code);
        json!({
            "id": rule_id(code),
            "name": code,
            "shortDescription": { "text": code },
            "fullDescription": { "text": help },
            "help": { "text": help },
            "defaultConfiguration": { "level": severity.name() },
        })
    });
    let driver = json!({
        "name": "admiralty",
        "version": env!("CARGO_PKG_VERSION"),
        "rules": rules.collect::<Vec<_>>(),
    });
    format!("\n],\"tool\":{}}}]}}", json!({ "driver": driver }))
}

/// A finding in a file as a result. Its rule is the reason in kebab case; its fingerprint does not
/// depend on where in the file its line is.
pub fn sarif_result(file: &str, diagnostic: &Diagnostic) -> Value {
    let rule = rule_id(diagnostic.code);
    let region = |columns: Range<usize>| {
        json!({
            "startLine": diagnostic.line,
            "startColumn": columns.start,
            "endColumn": columns.end,
        })
    };
    let mut result = json!({
        "ruleId": rule,
        "level": diagnostic.severity.name(),
        "message": { "text": diagnostic.explanation() },
        "locations": [{
            "physicalLocation": {
                "artifactLocation": { "uri": uri(file) },
                "region": region(diagnostic.columns()),
            },
        }],
        "partialFingerprints": { "line/v1": fingerprint(file, diagnostic) },
    });
    let related: Vec<_> = diagnostic
        .related_lines()
        .map(|RelatedLine { line, message }| {
            json!({
                "physicalLocation": {
                    "artifactLocation": { "uri": uri(file) },
                    "region": { "startLine": line },
                },
                "message": { "text": message },
            })
        })
        .collect();
    if !related.is_empty() {
        result["relatedLocations"] = related.into();
    }
    if let Some(Replacement { span, text }) = &diagnostic.replacement {
        result["fixes"] = json!([{
            "artifactChanges": [{
                "artifactLocation": { "uri": uri(file) },
                "replacements": [{
                    "deletedRegion": region(diagnostic.columns_of(span)),
                    "insertedContent": { "text": text },
                }],
            }],
        }]);
    }
    result
}

/// A number of a finding that stays the same when its line moves.
pub fn fingerprint(file: &str, diagnostic: &Diagnostic) -> String {
    let rule = rule_id(diagnostic.code);
    let mut hash = Sha256::new();
    for part in [file.as_bytes(), rule.as_bytes(), &diagnostic.text] {
        hash.update((part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let start = hash.finalize()[..8].try_into();
    format!("{:016x}", start.map_or(0, u64::from_be_bytes))
}

/// The reason in kebab case, such as `field-does-not-exist`.
pub fn rule_id(code: &str) -> String {
    let words = code.split(|c: char| !c.is_ascii_alphanumeric());
    let words: Vec<_> = words.filter(|word| !word.is_empty()).collect();
    words.join("-").to_ascii_lowercase()
}

/// A path as a URI, relative unless the path is absolute.
fn uri(path: &str) -> String {
    let pieces = path.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'~' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    let scheme = if path.starts_with('/') { "file://" } else { "" };
    scheme.to_owned() + &pieces.collect::<String>()
}

#[cfg(test)]
mod tests {
    use admiralty_core::interpreter::Severity;

    use super::*;

    fn diagnostic(code: &'static str, line: u64, text: &str) -> Diagnostic {
        Diagnostic {
            severity: Severity::Error,
            code,
            message: "one: 100%".into(),
            line,
            text: text.into(),
            span: 6..9,
            label: String::new(),
            notes: vec!["two, three".into()],
            replacement: None,
            related: Vec::new(),
            run_note: None,
            follows: None,
        }
    }

    #[test]
    fn fingerprints_stay_when_lines_move() {
        let fingerprint = |file: &str, found: Diagnostic| {
            sarif_result(file, &found)["partialFingerprints"]["line/v1"].clone()
        };
        let first = fingerprint("a", diagnostic("X Y", 7, "SHOOT 9 9"));
        assert_eq!(fingerprint("a", diagnostic("X Y", 9, "SHOOT 9 9")), first);
        for (file, code, text) in [
            ("b", "X Y", "SHOOT 9 9"),
            ("a", "Z", "SHOOT 9 9"),
            ("a", "X Y", "SHOOT 9 8"),
        ] {
            assert_ne!(fingerprint(file, diagnostic(code, 7, text)), first);
        }
        let result = sarif_result("dir/a b.in", &diagnostic("X, Y", 7, "SHOOT 9 9"));
        assert_eq!(result["ruleId"], "x-y");
        let place = &result["locations"][0]["physicalLocation"];
        assert_eq!(place["artifactLocation"]["uri"], "dir/a%20b.in");
        assert_eq!(
            sarif_result("/x", &diagnostic("X", 1, ""))["locations"][0]["physicalLocation"]["artifactLocation"]
                ["uri"],
            "file:///x"
        );
    }
}
