//! A slow, plain interpreter of `ships`, written from docs/LANGUAGE.md and docs/DECISIONS.md.
//!
//! The classic rule sets and the turns of the program are left out: execution ends at the
//! first `RULES` line that names a classic rule set, and no turn follows the input.
//! Each byte of a script is one `char` here, so that any bytes can be kept in a `String`.

use std::collections::{BTreeMap, BTreeSet};

const LINE_LENGTH_MAX: usize = 1_048_576;

/// Name, moves in a turn, and the glyphs of the healthy segments.
const CLASSES: [(&str, u32, &str); 4] = [
    ("CAR", 2, "@!++%"),
    ("BAT", 3, "@!+%"),
    ("CRU", 3, "@!%"),
    ("DES", 3, "@%"),
];
const CARRIER: usize = 0;

const CLASSIC_RULES: [&str; 5] = ["italian", "german", "msx", "russian", "hasbro"];

const TAGS: [&str; 3] = ["[state]", "[playerA]", "[playerB]"];

/// The commands of `[state]` groups with their arguments, a letter for each: `P`layer,
/// `n`umber, `i`ndex, `s`ide, print `m`ode, `D`irection, `C`lass, `M`ovement, `b`its of the
/// segments, seed `S`, `R`ule set, and `*` for one or more words.
const STATE_COMMANDS: &str = "
    PRINT m
    SET_FLEET Piiii
    NEXT_PLAYER P
    BOARD_SIZE ss
    INIT_POSITION Pnnnn
    REEF nn
    SHIP PnnDiCb
    EXTENDED_SHIPS
    AUTO_SHOOTING
    SET_AI_PLAYER P
    SRAND S
    SAVE
    INFORMATION P*
    RULES R
    SHOT Pnn";
const PLAYER_COMMANDS: &str = "
    PRINT m
    PLACE_SHIP nnDiC
    SHOOT nn
    SHOOT iCnn
    MOVE iCM
    SPY nn
    SPY inn";

/// A row and a column.
type Field = (i64, i64);

/// The owner, the class and the index of a ship.
type ShipName = (char, usize, i64);

type Checked<T = ()> = Result<T, &'static str>;

/// How a script ended.
pub struct Run {
    /// All that was printed.
    pub output: Vec<u8>,
    /// The command that was refused, as it is echoed, and the reason.
    pub refused: Option<(String, &'static str)>,
    /// Whether the script chose a classic rule set, so that its output is a beginning.
    pub is_partial: bool,
}

/// Why execution ends before the end of the input.
enum End {
    /// The echo of the command, and the reason.
    Refused(String, &'static str),
    Won(char),
    ClassicRules,
}

/// Executes a script.
pub fn run(script: &[u8]) -> Run {
    let script: String = script.iter().map(|&byte| char::from(byte)).collect();
    let mut interpreter = Interpreter {
        game: Game::new(),
        group: None,
        output: String::new(),
    };
    let end = interpreter.script(&script).err();
    let mut output = interpreter.output;
    let mut refused = None;
    let is_partial = matches!(end, Some(End::ClassicRules));
    match end {
        Some(End::Refused(echo, reason)) => {
            output += &format!("INVALID OPERATION \"{echo}\": {reason}\n");
            refused = Some((echo, reason));
        }
        Some(End::Won(player)) => output += &format!("{player} won\n"),
        Some(End::ClassicRules) | None => {}
    }
    let byte = |one| u8::try_from(one).expect("a byte");
    Run {
        output: output.chars().map(byte).collect(),
        refused,
        is_partial,
    }
}

struct Interpreter {
    game: Game,
    group: Option<String>,
    output: String,
}

impl Interpreter {
    fn script(&mut self, script: &str) -> Result<(), End> {
        for line in script.split('\n') {
            self.line(line.strip_suffix('\r').unwrap_or(line))?;
        }
        self.close_group()
    }

    fn line(&mut self, line: &str) -> Result<(), End> {
        let words = line.split([' ', '\t']).filter(|word| !word.is_empty());
        let words: Vec<String> = words.map(str::to_owned).collect();
        if words.is_empty() || (self.group.is_none() && is_board_row(line)) {
            return Ok(());
        }
        if line.chars().count() > LINE_LENGTH_MAX {
            let start: String = line.chars().take(64).collect();
            return Err(End::Refused(start + "...", "LINE TOO LONG"));
        }
        if words.len() == 1 && TAGS.contains(&words[0].as_str()) {
            return self.tag(&words[0]);
        }
        if self.group.is_none() && is_printed_line(&words) {
            return Ok(());
        }
        self.command(&words)
    }

    fn tag(&mut self, tag: &str) -> Result<(), End> {
        match &self.group {
            Some(open) if open == tag => return self.close_group(),
            Some(_) => return Err(End::Refused(tag.to_owned(), "GROUP NOT CLOSED")),
            None => {}
        }
        if let Some(player) = player_of(tag) {
            if player != self.game.next_player {
                let echo = format!("{tag} ");
                return Err(End::Refused(echo, "THE OTHER PLAYER EXPECTED"));
            }
            self.game.begin_turn();
        }
        self.group = Some(tag.to_owned());
        Ok(())
    }

    /// Closes the group that is open, if there is one.
    fn close_group(&mut self) -> Result<(), End> {
        match player_of(&self.group.take().unwrap_or_default()) {
            Some(player) => self.game.end_turn(player),
            None => Ok(()),
        }
    }

    fn command(&mut self, words: &[String]) -> Result<(), End> {
        let word = words[0].as_str();
        let typed = words.join(" ");
        let in_state = forms_of(word, STATE_COMMANDS);
        let in_turn = forms_of(word, PLAYER_COMMANDS);
        let forms = if in_state.is_empty() {
            &in_turn
        } else {
            &in_state
        };
        if forms.is_empty() {
            return Err(End::Refused(typed, "UNKNOWN COMMAND"));
        }
        if word == "RULES"
            && words
                .get(1)
                .is_some_and(|name| is_one_of(name, &CLASSIC_RULES))
        {
            return Err(End::ClassicRules);
        }
        let mut canonical = forms.iter().filter_map(|form| canonical(form, &words[1..]));
        let arguments = canonical.next();
        let echo = match &arguments {
            Some(arguments) if !arguments.is_empty() => format!("{word} {}", arguments.join(" ")),
            _ => typed,
        };
        let is_available = match self.group.as_deref() {
            None => false,
            Some("[state]") => !in_state.is_empty() && word != "SHOT",
            Some(_) => !in_turn.is_empty(),
        };
        let executed = match (is_available, arguments) {
            (false, _) => Err("COMMAND NOT AVAILABLE"),
            (true, None) => Err("INVALID ARGUMENTS"),
            (true, Some(arguments)) => match self.group.as_deref().and_then(player_of) {
                None => self.state_command(word, &arguments),
                Some(player) => self.player_command(player, word, &arguments),
            },
        };
        executed.map_err(|reason| End::Refused(echo, reason))
    }

    fn state_command(&mut self, word: &str, arguments: &[String]) -> Checked {
        let n = |place: usize| number(&arguments[place]);
        let player = arguments.first().map_or('A', |word| first_char(word));
        let game = &mut self.game;
        match word {
            "PRINT" => {
                self.output += &game.print(None, n(0) == 1);
                let [a, b] = ['A', 'B'].map(|player| game.healthy_segments(player));
                self.output += &format!("PARTS REMAINING:: A : {a} B : {b}\n");
            }
            "SET_FLEET" => {
                let mut own = game.ships.iter().filter(|ship| ship.name.0 == player);
                refuse_if(
                    own.any(|ship| ship.name.2 >= n(1 + ship.name.1)),
                    "ALL SHIPS OF THE CLASS ALREADY SET",
                )?;
                game.fleets.insert(player, [n(1), n(2), n(3), n(4)]);
            }
            "NEXT_PLAYER" => game.next_player = player,
            "BOARD_SIZE" => {
                game.size = (n(0), n(1));
                game.ships.clear();
                game.reefs.clear();
                game.planes.clear();
            }
            "INIT_POSITION" => {
                game.starts.insert(player, [n(1), n(2), n(3), n(4)]);
            }
            "REEF" => game.place_reef((n(0), n(1)))?,
            "SHIP" => {
                let name = (player, class_number(&arguments[5]), n(4));
                let mut ship = Ship::new(name, (n(1), n(2)), first_char(&arguments[3]));
                ship.segments = arguments[6].chars().map(|bit| bit == '1').collect();
                game.place(ship, false)?;
            }
            "EXTENDED_SHIPS" => game.is_extended = true,
            "AUTO_SHOOTING" => game.is_auto = true,
            "SET_AI_PLAYER" => {
                game.programs.insert(player);
            }
            "SRAND" => game.seed = Some(arguments[0].parse().expect("a seed")),
            "SAVE" => self.output += &game.save(),
            "INFORMATION" => {
                let text = arguments[1..].join(" ");
                let lines = game.information.entry(player).or_default();
                match text.as_str() {
                    "FORGET" => lines.clear(),
                    _ => lines.push(text),
                }
            }
            "RULES" => {
                *game = Game::new();
                game.has_rules = true;
            }
            _ => unreachable!("{word} is no state command"),
        }
        Ok(())
    }

    fn player_command(&mut self, player: char, word: &str, arguments: &[String]) -> Checked {
        let n = |place: usize| number(&arguments[place]);
        let named = |place: usize| (player, class_number(&arguments[place + 1]), n(place));
        let game = &mut self.game;
        match (word, arguments.len()) {
            ("PRINT", _) => self.output += &game.print(Some(player), n(0) == 1),
            ("PLACE_SHIP", _) => {
                let ship = Ship::new(named(3), (n(0), n(1)), first_char(&arguments[2]));
                game.place(ship, true)?;
            }
            ("SHOOT", 2) => game.shoot((n(0), n(1)))?,
            ("SHOOT", _) => game.shoot_from(named(0), (n(2), n(3)))?,
            ("MOVE", _) => game.move_ship(named(0), first_char(&arguments[2]))?,
            ("SPY", 2) => game.spy((n(0), n(1)))?,
            ("SPY", _) => game.spy_from((player, CARRIER, n(0)), (n(1), n(2)))?,
            _ => unreachable!("{word} is no player command"),
        }
        Ok(())
    }
}

#[derive(Clone)]
struct Ship {
    name: ShipName,
    head: Field,
    direction: char,
    segments: Vec<bool>,
    moves: u32,
    /// Shots and planes given by name in this turn.
    used: usize,
    /// Where the cannon has been in this turn, except where it is.
    left_cannons: Vec<Field>,
}

impl Ship {
    /// A healthy ship.
    fn new(name: ShipName, head: Field, direction: char) -> Self {
        Self {
            name,
            head,
            direction,
            segments: vec![true; CLASSES[name.1].2.len()],
            moves: 0,
            used: 0,
            left_cannons: Vec::new(),
        }
    }

    fn length(&self) -> usize {
        self.segments.len()
    }

    /// From the head to the last segment.
    fn fields(&self) -> Vec<Field> {
        let back = (0..self.length()).map(|place| -i64::try_from(place).expect("small"));
        back.map(|steps| moved(self.head, self.direction, steps))
            .collect()
    }

    fn segment_on(&self, field: Field) -> Option<usize> {
        self.fields().iter().position(|&one| one == field)
    }

    fn has_cannon(&self) -> bool {
        self.segments[1]
    }

    fn reaches(&self, cannon: Field, target: Field) -> bool {
        self.name.1 == CARRIER || is_within(cannon, target, self.length())
    }

    fn sees(&self, field: Field) -> bool {
        let range = if self.segments[0] { self.length() } else { 1 };
        is_within(self.head, field, range)
    }

    /// Whether the ship can take a target of automatic shooting.
    fn can_take(&self, (word, field): (&str, Field)) -> bool {
        if word == "SPY" {
            return self.name.1 == CARRIER;
        }
        let mut cannons = self.left_cannons.clone();
        cannons.push(self.fields()[1]);
        cannons.iter().any(|&cannon| self.reaches(cannon, field))
    }

    fn is_too_close(&self, other: &Self) -> bool {
        let others = other.fields();
        let mut fields = self.fields().into_iter();
        fields.any(|field| others.iter().any(|&other| is_next_to(field, other)))
    }
}

#[derive(Default)]
struct Game {
    /// Rows and columns.
    size: Field,
    next_player: char,
    fleets: BTreeMap<char, [i64; 4]>,
    starts: BTreeMap<char, [i64; 4]>,
    ships: Vec<Ship>,
    reefs: Vec<Field>,
    planes: Vec<(char, Field)>,
    has_rules: bool,
    is_extended: bool,
    is_auto: bool,
    programs: BTreeSet<char>,
    information: BTreeMap<char, Vec<String>>,
    seed: Option<u64>,
    /// Whether the one shot of the basic game was fired in this turn.
    has_shot: bool,
    /// `SHOOT` or `SPY`, and the field.
    targets: Vec<(&'static str, Field)>,
}

impl Game {
    fn new() -> Self {
        Self {
            size: (21, 10),
            next_player: 'A',
            fleets: BTreeMap::from([('A', [1, 2, 3, 4]), ('B', [1, 2, 3, 4])]),
            starts: BTreeMap::from([('A', [0, 0, 9, 9]), ('B', [11, 0, 20, 9])]),
            ..Self::default()
        }
    }

    fn is_on_board(&self, (y, x): Field) -> bool {
        (0..self.size.0).contains(&y) && (0..self.size.1).contains(&x)
    }

    /// The place of a ship in the list.
    fn find(&self, name: ShipName) -> Checked<usize> {
        let place = self.ships.iter().position(|ship| ship.name == name);
        place.ok_or("SHIP NOT PRESENT")
    }

    fn ships_of(&self, owner: char) -> Vec<&Ship> {
        let ships = self.ships.iter();
        ships.filter(|ship| ship.name.0 == owner).collect()
    }

    fn healthy_segments(&self, owner: char) -> usize {
        let own = self.ships_of(owner);
        let segments = own.iter().flat_map(|ship| &ship.segments);
        segments.filter(|&&is_healthy| is_healthy).count()
    }

    fn are_fleets_complete(&self) -> bool {
        let is_complete = |owner: char, class: usize| {
            let own = self.ships_of(owner);
            let count = own.iter().filter(|ship| ship.name.1 == class).count();
            i64::try_from(count) == Ok(self.fleets[&owner][class])
        };
        (0..CLASSES.len()).all(|class| is_complete('A', class) && is_complete('B', class))
    }

    fn place_reef(&mut self, field: Field) -> Checked {
        refuse_if(!self.is_on_board(field), "REEF IS NOT PLACED ON BOARD")?;
        let mut ships = self.ships.iter();
        let is_taken = ships.any(|ship| ship.segment_on(field).is_some());
        refuse_if(is_taken, "PLACING SHIP ON REEF")?;
        if !self.reefs.contains(&field) {
            self.reefs.push(field);
        }
        Ok(())
    }

    fn place(&mut self, ship: Ship, is_in_start: bool) -> Checked {
        let (owner, class, index) = ship.name;
        let [top, left, bottom, right] = self.starts[&owner];
        let is_allowed = |&(y, x): &Field| {
            let is_inside = y >= top && y <= bottom && x >= left && x <= right;
            self.is_on_board((y, x)) && (is_inside || !is_in_start)
        };
        refuse_if(
            !ship.fields().iter().all(is_allowed),
            "NOT IN STARTING POSITION",
        )?;
        refuse_if(self.find(ship.name).is_ok(), "SHIP ALREADY PRESENT")?;
        refuse_if(
            index >= self.fleets[&owner][class],
            "ALL SHIPS OF THE CLASS ALREADY SET",
        )?;
        self.check_place(&ship)?;
        self.ships.push(ship);
        Ok(())
    }

    /// Checks reefs and other ships.
    fn check_place(&self, ship: &Ship) -> Checked {
        refuse_if(
            ship.fields().iter().any(|field| self.reefs.contains(field)),
            "PLACING SHIP ON REEF",
        )?;
        let mut others = self.ships.iter().filter(|other| other.name != ship.name);
        refuse_if(
            others.any(|other| ship.is_too_close(other)),
            "PLACING SHIP TOO CLOSE TO OTHER SHIP",
        )?;
        Ok(())
    }

    fn move_ship(&mut self, name: ShipName, movement: char) -> Checked {
        let place = self.find(name)?;
        let mut ship = self.ships[place].clone();
        refuse_if(!ship.segments[ship.length() - 1], "SHIP CANNOT MOVE")?;
        refuse_if(ship.moves == CLASSES[name.1].1, "SHIP MOVED ALREADY")?;
        ship.moves += 1;
        ship.left_cannons.push(ship.fields()[1]);
        ship.head = moved(ship.head, ship.direction, 1);
        if movement != 'F' {
            // The field in front of the old head is that of the last segment.
            ship.direction = turned(ship.direction, movement);
            let steps = i64::try_from(ship.length()).expect("small") - 1;
            ship.head = moved(ship.head, ship.direction, steps);
        }
        refuse_if(
            !ship.fields().iter().all(|&field| self.is_on_board(field)),
            "SHIP WENT FROM BOARD",
        )?;
        self.check_place(&ship)?;
        self.ships[place] = ship;
        Ok(())
    }

    fn shoot(&mut self, target: Field) -> Checked {
        refuse_if(self.is_extended && !self.is_auto, "COMMAND NOT AVAILABLE")?;
        refuse_if(!self.are_fleets_complete(), "NOT ALL SHIPS PLACED")?;
        refuse_if(!self.is_on_board(target), "FIELD DOES NOT EXIST")?;
        if self.is_extended {
            self.targets.push(("SHOOT", target));
            return Ok(());
        }
        refuse_if(self.has_shot, "TOO MANY SHOOTS")?;
        self.has_shot = true;
        self.destroy(target);
        Ok(())
    }

    fn shoot_from(&mut self, name: ShipName, target: Field) -> Checked {
        refuse_if(!self.is_extended, "COMMAND NOT AVAILABLE")?;
        refuse_if(!self.are_fleets_complete(), "NOT ALL SHIPS PLACED")?;
        let place = self.find(name)?;
        let ship = &self.ships[place];
        refuse_if(!ship.has_cannon(), "SHIP CANNOT SHOOT")?;
        refuse_if(ship.used == ship.length(), "TOO MANY SHOOTS")?;
        refuse_if(!ship.reaches(ship.fields()[1], target), "SHOOTING TOO FAR")?;
        refuse_if(!self.is_on_board(target), "FIELD DOES NOT EXIST")?;
        self.ships[place].used += 1;
        self.destroy(target);
        Ok(())
    }

    fn spy(&mut self, field: Field) -> Checked {
        refuse_if(!(self.is_extended && self.is_auto), "COMMAND NOT AVAILABLE")?;
        self.targets.push(("SPY", field));
        Ok(())
    }

    fn spy_from(&mut self, name: ShipName, field: Field) -> Checked {
        let place = self.find(name)?;
        let ship = &mut self.ships[place];
        refuse_if(!ship.has_cannon(), "CANNOT SEND PLANE")?;
        refuse_if(ship.used == ship.length(), "ALL PLANES SENT")?;
        ship.used += 1;
        self.planes.push((name.0, field));
        Ok(())
    }

    fn destroy(&mut self, target: Field) {
        for ship in &mut self.ships {
            if let Some(place) = ship.segment_on(target) {
                ship.segments[place] = false;
            }
        }
    }

    fn begin_turn(&mut self) {
        self.has_shot = false;
        self.targets.clear();
        for ship in &mut self.ships {
            (ship.moves, ship.used) = (0, 0);
            ship.left_cannons.clear();
        }
    }

    fn end_turn(&mut self, player: char) -> Result<(), End> {
        let targets = std::mem::take(&mut self.targets);
        for count in 1..=targets.len() {
            if !self.can_assign(player, &targets[..count]) {
                let (word, (y, x)) = targets[count - 1];
                return Err(End::Refused(
                    format!("{word} {y} {x}"),
                    "SHOOTS ARE UNFEASIBLE",
                ));
            }
        }
        for (word, field) in targets {
            match word {
                "SHOOT" => self.destroy(field),
                _ => self.planes.push((player, field)),
            }
        }
        let opponent = if player == 'A' { 'B' } else { 'A' };
        for (winner, loser) in [(player, opponent), (opponent, player)] {
            if self.are_fleets_complete() && self.healthy_segments(loser) == 0 {
                return Err(End::Won(winner));
            }
        }
        self.next_player = opponent;
        Ok(())
    }

    /// Whether each target can be given to a ship (a bipartite matching, by augmenting
    /// paths).
    fn can_assign(&self, player: char, targets: &[(&str, Field)]) -> bool {
        // A slot for each target that a ship can still take.
        let mut slots = Vec::new();
        for ship in self.ships_of(player) {
            let left = if ship.has_cannon() {
                ship.length() - ship.used
            } else {
                0
            };
            slots.extend(vec![ship; left]);
        }
        let mut taken = vec![None; slots.len()];
        (0..targets.len()).all(|target| {
            let mut tried = vec![false; slots.len()];
            find_slot(target, targets, &slots, &mut taken, &mut tried)
        })
    }

    /// The board as a player sees it, or all of it.
    fn print(&self, viewer: Option<char>, is_extended: bool) -> String {
        let mut text = String::new();
        let row_digits = (self.size.0 - 1).to_string().len();
        let column_digits = (self.size.1 - 1).to_string().len();
        for digit in 0..column_digits {
            if is_extended {
                text += &" ".repeat(row_digits);
                for column in 0..self.size.1 {
                    text += &format!("{column:0column_digits$}")[digit..=digit];
                }
                text += "\n";
            }
        }
        for y in 0..self.size.0 {
            if is_extended {
                text += &format!("{y:0row_digits$}");
            }
            for x in 0..self.size.1 {
                text.push(self.glyph((y, x), viewer, is_extended));
            }
            text += "\n";
        }
        text
    }

    fn glyph(&self, field: Field, viewer: Option<char>, is_extended: bool) -> char {
        if self.reefs.contains(&field) {
            return '#';
        }
        let mut ships = self.ships.iter();
        let found = ships.find_map(|ship| Some((ship, ship.segment_on(field)?)));
        if let Some(viewer) = viewer {
            let is_own = found.is_some_and(|(ship, _)| ship.name.0 == viewer);
            if !is_own && !self.sees(viewer, field) {
                return '?';
            }
        }
        match found {
            None => ' ',
            Some((ship, place)) if !ship.segments[place] => 'x',
            Some((ship, place)) if is_extended => {
                char::from(CLASSES[ship.name.1].2.as_bytes()[place])
            }
            Some(_) => '+',
        }
    }

    fn sees(&self, player: char, field: Field) -> bool {
        let mut planes = self.planes.iter();
        planes.any(|&(owner, centre)| owner == player && is_next_to(centre, field))
            || self.ships_of(player).iter().any(|ship| ship.sees(field))
    }

    fn save(&self) -> String {
        let mut lines = vec!["[state]".to_owned()];
        let flag = |is_set: bool, line: &str| is_set.then(|| line.to_owned());
        lines.extend(flag(self.has_rules, "RULES ships"));
        lines.push(format!("BOARD_SIZE {} {}", self.size.0, self.size.1));
        lines.push(format!("NEXT_PLAYER {}", self.next_player));
        for owner in ['A', 'B'] {
            let [top, left, bottom, right] = self.starts[&owner];
            lines.push(format!(
                "INIT_POSITION {owner} {top} {left} {bottom} {right}"
            ));
            let counts = self.fleets[&owner].map(|count| count.to_string());
            lines.push(format!("SET_FLEET {owner} {}", counts.join(" ")));
            let mut own = self.ships_of(owner);
            own.sort_by_key(|ship| ship.name);
            for ship in own {
                let ((y, x), direction, index) = (ship.head, ship.direction, ship.name.2);
                let class = CLASSES[ship.name.1].0;
                let bits = ship.segments.iter().map(|&one| if one { '1' } else { '0' });
                let bits: String = bits.collect();
                lines.push(format!(
                    "SHIP {owner} {y} {x} {direction} {index} {class} {bits}"
                ));
            }
        }
        lines.extend(self.reefs.iter().map(|(y, x)| format!("REEF {y} {x}")));
        lines.extend(flag(self.is_extended, "EXTENDED_SHIPS"));
        lines.extend(flag(self.is_auto, "AUTO_SHOOTING"));
        let programs = self.programs.iter();
        lines.extend(programs.map(|player| format!("SET_AI_PLAYER {player}")));
        for (player, texts) in &self.information {
            let texts = texts.iter();
            lines.extend(texts.map(|text| format!("INFORMATION {player} {text}")));
        }
        let seed = self.seed.map(|seed| seed.wrapping_add(1));
        lines.extend(seed.map(|seed| format!("SRAND {seed}")));
        lines.join("\n") + "\n[state]\n"
    }
}

/// Finds a slot for a target, and moves other targets to other slots for it.
fn find_slot(
    target: usize,
    targets: &[(&str, Field)],
    slots: &[&Ship],
    taken: &mut [Option<usize>],
    tried: &mut [bool],
) -> bool {
    for slot in 0..slots.len() {
        if tried[slot] || !slots[slot].can_take(targets[target]) {
            continue;
        }
        tried[slot] = true;
        let holder = taken[slot];
        if holder.is_none_or(|holder| find_slot(holder, targets, slots, taken, tried)) {
            taken[slot] = Some(target);
            return true;
        }
    }
    false
}

/// The error if a check has failed.
fn refuse_if(is_broken: bool, reason: &'static str) -> Checked {
    if is_broken { Err(reason) } else { Ok(()) }
}

/// The forms of arguments that a word has in a list of commands.
fn forms_of(word: &str, commands: &'static str) -> Vec<&'static str> {
    let commands = commands.lines().map(str::trim);
    let commands = commands.map(|line| line.split_once(' ').unwrap_or((line, "")));
    let of_word = commands.filter(|(name, _)| *name == word);
    of_word.map(|(_, form)| form).collect()
}

/// The arguments as they are echoed, if they fit the form.
fn canonical(form: &str, words: &[String]) -> Option<Vec<String>> {
    if let Some(form) = form.strip_suffix('*') {
        let text = words.join(" ");
        let text = text.trim_end_matches(['\r', ' ']);
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let mut arguments = canonical(form, &words[..1])?;
        arguments.extend_from_slice(&words[1..]);
        return (words.len() > 1).then_some(arguments);
    }
    if form.len() != words.len() {
        return None;
    }
    let mut arguments: Vec<String> = Vec::new();
    for (kind, word) in form.chars().zip(words) {
        let int_max = i128::from(i32::MAX);
        let is_valid = match kind {
            'n' => is_number(word, i128::from(i32::MIN), int_max),
            'i' => is_number(word, 0, int_max),
            's' => is_number(word, 1, int_max),
            'm' => is_number(word, 0, 1),
            'S' => is_number(word, 0, i128::from(u64::MAX)),
            'P' => is_one_of(word, &["A", "B"]),
            'D' => is_one_of(word, &["N", "E", "S", "W"]),
            'M' => is_one_of(word, &["F", "L", "R"]),
            'C' => is_one_of(word, &CLASSES.map(|class| class.0)),
            'R' => word == "ships",
            _ => {
                let class = class_number(arguments.last().expect("the class"));
                let is_bits = word.chars().all(|bit| "01".contains(bit));
                is_bits && word.len() == CLASSES[class].2.len()
            }
        };
        if !is_valid {
            return None;
        }
        let number = parsed(word).filter(|_| kind != 'b');
        arguments.push(number.map_or(word.clone(), |number| number.to_string()));
    }
    Some(arguments)
}

/// The value of a sign and digits; a value too large for any argument is nothing.
fn parsed(word: &str) -> Option<i128> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    let is_number = !digits.is_empty() && digits.chars().all(|digit| digit.is_ascii_digit());
    is_number.then(|| word.parse().ok()).flatten()
}

fn is_number(word: &str, least: i128, most: i128) -> bool {
    parsed(word).is_some_and(|value| (least..=most).contains(&value))
}

fn is_one_of(word: &str, choices: &[&str]) -> bool {
    choices.contains(&word)
}

fn number(word: &str) -> i64 {
    word.parse().expect("a number")
}

fn first_char(word: &str) -> char {
    word.chars().next().expect("no word is empty")
}

fn class_number(name: &str) -> usize {
    let place = CLASSES.iter().position(|class| class.0 == name);
    place.expect("a class")
}

fn player_of(tag: &str) -> Option<char> {
    match tag {
        "[playerA]" => Some('A'),
        "[playerB]" => Some('B'),
        _ => None,
    }
}

fn moved((y, x): Field, direction: char, steps: i64) -> Field {
    match direction {
        'N' => (y - steps, x),
        'E' => (y, x + steps),
        'S' => (y + steps, x),
        _ => (y, x - steps),
    }
}

fn turned(direction: char, movement: char) -> char {
    let compass = ['N', 'E', 'S', 'W'];
    let place = compass.iter().position(|&one| one == direction);
    let quarters = if movement == 'R' { 1 } else { 3 };
    compass[(place.expect("a direction") + quarters) % 4]
}

fn is_within(from: Field, to: Field, distance: usize) -> bool {
    // The squares of differences of coordinates need more than 64 bits.
    let (y, x) = (i128::from(from.0 - to.0), i128::from(from.1 - to.1));
    let distance = i128::try_from(distance).expect("small");
    y * y + x * x <= distance * distance
}

/// Whether a field is the same as another one, next to it or diagonal to it.
fn is_next_to(one: Field, other: Field) -> bool {
    (one.0 - other.0).abs() <= 1 && (one.1 - other.1).abs() <= 1
}

/// Whether a line between groups looks like a row of a printed board.
fn is_board_row(line: &str) -> bool {
    line.chars()
        .all(|one| " \t0123456789+x?#@!%oX".contains(one))
}

/// Whether a line between groups looks like one of the other lines that are printed.
fn is_printed_line(words: &[String]) -> bool {
    let is_number = |word: &str| canonical("n", &[word.to_owned()]).is_some();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["PARTS", "REMAINING::", ..] | ["A" | "B", "won"] => true,
        ["MISS" | "HIT", y, x] => is_number(y) && is_number(x),
        ["HIT", y, x, word] => is_number(y) && is_number(x) && !is_number(word),
        ["SUNK", y, x, _, index] => is_number(y) && is_number(x) && is_number(index),
        _ => false,
    }
}
