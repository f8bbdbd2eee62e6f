//! The effect of a line.

use std::io::{self, Write};

use crate::game::{For, Game, ShipId, ShipName, Shot, ShotOutcome, TargetKind};
use crate::geometry::{Movement, Pos};
use crate::player::Player;
use crate::rules::RuleSet;
use crate::script::{PrintMode, Tag, Tokens};
use crate::view::{self, Viewer};

/// The effect of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Event {
    /// Nothing was done: the line is blank, or output of this program between groups.
    Skipped,
    /// A group was opened.
    Opened(Tag),
    /// A `[state]` group was closed.
    Closed,
    /// `RULES`: a new game has begun, on an empty board.
    GameBegun,
    /// `BOARD_SIZE`: the board was replaced by an empty one.
    BoardReplaced,
    /// `INIT_POSITION`: the player has another starting rectangle.
    StartSet(Player),
    /// `SET_FLEET`: the complete fleet of the player has other counts.
    FleetSet(Player),
    /// `NEXT_PLAYER`: the player moves next.
    NextPlayerSet(Player),
    /// `REEF`: there is a reef on the field, and perhaps there was one before.
    ReefAdded(Pos),
    /// `SHOT`: an earlier shot was restored.
    ShotRestored(Shot),
    /// `EXTENDED_SHIPS`: ships shoot individually.
    ShootingExtended,
    /// `AUTO_SHOOTING`: targets need no ship.
    ShootingAutomatic,
    /// `SET_AI_PLAYER`: the program plays for the player.
    AiSet(Player),
    /// `SRAND`: the seed is set.
    SeedSet(u64),
    /// `INFORMATION`: what the player remembers has one more line, or was forgotten.
    MemoryChanged(Player),
    /// `PLACE_SHIP`, or `SHIP` in a `[state]` group.
    Placed(ShipId),
    /// `MOVE`.
    Moved {
        /// The ship.
        ship: ShipId,
        /// How it moved.
        movement: Movement,
    },
    /// A shot whose result is not announced was fired.
    Fired {
        /// The shot.
        shot: Shot,
        /// The ship that the command names.
        by: Option<ShipId>,
    },
    /// A plane was sent.
    Spied {
        /// The ship that sent it.
        by: ShipId,
        /// The centre of the fields that it sees.
        centre: Pos,
    },
    /// A target was chosen, which waits for the end of the turn.
    Chosen(TargetKind, Pos),
    /// A player's group was closed; [`Game::served_targets`] has the effects on its targets. A
    /// victory ends the execution, and the group stays open.
    TurnEnded {
        /// Whose turn has ended.
        player: Player,
        /// Who has won.
        winner: Option<Player>,
    },
    /// A shot was fired, where shots are announced.
    Announced {
        /// The shot.
        shot: Shot,
        /// The result, as it is announced.
        outcome: ShotOutcome,
    },
    /// `PRINT`: nothing has changed.
    Print {
        /// The viewer for whom the board is printed.
        viewer: Viewer,
        /// How much of the board is printed.
        mode: PrintMode,
    },
    /// `SAVE`: nothing has changed.
    Save,
}

impl Event {
    /// The player who has won, which ends the execution.
    #[inline]
    pub const fn winner(&self) -> Option<Player> {
        match self {
            Self::TurnEnded { winner, .. } => *winner,
            _ => None,
        }
    }

    /// Whether a run prints nothing for the event, as for most lines.
    #[inline]
    pub const fn prints_nothing(&self) -> bool {
        match self {
            Self::Announced { .. } | Self::Print { .. } | Self::Save => false,
            Self::TurnEnded { winner, .. } => winner.is_none(),
            _ => true,
        }
    }

    /// Writes what a run prints for the event, given the game after it.
    ///
    /// # Errors
    ///
    /// An error of `out`.
    #[inline]
    pub fn write_to(&self, game: &Game, out: &mut impl Write) -> io::Result<()> {
        match *self {
            Self::Announced { shot, outcome } => announce(shot.target, outcome, out),
            Self::Print { viewer, mode } => view::print(game, viewer, mode, out),
            Self::Save => Tag::State.write_group(game.commands(For::Save), out),
            _ => match self.winner() {
                Some(winner) => writeln!(out, "{winner} won"),
                None => Ok(()),
            },
        }
    }

    /// Parses the announcement of a shot at a player's fleet into its target and outcome.
    pub fn parse_announcement(
        line: &[u8],
        rules: &RuleSet,
        player: Player,
    ) -> Option<(Pos, ShotOutcome)> {
        let number = |token: &[u8]| std::str::from_utf8(token).ok()?.parse::<i32>().ok();
        let tokens: Vec<_> = Tokens::new(line).take(6).map(|token| token.text).collect();
        let (y, x, outcome) = match tokens[..] {
            [b"MISS", y, x] => (y, x, ShotOutcome::Miss),
            [b"HIT", y, x] => (y, x, ShotOutcome::Hit(None)),
            [b"HIT", y, x, class] => (y, x, ShotOutcome::Hit(Some(*rules.class(class)?))),
            [b"SUNK", y, x, class, index] => {
                let (class, index) = (rules.class(class)?, number(index)?.try_into().ok()?);
                let ship = ShipName::new(player, class, index);
                (y, x, ShotOutcome::Sunk(ship))
            }
            _ => return None,
        };
        Some((Pos::new(number(y)?, number(x)?), outcome))
    }
}

fn announce(Pos { y, x }: Pos, outcome: ShotOutcome, out: &mut impl Write) -> io::Result<()> {
    match outcome {
        ShotOutcome::Miss => writeln!(out, "MISS {y} {x}"),
        ShotOutcome::Hit(None) => writeln!(out, "HIT {y} {x}"),
        ShotOutcome::Hit(Some(class)) => writeln!(out, "HIT {y} {x} {}", class.name),
        ShotOutcome::Sunk(ship) => {
            writeln!(out, "SUNK {y} {x} {} {}", ship.class.name, ship.index)
        }
    }
}
