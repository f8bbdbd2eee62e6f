//! Any script runs to its end, and its output does not depend on how the input is split
//! into reads.
#![no_main]

use std::io::{self, Read, Write};

use admiralty_core::interpreter::{self, check};
use admiralty_players::runner;
use libfuzzer_sys::fuzz_target;

/// Stores output up to a limit, then fails, so that prints of huge boards end.
struct Limited(Vec<u8>);

const OUTPUT_BYTES_MAX: usize = 1 << 16;

impl Write for Limited {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.0.len() + bytes.len() > OUTPUT_BYTES_MAX {
            return Err(io::ErrorKind::StorageFull.into());
        }
        self.0.extend_from_slice(bytes);
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

/// Gives seven bytes at a time.
struct Trickle<'a>(&'a [u8]);

impl Read for Trickle<'_> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.0.take(7).read(buffer).inspect(|count| self.0 = &self.0[*count..])
    }
}

fuzz_target!(|script: &[u8]| {
    let mut at_once = Limited(Vec::new());
    let mut in_pieces = Limited(Vec::new());
    let ending = runner::run(script, &mut at_once);
    let other = runner::run(Trickle(script), &mut in_pieces);
    if let (Ok(ending), Ok(other)) = (ending, other) {
        assert_eq!(ending, other);
        assert_eq!(at_once.0, in_pieces.0);
        if let Some(interpreter::Ending::Failed(failure)) = ending {
            let _ = failure.diagnostic();
        }
    }
    let _ = check::check(script, |_| Ok(()));
});
