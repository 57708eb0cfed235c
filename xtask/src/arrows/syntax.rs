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
    let mut parser = Parser { tokens: &tokens, at: 0, modules: vec![ModuleSyntax::default()] };
    parser.module(0);
    Ok(parser.modules)
}

struct Parser<'t> {
    tokens: &'t [Token],
    at: usize,
    modules: Vec<ModuleSyntax>,
}

impl<'t> Parser<'t> {
    fn peek(&self, ahead: usize) -> &'t str {
        self.tokens.get(self.at + ahead).map_or("", |token| token.text.as_str())
    }

    fn word(&self, ahead: usize) -> Option<&'t str> {
        self.tokens.get(self.at + ahead).filter(|token| token.is_word()).map(|token| token.text.as_str())
    }

    /// Reads up to the end of the file, or of the body of a module.
    fn module(&mut self, module: usize) {
        let mut depth = 0_usize;
        let mut is_public = false;
        while self.at < self.tokens.len() {
            let was_public = std::mem::take(&mut is_public);
            match (self.peek(0), self.word(1)) {
                ("#", _) => self.attribute(),
                ("pub", _) => {
                    self.at += 1;
                    if self.peek(0) == "(" {
                        self.skip_group();
                    }
                    is_public = true;
                }
                // The `use` in the captures of an opaque type is not an import: `impl Iterator + use<'a>`.
                ("use", _) if self.peek(1) != "<" => {
                    self.at += 1;
                    self.imports(module, Vec::new(), was_public);
                }
                ("mod", Some(name)) => {
                    self.at += 2;
                    self.child(module, name);
                }
                ("macro_rules", None) if self.peek(1) == "!" => {
                    self.at += 2;
                    let name = self.word(0).map(str::to_owned);
                    self.modules[module].macros.extend(name);
                    self.at += 1;
                }
                ("{", _) => {
                    depth += 1;
                    self.at += 1;
                }
                ("}", _) if depth == 0 => {
                    self.at += 1;
                    return;
                }
                ("}", _) => {
                    depth -= 1;
                    self.at += 1;
                }
                _ => self.path(module),
            }
        }
    }

    fn child(&mut self, module: usize, name: &str) {
        if self.peek(0) == "{" {
            self.at += 1;
            let mut inline = self.modules[module].inline.clone();
            inline.push(name.to_owned());
            self.modules.push(ModuleSyntax { inline, ..ModuleSyntax::default() });
            self.module(self.modules.len() - 1);
        }
    }

    /// Skips an attribute, and the declaration that it belongs to if the attribute marks tests.
    fn attribute(&mut self) {
        self.at += 1;
        if self.peek(0) == "!" {
            self.at += 1;
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
        while self.at < self.tokens.len() {
            match self.peek(0) {
                ";" => {
                    self.at += 1;
                    return;
                }
                "{" => return self.skip_group(),
                "(" | "[" => self.skip_group(),
                _ => self.at += 1,
            }
        }
    }

    /// Skips bracketed tokens, including the brackets.
    fn skip_group(&mut self) {
        let mut depth = 0_usize;
        while self.at < self.tokens.len() {
            match self.peek(0) {
                "(" | "[" | "{" => depth += 1,
                ")" | "]" | "}" => depth = depth.saturating_sub(1),
                _ => {}
            }
            self.at += 1;
            if depth == 0 {
                return;
            }
        }
    }

    /// Reads a tree of imports below a prefix; the recursion is as deep as the groups are nested.
    fn imports(&mut self, module: usize, mut segments: Vec<String>, is_public: bool) {
        let line = self.tokens.get(self.at).map_or(0, |token| token.line);
        loop {
            match self.peek(0) {
                "{" => return self.import_group(module, &segments, is_public),
                "*" => {
                    self.at += 1;
                    let path = Path { segments, line };
                    let import = Import { name: None, is_glob: true, is_public, path };
                    return self.modules[module].imports.push(import);
                }
                "::" | "$" => self.at += 1,
                "as" => break,
                word if self.word(0).is_some() => {
                    segments.push(word.to_owned());
                    self.at += 1;
                }
                _ => break,
            }
        }
        if segments.len() > 1 && segments.last().is_some_and(|last| last == "self") {
            segments.pop();
        }
        let mut name = segments.last().cloned();
        if self.peek(0) == "as" {
            name = self.word(1).filter(|name| *name != "_").map(str::to_owned);
            self.at += 2;
        }
        let import = Import { name, is_glob: false, is_public, path: Path { segments, line } };
        self.modules[module].imports.push(import);
    }

    fn import_group(&mut self, module: usize, segments: &[String], is_public: bool) {
        self.at += 1;
        while self.at < self.tokens.len() {
            match self.peek(0) {
                "}" => {
                    self.at += 1;
                    return;
                }
                _ if self.word(0).is_some() || matches!(self.peek(0), "::" | "{" | "*") => {
                    self.imports(module, segments.to_vec(), is_public);
                }
                _ => self.at += 1,
            }
        }
    }

    /// Reads a path of more than one segment; anything else is one token.
    fn path(&mut self, module: usize) {
        let starts_path = self.word(0).is_some() && self.peek(1) == "::";
        let is_method = self.at > 0 && matches!(self.tokens[self.at - 1].text.as_str(), "." | "::");
        if !starts_path || is_method {
            self.at += 1;
            return;
        }
        let line = self.tokens[self.at].line;
        let mut segments = Vec::new();
        while let Some(word) = self.word(0) {
            segments.push(word.to_owned());
            self.at += 1;
            if self.peek(0) != "::" || self.word(1).is_none() {
                break;
            }
            self.at += 1;
        }
        self.modules[module].paths.push(Path { segments, line });
    }
}
