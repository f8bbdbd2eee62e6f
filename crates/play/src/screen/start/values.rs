//! The values of the lines: how a key changes them, and how they are written.

use clap::ValueEnum;

use super::super::{Ui, names};
use super::{FormLine, StartPage};
use crate::{
    Coin, Controller, FirstPlayer, Language, Messages, REEFS_MAX, SHIPS_MAX, SIDE_MAX, SIDE_MIN,
    Setup, Shooting, cycle, levels,
};
use admiralty_core::player::Player;
use admiralty_core::rules::RULE_SETS;

const FIRST_PLAYERS: [FirstPlayer; 4] = [
    FirstPlayer::Toss(Coin::Heads),
    FirstPlayer::Toss(Coin::Tails),
    FirstPlayer::Player(Player::A),
    FirstPlayer::Player(Player::B),
];

impl StartPage {
    pub(super) fn change(&mut self, is_up: bool, ui: &mut Ui) {
        let line = self.chosen;
        let setup = &mut self.setup;
        match line {
            FormLine::Rules => {
                let mut rules = setup.rules.base();
                cycle(&mut rules, RULE_SETS, is_up);
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
                controllers.extend(levels(setup.rules).into_iter().map(Controller::Computer));
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
    pub(super) fn line_text(&self, line: FormLine, ui: &Ui, name_width: usize) -> (String, String) {
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
                let name = names::class_title(messages, rules, class);
                let is_ascii = ui.theme.is_ascii;
                let name = names::with_picture(name, rules, class, is_ascii, name_width);
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

/// Who plays a side, with the level of a built-in player.
fn controller_text(messages: &Messages, setup: &Setup, controller: Controller) -> String {
    let Controller::Computer(name) = controller else {
        return messages.text("controller-person");
    };
    let levels = levels(setup.rules);
    let Some(at) = levels.iter().position(|one| *one == name) else {
        return name.to_owned();
    };
    let level = at + 1;
    let args = [
        ("name", name.into()),
        ("level", level.into()),
        ("of", levels.len().into()),
    ];
    let player = messages.format("controller-computer", &args);
    let title = messages.find(&format!("level-{level}"));
    match title.filter(|_| setup.rules.announces_shots()) {
        Some(title) => format!("{title} · {player}"),
        None => player,
    }
}
