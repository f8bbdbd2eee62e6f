//! Files, directories and the standard streams.

use std::cell::Cell;
use std::fs::File;
use std::io::{self, BufWriter, IntoInnerError, IsTerminal, Read, Write};
use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::{env, mem, slice};

use admiralty_escape::{escape_bytes, escape_path};
use admiralty_pages::replay::script_of_page;
pub use admiralty_results::directory_of;
use admiralty_results::{is_results_file, new_beside};
use tempfile::NamedTempFile;

use super::error::{CliError, say};
use super::values::STDIN;
pub use super::values::{in_sentence, is_standard};

/// The capacity requested for pipes, which halves the time to print large boards.
#[cfg(target_os = "linux")]
const PIPE_BYTES: usize = 1 << 20;

const OUTPUT_BYTES: usize = 1 << 17;

/// Opens a script, or the script in the page of a replay, as [`open`] does.
pub fn open_script(path: Option<&Path>) -> Result<(Box<dyn Read>, String), CliError> {
    let (input, name) = open(path)?;
    let script = script_of_page(input).map_err(CliError::cannot_read(&name))?;
    Ok((script, name))
}

/// Opens a file, or standard input for `-` or `None`; also returns a name to show.
pub fn open(path: Option<&Path>) -> Result<(Box<dyn Read>, String), CliError> {
    match path {
        Some(path) if !is_standard(path) => {
            let name = path.display().to_string();
            match File::open(path) {
                Ok(file) => Ok((Box::new(file), name)),
                Err(source) => Err(CliError::Open { path: name, source }),
            }
        }
        _ => {
            let stdin = io::stdin();
            if stdin.is_terminal() {
                say("reading standard input; Ctrl-D ends it");
            }
            Ok((Box::new(stdin.lock()), STDIN.to_owned()))
        }
    }
}

pub fn read(path: &Path) -> Result<Vec<u8>, CliError> {
    let (mut input, name) = open(Some(path))?;
    let mut bytes = Vec::new();
    let read = input.read_to_end(&mut bytes);
    read.map_err(CliError::cannot_read(&name))?;
    Ok(bytes)
}

/// Standard output with a large buffer.
///
/// The standard library's handle flushes after every line, so where possible the file is written to
/// directly.
pub fn output() -> io::Result<impl Write> {
    #[cfg(unix)]
    {
        use std::os::fd::AsFd;
        let file = File::from(io::stdout().as_fd().try_clone_to_owned()?);
        #[cfg(target_os = "linux")]
        {
            // A larger pipe lets both ends work longer before they wait for each other. This may
            // fail: not every stream is a pipe, and not every user may have large ones.
            let _ = rustix::pipe::fcntl_setpipe_size(&file, PIPE_BYTES);
        }
        Ok(BufWriter::with_capacity(OUTPUT_BYTES, file))
    }
    #[cfg(not(unix))]
    {
        Ok(BufWriter::with_capacity(OUTPUT_BYTES, io::stdout().lock()))
    }
}

/// Standard output for text that quotes a script.
pub fn quoting_output() -> io::Result<QuotingWriter<impl Write>> {
    Ok(QuotingWriter {
        out: output()?,
        is_terminal: io::stdout().is_terminal(),
        rest: Vec::new(),
    })
}

/// Escapes control characters on a terminal, except for line feeds and tabs. Anything else gets
/// each byte as it is.
pub struct QuotingWriter<W> {
    out: W,
    is_terminal: bool,
    /// The beginning of a character whose other bytes are not written yet.
    rest: Vec<u8>,
}

impl<W: Write> QuotingWriter<W> {
    fn write_escaped(&mut self, text: &[u8]) -> io::Result<()> {
        for piece in text.split_inclusive(|byte| b"\n\t".contains(byte)) {
            let (quoted, end) = match piece.split_last() {
                Some((end @ (b'\n' | b'\t'), quoted)) => (quoted, slice::from_ref(end)),
                _ => (piece, &[][..]),
            };
            self.out.write_all(escape_bytes(quoted).as_bytes())?;
            self.out.write_all(end)?;
        }
        Ok(())
    }
}

impl<W: Write> Write for QuotingWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if !self.is_terminal {
            return self.out.write(bytes);
        }
        let text = [&mem::take(&mut self.rest), bytes].concat();
        let last = text
            .utf8_chunks()
            .last()
            .map_or(&[][..], |chunk| chunk.invalid());
        let is_cut = str::from_utf8(last).is_err_and(|error| error.error_len().is_none());
        let (whole, rest) = text.split_at(text.len() - if is_cut { last.len() } else { 0 });
        self.rest = rest.to_vec();
        self.write_escaped(whole)?;
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        let rest = mem::take(&mut self.rest);
        self.write_escaped(&rest)?;
        self.out.flush()
    }
}

/// A script while it is read, and whether it has anything but white space so far.
pub struct ScriptInput {
    input: Box<dyn Read>,
    has_text: Rc<Cell<bool>>,
}

impl ScriptInput {
    /// Reads a script, and reports on standard error if it was empty.
    pub fn read<T>(input: Box<dyn Read>, name: &str, read: impl FnOnce(Self) -> T) -> T {
        let has_text = Rc::new(Cell::new(false));
        let result = read(Self {
            input,
            has_text: Rc::clone(&has_text),
        });
        if !has_text.get() {
            let name = in_sentence(name);
            say(&format!("{name} is empty: there is no script"));
        }
        result
    }
}

impl Read for ScriptInput {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        // A script that cannot be read may have some.
        let read = self.input.read(buffer);
        let count = read.inspect_err(|_| self.has_text.set(true))?;
        if !self.has_text.get() {
            self.has_text.set(!buffer[..count].trim_ascii().is_empty());
        }
        Ok(count)
    }
}

/// Opens a new file to write to, or standard output for `-`.
pub fn create(path: &Path) -> io::Result<Box<dyn Write>> {
    if is_standard(path) {
        return Ok(Box::new(output()?));
    }
    Ok(Box::new(BufWriter::new(File::create(path)?)))
}

/// A report. A file gets its name when it is complete: until then the old one is kept, and a part of
/// the new one is never taken for the whole. A link remains a link. What is no file, such as a pipe, is
/// written to.
pub enum Report {
    Stream(Box<dyn Write>),
    File {
        new: BufWriter<NamedTempFile>,
        path: PathBuf,
    },
}

impl Report {
    /// Begins a report; `-` is standard output.
    pub fn begin(path: &Path) -> io::Result<Self> {
        let path = path.canonicalize().unwrap_or_else(|_| path.to_owned());
        let old = path.metadata();
        if is_standard(&path) || old.as_ref().is_ok_and(|old| !old.is_file()) {
            return create(&path).map(Self::Stream);
        }
        let new = new_beside(&path)?;
        if let Ok(old) = old {
            new.as_file().set_permissions(old.permissions())?;
        }
        let new = BufWriter::new(new);
        Ok(Self::File { new, path })
    }

    /// Gives the file its name.
    pub fn complete(self) -> io::Result<()> {
        match self {
            Self::Stream(mut out) => out.flush(),
            Self::File { new, path } => {
                let new = new.into_inner().map_err(IntoInnerError::into_error)?;
                new.persist(path)?;
                Ok(())
            }
        }
    }
}

impl Write for Report {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        match self {
            Self::Stream(out) => out.write(bytes),
            Self::File { new, .. } => new.write(bytes),
        }
    }

    fn flush(&mut self) -> io::Result<()> {
        match self {
            Self::Stream(out) => out.flush(),
            Self::File { new, .. } => new.flush(),
        }
    }
}

/// A path that is the same for every spelling of a file, which need not exist.
pub fn identity(path: &Path) -> PathBuf {
    let in_directory = || {
        let directory = directory_of(path).canonicalize().ok()?;
        Some(directory.join(path.file_name()?))
    };
    let known = path.canonicalize().ok().or_else(in_directory);
    known.unwrap_or_else(|| path.to_owned())
}

/// Identifies a file, so that two paths to it can be compared; it need not exist.
#[derive(PartialEq)]
enum FileId {
    /// The device and the number on it, which are also the same for all hard links.
    #[cfg(unix)]
    Existing(u64, u64),
    Named(PathBuf),
}

impl FileId {
    fn of(path: &Path) -> Self {
        #[cfg(unix)]
        if let Ok(file) = path.metadata() {
            use std::os::unix::fs::MetadataExt;
            return Self::Existing(file.dev(), file.ino());
        }
        Self::Named(identity(path))
    }
}

/// Checks that no two files are the same; `options` names the options for the message.
pub fn check_distinct<'p>(
    mut paths: impl Iterator<Item = &'p Path>,
    options: &str,
) -> Result<(), CliError> {
    let mut known = Vec::new();
    let mut is_new = |path| {
        let id = FileId::of(path);
        let is_new = !known.contains(&id);
        known.push(id);
        is_new
    };
    if paths.all(&mut is_new) {
        return Ok(());
    }
    Err(CliError::usage(format!(
        "two of {options} are the same file"
    )))
}

/// Checks that no output would replace a file that is read, or one of results; `-` is a standard stream.
pub fn check_kept<'p>(
    inputs: impl IntoIterator<Item = &'p Path>,
    outputs: impl Iterator<Item = &'p Path>,
) -> Result<(), CliError> {
    let outputs = outputs.filter(|path| !is_standard(path) && path.is_file());
    let outputs: Vec<_> = outputs.map(|path| (FileId::of(path), path)).collect();
    if outputs.is_empty() {
        return Ok(());
    }
    for input in inputs {
        let input = if is_standard(input) {
            Path::new("/dev/stdin")
        } else {
            input
        };
        let id = FileId::of(input);
        if let Some((_, output)) = outputs.iter().find(|(output, _)| *output == id) {
            let message = format!(
                "the command reads {}, so it cannot write there; name another file",
                output.display()
            );
            return Err(CliError::Usage(message));
        }
    }
    outputs
        .into_iter()
        .try_for_each(|(_, output)| check_no_results(output))
}

/// Checks that an output would not replace a file of results, as in `--json *.jsonl`.
fn check_no_results(path: &Path) -> Result<(), CliError> {
    if path.is_file() && is_results_file(path) {
        let message = format!(
            "{} has the results of a run, so nothing else can be written there; name another file",
            escape_path(path)
        );
        return Err(CliError::Usage(message));
    }
    Ok(())
}

/// Checks that a report can be written, without changing the contents of the file.
pub fn check_writable(path: &Path) -> Result<(), CliError> {
    if !is_standard(path) {
        check_no_results(path)?;
        let opened = File::options().append(true).create(true).open(path);
        opened.map_err(CliError::cannot_write(path))?;
    }
    Ok(())
}

/// Writes a whole [`Report`].
pub fn write(path: &Path, bytes: &[u8]) -> Result<(), CliError> {
    replace(path, bytes).map_err(CliError::cannot_write(path))
}

/// Writes a whole [`Report`], for callers with errors of their own.
pub fn replace(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut report = Report::begin(path)?;
    report.write_all(bytes)?;
    report.complete()
}

/// Writes a new file, which gets its name when it is complete. A file that is there is kept.
pub fn write_new(path: &Path, bytes: &[u8]) -> io::Result<()> {
    let mut new = new_beside(path)?;
    new.write_all(bytes)?;
    new.persist_noclobber(path)?;
    Ok(())
}

/// The directory with this name for files that can be made again, in the user's cache directory;
/// `None` if there is none.
pub fn cache_directory(name: &str) -> Option<PathBuf> {
    user_directory("XDG_CACHE_HOME", ".cache", name)
}

/// The directory with this name for files that the program stores on its own, in the user's state
/// directory; `None` if there is none.
pub fn state_directory(name: &str) -> Option<PathBuf> {
    user_directory("XDG_STATE_HOME", ".local/state", name)
}

/// The directory with this name in one of the user's directories: that of a variable, or else the
/// one of the XDG Base Directory Specification in the home directory.
fn user_directory(variable: &str, usual: &str, name: &str) -> Option<PathBuf> {
    let set = env::var_os(variable).map(PathBuf::from);
    let set = set.filter(|path| path.is_absolute());
    let base = set.or_else(|| Some(env::home_dir()?.join(usual)))?;
    Some(base.join("admiralty").join(name))
}

#[cfg(test)]
mod quoting_tests {
    use super::*;

    /// The output is the same however it is split, and only a terminal gets it escaped.
    #[test]
    fn control_characters_are_escaped_on_a_terminal() {
        let text = b"F\xc3\xbc\xc3\x1b[2J\t\r\n\xff\xf0\x9f\x9a\xa2\x07\n\xe2\x82";
        let escaped = "F\u{fc}\\xc3\\u{1b}[2J\t\\r\n\\xff\u{1f6a2}\\u{7}\n\\xe2\\x82";
        for (is_terminal, expected) in [(false, &text[..]), (true, escaped.as_bytes())] {
            for step in 1..=text.len() {
                let mut writer = QuotingWriter {
                    out: Vec::new(),
                    is_terminal,
                    rest: Vec::new(),
                };
                for part in text.chunks(step) {
                    writer.write_all(part).expect("a vector takes everything");
                }
                writer.flush().expect("a vector takes everything");
                assert_eq!(writer.out, expected, "{step}");
            }
        }
    }
}

#[cfg(all(test, unix))]
mod tests {
    use std::fs::{self, Permissions};
    use std::os::unix::fs::{PermissionsExt, symlink};

    use super::*;

    #[test]
    fn a_file_that_is_replaced_keeps_its_links_and_permissions() {
        let directory = tempfile::tempdir().expect("a directory");
        let [path, link] = ["file", "link"].map(|name| directory.path().join(name));
        replace(&path, b"one").expect("written");
        fs::set_permissions(&path, Permissions::from_mode(0o640)).expect("a mode");
        symlink(&path, &link).expect("a link");
        replace(&link, b"two").expect("written");
        assert!(link.is_symlink());
        assert_eq!(fs::read(&path).expect("a file"), b"two");
        let mode = path.metadata().expect("a file").permissions().mode();
        assert_eq!(mode & 0o777, 0o640);
        assert_eq!(
            fs::read_dir(directory.path()).expect("a directory").count(),
            2
        );
    }
}
