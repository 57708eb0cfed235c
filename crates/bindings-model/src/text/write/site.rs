//! Writes `site`: categories, layers and environments.

use super::Writer;
use super::names::category_name;
use super::values::broken_brackets;
use crate::generated::bindings as b;
use crate::text::{environment_files, hiera_settings};
use modelwright_language::language;

impl Writer {
    /// Writes a site, and reports what the language cannot express.
    pub(super) fn site(&mut self, site: &b::Site) {
        "the site".clone_into(&mut self.place);
        self.doc(site.doc.as_deref());
        if site.lookup_options.is_some() {
            self.report_loss("the options of lookups that merge several levels");
        }
        let is_empty = site.categories.is_none() && site.layers.is_none() && site.environments.is_empty();
        self.block("site", is_empty, |writer| {
            if let Some(categories) = &site.categories {
                writer.categories("categories", "", categories);
            }
            if let Some(layers) = &site.layers {
                writer.layers(layers);
            }
            for environment in &site.environments {
                writer.environment(environment);
            }
        });
    }

    /// Writes the declarations of categories between `head` and `suffix`.
    fn categories(&mut self, head: &str, suffix: &str, categories: &b::EffectiveCategories) {
        if categories.categories.is_empty() {
            return self.line(format_args!("{head} {{}}{suffix}"));
        }
        self.line(format_args!("{head} {{"));
        self.depth += 1;
        for category in &categories.categories {
            self.place = format!("the category `{}`", category.name);
            self.doc(category.doc.as_deref());
            let exact = if category.exact { "exact " } else { "" };
            let value = match &category.expression {
                Some(expression) => self.expression(expression),
                None => {
                    self.report_loss("a category without an expression");
                    String::new()
                }
            };
            self.line(format_args!("{exact}{} => {value},", category_name(&category.name)));
        }
        self.depth -= 1;
        self.line(format_args!("}}{suffix}"));
    }

    /// Writes the layers of a site.
    fn layers(&mut self, layers: &b::LayeredBindings) {
        if layers.layers.is_empty() {
            return self.line("bindings => []");
        }
        self.line("bindings => [");
        self.depth += 1;
        for layer in &layers.layers {
            self.layer(layer);
        }
        self.depth -= 1;
        self.line("]");
    }

    /// Writes a layer.
    fn layer(&mut self, layer: &b::NamedLayer) {
        self.place = format!("the layer `{}`", layer.name);
        self.doc(layer.doc.as_deref());
        let head = format!("layer {{ {}:", language::string_literal(&layer.name));
        let mut settings = Vec::new();
        for (name, locations) in [("include", &layer.include), ("exclude", &layer.exclude)] {
            if !locations.is_empty() {
                settings.push(self.locations(name, locations));
            }
        }
        let settings_of_hiera = hiera_settings::of_layer(layer);
        // The formatter keeps a short layer on one line, and a layer with one line for each setting.
        if layer.categories.is_none()
            && layer.bindings.is_empty()
            && settings_of_hiera.is_empty()
            && settings.len() < 2
        {
            let setting = settings.pop().map(|setting| format!(" {setting}")).unwrap_or_default();
            return self.line(format_args!("{head}{setting} }},"));
        }
        self.line(head);
        self.depth += 1;
        for setting in settings {
            self.line(format_args!("{setting},"));
        }
        if let Some(categories) = &layer.categories {
            self.categories("categories =>", ",", categories);
        }
        for (name, value) in settings_of_hiera {
            // 5 is the width of ` => ` and of the comma after the value.
            let value = self.value_after(&value, self.depth * 2 + name.len() + 5);
            self.line(format_args!("{name} => {value},"));
        }
        if !layer.bindings.is_empty() {
            self.line("bindings => [");
            self.depth += 1;
            for bindings in &layer.bindings {
                // In a Hiera environment, the names of bindings are paths of data files. A path can only be written as
                // a condition.
                match &layer.hiera_environment {
                    Some(_) => self.named_bindings(&environment_files::in_text(bindings.clone()), ","),
                    None => self.named_bindings(bindings, ","),
                }
            }
            self.depth -= 1;
            self.line("],");
        }
        self.depth -= 1;
        self.line("},");
    }

    /// The setting `name` with one location, or with a list of locations.
    fn locations(&mut self, name: &str, locations: &[String]) -> String {
        let texts: Vec<_> = locations.iter().map(|text| language::string_literal(text)).collect();
        match texts.as_slice() {
            [location] => format!("{name} => {location}"),
            texts => format!("{name} => {}", broken_brackets("[", texts, "]", self.depth + 1)),
        }
    }

    /// Writes an environment; one that the language cannot express is reported and left out.
    fn environment(&mut self, environment: &b::Environment) {
        self.doc(environment.doc.as_deref());
        let word = match environment.kind {
            b::EnvironmentKind::Static => "environment",
            b::EnvironmentKind::Defaults => "Environment",
            b::EnvironmentKind::Dynamic => "dynamic_environments",
        };
        let title = environment.title.as_ref().map(|title| self.expression(title));
        self.place = format!("the environment {}", title.as_deref().unwrap_or("defaults"));
        let head = match (&title, environment.kind) {
            (None, b::EnvironmentKind::Defaults) => format!("{word} {{"),
            (Some(title), b::EnvironmentKind::Static | b::EnvironmentKind::Dynamic) => {
                format!("{word} {{ {title}:")
            }
            _ => {
                self.report_loss("an environment without a title, or defaults with one,");
                return;
            }
        };
        if environment.settings.is_empty() {
            return self.line(format_args!("{head} }}"));
        }
        self.line(head);
        self.depth += 1;
        for setting in &environment.settings {
            // 4 is the width of ` => `.
            let value = self.plain_value(&setting.producer, self.depth * 2 + setting.name.len() + 4);
            self.line(format_args!("{} => {value},", setting.name));
        }
        self.depth -= 1;
        self.line("}");
    }
}
