//! What people are told about games over a network.

use std::io;

use crate::{JoinError, Messages, RemoteEnd};

impl Messages {
    /// Why no game was joined.
    pub fn join_error(&self, error: &JoinError) -> String {
        match error {
            JoinError::Closed => self.text("join-closed"),
            JoinError::Refused(why) => {
                let known = self.find(&format!("token-{}", why.replace(' ', "-")));
                let what = known.unwrap_or_else(|| why.clone());
                self.format("join-refused", &[("what", what.into())])
            }
            JoinError::NoGame(what) => {
                self.format("join-no-game", &[("what", what.as_str().into())])
            }
            JoinError::NoSide => self.text("join-no-side"),
            JoinError::TooLarge { fields_max } => {
                self.format("join-too-large", &[("most", (*fields_max).into())])
            }
        }
    }

    /// Why a game has ended although no fleet was sunk.
    pub fn remote_end(&self, end: &RemoteEnd) -> String {
        match end {
            RemoteEnd::Refused(line) => {
                self.format("remote-refused", &[("what", line.as_str().into())])
            }
            RemoteEnd::EnemyLeft => self.text("remote-enemy-left"),
            RemoteEnd::Late => self.text("remote-late"),
            RemoteEnd::ClosedInTurn => self.text("remote-closed-in-turn"),
            RemoteEnd::Closed => self.text("remote-closed"),
            RemoteEnd::Silent => self.text("remote-silent"),
            RemoteEnd::Garbled(line) => {
                self.format("remote-garbled", &[("what", line.as_str().into())])
            }
        }
    }

    /// Why there is no connection: a common error in the language, another one as the system says it.
    pub fn network_error(&self, error: &io::Error) -> String {
        let id = match error.kind() {
            io::ErrorKind::AddrInUse => "network-in-use",
            io::ErrorKind::AddrNotAvailable => "network-not-here",
            io::ErrorKind::ConnectionRefused => "network-nobody",
            io::ErrorKind::HostUnreachable
            | io::ErrorKind::NetworkUnreachable
            | io::ErrorKind::TimedOut => "network-unreachable",
            io::ErrorKind::PermissionDenied => "file-denied",
            _ => return error.to_string(),
        };
        self.text(id)
    }
}
