//! Reports as data: sections of text, tables and charts, and the template that shows them.

use std::sync::LazyLock;

use askama::Template;

use super::panes::{Pane, TextGroup};
use super::shell::{PageShell, bundle};
use super::svg::Figure;
use admiralty_escape::escape;

const STYLE: &str = concat!(
    include_str!("assets/base.css"),
    include_str!("assets/report.css")
);

/// The script that sorts the tables.
pub(super) const TABLES: &str = include_str!("assets/tables.js");

static SCRIPT: LazyLock<String> = LazyLock::new(|| bundle(&[TABLES]));

/// The most rows of a table that is shown without scrolling, and not divided on paper.
const ROWS_MAX: usize = 40;

/// The class of cells with long text.
const WIDE: &str = "wide";

/// A report. All text may come from outside.
#[derive(Clone, Debug, Default)]
pub(super) struct Document {
    /// The subcommand that wrote it.
    pub command: &'static str,
    pub title: String,
    /// Facts in a line below the title.
    pub facts: Vec<String>,
    /// The main figure, in large type, and what it counts; empty if there is none.
    pub headline: [String; 2],
    /// The result in a sentence or two.
    pub lead: Vec<String>,
    pub sections: Vec<ReportSection>,
    /// How the results came about, at the end, folded.
    pub foot: Vec<String>,
    /// The script of the page; if empty, the one that sorts all tables. The page can be read without
    /// it.
    pub script: &'static str,
}

impl Document {
    /// The report as a page.
    pub fn page(&self) -> String {
        let script = if self.script.is_empty() {
            &SCRIPT
        } else {
            self.script
        };
        let shell = PageShell::new(&self.title, STYLE, Some(script));
        let document = self;
        let page = DocumentPage { shell, document }.render();
        page.expect("text can be formatted")
    }
}

#[derive(Template)]
#[template(path = "report.html", config = "src/askama.toml")]
struct DocumentPage<'d> {
    shell: PageShell,
    document: &'d Document,
}

#[derive(Clone, Debug, Default)]
pub(super) struct ReportSection {
    /// The target of links to it, if there are any.
    pub id: String,
    pub heading: String,
    /// A few words above the heading, if there are any.
    pub kicker: &'static str,
    /// Whether it is seen only when its heading is opened.
    pub is_folded: bool,
    /// Of a folded section, what is seen beside the heading.
    pub gist: String,
    /// A class of the style sheet.
    pub class: &'static str,
    /// A text at the beginning.
    pub lead: String,
    /// Charts, which are shown side by side where there is room.
    pub figures: Vec<Figure>,
    pub tables: Vec<DataTable>,
    /// A table as markup, for what a [`DataTable`] cannot show.
    pub grid: String,
    /// Texts, side by side or alone.
    pub panes: Vec<TextGroup>,
    /// Remarks at the end.
    pub notes: Vec<String>,
    /// Texts that are seen only when their headings are opened.
    pub folded: Vec<TextGroup>,
}

impl ReportSection {
    /// The same section, folded.
    pub fn folded(self) -> Self {
        Self {
            is_folded: true,
            ..self
        }
    }

    pub fn of_table(heading: &str, table: DataTable) -> Self {
        Self {
            heading: heading.to_owned(),
            tables: vec![table],
            ..Self::default()
        }
    }
}

/// A table. The first columns are text, the others numbers, or long text of the class [`WIDE`].
#[derive(Clone, Debug, Default)]
pub(super) struct DataTable {
    /// A description, for those who cannot see the heading of the section.
    pub caption: String,
    pub text_columns: usize,
    pub head: Vec<String>,
    pub rows: Vec<Vec<TableCell>>,
    /// The sums of the columns, if there are any.
    pub total: Vec<TableCell>,
}

impl DataTable {
    pub fn new(
        caption: &str,
        text_columns: usize,
        head: impl IntoIterator<Item = impl Into<String>>,
        rows: impl IntoIterator<Item = Vec<TableCell>>,
    ) -> Self {
        Self {
            caption: caption.to_owned(),
            text_columns,
            head: head.into_iter().map(Into::into).collect(),
            rows: rows.into_iter().collect(),
            total: Vec::new(),
        }
    }

    pub fn with_total(self, total: Vec<TableCell>) -> Self {
        Self { total, ..self }
    }

    /// Whether a column has numbers.
    fn is_number(&self, column: usize) -> bool {
        let cell = self.rows.first().and_then(|row| row.get(column));
        let is_wide = cell.is_some_and(|cell| cell.class.starts_with(WIDE));
        column >= self.text_columns && !is_wide
    }
}

#[derive(Clone, Debug, Default)]
pub(super) struct TableCell {
    pub text: String,
    /// A path, relative to the page.
    pub link: Option<String>,
    /// A class of the style sheet.
    pub class: &'static str,
}

impl TableCell {
    pub fn with_class(self, class: &'static str) -> Self {
        Self { class, ..self }
    }

    pub fn with_link(self, link: Option<String>) -> Self {
        Self { link, ..self }
    }
}

impl<S: Into<String>> From<S> for TableCell {
    fn from(text: S) -> Self {
        Self {
            text: text.into(),
            ..Self::default()
        }
    }
}

/// Texts in two parts, so that what is compared stays together beside the script that it is about.
fn divided(panes: &[Pane]) -> (&[Pane], &[Pane]) {
    panes.split_at(if panes.len() > 2 { 1 } else { panes.len() })
}

/// Text with invisible characters escaped; the template escapes markup.
pub(super) fn shown(text: &str) -> String {
    escape(text).into_owned()
}

/// A relative path as a link. It begins with `./`, so that it is never taken for another address.
pub(super) fn link(path: &str) -> String {
    let pieces = path.bytes().map(|byte| match byte {
        b'a'..=b'z' | b'A'..=b'Z' | b'0'..=b'9' | b'-' | b'.' | b'_' | b'/' => {
            char::from(byte).to_string()
        }
        _ => format!("%{byte:02X}"),
    });
    ["./".to_owned()].into_iter().chain(pieces).collect()
}
