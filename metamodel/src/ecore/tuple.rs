//! The natural form of `Tuple[A, B]`: the list of the values. A list in a list has this form as well, as a tuple of one
//! repeated value.
//!
//! Invariant: whether a class has this form follows from the metamodel alone, so that readers, writers, schemas and
//! generated types agree. Objects whose values do not fill a list from its start have the form of other objects. This
//! module does not know documents.

use super::composite::without_optional;
use super::{ClassId, CompositeForm, FeatureId, Metamodel, composite_form, composite_text};

/// A class whose objects documents write as lists of the values of its features, in their order.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Tuple {
    /// The class.
    pub class: ClassId,
    /// The features.
    pub features: Vec<FeatureId>,
    /// Whether the last feature contains all remaining values of the list. Otherwise, its value is a single value of
    /// the list, even if it is a list itself.
    pub repeats: bool,
}

impl Metamodel {
    /// The tuple of a class, if the class was created for a type `Tuple[…]` or for lists in a list.
    #[must_use]
    pub fn tuple(&self, class: ClassId) -> Option<Tuple> {
        let form = composite_form(&self[class])?;
        if !matches!(form, CompositeForm::Tuple | CompositeForm::List) || !self.is_only_concrete_class(class)
        {
            return None;
        }
        let features = self.table(class).all_features();
        let are_plain = features.iter().all(|id| self.is_stored(*id) && !self.is_feature_map(*id));
        if !are_plain {
            return None;
        }
        let last_feature = *features.last()?;
        // Entries are written as a single map, so they do not repeat.
        let is_list = self[last_feature].many() && !self.holds_entries(last_feature);
        let repeats = match form {
            CompositeForm::List if is_list => true,
            // If the only feature holds a map, an object of the class is written as a map with the name of the feature
            // as its key, not as a list.
            CompositeForm::List => return None,
            _ => is_list && has_sizes(composite_text(&self[class]).unwrap_or_default()),
        };
        Some(Tuple { class, features: features.to_vec(), repeats })
    }

    /// The tuple that a feature contains, as a single value or in a list.
    #[must_use]
    pub fn natural_tuple(&self, feature: FeatureId) -> Option<Tuple> {
        self.natural_class(feature).and_then(|class| self.tuple(class))
    }
}

/// Whether the text of a type ends with a number of values, such as `Tuple[String, 1, default]`.
fn has_sizes(text: &str) -> bool {
    // Only the bracket of the type itself follows the sizes.
    let Some(inside) = without_optional(text).strip_suffix(']') else { return false };
    let last_argument = inside.rsplit(',').next().unwrap_or_default().trim();
    last_argument == "default"
        || (!last_argument.is_empty() && last_argument.bytes().all(|byte| byte.is_ascii_digit()))
}

#[cfg(test)]
mod tests {
    use super::has_sizes;

    #[test]
    fn sizes_belong_to_the_tuple_itself() {
        for text in
            ["Tuple[String, 1]", "Tuple[String, Integer, 2, default]", "Optional[Tuple[Integer[0, 5], 0, 3]]"]
        {
            assert!(has_sizes(text), "{text}");
        }
        for text in [
            "Tuple[String]",
            "Tuple[String, Array[Integer, 1]]",
            "Tuple[Integer[0, 5]]",
            "Tuple[Array[String[1, 3]]]",
        ] {
            assert!(!has_sizes(text), "{text}");
        }
    }
}
