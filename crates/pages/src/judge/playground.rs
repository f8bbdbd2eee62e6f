//! Links that open a script in the playground.

use std::io::Write;

use base64::Engine;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use flate2::Compression;
use flate2::write::DeflateEncoder;

use crate::panes::PageLink;

/// The link that opens a script in the playground at `address`, as its *Copy a link* makes it.
pub(super) fn open_in_playground(address: &str, script: &[u8]) -> PageLink {
    let mut packed = DeflateEncoder::new(Vec::new(), Compression::best());
    let packed = packed
        .write_all(script)
        .and_then(|()| packed.finish())
        .expect("a vector takes everything");
    let packed = URL_SAFE_NO_PAD.encode(packed);
    PageLink {
        text: "Open in the playground".to_owned(),
        path: format!("{address}#script={packed}"),
        is_main: true,
    }
}

#[cfg(test)]
mod tests {
    use std::io::Read;

    use flate2::read::DeflateDecoder;

    use super::*;

    #[test]
    fn the_link_has_the_script() {
        for script in [
            &b""[..],
            b"[state]\nPRINT 0\n",
            &[0xff, 0, b'\n'].repeat(9999),
        ] {
            let link = open_in_playground("file:///p.html", script);
            let packed = link.path.strip_prefix("file:///p.html#script=");
            let packed = URL_SAFE_NO_PAD.decode(packed.expect("the address"));
            let mut found = Vec::new();
            DeflateDecoder::new(&*packed.expect("base 64"))
                .read_to_end(&mut found)
                .expect("it is whole");
            assert_eq!(found, script);
        }
    }
}
