//! The questions about games of `ships` that the assignment and its tests leave open. Scripts of
//! the assignment's scope avoid these questions, which `docs/DECISIONS.md` answers.

use admiralty_core::game::{Footprint, Game, Ship, ShipId, ShipName};

use admiralty_core::game::For;
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::interpreter::{Event, Failure};
use admiralty_core::player::Player;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Line, NamedShip, Reason, Tag};

/// The most ships of a class that programs have to expect.
const SHIPS_OF_CLASS_MAX: u32 = 10;
/// From how many fields a ship that moves can serve targets: the assignment mentions three.
const CANNON_FIELDS_MAX: usize = 3;

/// The history of a script, as far as it raises questions.
#[derive(Clone, Debug, Default)]
pub struct OpenQuestions {
    has_saved: bool,
    /// The last use of the turn.
    turn: Option<Activity>,
    /// Whether the player had planes before the turn.
    has_old_planes: bool,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Activity {
    /// Ships were placed.
    Placing,
    /// Ships have moved, shot or sent planes.
    Playing,
}

impl OpenQuestions {
    /// Whether it is open what a line does, given the group that it is in and the game before it.
    pub fn include(&self, line: &Line, group: Option<Tag>, game: &Game) -> bool {
        match line {
            Line::Command(command) if is_ships(game) => {
                self.include_command(command, mover(group), game)
            }
            _ => false,
        }
    }

    /// Whether it is open why a line was refused, or who has won, given the group that it was in and
    /// the game after it.
    pub fn include_result(
        line: &Line,
        group: Option<Tag>,
        game: &Game,
        applied: &Result<Event, Box<Failure>>,
    ) -> bool {
        is_ships(game)
            && match (line, applied) {
                (Line::Command(command), Err(failure)) => {
                    is_refusal_open(command, group, failure.reason(), game)
                }
                (Line::Tag(tag), Ok(_)) => group == Some(*tag) && is_end_open(group, game),
                _ => false,
            }
    }

    fn include_command(&self, command: &Command, mover: Option<Player>, game: &Game) -> bool {
        let size = game.board().size();
        let has_placed = self.turn == Some(Activity::Placing);
        let mut players = Player::BOTH.into_iter();
        match command {
            // When planes leave, and whether targets are hit before the end of the turn.
            Command::Print(_) => {
                mover.is_some() && (self.has_old_planes || !game.targets().is_empty())
            }
            // What it keeps.
            Command::BoardSize(_) => {
                game.script(For::Save) != Game::new(RuleSet::SHIPS).script(For::Save)
            }
            // What it does to ships on the board, and who wins without ships.
            Command::SetFleet { player, counts } => {
                has_ships(game, *player)
                    || counts.iter().all(|&count| count == 0)
                    || counts.iter().any(|&count| count > SHIPS_OF_CLASS_MAX)
            }
            Command::InitPosition { start, .. } => {
                start.intersection(&size.rect()).as_ref() != Some(start)
            }
            Command::Reef(field) => game.board().is_reef(*field),
            // Where information is saved, and whether the seed of the game changes.
            Command::Save => {
                (self.has_saved && game.seed().is_some())
                    || players.any(|it| is_start_open(game, it) || !game.information(it).is_empty())
            }
            Command::PlaceShip { .. } => {
                self.turn == Some(Activity::Playing)
                    || mover.is_some_and(|it| is_start_open(game, it))
            }
            Command::Move { ship, .. } => {
                let id = mover.and_then(|it| id_of(game, it, *ship));
                let fields = id.map_or(0, |id| cannon_fields(game, id));
                let is_far = !game.targets().is_empty() && fields >= CANNON_FIELDS_MAX;
                has_placed || is_far
            }
            Command::Shoot(_) | Command::ShootFrom { .. } => {
                has_placed || is_shooting_open(command, game)
            }
            Command::Spy(centre) | Command::SpyFrom { centre, .. } => {
                let is_early = !game.is_complete() || !size.contains(*centre);
                has_placed || is_early || is_shooting_open(command, game)
            }
            _ => false,
        }
    }

    /// Notes a line that was executed, given the game after it.
    pub fn note(&mut self, line: &Line, game: &Game) {
        match line {
            Line::Tag(Tag::Player(player)) => {
                self.turn = None;
                self.has_old_planes = !game.planes(*player).is_empty();
            }
            Line::Command(command) => match command {
                Command::Save => self.has_saved = true,
                Command::PlaceShip { .. } => self.turn = Some(Activity::Placing),
                Command::Move { .. }
                | Command::Shoot(_)
                | Command::ShootFrom { .. }
                | Command::Spy(_)
                | Command::SpyFrom { .. } => self.turn = Some(Activity::Playing),
                _ => {}
            },
            _ => {}
        }
    }
}

/// Whether it is open who has won after a turn that was in this group, or whether anybody has.
fn is_end_open(group: Option<Tag>, game: &Game) -> bool {
    let is_sunk = |player| has_ships(game, player) && game.fleet(player).healthy_parts() == 0;
    mover(group).is_some_and(|player| {
        is_sunk(player) || (is_sunk(player.opponent()) && !game.is_complete())
    })
}

/// Whether it is open why a command is refused: several reasons apply, or it depends on what "too
/// close" means.
fn is_refusal_open(command: &Command, group: Option<Tag>, reason: Reason, game: &Game) -> bool {
    RefusedAttempt::of(command, mover(group), game).is_some_and(|attempt| {
        let is_close = reason == Reason::PlacingShipTooCloseToOtherShip;
        attempt.reasons > 1 || (is_close && !attempt.is_clearly_close)
    })
}

/// A command that is refused.
#[derive(Default)]
struct RefusedAttempt {
    /// How many reasons of the assignment apply.
    reasons: usize,
    /// Whether a ship would overlap or be side by side with another one that is afloat.
    is_clearly_close: bool,
}

impl RefusedAttempt {
    fn of(command: &Command, mover: Option<Player>, game: &Game) -> Option<Self> {
        let board = game.board();
        let size = board.size();
        Some(match command {
            Command::Ship {
                player,
                ship,
                head,
                direction,
                ..
            } => {
                let ship = ShipName::of(*player, *ship, game.rules())?;
                let to = Footprint::new(*head, *direction, ship.class.length);
                Self::to_enter(game, ship, &to, size.rect())
            }
            Command::PlaceShip {
                ship,
                head,
                direction,
            } => {
                let ship = ShipName::of(mover?, *ship, game.rules())?;
                let to = Footprint::new(*head, *direction, ship.class.length);
                Self::to_enter(game, ship, &to, game.start(mover?))
            }
            Command::Move { ship, movement } => {
                let id = id_of(game, mover?, *ship)?;
                let to = board.ship(id).footprint().moved(*movement);
                let [has_moved, _] = game.is_spent(id);
                Self::to_occupy(game, &to, size.rect(), Some(id))
                    .or([!board.ship(id).has_engine(), has_moved])
            }
            Command::Shoot(target) => {
                let is_second = !game.is_extended() && !game.has_shot_left();
                Self::default().or([!game.is_complete(), !size.contains(*target), is_second])
            }
            Command::ShootFrom { ship, target } => {
                let shooter = board.ship(id_of(game, mover?, *ship)?);
                let [_, has_shot] = game.is_spent(id_of(game, mover?, *ship)?);
                let is_far = !shooter.class().reaches(shooter.cannon(), *target);
                Self::default()
                    .or([!game.is_complete(), !size.contains(*target)])
                    .or([!shooter.has_cannon(), has_shot, is_far])
            }
            Command::SpyFrom { index, .. } => {
                let id = game.fleet(mover?).ship(game.rules().carrier()?, *index)?;
                let [_, has_shot] = game.is_spent(id);
                Self::default().or([!board.ship(id).has_cannon(), has_shot])
            }
            _ => return None,
        })
    }

    /// Whether reasons apply, too.
    fn or<const N: usize>(mut self, reasons: [bool; N]) -> Self {
        self.reasons += reasons.into_iter().filter(|applies| *applies).count();
        self
    }

    fn to_enter(game: &Game, ship: ShipName, to: &Footprint, area: Rect) -> Self {
        let fleet = game.fleet(ship.player);
        let is_present = fleet.ship(&ship.class, ship.index).is_some();
        let is_beyond = ship.index >= fleet.count(&ship.class);
        Self::to_occupy(game, to, area, None).or([is_present, is_beyond])
    }

    /// A ship, which may be on the board already, is to occupy a footprint.
    fn to_occupy(game: &Game, to: &Footprint, area: Rect, own: Option<ShipId>) -> Self {
        let board = game.board();
        let own = own.map(|id| board.ship(id).name());
        let others = || board.ships().iter().filter(|ship| Some(ship.name()) != own);
        let is_near = |ship: &Ship, is_far: fn(u32, u32) -> bool| {
            let pairs = ship.footprint().fields();
            let mut pairs = pairs.flat_map(|field| to.fields().map(move |own| (field, own)));
            pairs.any(|(one, other): (Pos, Pos)| {
                !is_far(one.y.abs_diff(other.y), one.x.abs_diff(other.x))
            })
        };
        let is_close = others().any(|ship| is_near(ship, |rows, columns| rows.max(columns) > 1));
        let is_beside =
            |ship: &Ship| is_near(ship, |rows, columns| rows.saturating_add(columns) > 1);
        Self {
            reasons: 0,
            is_clearly_close: others().any(|ship| ship.healthy_parts() > 0 && is_beside(ship)),
        }
        .or([
            to.fields().any(|field| !area.contains(field)),
            to.fields().any(|field| board.is_reef(field)),
            is_close,
        ])
    }
}

fn is_ships(game: &Game) -> bool {
    game.rules() == RuleSet::SHIPS
}

const fn mover(group: Option<Tag>) -> Option<Player> {
    match group {
        Some(Tag::Player(player)) => Some(player),
        _ => None,
    }
}

fn has_ships(game: &Game, player: Player) -> bool {
    game.fleet(player).ships().next().is_some()
}

fn id_of(game: &Game, player: Player, ship: NamedShip) -> Option<ShipId> {
    let class = game.rules().class_named(ship.class)?;
    game.fleet(player).ship(class, ship.index)
}

/// Whether a starting rectangle was not given for the board, so that it depends on what the size of the
/// board changes.
fn is_start_open(game: &Game, player: Player) -> bool {
    let usual = Game::new(RuleSet::SHIPS);
    game.board().size() != usual.board().size() && game.start(player) == usual.start(player)
}

/// The number of fields that the cannon of a ship has held in the turn.
fn cannon_fields(game: &Game, id: ShipId) -> usize {
    let left = game.left_cannons().iter();
    1 + left.filter(|(other, _)| *other == id).count()
}

/// Whether it is open if a shot or a plane is allowed, and which ships can serve it.
fn is_shooting_open(command: &Command, game: &Game) -> bool {
    let has_name = matches!(command, Command::ShootFrom { .. } | Command::SpyFrom { .. });
    let mut moved = game.left_cannons().iter();
    let has_far_moved = moved.any(|(id, _)| cannon_fields(game, *id) > CANNON_FIELDS_MAX);
    game.is_auto() && (!game.is_extended() || has_name || has_far_moved)
}

#[cfg(test)]
mod tests {
    use super::super::scope::{Scope, ScriptContents};
    use super::super::script_run::ScriptRun;

    /// The scripts that are wrongly in the scope of the assignment, or wrongly not.
    fn wrong<'s>(scripts: &[(&'s str, bool)]) -> Vec<&'s str> {
        let contents = ScriptContents {
            scope: Scope::Assignment,
            ..ScriptContents::default()
        };
        let is_wrong = |(script, is_clear): &&(&str, bool)| {
            contents.include(&ScriptRun::of(script.as_bytes())) != *is_clear
        };
        let wrong = scripts.iter().filter(is_wrong);
        wrong.map(|(script, _)| *script).collect()
    }

    #[test]
    fn decisions_on_the_state_are_open() {
        const FIELDS: &str = "[state]\nBOARD_SIZE 30 12\nINIT_POSITION A 0 0 9 11\n";
        assert_eq!(
            wrong(&[
                (
                    "[state]\nSHIP A 5 5 N 0 DES 11\nBOARD_SIZE 9 9\n[state]\n",
                    false,
                ),
                ("[state]\nREEF 5 5\nBOARD_SIZE 9 9\n[state]\n", false),
                ("[state]\nEXTENDED_SHIPS\nBOARD_SIZE 9 9\n[state]\n", false),
                ("[state]\nBOARD_SIZE 9 9\nREEF 5 5\n[state]\n", true),
                (
                    &format!("{FIELDS}[state]\n[playerA]\nPLACE_SHIP 1 1 N 0 DES\n[playerA]\n"),
                    true,
                ),
                (&format!("{FIELDS}[state]\n[playerB]\n"), true),
                (
                    &format!(
                        "{FIELDS}NEXT_PLAYER B\n[state]\n[playerB]\nPLACE_SHIP 12 1 N 0 DES\n[playerB]\n"
                    ),
                    false,
                ),
                (&format!("{FIELDS}SAVE\n[state]\n"), false),
                (
                    &format!("{FIELDS}INIT_POSITION B 20 0 29 11\nSAVE\n[state]\n"),
                    true,
                ),
                ("[state]\nSET_FLEET A 0 0 0 0\n[state]\n", false),
                ("[state]\nSET_FLEET A 0 0 0 11\n[state]\n", false),
                (
                    "[state]\nSHIP A 2 0 N 0 DES 11\nSET_FLEET A 0 0 0 2\n[state]\n",
                    false,
                ),
                ("[state]\nINIT_POSITION A 0 0 9 10\n[state]\n", false),
                ("[state]\nINIT_POSITION A 5 5 4 9\n[state]\n", false),
                ("[state]\nREEF 1 1\nREEF 1 1\n[state]\n", false),
                ("[state]\nINFORMATION A seen\nSAVE\n[state]\n", false),
                ("[state]\nSRAND 3\nSAVE\n[state]\n", true),
                ("[state]\nSRAND 3\nSAVE\nSAVE\n[state]\n", false),
            ]),
            [""; 0]
        );
    }

    #[test]
    fn decisions_on_turns_are_open() {
        const FLEETS: &str = "[state]\nSET_FLEET A 1 0 0 1\nSET_FLEET B 0 0 0 1\n\
            SHIP A 4 4 N 0 CAR 11111\nSHIP A 1 1 N 0 DES 11\nSHIP B 15 1 N 0 DES 11\n";
        let with = |state: &str, turn: &str| {
            format!("{FLEETS}{state}[state]\n[playerA]\n{turn}[playerA]\n")
        };
        let auto = |turn: &str| with("EXTENDED_SHIPS\nAUTO_SHOOTING\n", turn);
        let three = "MOVE 0 DES R\n".repeat(3);
        assert_eq!(
            wrong(&[
                (
                    "[state]\nSHIP A 2 2 N 0 DES 11\nSHIP A 2 3 N 1 DES 11\n",
                    true,
                ),
                (
                    "[state]\nSHIP A 2 2 N 0 DES 11\nSHIP A 4 3 N 1 DES 11\n",
                    false,
                ),
                (
                    "[state]\nSHIP A 2 2 N 0 DES 00\nSHIP A 2 3 N 1 DES 11\n",
                    false,
                ),
                (
                    "[state]\nREEF 4 4\nSHIP A 4 5 N 0 DES 11\nSHIP A 4 4 N 0 DES 11\n",
                    false,
                ),
                ("[playerA]\nPLACE_SHIP 9 0 N 0 DES\n", true),
                ("[playerA]\nPLACE_SHIP 9 0 N 9 DES\n", false),
                (
                    "[state]\nSHIP A 5 5 N 0 DES 10\n[state]\n[playerA]\nMOVE 0 DES F\n",
                    true,
                ),
                (
                    "[state]\nSHIP A 0 5 N 0 DES 10\n[state]\n[playerA]\nMOVE 0 DES F\n",
                    false,
                ),
                (&with("", "SHOOT 1 9\nMOVE 0 CAR F\n"), true),
                (&with("SET_FLEET B 0 0 0 2\n", "PRINT 0\n"), false),
                (
                    "[playerA]\nPLACE_SHIP 1 1 N 0 DES\nMOVE 0 DES L\n[playerA]\n",
                    false,
                ),
                (&with("EXTENDED_SHIPS\n", "SHOOT 0 DES 4 9\n"), true),
                (&with("EXTENDED_SHIPS\n", "SHOOT 0 DES 4 10\n"), false),
                (&with("", "SPY 0 9 9\nPRINT 0\n"), true),
                (&with("", "SPY 0 9 10\n"), false),
                (
                    &with(
                        "",
                        "SPY 0 9 9\n[playerA]\n[playerB]\n[playerB]\n[playerA]\nPRINT 0\n",
                    ),
                    false,
                ),
                (
                    "[state]\nSHIP A 4 4 N 0 CAR 11111\n[state]\n[playerA]\nSPY 0 9 9\n[playerA]\n",
                    false,
                ),
                // Questions about targets.
                (&auto("SHOOT 2 1\n"), true),
                (&auto("SHOOT 2 1\nPRINT 0\n"), false),
                (&with("AUTO_SHOOTING\n", "SHOOT 1 9\n"), false),
                (&auto("SHOOT 0 DES 1 2\n"), false),
                (&auto(&format!("SHOOT 9 9\n{three}")), false),
                (&auto(&format!("{three}SHOOT 9 9\n")), false),
                (&auto("MOVE 0 CAR F\nMOVE 0 CAR F\nSHOOT 9 9\n"), true),
                // Questions about victories.
                (&with("", "SHOOT 15 1\n"), true),
                (
                    "[state]\nSHIP B 15 1 N 0 DES 00\n[state]\n[playerA]\n[playerA]\n",
                    false,
                ),
                (
                    "[state]\nSHIP A 15 1 N 0 DES 00\n[state]\n[playerA]\n[playerA]\n",
                    false,
                ),
            ]),
            [""; 0]
        );
    }
}
