//! The requirements of the common schemas of `JUnit` XML: that of Ant, with the elements in
//! order and no others, and that of Jenkins' xUnit plugin.

use quick_xml::events::Event;
use quick_xml::{Reader, XmlVersion};

/// An element of a document.
#[derive(Debug, Default)]
pub struct Element {
    pub name: String,
    pub attributes: Vec<(String, String)>,
    pub children: Vec<Element>,
    /// The rest of its contents, without entities.
    pub text: String,
}

impl Element {
    /// Reads a document.
    #[track_caller]
    pub fn read(text: &str) -> Self {
        let mut reader = Reader::from_str(text);
        let mut open = vec![Self::default()];
        loop {
            let event = reader.read_event().expect(text);
            let begun = match &event {
                Event::Start(tag) | Event::Empty(tag) => Some(Self {
                    name: tag.name().into_inner().escape_ascii().to_string(),
                    attributes: tag
                        .attributes()
                        .map(|attribute| {
                            let attribute = attribute.expect(text);
                            let name = attribute.key.into_inner().escape_ascii().to_string();
                            let value = attribute.normalized_value(XmlVersion::Explicit1_0);
                            (name, value.expect(text).into_owned())
                        })
                        .collect(),
                    ..Self::default()
                }),
                _ => None,
            };
            open.extend(begun);
            match event {
                Event::Empty(_) | Event::End(_) => {
                    let ended = open.pop().expect(text);
                    open.last_mut().expect(text).children.push(ended);
                }
                Event::Text(piece) => {
                    let piece = piece.decode().expect(text);
                    open.last_mut().expect(text).text.push_str(&piece);
                }
                Event::Eof => break,
                _ => {}
            }
        }
        let mut document = open.pop().expect(text);
        assert!(open.is_empty() && document.children.len() == 1, "{text}");
        document.children.remove(0)
    }

    pub fn get(&self, name: &str) -> &str {
        let found = self.attributes.iter().find(|(key, _)| key == name);
        found.map_or("", |(_, value)| value)
    }

    pub fn named<'e>(&'e self, name: &'e str) -> impl Iterator<Item = &'e Self> {
        self.children.iter().filter(move |child| child.name == name)
    }

    /// Checks that it has these attributes and no others; those with a question mark are
    /// optional.
    #[track_caller]
    pub fn assert_attributes(&self, expected: &[&str]) {
        for (name, _) in &self.attributes {
            let is_known = |known: &&str| known.trim_end_matches('?') == name;
            assert!(expected.iter().any(is_known), "{name} in {self:?}");
        }
        for name in expected.iter().filter(|name| !name.ends_with('?')) {
            assert!(
                self.attributes.iter().any(|(key, _)| key == name),
                "no {name}: {self:?}"
            );
        }
    }
}

/// Reads a report, checks it against the schemas, and returns its only suite.
#[track_caller]
pub fn read(text: &str) -> Element {
    let mut suites = read_all(text);
    assert_eq!(suites.len(), 1);
    suites.remove(0)
}

/// Reads a report, checks it against the schemas, and returns its suites.
#[track_caller]
pub fn read_all(text: &str) -> Vec<Element> {
    let suites = Element::read(text);
    assert_eq!(suites.name, "testsuites");
    suites.assert_attributes(&[]);
    suites.children.iter().for_each(check);
    suites.children
}

#[track_caller]
fn check(suite: &Element) {
    assert_eq!(suite.name, "testsuite");
    suite.assert_attributes(&[
        "name",
        "package",
        "id",
        "timestamp",
        "hostname",
        "tests",
        "failures",
        "errors",
        "skipped?",
        "time",
    ]);
    assert!(!suite.get("name").is_empty() && !suite.get("hostname").is_empty());
    assert_eq!(masked(suite.get("timestamp")), "0000-00-00T00:00:00");
    assert_decimal(suite.get("time"));
    let mut order: Vec<_> = suite.children.iter().map(|child| &*child.name).collect();
    order.dedup();
    assert_eq!(
        order,
        ["properties", "testcase", "system-out", "system-err"]
    );
    assert_eq!(suite.children.len(), suite.named("testcase").count() + 3);
    for property in suite
        .children
        .iter()
        .flat_map(|child| child.named("property"))
    {
        property.assert_attributes(&["name", "value"]);
    }
    let cases = || suite.named("testcase");
    for case in cases() {
        case.assert_attributes(&["name", "classname", "time"]);
        assert_decimal(case.get("time"));
        assert!(case.children.len() <= 1, "{case:?}");
        for child in &case.children {
            match child.name.as_str() {
                "failure" | "error" => child.assert_attributes(&["type", "message?"]),
                "skipped" => child.assert_attributes(&["message?"]),
                name => panic!("{name} in a test case"),
            }
            assert!(child.children.is_empty());
        }
    }
    assert_eq!(suite.get("tests"), cases().count().to_string());
    for (count, element) in [
        ("failures", "failure"),
        ("errors", "error"),
        ("skipped", "skipped"),
    ] {
        let found = cases().flat_map(|case| case.named(element)).count();
        assert_eq!(suite.get(count), found.to_string(), "{count}");
    }
}

fn assert_decimal(text: &str) {
    assert!(
        text.parse::<f64>().is_ok() && !text.contains(['e', 'E', 'n']),
        "{text}"
    );
}

/// The text with 0 for each digit.
fn masked(text: &str) -> String {
    text.replace(|c: char| c.is_ascii_digit(), "0")
}
