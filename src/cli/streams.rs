//! Files and the standard streams.

use std::fs::File;
use std::io::{self, BufWriter, Read, Write};
use std::path::Path;

use super::CliError;

/// How much is written at once.
const OUTPUT_BYTES: usize = 1 << 16;

/// Opens a file, or standard input for `-` and nothing; with a name to show.
pub fn open(path: Option<&Path>) -> Result<(Box<dyn Read>, String), CliError> {
    match path {
        Some(path) if path != Path::new("-") => {
            let name = path.display().to_string();
            match File::open(path) {
                Ok(file) => Ok((Box::new(file), name)),
                Err(source) => Err(CliError::Open { path: name, source }),
            }
        }
        _ => Ok((Box::new(io::stdin().lock()), "<stdin>".to_owned())),
    }
}

/// Standard output, written in large pieces.
///
/// The handle of the standard library flushes after every line, so its file is
/// written to instead, where that is possible.
pub fn output() -> io::Result<impl Write> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        Ok(BufWriter::with_capacity(OUTPUT_BYTES, file))
    }
    #[cfg(not(unix))]
    {
        Ok(BufWriter::with_capacity(OUTPUT_BYTES, io::stdout().lock()))
    }
}
