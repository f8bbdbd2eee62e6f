//! What the language reference says about commands.

use admiralty_core::script::Keyword;

/// The reference. Its tables of commands have the syntax, the effect, and the errors.
const LANGUAGE: &str = include_str!("../../docs/LANGUAGE.md");

/// The rows of the tables with as many columns as there are names for them.
fn rows<const N: usize>() -> impl Iterator<Item = [&'static str; N]> {
    LANGUAGE.lines().filter_map(|line| {
        let cells = line.strip_prefix("| ")?.strip_suffix('|')?.split(" | ");
        let cells: Vec<_> = cells.map(str::trim).collect();
        cells.try_into().ok()
    })
}

/// The entries of a command, as Markdown.
pub fn entry(keyword: Keyword) -> String {
    let entries = rows().filter(|[syntax, _, _]| is_of(syntax, keyword));
    let entries = entries.map(|[syntax, effect, errors]| {
        let errors = match in_words(errors) {
            words if words.is_empty() => words,
            words => format!("\n\nErrors, in order:\n{words}"),
        };
        without_links(&format!("{syntax}\n\n{effect}")) + &errors
    });
    entries.collect::<Vec<_>>().join("\n\n---\n\n")
}

fn is_of(syntax: &str, keyword: Keyword) -> bool {
    syntax.trim_matches('`').split(' ').next() == Some(keyword.text())
}

/// The meaning of the code of an error or a warning.
pub fn meaning(reason: &str) -> Option<&'static str> {
    let quoted = format!("`{reason}`");
    let meaning = |[name, meaning]: [&'static str; 2]| (name == quoted).then_some(meaning);
    rows().find_map(meaning)
}

/// The errors of a command, each with its meaning, as a list.
fn in_words(errors: &str) -> String {
    if let Some(other) = errors.strip_prefix("as for `") {
        let (word, note) = other.split_once('`').unwrap_or((other, ""));
        let keyword = Keyword::from_token(word.as_bytes());
        let same = keyword.and_then(|keyword| {
            rows().find_map(|[syntax, _, errors]: [&'static str; 3]| {
                is_of(syntax, keyword).then_some(errors)
            })
        });
        let note = note.trim_start_matches([';', ' ']);
        let note = if note.is_empty() {
            String::new()
        } else {
            format!("\n\n{note}")
        };
        return in_words(same.unwrap_or_default()) + &note;
    }
    let reasons = errors.split('`').skip(1).step_by(2);
    let reasons = reasons.filter(|reason| *reason != Keyword::ExtendedShips.text());
    let lines = reasons.map(|reason| match meaning(reason) {
        Some(meaning) => format!("\n- `{reason}`: {meaning}"),
        None => format!("\n- `{reason}`"),
    });
    lines.collect()
}

/// A text without its links to other sections, which stand in parentheses.
fn without_links(text: &str) -> String {
    let mut parts = text.split(" ([");
    let first = parts.next().unwrap_or_default().to_owned();
    let others = parts.filter_map(|part| part.split_once("))"));
    others.fold(first, |text, (_, after)| text + after)
}

#[cfg(test)]
mod tests {
    use admiralty_core::script::Reason;

    use super::*;

    #[test]
    fn the_reference_has_an_entry_of_each_command() {
        for keyword in Keyword::ALL {
            let entry = entry(keyword);
            let forms = keyword.usage().split(", or ").count();
            assert!(entry.matches(&format!("`{keyword}")).count() >= forms);
            assert!(!entry.contains("]("), "{entry}");
        }
        let place = entry(Keyword::PlaceShip);
        assert!(!place.contains("as for"), "{place}");
        assert!(place.contains("- `PLACING SHIP ON REEF`: a ship and a reef on the same field\n"));
        let spy = entry(Keyword::Spy);
        assert!(
            spy.starts_with("`SPY i y x`\n\nsends a plane of carrier `i` to a field, which may")
        );
        assert!(spy.contains("\n\n---\n\n`SPY y x`\n\nnames a target for a plane of any carrier"));
    }

    #[test]
    fn each_reason_has_a_meaning() {
        for reason in Reason::ALL {
            assert!(meaning(reason.text()).is_some(), "{reason}");
        }
    }
}
