//! Live bots: one process or connection for each game. In its turns, it sends one command at a
//! time, and gets the output of each.

use std::io::{self, Write};
use std::time::Duration;

use super::BotRun;
use super::referee::Referee;
use crate::error::NotPlayed;
use crate::outcome::PlayedShots;
use crate::{ArenaError, Foul, FoulKind, OUTPUT_BYTES_MAX};
use admiralty_core::game::For;
use admiralty_core::game::Game;
use admiralty_core::player::Player;
use admiralty_core::script::{Command, Line, Tag};
use admiralty_core::view::Observation;
use admiralty_players::PublicFact;

pub struct LiveBot {
    /// The connection, or the foul that prevents it.
    channel: Result<Box<dyn LineChannel>, Foul>,
    /// The input and output in this game, up to [`OUTPUT_BYTES_MAX`] each.
    run: BotRun,
    /// Whether the bot begins its turns with the opening tag, which it need not; `None` before that is clear.
    repeats_tag: Option<bool>,
}

/// The connection to a live bot. Only [`LineChannel::receive`] and [`LineChannel::flush`] wait. The
/// defaults are those of a bot without a process.
pub trait LineChannel {
    /// Begins a turn: its limits count from now on.
    fn begin_turn(&mut self) {}

    fn send(&mut self, bytes: &[u8]) -> io::Result<()>;

    /// Waits for the next line and appends it to `line` without its line feed. Returns whether
    /// there was one; if not, the output has ended, which is not a foul by itself.
    fn receive(
        &mut self,
        line: &mut Vec<u8>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<bool, NotPlayed>;

    /// Whether the bot writes more before it waits.
    fn writes_on(&mut self, _is_over: &dyn Fn() -> bool) -> Result<bool, NotPlayed> {
        Ok(false)
    }

    /// Waits until the bot has read its input.
    fn flush(&mut self, _is_over: &dyn Fn() -> bool) -> Result<(), NotPlayed> {
        Ok(())
    }

    /// Whether the player has left, although it is not its turn.
    fn has_left(&self) -> bool {
        false
    }

    /// The CPU time of the bot in this turn, if it can be measured.
    fn turn_cpu(&self) -> Option<Duration> {
        None
    }

    /// The end of the bot's standard error since the last call.
    fn take_stderr_tail(&mut self) -> Vec<u8> {
        Vec::new()
    }

    /// Closes the sending side.
    fn close(&mut self) {}

    /// Ends the bot, after a short grace period.
    fn end(self: Box<Self>) -> io::Result<()> {
        Ok(())
    }
}

impl LiveBot {
    /// A bot that has got the setup of its game, or has committed a foul at once.
    pub fn new(channel: Result<Box<dyn LineChannel>, Foul>, setup: Vec<u8>) -> Self {
        let run = BotRun {
            input: setup,
            ..BotRun::default()
        };
        Self {
            channel,
            run,
            repeats_tag: None,
        }
    }

    /// Plays the turn of the next player: sends the public facts and the opening tag, and executes
    /// the bot's lines one by one. After a foul, `game` is empty. The turn is appended to `record`.
    pub fn play(
        &mut self,
        game: &mut Game,
        record: Option<&mut Vec<u8>>,
        is_over: &dyn Fn() -> bool,
    ) -> Result<PlayedShots, NotPlayed> {
        let channel = match &mut self.channel {
            Ok(channel) => &mut **channel,
            Err(foul) => return Err(foul.clone().into()),
        };
        let repeats_tag = &mut self.repeats_tag;
        let turn = play(channel, &mut self.run, repeats_tag, game, record, is_over);
        self.run.cpu = channel.turn_cpu();
        self.run.stderr = channel.take_stderr_tail();
        turn
    }

    /// Whether the player has left, although it is not its turn.
    pub fn has_left(&self) -> bool {
        self.channel
            .as_ref()
            .is_ok_and(|channel| channel.has_left())
    }

    /// Sends the line that announces the winner.
    pub fn announce(&mut self, winner: Player) -> Result<(), ArenaError> {
        self.tell(format!("{winner} won\n").as_bytes())
    }

    /// Sends what the player is told after the game.
    pub fn tell(&mut self, lines: &[u8]) -> Result<(), ArenaError> {
        let Ok(channel) = &mut self.channel else {
            return Ok(());
        };
        channel.send(lines).map_err(ArenaError::Machine)
    }

    /// Returns the input and output in this game so far, the standard error of the last turn, and
    /// the foul.
    pub fn run(&mut self, foul: Option<Foul>) -> &BotRun {
        self.run.foul = foul;
        &self.run
    }

    /// Tells the bot that the game is over.
    pub fn close(&mut self) {
        if let Ok(channel) = &mut self.channel {
            channel.close();
        }
    }

    pub fn end(self) -> Result<(), ArenaError> {
        let ended = self.channel.map_or(Ok(()), LineChannel::end);
        ended.map_err(ArenaError::Machine)
    }
}

/// Plays a turn over a connection, and records its input and output in `run`.
fn play(
    channel: &mut dyn LineChannel,
    run: &mut BotRun,
    repeats_tag: &mut Option<bool>,
    game: &mut Game,
    record: Option<&mut Vec<u8>>,
    is_over: &dyn Fn() -> bool,
) -> Result<PlayedShots, NotPlayed> {
    let tag = Tag::Player(game.next_player());
    game.pass_through_save();
    channel.begin_turn();
    let mut opening = public_facts(game);
    opening.extend(format!("{tag}\n").as_bytes());
    send(channel, run, &opening)?;
    let mut referee = Referee::begin(game, tag, record)?;
    let mut answers = Reply {
        bytes: Vec::new(),
        left: OUTPUT_BYTES_MAX,
    };
    let mut text = Vec::new();
    let mut is_silent = true;
    while !referee.is_over() {
        text.clear();
        let received = channel.receive(&mut text, is_over);
        keep(&mut run.output, &text);
        keep(
            &mut run.output,
            if let Ok(true) = received { b"\n" } else { b"" },
        );
        let line = referee.read(&text);
        // The last line may lack its line feed, but it may also be truncated.
        if !received? && line != Line::Tag(tag) {
            let foul = if is_silent && text.is_empty() {
                Foul::new(FoulKind::Silent, "its output ended before its turn")
            } else {
                Foul::unclosed(tag)
            };
            return Err(foul.into());
        }
        let is_first = std::mem::take(&mut is_silent);
        if is_first && line != Line::Tag(tag) {
            *repeats_tag = Some(false);
        } else if is_first && repeats_tag.map_or_else(|| channel.writes_on(is_over), Ok)? {
            *repeats_tag = Some(true);
            continue;
        }
        let executed = referee.line(&line, &text, &mut answers);
        if !answers.bytes.is_empty() {
            send(channel, run, &answers.bytes)?;
            answers.bytes.clear();
        }
        executed.map_err(|foul| match line {
            Line::Tag(other) => foul.of_tag(other, tag),
            _ => foul,
        })?;
    }
    let played = referee.finish(game);
    if played.winner.is_none() {
        channel.flush(is_over)?;
    }
    Ok(played)
}

fn send(channel: &mut dyn LineChannel, run: &mut BotRun, bytes: &[u8]) -> io::Result<()> {
    keep(&mut run.input, bytes);
    channel.send(bytes)
}

/// Appends bytes to a transcript, up to its limit.
fn keep(transcript: &mut Vec<u8>, bytes: &[u8]) {
    let left = OUTPUT_BYTES_MAX.saturating_sub(transcript.len());
    transcript.extend_from_slice(&bytes[..bytes.len().min(left)]);
}

/// The answers in a turn, limited in size.
struct Reply {
    bytes: Vec<u8>,
    left: usize,
}

impl Write for Reply {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let left = self.left.checked_sub(bytes.len());
        self.left = left.ok_or(io::ErrorKind::FileTooLarge)?;
        self.bytes.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// The start of the game as a player may know it, as a script.
pub fn setup(game: &Game, player: Player, seed: u64) -> Vec<u8> {
    let mut shown = game.clone();
    shown
        .set([Command::SetAiPlayer(player)])
        .expect("it is allowed");
    shown.script(For::Player(player, seed))
}

/// The public facts at the beginning of the next player's turn, as a script.
fn public_facts(game: &Game) -> Vec<u8> {
    let player = game.next_player();
    let facts = PublicFact::all(&Observation::new(game, player));
    Tag::State.group(facts.iter().map(|fact| Command::Information {
        player,
        text: fact.to_string().into(),
    }))
}

#[cfg(test)]
mod tests {
    use std::cell::RefCell;
    use std::collections::VecDeque;
    use std::rc::Rc;

    use bstr::{BStr, ByteSlice};

    use super::*;
    use crate::Opening;
    use crate::bot::referee;
    use admiralty_core::geometry::Size;
    use admiralty_core::interpreter::{Session, execute};
    use admiralty_core::rng::Rng;
    use admiralty_core::rules::RuleSet;
    use admiralty_core::script::Command;
    use admiralty_core::view::{Knowledge, Observation};
    use admiralty_players::Placing;

    /// The bytes sent before each received line, and after the last one.
    type Sent = Rc<RefCell<Vec<Vec<u8>>>>;

    /// A bot that sends prepared lines.
    struct Script {
        lines: VecDeque<Vec<u8>>,
        sent: Sent,
    }

    impl LineChannel for Script {
        fn send(&mut self, bytes: &[u8]) -> io::Result<()> {
            let mut sent = self.sent.borrow_mut();
            sent.last_mut().expect("one").extend_from_slice(bytes);
            Ok(())
        }

        fn receive(&mut self, line: &mut Vec<u8>, _: &dyn Fn() -> bool) -> Result<bool, NotPlayed> {
            self.sent.borrow_mut().push(Vec::new());
            let text = self.lines.pop_front();
            line.extend(text.iter().flatten());
            Ok(text.is_some())
        }
    }

    /// The bytes sent to a bot that sends these lines: first the setup, then the answer to each
    /// line.
    fn sent(mut game: Game, lines: &[String]) -> (Vec<Vec<u8>>, Result<PlayedShots, Foul>) {
        let sent: Sent = Rc::default();
        let player = game.next_player();
        let setup = setup(&game, player, 7);
        sent.borrow_mut().push(setup.clone());
        let script = Script {
            lines: lines.iter().map(|line| line.clone().into_bytes()).collect(),
            sent: Rc::clone(&sent),
        };
        let mut bot = LiveBot::new(Ok(Box::new(script)), setup);
        let turn = match bot.play(&mut game, None, &|| false) {
            Ok(turn) => Ok(turn),
            Err(NotPlayed::Foul(foul)) => Err(foul),
            Err(other) => panic!("{other:?}"),
        };
        drop(bot);
        (sent.take(), turn)
    }

    /// The player's knowledge after each line, in another form than the output.
    fn known(game: &Game, lines: &[String]) -> Vec<String> {
        let player = game.next_player();
        let mut game = game.clone();
        game.pass_through_save();
        let mut session = Session::with_game(game);
        let tag = Tag::Player(player).text().to_owned();
        let mut known = Vec::new();
        for line in [&tag].into_iter().chain(lines) {
            let line = line.as_bytes();
            let applied = session.apply(&session.read(line), line).is_ok();
            let view = Observation::new(session.game(), player);
            let shots = Knowledge::of(session.game(), player);
            known.push(format!(
                "{applied} {:?} {:?} {shots:?}",
                view.own(),
                view.enemy()
            ));
            if !applied {
                break;
            }
        }
        known
    }

    /// The game with the opponent's ships replaced by those of another game.
    fn with_enemy_of(game: &Game, other: &Game, player: Player) -> Option<Game> {
        let is_enemy = |line: &Command| matches!(line, Command::Ship { player: owner, .. } if *owner != player);
        let lines = game.commands(For::Save).filter(|line| !is_enemy(line));
        let lines = lines.chain(other.commands(For::Save).filter(is_enemy));
        let script = Tag::State.group(lines);
        let (ending, session) = execute(&*script, &mut Vec::new()).expect("a vector");
        ending.is_none().then(|| session.into_game())
    }

    fn openings() -> Vec<Opening> {
        let mut small = Opening::fresh(Some(Placing::Seq));
        small.set_board(Size::new(13, 8)).expect("it has a board");
        small.set_fleet(&[1, 0, 1, 1]).expect("a fleet");
        small.reefs = 2;
        let mut openings = vec![small];
        for is_auto in [false, true] {
            let mut extended = Opening::of_game(openings[0].base.clone(), Some(Placing::Seq));
            extended.set_modes(is_auto).expect("it has modes");
            openings.push(extended);
        }
        let classic = RuleSet::classic().map(Game::new);
        openings.extend(classic.map(|game| Opening::of_game(game, Some(Placing::Seq))));
        openings
    }

    fn commands(game: &Game, rng: &mut Rng) -> Vec<String> {
        let size = game.board().size();
        let mut field = || {
            format!(
                "{} {}",
                rng.between(0, size.rows - 1),
                rng.between(0, size.columns - 1)
            )
        };
        let fields = [(); 4].map(|()| field());
        let ships = ["0 CAR", "0 CRU", "0 DES"];
        let mut lines = Vec::new();
        for _ in 0..rng.between(1, 6) {
            let (ship, field) = (rng.choose(&ships), &fields[rng.index_u32(4)]);
            let is_classic = game.rules() != RuleSet::SHIPS;
            lines.push(match rng.below_u32(if is_classic { 4 } else { 8 }) {
                0 | 1 => format!("PRINT {}", rng.below_u32(2)),
                2 | 3 => format!("SHOOT {field}"),
                4 => format!("SHOOT {ship} {field}"),
                5 => format!("SPY 0 {field}"),
                _ => format!("MOVE {ship} {}", rng.choose(&["F", "L", "R"])),
            });
        }
        lines.push(Tag::Player(game.next_player()).text().to_owned());
        lines
    }

    /// Wherever the opponent's ships lie, the bot gets the same bytes, until it may know a
    /// difference.
    #[test]
    fn nothing_is_sent_that_a_player_must_not_know() {
        let mut rng = Rng::seeded(11);
        let (mut same, mut answers, mut visible) = (0, 0, 0);
        for opening in openings() {
            for round in 0..150 {
                let deal = |seed| opening.deal(seed, round).expect("there is room");
                let (mut one, other) = (deal(1), deal(2));
                if round % 2 == 1 {
                    one.set([Command::NextPlayer(Player::B)])
                        .expect("it is allowed");
                }
                let player = one.next_player();
                let Some(other) = with_enemy_of(&one, &other, player) else {
                    continue;
                };
                let lines = commands(&one, &mut rng);
                let knowns = [&one, &other].map(|game| known(game, &lines));
                let sents = [one, other].map(|game| sent(game, &lines).0);
                let [a, b] = &sents;
                assert_eq!(a[0].as_bstr(), b[0].as_bstr(), "the setup and the tag");
                let enemy = format!("\nSHIP {} ", player.opponent());
                assert!(!a[0].contains_str(&enemy), "{}", a[0].as_bstr());
                // Both players know of the victory.
                let alike = knowns[0].iter().zip(&knowns[1]).take_while(|(a, b)| a == b);
                for i in 1..alike.count() {
                    let [a, b] = [a, b].map(|sent| sent.get(i).map(BStr::new));
                    assert_eq!(a, b, "{lines:?} {i}");
                    same += 1;
                    answers += usize::from(a.is_some_and(|bytes| !bytes.is_empty()));
                }
                visible += usize::from(a != b);
            }
        }
        assert!(
            same > 1000 && answers > 300 && visible > 30,
            "{same} {answers} {visible}"
        );
    }

    /// The setup is a script that loads the same state, except the enemy's ships.
    #[test]
    fn a_setup_can_be_loaded() {
        for mut opening in openings() {
            let mut start = opening.deal(3, 1).expect("there is room");
            if start.rules().announces_shots() {
                // A game in progress.
                let script = "[playerA]\nSHOOT 11 1\n[playerA]\n[playerB]\nSHOOT 3 3\n[playerB]\n";
                let mut session = Session::with_game(start);
                for line in script.lines() {
                    let applied = session.line(line.as_bytes());
                    let flow = session.print(applied, &mut Vec::new());
                    assert!(flow.expect("a vector").is_continue());
                }
                start = session.into_game();
            }
            opening.base = start.clone();
            for player in Player::BOTH {
                let setup = setup(&start, player, 5);
                let (ending, session) = execute(&*setup, &mut Vec::new()).expect("a vector");
                assert_eq!(ending, None, "{}", setup.as_bstr());
                let loaded = session.into_game();
                assert!(loaded.is_ai(player) && !loaded.is_ai(player.opponent()));
                assert_eq!(loaded.seed(), Some(5));
                let own = |game: &Game| {
                    let lines = game.commands(For::Save).filter(|line| {
                        !matches!(line, Command::Ship { player: owner, .. } if *owner != player)
                            && !matches!(line, Command::Srand(_) | Command::SetAiPlayer(_))
                    });
                    lines.map(|line| line.to_string()).collect::<Vec<_>>()
                };
                assert_eq!(own(&loaded), own(&start));
            }
        }
    }

    #[test]
    fn turns_end_as_the_language_says() {
        let mut game = Opening::fresh(Some(Placing::Seq)).deal(1, 0).expect("room");
        game.set([Command::NextPlayer(Player::A)])
            .expect("it is allowed");
        let play = |lines: &[&str]| {
            let lines: Vec<_> = lines.iter().map(|&line| line.to_owned()).collect();
            let (sent, turn) = sent(game.clone(), &lines);
            let last = sent.last().expect("one").as_bstr().to_string();
            let shots = turn.map(|played| played.shots);
            (last, shots.map_err(|foul| foul.kind))
        };
        let answer = |line: &str, reason| format!("INVALID OPERATION \"{line}\": {reason}\n");
        let illegal = Err(FoulKind::Illegal);
        for (lines, reason, expected) in [
            (&["SHOOT 12 3", "[playerA]"][..], "", Ok(1)),
            (
                &["", " SHOOT 12  3\r", "[playerA]\r", "never read"],
                "",
                Ok(1),
            ),
            (&["SHOOT 12 3", "SHOOT 12 4"], "TOO MANY SHOOTS", illegal),
            (&["PRINT 2"], "INVALID ARGUMENTS", illegal),
            (&["nonsense"], "UNKNOWN COMMAND", illegal),
            (&["NEXT_PLAYER A"], "COMMAND NOT AVAILABLE", illegal),
            (&["SHOOT 12 3"], "", Err(FoulKind::Unclosed)),
            (&[], "", Err(FoulKind::Silent)),
        ] {
            let last = match lines.last() {
                Some(line) if !reason.is_empty() => answer(line, reason),
                _ => String::new(),
            };
            assert_eq!(play(lines), (last, expected), "{lines:?}");
        }
        let (sent, _) = sent(game.clone(), &["PRINT 0".to_owned()]);
        assert_eq!(sent[1].lines().count(), 21, "{}", sent[1].as_bstr());
        assert!(sent[1].ends_with_str("?".repeat(10) + "\n"));
    }

    /// The public facts before each turn are those that a built-in player gets, and can be loaded.
    #[test]
    fn public_facts_come_before_the_turn() {
        const STATE: &str = "BOARD_SIZE 4 5\nINIT_POSITION A 0 0 3 4\nINIT_POSITION B 2 0 3 4\n\
            SET_FLEET A 0 0 0 1\nSHIP A 0 1 W 0 DES 01\nSET_FLEET B 0 0 0 1\nNEXT_PLAYER B\n";
        let begun =
            "INFORMATION B PARTS A 1\nINFORMATION B PARTS B 0\nINFORMATION B INCOMPLETE B\n";
        let barred = "INFORMATION B BARRED 2 3\nINFORMATION B BARRED 2 4\n\
            INFORMATION B BARRED 3 3\nINFORMATION B BARRED 3 4\n";
        let complete = "INFORMATION A PARTS A 1\nINFORMATION A PARTS B 2\n";
        for (more, facts) in [
            ("", begun.to_owned()),
            ("SET_FLEET A 0 0 0 2\nSHIP A 2 4 N 1 DES 11\n", {
                let begun = begun.replace("PARTS A 1", "PARTS A 3");
                format!("{begun}{barred}")
            }),
            (
                "SHIP B 3 3 W 0 DES 11\nNEXT_PLAYER A\n",
                complete.to_owned(),
            ),
        ] {
            let script = format!("[state]\n{STATE}{more}[state]\n");
            let (ending, session) = execute(script.as_bytes(), &mut Vec::new()).expect("a vector");
            assert_eq!(ending, None, "{script}");
            let game = session.into_game();
            let player = game.next_player();
            let expected = format!("[state]\n{facts}[state]\n[player{player}]\n");
            let (sent, _) = sent(game.clone(), &[]);
            let opening = sent[0].strip_prefix(&*setup(&game, player, 7));
            assert_eq!(opening.map(BStr::new), Some(BStr::new(&expected)));
            let (ending, _) = execute(&*sent[0], &mut Vec::new()).expect("a vector");
            assert_eq!(ending, None);
            for fact in PublicFact::all(&Observation::new(&game, player)) {
                assert_eq!(PublicFact::parse(fact.to_string().as_bytes()), Some(fact));
            }
        }
    }

    /// Otherwise a player could block the fleet that its opponent has yet to place, or hold back a
    /// ship so that nobody can win.
    #[test]
    fn a_fleet_is_placed_in_a_turn_of_its_own() {
        let mut opening = Opening::fresh(None);
        opening.set_fleet(&[1, 0, 0, 1]).expect("a fleet");
        let game = opening.deal(1, 0).expect("no fleet is placed");
        let (carrier, destroyer) = ("PLACE_SHIP 0 0 W 0 CAR", "PLACE_SHIP 2 0 W 0 DES");
        for (lines, expected) in [
            (&[carrier, "PRINT 0", "", destroyer, "[playerA]"][..], None),
            (&[carrier, "[playerA]"], Some(FoulKind::Incomplete)),
            (&["[playerA]"], Some(FoulKind::Incomplete)),
            (
                &[carrier, destroyer, "MOVE 0 DES F"],
                Some(FoulKind::Placing),
            ),
            (&[carrier, "SPY 0 11 1"], Some(FoulKind::Placing)),
            (&[carrier, "SHOOT 11 1"], Some(FoulKind::Placing)),
            (&["PLACE_SHIP 11 0 W 0 CAR"], Some(FoulKind::Illegal)),
            (&[carrier], Some(FoulKind::Unclosed)),
        ] {
            let lines: Vec<_> = lines.iter().map(|&line| line.to_owned()).collect();
            let (_, turn) = sent(game.clone(), &lines);
            assert_eq!(turn.err().map(|foul| foul.kind), expected, "{lines:?}");
        }
        // In a turn that is printed as a whole, other commands are ignored.
        let output = format!(
            "[playerA]\n{carrier}\n{destroyer}\nMOVE 0 DES L\nSPY 0 11 1\n[playerA]\n\
             [state]\nINFORMATION A spied 11 1\n[state]\n"
        );
        let (mut game, mut record) = (game, Vec::new());
        let turn = referee::play_output(&mut game, output.as_bytes(), Some(&mut record));
        assert!(turn.is_ok() && game.information(Player::A).is_empty());
        let expected = format!("[playerA]\n{carrier}\n{destroyer}\n[playerA]\n");
        assert_eq!(record.as_bstr(), expected);
    }

    #[test]
    fn answers_are_limited() {
        let mut opening = Opening::fresh(None);
        opening
            .set_board(Size::new(2_000_000_000, 2_000_000_000))
            .expect("it has a board");
        let game = opening.deal(1, 0).expect("no fleet is placed");
        let (_, turn) = sent(game, &["PRINT 1".to_owned()]);
        assert_eq!(turn.err().map(|foul| foul.kind), Some(FoulKind::Flooding));
    }
}
