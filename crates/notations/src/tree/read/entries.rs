//! The short form of map entries: `{"KEY": VALUE}`, the natural form of `Hash[K, V]` in the plain dialect, and the form
//! in which emfjson-jackson writes maps whose keys are strings.
//!
//! Invariant: in the `emf` dialect, an entry key that is also a key of the dialect is rejected, because the tokens do
//! not distinguish the two; the full form of entries accepts such keys. This module does not know other kinds of maps.

use super::{Frame, Reader};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, DataKind, builtin};
use crate::model::ObjectId;
use crate::tree::dialect::Dialect;
use crate::tree::keys;
use crate::tree::plan::{Plan, Role, is_concrete};
use crate::tree::problems::shorten;
use crate::tree::scalars::{expectation, key_token};
use crate::tree::source::{Token, TreeSource};
use crate::tree::tokens::SpannedToken;
use std::borrow::Cow;
use std::ops::Range;

/// The open map of a feature's entries, in the short form.
#[derive(Debug, Clone, Copy)]
pub(super) struct Entries {
    container: ObjectId,
    plan: Plan,
    class: ClassId,
    key: Plan,
    key_kind: DataKind,
    value: Plan,
}

impl Entries {
    /// The object that contains the entries.
    pub(super) fn container(&self) -> ObjectId {
        self.container
    }
}

impl<'t, S: TreeSource<'t>> Reader<'_, '_, 't, S> {
    /// The map of the entries of a feature; `None` if the feature has no short form.
    pub(super) fn entries_by_key(&mut self, container: ObjectId, plan: &Plan) -> Option<Entries> {
        let Role::Contained(class) = plan.role else { return None };
        let has_short_form = match self.dialect {
            Dialect::Plain => plan.is_map,
            Dialect::Emf => {
                // Every class conforms to `EObject`, so a feature of this type does not determine the class of the
                // entries.
                class != builtin::EOBJECT
                    && self.metamodel.holds_entries(plan.feature)
                    && is_concrete(&self.metamodel, class)
            }
        };
        if !has_short_form {
            return None;
        }
        let table = self.metamodel.table(class);
        let (key_slot, value_slot) = (table.slot_named("key")?, table.slot_named("value")?);
        let plans = self.plans.of_class(class);
        let (key, value) = (plans[key_slot], plans[value_slot]);
        let Role::Data(key_kind) = key.role else { return None };
        // emfjson-jackson writes the short form only if the keys are strings.
        if self.dialect == Dialect::Emf && key_kind != DataKind::String {
            return None;
        }
        Some(Entries { container, plan: *plan, class, key, key_kind, value })
    }

    /// Reads entries until the map ends, or a map or a list opens inside it.
    pub(super) fn read_entries(&mut self, entries: &Entries) {
        let depth = self.frames.len();
        while self.frames.len() == depth {
            let item = self.tokens.next();
            match item.token {
                Token::Key(key) => self.read_entry(entries, key, item.range),
                Token::EndMap => {
                    self.frames.pop();
                }
                // A map contains only keys and its end, so this is the end of a truncated text.
                _ => self.frames.clear(),
            }
        }
    }

    /// Reads an entry in the short form of a map.
    fn read_entry(&mut self, entries: &Entries, key: Cow<'t, str>, range: Range<usize>) {
        let Entries { container, plan, class, key: key_plan, key_kind, value } = entries;
        if self.dialect == Dialect::Emf && [keys::TYPE, keys::ID, keys::REF].contains(&&*key) {
            let original_key = self.original_key(&key, &range);
            let message = format!(
                "`{original_key}` is a key of the dialect, so it cannot be a key in the short form of a map"
            );
            self.report(codes::TREE_SHAPE, message, range, Some(*container), |d| {
                d.help("write the entries as [{\"key\": KEY, \"value\": VALUE}]")
            });
            return self.skip_value();
        }
        // The keys are not features, so `mark_key` cannot record them.
        if let Some(first_range) = self.entry_keys.get(&(*container, plan.slot, key.clone())) {
            let first_range = first_range.clone();
            self.report_duplicate_key(&shorten(&key), first_range, range, Some(*container));
            return self.skip_value();
        }
        let Some(token) = key_token(*key_kind, key.clone()) else {
            self.report_bad_key(entries, &key, range);
            return self.skip_value();
        };
        let Some(entry) = self.create(*class, range.clone()) else { return self.skip_value() };
        // The entry is added before its key and value are set, so that their problems show the address of the entry.
        self.loader.contain(*container, plan.slot, plan.feature, entry);
        self.entry_keys.insert((*container, plan.slot, key), range.clone());
        self.store_value(entry, key_plan, SpannedToken { token, range: range.clone(), map_keys: None });
        let item = self.tokens.next();
        self.read_feature_value(entry, value, item, range);
    }

    /// Reports a key that is not the spelling of a value of its type, or not its usual spelling.
    fn report_bad_key(&mut self, entries: &Entries, key: &str, range: Range<usize>) {
        let feature = self.metamodel.feature_label(entries.plan.feature);
        let (expected, key) = (expectation(entries.key_kind), shorten(key));
        let message = format!("each key of {feature} must be {expected}, found `{key}`");
        self.report(codes::BAD_VALUE, message, range, Some(entries.container), |d| match entries.key_kind {
            DataKind::Boolean { .. } => d.help("write `true` or `false`"),
            _ => {
                d.help("write an integer in decimal digits, without leading zeros, `+`, fraction or exponent")
            }
        });
    }

    /// Opens the map of entries.
    pub(super) fn open_entries(&mut self, entries: Entries, item: &SpannedToken<'t>) {
        // A map without entries is a value: it makes an unsettable feature set.
        self.loader.set_empty(entries.container, entries.plan.slot);
        if self.can_open(item, Some(entries.container)) {
            self.frames.push(Frame::Entries(entries));
        }
    }
}
