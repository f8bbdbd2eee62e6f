//! A program that obeys its input, so that each case ends as a test requires.

use std::fs::{self, File};
use std::io;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::fs::PermissionsExt;
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use rustix::process::setpriority_process;

use super::mock::{self, print, spin};
use super::room;

/// Obeys the lines of standard input:
///
/// - `print TEXT`, `say TEXT` (on standard error, with `\e` for an escape),
/// - `exit STATUS`, `sleep MILLISECONDS`, `spin MILLISECONDS`,
/// - `flaky FILE N`: print yes, but no at the Nth time,
/// - `leave`: start a child that waits,
/// - `exists PATH`: print whether (a name alone is one of a temporary file),
/// - `write PATH`, `mode PATH`, `time PATH`, `tcp`, `udp`, `listen`, `unix`: print whether
///   that can be done (`mode` and `time` to an existing file),
/// - `stdin`: print whether standard input is a file with a path,
/// - `read PATH`, `priority`: print whether that can be done.
pub fn obey() {
    let script = io::read_to_string(io::stdin()).expect("text");
    for line in script.lines() {
        let (order, rest) = line.split_once(' ').unwrap_or((line, ""));
        match order {
            "print" => println!("{}", rest.replace("\\e", "\x1b")),
            "say" => eprintln!("{}", rest.replace("\\e", "\x1b")),
            "exit" => exit(rest.parse().expect("a status")),
            "sleep" => sleep(milliseconds(rest)),
            "spin" => spin(milliseconds(rest)),
            "flaky" => flaky(rest),
            "write" => tell("write", File::create(temporary(rest))),
            "mode" => {
                let readable = fs::Permissions::from_mode(0o644);
                tell("mode", fs::set_permissions(temporary(rest), readable));
            }
            "time" => {
                let file = File::open(temporary(rest));
                tell(
                    "time",
                    file.and_then(|file| file.set_modified(SystemTime::UNIX_EPOCH)),
                );
            }
            "stdin" => {
                let name = fs::read_link("/proc/self/fd/0").expect("a name");
                println!("stdin {}", name.exists());
            }
            "read" => tell(line, fs::read(rest)),
            "priority" => tell(line, setpriority_process(None, 10).map_err(io::Error::from)),
            "leave" => mock::leave_child(),
            "exists" => println!("exists {}", temporary(rest).exists()),
            "tcp" => tell("tcp", TcpStream::connect("127.0.0.1:1")),
            "listen" => tell("listen", TcpListener::bind("127.0.0.1:0")),
            "udp" => tell("udp", UdpSocket::bind("127.0.0.1:0")),
            "unix" => tell("unix", UnixStream::pair()),
            _ => panic!("there is no order {line:?}"),
        }
    }
}

fn temporary(path: &str) -> PathBuf {
    std::env::temp_dir().join(path)
}

fn milliseconds(text: &str) -> Duration {
    Duration::from_millis(text.parse().expect("a number"))
}

fn flaky(rest: &str) {
    let (name, bad) = rest.split_once(' ').expect("a file and a number");
    let path = room::own().join(name);
    let count = fs::read(&path).map_or(0, |bytes| bytes.len()) + 1;
    fs::write(path, vec![b'x'; count]).expect("written");
    let is_bad = bad.parse() == Ok(count);
    print(if is_bad { b"no\n" } else { b"yes\n" });
}

/// Prints whether something is barred; a refused connection without a listener is not.
fn tell<T>(order: &str, result: io::Result<T>) {
    // What is elsewhere does not exist.
    let barring = [
        io::ErrorKind::PermissionDenied,
        io::ErrorKind::NotFound,
        io::ErrorKind::ReadOnlyFilesystem,
    ];
    let is_barred = result.is_err_and(|error| barring.contains(&error.kind()));
    println!("{order} {}", if is_barred { "barred" } else { "free" });
}
