//! The program `admiralty`.

use std::io::{self, BufWriter};

fn main() {
    let stdin = io::stdin().lock();
    let mut out = BufWriter::with_capacity(1<<16, std::fs::File::from(std::os::fd::AsFd::as_fd(&io::stdout()).try_clone_to_owned().unwrap()));
    let _ = admiralty::session::run(stdin, &mut out);
}
