//! The shot policies on bitboards, in a game of two.

use std::collections::BTreeSet;

use super::uniform_policy::UniformTargeting;
use super::{
    Bitboard, BitboardKnowledge, BitboardOutcome, Config, ConfigError, FieldIndex, PlacementTable,
    Policy, PolicyFactory, PolicyKind, SampleBudget, ShotPolicy, Targeting, with_placement_table,
};
use crate::geometry::Pos;
use crate::players::{Effort, Placing, Rng, TurnInput};
use crate::rules::RuleSet;
use crate::view::{Knowledge, KnownField};

/// Shoots by a policy on bitboards.
#[derive(Debug)]
pub struct BitboardPolicy(pub PolicyKind);

impl ShotPolicy for BitboardPolicy {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn targeting(&self, input: TurnInput<'_>) -> Box<dyn Targeting> {
        Box::new(PolicyTargeting {
            kind: self.0,
            rng: input.rng,
            budget: budget(input.effort),
            targeting: None,
        })
    }
}

/// Fleets are sampled anew in each turn, because nothing keeps those of turns before.
fn budget(effort: Effort) -> SampleBudget {
    const SAMPLES_PER_STEP: usize = 50;
    SampleBudget {
        prior_samples: 0,
        samples_per_shot: SAMPLES_PER_STEP * effort.steps() as usize,
    }
}

/// The shots of a turn, before the size of the board is known.
struct PolicyTargeting {
    kind: PolicyKind,
    rng: Rng,
    budget: SampleBudget,
    /// Made for the first shot.
    targeting: Option<Box<dyn Targeting>>,
}

impl Targeting for PolicyTargeting {
    fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        if self.targeting.is_none() {
            let on_bitboards = config(knowledge).and_then(|config| {
                with_placement_table!(&config, |table| self.on_bitboards(table))
            });
            // Fleets beyond the limits have so many ships that hardly a shot can miss.
            let random = |_| -> Box<dyn Targeting> { Box::new(UniformTargeting(self.rng.clone())) };
            self.targeting = Some(on_bitboards.unwrap_or_else(random));
        }
        self.targeting.as_mut()?.next_shot(knowledge)
    }
}

impl PolicyTargeting {
    fn on_bitboards<const W: usize>(&mut self, table: PlacementTable<W>) -> Box<dyn Targeting> {
        // The program's own fleets are placed ship by ship.
        let factory = PolicyFactory::new(&table, self.kind, Placing::Seq).with_budget(self.budget);
        let mut policy = factory.policy();
        policy.begin(self.rng.below(u64::MAX));
        Box::new(BitboardTargeting { table, policy })
    }
}

/// The board and the enemy's fleet as it was at the beginning.
fn config(knowledge: &Knowledge) -> Result<Config, ConfigError> {
    let mut sunk = [const { BTreeSet::new() }; RuleSet::CLASSES_MAX];
    for (_, known) in knowledge.fields() {
        if let KnownField::Sunk { class, index } = known {
            sunk[usize::from(class.index)].insert(index);
        }
    }
    let rules = knowledge.rules();
    let counts = rules.classes.iter().zip(sunk).map(|(class, sunk)| {
        let sunk = u32::try_from(sunk.len()).unwrap_or(u32::MAX);
        knowledge.afloat(class).saturating_add(sunk)
    });
    Config::of(rules, knowledge.side(), counts)
}

/// The shots of a turn on bitboards.
struct BitboardTargeting<const W: usize> {
    table: PlacementTable<W>,
    policy: Box<dyn Policy<W>>,
}

impl<const W: usize> Targeting for BitboardTargeting<W> {
    fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        let seen = self.seen(knowledge);
        Some(self.table.pos(self.policy.next_shot(&seen)))
    }
}

impl<const W: usize> BitboardTargeting<W> {
    /// The knowledge as bitboards.
    fn seen(&self, knowledge: &Knowledge) -> BitboardKnowledge<W> {
        let mut seen = BitboardKnowledge::new(&self.table);
        let mut sunk: Vec<((u8, u32), Vec<FieldIndex>)> = Vec::new();
        for (pos, known) in knowledge.fields() {
            let Some(field) = self.table.field(pos) else {
                continue;
            };
            match known {
                KnownField::Unknown => {}
                KnownField::Miss => seen.learn(&self.table, field, BitboardOutcome::Miss),
                KnownField::Hit(_) => seen.learn(&self.table, field, BitboardOutcome::Hit),
                KnownField::Sunk { class, index } => {
                    let ship = (class.index, index);
                    match sunk.iter_mut().find(|(other, _)| *other == ship) {
                        Some((_, fields)) => fields.push(field),
                        None => sunk.push((ship, vec![field])),
                    }
                }
            }
        }
        for (_, fields) in sunk {
            let cells: Bitboard<W> = fields.iter().copied().collect();
            for &field in &fields {
                seen.learn(&self.table, field, BitboardOutcome::Hit);
            }
            seen.learn(&self.table, fields[0], BitboardOutcome::Sunk(cells));
        }
        seen
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::game::{Footprint, Game, ShipName};
    use crate::geometry::Direction;
    use crate::player::Player;
    use crate::rules::HASBRO;

    #[test]
    fn effort_is_the_number_of_fleets() {
        let fleets = |steps| budget(Effort::new(steps).expect("an effort")).samples_per_shot;
        assert!(fleets(1) > 0);
        assert_eq!(fleets(7), 7 * fleets(1));
    }

    /// Ships that are sunk count for the fleet that the players think of.
    #[test]
    fn terms_are_those_of_the_beginning() {
        let mut game = Game::new(&HASBRO);
        let fresh = config(&Knowledge::new(&game, Player::A));
        let class = HASBRO.class(b"SUB").expect("a class");
        let ship = ShipName {
            player: Player::B,
            class,
            index: 0,
        };
        let footprint = Footprint {
            head: Pos::new(11, 0),
            direction: Direction::North,
            length: class.length,
        };
        game.preset_ship(ship, footprint, 0).expect("there is room");
        let knowledge = Knowledge::new(&game, Player::A);
        assert_eq!(knowledge.afloat(class), 0);
        assert_eq!(config(&knowledge), fresh);
    }
}
