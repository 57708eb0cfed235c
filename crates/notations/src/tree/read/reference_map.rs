//! Reads a map that refers to an object instead of containing it.
//!
//! Invariant: keys that a reference does not have are reported, and skipped.

use super::Reader;
use super::object::{Reference, ReferenceAddress};
use crate::diagnostic::{codes, containment_help};
use crate::ecore::{ClassId, FeatureId};
use crate::tree::keys;
use crate::tree::problems::shorten;
use crate::tree::source::{Token, TreeSource};
use std::ops::Range;

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// Reports an object that is inside a reference which does not contain its targets.
    fn report_object_in_reference(&mut self, feature: FeatureId, class: ClassId, range: Range<usize>) {
        let label = self.metamodel.feature_label(feature);
        let message = format!("{label} must be a reference to an object, found the object itself");
        let help = containment_help(self.metamodel.containment_for(class).as_deref());
        self.report_here_with_help(codes::TREE_SHAPE, message, range, help);
    }

    /// Reads the map of a reference to its end; returns `None` after a problem. `feature` is the reference or the
    /// containment.
    pub(super) fn read_map_of_reference(
        &mut self,
        expected: ClassId,
        feature: Option<FeatureId>,
        begin: Range<usize>,
    ) -> Option<Reference<'t>> {
        let mut unknown_keys: Vec<(String, Range<usize>)> = Vec::new();
        let object = self.current_object();
        let (mut uri, mut class, mut range) = (None, Some(expected), begin);
        // Whether the value of `$ref` was reported.
        let mut is_ref_reported = false;
        loop {
            let key = self.tokens.next();
            let Token::Key(name) = key.token else {
                if key.token == Token::End {
                    return None;
                }
                break;
            };
            let value = self.tokens.next();
            match &*name {
                keys::REF if uri.is_none() => {
                    uri = self.string_value(keys::REF, &value);
                    is_ref_reported |= uri.is_none();
                    range = value.range;
                }
                keys::TYPE => {
                    let is_named = true;
                    class = self.resolve_class(&value, expected, feature, object).filter(|class| {
                        self.check_instantiable(*class, is_named, value.range.clone(), object)
                    });
                    self.tokens.skip(&value.token);
                }
                _ => {
                    unknown_keys.push((self.original_key(&name, &key.range).to_owned(), key.range));
                    self.tokens.skip(&value.token);
                }
            }
        }
        // A map with other keys but no `$ref` is probably the object itself.
        let is_probably_object = uri.is_none() && !unknown_keys.is_empty();
        if let Some(feature) = feature
            && is_probably_object
        {
            self.report_object_in_reference(feature, expected, range.clone());
        } else {
            self.report_unknown_reference_keys(unknown_keys);
            if uri.is_none() && !is_ref_reported {
                let message = "expected a reference, but the map has no `$ref`";
                self.report_here(codes::TREE_SHAPE, message, range.clone());
            }
        }
        let address = ReferenceAddress::new(uri?, self.dialect);
        Some(Reference { address, class: class?, range })
    }

    /// Reports keys that the map of a reference must not have, each at its position.
    fn report_unknown_reference_keys(&mut self, keys: Vec<(String, Range<usize>)>) {
        for (key, range) in keys {
            let class = self.dialect.class_key();
            let key = shorten(&key);
            let message = format!("a reference has only the keys `$ref` and `{class}`, found `{key}`");
            self.report_here(codes::TREE_SHAPE, message, range);
        }
    }
}
