//! The whole state of a game and the operations of the language on it.

use bstr::BString;

use super::turn::Turn;
use super::{Battery, first_shortage};
use super::{
    Board, Fleet, Hull, Planes, Refusal, Refused, Ship, ShipId, ShipName, Target, TargetKind,
};
use crate::rules::{Reach, RuleSet};
use crate::vocabulary::{ByPlayer, Movement, Player, Pos, Rect, Size};

/// The whole state of a game.
///
/// ```
/// use admiralty::game::{Game, Hull, ShipName};
/// use admiralty::rules::SHIPS;
/// use admiralty::vocabulary::{Direction, Player, Pos};
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
    rules: &'static RuleSet,
    board: Board,
    start: ByPlayer<Rect>,
    fleets: ByPlayer<Fleet>,
    planes: ByPlayer<Planes>,
    next: Player,
    turn: Turn,
    extended: bool,
    auto: bool,
    ai: ByPlayer<bool>,
    information: ByPlayer<Vec<BString>>,
    seed: Option<u64>,
}

/// What is asked.
impl Game {
    /// The rule set that is played.
    pub const fn rules(&self) -> &'static RuleSet {
        self.rules
    }

    /// The board with all that is on it.
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

    /// The player whose turn it is, or comes next.
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

    /// Whether the program plays for a player.
    pub fn is_ai(&self, player: Player) -> bool {
        self.ai[player]
    }

    /// What is kept for a player's AI, in order.
    pub fn information(&self, player: Player) -> &[BString] {
        &self.information[player]
    }

    /// The seed, if one was given.
    pub const fn seed(&self) -> Option<u64> {
        self.seed
    }

    /// The targets of this turn that wait for its end, in the order given.
    pub fn targets(&self) -> &[Target] {
        &self.turn.targets
    }

    /// Whether all ships of both fleets are on the board.
    pub const fn is_complete(&self) -> bool {
        self.fleets.a.missing() == 0 && self.fleets.b.missing() == 0
    }
}

/// The state commands.
impl Game {
    /// A fresh game of a rule set.
    pub fn new(rules: &'static RuleSet) -> Self {
        Self {
            rules,
            board: Board::new(rules.size),
            start: rules.start,
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

    /// Makes an empty board of that size: reefs, ships and planes are gone.
    pub fn resize(&mut self, size: Size) {
        self.board = Board::new(size);
        for player in Player::BOTH {
            self.fleets[player].clear();
            self.planes[player].clear();
        }
    }

    /// Says who moves next.
    pub fn set_next_player(&mut self, player: Player) {
        self.next = player;
    }

    /// Sets a starting rectangle.
    pub fn set_start(&mut self, player: Player, start: Rect) {
        self.start[player] = start;
    }

    /// Sets how many ships of each class a fleet is to have.
    ///
    /// # Errors
    ///
    /// [`Refusal::CountBelowPresent`]: a ship on the board would be left out.
    ///
    /// # Panics
    ///
    /// If there are not as many counts as the rule set has classes.
    pub fn set_fleet(&mut self, player: Player, counts: &[u32]) -> Refused {
        let classes = self.rules.classes;
        assert_eq!(counts.len(), classes.len(), "one count for each class");
        for (class, &count) in classes.iter().zip(counts) {
            if let Some(index) = self.fleets[player]
                .highest(class)
                .filter(|&index| index >= count)
            {
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

    /// Puts a reef on the board; twice is once.
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

    /// Puts a ship on the board, its segment `s` healthy where bit `s` is set.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::OffBoard`], [`Refusal::AlreadyPresent`],
    /// [`Refusal::AllSet`], [`Refusal::OnReef`], [`Refusal::TooClose`].
    pub fn preset_ship(&mut self, name: ShipName, hull: Hull, healthy: u8) -> Refused {
        self.board.check_on_board(name, &hull)?;
        self.enter_ship(name, hull, healthy)
    }

    /// Turns the extended shooting on.
    pub fn set_extended(&mut self) {
        self.extended = true;
    }

    /// Turns automatic shooting on; it works only with the extended one.
    pub fn set_auto(&mut self) {
        self.auto = true;
    }

    /// Has the program play for a player.
    pub fn set_ai(&mut self, player: Player) {
        self.ai[player] = true;
    }

    /// Sets the seed.
    pub fn set_seed(&mut self, seed: u64) {
        self.seed = Some(seed);
    }

    /// Keeps a line for a player's AI.
    pub fn add_information(&mut self, player: Player, text: BString) {
        self.information[player].push(text);
    }

    /// Drops all that was kept for a player's AI.
    pub fn forget_information(&mut self, player: Player) {
        self.information[player].clear();
    }
}

/// The turn and the players' commands.
impl Game {
    /// Begins the turn of a player.
    ///
    /// # Errors
    ///
    /// [`Refusal::OtherPlayersTurn`].
    pub fn begin_turn(&mut self, player: Player) -> Refused {
        if player != self.next {
            return Err(Refusal::OtherPlayersTurn {
                expected: self.next,
            }
            .into());
        }
        self.turn.begin_next();
        Ok(())
    }

    /// Places a ship, whole, in its owner's starting rectangle.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NotInStart`], [`Refusal::AlreadyPresent`],
    /// [`Refusal::AllSet`], [`Refusal::OnReef`], [`Refusal::TooClose`].
    pub fn place_ship(
        &mut self,
        name: ShipName,
        head: Pos,
        direction: crate::vocabulary::Direction,
    ) -> Refused {
        let hull = Hull {
            head,
            direction,
            length: name.class.length,
        };
        let (start, size) = (self.start[name.player], self.board.size());
        let inside = |field: Pos| start.contains(field) && size.contains(field);
        if !(inside(hull.head) && inside(hull.stern())) {
            let field = hull.fields().find(|&field| !inside(field)).unwrap_or(head);
            return Err(Refusal::NotInStart {
                ship: name,
                field,
                start,
            }
            .into());
        }
        self.enter_ship(name, hull, u8::MAX)
    }

    /// The basic shot, and the target of automatic shooting, which waits for
    /// the end of the turn.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::AutoOff`], [`Refusal::FleetsIncomplete`],
    /// [`Refusal::NoSuchField`], [`Refusal::SecondBasicShot`].
    pub fn shoot(&mut self, target: Pos) -> Refused {
        if self.extended && !self.auto {
            return Err(Refusal::AutoOff.into());
        }
        self.check_complete()?;
        self.check_target(target)?;
        if self.extended {
            self.turn.targets.push(Target {
                kind: TargetKind::Shot,
                pos: target,
            });
            return Ok(());
        }
        if self.turn.basic_shots > 0 {
            return Err(Refusal::SecondBasicShot.into());
        }
        self.turn.basic_shots += 1;
        self.hit(target);
        Ok(())
    }

    /// A shot of a ship.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::ExtendedOff`], [`Refusal::FleetsIncomplete`],
    /// [`Refusal::NotPresent`], [`Refusal::NoCannon`], [`Refusal::NoShotsLeft`],
    /// [`Refusal::TooFar`], [`Refusal::NoSuchField`].
    pub fn shoot_from(&mut self, name: ShipName, target: Pos) -> Refused {
        if !self.extended {
            return Err(Refusal::ExtendedOff.into());
        }
        self.check_complete()?;
        let id = self.present(name)?;
        let ship = self.board.ship(id);
        let cannon = ship.cannon();
        if !ship.has_cannon() {
            return Err(Refusal::NoCannon { ship: name, cannon }.into());
        }
        let (mut used, limit) = (ship.used(self.turn.number), name.class.shots());
        if used.shots >= limit {
            return Err(Refusal::NoShotsLeft { ship: name, limit }.into());
        }
        if name.class.reach == Reach::Length && !cannon.within(target, name.class.length) {
            return Err(Refusal::TooFar {
                ship: name,
                cannon,
                target,
            }
            .into());
        }
        self.check_target(target)?;
        used.shots += 1;
        self.board.ship_mut(id).set_used(used);
        self.hit(target);
        Ok(())
    }

    /// Moves a ship.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NotPresent`], [`Refusal::NoEngine`],
    /// [`Refusal::MovedAlready`], [`Refusal::OffBoard`], [`Refusal::OnReef`],
    /// [`Refusal::TooClose`].
    pub fn move_ship(&mut self, name: ShipName, movement: Movement) -> Refused {
        let id = self.present(name)?;
        let ship = self.board.ship(id);
        if !ship.has_engine() {
            return Err(Refusal::NoEngine {
                ship: name,
                engine: ship.engine(),
            }
            .into());
        }
        let (mut used, limit) = (ship.used(self.turn.number), name.class.moves);
        if used.moves >= limit {
            return Err(Refusal::MovedAlready { ship: name, limit }.into());
        }
        let (hull, before) = (ship.hull().moved(movement), *ship.hull());
        self.board.relocate(id, hull)?;
        if self.auto {
            self.turn
                .left_cannons
                .push((id, before.field(name.class.cannon())));
        }
        used.moves += 1;
        self.board.ship_mut(id).set_used(used);
        Ok(())
    }

    /// Sends a spy plane from a carrier.
    ///
    /// # Errors
    ///
    /// In this order: [`Refusal::NotPresent`], [`Refusal::NoPlanes`],
    /// [`Refusal::NoPlanesLeft`].
    pub fn spy_from(&mut self, name: ShipName, centre: Pos) -> Refused {
        let id = self.present(name)?;
        let ship = self.board.ship(id);
        if !ship.has_cannon() {
            return Err(Refusal::NoPlanes {
                ship: name,
                cannon: ship.cannon(),
            }
            .into());
        }
        let (mut used, limit) = (ship.used(self.turn.number), name.class.shots());
        if used.shots >= limit {
            return Err(Refusal::NoPlanesLeft { ship: name, limit }.into());
        }
        used.shots += 1;
        self.board.ship_mut(id).set_used(used);
        self.planes[name.player].send(centre, self.board.size());
        Ok(())
    }

    /// A plane of automatic shooting, which waits for the end of the turn.
    ///
    /// # Errors
    ///
    /// [`Refusal::AutoPlanesOff`].
    pub fn spy(&mut self, centre: Pos) -> Refused {
        if !(self.extended && self.auto) {
            return Err(Refusal::AutoPlanesOff.into());
        }
        self.turn.targets.push(Target {
            kind: TargetKind::Plane,
            pos: centre,
        });
        Ok(())
    }

    /// Ends the turn: resolves automatic shooting, then looks for a winner. If
    /// there is none, the other player is next.
    ///
    /// # Errors
    ///
    /// [`Refusal::Unfeasible`]: no target is executed, and the turn goes on.
    pub fn end_turn(&mut self) -> Refused<Option<Player>> {
        let mover = self.next;
        if !self.turn.targets.is_empty() {
            self.resolve_targets(mover)?;
        }
        if self.is_complete() {
            for player in [mover, mover.opponent()] {
                if self.fleets[player.opponent()].healthy_parts() == 0 {
                    return Ok(Some(player));
                }
            }
        }
        self.next = mover.opponent();
        Ok(None)
    }

    fn resolve_targets(&mut self, mover: Player) -> Refused {
        let batteries = self.batteries(mover);
        if let Some(shortage) = first_shortage(&self.turn.targets, &batteries) {
            let target = self.turn.targets[shortage.first];
            return Err(Refusal::Unfeasible { target, shortage }.into());
        }
        for target in std::mem::take(&mut self.turn.targets) {
            match target.kind {
                TargetKind::Shot => self.hit(target.pos),
                TargetKind::Plane => self.planes[mover].send(target.pos, self.board.size()),
            }
        }
        Ok(())
    }

    /// The player's ships that can shoot, with the fields their cannons held in
    /// this turn and the shots they have left.
    fn batteries(&self, player: Player) -> Vec<Battery> {
        let mut left = self.turn.left_cannons.clone();
        left.sort_unstable_by_key(|&(id, _)| id);
        let armed = self.fleets[player]
            .ships()
            .filter(|&id| self.board.ship(id).has_cannon());
        let battery = |id: ShipId| {
            let ship = self.board.ship(id);
            let class = ship.class();
            let first = left.partition_point(|&(other, _)| other < id);
            let before = left[first..].iter().take_while(|&&(other, _)| other == id);
            Battery {
                capacity: u32::from(class.shots() - ship.used(self.turn.number).shots),
                range: match class.reach {
                    Reach::Length => Some(class.length),
                    Reach::Unlimited => None,
                },
                planes: class.planes,
                fields: before
                    .map(|&(_, field)| field)
                    .chain([ship.cannon()])
                    .collect(),
            }
        };
        armed.map(battery).collect()
    }
}

/// What several commands share.
impl Game {
    #[inline]
    fn present(&self, name: ShipName) -> Refused<ShipId> {
        match self.fleets[name.player].ship(name.class, name.index) {
            Some(id) => Ok(id),
            None => Err(Refusal::NotPresent { ship: name }.into()),
        }
    }

    fn check_complete(&self) -> Refused {
        if self.is_complete() {
            return Ok(());
        }
        let missing = ByPlayer::from_fn(|player| self.fleets[player].missing());
        Err(Refusal::FleetsIncomplete { missing }.into())
    }

    fn check_target(&self, target: Pos) -> Refused {
        let size = self.board.size();
        if size.contains(target) {
            return Ok(());
        }
        Err(Refusal::NoSuchField { target, size }.into())
    }

    /// Puts a ship on a site that is known to be on the board.
    fn enter_ship(&mut self, name: ShipName, hull: Hull, healthy: u8) -> Refused {
        let fleet = &self.fleets[name.player];
        if let Some(id) = fleet.ship(name.class, name.index) {
            let head = self.board.ship(id).hull().head;
            return Err(Refusal::AlreadyPresent { ship: name, head }.into());
        }
        let count = fleet.count(name.class);
        if name.index >= count {
            return Err(Refusal::AllSet { ship: name, count }.into());
        }
        let segments = u8::MAX >> (8 - hull.length);
        let ship = Ship::new(name, hull, healthy & segments);
        let parts = ship.healthy_parts();
        let id = self.board.add_ship(ship)?;
        self.fleets[name.player].enter(name.class, name.index, id, parts);
        Ok(())
    }

    /// Destroys the segment on a field, if there is a healthy one.
    fn hit(&mut self, target: Pos) {
        if let Some(id) = self.board.ship_at(target) {
            let ship = self.board.ship_mut(id);
            let segment = ship.hull().segment_at(target);
            if ship.destroy(segment) {
                let owner = ship.owner();
                self.fleets[owner].healthy_parts -= 1;
            }
        }
    }
}
