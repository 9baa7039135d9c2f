//! A number with separators, one character after the other.

/// The number with a point before its fraction and no other sign; `None` if the text is none.
pub fn plain(text: &str, decimal: char, thousands: Option<char>) -> Option<String> {
    let (sign, rest) = match text.chars().next()? {
        sign @ ('-' | '+') => (sign.to_string(), &text[1..]),
        _ => (String::new(), text),
    };
    let mut halves = rest.splitn(2, decimal);
    let whole: Vec<char> = halves.next()?.chars().collect();
    let fraction = halves.next();
    let mut digits = String::new();
    let has_groups = thousands.is_some_and(|mark| whole.contains(&mark));
    for (place, &letter) in whole.iter().enumerate() {
        let after = whole.len() - place - 1;
        if has_groups && after % 4 == 3 {
            // Every fourth place from the right separates.
            if Some(letter) != thousands || place == 0 {
                return None;
            }
        } else if letter.is_ascii_digit() {
            digits.push(letter);
        } else {
            return None;
        }
    }
    let zeros = digits.starts_with('0') && (digits.len() > 1 || has_groups);
    if digits.is_empty() || zeros {
        return None;
    }
    match fraction {
        None => Some(format!("{sign}{digits}")),
        Some(rest) if !rest.is_empty() && rest.bytes().all(|byte| byte.is_ascii_digit()) => {
            Some(format!("{sign}{digits}.{rest}"))
        }
        Some(_) => None,
    }
}

#[cfg(test)]
mod tests {
    use super::plain;

    #[test]
    fn groups_are_of_three() {
        assert_eq!(plain("-1.234,5", ',', Some('.')).as_deref(), Some("-1234.5"));
        assert_eq!(plain("1234567", ',', Some('.')).as_deref(), Some("1234567"));
        for text in ["", "-", "1.23", ".123", "1234.567", "01", "0.123", "1,", "1.234.", "1..234"] {
            assert_eq!(plain(text, ',', Some('.')), None, "{text}");
        }
    }
}
