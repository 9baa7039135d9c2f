//! Texts of others, made fit to be written.
//!
//! Names and values come from tables that nobody has checked. HTML and XML both forbid control
//! characters and a few others, even escaped; they are replaced by pictures of themselves, here and
//! nowhere else. Escaping is left to what writes the markup.

use std::borrow::Cow;

/// The text without characters that HTML or XML forbid.
pub fn clean(text: &str) -> Cow<'_, str> {
    if text.chars().any(|letter| visible(letter) != letter) {
        Cow::Owned(text.replace("\r\n", "\n").chars().map(visible).collect())
    } else {
        Cow::Borrowed(text)
    }
}

/// The character itself, or what stands for it.
fn visible(letter: char) -> char {
    let code = u32::from(letter);
    match letter {
        '\n' | '\t' => letter,
        '\0'..='\u{1f}' => char::from_u32(0x2400 + code).unwrap_or(char::REPLACEMENT_CHARACTER),
        '\u{7f}' => '\u{2421}',
        '\u{80}'..='\u{9f}' | '\u{fdd0}'..='\u{fdef}' => char::REPLACEMENT_CHARACTER,
        _ if code & 0xfffe == 0xfffe => char::REPLACEMENT_CHARACTER,
        _ => letter,
    }
}

/// Names in a list: `a`, `a and b`, `a, b and c`.
pub fn named(names: &[&str]) -> String {
    match names {
        [first @ .., last] if !first.is_empty() => format!("{} and {last}", first.join(", ")),
        _ => names.concat(),
    }
}

/// The first names, and how many others there are.
pub fn first_of(names: &[String], most: usize) -> String {
    match names.len() {
        all if all > most => format!("{} and {} more", names[..most].join(", "), all - most),
        _ => names.join(", "),
    }
}

/// The text on one line, with an ellipsis if it is wider than `widest` letters.
pub fn shorten(text: &str, widest: f64) -> String {
    let line = clean(text).split_whitespace().collect::<Vec<_>>().join(" ");
    if width(&line) <= widest {
        return line;
    }
    let mut room = widest - breadth('…');
    let kept = line.chars().take_while(|&letter| {
        room -= breadth(letter);
        room >= 0.0
    });
    format!("{}…", kept.collect::<String>().trim_end())
}

/// How wide a text is, in letters.
pub fn width(text: &str) -> f64 {
    text.chars().map(breadth).sum()
}

/// Narrow letters, capitals and full-width ones, roughly: fonts differ, and room is left for that.
fn breadth(letter: char) -> f64 {
    match letter {
        '\u{300}'..='\u{36f}' | '\u{200b}'..='\u{200f}' | '\u{fe00}'..='\u{fe0f}' => 0.0,
        '\u{1100}'..='\u{115f}' | '\u{2e80}'..='\u{a4cf}' | '\u{ac00}'..='\u{d7a3}' => 1.8,
        '\u{f900}'..='\u{faff}' | '\u{ff00}'..='\u{ff60}' | '\u{1f000}'..='\u{3fffd}' => 1.8,
        '<' | '>' | '=' | '&' | '+' | '#' | '…' => 1.4,
        'm' | 'w' | 'M' | 'W' | '@' | '%' | '—' => 1.5,
        'i' | 'j' | 'l' | 't' | 'f' | 'r' | 'I' | ' ' | '.' | ',' | ':' | ';' | '\'' | '|' => 0.6,
        'A'..='Z' => 1.2,
        _ => 1.0,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn forbidden_characters_become_pictures() {
        assert_eq!(clean("a\0b\u{1b}c\u{7f}d\u{9f}e\u{ffff}"), "a␀b␛c␡d\u{fffd}e\u{fffd}");
        assert_eq!(clean("a\r\nb\rc\td"), "a\nb␍c\td");
        assert!(matches!(clean("plain & <b>"), Cow::Borrowed(_)));
    }

    #[test]
    fn short_texts_stay_and_long_ones_end_in_an_ellipsis() {
        assert_eq!(shorten("a name", 7.0), "a name");
        assert_eq!(shorten("a\n\tname", 7.0), "a name");
        let short = shorten(&"abcdefgh".repeat(25), 20.0);
        assert!(short.ends_with('…') && width(&short) <= 20.0, "{short}");
        assert_eq!(shorten("", 5.0), "");
    }
}
