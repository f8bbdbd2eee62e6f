//! The language server, through pipes.

use std::collections::BTreeSet;
use std::io::{BufRead, BufReader, Read, Write};
use std::ops::Range;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

use admiralty_core::rng::Rng;
use admiralty_core::rules::RuleSet;
use admiralty_core::script::{Keyword, Line, Reason, Tag};
use serde_json::{Value, json};

use crate::support::{Call, scaled, thinned};

pub const URI: &str = "file:///game.ships";

/// An editor that has started a server.
pub struct Editor {
    server: Child,
    stdin: ChildStdin,
    stdout: BufReader<ChildStdout>,
    requests: i64,
}

impl Editor {
    /// A server that was not initialised.
    pub fn start() -> Self {
        let mut server = Command::new(env!("CARGO_BIN_EXE_admiralty"))
            .arg("lsp")
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()
            .expect("the program starts");
        let stdin = server.stdin.take().expect("a pipe");
        let stdout = BufReader::new(server.stdout.take().expect("a pipe"));
        Self {
            server,
            stdin,
            stdout,
            requests: 0,
        }
    }

    pub fn new() -> Self {
        Self::with(&json!({ "capabilities": {} }))
    }

    /// A server that was initialised with some parameters.
    pub fn with(params: &Value) -> Self {
        let mut editor = Self::start();
        editor.result("initialize", params);
        editor.notify("initialized", &json!({}));
        editor
    }

    fn send(&mut self, bytes: &[u8]) {
        self.stdin.write_all(bytes).expect("the server reads");
    }

    fn send_body(&mut self, body: &[u8]) {
        self.send(format!("Content-Length: {}\r\n\r\n", body.len()).as_bytes());
        self.send(body);
    }

    pub fn notify(&mut self, method: &str, params: &Value) {
        let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
        self.send_body(message.to_string().as_bytes());
    }

    pub fn read(&mut self) -> Value {
        let mut length = 0;
        loop {
            let mut line = String::new();
            assert!(
                self.stdout.read_line(&mut line).expect("text") > 0,
                "it ended"
            );
            match line.trim_end().strip_prefix("Content-Length: ") {
                Some(number) => length = number.parse().expect("a number"),
                None if line == "\r\n" => break,
                None => panic!("{line:?} in a header"),
            }
        }
        let mut body = vec![0; length];
        self.stdout.read_exact(&mut body).expect("a body");
        let message: Value = serde_json::from_slice(&body).expect("JSON");
        assert_eq!(message["jsonrpc"], "2.0");
        message
    }

    /// The next response.
    fn response(&mut self) -> Value {
        loop {
            let message = self.read();
            if message.get("id").is_some() {
                return message;
            }
        }
    }

    pub fn request(&mut self, method: &str, params: &Value) -> Value {
        self.requests += 1;
        let id = self.requests;
        let message = json!({ "jsonrpc": "2.0", "id": id, "method": method, "params": params });
        self.send_body(message.to_string().as_bytes());
        let response = self.response();
        assert_eq!(response["id"], id);
        response
    }

    /// The result of a request that succeeds.
    pub fn result(&mut self, method: &str, params: &Value) -> Value {
        let response = self.request(method, params);
        assert_eq!(response.get("error"), None, "{response}");
        response["result"].clone()
    }

    /// The findings published for a version of a document.
    fn published(&mut self, uri: &str, version: i32) -> Vec<Value> {
        loop {
            let message = self.read();
            let params = &message["params"];
            if params["uri"] == uri && params["version"] == version {
                assert_eq!(message["method"], "textDocument/publishDiagnostics");
                let mut found = params["diagnostics"].as_array().expect("a list").clone();
                let is_fading = |one: &Value| one["code"] == "never-executed";
                if let Some(last) = found.iter().position(is_fading) {
                    assert_eq!(found[last]["tags"], json!([1]));
                    assert_eq!(last + 1, found.len());
                    found.pop();
                }
                return found;
            }
        }
    }

    /// Opens a document, and returns what is published about it.
    pub fn open(&mut self, uri: &str, text: &str) -> Vec<Value> {
        let document = json!({ "uri": uri, "languageId": "ships", "version": 0, "text": text });
        self.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        self.published(uri, 0)
    }

    fn change(&mut self, version: i32, changes: &[Value]) -> Vec<Value> {
        let document = json!({ "uri": URI, "version": version });
        let params = json!({ "textDocument": document, "contentChanges": changes });
        self.notify("textDocument/didChange", &params);
        self.published(URI, version)
    }

    /// The edits of all quick fixes.
    fn fixes(&mut self, text: &str) -> Vec<Value> {
        let range = range(text, &(0..text.len()));
        let params = json!({
            "textDocument": { "uri": URI },
            "range": range,
            "context": { "diagnostics": [] },
        });
        let actions = self.result("textDocument/codeAction", &params);
        let actions = actions.as_array().expect("a list").iter();
        let title = |action: &Value| action["title"].as_str().expect("text").to_owned();
        let replaces = |action: &Value| {
            ["Replace with ", "Swap row"]
                .iter()
                .any(|beginning| title(action).starts_with(beginning))
        };
        actions
            .filter(|action| replaces(action))
            .map(|action| action["edit"]["changes"][URI][0].clone())
            .collect()
    }

    fn formatting(&mut self, uri: &str) -> Vec<Value> {
        let options = json!({ "tabSize": 4, "insertSpaces": true });
        let params = json!({ "textDocument": { "uri": uri }, "options": options });
        let edits = self.result("textDocument/formatting", &params);
        edits.as_array().expect("a list").clone()
    }

    pub fn at(&mut self, method: &str, line: u32, character: u32) -> Value {
        let position = json!({ "line": line, "character": character });
        self.result(
            method,
            &json!({ "textDocument": { "uri": URI }, "position": position }),
        )
    }

    /// Whether the server has not ended.
    pub fn is_running(&mut self) -> bool {
        self.server.try_wait().expect("a child").is_none()
    }

    fn end(mut self) -> Option<i32> {
        drop(self.stdin);
        self.server.wait().expect("it ends").code()
    }
}

/// The position of a byte, as the protocol counts.
pub fn position(text: &str, byte: usize) -> Value {
    let (mut line, mut character) = (0, 0);
    let mut before = text[..byte].chars().peekable();
    while let Some(one) = before.next() {
        let is_ending = one == '\n' || one == '\r' && before.peek() != Some(&'\n');
        let is_in_ending = one == '\r' && before.peek().is_none() && text[byte..].starts_with('\n');
        if is_ending && !is_in_ending {
            (line, character) = (line + 1, 0);
        } else if one != '\r' {
            character += one.len_utf16();
        }
    }
    json!({ "line": line, "character": character })
}

pub fn range(text: &str, bytes: &Range<usize>) -> Value {
    let [start, end] = [bytes.start, bytes.end].map(|byte| position(text, byte));
    json!({ "start": start, "end": end })
}

/// The bytes of a range.
pub fn bytes(text: &str, range: &Value) -> Range<usize> {
    let byte = |place: &Value| {
        let mut bytes = 0..=text.len();
        let found =
            bytes.find(|&byte| text.is_char_boundary(byte) && position(text, byte) == *place);
        found.unwrap_or_else(|| panic!("no {place} in {text:?}"))
    };
    byte(&range["start"])..byte(&range["end"])
}

/// A text with edits, which are in order.
pub fn edited(text: &str, edits: &[Value]) -> String {
    let mut edited = text.to_owned();
    for edit in edits.iter().rev() {
        let new = edit["newText"].as_str().expect("text");
        edited.replace_range(bytes(text, &edit["range"]), new);
    }
    edited
}
/// The scripts in some folders of `fixtures/`.
fn scripts(folders: &[&str]) -> Vec<(PathBuf, String)> {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("fixtures");
    let mut scripts = Vec::new();
    for folder in folders {
        let entries = std::fs::read_dir(fixtures.join(folder)).expect("a directory");
        let paths = entries.map(|entry| entry.expect("a file").path());
        for path in paths.filter(|path| path.extension().is_some_and(|is| is == "in")) {
            let script = std::fs::read(&path).expect("a file");
            scripts.push((path, String::from_utf8_lossy(&script).into_owned()));
        }
    }
    scripts
}

/// The findings of `check`, as diagnostics and edits.
fn checked(text: &str) -> (Vec<Value>, Vec<Value>) {
    let output = Call::new("check --format json -").stdin(text).output();
    let found: Value = serde_json::from_slice(&output.stdout).expect("JSON");
    let starts: Vec<_> = [0]
        .into_iter()
        .chain(text.match_indices('\n').map(|(at, _)| at + 1))
        .collect();
    let (mut diagnostics, mut edits) = (Vec::new(), Vec::new());
    for one in found.as_array().expect("a list") {
        let number =
            |value: &Value| usize::try_from(value.as_u64().expect("a number")).expect("small");
        let line = number(&one["line"]);
        let range = |place: &Value| {
            let start = starts[line - 1];
            let bytes = ["column", "end_column"].map(|name| {
                let mut chars = text[start..].char_indices();
                chars
                    .nth(number(&place[name]) - 1)
                    .map_or(text.len(), |(at, _)| start + at)
            });
            range(text, &(bytes[0]..bytes[1]))
        };
        let texts = [&one["message"]].into_iter();
        let texts = texts.chain(one["notes"].as_array().expect("a list"));
        let mut texts: Vec<_> = texts
            .map(|text| text.as_str().expect("text").to_owned())
            .collect();
        // What a run does is not said to editors, but shown.
        texts.retain(|text| !text.starts_with("the run stops here"));
        if let Some(line) = one.get("follows") {
            texts.push(format!("this may follow from the error on line {line}"));
        }
        diagnostics.push(json!({
            "range": range(one),
            "severity": if one["severity"] == "error" { 1 } else { 2 },
            "code": one["code"],
            "source": "admiralty",
            "message": texts.join("\n"),
        }));
        if let Some(replacement) = one.get("replacement") {
            edits.push(json!({ "range": range(replacement), "newText": replacement["text"] }));
        }
    }
    (diagnostics, edits)
}

#[apply(trial)]
fn findings_and_fixes_are_those_of_check() {
    let mut editor = Editor::new();
    let mut fixes = 0;
    let others = thinned(scripts(&["", "errors", "contract", "rules"]), 8);
    let wide = (
        PathBuf::new(),
        "[state]\nREEF 😀é 4\rx\r\nFIRE 😀\n".to_owned(),
    );
    for (path, text) in scripts(&["check"]).into_iter().chain(others).chain([wide]) {
        let (diagnostics, edits) = checked(&text);
        let mut found = editor.open(URI, &text);
        for one in &mut found {
            one.as_object_mut()
                .expect("an object")
                .remove("relatedInformation");
        }
        assert_eq!(found, diagnostics, "{}", path.display());
        assert_eq!(editor.fixes(&text), edits, "{}", path.display());
        fixes += edits.len();
    }
    assert!(fixes > 20, "{fixes}");
}

#[apply(long_trial)]
fn a_quick_fix_removes_its_error() {
    let mut editor = Editor::new();
    let mut count = 0;
    for (path, text) in scripts(&["check"]) {
        let before = editor.open(URI, &text);
        for fix in editor.fixes(&text) {
            let fixed = edited(&text, std::slice::from_ref(&fix));
            let after = editor.open(URI, &fixed);
            let line = &fix["range"]["start"]["line"];
            let on_line = |found: &[Value]| {
                let found = found.iter();
                found
                    .filter(|one| one["range"]["start"]["line"] == *line)
                    .cloned()
                    .collect::<Vec<_>>()
            };
            assert_ne!(
                on_line(&before),
                on_line(&after),
                "{}: {fix}",
                path.display()
            );
            assert!(
                on_line(&after).len() <= on_line(&before).len(),
                "{}: {fix}",
                path.display()
            );
            count += 1;
            editor.open(URI, &text);
        }
    }
    assert!(count > 10, "{count}");
}

#[apply(trial)]
fn formatting_writes_lines_as_the_program_does_and_is_idempotent() {
    let mut editor = Editor::new();
    let mut count = 0;
    for (path, text) in scripts(&["", "check", "errors"]) {
        let text = text.replace(' ', " \t");
        editor.open(URI, &text);
        let edits = editor.formatting(URI);
        count += edits.len();
        let formatted = edited(&text, &edits);
        let lines = text.split('\n').map(|line| {
            let line_end = if line.ends_with('\r') { "\r" } else { "" };
            let line = Line::formatted(line.as_bytes()).into_owned();
            let line = String::from_utf8(line).expect("UTF-8");
            line.trim_end_matches('\r').to_owned() + line_end
        });
        let expected = lines.collect::<Vec<_>>().join("\n");
        assert_eq!(formatted, expected, "{}", path.display());
        editor.open(URI, &formatted);
        assert_eq!(
            editor.formatting(URI),
            Vec::<Value>::new(),
            "{}",
            path.display()
        );
    }
    assert!(count > 50, "{count}");
}

/// A text that was changed in many steps is the same as one that was opened.
#[apply(trial)]
fn changes_leave_the_same_text_as_opening_it() {
    // The edits of formatting have all of the text of `INFORMATION`.
    const PIECES: [&str; 16] = [
        "INFORMATION  A  ",
        "[state]\n",
        "[playerA]\r\n",
        "\n",
        "\r\n",
        "\r",
        "é",
        "😀",
        "\u{feff}",
        " ",
        "REEF 3  4",
        "SHOOT",
        "x",
        "\t",
        "漢",
        "e\u{301}",
    ];
    for seed in 0..scaled(8) {
        let mut rng = Rng::seeded(seed);
        let mut editor = Editor::new();
        let mut text = "[state]\nINFORMATION  A  é\n[state]\n".to_owned();
        editor.open(URI, &text);
        for version in 1..=60 {
            let mut changes = Vec::new();
            for _ in 0..=rng.below_u32(3) {
                let boundaries: Vec<_> = (0..=text.len())
                    .filter(|&at| text.is_char_boundary(at))
                    .collect();
                // No position is between the two characters of a line ending.
                let boundaries: Vec<_> = (boundaries.into_iter())
                    .filter(|&at| !(text[..at].ends_with('\r') && text[at..].starts_with('\n')))
                    .collect();
                let first = rng.index(boundaries.len());
                let last = (first + rng.index(4)).min(boundaries.len() - 1);
                let bytes = boundaries[first]..boundaries[last];
                let pieces = (0..rng.below_u32(4)).map(|_| rng.choose(&PIECES));
                let new: String = pieces.collect();
                if rng.one_in(20) {
                    text.clone_from(&new);
                    changes.push(json!({ "text": new }));
                } else {
                    changes.push(json!({ "range": range(&text, &bytes), "text": new }));
                    text.replace_range(bytes, &new);
                }
            }
            let found = editor.change(version, &changes);
            let opened = editor.open("file:///other.ships", &text);
            let opened = json!(opened)
                .to_string()
                .replace("file:///other.ships", URI);
            assert_eq!(json!(found).to_string(), opened, "seed {seed}: {text:?}");
            let formatted = [URI, "file:///other.ships"].map(|uri| editor.formatting(uri));
            assert_eq!(formatted[0], formatted[1], "seed {seed}: {text:?}");
        }
    }
}

const SCRIPT: &str = "[state]\nREEF 3 4\nREEF 3  5\n[state]\nA won\n[playerA]\n  SHOOT 3 4\n";

#[apply(trial)]
fn a_command_is_explained_where_it_stands() {
    let mut editor = Editor::new();
    editor.open(URI, SCRIPT);
    let hover = editor.at("textDocument/hover", 6, 4);
    let text = hover["contents"]["value"].as_str().expect("text");
    assert!(
        text.contains("`SHOOT i C y x`") && text.contains("`NOT ALL SHIPS PLACED`"),
        "{text}"
    );
    let start = SCRIPT.find("SHOOT").expect("a command");
    assert_eq!(hover["range"], range(SCRIPT, &(start..start + 5)));
    for (line, character) in [(4, 1), (6, 0), (7, 0), (99, 99)] {
        assert_eq!(
            editor.at("textDocument/hover", line, character),
            Value::Null
        );
    }
}

#[apply(trial)]
fn what_belongs_in_the_open_group_is_completed() {
    let mut editor = Editor::new();
    editor.open(URI, SCRIPT);
    let mut labels = |line, character| {
        let items = editor.at("textDocument/completion", line, character);
        let items = items.as_array().into_iter().flatten();
        let labels = items.map(|item| item["label"].as_str().expect("text").to_owned());
        labels.collect::<Vec<_>>()
    };
    assert_eq!(labels(4, 0).len(), 3 + Keyword::ALL.len());
    let in_state = labels(1, 0);
    assert!(in_state.contains(&"[state]".to_owned()) && in_state.contains(&"REEF".to_owned()));
    assert!(!in_state.contains(&"[playerA]".to_owned()) && !in_state.contains(&"SHOOT".to_owned()));
    assert_eq!(labels(1, 2), ["REEF"]);
    assert_eq!(
        labels(6, 2),
        ["[playerA]", "PRINT", "PLACE_SHIP", "SHOOT", "MOVE", "SPY"]
    );
    assert_eq!(labels(6, 8), Vec::<String>::new());
    let items = editor.at("textDocument/completion", 6, 4);
    let start = SCRIPT.find("SHOOT").expect("a command");
    assert_eq!(
        items[0]["textEdit"]["range"],
        range(SCRIPT, &(start..start + 2))
    );
}

#[apply(trial)]
fn groups_can_be_folded() {
    let mut editor = Editor::new();
    editor.open(URI, SCRIPT);
    let document = json!({ "textDocument": { "uri": URI } });
    let ranges = editor.result("textDocument/foldingRange", &document);
    assert_eq!(
        ranges,
        json!([{ "startLine": 0, "endLine": 3 }, { "startLine": 5, "endLine": 6 }])
    );
    editor.change(1, &[json!({ "text": "[state]\n" })]);
    assert_eq!(
        editor.result("textDocument/foldingRange", &document),
        json!([])
    );
}

#[apply(trial)]
fn what_is_not_expected_is_refused() {
    let mut editor = Editor::start();
    let code = |response: &Value| response["error"]["code"].as_i64();
    let hover =
        json!({ "textDocument": { "uri": URI }, "position": { "line": 1, "character": 0 } });
    assert_eq!(
        code(&editor.request("textDocument/hover", &hover)),
        Some(-32002)
    );
    editor.result("initialize", &json!({ "capabilities": {} }));
    assert_eq!(
        code(&editor.request("initialize", &json!({}))),
        Some(-32600)
    );
    assert_eq!(
        code(&editor.request("textDocument/colour", &hover)),
        Some(-32601)
    );
    assert_eq!(
        code(&editor.request("textDocument/hover", &hover)),
        Some(-32602)
    );
    editor.notify("$/setTrace", &json!({ "value": "off" }));
    editor.open(URI, SCRIPT);
    assert!(editor.request("textDocument/hover", &hover)["result"].is_object());
    for params in [
        json!(null),
        json!([]),
        json!({ "textDocument": 3 }),
        json!({ "textDocument": { "uri": URI } }),
    ] {
        assert_eq!(
            code(&editor.request("textDocument/hover", &params)),
            Some(-32602)
        );
    }
    // Strings are ids, too.
    editor.send_body(br#"{"jsonrpc":"2.0","id":"a","method":"shutdown"}"#);
    assert_eq!(
        editor.response(),
        json!({ "jsonrpc": "2.0", "id": "a", "result": null })
    );
    assert_eq!(
        code(&editor.request("textDocument/hover", &hover)),
        Some(-32600)
    );
    editor.notify("exit", &Value::Null);
    assert_eq!(editor.end(), Some(0));
}

#[apply(trial)]
fn an_end_without_shutdown_is_an_error() {
    assert_eq!(Editor::start().end(), Some(1));
    assert_eq!(Editor::new().end(), Some(1));
    let mut editor = Editor::new();
    editor.notify("exit", &Value::Null);
    assert_eq!(editor.server.wait().expect("it ends").code(), Some(1));
}

/// The server refuses what it cannot read, and goes on. Since a change may have been lost, it
/// ignores the text until the editor sends it as a whole.
#[apply(trial)]
fn malformed_messages_do_no_harm() {
    let mut editor = Editor::new();
    let found = editor.open(URI, "FIRE\n");
    assert_eq!(found[0]["code"], "UNKNOWN COMMAND");
    for (body, code) in [
        (&b"{"[..], -32700),
        (b"", -32700),
        (b"\xff", -32700),
        (
            br#"{"jsonrpc":"2.0","method":"x","params":"\ud800"}"#,
            -32700,
        ),
        (b"[]", -32600),
        (br#"{"jsonrpc":"2.0","id":1.5,"method":"shutdown"}"#, -32600),
        (br#"{"id":1,"method":"shutdown"}"#, -32600),
    ] {
        editor.send_body(body);
        let response = editor.response();
        assert_eq!(
            (&response["id"], &response["error"]["code"]),
            (&Value::Null, &json!(code))
        );
    }
    let nested = "[".repeat(1 << 20);
    editor.send_body(nested.as_bytes());
    assert_eq!(editor.response()["error"]["code"], -32700);
    let found = editor.change(1, &[json!({ "range": range("", &(0..0)), "text": "x" })]);
    assert!(
        found[0]["message"]
            .as_str()
            .expect("text")
            .starts_with("this script is not checked")
    );
    let found = editor.change(2, &[json!({ "text": "FIRE\n" })]);
    assert_eq!(found[0]["code"], "UNKNOWN COMMAND");
    editor.notify(
        "textDocument/didChange",
        &json!({ "textDocument": { "uri": URI } }),
    );
    let found = editor.published(URI, 2);
    assert_eq!(found[0]["severity"], 2);
    editor.open(URI, "FIRE\n");
    // A wrong header, and lengths that are too short and too long.
    editor.send(b"what is this\r\n\r\nContent-Length: x\r\n\r\n{}");
    editor.send(b"Content-Length: 1\r\n\r\n{}");
    assert_eq!(editor.response()["error"]["code"], -32700);
    editor.send_body(br#"{"jsonrpc":"2.0","id":7,"method":"x"}"#);
    assert_eq!(editor.response()["id"], 7);
    editor.send(format!("{}\r\n", "-".repeat(100_000)).as_bytes());
    editor.send_body(br#"{"jsonrpc":"2.0","id":8,"method":"x"}"#);
    assert_eq!(editor.response()["id"], 8);
    editor.send_body(&vec![b' '; (1 << 26) + 1]);
    assert_eq!(editor.response()["error"]["code"], -32700);
    let found = editor.change(9, &[json!({ "text": "FIRE\n" })]);
    assert_eq!(found[0]["code"], "UNKNOWN COMMAND");
}

#[apply(trial)]
fn what_is_too_long_is_not_checked_or_shown() {
    let mut editor = Editor::new();
    let found = editor.open(URI, &"x".repeat((1 << 24) + 1));
    assert!(
        found[0]["message"]
            .as_str()
            .expect("text")
            .contains("16777216 bytes")
    );
    assert_eq!(found.len(), 1);
    let found = editor.change(1, &[json!({ "text": "FIRE\n".repeat(2000) })]);
    assert_eq!(found.len(), 1001);
    assert_eq!(
        found[1000]["message"],
        "only the first 1000 findings are shown"
    );
    editor.change(2, &[json!({ "text": "[state]\n".repeat(40_000) })]);
    let groups = editor.result(
        "textDocument/foldingRange",
        &json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(groups.as_array().map(Vec::len), Some(20_000));
    editor.change(3, &[json!({ "text": "FIRE\n".repeat(2000) })]);
    // Positions that are nowhere mean the nearest place.
    let end = json!({ "line": 4_000_000_000_u32, "character": 4_000_000_000_u32 });
    let found = editor.change(
        4,
        &[json!({ "range": { "start": { "line": 1, "character": 99 }, "end": end }, "text": "" })],
    );
    assert_eq!(found.len(), 2);
    let found = editor.change(5, &[json!({ "range": { "start": end, "end": { "line": 0, "character": 0 } }, "text": "\nFIRE" })]);
    assert_eq!(found.len(), 3);
    editor.notify(
        "textDocument/didClose",
        &json!({ "textDocument": { "uri": URI } }),
    );
    assert_eq!(
        editor.read()["params"],
        json!({ "uri": URI, "diagnostics": [] })
    );
}

/// The alternatives in a pattern of the grammar of the extension for Visual Studio Code.
fn alternatives(pattern: &Value) -> BTreeSet<String> {
    let pattern = pattern.as_str().expect("a pattern");
    let parts = pattern.split(['(', ')']);
    let words = parts
        .max_by_key(|part| part.matches('|').count())
        .expect("a part");
    let words = words.trim_start_matches("?:").split('|');
    words.map(str::to_owned).collect()
}

#[apply(trial)]
fn the_grammar_has_the_words_of_the_language() {
    let grammar = include_str!("../../editors/vscode/syntaxes/ships.tmLanguage.json");
    let grammar: Value = serde_json::from_str(grammar).expect("JSON");
    let rules = &grammar["repository"];
    let commands = Keyword::ALL.map(|keyword| keyword.text().to_owned());
    assert_eq!(alternatives(&rules["command"]["begin"]), commands.into());
    let tags = Tag::ALL.map(|tag| tag.text().trim_matches(['[', ']']).to_owned());
    assert_eq!(alternatives(&rules["group"]["begin"]), tags.into());
    let reasons = Reason::ALL.iter().map(ToString::to_string).collect();
    assert_eq!(
        alternatives(&rules["output"]["patterns"][1]["match"]),
        reasons
    );
    let arguments = &rules["argument"]["patterns"];
    let classes = RuleSet::ALL.iter().flat_map(|rules| &rules.classes);
    let classes = classes.map(|class| class.name.to_string()).collect();
    assert_eq!(alternatives(&arguments[1]["match"]), classes);
    let words = RuleSet::ALL
        .iter()
        .map(|rules| rules.name)
        .chain(["LENGTHS", "NAMED_HITS"]);
    assert_eq!(
        alternatives(&arguments[4]["match"]),
        words.map(str::to_owned).collect()
    );
    // The grammar for tree-sitter has the same.
    let words = include_str!("../../editors/tree-sitter-ships/words.json");
    let words: Value = serde_json::from_str(words).expect("JSON");
    let set = |name: &str| -> BTreeSet<String> {
        serde_json::from_value(words[name].clone()).expect("words")
    };
    assert_eq!(set("commands"), alternatives(&rules["command"]["begin"]));
    assert_eq!(set("tags"), alternatives(&rules["group"]["begin"]));
    assert_eq!(set("classes"), alternatives(&arguments[1]["match"]));
    let names = RuleSet::ALL.iter().map(|rules| rules.name.to_owned());
    assert_eq!(set("rules"), names.collect());
}
