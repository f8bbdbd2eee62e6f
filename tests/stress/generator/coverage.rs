//! Coverage of several thousand random scripts.

use std::collections::{BTreeMap, BTreeSet, HashMap};

use super::{contents, games, rules};
use crate::support::{scaled, text};
use admiralty_core::geometry::Size;
use admiralty_core::rules::{ClassName, RuleSet};
use admiralty_core::script::{Command, Keyword, Line, PrintMode, Reason, Tag};
use admiralty_judge::stress::{Scope, ScriptKind, answer, random_script};
use bstr::ByteSlice;

/// The maximum number of scripts until everything is covered, with a margin for unlucky
/// seeds.
const SEEDS: u64 = 9000;

/// The reasons that no short script of `ships` without an AI turn raises.
const NEVER: [Reason; 3] = [
    Reason::LineTooLong,
    Reason::FleetCannotBePlaced,
    // No shots are announced.
    Reason::FieldAlreadyShot,
];

/// Counts things by name, and says which are missing.
#[derive(Default)]
struct Tally(BTreeMap<String, u32>);

impl Tally {
    fn count(&mut self, name: &str, is_there: bool) {
        *self.0.entry(name.to_owned()).or_default() += u32::from(is_there);
    }

    /// The names that were counted less often than required.
    fn rare(&self, least: impl Fn(&str) -> u32) -> Vec<&str> {
        let names = self.0.iter().filter(|(name, count)| **count < least(name));
        names.map(|(name, _)| &**name).collect()
    }
}

/// Surveys scripts until at most a given number of names are rare.
fn look(
    rules: &RuleSet,
    tally: &mut Tally,
    least: impl Fn(&str) -> u32,
    missing_max: usize,
    mut look_at: impl FnMut(u64, &mut Tally),
) {
    for seed in 0..SEEDS {
        look_at(seed, tally);
        if tally.rare(&least).len() <= missing_max {
            tell!("{}: {} scripts were enough", rules.name, seed + 1);
            return;
        }
    }
    panic!("{}: too rare: {:?}", rules.name, tally.rare(least));
}

#[apply(trial)]
fn all_reasons_come_up_under_all_their_commands() {
    for classic in games() {
        let rules = rules(classic);
        let known: BTreeSet<_> = pairs(&rules).collect();
        let mut tally = Tally::default();
        for pair in &known {
            tally.count(pair, false);
        }
        let scope = if classic.is_some() {
            Scope::Assignment
        } else {
            for reason in Reason::ALL {
                if !NEVER.contains(&reason) {
                    tally.count(reason.text(), false);
                }
            }
            Scope::Language
        };
        // A reason, or one under a command.
        let least = |name: &str| if name.contains(':') { 1 } else { 8 };
        // The last few take most of the scripts.
        let missing_max = match classic {
            _ if scaled(1) > 1 => 0,
            Some(_) => 3,
            None => 8,
        };
        look(&rules, &mut tally, least, missing_max, |seed, tally| {
            let script = random_script(seed, Some(ScriptKind::Broken), contents(classic, scope));
            let output = text(&answer(&script).expect("a fixed answer"));
            let failure = output.lines().next_back().expect("a failure");
            let failure = failure.strip_prefix("INVALID OPERATION \"");
            let (quoted, reason) = failure
                .and_then(|failure| failure.split_once("\": "))
                .expect("a command and a reason");
            let form = match Command::parse(quoted.as_bytes()) {
                Ok(Command::ShootFrom { .. }) if classic.is_none() => "SHOOT i",
                Ok(Command::SpyFrom { .. }) if classic.is_none() => "SPY i",
                _ => quoted.split(' ').next().unwrap_or_default(),
            };
            let pair = format!("{form}: {reason}");
            if classic.is_none() {
                tally.count(reason, true);
            } else {
                // Nothing else is broken where it is left to the seed.
                assert!(known.contains(&*pair), "{seed}: {pair}");
            }
            tally.count(&pair, true);
        });
    }
}

/// The errors of each command.
fn pairs(rules: &RuleSet) -> impl Iterator<Item = &'static str> {
    let is_of = move |pair: &&str| match *pair {
        "" => false,
        _ if rules == RuleSet::SHIPS => true,
        "SET_FLEET: INVALID ARGUMENTS" => rules.fleet.is_some(),
        "PLACE_SHIP: INVALID ARGUMENTS" | "SHIP: INVALID ARGUMENTS" => rules.directions.len() < 4,
        _ => true,
    };
    let all = if rules.announces_shots() {
        CLASSIC_PAIRS
    } else {
        SHIPS_PAIRS
    };
    all.lines().map(str::trim).filter(is_of)
}

const SHIPS_PAIRS: &str = "
    PLACE_SHIP: NOT IN STARTING POSITION
    PLACE_SHIP: SHIP ALREADY PRESENT
    PLACE_SHIP: ALL SHIPS OF THE CLASS ALREADY SET
    PLACE_SHIP: PLACING SHIP ON REEF
    PLACE_SHIP: PLACING SHIP TOO CLOSE TO OTHER SHIP
    SHIP: NOT IN STARTING POSITION
    SHIP: SHIP ALREADY PRESENT
    SHIP: ALL SHIPS OF THE CLASS ALREADY SET
    SHIP: PLACING SHIP ON REEF
    SHIP: PLACING SHIP TOO CLOSE TO OTHER SHIP
    MOVE: SHIP NOT PRESENT
    MOVE: SHIP CANNOT MOVE
    MOVE: SHIP MOVED ALREADY
    MOVE: SHIP WENT FROM BOARD
    MOVE: PLACING SHIP ON REEF
    MOVE: PLACING SHIP TOO CLOSE TO OTHER SHIP
    SHOOT: COMMAND NOT AVAILABLE
    SHOOT: NOT ALL SHIPS PLACED
    SHOOT: FIELD DOES NOT EXIST
    SHOOT: TOO MANY SHOOTS
    SHOOT: SHOOTS ARE UNFEASIBLE
    SHOOT i: COMMAND NOT AVAILABLE
    SHOOT i: NOT ALL SHIPS PLACED
    SHOOT i: SHIP NOT PRESENT
    SHOOT i: SHIP CANNOT SHOOT
    SHOOT i: TOO MANY SHOOTS
    SHOOT i: SHOOTING TOO FAR
    SHOOT i: FIELD DOES NOT EXIST
    SPY: COMMAND NOT AVAILABLE
    SPY: SHOOTS ARE UNFEASIBLE
    SPY i: SHIP NOT PRESENT
    SPY i: CANNOT SEND PLANE
    SPY i: ALL PLANES SENT
    REEF: REEF IS NOT PLACED ON BOARD
    REEF: PLACING SHIP ON REEF
    SET_FLEET: ALL SHIPS OF THE CLASS ALREADY SET
    SHOT: COMMAND NOT AVAILABLE
    [playerA]: THE OTHER PLAYER EXPECTED
    [playerB]: THE OTHER PLAYER EXPECTED
    [playerA]: GROUP NOT CLOSED
    [playerB]: GROUP NOT CLOSED
    [state]: GROUP NOT CLOSED
    [state]: UNKNOWN COMMAND
    PRINT: INVALID ARGUMENTS
    SET_FLEET: INVALID ARGUMENTS
    NEXT_PLAYER: INVALID ARGUMENTS
    BOARD_SIZE: INVALID ARGUMENTS
    INIT_POSITION: INVALID ARGUMENTS
    REEF: INVALID ARGUMENTS
    SHIP: INVALID ARGUMENTS
    SET_AI_PLAYER: INVALID ARGUMENTS
    SRAND: INVALID ARGUMENTS
    INFORMATION: INVALID ARGUMENTS
    RULES: INVALID ARGUMENTS
    PLACE_SHIP: INVALID ARGUMENTS
    SHOOT: INVALID ARGUMENTS
    MOVE: INVALID ARGUMENTS
    SPY: INVALID ARGUMENTS
    SAVE: COMMAND NOT AVAILABLE
    PRINT: COMMAND NOT AVAILABLE
    SHIP: COMMAND NOT AVAILABLE
    PLACE_SHIP: COMMAND NOT AVAILABLE
    MOVE: COMMAND NOT AVAILABLE
";

const CLASSIC_PAIRS: &str = "
    PLACE_SHIP: NOT IN STARTING POSITION
    PLACE_SHIP: SHIP ALREADY PRESENT
    PLACE_SHIP: ALL SHIPS OF THE CLASS ALREADY SET
    PLACE_SHIP: PLACING SHIP TOO CLOSE TO OTHER SHIP
    PLACE_SHIP: INVALID ARGUMENTS
    PLACE_SHIP: COMMAND NOT AVAILABLE
    SHIP: NOT IN STARTING POSITION
    SHIP: SHIP ALREADY PRESENT
    SHIP: ALL SHIPS OF THE CLASS ALREADY SET
    SHIP: PLACING SHIP TOO CLOSE TO OTHER SHIP
    SHIP: INVALID ARGUMENTS
    SHIP: COMMAND NOT AVAILABLE
    SHOOT: NOT ALL SHIPS PLACED
    SHOOT: FIELD DOES NOT EXIST
    SHOOT: FIELD ALREADY SHOT
    SHOOT: TOO MANY SHOOTS
    SHOOT: COMMAND NOT AVAILABLE
    SHOT: FIELD DOES NOT EXIST
    SHOT: COMMAND NOT AVAILABLE
    SET_FLEET: ALL SHIPS OF THE CLASS ALREADY SET
    SET_FLEET: INVALID ARGUMENTS
    RULES: INVALID ARGUMENTS
    BOARD_SIZE: COMMAND NOT AVAILABLE
    INIT_POSITION: COMMAND NOT AVAILABLE
    REEF: COMMAND NOT AVAILABLE
    EXTENDED_SHIPS: COMMAND NOT AVAILABLE
    AUTO_SHOOTING: COMMAND NOT AVAILABLE
    MOVE: COMMAND NOT AVAILABLE
    SPY: COMMAND NOT AVAILABLE
    [playerA]: THE OTHER PLAYER EXPECTED
    [playerB]: THE OTHER PLAYER EXPECTED
";

#[apply(trial)]
fn legal_scripts_have_all_that_programs_must_do() {
    for classic in games() {
        let least = match classic {
            None => u32::try_from(scaled(2)).expect("small"),
            Some(_) => u32::try_from(scaled(1)).expect("small"),
        };
        let mut tally = Tally::default();
        look(
            &rules(classic),
            &mut tally,
            |_| least,
            0,
            |seed, tally| {
                let scope = classic.map_or(Scope::Language, |_| Scope::Assignment);
                let contents = contents(classic, scope);
                let script = random_script(seed, Some(ScriptKind::Legal), contents);
                let output = text(&answer(&script).expect("a fixed answer"));
                if classic.is_none() {
                    Survey::new(&script).report(&output, tally);
                } else {
                    survey_classic(&text(&script), &output, tally);
                }
            },
        );
    }
}

/// The features of a legal script.
#[derive(Default)]
struct Survey<'s> {
    script: &'s [u8],
    words: BTreeSet<&'static str>,
    /// The tags, those that open and those that close.
    tags: Vec<Tag>,
    group: Option<Tag>,
    /// Forms of commands, by name.
    forms: BTreeSet<String>,
    sizes: Vec<Size>,
    lines_outside: u32,
    /// How often each ship has moved in the turn.
    moves: HashMap<(ClassName, u32), u8>,
}

impl<'s> Survey<'s> {
    fn new(script: &'s [u8]) -> Self {
        let mut survey = Self {
            script,
            ..Self::default()
        };
        for line in script.lines() {
            survey.note(line);
        }
        survey
    }

    fn note(&mut self, line: &[u8]) {
        let Some(first) = Line::words(line).next() else {
            return;
        };
        if let Some(tag) = Tag::from_token(first) {
            self.group = self.group.is_none().then_some(tag);
            self.tags.push(tag);
            self.moves.clear();
        } else if let Ok(command) = Command::parse(line) {
            self.words.insert(command.keyword().text());
            self.note_form(&command);
        } else {
            self.lines_outside += 1;
        }
    }

    fn note_form(&mut self, command: &Command) {
        let form = match command {
            Command::Move { ship, movement } => {
                let moves = self.moves.entry((ship.class, ship.index)).or_default();
                *moves += 1;
                let class = RuleSet::SHIPS.class_named(ship.class);
                if class.is_some_and(|class| *moves == class.moves) {
                    self.forms.insert(format!("all moves of a {}", ship.class));
                }
                format!("MOVE {movement}")
            }
            Command::Print(mode) => {
                let who = if self.group == Some(Tag::State) {
                    "all"
                } else {
                    "a player"
                };
                let mode = u8::from(*mode == PrintMode::Extended);
                format!("PRINT {mode} for {who}")
            }
            Command::BoardSize(size) => {
                self.sizes.push(*size);
                return;
            }
            Command::ShootFrom { ship, .. } => format!("SHOOT i {}", ship.class),
            Command::Shoot(_) => "SHOOT y x".to_owned(),
            Command::SpyFrom { .. } => "SPY i y x".to_owned(),
            Command::Spy(_) => "SPY y x".to_owned(),
            _ => return,
        };
        self.forms.insert(form);
    }

    fn report(&self, output: &str, tally: &mut Tally) {
        for word in Keyword::ALL
            .into_iter()
            .filter(|&word| word != Keyword::Shot)
        {
            tally.count(word.text(), self.words.contains(word.text()));
        }
        for form in FORMS {
            tally.count(form, self.forms.contains(*form));
        }
        self.report_modes(output, tally);
        self.report_boards(tally);
        self.report_typing(tally);
    }

    fn report_modes(&self, output: &str, tally: &mut Tally) {
        let has = |word: &str| self.words.contains(word);
        let is_over = output.ends_with(" won\n");
        let is_extended = has("EXTENDED_SHIPS");
        let is_auto = has("AUTO_SHOOTING");
        let turns = self.tags.iter().filter(|&&tag| tag != Tag::State).count() / 2;
        let is_in_turn = matches!(self.group, Some(Tag::Player(_)));
        for (name, is_there) in [
            ("A won", output.ends_with("A won\n")),
            ("B won", output.ends_with("B won\n")),
            ("a long game to its end", is_over && turns > 15),
            ("basic shots", !is_extended && has("SHOOT")),
            ("extended shots", is_extended && !is_auto && has("SHOOT")),
            ("automatic shots", is_extended && is_auto && has("SHOOT")),
            ("AUTO_SHOOTING alone", !is_extended && is_auto),
            ("a group left open", self.group.is_some() && !is_over),
            ("a turn left open", is_in_turn && !is_over),
            (
                "an empty turn",
                self.script.contains_str("[playerA]\n[playerA]\n"),
            ),
            ("lines after a victory", is_over && self.group.is_none()),
        ] {
            tally.count(name, is_there);
        }
    }

    fn report_boards(&self, tally: &mut Tally) {
        let has = |word: &str| self.words.contains(word);
        let is_default = !has("BOARD_SIZE") && !has("SET_FLEET");
        let any = |is_that: fn(&Size) -> bool| self.sizes.iter().any(is_that);
        for (name, is_there) in [
            (
                "the default board and fleets",
                is_default && has("PLACE_SHIP"),
            ),
            (
                "no group for the state",
                self.tags.first() != Some(&Tag::State),
            ),
            (
                "a small board",
                any(|size| size.rows < 6 && size.columns < 6),
            ),
            ("101 columns or more", any(|size| size.columns > 100)),
            ("101 rows or more", any(|size| size.rows > 100)),
            (
                "a large board",
                any(|size| size.rows > 20 && size.columns > 20),
            ),
            (
                "one row or column",
                any(|size| size.rows == 1 || size.columns == 1),
            ),
        ] {
            tally.count(name, is_there);
        }
    }

    fn report_typing(&self, tally: &mut Tally) {
        let has = |text: &str| self.script.contains_str(text);
        for (name, is_there) in [
            ("no newline at the end", self.script.last() != Some(&b'\n')),
            ("CRLF", has("\r\n")),
            ("tabs", has("\t")),
            ("empty lines", has("\n\n")),
            ("zeros before numbers", has(" 03") || has(" 00")),
            ("signs before numbers", has(" +")),
            ("printed lines between groups", self.lines_outside > 0),
        ] {
            tally.count(name, is_there);
        }
    }
}

/// Forms of commands that are to come up.
const FORMS: &[&str] = &[
    "MOVE F",
    "MOVE L",
    "MOVE R",
    "all moves of a CAR",
    "all moves of a BAT",
    "all moves of a CRU",
    "all moves of a DES",
    "PRINT 0 for all",
    "PRINT 1 for all",
    "PRINT 0 for a player",
    "PRINT 1 for a player",
    "SHOOT y x",
    "SHOOT i CAR",
    "SHOOT i BAT",
    "SHOOT i CRU",
    "SHOOT i DES",
    "SPY i y x",
    "SPY y x",
];

/// The features of a legal script with announced shots.
fn survey_classic(script: &str, output: &str, tally: &mut Tally) {
    let lines = script.lines();
    let lines = lines.map(|line| line.split_whitespace().collect::<Vec<_>>().join(" "));
    let lines: Vec<_> = lines.collect();
    let words = "PLACE_SHIP,SHIP,SHOT,SHOOT,SAVE,PRINT 0,PRINT 1,NEXT_PLAYER,SRAND,INFORMATION,\
        SET_FLEET,SET_AI_PLAYER";
    for word in words.split(',') {
        tally.count(word, lines.iter().any(|line| line.starts_with(word)));
    }
    for outcome in "HIT ,MISS ,SUNK ,A won,B won,PARTS REMAINING".split(',') {
        tally.count(outcome, output.contains(outcome));
    }
    for glyph in "+xXo?".chars() {
        tally.count(&format!("glyph {glyph}"), output.contains(glyph));
    }
}
