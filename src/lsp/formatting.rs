//! Formatting, folding, closing groups while typing, and editing both tags of a group at once.

use std::ops::Range as Span;

use admiralty_analysis::{Group, groups, line_at};
use admiralty_core::script::{Line, Tag};
use gen_lsp_types::Position;
use serde_json::{Value, json};

use super::document::OpenScript;

/// The edit that writes the lines of a range as the program does, if any line changes.
pub fn format(script: &OpenScript, range: Span<usize>) -> Value {
    let bytes = script.bytes();
    let start = line_at(bytes, range.start).start;
    let end = line_at(bytes, range.end.max(start)).end;
    // An editor counts a carriage return before the line feed as part of the line ending.
    let end = end - usize::from(bytes[start..end].ends_with(b"\r"));
    let old = &script.text.script()[start..end];
    let mut new = Vec::with_capacity(old.len());
    for line in old.split_inclusive('\n') {
        let content = line.trim_end_matches('\n');
        let content = content.strip_suffix('\r').unwrap_or(content);
        new.extend_from_slice(&Line::formatted(content.as_bytes()));
        new.extend_from_slice(&line.as_bytes()[content.len()..]);
    }
    if new == old.as_bytes() {
        return json!([]);
    }
    let new = String::from_utf8_lossy(&new);
    json!([{ "range": script.text.range(&(start..end)), "newText": new }])
}

/// The lines of the groups that have several.
pub fn folding_ranges(script: &OpenScript) -> Value {
    let line = |span: &Span<usize>| script.text.position(span.start).line;
    let ranges = groups(script.bytes()).into_iter();
    let ranges = ranges.map(|group| (line(&group.opening), line(&group.last)));
    let several = ranges.filter(|(start, end)| start < end);
    several
        .map(|(start, end)| json!({ "startLine": start, "endLine": end }))
        .collect()
}

/// After a line feed behind a tag that opens a group, the tag that closes it, unless there is one.
pub fn on_type(script: &OpenScript, position: Position) -> Value {
    let byte = script.text.byte_at(position);
    let line = line_at(script.bytes(), byte);
    let groups = groups(script.bytes());
    let opened = groups
        .iter()
        .enumerate()
        .find(|(_, group)| group.opening.end + 1 == line.start && group.opening.start < line.start);
    let Some((number, group)) = opened else {
        return json!([]);
    };
    // Another tag behind it that is the same would have closed the group, and shifted all that follow.
    let is_whole = group.is_closed && groups.last().is_none_or(|last| last.is_closed);
    let closes_other = groups[number + 1..]
        .first()
        .is_some_and(|next| next.tag == group.tag);
    if is_whole && !closes_other {
        return json!([]);
    }
    let is_blank = script.text.script()[line.clone()].trim().is_empty();
    if !is_blank {
        return json!([]);
    }
    // Text that is inserted at the cursor moves it, so the tag goes before the next line if there is one.
    let (at, text) = if line.end < script.bytes().len() {
        (line.end + 1, format!("{}\n", group.tag))
    } else {
        (line.end, format!("\n{}", group.tag))
    };
    let at = script.text.position(at);
    json!([{ "range": { "start": at, "end": at }, "newText": text }])
}

/// The names in both tags of the group at a position.
pub fn linked_ranges(script: &OpenScript, position: Position) -> Option<Value> {
    let byte = script.text.byte_at(position);
    let bytes = script.bytes();
    let has = |span: &Span<usize>| (span.start..=span.end).contains(&byte);
    let is_at = |group: &Group| has(&group.opening) || has(&group.last);
    let group = groups(bytes)
        .into_iter()
        .find(|group| group.is_closed && is_at(group))?;
    let name = |line: Span<usize>| {
        let (start, word) = Line::word_indices(&bytes[line.clone()]).next()?;
        Tag::from_token(word)?;
        let start = line.start + start;
        Some(start + 1..start + word.len() - 1)
    };
    let names = [name(group.opening)?, name(group.last)?];
    names.iter().any(has).then(|| {
        json!({
            "ranges": names.map(|name| script.text.range(&name)),
            "wordPattern": "[A-Za-z]+",
        })
    })
}
