//! Xcore sources, read as declarations of the type language.
//!
//! The result is the metamodel that Xcore derives; bodies are kept as texts in annotations and not evaluated.
//! Invariant: after a mistake the other declarations are read. This module reads no other files: types of other models
//! are reported.

mod annotations;
mod imports;
mod members;

use crate::declarations::{Class, DataType, Declaration, Enumeration, Literal, Package, Span, Type};
use crate::java_like::parser::{Parsed, Parser};
use crate::java_like::resolve::{Language, ecore_path, java_type, resolve};
use annotations::{Aliases, GENMODEL, Head, XCORE, add_detail};
use imports::Imports;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use rustc_hash::FxHashSet;
use std::sync::Arc;

/// The package of a source, and its problems.
#[must_use]
pub fn read(source: &Arc<Source>) -> (Vec<Package>, Diagnostics) {
    let parser = Parser::new(source);
    let declared = parser.names_after(&["class", "interface", "enum", "type"]);
    let mut reader = Reader { parser, aliases: Aliases::new(), imports: Imports::default(), declared };
    let package = reader.package();
    let Reader { mut parser, imports, .. } = reader;
    let mut problems = std::mem::take(&mut parser.problems);
    let mut packages = vec![package];
    let language = Language {
        external_type: &|name| ecore_type(name, &imports),
        parser: &parser,
        reference_help: "write `refers` or `contains` before the class",
    };
    resolve(&mut packages, &language, source, &mut problems);
    (packages, problems)
}

/// The path of the type of Ecore with a name, which begins with `::`.
fn ecore_type(name: &str, imports: &Imports) -> Option<String> {
    const ECORE: &str = "org.eclipse.emf.ecore";
    if let Some(ecore_name) = java_type(name) {
        return Some(ecore_path(ecore_name));
    }
    let ecore_name = match name {
        "BigDecimal" => "EBigDecimal",
        "BigInteger" => "EBigInteger",
        _ => {
            let name_in_ecore =
                name.strip_prefix(ECORE).and_then(|after_package| after_package.strip_prefix('.'));
            let is_imported = || {
                imports.contains("org.eclipse.emf.ecore.*") || imports.contains(&format!("{ECORE}.{name}"))
            };
            let is_name_of_ecore = name.starts_with('E') && !name.contains('.');
            // The data types of Ecore are known without an import.
            let is_known = is_name_of_ecore && (is_imported() || name == "EObject" || is_data_type(name));
            name_in_ecore.or_else(|| is_known.then_some(name))?
        }
    };
    Some(ecore_path(ecore_name))
}

/// Whether a name is that of a data type of Ecore that needs no import.
fn is_data_type(name: &str) -> bool {
    let names = [
        "EBigDecimal",
        "EBigInteger",
        "EBoolean",
        "EBooleanObject",
        "EByte",
        "EByteArray",
        "EByteObject",
        "EChar",
        "ECharacterObject",
        "EDate",
        "EDouble",
        "EDoubleObject",
        "EFloat",
        "EFloatObject",
        "EInt",
        "EIntegerObject",
        "EJavaClass",
        "EJavaObject",
        "ELong",
        "ELongObject",
        "EShort",
        "EShortObject",
        "EString",
    ];
    names.contains(&name)
}

struct Reader<'s> {
    parser: Parser<'s>,
    aliases: Aliases,
    imports: Imports,
    /// The names after words that begin declarations, also of those that were not read yet.
    declared: FxHashSet<String>,
}

impl Reader<'_> {
    /// Whether a declaration or an import has this name.
    fn is_type(&self, name: &str) -> bool {
        self.declared.contains(name) || self.imports.full_name(name).is_some()
    }

    /// Reads the package clause and everything after it.
    fn package(&mut self) -> Package {
        let mut head = self.head().unwrap_or_default();
        let name = match self.parser.expect("package").and_then(|()| self.parser.qualified_name()) {
            Ok(name) => name,
            Err(_) => "_".to_owned(),
        };
        let (base_package, last_part) = match name.rsplit_once('.') {
            Some((base_package, last_part)) => (Some(base_package.to_owned()), last_part.to_owned()),
            None => (None, name.clone()),
        };
        let mut package = Package::new(last_part.clone());
        // XML reserves prefixes that begin with `xml`.
        let is_reserved = last_part.to_lowercase().starts_with("xml");
        let default_prefix = if is_reserved { format!("_{last_part}") } else { last_part };
        package.uri = Some(head.take_ecore("nsURI").unwrap_or(name));
        package.prefix = Some(head.take_ecore("nsPrefix").unwrap_or(default_prefix));
        self.reject_settings(&mut head);
        package.annotations = head.annotations;
        if let Some(base_package) = base_package {
            add_detail(&mut package.annotations, GENMODEL, "basePackage", base_package);
        }
        self.directives(&mut package);
        while !self.parser.is_end() {
            let position_before = self.parser.peek().span.start;
            match self.declaration() {
                Ok(declaration) => package.declarations.push(declaration),
                Err(_) => {
                    self.parser.recover();
                    if self.parser.peek().span.start == position_before || self.parser.is("}") {
                        self.parser.next();
                    }
                }
            }
        }
        package
    }

    /// Reads imports, and the aliases of the sources of annotations, into the package.
    fn directives(&mut self, package: &mut Package) {
        loop {
            let is_read = if self.parser.take("import") {
                self.import()
            } else if self.parser.is("annotation") {
                self.alias(package)
            } else {
                return;
            };
            if is_read.is_err() {
                // Directives have no end of their own, so the next word is skipped.
                self.parser.next();
            }
        }
    }

    /// Reads the name after `import`.
    fn import(&mut self) -> Parsed<()> {
        let mut name = self.parser.qualified_name()?;
        if self.parser.is(".") {
            self.parser.next();
            self.parser.expect("*")?;
            name.push_str(".*");
        }
        self.parser.take(";");
        self.imports.add(name);
        Ok(())
    }

    /// Reads `annotation "source" as Alias`.
    fn alias(&mut self, package: &mut Package) -> Parsed<()> {
        self.parser.next();
        let source = annotations::text(&mut self.parser)?;
        self.parser.expect("as")?;
        let (name, _) = self.parser.name()?;
        add_detail(&mut package.annotations, XCORE, &name, source.clone());
        self.aliases.add(name, source);
        Ok(())
    }

    /// Reads the annotations and the documentation before a declaration or a member.
    fn head(&mut self) -> Parsed<Head> {
        self.aliases.head(&mut self.parser)
    }

    /// Reports settings of `@Ecore` that are not read.
    fn reject_settings(&mut self, head: &mut Head) {
        for (key, value, span) in std::mem::take(&mut head.settings) {
            let message = format!("`@Ecore({key}=\"{value}\")` is not read");
            self.parser.report_loss(span, message, "write it in Xcore's own syntax, or change the types");
        }
    }

    /// Reads a class, an interface, an enumeration or a data type.
    fn declaration(&mut self) -> Parsed<Declaration> {
        let mut head = self.head()?;
        if self.parser.take("enum") {
            return self.enumeration(head);
        }
        if self.parser.take("type") {
            return self.data_type(head);
        }
        let is_abstract = self.parser.take("abstract");
        let is_interface = self.parser.is("interface");
        if !is_interface && !self.parser.is("class") {
            return Err(self.parser.fail("`class`, `interface`, `enum` or `type`"));
        }
        self.parser.next();
        let (name, span) = self.parser.name()?;
        let mut class = Class::new(name, span);
        (class.is_abstract, class.is_interface) = (is_abstract || is_interface, is_interface);
        class.type_parameters = self.parser.type_parameters()?;
        if self.parser.take("extends") {
            for supertype in self.parser.types()? {
                let (name, arguments) = match supertype {
                    Type::Generic(name, arguments) => (name, arguments),
                    Type::Named(name) => (name, Vec::new()),
                    _ => continue,
                };
                class.supertypes.push(name);
                class.supertype_arguments.push(arguments);
            }
        }
        if self.parser.take("wraps") {
            class.instance_class = Some(self.java_type()?);
        }
        self.reject_settings(&mut head);
        class.annotations = head.annotations;
        if self.parser.is("implements") {
            let help = "write `extends` with all superclasses: `class A extends B, C`";
            return Err(self.parser.fail_with("`{`", Some(help.to_owned())));
        }
        self.parser.expect("{")?;
        while !self.parser.is_end() && !self.parser.is("}") {
            let position_before = self.parser.peek().span.start;
            if self.member(&mut class).is_err() {
                self.skip_member();
                if self.parser.peek().span.start == position_before && !self.parser.is("}") {
                    self.parser.next();
                }
            }
        }
        self.parser.expect("}")?;
        Ok(Declaration::Class(class))
    }

    /// The name of a Java class with its package, as imports determine it, and with its type arguments.
    fn java_type(&mut self) -> Parsed<String> {
        let name = self.parser.qualified_name()?;
        let mut text = self.qualified_java(&name);
        let start = self.parser.peek().span.start;
        if self.parser.is("<") {
            self.parser.type_arguments(0)?;
            let end = self.parser.previous_end();
            text.push_str(self.parser.source.text().get(start..end).unwrap_or_default());
        }
        while self.parser.is("[") && Parser::is_token(self.parser.peek_at(1), "]") {
            self.parser.next();
            self.parser.next();
            text.push_str("[]");
        }
        Ok(text)
    }

    /// The full name of a Java class, as the imports determine it.
    fn qualified_java(&self, name: &str) -> String {
        const PRIMITIVES: &[&str] = &["boolean", "byte", "char", "double", "float", "int", "long", "short"];
        let (first, suffix) = name.split_once('.').unwrap_or((name, ""));
        // `Map.Entry` is a nested class, whose full name contains `$`.
        let suffix = if suffix.is_empty() { String::new() } else { format!("${}", suffix.replace('.', "$")) };
        match self.imports.full_name(first) {
            Some(full_name) => full_name.to_owned() + &suffix,
            None if PRIMITIVES.contains(&name) || first.starts_with(|c: char| c.is_lowercase()) => {
                name.to_owned()
            }
            None => format!("java.lang.{first}{suffix}"),
        }
    }

    /// Reads a data type after `type`.
    fn data_type(&mut self, mut head: Head) -> Parsed<Declaration> {
        let (name, span): (String, Span) = self.parser.name()?;
        let type_parameters = self.parser.type_parameters()?;
        self.parser.expect("wraps")?;
        let instance_class = Some(self.java_type()?);
        self.reject_settings(&mut head);
        let mut annotations = head.annotations;
        loop {
            let key = if self.parser.take("create") {
                "create"
            } else if self.parser.take("convert") {
                "convert"
            } else {
                break;
            };
            let body = self.parser.block()?;
            add_detail(&mut annotations, GENMODEL, key, body);
        }
        Ok(Declaration::DataType(DataType {
            name,
            annotations,
            type_parameters,
            instance_class,
            span,
            ..DataType::default()
        }))
    }

    /// Reads an enumeration. A literal without a number gets the number of the literal before it plus 1.
    fn enumeration(&mut self, mut head: Head) -> Parsed<Declaration> {
        let (name, span) = self.parser.name()?;
        self.reject_settings(&mut head);
        let mut literals: Vec<Literal> = Vec::new();
        let mut next_number = 0_i32;
        self.parser.expect("{")?;
        while !self.parser.is_end() && !self.parser.is("}") {
            let mut literal_head = self.head()?;
            self.reject_settings(&mut literal_head);
            let (name, _) = self.parser.name()?;
            let text = if self.parser.take("as") { Some(annotations::text(&mut self.parser)?) } else { None };
            if self.parser.take("=") {
                let digits = self.parser.signed_number()?;
                next_number = digits
                    .parse()
                    .map_err(|_| self.parser.fail("a number of at most 32 bits before this"))?;
            }
            let (number, annotations) = (Some(next_number), literal_head.annotations);
            literals.push(Literal { name, number, text, doc: None, annotations });
            next_number = next_number.saturating_add(1);
            if self.parser.is(";") {
                self.parser.fail_with("`,` or `}`", Some("write `,` between literals".to_owned()));
                self.parser.next();
            }
            self.parser.take(",");
        }
        self.parser.expect("}")?;
        let annotations = head.annotations;
        Ok(Declaration::Enumeration(Enumeration { name, doc: None, literals, annotations, span }))
    }
}
