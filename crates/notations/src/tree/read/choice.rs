//! Reads the natural form of `Variant[A, B]`: the plain value of one alternative.
//!
//! Invariant: a map that has the name of an alternative as a key is the form under that name, which every alternative
//! has. This module does not know which values are of which alternative.

use super::Reader;
use crate::diagnostic::codes;
use crate::ecore::{Choice, ClassId, FeatureId};
use crate::model::ObjectId;
use crate::tree::keys;
use crate::tree::names::find_class;
use crate::tree::plan::{Plan, Role};
use crate::tree::problems::describe;
use crate::tree::source::{Token, TreeSource};
use crate::tree::tokens::SpannedToken;

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Reads a value of a choice: the plain value of one alternative, or the map `{NAME: VALUE}`.
    pub(super) fn read_choice(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        class: ClassId,
        item: SpannedToken<'t>,
    ) {
        let Some(choice) = self.plans.choice(class) else { return self.tokens.skip(&item.token) };
        let feature = match &item.token {
            Token::BeginMap => {
                let Some(feature) = self.alternative_of_map(&choice, &item) else {
                    // `{NAME: VALUE}` is read as any other object: the alternatives are its features.
                    if self.can_open(&item, Some(object)) {
                        self.open_contained(object, plan, class, &item);
                    }
                    return;
                };
                Some(feature)
            }
            Token::BeginList => choice.of_list(),
            Token::True | Token::False => choice.of_boolean(),
            Token::Number(digits) => choice.of_number(digits),
            Token::String(text) => choice.of_text(text),
            _ => None,
        };
        let alternative = feature.and_then(|feature| self.plans.of_feature(class, feature));
        let Some(alternative) = alternative else {
            return self.report_no_alternative(object, plan, &choice, &item);
        };
        let range = item.range.clone();
        let Some(value) = self.create(class, range.clone()) else { return self.tokens.skip(&item.token) };
        self.loader.contain(object, plan.slot, plan.feature, value);
        match (alternative.role, &item.token) {
            (Role::Contained(class), Token::BeginMap) => {
                if self.can_open(&item, Some(value)) {
                    self.open_contained(value, &alternative, class, &item);
                }
            }
            _ => self.read_feature_value(value, &alternative, item, range),
        }
    }

    /// The alternative whose object a map represents; `None` if the map is `{NAME: VALUE}` with the name of an
    /// alternative.
    fn alternative_of_map(&mut self, choice: &Choice, begin: &SpannedToken<'t>) -> Option<FeatureId> {
        // Both forms may contain these keys, so only other keys distinguish the forms.
        let first_other_key = self.tokens.first_key_but(&[keys::TYPE, keys::ID]);
        // Whether a key shows the form `{NAME: VALUE}`. So does `$ref`: a map with it is a proxy of the object with the
        // alternatives, not of the value of one alternative.
        let is_of_named_form = |key: &str| {
            let mut names =
                choice.alternatives.iter().map(|alternative| self.metamodel[alternative.feature].name());
            key == keys::REF || names.any(|name| name == key)
        };
        // The class of the object is not known yet, so the first alternative for objects is searched.
        let class = None;
        let feature = match choice.of_object(&self.metamodel, class) {
            Some(feature) => feature,
            None if self.tokens.has_key(is_of_named_form) => return None,
            None => return self.alternative_with_keys(choice),
        };
        if let Some(key) = first_other_key {
            return if is_of_named_form(&key) { None } else { Some(feature) };
        }
        // Without other keys, `$type` distinguishes the forms: in the form `{NAME: VALUE}`, it names the class of
        // choices.
        let map_keys = match begin.map_keys.as_deref() {
            Some(map_keys) => *map_keys,
            None => self.tokens.search(keys::TYPE),
        };
        let named_class = match self.tokens.type_value(&map_keys).map(|item| item.token) {
            Some(Token::String(name)) => find_class(&self.metamodel, &name, self.package?),
            _ => None,
        };
        let is_named_form = named_class == Some(choice.class);
        if is_named_form { None } else { Some(feature) }
    }

    /// Reports that no alternative accepts values such as `item` (a number, a list), and skips the value.
    fn report_no_alternative(
        &mut self,
        object: ObjectId,
        plan: &Plan,
        choice: &Choice,
        item: &SpannedToken<'t>,
    ) {
        let metamodel = self.metamodel.clone();
        let feature = metamodel.feature_label(plan.feature);
        let names = choice.alternatives.iter().map(|alternative| metamodel[alternative.feature].name());
        let message =
            format!("{feature} must be a value of one of its alternatives, found {}", describe(&item.token));
        let help = format!(
            "its alternatives are {}; each is also written as {{NAME: VALUE}}",
            names.collect::<Vec<_>>().join(", ")
        );
        self.report(codes::BAD_VALUE, message, item.range.clone(), Some(object), |d| d.help(help));
        self.unread_values.push((object, plan.feature));
        self.has_dropped_objects = true;
        self.tokens.skip(&item.token);
    }
}
