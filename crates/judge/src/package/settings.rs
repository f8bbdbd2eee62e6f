//! The file `problem.yaml` of a package, in the format `legacy` or a later one.

use serde::Deserialize;
use serde_json::Value;

use super::keys::Keys;
use crate::config::{LimitsTable, Mebibytes, Seconds};

/// Keys that say nothing about judging.
const DESCRIPTIVE: [&str; 16] = [
    "name",
    "uuid",
    "version",
    "credits",
    "author",
    "source",
    "source_url",
    "license",
    "rights_owner",
    "embargo_until",
    "keywords",
    "languages",
    "constants",
    "allow_file_writing",
    "show_test_data_groups",
    "type",
];
/// Types of problems that need more than the output of one run.
const FOREIGN: [&str; 4] = ["interactive", "multi-pass", "multipass", "submit-answer"];

/// What `problem.yaml` says about judging.
#[derive(Debug)]
pub(super) struct ProblemSettings {
    /// Whether programs earn points.
    pub is_scoring: bool,
    /// Whether the format is the one with `testdata.yaml`.
    pub is_legacy: bool,
    /// Whether outputs are validated by a program of the package; later formats do not say so.
    pub is_custom: Option<bool>,
    /// Whether that program gives scores.
    pub has_scores: bool,
    /// What that program gets as its first arguments.
    pub validator_flags: Vec<String>,
    /// The limits that are given.
    pub limits: LimitsTable,
}

/// Words in one text, which a shell would split, or a list of them. Some are numbers for YAML.
#[derive(Clone, Debug, Default, Deserialize)]
#[serde(try_from = "Value")]
pub(super) struct Words(pub Vec<String>);

impl TryFrom<Value> for Words {
    type Error = &'static str;

    fn try_from(value: Value) -> Result<Self, Self::Error> {
        let word = |value| match value {
            Value::String(text) => Some(text),
            Value::Number(number) => Some(number.to_string()),
            _ => None,
        };
        let words = match value {
            Value::Array(values) => values.into_iter().map(word).collect(),
            value => word(value).and_then(|text| shlex::split(&text)),
        };
        words.map(Self).ok_or("expected a text, or a list of words")
    }
}

impl ProblemSettings {
    /// Reads the settings; also returns the keys that have no effect here.
    pub fn read(mut keys: Keys) -> Result<(Self, Vec<String>), String> {
        let words = |words: Option<Words>| words.unwrap_or_default().0;
        let version: Option<String> = keys.take("problem_format_version")?;
        let kinds = words(keys.take("type")?);
        let validation = words(keys.take("validation")?);
        let mut named = kinds.iter().chain(&validation);
        if let Some(kind) = named.find(|kind| FOREIGN.contains(&&***kind)) {
            return Err(format!("the problem is {kind}, which cannot be judged"));
        }
        let mut grading = keys.table("grading")?;
        let objective: Option<String> = grading.take("objective")?;
        if objective.is_some_and(|objective| objective != "max") {
            return Err("the best score must be the largest one".to_owned());
        }
        let mut limits = keys.table("limits")?;
        let settings = Self {
            is_scoring: kinds.iter().any(|kind| kind == "scoring"),
            is_legacy: version.is_none_or(|version| version.starts_with("legacy")),
            is_custom: validation.first().map(|first| first == "custom"),
            has_scores: validation.iter().any(|word| word == "score"),
            validator_flags: words(keys.take("validator_flags")?),
            limits: LimitsTable {
                cpu: limits.take::<Seconds>("time_limit")?,
                memory: limits.take::<Mebibytes>("memory")?,
                output: limits.take::<Mebibytes>("output")?,
                ..LimitsTable::default()
            },
        };
        let all = [keys, grading, limits];
        let unused = all.into_iter().flat_map(|keys| keys.unused(&DESCRIPTIVE));
        Ok((settings, unused.collect()))
    }
}
