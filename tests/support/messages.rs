//! Files of messages in Fluent's format.

use std::collections::{BTreeMap, BTreeSet};

use fluent_syntax::ast::{Entry, Expression, InlineExpression, Pattern, PatternElement};
use fluent_syntax::parser;

/// The messages of a file with the names of their facts. An attribute counts as a fact, with a full stop
/// before its name.
pub fn messages(source: &str) -> BTreeMap<String, BTreeSet<String>> {
    let resource = parser::parse(source);
    let resource = resource.unwrap_or_else(|(_, errors)| panic!("{errors:?} in {source}"));
    let mut messages = BTreeMap::new();
    for entry in resource.body {
        let message = match entry {
            Entry::Message(message) => message,
            Entry::Comment(_) => continue,
            other => panic!("{other:?}"),
        };
        let mut facts = message.value.as_ref().map(args).unwrap_or_default();
        for attribute in &message.attributes {
            facts.insert(format!(".{}", attribute.id.name));
            facts.extend(args(&attribute.value));
        }
        let before = messages.insert(message.id.name.to_owned(), facts);
        assert_eq!(before, None, "{} is there twice", message.id.name);
    }
    messages
}

/// The names of the facts that a text has, or is chosen by.
fn args(pattern: &Pattern<&str>) -> BTreeSet<String> {
    let fact = |expression: &InlineExpression<&str>| match expression {
        InlineExpression::VariableReference { id } => id.name.to_owned(),
        other => panic!("only facts are put into texts: {other:?}"),
    };
    let mut found = BTreeSet::new();
    for element in &pattern.elements {
        match element {
            PatternElement::TextElement { .. } => {}
            PatternElement::Placeable { expression } => match expression {
                Expression::Inline(inline) => found.extend([fact(inline)]),
                Expression::Select { selector, variants } => {
                    found.insert(fact(selector));
                    found.extend(variants.iter().flat_map(|variant| args(&variant.value)));
                }
            },
        }
    }
    found
}
