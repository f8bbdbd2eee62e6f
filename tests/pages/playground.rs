//! The texts of the playground: every language has them all, and none stands in its code.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::path::{Path, PathBuf};

use proc_macro2::{TokenStream, TokenTree};
use regex_lite::Regex;

use crate::support::messages::messages;
use crate::tidy::messages::{sources as sources_in_rust, stream, text, without_tests};

/// What a translated text and the one in English have in common, by names.
type Texts = BTreeMap<String, BTreeSet<String>>;

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

fn read(path: &Path) -> String {
    fs::read_to_string(path).unwrap_or_else(|error| panic!("{}: {error}", path.display()))
}

/// The files of a directory with an ending.
fn files(directory: &str, ending: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(directory)).expect("a directory");
    let paths = entries.map(|entry| entry.expect("an entry").path());
    let mut found: Vec<_> = paths
        .filter(|path| path.extension().is_some_and(|it| it == ending))
        .collect();
    found.sort();
    found
}

/// What a pattern finds in a text: its first group.
fn found<'t>(pattern: &str, text: &'t str) -> Vec<&'t str> {
    let pattern = Regex::new(pattern).expect("a pattern");
    let captures = pattern.captures_iter(text);
    captures
        .map(|it| it.get(1).expect("a group").as_str())
        .collect()
}

fn page() -> String {
    read(&root().join("web/index.html"))
}

/// The sources of the page without their comments.
fn sources() -> Vec<(String, String)> {
    let comment = Regex::new(r"(?m)^\s*(//|/?\*).*$|/\*\*.*?\*/").expect("a pattern");
    let files = files("web/src", "ts").into_iter();
    files
        .map(|path| {
            let text = comment.replace_all(&read(&path), "").into_owned();
            (path.display().to_string(), text)
        })
        .collect()
}

/// The texts that the playground shares with the replay page, which has them in English.
fn shared() -> Texts {
    let replay = root().join("crates/pages/src/assets/replay");
    let mut texts = Texts::new();
    for part in files("crates/pages/src/assets/replay", "html") {
        for tag in found(r#"(<[^<>]*data-text="[^<>]*>)"#, &read(&part)) {
            let name = found(r#"data-text="([a-z0-9-]+)""#, tag)[0];
            let attributes = found(r" (aria-label)=", tag);
            let attributes = attributes.into_iter().map(|it| format!(".{it}"));
            texts.insert(name.to_owned(), attributes.collect());
        }
    }
    let script = read(&replay.join("texts.js"));
    for line in found(r"(?m)^  ('[a-z-]+': '.*'),$", &script) {
        let (name, text) = line[1..].split_once("': '").expect("a name and a text");
        let facts = found(r"\{ \$(\w+) \}", text).into_iter().map(str::to_owned);
        texts.insert(name.to_owned(), facts.collect());
    }
    let theme = BTreeSet::from([".aria-label".to_owned(), ".title".to_owned()]);
    texts.insert("theme".to_owned(), theme);
    texts
}

/// The texts of the library, which are in English in its sources: the calls of `message!`, and phrases.
fn of_the_library() -> Texts {
    let mut texts = Texts::new();
    for source in sources_in_rust() {
        collect_texts(source.tokens, &mut texts);
    }
    assert!(texts.len() > 200);
    texts
}

fn collect_texts(tokens: TokenStream, texts: &mut Texts) {
    let tokens: Vec<_> = without_tests(tokens).collect();
    for (at, token) in tokens.iter().enumerate() {
        if let TokenTree::Group(group) = token {
            collect_texts(group.stream(), texts);
        }
        let arguments = match token {
            TokenTree::Ident(name) if *name == "message" => tokens.get(at + 2),
            TokenTree::Ident(name) if *name == "Phrase" => tokens.get(at + 4),
            _ => None,
        };
        let arguments: Vec<_> = arguments.and_then(stream).into_iter().flatten().collect();
        if let Some(TokenTree::Literal(name)) = arguments.first()
            && let Some(name) = text(name)
        {
            let facts = arguments.get(2).and_then(stream).unwrap_or_default();
            let before = texts.insert(name.clone(), facts_of(facts));
            assert_eq!(before, None, "two texts are called {name}");
        }
    }
}

/// The names in a list of facts: each is followed by a comma, or by its value.
fn facts_of(list: TokenStream) -> BTreeSet<String> {
    let tokens: Vec<_> = list.into_iter().collect();
    let is_comma =
        |token: &TokenTree| matches!(token, TokenTree::Punct(sign) if sign.as_char() == ',');
    let facts = tokens.split(is_comma).filter_map(|fact| fact.first());
    facts.map(ToString::to_string).collect()
}

#[apply(trial)]
fn every_language_of_the_playground_has_every_text_with_the_same_facts() {
    let shared = shared();
    assert!(shared.len() > 50);
    let english = messages(&read(&root().join("web/locales/en.ftl")));
    let twice: Vec<_> = english
        .keys()
        .filter(|name| shared.contains_key(*name))
        .collect();
    assert!(twice.is_empty(), "{twice:?} are in two places");
    let library = of_the_library();
    let both = library
        .keys()
        .find(|name| english.contains_key(*name) || shared.contains_key(*name));
    assert_eq!(both, None, "is in two places");
    let all: Texts = english.into_iter().chain(shared).chain(library).collect();
    let others = files("web/locales", "ftl");
    assert!(others.len() > 4);
    for path in others {
        let language = path
            .file_stem()
            .expect("a name")
            .to_string_lossy()
            .into_owned();
        if language == "en" {
            continue;
        }
        let texts = messages(&read(&path));
        for (name, facts) in &all {
            assert_eq!(texts.get(name), Some(facts), "{language}: {name}");
        }
        for name in texts.keys() {
            assert!(all.contains_key(name), "{language} has {name}, too");
        }
    }
}

#[apply(trial)]
fn the_playground_says_every_text_and_no_other() {
    let english = messages(&read(&root().join("web/locales/en.ftl")));
    let page = page();
    let mut said: BTreeSet<_> = found(r#"data-text="([a-z0-9-]+)""#, &page)
        .into_iter()
        .collect();
    let sources = sources();
    let mut named = BTreeSet::from(["language-name"]);
    for (_, source) in &sources {
        said.extend(found(r"(?:say|attribute)\('([a-z0-9-]+)'", source));
        named.extend(found("'([a-z0-9-]+)'", source));
    }
    let missing: Vec<_> = said
        .iter()
        .filter(|name| !english.contains_key(**name))
        .collect();
    assert!(missing.is_empty(), "there are no texts {missing:?}");
    named.extend(said);
    let idle: Vec<_> = english
        .keys()
        .filter(|name| !named.contains(&***name))
        .collect();
    assert!(idle.is_empty(), "nobody says {idle:?}");
}

/// Words of other programs: what the editor calls its own texts, and names of keys.
const FOREIGN: [&str; 7] = [
    "Find",
    "Replace",
    "Go to line",
    "Diagnostics",
    "No diagnostics",
    "Enter",
    "Tab",
];

#[apply(trial)]
fn no_text_of_the_playground_stands_in_its_code() {
    let page = page();
    let body = page.split_once("<body>").expect("a body").1;
    let words: Vec<_> = found(r">([^<>]*[A-Za-z][^<>]*)<", body);
    assert_eq!(words, ["Admiralty", "Ctrl-S"], "web/index.html");
    let labels = found(r#" (?:aria-label|title|placeholder|alt)="([^"]*)""#, body);
    assert!(labels.is_empty(), "web/index.html: {labels:?}");
    let sentence =
        Regex::new(r"^ ?[A-Z][a-z’]*( [a-z]|[a-z]$)|[a-z] [a-z].*[.:!?…]$").expect("a pattern");
    for (path, source) in sources() {
        let literals = found(r#"(?m)('[^'\n]*'|`[^`\n]*`|"[^"\n]*")"#, &source);
        for literal in literals.iter().map(|it| &it[1..it.len() - 1]) {
            let is_text = sentence.is_match(literal) && !FOREIGN.contains(&literal);
            assert!(!is_text, "{path}: {literal}");
        }
    }
}
