//! The answer to a key.

use std::io;

use ratatui::crossterm::event::KeyEvent;

use super::{Ui, names};
use crate::screen_style::ScreenStyle;
use crate::{PlayerView, Rejection, RemoteEnd};
use admiralty_core::game::Refusal;
use admiralty_core::rules::RuleSet;

/// The answer to a key, shown until the next one.
#[derive(Debug)]
pub(super) enum Notice {
    Rejection(Rejection),
    /// A message by its id.
    Message(&'static str),
    /// A message with the name of a file.
    File(&'static str, String),
    /// A message about a file that could not be read or written.
    Failed(&'static str, io::Error),
    /// The end of a game over a network.
    RemoteEnd(RemoteEnd),
    /// A key that has no effect.
    UnknownKey(KeyEvent),
}

impl From<Rejection> for Notice {
    fn from(rejection: Rejection) -> Self {
        Self::Rejection(rejection)
    }
}

impl From<RemoteEnd> for Notice {
    fn from(end: RemoteEnd) -> Self {
        Self::RemoteEnd(end)
    }
}

impl Notice {
    /// The text in the language of the screen.
    pub fn text(&self, ui: &Ui, rules: &RuleSet, view: Option<&PlayerView<'_>>) -> String {
        let messages = &ui.messages;
        match self {
            Self::Rejection(rejection) => rejection_text(ui, rules, view, rejection),
            Self::Message(id) => messages.text(id),
            Self::File(id, what) => messages.format(id, &[("what", what.as_str().into())]),
            Self::Failed(id, error) => {
                let common = io_error_id(error.kind()).map(|id| messages.text(id));
                let what = common.unwrap_or_else(|| error.to_string());
                messages.format(id, &[("what", what.into())])
            }
            Self::RemoteEnd(end) => {
                format!(
                    "{} {}",
                    messages.remote_end(end),
                    messages.text("remote-again")
                )
            }
            Self::UnknownKey(key) => {
                messages.format("unknown-key", &[("key", ui.pressed_key(*key).into())])
            }
        }
    }
}

/// The message for a common error of the operating system.
const fn io_error_id(kind: io::ErrorKind) -> Option<&'static str> {
    Some(match kind {
        io::ErrorKind::AlreadyExists => "file-exists",
        io::ErrorKind::NotFound => "file-not-found",
        io::ErrorKind::PermissionDenied => "file-denied",
        io::ErrorKind::IsADirectory => "file-directory",
        io::ErrorKind::StorageFull => "file-full",
        io::ErrorKind::ResourceBusy => "file-busy",
        _ => return None,
    })
}

/// The reason of a rejection in the language of the screen, with the details.
pub(super) fn rejection_text(
    ui: &Ui,
    rules: &RuleSet,
    view: Option<&PlayerView<'_>>,
    rejection: &Rejection,
) -> String {
    if rejection.is_unseen {
        return ui.messages.text("unseen");
    }
    let id = rejection.reason.text().to_lowercase().replace(' ', "-");
    let reason = ui.messages.text(&format!("reason-{id}"));
    let refusal = rejection.refusal.as_deref();
    match refusal.and_then(|refusal| details_text(ui, rules, view, refusal)) {
        Some(details) => format!("{reason} ({details})"),
        None => reason,
    }
}

/// The details that are not obvious from the reason and the cursor.
fn details_text(
    ui: &Ui,
    rules: &RuleSet,
    view: Option<&PlayerView<'_>>,
    refusal: &Refusal,
) -> Option<String> {
    let messages = &ui.messages;
    // Elsewhere, a field outside of the waters has no name.
    let view = view.filter(|_| ScreenStyle::of(rules).is_shared());
    let field = |pos| view.map(|view| names::field(view.observation(), pos));
    match refusal {
        Refusal::TooFar {
            ship,
            cannon,
            target,
        } => {
            let [dy, dx] = [cannon.y.abs_diff(target.y), cannon.x.abs_diff(target.x)];
            let distance = f64::from(dy).hypot(f64::from(dx));
            let args = [
                ("distance", messages.decimal(distance).into()),
                ("range", ship.class.length.into()),
            ];
            Some(messages.format("facts-far", &args))
        }
        Refusal::NotInStart { field: pos, .. }
        | Refusal::OffBoard { field: pos, .. }
        | Refusal::OnReef { reef: pos, .. } => field(*pos),
        Refusal::Infeasible { target, .. } => field(target.pos),
        Refusal::TooClose { other, .. } => view.map(|view| names::ship(messages, view, *other)),
        Refusal::FleetCount { count, limits } => {
            let args = [
                ("count", (*count).into()),
                ("least", limits.ships_min.into()),
                ("most", limits.ships_max.into()),
            ];
            Some(messages.format("facts-ships", &args))
        }
        Refusal::FleetFields { fields, most, .. } => {
            let args = [("count", (*fields).into()), ("most", (*most).into())];
            Some(messages.format("facts-fields", &args))
        }
        Refusal::NoRoom { ship, .. } => Some(names::class(messages, rules, &ship.class)),
        _ => None,
    }
}
