//! The keys of each page, and the line at the bottom that shows those with an effect.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::{ScreenPage, Ui};
use crate::rules::{FieldNames, RuleSet};

/// A key, or the id of the message that names it, with the id of the message that says
/// what it does.
pub(super) type Hint = (&'static str, &'static str);

const ARROWS: &str = "↑↓←→";
const ENTER: &str = "key-enter";
const SPACE: &str = "key-space";
const FAR: &str = "key-far";
const PAGES: &str = "key-pages";

/// What is never cut off: the way out of a turn, and of the game.
const KEPT: [&str; 4] = ["hint-end", "hint-save", "hint-help", "hint-quit"];

/// All keys of a page, the most important first.
pub(super) fn keys(page: ScreenPage, rules: Option<&RuleSet>) -> Vec<Hint> {
    let ships_move = rules.is_some_and(|rules| !rules.announces_shots());
    let mut keys: Vec<Hint> = match page {
        ScreenPage::Start => vec![
            ("↑↓", "hint-line"),
            ("←→", "hint-change"),
            (ENTER, "hint-begin"),
        ],
        ScreenPage::Placing => vec![
            (ARROWS, "hint-cursor"),
            (ENTER, "hint-place"),
            ("r", "hint-rotate"),
            ("Tab", "hint-class"),
            ("u", "hint-undo"),
            ("a", "hint-random"),
            ("f", "hint-fill"),
            ("c", "hint-clear"),
            (FAR, "hint-leap"),
        ],
        ScreenPage::Battle if ships_move => vec![
            (ENTER, "hint-shoot"),
            ("e", "hint-end"),
            ("Tab", "hint-ship"),
            ("f l r", "hint-move"),
            ("p", "hint-plane"),
            ("u", "hint-undo"),
            ("Esc", "hint-cancel"),
            (ARROWS, "hint-cursor"),
            (PAGES, "hint-news"),
            (FAR, "hint-leap"),
        ],
        ScreenPage::Battle => vec![
            (ARROWS, "hint-cursor"),
            (ENTER, "hint-shoot"),
            ("Tab", "hint-board"),
            ("e", "hint-end"),
            (PAGES, "hint-news"),
            (FAR, "hint-leap"),
        ],
        ScreenPage::HandOver => vec![
            (ENTER, "hint-go-on"),
            ("Tab", "hint-board"),
            (PAGES, "hint-news"),
        ],
        ScreenPage::Hidden => vec![(SPACE, "hint-go-on")],
        ScreenPage::Watch => vec![
            ("p", "hint-pause"),
            (ENTER, "hint-single"),
            ("+ -", "hint-speed"),
            ("Tab", "hint-board"),
            (PAGES, "hint-news"),
        ],
        ScreenPage::Over => vec![
            ("n", "hint-new"),
            ("Tab", "hint-board"),
            (ARROWS, "hint-cursor"),
        ],
    };
    let screen = rules.and_then(RuleSet::screen_style);
    if let (Some(screen), ScreenPage::Placing | ScreenPage::Battle) = (screen, page) {
        if screen.lies_ahead && page == ScreenPage::Placing {
            keys.push(("1-4", "hint-direction"));
        }
        keys.push(match screen.fields {
            FieldNames::LetterAndNumber => ("B7", "hint-field"),
            FieldNames::Numbers => ("2/7", "hint-field"),
        });
    }
    if page != ScreenPage::Start {
        keys.push(("s", "hint-save"));
    }
    keys.extend([("?", "hint-help"), ("q", "hint-quit")]);
    keys
}

/// Draws the keys that have an effect, as many as fit. `active` gives the id of the
/// message for what a key does now.
pub(super) fn draw(
    ui: &Ui,
    page: ScreenPage,
    rules: Option<&RuleSet>,
    active: impl Fn(&'static str) -> Option<&'static str>,
    area: Rect,
    buffer: &mut Buffer,
) {
    let keys = keys(page, rules).into_iter();
    let keys = keys.filter_map(|(key, id)| Some((key, active(id)?)));
    let all: Vec<_> = keys
        .map(|(key, id)| (ui.key_text(key), ui.messages.text(id), KEPT.contains(&id)))
        .collect();
    let width = |key: &str, text: &str| key.width() + 1 + text.width() + 2;
    let kept = all.iter().filter(|(_, _, is_kept)| *is_kept);
    let kept: usize = kept.map(|(key, text, _)| width(key, text)).sum();
    // No blank is needed after the last one.
    let mut room = (usize::from(area.width) + 1).saturating_sub(kept);
    let mut is_full = false;
    let mut spans = vec![Span::raw(" ")];
    for (key, text, is_kept) in all {
        if !is_kept {
            let needed = width(&key, &text);
            is_full |= needed > room;
            if is_full {
                continue;
            }
            room -= needed;
        }
        spans.push(Span::styled(key, ui.theme.key()));
        spans.push(Span::raw(format!(" {text}  ")));
    }
    Paragraph::new(Line::from(spans)).render(area, buffer);
}
