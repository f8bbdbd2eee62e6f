//! Who plays where a script leaves it to the program: `--strategy` and `--effort`.

use admiralty::player::Player;
use admiralty::players::{Effort, PlayerEntry, Players, SHOT_POLICIES, STRATEGIES};
use clap::Args;

/// Who plays, and how much work a turn may take.
#[derive(Clone, Debug, Default, Args)]
pub struct PlayerArgs {
    #[arg(
        long = "strategy",
        value_name = "P=NAME",
        value_parser = player_choice,
        help = format!(
            "Who plays for a player that the script leaves to the program, as in A={}: {}. \
             The turn remembers the name, so the next run goes on with it [default: {}; where \
             shots are announced, {}]",
            STRATEGIES[0].name(),
            names(),
            STRATEGIES[0].name(),
            SHOT_POLICIES[0].name()
        )
    )]
    strategies: Vec<PlayerChoice>,
    #[arg(
        long,
        value_name = "N",
        help = format!(
            "How much work a turn of the program may take, from 1 to {} [default: {}]",
            Effort::MAX,
            Effort::DEFAULT
        )
    )]
    effort: Option<Effort>,
}

/// A strategy for a player.
#[derive(Clone, Copy, Debug)]
struct PlayerChoice {
    player: Player,
    entry: PlayerEntry,
}

impl PlayerArgs {
    /// These arguments, overridden by later ones.
    pub fn overridden_by(&self, later: &Self) -> Self {
        Self {
            strategies: [&self.strategies[..], &later.strategies].concat(),
            effort: later.effort.or(self.effort),
        }
    }

    /// The players; the last strategy given for a player counts.
    pub fn players(&self) -> Players {
        let mut players = Players {
            effort: self.effort.unwrap_or_default(),
            ..Players::default()
        };
        for choice in &self.strategies {
            players.seat(choice.player, choice.entry);
        }
        players
    }
}

/// Reads `A=name`.
fn player_choice(text: &str) -> Result<PlayerChoice, String> {
    let (player, name) = text
        .split_once('=')
        .ok_or("expected a player and a strategy, as in A=random")?;
    let player = Player::from_token(player.as_bytes())
        .ok_or_else(|| format!("there is no player {player}, only A and B"))?;
    let entry = PlayerEntry::named(name.as_bytes())
        .ok_or_else(|| format!("there is no strategy {name}, only {}", names()))?;
    Ok(PlayerChoice { player, entry })
}

/// The names of all strategies, for people.
fn names() -> String {
    PlayerEntry::names().join(", ")
}
