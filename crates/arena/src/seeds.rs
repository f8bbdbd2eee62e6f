//! The seeds that players get.

use sha2::{Digest, Sha256};

use admiralty_core::player::{ByPlayer, Player};

/// The seeds of both players for a game of a pair, 0 or 1.
///
/// A seed reveals nothing about the seed of the tournament, from which the fleets are dealt, or
/// that of the other player: it is the first 64 bits of a SHA-256 hash.
pub fn player_seeds(tournament: u64, round: u64, game: usize) -> ByPlayer<u64> {
    ByPlayer::from_fn(|player| {
        let hash = Sha256::new()
            .chain_update(b"admiralty arena, seed of a player")
            .chain_update(tournament.to_le_bytes())
            .chain_update(round.to_le_bytes())
            .chain_update([u8::from(game == 1), u8::from(player == Player::B)])
            .finalize();
        let first = hash.iter().take(8).map(|&byte| u64::from(byte));
        first.fold(0, |seed, byte| seed << 8 | byte)
    })
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn each_player_of_each_game_has_a_seed_of_its_own() {
        let seeds = |tournament, round, game| player_seeds(tournament, round, game);
        let all: BTreeSet<_> = (0..64)
            .map(|i| seeds(i & 3, i >> 2 & 7, usize::from(i > 31)))
            .flat_map(|seeds| Player::BOTH.map(|player| seeds[player]))
            .collect();
        assert_eq!(all.len(), 128);
        // Computed with `sha256sum`; results must not change.
        assert_eq!(seeds(1, 0, 0)[Player::A], 0xfe58_f7bc_e3dd_e94e);
    }
}
