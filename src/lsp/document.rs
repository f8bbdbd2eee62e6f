//! An open document: its text, and its execution.

use std::ops::Range as Span;

use admiralty_analysis::{Analysis, Progress, Word, line_at, words};
use gen_lsp_types::{Position, TextDocumentContentChangeEvent as Change};

use super::text::{EditorText, Encoding};

/// The longest document that is checked, in bytes.
pub const DOCUMENT_BYTES_MAX: usize = 1 << 24;

/// An open document.
pub struct OpenDocument {
    pub uri: String,
    pub version: i32,
    encoding: Encoding,
    /// `None` if it is too long, or if a message about it could not be read.
    script: Option<OpenScript>,
    /// Whether the findings were published since the last change.
    pub is_published: bool,
}

/// The text of a document, and its execution.
pub struct OpenScript {
    pub text: EditorText,
    pub analysis: Analysis,
}

/// The word at a position, and its line.
pub struct WordAt {
    /// The bytes of the line.
    pub line: Span<usize>,
    /// The words of the line.
    pub words: Vec<Word>,
    /// Which of them it is.
    pub number: usize,
}

impl WordAt {
    pub fn word(&self) -> &Word {
        &self.words[self.number]
    }

    /// The bytes of a word in the script.
    pub fn span_of(&self, word: &Word) -> Span<usize> {
        self.line.start + word.span.start..self.line.start + word.span.end
    }

    pub fn span(&self) -> Span<usize> {
        self.span_of(self.word())
    }
}

impl OpenScript {
    fn new(text: EditorText) -> Option<Self> {
        let is_short = text.script().len() <= DOCUMENT_BYTES_MAX;
        is_short.then(|| Self {
            analysis: Analysis::new(text.script().as_bytes()),
            text,
        })
    }

    pub fn bytes(&self) -> &[u8] {
        self.text.script().as_bytes()
    }

    /// Executes some more lines; returns whether the script is at its end.
    pub fn advance(&mut self, lines: usize) -> bool {
        self.analysis.advance(self.text.script().as_bytes(), lines)
    }

    /// The state before the line that has a byte.
    pub fn before(&self, byte: usize) -> Progress {
        self.analysis.before(self.bytes(), byte)
    }

    /// The state after the line that has a byte, as far as the line could be executed.
    pub fn after(&self, byte: usize) -> Progress {
        let mut state = self.before(byte);
        state.step(self.bytes());
        state
    }

    /// The words of the line at a byte; if a command is being written, the next argument, too.
    pub fn words_at(&self, byte: usize, is_open: bool) -> (Span<usize>, Vec<Word>) {
        let line = line_at(self.bytes(), byte);
        let end = if is_open { byte } else { line.end };
        let words = words(&self.bytes()[line.start..end], is_open);
        (line, words)
    }

    /// The word at a position.
    pub fn word_at(&self, position: Position) -> Option<WordAt> {
        let byte = self.text.byte_at(position);
        let (line, words) = self.words_at(byte, false);
        let at = byte - line.start;
        let number = words
            .iter()
            .position(|word| (word.span.start..=word.span.end).contains(&at))?;
        Some(WordAt {
            line,
            words,
            number,
        })
    }
}

impl OpenDocument {
    pub fn new(uri: String, version: i32, text: &str, encoding: Encoding) -> Self {
        Self {
            uri,
            version,
            encoding,
            script: OpenScript::new(EditorText::new(text, encoding)),
            is_published: false,
        }
    }

    pub const fn script(&self) -> Option<&OpenScript> {
        self.script.as_ref()
    }

    pub const fn script_mut(&mut self) -> Option<&mut OpenScript> {
        self.script.as_mut()
    }

    /// Forgets the text, because a change to it may have been lost.
    pub fn forget(&mut self) {
        self.script = None;
        self.is_published = false;
    }

    pub fn change(&mut self, change: Change) {
        self.is_published = false;
        match change {
            Change::TextDocumentContentChangeWholeDocument(whole) => {
                self.script = OpenScript::new(EditorText::new(&whole.text, self.encoding));
            }
            Change::TextDocumentContentChangePartial(part) => {
                let Some(script) = &mut self.script else {
                    return;
                };
                let edit = script.text.replace(part.range, &part.text);
                let bytes = script.text.script().as_bytes();
                if bytes.len() > DOCUMENT_BYTES_MAX {
                    self.script = None;
                } else {
                    script.analysis.edited(bytes, edit);
                }
            }
        }
    }
}
