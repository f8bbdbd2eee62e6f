//! What the language server answers about a place in a script.

use std::time::{Duration, Instant};

use serde_json::{Value, json};

use super::lsp::{Editor, URI, edited, position, range};

/// The beginning of all scripts: cruiser 0 of A and destroyer 0 of B are placed, and A is next.
const BEFORE: &str = include_str!("before.ships");

/// An editor with a script, and where the cursor `|` is in it.
fn opened(marked: &str) -> (Editor, String, Value) {
    let snippets = json!({ "completionItem": { "snippetSupport": true } });
    let capabilities = json!({ "textDocument": { "completion": snippets } });
    let mut editor = Editor::with(&json!({ "capabilities": capabilities }));
    let marked = format!("{BEFORE}{marked}");
    let at = marked.find('|').expect("a cursor");
    let text = marked.replacen('|', "", 1);
    editor.open(URI, &text);
    let cursor = position(&text, at);
    (editor, text, cursor)
}

/// The answer to a request about a place, with more parameters.
fn asked(marked: &str, method: &str, more: &Value) -> (String, Value) {
    let (mut editor, text, cursor) = opened(marked);
    let mut params = json!({ "textDocument": { "uri": URI }, "position": cursor });
    for (name, value) in more.as_object().into_iter().flatten() {
        params[name] = value.clone();
    }
    let answer = editor.result(&format!("textDocument/{method}"), &params);
    (text, answer)
}

/// The strings that a pointer with `*` finds.
fn strings(value: &Value, path: &[&str]) -> Vec<String> {
    match path {
        [] => vec![
            value
                .as_str()
                .map_or_else(|| value.to_string(), str::to_owned),
        ],
        ["*", rest @ ..] => {
            let list = value.as_array().into_iter().flatten();
            list.flat_map(|one| strings(one, rest)).collect()
        }
        [name, rest @ ..] => strings(&value[*name], rest),
    }
}

#[apply(trial)]
fn arguments_are_completed() {
    for (marked, labels) in [
        ("[playerA]\nMOVE |", "0 CRU"),
        ("[playerA]\nMOVE 0 |", "CRU"),
        ("[playerA]\nMOVE 0 C|", "CRU"),
        ("[playerA]\nMOVE 0 CRU |", "F,L,R"),
        (
            "[playerA]\nMOVE 0 CRU F\nMOVE 0 CRU R\nMOVE 0 CRU F\nMOVE |",
            "",
        ),
        (
            "[playerA]\nSHOOT 0 CRU 11 4\n[playerA]\n[playerB]\nMOVE |",
            "0 DES",
        ),
        ("[playerA]\nSHOOT |", "0 CRU"),
        ("[playerA]\nSHOOT 0 CRU |", "11 4"),
        ("[playerA]\nSHOOT 0 CRU 11 |", "4"),
        ("[playerA]\nSHOOT 0 CRU 12 |", ""),
        ("[playerA]\nSHOOT 7 CRU |", ""),
        (
            "[playerA]\nSHOOT 0 CRU 11 4\n[playerA]\n[playerB]\nSHOOT 0 DES |",
            "",
        ),
        (
            "[state]\nAUTO_SHOOTING\n[state]\n[playerA]\nSHOOT |",
            "11 4,12 4",
        ),
        ("[playerA]\nPRINT |", "0,1"),
        ("[playerA]\nPR|", "PRINT"),
        ("[playerA]\npr|", "PRINT"),
        ("[pl|", "[playerA],[playerB],[playerA] ... [playerA]"),
        ("[playerA]\n[|", "[playerA]"),
        ("[state]\nNEXT_PLAYER |", "A,B"),
        ("[state]\nRULES ge|", "german"),
        ("[state]\nRULES msx\nSHIP A 0 0 |", "E,W"),
        ("[state]\nSET_FLEET A 0 0 2 0\nSHIP A 0 0 N |", "1 CRU"),
        ("[state]\nSHIP A 0 0 N 1 CRU |", "111"),
        (
            "[state]\nSET_FLEET B 0 0 0 2\n[state]\n[playerA]\n[playerA]\n[playerB]\nPLACE_SHIP |",
            "11 0 N 1 DES,11 1 N 1 DES,11 2 N 1 DES,11 6 N 1 DES,11 7 N 1 DES",
        ),
        ("[state]\nREEF |", ""),
        ("what |", ""),
    ] {
        let (text, items) = asked(marked, "completion", &json!(null));
        let found = strings(&items, &["*", "label"]).join(",");
        assert_eq!(found, labels, "{marked}");
        for item in items.as_array().expect("a list") {
            let edit = &item["textEdit"];
            let typed = super::lsp::bytes(&text, &edit["range"]);
            let filter = item["filterText"].as_str().expect("text");
            assert!(
                filter
                    .to_lowercase()
                    .starts_with(&text[typed].to_lowercase()),
                "{marked}: {item}"
            );
        }
    }
}

/// What is asked about a place, with more parameters; the path of what is expected in the answer.
type Asked = (
    &'static str,
    &'static str,
    Value,
    &'static str,
    &'static str,
);

fn check_answers(rows: impl IntoIterator<Item = Asked>) {
    for (marked, method, more, path, expected) in rows {
        let (_, answer) = asked(marked, method, &more);
        let path: Vec<_> = path.split('/').collect();
        let found = strings(&answer, &path).join(",");
        if method == "hover" {
            assert!(found.contains(expected), "{marked}: {found}");
        } else {
            assert_eq!(found, expected, "{marked}: {answer}");
        }
    }
}

#[apply(trial)]
fn hovering_tells_about_the_place() {
    check_answers([
        (
            "[playerA]\nMOVE 0 |CRU F",
            "hover",
            json!(null),
            "contents/value",
            "A's CRU 0 (cruiser): head on 6 4",
        ),
        (
            "[playerA]\nSHOOT 0 CRU 11 |4",
            "hover",
            json!(null),
            "contents/value",
            "11 4: segment 0 of B's DES 0, destroyed",
        ),
        (
            "[playerA]\nSHOOT 0 CRU 10 |4",
            "hover",
            json!(null),
            "contents/value",
            "10 4: water",
        ),
        (
            "[playerA|]\n",
            "hover",
            json!(null),
            "contents/value",
            "turn 3, of player A",
        ),
        (
            "[playerA]\nMOVE 0 CRU |L",
            "hover",
            json!(null),
            "contents/value",
            "`F` forward",
        ),
    ]);
}

#[apply(trial)]
fn answers_are_about_the_place() {
    check_answers([
        (
            "[playerA]\nPLACE_SHIP 0 0 |",
            "signatureHelp",
            json!(null),
            "activeParameter",
            "2",
        ),
        (
            "[playerA]\nSHOOT 0 CRU |",
            "signatureHelp",
            json!(null),
            "activeSignature",
            "1",
        ),
        (
            "[playerA]\nMOVE 0 CR|U F",
            "definition",
            json!(null),
            "range/start/line",
            "6",
        ),
        (
            "[playerA]\nMOVE 0 CR|U F\nMOVE 0 CRU R",
            "references",
            json!(null),
            "*/range/start/line",
            "6,12,13",
        ),
        (
            "[playerA]\nMOVE 0 CR|U F",
            "documentHighlight",
            json!(null),
            "*/kind",
            "3,2",
        ),
        (
            "[playerA]\nMOVE 0 CR|U F",
            "prepareRename",
            json!(null),
            "placeholder",
            "0",
        ),
        (
            "[playerA|]\n\n[playerA]",
            "linkedEditingRange",
            json!(null),
            "ranges/*/start/line",
            "11,13",
        ),
        (
            "[playe|]\n\n[playe]",
            "linkedEditingRange",
            json!(null),
            "ranges/*/start/line",
            "11,13",
        ),
        (
            "[playerA]\n|",
            "onTypeFormatting",
            json!({ "ch": "\n" }),
            "*/newText",
            "\n[playerA]",
        ),
        (
            "[playerA]\n|\nMOVE 0 CRU F",
            "onTypeFormatting",
            json!({ "ch": "\n" }),
            "*/newText",
            "[playerA]\n",
        ),
        (
            "[playerA]\n|\n[playerA]",
            "onTypeFormatting",
            json!({ "ch": "\n" }),
            "*/newText",
            "",
        ),
        (
            "|",
            "documentSymbol",
            json!(null),
            "*/name",
            "[state],[playerA] turn 1,[playerB] turn 2",
        ),
        (
            "|",
            "documentSymbol",
            json!(null),
            "*/children/*/name",
            "A's CRU 0,B's DES 0",
        ),
    ]);
}

#[apply(trial)]
fn a_ship_is_renamed_everywhere_unless_its_index_is_taken() {
    let script = "[playerA]\nMOVE 0 CR|U F\nSHOOT 0 CRU 11 4\n[playerA]\n";
    let (text, edits) = asked(script, "rename", &json!({ "newName": "7" }));
    let edits = edits["changes"][URI].as_array().expect("edits").clone();
    let renamed = edited(&text, &edits);
    assert_eq!(renamed.matches("7 CRU").count(), 3, "{renamed}");
    assert!(
        renamed.contains("N 0 DES") && !renamed.contains("0 CRU"),
        "{renamed}"
    );
    for name in ["x", "-1", "1"] {
        let script = "[state]\nSHIP A 2 2 N 1 CRU 111\n[state]\n[playerA]\nMOVE 0 C|RU F";
        let (mut editor, _, cursor) = opened(script);
        let document = json!({ "uri": URI });
        let params = json!({ "textDocument": document, "position": cursor, "newName": name });
        let answer = editor.request("textDocument/rename", &params);
        assert_eq!(answer["error"]["code"], -32602, "{name}");
    }
}

#[apply(trial)]
fn hints_say_what_lines_did() {
    let script =
        "[playerA]\nSHOOT 0 CRU 10 4\nSHOOT 0 CRU 11 4\nMOVE 0 CRU L\nPRINT 1\n[playerA]\n|";
    let (mut editor, text, _) = opened(script);
    let params = json!({ "textDocument": { "uri": URI }, "range": range(&text, &(0..text.len())) });
    let hints = editor.result("textDocument/inlayHint", &params);
    let labels = strings(&hints, &["*", "label"]);
    let expected = [
        "turn 1",
        "turn 2",
        "turn 3",
        "hits water",
        "hits B's DES 0",
        "now 6 2 W",
        "line 1 of the output",
    ];
    assert_eq!(labels, expected);
    let mut silent = Editor::start();
    let options = json!({ "inlayHints": false });
    let answer = silent.result(
        "initialize",
        &json!({ "capabilities": {}, "initializationOptions": options }),
    );
    assert_eq!(answer["capabilities"]["inlayHintProvider"], false);
}

/// With each action, the script has fewer findings.
#[apply(trial)]
fn actions_repair_what_was_found() {
    for (marked, title) in [
        (
            "[playerA]\n[state|]\n[state]\n",
            "Close the [playerA] group first",
        ),
        ("[playerB|]\n[playerB]\n", "Insert an empty [playerA] turn"),
        ("[playerA|]\n", "Close the [playerA] group"),
        (
            "[playerA]\nPLACE_SHIP 2 8 N 1 CR|U\n[playerA]\n",
            "Declare the fleet that A places: SET_FLEET A 0 0 2 0",
        ),
        (
            "[state]\nREEF 3 1|5\n[state]\n",
            "Swap row and column: 15 3",
        ),
        (
            "[state]\nBOARD_SIZE 21 10\nEXTENDED_SHIPS\nSET_FLEET A 0 0 0 1\nSET_FLEET B 0 0 0 1\n\
            SHIP A 8 4 N 0 DES 11\nSHIP B 11 4 N 0 DES 10\n[state]\n\
            [playerA]\nSHOOT 0 DES 11 4\n[playerA]\nMOVE 0 DES |F\n",
            "Remove what is never executed",
        ),
        ("[state]\nNEXT_PLAYER |C\n[state]\n", ""),
    ] {
        let (mut editor, text, cursor) = opened(marked);
        let before = editor.open(URI, &text).len();
        let params = json!({
            "textDocument": { "uri": URI },
            "range": { "start": cursor, "end": cursor },
            "context": { "diagnostics": [] },
        });
        let actions = editor.result("textDocument/codeAction", &params);
        let actions = actions.as_array().expect("a list");
        let offered = strings(&json!(actions), &["*", "title"]);
        assert_eq!(
            offered.last().map(String::as_str),
            Some("Show the board here")
        );
        if title.is_empty() {
            assert_eq!(offered.len(), 1, "{offered:?}");
            continue;
        }
        let action = actions.iter().find(|action| action["title"] == title);
        let action = action.unwrap_or_else(|| panic!("{marked}: {offered:?}"));
        let edits = action["edit"]["changes"][URI].as_array().expect("edits");
        let after = editor.open(URI, &edited(&text, edits)).len();
        assert!(after < before, "{marked}: {after} of {before}");
    }
}

/// Lines outside the selection stay as they are.
#[apply(trial)]
fn a_selection_is_formatted() {
    let script = "  PRINT  0\n  PRINT  1\r\n\tPRINT  0\n|";
    let first = BEFORE.lines().count();
    for (lines, expected) in [
        (0..0, "PRINT 0\n  PRINT  1\r\n\tPRINT  0\n"),
        (1..1, "  PRINT  0\nPRINT 1\r\n\tPRINT  0\n"),
        (1..2, "  PRINT  0\nPRINT 1\r\nPRINT 0\n"),
    ] {
        let [start, end] = [lines.start, lines.end].map(|line| first + line);
        let range = json!({
            "start": { "line": start, "character": 3 },
            "end": { "line": end, "character": 4 },
        });
        let (text, edits) = asked(script, "rangeFormatting", &json!({ "range": range }));
        let edits = edits.as_array().expect("edits");
        let expected = format!("{BEFORE}{expected}");
        assert_eq!(edited(&text, edits), expected, "{lines:?}");
    }
}

/// The words that have a semantic token, with its type.
fn coloured(text: &str, answer: &Value) -> Vec<(String, String)> {
    let mut server = Editor::start();
    let provider = server.result("initialize", &json!({ "capabilities": {} }));
    let provider = &provider["capabilities"]["semanticTokensProvider"];
    let types = strings(provider, &["legend", "tokenTypes", "*"]);
    let data = answer["data"].as_array().expect("numbers").iter();
    let data: Vec<_> = data
        .map(|number| usize::try_from(number.as_u64().expect("from 0")).expect("small"))
        .collect();
    let (mut line, mut character) = (0, 0);
    let tokens = data.chunks(5).map(|token| {
        if token[0] > 0 {
            character = 0;
        }
        line += token[0];
        character += token[1];
        let line = text.lines().nth(line).expect("a line");
        let units: Vec<_> = line.encode_utf16().collect();
        let word = &units[character..character + token[2]];
        let word = String::from_utf16(word).expect("a whole word");
        (word, types[token[3]].clone())
    });
    tokens.collect()
}

#[apply(trial)]
fn words_are_coloured_by_what_they_are() {
    let script = "[state]\nINFORMATION A 😀 x\nSHIP B 2 3 N 1 CRU 111 what\nA won\n[state]\n|";
    let expected = [
        ("[state]", "namespace"),
        ("INFORMATION", "keyword"),
        ("A", "variable"),
        ("😀", "string"),
        ("x", "string"),
        ("SHIP", "keyword"),
        ("B", "variable"),
        ("2", "number"),
        ("3", "number"),
        ("N", "enumMember"),
        ("1", "number"),
        ("CRU", "class"),
        ("111", "number"),
        ("[state]", "namespace"),
    ];
    let expected = expected.map(|(word, kind)| (word.to_owned(), kind.to_owned()));
    let (text, answer) = asked(script, "semanticTokens/full", &json!(null));
    let all = coloured(&text, &answer);
    assert!(all.ends_with(&expected), "{all:?}");
    let one = range(&text, &(text.find("SHIP B").expect("there")..text.len()));
    let (_, answer) = asked(script, "semanticTokens/range", &json!({ "range": one }));
    assert_eq!(coloured(&text, &answer), expected[5..]);
}

/// The command of the action answers with the text that it shows, and what the extension asks for has it, too.
#[apply(trial)]
fn the_board_is_shown_as_it_is_at_the_cursor() {
    let (mut editor, _, cursor) = opened("[playerA]\nSHOOT 0 CRU |11 4\nMOVE 0 CRU F\n");
    let mut board = |method: &str, line: u64| {
        let position = json!({ "line": line, "character": 0 });
        let document = json!({ "uri": URI });
        editor.result(
            method,
            &json!({
                "command": "admiralty.showBoard",
                "arguments": [URI, position],
                "textDocument": document,
                "position": position,
            }),
        )
    };
    let line = cursor["line"].as_u64().expect("a number");
    let texts = [line - 1, line, line + 1].map(|line| {
        let shown = board("workspace/executeCommand", line);
        let asked = board("admiralty/board", line);
        assert_eq!(asked["text"], shown);
        assert_eq!(asked["line"], line + 1);
        assert!(
            asked["picture"]
                .as_str()
                .is_some_and(|svg| svg.contains("<svg"))
        );
        shown.as_str().expect("text").to_owned()
    });
    assert!(texts[0] != texts[1] && texts[1] != texts[2], "{texts:?}");
    for params in [
        json!({ "command": "other", "arguments": [URI, cursor] }),
        json!({ "command": "admiralty.showBoard", "arguments": ["file:///closed", cursor] }),
        json!({ "command": "admiralty.showBoard", "arguments": [URI] }),
    ] {
        let answer = editor.request("workspace/executeCommand", &params);
        assert_eq!(answer["error"]["code"], -32602, "{params}");
    }
}

/// Whichever encoding of positions the editor knows, and if it asks for findings itself.
#[apply(trial)]
fn positions_are_counted_as_the_editor_does() {
    const SCRIPT: &str = "[state]\nINFORMATION  A  😀\n[state]\nFIRE\n";
    for (encoding, column) in [("utf-8", 20), ("utf-16", 18), ("utf-32", 17)] {
        let mut editor = Editor::start();
        let capabilities = json!({
            "general": { "positionEncodings": [encoding, "utf-16"] },
            "textDocument": { "diagnostic": {} },
        });
        let answer = editor.result("initialize", &json!({ "capabilities": capabilities }));
        assert_eq!(answer["capabilities"]["positionEncoding"], encoding);
        let document = json!({ "uri": URI, "languageId": "ships", "version": 0, "text": SCRIPT });
        editor.notify("textDocument/didOpen", &json!({ "textDocument": document }));
        let document = json!({ "textDocument": { "uri": URI } });
        let report = editor.result("textDocument/diagnostic", &document);
        assert_eq!(report["items"][0]["code"], "UNKNOWN COMMAND");
        assert_eq!(report["items"][0]["range"]["start"]["line"], 3);
        let place = json!({ "line": 1, "character": column });
        let edit = json!({ "start": place, "end": place });
        let change = json!({ "range": edit, "text": "x" });
        let versioned = json!({ "uri": URI, "version": 1 });
        let params = json!({ "textDocument": versioned, "contentChanges": [change] });
        editor.notify("textDocument/didChange", &params);
        let edits = editor.result("textDocument/formatting", &document);
        let text = edits[0]["newText"].as_str().expect("an edit");
        assert!(text.contains("INFORMATION A 😀x\n"), "{encoding}: {text}");
    }
}

/// Places that are related are said as such.
#[apply(trial)]
fn where_a_group_was_opened_is_related() {
    let mut editor = Editor::new();
    let found = editor.open(URI, "[state]\n\n[playerA]\n[playerA]\n");
    let related = &found[0]["relatedInformation"][0];
    assert_eq!(related["message"], "opened here");
    assert_eq!(related["location"]["range"]["start"]["line"], 0);
    let lines = strings(&json!(found), &["*", "range", "start", "line"]);
    let mut sorted = lines.clone();
    sorted.sort();
    assert_eq!(lines, sorted);
}

#[cfg(unix)]
#[apply(trial)]
fn the_server_ends_with_its_editor() {
    let mut other = std::process::Command::new("sleep")
        .arg("600")
        .spawn()
        .expect("a process");
    let mut server = Editor::with(&json!({ "processId": other.id(), "capabilities": {} }));
    other.kill().expect("it runs");
    other.wait().expect("it ends");
    let start = Instant::now();
    while start.elapsed() < Duration::from_secs(30) && server.is_running() {
        std::thread::sleep(Duration::from_millis(50));
    }
    assert!(!server.is_running());
}

/// A change to a long script is answered before the rest of it is executed.
#[apply(trial)]
fn an_edit_of_a_long_script_is_answered_at_once() {
    let turns = "[playerA]\n[playerA]\n[playerB]\n[playerB]\n";
    let mut text = format!("{BEFORE}{}", turns.repeat(20_000));
    let mut editor = Editor::new();
    editor.open(URI, &text);
    for version in 1..10 {
        let at = position(&text, text.len());
        let change = json!({ "range": { "start": at, "end": at }, "text": "[playerA]\nMOVE " });
        text += "[playerA]\nMOVE ";
        let document = json!({ "uri": URI, "version": version });
        editor.notify(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": [change] }),
        );
        let document = json!({ "uri": URI });
        let params = json!({ "textDocument": document, "position": position(&text, text.len()) });
        let items = editor.result("textDocument/completion", &params);
        let change = json!({ "range": { "start": at, "end": params["position"] }, "text": "" });
        text.truncate(text.len() - "[playerA]\nMOVE ".len());
        let document = json!({ "uri": URI, "version": version });
        editor.notify(
            "textDocument/didChange",
            &json!({ "textDocument": document, "contentChanges": [change] }),
        );
        assert_eq!(strings(&items, &["*", "label"]), ["0 CRU"]);
    }
}
