//! The start page, on which a game is chosen.

use clap::ValueEnum;
use ratatui::buffer::Buffer;
use ratatui::layout::{Constraint, Layout, Rect};
use ratatui::style::Style;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use unicode_width::UnicodeWidthStr;

use super::board_widget::put;
use super::keys::{ENTER, Keys, key};
use super::layout::{COLUMNS_MIN, is_narrow, rest};
use super::ui::{draw_centred, edit, wrapped};
use super::{Intent, ScreenPage, Ui, names};
use crate::{
    Coin, Controller, FirstPlayer, Language, Messages, NAME_MAX, REEFS_MAX, SHIPS_MAX, SIDE_MAX,
    SIDE_MIN, Setup, Shooting, cycle, levels,
};
use admiralty_core::geometry::Direction;
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Keyword;

/// By how many steps a leap changes a value.
const LEAP: usize = 5;

const FIRST_PLAYERS: [FirstPlayer; 4] = [
    FirstPlayer::Toss(Coin::Heads),
    FirstPlayer::Toss(Coin::Tails),
    FirstPlayer::Player(Player::A),
    FirstPlayer::Player(Player::B),
];

const FIRST_ROW: u16 = 4;
const NAME_COLUMN: u16 = 2;

/// The column of the values in a screen of this width.
const fn value_column(width: u16) -> u16 {
    if is_narrow(width) { 19 } else { 27 }
}

/// The start page: the choices so far, and the chosen line.
#[derive(Clone, Debug)]
pub(super) struct StartPage {
    pub setup: Setup,
    /// The game that can be resumed.
    last: Option<LastGame>,
    chosen: FormLine,
    first: usize,
    /// The width of the screen, in columns.
    width: u16,
}

/// The last game, offered by the start page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastGame {
    /// Its rule set.
    pub rules: RuleSet,
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
            width: COLUMNS_MIN,
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

    /// The name in the chosen line, if that is one.
    pub fn typed_name(&mut self) -> Option<&mut String> {
        match self.chosen {
            FormLine::Name(player) => Some(&mut self.setup.names[player]),
            _ => None,
        }
    }

    /// The id of the message that says what the key with the hint `id` does in the chosen line.
    pub fn active_hint(&self, id: &'static str) -> Option<&'static str> {
        let line = self.chosen;
        match id {
            // These keys are letters of the name.
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
            Intent::Edit(change) => {
                if let Some(name) = self.typed_name() {
                    edit(name, change, NAME_MAX);
                }
            }
            Intent::Act => match self.chosen {
                button if button.is_button() => return Some(button),
                _ => self.chosen = FormLine::Begin,
            },
            Intent::Point(x, y) => {
                let line = *self.lines().get(line_at(self.first, y)?)?;
                if line != self.chosen {
                    self.chosen = line;
                } else if self.chosen.is_button() {
                    return Some(line);
                } else {
                    self.change(self.is_right_half(x), ui);
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
        if Keyword::BoardSize.is_in(&rules) {
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
        if rules.with_named_hits(false).is_some() {
            lines.push(FormLine::Hits);
        }
        lines.extend([FormLine::Placing, FormLine::FirstPlayer, FormLine::Begin]);
        lines
    }

    fn step(&mut self, is_down: bool) {
        let lines = self.lines();
        cycle(&mut self.chosen, &lines, is_down);
    }

    /// Whether a column belongs to the arrow that raises the value.
    const fn is_right_half(&self, x: u16) -> bool {
        x >= value_column(self.width) + 2
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

    fn change(&mut self, is_up: bool, ui: &mut Ui) {
        let line = self.chosen;
        let setup = &mut self.setup;
        match line {
            FormLine::Rules => {
                let mut rules = setup.rules.base().unwrap_or(RuleSet::ALL[0]);
                cycle(&mut rules, RuleSet::ALL, is_up);
                *setup = setup.for_rules(rules);
            }
            FormLine::Language => {
                let mut language = ui.messages.language();
                cycle(&mut language, &Language::ALL, is_up);
                *ui = Ui::new(language, ui.theme);
            }
            FormLine::Side => {
                let side = i32::from(setup.side) + if is_up { 1 } else { -1 };
                setup.side = setup.rules.board_sides.side(side).unwrap_or(setup.side);
            }
            FormLine::Rows => setup.board.rows = next_side(setup.board.rows, is_up),
            FormLine::Columns => setup.board.columns = next_side(setup.board.columns, is_up),
            FormLine::Reefs => setup.reefs = next_count(setup.reefs, REEFS_MAX, is_up),
            FormLine::Shooting => cycle(&mut setup.shooting, Shooting::value_variants(), is_up),
            FormLine::Count(class) => {
                setup.fleet[class] = next_count(setup.fleet[class], SHIPS_MAX, is_up);
            }
            FormLine::Controller(player) => {
                let mut controllers = vec![Controller::Person];
                controllers.extend(levels(&setup.rules).into_iter().map(Controller::Computer));
                cycle(&mut setup.controllers[player], &controllers, is_up);
            }
            FormLine::Length(class) => {
                let lengths = setup.rules.classes.iter().map(|class| class.length);
                let mut lengths: Vec<_> = lengths.collect();
                let next = next_count(lengths[class].into(), u8::MAX.into(), is_up);
                lengths[class] = u8::try_from(next).unwrap_or(u8::MAX);
                setup.rules = setup.rules.with_lengths(&lengths).unwrap_or(setup.rules);
            }
            FormLine::Hits => {
                let other = setup.rules.with_named_hits(!setup.rules.names_hits());
                setup.rules = other.unwrap_or(setup.rules);
            }
            FormLine::Placing => setup.is_placed_at_random = !setup.is_placed_at_random,
            FormLine::FirstPlayer => cycle(&mut setup.first_player, &FIRST_PLAYERS, is_up),
            FormLine::LastGame | FormLine::Name(_) | FormLine::Begin => {}
        }
    }

    /// The name of a line and its value.
    fn line_text(&self, line: FormLine, ui: &Ui, name_width: usize) -> (String, String) {
        let (messages, setup) = (&ui.messages, &self.setup);
        let rules = setup.rules;
        let text = |id: &str| messages.text(id);
        let either = |is_first: bool, first, second| text(if is_first { first } else { second });
        match line {
            FormLine::LastGame => {
                let last = self.last.as_ref();
                let args = [
                    ("rules", last.map_or("", |last| last.rules.name).into()),
                    ("turn", last.map_or(0, |last| last.turn).into()),
                ];
                (messages.format("form-last", &args), String::new())
            }
            FormLine::Language => (text("form-language"), text("language")),
            FormLine::Rules => {
                let described = text(&format!("rules-{}", rules.name));
                (text("form-rules"), format!("{} · {described}", rules.name))
            }
            FormLine::Side => (text("form-side"), format!("{0} × {0}", setup.side)),
            FormLine::Rows => (text("form-rows"), setup.board.rows.to_string()),
            FormLine::Columns => (text("form-columns"), setup.board.columns.to_string()),
            FormLine::Reefs => (text("form-reefs"), setup.reefs.to_string()),
            FormLine::Shooting => {
                let id = match setup.shooting {
                    Shooting::Basic => "shooting-basic",
                    Shooting::Extended => "shooting-extended",
                    Shooting::Auto => "shooting-auto",
                };
                (text("form-shooting"), text(id))
            }
            FormLine::Count(index) => {
                let class = &rules.classes[index];
                let name = names::class_title(messages, &rules, class);
                let is_ascii = ui.theme.is_ascii;
                let name = names::with_picture(name, &rules, class, is_ascii, name_width);
                (name, setup.fleet[index].to_string())
            }
            FormLine::Length(index) => {
                let length = rules.classes[index].length.to_string();
                (format!("  {}", text("form-length")), length)
            }
            FormLine::Hits => {
                let value = either(rules.names_hits(), "hits-named", "hits-plain");
                (text("form-hits"), value)
            }
            FormLine::Name(player) => {
                let caret = if self.chosen == line { "_" } else { "" };
                let name = format!("{}{caret}", setup.names[player]);
                (format!("  {}", text("form-name")), name)
            }
            FormLine::Controller(player) => {
                let args = [("player", player.to_string().into())];
                let name = messages.format("form-player", &args);
                (
                    name,
                    controller_text(messages, setup, setup.controllers[player]),
                )
            }
            FormLine::Placing => {
                let is_random = setup.is_placed_at_random;
                let value = either(is_random, "placing-random", "placing-hand");
                (text("form-placing"), value)
            }
            FormLine::FirstPlayer => {
                let value = match setup.first_player {
                    FirstPlayer::Toss(called) => {
                        let called = names::coin(messages, called);
                        messages.format("begins-toss", &[("coin", called.into())])
                    }
                    FirstPlayer::Player(player) => player.to_string(),
                };
                (text("form-begins"), value)
            }
            FormLine::Begin => (text("form-begin"), String::new()),
        }
    }

    pub fn draw(&mut self, ui: &Ui, notice: Option<String>, area: Rect, buffer: &mut Buffer) {
        self.width = area.width;
        let notice = match notice {
            Some(notice) => Line::styled(notice, ui.theme.bad()),
            None => Line::from(self.cut_value(ui, area.width).unwrap_or_default()),
        };
        let notice = wrapped(vec![notice], area.width - NAME_COLUMN);
        let notice_rows = u16::try_from(notice.len()).unwrap_or(1);
        draw_head(ui, area, buffer);
        let form = rest(area, 0, FIRST_ROW);
        let parts = [
            Constraint::Fill(1),
            Constraint::Length(notice_rows),
            Constraint::Length(1),
        ];
        let [form, notice_area, footer] = Layout::vertical(parts).areas(form);
        self.show_chosen(form.height.into());
        let lines = self.lines();
        let shown = lines.iter().copied().enumerate().skip(self.first);
        for ((at, line), row) in shown.zip(form.rows()) {
            let more = if row.y == form.y && at > 0 {
                ui.theme.pick('↑', '^')
            } else if row.bottom() == form.bottom() && at + 1 < lines.len() {
                ui.theme.pick('↓', 'v')
            } else {
                ' '
            };
            put(buffer, row.x + 1, row.y, more, ui.theme.title());
            self.draw_line(line, line == self.chosen, ui, row, buffer);
        }
        Paragraph::new(notice).render(rest(notice_area, NAME_COLUMN, 0), buffer);
        let active = |id: &'static str| self.active_hint(id);
        ui.draw_hints(&Self::keys(), active, footer, buffer);
    }

    /// The value of the chosen line, if there is no room for all of it.
    fn cut_value(&self, ui: &Ui, width: u16) -> Option<String> {
        const MARKS: u16 = 4;
        let room = width.saturating_sub(value_column(width) + MARKS);
        let (_, value) = self.line_text(self.chosen, ui, 0);
        (value.width() > usize::from(room)).then_some(value)
    }

    fn draw_line(&self, line: FormLine, is_chosen: bool, ui: &Ui, row: Rect, buffer: &mut Buffer) {
        let theme = ui.theme;
        let value_column = value_column(row.width);
        let name_width = usize::from(value_column - NAME_COLUMN - 1);
        let (name, value) = self.line_text(line, ui, name_width);
        let mut draw = |column: u16, end: u16, text: String, style: Style| {
            let width = usize::from(end - column);
            buffer.set_stringn(row.x + column, row.y, text, width, style);
        };
        if line.is_button() {
            let style = if is_chosen {
                theme.chosen()
            } else {
                theme.title()
            };
            draw(NAME_COLUMN, row.width, format!("[ {name} ]"), style);
            return;
        }
        draw(NAME_COLUMN, value_column, format!(" {name}"), theme.title());
        let (left, right, style) = match (is_chosen, theme.is_ascii) {
            (false, _) => (' ', ' ', Style::new()),
            (true, false) => ('◂', '▸', theme.chosen()),
            (true, true) => ('<', '>', theme.chosen()),
        };
        draw(
            value_column,
            row.width,
            format!("{left} {value} {right}"),
            style,
        );
    }
}

fn next_side(side: i32, is_up: bool) -> i32 {
    (side + if is_up { 1 } else { -1 }).clamp(SIDE_MIN, SIDE_MAX)
}

fn next_count(count: u32, most: u32, is_up: bool) -> u32 {
    if is_up {
        (count + 1).min(most)
    } else {
        count.saturating_sub(1)
    }
}

/// The controller of a side, with the level of a built-in player.
fn controller_text(messages: &Messages, setup: &Setup, controller: Controller) -> String {
    let Controller::Computer(name) = controller else {
        return messages.text("controller-person");
    };
    let player = names::computer(messages, &setup.rules, name);
    let levels = levels(&setup.rules);
    let Some(at) = levels.iter().position(|one| *one == name) else {
        return player;
    };
    let args = [
        ("name", player.into()),
        ("level", (at + 1).into()),
        ("of", levels.len().into()),
    ];
    messages.format("controller-computer", &args)
}

/// The line on a row of the screen when `first` is the first one shown.
fn line_at(first: usize, y: u16) -> Option<usize> {
    Some(usize::from(y.checked_sub(FIRST_ROW)?) + first)
}

/// The title between waves, and the greeting.
fn draw_head(ui: &Ui, area: Rect, buffer: &mut Buffer) {
    let theme = ui.theme;
    let wave = if theme.is_ascii { "~^" } else { "≈~" };
    let waves: String = wave.chars().cycle().take(usize::from(area.width)).collect();
    for row in [0, 2] {
        buffer.set_string(area.x, area.y + row, &waves, theme.water());
    }
    let title = "A  D  M  I  R  A  L  T  Y";
    draw_centred(area, 1, title, theme.title(), buffer);
    let greeting = ui.messages.text("greeting");
    draw_centred(area, 3, &greeting, Style::new(), buffer);
}

#[cfg(test)]
mod tests {
    use super::*;
    use admiralty_core::rules::RuleSet;

    /// The chosen line is shown, and no row is wasted.
    #[test]
    fn the_start_page_scrolls() {
        for rows in [1, 5, 10, 40] {
            let mut page = StartPage::new(Setup::new(RuleSet::SHIPS, 1), None);
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
