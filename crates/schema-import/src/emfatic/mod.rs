//! Emfatic sources, read as declarations of the type language.
//!
//! The result is the metamodel that Emfatic itself creates; comments `/** … */` become documentation in addition.
//! Invariants: after a mistake the other declarations are read; packages are nested 100 levels deep at most. This
//! module does not read imported metamodels: their types only get names.

mod annotations;
mod members;

use crate::declarations::{
    Annotation, Class, DataType, Declaration, Enumeration, Feature, Literal, Package, Reference, Span, Type,
};
use crate::java_like::lexer::Kind;
use crate::java_like::parser::{MAX_DEPTH, Parsed, Parser};
use crate::java_like::resolve::{Language, ecore_path, java_type, resolve};
use annotations::AnnotationMap;
use modelwright_metamodel::diagnostic::{Diagnostics, Source};
use rustc_hash::FxHashMap;
use std::cell::RefCell;
use std::collections::BTreeSet;
use std::sync::Arc;

/// The packages of a source, the outermost first, and their problems.
#[must_use]
pub fn read(source: &Arc<Source>) -> (Vec<Package>, Diagnostics) {
    let mut reader = Reader {
        parser: Parser::new(source),
        packages: Vec::new(),
        imports: Vec::new(),
        labels: AnnotationMap::new(),
    };
    reader.main_package();
    let Reader { mut parser, mut packages, imports, .. } = reader;
    let mut problems = std::mem::take(&mut parser.problems);
    let mut imports_by_name: FxHashMap<String, &str> = FxHashMap::default();
    for address in &imports {
        imports_by_name.entry(import_name(address).to_ascii_lowercase()).or_insert(address);
    }
    // The closure below is shared, so it records the types that are used in a cell.
    let used = RefCell::default();
    let external_type =
        |name: &str| ecore_type(name).or_else(|| imported_type(name, &imports_by_name, &used));
    let language = Language {
        external_type: &external_type,
        parser: &parser,
        reference_help: "write `ref` instead of `attr`, or `val` if it contains the objects",
    };
    resolve(&mut packages, &language, source, &mut problems);
    let external = external_packages(&imports, used.into_inner(), &packages);
    packages.extend(external);
    (packages, problems)
}

/// The path of the type of Ecore that a name means: `int` → `::EInt`, `ecore.EClass` → `::EClass`. `None` if the name
/// is not one of Ecore.
fn ecore_type(name: &str) -> Option<String> {
    if let Some(name_in_ecore) = name.strip_prefix("ecore.") {
        return Some(ecore_path(name_in_ecore));
    }
    let ecore_name = match name {
        "EBoolean" | "EByte" | "EChar" | "EDouble" | "EFloat" | "EInt" | "ELong" | "EShort"
        | "EBooleanObject" | "EByteObject" | "ECharacterObject" | "EDoubleObject" | "EFloatObject"
        | "EIntegerObject" | "ELongObject" | "EShortObject" | "EDate" | "EString" | "EJavaClass"
        | "EObject" | "EClass" | "EBigInteger" | "EBigDecimal" | "EResource" | "EResourceSet"
        | "EEnumerator" | "EEList" | "ETreeIterator" | "EJavaObject" => name,
        _ => java_type(name)?,
    };
    Some(ecore_path(ecore_name))
}

/// The name by which types of an imported metamodel are used: `"models/shop.ecore"` → `shop`.
fn import_name(address: &str) -> &str {
    let file = address.rsplit('/').next().unwrap_or_default();
    file.strip_suffix(".ecore").or_else(|| file.strip_suffix(".emf")).unwrap_or(file)
}

/// The paths of the types of imported metamodels that are used, by the address of the metamodel.
type UsedTypes<'i> = FxHashMap<&'i str, BTreeSet<String>>;

/// The path of a type of an imported metamodel, which is also recorded in `used`: `shop.Article` → `::shop::Article`.
/// `None` if there is no such import. The names in `imports_by_name` are in lower case.
fn imported_type<'i>(
    name: &str,
    imports_by_name: &FxHashMap<String, &'i str>,
    used: &RefCell<UsedTypes<'i>>,
) -> Option<String> {
    let (package, type_name) = name.split_once('.')?;
    let address: &str = imports_by_name.get(&package.to_ascii_lowercase())?;
    let path = type_name.replace('.', "::");
    let path_from_root = format!("::{}::{path}", import_name(address));
    used.borrow_mut().entry(address).or_default().insert(path);
    Some(path_from_root)
}

/// The packages of imported metamodels, each with the types that `packages` use; imports without such types have none.
fn external_packages(imports: &[String], mut used: UsedTypes<'_>, packages: &[Package]) -> Vec<Package> {
    if used.is_empty() {
        return Vec::new();
    }
    let attribute_types = attribute_types(packages);
    let mut external = Vec::new();
    for import in imports {
        let name = import_name(import);
        let mut package = Package::new(name);
        package.external = Some(import.clone());
        // The types are those of the first import, if a metamodel is imported twice.
        for type_name in used.remove(import.as_str()).unwrap_or_default() {
            // The metamodels are not read: a type is a data type if an attribute has it, and else a class.
            let is_value = attribute_types.contains(format!("::{name}::{type_name}").as_str());
            package.declarations.push(if is_value {
                Declaration::DataType(DataType { name: type_name, ..DataType::default() })
            } else {
                Declaration::Class(Class::new(type_name, 0..0))
            });
        }
        if !package.declarations.is_empty() {
            external.push(package);
        }
    }
    external
}

/// The names of the types of all attributes in some packages.
fn attribute_types(packages: &[Package]) -> BTreeSet<&str> {
    let mut names = BTreeSet::new();
    for declaration in packages.iter().flat_map(|package| &package.declarations) {
        let Declaration::Class(class) = declaration else { continue };
        for feature in &class.features {
            if let Feature::Attribute(attribute) = feature
                && let Type::Named(name) = &attribute.value_type
            {
                names.insert(name.as_str());
            }
        }
    }
    names
}

struct Reader<'s> {
    parser: Parser<'s>,
    packages: Vec<Package>,
    imports: Vec<String>,
    labels: AnnotationMap,
}

/// The documentation and the annotations before a declaration.
struct Head {
    doc: Option<String>,
    annotations: Vec<Annotation>,
}

impl Reader<'_> {
    /// Reads the package clause of the file and all declarations.
    fn main_package(&mut self) {
        let head = self.head().unwrap_or(Head { doc: None, annotations: Vec::new() });
        let name = match self.package_name() {
            Ok(name) => name,
            Err(_) => {
                self.parser.recover();
                "unnamed".to_owned()
            }
        };
        if !self.parser.take(";") {
            self.parser.fail("`;` after the name of the package");
        }
        let index = self.begin_package(name, head);
        while self.parser.take("import") {
            if self.import().is_err() {
                self.parser.recover();
            }
        }
        self.declarations(index, 0);
        // The declarations also end at a `}` that closes nothing.
        while !self.parser.is_end() {
            self.parser.fail("a declaration");
            self.parser.next();
            self.declarations(index, 0);
        }
    }

    fn package_name(&mut self) -> Parsed<String> {
        self.parser.expect("package")?;
        Ok(self.parser.name()?.0)
    }

    /// Reads the address of a metamodel after `import`.
    fn import(&mut self) -> Parsed<()> {
        let address = if self.parser.peek().kind == Kind::Text {
            self.parser.next_text()
        } else {
            self.parser.qualified_name()?
        };
        self.imports.push(address);
        self.parser.expect(";")
    }

    /// Adds a package without declarations, and returns its index. Its URI and prefix come from Emfatic's annotation
    /// `@namespace`.
    fn begin_package(&mut self, name: String, head: Head) -> usize {
        let mut package = Package::new(name);
        package.is_bare = true;
        package.doc = head.doc;
        for annotation in head.annotations {
            if !annotation.source.eq_ignore_ascii_case("namespace") {
                package.annotations.push(annotation);
                continue;
            }
            for (key, value) in annotation.details {
                match key.to_ascii_lowercase().as_str() {
                    "uri" => package.uri = Some(value),
                    "prefix" => package.prefix = Some(value),
                    _ => {
                        let message = format!("`@namespace` has no meaning for `{key}`");
                        self.parser.report_loss(0..0, message, "write `uri` and `prefix`");
                    }
                }
            }
        }
        self.packages.push(package);
        self.packages.len() - 1
    }

    /// Reads the documentation and the annotations before a declaration.
    fn head(&mut self) -> Parsed<Head> {
        let doc = self.parser.doc();
        let mut annotations = Vec::new();
        while self.parser.is("@") {
            annotations.push(self.labels.annotation(&mut self.parser)?);
        }
        // A comment may be between the annotations and the declaration.
        let doc = doc.or_else(|| self.parser.doc());
        Ok(Head { doc, annotations })
    }

    /// Reads the declarations of the package with this index, up to the end of its block.
    fn declarations(&mut self, package: usize, depth: usize) {
        while !self.parser.is_end() && !self.parser.is("}") {
            let position_before = self.parser.peek().span.start;
            if self.declaration(package, depth).is_err() {
                self.parser.recover();
                // Without progress, the same mistake would be found again.
                if self.parser.peek().span.start == position_before && !self.parser.is("}") {
                    self.parser.next();
                }
            }
        }
    }

    /// Reads a declaration or a subpackage, and adds it to the package with this index. `depth` counts the packages
    /// around it.
    fn declaration(&mut self, package: usize, depth: usize) -> Parsed<()> {
        let head = self.head()?;
        if self.parser.is("package") {
            return self.subpackage(package, head, depth);
        }
        let declaration = if self.parser.take("enum") {
            self.enumeration(head)?
        } else if self.parser.take("mapentry") {
            self.map_entry(head)?
        } else if self.parser.is("datatype") || self.parser.is("transient") {
            self.data_type(head)?
        } else {
            self.class(head)?
        };
        if let Some(package) = self.packages.get_mut(package) {
            package.declarations.push(declaration);
        }
        Ok(())
    }

    /// Reads a subpackage with its declarations; `outer` is the index of the package around it.
    fn subpackage(&mut self, outer: usize, head: Head, depth: usize) -> Parsed<()> {
        if depth >= MAX_DEPTH {
            return Err(self.parser.fail(&format!("at most {MAX_DEPTH} levels of packages")));
        }
        let name = self.package_name()?;
        let outer_name = self.packages.get(outer).map(|package| package.name.clone()).unwrap_or_default();
        let index = self.begin_package(format!("{outer_name}::{name}"), head);
        self.parser.expect("{")?;
        self.declarations(index, depth + 1);
        self.parser.expect("}")
    }

    /// Reads a class or an interface.
    fn class(&mut self, head: Head) -> Parsed<Declaration> {
        let is_abstract = self.parser.take("abstract");
        let is_interface = self.parser.is("interface");
        if !is_interface && !self.parser.is("class") {
            return Err(self
                .parser
                .fail("`class`, `interface`, `enum`, `datatype`, `mapentry` or `package`"));
        }
        self.parser.next();
        let (name, span) = self.parser.name()?;
        let mut class = Class::new(name, span);
        (class.is_abstract, class.is_interface) = (is_abstract, is_interface);
        (class.doc, class.annotations) = (head.doc, head.annotations);
        class.type_parameters = self.parser.type_parameters()?;
        if self.parser.take("extends") {
            self.parser.supertypes(&mut class)?;
        }
        if self.parser.take(":") {
            class.instance_class = Some(self.java_class()?);
        }
        self.parser.expect("{")?;
        while !self.parser.is_end() && !self.parser.is("}") {
            let position_before = self.parser.peek().span.start;
            if self.member(&mut class).is_err() {
                self.parser.recover();
                // Without progress, the same mistake would be found again.
                if self.parser.peek().span.start == position_before && !self.parser.is("}") {
                    self.parser.next();
                }
            }
        }
        self.parser.expect("}")?;
        Ok(Declaration::Class(class))
    }

    /// The name of a Java class: in quotes, or names with points.
    fn java_class(&mut self) -> Parsed<String> {
        if self.parser.peek().kind == Kind::Text {
            Ok(self.parser.next_text())
        } else {
            self.parser.qualified_name()
        }
    }

    /// Reads a data type, perhaps with `transient` before it.
    fn data_type(&mut self, head: Head) -> Parsed<Declaration> {
        // The values of such a data type cannot be stored.
        let is_volatile = self.parser.take("transient");
        self.parser.expect("datatype")?;
        let (name, span) = self.parser.name()?;
        let type_parameters = self.parser.type_parameters()?;
        self.parser.expect(":")?;
        let instance_class = Some(self.java_class()?);
        self.parser.expect(";")?;
        Ok(Declaration::DataType(DataType {
            name,
            doc: head.doc,
            annotations: head.annotations,
            type_parameters,
            instance_class,
            is_volatile,
            span,
            ..DataType::default()
        }))
    }

    /// Reads an enumeration. A literal without a number has that of the literal before it plus 1.
    fn enumeration(&mut self, head: Head) -> Parsed<Declaration> {
        let (name, span) = self.parser.name()?;
        let mut literals: Vec<Literal> = Vec::new();
        let mut next_number = Some(0_i32);
        self.parser.expect("{")?;
        while !self.parser.is_end() && !self.parser.is("}") {
            let literal_head = self.head()?;
            let (name, _) = self.parser.name()?;
            let number = if self.parser.take("=") {
                let digits = self.parser.signed_number()?;
                Some(
                    digits
                        .parse()
                        .map_err(|_| self.parser.fail("a number of at most 32 bits before this"))?,
                )
            } else {
                next_number
            };
            next_number = number.and_then(|number: i32| number.checked_add(1));
            let (doc, annotations) = (literal_head.doc, literal_head.annotations);
            literals.push(Literal { name, number, text: None, doc, annotations });
            if !self.parser.take(";") && !self.parser.take(",") && !self.parser.is("}") {
                return Err(self.parser.fail("`;` after the literal"));
            }
        }
        self.parser.expect("}")?;
        let (doc, annotations) = (head.doc, head.annotations);
        Ok(Declaration::Enumeration(Enumeration { name, doc, literals, annotations, span }))
    }

    /// Reads a class for the entries of a map. Its features are references, except those of data types of Ecore, until
    /// the other types are known.
    fn map_entry(&mut self, head: Head) -> Parsed<Declaration> {
        let (name, span) = self.parser.name()?;
        let mut class = Class::new(name, span);
        (class.doc, class.annotations) = (head.doc, head.annotations);
        class.instance_class = Some("java.util.Map$Entry".to_owned());
        self.parser.expect(":")?;
        for part in ["key", "value"] {
            let span: Span = self.parser.peek().span.clone();
            let part_type = self.parser.written_type(0)?;
            let mut reference = Reference::new(part, "", span);
            reference.is_containment = false;
            self.parser.multiplicity(&mut reference.settings)?;
            class.features.push(members::feature_of_type(reference, part_type));
            if part == "key" {
                self.parser.expect("->")?;
            }
        }
        self.parser.expect(";")?;
        Ok(Declaration::Class(class))
    }
}
