//! What may be written at a position.

use admiralty_analysis::{Candidate, Progress, WordKind, candidates};
use admiralty_core::script::{Keyword, Tag};
use gen_lsp_types::{CompletionItemKind, InsertTextFormat, Position, Range};
use serde_json::{Value, json};

use super::arguments::documentation;
use super::document::OpenScript;

/// The tags, commands or arguments that begin with what is written before a position.
pub fn complete(script: &OpenScript, position: Position, has_snippets: bool) -> Value {
    let byte = script.text.byte_at(position);
    let (line, words) = script.words_at(byte, true);
    let state = script.before(line.start);
    let at = byte - line.start;
    let Some((word, before)) = words.split_last() else {
        let range = script.text.range(&(byte..byte));
        return first_words(&state, "", range, has_snippets);
    };
    let start = if word.span.end < at {
        at
    } else {
        word.span.start
    };
    let typed = &script.text.script()[line.start + start..byte];
    let range = script.text.range(&(line.start + start..byte));
    match word.kind {
        _ if before.is_empty() && start == word.span.start => {
            first_words(&state, typed, range, has_snippets)
        }
        WordKind::Argument { keyword, kind, .. } => {
            let text = &script.bytes()[line.start..];
            let before = before.iter().skip(1).map(|word| &text[word.span.clone()]);
            let offered = candidates(&state, keyword, kind, &before.collect::<Vec<_>>());
            let offered = offered.iter().filter(|one| begins(&one.text, typed));
            let items = offered.enumerate();
            items
                .map(|(number, Candidate { text, detail })| {
                    let mut item = item(text, CompletionItemKind::Value, range);
                    item["detail"] = json!(detail);
                    // In the order in which they are offered, not by name.
                    item["sortText"] = json!(format!("{number:05}"));
                    // Neovim completes plain text up to its first blank.
                    if has_snippets && text.contains(' ') {
                        item["insertTextFormat"] = json!(InsertTextFormat::Snippet);
                    }
                    item
                })
                .collect()
        }
        _ => json!([]),
    }
}

fn begins(text: &str, typed: &str) -> bool {
    let beginning = text.get(..typed.len());
    beginning.is_some_and(|beginning| beginning.eq_ignore_ascii_case(typed))
}

fn item(text: &str, kind: CompletionItemKind, range: Range) -> Value {
    json!({
        "label": text,
        "kind": kind,
        "filterText": text,
        "textEdit": { "range": range, "newText": text },
    })
}

/// The tags and commands that may begin a line; outside groups, whole groups, too.
fn first_words(state: &Progress, typed: &str, range: Range, has_snippets: bool) -> Value {
    let open = state.open_tag();
    let game = state.session().game();
    let next = Tag::Player(game.next_player());
    let tags = Tag::ALL.into_iter();
    let tags = tags.filter(|&tag| open.is_none_or(|open| tag == open));
    let mut items: Vec<_> = tags
        .clone()
        .filter(|tag| begins(tag.text(), typed))
        .map(|tag| {
            let mut item = item(tag.text(), CompletionItemKind::Module, range);
            item["detail"] = json!(match (open, tag) {
                (Some(_), _) => "closes the group",
                (None, Tag::State) => "state commands",
                (None, tag) if tag == next => "the next turn",
                (None, _) => "not the next player",
            });
            // What closes the group, and who is next, comes first.
            let is_likely = open.is_some() || tag == next;
            item["sortText"] = json!(format!("{}{tag}", u8::from(!is_likely)));
            item
        })
        .collect();
    let is_wanted = |word: &Keyword| {
        let belongs = open.is_none_or(|open| word.belongs_in(open, game.rules()));
        belongs && begins(word.text(), typed)
    };
    items.extend(Keyword::ALL.into_iter().filter(is_wanted).map(|word| {
        let mut item = item(word.text(), CompletionItemKind::Keyword, range);
        item["detail"] = json!(word.usage());
        item["documentation"] = documentation(word);
        item["sortText"] = json!(format!("2{word}"));
        item
    }));
    if has_snippets && open.is_none() {
        let groups =
            tags.filter(|tag| begins(tag.text(), typed) && (*tag == Tag::State || *tag == next));
        items.extend(groups.map(|tag| {
            let mut item = item(tag.text(), CompletionItemKind::Snippet, range);
            item["label"] = json!(format!("{tag} ... {tag}"));
            item["detail"] = json!("a whole group");
            item["insertTextFormat"] = json!(InsertTextFormat::Snippet);
            item["textEdit"]["newText"] = json!(format!("{tag}\n$0\n{tag}"));
            item["sortText"] = json!(format!("3{tag}"));
            item
        }));
    }
    items.into()
}
