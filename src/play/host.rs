//! Games with a friend at another terminal: an arena with two seats, one of which is the host's.

use std::io;
use std::net::{IpAddr, Ipv4Addr, SocketAddr, UdpSocket};
use std::sync::Arc;
use std::sync::mpsc::{Sender, channel};
use std::thread::{self, JoinHandle};
use std::time::Duration;

use admiralty_arena::{
    ArenaError, BotLimits, Contestant, GameLimits, Lobby, Opening, PlayerKind, ScheduledPair, Seat,
    Tournament, TournamentFormat, TournamentSettings,
};
use admiralty_core::player::ByPlayer;
use admiralty_core::script::Tag;
use admiralty_play::screen::Invitation;
use admiralty_play::{Controller, GameSession, Setup};
use ratatui::crossterm::event::{Event, KeyCode, KeyModifiers};

use super::args::ANY_NETWORK;
use super::game_terminal::{GameTerminal, before_killed};
use super::{PlayArgs, check_terminal, connect, input, no_network, play_remote_game};
use crate::CliError;
use crate::values::secret_seed;

/// How long a turn may take, and all turns of a player in a game.
const TURN_TIME: Duration = Duration::from_secs(600);
const GAME_TIME: Duration = Duration::from_secs(24 * 3600);
/// How long a game waits for a friend who was there a moment ago.
const PATIENCE: Duration = Duration::from_secs(10);
/// How often to look whether the friend has come.
const LOOK: Duration = Duration::from_millis(50);
/// How long the friend's end may take to hear how the game ended when a signal ends the program.
const FAREWELL: Duration = Duration::from_secs(2);

/// Serves games to a friend, and plays them, until the person leaves.
pub fn host(args: &PlayArgs, address: SocketAddr) -> Result<(), CliError> {
    let tournament = Arc::new(tournament(args)?);
    check_terminal()?;
    let players = &tournament.settings().players;
    let messages = args.messages();
    let lobby = open_lobby(address, players).map_err(|error| match error {
        ArenaError::Listen { address, source } => {
            no_network(&messages, &address.to_string(), &source)
        }
        error => error.into(),
    })?;
    let [own_token, token] = [0, 1].map(|at| lobby.random_tokens()[at].1.clone());
    let invitation = invitation(&tournament, lobby.address(), token);
    let own_address = reached_from_here(lobby.address()).to_string();
    let PlayerKind::Seat(friend) = &players[1].kind else {
        unreachable!("both players have seats");
    };
    for number in 0.. {
        if !wait_for_friend(args, friend, &invitation)? {
            break;
        }
        let link = connect(&messages, &own_address, &own_token)?;
        let hang_up = link.hang_up()?;
        let (is_playing, end) = channel();
        let game = serve(&tournament, number, is_playing)?;
        before_killed(move || {
            hang_up();
            // It ends as soon as the game does.
            let _ = end.recv_timeout(FAREWELL);
        });
        let again = play_remote_game(args, link, &own_address);
        // The friend hears that the host has left.
        game.join()
            .map_err(|_| io::Error::other("the game failed"))??;
        if !again? {
            break;
        }
    }
    Ok(())
}

/// The games of the two seats. Sides are swapped from game to game.
fn tournament(args: &PlayArgs) -> Result<Tournament, CliError> {
    let setup = Setup {
        controllers: ByPlayer::from_fn(|_| Controller::Remote),
        // The seed decides who begins.
        seed: args.seed.unwrap_or_else(secret_seed),
        ..args.setup()?
    };
    GameSession::begin(&setup)
        .map_err(|rejection| CliError::Usage(rejection.reason.text().to_lowercase()))?;
    let start = Tag::State.group(setup.commands());
    let limits = GameLimits::default();
    Ok(Tournament::new(TournamentSettings {
        players: Contestant::from_specs(&["seat:host", "seat:friend"])?,
        format: TournamentFormat::RoundRobin,
        games: u32::MAX - 1,
        seed: secret_seed(),
        opening: Opening::from_script(&start, None)?,
        same_fleets: false,
        limits: GameLimits {
            turns: u32::MAX,
            turn: BotLimits {
                wall: TURN_TIME,
                bank: Some(GAME_TIME),
                ..limits.turn
            },
            ..limits
        },
        sprt: None,
        hashed: Vec::new(),
    })?)
}

/// Listens; at the usual port only if it is free.
fn open_lobby(address: SocketAddr, players: &[Contestant]) -> Result<Lobby, ArenaError> {
    let open = |address| Lobby::open(address, players, &[], PATIENCE);
    match open(address) {
        Err(ArenaError::Listen { source, .. })
            if source.kind() == io::ErrorKind::AddrInUse && Ok(address) == ANY_NETWORK.parse() =>
        {
            open((address.ip(), 0).into())
        }
        opened => opened,
    }
}

fn invitation(tournament: &Tournament, address: SocketAddr, token: String) -> Invitation {
    let shown = match network_address().filter(|_| address.ip().is_unspecified()) {
        Some(ip) => SocketAddr::new(ip, address.port()),
        None => reached_from_here(address),
    };
    Invitation {
        command: format!("admiralty play --connect {shown}"),
        token,
        is_local: shown.ip().is_loopback(),
        rules: tournament.settings().opening.base.rules().name,
    }
}

/// The address at which this machine reaches a socket that listens.
fn reached_from_here(address: SocketAddr) -> SocketAddr {
    if address.ip().is_unspecified() {
        SocketAddr::new(Ipv4Addr::LOCALHOST.into(), address.port())
    } else {
        address
    }
}

/// The address of this machine in its network, if it has one. Nothing is sent to find out.
fn network_address() -> Option<IpAddr> {
    // An address for documentation, which is like any other one for the table of routes.
    const ELSEWHERE: (Ipv4Addr, u16) = (Ipv4Addr::new(192, 0, 2, 1), 9);
    let socket = UdpSocket::bind((Ipv4Addr::UNSPECIFIED, 0)).ok()?;
    socket.connect(ELSEWHERE).ok()?;
    let ip = socket.local_addr().ok()?.ip();
    (!ip.is_loopback() && !ip.is_unspecified()).then_some(ip)
}

/// Shows the invitation until the friend has come. Returns `false` if the person does not wait.
fn wait_for_friend(
    args: &PlayArgs,
    friend: &Seat,
    invitation: &Invitation,
) -> Result<bool, CliError> {
    if friend.has_player_waiting() {
        return Ok(true);
    }
    let (language, theme) = (args.language(), args.theme());
    let mut screen = GameTerminal::open(false)?;
    while !friend.has_player_waiting() {
        screen.draw(|frame| invitation.draw(language, theme, frame))?;
        if input::next_events(LOOK)?.iter().any(is_leaving) {
            return Ok(false);
        }
    }
    Ok(true)
}

fn is_leaving(event: &Event) -> bool {
    event.as_key_press_event().is_some_and(|key| {
        let is_control = key.modifiers.contains(KeyModifiers::CONTROL);
        matches!(key.code, KeyCode::Char('q')) || key.code == KeyCode::Char('c') && is_control
    })
}

/// Plays a game of the two seats in a thread, to its end. `is_playing` is dropped then.
fn serve(
    tournament: &Arc<Tournament>,
    number: u64,
    is_playing: Sender<()>,
) -> io::Result<JoinHandle<Result<(), ArenaError>>> {
    let tournament = Arc::clone(tournament);
    let thread = thread::Builder::new().name("host".to_owned());
    thread.spawn(move || {
        let pair = ScheduledPair {
            contestants: [0, 1],
            number: number / 2,
            round: number / 2,
            ..ScheduledPair::default()
        };
        let game = usize::from(number % 2 == 1);
        let played = tournament.play_game(pair, game, None, None, &|| false);
        drop(is_playing);
        played.map(drop)
    })
}
