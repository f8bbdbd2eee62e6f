//! What the language reference says about commands.

use admiralty_core::script::Keyword;

/// The reference. Its tables of commands have the syntax, the effect, and the errors.
const LANGUAGE: &str = include_str!("../../docs/LANGUAGE.md");

/// The entries of a command, as Markdown.
pub fn entry(keyword: Keyword) -> String {
    let entries = LANGUAGE.lines().filter_map(|line| {
        let cells = line.strip_prefix("| ")?.strip_suffix('|')?.split(" | ");
        let cells: Vec<_> = cells.map(str::trim).collect();
        let &[syntax, effect, errors] = &cells[..] else {
            return None;
        };
        let word = syntax.trim_matches('`').split(' ').next();
        let errors = match errors {
            "" => String::new(),
            errors => format!("\n\nErrors, in order: {errors}"),
        };
        (word == Some(keyword.text()))
            .then(|| without_links(&format!("{syntax}\n\n{effect}{errors}")))
    });
    entries.collect::<Vec<_>>().join("\n\n---\n\n")
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
    use super::*;

    #[test]
    fn the_reference_has_an_entry_of_each_command() {
        for keyword in Keyword::ALL {
            let entry = entry(keyword);
            let forms = keyword.usage().split(", or ").count();
            assert!(entry.matches(&format!("`{keyword}")).count() >= forms);
            assert!(!entry.contains("]("), "{entry}");
        }
        let spy = entry(Keyword::Spy);
        assert!(
            spy.starts_with("`SPY i y x`\n\nsends a plane of carrier `i` to a field, which may")
        );
        assert!(spy.contains("be off the board\n\nErrors, in order: `SHIP NOT PRESENT`, `CANNOT"));
        assert!(
            spy.contains("\n\n---\n\n`SPY y x`\n\nnames a target for a plane of any carrier\n\n")
        );
    }
}
