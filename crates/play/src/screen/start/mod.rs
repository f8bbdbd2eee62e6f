//! The start page, on which a game is chosen.

mod draw;
mod values;

use tui_input::Input;

use super::keys::{ENTER, Keys, key};
use super::text::edit;
use super::{Intent, ScreenPage, Ui};
use crate::{Controller, NAME_MAX, Setup, cycle};
use admiralty_core::geometry::Direction;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;

/// How many steps a leap changes a value.
const LEAP: usize = 5;

/// The choices so far.
#[derive(Clone, Debug)]
pub(super) struct StartPage {
    pub setup: Setup,
    /// The game that can be resumed.
    last: Option<LastGame>,
    chosen: FormLine,
    first: usize,
}

/// The last game, offered by the start page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastGame {
    /// Its rule set.
    pub rules: &'static RuleSet,
    /// The number of its turn.
    pub turn: u64,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FormLine {
    LastGame,
    Language,
    Rules,
    Side,
    Rows,
    Columns,
    Reefs,
    Shooting,
    Count(usize),
    Length(usize),
    Hits,
    Controller(Player),
    Name(Player),
    Placing,
    FirstPlayer,
    Begin,
}

impl FormLine {
    /// Whether the line begins a game, and has no value.
    const fn is_button(self) -> bool {
        matches!(self, Self::Begin | Self::LastGame)
    }
}

impl StartPage {
    pub fn new(setup: Setup, last: Option<LastGame>) -> Self {
        Self {
            setup,
            chosen: match last {
                Some(_) => FormLine::LastGame,
                None => FormLine::Rules,
            },
            last,
            first: 0,
        }
    }

    pub fn forget_last(&mut self) {
        self.last = None;
        self.chosen = FormLine::Rules;
    }

    pub fn keys() -> Keys {
        let keys = Keys {
            page: ScreenPage::Start,
            hints: vec![
                key("↑↓", "hint-line"),
                key("←→", "hint-change"),
                key(ENTER, "hint-begin"),
            ],
            mouse: Some("mouse-start"),
        };
        keys.with_shared(None)
    }

    pub fn is_naming(&self) -> bool {
        matches!(self.chosen, FormLine::Name(_))
    }

    /// What a key does in the chosen line whose hint is `id`.
    pub fn active_hint(&self, id: &'static str) -> Option<&'static str> {
        let line = self.chosen;
        match id {
            // They are letters of the name.
            "hint-help" | "hint-quit" if self.is_naming() => None,
            "hint-begin" if line == FormLine::LastGame => Some("hint-go-on"),
            "hint-change" if line.is_button() || self.is_naming() => None,
            id => Some(id),
        }
    }

    /// Handles an intent; returns the button that was pressed.
    pub fn handle(&mut self, intent: Intent, ui: &mut Ui) -> Option<FormLine> {
        match intent {
            Intent::Step(Direction::North) | Intent::Next(false) => self.step(false),
            Intent::Step(Direction::South) | Intent::Next(true) => self.step(true),
            Intent::Step(Direction::West) | Intent::Wheel(false) => self.change(false, ui),
            Intent::Step(Direction::East) | Intent::Wheel(true) => self.change(true, ui),
            Intent::Leap(direction) => {
                for _ in 0..LEAP {
                    self.change(direction == Direction::East, ui);
                }
            }
            Intent::Edit(request) => {
                if let FormLine::Name(player) = self.chosen {
                    let name = &mut self.setup.names[player];
                    let mut input = Input::from(name.as_str());
                    edit(&mut input, request, NAME_MAX);
                    input.value().clone_into(name);
                }
            }
            Intent::Act => match self.chosen {
                button if button.is_button() => return Some(button),
                _ => self.chosen = FormLine::Begin,
            },
            Intent::Point(x, y) => {
                let line = *self.lines().get(draw::line_at(self.first, y)?)?;
                if line != self.chosen {
                    self.chosen = line;
                } else if self.chosen.is_button() {
                    return Some(line);
                } else {
                    self.change(draw::is_right_half(x), ui);
                }
            }
            _ => {}
        }
        None
    }

    /// The lines for the rule set and the players.
    fn lines(&self) -> Vec<FormLine> {
        let rules = self.setup.rules;
        let mut lines = Vec::new();
        if self.last.is_some() {
            lines.push(FormLine::LastGame);
        }
        lines.extend([FormLine::Language, FormLine::Rules]);
        for player in Player::BOTH {
            lines.push(FormLine::Controller(player));
            if self.setup.controllers[player] == Controller::Person {
                lines.push(FormLine::Name(player));
            }
        }
        if !rules.announces_shots() {
            use FormLine::{Columns, Reefs, Rows, Shooting};
            lines.extend([Rows, Columns, Reefs, Shooting]);
        } else if !rules.board_sides.is_fixed() {
            lines.push(FormLine::Side);
        }
        for class in 0..rules.classes.len() {
            lines.push(FormLine::Count(class));
            if rules.has_free_lengths {
                lines.push(FormLine::Length(class));
            }
        }
        if rules.announces_shots() && !rules.always_names_hits() {
            lines.push(FormLine::Hits);
        }
        lines.extend([FormLine::Placing, FormLine::FirstPlayer, FormLine::Begin]);
        lines
    }

    fn step(&mut self, is_down: bool) {
        let lines = self.lines();
        cycle(&mut self.chosen, &lines, is_down);
    }

    /// Scrolls until the chosen line is among the rows shown.
    fn show_chosen(&mut self, rows: usize) {
        let lines = self.lines();
        let line = lines.iter().position(|line| *line == self.chosen);
        let line = line.unwrap_or(0);
        let last = (line + 1).saturating_sub(rows);
        let most = lines.len().saturating_sub(rows);
        self.first = self.first.clamp(last, line.max(last)).min(most.max(last));
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::rules::SHIPS;

    /// The chosen line is shown, and no row is wasted.
    #[test]
    fn the_start_page_scrolls() {
        for rows in [1, 5, 10, 40] {
            let mut page = StartPage::new(Setup::new(&SHIPS, 1), None);
            let count = page.lines().len();
            for step in 0..3 * count {
                page.step(step < 2 * count);
                page.show_chosen(rows);
                assert!(
                    page.lines()[page.first..]
                        .iter()
                        .take(rows)
                        .any(|line| *line == page.chosen)
                );
                assert!(page.first <= count.saturating_sub(rows));
            }
            page.show_chosen(count);
            assert_eq!(page.first, 0);
        }
    }
}
