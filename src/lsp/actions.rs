//! Code actions: edits that repair findings, and showing the board.

use std::ops::Range as Span;

use admiralty_analysis::{groups, line_at, lines, ship_uses};
use admiralty_core::interpreter::Diagnostic as Finding;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Keyword, Line, Reason, Tag};
use gen_lsp_types::{CodeActionKind, Range};
use serde_json::{Value, json};

use super::diagnostics::{PlacedFinding, diagnostic, placed};
use super::document::OpenScript;

/// The command that shows the board after a line.
pub const SHOW_BOARD: &str = "admiralty.showBoard";

/// An edit with a title.
struct Repair {
    title: String,
    span: Span<usize>,
    text: String,
    is_preferred: bool,
}

impl Repair {
    fn insert(title: String, at: usize, text: String) -> Self {
        Self {
            title,
            span: at..at,
            text,
            is_preferred: true,
        }
    }
}

/// The actions for a range. The script must be executed.
pub fn actions(script: &OpenScript, uri: &str, range: Range) -> Value {
    let touched = |found: &&PlacedFinding<'_>| {
        let other = script.text.range(&found.bytes(&found.finding.span));
        other.start <= range.end && range.start <= other.end
    };
    let placed = placed(script);
    let mut actions = Vec::new();
    for found in placed.iter().filter(touched) {
        for repair in repairs(script, found) {
            let edit = json!({ "range": script.text.range(&repair.span), "newText": repair.text });
            actions.push(json!({
                "title": repair.title,
                "kind": CodeActionKind::QuickFix,
                "diagnostics": [diagnostic(found, script, uri)],
                "isPreferred": repair.is_preferred,
                "edit": { "changes": { uri: [edit] } },
            }));
        }
    }
    let title = "Show the board here";
    actions.push(json!({
        "title": title,
        "kind": "source.showBoard",
        "command": { "title": title, "command": SHOW_BOARD, "arguments": [uri, range.end] },
    }));
    actions.into()
}

/// The edits that repair a finding.
fn repairs(script: &OpenScript, placed: &PlacedFinding<'_>) -> Vec<Repair> {
    let Finding {
        code, replacement, ..
    } = placed.finding;
    let line = placed.line_start;
    let state = script.before(line);
    let game = state.session().game();
    let mut repairs = Vec::new();
    if let Some(replacement) = replacement {
        let span = placed.bytes(&replacement.span);
        let old = &script.text.script()[span.clone()];
        let is_swapped = old
            .split_whitespace()
            .rev()
            .eq(replacement.text.split_whitespace())
            && old.contains(' ');
        let title = if is_swapped {
            "Swap row and column:"
        } else {
            "Replace with"
        };
        repairs.push(Repair {
            title: format!("{title} {}", replacement.text),
            span,
            text: replacement.text.clone(),
            is_preferred: true,
        });
    }
    match Reason::with_text(code.as_bytes()) {
        Some(Reason::GroupNotClosed) => {
            if let Some(tag) = state.open_tag() {
                repairs.push(Repair::insert(
                    format!("Close the {tag} group first"),
                    line,
                    format!("{tag}\n"),
                ));
            }
        }
        Some(Reason::TheOtherPlayerExpected) => {
            let tag = Tag::Player(game.next_player());
            repairs.push(Repair::insert(
                format!("Insert an empty {tag} turn"),
                line,
                format!("{tag}\n{tag}\n"),
            ));
        }
        Some(Reason::AllShipsOfTheClassAlreadySet | Reason::NotAllShipsPlaced) => {
            let players = Player::BOTH.into_iter();
            repairs.extend(players.filter_map(|player| declare_fleet(script, line, player)));
        }
        None if code == &"group-never-closed" => repairs.extend(close_last(script)),
        None if code == &"after-the-end" => {
            let bytes = script.bytes();
            let open = groups(&bytes[..line])
                .pop()
                .filter(|group| !group.is_closed);
            let start = open.map_or(line, |group| group.opening.start);
            repairs.push(Repair {
                title: "Remove what is never executed".to_owned(),
                span: start..bytes.len(),
                text: String::new(),
                is_preferred: false,
            });
        }
        _ => {}
    }
    repairs
}

/// Closes the group that is open at the end.
fn close_last(script: &OpenScript) -> Option<Repair> {
    let group = groups(script.bytes())
        .pop()
        .filter(|group| !group.is_closed)?;
    let end = script.bytes().len();
    let feed = if script.bytes().ends_with(b"\n") {
        ""
    } else {
        "\n"
    };
    let (title, text) = (
        format!("Close the {} group", group.tag),
        format!("{feed}{}\n", group.tag),
    );
    Some(Repair::insert(title, end, text))
}

/// Declares the fleet of a player whose ships the script places, in the game that a line belongs to; `None` if it is
/// declared so.
fn declare_fleet(script: &OpenScript, line: usize, player: Player) -> Option<Repair> {
    let bytes = script.bytes();
    let mut rules = *RuleSet::SHIPS;
    let (mut begun, mut game) = (None, 0);
    let mut declared = None;
    for span in lines(bytes).take_while(|span| span.start <= line) {
        match Line::parse(&bytes[span.clone()]) {
            Line::Command(Command::Rules(choice)) => {
                rules = choice.rules();
                (begun, declared) = (Some(span.end), None);
                game += 1;
            }
            Line::Command(Command::BoardSize(_)) => {
                begun = Some(span.end);
                game += 1;
            }
            Line::Command(Command::SetFleet {
                player: of, counts, ..
            }) if of == player => declared = Some((span, counts)),
            _ => {}
        }
    }
    let uses = ship_uses(bytes);
    let placed = uses
        .iter()
        .filter(|one| one.places && one.player == player && one.game == game);
    let mut counts = vec![0; rules.classes.len()];
    for one in placed {
        let class = rules.class_named(one.class)?;
        let count = counts.get_mut(usize::from(class.index))?;
        *count = one.index.checked_add(1)?.max(*count);
    }
    if counts.iter().all(|&count| count == 0) {
        return None;
    }
    let numbers: Vec<_> = counts.iter().map(ToString::to_string).collect();
    let command = format!("{} {player} {}", Keyword::SetFleet, numbers.join(" "));
    let title = format!("Declare the fleet that {player} places: {command}");
    Some(match (declared, begun) {
        (Some((_, old)), _) if *old == *counts => return None,
        (Some((span, _)), _) => Repair {
            title,
            span: line_at(bytes, span.start),
            text: command,
            is_preferred: false,
        },
        (None, Some(end)) => Repair::insert(title, end, format!("\n{command}")),
        (None, None) => {
            let group = format!("{tag}\n{command}\n{tag}\n", tag = Tag::State);
            Repair::insert(title, 0, group)
        }
    })
}
