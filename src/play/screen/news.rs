//! What has happened, in words.

use ratatui::style::Style;

use super::app::App;
use super::spell;
use crate::play::{Item, News, Outcome, Seat, Sight};
use crate::player::Player;

impl App {
    /// An item in words, and how good it is for whoever looks.
    pub(super) fn item_in_words(&self, sight: &Sight<'_>, item: &Item) -> (String, Style) {
        let theme = self.theme;
        let words = &self.words;
        let style = |is_good: Option<bool>| match is_good {
            Some(true) => theme.good(),
            Some(false) => theme.bad(),
            None => Style::new(),
        };
        match item.news {
            News::Shot {
                shooter,
                target,
                outcome,
                is_forced,
            } => {
                let is_own = shooter == self.viewer || self.is_watched();
                let field = spell::field(sight.observation(), target);
                let text = self.shot_in_words(sight, shooter, &field, outcome);
                let text = if is_forced && !is_own {
                    format!("{text} {}", words.say("forced"))
                } else {
                    text
                };
                let is_good = (outcome != Outcome::Miss).then_some(is_own);
                (text, style(is_good))
            }
            News::Tossed { coin, first } => {
                let coin = super::form::coin_in_words(words, coin);
                let who = self.name(first);
                if who == words.say("you") {
                    let facts = [("coin", coin.into())];
                    return (words.tell("news-tossed-you", &facts), style(None));
                }
                let facts = [("coin", coin.into()), ("who", who.into())];
                (words.tell("news-tossed", &facts), style(None))
            }
            News::Placed(player) => (
                words.tell("news-placed", &[("who", self.name(player).into())]),
                style(None),
            ),
            News::Passed(player) => {
                let id = match self.table.as_ref().map(|table| table.seat_of(player)) {
                    Some(Seat::Machine("forgetful")) => "news-wasted",
                    _ => "news-passed",
                };
                let facts = [("who", self.name(player).into())];
                (words.tell(id, &facts), style(None))
            }
            News::Damaged {
                class,
                index,
                parts,
                is_sunk,
            } => {
                let ship = spell::ship(words, sight, class, index);
                let owner = item.reader.unwrap_or(self.viewer);
                let facts = [
                    ("ship", ship.into()),
                    ("parts", parts.into()),
                    ("who", self.name(owner).into()),
                ];
                let id = match (self.is_watched(), is_sunk) {
                    (false, false) => "news-damaged",
                    (false, true) => "news-lost",
                    (true, false) => "news-damaged-of",
                    (true, true) => "news-lost-of",
                };
                let is_good = (!self.is_watched()).then_some(false);
                (words.tell(id, &facts), style(is_good))
            }
            News::Destroyed(parts) => (
                words.tell("news-destroyed", &[("parts", parts.into())]),
                style(Some(true)),
            ),
            News::Missed(shots) => (
                words.tell("news-missed", &[("shots", shots.into())]),
                style(None),
            ),
            News::Unharmed => (words.say("news-unharmed"), style(None)),
            News::Won(player) => (self.victory_in_words(player), self.victory_style(player)),
        }
    }

    fn shot_in_words(
        &self,
        sight: &Sight<'_>,
        shooter: Player,
        field: &str,
        outcome: Outcome,
    ) -> String {
        let words = &self.words;
        let who = self.name(shooter);
        let facts = [("who", who.clone().into()), ("field", field.into())];
        match outcome {
            Outcome::Miss => words.tell("shot-miss", &facts),
            Outcome::Hit(None) => words.tell("shot-hit", &facts),
            Outcome::Hit(Some(class)) | Outcome::Sunk(class) => {
                let ship = spell::class(words, sight.rules(), class);
                let [who, field] = facts;
                let id = match outcome {
                    Outcome::Sunk(_) => "shot-sunk",
                    _ => "shot-hit-ship",
                };
                words.tell(id, &[who, field, ("ship", ship.into())])
            }
        }
    }

    /// Whether nobody plays who looks.
    fn is_watched(&self) -> bool {
        self.table.as_ref().is_some_and(|table| table.people() == 0)
    }

    /// The name of a person, or the letter of the player.
    pub(super) fn label(&self, player: Player) -> String {
        let name = self.table.as_ref().and_then(|table| table.name_of(player));
        name.unwrap_or_else(|| player.to_string())
    }

    /// What a player is called.
    pub(super) fn name(&self, player: Player) -> String {
        let Some(table) = &self.table else {
            return player.to_string();
        };
        match table.seat_of(player) {
            Seat::Person if table.people() == 1 && table.name_of(player).is_none() => {
                self.words.say("you")
            }
            Seat::Person => self.label(player),
            Seat::Machine(name) if table.people() == 0 => format!("{player} ({name})"),
            Seat::Machine(name) => name.to_owned(),
        }
    }

    pub(super) fn victory_in_words(&self, winner: Player) -> String {
        let Some(table) = &self.table else {
            return String::new();
        };
        match (table.people(), table.seat_of(winner)) {
            (1, Seat::Person) => self.words.say("you-won"),
            (1, Seat::Machine(_)) => self.words.say("you-lost"),
            _ => self
                .words
                .tell("has-won", &[("who", self.name(winner).into())]),
        }
    }

    pub(super) fn victory_style(&self, winner: Player) -> Style {
        let is_lost = self
            .table
            .as_ref()
            .is_some_and(|table| table.people() == 1 && table.seat_of(winner) != Seat::Person);
        if is_lost {
            self.theme.bad()
        } else {
            self.theme.good()
        }
    }
}
