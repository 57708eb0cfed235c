//! Collects the rules that a metamodel contains in annotations and types, and parses them.
//!
//! Invariants: each rule is parsed once, for any number of objects; a rule that was declared in a text keeps its
//! position in the text; a rule that cannot be parsed is reported and omitted.

use crate::diagnostic::{Diagnostic, Diagnostics, Source};
use crate::ecore::{Annotation, ClassId, Classifier, FeatureId, LOGIC, Metamodel, PackageId};
use crate::language::{self, LogicPiece, functions};
use crate::models::SHIPPED;
use rustc_hash::FxHashMap;
use std::ops::Range;
use std::sync::Arc;

/// The purpose of a rule.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Role {
    Check,
    Get,
    Set,
    Derived,
    Invariant,
    /// The constraint of an attribute's type, if facets cannot express it.
    Type,
}

impl Role {
    /// The roles with the keys of their annotations.
    const ALL: [(&'static str, Role); 6] = [
        ("check", Role::Check),
        ("get", Role::Get),
        ("set", Role::Set),
        ("derived", Role::Derived),
        ("invariant", Role::Invariant),
        ("type", Role::Type),
    ];

    /// The role with a key; `None` for other keys.
    fn from_word(key: &str) -> Option<Self> {
        Self::ALL.iter().find(|(word, _)| *word == key).map(|(_, role)| *role)
    }

    /// The key of the annotation that contains rules with this role.
    pub(super) fn word(self) -> &'static str {
        Self::ALL.iter().find(|(_, role)| *role == self).map_or("", |(word, _)| word)
    }
}

/// A piece of logic, and its purpose.
#[derive(Debug)]
pub(super) struct Rule {
    pub(super) role: Role,
    /// The message of an invariant, or the constraint of a type.
    pub(super) title: Option<String>,
    /// The class that declares the rule.
    pub(super) owner: ClassId,
    /// The feature to which the rule belongs; `None` for an invariant.
    pub(super) feature: Option<FeatureId>,
    pub(super) logic: LogicPiece,
    /// The position of the declaration, if the rule was declared in a text.
    pub(super) location: Option<SourceRange>,
    /// The text of the rule on one line, for messages.
    text: String,
}

/// The maximum number of characters of a rule that messages show.
const SHOWN_TEXT: usize = 100;

/// A text on one line; if it is too long, the rest is replaced by `…`.
fn in_one_line(text: &str) -> String {
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    match line.char_indices().nth(SHOWN_TEXT) {
        Some((end, _)) => format!("{} …", line[..end].trim_end()),
        None => line,
    }
}

impl Rule {
    /// A description for messages: `` `check` of `User.name` ``.
    pub(super) fn describe(&self, metamodel: &Metamodel) -> String {
        match self.feature {
            Some(feature) => format!("`{}` of `{}`", self.role.word(), metamodel.feature_label(feature)),
            None => format!("an invariant of `{}`", metamodel[self.owner].name),
        }
    }

    /// Whether the rule belongs to a shipped metamodel.
    fn is_shipped(&self, metamodel: &Metamodel) -> bool {
        let uri = metamodel[metamodel[self.owner].package].ns_uri.as_deref();
        SHIPPED.iter().any(|shipped| Some(shipped.uri) == uri)
    }

    /// Adds the position of the rule's declaration to a problem; if the rule was not declared in a text, adds a
    /// description of the rule. A shipped rule is not shown.
    pub(super) fn label(&self, problem: Diagnostic, metamodel: &Metamodel) -> Diagnostic {
        match &self.location {
            // A shipped declaration is not a file of the user, so the message alone must suffice.
            Some(_) if self.is_shipped(metamodel) => problem,
            Some((source, range)) => problem.label(source, range.clone(), self.describe(metamodel)),
            // The message about a type already contains the type.
            None if problem.help.is_none() && self.role != Role::Type => {
                let rule = self.describe(metamodel);
                problem.help(format!("this is required by {rule}: {}", self.text))
            }
            None => problem,
        }
    }
}

/// The index of a rule in the list of all rules.
pub(super) type RuleId = usize;

/// All rules of a metamodel.
#[derive(Debug, Default)]
pub(super) struct RuleSet {
    pub(super) list: Vec<Rule>,
    /// The rules of each feature.
    pub(super) of_feature: FxHashMap<FeatureId, Vec<RuleId>>,
    /// The invariants of each class.
    pub(super) invariants: FxHashMap<ClassId, Vec<RuleId>>,
    /// The problems that were found while parsing; each part concerns one package.
    problems: Vec<(PackageId, Diagnostics)>,
}

impl RuleSet {
    /// Collects the rules that a metamodel contains, and the problems of its functions.
    pub(super) fn collect(metamodel: &Metamodel) -> Self {
        let mut rules = Self::default();
        for (package, _) in metamodel.packages() {
            let problems = functions::check_package(metamodel, package);
            problems.into_iter().for_each(|problem| rules.problems_of(package).push(problem));
        }
        for (class, data) in metamodel.classes() {
            for feature in &data.features {
                for annotation in &metamodel[*feature].typed.annotations {
                    rules.add_annotation(metamodel, annotation, class, Some(*feature));
                }
                rules.add_type(metamodel, class, *feature);
            }
            for annotation in &data.annotations {
                rules.add_annotation(metamodel, annotation, class, None);
            }
        }
        rules
    }

    /// Whether there is no logic, so that objects need not be visited.
    pub(super) fn is_empty(&self) -> bool {
        // If the only rule cannot be parsed, the metamodel is not empty, because that must be reported.
        self.list.is_empty() && self.problems.iter().all(|(_, problems)| problems.is_empty())
    }

    /// The problems found while parsing logic.
    pub(super) fn problems(&self) -> &[(PackageId, Diagnostics)] {
        &self.problems
    }

    /// The problems to which those of a package are added: the last part if it is of this package, otherwise a new
    /// part.
    fn problems_of(&mut self, package: PackageId) -> &mut Diagnostics {
        if self.problems.last().is_none_or(|(last, _)| *last != package) {
            self.problems.push((package, Diagnostics::new()));
        }
        let last_index = self.problems.len() - 1;
        let (_, problems) = &mut self.problems[last_index];
        problems
    }

    /// The rule of a feature with this role; `None` if the feature has no such rule.
    pub(super) fn with_role(&self, feature: FeatureId, role: Role) -> Option<RuleId> {
        self.of_feature.get(&feature)?.iter().copied().find(|id| self.list[*id].role == role)
    }

    /// Adds the rules in an annotation of a class or a feature.
    fn add_annotation(
        &mut self,
        metamodel: &Metamodel,
        annotation: &Annotation,
        owner: ClassId,
        feature: Option<FeatureId>,
    ) {
        if annotation.source.as_deref() != Some(LOGIC) {
            return;
        }
        for (index, (key, text)) in annotation.details.iter().enumerate() {
            let (Some(key), Some(text)) = (key, text) else { continue };
            let Some(role) = Role::from_word(key) else { continue };
            let belongs_to_class = role == Role::Invariant;
            // Annotations do not contain rules of types; classes have only invariants, features have only other rules.
            if role == Role::Type || belongs_to_class != feature.is_none() {
                continue;
            }
            let origin = &annotation.origin;
            let declared_at = match (&origin.source, origin.offsets.get(index)) {
                (Some(source), Some(offset)) => Some((source, *offset as usize)),
                _ => None,
            };
            // Decision 15: a metamodel contains the text of a rule independently of any file, so each rule is parsed
            // from that text.
            let ParsedRule { logic, location, problems } =
                parse(text, declared_at, || source_name(metamodel, owner, feature, role));
            if problems.has_errors() {
                self.report(problems, location.as_ref(), metamodel[owner].package);
                continue;
            }
            let title = annotation.detail("title").map(str::to_owned);
            self.push(Rule { role, title, owner, feature, logic, location, text: in_one_line(text) });
        }
    }

    /// Adds the constraint of an attribute's type, if facets cannot express it.
    fn add_type(&mut self, metamodel: &Metamodel, owner: ClassId, feature: FeatureId) {
        let Some(Classifier::DataType(id)) = metamodel[feature].typed.classifier() else { return };
        let data_type = &metamodel[id];
        let Some(constraint) = language::constraint_beyond_facets(metamodel, id) else { return };
        let declaration = data_type.annotations.iter().map(|a| &a.origin).find(|o| o.source.is_some());
        // The text that declares the type, and the offset of the declaration in it; `None` if there is no such text.
        let declared_at =
            declaration.and_then(|origin| Some((origin.source.as_ref()?, *origin.offsets.first()? as usize)));
        let role = Role::Type;
        // The constraint is expressed as an ordinary rule, so that it is matched exactly as in an expression.
        let text = format!("$it =~ {constraint}");
        let ParsedRule { logic, location, problems } =
            parse(&text, declared_at, || source_name(metamodel, owner, Some(feature), role));
        if problems.has_errors() {
            return self.report(problems, location.as_ref(), metamodel[owner].package);
        }
        // The message contains the type; a label helps only if the type was declared in a text.
        let location = location.filter(|_| declared_at.is_some());
        let text = in_one_line(&text);
        self.push(Rule {
            role,
            title: Some(constraint),
            owner,
            feature: Some(feature),
            logic,
            location,
            text,
        });
    }

    /// Adds a rule to the list and to the rules of its feature or class.
    fn push(&mut self, rule: Rule) {
        let id = self.list.len();
        match rule.feature {
            Some(feature) => self.of_feature.entry(feature).or_default().push(id),
            None => self.invariants.entry(rule.owner).or_default().push(id),
        }
        self.list.push(rule);
    }

    /// Adds the problems of a rule to those of a package. A problem in another text gets a label at `location`, the
    /// declaration that contains the rule.
    fn report(&mut self, problems: Diagnostics, location: Option<&SourceRange>, package: PackageId) {
        for problem in problems {
            let problem = match location {
                Some((source, range)) if !is_in_source(&problem, source) => {
                    problem.label(source, range.clone(), "in this declaration")
                }
                _ => problem,
            };
            self.problems_of(package).push(problem);
        }
    }
}

/// Whether the position of a problem is in a source.
fn is_in_source(problem: &Diagnostic, source: &Arc<Source>) -> bool {
    problem.primary_label().is_some_and(|label| Arc::ptr_eq(&label.source, source))
}

/// A range of a text.
pub(super) type SourceRange = (Arc<Source>, Range<usize>);

/// The result of parsing a rule.
struct ParsedRule {
    logic: LogicPiece,
    /// The position of the rule, or of the declaration that contains it; `None` if no text declares it.
    location: Option<SourceRange>,
    problems: Diagnostics,
}

/// Parses a rule at its position in the text that declares it. If there is no such text, or the rule in it has errors,
/// the rule is parsed as a separate source, whose name `name` returns.
fn parse(text: &str, declared_at: Option<(&Arc<Source>, usize)>, name: impl Fn() -> String) -> ParsedRule {
    if let Some((source, start)) = declared_at
        // The text is parsed in the declaring file, so that problems point to what the user has written.
        && let Some(range) = find_range(source.text(), start, text)
    {
        let (logic, problems) = language::logic(source, range.clone());
        if !problems.has_errors() {
            return ParsedRule { logic, location: Some((Arc::clone(source), range)), problems };
        }
    }
    let rule_source = Source::new(name(), text);
    let (logic, problems) = language::logic(&rule_source, 0..text.len());
    let location = declared_at.map(|(source, start)| (Arc::clone(source), start..source.word_end(start)));
    ParsedRule { logic, location, problems }
}

/// The range of a text that is at `start` in a source; differences in white space are ignored. `None` if the source
/// contains another text there.
pub(super) fn find_range(source: &str, start: usize, text: &str) -> Option<Range<usize>> {
    // The text in the metamodel may have another layout than in the file, so white space is ignored.
    let mut characters = source.get(start..)?.char_indices().filter(|(_, c)| !c.is_whitespace());
    let mut end = start;
    for expected in text.chars().filter(|c| !c.is_whitespace()) {
        let (offset, actual) = characters.next()?;
        if actual != expected {
            return None;
        }
        end = start + offset + actual.len_utf8();
    }
    Some(start..end)
}

/// The name of the source in messages, for logic that was not declared in a text.
fn source_name(metamodel: &Metamodel, owner: ClassId, feature: Option<FeatureId>, role: Role) -> String {
    let owner = feature.map_or_else(|| metamodel[owner].name.clone(), |f| metamodel.feature_label(f));
    format!("{} of {owner}", role.word())
}
