//! The lines and groups of a script, as they are written.

use std::ops::Range;

use admiralty_core::script::{Line, Tag};

/// A group of a script.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Group {
    /// The tag.
    pub tag: Tag,
    /// The bytes of the line that opens it.
    pub opening: Range<usize>,
    /// The bytes of the last line that is not blank: the closing tag, if it is closed.
    pub last: Range<usize>,
    /// Whether it is closed.
    pub is_closed: bool,
    /// The number of the turn, from 1, if it is a player's.
    pub turn: Option<u64>,
}

/// The bytes of the line that has a byte, without its line feed.
pub fn line_at(script: &[u8], byte: usize) -> Range<usize> {
    let byte = byte.min(script.len());
    let before = script[..byte].iter().rposition(|&one| one == b'\n');
    let after = script[byte..].iter().position(|&one| one == b'\n');
    before.map_or(0, |feed| feed + 1)..after.map_or(script.len(), |feed| byte + feed)
}

/// The bytes of each line, without its line feed.
pub fn lines(script: &[u8]) -> impl Iterator<Item = Range<usize>> {
    let mut next = 0;
    script.split(|&byte| byte == b'\n').map(move |line| {
        let start = next;
        next += line.len() + 1;
        start..start + line.len()
    })
}

/// The groups of a script, or of its beginning.
pub fn groups(script: &[u8]) -> Vec<Group> {
    let mut groups: Vec<Group> = Vec::new();
    let mut turns = 0;
    for line in lines(script) {
        let open = groups.last_mut().filter(|group| !group.is_closed);
        let mut first_words = Line::words(&script[line.clone()]);
        let tag = match (first_words.next(), first_words.next()) {
            (None, _) => continue,
            (Some(word), None) => Tag::from_token(word),
            _ => None,
        };
        match (tag, open) {
            (Some(tag), open) if open.as_ref().is_none_or(|open| open.tag != tag) => {
                let turn = (tag != Tag::State).then(|| {
                    turns += 1;
                    turns
                });
                groups.push(Group {
                    tag,
                    opening: line.clone(),
                    last: line,
                    is_closed: false,
                    turn,
                });
            }
            (_, None) => {}
            (tag, Some(open)) => {
                open.last = line;
                open.is_closed = tag.is_some();
            }
        }
    }
    groups
}
