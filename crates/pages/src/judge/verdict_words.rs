//! The words for results, and what they mean.

use std::collections::HashSet;

use admiralty_judge::ExpectedStatus;

/// The meanings of the words for results.
const WORDS: [(&str, &str); 12] = [
    ("AC", "accepted"),
    ("PE", "only the white space differs"),
    ("WA", "wrong answer"),
    ("TLE", "too much CPU time"),
    ("ILE", "not done in time, but idle"),
    ("MLE", "too much memory"),
    ("OLE", "too much output"),
    (
        "RTE",
        "killed by a signal, a wrong exit code, or too many processes",
    ),
    ("CE", "it could not be built"),
    ("JE", "the judge could not judge"),
    ("open", "there is no fixed answer"),
    (
        "/",
        "unstable, with different verdicts when it was run again; the worst counts",
    ),
];

/// The meanings of these words for results.
pub(super) fn meanings(words: impl Iterator<Item = String>) -> Option<String> {
    let words: HashSet<_> = words.collect();
    let is_unstable = |word: &String| word.contains('/');
    let occurs = |word: &str| {
        words.contains(word) || words.iter().any(|it| is_unstable(it) && it.contains(word))
    };
    let meanings = WORDS.iter().filter(|(word, _)| occurs(word));
    let meanings: Vec<_> = meanings
        .map(|(word, meaning)| match *word {
            "/" => format!("AC/RTE: {meaning}."),
            word => format!("{word}: {meaning}."),
        })
        .collect();
    (!meanings.is_empty()).then(|| meanings.join(" "))
}

/// The class of the style sheet for a status.
pub(super) fn status_class(status: ExpectedStatus) -> &'static str {
    match status {
        ExpectedStatus::Accepted => "good",
        ExpectedStatus::Apart => "none",
        ExpectedStatus::Failed => "bad",
    }
}
