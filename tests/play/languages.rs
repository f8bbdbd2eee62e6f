//! Every language has all messages, with the same arguments.

use std::collections::BTreeSet;
use std::fs;
use std::path::Path;

use admiralty_arena::TokenRefusal;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Reason;
use admiralty_play::{CLASSIC_LEVELS, Language, Messages};
use fluent_syntax::ast::{Entry, PatternElement};
use fluent_syntax::parser;

use crate::support::messages::messages;

#[apply(trial)]
fn every_language_has_every_message_with_the_same_facts() {
    let english = messages(Language::English.source());
    assert!(english.len() > 150);
    for language in Language::ALL {
        let found = messages(language.source());
        for (id, args) in &english {
            assert_eq!(found.get(id), Some(args), "{language:?}: {id}");
        }
        for id in found.keys() {
            assert!(english.contains_key(id), "{language:?} has {id}, too");
        }
    }
}

#[apply(trial)]
fn every_language_is_another_one() {
    let says = |language| Messages::new(language).text("your-move");
    let said: BTreeSet<_> = Language::ALL.map(says).into();
    assert_eq!(said.len(), Language::ALL.len());
}

/// The literals in the sources of the game, which name messages.
fn sources(folder: &Path, texts: &mut String) {
    for entry in fs::read_dir(folder).expect("a folder") {
        let path = entry.expect("a readable folder").path();
        if path.is_dir() {
            sources(&path, texts);
        } else if path.extension().is_some_and(|extension| extension == "rs") {
            texts.push_str(&fs::read_to_string(path).expect("a source"));
        }
    }
}

/// The messages whose names the sources compose.
fn composed() -> BTreeSet<String> {
    let mut ids: BTreeSet<_> = Reason::ALL
        .iter()
        .map(|reason| reason.text().to_lowercase().replace(' ', "-"))
        .map(|reason| format!("reason-{reason}"))
        .collect();
    for rules in RuleSet::ALL {
        ids.insert(format!("rules-{}", rules.name));
        for class in &rules.classes {
            let class = class.name.as_str().to_lowercase();
            ids.insert(format!("class-{}-{class}", rules.name));
        }
    }
    let refusals = TokenRefusal::ALL.map(|refusal| refusal.text().replace(' ', "-"));
    ids.extend(refusals.map(|refusal| format!("token-{refusal}")));
    ids.extend((1..=CLASSIC_LEVELS).map(|level| format!("level-{level}")));
    ids.extend(["n", "e", "s", "w"].map(|letter| format!("direction-{letter}")));
    ids
}

/// The names in the sources: those with which they look up messages, and everything else with
/// hyphens.
fn named(sources: &str) -> BTreeSet<String> {
    const CALLS: [&str; 6] = [
        "text(",
        "format(",
        "find(",
        "title(",
        "Notice::Message(",
        "Notice::File(",
    ];
    let pieces: Vec<_> = sources.split('"').collect();
    let literals = pieces.windows(2).filter(|pair| {
        let [before, id] = [pair[0].trim_end(), pair[1]];
        let is_plain = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit();
        let mut words = id.split('-');
        id.starts_with(|first: char| first.is_ascii_lowercase())
            && words.all(|word| !word.is_empty() && word.bytes().all(is_plain))
            && (id.contains('-') || CALLS.iter().any(|call| before.ends_with(call)))
    });
    literals.map(|pair| pair[1].to_owned()).collect()
}

#[apply(trial)]
fn no_message_is_missing_and_none_is_idle() {
    let mut texts = String::new();
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    sources(&root.join("crates/play/src"), &mut texts);
    sources(&root.join("src/play"), &mut texts);
    let mut used = named(&texts);
    used.extend(composed());
    // No message, but an encoding.
    used.remove("utf-8");
    let written: BTreeSet<_> = messages(Language::English.source()).into_keys().collect();
    let missing: Vec<_> = used.difference(&written).collect();
    assert!(missing.is_empty(), "there are no messages {missing:?}");
    let idle: Vec<_> = written.difference(&used).collect();
    assert!(idle.is_empty(), "nobody says {idle:?}");
}

/// A key of one letter is quoted in sentences: `e` is a word in Italian and Portuguese.
#[apply(trial)]
fn letters_of_keys_are_quoted() {
    for language in Language::ALL {
        let resource = parser::parse(language.source()).expect("messages");
        for entry in &resource.body {
            let Entry::Message(message) = entry else {
                continue;
            };
            let elements = &message.value.as_ref().expect("a text").elements;
            let texts = elements.iter().filter_map(|element| match element {
                PatternElement::TextElement { value } => Some(*value),
                PatternElement::Placeable { .. } => None,
            });
            // Keys of one letter, which are words in none of the languages.
            let mut words = texts.flat_map(|text| text.split([' ', '.', ',', ';']));
            let bare = words.find(|word| ["n", "p", "r", "s", "?", "f"].contains(word));
            assert_eq!(bare, None, "{language:?} {}", message.id.name);
        }
        let quoted = match language {
            Language::German => "„e“",
            Language::Polish => "„e”",
            _ => "\"e\"",
        };
        let words = Messages::new(language);
        for id in ["shoot-again", "end-keys"] {
            assert!(words.text(id).contains(quoted), "{language:?} {id}");
        }
    }
}

#[apply(trial)]
fn a_locale_says_which_language() {
    for (locale, language) in [
        ("it_IT.UTF-8", Some(Language::Italian)),
        ("de", Some(Language::German)),
        ("pt_BR", Some(Language::Portuguese)),
        ("pl_PL.UTF-8", Some(Language::Polish)),
        ("en_GB.UTF-8", Some(Language::English)),
        ("fr_FR", None),
        ("", None),
        ("POSIX", None),
    ] {
        assert_eq!(Language::of_locale(locale), language, "{locale}");
    }
}
