//! The declared categories in their order, and the rules for the categories of a site.
//!
//! This module does not evaluate the expressions of categories; it only prepares them.

use super::Composer;
use super::programs::Formula;
use crate::generated::bindings as b;
use crate::names;
use crate::sources::Place;
use modelwright_metamodel::diagnostic::{Severity, codes};
use rustc_hash::FxHashMap;

/// The name of the category that contains all nodes.
pub(crate) const COMMON: &str = "common";
/// The name of the category whose values are the names of nodes.
const NODE: &str = "node";
/// The name of the category whose values are the environments of nodes.
const ENVIRONMENT: &str = "environment";

/// The number of a list of categories. Each list except [`SITE_CATEGORIES`] belongs to one layer.
pub(crate) type ListIndex = u32;

/// The number of the list of the site.
pub(crate) const SITE_CATEGORIES: ListIndex = 0;

/// A category, for which each node may have a value.
#[derive(Debug)]
pub(crate) struct CategoryInfo {
    pub(crate) name: Box<str>,
    /// Whether values are compared exactly, and not as Puppet compares strings.
    pub(crate) exact: bool,
    /// Computes the value of a node.
    pub(crate) formula: Formula,
    /// The expression in canonical form. Categories with equal identities have equal values for every node.
    pub(crate) identity: Box<str>,
    pub(crate) place: Place,
}

/// Categories in order of precedence; the highest is the first.
#[derive(Debug, Default)]
pub(crate) struct CategoryList {
    /// The categories in descending precedence.
    pub(crate) categories: Vec<CategoryInfo>,
    /// The position of each category by name.
    ranks: FxHashMap<Box<str>, u32>,
}

impl CategoryList {
    /// The rank of a category: 0 is the highest precedence.
    pub(crate) fn rank(&self, name: &str) -> Option<u32> {
        self.ranks.get(name).copied()
    }

    /// Inserts a category at a position.
    fn insert(&mut self, position: usize, category: CategoryInfo) {
        self.categories.insert(position, category);
        // The insertion changes the ranks of all categories below it.
        let ranks = self
            .categories
            .iter()
            .enumerate()
            .map(|(rank, category)| (category.name.clone(), u32::try_from(rank).unwrap_or(u32::MAX)));
        self.ranks = ranks.collect();
    }

    /// The list of categories in descending precedence; of several with the same name, the first counts.
    fn from_categories(categories: Vec<CategoryInfo>) -> Self {
        let mut list = Self { categories, ranks: FxHashMap::default() };
        for (rank, category) in list.categories.iter().enumerate() {
            list.ranks.entry(category.name.clone()).or_insert(u32::try_from(rank).unwrap_or(u32::MAX));
        }
        list
    }
}

impl Composer {
    /// Declares the categories of the site. ARM-8 defines the rules for `node`, `environment` and `common`.
    pub fn site_categories(&mut self, declared: &b::EffectiveCategories) {
        let place = self.place(declared.file.as_deref(), declared.line, declared.column);
        if let Some(first) = self.site_categories {
            let message = "the categories of a site are declared twice";
            let places = [(place, ""), (first, "they are declared here")];
            self.error_with_help(
                codes::BINDINGS_CATEGORIES,
                message,
                &places,
                "declare one list of categories",
            );
            return;
        }
        self.site_categories = Some(place);
        self.enter_element(declared.file.as_deref());
        let mut categories: Vec<CategoryInfo> = Vec::new();
        for category in &declared.categories {
            let place = self.place(category.file.as_deref(), category.line, category.column);
            if self.check_category(category, place, &categories) {
                let formula = match category.name.as_str() {
                    // The category `environment` cannot have another expression than `true`, and its value is the
                    // environment of the node.
                    ENVIRONMENT => self.variable_formula(ENVIRONMENT),
                    _ => self.category_formula(category),
                };
                let name = category.name.as_str().into();
                let identity = identity(category);
                categories.push(CategoryInfo { name, exact: category.exact, formula, identity, place });
            }
        }
        self.leave_element();
        self.composition.lists[SITE_CATEGORIES as usize] = CategoryList::from_categories(categories);
    }

    /// Reports an invalid category of a site; `above` are the categories above it. Returns whether the category is
    /// added.
    fn check_category(
        &mut self,
        category: &b::CategoryDeclaration,
        place: Place,
        above: &[CategoryInfo],
    ) -> bool {
        let place_above =
            |name: &str| above.iter().find(|other| *other.name == *name).map(|other| other.place);
        if let Some(first) = place_above(&category.name) {
            let message = format!("the category `{}` is declared twice", category.name);
            let places = [(place, ""), (first, "the first declaration")];
            self.error_with_help(
                codes::BINDINGS_CATEGORIES,
                &message,
                &places,
                "remove one of the declarations",
            );
            return false;
        }
        let (message, help) = match category.name.as_str() {
            COMMON => (
                "the category `common` cannot be declared: all nodes are in it, with the lowest precedence",
                "remove this declaration",
            ),
            ENVIRONMENT if !is_true(category.expression.as_ref()) => (
                "the value of the category `environment` cannot be set: it is always the node's environment",
                "write `environment => true`",
            ),
            NODE => {
                if let Some(environment) = place_above(ENVIRONMENT) {
                    let message = "the category `node` must be above `environment`";
                    // The category is added although its position is wrong, so that conditions on it are not reported
                    // as conditions on an unknown category.
                    let places = [(place, ""), (environment, "`environment` is declared here")];
                    let help = "move `node` before `environment`";
                    self.error_with_help(codes::BINDINGS_CATEGORIES, message, &places, help);
                }
                return true;
            }
            _ => return true,
        };
        self.error_with_help(codes::BINDINGS_CATEGORIES, message, &[(place, "")], help);
        // `environment` keeps its rank although its expression is wrong; `common` never has a rank.
        category.name == ENVIRONMENT
    }

    /// Adds `node` and `environment`, which every site has, unless they are declared.
    pub(super) fn complete_site_categories(&mut self) {
        // ARM-8: by default, `node` is the highest category, and `environment` is the lowest above `common`.
        for (name, variable, is_highest) in [(NODE, "fqdn", true), (ENVIRONMENT, ENVIRONMENT, false)] {
            if self.composition.lists[SITE_CATEGORIES as usize].rank(name).is_none() {
                let formula = self.variable_formula(variable);
                let list = &mut self.composition.lists[SITE_CATEGORIES as usize];
                let position = if is_highest { 0 } else { list.categories.len() };
                let place = Place::default();
                let identity = format!("${variable}").into();
                list.insert(
                    position,
                    CategoryInfo { name: name.into(), exact: false, formula, identity, place },
                );
            }
        }
    }

    /// Declares the categories of a layer; returns the number of their list.
    pub(super) fn layer_categories(&mut self, declared: &b::EffectiveCategories) -> ListIndex {
        self.enter_element(declared.file.as_deref());
        // The rules for `node`, `environment` and `common` do not apply here, because a level of Hiera may have any
        // name.
        let mut categories: Vec<CategoryInfo> = Vec::new();
        for category in &declared.categories {
            let place = self.place(category.file.as_deref(), category.line, category.column);
            if let Some(first) = categories.iter().find(|other| *other.name == *category.name) {
                let message = format!("the category `{}` is declared twice in one layer", category.name);
                let places = [(place, ""), (first.place, "the first declaration")];
                self.error_with_help(codes::BINDINGS_CATEGORIES, &message, &places, "remove one declaration");
                continue;
            }
            let formula = self.category_formula(category);
            categories.push(CategoryInfo {
                name: category.name.as_str().into(),
                exact: category.exact,
                formula,
                identity: identity(category),
                place,
            });
        }
        self.leave_element();
        let lists = &mut self.composition.lists;
        lists.push(CategoryList::from_categories(categories));
        u32::try_from(lists.len() - 1).unwrap_or(u32::MAX)
    }

    /// The formula that computes the value of a category: its expression, or the variable with its name.
    fn category_formula(&mut self, category: &b::CategoryDeclaration) -> Formula {
        match &category.expression {
            Some(expression) => self.formula_of_category(expression),
            None => self.variable_formula(&category.name),
        }
    }

    /// Reports a condition on a category that is not declared. Such a condition never holds.
    pub(super) fn report_unknown_category(&mut self, name: &str, list: ListIndex, place: Place) {
        let names = self.composition.lists[list as usize].categories.iter().map(|category| &*category.name);
        // A condition on `common` is always valid, so it is suggested although lists usually do not declare it.
        let nearest = self.suggestions.nearest(name, names.clone().chain([COMMON]));
        let known = match nearest {
            Some(nearest) => format!("did you mean `{nearest}`?"),
            None => format!("the categories are {}.", names.chain([COMMON]).collect::<Vec<_>>().join(", ")),
        };
        // The expressions of these two are no facts of the same name.
        let has_usual_fact = names::is_variable(name) && ![NODE, ENVIRONMENT].contains(&name);
        let example = if has_usual_fact { format!(", such as `{name} => $::{name}`") } else { String::new() };
        let help = format!("{known} Declare a new one in `categories`{example}");
        let message = format!("there is no category `{name}`, so these bindings never apply");
        let code = codes::BINDINGS_UNKNOWN_CATEGORY;
        let problem = self.composition.sources.problem(code, Severity::Warning, &message, &[(place, "")]);
        self.composition.problems.push(problem.help(help));
    }
}

/// Whether an expression is the literal `true`.
fn is_true(expression: Option<&b::Expression>) -> bool {
    match expression {
        Some(b::Expression::SourceExpression(source)) => source.text.trim() == "true",
        Some(b::Expression::LiteralText(literal)) => literal.text == "true",
        _ => false,
    }
}

/// The canonical form of a category's expression: all spellings of a variable become `$name`.
fn identity(category: &b::CategoryDeclaration) -> Box<str> {
    let text = match &category.expression {
        // Here, `true` does not mean the Boolean, but the environment of the node.
        _ if category.name == ENVIRONMENT && is_true(category.expression.as_ref()) => {
            show_variable(ENVIRONMENT)
        }
        None => show_variable(&category.name),
        Some(b::Expression::VariableAccess(access)) if access.path.is_empty() => show_variable(&access.name),
        Some(b::Expression::SourceExpression(source)) => {
            let text = source.text.trim();
            // `"$x"` and `$x` have equal values, because values of categories are compared as strings.
            let unquoted = text.strip_prefix('"').and_then(|text| text.strip_suffix('"')).unwrap_or(text);
            let name = unquoted.strip_prefix('$').map(|name| name.trim_matches(['{', '}']));
            match name.filter(|name| name.chars().all(|c| c.is_alphanumeric() || matches!(c, '_' | ':'))) {
                Some(name) => show_variable(name),
                None => text.to_owned(),
            }
        }
        // The source of other expressions may be unknown, so the name of the category is added.
        Some(other) => format!("{} {}", category.name, other.source().unwrap_or_default()),
    };
    text.into()
}

/// The shortest spelling of a variable of the top scope.
fn show_variable(name: &str) -> String {
    format!("${}", name.strip_prefix("::").unwrap_or(name))
}
