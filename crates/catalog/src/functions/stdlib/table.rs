//! The registry of functions, sorted by name.

use super::arguments::MANY;
use super::{
    Body, Function, Origin, Plain, Scoped, addresses, arrays, collections, deletions, digests, facts, json,
    names, numbers, paths, quoting, random, ranges, shell, strings, toml, validate, validate_numbers, yaml,
};

/// A function of Puppet itself.
const fn puppet(name: &'static str, min: usize, max: usize, run: Plain) -> Function {
    // In Puppet 7, these functions still use the API of Puppet 3, so their arguments are converted.
    Function { name, min, max, origin: Origin::Puppet, body: Body::Legacy(run) }
}

/// A function of `stdlib` that receives values as they are.
const fn plain(name: &'static str, min: usize, max: usize, run: Plain) -> Function {
    Function { name, min, max, origin: Origin::Stdlib, body: Body::Plain(run) }
}

/// A function of `stdlib` with the API of Puppet 3, whose arguments are converted.
const fn legacy(name: &'static str, min: usize, max: usize, run: Plain) -> Function {
    Function { name, min, max, origin: Origin::Stdlib, body: Body::Legacy(run) }
}

/// A function of `stdlib` that receives values as they are, and reads the scope.
const fn scoped(name: &'static str, min: usize, max: usize, run: Scoped) -> Function {
    Function { name, min, max, origin: Origin::Stdlib, body: Body::Scoped(run) }
}

/// A function of `stdlib` with the API of Puppet 3 that reads the scope.
const fn legacy_scoped(name: &'static str, min: usize, max: usize, run: Scoped) -> Function {
    Function { name, min, max, origin: Origin::Stdlib, body: Body::LegacyScoped(run) }
}

/// A function of `stdlib` that a type replaces.
const fn deprecated(
    name: &'static str,
    min: usize,
    max: usize,
    replacement: &'static str,
    run: Plain,
) -> Function {
    // The wrapper in `stdlib` calls the old function with `scope.send`, which bypasses the conversion for the API of
    // Puppet 3: the function receives `undef` as `undef`, not as an empty string.
    Function { name, min, max, origin: Origin::Stdlib, body: Body::Deprecated(replacement, run) }
}

/// A function that is not called, for a reason.
const fn rejected(name: &'static str, origin: Origin, reason: &'static str) -> Function {
    Function { name, min: 0, max: MANY, origin, body: Body::Rejected(reason) }
}

// Why some functions are not called.
const CHANCE: &str = "its value depends on chance, so it would differ for each catalog";
const CLOCK: &str = "its value depends on the time, so it would differ for each catalog";
const FILES: &str = "it reads files of the machine that builds the catalog";
const RUNS: &str = "it runs a program";
const PASSWORD: &str = "hashes of passwords are not computed here";

use Origin::{Puppet, Stdlib};

// `find` is a binary search, so a function out of order would not be found.
pub(super) static FUNCTIONS: &[Function] = &[
    legacy("any2array", 0, MANY, arrays::any2array),
    // The maximum is `MANY` if Ruby checks only that there are enough arguments, and ignores further ones.
    legacy("any2bool", 1, MANY, numbers::any2bool),
    legacy("base64", 2, MANY, digests::base64),
    legacy("basename", 1, 2, paths::basename),
    plain("batch_escape", 1, 1, shell::batch_escape),
    legacy("bool2num", 1, MANY, numbers::bool2num),
    legacy("bool2str", 1, 3, numbers::bool2str),
    legacy("clamp", 1, MANY, numbers::clamp),
    legacy("concat", 2, MANY, arrays::concat),
    legacy("convert_base", 2, 2, numbers::convert_base),
    legacy("count", 1, 2, arrays::count),
    legacy("deep_merge", 2, MANY, collections::deep_merge),
    legacy("delete", 2, 2, deletions::delete),
    legacy("delete_at", 2, MANY, deletions::delete_at),
    legacy("delete_regex", 2, 2, deletions::delete_regex),
    legacy("delete_undef_values", 1, MANY, deletions::delete_undef_values),
    legacy("delete_values", 2, 2, deletions::delete_values),
    legacy("difference", 2, 2, arrays::difference),
    legacy("dig44", 2, MANY, collections::dig44),
    // Puppet chooses the algorithm by the setting `digest_algorithm`, which is SHA-256 by default in version 7.
    puppet("digest", 1, 1, digests::sha256),
    legacy("dirname", 1, 1, paths::dirname),
    legacy("dos2unix", 1, 1, strings::dos2unix),
    legacy("enclose_ipv6", 1, 1, addresses::enclose_ipv6),
    scoped("fact", 1, 1, facts::fact),
    Function {
        name: "fqdn_rand",
        min: 1,
        max: MANY,
        origin: Puppet,
        body: Body::LegacyScoped(random::fqdn_rand),
    },
    legacy_scoped("fqdn_rand_string", 1, MANY, random::fqdn_rand_string),
    legacy_scoped("fqdn_rotate", 1, MANY, random::fqdn_rotate),
    legacy("fqdn_uuid", 1, 1, digests::fqdn_uuid),
    rejected("generate", Puppet, RUNS),
    rejected("glob", Stdlib, FILES),
    legacy("grep", 2, 2, collections::grep),
    legacy_scoped("has_interface_with", 1, 2, facts::has_interface_with),
    legacy_scoped("has_ip_address", 1, 1, facts::has_ip_address),
    legacy_scoped("has_ip_network", 1, 1, facts::has_ip_network),
    legacy("has_key", 2, 2, collections::has_key),
    legacy("hash", 1, MANY, arrays::hash),
    legacy("intersection", 2, 2, arrays::intersection),
    deprecated("is_absolute_path", 1, 1, "Stdlib::Compat::Absolute_Path", paths::is_absolute_path),
    deprecated("is_array", 1, MANY, "Stdlib::Compat::Array", names::is_array),
    deprecated("is_bool", 1, 1, "Stdlib::Compat::Bool", names::is_bool),
    // The documentation of `stdlib` calls some functions without a wrapper deprecated, such as `is_hash`, but
    // only wrappers log a warning.
    legacy("is_domain_name", 1, 1, names::is_domain_name),
    legacy("is_email_address", 1, 1, names::is_email_address),
    deprecated("is_float", 1, 1, "Stdlib::Compat::Float", names::is_float),
    legacy_scoped("is_function_available", 1, 1, names::is_function_available),
    legacy("is_hash", 1, 1, names::is_hash),
    legacy("is_integer", 1, 1, names::is_integer),
    deprecated("is_ip_address", 1, 1, "Stdlib::Compat::Ip_address", addresses::is_ip_address),
    deprecated("is_ipv4_address", 1, 1, "Stdlib::Compat::Ipv4", addresses::is_ipv4_address),
    deprecated("is_ipv6_address", 1, 1, "Stdlib::Compat::Ipv6", addresses::is_ipv6_address),
    legacy("is_mac_address", 1, 1, names::is_mac_address),
    deprecated("is_numeric", 1, 1, "Stdlib::Compat::Numeric", names::is_numeric),
    deprecated("is_string", 1, MANY, "Stdlib::Compat::String", names::is_string),
    legacy("join_keys_to_values", 2, 2, collections::join_keys_to_values),
    rejected("loadjson", Stdlib, FILES),
    rejected("loadyaml", Stdlib, FILES),
    puppet("md5", 1, 1, digests::md5),
    legacy("member", 2, MANY, arrays::member),
    // The `merge` with the API of Puppet 4 hides the one with the API of Puppet 3, which requires two arguments.
    plain("merge", 0, MANY, collections::merge),
    legacy("num2bool", 1, 1, numbers::num2bool),
    scoped("os_version_gte", 2, 2, facts::os_version_gte),
    rejected("parsehocon", Stdlib, "HOCON is not read here"),
    legacy("parsejson", 1, MANY, json::parsejson),
    legacy("parseyaml", 1, MANY, yaml::parseyaml),
    legacy("pick", 0, MANY, arrays::pick),
    legacy("pick_default", 1, MANY, arrays::pick_default),
    plain("powershell_escape", 1, 1, shell::powershell_escape),
    legacy("prefix", 1, MANY, arrays::prefix),
    rejected("pry", Stdlib, "it starts a debugger"),
    rejected("pw_hash", Stdlib, PASSWORD),
    legacy("range", 1, MANY, ranges::range),
    legacy("regexpescape", 1, MANY, strings::regexpescape),
    legacy("reject", 2, 2, collections::reject),
    legacy("reverse", 1, MANY, arrays::reverse),
    rejected("scanf", Puppet, "Ruby 3 has no `scanf` either"),
    legacy("seeded_rand", 2, 2, random::seeded_rand),
    plain("seeded_rand_string", 2, 3, random::seeded_rand_string),
    puppet("sha1", 1, 1, digests::sha1),
    puppet("sha256", 1, 1, digests::sha256),
    plain("shell_escape", 1, 1, shell::shell_escape),
    legacy("shell_join", 1, 1, shell::shell_join),
    legacy("shell_split", 1, 1, shell::shell_split),
    puppet("shellquote", 0, MANY, shell::shellquote),
    rejected("shuffle", Stdlib, CHANCE),
    rejected("sprintf_hash", Stdlib, "Puppet's own `sprintf` replaces it"),
    legacy("squeeze", 1, 2, strings::squeeze),
    plain("stdlib::batch_escape", 1, 1, shell::batch_escape),
    plain("stdlib::crc32", 1, 1, digests::crc32),
    plain("stdlib::end_with", 2, 2, strings::end_with),
    plain("stdlib::extname", 1, 1, paths::extname),
    scoped("stdlib::fqdn_rand_string", 1, MANY, random::stdlib_fqdn_rand_string),
    plain("stdlib::ip_in_range", 2, 2, addresses::ip_in_range),
    plain("stdlib::nested_values", 1, 1, collections::nested_values),
    scoped("stdlib::os_version_gte", 2, 2, facts::stdlib_os_version_gte),
    plain("stdlib::powershell_escape", 1, 1, shell::powershell_escape),
    plain("stdlib::seeded_rand", 2, 2, random::stdlib_seeded_rand),
    plain("stdlib::seeded_rand_string", 2, 3, random::seeded_rand_string),
    plain("stdlib::sha256", 1, 1, digests::stdlib_sha256),
    plain("stdlib::shell_escape", 1, 1, shell::shell_escape),
    plain("stdlib::start_with", 2, 2, strings::start_with),
    plain("stdlib::to_json", 1, 1, json::to_json),
    plain("stdlib::to_json_pretty", 1, 3, json::to_json_pretty),
    plain("stdlib::to_python", 1, 1, quoting::to_python),
    plain("stdlib::to_ruby", 1, 1, quoting::to_ruby),
    plain("stdlib::to_toml", 1, 1, toml::to_toml),
    plain("stdlib::to_yaml", 1, 2, yaml::to_yaml),
    plain("stdlib::xml_encode", 1, 2, strings::xml_encode),
    legacy("str2bool", 1, MANY, numbers::str2bool),
    rejected("str2saltedpbkdf2", Stdlib, PASSWORD),
    rejected("str2saltedsha512", Stdlib, CHANCE),
    legacy("suffix", 1, MANY, arrays::suffix),
    legacy("swapcase", 1, MANY, strings::swapcase),
    rejected("time", Stdlib, CLOCK),
    legacy("to_bytes", 1, 1, numbers::to_bytes),
    plain("to_json", 1, 1, json::to_json),
    plain("to_json_pretty", 1, 3, json::to_json_pretty),
    plain("to_python", 1, 1, quoting::to_python),
    plain("to_ruby", 1, 1, quoting::to_ruby),
    plain("to_toml", 1, 1, toml::to_toml),
    plain("to_yaml", 1, 2, yaml::to_yaml),
    legacy("try_get_value", 1, MANY, collections::try_get_value),
    legacy("type3x", 1, 1, names::type3x),
    legacy("union", 2, MANY, arrays::union),
    legacy("unix2dos", 1, 1, strings::unix2dos),
    legacy("uriescape", 1, MANY, strings::uriescape),
    deprecated(
        "validate_absolute_path",
        1,
        MANY,
        "Stdlib::Compat::Absolute_Path",
        validate::validate_absolute_path,
    ),
    deprecated("validate_array", 1, MANY, "Stdlib::Compat::Array", validate::validate_array),
    rejected("validate_augeas", Stdlib, RUNS),
    deprecated("validate_bool", 1, MANY, "Stdlib::Compat::Bool", validate::validate_bool),
    rejected("validate_cmd", Stdlib, RUNS),
    legacy("validate_domain_name", 1, MANY, validate::validate_domain_name),
    legacy("validate_email_address", 1, MANY, validate::validate_email_address),
    deprecated("validate_hash", 1, MANY, "Stdlib::Compat::Hash", validate::validate_hash),
    deprecated("validate_integer", 1, 3, "Stdlib::Compat::Integer", validate_numbers::validate_integer),
    deprecated("validate_ip_address", 1, MANY, "Stdlib::Compat::Ip_Address", validate::validate_ip_address),
    deprecated(
        "validate_ipv4_address",
        1,
        MANY,
        "Stdlib::Compat::Ipv4_Address",
        validate::validate_ipv4_address,
    ),
    deprecated(
        "validate_ipv6_address",
        1,
        MANY,
        "Stdlib::Compat::Ipv6_address",
        validate::validate_ipv6_address,
    ),
    plain("validate_legacy", 3, MANY, validate::validate_legacy),
    deprecated("validate_numeric", 1, 3, "Stdlib::Compat::Numeric", validate_numbers::validate_numeric),
    deprecated("validate_re", 2, 3, "Pattern[]", validate::validate_re),
    deprecated("validate_slength", 2, 3, "String[]", validate::validate_slength),
    deprecated("validate_string", 1, MANY, "Stdlib::Compat::String", validate::validate_string),
    rejected("validate_x509_rsa_key_pair", Stdlib, "certificates are not read here"),
    legacy("values_at", 2, MANY, arrays::values_at),
    legacy("zip", 2, MANY, arrays::zip),
];
