//! The whole state of a game.

use bstr::BString;

use super::turn::Turn;
use super::{Board, FieldList, Fleet, Planes, ServedTarget, ShipId, Target};
use crate::geometry::{Pos, Rect};
use crate::player::{ByPlayer, Player};
use crate::rules::RuleSet;

/// The whole state of a game.
///
/// ```
/// use admiralty_core::game::{Game, Footprint, ShipName};
/// use admiralty_core::rules::SHIPS;
/// use admiralty_core::geometry::{Direction, Pos};
/// use admiralty_core::player::Player;
///
/// let mut game = Game::new(&SHIPS);
/// game.begin_turn(Player::A)?;
/// let class = SHIPS.class(b"CAR").unwrap();
/// let carrier = ShipName::new(Player::A, class, 0);
/// game.place_ship(carrier, Pos::new(0, 0), Direction::North)?;
/// assert_eq!(game.fleet(Player::A).healthy_parts(), 5);
/// # Ok::<(), Box<admiralty_core::game::Refusal>>(())
/// ```
#[derive(Clone, Debug)]
pub struct Game {
    pub(super) rules: &'static RuleSet,
    /// Whether a script has chosen the rules.
    pub(super) are_rules_chosen: bool,
    /// The side of a player's waters in a new game.
    pub(super) side: u8,
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
    pub(super) ai: ByPlayer<bool>,
    pub(super) information: ByPlayer<Vec<BString>>,
    pub(super) seed: Option<u64>,
}

impl Game {
    /// A new game of a rule set, with waters of the default side.
    pub fn new(rules: &'static RuleSet) -> Self {
        Self::with_side(rules, rules.board_sides.min)
    }

    /// A new game of a rule set, with waters of a given side.
    ///
    /// # Panics
    ///
    /// If the rule set does not allow the side.
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

    /// The targets that are resolved at the end of the turn, in the order given.
    pub fn targets(&self) -> &[Target] {
        &self.turn.targets
    }

    /// What the end of the last turn did to its targets, in the order given.
    pub fn served_targets(&self) -> &[ServedTarget] {
        &self.turn.served
    }

    /// The fields that cannons have left in this turn, where targets may be served from
    /// them.
    pub fn left_cannons(&self) -> &[(ShipId, Pos)] {
        &self.turn.left_cannons
    }

    /// Whether all ships of both fleets are on the board.
    pub const fn is_complete(&self) -> bool {
        self.fleets.a.missing() == 0 && self.fleets.b.missing() == 0
    }
}
