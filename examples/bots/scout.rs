//! A live bot for the rule set ships, written with the library. It plays as `scout.py` does:
//!
//! ```sh
//! cargo build --release --example scout
//! admiralty arena random "scout=live:target/release/examples/scout"
//! ```

use std::error::Error;
use std::io::{self, BufRead, StdinLock, StdoutLock, Write};

use admiralty_core::game::{Game, ShipName};
use admiralty_core::geometry::{Pos, Rect};
use admiralty_core::interpreter::Session;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, PrintMode, Tag};
use admiralty_core::view::{Observation, PrintedBoard, SegmentKind};
use admiralty_players::{Placing, PublicFact, Rng, place_missing};

/// How `PRINT 1` shows fields that are not seen, and destroyed segments.
const UNKNOWN: u8 = b'?';
const DESTROYED: u8 = b'x';

const TARGET_WORTH: i64 = 1_000_000;
const SUSPECT_WORTH: i64 = 100;
const START_WORTH: i64 = 20;

/// What the bot knows of a field.
#[derive(Clone, Default)]
struct Field {
    /// In which turn it was seen last.
    seen: i64,
    is_visible: bool,
    /// The healthy segment of an enemy ship that was there.
    enemy: Option<SegmentKind>,
}

struct Scout {
    input: StdinLock<'static>,
    output: StdoutLock<'static>,
    me: Player,
    /// The start of the game, with the bot's own ships only.
    game: Game,
    /// The fields of the board, row by row.
    fields: Vec<Field>,
    turn: i64,
}

/// Plays a game on the standard streams.
pub fn main() -> Result<(), Box<dyn Error>> {
    let mut input = io::stdin().lock();
    let mut session = Session::new();
    let mut tags = 0;
    while tags < 2 {
        let line = read_line(&mut input)?.ok_or("there is no game")?;
        let parsed = session.read(line.as_bytes());
        let applied = session.apply(&parsed, line.as_bytes());
        applied.map_err(|failure| failure.to_string())?;
        tags += u32::from(line == Tag::State.text());
    }
    let mut scout = Scout::new(input, session.into_game())?;
    while scout.play_turn()? {}
    Ok(())
}

/// The next line, without its line feed.
fn read_line(input: &mut StdinLock<'_>) -> io::Result<Option<String>> {
    input.lines().next().transpose()
}

impl Scout {
    fn new(input: StdinLock<'static>, game: Game) -> Result<Self, String> {
        if game.rules().announces_shots() {
            return Err("this bot plays only the rule set ships".to_owned());
        }
        let me = Player::BOTH.into_iter().find(|&player| game.is_ai(player));
        let me = me.ok_or("no player is this bot")?;
        let enemy_start = game.start(me.opponent());
        let fields = game.board().size().rect().fields().map(|pos| Field {
            seen: if enemy_start.contains(pos) {
                -START_WORTH
            } else {
                0
            },
            ..Field::default()
        });
        Ok(Self {
            input,
            output: io::stdout().lock(),
            me,
            fields: fields.collect(),
            game,
            turn: 0,
        })
    }

    fn send(&mut self, command: &Command) -> io::Result<()> {
        writeln!(self.output, "{command}")
    }

    /// Plays a turn. Returns whether there was one.
    fn play_turn(&mut self) -> Result<bool, Box<dyn Error>> {
        // The facts of a turn; at the end of the game, there is something else, or nothing.
        if read_line(&mut self.input)?.as_deref() != Some(Tag::State.text()) {
            return Ok(false);
        }
        let mut facts = Vec::new();
        while let Some(line) = read_line(&mut self.input)?
            && line != Tag::State.text()
        {
            let fact = line.splitn(3, ' ').nth(2).unwrap_or_default();
            facts.extend(PublicFact::parse(fact.as_bytes()));
        }
        let Some(tag) = read_line(&mut self.input)? else {
            return Ok(false);
        };
        self.turn += 1;
        let is_incomplete = |fact: &PublicFact| matches!(fact, PublicFact::Incomplete(_));
        if self.game.fleet(self.me).missing() > 0 {
            self.place(&facts)?;
        } else if !facts.iter().any(is_incomplete) {
            self.attack()?;
        }
        writeln!(self.output, "{tag}")?;
        self.output.flush()?;
        Ok(true)
    }

    /// Places the missing ships at random. Fields that an enemy bars are treated like reefs.
    fn place(&mut self, facts: &[PublicFact]) -> Result<(), Box<dyn Error>> {
        let mut shown = self.game.clone();
        for fact in facts {
            if let PublicFact::Barred(pos) = *fact {
                let reef = shown.set([Command::Reef(pos)]);
                reef.map_err(|refusal| refusal.to_string())?;
            }
        }
        let mut rng = Rng::seeded(self.game.seed().unwrap_or_default());
        let view = Observation::new(&shown, self.me);
        let fleet = place_missing(&view, Placing::Seq, &mut rng);
        for place in fleet.map_err(|refusal| refusal.to_string())? {
            self.send(&place.command())?;
            let name = ShipName::new(self.me, &place.ship.class, place.ship.index);
            let placed = self.game.set([name.command(&place.footprint, u8::MAX)]);
            placed.map_err(|refusal| refusal.to_string())?;
        }
        Ok(())
    }

    fn attack(&mut self) -> Result<(), Box<dyn Error>> {
        let mut board = self.look()?;
        let is_extended = self.game.is_extended();
        let ships = self.game.board().ships().iter();
        let ships = ships.map(|ship| (ship.name(), *ship.footprint()));
        for (name, footprint) in ships.collect::<Vec<_>>() {
            let cannon = footprint.field(name.class.cannon());
            // Without its cannon, a ship sends neither shots nor planes.
            if board.at(cannon) == Some(DESTROYED) {
                continue;
            }
            for _ in 0..name.class.length {
                let sees_target = self.fields.iter().any(Field::is_target);
                if name.class.planes && !(is_extended && sees_target) {
                    board = self.spy(name.index)?;
                } else if is_extended {
                    let target = self.best_target(|pos| name.class.reaches(cannon, pos));
                    let ship = name.into();
                    self.shoot(target, |target| Command::ShootFrom { ship, target })?;
                }
            }
        }
        if !is_extended {
            let target = self.best_target(|_| true);
            self.shoot(target, Command::Shoot)?;
        }
        Ok(())
    }

    /// Reads the board.
    fn look(&mut self) -> Result<PrintedBoard, Box<dyn Error>> {
        self.send(&Command::Print(PrintMode::Extended))?;
        self.output.flush()?;
        let size = self.game.board().size();
        let mut lines = Vec::new();
        for _ in 0..PrintedBoard::lines(size) {
            lines.push(read_line(&mut self.input)?.ok_or("the game has ended")?);
        }
        let board = PrintedBoard::parse(size, &lines).ok_or("this is not a board")?;
        for (field, (pos, glyph)) in self.fields.iter_mut().zip(board.fields()) {
            field.is_visible = glyph != UNKNOWN;
            if field.is_visible {
                let is_own = self.game.board().ship_at(pos).is_some();
                let segment = SegmentKind::of_glyph(glyph);
                let is_target =
                    |segment: &SegmentKind| *segment != SegmentKind::Destroyed && !is_own;
                field.enemy = segment.filter(is_target);
                field.seen = self.turn;
            }
        }
        Ok(board)
    }

    /// Sends a plane of a carrier where it shows what is most interesting.
    fn spy(&mut self, index: u32) -> Result<PrintedBoard, Box<dyn Error>> {
        let rect = self.game.board().size().rect();
        let interest = |centre: &Pos| -> i64 {
            let square = Rect::spanning(*centre, *centre).grown(1);
            let fields = square.fields().filter_map(|pos| rect.index(pos));
            fields
                .map(|field| self.fields[field].curiosity(self.turn))
                .sum()
        };
        let centre = rect.fields().max_by_key(interest);
        let centre = centre.ok_or("the board has no fields")?;
        self.send(&Command::SpyFrom { index, centre })?;
        self.look()
    }

    /// The field that is most worth a shot, among those in range.
    fn best_target(&self, is_in_range: impl Fn(Pos) -> bool) -> Option<Pos> {
        let fields = self.game.board().size().rect().fields().zip(&self.fields);
        let worths = fields
            .filter(|(pos, _)| is_in_range(*pos))
            .map(|(pos, field)| (field.worth(self.turn), pos));
        let best = worths.max_by_key(|(worth, _)| *worth);
        best.filter(|(worth, _)| *worth > 0).map(|(_, pos)| pos)
    }

    fn shoot(&mut self, target: Option<Pos>, command: impl Fn(Pos) -> Command) -> io::Result<()> {
        let Some(target) = target else {
            return Ok(());
        };
        self.send(&command(target))?;
        if let Some(index) = self.game.board().size().rect().index(target) {
            let field = &mut self.fields[index];
            (field.enemy, field.seen) = (None, self.turn);
        }
        Ok(())
    }
}

impl Field {
    const fn is_target(&self) -> bool {
        self.is_visible && self.enemy.is_some()
    }

    /// How interesting a field is that is not seen.
    const fn curiosity(&self, turn: i64) -> i64 {
        match self.enemy {
            _ if self.is_visible => 0,
            Some(_) => turn - self.seen + SUSPECT_WORTH,
            None => turn - self.seen,
        }
    }

    /// What a shot at the field is worth: the most for a cannon, then for an engine.
    const fn worth(&self, turn: i64) -> i64 {
        match self.enemy {
            Some(segment) if self.is_visible => {
                TARGET_WORTH
                    + match segment {
                        SegmentKind::Cannon => 3,
                        SegmentKind::Engine => 2,
                        SegmentKind::Radar => 1,
                        SegmentKind::Plain | SegmentKind::Destroyed => 0,
                    }
            }
            _ => self.curiosity(turn),
        }
    }
}
