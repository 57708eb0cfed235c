//! Writes a site: its categories, its layers and its environments.

use super::Writer;
use crate::generated::bindings as b;
use crate::text::hiera_settings;

impl Writer<'_> {
    /// Writes a site.
    pub(super) fn site(&mut self, site: &b::Site) {
        "the site".clone_into(&mut self.language.place);
        self.out.begin_map();
        self.field_if("doc", site.doc.as_deref());
        if site.lookup_options.is_some() {
            self.report_loss("the options of lookups that merge several levels");
        }
        if let Some(categories) = &site.categories {
            self.declared_categories(categories);
        }
        if let Some(layers) = &site.layers {
            self.out.key("layers");
            self.list(&layers.layers, |writer, layer| writer.layer(layer));
        }
        if !site.environments.is_empty() {
            self.out.key("environments");
            self.list(&site.environments, |writer, environment| writer.environment(environment));
        }
        self.out.end_map();
    }

    /// Writes the declarations of categories.
    fn declared_categories(&mut self, categories: &b::EffectiveCategories) {
        self.out.key("categories");
        self.list(&categories.categories, |writer, category| {
            writer.language.place = format!("the category `{}`", category.name);
            writer.out.begin_map();
            writer.field_if("doc", category.doc.as_deref());
            writer.field("name", &category.name);
            writer.flag("exact", category.exact);
            match &category.expression {
                Some(expression) => {
                    let text = writer.language.expression(expression);
                    writer.field("expression", &text);
                }
                None => writer.report_loss("a category without an expression"),
            }
            writer.out.end_map();
        });
    }

    /// Writes a layer.
    fn layer(&mut self, layer: &b::NamedLayer) {
        self.language.place = format!("the layer `{}`", layer.name);
        self.out.begin_map();
        self.field_if("doc", layer.doc.as_deref());
        self.field("name", &layer.name);
        for (name, locations) in [("include", &layer.include), ("exclude", &layer.exclude)] {
            if !locations.is_empty() {
                self.strings(name, locations);
            }
        }
        if let Some(categories) = &layer.categories {
            self.declared_categories(categories);
        }
        for (name, value) in hiera_settings::of_layer(layer) {
            self.out.key(name);
            self.value(&value);
        }
        if !layer.bindings.is_empty() {
            self.out.key("bindings");
            self.list(&layer.bindings, |writer, bindings| {
                writer.out.begin_map();
                writer.named_bindings(bindings);
                writer.out.end_map();
            });
        }
        self.out.end_map();
    }

    /// Writes an environment.
    fn environment(&mut self, environment: &b::Environment) {
        "an environment".clone_into(&mut self.language.place);
        self.out.begin_map();
        self.field_if("doc", environment.doc.as_deref());
        match environment.kind {
            // The default kind is not written, so that each environment has one canonical form.
            b::EnvironmentKind::Static => {}
            kind => self.field("kind", &kind.to_string()),
        }
        match &environment.title {
            Some(b::Expression::LiteralText(text)) => {
                self.language.place = format!("the environment `{}`", text.text);
                self.field("title", &text.text);
            }
            Some(title) => {
                let text = self.language.expression(title);
                self.language.place = format!("the environment `{text}`");
                self.out.key("title");
                self.expression_value(&text);
            }
            None => {}
        }
        if !environment.settings.is_empty() {
            self.out.key("settings");
            let settings = environment.settings.iter();
            self.named_values(settings.map(|setting| (setting.name.as_str(), &setting.producer)));
        }
        self.out.end_map();
    }
}
