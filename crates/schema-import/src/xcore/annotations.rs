//! Annotations, their aliases, and documentation, which is an annotation of Ecore.
//!
//! Invariant: an element has one annotation at most with the source of EMF's generator. This module does not know
//! elements.

use crate::declarations::{Annotation, Span};
use crate::java_like::lexer::Kind;
use crate::java_like::parser::{Parsed, Parser};
use rustc_hash::FxHashMap;

/// The source of annotations for EMF's generator, also of documentation and bodies.
pub(super) const GENMODEL: &str = "http://www.eclipse.org/emf/2002/GenModel";
/// The source of annotations about Xcore itself.
pub(super) const XCORE: &str = "http://www.eclipse.org/emf/2011/Xcore";
const ECORE: &str = "http://www.eclipse.org/emf/2002/Ecore";
const EXTENDED_METADATA: &str = "http:///org/eclipse/emf/ecore/util/ExtendedMetaData";

/// The settings of elements that `@Ecore` may set.
const ECORE_SETTINGS: &[&str] = &[
    "name",
    "nsURI",
    "nsPrefix",
    "instanceClassName",
    "instanceTypeName",
    "abstract",
    "interface",
    "serializable",
    "ordered",
    "unique",
    "lowerBound",
    "upperBound",
    "changeable",
    "volatile",
    "transient",
    "defaultValueLiteral",
    "unsettable",
    "derived",
    "iD",
    "containment",
    "resolveProxies",
    "literal",
    "value",
];

/// The annotations before an element, and the settings of `@Ecore` among them.
#[derive(Debug, Default)]
pub(super) struct Head {
    pub(super) annotations: Vec<Annotation>,
    /// The settings of `@Ecore`: the key and the value of each, and the range of the key.
    pub(super) settings: Vec<(String, String, Span)>,
}

impl Head {
    /// Removes a setting of `@Ecore`, and returns its value; `None` if there is no such setting.
    pub(super) fn take_ecore(&mut self, key: &str) -> Option<String> {
        let index = self.settings.iter().position(|(known, ..)| known == key)?;
        let (_, value, _) = self.settings.remove(index);
        Some(value)
    }
}

/// The sources of annotations by their short names.
#[derive(Debug)]
pub(super) struct Aliases(FxHashMap<String, String>);

impl Aliases {
    /// The aliases that Xcore knows.
    pub(super) fn new() -> Self {
        let built_in_aliases =
            [("GenModel", GENMODEL), ("Ecore", ECORE), ("ExtendedMetaData", EXTENDED_METADATA)];
        Self(
            built_in_aliases.into_iter().map(|(name, source)| (name.to_owned(), source.to_owned())).collect(),
        )
    }

    /// Adds the short name of a source, unless another source has it.
    pub(super) fn add(&mut self, name: String, source: String) {
        self.0.entry(name).or_insert(source);
    }

    /// The comment and the annotations before an element.
    pub(super) fn head(&self, parser: &mut Parser<'_>) -> Parsed<Head> {
        let mut head = Head::default();
        if let Some(doc) = parser.doc() {
            add_detail(&mut head.annotations, GENMODEL, "documentation", doc);
        }
        while parser.is("@") {
            self.annotation(parser, &mut head)?;
        }
        Ok(head)
    }

    /// Reads an annotation into the head of an element.
    fn annotation(&self, parser: &mut Parser<'_>, head: &mut Head) -> Parsed<()> {
        let start = parser.peek().span.start;
        parser.expect("@")?;
        let written = parser.qualified_name()?;
        let name = written.rsplit('.').next().unwrap_or_default();
        let Some(source) = self.0.get(name) else {
            let message = format!("the annotation `@{written}` has no source; its name is used");
            let span = start..parser.previous_end();
            parser.report_loss(span, message, "declare it: annotation \"source\" as Name");
            return self.details(parser, &written, head);
        };
        self.details(parser, source, head)
    }

    /// Reads the details of an annotation. Some details of Ecore's own annotation are settings.
    fn details(&self, parser: &mut Parser<'_>, source: &str, head: &mut Head) -> Parsed<()> {
        let mut annotation = Annotation { source: source.to_owned(), details: Vec::new() };
        let mut has_settings = false;
        if parser.take("(") && !parser.take(")") {
            loop {
                let span = parser.peek().span.clone();
                let key = text(parser)?;
                parser.expect("=")?;
                let value = text(parser)?;
                if source == ECORE && ECORE_SETTINGS.contains(&key.as_str()) {
                    has_settings = true;
                    head.settings.push((key, value, span));
                } else {
                    annotation.details.push((key, value));
                }
                if !parser.take(",") {
                    break;
                }
            }
            parser.expect(")")?;
        }
        // The settings are read into the element itself, so they need no annotation.
        if has_settings && annotation.details.is_empty() {
            return Ok(());
        }
        // The documentation in a comment has already become an annotation with this source.
        if source == GENMODEL
            && let Some(known) = head.annotations.iter_mut().find(|known| known.source == source)
        {
            known.details.extend(annotation.details);
        } else {
            head.annotations.push(annotation);
        }
        Ok(())
    }
}

/// Reads a text in quotes, or names with points between them.
pub(super) fn text(parser: &mut Parser<'_>) -> Parsed<String> {
    if parser.peek().kind == Kind::Text { Ok(parser.next_text()) } else { parser.qualified_name() }
}

/// Adds a detail to the annotation with a source, which is created if it is missing.
pub(super) fn add_detail(annotations: &mut Vec<Annotation>, source: &str, key: &str, value: String) {
    let detail = (key.to_owned(), value);
    match annotations.iter_mut().find(|known| known.source == source) {
        Some(known) => known.details.push(detail),
        None => annotations.push(Annotation { source: source.to_owned(), details: vec![detail] }),
    }
}
