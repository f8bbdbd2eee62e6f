//! The requests about documents, and what the server says that it can do.

use gen_lsp_types::{CodeActionKind, Position, Range, TextDocumentSyncKind};
use serde::Deserialize;
use serde_json::{Value, json};

use super::document::{OpenDocument, OpenScript};
use super::text::Encoding;
use super::{
    actions, arguments, board, completion, diagnostics, formatting, hints, hover, ships, symbols,
    tokens,
};
use crate::VERSION;

/// What the client has said about itself.
#[derive(Clone, Copy, Default)]
pub struct Client {
    pub encoding: Encoding,
    /// Whether it asks for findings.
    pub pulls: bool,
    has_snippets: bool,
    wants_hints: bool,
}

impl Client {
    /// Reads the parameters of `initialize`.
    pub fn new(params: &Value) -> Self {
        let capabilities = &params["capabilities"];
        let names = capabilities["general"]["positionEncodings"].as_array();
        let known = |name: &Value| {
            let mut all = Encoding::ALL.into_iter();
            all.find(|encoding| name == encoding.name())
        };
        let item = &capabilities["textDocument"]["completion"]["completionItem"];
        Self {
            encoding: names
                .into_iter()
                .flatten()
                .find_map(known)
                .unwrap_or_default(),
            pulls: capabilities["textDocument"]["diagnostic"].is_object(),
            has_snippets: item["snippetSupport"] == true,
            wants_hints: params["initializationOptions"]["inlayHints"] != false,
        }
    }

    /// The answer to `initialize`.
    pub fn capabilities(self) -> Value {
        let diagnostics = json!({ "interFileDependencies": false, "workspaceDiagnostics": false });
        json!({
            "serverInfo": { "name": "admiralty", "version": VERSION },
            "capabilities": {
                "positionEncoding": self.encoding.name(),
                "textDocumentSync": { "openClose": true, "change": TextDocumentSyncKind::Incremental },
                "diagnosticProvider": self.pulls.then_some(diagnostics),
                "hoverProvider": true,
                "completionProvider": { "triggerCharacters": ["[", " "] },
                "signatureHelpProvider": { "triggerCharacters": [" "] },
                "documentSymbolProvider": true,
                "definitionProvider": true,
                "referencesProvider": true,
                "documentHighlightProvider": true,
                "renameProvider": { "prepareProvider": true },
                "inlayHintProvider": self.wants_hints,
                "semanticTokensProvider": {
                    "legend": { "tokenTypes": tokens::TYPES, "tokenModifiers": [] },
                    "full": true,
                    "range": true,
                },
                "codeActionProvider": {
                    "codeActionKinds": [CodeActionKind::QuickFix, "source.showBoard"],
                },
                "executeCommandProvider": { "commands": [actions::SHOW_BOARD] },
                "documentFormattingProvider": true,
                "documentRangeFormattingProvider": true,
                "documentOnTypeFormattingProvider": { "firstTriggerCharacter": "\n" },
                "linkedEditingRangeProvider": true,
                "foldingRangeProvider": true,
            },
        })
    }
}

/// Why a request about a document has no answer.
pub enum Refused {
    UnknownMethod,
    InvalidParams(String),
}

impl From<serde_json::Error> for Refused {
    fn from(error: serde_json::Error) -> Self {
        Self::InvalidParams(error.to_string())
    }
}

/// Whether there is a request of this name about a document.
pub fn is_known(method: &str) -> bool {
    METHODS.contains(&method)
}

const METHODS: [&str; 20] = [
    "textDocument/diagnostic",
    "textDocument/hover",
    "textDocument/completion",
    "textDocument/signatureHelp",
    "textDocument/documentSymbol",
    "textDocument/definition",
    "textDocument/references",
    "textDocument/documentHighlight",
    "textDocument/prepareRename",
    "textDocument/rename",
    "textDocument/inlayHint",
    "textDocument/semanticTokens/full",
    "textDocument/semanticTokens/range",
    "textDocument/codeAction",
    "textDocument/formatting",
    "textDocument/rangeFormatting",
    "textDocument/onTypeFormatting",
    "textDocument/linkedEditingRange",
    "textDocument/foldingRange",
    "admiralty/board",
];

/// Answers a request about a document.
pub fn answer(
    client: Client,
    document: &mut OpenDocument,
    method: &str,
    params: &Value,
) -> Result<Value, Refused> {
    if method == "textDocument/diagnostic" {
        if let Some(script) = document.script_mut() {
            script.advance(usize::MAX);
        }
        return Ok(json!({ "kind": "full", "items": diagnostics::diagnostics(document) }));
    }
    let uri = document.uri.clone();
    let Some(script) = document.script_mut() else {
        return Ok(Value::Null);
    };
    let place = || Position::deserialize(&params["position"]);
    let range = || Range::deserialize(&params["range"]);
    let bytes = |script: &OpenScript| range().map(|range| script.text.bytes_at(range));
    let whole = 0..script.bytes().len();
    Ok(match method {
        "textDocument/hover" => json!(hover::hover(script, place()?)),
        "textDocument/completion" => completion::complete(script, place()?, client.has_snippets),
        "textDocument/signatureHelp" => json!(arguments::signature_help(script, place()?)),
        "textDocument/documentSymbol" => {
            script.advance(usize::MAX);
            symbols::symbols(script)
        }
        "textDocument/definition" => json!(ships::definition(script, &uri, place()?)),
        "textDocument/references" => {
            let with_placing = params["context"]["includeDeclaration"] != false;
            json!(ships::references(script, &uri, place()?, with_placing))
        }
        "textDocument/documentHighlight" => json!(ships::highlights(script, place()?)),
        "textDocument/prepareRename" => json!(ships::prepare_rename(script, place()?)),
        "textDocument/rename" => {
            let name = params["newName"].as_str().unwrap_or_default();
            ships::rename(script, &uri, place()?, name).map_err(Refused::InvalidParams)?
        }
        "textDocument/inlayHint" => {
            let bytes = bytes(script)?;
            hints::hints(script, &bytes)
        }
        "textDocument/semanticTokens/full" => tokens::tokens(script, whole),
        "textDocument/semanticTokens/range" => tokens::tokens(script, bytes(script)?),
        "textDocument/codeAction" => {
            let range = range()?;
            script.advance(usize::MAX);
            actions::actions(script, &uri, range)
        }
        "textDocument/formatting" => formatting::format(script, whole),
        "textDocument/rangeFormatting" => formatting::format(script, bytes(script)?),
        "textDocument/onTypeFormatting" => formatting::on_type(script, place()?),
        "textDocument/linkedEditingRange" => json!(formatting::linked_ranges(script, place()?)),
        "textDocument/foldingRange" => formatting::folding_ranges(script),
        "admiralty/board" => board::board(script, place()?),
        _ => return Err(Refused::UnknownMethod),
    })
}
