//! Errors of experiments.

use admiralty_players::NoRoom;
use admiralty_results::ResultsError;
use admiralty_results::worker_pool::SpawnError;

/// The reason why an experiment cannot be run, or not to its end.
#[derive(Debug, thiserror::Error)]
pub enum SoloError {
    /// The fleet cannot be placed.
    #[error(transparent)]
    NoRoom(#[from] NoRoom),
    /// No thread can be started.
    #[error(transparent)]
    Threads(#[from] SpawnError),
    /// The file of results cannot be read or written.
    #[error(transparent)]
    Results(#[from] ResultsError),
    /// A line of the file of results has the counts of other games than it says.
    #[error("from game {first} on, the counts do not add up to {games} games")]
    Counts {
        /// The number of the first game, from 1.
        first: u64,
        /// The number of games.
        games: u64,
    },
}
