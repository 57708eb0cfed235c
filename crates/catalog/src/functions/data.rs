//! `hiera`, `hiera_array`, `hiera_hash` and `hiera_include`: the older functions for lookups, each with its own
//! strategy.

use super::Answer;
use crate::builder::Builder;
use modelwright_evaluation::evaluate::{Evaluation, HostCall, HostError, Value};
use modelwright_hiera::lookup::Resolution;

/// Looks up a key for one of the functions of Hiera 3, such as `hiera_array`: in data, then with the lambda of the
/// call, then as the default in the arguments.
fn look_up(
    builder: &Builder<'_>,
    call: &HostCall<'_>,
    function: &str,
    strategy: &str,
    run: &mut dyn Evaluation,
) -> Answer {
    let Some(key) = call.arguments[0].known()?.text() else {
        return Err(HostError::new("the name of a value must be a string"));
    };
    builder.warn_once(
        function,
        &format!(
            "The function '{function}' is deprecated in favor of using 'lookup'. See https://puppet.com/docs/puppet/7.23/\
             deprecated_language.html\n   (file & line not available)"
        ),
    );
    let resolution = Resolution::from_name(strategy).unwrap_or(Resolution::Priority);
    let variables = run.local_variables(call)?;
    if let Some(value) = builder.data_by(key, &resolution, &variables)? {
        return Ok(value);
    }
    if let Some(lambda) = call.lambda {
        return run.call(lambda, &[Value::string(key)]);
    }
    match call.arguments.get(1) {
        Some(default) => Ok(default.clone()),
        None => Err(HostError::new(format!("no data has a value for `{key}`"))),
    }
}

/// `hiera`: the first value of a key.
pub(super) fn hiera(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    look_up(builder, call, "hiera", "first", run)
}

/// `hiera_array`: all values of a key in one array, without repetitions.
pub(super) fn hiera_array(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    look_up(builder, call, "hiera_array", "unique", run)
}

/// `hiera_hash`: the merged hashes of a key.
pub(super) fn hiera_hash(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    look_up(builder, call, "hiera_hash", "hash", run)
}

/// `hiera_include`: includes the classes in all values of a key.
pub(super) fn hiera_include(builder: &Builder<'_>, call: &HostCall<'_>, run: &mut dyn Evaluation) -> Answer {
    let classes = look_up(builder, call, "hiera_include", "unique", run)?;
    classes.known()?;
    let names = Builder::class_names(std::slice::from_ref(&classes))?;
    builder.include(&names, run.budget())?;
    Ok(Value::Undef)
}
