//! Creates operations from their signatures.

use super::settings::SettingForm;
use super::{Context, Location, Lowerer};
use crate::diagnostic::codes;
use crate::ecore::{ClassId, Element, Operation, TypeUse, TypedElement};
use crate::syntax::ast::{OperationDecl, ParameterDecl, Settings, TypeExpr, ValueKind};
use crate::types::builtin_type::{self, BuiltinType};
use crate::types::declared::{self, TypePosition};

/// The settings of operations.
const OPERATION_SETTINGS: &[&str] = &["min", "max", "ordered", "unique", "throws"];
/// The settings of parameters.
const PARAMETER_SETTINGS: &[&str] = &["min", "max", "ordered", "unique"];

impl<'t> Lowerer<'t> {
    /// Creates an operation of a class.
    pub(super) fn operation(&mut self, owner: ClassId, decl: OperationDecl<'t>, context: &Context) {
        let mut context = context.clone();
        let (name, owned_settings) = (decl.name(), decl.settings());
        let settings = &owned_settings;
        self.check_settings(&context, settings, &[OPERATION_SETTINGS], "an operation");
        // The signature may refer to type parameters, so these are declared first.
        let type_parameters = self.type_parameters(&mut context, &decl.type_parameters());
        self.type_parameter_bounds(&context, &type_parameters, &decl.type_parameters());
        let typed = self.typed(&context, &name.text, decl.result(), settings);
        if let (None, Some(setting)) = (decl.result(), settings.find(&["min", "max"])) {
            let location = Location { file: context.file, span: setting.name.span };
            let message = "an operation without a result has no multiplicity";
            let help = "write the result as `>> Type`, or remove the setting";
            // Ecore can store bounds without a result, so most bounds are accepted. The bounds 0..1 are the default and
            // cannot come from an Ecore file, so they are a mistake.
            if typed.lower == 0 && typed.upper == 1 {
                self.error(codes::BAD_SETTING, location, message, help);
            }
        }
        let parameters = decl.parameters().map(|parameter| self.parameter(&context, parameter)).collect();
        let exceptions = self.exceptions(&context, settings);
        let id = self.builder.operation(owner, Operation { typed, parameters, type_parameters, exceptions });
        self.record_position(Element::Operation(id), &context, name.span);
        self.annotate_later(Element::Operation(id), decl.doc(), owned_settings, &context);
        if let Some(body) = decl.body() {
            self.body(Element::Operation(id), body, &context);
        }
        for (index, parameter) in decl.parameters().enumerate() {
            let element = Element::Parameter(id, index);
            self.record_position(element, &context, parameter.name().span);
            self.annotate_later(element, parameter.doc(), parameter.settings(), &context);
        }
    }

    /// The parameter that a declaration describes.
    fn parameter(&mut self, context: &Context, decl: ParameterDecl<'t>) -> TypedElement {
        let settings = decl.settings();
        self.check_settings(context, &settings, &[PARAMETER_SETTINGS], "a parameter");
        self.typed(context, &decl.name().text, decl.ty(), &settings)
    }

    /// The name, the type and the bounds of an operation or a parameter.
    fn typed(
        &mut self,
        context: &Context,
        name: &str,
        ty: Option<TypeExpr<'t>>,
        settings: &Settings<'_>,
    ) -> TypedElement {
        // No data types are created for operations and parameters, so an annotation stores the keywords that Ecore
        // cannot express.
        let declared_text = ty.and_then(|expr| {
            declared::declared_text_if_lossy(expr, TypePosition::Use, &|expr| {
                self.builtin_word(context, expr)
            })
        });
        let (ty, type_bounds) = match ty {
            Some(expr) => self.signature_type(context, expr),
            None => (None, None),
        };
        let mut typed = self.typed_as(context, name, ty, type_bounds, settings);
        typed.annotations.extend(declared::annotation(declared_text, &[]));
        typed
    }

    /// Like [`Self::typed`], for a type that is already resolved, and the bounds that it determines.
    pub(super) fn typed_as(
        &mut self,
        context: &Context,
        name: &str,
        ty: Option<TypeUse>,
        type_bounds: Option<(i32, i32)>,
        settings: &Settings<'_>,
    ) -> TypedElement {
        let (lower, upper) = self.bounds(context, settings, type_bounds);
        TypedElement {
            name: name.to_owned(),
            ty,
            lower,
            upper,
            ordered: self.flag(context, settings, &["ordered"]).unwrap_or(true),
            unique: self.flag(context, settings, &["unique"]).unwrap_or(true),
            annotations: Vec::new(),
        }
    }

    /// The type of a parameter or result. `Array[T]` sets the multiplicity, which is returned.
    fn signature_type(
        &mut self,
        context: &Context,
        expr: TypeExpr<'t>,
    ) -> (Option<TypeUse>, Option<(i32, i32)>) {
        if let Some((word, arguments)) = builtin_type::word(expr)
            && word == "Array"
            && let Ok(BuiltinType::Array(inner, low, high)) =
                builtin_type::read(expr, &word, arguments.as_deref())
        {
            return (self.type_use(context, inner), Some((low, high)));
        }
        (self.type_use(context, expr), None)
    }

    /// The types in the setting `throws`.
    fn exceptions(&mut self, context: &Context, settings: &Settings<'t>) -> Vec<TypeUse> {
        let Some(setting) = settings.find(&["throws"]) else { return Vec::new() };
        let values = match &setting.value.kind {
            ValueKind::List(values) => values.as_slice(),
            _ => std::slice::from_ref(&setting.value),
        };
        let mut exceptions = Vec::with_capacity(values.len());
        for value in values {
            match &value.kind {
                ValueKind::Type(expr) => {
                    // An exception cannot have annotations, so keywords that Ecore cannot express are lost.
                    self.warn_of_loss(context, *expr);
                    exceptions.extend(self.type_use(context, *expr));
                }
                ValueKind::Invalid => {}
                _ => self.wrong_value(context, setting, SettingForm::ListOfTypes),
            }
        }
        exceptions
    }
}
