//! The shot policies, in a game of two.

use std::collections::BTreeSet;

use super::uniform::UniformTargeting;
use super::{ShotPolicy, Targeting};
use crate::geometry::Pos;
use crate::players::classic::{
    Bits, Config, ConfigError, Field, Knowledge as Seen, Outcome, PlacementTable, Placing, Policy,
    PolicyFactory, PolicyKind, SampleBudget,
};
use crate::players::{Effort, Rng, TurnInput};
use crate::rules::RuleSet;
use crate::view::{Knowledge, Known};

/// Shoots as one of the shot policies does.
#[derive(Debug)]
pub struct BitboardPolicy(pub PolicyKind);

impl ShotPolicy for BitboardPolicy {
    fn name(&self) -> &'static str {
        self.0.name()
    }

    fn aim(&self, input: TurnInput<'_>) -> Box<dyn Targeting> {
        Box::new(PolicyTargeting {
            strategy: self.0,
            rng: input.rng,
            work: work(input.effort),
            aim: None,
        })
    }
}

/// Fleets are drawn for each turn: those of turns before are forgotten.
fn work(effort: Effort) -> SampleBudget {
    const FLEETS_FOR_A_STEP: usize = 50;
    SampleBudget {
        fleets_to_begin_with: 0,
        fleets_for_a_shot: FLEETS_FOR_A_STEP * effort.steps() as usize,
    }
}

/// A turn of a marksman.
struct PolicyTargeting {
    strategy: PolicyKind,
    rng: Rng,
    work: SampleBudget,
    /// Once it has seen the waters.
    aim: Option<Box<dyn Targeting>>,
}

impl Targeting for PolicyTargeting {
    fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        let Self {
            strategy,
            rng,
            work,
            ..
        } = self;
        let aim = self.aim.get_or_insert_with(|| {
            let Ok(config) = config(knowledge) else {
                // So many ships that hardly a shot can miss.
                return Box::new(UniformTargeting(rng.clone()));
            };
            // The fewest words that hold the waters make the fastest player.
            let made = match config.side {
                0..=10 => Sights::<2>::new(&config, *strategy, *work, rng),
                11..=15 => Sights::<4>::new(&config, *strategy, *work, rng),
                _ => Sights::<7>::new(&config, *strategy, *work, rng),
            };
            made.unwrap_or_else(|_| Box::new(UniformTargeting(rng.clone())))
        });
        aim.next_shot(knowledge)
    }
}

/// What the contest is about: the enemy's fleet as it was at the beginning.
fn config(knowledge: &Knowledge) -> Result<Config, ConfigError> {
    let mut sunk = [const { BTreeSet::new() }; RuleSet::CLASSES_MAX];
    for (_, known) in knowledge.fields() {
        if let Known::Sunk { class, index } = known {
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

/// The waters as bits, and who shoots there.
struct Sights<const W: usize> {
    waters: PlacementTable<W>,
    player: Box<dyn Policy<W>>,
}

impl<const W: usize> Targeting for Sights<W> {
    fn next_shot(&mut self, knowledge: &Knowledge) -> Option<Pos> {
        let seen = self.seen(knowledge);
        Some(self.waters.pos(self.player.next_shot(&seen)))
    }
}

impl<const W: usize> Sights<W> {
    #[expect(clippy::new_ret_no_self, reason = "it is one of several sizes")]
    fn new(
        config: &Config,
        strategy: PolicyKind,
        work: SampleBudget,
        rng: &mut Rng,
    ) -> Result<Box<dyn Targeting>, ConfigError> {
        let waters = PlacementTable::new(config)?;
        // The program's own fleets are placed ship by ship.
        let school = PolicyFactory::new(&waters, strategy, Placing::Seq).working(work);
        let mut player = school.player();
        player.begin(rng.below(u64::MAX));
        Ok(Box::new(Self { waters, player }))
    }

    /// The same knowledge as bits.
    fn seen(&self, knowledge: &Knowledge) -> Seen<W> {
        let mut seen = Seen::new(&self.waters);
        let mut sunk: Vec<((u8, u32), Vec<Field>)> = Vec::new();
        for (pos, known) in knowledge.fields() {
            let Some(field) = self.waters.field(pos) else {
                continue;
            };
            match known {
                Known::Unknown => {}
                Known::Miss => seen.learn(&self.waters, field, Outcome::Miss),
                Known::Hit(_) => seen.learn(&self.waters, field, Outcome::Hit),
                Known::Sunk { class, index } => {
                    let ship = (class.index, index);
                    match sunk.iter_mut().find(|(other, _)| *other == ship) {
                        Some((_, fields)) => fields.push(field),
                        None => sunk.push((ship, vec![field])),
                    }
                }
            }
        }
        for (_, fields) in sunk {
            let cells: Bits<W> = fields.iter().copied().collect();
            for &field in &fields {
                seen.learn(&self.waters, field, Outcome::Hit);
            }
            seen.learn(&self.waters, fields[0], Outcome::Sunk(cells));
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
        let fleets = |steps| work(Effort::new(steps).expect("an effort")).fleets_for_a_shot;
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
