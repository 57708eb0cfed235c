//! Recognises features that are written as in other languages, so that each causes one message with the correct form.
//!
//! Invariants: a form is recognised only on a single line, and only where it is not a valid member; after its message,
//! its parts are read without further messages. This module does not know types of other files.

use super::Parser;
use super::names::Owner;
use super::other_languages::{article, feature_keyword, modifier};
use crate::diagnostic::nearest;
use crate::keywords;
use crate::kind::NodeKind;
use crate::lexer::{T, Token, TokenKind};
use crate::other_types::{corrected, is_list, is_value_type};
use rustc_hash::FxHashMap;

/// The maximum number of bytes of a type or regular expression that advice repeats.
pub(super) const LONGEST_ADVICE: usize = 60;

/// The maximum number of tokens of a type that are read for advice.
const LONGEST_TYPE: usize = 40;

/// The maximum number of words before the name of a feature.
const MAX_LEADING_WORDS: usize = 4;

/// A feature that is written as in another language.
pub(super) struct OtherFeature {
    keyword: &'static str,
    /// The positions of the name and the type, as numbers of tokens ahead. They are the same if only a type is written,
    /// from which the name is then derived.
    name: usize,
    ty: usize,
    settings: Vec<&'static str>,
}

impl OtherFeature {
    /// The position of the feature's type, as a number of tokens ahead.
    pub(super) fn type_position(&self) -> usize {
        self.ty
    }

    /// Whether symbols or words of the feature express settings.
    pub(super) fn has_settings(&self) -> bool {
        !self.settings.is_empty()
    }

    /// How many tokens ahead the first token after the name and the type of the feature is.
    pub(super) fn end(&self, parser: &Parser<'_>) -> usize {
        let end = parser.type_end(self.ty).max(self.name + 1);
        // In other languages, `*`, `+` or `?` after the type is a multiplicity.
        let is_multiplicity = parser.mark_ahead(end, T!["*"])
            || parser.mark_ahead(end, T!["+"])
            || parser.mark_ahead(end, T!["?"]);
        end + usize::from(is_multiplicity)
    }
}

/// Recognition.
impl Parser<'_> {
    /// The feature at the current token, if it is written as in another language: `private static name: String`, or
    /// `has many Line`. Modifiers come first, then perhaps a keyword and articles, then the name and the type.
    pub(super) fn other_feature(&self) -> Option<OtherFeature> {
        let is_member = self.name_at(0).is_some_and(|word| keywords::MEMBERS.contains(&word));
        // In most members, only one word follows the keyword. Their own grammar reads them.
        if is_member && !self.is_word(2) {
            return None;
        }
        let mark = self.token().kind;
        // A symbol before a member is skipped: that of its visibility in UML, or a bullet of a list.
        let mut count = usize::from(matches!(mark, TokenKind::Mark(T!["-"] | T!["+"] | T!["*"])));
        let mut settings = Vec::new();
        count = self.leading_words(count, modifier, &mut settings);
        let mut keyword = None;
        if let Some((meant_keyword, setting)) = self.feature_keyword_at(count) {
            keyword = Some(meant_keyword);
            settings.push(setting);
            count = self.leading_words(count + 1, article, &mut settings);
        }
        // Without further words, a keyword of the language is read by its own grammar, which gives better advice. The
        // other keywords, such as `operation`, do not declare features.
        let has_further_words = count > 1;
        if is_member && !has_further_words
            || keyword.is_some_and(|keyword| !matches!(keyword, "attr" | "has"))
        {
            return None;
        }
        let (name, ty) = self.name_and_type(count)?;
        self.type_suffix(ty, &mut settings);
        settings.retain(|setting| !setting.is_empty());
        let keyword = self.keyword_for(ty, keyword.unwrap_or("attr"));
        Some(OtherFeature { keyword, name, ty, settings })
    }

    /// Goes over words from `count` positions ahead on, as long as `setting_of` returns the setting that a word
    /// expresses, and adds these settings. Returns how many positions ahead the first other token is.
    fn leading_words(
        &self,
        mut count: usize,
        setting_of: fn(&str) -> Option<&'static str>,
        settings: &mut Vec<&'static str>,
    ) -> usize {
        // The last word is the name, even if it is in the table: `id: String` declares `id`.
        while count < MAX_LEADING_WORDS && self.is_word(count + 1) {
            let Some(setting) = self.name_at(count).and_then(setting_of) else { break };
            settings.push(setting);
            count += 1;
        }
        count
    }

    /// The keyword that the word this many positions ahead is or means, and the settings that the word expresses.
    /// `None` if no word follows, because the word is the name then.
    fn feature_keyword_at(&self, count: usize) -> Option<(&'static str, &'static str)> {
        if !self.is_word(count + 1) {
            return None;
        }
        let word = self.name_at(count)?;
        match keywords::MEMBERS.iter().find(|keyword| **keyword == word) {
            Some(keyword) => Some((*keyword, "")),
            None => feature_keyword(word),
        }
    }

    /// Whether a name, quoted or not, is this many positions ahead on the same line.
    fn is_word(&self, count: usize) -> bool {
        let token = self.ahead(count);
        matches!(token.kind, TokenKind::Name | TokenKind::String { closed: true }) && !token.starts_line
    }

    /// The positions of a name and a type, if `name: Type`, `Type name` or similar is this many positions ahead.
    fn name_and_type(&self, count: usize) -> Option<(usize, usize)> {
        if count > 0 && !self.is_word(count) || !self.name_ahead(count) {
            return None;
        }
        // In some languages, `name?: Type` is an optional feature.
        let mark = count + 1 + usize::from(self.mark_ahead(count + 1, T!["?"]));
        if let Some(ty) = self.type_after_mark(mark) {
            return Some((count, ty));
        }
        if let Some(name_and_type) = self.name_beside_type(count) {
            return Some(name_and_type);
        }
        // `contains many Line`: a word of another language for a reference, followed only by a type.
        let is_type_alone = self.ends_member(count + 1) && self.name_at(count).is_some_and(is_type_name);
        let word_before = count.checked_sub(1).and_then(|before| self.name_at(before));
        let is_after_article = word_before.is_some_and(|word| article(word).is_some());
        if is_type_alone && is_after_article { Some((count, count)) } else { None }
    }

    /// The position of the type after a symbol that is this many positions ahead, if a type follows it.
    pub(super) fn type_after_mark(&self, count: usize) -> Option<usize> {
        let TokenKind::Mark(mark @ (T![":"] | T![","] | T!["=>"] | T!["="])) = self.ahead(count).kind else {
            return None;
        };
        // In `name, type => Type`, the type is after the label and its arrow.
        if self.type_label_ahead(count + 1) {
            return self.is_word(count + 3).then_some(count + 3);
        }
        let name = self.name_at(count + 1).filter(|_| self.is_word(count + 1));
        let is_type = match mark {
            T![":"] => self.is_word(count + 1),
            T![","] => name.is_some(),
            // `name: value` may also be a setting, so the name must look like that of a type.
            _ => name.is_some_and(is_type_name),
        };
        is_type.then_some(count + 1)
    }

    /// Whether `type =>` is this many positions ahead.
    pub(super) fn type_label_ahead(&self, count: usize) -> bool {
        let is_marked = self.mark_ahead(count + 1, T!["=>"]) || self.mark_ahead(count + 1, T![":"]);
        is_marked && self.name_at(count) == Some("type")
    }

    /// Like `name_and_type`, for `Type name` and `name Type`, without a symbol between them.
    fn name_beside_type(&self, count: usize) -> Option<(usize, usize)> {
        let first = self.name_at(count)?;
        let end = self.type_end(count);
        if !self.is_word(end) || !self.ends_member(end + 1) {
            return None;
        }
        // `name Type`
        let is_single_word = end == count + 1;
        let is_type_second = self.name_at(end).is_some_and(is_type_name);
        if is_single_word && is_type_second && !is_type_name(first) {
            return Some((count, end));
        }
        // `atr name` is a keyword with a spelling mistake and a name, and not a type and a name.
        let may_be_keyword = count == 0 && !is_type_name(first);
        if may_be_keyword && nearest(first, keywords::MEMBERS.iter().copied()).is_some() {
            return None;
        }
        // `Type name`
        Some((end, count))
    }

    /// Whether the token this many tokens ahead is no longer part of the current member.
    fn ends_member(&self, count: usize) -> bool {
        let token = self.ahead(count);
        token.starts_line
            || matches!(token.kind, TokenKind::End | TokenKind::Mark(T![";"] | T!["}"] | T!["{"]))
    }

    /// Adds the settings that symbols after a type express in other languages: `Line[]`, `Line*`.
    fn type_suffix(&self, ty: usize, settings: &mut Vec<&'static str>) {
        let end = self.type_end(ty);
        let text = self.text_from(ty, end);
        let is_adjacent = self.ahead(end).span.start == self.ahead(end - 1).span.end;
        if text.ends_with("[]") || text.ends_with("[*]") || is_adjacent && self.mark_ahead(end, T!["*"]) {
            settings.push("max => unbound");
        } else if is_adjacent && self.mark_ahead(end, T!["+"]) {
            settings.push("min => 1, max => unbound");
        }
    }

    /// The keyword for a feature whose type is this many positions ahead: `has` for a class, `attr` for a value,
    /// `otherwise` if neither is known.
    fn keyword_for(&self, mut ty: usize, otherwise: &'static str) -> &'static str {
        // For a list, the type of its items determines the keyword.
        while self.name_at(ty).is_some_and(is_list)
            && (self.mark_ahead(ty + 1, T!["["]) || self.mark_ahead(ty + 1, T!["<"]))
        {
            ty += 2;
        }
        let Some(name) = self.name_at(ty) else { return otherwise };
        match self.declared_class(name) {
            Some(true) => "has",
            Some(false) => "attr",
            None if is_value_type(name) => "attr",
            None => otherwise,
        }
    }

    /// Whether a name declared in this text is a class; `None` if it is not declared.
    fn declared_class(&self, name: &str) -> Option<bool> {
        // Valid texts never need the declarations, so they are collected when advice first needs them.
        let declarations = self.declarations.get_or_init(|| self.declarations_in_tokens());
        declarations.get(name).copied()
    }
}

impl<'a> Parser<'a> {
    /// The names declared in this text, and whether each is a class. Later declarations are not parsed yet, so the
    /// tokens are searched.
    fn declarations_in_tokens(&self) -> FxHashMap<&'a str, bool> {
        let mut declarations = FxHashMap::default();
        for tokens in self.tokens.list.windows(3) {
            let (keyword, name, after_name) = (tokens[0], tokens[1], tokens[2]);
            if name.kind != TokenKind::Name {
                continue;
            }
            let is_class = match self.text_of(keyword) {
                // `type A = …` is an alias.
                "type" => after_name.kind != TokenKind::Mark(T!["="]),
                "enum" | "datatype" => false,
                _ => continue,
            };
            declarations.insert(self.text_of(name), is_class);
        }
        declarations
    }
}

/// Whether a name is written like a type: capitalised, or as a type of another language.
fn is_type_name(name: &str) -> bool {
    name.starts_with(|c: char| c.is_ascii_uppercase()) || is_value_type(name)
}

/// Advice and recovery.
impl Parser<'_> {
    /// Reports a feature of another language, and reads it as the feature that is meant.
    pub(super) fn read_other_feature(&mut self, other: &OtherFeature) {
        let form = self.correct_form(other);
        self.syntax_error("a member of the type", Some(format!("write `{form}`")));
        self.offer_feature(other, form);
        // The advice shows the complete declaration, so no problems of its parts are reported.
        self.quiet_depth += 1;
        let start = self.start();
        let first_part = other.name.min(other.ty);
        (0..first_part).for_each(|_| self.bump_error());
        // In `Type name`, the type comes first. If only a type is written, there is no name to read.
        let is_type_first = other.ty == first_part;
        if is_type_first {
            self.read_or_skip_type();
        }
        let name = if other.ty == other.name { None } else { self.identifier("the name") };
        if !is_type_first {
            // Between the name and the type are symbols such as `:`.
            (other.name + 1..other.ty).for_each(|_| self.bump_error());
            self.read_or_skip_type();
        }
        if let Some(name) = name {
            self.settings(Owner::named("the settings of", name));
        }
        self.skip_rest_of_line();
        self.finish(start, NodeKind::Feature { reference: other.keyword == "has" });
        self.quiet_depth -= 1;
    }

    /// The declaration of a feature as it must be written.
    fn correct_form(&self, other: &OtherFeature) -> String {
        let name = self.ahead(other.name);
        let name = if other.ty == other.name {
            self.unquoted(name).to_lowercase()
        } else {
            self.unquoted(name).to_owned()
        };
        let mut text = format!("{} {name}, {}", other.keyword, self.correct_type(other.ty));
        if !other.settings.is_empty() {
            text = format!("{text} {{ {} }}", other.settings.join(", "));
        }
        text
    }

    /// Reads the current type, or skips it if it is spelled as in another language, because the advice already corrects
    /// it.
    pub(super) fn read_or_skip_type(&mut self) {
        let end = self.type_end(0);
        if self.correct_type(0) != self.text_from(0, end) {
            self.missing_type();
            (0..end).for_each(|_| self.bump_error());
        } else {
            self.type_use();
        }
    }

    /// A name without its quotes, if it needs none.
    fn unquoted(&self, token: Token) -> &str {
        let text = self.text_of(token);
        let inner = text.strip_prefix(['\'', '"']).and_then(|text| text.strip_suffix(['\'', '"']));
        let is_plain =
            |text: &&str| !text.is_empty() && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'_');
        inner.filter(is_plain).unwrap_or(text)
    }

    /// The text of the type that starts this many positions ahead, as it must be written.
    pub(super) fn correct_type(&self, count: usize) -> String {
        let token = self.ahead(count);
        let text = self.text_from(count, self.type_end(count));
        let text = text.strip_suffix("[]").or_else(|| text.strip_suffix("[*]")).unwrap_or(text);
        // Of a type that is too long or quoted, advice shows only the name.
        let text = if self.is_type_complete(count) { text } else { self.unquoted(token) };
        corrected(text, &|name| self.declared_class(name).is_some())
    }

    /// Whether advice shows the complete type that starts this many positions ahead.
    pub(super) fn is_type_complete(&self, count: usize) -> bool {
        let text = self.text_from(count, self.type_end(count));
        !text.starts_with(['\'', '"']) && text.len() <= LONGEST_ADVICE
    }

    /// How many positions ahead the token after a type is; the type starts `count` positions ahead in the same line.
    pub(super) fn type_end(&self, count: usize) -> usize {
        let (mut end, mut depth) = (count + 1, 0_usize);
        loop {
            let token = self.ahead(end);
            match token.kind {
                TokenKind::End => return end,
                // The search is repeated for each form that is tried, so it has a limit.
                _ if token.starts_line || end > count + LONGEST_TYPE => return end,
                TokenKind::Mark(T!["["] | T!["<"]) => depth += 1,
                TokenKind::Mark(T!["]"] | T![">"]) if depth > 0 => depth -= 1,
                // A path continues at `::`, and after it.
                TokenKind::Mark(T!["::"]) => {}
                _ if depth == 0 && !self.mark_ahead(end - 1, T!["::"]) => return end,
                _ => {}
            }
            end += 1;
        }
    }

    /// The text of the tokens from `count` positions ahead to the one before `end` positions ahead.
    fn text_from(&self, count: usize, end: usize) -> &str {
        &self.text[self.ahead(count).span.to(self.ahead(end - 1).span).range()]
    }
}
