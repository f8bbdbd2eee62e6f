//! `admiralty lsp`: a language server on standard input and output
//! (<https://microsoft.github.io/language-server-protocol/>).

mod document;
mod framing;
mod reference;
mod text;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::{self, TryRecvError};
use std::thread;

use admiralty_escape::escape;
use gen_lsp_types::json_rpc::{Error, Id, RequestObject};
use gen_lsp_types::{
    CodeActionKind, DidChangeTextDocumentParams, DidCloseTextDocumentParams,
    DidOpenTextDocumentParams, ErrorCodes, MessageType, Position, Range, TextDocumentSyncKind,
};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::{CliError, VERSION};
use document::OpenDocument;
use framing::{error, read_message, write_message};

const EXIT_WITHOUT_SHUTDOWN: u8 = 1;

/// Serves an editor until it says `exit` or closes the pipe; returns the exit code.
pub fn lsp() -> Result<u8, CliError> {
    let (sender, messages) = mpsc::sync_channel(1);
    thread::spawn(move || {
        let mut input = io::stdin().lock();
        // An error of the input ends it.
        while let Ok(Some(message)) = read_message(&mut input) {
            if sender.send(message).is_err() {
                break;
            }
        }
    });
    let mut server = Server {
        out: io::stdout().lock(),
        stage: ServerStage::Started,
        documents: BTreeMap::new(),
    };
    loop {
        let message = match messages.try_recv() {
            // Scripts are checked when no message is waiting, so not after each of many changes.
            Err(TryRecvError::Empty) => {
                server.publish()?;
                messages.recv().ok()
            }
            message => message.ok(),
        };
        match message {
            Some(message) => server.receive(message)?,
            None => return Ok(EXIT_WITHOUT_SHUTDOWN),
        }
        if let ServerStage::Exited(code) = server.stage {
            return Ok(code);
        }
    }
}

/// The stage of the conversation with the editor.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ServerStage {
    Started,
    Initialized,
    ShutDown,
    /// With the exit code.
    Exited(u8),
}

struct Server<W> {
    out: W,
    stage: ServerStage,
    /// By URI.
    documents: BTreeMap<String, OpenDocument>,
}

/// Answers a request about a document.
type Handler = fn(&OpenDocument, &Value) -> serde_json::Result<Value>;

impl<W: Write> Server<W> {
    fn receive(&mut self, message: Result<RequestObject, Error>) -> io::Result<()> {
        let (id, result) = match message.map(RequestObject::into_parts) {
            Ok((method, None, params)) => {
                return self.notification(&method, &params.unwrap_or_default());
            }
            Ok((method, Some(id), params)) => {
                (id, self.request(&method, &params.unwrap_or_default()))
            }
            Err(error) => {
                if error.code == ErrorCodes::ParseError {
                    self.forget_texts();
                }
                (Id::Null, Err(error))
            }
        };
        let response = match result {
            Ok(result) => json!({ "jsonrpc": "2.0", "id": id, "result": result }),
            Err(error) => json!({ "jsonrpc": "2.0", "id": id, "error": error }),
        };
        write_message(&mut self.out, &response)
    }

    /// Publishes the findings in the documents that have changed.
    fn publish(&mut self) -> io::Result<()> {
        for (uri, document) in &mut self.documents {
            if document.findings.is_some() {
                continue;
            }
            let found = document.findings.insert(document.check());
            let diagnostics: Vec<_> = found.iter().map(|found| &found.diagnostic).collect();
            let params =
                json!({ "uri": uri, "version": document.version, "diagnostics": diagnostics });
            notify(&mut self.out, "textDocument/publishDiagnostics", &params)?;
        }
        Ok(())
    }

    /// Forgets all texts: the lost message may have been a change.
    fn forget_texts(&mut self) {
        self.documents.values_mut().for_each(OpenDocument::forget);
    }

    fn notification(&mut self, method: &str, params: &Value) -> io::Result<()> {
        if method == "exit" {
            self.stage = ServerStage::Exited(match self.stage {
                ServerStage::ShutDown => 0,
                _ => EXIT_WITHOUT_SHUTDOWN,
            });
        }
        if self.stage != ServerStage::Initialized {
            return Ok(());
        }
        let read = match method {
            "textDocument/didOpen" => {
                Deserialize::deserialize(params).map(|params| self.open(params))
            }
            "textDocument/didChange" => {
                Deserialize::deserialize(params).map(|params| self.change(params))
            }
            "textDocument/didClose" => match Deserialize::deserialize(params) {
                Ok(params) => return self.close(params),
                Err(why) => Err(why),
            },
            _ => Ok(()),
        };
        let Err(why) = read else { return Ok(()) };
        self.forget_texts();
        let params = json!({ "type": MessageType::Error, "message": format!("{method}: {why}") });
        notify(&mut self.out, "window/logMessage", &params)
    }

    fn open(&mut self, params: DidOpenTextDocumentParams) {
        let opened = params.text_document;
        let document = OpenDocument::new(opened.version, &opened.text);
        self.documents.insert(opened.uri.0, document);
    }

    fn change(&mut self, params: DidChangeTextDocumentParams) {
        let uri = params.text_document.text_document_identifier.uri.0;
        if let Some(document) = self.documents.get_mut(&uri) {
            document.version = params.text_document.version;
            for change in params.content_changes {
                document.change(change);
            }
        }
    }

    fn close(&mut self, params: DidCloseTextDocumentParams) -> io::Result<()> {
        let uri = params.text_document.uri.0;
        self.documents.remove(&uri);
        let params = json!({ "uri": uri, "diagnostics": [] });
        notify(&mut self.out, "textDocument/publishDiagnostics", &params)
    }

    fn request(&mut self, method: &str, params: &Value) -> Result<Value, Error> {
        let handler: Handler = match (self.stage, method) {
            (ServerStage::Started, "initialize") => {
                self.stage = ServerStage::Initialized;
                return Ok(capabilities());
            }
            (ServerStage::Started, _) => {
                let message = "initialize comes first";
                return Err(error(ErrorCodes::ServerNotInitialized, message));
            }
            (ServerStage::ShutDown | ServerStage::Exited(_), _) | (_, "initialize" | "") => {
                let message = format!("no request \"{}\" is expected here", escape(method));
                return Err(error(ErrorCodes::InvalidRequest, message));
            }
            (_, "shutdown") => {
                self.stage = ServerStage::ShutDown;
                return Ok(Value::Null);
            }
            (_, "textDocument/hover") => {
                |document, params| Ok(json!(document.hover(position(params)?)))
            }
            (_, "textDocument/completion") => {
                |document, params| Ok(json!(document.complete(position(params)?)))
            }
            (_, "textDocument/codeAction") => quick_fixes,
            (_, "textDocument/formatting") => |document, _| Ok(json!(document.format())),
            (_, "textDocument/foldingRange") => |document, _| Ok(json!(document.folding_ranges())),
            _ => {
                let message = format!("there is no request \"{}\"", escape(method));
                return Err(error(ErrorCodes::MethodNotFound, message));
            }
        };
        let invalid = |message: &str| error(ErrorCodes::InvalidParams, message);
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri = uri.ok_or_else(|| invalid("the URI of the document is missing"))?;
        match self.documents.get(uri) {
            Some(document) => {
                handler(document, params).map_err(|error| invalid(&error.to_string()))
            }
            None => Err(invalid("the document is not open")),
        }
    }
}

/// What the server can do.
fn capabilities() -> Value {
    json!({
        "serverInfo": { "name": "admiralty", "version": VERSION },
        "capabilities": {
            "textDocumentSync": { "openClose": true, "change": TextDocumentSyncKind::Incremental },
            "hoverProvider": true,
            "completionProvider": { "triggerCharacters": ["["] },
            "codeActionProvider": { "codeActionKinds": [CodeActionKind::QuickFix] },
            "documentFormattingProvider": true,
            "foldingRangeProvider": true,
        },
    })
}

fn notify(out: &mut impl Write, method: &str, params: &Value) -> io::Result<()> {
    let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    write_message(out, &message)
}

fn position(params: &Value) -> serde_json::Result<Position> {
    Position::deserialize(&params["position"])
}

/// The edits that repair the findings in a range.
fn quick_fixes(document: &OpenDocument, params: &Value) -> serde_json::Result<Value> {
    let range = Range::deserialize(&params["range"])?;
    let uri = params["textDocument"]["uri"].as_str().unwrap_or_default();
    let touches = |other: &Range| other.start <= range.end && range.start <= other.end;
    let found = document.findings.iter().flatten();
    let found = found.filter(|found| touches(&found.diagnostic.range));
    let fixes = found.filter_map(|found| {
        let edit = found.fix.as_ref()?;
        Some(json!({
            "title": format!("Replace with {}", edit.new_text),
            "kind": CodeActionKind::QuickFix,
            "diagnostics": [found.diagnostic],
            "isPreferred": true,
            "edit": { "changes": { uri: [edit] } },
        }))
    });
    Ok(fixes.collect())
}
