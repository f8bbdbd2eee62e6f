//! The results of `admiralty solo` so far, and their file.

use std::path::Path;
use std::time::{Duration, Instant};

use admiralty_arena::experiments::{Experiment, GameShots, ShotCounts, SoloSettings};
use admiralty_results::{ResultsWriter, Shard, UnitResult};

use crate::CliError;
use crate::shard::open_results;

const GAMES_PER_LINE_MAX: u64 = 4096;
/// After what time a line is written even for fewer games; they are lost if the program is killed.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

pub struct Results<'e> {
    experiments: &'e [Experiment],
    pub counts: Vec<ShotCounts>,
    /// The games of the next line.
    line: ShotCounts,
    line_begun: Instant,
    file: Option<ResultsWriter>,
}

impl<'e> Results<'e> {
    /// Opens the file, if there is one, and counts the games in it.
    pub fn open(
        path: Option<&Path>,
        settings: &SoloSettings,
        experiments: &'e [Experiment],
        shard: Shard,
    ) -> Result<Self, CliError> {
        let mut counts = SoloSettings::no_games(experiments);
        let mut file = None;
        if let Some(path) = path {
            let add = |line: UnitResult<ShotCounts>| {
                settings.merge(&mut counts, &line);
                Ok::<_, CliError>(())
            };
            file = Some(open_results(path, settings.header(shard), None, add)?);
        }
        Ok(Self {
            experiments,
            counts,
            line: ShotCounts::default(),
            line_begun: Instant::now(),
            file,
        })
    }

    pub fn games(&self) -> u64 {
        self.counts.iter().map(|counts| counts.shots.count()).sum()
    }

    /// Counts the next game of a player.
    pub fn add(&mut self, player: usize, game: &GameShots) -> Result<(), CliError> {
        let config = &self.experiments[player].config;
        self.counts[player].add(config, game);
        if self.file.is_none() {
            return Ok(());
        }
        if self.line.first_shots.is_empty() {
            self.line = ShotCounts::new(config);
            self.line_begun = Instant::now();
        }
        self.line.add(config, game);
        let games = self.line.shots.count();
        if games >= GAMES_PER_LINE_MAX || self.line_begun.elapsed() >= LINE_INTERVAL {
            self.write_line()?;
        }
        Ok(())
    }

    /// Writes the line of the games that are not in the file yet.
    pub fn write_line(&mut self) -> Result<(), CliError> {
        let line = std::mem::take(&mut self.line);
        let games = line.shots.count();
        match &mut self.file {
            Some(file) if games > 0 => Ok(file.append(games, &line)?),
            _ => Ok(()),
        }
    }

    pub fn finish(&mut self) -> Result<(), CliError> {
        let file = self.file.as_mut();
        Ok(file.map_or(Ok(()), ResultsWriter::finish)?)
    }
}
