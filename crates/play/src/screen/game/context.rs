//! The data from which a game is drawn, and the texts made of it.

use ratatui::style::Style;
use ratatui::text::Line;

use super::super::board_widget::RANKS;
use super::super::notice::rejection_text;
use super::super::{Ui, names};
use super::{Page, SharedGame};
use crate::{Controller, GameEvent, GameSession, LogEntry, PlayerView, Rejection, Stage};
use admiralty_core::game::ShotOutcome;
use admiralty_core::geometry::Pos;
use admiralty_core::player::Player;

/// The data from which a game is drawn.
pub(super) struct DrawContext<'a> {
    pub game: &'a SharedGame,
    pub page: &'a dyn Page,
    pub ui: &'a Ui,
    pub view: PlayerView<'a>,
    /// The answer to the last key.
    pub notice: Option<String>,
}

impl DrawContext<'_> {
    pub const fn session(&self) -> &GameSession {
        &self.game.session
    }

    pub fn rejection_text(&self, rejection: &Rejection) -> String {
        rejection_text(self.ui, self.view.rules(), Some(&self.view), rejection)
    }

    pub fn notice_line(&self) -> Option<Line<'static>> {
        let text = self.notice.clone()?;
        Some(Line::styled(text, self.ui.theme.bad()))
    }

    /// The best fields of the hint that is shown, with their ranks and chances.
    pub fn hint_line(&self) -> Option<Line<'static>> {
        let hint = self.game.hint.as_ref()?;
        let fields = RANKS.chars().zip(&hint.best).map(|(rank, field)| {
            let percent = 100.0 * hint.chances.at(*field);
            let field = names::field(self.view.observation(), *field);
            // A field and its chance stay on one line.
            format!("{rank} {field} {percent:.0}").replace(' ', "\u{a0}")
        });
        let fields = fields.collect::<Vec<_>>().join(", ");
        let args = [("fields", fields.into())];
        let text = self.ui.messages.format("heat-shown", &args);
        Some(Line::styled(text, self.ui.theme.title()))
    }

    /// The number of the turn, and whose move it is.
    pub fn turn_text(&self) -> String {
        if let Some(text) = self.page.header(self) {
            return text;
        }
        let (session, messages) = (self.session(), &self.ui.messages);
        let next = session.next();
        let is_only_person = session.people() == 1;
        let of_player = |id| messages.format(id, &[("player", self.label(next).into())]);
        let whose = match (session.stage(), session.controller_of(next)) {
            (Stage::Over(_), _) => return messages.text("header-over"),
            _ if session.is_remote_next() => messages.text("their-move"),
            (Stage::Placing, Controller::Person) if is_only_person => {
                return messages.text("header-placing");
            }
            (Stage::Placing, _) => return of_player("header-places"),
            (_, Controller::Person) if is_only_person => messages.text("your-move"),
            (_, Controller::Computer(_) | Controller::Remote) if is_only_person => {
                messages.text("their-move")
            }
            _ => of_player("move-of"),
        };
        let turn = session.turn_number().into();
        messages.format("header-turn", &[("turn", turn), ("whose", whose.into())])
    }

    /// The text of an event, in a style for good or bad news.
    pub fn event_text(&self, entry: &LogEntry) -> (String, Style) {
        let (theme, messages) = (self.ui.theme, &self.ui.messages);
        let plain = |text: String| (text, Style::new());
        let who = |player: Player| ("who", self.name(player).into());
        match entry.event {
            GameEvent::Shot {
                shooter,
                target,
                outcome,
                is_forced,
            } => {
                let is_own = shooter == self.view.player() || self.is_watched();
                let mut text = self.shot_text(shooter, target, outcome);
                if is_forced && !is_own {
                    text = format!("{text} {}", messages.text("forced"));
                }
                let style = match outcome {
                    ShotOutcome::Miss => Style::new(),
                    _ if is_own => theme.good(),
                    _ => theme.bad(),
                };
                (text, style)
            }
            GameEvent::Tossed { coin, first } => {
                let coin = ("coin", names::coin(messages, coin).into());
                plain(if self.name(first) == messages.text("you") {
                    messages.format("news-tossed-you", &[coin])
                } else {
                    messages.format("news-tossed", &[coin, who(first)])
                })
            }
            GameEvent::Placed(player) => plain(messages.format("news-placed", &[who(player)])),
            GameEvent::Passed(player) => {
                let id = match self.session().controller_of(player) {
                    Controller::Computer("forgetful") => "news-wasted",
                    _ => "news-passed",
                };
                plain(messages.format(id, &[who(player)]))
            }
            GameEvent::Damaged { ship, lost, left } => {
                let owner = who(ship.player);
                let ship = names::ship(messages, &self.view, ship);
                let is_sunk = left == 0;
                let (lost, left) = (("lost", lost.into()), ("left", left.into()));
                let args = [owner, ("ship", ship.into()), lost, left];
                let (id, style) = match (self.is_watched(), is_sunk) {
                    (false, false) => ("news-damaged", theme.bad()),
                    (false, true) => ("news-lost", theme.bad()),
                    (true, false) => ("news-damaged-of", Style::new()),
                    (true, true) => ("news-lost-of", Style::new()),
                };
                (messages.format(id, &args), style)
            }
            GameEvent::Destroyed(parts) => {
                let text = messages.format("news-destroyed", &[("parts", parts.into())]);
                (text, theme.good())
            }
            GameEvent::Missed(shots) => {
                plain(messages.format("news-missed", &[("shots", shots.into())]))
            }
            GameEvent::Unharmed => plain(messages.text("news-unharmed")),
            GameEvent::Won(player) => self.victory_text(player),
        }
    }

    /// The text of a shot.
    pub fn shot_text(&self, shooter: Player, target: Pos, outcome: ShotOutcome) -> String {
        let messages = &self.ui.messages;
        let (id, class) = match outcome {
            ShotOutcome::Miss => ("shot-miss", None),
            ShotOutcome::Hit(None) => ("shot-hit", None),
            ShotOutcome::Hit(Some(class)) => ("shot-hit-ship", Some(class)),
            ShotOutcome::Sunk(ship) => ("shot-sunk", Some(ship.class)),
        };
        let field = names::field(self.view.observation(), target);
        let mut args = vec![("who", self.name(shooter).into()), ("field", field.into())];
        if let Some(class) = class {
            let ship = names::class(messages, self.view.rules(), &class);
            args.push(("ship", ship.into()));
        }
        messages.format(id, &args)
    }

    /// Whether the viewer is a spectator.
    pub fn is_watched(&self) -> bool {
        self.session().people() == 0
    }

    /// The name of a person, or the letter of the player.
    pub fn label(&self, player: Player) -> String {
        let name = self.session().name_of(player);
        name.unwrap_or_else(|| player.to_string())
    }

    /// The name of a player in texts: "you", a name, "enemy", or a built-in player.
    pub fn name(&self, player: Player) -> String {
        let session = self.session();
        match session.controller_of(player) {
            Controller::Person if session.people() == 1 && session.name_of(player).is_none() => {
                self.ui.messages.text("you")
            }
            Controller::Person => self.label(player),
            Controller::Computer(name) if self.is_watched() => {
                format!("{player} ({})", self.computer(name))
            }
            Controller::Remote | Controller::Computer(_) => self.ui.messages.text("opponent"),
        }
    }

    pub fn computer(&self, name: &str) -> String {
        names::computer(&self.ui.messages, self.view.rules(), name)
    }

    pub fn victory_text(&self, winner: Player) -> (String, Style) {
        let (messages, theme) = (&self.ui.messages, self.ui.theme);
        match (
            self.session().people(),
            self.session().controller_of(winner),
        ) {
            (1, Controller::Person) => (messages.text("you-won"), theme.good()),
            (1, Controller::Computer(_) | Controller::Remote) => {
                (messages.text("you-lost"), theme.bad())
            }
            _ => {
                let args = [("who", self.name(winner).into())];
                (messages.format("has-won", &args), theme.good())
            }
        }
    }
}
