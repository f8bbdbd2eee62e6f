//! Finds the sources in which programs begin.

/// Whether a text defines a main function, or is a Python script.
pub fn has_main_function(text: &str) -> bool {
    const NAME: &str = "main";
    let code = without_comments(text);
    let is_defined = |at: usize| {
        let before = code[..at].chars().next_back();
        let is_name = before.is_none_or(|c| c.is_whitespace() || c == '*');
        let rest = code[at + NAME.len()..].trim_start();
        // A block, a type of results, the exceptions of Java, or the parameters of old C.
        let is_body = |c: char| c == '{' || c == '-' || c == ':' || c.is_ascii_alphabetic();
        is_name
            && after_parentheses(rest).is_some_and(|rest| rest.trim_start().starts_with(is_body))
    };
    text.contains("__main__") || code.match_indices(NAME).any(|(at, _)| is_defined(at))
}

/// What follows the parentheses at the beginning of a text.
fn after_parentheses(text: &str) -> Option<&str> {
    let mut depth = 0;
    for (at, c) in text.char_indices() {
        match c {
            '(' => depth += 1,
            ')' => depth -= 1,
            _ => {}
        }
        if depth == 0 {
            return text.get(at + 1..).filter(|_| c == ')');
        }
    }
    None
}

/// The text without what C, C++, Rust and Java call comments, and without the contents of strings.
fn without_comments(text: &str) -> String {
    let mut code = String::with_capacity(text.len());
    let mut rest = text;
    while let Some(c) = rest.chars().next() {
        let skipped = if rest.starts_with("//") {
            rest.find('\n')
        } else if let Some(comment) = rest.strip_prefix("/*") {
            comment.find("*/").map(|end| end + 4)
        } else if c == '"' {
            string_length(rest)
        } else if rest.starts_with("'\"'") {
            Some(3)
        } else {
            code.push(c);
            Some(c.len_utf8())
        };
        rest = &rest[skipped.unwrap_or(rest.len())..];
    }
    code
}

/// The length of the string at the beginning of a text, with its quotes.
fn string_length(text: &str) -> Option<usize> {
    let mut is_escaped = false;
    for (at, c) in text.char_indices().skip(1) {
        if c == '"' && !is_escaped {
            return Some(at + 1);
        }
        is_escaped = c == '\\' && !is_escaped;
    }
    None
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_functions_are_found_but_not_their_mention() {
        for text in [
            "int main(void) { return 0; }",
            "int main (int argc, char *argv[])\n{",
            "auto main() -> int {",
            "main(argc, argv) int argc; char **argv; {",
            "/* int f() */ void\nmain() {",
            "char quote = '\"';\nint main() {",
            "fn main() -> Result<(), Error> {",
            "public static void main(String[] args) throws IOException {",
            "if __name__ == \"__main__\":",
        ] {
            assert!(has_main_function(text), "{text}");
        }
        for text in [
            "",
            "// int main() {",
            "/* int main() { }",
            "void f() { main(); }",
            "int main(void);",
            "puts(\"int main() {\");",
            "int domain() {",
            "int main_loop() {",
            "int main(",
        ] {
            assert!(!has_main_function(text), "{text}");
        }
    }
}
