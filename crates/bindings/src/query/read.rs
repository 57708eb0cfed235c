//! Reads catalogs in the forms of Puppet and of PuppetDB.

use super::{CatalogInput, Resource, Selection};
use crate::access::SiteAccess;
use crate::files::read_source;
use crate::hiera::facts;
use crate::store::{Hash, Value, to_evaluated};
use modelwright_evaluation::evaluate;
use modelwright_metamodel::diagnostic::{Diagnostic, Diagnostics, Source, codes};
use std::sync::Arc;

/// The help for a document in another form.
const FORMS_HELP: &str = "write a catalog as Puppet does, or an answer of PuppetDB's endpoint `resources`";

/// Reads the selected resources in a file or a text.
pub(super) fn document(
    input: &CatalogInput,
    selection: Selection<'_>,
    access: &SiteAccess,
    resources: &mut Vec<Resource>,
    problems: &mut Diagnostics,
) {
    let source = match input {
        CatalogInput::Text(source) => Ok(Arc::clone(source)),
        CatalogInput::Path(path) => read_source(&*access.base.files, path, &access.base.limits),
    };
    let source = match source {
        Ok(source) => source,
        Err(problem) => return problems.push(*problem),
    };
    let value = match facts::read(&source) {
        Ok(value) => value,
        Err(new_problems) => return problems.append(new_problems),
    };
    let document = Document { source: &source, name: source.name().into(), selection };
    if let Err(problem) = document.read(&value, resources) {
        problems.push(*problem);
    }
}

/// The value of a member of a hash.
fn member<'h>(hash: &'h Hash, name: &str) -> Option<&'h Value> {
    hash.get(&Value::text(name))
}

/// A document with resources.
struct Document<'d> {
    source: &'d Arc<Source>,
    /// The name of the file.
    name: Arc<str>,
    /// The resources that are stored.
    selection: Selection<'d>,
}

/// The result of reading, or the problem of the document.
type Read<T> = Result<T, Box<Diagnostic>>;

impl Document<'_> {
    /// The problem of a document that is not in one of the supported forms.
    fn invalid_form(&self, message: &str) -> Box<Diagnostic> {
        Box::new(Diagnostic::error(codes::BINDINGS_CATALOG, message).at(self.source, 0..0).help(FORMS_HELP))
    }

    /// Reads catalogs, or an answer of PuppetDB.
    fn read(&self, value: &Value, resources: &mut Vec<Resource>) -> Read<()> {
        match value {
            // An answer of PuppetDB: a list of catalogs, or a list of resources.
            Value::Array(list) => list.iter().enumerate().try_for_each(|(index, item)| match item {
                Value::Hash(hash) if member(hash, "resources").is_some() => self.catalog(hash, resources),
                resource => self.resource(index, resource, None, resources),
            }),
            Value::Hash(hash) => self.catalog(hash, resources),
            other => {
                Err(self
                    .invalid_form(&format!("expected a catalog, found a value of class {}", other.class())))
            }
        }
    }

    /// Reads a catalog in the form of Puppet or of PuppetDB.
    fn catalog(&self, hash: &Hash, resources: &mut Vec<Resource>) -> Read<()> {
        let catalog = match (member(hash, "data"), member(hash, "resources")) {
            // A catalog may be in an object with the key `data`. If there are also `resources`, `data` is something
            // else.
            (Some(Value::Hash(data)), None) => data,
            _ => hash,
        };
        let node = member(catalog, "name").or_else(|| member(catalog, "certname"));
        let node: Option<Arc<str>> = node.and_then(Value::as_text).map(Arc::from);
        let items = match member(catalog, "resources") {
            // In a catalog of PuppetDB, the resources are in a further member `data`.
            Some(Value::Hash(wrapper)) => member(wrapper, "data"),
            items => items,
        };
        let Some(Value::Array(items)) = items else {
            return Err(self.invalid_form("a catalog must have a list `resources`"));
        };
        let mut items = items.iter().enumerate();
        items.try_for_each(|(index, resource)| self.resource(index, resource, node.as_ref(), resources))
    }

    /// Reads a resource, if it is selected.
    fn resource(
        &self,
        index: usize,
        resource: &Value,
        node: Option<&Arc<str>>,
        resources: &mut Vec<Resource>,
    ) -> Read<()> {
        let number = index + 1;
        let Value::Hash(resource) = resource else {
            return Err(self.invalid_form(&format!("resource {number} must be a hash")));
        };
        let text = |name: &str| member(resource, name).and_then(Value::as_text);
        let (Some(kind), Some(title)) = (text("type"), text("title")) else {
            return Err(self.invalid_form(&format!("resource {number} must have a `type` and a `title`")));
        };
        let is_exported = matches!(member(resource, "exported"), Some(Value::Bool(true)));
        // Most resources are not selected, so this is tested before values are converted.
        let is_selected = match self.selection {
            Selection::Types(types) => types.contains(&kind.to_lowercase()),
            Selection::Exported => is_exported,
        };
        if !is_selected {
            return Ok(());
        }
        // Each resource of PuppetDB contains its node; a catalog contains it only once.
        let Some(node) = text("certname").map(Arc::from).or_else(|| node.cloned()) else {
            let message =
                format!("the node of resource {number} is not known: the resource has no `certname`");
            return Err(self.invalid_form(&message));
        };
        let parameters = match member(resource, "parameters") {
            Some(Value::Hash(parameters)) => Some(parameters),
            None | Some(Value::Nil) => None,
            Some(_) => {
                return Err(self.invalid_form(&format!("the parameters of resource {number} must be a hash")));
            }
        };
        let identity = [("type", kind), ("title", title), ("node", &node)];
        let Some((value, parameter_count)) = self.value(resource, parameters, identity) else {
            return Ok(());
        };
        let tags = match member(resource, "tags") {
            Some(Value::Array(tags)) => tags.iter().filter_map(Value::as_text).map(Arc::from).collect(),
            _ => Vec::new(),
        };
        let place = self.place(resource);
        let (kind, title, file) = (kind.into(), title.into(), Arc::clone(&self.name));
        resources.push(Resource {
            node,
            kind,
            title,
            value,
            parameter_count,
            tags,
            is_exported,
            place,
            file,
        });
        Ok(())
    }

    /// The value of a resource, and the number of parameters in it. The value contains the parameters, and those
    /// members of `identity` that have the name of no parameter.
    fn value(
        &self,
        resource: &Hash,
        parameters: Option<&Hash>,
        identity: [(&str, &str); 3],
    ) -> Option<(Arc<evaluate::Hash>, usize)> {
        let is_free = |name: &str| parameters.is_none_or(|parameters| member(parameters, name).is_none());
        let identity: Vec<_> = identity
            .into_iter()
            .filter(|(name, _)| is_free(name))
            .map(|(name, text)| (evaluate::Value::string(name), evaluate::Value::string(text)))
            .collect();
        let identity_count = identity.len();
        let public_parameters =
            parameters.into_iter().flatten().filter(|(name, _)| !self.is_left_out(resource, name));
        let evaluated_parameters =
            public_parameters.map(|(name, value)| (to_evaluated(name), to_evaluated(value)));
        let evaluate::Value::Hash(value) = evaluate::Value::hash(evaluated_parameters.chain(identity)) else {
            return None;
        };
        let parameter_count = value.len().saturating_sub(identity_count);
        Some((value, parameter_count))
    }

    /// Whether a parameter of a resource is sensitive, and the selection omits sensitive parameters.
    fn is_left_out(&self, resource: &Hash, name: &Value) -> bool {
        let secrets = member(resource, "sensitive_parameters");
        matches!((self.selection, secrets), (Selection::Exported, Some(Value::Array(secrets))) if secrets.contains(name))
    }

    /// The manifest and the line that declare a resource; `None` if the selection omits them.
    fn place(&self, resource: &Hash) -> Option<(Arc<str>, usize)> {
        match (self.selection, member(resource, "file")?, member(resource, "line")?) {
            (Selection::Exported, Value::Text(file), Value::Integer(line)) => {
                Some((Arc::from(&**file), usize::try_from(*line).ok()?))
            }
            _ => None,
        }
    }
}
