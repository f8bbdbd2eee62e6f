//! Why something is not done, in words.

use super::app::App;
use super::names;
use crate::game::Refusal;
use crate::play::Rejection;
use crate::rules::FleetSizeError;

impl App {
    /// The reason in the language of the screen, with the facts.
    pub(super) fn rejection_text(&self, rejection: &Rejection) -> String {
        if rejection.is_unseen {
            return self.messages.text("unseen");
        }
        let id = rejection.reason.text().to_lowercase().replace(' ', "-");
        let reason = self.messages.text(&format!("reason-{id}"));
        let args = rejection.refusal.as_deref();
        match args.and_then(|refusal| self.details_text(refusal)) {
            Some(args) => format!("{reason} ({args})"),
            None => reason,
        }
    }

    /// What is not plain from the reason and the cursor.
    fn details_text(&self, refusal: &Refusal) -> Option<String> {
        let messages = &self.messages;
        let view = self.view();
        let field = |pos| view.as_ref().map(|s| names::field(s.observation(), pos));
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
            Refusal::TooClose { other, .. } => {
                let view = view.as_ref()?;
                let ships_move = !view.rules().announces_shots();
                ships_move.then(|| names::ship(messages, view, other.class, other.index))
            }
            Refusal::FleetSize { fault, limits } => Some(match *fault {
                FleetSizeError::Ships(count) => {
                    let args = [
                        ("count", count.into()),
                        ("least", limits.ships_min.into()),
                        ("most", limits.ships_max.into()),
                    ];
                    messages.format("facts-ships", &args)
                }
                FleetSizeError::Fields(count, most) => {
                    let args = [("count", count.into()), ("most", most.into())];
                    messages.format("facts-fields", &args)
                }
            }),
            Refusal::NoRoom { ship, .. } => {
                let rules = view.as_ref().map_or(self.form.setup.rules, |s| s.rules());
                Some(names::class(messages, rules, ship.class))
            }
            _ => None,
        }
    }
}
