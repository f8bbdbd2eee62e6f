//! Lines that are badly written, or stand where they do not belong.

use super::writer::Writer;
use crate::game::Reason;
use crate::geometry::{Direction, Movement};
use crate::script::{Command, Keyword, Segments, ShipRef, Tag};

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
                Reason::CommandNotAvailable => self.sample().to_string(),
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
        let command = self.sample().to_string();
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

    /// Any command, each word as likely as any other.
    pub fn sample(&mut self) -> Command {
        let size = self.draft.game().board().size();
        let rules = self.draft.game().rules();
        let player = self.rng.player();
        let pos = self.rng.field(size);
        let ship = ShipRef {
            index: self.rng.below_u32(3),
            class: &rules.classes[self.rng.index_u32(rules.classes.len())],
        };
        let direction = self.rng.choose(&Direction::ALL);
        match self.rng.choose(&Keyword::ALL) {
            Keyword::Print => Command::Print(self.rng.mode()),
            Keyword::SetFleet => Command::SetFleet {
                player,
                counts: rules
                    .classes
                    .iter()
                    .map(|_| self.rng.below_u32(3))
                    .collect(),
            },
            Keyword::NextPlayer => Command::NextPlayer(player),
            Keyword::BoardSize => Command::BoardSize(size),
            Keyword::InitPosition => Command::InitPosition {
                player,
                start: size.rect(),
            },
            Keyword::Reef => Command::Reef(pos),
            Keyword::Ship => Command::Ship {
                player,
                ship,
                head: pos,
                direction,
                segments: Segments(u8::MAX),
            },
            Keyword::ExtendedShips => Command::ExtendedShips,
            Keyword::AutoShooting => Command::AutoShooting,
            Keyword::SetAiPlayer => Command::SetAiPlayer(player),
            Keyword::Srand => Command::Srand(self.seed()),
            Keyword::Save => Command::Save,
            Keyword::Information => self.information(),
            Keyword::Rules => Command::Rules { rules, side: None },
            Keyword::Shot => Command::Shot {
                player,
                target: pos,
            },
            Keyword::PlaceShip => Command::PlaceShip {
                ship,
                head: pos,
                direction,
            },
            Keyword::Shoot if self.rng.one_in(2) => Command::Shoot(pos),
            Keyword::Shoot => Command::ShootFrom { ship, target: pos },
            Keyword::Move => Command::Move {
                ship,
                movement: self.rng.choose(&Movement::ALL),
            },
            Keyword::Spy if self.rng.one_in(2) => Command::Spy(pos),
            Keyword::Spy => Command::SpyFrom {
                index: ship.index,
                centre: pos,
            },
        }
    }
}
