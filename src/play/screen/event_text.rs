//! What has happened, in words.

use ratatui::style::Style;

use super::app::App;
use super::names;
use crate::play::{GameEvent, LogEntry, PlayerView, Seat, ShotResult};
use crate::player::Player;

impl App {
    /// An item in words, and how good it is for whoever looks.
    pub(super) fn event_text(&self, view: &PlayerView<'_>, entry: &LogEntry) -> (String, Style) {
        let theme = self.theme;
        let messages = &self.messages;
        let style = |is_good: Option<bool>| match is_good {
            Some(true) => theme.good(),
            Some(false) => theme.bad(),
            None => Style::new(),
        };
        match entry.event {
            GameEvent::Shot {
                shooter,
                target,
                outcome,
                is_forced,
            } => {
                let is_own = shooter == self.viewer || self.is_watched();
                let field = names::field(view.observation(), target);
                let text = self.shot_text(view, shooter, &field, outcome);
                let text = if is_forced && !is_own {
                    format!("{text} {}", messages.text("forced"))
                } else {
                    text
                };
                let is_good = (outcome != ShotResult::Miss).then_some(is_own);
                (text, style(is_good))
            }
            GameEvent::Tossed { coin, first } => {
                let coin = super::start_form::coin_text(messages, coin);
                let who = self.name(first);
                if who == messages.text("you") {
                    let args = [("coin", coin.into())];
                    return (messages.format("news-tossed-you", &args), style(None));
                }
                let args = [("coin", coin.into()), ("who", who.into())];
                (messages.format("news-tossed", &args), style(None))
            }
            GameEvent::Placed(player) => (
                messages.format("news-placed", &[("who", self.name(player).into())]),
                style(None),
            ),
            GameEvent::Passed(player) => {
                let id = match self.session.as_ref().map(|session| session.seat_of(player)) {
                    Some(Seat::Computer("forgetful")) => "news-wasted",
                    _ => "news-passed",
                };
                let args = [("who", self.name(player).into())];
                (messages.format(id, &args), style(None))
            }
            GameEvent::Damaged {
                class,
                index,
                parts,
                is_sunk,
            } => {
                let ship = names::ship(messages, view, class, index);
                let owner = entry.reader.unwrap_or(self.viewer);
                let args = [
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
                (messages.format(id, &args), style(is_good))
            }
            GameEvent::Destroyed(parts) => (
                messages.format("news-destroyed", &[("parts", parts.into())]),
                style(Some(true)),
            ),
            GameEvent::Missed(shots) => (
                messages.format("news-missed", &[("shots", shots.into())]),
                style(None),
            ),
            GameEvent::Unharmed => (messages.text("news-unharmed"), style(None)),
            GameEvent::Won(player) => (self.victory_text(player), self.victory_style(player)),
        }
    }

    fn shot_text(
        &self,
        view: &PlayerView<'_>,
        shooter: Player,
        field: &str,
        outcome: ShotResult,
    ) -> String {
        let messages = &self.messages;
        let who = self.name(shooter);
        let args = [("who", who.clone().into()), ("field", field.into())];
        match outcome {
            ShotResult::Miss => messages.format("shot-miss", &args),
            ShotResult::Hit(None) => messages.format("shot-hit", &args),
            ShotResult::Hit(Some(class)) | ShotResult::Sunk(class) => {
                let ship = names::class(messages, view.rules(), class);
                let [who, field] = args;
                let id = match outcome {
                    ShotResult::Sunk(_) => "shot-sunk",
                    _ => "shot-hit-ship",
                };
                messages.format(id, &[who, field, ("ship", ship.into())])
            }
        }
    }

    /// Whether nobody plays who looks.
    fn is_watched(&self) -> bool {
        self.session
            .as_ref()
            .is_some_and(|session| session.people() == 0)
    }

    /// The name of a person, or the letter of the player.
    pub(super) fn label(&self, player: Player) -> String {
        let name = self
            .session
            .as_ref()
            .and_then(|session| session.name_of(player));
        name.unwrap_or_else(|| player.to_string())
    }

    /// What a player is called.
    pub(super) fn name(&self, player: Player) -> String {
        let Some(session) = &self.session else {
            return player.to_string();
        };
        match session.seat_of(player) {
            Seat::Person if session.people() == 1 && session.name_of(player).is_none() => {
                self.messages.text("you")
            }
            Seat::Person => self.label(player),
            Seat::Computer(name) if session.people() == 0 => format!("{player} ({name})"),
            Seat::Computer(name) => name.to_owned(),
        }
    }

    pub(super) fn victory_text(&self, winner: Player) -> String {
        let Some(session) = &self.session else {
            return String::new();
        };
        match (session.people(), session.seat_of(winner)) {
            (1, Seat::Person) => self.messages.text("you-won"),
            (1, Seat::Computer(_)) => self.messages.text("you-lost"),
            _ => self
                .messages
                .format("has-won", &[("who", self.name(winner).into())]),
        }
    }

    pub(super) fn victory_style(&self, winner: Player) -> Style {
        let is_lost = self.session.as_ref().is_some_and(|session| {
            session.people() == 1 && session.seat_of(winner) != Seat::Person
        });
        if is_lost {
            self.theme.bad()
        } else {
            self.theme.good()
        }
    }
}
