//! The page on which is chosen what to play.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::text::Line;
use ratatui::widgets::{Paragraph, Widget};
use tui_input::Input;

use super::app::{App, Request};
use super::board_widget::put;
use super::panel::wrapped;
use super::text_entry::edit;
use super::{Intent, names};
use crate::geometry::Direction;
use crate::play::{
    Coin, FirstPlayer, Language, Messages, NAME_MAX, REEFS_MAX, SHIPS_MAX, SIDE_MAX, SIDE_MIN,
    Seat, Setup, Shooting, levels,
};
use crate::player::Player;
use crate::rules::RuleSet;

/// What is chosen so far, and which line is being chosen.
#[derive(Clone, Debug)]
pub(super) struct StartForm {
    pub setup: Setup,
    pub language: Language,
    /// The game that can be gone on with.
    pub last: Option<LastGame>,
    pub line: usize,
    /// The first line that there is room for.
    first: usize,
}

/// A game that was left, for the first page to offer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LastGame {
    /// Its rule set.
    pub rules: &'static RuleSet,
    /// The number of its turn.
    pub turn: u64,
}

/// A line of the form.
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
    Seat(Player),
    Name(Player),
    Placing,
    FirstPlayer,
    Begin,
}

impl StartForm {
    pub fn new(setup: Setup, language: Language, last: Option<LastGame>) -> Self {
        let mut form = Self {
            setup,
            language,
            last,
            line: 0,
            first: 0,
        };
        form.go_to(FormLine::Rules);
        form
    }

    fn go_to(&mut self, line: FormLine) {
        let at = self.lines().iter().position(|one| *one == line);
        self.line = at.unwrap_or(0);
    }

    /// Forgets the game that was left, because it goes on.
    pub fn forget_last(&mut self) {
        self.last = None;
        self.go_to(FormLine::Rules);
    }

    /// The lines that the rule set has.
    pub fn lines(&self) -> Vec<FormLine> {
        let rules = self.setup.rules;
        let mut lines = vec![FormLine::Rules];
        for player in Player::BOTH {
            lines.push(FormLine::Seat(player));
            if self.setup.seats[player] == Seat::Person {
                lines.push(FormLine::Name(player));
            }
        }
        if !rules.announces_shots() {
            lines.extend([
                FormLine::Rows,
                FormLine::Columns,
                FormLine::Reefs,
                FormLine::Shooting,
            ]);
        } else if !rules.board_sides.is_fixed() {
            lines.push(FormLine::Side);
        }
        for class in 0..rules.classes.len() {
            lines.push(FormLine::Count(class));
            if rules.has_free_lengths {
                lines.push(FormLine::Length(class));
            }
        }
        if rules.announces_shots() {
            lines.push(FormLine::Hits);
        }
        lines.extend([FormLine::Placing, FormLine::FirstPlayer, FormLine::Begin]);
        lines.insert(0, FormLine::Language);
        if self.last.is_some() {
            lines.insert(0, FormLine::LastGame);
        }
        lines
    }

    /// Scrolls so that the chosen line is among so many.
    fn show_chosen(&mut self, rows: usize) {
        let last = (self.line + 1).saturating_sub(rows);
        let most = self.lines().len().saturating_sub(rows);
        self.first = self
            .first
            .clamp(last, self.line.max(last))
            .min(most.max(last));
    }

    /// Whether the chosen line goes on with the last game.
    pub fn is_at_last_game(&self) -> bool {
        self.chosen() == FormLine::LastGame
    }

    /// Whether the chosen line begins a game.
    pub fn is_at_begin(&self) -> bool {
        self.chosen() == FormLine::Begin
    }

    fn chosen(&self) -> FormLine {
        let lines = self.lines();
        lines[self.line.min(lines.len() - 1)]
    }

    /// Whether the line that is being chosen is a name that is typed.
    pub fn is_naming(&self) -> bool {
        matches!(self.chosen(), FormLine::Name(_))
    }

    /// The name that is typed, if one is.
    fn name_mut(&mut self) -> Option<&mut String> {
        match self.chosen() {
            FormLine::Name(player) => Some(&mut self.setup.names[player]),
            _ => None,
        }
    }

    fn go(&mut self, is_down: bool) {
        let count = self.lines().len();
        let step = if is_down { 1 } else { count - 1 };
        self.line = (self.line + step) % count;
    }

    /// Changes what a line says.
    fn change(&mut self, is_up: bool) {
        let line = self.chosen();
        let setup = &mut self.setup;
        match line {
            FormLine::Rules => {
                *setup = setup.for_rules(setup.next_rules(is_up));
                self.go_to(FormLine::Rules);
            }
            FormLine::Language => self.language = self.language.next(is_up),
            FormLine::Side => {
                let side = i32::from(setup.side) + if is_up { 1 } else { -1 };
                setup.side = setup.rules.board_sides.side(side).unwrap_or(setup.side);
            }
            FormLine::Rows => setup.board.rows = side(setup.board.rows, is_up),
            FormLine::Columns => setup.board.columns = side(setup.board.columns, is_up),
            FormLine::Reefs => setup.reefs = step(setup.reefs, REEFS_MAX, is_up),
            FormLine::Shooting => {
                use Shooting::{Auto, Basic, Extended};
                setup.shooting = match (setup.shooting, is_up) {
                    (Basic, true) | (Auto, false) => Extended,
                    (Extended, true) | (Basic, false) => Auto,
                    (Auto, true) | (Extended, false) => Basic,
                };
            }
            FormLine::Count(class) => {
                setup.fleet[class] = step(setup.fleet[class], SHIPS_MAX, is_up);
            }
            FormLine::Seat(player) => {
                setup.seats[player] = next_seat(setup, setup.seats[player], is_up);
            }
            FormLine::Length(class) => {
                let lengths = setup.rules.classes.iter().map(|class| class.length);
                let mut lengths: Vec<_> = lengths.collect();
                lengths[class] = if is_up {
                    lengths[class].saturating_add(1)
                } else {
                    lengths[class].saturating_sub(1)
                };
                setup.rules = setup.rules.with_lengths(&lengths).unwrap_or(setup.rules);
            }
            FormLine::Hits => {
                let names_hits = !setup.rules.names_hits();
                let other = setup.rules.with_named_hits(names_hits);
                setup.rules = other.unwrap_or(setup.rules);
            }
            FormLine::Placing => setup.is_placed_at_random = !setup.is_placed_at_random,
            FormLine::FirstPlayer => {
                let at = BEGINNERS.iter().position(|one| *one == setup.first_player);
                let step = if is_up { 1 } else { BEGINNERS.len() - 1 };
                setup.first_player = BEGINNERS[(at.unwrap_or(0) + step) % BEGINNERS.len()];
            }
            FormLine::LastGame | FormLine::Name(_) | FormLine::Begin => {}
        }
    }
}

/// Who may begin, in the order of the keys.
const BEGINNERS: [FirstPlayer; 4] = [
    FirstPlayer::Toss(Coin::Heads),
    FirstPlayer::Toss(Coin::Tails),
    FirstPlayer::Player(Player::A),
    FirstPlayer::Player(Player::B),
];

fn side(now: i32, is_up: bool) -> i32 {
    (now + if is_up { 1 } else { -1 }).clamp(SIDE_MIN, SIDE_MAX)
}

fn step(now: u32, most: u32, is_up: bool) -> u32 {
    if is_up {
        (now + 1).min(most)
    } else {
        now.saturating_sub(1)
    }
}

/// A person, then the program's players from the weakest on.
fn next_seat(setup: &Setup, seat: Seat, is_up: bool) -> Seat {
    let levels = levels(setup.rules);
    let seats: Vec<_> = std::iter::once(Seat::Person)
        .chain(levels.into_iter().map(Seat::Computer))
        .collect();
    let at = seats.iter().position(|one| *one == seat).unwrap_or(0);
    let step = if is_up { 1 } else { seats.len() - 1 };
    seats[(at + step) % seats.len()]
}

impl App {
    pub(super) fn handle_start(&mut self, intent: Intent) {
        self.handle_form_line(intent);
        if self.form.language != self.messages.language() {
            self.messages = Messages::new(self.form.language).in_ascii(self.theme.is_ascii);
        }
    }

    fn handle_form_line(&mut self, intent: Intent) {
        match intent {
            Intent::Step(Direction::North) | Intent::Previous => self.form.go(false),
            Intent::Step(Direction::South) | Intent::Next => self.form.go(true),
            Intent::Step(Direction::West) | Intent::Wheel(false) => self.form.change(false),
            Intent::Step(Direction::East) | Intent::Wheel(true) => self.form.change(true),
            Intent::Leap(direction) => {
                for _ in 0..5 {
                    self.form.change(direction == Direction::East);
                }
            }
            Intent::Edit(request) => {
                if let Some(name) = self.form.name_mut() {
                    let mut input = Input::from(name.as_str());
                    edit(&mut input, request, NAME_MAX);
                    input.value().clone_into(name);
                }
            }
            Intent::Act if self.form.chosen() == FormLine::Begin => {
                self.begin();
            }
            Intent::Act if self.form.chosen() == FormLine::LastGame => self.ask(Request::GoOn),
            Intent::Act => self.form.line = self.form.lines().len() - 1,
            Intent::Point(x, y) => {
                let row = y.checked_sub(FIRST_ROW).map(usize::from);
                let row = row.map(|row| row + self.form.first);
                let Some(row) = row.filter(|row| *row < self.form.lines().len()) else {
                    return;
                };
                let is_button = matches!(self.form.chosen(), FormLine::Begin | FormLine::LastGame);
                if self.form.line == row && is_button {
                    self.handle_form_line(Intent::Act);
                } else if self.form.line == row {
                    self.form.change(x >= VALUE_COLUMN + 2);
                } else {
                    self.form.line = row;
                }
            }
            _ => {}
        }
    }

    pub(super) fn draw_form(&mut self, area: Rect, buffer: &mut Buffer) {
        let theme = self.theme;
        let notice = self.notice_text().unwrap_or_default();
        let notice = wrapped(
            vec![Line::styled(notice, theme.bad())],
            area.width - NAME_COLUMN,
        );
        let notice_rows = u16::try_from(notice.len()).unwrap_or(1);
        let rows = area.height.saturating_sub(FIRST_ROW + notice_rows + 1);
        self.form.show_chosen(rows.into());
        let title = "A  D  M  I  R  A  L  T  Y";
        let wave = if theme.is_ascii { "~^" } else { "≈~" };
        let waves: String = wave.chars().cycle().take(usize::from(area.width)).collect();
        buffer.set_string(area.x, area.y, &waves, theme.water());
        centre(area, 1, title, theme.title(), buffer);
        buffer.set_string(area.x, area.y + 2, &waves, theme.water());
        centre(
            area,
            3,
            &self.messages.text("greeting"),
            theme.label(),
            buffer,
        );
        let lines = self.form.lines();
        let shown = lines.iter().copied().enumerate().skip(self.form.first);
        for (row, (at, line)) in (0..rows).zip(shown) {
            let y = area.y + FIRST_ROW + row;
            let is_chosen = at == self.form.line;
            let is_cut = (row == 0 && at > 0, row + 1 == rows && at + 1 < lines.len());
            let more = match is_cut {
                (true, _) => theme.pick('↑', '^'),
                (_, true) => theme.pick('↓', 'v'),
                _ => ' ',
            };
            put(buffer, area.x + 1, y, more, theme.key());
            let (name, value) = self.describe(line);
            let style = if is_chosen {
                theme.chosen()
            } else {
                ratatui::style::Style::new()
            };
            let width = usize::from(area.width);
            if matches!(line, FormLine::Begin | FormLine::LastGame) {
                let style = if is_chosen { style } else { theme.key() };
                buffer.set_stringn(area.x + NAME_COLUMN, y, format!("[ {name} ]"), width, style);
                continue;
            }
            buffer.set_stringn(
                area.x + NAME_COLUMN,
                y,
                format!(" {name}"),
                usize::from(VALUE_COLUMN - NAME_COLUMN),
                theme.title(),
            );
            let (left, right) = match (is_chosen, theme.is_ascii) {
                (false, _) => (' ', ' '),
                (true, false) => ('◂', '▸'),
                (true, true) => ('<', '>'),
            };
            let text = format!("{left} {value} {right}");
            buffer.set_stringn(
                area.x + VALUE_COLUMN,
                y,
                text,
                width - usize::from(VALUE_COLUMN),
                style,
            );
        }
        let at = Rect {
            x: area.x + NAME_COLUMN,
            y: area.bottom() - 1 - notice_rows,
            width: area.width - NAME_COLUMN,
            height: notice_rows,
        };
        Paragraph::new(notice).render(at, buffer);
        self.draw_hints(
            Rect {
                y: area.bottom() - 1,
                height: 1,
                ..area
            },
            buffer,
        );
    }

    /// What a line is called, and what it says.
    fn describe(&self, line: FormLine) -> (String, String) {
        let (messages, setup) = (&self.messages, &self.form.setup);
        let say = |id: &str| messages.text(id);
        match line {
            FormLine::LastGame => {
                let last = self.form.last.as_ref();
                let args = [
                    ("rules", last.map_or("", |last| last.rules.name).into()),
                    ("turn", last.map_or(0, |last| last.turn).into()),
                ];
                (messages.format("form-last", &args), String::new())
            }
            FormLine::Language => (say("form-language"), say("language")),
            FormLine::Rules => {
                let described = messages.text(&format!("rules-{}", setup.rules.name));
                (
                    say("form-rules"),
                    format!("{} · {described}", setup.rules.name),
                )
            }
            FormLine::Side => (say("form-side"), format!("{0} × {0}", setup.side)),
            FormLine::Rows => (say("form-rows"), setup.board.rows.to_string()),
            FormLine::Columns => (say("form-columns"), setup.board.columns.to_string()),
            FormLine::Reefs => (say("form-reefs"), setup.reefs.to_string()),
            FormLine::Shooting => {
                let id = match setup.shooting {
                    Shooting::Basic => "shooting-basic",
                    Shooting::Extended => "shooting-extended",
                    Shooting::Auto => "shooting-auto",
                };
                (say("form-shooting"), say(id))
            }
            FormLine::Count(index) => {
                let class = &setup.rules.classes[index];
                let name = names::capitalised(&names::class(messages, setup.rules, class));
                let hull = names::hull(setup.rules, class, self.theme.is_ascii);
                let name = super::panel::with_hull(name, hull, class.length, NAME_WIDTH);
                (name, setup.fleet[index].to_string())
            }
            FormLine::Length(index) => {
                let length = setup.rules.classes[index].length.to_string();
                (format!("  {}", say("form-length")), length)
            }
            FormLine::Hits => {
                let id = if setup.rules.names_hits() {
                    "hits-named"
                } else {
                    "hits-plain"
                };
                (say("form-hits"), say(id))
            }
            FormLine::Name(player) => {
                let mut name = setup.names[player].clone();
                if self.form.chosen() == line {
                    name.push('_');
                }
                (format!("  {}", say("form-name")), name)
            }
            FormLine::Seat(player) => {
                let name = messages.format("form-player", &[("player", player.to_string().into())]);
                (name, seat_name(messages, setup, setup.seats[player]))
            }
            FormLine::Placing => {
                let id = if setup.is_placed_at_random {
                    "placing-random"
                } else {
                    "placing-hand"
                };
                (say("form-placing"), say(id))
            }
            FormLine::FirstPlayer => {
                let value = match setup.first_player {
                    FirstPlayer::Toss(called) => {
                        let called = coin_text(messages, called);
                        messages.format("begins-toss", &[("coin", called.into())])
                    }
                    FirstPlayer::Player(player) => player.to_string(),
                };
                (say("form-begins"), value)
            }
            FormLine::Begin => (say("form-begin"), String::new()),
        }
    }
}

/// A side of a coin in words.
pub(super) fn coin_text(messages: &Messages, coin: Coin) -> String {
    messages.text(match coin {
        Coin::Heads => "coin-heads",
        Coin::Tails => "coin-tails",
    })
}

/// Who sits there, with the level if it is a player of the program.
fn seat_name(messages: &Messages, setup: &Setup, seat: Seat) -> String {
    match seat {
        Seat::Person => messages.text("seat-person"),
        Seat::Computer(name) => {
            let levels = levels(setup.rules);
            let level = levels.iter().position(|one| *one == name).unwrap_or(0) + 1;
            if !levels.contains(&name) {
                return name.to_owned();
            }
            let args = [
                ("name", name.into()),
                ("level", level.into()),
                ("of", levels.len().into()),
            ];
            let player = messages.format("seat-machine", &args);
            let title = messages.find(&format!("level-{level}"));
            match title.filter(|_| setup.rules.announces_shots()) {
                Some(title) => format!("{title} · {player}"),
                None => player,
            }
        }
    }
}

/// The first row with a line of the form.
const FIRST_ROW: u16 = 4;
const NAME_COLUMN: u16 = 3;
const VALUE_COLUMN: u16 = 26;
/// How wide the name of a line may be.
const NAME_WIDTH: usize = (VALUE_COLUMN - NAME_COLUMN - 1) as usize;

/// Writes a text in the middle of a row.
pub(super) fn centre(
    area: Rect,
    row: u16,
    text: &str,
    style: ratatui::style::Style,
    buffer: &mut Buffer,
) {
    let width = u16::try_from(unicode_width::UnicodeWidthStr::width(text)).unwrap_or(u16::MAX);
    let x = area.x + area.width.saturating_sub(width) / 2;
    buffer.set_stringn(x, area.y + row, text, area.width.into(), style);
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::SHIPS;

    /// The chosen line is seen, and no row is wasted.
    #[test]
    fn the_form_scrolls() {
        for rows in [1, 5, 10, 40] {
            let mut form = StartForm::new(Setup::new(&SHIPS, 1), Language::English, None);
            let count = form.lines().len();
            for step in 0..3 * count {
                form.go(step < 2 * count);
                form.show_chosen(rows);
                assert!((form.first..form.first + rows).contains(&form.line));
                assert!(form.first <= count.saturating_sub(rows));
            }
        }
    }
}
