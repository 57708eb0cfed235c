//! Decryption of encrypted texts for the backend eyaml.
//!
//! Source: `hiera/backend/eyaml_backend.rb`. Invariants: no step and no message contains any part of a decrypted text;
//! a decrypted text is interpolated like any other text.

use super::backend::Backend;
use super::evaluator::{Context, Evaluator};
use crate::lookup::encryption::{self, Encrypted};
use crate::lookup::error::LookupError;
use crate::store::Value;

impl<'h> Evaluator<'h> {
    /// Decrypts the parts of a text and interpolates the result.
    pub(super) fn interpolate_encrypted(
        &mut self,
        backend: &Backend,
        text: &str,
        context: Context<'h>,
    ) -> Result<Value, LookupError> {
        let (data, directory) = (self.data, self.backends.directory());
        let schemes = match data.encrypted {
            Encrypted::Kept => return self.interpolate(text, context),
            Encrypted::Hidden => return self.interpolate(&encryption::hide_parts(text), context),
            Encrypted::Decrypted(schemes) => schemes,
        };
        let text = encryption::replace_parts(text, |part| {
            let plain = data.keyring.decrypt(schemes, part, directory, |name| self.setting(backend, name))?;
            self.spend(plain.len())?;
            Ok(plain.to_string())
        })?;
        // From here on, the answer is hidden where it is shown, and no steps are recorded until this text is complete.
        self.secrets.count += 1;
        self.secrets.open += 1;
        let value = self.interpolate(&text, context);
        self.secrets.open -= 1;
        value.map_err(LookupError::without_secrets)
    }

    /// The interpolated setting of a backend. If settings have equal names, the last one counts.
    fn setting(&mut self, backend: &Backend, name: &str) -> Result<Option<String>, LookupError> {
        let settings = backend.settings.as_deref().unwrap_or_default();
        let Some((_, text)) = settings.iter().rev().find(|(known, _)| known == name) else { return Ok(None) };
        match self.interpolate(text, Context::default())? {
            Value::Text(text) => Ok(Some(text.into())),
            value => {
                let message = format!("the setting {name} must be a string, but it is {}", value.class());
                Err(LookupError::mismatch(message))
            }
        }
    }
}
