//! Xcore sources, read as declarations of the type language.
//!
//! The result is the metamodel that Xcore derives; bodies are kept as texts in annotations and not evaluated.
//! Invariant: after a mistake the other declarations are read. This module reads no other files: types of other models
//! are reported.

mod annotations;
mod imports;
mod members;

use crate::declarations::{Class, DataType, Declaration, Enumeration, Literal, Package, Span};
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

/// The path of the type of Ecore that a name means: `int` → `::EInt`, `org.eclipse.emf.ecore.EClass` → `::EClass`.
/// `None` if the name is not one of Ecore, or is not imported.
fn ecore_type(name: &str, imports: &Imports) -> Option<String> {
    if let Some(ecore_name) = java_type(name) {
        return Some(ecore_path(ecore_name));
    }
    if let Some(ecore_name) = name.strip_prefix("org.eclipse.emf.ecore.") {
        return Some(ecore_path(ecore_name));
    }
    match name {
        "BigDecimal" => return Some(ecore_path("EBigDecimal")),
        "BigInteger" => return Some(ecore_path("EBigInteger")),
        _ => {}
    }
    let is_name_of_ecore = name.starts_with('E') && !name.contains('.');
    if !is_name_of_ecore {
        return None;
    }
    let needs_import = name != "EObject" && !is_data_type(name);
    let is_imported = imports.contains("org.eclipse.emf.ecore.*")
        || imports.contains(&format!("org.eclipse.emf.ecore.{name}"));
    if needs_import && !is_imported {
        return None;
    }
    Some(ecore_path(name))
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
        // After a mistake in the clause, which is reported, the declarations still need a package.
        let name = self.package_name().unwrap_or_else(|_| "_".to_owned());
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
        self.declarations(&mut package);
        package
    }

    /// Reads the package clause, and returns the name in it.
    fn package_name(&mut self) -> Parsed<String> {
        self.parser.expect("package")?;
        self.parser.qualified_name()
    }

    /// Reads the declarations up to the end of the file into the package.
    fn declarations(&mut self, package: &mut Package) {
        while !self.parser.is_end() {
            let position_before = self.parser.peek().span.start;
            match self.declaration() {
                Ok(declaration) => package.declarations.push(declaration),
                Err(_) => {
                    self.parser.recover();
                    // Without progress, or at a `}` that closes nothing, the next declaration would fail at once.
                    if self.parser.peek().span.start == position_before || self.parser.is("}") {
                        self.parser.next();
                    }
                }
            }
        }
    }

    /// Reads imports, and the aliases of the sources of annotations; the aliases also become details of the package.
    fn directives(&mut self, package: &mut Package) {
        loop {
            let result = if self.parser.take("import") {
                self.import()
            } else if self.parser.is("annotation") {
                self.alias(package)
            } else {
                return;
            };
            if result.is_err() {
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
        let head = self.head()?;
        if self.parser.take("enum") {
            self.enumeration(head)
        } else if self.parser.take("type") {
            self.data_type(head)
        } else {
            self.class(head)
        }
    }

    /// Reads a class or an interface with its members.
    fn class(&mut self, mut head: Head) -> Parsed<Declaration> {
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
            self.parser.supertypes(&mut class)?;
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
                // Without progress, the same mistake would be found again.
                if self.parser.peek().span.start == position_before && !self.parser.is("}") {
                    self.parser.next();
                }
            }
        }
        self.parser.expect("}")?;
        Ok(Declaration::Class(class))
    }

    /// Reads the name of a Java class, perhaps with type arguments or brackets of an array, and returns it with the
    /// package that the imports determine.
    fn java_type(&mut self) -> Parsed<String> {
        let name = self.parser.qualified_name()?;
        let mut text = self.qualified_java(&name);
        if self.parser.is("<") {
            let start = self.parser.peek().span.start;
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

    /// The full name of a Java class, as the imports determine it: `Map.Entry` → `java.util.Map$Entry` after
    /// `import java.util.Map`. Without an import, a name with a capital is one of `java.lang`: `String` →
    /// `java.lang.String`.
    fn qualified_java(&self, name: &str) -> String {
        const PRIMITIVES: &[&str] = &["boolean", "byte", "char", "double", "float", "int", "long", "short"];
        let first_part = name.split('.').next().unwrap_or_default();
        // The other parts are nested classes, whose full names have `$` before them.
        let name_with_dollars = name.replace('.', "$");
        if let Some(full_name) = self.imports.full_name(first_part) {
            let nested = name_with_dollars.get(first_part.len()..).unwrap_or_default();
            return full_name.to_owned() + nested;
        }
        // A name in lower case begins with a package, so it is full already.
        if PRIMITIVES.contains(&name) || first_part.starts_with(|c: char| c.is_lowercase()) {
            return name.to_owned();
        }
        format!("java.lang.{name_with_dollars}")
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
