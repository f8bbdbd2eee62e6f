//! The sandboxes of bots.

use std::io::{self, Write};
use std::path::Path;

use admiralty_arena::Contestant;

use super::ArenaArgs;
use crate::CliError;
use crate::sandbox::Sandboxes;

/// The players, with each bot in a sandbox if that is requested. It hides the files of the tournament,
/// which tell the seed and past games, and those that the command lines of the other bots name.
pub fn confined(
    args: &ArenaArgs,
    mut players: Vec<Contestant>,
) -> Result<Vec<Contestant>, CliError> {
    if !args.sandbox.sandbox {
        return Ok(players);
    }
    let files = [
        &args.results.out,
        &args.games_dir,
        &args.bot_log,
        &args.start,
        &args.tokens,
    ];
    let files: Vec<_> = files.into_iter().flatten().map(|path| &**path).collect();
    let commands: Vec<_> = players.iter().map(|it| it.command().to_vec()).collect();
    let mut gaps = None;
    for player in &mut players {
        let own = player.command();
        let of_others = commands.iter().filter(|command| *command != own).flatten();
        let of_others = of_others.filter(|word| word.contains('/') && Path::new(word).is_file());
        let secret = files.iter().copied().chain(args.reports.files());
        let secret = secret.chain(of_others.map(Path::new));
        let none: [&Path; 0] = [];
        let sandboxes = Sandboxes::new(secret, none, &args.sandbox.readable)?;
        gaps = sandboxes.gaps();
        if let Some(sandbox) = sandboxes.program {
            player.confine(sandbox);
        }
    }
    if let Some(gaps) = gaps {
        writeln!(io::stderr(), "admiralty: {gaps}")?;
    }
    Ok(players)
}
