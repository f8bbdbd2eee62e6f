//! Games of a person against the program.
//!
//! A game is its script: a request has the script so far, and the answer has the script with the
//! next turns, including those of the program. The person plays as A, and the answer tells only
//! what A may know.

use admiralty_core::game::{Footprint, Ship};
use admiralty_core::geometry::{Direction, Movement, Pos};
use admiralty_core::player::Player;
use admiralty_core::rules::{ClassName, RuleSet};
use admiralty_core::script::Command;
use admiralty_play::{
    Coin, Controller, FirstPlayer, GameSession, PlacementDraft, PlayerView, REEFS_MAX, Rejection,
    Setup, Shooting, Stage, levels, usual_level,
};
use admiralty_players::{HeatMap, Rng, ShipPlacement};
use serde::{Deserialize, Serialize};

/// The side of the person.
const PERSON: Player = Player::A;

/// A rule set, and the choices before a game of it.
#[derive(Serialize)]
pub struct GameChoices {
    rules: &'static str,
    /// The built-in players that are the levels, the weakest first.
    levels: Vec<&'static str>,
    /// The default level, from 1.
    level: usize,
    /// The sides of the waters; all the same where there is no choice.
    sides: [u8; 2],
    /// Whether ships move, so that there are reefs and ways to shoot.
    moves: bool,
}

/// The choices for all rule sets.
pub fn choices() -> Vec<GameChoices> {
    let choices = RuleSet::ALL.iter().map(|rules| {
        let levels = levels(rules);
        let usual = levels.iter().position(|name| *name == usual_level(rules));
        let sides = rules.board_sides;
        GameChoices {
            rules: rules.name,
            level: 1 + usual.unwrap_or(0),
            levels,
            sides: [sides.min, sides.max],
            moves: !rules.announces_shots(),
        }
    });
    choices.collect()
}

/// The choices.
#[derive(Deserialize)]
struct NewGame {
    rules: String,
    level: u8,
    side: Option<u8>,
    reefs: u32,
    extended: bool,
    /// Who moves first; nobody for a toss.
    first: Option<char>,
    seed: u64,
}

/// A request of the person, after the script so far.
#[derive(Deserialize)]
struct PlayRequest {
    action: PersonAction,
    /// The ships placed so far, while the fleet is being placed.
    #[serde(default)]
    draft: Vec<DraftShip>,
    /// The class and direction of the ship in hand, if the person has chosen them.
    class: Option<String>,
    direction: Option<char>,
}

/// A ship that is placed: its class, its direction, and its head.
#[derive(Deserialize, Serialize)]
struct DraftShip {
    class: String,
    direction: char,
    y: i32,
    x: i32,
}

#[derive(Deserialize)]
#[serde(rename_all = "kebab-case")]
enum PersonAction {
    /// Only looks.
    Look,
    /// Turns the ship in hand.
    Rotate,
    /// Takes a ship of the next class in hand.
    NextClass,
    /// Puts the ship in hand on a field, or takes the ship that is there.
    Place { y: i32, x: i32 },
    /// Takes the last ship back.
    Undo,
    /// Takes all ships back.
    Clear,
    /// Places all ships at random; with a seed.
    Random(u64),
    /// Ends placing.
    Accept,
    /// Executes a command, written as in a script.
    Execute(String),
    /// Ends the turn.
    EndTurn,
    /// Shows where the enemy's ships are likely to be.
    Hint,
}

/// The game after a request, as A may know it.
#[derive(Serialize)]
pub struct PersonPosition {
    script: String,
    rules: &'static str,
    /// Why the program refuses the request: a reason, as `play` names its text.
    refused: Option<String>,
    stage: &'static str,
    winner: Option<char>,
    fleets: Vec<ClassCount>,
    /// The fleet that is being placed.
    draft: Option<FleetDraft>,
    /// The turn of the person.
    turn: Option<PersonOrders>,
    hint: Option<ShotHint>,
    /// The shots and hits of A and B, when the game is over.
    stats: Option<[PersonStats; 2]>,
}

/// How many ships of a class a player has.
#[derive(Serialize)]
struct ClassCount {
    class: ClassName,
    length: u8,
    own: Option<u32>,
    enemy: Option<u32>,
}

#[derive(Serialize)]
struct FleetDraft {
    ships: Vec<DraftShip>,
    placed: Vec<HullPlace>,
    /// The ship in hand.
    hand: Option<ShipInHand>,
}

#[derive(Serialize)]
struct ShipInHand {
    class: ClassName,
    length: u8,
    direction: char,
    left: u32,
    /// Where its head may lie.
    heads: Vec<[i32; 2]>,
}

/// A ship on the board: the row and column of its head, and its direction from 0, north.
#[derive(Serialize)]
struct HullPlace {
    at: [i32; 3],
    length: u8,
}

#[derive(Serialize)]
struct PersonOrders {
    /// The fields to shoot at: top, left, bottom, right.
    targets: [i32; 4],
    /// Whether a shot names a ship.
    by_ship: bool,
    /// The ships, where they move.
    ships: Vec<ShipOrders>,
}

#[derive(Serialize)]
struct ShipOrders {
    class: ClassName,
    index: u32,
    hull: HullPlace,
    moves_left: u8,
    shots_left: u8,
    sends_planes: bool,
    /// The fields that its cannon reaches, if its range is limited.
    reach: Option<Vec<[i32; 2]>>,
    moves: Vec<ShipMove>,
}

#[derive(Serialize)]
struct ShipMove {
    movement: char,
    hull: HullPlace,
    /// Why it cannot go there.
    blocked: Option<String>,
    /// Whether something unseen might be in the way.
    uncertain: bool,
}

/// How likely a healthy segment is on each field of a rectangle, row by row, in percent.
#[derive(Serialize)]
struct ShotHint {
    rect: [i32; 4],
    heat: Vec<f64>,
}

#[derive(Serialize)]
struct PersonStats {
    shots: u64,
    hits: u64,
    sunk: u64,
}

/// Begins a game with choices, as JSON.
///
/// # Errors
///
/// Why there is no such game.
pub fn begin(choices: &[u8]) -> Result<PersonPosition, String> {
    let choices: NewGame = serde_json::from_slice(choices).map_err(|error| error.to_string())?;
    let session = GameSession::begin(&choices.setup()?).map_err(|rejection| told(&rejection))?;
    PersonPosition::after(session, None)
}

/// Answers a request, as JSON, about the game of a script.
///
/// # Errors
///
/// The request cannot be read, or the script breaks a rule.
pub fn play(request: &[u8], script: &[u8]) -> Result<PersonPosition, String> {
    let request: PlayRequest =
        serde_json::from_slice(request).map_err(|error| error.to_string())?;
    let mut session = GameSession::resume(script).map_err(|error| error.to_string())?;
    if session.next() != PERSON {
        return PersonPosition::after(session, None);
    }
    match session.stage() {
        Stage::Over(_) => PersonPosition::after(session, None),
        Stage::Placing => place(session, &request),
        Stage::Playing => {
            let hint = match request.action {
                PersonAction::Hint => session.take_hint(),
                _ => None,
            };
            let done = act(&mut session, &request.action);
            let mut position = PersonPosition::after(session, done.err())?;
            position.hint = hint.map(|hint| {
                let HeatMap { rect, values } = hint.chances;
                ShotHint {
                    rect: [rect.top, rect.left, rect.bottom, rect.right],
                    heat: values.into_iter().map(percent).collect(),
                }
            });
            Ok(position)
        }
    }
}

impl NewGame {
    fn setup(&self) -> Result<Setup, String> {
        let rules = RuleSet::named(self.rules.as_bytes());
        let rules = rules.ok_or_else(|| format!("there is no rule set {}", self.rules))?;
        let computer =
            Controller::of_level(rules, self.level).map_err(|error| error.to_string())?;
        let mut setup = Setup::new(rules, self.seed);
        if let Some(side) = self.side {
            let side = rules.board_sides.side(side.into());
            setup.side = side.ok_or("the rule set has no waters of this size")?;
        }
        setup.controllers[PERSON.opponent()] = computer;
        setup.reefs = self.reefs.min(REEFS_MAX);
        setup.shooting = if self.extended {
            Shooting::Extended
        } else {
            Shooting::Basic
        };
        setup.first_player = match self.first {
            Some('A') => FirstPlayer::Player(Player::A),
            Some(_) => FirstPlayer::Player(Player::B),
            None => FirstPlayer::Toss(Coin::Heads),
        };
        Ok(setup)
    }
}

/// Carries out an action in the person's turn.
fn act(session: &mut GameSession, action: &PersonAction) -> Result<(), String> {
    let done = match action {
        PersonAction::EndTurn => session.end_turn(),
        PersonAction::Execute(line) => {
            let command = Command::parse(line.as_bytes());
            match command.map_err(|error| error.explain(line.as_bytes()).0.to_string())? {
                Command::Shoot(target) if session.rules().announces_shots() => {
                    session.shoot_announced(target)
                }
                command => session.execute(&command),
            }
        }
        _ => Ok(()),
    };
    done.map_err(|rejection| told(&rejection))
}

/// Carries out an action while the fleet is placed.
fn place(mut session: GameSession, request: &PlayRequest) -> Result<PersonPosition, String> {
    let mut draft = session.draft().map_err(|rejection| told(&rejection))?;
    for ship in &request.draft {
        draft.class = session.rules().class(ship.class.as_bytes()).copied();
        draft.direction = direction(ship.direction)?;
        let placed = draft.place(Pos::new(ship.y, ship.x));
        placed.map_err(|rejection| told(&rejection))?;
    }
    if let Some(name) = &request.class {
        let class = session.rules().class(name.as_bytes()).copied();
        draft.class = class.filter(|class| draft.left(class) > 0).or(draft.class);
    }
    if let Some(chosen) = request.direction {
        draft.direction = direction(chosen)?;
    }
    let mut done = Ok(());
    match request.action {
        PersonAction::Rotate => draft.rotate(true),
        PersonAction::NextClass => draft.next_class(true),
        PersonAction::Place { y, x } if draft.take(Pos::new(y, x)) => {}
        PersonAction::Place { y, x } => done = draft.place(Pos::new(y, x)),
        PersonAction::Undo => drop(draft.undo()),
        PersonAction::Clear => draft.clear(),
        PersonAction::Random(seed) => done = draft.fill_anew(&mut Rng::seeded(seed)),
        PersonAction::Accept if draft.is_complete() => {
            done = session.place(&draft);
            if done.is_ok() {
                return PersonPosition::after(session, None);
            }
        }
        _ => {}
    }
    let refused = done.err().map(|rejection| told(&rejection));
    let mut position = PersonPosition::after(session, refused)?;
    position.draft = Some(FleetDraft::of(&draft));
    Ok(position)
}

impl PersonPosition {
    /// The position after the turns of the program.
    fn after(mut session: GameSession, refused: Option<String>) -> Result<Self, String> {
        while !session.is_over() && session.next() != PERSON {
            let played = session.play_computer_turn();
            played.map_err(|rejection| told(&rejection))?;
        }
        let view = session.view(PERSON);
        let (stage, winner) = match session.stage() {
            Stage::Placing => ("placing", None),
            Stage::Playing => ("playing", None),
            Stage::Over(winner) => ("over", Some(letter(winner))),
        };
        let draft = match session.stage() {
            Stage::Placing => session.draft().ok(),
            _ => None,
        };
        let stats = Player::BOTH.map(|player| session.stats(player));
        Ok(Self {
            script: String::from_utf8_lossy(session.log().text()).into_owned(),
            rules: session.rules().name,
            refused,
            stage,
            winner,
            fleets: fleets(&view),
            draft: draft.as_ref().map(FleetDraft::of),
            turn: (stage == "playing").then(|| PersonOrders::of(&session, &view)),
            hint: None,
            stats: match stats {
                [Some(own), Some(enemy)] => Some([own, enemy].map(|stats| PersonStats {
                    shots: stats.shots,
                    hits: stats.hits,
                    sunk: stats.sunk,
                })),
                _ => None,
            },
        })
    }
}

impl FleetDraft {
    fn of(draft: &PlacementDraft) -> Self {
        let placements = draft.placements().iter();
        let ships = placements.clone().map(DraftShip::of);
        let placed = placements.map(|placement| HullPlace::of(&placement.footprint));
        let hand = draft.class.as_ref().map(|class| {
            let waters = draft.view().observation().start(draft.player());
            // Ships lie behind their heads.
            let around = waters.grown(i32::from(class.length));
            let is_free = |head: &Pos| matches!(draft.preview(*head), Some((_, None)));
            ShipInHand {
                class: class.name,
                length: class.length,
                direction: char::from(draft.direction.token().as_bytes()[0]),
                left: draft.left(class),
                heads: around.fields().filter(is_free).map(pair).collect(),
            }
        });
        Self {
            ships: ships.collect(),
            placed: placed.collect(),
            hand,
        }
    }
}

impl DraftShip {
    fn of(placement: &ShipPlacement) -> Self {
        let Footprint {
            head, direction, ..
        } = placement.footprint;
        Self {
            class: placement.ship.class.name.to_string(),
            direction: char::from(direction.token().as_bytes()[0]),
            y: head.y,
            x: head.x,
        }
    }
}

impl PersonOrders {
    fn of(session: &GameSession, view: &PlayerView<'_>) -> Self {
        let targets = view.extent(view.target_board());
        let observation = view.observation();
        let moves = !session.rules().announces_shots();
        let afloat = observation
            .own()
            .iter()
            .filter(|ship| moves && ship.healthy_parts() > 0);
        Self {
            targets: [targets.top, targets.left, targets.bottom, targets.right],
            by_ship: observation.is_extended(),
            ships: afloat
                .map(|ship| ShipOrders::of(session, view, ship))
                .collect(),
        }
    }
}

impl ShipOrders {
    fn of(session: &GameSession, view: &PlayerView<'_>, ship: &Ship) -> Self {
        let (ranges, class) = (session.ranges(ship), ship.class());
        let reach = ranges.cannon_range.map(|_| {
            let fields = view.observation().size().rect().fields();
            fields
                .filter(|&field| ranges.reaches(field))
                .map(pair)
                .collect()
        });
        let moves = Movement::ALL.map(|movement| {
            let preview = session.preview_move(view, ship, movement);
            ShipMove {
                movement: char::from(movement.token().as_bytes()[0]),
                hull: HullPlace::of(&preview.footprint),
                blocked: preview.rejection.as_ref().map(told),
                uncertain: preview.is_uncertain,
            }
        });
        Self {
            class: class.name,
            index: ship.name().index,
            hull: HullPlace::of(ship.footprint()),
            moves_left: ranges.moves_left,
            shots_left: ranges.shots_left,
            sends_planes: class.planes && ship.has_cannon(),
            reach,
            moves: moves.into(),
        }
    }
}

impl HullPlace {
    const fn of(footprint: &Footprint) -> Self {
        let Pos { y, x } = footprint.head;
        Self {
            at: [y, x, footprint.direction as i32],
            length: footprint.length,
        }
    }
}

/// The fleets of both players, as far as the person knows them.
fn fleets(view: &PlayerView<'_>) -> Vec<ClassCount> {
    let observation = view.observation();
    let classes = view.rules().classes.iter();
    let present = classes.filter(|class| observation.count(PERSON, class) > 0);
    let counts = present.map(|class| ClassCount {
        class: class.name,
        length: class.length,
        own: view.afloat(PERSON, class),
        enemy: view.afloat(PERSON.opponent(), class),
    });
    counts.collect()
}

/// The reason of a rejection, without what the person may not know.
fn told(rejection: &Rejection) -> String {
    if rejection.is_unseen {
        return "unseen".to_owned();
    }
    rejection.reason.text().to_lowercase().replace(' ', "-")
}

fn direction(letter: char) -> Result<Direction, String> {
    let direction = Direction::from_token(letter.to_string().as_bytes());
    direction.ok_or_else(|| format!("{letter} is not a direction"))
}

const fn letter(player: Player) -> char {
    match player {
        Player::A => 'A',
        Player::B => 'B',
    }
}

const fn pair(field: Pos) -> [i32; 2] {
    [field.y, field.x]
}

fn percent(chance: f64) -> f64 {
    (100.0 * chance).round()
}
