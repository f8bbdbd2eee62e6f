//! A slow, plain interpreter of `ships`, written from docs/LANGUAGE.md alone.
//!
//! The classic rule sets and the turns of the program are left out: execution ends at the
//! first `RULES` line that names a classic rule set, and no turn follows the input.
//! Each byte of a script is one `char` here, so that any bytes can be kept in a `String`.

use std::collections::BTreeMap;

const LINE_LENGTH_MAX: usize = 1_048_576;

/// Name, length, moves in a turn.
const CLASSES: [(&str, i64, i64); 4] = [("CAR", 5, 2), ("BAT", 4, 3), ("CRU", 3, 3), ("DES", 2, 3)];

const CLASSIC_RULES: [&str; 5] = ["italian", "german", "msx", "russian", "hasbro"];

const TAGS: [&str; 3] = ["[state]", "[playerA]", "[playerB]"];

/// The arguments of each form of a command, a letter for each: `P`layer, `n`umber, `i`ndex,
/// `s`ide, print `m`ode, `D`irection, `C`lass, `M`ovement, `b`its of the segments, seed `S`,
/// `R`ule set, and `*` for one or more words.
const STATE_COMMANDS: [(&str, &[&str]); 14] = [
    ("SET_FLEET", &["Piiii"]),
    ("NEXT_PLAYER", &["P"]),
    ("BOARD_SIZE", &["ss"]),
    ("INIT_POSITION", &["Pnnnn"]),
    ("REEF", &["nn"]),
    ("SHIP", &["PnnDiCb"]),
    ("EXTENDED_SHIPS", &[""]),
    ("AUTO_SHOOTING", &[""]),
    ("SET_AI_PLAYER", &["P"]),
    ("SRAND", &["S"]),
    ("SAVE", &[""]),
    ("INFORMATION", &["P*"]),
    ("RULES", &["R"]),
    ("SHOT", &["Pnn"]),
];
const PLAYER_COMMANDS: [(&str, &[&str]); 4] = [
    ("PLACE_SHIP", &["nnDiC"]),
    ("SHOOT", &["nn", "iCnn"]),
    ("MOVE", &["iCM"]),
    ("SPY", &["nn", "inn"]),
];
const PRINT: (&str, &[&str]) = ("PRINT", &["m"]);

/// A row and a column.
type Field = (i64, i64);

/// How a script ended.
pub struct Run {
    /// All that was printed.
    pub output: Vec<u8>,
    /// The form of the command that was refused, and the reason.
    pub refused: Option<(String, String)>,
    /// Whether the script chose a classic rule set, so that its output is a beginning.
    pub is_partial: bool,
}

/// Executes a script.
pub fn run(script: &[u8]) -> Run {
    let script: String = script.iter().map(|&byte| char::from(byte)).collect();
    let mut interpreter = Interpreter {
        game: Game::new(),
        group: None,
        output: String::new(),
    };
    let mut lines: Vec<&str> = script.split('\n').collect();
    if lines.last() == Some(&"") {
        lines.pop();
    }
    let mut end = None;
    for line in lines {
        end = interpreter
            .line(line.strip_suffix('\r').unwrap_or(line))
            .err();
        if end.is_some() {
            break;
        }
    }
    if end.is_none() && interpreter.group.is_some() {
        end = interpreter.close_group().err();
    }
    let mut refused = None;
    match &end {
        Some(End::Refused { form, echo, reason }) => {
            let line = format!("INVALID OPERATION \"{echo}\": {reason}\n");
            interpreter.output += &line;
            refused = Some((form.clone(), (*reason).to_owned()));
        }
        Some(End::Won(player)) => interpreter.output += &format!("{player} won\n"),
        Some(End::Classic) | None => {}
    }
    let byte = |character| u8::try_from(u32::from(character)).expect("a byte");
    Run {
        output: interpreter.output.chars().map(byte).collect(),
        refused,
        is_partial: matches!(end, Some(End::Classic)),
    }
}

/// Why execution ends before the end of the input.
enum End {
    Refused {
        form: String,
        echo: String,
        reason: &'static str,
    },
    Won(char),
    Classic,
}

fn refused(form: &str, echo: &str, reason: &'static str) -> End {
    End::Refused {
        form: form.to_owned(),
        echo: echo.to_owned(),
        reason,
    }
}

struct Interpreter {
    game: Game,
    group: Option<String>,
    output: String,
}

impl Interpreter {
    fn line(&mut self, line: &str) -> Result<(), End> {
        let words: Vec<String> = line
            .split([' ', '\t'])
            .filter(|word| !word.is_empty())
            .map(str::to_owned)
            .collect();
        if words.is_empty() || (self.group.is_none() && is_board_row(line)) {
            return Ok(());
        }
        if line.chars().count() > LINE_LENGTH_MAX {
            let start: String = line.chars().take(64).collect();
            return Err(refused("any line", &(start + "..."), "LINE TOO LONG"));
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
        if let Some(open) = &self.group {
            if open != tag {
                return Err(refused("a tag", tag, "GROUP NOT CLOSED"));
            }
            return self.close_group();
        }
        if let Some(player) = player_of(tag) {
            if player != self.game.next_player {
                let echo = format!("{tag} ");
                return Err(refused("a tag", &echo, "THE OTHER PLAYER EXPECTED"));
            }
            self.game.begin_turn();
        }
        self.group = Some(tag.to_owned());
        Ok(())
    }

    fn close_group(&mut self) -> Result<(), End> {
        let tag = self.group.take().expect("an open group");
        match player_of(&tag) {
            Some(player) => self.game.end_turn(player),
            None => Ok(()),
        }
    }

    fn command(&mut self, words: &[String]) -> Result<(), End> {
        let typed = words.join(" ");
        let keyword = words[0].as_str();
        let find = |(word, _): &&(&str, _)| *word == keyword;
        let state_command = STATE_COMMANDS.iter().find(find);
        let player_command = PLAYER_COMMANDS.iter().find(find);
        let is_print = keyword == PRINT.0;
        let forms = match state_command.or(player_command) {
            Some((_, forms)) => *forms,
            None if is_print => PRINT.1,
            None => return Err(refused("any word", &typed, "UNKNOWN COMMAND")),
        };
        let names_classic_rules = words
            .get(1)
            .is_some_and(|name| keyword == "RULES" && CLASSIC_RULES.contains(&name.as_str()));
        if names_classic_rules {
            return Err(End::Classic);
        }
        let arguments = forms
            .iter()
            .find_map(|form| canonical_arguments(form, &words[1..]));
        let echo = match &arguments {
            Some(arguments) => {
                let all: Vec<&str> = [keyword]
                    .into_iter()
                    .chain(arguments.iter().map(String::as_str))
                    .collect();
                all.join(" ")
            }
            None => typed,
        };
        let is_available = match self.group.as_deref() {
            None => false,
            Some("[state]") => (is_print || state_command.is_some()) && keyword != "SHOT",
            Some(_) => is_print || player_command.is_some(),
        };
        // Two forms of one word are told apart in the table of what was reached.
        let names_ship = match keyword {
            "SHOOT" => words.len() == 5,
            "SPY" => words.len() == 4,
            _ => false,
        };
        let form = if names_ship && arguments.is_some() {
            format!("{keyword} i")
        } else {
            keyword.to_owned()
        };
        if !is_available {
            return Err(refused(&form, &echo, "COMMAND NOT AVAILABLE"));
        }
        let Some(arguments) = arguments else {
            return Err(refused(&form, &echo, "INVALID ARGUMENTS"));
        };
        let player = self.group.as_deref().and_then(player_of);
        let executed = match player {
            None => self.state_command(keyword, &arguments),
            Some(player) => self.player_command(player, keyword, &arguments),
        };
        executed.map_err(|reason| refused(&form, &echo, reason))
    }

    fn state_command(&mut self, keyword: &str, arguments: &[String]) -> Result<(), &'static str> {
        let n = |place: usize| number(&arguments[place]);
        let player = arguments.first().map_or('A', |word| first_char(word));
        let game = &mut self.game;
        match keyword {
            "PRINT" => {
                self.output += &game.print(None, n(0) == 1);
                let [a, b] = ['A', 'B'].map(|player| game.healthy_segments(player));
                self.output += &format!("PARTS REMAINING:: A : {a} B : {b}\n");
            }
            "SET_FLEET" => {
                for ship in &game.ships {
                    if ship.owner == player && ship.index >= n(1 + ship.class) {
                        return Err("ALL SHIPS OF THE CLASS ALREADY SET");
                    }
                }
                game.fleets.insert(player, [n(1), n(2), n(3), n(4)]);
            }
            "NEXT_PLAYER" => game.next_player = player,
            "BOARD_SIZE" => {
                game.rows = n(0);
                game.columns = n(1);
                game.ships.clear();
                game.reefs.clear();
                game.planes.clear();
            }
            "INIT_POSITION" => {
                game.starts.insert(player, [n(1), n(2), n(3), n(4)]);
            }
            "REEF" => {
                let field = (n(0), n(1));
                if !game.is_on_board(field) {
                    return Err("REEF IS NOT PLACED ON BOARD");
                }
                if game.ship_on(field).is_some() {
                    return Err("PLACING SHIP ON REEF");
                }
                if !game.reefs.contains(&field) {
                    game.reefs.push(field);
                }
            }
            "SHIP" => {
                let segments = arguments[6].chars().map(|bit| bit == '1').collect();
                let head = (n(1), n(2));
                let direction = first_char(&arguments[3]);
                let class = class_number(&arguments[5]);
                game.place(
                    Ship::new(player, class, n(4), head, direction, segments),
                    false,
                )?;
            }
            "EXTENDED_SHIPS" => game.is_extended = true,
            "AUTO_SHOOTING" => game.is_auto = true,
            "SET_AI_PLAYER" => {
                game.programs.insert(player, true);
            }
            "SRAND" => game.seed = Some(arguments[0].parse().expect("a seed")),
            "SAVE" => self.output += &game.save(),
            "INFORMATION" => {
                let lines = game.information.entry(player).or_default();
                let text = arguments[1..].join(" ");
                if text == "FORGET" {
                    lines.clear();
                } else {
                    lines.push(text);
                }
            }
            "RULES" => {
                *game = Game::new();
                game.has_rules = true;
            }
            _ => unreachable!("{keyword} is no state command"),
        }
        Ok(())
    }

    fn player_command(
        &mut self,
        player: char,
        keyword: &str,
        arguments: &[String],
    ) -> Result<(), &'static str> {
        let n = |place: usize| number(&arguments[place]);
        let game = &mut self.game;
        match (keyword, arguments.len()) {
            ("PRINT", _) => {
                self.output += &game.print(Some(player), n(0) == 1);
                Ok(())
            }
            ("PLACE_SHIP", _) => {
                let class = class_number(&arguments[4]);
                let segments = vec![true; usize::try_from(CLASSES[class].1).expect("small")];
                let direction = first_char(&arguments[2]);
                let ship = Ship::new(player, class, n(3), (n(0), n(1)), direction, segments);
                game.place(ship, true)
            }
            ("SHOOT", 2) => game.shoot((n(0), n(1))),
            ("SHOOT", _) => {
                let class = class_number(&arguments[1]);
                game.shoot_from(player, class, n(0), (n(2), n(3)))
            }
            ("MOVE", _) => {
                let class = class_number(&arguments[1]);
                game.move_ship(player, class, n(0), first_char(&arguments[2]))
            }
            ("SPY", 2) => {
                if !(game.is_extended && game.is_auto) {
                    return Err("COMMAND NOT AVAILABLE");
                }
                game.targets.push(("SPY", (n(0), n(1))));
                Ok(())
            }
            ("SPY", _) => game.spy_from(player, n(0), (n(1), n(2))),
            _ => unreachable!("{keyword} is no player command"),
        }
    }
}

struct Ship {
    owner: char,
    class: usize,
    index: i64,
    head: Field,
    direction: char,
    segments: Vec<bool>,
    moves: i64,
    /// Shots and planes given by name in this turn.
    used: i64,
    /// Where the cannon has been in this turn.
    cannon_fields: Vec<Field>,
}

impl Ship {
    fn new(
        owner: char,
        class: usize,
        index: i64,
        head: Field,
        direction: char,
        segments: Vec<bool>,
    ) -> Self {
        let mut ship = Self {
            owner,
            class,
            index,
            head,
            direction,
            segments,
            moves: 0,
            used: 0,
            cannon_fields: Vec::new(),
        };
        ship.cannon_fields = vec![ship.cannon()];
        ship
    }

    fn length(&self) -> i64 {
        CLASSES[self.class].1
    }

    /// From the head to the last segment.
    fn fields(&self) -> Vec<Field> {
        let ahead = step(self.direction);
        (0..self.length())
            .map(|place| (self.head.0 - place * ahead.0, self.head.1 - place * ahead.1))
            .collect()
    }

    fn cannon(&self) -> Field {
        self.fields()[1]
    }

    fn has_cannon(&self) -> bool {
        self.segments[1]
    }

    fn has_engine(&self) -> bool {
        self.segments[self.segments.len() - 1]
    }

    fn reaches(&self, cannon: Field, target: Field) -> bool {
        self.class == 0 || is_within(cannon, target, self.length())
    }

    fn sees(&self, field: Field) -> bool {
        let range = if self.segments[0] { self.length() } else { 1 };
        is_within(self.head, field, range)
    }

    fn is_too_close(&self, other: &Self) -> bool {
        self.fields().iter().any(|field| {
            let is_next =
                |other: &Field| (field.0 - other.0).abs() <= 1 && (field.1 - other.1).abs() <= 1;
            other.fields().iter().any(is_next)
        })
    }
}

struct Game {
    rows: i64,
    columns: i64,
    next_player: char,
    fleets: BTreeMap<char, [i64; 4]>,
    starts: BTreeMap<char, [i64; 4]>,
    ships: Vec<Ship>,
    reefs: Vec<Field>,
    planes: Vec<(char, Field)>,
    has_rules: bool,
    is_extended: bool,
    is_auto: bool,
    programs: BTreeMap<char, bool>,
    information: BTreeMap<char, Vec<String>>,
    seed: Option<u64>,
    /// Whether the one shot of the basic game was fired in this turn.
    has_shot: bool,
    targets: Vec<(&'static str, Field)>,
}

impl Game {
    fn new() -> Self {
        Self {
            rows: 21,
            columns: 10,
            next_player: 'A',
            fleets: BTreeMap::from([('A', [1, 2, 3, 4]), ('B', [1, 2, 3, 4])]),
            starts: BTreeMap::from([('A', [0, 0, 9, 9]), ('B', [11, 0, 20, 9])]),
            ships: Vec::new(),
            reefs: Vec::new(),
            planes: Vec::new(),
            has_rules: false,
            is_extended: false,
            is_auto: false,
            programs: BTreeMap::new(),
            information: BTreeMap::new(),
            seed: None,
            has_shot: false,
            targets: Vec::new(),
        }
    }

    fn is_on_board(&self, (y, x): Field) -> bool {
        y >= 0 && y < self.rows && x >= 0 && x < self.columns
    }

    fn ship_on(&self, field: Field) -> Option<&Ship> {
        self.ships
            .iter()
            .find(|ship| ship.fields().contains(&field))
    }

    /// The place of a ship in the list.
    fn find(&self, owner: char, class: usize, index: i64) -> Result<usize, &'static str> {
        self.ships
            .iter()
            .position(|ship| (ship.owner, ship.class, ship.index) == (owner, class, index))
            .ok_or("SHIP NOT PRESENT")
    }

    fn healthy_segments(&self, owner: char) -> usize {
        let own = self.ships.iter().filter(|ship| ship.owner == owner);
        own.flat_map(|ship| &ship.segments)
            .filter(|&&is_healthy| is_healthy)
            .count()
    }

    fn are_fleets_complete(&self) -> bool {
        ['A', 'B'].iter().all(|&owner| {
            (0..4).all(|class| {
                let is_one = |ship: &&Ship| ship.owner == owner && ship.class == class;
                let count = self.ships.iter().filter(is_one).count();
                i64::try_from(count) == Ok(self.fleets[&owner][class])
            })
        })
    }

    fn place(&mut self, ship: Ship, is_in_start: bool) -> Result<(), &'static str> {
        let [top, left, bottom, right] = self.starts[&ship.owner];
        let is_allowed = |&(y, x): &Field| {
            let is_inside = y >= top && y <= bottom && x >= left && x <= right;
            self.is_on_board((y, x)) && (is_inside || !is_in_start)
        };
        if !ship.fields().iter().all(is_allowed) {
            return Err("NOT IN STARTING POSITION");
        }
        if self.find(ship.owner, ship.class, ship.index).is_ok() {
            return Err("SHIP ALREADY PRESENT");
        }
        if ship.index >= self.fleets[&ship.owner][ship.class] {
            return Err("ALL SHIPS OF THE CLASS ALREADY SET");
        }
        self.check_place(&ship, None)?;
        self.ships.push(ship);
        Ok(())
    }

    /// Checks reefs and other ships; `itself` is the place of the ship in the list.
    fn check_place(&self, ship: &Ship, itself: Option<usize>) -> Result<(), &'static str> {
        if ship.fields().iter().any(|field| self.reefs.contains(field)) {
            return Err("PLACING SHIP ON REEF");
        }
        let mut others = self.ships.iter().enumerate();
        if others.any(|(place, other)| Some(place) != itself && ship.is_too_close(other)) {
            return Err("PLACING SHIP TOO CLOSE TO OTHER SHIP");
        }
        Ok(())
    }

    fn move_ship(
        &mut self,
        owner: char,
        class: usize,
        index: i64,
        movement: char,
    ) -> Result<(), &'static str> {
        let place = self.find(owner, class, index)?;
        let ship = &self.ships[place];
        if !ship.has_engine() {
            return Err("SHIP CANNOT MOVE");
        }
        if ship.moves == CLASSES[class].2 {
            return Err("SHIP MOVED ALREADY");
        }
        let ahead = step(ship.direction);
        let front = (ship.head.0 + ahead.0, ship.head.1 + ahead.1);
        let direction = turned(ship.direction, movement);
        let onward = step(direction);
        let distance = if movement == 'F' {
            0
        } else {
            ship.length() - 1
        };
        let head = (front.0 + distance * onward.0, front.1 + distance * onward.1);
        let moved = Ship::new(owner, class, index, head, direction, ship.segments.clone());
        if !moved.fields().iter().all(|&field| self.is_on_board(field)) {
            return Err("SHIP WENT FROM BOARD");
        }
        self.check_place(&moved, Some(place))?;
        let ship = &mut self.ships[place];
        ship.head = head;
        ship.direction = direction;
        ship.moves += 1;
        ship.cannon_fields.push(moved.cannon());
        Ok(())
    }

    /// `SHOOT y x`.
    fn shoot(&mut self, target: Field) -> Result<(), &'static str> {
        if self.is_extended && !self.is_auto {
            return Err("COMMAND NOT AVAILABLE");
        }
        if !self.are_fleets_complete() {
            return Err("NOT ALL SHIPS PLACED");
        }
        if !self.is_on_board(target) {
            return Err("FIELD DOES NOT EXIST");
        }
        if self.is_extended {
            self.targets.push(("SHOOT", target));
            return Ok(());
        }
        if self.has_shot {
            return Err("TOO MANY SHOOTS");
        }
        self.has_shot = true;
        self.destroy(target);
        Ok(())
    }

    /// `SHOOT i C y x`.
    fn shoot_from(
        &mut self,
        owner: char,
        class: usize,
        index: i64,
        target: Field,
    ) -> Result<(), &'static str> {
        if !self.is_extended {
            return Err("COMMAND NOT AVAILABLE");
        }
        if !self.are_fleets_complete() {
            return Err("NOT ALL SHIPS PLACED");
        }
        let place = self.find(owner, class, index)?;
        let ship = &self.ships[place];
        if !ship.has_cannon() {
            return Err("SHIP CANNOT SHOOT");
        }
        if ship.used == ship.length() {
            return Err("TOO MANY SHOOTS");
        }
        if !ship.reaches(ship.cannon(), target) {
            return Err("SHOOTING TOO FAR");
        }
        if !self.is_on_board(target) {
            return Err("FIELD DOES NOT EXIST");
        }
        self.ships[place].used += 1;
        self.destroy(target);
        Ok(())
    }

    /// `SPY i y x`.
    fn spy_from(&mut self, owner: char, index: i64, field: Field) -> Result<(), &'static str> {
        let place = self.find(owner, 0, index)?;
        let ship = &mut self.ships[place];
        if !ship.has_cannon() {
            return Err("CANNOT SEND PLANE");
        }
        if ship.used == ship.length() {
            return Err("ALL PLANES SENT");
        }
        ship.used += 1;
        self.planes.push((owner, field));
        Ok(())
    }

    fn destroy(&mut self, target: Field) {
        for ship in &mut self.ships {
            let place = ship.fields().iter().position(|&field| field == target);
            if let Some(place) = place {
                ship.segments[place] = false;
            }
        }
    }

    fn begin_turn(&mut self) {
        self.has_shot = false;
        self.targets.clear();
        for ship in &mut self.ships {
            ship.moves = 0;
            ship.used = 0;
            ship.cannon_fields = vec![ship.cannon()];
        }
    }

    fn end_turn(&mut self, player: char) -> Result<(), End> {
        let targets = std::mem::take(&mut self.targets);
        for count in 1..=targets.len() {
            if !self.can_assign(player, &targets[..count]) {
                let (word, (y, x)) = targets[count - 1];
                let echo = format!("{word} {y} {x}");
                return Err(refused(word, &echo, "SHOOTS ARE UNFEASIBLE"));
            }
        }
        for (word, field) in targets {
            if word == "SHOOT" {
                self.destroy(field);
            } else {
                self.planes.push((player, field));
            }
        }
        let opponent = other(player);
        if self.are_fleets_complete() {
            if self.healthy_segments(opponent) == 0 {
                return Err(End::Won(player));
            }
            if self.healthy_segments(player) == 0 {
                return Err(End::Won(opponent));
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
        for ship in &self.ships {
            if ship.owner == player && ship.has_cannon() {
                for _ in ship.used..ship.length() {
                    slots.push(ship);
                }
            }
        }
        let mut taken = vec![None; slots.len()];
        (0..targets.len()).all(|target| {
            let mut tried = vec![false; slots.len()];
            find_slot(target, targets, &slots, &mut taken, &mut tried)
        })
    }

    /// The board, as seen by a player or by nobody in particular.
    fn print(&self, viewer: Option<char>, is_extended: bool) -> String {
        let mut text = String::new();
        let row_digits = (self.rows - 1).to_string().len();
        let column_digits = (self.columns - 1).to_string().len();
        if is_extended {
            for digit in 0..column_digits {
                text += &" ".repeat(row_digits);
                for column in 0..self.columns {
                    let number = format!("{column:0column_digits$}");
                    text += &number[digit..=digit];
                }
                text += "\n";
            }
        }
        for y in 0..self.rows {
            if is_extended {
                text += &format!("{y:0row_digits$}");
            }
            for x in 0..self.columns {
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
        let ship = self.ship_on(field);
        if let Some(viewer) = viewer {
            let is_own = ship.is_some_and(|ship| ship.owner == viewer);
            if !is_own && !self.sees(viewer, field) {
                return '?';
            }
        }
        let Some(ship) = ship else {
            return ' ';
        };
        let place = ship.fields().iter().position(|&one| one == field);
        let place = place.expect("a segment on the field");
        if !ship.segments[place] {
            'x'
        } else if !is_extended {
            '+'
        } else if place == 0 {
            '@'
        } else if place == ship.segments.len() - 1 {
            '%'
        } else if place == 1 {
            '!'
        } else {
            '+'
        }
    }

    fn sees(&self, player: char, field: Field) -> bool {
        let is_in_square = |&(owner, (y, x)): &(char, Field)| {
            owner == player && (y - field.0).abs() <= 1 && (x - field.1).abs() <= 1
        };
        let mut own = self.ships.iter().filter(|ship| ship.owner == player);
        own.any(|ship| ship.sees(field)) || self.planes.iter().any(is_in_square)
    }

    fn save(&self) -> String {
        let mut lines = vec!["[state]".to_owned()];
        if self.has_rules {
            lines.push("RULES ships".to_owned());
        }
        lines.push(format!("BOARD_SIZE {} {}", self.rows, self.columns));
        lines.push(format!("NEXT_PLAYER {}", self.next_player));
        for owner in ['A', 'B'] {
            let [top, left, bottom, right] = self.starts[&owner];
            lines.push(format!(
                "INIT_POSITION {owner} {top} {left} {bottom} {right}"
            ));
            let [carriers, battleships, cruisers, destroyers] = self.fleets[&owner];
            lines.push(format!(
                "SET_FLEET {owner} {carriers} {battleships} {cruisers} {destroyers}"
            ));
            let own = self.ships.iter().filter(|ship| ship.owner == owner);
            let mut own: Vec<&Ship> = own.collect();
            own.sort_by_key(|ship| (ship.class, ship.index));
            for ship in own {
                let (y, x) = ship.head;
                let segments = ship.segments.iter().map(|&one| if one { '1' } else { '0' });
                lines.push(format!(
                    "SHIP {owner} {y} {x} {} {} {} {}",
                    ship.direction,
                    ship.index,
                    CLASSES[ship.class].0,
                    segments.collect::<String>()
                ));
            }
        }
        for (y, x) in &self.reefs {
            lines.push(format!("REEF {y} {x}"));
        }
        if self.is_extended {
            lines.push("EXTENDED_SHIPS".to_owned());
        }
        if self.is_auto {
            lines.push("AUTO_SHOOTING".to_owned());
        }
        for player in self.programs.keys() {
            lines.push(format!("SET_AI_PLAYER {player}"));
        }
        for (player, words) in &self.information {
            for line in words {
                lines.push(format!("INFORMATION {player} {line}"));
            }
        }
        if let Some(seed) = self.seed {
            lines.push(format!("SRAND {}", seed.wrapping_add(1)));
        }
        lines.push("[state]\n".to_owned());
        lines.join("\n")
    }
}

/// Finds a slot for a target, and moves other targets to other slots for it.
fn find_slot(
    target: usize,
    targets: &[(&str, Field)],
    slots: &[&Ship],
    taken: &mut Vec<Option<usize>>,
    tried: &mut Vec<bool>,
) -> bool {
    let (word, field) = targets[target];
    for (slot, ship) in slots.iter().enumerate() {
        let can_take = if word == "SPY" {
            ship.class == 0
        } else {
            ship.cannon_fields
                .iter()
                .any(|&cannon| ship.reaches(cannon, field))
        };
        if !can_take || tried[slot] {
            continue;
        }
        tried[slot] = true;
        let is_free = match taken[slot] {
            None => true,
            Some(holder) => find_slot(holder, targets, slots, taken, tried),
        };
        if is_free {
            taken[slot] = Some(target);
            return true;
        }
    }
    false
}

/// The arguments as they are echoed, if they fit the form.
fn canonical_arguments(form: &str, words: &[String]) -> Option<Vec<String>> {
    if let Some(form) = form.strip_suffix('*') {
        let text = words.join(" ");
        let text = text.trim_end_matches(['\r', ' ']);
        let words: Vec<String> = text.split(' ').map(str::to_owned).collect();
        let [player, rest @ ..] = &words[..] else {
            return None;
        };
        let mut arguments = canonical_arguments(form, std::slice::from_ref(player))?;
        arguments.extend_from_slice(rest);
        return (!rest.is_empty()).then_some(arguments);
    }
    if form.len() != words.len() {
        return None;
    }
    let mut arguments: Vec<String> = Vec::new();
    for (kind, word) in form.chars().zip(words) {
        let is_one_of = |choices: &[&str]| choices.contains(&word.as_str());
        let number_from = |least: i128, most: i128| {
            let value = parsed_number(word)?;
            (least..=most).contains(&value).then(|| value.to_string())
        };
        let int_max = i128::from(i32::MAX);
        let argument = match kind {
            'n' => number_from(i128::from(i32::MIN), int_max),
            'i' => number_from(0, int_max),
            's' => number_from(1, int_max),
            'm' => number_from(0, 1),
            'S' => number_from(0, i128::from(u64::MAX)),
            'P' => is_one_of(&["A", "B"]).then(|| word.clone()),
            'D' => is_one_of(&["N", "E", "S", "W"]).then(|| word.clone()),
            'M' => is_one_of(&["F", "L", "R"]).then(|| word.clone()),
            'C' => is_one_of(&CLASSES.map(|class| class.0)).then(|| word.clone()),
            'R' => is_one_of(&["ships"]).then(|| word.clone()),
            'b' => {
                let class = class_number(arguments.last().expect("the class"));
                let is_long = i64::try_from(word.len()) == Ok(CLASSES[class].1);
                let is_bits = word.chars().all(|bit| bit == '0' || bit == '1');
                (is_long && is_bits).then(|| word.clone())
            }
            _ => unreachable!("{kind} is no kind of argument"),
        };
        arguments.push(argument?);
    }
    Some(arguments)
}

/// The value of a sign and digits; a value too large for any argument is nothing.
fn parsed_number(word: &str) -> Option<i128> {
    let digits = word.strip_prefix(['+', '-']).unwrap_or(word);
    if digits.is_empty() || !digits.chars().all(|digit| digit.is_ascii_digit()) {
        return None;
    }
    word.parse().ok()
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

fn other(player: char) -> char {
    if player == 'A' { 'B' } else { 'A' }
}

/// One field in a direction.
fn step(direction: char) -> Field {
    match direction {
        'N' => (-1, 0),
        'E' => (0, 1),
        'S' => (1, 0),
        _ => (0, -1),
    }
}

fn turned(direction: char, movement: char) -> char {
    let compass = ['N', 'E', 'S', 'W'];
    let place = compass.iter().position(|&one| one == direction);
    let place = place.expect("a direction");
    match movement {
        'L' => compass[(place + 3) % 4],
        'R' => compass[(place + 1) % 4],
        _ => direction,
    }
}

fn is_within(from: Field, to: Field, distance: i64) -> bool {
    // Coordinates may be anything of 32 bits, so their squares need more than 64.
    let (y, x) = (i128::from(from.0 - to.0), i128::from(from.1 - to.1));
    y * y + x * x <= i128::from(distance * distance)
}

/// Whether a line between groups looks like a row of a printed board.
fn is_board_row(line: &str) -> bool {
    line.chars()
        .all(|one| one.is_ascii_digit() || " \t+x?#@!%oX".contains(one))
}

/// Whether a line between groups looks like one of the other lines that are printed.
fn is_printed_line(words: &[String]) -> bool {
    let is_number = |word: &str| canonical_arguments("n", &[word.to_owned()]).is_some();
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    match words[..] {
        ["PARTS", "REMAINING::", ..] | ["A" | "B", "won"] => true,
        ["MISS" | "HIT", y, x] => is_number(y) && is_number(x),
        ["HIT", y, x, word] => is_number(y) && is_number(x) && !is_number(word),
        ["SUNK", y, x, _, index] => is_number(y) && is_number(x) && is_number(index),
        _ => false,
    }
}
