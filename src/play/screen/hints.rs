//! Which keys there are, which of them do something now, and the line that says so.

use ratatui::buffer::Buffer;
use ratatui::crossterm::event::{KeyCode, KeyEvent, KeyModifiers};
use ratatui::layout::Rect;
use ratatui::text::{Line, Span};
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::app::{AimMode, App, ScreenPage};
use super::ship_input::EnterAction;
use crate::play::{BoardView, GameSession, PlacementDraft, PlayerView};
use crate::rules::FieldNames;

/// A key, or the message that names it, with the message that says what it does.
pub(super) type Hint = (&'static str, &'static str);

const ARROWS: &str = "↑↓←→";
const ENTER: &str = "key-enter";
const SPACE: &str = "key-space";
const FAR: &str = "key-far";
const PAGES: &str = "key-pages";

/// What is always shown if it can be done: the way out of a turn, and of the game.
const KEPT: [&str; 4] = ["hint-end", "hint-save", "hint-help", "hint-quit"];

impl App {
    /// Whether ships move.
    pub(super) fn ships_move(&self) -> bool {
        self.session
            .as_ref()
            .is_some_and(|session| !session.rules().announces_shots())
    }

    /// All keys of the page, the most important first.
    pub(super) fn keys(&self) -> Vec<Hint> {
        let mut keys: Vec<Hint> = match self.page {
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
            ScreenPage::Battle if self.ships_move() => vec![
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
        let screen = self
            .session
            .as_ref()
            .and_then(|session| session.rules().screen_style());
        if let (Some(screen), ScreenPage::Placing | ScreenPage::Battle) = (screen, self.page) {
            if screen.lies_ahead && self.page == ScreenPage::Placing {
                keys.push(("1-4", "hint-direction"));
            }
            keys.push(match screen.fields {
                FieldNames::LetterAndNumber => ("B7", "hint-field"),
                FieldNames::Numbers => ("2/7", "hint-field"),
            });
        }
        if self.page != ScreenPage::Start {
            keys.push(("s", "hint-save"));
        }
        keys.extend([("?", "hint-help"), ("q", "hint-quit")]);
        keys
    }

    /// The keys that do something now, with what they do.
    fn active_keys(&self) -> Vec<Hint> {
        let view = self.view();
        let keys = self.keys().into_iter();
        keys.filter_map(|(key, id)| Some((key, self.now(id, view.as_ref())?)))
            .collect()
    }

    /// What a key does now that does what a message says.
    fn now(&self, id: &'static str, view: Option<&PlayerView<'_>>) -> Option<&'static str> {
        let is_there = match (self.page, id) {
            // They are letters of the name.
            (ScreenPage::Start, "hint-help" | "hint-quit") => !self.form.is_naming(),
            (_, "hint-save" | "hint-help" | "hint-quit") => true,
            // It is in the help.
            (_, "hint-leap") => false,
            (_, "hint-news") => self
                .session
                .as_ref()
                .is_some_and(|session| session.all_events(self.viewer).len() > 1),
            (_, "hint-board") => view.is_some_and(|view| view.boards().len() > 1),
            (ScreenPage::Start, id) => return self.hint_for_form(id),
            (ScreenPage::Placing, id) => return self.hint_for_placing(id),
            (ScreenPage::Battle, _) if self.is_computer_turn() => false,
            (ScreenPage::Battle, id) if self.ships_move() => return self.hint_for_ships(id, view?),
            (ScreenPage::Battle, "hint-shoot") => self.board == BoardView::Enemy,
            (ScreenPage::Battle, "hint-end") => self.has_shot(),
            (ScreenPage::Watch, "hint-pause") if self.pace.is_paused => return Some("hint-go-on"),
            _ => true,
        };
        is_there.then_some(id)
    }

    fn hint_for_form(&self, id: &'static str) -> Option<&'static str> {
        let is_last = self.form.is_at_last_game();
        match id {
            "hint-begin" if is_last => Some("hint-go-on"),
            "hint-change" if is_last || self.form.is_at_begin() || self.form.is_naming() => None,
            id => Some(id),
        }
    }

    fn hint_for_placing(&self, id: &'static str) -> Option<&'static str> {
        let draft = self.draft.as_ref()?;
        let is_done = draft.is_complete();
        let is_there = match id {
            "hint-place" if is_done => return Some("hint-accept"),
            "hint-rotate" | "hint-direction" | "hint-cursor" | "hint-field" | "hint-fill" => {
                !is_done
            }
            "hint-class" => draft.classes_left().len() > 1,
            "hint-undo" | "hint-clear" => !PlacementDraft::placements(draft).is_empty(),
            _ => true,
        };
        is_there.then_some(id)
    }

    fn hint_for_ships(&self, id: &'static str, view: &PlayerView<'_>) -> Option<&'static str> {
        let has_targets =
            |session: &GameSession| session.turn_commands().any(|(_, is_done)| !is_done);
        let is_there = match id {
            "hint-shoot" => {
                return Some(match self.enter_action(view) {
                    EnterAction::Choose(_) => "hint-choose",
                    EnterAction::LetGo(_) => "hint-let-go",
                    EnterAction::Move(..) => "hint-move",
                    EnterAction::Plane(_) => "hint-plane",
                    EnterAction::Target => "hint-target",
                    EnterAction::Shoot(_) | EnterAction::Call => "hint-shoot",
                    EnterAction::NeedsShip => return None,
                });
            }
            "hint-move" => self.selected.is_some() || self.ship_under_cursor().is_some(),
            "hint-plane" => self.aim != AimMode::Plane && self.carrier(view).is_some(),
            "hint-undo" => self.session.as_ref().is_some_and(has_targets),
            "hint-cancel" => self.selected.is_some(),
            _ => true,
        };
        is_there.then_some(id)
    }

    /// What a key is called in the language.
    pub(super) fn key_text(&self, key: &str) -> String {
        if key.starts_with("key-") {
            self.messages.text(key)
        } else {
            key.to_owned()
        }
    }

    /// What a key that was pressed is called.
    pub(super) fn pressed_key_name(&self, key: KeyEvent) -> String {
        let held = [
            (KeyModifiers::CONTROL, "Ctrl+"),
            (KeyModifiers::ALT, "Alt+"),
        ];
        let held = held
            .into_iter()
            .filter(|(modifier, _)| key.modifiers.contains(*modifier));
        let held: String = held.map(|(_, name)| name).collect();
        match key.code {
            KeyCode::Enter => self.messages.text(ENTER),
            code => format!("{held}{code}"),
        }
    }

    /// The keys that do something now, as many as fit; some always do.
    pub(super) fn draw_hints(&self, area: Rect, buffer: &mut Buffer) {
        let all: Vec<_> = self
            .active_keys()
            .into_iter()
            .map(|(key, id)| {
                (
                    self.key_text(key),
                    self.messages.text(id),
                    KEPT.contains(&id),
                )
            })
            .collect();
        let width = |key: &str, text: &str| key.width() + 1 + text.width() + 2;
        let kept = all.iter().filter(|(_, _, is_kept)| *is_kept);
        let kept: usize = kept.map(|(key, text, _)| width(key, text)).sum();
        // The last one needs no blanks behind it.
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
            spans.push(Span::styled(key, self.theme.key()));
            spans.push(Span::raw(format!(" {text}  ")));
        }
        Paragraph::new(Line::from(spans)).render(area, buffer);
    }
}
