//! Reading pages and pictures.

use quick_xml::Reader;
use quick_xml::events::Event;

/// The texts between the tags of markup, which must be well-formed.
pub fn words(markup: &str) -> Vec<String> {
    let mut reader = Reader::from_str(markup);
    let mut words = vec![String::new()];
    loop {
        let text = match reader.read_event().expect("well-formed") {
            Event::Start(_) | Event::End(_) => {
                words.push(String::new());
                continue;
            }
            Event::Text(text) => text.decode().expect("UTF-8").into_owned(),
            Event::GeneralRef(name) => {
                let name = name.decode().expect("UTF-8");
                let text = quick_xml::escape::unescape(&format!("&{name};")).map(String::from);
                text.expect("a known name")
            }
            Event::Eof => return words,
            _ => continue,
        };
        words.last_mut().expect("one").push_str(&text);
    }
}

/// The same of the body of a page, which ends with its script, and which has no other script but that of
/// its colours.
pub fn words_of_page(page: &str) -> Vec<String> {
    assert_eq!(page.matches("<script").count(), 2);
    let start = page.find("<body>").expect("a body");
    let end = page.rfind("<script type=\"module\">").expect("a script");
    words(&format!("{}</body>", &page[start..end]))
}
