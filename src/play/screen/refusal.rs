//! Why something is not done, in words.

use super::app::App;
use super::spell;
use crate::game::Refusal;
use crate::play::Objection;
use crate::rules::FleetFault;

impl App {
    /// The reason in the language of the screen, with the facts.
    pub(super) fn objection_in_words(&self, objection: &Objection) -> String {
        if objection.is_unseen {
            return self.words.say("unseen");
        }
        let id = objection.reason.text().to_lowercase().replace(' ', "-");
        let reason = self.words.say(&format!("reason-{id}"));
        let facts = objection.refusal.as_deref();
        match facts.and_then(|refusal| self.facts_in_words(refusal)) {
            Some(facts) => format!("{reason} ({facts})"),
            None => reason,
        }
    }

    /// What is not plain from the reason and the cursor.
    fn facts_in_words(&self, refusal: &Refusal) -> Option<String> {
        let words = &self.words;
        let sight = self.sight();
        let field = |pos| sight.as_ref().map(|s| spell::field(s.observation(), pos));
        match refusal {
            Refusal::TooFar {
                ship,
                cannon,
                target,
            } => {
                let [dy, dx] = [cannon.y.abs_diff(target.y), cannon.x.abs_diff(target.x)];
                let distance = f64::from(dy).hypot(f64::from(dx));
                let facts = [
                    ("distance", words.decimal(distance).into()),
                    ("range", ship.class.length.into()),
                ];
                Some(words.tell("facts-far", &facts))
            }
            Refusal::NotInStart { field: pos, .. }
            | Refusal::OffBoard { field: pos, .. }
            | Refusal::OnReef { reef: pos, .. } => field(*pos),
            Refusal::Unfeasible { target, .. } => field(target.pos),
            Refusal::TooClose { other, .. } => {
                let sight = sight.as_ref()?;
                let is_sea = !sight.rules().announces_shots();
                is_sea.then(|| spell::ship(words, sight, other.class, other.index))
            }
            Refusal::FleetSize { fault, limits } => Some(match *fault {
                FleetFault::Ships(count) => {
                    let facts = [
                        ("count", count.into()),
                        ("least", limits.ships_min.into()),
                        ("most", limits.ships_max.into()),
                    ];
                    words.tell("facts-ships", &facts)
                }
                FleetFault::Fields(count, most) => {
                    let facts = [("count", count.into()), ("most", most.into())];
                    words.tell("facts-fields", &facts)
                }
            }),
            Refusal::NoRoom { ship, .. } => {
                let rules = sight.as_ref().map_or(self.form.setup.rules, |s| s.rules());
                Some(spell::class(words, rules, ship.class))
            }
            _ => None,
        }
    }
}
