//! Things that only Unix has: modes of files, signals, and the name of the machine.

use std::fs::{File, Metadata, OpenOptions};
use std::io;
use std::path::Path;

/// Creates a file with a mode, where there are modes.
///
/// # Errors
///
/// If it cannot be created, or is there already.
pub fn create_new(path: &Path, mode: u32) -> io::Result<File> {
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    std::os::unix::fs::OpenOptionsExt::mode(&mut options, mode);
    #[cfg(not(unix))]
    let _ = mode;
    options.open(path)
}

/// Makes a file executable, where that is a question of its mode.
///
/// # Errors
///
/// If its mode cannot be set.
pub fn make_executable(path: &Path) -> io::Result<()> {
    #[cfg(unix)]
    std::fs::set_permissions(path, std::os::unix::fs::PermissionsExt::from_mode(0o755))?;
    #[cfg(not(unix))]
    let _ = path;
    Ok(())
}

/// Whether the mode of a file lets anybody execute it.
pub fn has_executable_mode(metadata: &Metadata) -> bool {
    #[cfg(unix)]
    return std::os::unix::fs::PermissionsExt::mode(&metadata.permissions()) & 0o111 != 0;
    #[cfg(not(unix))]
    metadata.is_file()
}

/// The name of a signal.
pub fn signal_name(signal: i32) -> Option<&'static str> {
    #[cfg(unix)]
    return signal_hook::low_level::signal_name(signal);
    #[cfg(not(unix))]
    {
        let _ = signal;
        None
    }
}

/// The name of this machine.
pub fn host_name() -> String {
    #[cfg(unix)]
    return rustix::system::uname().nodename().to_string_lossy().into();
    #[cfg(not(unix))]
    std::env::var("COMPUTERNAME").unwrap_or_default()
}

/// The kernel of this machine and its version.
pub fn kernel() -> String {
    #[cfg(unix)]
    {
        let name = rustix::system::uname();
        let words = [name.sysname(), name.release(), name.machine()];
        words.map(std::ffi::CStr::to_string_lossy).join(" ")
    }
    #[cfg(not(unix))]
    std::env::consts::OS.to_owned()
}
