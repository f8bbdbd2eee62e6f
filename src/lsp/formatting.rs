//! Formatting, folding, closing groups while typing, and editing both tags of a group at once.

use std::ops::Range as Span;

use admiralty_analysis::{Group, groups, line_at, lines};
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

/// The names in both tags of the group at a position. While they are changed they are no tags, but equal.
pub fn linked_ranges(script: &OpenScript, position: Position) -> Option<Value> {
    let byte = script.text.byte_at(position);
    let bytes = script.bytes();
    let name = name_in_brackets(bytes, line_at(bytes, byte))?;
    if !(name.start..=name.end).contains(&byte) {
        return None;
    }
    let other = if Tag::from_token(&bytes[name.start - 1..=name.end]).is_some() {
        let mut groups = groups(bytes).into_iter().filter(|group| group.is_closed);
        groups.find_map(|Group { opening, last, .. }| {
            if opening.contains(&name.start) {
                name_in_brackets(bytes, last)
            } else if last.contains(&name.start) {
                name_in_brackets(bytes, opening)
            } else {
                None
            }
        })?
    } else {
        let mut names = lines(bytes).filter_map(|line| name_in_brackets(bytes, line));
        names.find(|other| *other != name && bytes[other.clone()] == bytes[name.clone()])?
    };
    let ranges = [&name, &other].map(|name| script.text.range(name));
    Some(json!({ "ranges": ranges, "wordPattern": "[A-Za-z]*" }))
}

/// The bytes between the brackets of a line whose first word is in brackets.
fn name_in_brackets(bytes: &[u8], line: Span<usize>) -> Option<Span<usize>> {
    let (start, word) = Line::word_indices(&bytes[line.clone()]).next()?;
    let name = word.strip_prefix(b"[")?.strip_suffix(b"]")?;
    let start = line.start + start + 1;
    Some(start..start + name.len())
}
