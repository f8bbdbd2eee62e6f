//! The names of players and the texts of events.

use ratatui::style::Style;

use super::super::{Ui, names};
use crate::game::ShotOutcome;
use crate::play::{GameEvent, GameSession, LogEntry, PlayerView, Seat};
use crate::player::Player;

/// What the texts of a game depend on.
pub(super) struct GameTexts<'a> {
    pub ui: &'a Ui,
    pub session: &'a GameSession,
    pub viewer: Player,
}

impl GameTexts<'_> {
    /// The text of an event, in a style for good or bad news.
    pub fn event_text(&self, view: &PlayerView<'_>, entry: &LogEntry) -> (String, Style) {
        let theme = self.ui.theme;
        let messages = &self.ui.messages;
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
                let is_good = (outcome != ShotOutcome::Miss).then_some(is_own);
                (text, style(is_good))
            }
            GameEvent::Tossed { coin, first } => {
                let coin = names::coin(messages, coin);
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
                let id = match self.session.seat_of(player) {
                    Seat::Computer("forgetful") => "news-wasted",
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
            GameEvent::Won(player) => self.victory_text(player),
        }
    }

    fn shot_text(
        &self,
        view: &PlayerView<'_>,
        shooter: Player,
        field: &str,
        outcome: ShotOutcome,
    ) -> String {
        let messages = &self.ui.messages;
        let (id, class) = match outcome {
            ShotOutcome::Miss => ("shot-miss", None),
            ShotOutcome::Hit(None) => ("shot-hit", None),
            ShotOutcome::Hit(Some(class)) => ("shot-hit-ship", Some(class)),
            ShotOutcome::Sunk(ship) => ("shot-sunk", Some(ship.class)),
        };
        let mut args = vec![("who", self.name(shooter).into()), ("field", field.into())];
        if let Some(class) = class {
            let ship = names::class(messages, view.rules(), class);
            args.push(("ship", ship.into()));
        }
        messages.format(id, &args)
    }

    /// Whether the viewer is a spectator.
    fn is_watched(&self) -> bool {
        self.session.people() == 0
    }

    /// The name of a person, or the letter of the player.
    pub fn label(&self, player: Player) -> String {
        let name = self.session.name_of(player);
        name.unwrap_or_else(|| player.to_string())
    }

    /// The name of a player in texts: "you", a name, or a built-in player.
    pub fn name(&self, player: Player) -> String {
        let session = self.session;
        match session.seat_of(player) {
            Seat::Person if session.people() == 1 && session.name_of(player).is_none() => {
                self.ui.messages.text("you")
            }
            Seat::Person => self.label(player),
            Seat::Computer(name) if self.is_watched() => format!("{player} ({name})"),
            Seat::Computer(name) => name.to_owned(),
        }
    }

    /// Who has won, with its style.
    pub fn victory_text(&self, winner: Player) -> (String, Style) {
        let (messages, theme) = (&self.ui.messages, self.ui.theme);
        match (self.session.people(), self.session.seat_of(winner)) {
            (1, Seat::Person) => (messages.text("you-won"), theme.good()),
            (1, Seat::Computer(_)) => (messages.text("you-lost"), theme.bad()),
            _ => {
                let args = [("who", self.name(winner).into())];
                (messages.format("has-won", &args), theme.good())
            }
        }
    }
}
