//! Lines that are badly written, or stand where they do not belong.

use super::writer::Writer;
use crate::game::Reason;
use crate::script::{Keyword, Tag};

/// How often a line is drawn.
const TRIES: u32 = 60;

/// What can be wrong with a line.
const REASONS: [Reason; 6] = [
    Reason::UnknownCommand,
    Reason::InvalidArguments,
    Reason::InvalidArguments,
    Reason::CommandNotAvailable,
    Reason::CommandNotAvailable,
    Reason::GroupNotClosed,
];

impl Writer {
    /// Writes a line that fails whatever the state of the game is.
    pub fn break_form(&mut self) {
        let wanted = self.rng.choose(&REASONS);
        for _ in 0..TRIES {
            self.go_where(wanted);
            let line = match wanted {
                Reason::UnknownCommand => self.unknown(),
                Reason::InvalidArguments => self.misspelt(),
                Reason::CommandNotAvailable if self.rng.one_in(2) => self.misspelt(),
                Reason::CommandNotAvailable => self.any_command(),
                _ => {
                    let player = self.rng.player();
                    self.rng
                        .choose(&[Tag::State, Tag::Player(player)])
                        .to_string()
                }
            };
            if self.draft.reason(&line) == Some(wanted) {
                self.is_broken = self.draft.append_broken(&[line]).is_some();
                return;
            }
        }
    }

    /// Opens or closes a group where that is needed for a reason.
    fn go_where(&mut self, wanted: Reason) {
        let is_open = self.draft.group().is_some();
        match wanted {
            Reason::GroupNotClosed | Reason::InvalidArguments if !is_open => {
                let is_state = self.rng.one_in(2);
                self.enter_kind(is_state);
            }
            Reason::CommandNotAvailable if is_open && self.rng.one_in(30) => {
                self.leave();
            }
            _ => {}
        }
    }

    /// Any command, each word equally likely.
    fn any_command(&mut self) -> String {
        let word = self.rng.choose(&Keyword::ALL);
        self.candidate(word).to_string()
    }

    /// A line that begins with no word of the language.
    fn unknown(&mut self) -> String {
        let word = self.rng.choose(&Keyword::ALL).text();
        match self.rng.below_u32(8) {
            0 => word.to_lowercase(),
            1 => word.replace('_', ""),
            2 => word[1..].to_owned(),
            3 => format!("{word}S 1 2"),
            4 => self
                .rng
                .choose(&["[State]", "[playerC]", "[state", "state", "[player A]"])
                .to_owned(),
            5 => format!("{} {word}", self.rng.choose(&["[state]", "[playerA]"])),
            6 => "INVALID OPERATION \"SAVE\": COMMAND NOT AVAILABLE".to_owned(),
            _ => format!("  {}\t 03   +4 ", word.to_lowercase()),
        }
    }

    /// A command with something wrong in its arguments.
    fn misspelt(&mut self) -> String {
        const TOKENS: [&str; 16] = [
            "x",
            "-1",
            "2",
            "1.5",
            "2147483648",
            "-2147483649",
            "0x1",
            "+",
            "1a",
            "a",
            "C",
            "n",
            "SUB",
            "car",
            "11211",
            "111111",
        ];
        let command = self.any_command();
        let mut tokens: Vec<_> = command.split(' ').collect();
        match self.rng.below_u32(6) {
            0 if tokens.len() > 1 => {
                let at = 1 + self.rng.index_u32(tokens.len() - 1);
                tokens.remove(at);
            }
            1 => {
                let at = 1 + self.rng.index_u32(tokens.len());
                tokens.insert(at, self.rng.choose(&["0", "A", "07", "1"]));
            }
            2 if tokens.len() > 2 => {
                let last = tokens.len() - 1;
                tokens.swap(last - 1, last);
            }
            _ if tokens.len() > 1 => {
                let at = 1 + self.rng.index_u32(tokens.len() - 1);
                tokens[at] = self.rng.choose(&TOKENS);
            }
            _ => tokens.push("0"),
        }
        tokens.join(" ")
    }
}
