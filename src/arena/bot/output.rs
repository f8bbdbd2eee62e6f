//! Finds the turn and the information in the output of a bot.

use bstr::{BString, ByteSlice};

use crate::player::Player;
use crate::rules::RuleSet;
use crate::script::{Command, LINE_BYTES_MAX, Tag, Tokens, parse_command};

/// The turn in an output.
pub struct PrintedTurn<'o> {
    /// Whose group it is.
    pub player: Player,
    /// The lines of the group.
    pub block: &'o [u8],
    /// Whether its tag came twice.
    pub is_closed: bool,
    /// What follows the group.
    pub rest: &'o [u8],
}

impl<'o> PrintedTurn<'o> {
    /// The first group of a player.
    pub fn find(output: &'o [u8]) -> Option<Self> {
        let mut opened = None;
        let mut end = 0;
        for line in lines(output) {
            let begin = end;
            end = (begin + line.len() + 1).min(output.len());
            let Some(Tag::Player(found)) = tag_of(line) else {
                continue;
            };
            match opened {
                None => opened = Some((found, end)),
                Some((player, from)) if player == found => {
                    return Some(Self {
                        player,
                        block: &output[from..begin],
                        is_closed: true,
                        rest: &output[end..],
                    });
                }
                // A tag of the other player inside is for the judge.
                Some(_) => {}
            }
        }
        opened.map(|(player, from)| Self {
            player,
            block: &output[from..],
            is_closed: false,
            rest: &[],
        })
    }
}

/// The `INFORMATION` of a player in the groups of the state.
pub fn information(
    rest: &[u8],
    player: Player,
    rules: &'static RuleSet,
) -> impl Iterator<Item = BString> {
    let mut group = None;
    lines(rest).filter_map(move |line| {
        if let Some(tag) = tag_of(line) {
            group = match group {
                Some(open) if open == tag => None,
                Some(open) => Some(open),
                None => Some(tag),
            };
            return None;
        }
        if group != Some(Tag::State) || line.len() > LINE_BYTES_MAX {
            return None;
        }
        match parse_command(line, rules) {
            Ok(Command::Information {
                player: whose,
                text,
            }) if whose == player => Some(text),
            _ => None,
        }
    })
}

/// Lines without their line feeds.
pub fn lines(text: &[u8]) -> impl Iterator<Item = &[u8]> {
    text.lines_with_terminator()
        .map(|line| line.strip_suffix(b"\n").unwrap_or(line))
}

fn tag_of(line: &[u8]) -> Option<Tag> {
    let mut tokens = Tokens::new(line);
    let tag = Tag::from_token(tokens.next()?.text)?;
    tokens.next().is_none().then_some(tag)
}
