//! Reads tokens into objects: the document's map, its objects and their keys.
//!
//! Invariants: one explicit stack of open maps and lists, never deeper than the limit; after a
//! problem reading continues with the next key; an object is added to its container before its keys
//! are read. The tree's own keys are read by `header`, the start of an object by `object`, single values by `values`;
//! `reports` reports problems.
//! This module does not know the syntax of documents.

mod any_value;
mod choice;
mod class_finder;
mod discriminators;
mod entries;
mod header;
mod inference;
mod key_marks;
mod key_tree;
mod object;
mod open_map;
mod other_roots;
mod preparation;
mod reference_map;
mod reports;
mod tuple;
mod values;

use super::dialect::Dialect;
use super::keys;
use super::plan::{Plan, Plans, Role};
use super::problems::{Problems, describe};
use super::source::{Token, TreeSource};
use super::tokens::{SpannedToken, Tokens};
use crate::diagnostic::{Diagnostics, Severity, Source, Suggestions, codes};
use crate::ecore::{ClassId, FeatureId, Metamodel, PackageId};
use crate::input::Limits;
use crate::model::load::{
    Loader, UnresolvedCause, collect_missing_targets, note_of_unread_targets, unresolved_problems,
};
use crate::model::{Document, DocumentId, Model, ObjectId};
pub use class_finder::{ClassFinder, DeclaredNames};
use entries::Entries;
use inference::Inference;
pub use inference::{UntypedDocument, class_named};
use open_map::Map;
pub use preparation::Preparation;
use rustc_hash::FxHashMap;
use std::borrow::Cow;
use std::ops::Range;
use std::sync::Arc;
use tuple::OpenTuple;

/// How a document is read.
#[derive(Debug, Clone, Default)]
pub struct ReadOptions {
    /// The limits. Only the depth is used, because the length of the source bounds everything else.
    pub limits: Limits,
    /// Whether to record the position of each object in the source.
    pub record_offsets: bool,
    /// How documents are read that do not name their metamodel and their classes; `None` for documents that do.
    pub untyped: Option<UntypedDocument>,
    /// Whether keys that are not features are ignored.
    pub ignores_unknown_keys: bool,
    /// Whether references by id without a target in the document are not reported, but stored in
    /// [`Document::missing_targets`].
    pub collects_missing: bool,
}

/// The number of keys in the open maps of most documents.
const USUAL_KEY_COUNT: usize = 16;

/// The key of YAML 1.1 that merges another map into one.
const MERGE_KEY: &str = "<<";

/// The maximum nesting of maps and lists for a maximum nesting of objects: each object may be in a list, and the
/// outermost one in a list of roots.
pub(crate) fn nesting(objects: usize) -> usize {
    objects.saturating_mul(2).saturating_add(2)
}

/// Reads the tokens of a document, which are those of the plain dialect. `dialect` is that of the text: messages use
/// its keys, and in `emf` values of all data types may be strings.
pub(super) fn read_dialect<'t>(
    dialect: Dialect,
    source: &Arc<Source>,
    tokens: impl TreeSource<'t>,
    model: &mut Model,
    document: Document,
    (options, preparation): (&ReadOptions, &mut Preparation),
) -> (DocumentId, Diagnostics) {
    let mut reader = Reader::new(dialect, source, tokens, model, document, (options, preparation));
    if reader.find_root_class(options) {
        reader.read_document();
    }
    let Reader { loader, mut problems, tokens, has_dropped_objects, mut unread_values, .. } = reader;
    let id = loader.document();
    let mut unresolved = loader.finish();
    if options.collects_missing {
        unread_values.extend(collect_missing_targets(model, id, &mut unresolved));
    }
    let is_truncated = !tokens.faults.is_empty();
    // In a truncated text, a missing target may be in the part that was not read, so unresolved references are not
    // reported.
    if !is_truncated {
        // If an object was dropped, which was reported, unresolved references may only be consequences: the object may
        // be their target, or they may be paths, in which positions after the object are wrong.
        let (consequences, unresolved): (Vec<_>, Vec<_>) = unresolved.into_iter().partition(|reference| {
            let is_missing = matches!(reference.cause, UnresolvedCause::Missing);
            has_dropped_objects && (is_missing || reference.fragment.starts_with('/'))
        });
        let all_unresolved = consequences.iter().chain(&unresolved);
        // The unresolved references are recorded, so that the check of the document leaves out problems that are only
        // consequences (Decision 16).
        unread_values.extend(all_unresolved.map(|reference| (reference.object, reference.feature)));
        for (problem, object) in unresolved_problems(source, model, unresolved) {
            problems.push(problem, Some(object));
        }
        if let Some(note) = note_of_unread_targets(source, &consequences) {
            problems.push(note, None);
        }
    }
    for fault in tokens.faults {
        problems.push(fault.into_diagnostic(source), None);
    }
    let problems = problems.finish(model);
    model.document_mut(id).unread_values = unread_values;
    // A document that was not read completely is never checked (Decision 16).
    model.document_mut(id).is_truncated = is_truncated
        || problems.iter().any(|problem| problem.code == codes::LIMIT && problem.severity == Severity::Error);
    (id, problems)
}

/// The state of reading one document.
struct Reader<'r, 'm, 't, S> {
    source: &'r Arc<Source>,
    tokens: Tokens<'t, S>,
    loader: Loader<'m, 'r>,
    metamodel: Arc<Metamodel>,
    plans: &'r mut Plans,
    /// Resolved values of `$type`.
    classes: FxHashMap<Cow<'t, str>, ClassId>,
    /// Proxies for objects of other documents: one for each, for any number of references.
    proxies: FxHashMap<(ClassId, String), ObjectId>,
    /// The keys read so far of maps in the short form of entries, each with its span.
    entry_keys: FxHashMap<(ObjectId, usize, Cow<'t, str>), Range<usize>>,
    /// The base of relative URIs.
    base: String,
    /// The package whose classes need no URI.
    package: Option<PackageId>,
    /// Whether `package` is Ecore only because the document names no package.
    assumes_ecore: bool,
    inference: &'r mut Inference,
    /// Whether keys that are not features are ignored.
    ignores_unknown_keys: bool,
    problems: Problems,
    suggestions: Suggestions,
    frames: Vec<Frame>,
    /// The keys of the open maps, each with its span; those of the innermost map are last.
    seen_keys: Vec<(u32, Range<usize>)>,
    /// The maximum number of open maps and lists.
    max_depth: usize,
    dialect: Dialect,
    /// Whether an object was dropped, so that positions in paths may be wrong.
    has_dropped_objects: bool,
    /// Values that were not read, because they have the wrong shape.
    unread_values: Vec<(ObjectId, FeatureId)>,
    /// Whether the limit of objects was reported.
    has_reported_limit: bool,
}

/// An open map or list.
#[derive(Debug, Clone, Copy)]
enum Frame {
    Map(Map),
    /// The list of a feature.
    List {
        object: ObjectId,
        plan: Plan,
    },
    /// The map of a feature's entries in their short form.
    Entries(Entries),
    /// The list of an object's values.
    Tuple(OpenTuple),
    /// The list in `$roots`.
    Roots,
}

/// The numbers of the tree's own keys are above those of all slots.
const FIRST_OWN_KEY: u32 = 1 << 31;

impl<'r, 'm, 't, S: TreeSource<'t>> Reader<'r, 'm, 't, S> {
    fn new(
        dialect: Dialect,
        source: &'r Arc<Source>,
        tokens: S,
        model: &'m mut Model,
        document: Document,
        (options, preparation): (&ReadOptions, &'r mut Preparation),
    ) -> Self {
        let metamodel = Arc::clone(model.metamodel());
        let Preparation { plans, inference } = preparation;
        let base = document.uri.clone();
        let mut loader = Loader::new(model, document, source.text(), options.record_offsets);
        // As in XMI, lists accept objects of any class. Unlike in XMI, unique lists reject repeated objects (Decision
        // 14).
        loader.allow_any_in_lists();
        Self {
            source,
            base,
            proxies: FxHashMap::default(),
            entry_keys: FxHashMap::default(),
            tokens: Tokens::new(tokens),
            plans,
            metamodel,
            loader,
            classes: FxHashMap::default(),
            package: None,
            assumes_ecore: false,
            inference,
            ignores_unknown_keys: options.ignores_unknown_keys,
            problems: Problems::default(),
            suggestions: Suggestions::default(),
            frames: Vec::new(),
            seen_keys: Vec::with_capacity(USUAL_KEY_COUNT),
            max_depth: nesting(options.limits.depth),
            dialect,
            has_dropped_objects: false,
            unread_values: Vec::new(),
            has_reported_limit: false,
        }
    }

    /// Reads all tokens of the document.
    fn read_document(&mut self) {
        let first_token = self.tokens.next();
        match first_token.token {
            Token::BeginMap => {
                // The map may contain the document's own keys, or be its only root, which is not decided yet.
                let (object, is_document) = (None, true);
                self.frames.push(Frame::Map(self.new_map(object, is_document)));
                self.read_open_frames();
            }
            // A list cannot contain `$model`, so the class of its objects must be known.
            Token::BeginList if self.inference.root.is_some() => {
                self.package();
                self.frames.push(Frame::Roots);
                self.read_open_frames();
            }
            Token::End | Token::Unreadable => {
                if self.problems.is_empty() && self.tokens.faults.is_empty() {
                    self.report_here(codes::EMPTY_INPUT, "the document is empty", first_token.range);
                }
            }
            token => {
                let message = format!("expected a map with `$model` and `$type`, found {}", describe(&token));
                let help = "several objects are written as {\"$model\": …, \"$roots\": […]}";
                self.report_here_with_help(codes::TREE_SHAPE, message, first_token.range, help);
            }
        }
        // The rest is read only to report its syntax errors.
        while self.tokens.next().token != Token::End {}
    }

    /// The state of a map whose start was read.
    fn new_map(&self, object: Option<(ObjectId, ClassId)>, is_document: bool) -> Map {
        Map {
            object,
            is_document,
            has_roots: false,
            slots: 0,
            own_keys: 0,
            first_seen_key: self.seen_keys.len(),
        }
    }

    /// Reads until all open maps and lists have ended.
    fn read_open_frames(&mut self) {
        while let Some(frame) = self.frames.last().copied() {
            match frame {
                Frame::Map(map) => self.read_map(map),
                Frame::List { object, plan } => self.read_list(object, plan),
                Frame::Entries(entries) => self.read_entries(&entries),
                Frame::Tuple(tuple) => self.read_tuple(tuple),
                Frame::Roots => self.read_root(),
            }
        }
    }

    /// Reads keys until the map ends, or a map or a list opens inside it.
    fn read_map(&mut self, mut map: Map) {
        let depth = self.frames.len();
        loop {
            let item = self.tokens.next();
            match item.token {
                Token::Key(key) if key.starts_with('$') && own_key_number(&key).is_some() => {
                    self.read_own_key(&mut map, key, item.range);
                }
                Token::Key(key) => match map.object {
                    Some((object, class)) => self.read_feature_key(&mut map, object, class, &key, item.range),
                    None => self.read_document_key(&mut map, key, item.range),
                },
                // Without any key, the document is an object of the class of the roots.
                Token::EndMap if self.inference.root.is_some() && map.is_undecided() => {
                    self.tokens.push_back(item);
                    self.start_root(&mut map);
                }
                Token::EndMap => {
                    self.end_of_map(&map, item.range);
                    self.seen_keys.truncate(map.first_seen_key);
                    self.frames.pop();
                    return;
                }
                // A map contains only keys and its end, so this is the end of a truncated text.
                _ => {
                    self.frames.clear();
                    return;
                }
            }
            // The frame is stored only when another one is opened, so that it stays in registers in this loop.
            match self.frames.len().cmp(&depth) {
                std::cmp::Ordering::Less => return,
                std::cmp::Ordering::Equal => {}
                std::cmp::Ordering::Greater => {
                    self.frames[depth - 1] = Frame::Map(map);
                    return;
                }
            }
        }
    }

    /// Reads values until the list ends, or a map or a list opens inside it.
    fn read_list(&mut self, object: ObjectId, plan: Plan) {
        let depth = self.frames.len();
        while self.frames.len() == depth {
            let item = self.tokens.next();
            match item.token {
                Token::EndList => {
                    self.frames.pop();
                }
                Token::End => self.frames.clear(),
                _ => self.store_value(object, &plan, item),
            }
        }
    }

    /// Reads a key of an object, and prepares to read its value.
    fn read_feature_key(
        &mut self,
        map: &mut Map,
        object: ObjectId,
        class: ClassId,
        key: &str,
        range: Range<usize>,
    ) {
        // A feature takes precedence over a discriminator of the same name.
        let Some(slot) = self.metamodel.table(class).slot_named(key) else {
            if let Some(text) = self.class_text(class, key) {
                return self.read_discriminator(class, key, text);
            }
            if !self.ignores_unknown_keys {
                self.report_unknown_feature(object, class, key, range);
            }
            return self.skip_value();
        };
        // The numbers from `FIRST_OWN_KEY` on are those of the tree's own keys, so the number of a slot must be lower.
        let key_number = u32::try_from(slot).unwrap_or(FIRST_OWN_KEY - 1);
        if !self.mark_key(map, key_number, key, range.clone()) {
            return self.skip_value();
        }
        let plan = self.plans.of_class(class)[slot];
        if let Role::Excluded(reason) = plan.role {
            let message = format!("`{key}` cannot be set: {reason}");
            self.report(codes::TREE_SHAPE, message, range, Some(object), |d| d.help("remove it"));
            return self.skip_value();
        }
        let item = self.tokens.next();
        self.read_feature_value(object, &plan, item, range);
    }

    /// Reads the value or values of a feature, given the span of its key.
    fn read_feature_value(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        item: SpannedToken<'t>,
        key: Range<usize>,
    ) {
        // The most common case first: a string needs none of the distinctions below.
        if plan.is_text
            && let Token::String(text) = &item.token
        {
            // `is_text` is set only for features with one value.
            let is_many = false;
            return self.loader.text(object, plan.slot, is_many, text);
        }
        if let Role::Container(class) = plan.role {
            return self.read_container(object, plan, class, &item, key);
        }
        let slot = plan.slot;
        match (plan.is_many, &item.token) {
            (true, Token::BeginList) => {
                // A list without values is a value: it makes an unsettable feature set.
                self.loader.set_empty(object, slot);
                if self.can_open(&item, Some(object)) {
                    self.frames.push(Frame::List { object, plan: *plan });
                }
            }
            (_, Token::Unreadable) => {}
            // emfjson-jackson reads null as a list without values.
            (true, Token::Null) if self.dialect == Dialect::Emf => {}
            (true, Token::BeginMap) => match self.entries_by_key(object, plan) {
                Some(entries) => self.open_entries(entries, &item),
                None => self.report_map_for_list(object, plan, &item),
            },
            (true, token) => {
                let help = if self.is_after_dash(token, &item.range) {
                    "write a space after each `-`"
                } else {
                    "write the values in [ ]"
                };
                self.report_shape(object, plan, &item, "a list", help);
            }
            (false, Token::BeginList)
                if !self.is_plain_choice(plan) && !self.is_any_value(plan) && !self.is_tuple(plan) =>
            {
                self.report_shape(object, plan, &item, "one value", "write the value without [ ]");
            }
            (false, Token::Null) => self.loader.null(object, slot, plan.is_many),
            (false, _) => self.store_value(object, plan, item),
        }
    }

    /// Whether a feature accepts the plain values of a choice.
    fn is_plain_choice(&self, plan: &Plan) -> bool {
        plan.is_choice && self.dialect == Dialect::Plain
    }

    /// Whether a feature accepts values of any kind.
    fn is_any_value(&self, plan: &Plan) -> bool {
        plan.any.is_some() && self.dialect == Dialect::Plain
    }

    /// Whether another map or list may open here; otherwise reports it and skips the value. Without an `object`, the
    /// problem concerns the object that contains the innermost open map or list.
    fn can_open(&mut self, item: &SpannedToken<'t>, object: Option<ObjectId>) -> bool {
        if self.frames.len() < self.max_depth {
            return true;
        }
        let message = format!("maps and lists are nested more than {} levels deep", self.max_depth);
        self.report(codes::LIMIT, message, item.range.clone(), object, |d| d);
        // From here on, positions in paths may be wrong, because they count the missing objects.
        self.has_dropped_objects = true;
        self.tokens.skip(&item.token);
        false
    }

    /// Creates an object, unless the limit of objects is reached.
    fn create(&mut self, class: ClassId, begin: Range<usize>) -> Option<ObjectId> {
        if !self.loader.is_full() {
            return Some(self.loader.create(class, begin.start));
        }
        // The limit is reported once, because every further object would exceed the limit as well.
        if !std::mem::replace(&mut self.has_reported_limit, true) {
            let problem = self.loader.too_large(class).at(self.source, begin);
            self.problems.push(problem, None);
        }
        None
    }

    /// A key as the document spells it.
    fn original_key<'k>(&self, key: &'k str, range: &Range<usize>) -> &'k str {
        self.dialect.original_key(key, self.source.text().get(range.clone()).unwrap_or_default())
    }

    /// The object that contains the innermost open map or list.
    fn current_object(&self) -> Option<ObjectId> {
        match self.frames.last()? {
            Frame::Map(map) => map.object.map(|(object, _)| object),
            Frame::List { object, .. } => Some(*object),
            Frame::Entries(entries) => Some(entries.container()),
            Frame::Tuple(tuple) => Some(tuple.object),
            Frame::Roots => None,
        }
    }

    /// Skips the value of a key that was read.
    fn skip_value(&mut self) {
        let item = self.tokens.next();
        self.has_dropped_objects |= matches!(item.token, Token::BeginMap | Token::BeginList);
        self.tokens.skip(&item.token);
    }
}

/// The number of one of the tree's own keys among the seen keys.
fn own_key_number(key: &str) -> Option<u32> {
    (FIRST_OWN_KEY..).zip(keys::ALL).find(|(_, name)| *name == key).map(|(number, _)| number)
}
