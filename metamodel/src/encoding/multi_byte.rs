//! Encodings with one to four bytes for each character: ASCII, and the tables of `encoding_rs` for other characters.
//!
//! These are the tables of the WHATWG Encoding Standard. Where the tables of Java differ, Java's characters take
//! precedence, and byte sequences that Java does not have are invalid. This module does not know documents.

use encoding_rs::{BIG5, EUC_JP, EUC_KR, GB18030, SHIFT_JIS};

/// An encoding of East Asia.
#[derive(Debug)]
pub struct MultiByte {
    /// The name that documents declare.
    pub name: &'static str,
    /// All its names in capitals, without hyphens and underscores.
    names: &'static [&'static str],
    table: &'static encoding_rs::Encoding,
    /// Whether Java's encoding has a sequence of bytes.
    has_sequence: fn(&[u8]) -> bool,
    /// The sequences that are other characters in Java than in the table, in ascending order.
    java_characters: &'static [(u32, char)],
}

impl PartialEq for MultiByte {
    fn eq(&self, other: &Self) -> bool {
        self.name == other.name
    }
}

impl Eq for MultiByte {}

impl std::hash::Hash for MultiByte {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.name.hash(state);
    }
}

impl MultiByte {
    /// The encoding with a name in capitals, without hyphens and underscores.
    #[must_use]
    pub fn named(name: &str) -> Option<&'static Self> {
        ENCODINGS.iter().find(|encoding| encoding.names.contains(&name))
    }

    /// The text of some bytes.
    ///
    /// # Errors
    /// The position of the first invalid byte.
    pub fn decode(&self, bytes: &[u8]) -> Result<String, usize> {
        let mut text = String::with_capacity(bytes.len());
        let mut start = 0;
        while let Some(byte) = bytes.get(start) {
            // Only the first byte of a sequence is tested, because the second one may be in the range of ASCII.
            if byte.is_ascii() {
                text.push(char::from(*byte));
                start += 1;
                continue;
            }
            let end = start + self.length(&bytes[start..]);
            let character = bytes.get(start..end).and_then(|sequence| self.character(sequence));
            text.push(character.ok_or(start)?);
            start = end;
        }
        Ok(text)
    }

    /// The length of the sequence at the start of some bytes, the first of which is not ASCII.
    fn length(&self, bytes: &[u8]) -> usize {
        let second = bytes.get(1).copied().unwrap_or(0);
        match bytes[0] {
            // Half-width katakana, and the single byte 0x80.
            0x80 | 0xA1..=0xDF if self.table == SHIFT_JIS => 1,
            // The characters of JIS X 0212.
            0x8F if self.table == EUC_JP => 3,
            _ if self.table == GB18030 && second.is_ascii_digit() => 4,
            _ => 2,
        }
    }

    /// The character of a sequence of bytes.
    fn character(&self, sequence: &[u8]) -> Option<char> {
        // The bytes as one number, such as 0xA1A4 for the bytes 0xA1 and 0xA4.
        let number = sequence.iter().fold(0, |number, byte| number << 8 | u32::from(*byte));
        // Java's characters are looked up first, because the table has other characters for some of these sequences.
        if let Ok(index) = self.java_characters.binary_search_by_key(&number, |(sequence, _)| *sequence) {
            let (_, character) = self.java_characters[index];
            return Some(character);
        }
        if !(self.has_sequence)(sequence) {
            return None;
        }
        let text = self.table.decode_without_bom_handling_and_without_replacement(sequence)?;
        let mut characters = text.chars();
        match (characters.next(), characters.next()) {
            (Some(character), None) => Some(character),
            // In the table, a few sequences of Big5 are two characters. Java rejects them.
            _ => None,
        }
    }

    /// The bytes of a character, if it has any.
    #[must_use]
    pub fn encode(&self, character: char) -> Option<Vec<u8>> {
        if let Ok(byte) = u8::try_from(character)
            && byte.is_ascii()
        {
            return Some(vec![byte]);
        }
        if let Some((sequence, _)) = self.java_characters.iter().find(|(_, other)| *other == character) {
            // The bytes of the sequence are the last ones of the number, after zeros.
            return Some(sequence.to_be_bytes().into_iter().skip_while(|byte| *byte == 0).collect());
        }
        let text = character.to_string();
        let (bytes, _, is_lossy) = self.table.encode(&text);
        // The bytes from the table may be another character in Java.
        (!is_lossy && self.character(&bytes) == Some(character)).then(|| bytes.into_owned())
    }
}

/// All encodings with several bytes for some characters.
#[rustfmt::skip]
const ENCODINGS: &[MultiByte] = &[
    MultiByte { name: "GB2312", names: &["GB2312", "EUCCN"], table: GB18030, has_sequence: |b| b.len() == 2 && matches!(b[0], 0xA1..=0xA9 | 0xB0..=0xF7) && b[1] >= 0xA1 && !(b[0] == 0xA8 && matches!(b[1], 0xBB..=0xC0)), java_characters: &[(0xA1A4, '\u{30FB}'), (0xA1AA, '\u{2015}')] },
    MultiByte { name: "GBK", names: &["GBK", "CP936", "MS936"], table: GB18030, has_sequence: |b| b.len() == 2, java_characters: &[
        (0xA3A0, '\u{E5E5}'), (0xA6D9, '\u{E78D}'), (0xA6DA, '\u{E78E}'), (0xA6DB, '\u{E78F}'), (0xA6DC, '\u{E790}'),
        (0xA6DD, '\u{E791}'), (0xA6DE, '\u{E792}'), (0xA6DF, '\u{E793}'), (0xA6EC, '\u{E794}'), (0xA6ED, '\u{E795}'),
        (0xA6F3, '\u{E796}'), (0xA892, '\u{2641}'), (0xA8BC, '\u{E7C7}'), (0xA8BF, '\u{E7C8}'), (0xA989, '\u{E7E7}'),
        (0xA98A, '\u{E7E8}'), (0xA98B, '\u{E7E9}'), (0xA98C, '\u{E7EA}'), (0xA98D, '\u{E7EB}'), (0xA98E, '\u{E7EC}'),
        (0xA98F, '\u{E7ED}'), (0xA990, '\u{E7EE}'), (0xA991, '\u{E7EF}'), (0xA992, '\u{E7F0}'), (0xA993, '\u{E7F1}'),
        (0xA994, '\u{E7F2}'), (0xA995, '\u{E7F3}'), (0xFE50, '\u{E815}'), (0xFE54, '\u{E819}'), (0xFE55, '\u{E81A}'),
        (0xFE56, '\u{E81B}'), (0xFE57, '\u{E81C}'), (0xFE58, '\u{E81D}'), (0xFE59, '\u{E81E}'), (0xFE5A, '\u{E81F}'),
        (0xFE5B, '\u{E820}'), (0xFE5C, '\u{E821}'), (0xFE5D, '\u{E822}'), (0xFE5E, '\u{E823}'), (0xFE5F, '\u{E824}'),
        (0xFE60, '\u{E825}'), (0xFE61, '\u{E826}'), (0xFE62, '\u{E827}'), (0xFE63, '\u{E828}'), (0xFE64, '\u{E829}'),
        (0xFE65, '\u{E82A}'), (0xFE66, '\u{E82B}'), (0xFE67, '\u{E82C}'), (0xFE68, '\u{E82D}'), (0xFE69, '\u{E82E}'),
        (0xFE6A, '\u{E82F}'), (0xFE6B, '\u{E830}'), (0xFE6D, '\u{E832}'), (0xFE6E, '\u{E833}'), (0xFE6F, '\u{E834}'),
        (0xFE70, '\u{E835}'), (0xFE71, '\u{E836}'), (0xFE72, '\u{E837}'), (0xFE73, '\u{E838}'), (0xFE74, '\u{E839}'),
        (0xFE75, '\u{E83A}'), (0xFE77, '\u{E83C}'), (0xFE78, '\u{E83D}'), (0xFE79, '\u{E83E}'), (0xFE7A, '\u{E83F}'),
        (0xFE7B, '\u{E840}'), (0xFE7C, '\u{E841}'), (0xFE7D, '\u{E842}'), (0xFE7E, '\u{E843}'), (0xFE80, '\u{E844}'),
        (0xFE81, '\u{E845}'), (0xFE82, '\u{E846}'), (0xFE83, '\u{E847}'), (0xFE84, '\u{E848}'), (0xFE85, '\u{E849}'),
        (0xFE86, '\u{E84A}'), (0xFE87, '\u{E84B}'), (0xFE88, '\u{E84C}'), (0xFE89, '\u{E84D}'), (0xFE8A, '\u{E84E}'),
        (0xFE8B, '\u{E84F}'), (0xFE8C, '\u{E850}'), (0xFE8D, '\u{E851}'), (0xFE8E, '\u{E852}'), (0xFE8F, '\u{E853}'),
        (0xFE90, '\u{E854}'), (0xFE92, '\u{E856}'), (0xFE93, '\u{E857}'), (0xFE94, '\u{E858}'), (0xFE95, '\u{E859}'),
        (0xFE96, '\u{E85A}'), (0xFE97, '\u{E85B}'), (0xFE98, '\u{E85C}'), (0xFE99, '\u{E85D}'), (0xFE9A, '\u{E85E}'),
        (0xFE9B, '\u{E85F}'), (0xFE9C, '\u{E860}'), (0xFE9D, '\u{E861}'), (0xFE9E, '\u{E862}'), (0xFE9F, '\u{E863}'),
        (0xFEA0, '\u{E864}'),
    ] },
    MultiByte { name: "GB18030", names: &["GB18030"], table: GB18030, has_sequence: |_| true, java_characters: &[(0xA3A0, '\u{E5E5}')] },
    MultiByte { name: "Big5", names: &["BIG5", "CSBIG5"], table: BIG5, has_sequence: |b| matches!((b[0], b[1]), (0xA1..=0xC5 | 0xC9..=0xF8, _) | (0xC6, ..0xA1) | (0xF9, ..0xD6)), java_characters: &[
        (0xA145, '\u{2022}'), (0xA14E, '\u{FF64}'), (0xA15A, '\u{FF3F}'), (0xA1C2, '\u{203E}'), (0xA1E3, '\u{223C}'),
        (0xA1F2, '\u{2641}'), (0xA1F3, '\u{2609}'), (0xA1FE, '\u{2571}'), (0xA240, '\u{2572}'), (0xA241, '\u{FF0F}'),
        (0xA242, '\u{FF3C}'), (0xA244, '\u{A5}'), (0xA246, '\u{A2}'), (0xA247, '\u{A3}'), (0xC6A1, '\u{30FE}'),
        (0xC6A2, '\u{309D}'), (0xC6A3, '\u{309E}'), (0xC6A4, '\u{3005}'), (0xC6A5, '\u{3041}'), (0xC6A6, '\u{3042}'),
        (0xC6A7, '\u{3043}'), (0xC6A8, '\u{3044}'), (0xC6A9, '\u{3045}'), (0xC6AA, '\u{3046}'), (0xC6AB, '\u{3047}'),
        (0xC6AC, '\u{3048}'), (0xC6AD, '\u{3049}'), (0xC6AE, '\u{304A}'), (0xC6AF, '\u{304B}'), (0xC6B0, '\u{304C}'),
        (0xC6B1, '\u{304D}'), (0xC6B2, '\u{304E}'), (0xC6B3, '\u{304F}'), (0xC6B4, '\u{3050}'), (0xC6B5, '\u{3051}'),
        (0xC6B6, '\u{3052}'), (0xC6B7, '\u{3053}'), (0xC6B8, '\u{3054}'), (0xC6B9, '\u{3055}'), (0xC6BA, '\u{3056}'),
        (0xC6BB, '\u{3057}'), (0xC6BC, '\u{3058}'), (0xC6BD, '\u{3059}'), (0xC6BE, '\u{305A}'), (0xC6BF, '\u{305B}'),
        (0xC6C0, '\u{305C}'), (0xC6C1, '\u{305D}'), (0xC6C2, '\u{305E}'), (0xC6C3, '\u{305F}'), (0xC6C4, '\u{3060}'),
        (0xC6C5, '\u{3061}'), (0xC6C6, '\u{3062}'), (0xC6C7, '\u{3063}'), (0xC6C8, '\u{3064}'), (0xC6C9, '\u{3065}'),
        (0xC6CA, '\u{3066}'), (0xC6CB, '\u{3067}'), (0xC6CC, '\u{3068}'), (0xC6CD, '\u{3069}'), (0xC6CE, '\u{306A}'),
        (0xC6CF, '\u{306B}'), (0xC6D0, '\u{306C}'), (0xC6D1, '\u{306D}'), (0xC6D2, '\u{306E}'), (0xC6D3, '\u{306F}'),
        (0xC6D4, '\u{3070}'), (0xC6D5, '\u{3071}'), (0xC6D6, '\u{3072}'), (0xC6D7, '\u{3073}'), (0xC6D8, '\u{3074}'),
        (0xC6D9, '\u{3075}'), (0xC6DA, '\u{3076}'), (0xC6DB, '\u{3077}'), (0xC6DC, '\u{3078}'), (0xC6DD, '\u{3079}'),
        (0xC6DE, '\u{307A}'), (0xC6DF, '\u{307B}'), (0xC6E0, '\u{307C}'), (0xC6E1, '\u{307D}'), (0xC6E2, '\u{307E}'),
        (0xC6E3, '\u{307F}'), (0xC6E4, '\u{3080}'), (0xC6E5, '\u{3081}'), (0xC6E6, '\u{3082}'), (0xC6E7, '\u{3083}'),
        (0xC6E8, '\u{3084}'), (0xC6E9, '\u{3085}'), (0xC6EA, '\u{3086}'), (0xC6EB, '\u{3087}'), (0xC6EC, '\u{3088}'),
        (0xC6ED, '\u{3089}'), (0xC6EE, '\u{308A}'), (0xC6EF, '\u{308B}'), (0xC6F0, '\u{308C}'), (0xC6F1, '\u{308D}'),
        (0xC6F2, '\u{308E}'), (0xC6F3, '\u{308F}'), (0xC6F4, '\u{3090}'), (0xC6F5, '\u{3091}'), (0xC6F6, '\u{3092}'),
        (0xC6F7, '\u{3093}'), (0xC6F8, '\u{30A1}'), (0xC6F9, '\u{30A2}'), (0xC6FA, '\u{30A3}'), (0xC6FB, '\u{30A4}'),
        (0xC6FC, '\u{30A5}'), (0xC6FD, '\u{30A6}'), (0xC6FE, '\u{30A7}'), (0xC740, '\u{30A8}'), (0xC741, '\u{30A9}'),
        (0xC742, '\u{30AA}'), (0xC743, '\u{30AB}'), (0xC744, '\u{30AC}'), (0xC745, '\u{30AD}'), (0xC746, '\u{30AE}'),
        (0xC747, '\u{30AF}'), (0xC748, '\u{30B0}'), (0xC749, '\u{30B1}'), (0xC74A, '\u{30B2}'), (0xC74B, '\u{30B3}'),
        (0xC74C, '\u{30B4}'), (0xC74D, '\u{30B5}'), (0xC74E, '\u{30B6}'), (0xC74F, '\u{30B7}'), (0xC750, '\u{30B8}'),
        (0xC751, '\u{30B9}'), (0xC752, '\u{30BA}'), (0xC753, '\u{30BB}'), (0xC754, '\u{30BC}'), (0xC755, '\u{30BD}'),
        (0xC756, '\u{30BE}'), (0xC757, '\u{30BF}'), (0xC758, '\u{30C0}'), (0xC759, '\u{30C1}'), (0xC75A, '\u{30C2}'),
        (0xC75B, '\u{30C3}'), (0xC75C, '\u{30C4}'), (0xC75D, '\u{30C5}'), (0xC75E, '\u{30C6}'), (0xC75F, '\u{30C7}'),
        (0xC760, '\u{30C8}'), (0xC761, '\u{30C9}'), (0xC762, '\u{30CA}'), (0xC763, '\u{30CB}'), (0xC764, '\u{30CC}'),
        (0xC765, '\u{30CD}'), (0xC766, '\u{30CE}'), (0xC767, '\u{30CF}'), (0xC768, '\u{30D0}'), (0xC769, '\u{30D1}'),
        (0xC76A, '\u{30D2}'), (0xC76B, '\u{30D3}'), (0xC76C, '\u{30D4}'), (0xC76D, '\u{30D5}'), (0xC76E, '\u{30D6}'),
        (0xC76F, '\u{30D7}'), (0xC770, '\u{30D8}'), (0xC771, '\u{30D9}'), (0xC772, '\u{30DA}'), (0xC773, '\u{30DB}'),
        (0xC774, '\u{30DC}'), (0xC775, '\u{30DD}'), (0xC776, '\u{30DE}'), (0xC777, '\u{30DF}'), (0xC778, '\u{30E0}'),
        (0xC779, '\u{30E1}'), (0xC77A, '\u{30E2}'), (0xC77B, '\u{30E3}'), (0xC77C, '\u{30E4}'), (0xC77D, '\u{30E5}'),
        (0xC77E, '\u{30E6}'), (0xC7A1, '\u{30E7}'), (0xC7A2, '\u{30E8}'), (0xC7A3, '\u{30E9}'), (0xC7A4, '\u{30EA}'),
        (0xC7A5, '\u{30EB}'), (0xC7A6, '\u{30EC}'), (0xC7A7, '\u{30ED}'), (0xC7A8, '\u{30EE}'), (0xC7A9, '\u{30EF}'),
        (0xC7AA, '\u{30F0}'), (0xC7AB, '\u{30F1}'), (0xC7AC, '\u{30F2}'), (0xC7AD, '\u{30F3}'), (0xC7AE, '\u{30F4}'),
        (0xC7AF, '\u{30F5}'), (0xC7B0, '\u{30F6}'), (0xC7B1, '\u{414}'), (0xC7B2, '\u{415}'), (0xC7B3, '\u{401}'),
        (0xC7B4, '\u{416}'), (0xC7B5, '\u{417}'), (0xC7B6, '\u{418}'), (0xC7B7, '\u{419}'), (0xC7B8, '\u{41A}'),
        (0xC7B9, '\u{41B}'), (0xC7BA, '\u{41C}'), (0xC7BB, '\u{423}'), (0xC7BC, '\u{424}'), (0xC7BD, '\u{425}'),
        (0xC7BE, '\u{426}'), (0xC7BF, '\u{427}'), (0xC7C0, '\u{428}'), (0xC7C1, '\u{429}'), (0xC7C2, '\u{42A}'),
        (0xC7C3, '\u{42B}'), (0xC7C4, '\u{42C}'), (0xC7C5, '\u{42D}'), (0xC7C6, '\u{42E}'), (0xC7C7, '\u{42F}'),
        (0xC7C8, '\u{430}'), (0xC7C9, '\u{431}'), (0xC7CA, '\u{432}'), (0xC7CB, '\u{433}'), (0xC7CC, '\u{434}'),
        (0xC7CD, '\u{435}'), (0xC7CE, '\u{451}'), (0xC7CF, '\u{436}'), (0xC7D0, '\u{437}'), (0xC7D1, '\u{438}'),
        (0xC7D2, '\u{439}'), (0xC7D3, '\u{43A}'), (0xC7D4, '\u{43B}'), (0xC7D5, '\u{43C}'), (0xC7D6, '\u{43D}'),
        (0xC7D7, '\u{43E}'), (0xC7D8, '\u{43F}'), (0xC7D9, '\u{440}'), (0xC7DA, '\u{441}'), (0xC7DB, '\u{442}'),
        (0xC7DC, '\u{443}'), (0xC7DD, '\u{444}'), (0xC7DE, '\u{445}'), (0xC7DF, '\u{446}'), (0xC7E0, '\u{447}'),
        (0xC7E1, '\u{448}'), (0xC7E2, '\u{449}'), (0xC7E3, '\u{44A}'), (0xC7E4, '\u{44B}'), (0xC7E5, '\u{44C}'),
        (0xC7E6, '\u{44D}'), (0xC7E7, '\u{44E}'), (0xC7E8, '\u{44F}'), (0xC7E9, '\u{2460}'), (0xC7EA, '\u{2461}'),
        (0xC7EB, '\u{2462}'), (0xC7EC, '\u{2463}'), (0xC7ED, '\u{2464}'), (0xC7EE, '\u{2465}'), (0xC7EF, '\u{2466}'),
        (0xC7F0, '\u{2467}'), (0xC7F1, '\u{2468}'), (0xC7F2, '\u{2469}'), (0xC7F3, '\u{2474}'), (0xC7F4, '\u{2475}'),
        (0xC7F5, '\u{2476}'), (0xC7F6, '\u{2477}'), (0xC7F7, '\u{2478}'), (0xC7F8, '\u{2479}'), (0xC7F9, '\u{247A}'),
        (0xC7FA, '\u{247B}'), (0xC7FB, '\u{247C}'), (0xC7FC, '\u{247D}'),
    ] },
    MultiByte { name: "Shift_JIS", names: &["SHIFTJIS", "SJIS", "CSSHIFTJIS"], table: SHIFT_JIS, has_sequence: |b| b.len() == 1 && b[0] != 0x80 || matches!(b[0], 0x81..=0x84 | 0x88..=0x9F | 0xE0..=0xEA), java_characters: &[
        (0x815C, '\u{2014}'), (0x8160, '\u{301C}'), (0x8161, '\u{2016}'), (0x817C, '\u{2212}'), (0x8191, '\u{A2}'),
        (0x8192, '\u{A3}'), (0x81CA, '\u{AC}'),
    ] },
    MultiByte { name: "windows-31j", names: &["WINDOWS31J", "CP932", "MS932", "CSWINDOWS31J"], table: SHIFT_JIS, has_sequence: |b| b[0] != 0x80, java_characters: &[] },
    MultiByte { name: "EUC-JP", names: &["EUCJP", "EUCJIS", "CSEUCPKDFMTJAPANESE"], table: EUC_JP, has_sequence: |b| b.len() == 3 || matches!(b[0], 0x8E | 0xA1..=0xA8 | 0xB0..=0xF4), java_characters: &[
        (0xA1BD, '\u{2014}'), (0xA1C1, '\u{301C}'), (0xA1C2, '\u{2016}'), (0xA1DD, '\u{2212}'), (0xA1F1, '\u{A2}'),
        (0xA1F2, '\u{A3}'), (0xA2CC, '\u{AC}'),
    ] },
    MultiByte { name: "EUC-KR", names: &["EUCKR", "KSC5601", "CSEUCKR"], table: EUC_KR, has_sequence: |b| b.len() == 2 && b[0] >= 0xA1 && b[1] >= 0xA1 && !matches!(b[0], 0xC9 | 0xFE), java_characters: &[(0xA2E8, '\u{327E}')] },
];

#[cfg(test)]
mod tests {
    use super::ENCODINGS;

    #[test]
    fn written_characters_are_read_back() {
        for encoding in ENCODINGS {
            assert!(encoding.java_characters.is_sorted(), "{}", encoding.name);
            let mut count = 0;
            for character in (0..0x1_1000).filter_map(char::from_u32) {
                if let Some(bytes) = encoding.encode(character) {
                    assert_eq!(encoding.decode(&bytes), Ok(character.to_string()), "{}", encoding.name);
                    count += 1;
                }
            }
            assert!(count > 6_000, "{} has {count} characters", encoding.name);
        }
    }

    #[test]
    fn invalid_bytes_are_reported() {
        for encoding in ENCODINGS {
            assert_eq!(encoding.decode(b"ab\xFF"), Err(2), "{}", encoding.name);
            assert_eq!(encoding.decode(b"ab\x81"), Err(2), "{}", encoding.name);
        }
    }
}
