//! The types of columns, and what databases check of their values.
//!
//! Invariants: a check is true for every valid value, and null passes each check; what is not checked is returned, so
//! that it is reported. This module does not know tables.

use super::options::SqlDialect;
use super::text::literal;
use super::words::Name;
use crate::json::Json;
use crate::languages::expressions::portable;
use crate::languages::facets::Facets;
use crate::languages::shapes::Value;
use modelwright_metamodel::ecore::{
    AnyKind, AnyValue, DataKind, DataTypeId, EnumLiteral, FeatureId, Literal, Metamodel,
};
use rustc_hash::{FxHashMap, FxHashSet};
use std::borrow::Cow;

/// The type of a column.
#[derive(Debug, Default)]
pub(super) struct ColumnType {
    pub(super) name: Cow<'static, str>,
    /// Conditions for its values.
    pub(super) checks: Vec<String>,
    /// What is not checked, in the form "matches …".
    pub(super) unchecked: Vec<String>,
}

/// What the types of columns depend on.
#[derive(Debug, Clone, Copy)]
pub(super) struct Values<'p> {
    pub(super) metamodel: &'p Metamodel,
    pub(super) dialect: SqlDialect,
    /// The types of enumerations.
    pub(super) types: &'p FxHashMap<DataTypeId, Name>,
}

/// The canonical form of dates as text, which can be compared.
const DATE_FORMAT: &str = "%Y-%m-%dT%H:%M:%fZ";

impl Values<'_> {
    fn is_sqlite(&self) -> bool {
        self.dialect == SqlDialect::Sqlite
    }

    /// The type of a column for a value; `column` is its name, in quotes if necessary.
    pub(super) fn column_type(&self, value: &Value, column: &str) -> ColumnType {
        match value {
            Value::Boolean(facets) if self.is_sqlite() => {
                let mut ty = self.plain("INTEGER");
                ty.checks.push(format!("{column} IN (0, 1)"));
                self.check_listed(facets, column, &mut ty);
                ty
            }
            Value::Boolean(facets) => {
                let mut ty = self.plain("boolean");
                self.check_listed(facets, column, &mut ty);
                ty
            }
            Value::Integer(facets) => self.integer(facets, column),
            Value::Number { is_single, facets } => self.number(*is_single, facets, column),
            Value::Decimal(facets) => self.decimal(facets, column),
            Value::Character => {
                let mut ty = self.plain("text");
                ty.checks.push(format!("{} = 1", self.length(column)));
                ty
            }
            Value::Text(facets) => self.text(facets, column),
            Value::Moment if self.is_sqlite() => {
                let mut ty = self.plain("TEXT");
                // Without a modifier, the days of all months would be up to 31.
                ty.checks.push(format!("strftime('{DATE_FORMAT}', {column}, '+0 days') IS {column}"));
                ty
            }
            Value::Moment => self.plain("timestamptz(3)"),
            Value::Hexadecimal | Value::Base64 => self.plain(if self.is_sqlite() { "blob" } else { "bytea" }),
            Value::Enum(id) => self.enumeration(*id, column),
            Value::Any { kind, accepts_null } => self.json(&json_types(*kind, *accepts_null), column),
            Value::Choice(_) => {
                let mut ty = self.json(&[], column);
                ty.unchecked.push("is one of the alternatives".to_owned());
                ty
            }
            Value::Tuple(_) => {
                let mut ty = self.json(&["array"], column);
                ty.unchecked.push("has the items of its type".to_owned());
                ty
            }
            Value::Object(_) | Value::Reference => {
                let mut ty = self.json(&["object"], column);
                ty.unchecked.push("has the entries of its type".to_owned());
                ty
            }
        }
    }

    /// The type of a column with a map.
    pub(super) fn map(&self, column: &str) -> ColumnType {
        let mut ty = self.json(&["object"], column);
        ty.unchecked.push("has the keys and values of its type".to_owned());
        ty
    }

    /// A type without checks, whose name is in the case that documentation of the database uses.
    fn plain(&self, name: &'static str) -> ColumnType {
        let name = if self.is_sqlite() { Cow::Owned(name.to_uppercase()) } else { Cow::Borrowed(name) };
        ColumnType { name, ..ColumnType::default() }
    }

    /// The expression for the number of characters of a text.
    fn length(&self, column: &str) -> String {
        match self.dialect {
            SqlDialect::PostgreSql => format!("char_length({column})"),
            SqlDialect::Sqlite => format!("length({column})"),
        }
    }

    /// Adds the check that a value is one of the listed ones.
    fn check_listed(&self, facets: &Facets, column: &str, ty: &mut ColumnType) {
        let Some(values) = &facets.values else { return };
        let literals: Option<Vec<String>> = values.iter().map(|value| self.literal_of(value)).collect();
        match literals {
            Some(literals) if literals.is_empty() => ty.checks.push(self.never()),
            Some(literals) => ty.checks.push(format!("{column} IN ({})", literals.join(", "))),
            None => ty.unchecked.push("is one of the listed values".to_owned()),
        }
    }

    /// A condition that is never true.
    fn never(&self) -> String {
        self.boolean(false).to_owned()
    }

    /// The literal of a boolean.
    pub(super) fn boolean(&self, value: bool) -> &'static str {
        match (self.dialect, value) {
            (SqlDialect::PostgreSql, true) => "true",
            (SqlDialect::PostgreSql, false) => "false",
            (SqlDialect::Sqlite, true) => "1",
            (SqlDialect::Sqlite, false) => "0",
        }
    }

    /// The literal of a listed value; `None` if the database has none.
    fn literal_of(&self, value: &Json) -> Option<String> {
        match value {
            Json::String(text) if !text.contains('\0') => Some(literal(text, self.dialect)),
            Json::Bool(value) => Some(self.boolean(*value).to_owned()),
            Json::Number(digits) => Some(digits.clone().into_owned()),
            _ => None,
        }
    }

    /// The type of integers: the narrowest one that contains all values between the bounds.
    fn integer(&self, facets: &Facets, column: &str) -> ColumnType {
        let (low, high) = facets.integers();
        let fits = |bits: u32| {
            let limit = 1i128 << (bits - 1);
            low.is_some_and(|low| low >= -limit) && high.is_some_and(|high| high < limit)
        };
        let width = [16, 32, 64].into_iter().find(|bits| fits(*bits));
        let (name, bits) = match (self.dialect, width) {
            (SqlDialect::Sqlite, Some(_)) => ("INTEGER", 64),
            (SqlDialect::Sqlite, None) => return self.digits(facets, column),
            (SqlDialect::PostgreSql, Some(16)) => ("smallint", 16),
            (SqlDialect::PostgreSql, Some(32)) => ("integer", 32),
            (SqlDialect::PostgreSql, Some(_)) => ("bigint", 64),
            (SqlDialect::PostgreSql, None) => ("numeric", 128),
        };
        let is_wide = bits == 128;
        let mut ty = self.plain(name);
        if is_wide {
            // `trunc` does not change infinity and `NaN`, so the second condition excludes these.
            ty.checks.push(format!("{column} = trunc({column}) AND abs({column}) < 'Infinity'"));
        }
        // 127 would overflow; for `numeric`, the value is not used.
        let limit = 1i128 << (bits - 1).min(126);
        let low = low.filter(|low| is_wide || *low > -limit);
        let high = high.filter(|high| is_wide || *high < limit - 1);
        let text = |bound: Option<i128>| bound.map(|bound| bound.to_string());
        ty.checks.extend(between(column, text(low), text(high)));
        self.check_listed(facets, column, &mut ty);
        ty
    }

    /// The type of integers of any size in SQLite: texts of digits.
    fn digits(&self, facets: &Facets, column: &str) -> ColumnType {
        let mut ty = self.plain("TEXT");
        let digits = format!("iif(substr({column}, 1, 1) = '-', substr({column}, 2), {column})");
        ty.checks.push(format!("{digits} GLOB '[0-9]*'"));
        ty.checks.push(format!("{digits} NOT GLOB '*[^0-9]*'"));
        if facets.integers() != (None, None) {
            ty.unchecked.push("is within its bounds".to_owned());
        }
        ty
    }

    /// The type of floating-point numbers.
    fn number(&self, is_single: bool, facets: &Facets, column: &str) -> ColumnType {
        let name = match (self.dialect, is_single) {
            (SqlDialect::Sqlite, _) => "REAL",
            (SqlDialect::PostgreSql, true) => "real",
            (SqlDialect::PostgreSql, false) => "double precision",
        };
        let mut ty = self.plain(name);
        // A bound is compared with the nearest number of 32 bits.
        let suffix = if is_single && !self.is_sqlite() { "::real" } else { "" };
        ty.checks.extend(bounds(facets, column, suffix));
        if self.is_sqlite() && is_single {
            ty.unchecked.push("has 32 bits".to_owned());
        }
        self.check_listed(facets, column, &mut ty);
        ty
    }

    /// The type of decimals of any size: text in SQLite.
    fn decimal(&self, facets: &Facets, column: &str) -> ColumnType {
        if self.is_sqlite() {
            let mut ty = self.plain("TEXT");
            ty.checks.push(format!("{column} GLOB '*[0-9]*'"));
            ty.checks.push(format!("{column} NOT GLOB '*[^0-9.eE+-]*'"));
            if bounds(facets, column, "").next().is_some() {
                ty.unchecked.push("is within its bounds".to_owned());
            }
            return ty;
        }
        let mut ty = self.plain("numeric");
        ty.checks.push(format!("abs({column}) < 'Infinity'"));
        ty.checks.extend(bounds(facets, column, ""));
        self.check_listed(facets, column, &mut ty);
        ty
    }

    /// The type of texts.
    fn text(&self, facets: &Facets, column: &str) -> ColumnType {
        let mut ty = self.plain("text");
        let text = |bound: Option<u64>| bound.map(|bound| bound.to_string());
        let min_length = facets.min_length.filter(|min_length| *min_length > 0);
        ty.checks.extend(between(&self.length(column), text(min_length), text(facets.max_length)));
        self.check_listed(facets, column, &mut ty);
        for pattern in &facets.patterns {
            match self.pattern(pattern) {
                Some(pattern) => {
                    ty.checks.push(format!("{column} ~ {}", literal(&pattern, self.dialect)));
                }
                None => ty.unchecked.push("matches the pattern of its type".to_owned()),
            }
        }
        ty
    }

    /// The regular expression of PostgreSQL for one of ECMAScript; `None` if there is none.
    fn pattern(&self, pattern: &str) -> Option<String> {
        // PostgreSQL accepts no repetitions of more than 255.
        let is_short = pattern.split('{').skip(1).all(|rest| {
            let counts = rest.split('}').next().unwrap_or_default();
            counts.split(',').all(|count| count.parse::<u32>().map_or(true, |count| count <= 255))
        });
        (!self.is_sqlite() && is_short && !pattern.contains('\0')).then(|| portable(pattern))
    }

    /// The type of an enumeration: its own type in the database, or texts that are checked.
    fn enumeration(&self, id: DataTypeId, column: &str) -> ColumnType {
        match self.types.get(&id) {
            Some(name) => ColumnType { name: Cow::Owned(name.as_str().to_owned()), ..ColumnType::default() },
            None => {
                let mut ty = self.plain("text");
                let literals = spellings(self.metamodel, id);
                let values = literals.into_iter().map(Json::copy).collect();
                self.check_listed(&Facets { values: Some(values), ..Facets::default() }, column, &mut ty);
                ty
            }
        }
    }

    /// The column type of JSON values of the given types, or of any JSON value if no type is given.
    fn json(&self, types: &[&str], column: &str) -> ColumnType {
        let is_sqlite = self.is_sqlite();
        let mut ty = self.plain(if is_sqlite { "TEXT" } else { "jsonb" });
        if is_sqlite {
            ty.checks.push(format!("json_valid({column})"));
        }
        // SQLite has names of its own for the types of JSON values.
        let mut names: Vec<&str> = Vec::new();
        for name in types {
            match (is_sqlite, *name) {
                (true, "string") => names.push("text"),
                (true, "number") => names.extend(["integer", "real"]),
                (true, "boolean") => names.extend(["true", "false"]),
                (_, name) => names.push(name),
            }
        }
        let function = if is_sqlite { "json_type" } else { "jsonb_typeof" };
        match names.as_slice() {
            [] => {}
            [name] => ty.checks.push(format!("{function}({column}) = '{name}'")),
            _ => {
                let names: Vec<String> = names.iter().map(|name| format!("'{name}'")).collect();
                ty.checks.push(format!("{function}({column}) IN ({})", names.join(", ")));
            }
        }
        ty
    }

    /// The default of a column, if it is not null; `Err` if the database has no literal of it.
    pub(super) fn default(&self, feature: FeatureId, value: &Value, ty: &str) -> Result<Option<String>, ()> {
        let is_sqlite = self.is_sqlite();
        let text = |text: &str| match text.contains('\0') {
            true => Err(()),
            false => Ok(literal(text, self.dialect)),
        };
        let default = match &self.metamodel[feature].default {
            Literal::Null => return Ok(None),
            Literal::Bool(value) => self.boolean(*value).to_owned(),
            Literal::Int(value) if ty == "TEXT" => format!("'{value}'"),
            Literal::Int(value) => value.to_string(),
            Literal::Float(value) => self.float(f64::from(*value), format!("{value:?}"))?,
            Literal::Double(value) => self.float(*value, format!("{value:?}"))?,
            Literal::Char(code) => match char::from_u32(u32::from(*code)) {
                Some(c) => text(&c.to_string())?,
                None => return Err(()),
            },
            Literal::Enum(at) => {
                let literals = self.metamodel[self.metamodel.data_type(feature)].enum_literals();
                text(literals.get(*at as usize).ok_or(())?.spelling())?
            }
            Literal::String(value) if self.metamodel.any_kind(feature).is_some() => {
                text(&AnyValue::default_of(value).to_json())?
            }
            Literal::String(value) => text(value)?,
            Literal::Lexical(digits) => match (self.metamodel[self.metamodel.data_type(feature)].kind, value)
            {
                (DataKind::BigInteger | DataKind::Integer { .. } | DataKind::BigDecimal, _) => {
                    self.lexical_number(digits, ty)?
                }
                (DataKind::Date, _) => format!("'{}'", canonical_date(digits).ok_or(())?),
                (DataKind::Bytes, Value::Hexadecimal) if digits.bytes().all(|b| b.is_ascii_hexdigit()) => {
                    if is_sqlite {
                        format!("X'{digits}'")
                    } else {
                        format!("E'\\\\x{digits}'")
                    }
                }
                (DataKind::Bytes, _) => return Err(()),
                _ => text(digits)?,
            },
        };
        Ok(Some(default))
    }

    /// A float as a literal; fails if the database has none for it.
    fn float(&self, value: f64, digits: String) -> Result<String, ()> {
        match self.dialect {
            _ if value.is_finite() => Ok(digits),
            SqlDialect::PostgreSql if value.is_nan() => Ok("'NaN'".to_owned()),
            SqlDialect::PostgreSql if value > 0.0 => Ok("'Infinity'".to_owned()),
            SqlDialect::PostgreSql => Ok("'-Infinity'".to_owned()),
            // SQLite has no such number, but reads one that is too large as infinite.
            SqlDialect::Sqlite if value.is_nan() => Err(()),
            SqlDialect::Sqlite if value > 0.0 => Ok("9e999".to_owned()),
            SqlDialect::Sqlite => Ok("-9e999".to_owned()),
        }
    }

    /// The digits of a number as a literal; fails if the text is no number.
    fn lexical_number(&self, text: &str, ty: &str) -> Result<String, ()> {
        let digits = text.trim_start_matches('+');
        let is_number = digits.bytes().all(|b| b.is_ascii_digit() || b"-+.eE".contains(&b))
            && digits.bytes().any(|b| b.is_ascii_digit());
        match is_number {
            true if ty == "TEXT" => Ok(format!("'{digits}'")),
            true => Ok(digits.to_owned()),
            false => Err(()),
        }
    }
}

/// The distinct spellings of the literals of an enumeration.
pub(super) fn spellings(metamodel: &Metamodel, id: DataTypeId) -> Vec<&str> {
    let mut known_spellings = FxHashSet::default();
    let spellings = metamodel[id].enum_literals().iter().map(EnumLiteral::spelling);
    spellings.filter(|spelling| known_spellings.insert(*spelling)).collect()
}

/// The condition that a number is between two bounds, each of which may be missing.
fn between(number: &str, low: Option<String>, high: Option<String>) -> Option<String> {
    match (low, high) {
        (Some(low), Some(high)) if low == high => Some(format!("{number} = {low}")),
        (Some(low), Some(high)) => Some(format!("{number} BETWEEN {low} AND {high}")),
        (Some(low), None) => Some(format!("{number} >= {low}")),
        (None, Some(high)) => Some(format!("{number} <= {high}")),
        (None, None) => None,
    }
}

/// The conditions for the bounds of numbers with fractions.
fn bounds<'f>(facets: &'f Facets, column: &'f str, suffix: &'f str) -> impl Iterator<Item = String> + 'f {
    let with_suffix = move |bound: &Option<String>| {
        // In parentheses, because a cast binds more strongly than a sign.
        bound
            .as_ref()
            .map(|bound| if suffix.is_empty() { bound.clone() } else { format!("({bound}){suffix}") })
    };
    let inclusive = between(column, with_suffix(&facets.minimum), with_suffix(&facets.maximum));
    let above = with_suffix(&facets.above).map(|bound| format!("{column} > {bound}"));
    let below = with_suffix(&facets.below).map(|bound| format!("{column} < {bound}"));
    inclusive.into_iter().chain(above).chain(below)
}

/// The number of types of JSON.
const JSON_TYPES: usize = 6;

/// The types of the JSON of a kind; none if all are allowed.
fn json_types(kind: AnyKind, accepts_null: bool) -> Vec<&'static str> {
    let mut types = Vec::new();
    if kind.accepts_scalars() {
        types.extend(["string", "number", "boolean"]);
    }
    types.extend(kind.accepts_lists().then_some("array"));
    types.extend(kind.accepts_maps().then_some("object"));
    types.extend(accepts_null.then_some("null"));
    if types.len() == JSON_TYPES { Vec::new() } else { types }
}

/// The canonical form of a date in the form `yyyy-MM-ddTHH:mm:ss.SSS+0000`; `None` if the text is not one.
fn canonical_date(text: &str) -> Option<String> {
    let local_time = text.strip_suffix("+0000")?;
    let is_legal = local_time.len() == "2020-01-01T00:00:00.000".len()
        && local_time.bytes().all(|b| b.is_ascii_digit() || b"-T:.".contains(&b))
        && !local_time.starts_with("0000");
    is_legal.then(|| format!("{local_time}Z"))
}
