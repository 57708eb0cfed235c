//! Encrypted texts of the backend eyaml.
//!
//! Source: `hiera/backend/eyaml_backend.rb`. Invariants: nothing of a decrypted text is in a step or in a message; its
//! interpolation is that of any other text.

use super::backend::Backend;
use super::evaluator::{Context, Evaluator};
use crate::lookup::encryption::{self, Encrypted};
use crate::lookup::error::LookupError;
use crate::store::Value;

impl<'h> Evaluator<'h> {
    /// The value of a text with encrypted parts, interpolated.
    pub(super) fn encrypted(
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
            let setting = |name: &str| self.setting(backend, name);
            let plain = data.keyring.decrypt(schemes, part, directory, setting)?;
            self.spend(plain.len())?;
            Ok(plain.to_string())
        })?;
        // From now on, what is shown of this answer is hidden, and no step
        // is recorded until the text is complete.
        self.secrets.count += 1;
        self.secrets.open += 1;
        let value = self.interpolate(&text, context);
        self.secrets.open -= 1;
        value.map_err(LookupError::without_secrets)
    }

    /// A setting of a backend, interpolated; of equal names, the last one counts.
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
