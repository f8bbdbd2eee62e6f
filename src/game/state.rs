//! The whole state of a game, and the state commands.

use bstr::BString;

use super::turn::Turn;
use super::{
    Board, FieldList, Fleet, Footprint, Planes, Refusal, Refused, ShipId, ShipName, Target,
};
use crate::geometry::{Pos, Rect, Size};
use crate::player::{ByPlayer, Player};
use crate::rules::RuleSet;

/// The whole state of a game.
///
/// ```
/// use admiralty::game::{Game, Footprint, ShipName};
/// use admiralty::rules::SHIPS;
/// use admiralty::geometry::{Direction, Pos};
/// use admiralty::player::Player;
///
/// let mut game = Game::new(&SHIPS);
/// game.begin_turn(Player::A)?;
/// let class = SHIPS.class(b"CAR").unwrap();
/// let carrier = ShipName { player: Player::A, class, index: 0 };
/// game.place_ship(carrier, Pos::new(0, 0), Direction::North)?;
/// assert_eq!(game.fleet(Player::A).healthy_parts(), 5);
/// # Ok::<(), Box<admiralty::game::Refusal>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: &'static RuleSet,
    /// Whether a script has chosen the rules.
    are_rules_chosen: bool,
    /// The side of a player's waters in a new game.
    side: u8,
    pub(super) board: Board,
    pub(super) start: ByPlayer<Rect>,
    pub(super) fleets: ByPlayer<Fleet>,
    pub(super) planes: ByPlayer<Planes>,
    /// The fields that players have shot at, where shots are announced.
    pub(super) shots: FieldList,
    pub(super) next: Player,
    pub(super) turn: Turn,
    pub(super) extended: bool,
    pub(super) auto: bool,
    ai: ByPlayer<bool>,
    information: ByPlayer<Vec<BString>>,
    seed: Option<u64>,
}

/// Queries.
impl Game {
    /// The rule set.
    pub const fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// Whether the rule set was chosen by [`Game::choose_rules`].
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

    /// The spy planes a player has sent.
    pub fn planes(&self, player: Player) -> &Planes {
        &self.planes[player]
    }

    /// The player whose turn it is, or who is next.
    pub const fn next_player(&self) -> Player {
        self.next
    }

    /// Whether `EXTENDED_SHIPS` was given.
    pub const fn is_extended(&self) -> bool {
        self.extended
    }

    /// Whether `AUTO_SHOOTING` was given.
    pub const fn is_auto(&self) -> bool {
        self.auto
    }

    /// Whether a built-in player plays for a player.
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

    /// The targets that are resolved at the end of the turn, in the order given.
    pub fn targets(&self) -> &[Target] {
        &self.turn.targets
    }

    /// The fields that cannons have left in this turn, where targets may be served from
    /// them.
    pub(crate) fn left_cannons(&self) -> &[(ShipId, Pos)] {
        &self.turn.left_cannons
    }

    /// Whether all ships of both fleets are on the board.
    pub const fn is_complete(&self) -> bool {
        self.fleets.a.missing() == 0 && self.fleets.b.missing() == 0
    }
}

/// The state commands.
impl Game {
    /// A new game of a rule set, with waters of the default side.
    pub fn new(rules: &'static RuleSet) -> Self {
        Self::with_side(rules, rules.board_sides.default)
    }

    /// A new game of a rule set, with waters of that side.
    ///
    /// # Panics
    ///
    /// If the rule set does not allow that side.
    pub fn with_side(rules: &'static RuleSet, side: u8) -> Self {
        let is_allowed = rules.board_sides.side(side.into()).is_some();
        assert!(is_allowed, "no such waters");
        let board = Board::new(rules.size(side), rules.gap);
        Self {
            rules,
            are_rules_chosen: false,
            side,
            shots: FieldList::new(board.size()),
            board,
            start: rules.start(side),
            fleets: ByPlayer::from_fn(|_| Fleet::new(rules)),
            planes: ByPlayer::default(),
            next: Player::A,
            turn: Turn::default(),
            extended: false,
            auto: false,
            ai: ByPlayer::default(),
            information: ByPlayer::default(),
            seed: None,
        }
    }

    /// Starts a new game of a rule set, which is named when the game is saved.
    ///
    /// # Panics
    ///
    /// As [`Game::with_side`] does.
    pub fn choose_rules(&mut self, rules: &'static RuleSet, side: u8) {
        *self = Self {
            are_rules_chosen: true,
            ..Self::with_side(rules, side)
        };
    }

    /// Replaces the board by an empty one; reefs, ships and planes are removed.
    pub fn resize(&mut self, size: Size) {
        self.board = Board::new(size, self.rules.gap);
        self.shots = FieldList::new(size);
        for player in Player::BOTH {
            self.fleets[player].clear();
            self.planes[player].clear();
        }
    }

    /// Sets who moves next.
    pub fn set_next_player(&mut self, player: Player) {
        self.next = player;
    }

    /// Sets a starting rectangle.
    pub fn set_start(&mut self, player: Player, start: Rect) {
        self.start[player] = start;
    }

    /// Sets how many ships of each class a fleet has when complete.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::FleetSize`], where fleets are limited;
    /// [`Refusal::CountBelowPresent`]: a ship on the board would be left out.
    ///
    /// # Panics
    ///
    /// If there are not as many counts as the rule set has classes.
    pub fn set_fleet(&mut self, player: Player, counts: &[u32]) -> Refused {
        let classes = self.rules.classes;
        assert_eq!(counts.len(), classes.len(), "one count for each class");
        if let Some(limits) = self.rules.fleet {
            let fleet = classes.iter().zip(counts.iter().copied());
            let checked = limits.check(fleet, self.side);
            checked.map_err(|fault| Refusal::FleetSize { fault, limits })?;
        }
        for (class, &count) in classes.iter().zip(counts) {
            let highest = self.fleets[player].highest(class);
            if let Some(index) = highest.filter(|&index| index >= count) {
                let ship = ShipName {
                    player,
                    class,
                    index,
                };
                return Err(Refusal::CountBelowPresent { ship, count }.into());
            }
        }
        self.fleets[player].set_counts(counts);
        Ok(())
    }

    /// Adds a reef. A repetition has no effect.
    ///
    /// # Errors
    ///
    /// [`Refusal::ReefOffBoard`], [`Refusal::ReefUnderShip`].
    pub fn add_reef(&mut self, reef: Pos) -> Refused {
        let size = self.board.size();
        if !size.contains(reef) {
            return Err(Refusal::ReefOffBoard { reef, size }.into());
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
    pub fn preset_ship(&mut self, name: ShipName, footprint: Footprint, healthy: u8) -> Refused {
        self.board.check_on_board(name, &footprint)?;
        if self.rules.announces_shots() {
            self.check_in_start(name, &footprint)?;
        }
        self.enter_ship(name, footprint, healthy)
    }

    /// Turns extended shooting on.
    pub fn set_extended(&mut self) {
        self.extended = true;
    }

    /// Turns automatic shooting on, which requires extended shooting.
    pub fn set_auto(&mut self) {
        self.auto = true;
    }

    /// Lets a built-in player play for a player.
    pub fn set_ai(&mut self, player: Player) {
        self.ai[player] = true;
    }

    /// Does what saving and loading does: removes the planes and increments the seed.
    pub fn pass_through_save(&mut self) {
        for player in Player::BOTH {
            self.planes[player].clear();
        }
        self.seed = self.seed.map(|seed| seed.wrapping_add(1));
    }

    /// Sets the seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Adds a line to what a player's AI remembers.
    pub fn add_information(&mut self, player: Player, text: BString) {
        self.information[player].push(text);
    }

    /// Sets the lines that a player's AI remembers.
    pub fn set_information(&mut self, player: Player, lines: Vec<BString>) {
        self.information[player] = lines;
    }

    /// Removes all lines that a player's AI remembers.
    pub fn forget_information(&mut self, player: Player) {
        self.information[player].clear();
    }
}
