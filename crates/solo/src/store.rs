//! The counts of a run, in memory and in a results file from which it continues.

use std::path::Path;
use std::time::{Duration, Instant};

use admiralty_results::{ResultsWriter, Shard, UnitResult};

use crate::{Experiment, GameShots, ShotCounts, SoloError, SoloSettings};

/// How many games a line of the file has at most.
const GAMES_PER_LINE_MAX: u64 = 4096;
/// After what time a line is written even for fewer games; they are lost if the program is killed.
const LINE_INTERVAL: Duration = Duration::from_secs(10);

/// The counts of each player, which a file of results keeps if there is one.
pub struct SoloStore<'e> {
    experiments: &'e [Experiment],
    /// The counts of the players, in their order.
    pub counts: Vec<ShotCounts>,
    /// The games of the next line.
    line: ShotCounts,
    line_begun: Instant,
    file: Option<ResultsWriter>,
}

impl<'e> SoloStore<'e> {
    /// Opens the file, if there is one, and counts the games in it.
    ///
    /// # Errors
    ///
    /// If the file cannot be read or written, or has other results.
    pub fn open(
        path: Option<&Path>,
        settings: &SoloSettings,
        experiments: &'e [Experiment],
        shard: Shard,
    ) -> Result<Self, SoloError> {
        let mut counts = SoloSettings::no_games(experiments);
        let mut file = None;
        if let Some(path) = path {
            let add = |line: UnitResult<ShotCounts>| settings.merge(&mut counts, &line);
            file = Some(ResultsWriter::open(
                path,
                settings.header(shard),
                None,
                add,
            )?);
        }
        Ok(Self {
            experiments,
            counts,
            line: ShotCounts::default(),
            line_begun: Instant::now(),
            file,
        })
    }

    /// The first broken line of the file.
    pub fn broken_line(&self) -> Option<u64> {
        self.file.as_ref()?.broken_line
    }

    /// The number of games so far.
    pub fn games(&self) -> u64 {
        self.counts.iter().map(|counts| counts.shots.count()).sum()
    }

    /// Counts the next game of a player.
    ///
    /// # Errors
    ///
    /// If a line cannot be written.
    pub fn add(&mut self, player: usize, game: &GameShots) -> Result<(), SoloError> {
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
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn write_line(&mut self) -> Result<(), SoloError> {
        let line = std::mem::take(&mut self.line);
        let games = line.shots.count();
        match &mut self.file {
            Some(file) if games > 0 => Ok(file.append(games, &line)?),
            _ => Ok(()),
        }
    }

    /// Ends the file, which then has all results.
    ///
    /// # Errors
    ///
    /// If it cannot be written.
    pub fn finish(&mut self) -> Result<(), SoloError> {
        let file = self.file.as_mut();
        Ok(file.map_or(Ok(()), ResultsWriter::finish)?)
    }
}
