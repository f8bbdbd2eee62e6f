//! Messages on a stream: a header with the length, an empty line, and a JSON object.

use std::io::{self, BufRead, Read, Write};

use gen_lsp_types::ErrorCodes;
use gen_lsp_types::json_rpc::{Error, RequestObject};
use serde::Serialize;

/// The longest message that is read, in bytes.
pub const MESSAGE_BYTES_MAX: u64 = 1 << 26;

/// Longer lines of a header are read in parts.
const HEADER_LINE_BYTES_MAX: u64 = 1 << 12;

/// Reads the next request or notification, or says why there is none; `None` at the end of the input. Skips anything else up to the next
/// header.
pub fn read_message(input: &mut impl BufRead) -> io::Result<Option<Result<RequestObject, Error>>> {
    let Some(length) = read_header(input)? else {
        return Ok(None);
    };
    let mut body = input.take(length);
    if length > MESSAGE_BYTES_MAX {
        io::copy(&mut body, &mut io::sink())?;
        let message = format!("a message has {length} bytes; at most {MESSAGE_BYTES_MAX} are read");
        return Ok(Some(Err(error(ErrorCodes::ParseError, message))));
    }
    let mut text = Vec::new();
    body.read_to_end(&mut text)?;
    Ok(Some(serde_json::from_slice(&text).map_err(|why| {
        let code = if why.is_data() {
            ErrorCodes::InvalidRequest
        } else {
            ErrorCodes::ParseError
        };
        error(code, format!("cannot read a message: {why}"))
    })))
}

/// Reads a header, and returns the length in it.
fn read_header(input: &mut impl BufRead) -> io::Result<Option<u64>> {
    const NAME: &[u8] = b"content-length:";
    let mut length = None;
    loop {
        let mut line = Vec::new();
        let mut rest = input.take(HEADER_LINE_BYTES_MAX);
        if rest.read_until(b'\n', &mut line)? == 0 {
            return Ok(None);
        }
        line.make_ascii_lowercase();
        // After a wrong length, the rest of a message precedes the header.
        if let Some(at) = line.windows(NAME.len()).rposition(|part| part == NAME) {
            let number = str::from_utf8(&line[at + NAME.len()..]).ok();
            length = number.and_then(|number| number.trim().parse().ok());
        } else if line.trim_ascii().is_empty() && length.is_some() {
            return Ok(length);
        }
    }
}

/// Writes a message.
pub fn write_message(out: &mut impl Write, message: &impl Serialize) -> io::Result<()> {
    let text = serde_json::to_vec(message)?;
    write!(out, "Content-Length: {}\r\n\r\n", text.len())?;
    out.write_all(&text)?;
    out.flush()
}

pub fn error(code: ErrorCodes, message: impl Into<String>) -> Error {
    Error {
        code,
        message: message.into(),
        data: None,
    }
}
