//! The game: ships on a board, what they may do, and who has won.
//!
//! There is no I/O here. [`Game`] is the whole state; each operation either executes a
//! command, or returns a [`Refusal`] and leaves the state unchanged.

mod announced_shots;
mod auto_shooting;
mod board;
mod dead_position;
mod fleet;
mod fleet_commands;
mod footprint;
mod invariants;
mod matching;
mod mode;
mod refusal;
mod save;
mod ship;
mod shot;
mod spacing;
mod tally;

pub use board::Board;
pub(crate) use board::FieldList;
pub use fleet::Fleet;
pub use footprint::Footprint;
pub(crate) use refusal::Meant;
pub use refusal::Refusal;
pub use save::For;
pub use ship::{Ship, ShipId, ShipName};
pub(crate) use shot::ShotResult;
pub use shot::{Hit, ServedTarget, Shot, ShotOutcome, Target, TargetKind};
pub use tally::Tally;

use bstr::BString;
use mode::Mode;

use crate::geometry::{Direction, Pos, Rect, Size};
use crate::player::{ByPlayer, Player};
use crate::rules::RuleSet;

/// The whole state of a game.
///
/// ```
/// use admiralty_core::game::Game;
/// use admiralty_core::player::Player;
/// use admiralty_core::rules::RuleSet;
/// use admiralty_core::script::{Command, Tag};
///
/// let mut game = Game::new(RuleSet::SHIPS);
/// game.begin_turn(Player::A)?;
/// let command = Command::parse(b"PLACE_SHIP 0 0 N 0 CAR").expect("a command");
/// game.execute(Tag::PLAYER_A, &command)?;
/// assert_eq!(game.fleet(Player::A).healthy_parts(), 5);
/// # Ok::<(), Box<admiralty_core::game::Refusal>>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Game {
    rules: RuleSet,
    /// Whether a script has chosen the rules.
    are_rules_chosen: bool,
    /// The side of a player's waters in a new game.
    side: u8,
    board: Board,
    start: ByPlayer<Rect>,
    fleets: ByPlayer<Fleet>,
    mode: Mode,
    next: Player,
    /// The number of the turn, from 1, which tells what a ship has used in this turn from what it
    /// used earlier.
    turn: u64,
    /// The number of shots fired in this turn of the basic game, or that used up the turn's shot where
    /// shots are announced.
    basic_shots: u32,
    ai: ByPlayer<bool>,
    information: ByPlayer<Vec<BString>>,
    seed: Option<u64>,
}

impl Game {
    /// A new game of a rule set, with waters of the default side.
    ///
    /// # Panics
    ///
    /// If the rule set is faulty ([`RuleSet::check`]).
    pub fn new(rules: &RuleSet) -> Self {
        Self::with_side(rules, rules.board_sides.min)
    }

    /// A new game of a rule set, with waters of a given side.
    ///
    /// # Panics
    ///
    /// If the rule set is faulty ([`RuleSet::check`]), or does not allow the side.
    pub fn with_side(rules: &RuleSet, side: u8) -> Self {
        assert_eq!(rules.check(), Ok(()), "the rule set is faulty");
        let is_allowed = rules.board_sides.side(side.into()).is_some();
        assert!(is_allowed, "no such size");
        let board = Board::new(rules.size(side), rules.gap);
        Self {
            rules: *rules,
            are_rules_chosen: false,
            side,
            mode: Mode::new(rules, board.size()),
            board,
            start: rules.start(side),
            fleets: ByPlayer::from_fn(|_| Fleet::new(rules)),
            next: Player::A,
            turn: 0,
            basic_shots: 0,
            ai: ByPlayer::default(),
            information: ByPlayer::default(),
            seed: None,
        }
    }

    /// The rule set.
    pub const fn rules(&self) -> &RuleSet {
        &self.rules
    }

    /// Whether a command has chosen the rule set.
    pub const fn are_rules_chosen(&self) -> bool {
        self.are_rules_chosen
    }

    /// The side of a player's waters in a new game.
    pub const fn side(&self) -> u8 {
        self.side
    }

    /// The board with everything on it.
    pub const fn board(&self) -> &Board {
        &self.board
    }

    /// A player's fleet.
    pub fn fleet(&self, player: Player) -> &Fleet {
        &self.fleets[player]
    }

    /// A player's starting rectangle.
    pub fn start(&self, player: Player) -> Rect {
        self.start[player]
    }

    /// The fields where a player's ships may lie, and where the opponent may shoot: the starting
    /// rectangle where shots are announced, otherwise the whole board.
    pub fn waters(&self, player: Player) -> Rect {
        match self.mode {
            Mode::Fleet(_) => self.board.size().rect(),
            Mode::Announced(_) => self.start[player],
        }
    }

    /// The player whose turn it is, or who is next.
    pub const fn next_player(&self) -> Player {
        self.next
    }

    /// Whether a player is played by a built-in player.
    pub fn is_ai(&self, player: Player) -> bool {
        self.ai[player]
    }

    /// The lines that a player's AI remembers, in order.
    pub fn information(&self, player: Player) -> &[BString] {
        &self.information[player]
    }

    /// The seed, if one was given.
    pub const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// Whether all ships of both fleets are on the board.
    pub const fn is_complete(&self) -> bool {
        self.fleets.a.missing() == 0 && self.fleets.b.missing() == 0
    }

    /// Whether a ship has used up its moves of this turn, and its shots and planes.
    pub fn is_spent(&self, id: ShipId) -> [bool; 2] {
        let ship = self.board.ship(id);
        let (class, used) = (ship.class(), ship.used(self.turn));
        [used.moves >= class.moves, used.shots >= class.shots()]
    }

    /// Whether the player to move has a shot left in this turn, in the basic game and where
    /// shots are announced.
    pub const fn has_shot_left(&self) -> bool {
        self.basic_shots == 0
    }
}

/// The commands of `[state]` groups.
impl Game {
    /// Starts a new game of a rule set, which is included when the game is saved.
    ///
    /// # Panics
    ///
    /// See [`Game::with_side`].
    pub(crate) fn choose_rules(&mut self, rules: &RuleSet, side: u8) {
        *self = Self {
            are_rules_chosen: true,
            ..Self::with_side(rules, side)
        };
    }

    /// Replaces the board with an empty one; reefs, ships and planes are removed.
    pub(crate) fn resize(&mut self, size: Size) {
        self.board = Board::new(size, self.rules.gap);
        self.mode.clear_board(size);
        for player in Player::BOTH {
            self.fleets[player].clear();
        }
    }

    /// Sets who moves next.
    pub(crate) fn set_next_player(&mut self, player: Player) {
        self.next = player;
    }

    /// Sets a starting rectangle.
    pub(crate) fn set_start(&mut self, player: Player, start: Rect) {
        self.start[player] = start;
    }

    /// Sets how many ships of each class a fleet has when complete.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::FleetCount`] and [`Refusal::FleetFields`], where fleets are limited;
    /// [`Refusal::CountBelowPresent`] if a ship on the board would exceed its count.
    ///
    /// # Panics
    ///
    /// If there are not as many counts as the rule set has classes.
    pub(crate) fn set_fleet(&mut self, player: Player, counts: &[u32]) -> Result<(), Box<Refusal>> {
        let classes = &self.rules.classes;
        assert_eq!(counts.len(), classes.len(), "one count for each class");
        if let Some(limits) = self.rules.fleet {
            let (count, fields) = classes.ships_and_fields(counts);
            if !(limits.ships_min..=limits.ships_max).contains(&count) {
                return Err(Refusal::FleetCount { count, limits }.into());
            }
            let (most, tenths) = (limits.fields_max(self.side), limits.tenths);
            if fields > most {
                return Err(Refusal::FleetFields {
                    fields,
                    most,
                    tenths,
                }
                .into());
            }
        }
        for (class, &count) in classes.iter().zip(counts) {
            let highest = self.fleets[player].highest(class);
            if let Some(index) = highest.filter(|&index| index >= count) {
                let ship = ShipName::new(player, class, index);
                return Err(Refusal::CountBelowPresent { ship, count }.into());
            }
        }
        self.fleets[player].set_counts(counts);
        Ok(())
    }

    /// Adds a reef. A repeated field has no effect.
    ///
    /// # Errors
    ///
    /// [`Refusal::ReefOffBoard`], [`Refusal::ReefUnderShip`].
    pub(crate) fn add_reef(&mut self, reef: Pos) -> Result<(), Box<Refusal>> {
        let size = self.board.size();
        if !size.contains(reef) {
            let is_free = |field| size.contains(field) && self.board.ship_at(field).is_none();
            let meant = Some(reef.swapped()).filter(|&field| is_free(field));
            return Err(Refusal::ReefOffBoard { reef, size, meant }.into());
        }
        if let Some(id) = self.board.ship_at(reef) {
            let ship = self.board.ship(id).name();
            return Err(Refusal::ReefUnderShip { reef, ship }.into());
        }
        self.board.add_reef(reef);
        Ok(())
    }

    /// Adds a ship whose segment `s` is healthy where bit `s` is set.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::SetOffBoard`], [`Refusal::NotInStart`] (where shots are
    /// announced), [`Refusal::AlreadyPresent`],
    /// [`Refusal::AllSet`], [`Refusal::OnReef`], [`Refusal::TooClose`].
    pub(crate) fn preset_ship(
        &mut self,
        name: ShipName,
        footprint: Footprint,
        healthy: u8,
    ) -> Result<ShipId, Box<Refusal>> {
        self.check_on_board(name, &footprint)?;
        self.check_within(self.waters(name.player), name, &footprint)?;
        self.enter_ship(name, footprint, healthy)
    }

    /// Makes a built-in player play for a player.
    pub(crate) fn set_ai(&mut self, player: Player) {
        self.ai[player] = true;
    }

    /// Treats the fleet of a player as complete and afloat although its ships are not on this
    /// board, because only another program knows them. A fleet with a ship on the board stays as it is.
    pub fn set_remote(&mut self, player: Player) {
        if self.fleets[player].ships().next().is_none() {
            self.fleets[player].set_remote();
        }
    }

    /// Destroys the segment on a field that a remote fleet has shot at, if there is a healthy one; returns
    /// the effect, or nothing if the opponent's fleet is not remote.
    pub fn hit_by_remote(&mut self, target: Pos) -> Option<Shot> {
        let shooter = self.next;
        self.fleets[shooter].is_remote().then(|| self.hit(target))
    }

    /// Has the effect of saving and loading: removes the planes and increments the seed.
    pub fn pass_through_save(&mut self) {
        if let Mode::Fleet(mode) = &mut self.mode {
            mode.planes = ByPlayer::default();
        }
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
    }

    /// Sets the seed, as `SRAND` does.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Adds a line to what a player's AI remembers.
    pub(crate) fn add_information(&mut self, player: Player, text: BString) {
        self.information[player].push(text);
    }

    /// Removes all lines that a player's AI remembers.
    pub(crate) fn forget_information(&mut self, player: Player) {
        self.information[player].clear();
    }
}

/// The commands of a player's turn.
impl Game {
    /// Begins the turn of a player.
    ///
    /// # Errors
    ///
    /// [`Refusal::OtherPlayersTurn`].
    #[inline]
    pub fn begin_turn(&mut self, player: Player) -> Result<(), Box<Refusal>> {
        if player != self.next {
            let expected = self.next;
            return Err(Refusal::OtherPlayersTurn { expected }.into());
        }
        self.turn += 1;
        self.basic_shots = 0;
        if let Mode::Fleet(mode) = &mut self.mode {
            mode.begin_turn();
        }
        Ok(())
    }

    /// Places a healthy ship in its owner's starting rectangle.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NotInStart`], [`Refusal::AlreadyPresent`],
    /// [`Refusal::AllSet`], [`Refusal::OnReef`], [`Refusal::TooClose`].
    pub(crate) fn place_ship(
        &mut self,
        name: ShipName,
        head: Pos,
        direction: Direction,
    ) -> Result<ShipId, Box<Refusal>> {
        let footprint = Footprint::new(head, direction, name.class.length);
        self.check_within(self.start[name.player], name, &footprint)?;
        self.enter_ship(name, footprint, u8::MAX)
    }

    /// Checks whether a ship could be placed, without placing it.
    ///
    /// # Errors
    ///
    /// Those of the command `PLACE_SHIP`.
    pub fn check_place(&self, name: ShipName, footprint: &Footprint) -> Result<(), Box<Refusal>> {
        let start = self.start[name.player];
        self.check_within(start, name, footprint)?;
        self.check_new(name)?;
        self.board.check_free(name, footprint)
    }

    /// Executes `SHOOT y x`.
    ///
    /// # Errors
    ///
    /// Where shots are not announced, in this order: [`Refusal::AutoOff`],
    /// [`Refusal::FleetsIncomplete`], [`Refusal::NoSuchField`], [`Refusal::SecondBasicShot`].
    /// Where they are: [`Refusal::FleetsIncomplete`], [`Refusal::NotInWaters`],
    /// [`Refusal::AlreadyShot`], [`Refusal::NoShotLeft`].
    #[inline]
    pub(crate) fn shoot(&mut self, target: Pos) -> Result<ShotResult, Box<Refusal>> {
        match &self.mode {
            Mode::Fleet(_) => self.shoot_unannounced(target),
            Mode::Announced(_) => self.shoot_announced(target),
        }
    }

    /// Ends the turn: resolves automatic shooting, then determines the winner. If there
    /// is none, the other player is next.
    ///
    /// # Errors
    ///
    /// [`Refusal::Infeasible`]: no target is executed, and the turn stays open.
    #[inline]
    pub fn end_turn(&mut self) -> Result<Option<Player>, Box<Refusal>> {
        let mover = self.next;
        if !self.targets().is_empty() {
            self.resolve_targets(mover)?;
        }
        let is_sunk = |player: &Player| self.fleets[*player].is_sunk();
        let sunk = [mover.opponent(), mover].into_iter().find(is_sunk);
        if let Some(loser) = sunk
            && self.is_complete()
        {
            return Ok(Some(loser.opponent()));
        }
        self.next = mover.opponent();
        Ok(None)
    }
}

/// Preconditions and effects that several commands share.
impl Game {
    #[inline]
    fn present(&self, name: ShipName) -> Result<ShipId, Box<Refusal>> {
        match self.fleets[name.player].ship(&name.class, name.index) {
            Some(id) => Ok(id),
            None => Err(Refusal::NotPresent { ship: name }.into()),
        }
    }

    fn check_complete(&self) -> Result<(), Box<Refusal>> {
        if self.is_complete() {
            return Ok(());
        }
        Err(self.incomplete())
    }

    #[cold]
    fn incomplete(&self) -> Box<Refusal> {
        let missing = ByPlayer::from_fn(|player| self.fleets[player].missing());
        let some = ByPlayer::from_fn(|player| self.fleets[player].absent(player, &self.rules));
        Refusal::FleetsIncomplete { missing, some }.into()
    }

    /// Checks that the footprint of a ship is on the board.
    fn check_on_board(&self, name: ShipName, footprint: &Footprint) -> Result<(), Box<Refusal>> {
        let Some(field) = self.board.outside(footprint) else {
            return Ok(());
        };
        Err(Refusal::SetOffBoard {
            ship: name,
            footprint: *footprint,
            field,
            size: self.board.size(),
            meant: self.meant_by(self.waters(name.player), footprint),
        }
        .into())
    }

    /// Checks that a footprint is in a rectangle and on the board.
    fn check_within(
        &self,
        start: Rect,
        name: ShipName,
        footprint: &Footprint,
    ) -> Result<(), Box<Refusal>> {
        let size = self.board.size();
        let inside = |field: Pos| start.contains(field) && size.contains(field);
        if inside(footprint.head) && inside(footprint.stern()) {
            return Ok(());
        }
        let outside = footprint.fields().find(|&field| !inside(field));
        Err(Refusal::NotInStart {
            ship: name,
            footprint: *footprint,
            field: outside.unwrap_or(footprint.head),
            start,
            meant: self.meant_by(start, footprint),
        }
        .into())
    }

    /// Guesses what a footprint outside a rectangle on the board was meant to be, if a new ship
    /// could lie there: if the head is outside, the same with row and column swapped; otherwise the
    /// opposite direction, or else the others.
    #[cold]
    fn meant_by(&self, rect: Rect, footprint: &Footprint) -> Vec<Footprint> {
        let inside = |field: Pos| rect.contains(field) && self.board.size().contains(field);
        let fits =
            |one: &Footprint| inside(one.head) && inside(one.stern()) && self.board.is_free(one);
        if !inside(footprint.head) {
            return Some(footprint.swapped()).filter(fits).into_iter().collect();
        }
        let direction = footprint.direction;
        let opposite = footprint.pointing(direction.opposite());
        if fits(&opposite) {
            return vec![opposite];
        }
        let others = [direction.left(), direction.right()].into_iter();
        let others = others.filter(|&other| self.rules.allows(other));
        others
            .map(|other| footprint.pointing(other))
            .filter(fits)
            .collect()
    }

    /// Checks that a ship belongs to its fleet and is not on the board.
    fn check_new(&self, name: ShipName) -> Result<(), Box<Refusal>> {
        let fleet = &self.fleets[name.player];
        if let Some(id) = fleet.ship(&name.class, name.index) {
            let head = self.board.ship(id).footprint().head;
            return Err(Refusal::AlreadyPresent { ship: name, head }.into());
        }
        let count = fleet.count(&name.class);
        if name.index >= count {
            return Err(Refusal::AllSet { ship: name, count }.into());
        }
        Ok(())
    }

    /// Adds a ship on a footprint that is known to be on the board.
    fn enter_ship(
        &mut self,
        name: ShipName,
        footprint: Footprint,
        healthy: u8,
    ) -> Result<ShipId, Box<Refusal>> {
        self.check_new(name)?;
        let segments = u8::MAX >> (8 - footprint.length);
        let healthy = healthy & segments & !self.segments_shot(&footprint);
        let id = self.board.add_ship(Ship::new(name, footprint, healthy))?;
        self.fleets[name.player].enter(self.board.ship(id), id);
        Ok(id)
    }

    /// Destroys the segment on a field, if there is a healthy one.
    #[inline]
    pub(crate) fn hit(&mut self, target: Pos) -> Shot {
        let on = self.board.ship_at(target).map(|id| {
            let ship = self.board.ship_mut(id);
            let segment = ship.footprint().segment_at(target);
            let was_healthy = ship.destroy(segment);
            if was_healthy {
                self.fleets[ship.owner()].lose(ship.class(), segment);
            }
            Hit {
                ship: id,
                segment,
                was_healthy,
                sinks: was_healthy && ship.healthy_segments() == 0,
            }
        });
        Shot { target, on }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::geometry::Movement;
    use crate::interpreter::Session;

    /// Each player has a carrier.
    const CARRIERS: &str = "[state]\nBOARD_SIZE 30 30\nINIT_POSITION A 0 0 29 29\n\
        INIT_POSITION B 0 0 29 29\nSET_FLEET A 1 0 0 0\nSET_FLEET B 1 0 0 0\nEXTENDED_SHIPS\n\
        SHIP A 20 5 N 0 CAR 11111\nSHIP B 20 25 N 0 CAR 11111\n[state]\n";

    /// A ship is spent exactly when the rules say so.
    #[test]
    fn a_spent_ship_neither_moves_nor_shoots() {
        let mut session = Session::after(&format!("{CARRIERS}[playerA]"));
        let ship = session
            .game()
            .board()
            .ship_at(Pos::new(20, 5))
            .expect("a ship");
        for (part, line) in [(0, "MOVE 0 CAR F"), (1, "SHOOT 0 CAR 3 3")] {
            let mut count = 0;
            while !session.game().is_spent(ship)[part] {
                session.line(line.as_bytes()).expect(line);
                count += 1;
            }
            let class = session.game().board().ship(ship).class();
            assert_eq!(count, [class.moves, class.shots()][part]);
            assert!(session.clone().line(line.as_bytes()).is_err());
        }
        assert!(session.game().planes(Player::A).is_empty());
    }

    /// A destroyer that is checked everywhere: at a reef, at a carrier, and off the board.
    #[test]
    fn a_check_says_what_the_command_would() {
        let more = "[state]\nSET_FLEET A 1 0 0 1\nREEF 17 7\n[state]\n[playerA]";
        let game = Session::after(&[CARRIERS, more].concat()).into_game();
        let class = game.rules().class(b"DES").expect("a class");
        let destroyer = ShipName::new(Player::A, class, 0);
        let mut kinds = [0; 2];
        for head in Rect::new(-1, -1, 30, 30).fields() {
            for direction in Direction::ALL {
                let mut twin = game.clone();
                let footprint = Footprint::new(head, direction, class.length);
                let placed = twin.place_ship(destroyer, head, direction);
                let checked = game.check_place(destroyer, &footprint);
                assert_eq!(checked, placed.map(drop), "{head} {direction}");
                kinds[usize::from(checked.is_ok())] += 1;
                for movement in Movement::ALL.into_iter().filter(|_| checked.is_ok()) {
                    let checked = twin.check_move(destroyer, movement);
                    let moved = twin.clone().move_ship(destroyer, movement);
                    // The ship of B is no obstacle, because A may not know of it.
                    let is_enemy = |refusal: &Refusal| matches!(refusal, Refusal::TooClose { other, .. } if other.player == Player::B);
                    if !moved.as_ref().is_err_and(|refusal| is_enemy(refusal)) {
                        assert_eq!(checked, moved.map(drop), "{head} {direction} {movement}");
                    }
                }
            }
        }
        assert!(kinds.iter().all(|&count| count > 100), "{kinds:?}");
    }

    #[test]
    fn a_ship_sinks_once() {
        let mut game = Session::after(CARRIERS).into_game();
        let sinks = [20, 21, 22, 23, 24, 24].map(|y| {
            let hit = game.hit(Pos::new(y, 25)).on;
            hit.expect("a ship").sinks
        });
        assert_eq!(sinks, [false, false, false, false, true, false]);
    }

    /// Only another program knows its ships, so none is missing here, and it is not beaten.
    #[test]
    fn a_remote_fleet_is_complete_and_afloat() {
        let mut game =
            Session::after("[state]\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1").into_game();
        let fleet = game.fleet(Player::B);
        assert!(fleet.missing() == 1 && fleet.is_sunk());
        game.set_remote(Player::B);
        let fleet = game.fleet(Player::B);
        assert!(fleet.missing() == 0 && !fleet.is_sunk());
        assert_eq!(game.fleet(Player::A).missing(), 1);
    }

    #[test]
    fn what_became_of_targets_is_known_until_the_next_turn_ends() {
        let auto = CARRIERS.replace("EXTENDED_SHIPS", "EXTENDED_SHIPS\nAUTO_SHOOTING");
        let lines = format!("{auto}[playerA]\nMOVE 0 CAR F\nSPY 3 3\nSHOOT 20 25");
        let mut session = Session::after(&lines);
        let left = session.game().left_cannons().iter().map(|(_, pos)| *pos);
        assert!(left.eq([Pos::new(21, 5)]));
        session.line(b"[playerA]").expect("the targets are served");
        let served = session.game().served_targets();
        assert!(
            matches!(served, [ServedTarget::Plane(pos), ServedTarget::Shot(shot)]
            if *pos == Pos::new(3, 3) && shot.on.is_some_and(|hit| hit.was_healthy))
        );
        for line in ["[playerB]", "[playerB]"] {
            session.line(line.as_bytes()).expect(line);
        }
        assert!(session.game().served_targets().is_empty());
    }

    #[test]
    fn planes_are_sent_by_one_player_and_stay() {
        let session = Session::after(&format!("{CARRIERS}[playerA]\nSPY 0 3 3\n[playerA]"));
        let planes = |player| session.game().planes(player);
        assert!(!planes(Player::A).is_empty() && planes(Player::B).is_empty());
        assert!(planes(Player::A).iter().eq([&Pos::new(3, 3)]));
    }

    #[test]
    fn a_saved_game_has_no_planes_and_the_next_seed() {
        let lines = CARRIERS.replace("EXTENDED_SHIPS", "EXTENDED_SHIPS\nSRAND 7");
        let mut game = Session::after(&format!("{lines}[playerA]\nSPY 0 3 3")).into_game();
        game.pass_through_save();
        assert_eq!(game.seed(), Some(8));
        assert!(game.planes(Player::A).is_empty());
    }

    #[test]
    fn lines_of_a_memory_are_replaced() {
        let mut game = Session::after("[state]\nINFORMATION A one\nINFORMATION B two").into_game();
        game.forget_information(Player::B);
        assert!(game.information(Player::B).is_empty());
        let lines = "[state]\nINFORMATION A one\nINFORMATION A FORGET\nINFORMATION A two";
        let game = Session::after(lines).into_game();
        assert_eq!(game.information(Player::A), ["two"]);
    }
}
