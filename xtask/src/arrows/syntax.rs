//! The declarations and paths of one file: its modules, its imports, and the paths in its code.
//!
//! Invariants: code after `#[cfg(test)]` or `#[cfg(doctest)]` and the content of attributes are skipped; bodies of
//! macros are read, with `$crate` as `crate`. This module does not know the file that a path refers to.

use super::tokens::{Token, tokens};

/// The declarations and uses of one module. A file has one for itself, and one for each inline module.
#[derive(Debug, Default)]
pub(super) struct ModuleSyntax {
    /// The modules between the file and this one.
    pub(super) inline: Vec<String>,
    /// The macros that are defined here.
    pub(super) macros: Vec<String>,
    pub(super) imports: Vec<Import>,
    pub(super) paths: Vec<Path>,
}

/// One name that a `use` brings into scope.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Import {
    /// The name in this module; `None` for `*` and `_`.
    pub(super) name: Option<String>,
    /// Whether it is a glob import.
    pub(super) is_glob: bool,
    /// Whether other modules may import it from here.
    pub(super) is_public: bool,
    pub(super) path: Path,
}

/// A path as it is written.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Path {
    pub(super) segments: Vec<String>,
    pub(super) line: usize,
}

/// Reads a file.
///
/// # Errors
/// If it is not Rust.
pub(super) fn parse(text: &str) -> Result<Vec<ModuleSyntax>, String> {
    let tokens = tokens(text)?;
    let mut parser = Parser { tokens: &tokens, position: 0, modules: vec![ModuleSyntax::default()] };
    parser.module(0);
    Ok(parser.modules)
}

struct Parser<'t> {
    tokens: &'t [Token],
    /// The position of the next token.
    position: usize,
    modules: Vec<ModuleSyntax>,
}

impl<'t> Parser<'t> {
    /// The text of a token ahead; empty at the end.
    fn peek(&self, ahead: usize) -> &'t str {
        self.tokens.get(self.position + ahead).map_or("", |token| token.text.as_str())
    }

    /// The token ahead, if it is a word.
    fn word(&self, ahead: usize) -> Option<&'t str> {
        self.tokens
            .get(self.position + ahead)
            .filter(|token| token.is_word())
            .map(|token| token.text.as_str())
    }

    /// Reads up to the end of the file, or of the body of a module.
    fn module(&mut self, module: usize) {
        let mut depth = 0_usize;
        let mut is_public = false;
        while self.position < self.tokens.len() {
            let was_public = std::mem::take(&mut is_public);
            match (self.peek(0), self.word(1)) {
                ("#", _) => self.attribute(),
                ("pub", _) => {
                    self.position += 1;
                    if self.peek(0) == "(" {
                        self.skip_group();
                    }
                    is_public = true;
                }
                // The `use` in the captures of an opaque type is not an import: `impl Iterator + use<'a>`.
                ("use", _) if self.peek(1) != "<" => {
                    self.position += 1;
                    self.imports(module, Vec::new(), was_public);
                }
                ("mod", Some(name)) => {
                    self.position += 2;
                    self.inline_module(module, name);
                }
                ("macro_rules", None) if self.peek(1) == "!" => {
                    self.position += 2;
                    let name = self.word(0).map(str::to_owned);
                    self.modules[module].macros.extend(name);
                    self.position += 1;
                }
                ("{", _) => {
                    depth += 1;
                    self.position += 1;
                }
                ("}", _) if depth == 0 => {
                    self.position += 1;
                    return;
                }
                ("}", _) => {
                    depth -= 1;
                    self.position += 1;
                }
                _ => self.path(module),
            }
        }
    }

    /// Reads the body of a module, if it is in this file.
    fn inline_module(&mut self, module: usize, name: &str) {
        if self.peek(0) == "{" {
            self.position += 1;
            let mut inline = self.modules[module].inline.clone();
            inline.push(name.to_owned());
            self.modules.push(ModuleSyntax { inline, ..ModuleSyntax::default() });
            self.module(self.modules.len() - 1);
        }
    }

    /// Skips an attribute, and the declaration that it belongs to if the attribute marks tests.
    fn attribute(&mut self) {
        self.position += 1;
        if self.peek(0) == "!" {
            self.position += 1;
        }
        if self.peek(0) != "[" {
            return;
        }
        let is_test =
            self.peek(1) == "cfg" && matches!(self.peek(3), "test" | "doctest") && self.peek(4) == ")";
        self.skip_group();
        if is_test {
            self.skip_declaration();
        }
    }

    /// Skips a declaration, including its `;` or its body.
    fn skip_declaration(&mut self) {
        while self.position < self.tokens.len() {
            match self.peek(0) {
                ";" => {
                    self.position += 1;
                    return;
                }
                "{" => return self.skip_group(),
                "(" | "[" => self.skip_group(),
                _ => self.position += 1,
            }
        }
    }

    /// Skips bracketed tokens, including the brackets.
    fn skip_group(&mut self) {
        let mut depth = 0_usize;
        while self.position < self.tokens.len() {
            match self.peek(0) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.position += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Reads a tree of imports below a prefix; the recursion is as deep as the groups are nested.
    fn imports(&mut self, module: usize, mut segments: Vec<String>, is_public: bool) {
        let line = self.tokens.get(self.position).map_or(0, |token| token.line);
        loop {
            match self.peek(0) {
                "{" => return self.import_group(module, &segments, is_public),
                "*" => {
                    self.position += 1;
                    let path = Path { segments, line };
                    let import = Import { name: None, is_glob: true, is_public, path };
                    return self.modules[module].imports.push(import);
                }
                "::" | "$" => self.position += 1,
                "as" => break,
                word if self.word(0).is_some() => {
                    segments.push(word.to_owned());
                    self.position += 1;
                }
                _ => break,
            }
        }
        if segments.len() > 1 && segments.last().is_some_and(|segment| segment == "self") {
            segments.pop();
        }
        let mut name = segments.last().cloned();
        if self.peek(0) == "as" {
            name = self.word(1).filter(|name| *name != "_").map(str::to_owned);
            self.position += 2;
        }
        let import = Import { name, is_glob: false, is_public, path: Path { segments, line } };
        self.modules[module].imports.push(import);
    }

    /// Reads a group of imports in braces.
    fn import_group(&mut self, module: usize, segments: &[String], is_public: bool) {
        self.position += 1;
        while self.position < self.tokens.len() {
            match self.peek(0) {
                "}" => {
                    self.position += 1;
                    return;
                }
                _ if self.word(0).is_some() || matches!(self.peek(0), "::" | "{" | "*") => {
                    self.imports(module, segments.to_vec(), is_public);
                }
                _ => self.position += 1,
            }
        }
    }

    /// Reads a path of more than one segment; anything else is one token.
    fn path(&mut self, module: usize) {
        let starts_path = self.word(0).is_some() && self.peek(1) == "::";
        let is_method =
            self.position > 0 && matches!(self.tokens[self.position - 1].text.as_str(), "." | "::");
        if !starts_path || is_method {
            self.position += 1;
            return;
        }
        let line = self.tokens[self.position].line;
        let mut segments = Vec::new();
        while let Some(word) = self.word(0) {
            segments.push(word.to_owned());
            self.position += 1;
            if self.peek(0) != "::" || self.word(1).is_none() {
                break;
            }
            self.position += 1;
        }
        self.modules[module].paths.push(Path { segments, line });
    }
}
