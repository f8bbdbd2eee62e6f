//! Small tournaments, for the tests.

use std::num::NonZeroUsize;
use std::sync::atomic::AtomicBool;
use std::time::Duration;

use admiralty_arena::{
    BotLimits, Contestant, FinishedPair, GameLimits, GameResult, Opening, Recording, Tournament,
    TournamentFormat, TournamentSettings,
};
use admiralty_core::geometry::Size;
use admiralty_core::script::Command;
use admiralty_players::Placing;

/// A tournament of two players on a small board, with settings that a test may change.
pub struct Small {
    pub games: u32,
    pub turns: u32,
    pub turn: BotLimits,
    pub placing: Option<Placing>,
    pub extended: bool,
    pub auto: bool,
}

impl Default for Small {
    fn default() -> Self {
        Self {
            games: 2,
            turns: 60,
            turn: BotLimits {
                cpu: Duration::from_secs(20),
                wall: Duration::from_secs(20),
                ..GameLimits::default().turn
            },
            placing: Some(Placing::Seq),
            extended: false,
            auto: false,
        }
    }
}

impl Small {
    /// All pairs, with their records.
    pub fn play(&self, specs: &[&str]) -> Vec<FinishedPair> {
        self.play_contestants(Contestant::from_specs(specs).expect("contestants"))
    }

    /// The same, for players who may be at seats.
    pub fn play_contestants(&self, players: Vec<Contestant>) -> Vec<FinishedPair> {
        self.play_opening(self.opening(), players)
    }

    /// How the games begin.
    pub fn opening(&self) -> Opening {
        let mut opening = Opening::fresh(self.placing);
        let board = opening.set_board(Size {
            rows: 9,
            columns: 7,
        });
        board.expect("it has a board");
        opening.set_fleet(&[0, 0, 1, 1]).expect("a fleet");
        opening.reefs = 2;
        let extended = self.extended.then_some(Command::ExtendedShips);
        let auto = self.auto.then_some(Command::AutoShooting);
        let modes = extended.into_iter().chain(auto);
        opening.base.set(modes).expect("they are allowed");
        opening
    }

    /// The tournament from any opening.
    pub fn tournament(&self, opening: Opening, players: Vec<Contestant>) -> Tournament {
        let tournament = Tournament::new(TournamentSettings {
            players,
            format: TournamentFormat::RoundRobin,
            games: self.games,
            seed: 5,
            opening,
            same_fleets: false,
            limits: GameLimits {
                turns: self.turns,
                turn: self.turn,
                ..GameLimits::default()
            },
            sprt: None,
            hashed: Vec::new(),
        });
        tournament.expect("a tournament")
    }

    /// Plays it.
    pub fn play_opening(&self, opening: Opening, players: Vec<Contestant>) -> Vec<FinishedPair> {
        let tournament = self.tournament(opening, players);
        let mut pairs = Vec::new();
        let workers = NonZeroUsize::new(2).expect("two");
        let mut standings = tournament.standings();
        let recording = Recording {
            records: u64::MAX,
            bot_log: None,
        };
        let stop = AtomicBool::new(false);
        let played = tournament.play(&mut standings, workers, recording, &stop, |pair, _| {
            pairs.push(pair);
            Ok(())
        });
        played.expect("it is played");
        pairs
    }
}

/// A result without the CPU times, which are never the same.
pub fn untimed(result: GameResult) -> GameResult {
    GameResult {
        cpu: Default::default(),
        ..result
    }
}

/// A table of games without the CPU times.
pub fn untimed_csv(csv: &str) -> String {
    const TIMES: usize = 6;
    let untimed = |row: &str| {
        let columns = row.split(',').count();
        let kept: Vec<_> = row.split(',').take(columns - TIMES).collect();
        kept.join(",") + "\n"
    };
    csv.lines().map(untimed).collect()
}
