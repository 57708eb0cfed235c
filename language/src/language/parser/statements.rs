//! Reads what stands at the top of a file or package: packages, types, enumerations, data types.

use super::Parser;
use super::expression::is_puppet_word;
use crate::diagnostic::{Diagnostic, codes, nearest};
use crate::language::expression::{Expr, ExprId};
use crate::language::lexer::{self, Kind, Span, T};
use crate::language::lossless::NodeKind;
use crate::language::syntax::{
    AliasDecl, DataTypeDecl, EnumDecl, LiteralDecl, PackageDecl, Path, Settings, Statement, TypeDecl,
};
use crate::language::words;

impl Parser<'_> {
    /// Statements up to the end of the file, or of the block that was opened at a span.
    pub(super) fn statements(&mut self, block: Option<Span>) -> Vec<Statement> {
        let mut statements = Vec::new();
        while !self.at_end() {
            if self.at_mark(T!["}"]) {
                if block.is_some() {
                    break;
                }
                self.syntax_error("a declaration", Some("remove it, or add the brace it closes".to_owned()));
                self.bump();
            } else {
                let before = self.at;
                statements.extend(self.statement());
                if self.at == before {
                    self.bump();
                }
                if !matches!(statements.last(), Some(Statement::Expression(_))) {
                    while self.eat_mark(T![";"]) || self.eat_mark(T![","]) {}
                }
            }
        }
        statements
    }

    fn statement(&mut self) -> Option<Statement> {
        if self.fact_ahead() {
            return Some(Statement::Fact(self.fact()));
        }
        if self.puppet_ahead() {
            let (before, start, doc) = (self.at, self.token().span, self.doc());
            let statement = self.expression_statement();
            self.declared(NodeKind::Statement, start);
            self.after_statement(before);
            return Some(match self.alias(statement, doc) {
                Some(alias) => Statement::Alias(alias),
                None => Statement::Expression(statement),
            });
        }
        let (doc, start) = (self.doc(), self.token().span);
        let statement = self.declaration(doc);
        match &statement {
            Some(Statement::Package(_)) => self.declared(NodeKind::Package, start),
            Some(Statement::Type(_)) => self.declared(NodeKind::Type, start),
            Some(Statement::Enum(_)) => self.declared(NodeKind::Enum, start),
            Some(Statement::DataType(_)) => self.declared(NodeKind::DataType, start),
            Some(
                Statement::Alias(_)
                | Statement::Annotation(_)
                | Statement::Fact(_)
                | Statement::Expression(_),
            )
            | None => {}
        }
        statement
    }

    /// The declaration that a statement is which gives a type a name.
    fn alias(&self, statement: ExprId, doc: Option<String>) -> Option<AliasDecl> {
        let Expr::TypeAlias { name, value, with: None } = self.expressions[statement] else { return None };
        let part = |id| {
            let span = self.expressions.raw_span(id);
            Parser::of(self.source, lexer::lex_part(self.text, span.range()))
        };
        let (mut name, mut value) = (part(name), part(value));
        let (path, ty) = (name.path("a name")?, value.type_expr());
        let read = [name, value].iter().all(|parser| parser.at_end() && parser.diagnostics.is_empty());
        read.then_some(AliasDecl { doc, path, ty, statement })
    }

    fn declaration(&mut self, doc: Option<String>) -> Option<Statement> {
        match self.statement_word() {
            Some("package") => self.package(doc).map(Statement::Package),
            Some("type" | "abstract" | "interface") => self.type_decl(doc).map(Statement::Type),
            Some("enum") => self.enum_decl(doc).map(Statement::Enum),
            Some("datatype") => self.data_type(doc).map(Statement::DataType),
            Some("annotation") => self.annotation().map(Statement::Annotation),
            Some(word @ ("bindings" | "site")) => {
                let span = self.skip_statement();
                let help = "write them as JSON, YAML or XMI of the bindings model; a file of types has none";
                self.not_supported(&format!("`{word}`"), span, help);
                None
            }
            _ => {
                self.other_statement();
                None
            }
        }
    }

    /// Whether a word stands here that is nearly one of a declaration, with a name behind it.
    fn slip_ahead(&self) -> bool {
        let Some(found) = self.keyword() else { return false };
        // Only a name may follow: `file { 'x': }` is Puppet, no slip, and so is `tag 'x'`.
        let named = self.name_ahead(1) && !self.ahead(1).starts_line;
        named && !is_puppet_word(found) && nearest(found, words::STATEMENTS.iter().copied()).is_some()
    }

    /// The statement's word; a slip in it is told and the word that was meant is used.
    fn statement_word(&mut self) -> Option<&'static str> {
        let token = self.token();
        if token.kind != Kind::Name {
            return None;
        }
        let found = self.text_of(token);
        if let Some(word) = words::STATEMENTS.iter().find(|word| **word == found) {
            return Some(word);
        }
        let meant = nearest(found, words::STATEMENTS.iter().copied()).filter(|_| self.slip_ahead())?;
        self.syntax_error("a declaration", Some(format!("did you mean `{meant}`?")));
        words::STATEMENTS.iter().copied().find(|word| *word == meant)
    }

    /// Whether a statement of the Puppet language stands here, rather than a declaration.
    fn puppet_ahead(&self) -> bool {
        let token = self.token();
        let declares = token.kind == Kind::Name && words::STATEMENTS.contains(&self.text_of(token));
        if !declares {
            return self.expression_ahead() && !self.slip_ahead() && !self.member_outside();
        }
        match self.ahead(1).kind {
            Kind::Mark(T!["{"]) if !self.at_word("type") => {
                // Names of resources, too: `package { 'x': }`.
                let second = self.ahead(2);
                let declaration =
                    second.kind == Kind::Name && words::STATEMENTS.contains(&self.text_of(second));
                !declaration && !self.mark_ahead(2, T!["}"]) && !self.mark_ahead(3, T!["=>"])
            }
            Kind::Mark(mark) => !matches!(mark, T!["::"] | T!["{"] | T!["}"] | T!["<"]),
            _ => self.alias_ahead(),
        }
    }

    /// Whether a member of a type stands here, outside of every type.
    fn member_outside(&self) -> bool {
        let member = self.keyword().is_some_and(|word| words::MEMBERS.contains(&word));
        member && self.name_ahead(1) && !self.ahead(1).starts_line
    }

    /// Whether what starts here can be an expression.
    fn expression_ahead(&self) -> bool {
        match self.token().kind {
            // JSON is often given by mistake, and no statement.
            Kind::Mark(T!["{"]) => {
                let string = matches!(self.ahead(1).kind, Kind::String { .. });
                let open = matches!(self.ahead(1).kind, Kind::Open { .. });
                !(open || (string && self.mark_ahead(2, T![":"])))
            }
            Kind::Mark(mark) => matches!(
                mark,
                T!["@"] | T!["@@"] | T!["["] | T!["("] | T!["!"] | T!["-"] | T!["*"] | T!["::"]
            ),
            Kind::Middle { .. } | Kind::Close | Kind::Comment | Kind::Unknown | Kind::End => false,
            _ => true,
        }
    }

    fn other_statement(&mut self) {
        self.incomplete = true;
        if let Some(help) = self.point_in_front() {
            self.syntax_error("an expression", Some(help));
        } else {
            let help = "a declaration starts with package, type, enum or datatype";
            self.syntax_error("a declaration", Some(help.to_owned()));
        }
        let first = self.at;
        self.skip_until(|parser, token| parser.at > first && token.starts_line);
    }

    /// Passes over a declaration without a name, unless the next one stands here already.
    fn lost<T>(&mut self) -> Option<T> {
        self.incomplete = true;
        if !self.name_forgotten() {
            self.skip_statement();
        }
        None
    }

    fn package(&mut self, doc: Option<String>) -> Option<PackageDecl> {
        self.bump();
        let Some(mut path) = self.declared_path("the package's name") else {
            return self.lost();
        };
        if let Some(last) = path.segments.last_mut() {
            last.ordinal = self.ordinal();
        }
        let mut package = PackageDecl { doc, path, settings: Settings::default(), body: None };
        let opened = self.token().span;
        if self.eat_mark(T!["{"]) {
            self.deeper(|parser| parser.package_block(&mut package, opened), Self::skip_block);
        }
        Some(package)
    }

    fn package_block(&mut self, package: &mut PackageDecl, opened: Span) {
        let mut body = Vec::new();
        while !self.at_end() && !self.at_mark(T!["}"]) {
            if self.setting_ahead() {
                self.setting_or_annotation(&mut package.settings);
                self.eat_mark(T![","]);
            } else if !self.eat_mark(T![";"]) && !self.eat_mark(T![","]) {
                let before = self.at;
                body.extend(self.statement());
                if self.at == before {
                    self.bump();
                }
            }
        }
        self.close(T!["}"], opened, format_args!("package `{}`", path_text(&package.path)));
        if !body.is_empty() {
            package.body = Some(body);
        }
    }

    fn type_decl(&mut self, doc: Option<String>) -> Option<TypeDecl> {
        let (mut is_abstract, mut is_interface) = (false, false);
        loop {
            if self.eat_word("abstract") {
                is_abstract = true;
            } else if self.eat_word("interface") {
                is_interface = true;
            } else {
                break;
            }
        }
        if !self.eat_word("type") {
            match self.statement_word() {
                Some(_) => drop(self.bump()),
                None => self.syntax_error("`type`", None),
            }
        }
        let Some(path) = self.declared_path("the type's name") else {
            return self.lost();
        };
        let parameters = self.type_parameters();
        let mut ty = TypeDecl {
            doc,
            path,
            is_abstract,
            is_interface,
            parameters,
            supertypes: self.supertypes(),
            members: Vec::new(),
            settings: Settings::default(),
        };
        let opened = self.token().span;
        if self.expect_mark(T!["{"], "to open the type") {
            self.members(&mut ty, opened);
        } else if !self.statement_ahead() {
            self.skip_statement();
        }
        Some(ty)
    }

    fn supertypes(&mut self) -> Vec<crate::language::syntax::TypeExpr> {
        let mut supertypes = Vec::new();
        if !self.at_word("inherits") {
            let found = self.text_of(self.token());
            let slip = self.token().kind == Kind::Name && nearest(found, ["inherits", "extends"]).is_some();
            if !slip {
                return supertypes;
            }
            self.syntax_error("`{` to open the type", Some("did you mean `inherits`?".to_owned()));
        }
        self.bump();
        loop {
            supertypes.push(self.type_expr());
            if !self.eat_mark(T![","]) {
                return supertypes;
            }
        }
    }

    fn enum_decl(&mut self, doc: Option<String>) -> Option<EnumDecl> {
        self.bump();
        let Some(path) = self.declared_path("the enumeration's name") else {
            return self.lost();
        };
        let mut settings = Settings::default();
        let what = format!("enum `{}`", path_text(&path));
        let literals = self.literals(&what, Some(&mut settings));
        Some(EnumDecl { doc, path, literals, settings })
    }

    /// Literals in braces or brackets; settings may stand among them where asked for.
    pub(super) fn literals(&mut self, what: &str, mut settings: Option<&mut Settings>) -> Vec<LiteralDecl> {
        let mut literals = Vec::new();
        let opened = self.token().span;
        let end = match self.token().kind {
            Kind::Mark(T!["{"]) => T!["}"],
            Kind::Mark(T!["["]) => T!["]"],
            _ => {
                self.syntax_error("`{` or `[` to open the literals", None);
                return literals;
            }
        };
        self.bump();
        while !self.at_end() && !self.at_mark(end) {
            match &mut settings {
                Some(settings) if self.setting_ahead() => self.setting_or_annotation(settings),
                _ => match self.literal() {
                    Some(literal) => literals.push(literal),
                    None => self.skip_to_comma(),
                },
            }
            if !self.eat_mark(T![","]) && !self.at_mark(end) && !self.setting_ahead() {
                // A comma forgotten before a name is one slip; the name is still a literal.
                if self.name_ahead(0) && self.previous_span() != opened && !self.statement_ahead() {
                    self.syntax_error("`,` between literals", None);
                } else {
                    break;
                }
            }
        }
        self.close(end, opened, what);
        literals
    }

    fn literal(&mut self) -> Option<LiteralDecl> {
        let (doc, start) = (self.doc(), self.token().span);
        let name = self.name("a literal's name")?;
        let value = if self.eat_mark(T!["="]) { self.literal_value() } else { None };
        let spelling =
            if self.eat_word("as") { self.string("the literal's spelling in quotes") } else { None };
        let settings = self.settings(format_args!("literal `{}`", name.text));
        self.declared(NodeKind::Literal, start);
        Some(LiteralDecl { doc, name, value, spelling, settings })
    }

    fn literal_value(&mut self) -> Option<i32> {
        let start = self.token().span;
        let sign = if self.eat_mark(T!["-"]) { "-" } else { "" };
        if self.token().kind != Kind::Number {
            self.syntax_error("the literal's number", None);
            return None;
        }
        let token = self.bump();
        let value = format!("{sign}{}", self.text_of(token)).parse().ok();
        if value.is_none() {
            let message = "the number of a literal must be a whole number of at most 32 bits";
            let diagnostic = Diagnostic::error(codes::BAD_SETTING, message)
                .at(self.source, start.to(token.span).range())
                .help("use a number from -2147483648 to 2147483647");
            self.diagnostics.push(diagnostic);
        }
        value
    }

    fn data_type(&mut self, doc: Option<String>) -> Option<DataTypeDecl> {
        self.bump();
        let Some(path) = self.declared_path("the data type's name") else {
            return self.lost();
        };
        let parameters = self.type_parameters();
        let settings = self.settings(format_args!("datatype `{}`", path_text(&path)));
        Some(DataTypeDecl { doc, path, parameters, settings })
    }
}

/// A path as written, without quotes, for messages.
pub(super) fn path_text(path: &Path) -> String {
    path.segments.iter().map(|name| name.text.as_str()).collect::<Vec<_>>().join("::")
}
