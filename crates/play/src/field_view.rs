//! The view of a field of a board.

use admiralty_core::game::Footprint;
use admiralty_core::geometry::{Direction, Pos};
use admiralty_core::player::Player;
use admiralty_core::view::{Knowledge, KnownField, SegmentKind};

/// The view of a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldView {
    /// Outside the board.
    OffBoard,
    /// A field of waters that was not shot at, of which nothing else is known.
    Unknown,
    /// Water that was not shot at, in waters that are shown completely.
    Water,
    /// Out of view, where ships move.
    Fog,
    /// Water in view, where ships move.
    OpenWater,
    /// Water that was shot at.
    Miss,
    /// Water next to a sunk ship, where no other ship can lie.
    BesideSunk,
    /// A reef.
    Reef,
    /// A segment of a ship.
    Ship(ShipSegment),
}

impl FieldView {
    /// A field of `owner`'s waters as the opponent knows them.
    pub(super) fn known(knowledge: &Knowledge, owner: Player, field: Pos) -> Self {
        let (shape, state, class) = match knowledge.at(field) {
            KnownField::Unknown if knowledge.is_beside_sunk(field) => return Self::BesideSunk,
            KnownField::Unknown => return Self::Unknown,
            KnownField::Miss => return Self::Miss,
            KnownField::Hit(class) => (SegmentShape::Unknown, SegmentState::Hit, class),
            KnownField::Sunk { class, .. } => {
                let class = knowledge.rules().names_hits().then_some(class);
                (sunk_shape(knowledge, field), SegmentState::Sunk, class)
            }
        };
        Self::Ship(ShipSegment {
            letter: class.map(|class| class.letter),
            ..ShipSegment::new(owner, shape, state)
        })
    }
}

/// A segment of a ship, as far as it is known.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ShipSegment {
    /// The owner of the ship.
    pub owner: Player,
    pub(crate) shape: SegmentShape,
    /// Its damage.
    pub state: SegmentState,
    /// Its function, where segments have one.
    pub(crate) section: Option<SegmentKind>,
    /// The letter of its class, where that is shown.
    pub letter: Option<char>,
}

impl ShipSegment {
    /// A segment whose function and class are not known.
    pub(super) const fn new(owner: Player, shape: SegmentShape, state: SegmentState) -> Self {
        Self {
            owner,
            shape,
            state,
            section: None,
            letter: None,
        }
    }
}

/// The part of a ship on a field.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SegmentShape {
    /// The bow of a ship with this direction.
    Bow(Direction),
    Middle(Direction),
    Stern(Direction),
    /// A ship of one field.
    Whole,
    Unknown,
}

impl SegmentShape {
    /// The part of a ship that a segment is, counted from the bow.
    pub(super) const fn of(footprint: &Footprint, segment: u8) -> Self {
        match segment {
            _ if footprint.length == 1 => Self::Whole,
            0 => Self::Bow(footprint.direction),
            last if last + 1 == footprint.length => Self::Stern(footprint.direction),
            _ => Self::Middle(footprint.direction),
        }
    }
}

/// The damage of a segment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum SegmentState {
    /// Healthy.
    Intact,
    /// Destroyed.
    Hit,
    /// Destroyed, on a ship that is sunk.
    Sunk,
}

/// The part of a sunk ship on a field. Its direction is not announced; it is drawn as if it
/// pointed up or left.
fn sunk_shape(knowledge: &Knowledge, field: Pos) -> SegmentShape {
    let is_same = |direction| knowledge.get(field.step(direction, 1)) == Some(knowledge.at(field));
    for ahead in [Direction::North, Direction::West] {
        match (is_same(ahead), is_same(ahead.opposite())) {
            (true, true) => return SegmentShape::Middle(ahead),
            (true, false) => return SegmentShape::Stern(ahead),
            (false, true) => return SegmentShape::Bow(ahead),
            (false, false) => {}
        }
    }
    SegmentShape::Whole
}
