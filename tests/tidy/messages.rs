//! Every message that the program can print is in a list, `messages.txt`, which is read before it
//! changes, and none is dead.
//!
//! The messages are read from the sources: the texts of `#[error]`, and all literals with two words
//! in a row. So none can be forgotten, but what a placeholder stands for is not shown, and help
//! that comments write is missing (`admiralty man` prints it). Some literals are no messages.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt::Write;
use std::path::{Path, PathBuf};

use proc_macro2::{Delimiter, Literal, TokenStream, TokenTree};

use crate::support::golden;
use crate::support::markdown::files_below;

/// Macros and methods whose texts only programmers read.
const FOR_PROGRAMMERS: [&str; 11] = [
    "assert",
    "assert_eq",
    "assert_ne",
    "debug_assert",
    "debug_assert_eq",
    "debug_assert_ne",
    "expect",
    "expect_err",
    "matches",
    "panic",
    "unreachable",
];

/// Attributes whose texts people read.
const FOR_PEOPLE: [&str; 3] = ["arg", "command", "error"];

/// The list agrees with the sources.
#[apply(trial)]
fn the_list_of_messages_is_complete() {
    let mut found: BTreeMap<_, BTreeSet<_>> = BTreeMap::new();
    for file in sources() {
        let messages = found.entry(file.crate_).or_default();
        collect_messages(file.tokens, false, messages);
    }
    let mut list = String::new();
    for (crate_, messages) in found {
        writeln!(list, "{crate_}").expect("a string takes everything");
        for message in messages {
            let indented = message.replace('\n', "\n        ");
            writeln!(list, "    {indented}").expect("a string takes everything");
        }
    }
    golden::check("tests/tidy/messages.txt", list);
}

/// Each variant of an error is made somewhere, outside tests.
#[apply(trial)]
fn no_message_is_dead() {
    let (mut errors, mut made) = (BTreeSet::new(), BTreeSet::new());
    for file in sources() {
        let tokens: Vec<_> = without_tests(file.tokens).collect();
        let (mut errors_here, mut made_here) = (BTreeSet::new(), BTreeSet::new());
        collect_errors(&tokens, &mut errors_here);
        collect_made(&tokens, &mut made_here);
        for error in &errors_here {
            if made_here.contains(&("Self".to_owned(), error.1.clone())) {
                made_here.insert(error.clone());
            }
        }
        errors.append(&mut errors_here);
        made.append(&mut made_here);
    }
    assert!(errors.len() > 100, "only {} errors", errors.len());
    let dead: Vec<_> = errors.difference(&made).collect();
    assert!(dead.is_empty(), "never made: {dead:?}");
}

/// A file of a crate without its comments.
pub struct Source {
    crate_: String,
    pub tokens: TokenStream,
}

fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// The sources of all crates, without files of tests.
pub fn sources() -> impl Iterator<Item = Source> {
    let crates = std::fs::read_dir(root().join("crates")).expect("a readable directory");
    let crates = crates.map(|entry| entry.expect("a readable directory"));
    let crates = crates.map(|entry| (entry.file_name().display().to_string(), entry.path()));
    let program = ("the program".to_owned(), root().to_owned());
    let files = crates.chain([program]).flat_map(|(name, directory)| {
        let files = files_below(&directory.join("src")).into_iter();
        files.map(move |file| (name.clone(), file))
    });
    let is_code = |file: &PathBuf| {
        file.extension().is_some_and(|extension| extension == "rs") && !file.ends_with("tests.rs")
    };
    files
        .filter(move |(_, file)| is_code(file))
        .map(|(crate_, file)| {
            let code = std::fs::read_to_string(&file).expect("a readable file");
            let tokens = code.parse().expect("a file of Rust");
            Source { crate_, tokens }
        })
}

/// The tokens, without comments and items for tests.
pub fn without_tests(tokens: TokenStream) -> impl Iterator<Item = TokenTree> {
    let mut tokens = tokens.into_iter().peekable();
    let mut kept = Vec::new();
    while let Some(token) = tokens.next() {
        let attribute = match &token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => tokens.peek().and_then(stream),
            _ => None,
        };
        match attribute.map(|it| it.to_string().replace(' ', "")) {
            Some(text) if text.starts_with("doc=") => drop(tokens.next()),
            Some(text) if text == "cfg(test)" => {
                let is_end = |token: &TokenTree| match token {
                    TokenTree::Group(group) => group.delimiter() == Delimiter::Brace,
                    TokenTree::Punct(sign) => sign.as_char() == ';',
                    _ => false,
                };
                tokens.find(is_end);
            }
            _ => kept.push(token),
        }
    }
    kept.into_iter()
}

pub fn stream(token: &TokenTree) -> Option<TokenStream> {
    match token {
        TokenTree::Group(group) => Some(group.stream()),
        _ => None,
    }
}

fn is_sign(token: Option<&TokenTree>, sign: char) -> bool {
    matches!(token, Some(TokenTree::Punct(it)) if it.as_char() == sign)
}

/// Collects the texts for people; with `all`, those of one word, too.
fn collect_messages(tokens: TokenStream, all: bool, found: &mut BTreeSet<String>) {
    let tokens: Vec<_> = without_tests(tokens).collect();
    let mut at = 0;
    while let Some(token) = tokens.get(at) {
        let next = at + 1;
        let after_mark = next + usize::from(is_sign(tokens.get(next), '!'));
        match token {
            TokenTree::Punct(sign) if sign.as_char() == '#' => {
                if let Some(attribute) = tokens.get(after_mark).and_then(stream) {
                    let name = attribute.clone().into_iter().next();
                    let name = name.map(|name| name.to_string()).unwrap_or_default();
                    if FOR_PEOPLE.contains(&name.as_str()) {
                        collect_messages(attribute, name == "error", found);
                    }
                    at = after_mark;
                }
            }
            TokenTree::Ident(name)
                if FOR_PROGRAMMERS.contains(&name.to_string().as_str())
                    && tokens.get(after_mark).and_then(stream).is_some() =>
            {
                at = after_mark;
            }
            TokenTree::Group(group) => collect_messages(group.stream(), all, found),
            TokenTree::Literal(literal) => {
                found.extend(text(literal).filter(|text| all || has_words(text)));
            }
            _ => {}
        }
        at += 1;
    }
}

/// What a string literal says, with its escapes, except those of quotation marks and line ends.
pub fn text(literal: &Literal) -> Option<String> {
    let source = literal.to_string();
    let (start, end) = (source.find('"')?, source.rfind('"')?);
    if source.starts_with('\'') || end == start {
        return None;
    }
    let text = source[start + 1..end].replace("\\\"", "\"");
    let mut pieces = text.split("\\\n");
    let first = pieces.next().unwrap_or_default().to_owned();
    Some(pieces.fold(first, |joined, piece| joined + piece.trim_start()))
}

/// Whether two words follow each other, of which one may be a placeholder.
fn has_words(text: &str) -> bool {
    let words: Vec<_> = text.split([' ', '\n']).collect();
    let is_placeholder = |word: &str| word.starts_with('{') && word.ends_with('}');
    let is_word = |word: &str| {
        let word = word.trim_matches(|c: char| ",.:;()`'!?".contains(c));
        let is_letter = |c: char| c.is_alphabetic() || c == '\'' || c == '-';
        !word.is_empty() && word.chars().all(is_letter)
    };
    words.windows(2).any(|pair| {
        pair.iter().any(|word| is_word(word))
            && pair
                .iter()
                .all(|word| is_word(word) || is_placeholder(word))
    })
}

/// The names of an enum and of one of its variants.
type Variant = (String, String);

/// Collects the variants with `#[error]` that no `#[from]` makes.
fn collect_errors(tokens: &[TokenTree], errors: &mut BTreeSet<Variant>) {
    for (at, token) in tokens.iter().enumerate() {
        let is_enum = matches!(token, TokenTree::Ident(word) if *word == "enum");
        let (true, Some(name)) = (is_enum, tokens.get(at + 1)) else {
            continue;
        };
        let Some(body) = tokens[at..].iter().find_map(stream) else {
            continue;
        };
        let mut has_error = false;
        let body: Vec<_> = without_tests(body).collect();
        for (at, token) in body.iter().enumerate() {
            match token {
                TokenTree::Group(group) if group.delimiter() == Delimiter::Bracket => {
                    has_error |= group.stream().to_string().starts_with("error");
                }
                TokenTree::Ident(variant) if std::mem::take(&mut has_error) => {
                    let fields = body.get(at + 1).and_then(stream).unwrap_or_default();
                    if !fields.to_string().replace(' ', "").contains("#[from]") {
                        errors.insert((name.to_string(), variant.to_string()));
                    }
                }
                _ => {}
            }
        }
    }
}

/// Collects the variants that are made: named, but not as a pattern.
fn collect_made(tokens: &[TokenTree], made: &mut BTreeSet<Variant>) {
    for (at, token) in tokens.iter().enumerate() {
        let is_pattern = at > 1 && tokens[at - 2].to_string() == "matches";
        if let (TokenTree::Group(group), false) = (token, is_pattern) {
            let inner: Vec<_> = without_tests(group.stream()).collect();
            collect_made(&inner, made);
        }
        let is_path = is_sign(tokens.get(at + 1), ':') && is_sign(tokens.get(at + 2), ':');
        let (TokenTree::Ident(name), true) = (token, is_path) else {
            continue;
        };
        let Some(TokenTree::Ident(variant)) = tokens.get(at + 3) else {
            continue;
        };
        let has_fields = tokens.get(at + 4).and_then(stream).is_some();
        let next = tokens.get(at + 4 + usize::from(has_fields));
        if !is_sign(next, '=') && !is_sign(next, '|') {
            made.insert((name.to_string(), variant.to_string()));
        }
    }
}
