//! The problems of values and keys: unknown keys, values of a wrong shape, references without a target.
//!
//! Invariant: a problem that follows from a reported one is left out; the values concerned are recorded as unread. This
//! module does not read values, except that it skips those it reports.

use super::{MERGE_KEY, Reader};
use crate::diagnostic::{Code, Diagnostic, codes, name_help, unknown_feature};
use crate::ecore::ClassId;
use crate::model::ObjectId;
use crate::tree::plan::{Plan, Role};
use crate::tree::problems::describe;
use crate::tree::source::{Token, TreeSource};
use crate::tree::tokens::SpannedToken;
use std::ops::Range;
use std::sync::Arc;

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Whether a string is probably an entry of a list in YAML whose `-` has no space after it.
    pub(super) fn is_after_dash(&self, token: &Token<'t>, range: &Range<usize>) -> bool {
        // In quotes, the text does not start with a dash.
        let is_plain = self.source.text().get(range.clone()).is_some_and(|text| text.starts_with('-'));
        is_plain && matches!(token, Token::String(_))
    }

    /// Reports a key that is not a feature of an object, with advice about what was probably meant. Features that are
    /// probably missing only because of this mistake are recorded as unread, so that they are not reported, too.
    pub(super) fn report_unknown_feature(
        &mut self,
        object: ObjectId,
        class: ClassId,
        key: &str,
        range: Range<usize>,
    ) {
        if key == MERGE_KEY {
            let message = "merge keys, `<<`, are not supported in models";
            let help = "write the keys into this map, or an alias for a complete value";
            return self.report(codes::UNKNOWN_FEATURE, message, range, Some(object), |d| d.help(help));
        }
        let metamodel = Arc::clone(&self.metamodel);
        let is_representable = |plan: &&Plan| {
            !matches!(plan.role, Role::Excluded(_) | Role::Container(_)) && !plan.is_unnameable
        };
        let all_classes_with_key = self.classes_with_key(class, key);
        let plans = self.plans.of_class(class);
        let names = || plans.iter().filter(is_representable).map(|plan| metamodel[plan.feature].name());
        let suggestion = self.suggestions.nearest(key, names().chain(self.dialect.keys().iter().copied()));
        let meant_feature = suggestion.and_then(|suggestion| metamodel.feature(class, suggestion));
        self.unread_values.extend(meant_feature.map(|feature| (object, feature)));
        let is_class = key.eq_ignore_ascii_case(&metamodel[class].name);
        let classes_with_key = if suggestion.is_none() { all_classes_with_key } else { None };
        // The map is probably an object of another class, or around the object. Then none of the features of this class
        // must be reported as missing.
        let is_other_object = is_class || classes_with_key.is_some();
        // If the last unread value is of this object, all its features were usually added for an earlier unknown key.
        let is_first_of_object = self.unread_values.last().is_none_or(|(last, _)| *last != object);
        if is_other_object && is_first_of_object {
            let features = metamodel.table(class).all_features().iter();
            self.unread_values.extend(features.map(|feature| (object, *feature)));
        }
        let help = match suggestion {
            None if is_class => {
                let class_name = &metamodel[class].name;
                Some(format!(
                    "write the features of the {class_name} directly in this map, without this key around them"
                ))
            }
            suggestion => match (name_help(suggestion, "features", names()), classes_with_key) {
                (Some(help), Some(classes)) => Some(format!("{help}; {classes}")),
                (help, classes) => help.or(classes),
            },
        };
        let message = unknown_feature(&metamodel[class].name, key);
        self.report(codes::UNKNOWN_FEATURE, message, range, Some(object), |d| Diagnostic { help, ..d });
    }

    /// Reports a map in place of a list.
    pub(super) fn report_map_for_list(&mut self, object: ObjectId, plan: &Plan, item: &SpannedToken<'t>) {
        let Role::Contained(class) = plan.role else {
            return self.report_shape(object, plan, item, "a list", "write the values in [ ]");
        };
        let mut help = "write each object as an element of a list: in [ ], or in YAML after a `-`".to_owned();
        // The keys of a map are often the ids of its objects.
        if let Some(id) = self.metamodel.table(class).id_attribute() {
            help = format!(
                "{help}; if the keys are ids, write each one as the `{}` of its object",
                self.metamodel[id].name()
            );
        }
        self.report_shape(object, plan, item, "a list of objects", &help);
    }

    /// Reports a value that is a scalar, a list or a map if its feature requires another of these.
    pub(super) fn report_shape(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        item: &SpannedToken<'t>,
        expected: &str,
        help: &str,
    ) {
        let feature = self.metamodel.feature_label(plan.feature);
        let message = format!("{feature} must be {expected}, found {}", describe(&item.token));
        self.report(codes::TREE_SHAPE, message, item.range.clone(), Some(object), |d| d.help(help));
        self.unread_values.push((object, plan.feature));
        if matches!(plan.role, Role::Contained(_)) {
            self.has_dropped_objects = true;
        }
        self.tokens.skip(&item.token);
    }

    /// Reports an error at a range of the source. `complete` may add help and labels to the diagnostic. Without an
    /// `object`, the error concerns the object that contains the innermost open map or list.
    pub(super) fn report(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Range<usize>,
        object: Option<ObjectId>,
        complete: impl FnOnce(Diagnostic) -> Diagnostic,
    ) {
        let diagnostic = Diagnostic::error(code, message).at(self.source, range);
        let object = object.or_else(|| self.current_object());
        self.problems.push(complete(diagnostic), object);
    }

    /// Reports an error at a range of the source, of the object that contains the innermost open map or list.
    pub(super) fn report_here(&mut self, code: Code, message: impl Into<String>, range: Range<usize>) {
        let object = None;
        self.report(code, message, range, object, |d| d);
    }

    /// As [`Self::report_here`], with help.
    pub(super) fn report_here_with_help(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Range<usize>,
        help: impl Into<String>,
    ) {
        let object = None;
        self.report(code, message, range, object, |d| d.help(help));
    }

    /// Reports that the class of an object is unknown or cannot be used. If it is the class of the target of a reference,
    /// `object` is the object with the reference. Otherwise it is `None`, because the object was not created.
    pub(super) fn report_class(
        &mut self,
        code: Code,
        message: impl Into<String>,
        range: Range<usize>,
        help: impl Into<String>,
        object: Option<ObjectId>,
    ) {
        self.problems.push(Diagnostic::error(code, message).at(self.source, range).help(help), object);
    }
}
