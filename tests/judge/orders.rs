//! A program that obeys its input, so that each case ends as a test requires.

use std::fs::{self, File};
use std::io;
use std::net::{TcpListener, TcpStream, UdpSocket};
use std::os::unix::fs::{PermissionsExt, symlink};
use std::os::unix::net::UnixStream;
use std::path::PathBuf;
use std::process::exit;
use std::thread::sleep;
use std::time::{Duration, SystemTime};

use super::mock::{self, print, spin};
use super::room;
use crate::support::attack;

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
/// - `files N`: print whether so many can be made,
/// - `read PATH`, `list PATH`, `see PATH` (its size and times), `open PATH` (for writing), `follow PATH` (by a symbolic link), `adopt
///   PATH` (by a hard link), `connect PATH`, and `signal`, `trace`, `memory` and `limit`, each to the
///   parent: print whether that can be done. In a path, `{parent}` is the parent's process ID,
/// - `share KIND`: print whether something can be left for other programs,
/// - `priority OF`, `io-priority OF`: print whether that of its process, group or user can be set,
/// - `device KIND`, `kernel log`, `privilege`: print whether it can be made or read, or is there.
pub fn obey() {
    let script = io::read_to_string(io::stdin()).expect("text");
    for line in script.lines() {
        let (order, rest) = line.split_once(' ').unwrap_or((line, ""));
        // In a PID namespace of its own, the judge has no ID; the init has.
        let parent = rustix::process::getppid().unwrap_or(rustix::process::Pid::INIT);
        let path = rest.replace("{parent}", &parent.to_string());
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
            "read" => tell(line, fs::read(path)),
            "list" => tell(line, fs::read_dir(path)),
            "see" => tell(line, fs::metadata(path)),
            "files" => {
                let mut numbers = 0..rest.parse::<u32>().expect("a number");
                let made =
                    numbers.try_for_each(|it| File::create(temporary(&it.to_string())).map(drop));
                tell(line, made);
            }
            "open" => tell(line, File::options().append(true).open(path)),
            "follow" => {
                let link = temporary("link");
                symlink(path, &link).expect("a link");
                tell(line, fs::read(&link));
                fs::remove_file(link).expect("removed");
            }
            "adopt" => {
                let link = temporary("adopted");
                tell(
                    line,
                    fs::hard_link(path, &link).and_then(|()| fs::read(link)),
                );
            }
            "connect" => tell(line, UnixStream::connect(path)),
            "signal" => tell(line, attack::signal(parent, rest)),
            "trace" => tell(line, attack::trace(parent)),
            "memory" => tell(line, attack::read_memory(parent)),
            "limit" => tell(line, attack::limit(parent)),
            "share" => tell(line, attack::share(rest)),
            "priority" => tell(line, attack::priority(rest)),
            "io-priority" => tell(line, attack::io_priority(rest)),
            "device" => tell(line, attack::device(&temporary("device"), rest)),
            "kernel" => tell(line, attack::kernel_log()),
            "privilege" => tell(line, attack::privilege()),
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
    // What is elsewhere does not exist; across file systems, hard links are impossible anyway.
    let barring = [
        io::ErrorKind::PermissionDenied,
        io::ErrorKind::NotFound,
        io::ErrorKind::ReadOnlyFilesystem,
        io::ErrorKind::StorageFull,
        io::ErrorKind::CrossesDevices,
    ];
    let is_missing = |error: &io::Error| error.raw_os_error() == Some(libc::ESRCH);
    let is_barred = |error: io::Error| barring.contains(&error.kind()) || is_missing(&error);
    let is_barred = result.is_err_and(is_barred);
    println!("{order} {}", if is_barred { "barred" } else { "free" });
}
