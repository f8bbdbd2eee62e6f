//! One broken command, chosen over all that can be wrong.

use std::collections::BTreeMap;

use super::breach::{Breach, sort};
use super::turns::{cannon, named};
use super::writer::Writer;
use crate::game::Ship;
use crate::script::{Command, ShipRef, Tag, Word};
use crate::vocabulary::{Direction, Movement, Player, Pos};

/// How many commands are drawn to choose a broken one from.
const DRAWS: u32 = 80;
/// How often a broken command is looked for among those of the rules, before
/// one that is badly written is taken.
const TRIES: u32 = 12;

impl Writer {
    /// Breaks a rule here, in whatever group is open or another one.
    pub fn break_rule(&mut self) {
        if self.is_over() {
            return;
        }
        if self.is_wide() && self.source.one_in(4) {
            self.break_form();
        }
        for _ in 0..TRIES {
            if self.is_broken {
                return;
            }
            match self.source.below(16) {
                0 => self.open_out_of_turn(),
                1 | 2 => self.ask_too_much(),
                draw => {
                    let word = *self.source_words(draw > 11);
                    if self.enter_kind(matches!(word, Word::Ship | Word::Reef | Word::SetFleet)) {
                        self.break_command(word);
                    }
                }
            }
        }
        if !self.is_broken && self.is_wide() {
            self.break_form();
        }
        if !self.is_broken {
            self.place_outside();
        }
    }

    fn source_words(&mut self, is_state: bool) -> &'static Word {
        const STATE: [Word; 6] = [
            Word::Ship,
            Word::Ship,
            Word::Ship,
            Word::Ship,
            Word::Reef,
            Word::SetFleet,
        ];
        const PLAYER: [Word; 13] = [
            Word::PlaceShip,
            Word::PlaceShip,
            Word::PlaceShip,
            Word::Move,
            Word::Move,
            Word::Move,
            Word::Shoot,
            Word::Shoot,
            Word::Shoot,
            Word::Shoot,
            Word::Spy,
            Word::Spy,
            Word::Spy,
        ];
        let words: &[Word] = if is_state { &STATE } else { &PLAYER };
        &words[self.source.index(words.len())]
    }

    /// Writes a command of that word that breaks one or several rules of the
    /// game: each reason that was found is as likely, and with it each set of
    /// rules that are broken at once.
    fn break_command(&mut self, word: Word) {
        if matches!(word, Word::Move | Word::Shoot | Word::Spy) {
            self.prepare(word);
        }
        let commands = self.candidates(word);
        let mut sorted = sort(&self.draft, commands);
        if !self.is_wide() {
            // What the assignment has no words for.
            sorted.retain(|breaches, _| match word {
                Word::SetFleet => false,
                Word::Reef => !breaches.has(Breach::Reef),
                Word::Ship => !breaches.has(Breach::Field),
                _ => !breaches.has(Breach::Mode) && !breaches.has(Breach::Absent),
            });
        }
        let mut reasons: BTreeMap<_, Vec<_>> = BTreeMap::new();
        for commands in sorted.values() {
            reasons
                .entry(self.draft.reason(&commands[0]))
                .or_default()
                .push(commands);
        }
        if reasons.is_empty() {
            return;
        }
        let reason = self.source.index(reasons.len());
        let sets = reasons.values().nth(reason).expect("below their number");
        let commands = sets[self.source.index(sets.len())];
        let command = commands[self.source.index(commands.len())].to_string();
        self.is_broken = self.draft.append_broken(&[command]).is_some();
    }

    /// Legal commands after which a ship has nothing left, or is damaged, or
    /// both.
    fn prepare(&mut self, word: Word) {
        let player = self.draft.game().next_player();
        let mut ships = self.ships(player);
        ships.retain(|ship| word != Word::Spy || ship.class().planes);
        if ships.is_empty() || self.source.one_in(3) {
            return;
        }
        let ship = ships[self.source.index(ships.len())].clone();
        let is_worn_out = self.source.one_in(3);
        match word {
            Word::Move => {
                for _ in 0..ship.class().moves {
                    self.sail_once(named(&ship));
                }
                if is_worn_out {
                    let id = self
                        .draft
                        .game()
                        .fleet(player)
                        .ship(ship.class(), ship.name().index);
                    let engine = id.map(|id| self.draft.game().board().ship(id).engine());
                    self.shoot_at(player, engine.unwrap_or_default());
                }
            }
            Word::Shoot if !self.draft.game().is_extended() => {
                let target = self.aim(player, None);
                self.draft.feed(Command::Shoot(target));
            }
            _ => self.empty_ship(player, &ship, is_worn_out),
        }
    }

    /// Has a ship use all its shots and planes, the last of them perhaps on its
    /// own cannon.
    fn empty_ship(&mut self, player: Player, ship: &Ship, is_worn_out: bool) {
        let name = named(ship);
        let shots = ship.class().shots();
        let is_extended = self.draft.game().is_extended();
        for shot in 1..=shots {
            let is_last = shot == shots && is_worn_out;
            // In the basic game no ship shoots, but planes are sent.
            let is_plane = !is_extended || self.source.one_in(2);
            let command = if ship.class().planes && is_plane && !is_last {
                Command::SpyFrom {
                    index: name.index,
                    centre: self.lookout(player),
                }
            } else {
                let target = if is_last {
                    ship.cannon()
                } else {
                    self.aim(player, cannon(ship))
                };
                Command::ShootFrom { ship: name, target }
            };
            self.draft.feed(command);
        }
    }

    /// Shoots at a field with whatever reaches it.
    fn shoot_at(&mut self, player: Player, target: Pos) {
        if self.draft.feed(Command::Shoot(target)) {
            return;
        }
        let ships: Vec<_> = self.ships(player).iter().map(named).collect();
        for ship in ships {
            if self.draft.feed(Command::ShootFrom { ship, target }) {
                return;
            }
        }
    }

    /// Commands of a word, near the limits of what is legal.
    fn candidates(&mut self, word: Word) -> Vec<Command> {
        let player = self.draft.game().next_player();
        match word {
            Word::Move => {
                let mut ships: Vec<_> = self.ships(player).iter().map(named).collect();
                ships.push(self.any_ship());
                let every = ships.into_iter().flat_map(|ship| {
                    Movement::ALL.map(|movement| Command::Move { ship, movement })
                });
                every.collect()
            }
            _ => (0..DRAWS).map(|_| self.candidate(word, player)).collect(),
        }
    }

    fn candidate(&mut self, word: Word, player: Player) -> Command {
        let size = self.draft.game().board().size();
        match word {
            Word::PlaceShip => {
                let ship = self.any_ship();
                let area = self.draft.game().start(player);
                let margin = self.source.between(0, 1);
                let gap = self.source.between(0, 2);
                let (head, direction) = self.site(area.grown(margin), ship.class, gap);
                Command::PlaceShip {
                    ship,
                    head,
                    direction,
                }
            }
            Word::Ship => {
                let ship = self.any_ship();
                let margin = self.source.between(0, 1);
                let gap = self.source.between(0, 2);
                let (head, direction) = self.site(size.rect().grown(margin), ship.class, gap);
                Command::Ship {
                    player: self.source.player(),
                    ship,
                    head,
                    direction,
                    segments: self.source.segments(ship.class),
                }
            }
            Word::Reef => {
                let ships = self.draft.game().board().ships();
                if ships.is_empty() || self.source.one_in(2) {
                    return Command::Reef(self.outside());
                }
                let hull = *ships[self.source.index(ships.len())].hull();
                let segment = self.source.between(0, i32::from(hull.length) - 1);
                Command::Reef(hull.head.step(hull.direction, -segment))
            }
            Word::SetFleet => {
                let player = self.source.player();
                let fleet = self.draft.game().fleet(player);
                let counts: Vec<_> = fleet.counts().collect();
                let count = |&count: &u32| self.source.below(count.saturating_add(2));
                Command::SetFleet {
                    player,
                    counts: counts.iter().map(count).collect(),
                }
            }
            Word::Spy => {
                let centre = self.lookout(player);
                if self.source.one_in(8) {
                    return Command::Spy(centre);
                }
                Command::SpyFrom {
                    index: self.source.below(3),
                    centre,
                }
            }
            _ => self.candidate_shot(player),
        }
    }

    fn candidate_shot(&mut self, player: Player) -> Command {
        let game = self.draft.game();
        let is_extended = game.is_extended();
        let is_basic = !is_extended || game.is_auto();
        // The form of the other mode is a breach of its own.
        if is_basic && !(is_extended && self.source.one_in(2)) && !self.source.one_in(10)
            || (!is_basic && self.source.one_in(20))
        {
            let target = if self.source.one_in(2) {
                self.outside()
            } else {
                self.aim(player, None)
            };
            return Command::Shoot(target);
        }
        let ships = self.ships(player);
        if ships.is_empty() || self.source.one_in(10) {
            let target = if self.source.one_in(2) {
                self.outside()
            } else {
                self.aim(player, None)
            };
            return Command::ShootFrom {
                ship: self.any_ship(),
                target,
            };
        }
        let ship = &ships[self.source.index(ships.len())];
        let target = match (cannon(ship), self.source.below(4)) {
            (Some((at, range)), 0 | 1) => self.rim(at, range, true),
            (Some((at, range)), 2) => self.rim(at, range, false),
            (_, 3) => self.outside(),
            _ => self.aim(player, None),
        };
        Command::ShootFrom {
            ship: named(ship),
            target,
        }
    }

    /// Any ship that a fleet has, or the one after its last.
    fn any_ship(&mut self) -> ShipRef {
        let game = self.draft.game();
        let classes = game.rules().classes;
        let class = &classes[self.source.index(classes.len())];
        let count = game.fleet(game.next_player()).count(class);
        ShipRef {
            index: self.source.below(count.saturating_add(2)),
            class,
        }
    }

    /// A field just off the board, mostly.
    fn outside(&mut self) -> Pos {
        let size = self.draft.game().board().size();
        let field = self.source.field(size);
        match self.source.below(5) {
            0 => Pos::new(-1, field.x),
            1 => Pos::new(field.y, -1),
            2 => Pos::new(size.rows, field.x),
            3 => Pos::new(field.y, size.columns),
            _ => Pos::new(
                self.source.coordinate(size.rows),
                self.source.coordinate(size.columns),
            ),
        }
    }

    /// Opens the turn of the player who is not next.
    fn open_out_of_turn(&mut self) {
        if self.leave() {
            let player = self.draft.game().next_player().opponent();
            let tag = Tag::Player(player).to_string();
            self.is_broken = self.draft.append_broken(&[tag]).is_some();
        }
    }

    /// Places a ship off the board, which is wrong in every turn.
    fn place_outside(&mut self) {
        self.enter_kind(false);
        let ship = self.any_ship();
        let command = Command::PlaceShip {
            ship,
            head: Pos::new(-1, -1),
            direction: Direction::North,
        };
        self.is_broken = self.draft.append_broken(&[command.to_string()]).is_some();
    }

    /// Names targets that the fleet cannot serve, if they are named without
    /// ships at all.
    fn ask_too_much(&mut self) {
        let game = self.draft.game();
        if !(game.is_extended() && game.is_auto() && game.is_complete()) {
            return;
        }
        if !self.enter_kind(false) {
            return;
        }
        let player = self.draft.game().next_player();
        let berths: Vec<_> = self.ships(player).iter().map(Ship::cannon).collect();
        for _ in 0..self.source.below(3) {
            self.action(player, &berths);
        }
        // As many as can be served; then more.
        for _ in 0..self.source.below(30) {
            let target = self.target(player, &berths, false);
            self.draft.feed(target);
        }
        let mut lines = Vec::new();
        for _ in 0..=self.source.below(3) {
            lines.push(self.target(player, &berths, true).to_string());
        }
        if self.source.one_in(3) {
            lines.push(self.target(player, &berths, false).to_string());
        }
        lines.push(Tag::Player(player).to_string());
        self.is_broken = self.draft.append_broken(&lines).is_some();
    }

    fn target(&mut self, player: Player, berths: &[Pos], is_beyond: bool) -> Command {
        if self.source.one_in(6) {
            return Command::Spy(self.lookout(player));
        }
        let target = match self.some_cannon(player, berths) {
            Some((at, range)) if !self.source.one_in(5) => self.rim(at, range, is_beyond),
            cannon => self.aim(player, cannon),
        };
        Command::Shoot(target)
    }
}
