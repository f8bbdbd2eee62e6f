//! `admiralty lsp`: a language server on standard input and output
//! (<https://microsoft.github.io/language-server-protocol/>).

mod actions;
mod arguments;
mod board;
mod completion;
mod diagnostics;
mod document;
mod formatting;
mod framing;
mod hints;
mod hover;
mod reference;
mod requests;
mod ships;
mod symbols;
mod text;
mod tokens;
mod watch;

use std::collections::BTreeMap;
use std::io::{self, Write};
use std::sync::mpsc::{self, TryRecvError};
use std::thread;

use admiralty_escape::escape;
use gen_lsp_types::json_rpc::{Error, Id, RequestObject};
use gen_lsp_types::{
    DidChangeTextDocumentParams, DidCloseTextDocumentParams, DidOpenTextDocumentParams, ErrorCodes,
    MessageType, Position,
};
use serde::Deserialize;
use serde_json::{Value, json};

pub use reference::meaning;

use crate::CliError;
use document::OpenDocument;
use framing::{error, read_message, write_message};
use requests::{Client, Refused};

const EXIT_WITHOUT_SHUTDOWN: u8 = 1;

/// How many lines are executed before the server looks for messages again.
const LINES_AT_ONCE: usize = 5_000;

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
        client: Client::default(),
        documents: BTreeMap::new(),
    };
    loop {
        let message = match messages.try_recv() {
            // Scripts are executed while no message is waiting, so what a change makes old is not finished.
            Err(TryRecvError::Empty) => {
                if server.work()? {
                    continue;
                }
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
    client: Client,
    /// By URI.
    documents: BTreeMap<String, OpenDocument>,
}

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

    /// Executes some lines of a script, or publishes its findings; returns whether there was anything to do.
    fn work(&mut self) -> io::Result<bool> {
        if self.client.pulls {
            return Ok(false);
        }
        let mut documents = self.documents.values_mut();
        let Some(document) = documents.find(|document| !document.is_published) else {
            return Ok(false);
        };
        let is_at_end = document
            .script_mut()
            .is_none_or(|script| script.advance(LINES_AT_ONCE));
        if is_at_end {
            document.is_published = true;
            let diagnostics = diagnostics::diagnostics(document);
            let params = json!({
                "uri": document.uri,
                "version": document.version,
                "diagnostics": diagnostics,
            });
            notify(&mut self.out, "textDocument/publishDiagnostics", &params)?;
        }
        Ok(true)
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
        let uri = opened.uri.0;
        let encoding = self.client.encoding;
        let document = OpenDocument::new(uri.clone(), opened.version, &opened.text, encoding);
        self.documents.insert(uri, document);
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
        let invalid = |message: &str| error(ErrorCodes::InvalidParams, message);
        match (self.stage, method) {
            (ServerStage::Started, "initialize") => {
                self.stage = ServerStage::Initialized;
                self.client = Client::new(params);
                let editor = params["processId"].as_i64();
                if let Some(editor) = editor.and_then(|id| i32::try_from(id).ok()) {
                    watch::watch(editor, EXIT_WITHOUT_SHUTDOWN);
                }
                return Ok(self.client.capabilities());
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
            (_, "workspace/executeCommand") => return self.execute(params),
            _ => {}
        }
        let unknown = || {
            let message = format!("there is no request \"{}\"", escape(method));
            error(ErrorCodes::MethodNotFound, message)
        };
        if !requests::is_known(method) {
            return Err(unknown());
        }
        let uri = params.pointer("/textDocument/uri").and_then(Value::as_str);
        let uri = uri.ok_or_else(|| invalid("the URI of the document is missing"))?;
        let document = self.documents.get_mut(uri);
        let document = document.ok_or_else(|| invalid("the document is not open"))?;
        requests::answer(self.client, document, method, params).map_err(|refused| match refused {
            Refused::UnknownMethod => unknown(),
            Refused::InvalidParams(why) => invalid(&why),
        })
    }

    /// Executes the command that shows the board after a line.
    fn execute(&mut self, params: &Value) -> Result<Value, Error> {
        let invalid = |message: String| error(ErrorCodes::InvalidParams, message);
        if params["command"] != actions::SHOW_BOARD {
            return Err(invalid(String::from("there is no such command")));
        }
        let uri = params["arguments"][0].as_str().unwrap_or_default();
        let document = self.documents.get(uri).and_then(OpenDocument::script);
        let script = document.ok_or_else(|| invalid(String::from("the document is not open")))?;
        let position = Position::deserialize(&params["arguments"][1]);
        let position = position.map_err(|why| invalid(why.to_string()))?;
        let board = board::board_text(script, position);
        let params = json!({ "type": MessageType::Info, "message": board });
        // An editor that does not read is found out when the answer is written.
        let _ = notify(&mut self.out, "window/showMessage", &params);
        Ok(json!(board))
    }
}

fn notify(out: &mut impl Write, method: &str, params: &Value) -> io::Result<()> {
    let message = json!({ "jsonrpc": "2.0", "method": method, "params": params });
    write_message(out, &message)
}
