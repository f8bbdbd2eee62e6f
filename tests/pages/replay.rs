//! Replays: a page draws what `PRINT` prints, for every seat, and a page is a script.

use std::collections::BTreeSet;
use std::io::{self, Read};
use std::path::Path;

use admiralty_core::game::Game;
use admiralty_core::interpreter::{Ending, Event, Session, execute};
use admiralty_core::player::Player;
use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Command, Line, PrintMode, Tag};
use admiralty_core::view::{Viewer, print};
use admiralty_judge::stress::{ClassicSetup, ScriptContents, random_command, random_script};
use admiralty_pages::replay::{Replay, ReplayError, ReplayStep, script_of_page};
use admiralty_play::GameSession;
use admiralty_players::Players;
use admiralty_players::classic::PolicyKind;
use admiralty_players::runner::play_to_end;
use bstr::ByteSlice;

use crate::support::{Call, scaled, thinned};

/// The board as a page knows it, drawn by the same few rules as in `replay.js`.
#[derive(Default)]
struct Page {
    rows: usize,
    columns: usize,
    /// The characters for ship, hit, sunk, miss, water, and unknown, where shots are announced.
    glyphs: Option<[char; 6]>,
    reefs: BTreeSet<usize>,
    shot: BTreeSet<usize>,
    seen: [Vec<bool>; 2],
    /// By number: head, direction, healthy segments.
    ships: Vec<Option<[i32; 4]>>,
}

impl Page {
    fn apply(&mut self, step: &ReplayStep) {
        if let Some(board) = &step.board {
            let size = |count: i32| usize::try_from(count).expect("a size");
            *self = Self {
                rows: size(board.rows),
                columns: size(board.columns),
                glyphs: board
                    .glyphs
                    .as_ref()
                    .map(|g| [g.ship, g.hit, g.sunk, g.miss, g.water, g.unknown]),
                ..Self::default()
            };
            self.seen = [(); 2].map(|()| vec![false; self.rows * self.columns]);
        }
        if let Some(reefs) = &step.reefs {
            let reefs = reefs.chunks(2).map(|reef| self.field(reef[0], reef[1]));
            self.reefs = reefs.collect();
        }
        self.shot.extend(&step.shot);
        for (seen, runs) in self.seen.iter_mut().zip(&step.seen) {
            for run in runs.chunks(2) {
                for is_seen in &mut seen[run[0]..run[0] + run[1]] {
                    *is_seen = !*is_seen;
                }
            }
        }
        for ship in step.ships.chunks(5) {
            let number = usize::try_from(ship[0]).expect("a number");
            self.ships.resize(self.ships.len().max(number + 1), None);
            self.ships[number] = (ship[4] >= 0).then_some([ship[1], ship[2], ship[3], ship[4]]);
        }
    }

    fn field(&self, y: i32, x: i32) -> usize {
        usize::try_from(y).expect("a row") * self.columns + usize::try_from(x).expect("a column")
    }

    /// The fields of a ship, from its head; none if it is not on the board.
    fn segments(&self, replay: &Replay, number: usize) -> Vec<usize> {
        let Some([y, x, direction, _]) = self.ships[number] else {
            return Vec::new();
        };
        let (dy, dx) = [(1, 0), (0, -1), (-1, 0), (0, 1)][usize::try_from(direction).unwrap()];
        let segments = 0..i32::from(replay.ships[number].length);
        segments
            .map(|segment| self.field(y + dy * segment, x + dx * segment))
            .collect()
    }

    /// The fields with their characters, as a seat sees them: `None` sees all.
    fn fields(&self, replay: &Replay, seat: Option<Player>) -> Vec<char> {
        let [ship, hit, sunk, miss, water, unknown] =
            self.glyphs.unwrap_or(['+', 'x', 'x', ' ', ' ', '?']);
        let is_seen = |field: usize| seat.is_none_or(|seat| self.seen[seat as usize][field]);
        let mut fields: Vec<_> = (0..self.rows * self.columns)
            .map(|field| match () {
                () if self.reefs.contains(&field) => '#',
                () if !is_seen(field) => unknown,
                () if self.shot.contains(&field) => miss,
                () => water,
            })
            .collect();
        for (number, label) in replay.ships.iter().enumerate().take(self.ships.len()) {
            let is_own = seat.is_none_or(|seat| label.player == seat);
            let healthy = self.ships[number].map_or(0, |[.., healthy]| healthy);
            for (segment, field) in (0..).zip(self.segments(replay, number)) {
                if !is_own && !is_seen(field) {
                    continue;
                }
                fields[field] = match () {
                    () if self.glyphs.is_some() && healthy == 0 => sunk,
                    () if healthy >> segment & 1 == 0 => hit,
                    () if self.glyphs.is_some() => ship,
                    () if segment == 0 => '@',
                    () if segment + 1 == label.length => '%',
                    () if segment == 1 => '!',
                    () => ship,
                };
            }
        }
        fields
    }
}

/// The fields as `PRINT 1` prints them.
fn printed(game: &Game, viewer: Viewer) -> Vec<char> {
    let mut out = Vec::new();
    print(game, viewer, PrintMode::Extended, &mut out).expect("written");
    let size = game.board().size().rect();
    let rows: Vec<_> = out.lines().collect();
    let rows = &rows[rows.len() - size.height() - usize::from(viewer == Viewer::Referee)..];
    let row = |row: &&[u8]| row[row.len() - size.width()..].to_vec();
    let fields = rows[..size.height()].iter().flat_map(row);
    fields.map(char::from).collect()
}

/// Plays a script again and compares each step with the game.
fn compare(script: &[u8], name: &str) -> Option<Replay> {
    let replay = match Replay::record(script) {
        Ok(replay) => replay,
        Err(ReplayError::TooMuch(_)) => return None,
        Err(error) => panic!("{name}: {error}"),
    };
    let (mut session, mut page) = (Session::new(), Page::default());
    let mut lines = script.lines();
    for (number, step) in replay.steps.iter().enumerate() {
        while session.line_number() < step.lines[1] {
            let Some(text) = lines.next() else {
                let _ = session.end_input();
                break;
            };
            let _ = session.line(text);
        }
        check_texts(&page, &replay, step, name);
        page.apply(step);
        for seat in [None, Some(Player::A), Some(Player::B)] {
            let viewer = seat.map_or(Viewer::Referee, Viewer::Player);
            let (drawn, printed) = (page.fields(&replay, seat), printed(session.game(), viewer));
            let width = page.columns;
            let differing = drawn
                .iter()
                .zip(&printed)
                .position(|(one, other)| one != other);
            assert!(
                drawn == printed,
                "{name}, step {number} ({}), {viewer:?}, field {:?}",
                step.text,
                differing.map(|field| (field / width, field % width)),
            );
        }
    }
    Some(replay)
}

/// Where shots are not announced, a player is told the results only of shots at fields that it sees
/// and at its own ships; the page is that before the step.
fn check_texts(page: &Page, replay: &Replay, step: &ReplayStep, name: &str) {
    let Some(mover) = step.player.filter(|_| page.glyphs.is_none()) else {
        return;
    };
    let own = step.own.as_ref().unwrap_or(&step.text);
    let tells = |text: &str| {
        ["hit", "sunk", "water", "destroyed"]
            .iter()
            .any(|word| text.contains(word))
    };
    let owner_at = |field| {
        let owner = |player: Player| {
            let lies = |number: usize| {
                replay.ships[number].player == player
                    && page.segments(replay, number).contains(&field)
            };
            (0..page.ships.len()).any(lies)
        };
        Player::BOTH.into_iter().find(|&player| owner(player))
    };
    for shot in &step.shots {
        let field = page.field(shot[0], shot[1]);
        let is_own = owner_at(field) == Some(mover);
        let knows = is_own || page.seen[mover as usize][field];
        assert!(knows || !tells(own), "{name}: {own}");
        // The name and the rest of an enemy ship are not known.
        let names = ["hit", "sunk"].iter().any(|word| own.contains(word));
        assert!(is_own || !names, "{name}: {own}");
    }
    let victim = |shot: &Vec<i32>| owner_at(page.field(shot[0], shot[1])) == Some(mover.opponent());
    let enemy = step.enemy.as_deref().unwrap_or_default();
    let is_public = ["'s turn", "has won", "breaks a rule"]
        .iter()
        .any(|word| enemy.contains(word));
    assert!(
        enemy.is_empty() || is_public || step.shots.iter().any(victim),
        "{name}: {enemy}"
    );
    let loss = format!("{mover}'s");
    assert!(is_public || !enemy.contains(&loss), "{name}: {enemy}");
}

/// The scripts of the fixtures.
fn fixtures() -> Vec<(String, Vec<u8>)> {
    let mut scripts = Vec::new();
    for folder in ["", "errors", "contract", "rules", "statistics"] {
        let folder = Path::new(env!("CARGO_MANIFEST_DIR"))
            .join("fixtures")
            .join(folder);
        for entry in folder.read_dir().expect("a directory") {
            let path = entry.expect("an entry").path();
            if path.extension().is_some_and(|end| end == "in") {
                let script = std::fs::read(&path).expect("a script");
                scripts.push((path.display().to_string(), script));
            }
        }
    }
    assert!(scripts.len() > 100, "{}", scripts.len());
    scripts
}

#[apply(trial)]
fn each_seat_sees_what_print_shows_it() {
    let fixtures = fixtures();
    let mut steps = 0;
    for (name, script) in thinned(fixtures, 3) {
        steps += compare(&script, &name).map_or(0, |replay| replay.steps.len());
    }
    for seed in 0..scaled(25) {
        let replay = compare(
            &random_script(seed, None, ScriptContents::default()),
            &format!("seed {seed}"),
        );
        steps += replay.map_or(0, |replay| replay.steps.len());
    }
    assert!(steps > 500, "{steps}");
}

/// A picture is an SVG with the rows of `PRINT` as its description.
#[apply(trial)]
fn a_picture_shows_the_board_of_a_step() {
    let script = std::fs::read("fixtures/T13.in").expect("a script");
    let replay = Replay::record(&script[..]).expect("a script");
    let last = replay.steps.len() - 1;
    for viewer in [Viewer::Referee, Viewer::Player(Player::A)] {
        let picture = replay.picture(last, viewer, "<&>").expect("a picture");
        let mut reader = quick_xml::Reader::from_str(&picture);
        while reader.read_event().expect("well-formed") != quick_xml::events::Event::Eof {}
        let (_, rest) = picture.split_once("<desc>").expect("a description");
        let (text, _) = rest.split_once("</desc>").expect("an end");
        let (_, session) = execute(&script[..], &mut io::sink()).expect("a script");
        let rows: String = printed(session.game(), viewer).into_iter().collect();
        for (row, printed) in text.lines().skip(1).zip(rows.as_bytes().chunks(10)) {
            assert!(row.as_bytes().ends_with(printed), "{row}");
        }
    }
    let error = replay
        .picture(last + 1, Viewer::Referee, "")
        .expect_err("too many");
    assert_eq!(error, format!("the last step is {last}"));
}

/// A random script, and the same script with one change by the opponent of a player: where it
/// places a ship, which one, or what it does; `None` if there is nothing to change.
fn with_a_secret_change(script: &[u8], player: Player, rng: &mut Rng) -> Option<Vec<u8>> {
    let (mut session, mut changes) = (Session::new(), Vec::new());
    let lines: Vec<_> = script.split(|&byte| byte == b'\n').collect();
    for (number, text) in lines.iter().enumerate() {
        let mover = session.open_group().map(|(tag, _)| tag);
        let line = Line::parse(text);
        if let Line::Command(command) = &line {
            let is_secret = match command {
                Command::Ship { player: owner, .. } => *owner != player,
                _ => mover == Some(Tag::Player(player.opponent())),
            };
            changes.extend(is_secret.then(|| (number, command.keyword())));
        }
        if session.apply(&line, text).is_err() {
            break;
        }
    }
    let &(number, keyword) = rng.pick(&changes)?;
    let mut before = Session::new();
    for text in &lines[..number] {
        let _ = before.line(text);
    }
    let text = random_command(rng, before.game(), keyword).to_bytes();
    let lines = (0..).zip(&lines);
    let lines: Vec<_> = lines
        .map(|(at, line)| if at == number { &text[..] } else { line })
        .collect();
    Some(lines.join(&b'\n'))
}

/// What a player sees up to a line of the script: the boards that `PRINT 1` would print, and the
/// announcements. The boards are those after each line.
fn shown_to(player: Player, script: &[u8]) -> Vec<(Vec<char>, Vec<u8>)> {
    let mut session = Session::new();
    let mut shown = Vec::new();
    for text in script.split(|&byte| byte == b'\n') {
        let Ok(event) = session.line(text) else {
            break;
        };
        let mut announced = Vec::new();
        if matches!(event, Event::Announced { .. }) || event.winner().is_some() {
            event
                .write_to(session.game(), &mut announced)
                .expect("written");
        }
        shown.push((printed(session.game(), Viewer::Player(player)), announced));
    }
    shown
}

/// Two games that look the same to a player have the same texts and pictures for it.
#[apply(trial)]
fn a_player_is_shown_nothing_that_it_does_not_see() {
    let (mut compared, mut rng) = (0, Rng::seeded(1));
    for seed in 0..scaled(100) {
        let classic =
            (seed % 4 == 0).then(|| ClassicSetup::new(RuleSet::GERMAN, None).expect("waters"));
        let contents = ScriptContents {
            classic,
            ..ScriptContents::default()
        };
        let script = random_script(seed, None, contents);
        let player = Player::BOTH[usize::from(rng.one_in(2))];
        let viewer = Viewer::Player(player);
        let Some(changed) = with_a_secret_change(&script, player, &mut rng) else {
            continue;
        };
        let scripts = [script, changed];
        let [one, other] = scripts.each_ref().map(|script| shown_to(player, script));
        let same = one
            .iter()
            .zip(&other)
            .take_while(|(one, other)| one == other);
        let same = same.count() as u64;
        let replays = scripts.each_ref().map(|script| Replay::record(&script[..]));
        let [Ok(one), Ok(other)] = &replays else {
            continue;
        };
        let steps = one.steps.iter().zip(&other.steps).enumerate();
        let steps =
            steps.take_while(|(_, (one, other))| one.lines == other.lines && one.lines[1] < same);
        let steps: Vec<_> = steps.collect();
        for (number, (step, expected)) in &steps {
            let [text, expected] = [step, expected].map(|step| step.text_for(viewer));
            assert_eq!(text, expected, "seed {seed}, {player}, step {number}");
        }
        // Pictures take longer.
        let Some(&(number, _)) = steps.last() else {
            continue;
        };
        let same_for = |viewer| {
            let [one, other] = [one, other].map(|replay| replay.picture(number, viewer, ""));
            one.expect("a picture") == other.expect("a picture")
        };
        assert!(same_for(viewer), "seed {seed}, {player}, step {number}");
        compared += u64::from(!same_for(Viewer::Referee));
    }
    assert!(
        compared > scaled(2),
        "{compared} pictures of different boards"
    );
}

/// A seat does not see what is out of sight of an enemy ship that it sees in part, or what an enemy has
/// tried.
#[apply(trial)]
fn a_player_is_shown_no_more_of_a_ship_than_it_sees() {
    // A plane of A sees rows and columns 4 to 6.
    let game = |[battleship, cruiser]: [&str; 2], target: &str| {
        format!(
            "[state]\nSET_FLEET A 1 0 0 0\nSET_FLEET B 0 1 1 0\nSHIP A 15 8 N 0 CAR 11111\n\
             SHIP B {battleship}\nSHIP B {cruiser}\n[state]\n[playerA]\nSPY 0 5 5\nSHOOT {target}\n"
        )
    };
    let far = ["18 0 W 0 BAT 1111", "20 0 W 0 CRU 111"];
    let pairs = [
        // Which ship it is, how much of it is left, and its direction.
        (
            [["5 6 W 0 BAT 0111", far[1]], [far[0], "5 6 W 0 CRU 011"]],
            "5 6",
        ),
        (
            [[far[0], "5 6 W 0 CRU 111"], [far[0], "5 6 W 0 CRU 100"]],
            "5 6",
        ),
        (
            [[far[0], "5 6 W 0 CRU 011"], [far[0], "5 6 W 0 CRU 000"]],
            "5 6",
        ),
        (
            [[far[0], "5 5 W 0 CRU 001"], [far[0], "5 7 E 0 CRU 100"]],
            "5 5",
        ),
        // Whether an unseen ship is hit.
        ([["11 0 W 0 BAT 1111", far[1]], far], "11 0"),
    ];
    for (ships, target) in pairs {
        let viewer = Viewer::Player(Player::A);
        let [one, other] = ships.map(|ships| {
            let script = game(ships, target);
            let replay = Replay::record(script.as_bytes()).expect("a script");
            let last = replay.steps.len() - 1;
            assert!(replay.failure().is_none(), "{script}");
            replay.picture(last, viewer, "").expect("a picture")
        });
        assert!(one == other, "{ships:?}: {one}\n{other}");
    }
    let refused = ["MOVE 0 DES F\n", "SHOOT 0 DES 5 5\n"].map(|line| {
        let script = format!("[state]\nNEXT_PLAYER B\n[state]\n[playerB]\n{line}");
        let replay = Replay::record(script.as_bytes()).expect("a script");
        assert!(replay.failure().is_some());
        replay
            .picture(1, Viewer::Player(Player::A), "")
            .expect("a picture")
    });
    assert!(refused[0] == refused[1] && refused[0].contains("B breaks a rule"));
}

/// The page gives back the script byte for byte, and the page of a page is the same page.
#[apply(trial)]
fn a_page_is_a_script() {
    for (name, script) in thinned(fixtures(), 5) {
        let Ok(replay) = Replay::record(&script[..]) else {
            continue;
        };
        let page = replay.page(&name, None);
        let mut read = Vec::new();
        let mut input = script_of_page(page.as_bytes()).expect("a page");
        input.read_to_end(&mut read).expect("a script");
        assert!(read == script, "{name}");
        let again = Replay::record(&read[..])
            .expect("a script")
            .page(&name, None);
        assert!(again == page, "{name}");
        let mut unchanged = Vec::new();
        let mut input = script_of_page(&script[..]).expect("a script");
        input.read_to_end(&mut unchanged).expect("a script");
        assert!(unchanged == script, "{name}");
    }
}

/// Every command that takes a script takes the page, as a file and from standard input.
#[apply(trial)]
fn the_program_reads_pages_as_scripts() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = |name: &str| folder.path().join(name).display().to_string();
    let (script, page) = (path("game.ships"), path("game.html"));
    let text = "[state]\nREEF 99 99\n[state]\n";
    std::fs::write(&script, text).expect("written");
    Call::new("replay")
        .arg(&script)
        .arg("-o")
        .arg(&page)
        .expect("", "", 0);
    let outputs = |call: &dyn Fn() -> Call, stdin: &[u8]| {
        let output = call().stdin(stdin).output();
        let text = |bytes: &[u8]| String::from_utf8_lossy(bytes).replace("game.html", "game.ships");
        (
            text(&output.stdout),
            text(&output.stderr),
            output.status.code(),
        )
    };
    let bytes = std::fs::read(&page).expect("a page");
    for args in ["run --explain=always", "check", "replay --svg 0"] {
        let of = |file: &str| outputs(&|| Call::new(args).arg(file), b"");
        assert_eq!(of(&page), of(&script), "{args}");
        assert_eq!(
            outputs(&|| Call::new(args).arg("-"), &bytes),
            outputs(&|| Call::new(args).arg("-"), text.as_bytes()),
            "{args}"
        );
    }
    assert!(GameSession::resume(script_of_page(&bytes[..]).expect("a page")).is_err());
    let same = Call::new("play --resume")
        .arg(&page)
        .arg("--log")
        .arg(&page)
        .output();
    assert_eq!(same.status.code(), Some(2));
    assert_eq!(std::fs::read(&page).expect("a page"), bytes);
    let call = Call::new("replay")
        .arg(&script)
        .arg("-o")
        .arg(path("missing/game.html"));
    let message = String::from_utf8_lossy(&call.output().stderr).into_owned();
    assert!(message.contains("cannot write"), "{message}");
    assert_eq!(call.output().status.code(), Some(2));
}

/// A page cut off anywhere is an error or a shorter script, and nothing else.
#[apply(trial)]
fn a_damaged_page_is_an_error() {
    let script = b"[state]\nREEF 3 4\n[state]\n".repeat(20);
    let page = Replay::record(&script[..])
        .expect("a script")
        .page("game", None);
    let end = page.find("</script>").expect("a script");
    let read = |bytes: &[u8]| -> io::Result<Vec<u8>> {
        let mut script = Vec::new();
        script_of_page(bytes)?.read_to_end(&mut script)?;
        Ok(script)
    };
    for length in (20..end).step_by(7) {
        assert!(read(&page.as_bytes()[..length]).is_err(), "{length}");
    }
    assert_eq!(read(&page.as_bytes()[..end]).expect("all of it"), script);
    let error = read(b"<!DOCTYPE html><p>[state]").expect_err("no script");
    assert_eq!(error.kind(), io::ErrorKind::InvalidData);
}

/// Text from a script never becomes markup.
#[apply(trial)]
fn a_hostile_script_is_inert() {
    let attack = "</script><script>alert(1)</script><!-- \u{2028} \u{202e} \" '";
    let script = format!("[state]\nINFORMATION A {attack}\n{attack}\n");
    let replay = Replay::record(script.as_bytes()).expect("a script");
    let page = replay.page(attack, Some(attack));
    for text in ["alert(1)</script>", "\u{2028}", "\u{202e}"] {
        assert!(!page.contains(text), "{text:?}");
    }
}

#[apply(trial)]
fn what_is_too_large_for_a_page_is_refused() {
    let error = |script: &[u8]| Replay::record(script).expect_err("too large").to_string();
    let board = b"[state]\nBOARD_SIZE 1001 1000\n[state]\n";
    assert!(error(board).starts_with("the board of line 2"));
    let ships =
        (0..=Replay::SHIPS_MAX).map(|index| format!("SHIP A {} 0 N {index} DES 11\n", 3 * index));
    let ships: String = ships.collect();
    let ships = format!("[state]\nBOARD_SIZE 9999 9\nSET_FLEET A 0 0 0 9999\n{ships}[state]\n");
    assert!(error(ships.as_bytes()).contains("more than 2000 ships"));
    assert!(Replay::record(&b"[state]\nBOARD_SIZE 1000 1000\n[state]\n"[..]).is_ok());
    let mut longest = vec![b'x'; Replay::SCRIPT_BYTES_MAX];
    assert!(Replay::record(&longest[..]).is_ok());
    longest.push(b'x');
    assert_eq!(error(&longest), "the script is longer than 64 MiB");
}

/// A game that the program plays to its end, won by a player.
fn game_of(setup: &str, winner: Player) -> Vec<u8> {
    let (_, session) = execute(setup.as_bytes(), &mut io::sink()).expect("a script");
    let mut game = Vec::new();
    let (ending, _) = play_to_end(session, &Players::default(), &mut game).expect("a game");
    assert_eq!(ending, Some(Ending::Won(winner)));
    game
}

/// `density`, analysed by itself, loses nothing, and what it needs beyond the expectation is luck. A
/// player that shoots at random loses a lot.
#[apply(long_trial)]
fn losses_and_luck_are_the_shots_beyond_the_expectation() {
    let setup = "[state]\nRULES msx\nSET_AI_PLAYER A\nSET_AI_PLAYER B\nSRAND 5\n\
        INFORMATION A STRATEGY density\nINFORMATION B STRATEGY random\n[state]\n";
    let game = game_of(setup, Player::A);
    let mut replay = Replay::record(&game[..]).expect("a script");
    replay
        .analyse(PolicyKind::Density, 1)
        .expect("shots are announced");
    let [a, b] = &replay.analysis.as_ref().expect("it was analysed").players;
    for player in [a, b] {
        let fired = f64::from(u32::try_from(player.shots).expect("few shots"));
        let all = player.expected + player.loss + player.luck;
        assert!((fired + player.needed - all).abs() < 1e-6, "{player:?}");
    }
    assert!(a.needed.abs() < 1e-9 && b.needed > 1.0, "A has won: {b:?}");
    assert_eq!(a.hits, 20, "the segments of the fleet");
    assert!(a.loss.abs() < 1e-9 && a.worst.is_empty(), "{a:?}");
    assert!(b.loss > 5.0 && !b.worst.is_empty(), "{b:?}");
    for step in &replay.steps {
        let Some(analysis) = &step.analysis else {
            continue;
        };
        let is_best = analysis.best == Some([step.shots[0][0], step.shots[0][1]]);
        assert!(is_best || step.player == Some(Player::B), "{step:?}");
        let segments: u32 = analysis.heat.iter().map(|&share| u32::from(share)).sum();
        assert!(segments > 50, "at least one segment is left: {step:?}");
    }
}

/// The admiral that watches a game expects what the admiral that plays it does: where it shoots, it
/// expects more than on other fields.
#[apply(trial)]
fn the_watching_admiral_knows_what_the_player_does() {
    let setup = "[state]\nEXTENDED_SHIPS\nSET_AI_PLAYER A\nSET_AI_PLAYER B\nSRAND 7\n\
        INFORMATION B STRATEGY random\n[state]\n";
    let game = game_of(setup, Player::A);
    let mut replay = Replay::record(&game[..]).expect("a script");
    replay.analyse(PolicyKind::Density, 0).expect("an analysis");
    let (mut page, mut turns) = (Page::default(), 0);
    let (mut chances, mut shots, mut others) = (Vec::new(), Vec::new(), Vec::new());
    for step in &replay.steps {
        page.apply(step);
        if let Some(analysis) = &step.analysis {
            turns += 1;
            chances.clone_from(&analysis.heat);
            others.extend(chances.iter().map(|&chance| u32::from(chance)));
        }
        if step.player == Some(Player::A) && !chances.is_empty() {
            let fields = step.shots.iter().map(|shot| page.field(shot[0], shot[1]));
            shots.extend(fields.map(|field| u32::from(chances[field])));
        }
    }
    let mean =
        |chances: &[u32]| chances.iter().sum::<u32>() / u32::try_from(chances.len()).unwrap();
    assert!(
        turns > 10 && mean(&shots) > 4 * mean(&others),
        "{} {}",
        mean(&shots),
        mean(&others)
    );
}
