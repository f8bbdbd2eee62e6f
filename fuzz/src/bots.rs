//! Live bots: the lines of one at a seat, against a player of this program.

use std::io::{self, Read, Write};
use std::net::{Ipv4Addr, Shutdown, SocketAddr, TcpStream};
use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::sync::{LazyLock, Mutex, PoisonError};
use std::thread;
use std::time::Duration;

use admiralty_arena::{
    Contestant, FinishedPair, Foul, FoulKind, GameLimits, GameResult, Lobby, Opening, PairMember,
    Recording, Tournament, TournamentFormat, TournamentSettings,
};
use admiralty_core::game::Game;
use admiralty_core::geometry::Size;
use admiralty_core::interpreter::{Ending, execute};
use admiralty_core::rules::RuleSet;
use admiralty_core::script::Command;
use admiralty_players::Placing;
use bstr::ByteSlice;

const TOKEN: &str = "password";
/// Longer than any input needs, so that only what hangs is late.
const PATIENCE: Duration = Duration::from_secs(60);
const TURNS_MAX: u32 = 30;
/// The line between what the bot sends in the first game and in the second.
const NEXT_GAME: &[u8] = b"\n=\n";

/// Whatever a bot sends, a pair of games ends, by the rules or with a foul of the bot. The records replay
/// the games. The first byte chooses the opening.
pub fn bot_lines(input: &[u8]) {
    static TABLES: LazyLock<Vec<Mutex<Table>>> = LazyLock::new(|| {
        openings()
            .into_iter()
            .map(Table::open)
            .map(Mutex::new)
            .collect()
    });
    let Some((&first, lines)) = input.split_first() else {
        return;
    };
    let table = &TABLES[usize::from(first) % TABLES.len()];
    // Another test may have failed at this table.
    let table = table.lock().unwrap_or_else(PoisonError::into_inner);
    let lines = lines.split_once_str(NEXT_GAME).unwrap_or((lines, b""));
    let pair = table.play([lines.0, lines.1]);
    let records = pair.records.expect("both games are recorded");
    for (result, record) in pair.games.iter().zip(&records) {
        check(result, &record.0);
    }
}

/// Small games: with and without named shots and planes, with fleets still to be placed, and with
/// announced shots.
fn openings() -> Vec<Opening> {
    let small = |placing| {
        let mut opening = Opening::fresh(placing);
        opening.set_board(Size::new(13, 8)).expect("it has a board");
        opening.set_fleet(&[1, 0, 0, 1]).expect("a fleet");
        opening
    };
    let mut extended = small(Some(Placing::Seq));
    extended
        .base
        .set([Command::ExtendedShips])
        .expect("it is allowed");
    let mut auto = small(Some(Placing::Seq));
    auto.base
        .set([Command::ExtendedShips])
        .expect("it is allowed");
    auto.base
        .set([Command::AutoShooting])
        .expect("it is allowed");
    let classic = Opening::of_game(Game::new(RuleSet::HASBRO), Some(Placing::Seq));
    vec![
        small(Some(Placing::Seq)),
        small(None),
        extended,
        auto,
        classic,
    ]
}

/// A tournament of one pair, with a seat for the bot.
struct Table {
    tournament: Tournament,
    lobby: Lobby,
}

impl Table {
    fn open(opening: Opening) -> Self {
        let players = Contestant::from_specs(&["seat:bot", "random"]).expect("contestants");
        let address = SocketAddr::from((Ipv4Addr::LOCALHOST, 0));
        let tokens = [("bot".to_owned(), TOKEN.to_owned())];
        let lobby = Lobby::open(address, &players, &tokens, PATIENCE).expect("a free port");
        let mut limits = GameLimits {
            turns: TURNS_MAX,
            ..GameLimits::default()
        };
        (limits.turn.cpu, limits.turn.wall) = (PATIENCE, PATIENCE);
        let settings = TournamentSettings {
            players,
            format: TournamentFormat::RoundRobin,
            games: 2,
            seed: 1,
            opening,
            same_fleets: false,
            limits,
            sprt: None,
            hashed: Vec::new(),
        };
        let tournament = Tournament::new(settings).expect("a tournament");
        Self { tournament, lobby }
    }

    /// Plays both games against what the bot sends in each.
    fn play(&self, lines: [&[u8]; 2]) -> FinishedPair {
        let (stop, mut played) = (AtomicBool::new(false), None);
        let recording = Recording {
            records: 2,
            bot_log: None,
        };
        thread::scope(|scope| {
            scope.spawn(|| lines.map(|lines| self.send(lines).expect("a connection")));
            let mut standings = self.tournament.standings();
            let finished = |pair, _: &_| {
                played = Some(pair);
                Ok(())
            };
            let workers = NonZeroUsize::MIN;
            self.tournament
                .play(&mut standings, workers, recording, &stop, finished)
                .expect("it is played");
        });
        played.expect("one pair")
    }

    /// Connects, sends all lines, and reads until the game is over.
    fn send(&self, lines: &[u8]) -> io::Result<()> {
        let mut stream = TcpStream::connect(self.lobby.address())?;
        stream.set_read_timeout(Some(PATIENCE))?;
        // Who has sent nothing and sends no more is gone.
        let lines = if lines.is_empty() { b"\n" } else { lines };
        // The arena may be done before it has read everything.
        let _ = stream.write_all(&[TOKEN.as_bytes(), b"\n", lines].concat());
        let _ = stream.shutdown(Shutdown::Write);
        match io::copy(&mut (&stream).take(u64::MAX), &mut io::sink()) {
            Err(error) if error.kind() != io::ErrorKind::ConnectionReset => Err(error),
            _ => Ok(()),
        }
    }
}

fn check(result: &GameResult, record: &[u8]) {
    use FoulKind::{Flooding, Illegal, Incomplete, Placing, Silent, Unclosed};
    let (ending, _) = execute(record, &mut io::sink()).expect("a slice is read");
    if let Some(Foul { kind, detail }) = &result.foul {
        let fouls = [Flooding, Illegal, Incomplete, Placing, Silent, Unclosed];
        assert!(fouls.contains(kind), "{kind}: {detail}");
        assert_eq!(result.winner, Some(PairMember::Second), "the bot has lost");
        let failed = matches!(ending, Some(Ending::Failed(_)));
        assert_eq!(failed, *kind == Illegal, "{}", record.as_bstr());
    } else {
        let won = matches!(ending, Some(Ending::Won(_)));
        assert_eq!(won, result.winner.is_some(), "{}", record.as_bstr());
        assert!(won || ending.is_none(), "{}", record.as_bstr());
    }
}
