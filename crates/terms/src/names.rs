//! Names of columns in words: lists such as `a,b` and words such as `a=5`.
//!
//! A name that holds a comma, an equals sign or a quote is written in quotes, as in a CSV file:
//! `"last, first",age` and `"a=b"=5`. Blanks need none.

/// A name as a list or a word can hold it.
#[must_use]
pub fn quoted_name(name: &str) -> String {
    match name.contains([',', '=', '"']) {
        true => format!("\"{}\"", name.replace('"', "\"\"")),
        false => name.to_owned(),
    }
}

/// The names of a list.
#[must_use]
pub fn listed_names(text: &str) -> Vec<String> {
    let mut names = Vec::new();
    let mut rest = text;
    loop {
        let (name, after) = match leading(rest) {
            Some((name, after)) if after.is_empty() || after.starts_with(',') => (name, after),
            _ => {
                let end = rest.find(',').unwrap_or(rest.len());
                (rest[..end].to_owned(), &rest[end..])
            }
        };
        names.push(name);
        match after.strip_prefix(',') {
            Some(next) => rest = next,
            None => return names,
        }
    }
}

/// The column and the value of a `COLUMN=VALUE` word.
#[must_use]
pub fn column_and_value(word: &str) -> Option<(String, &str)> {
    if let Some((column, after)) = leading(word)
        && let Some(value) = after.strip_prefix('=')
    {
        return Some((column, value));
    }
    word.split_once('=').map(|(column, value)| (column.to_owned(), value))
}

/// The name in quotes with which a text begins, and what follows it.
fn leading(text: &str) -> Option<(String, &str)> {
    let inner = text.strip_prefix('"')?;
    let mut name = String::new();
    let mut rest = inner;
    loop {
        let (before, after) = rest.split_once('"')?;
        name += before;
        match after.strip_prefix('"') {
            Some(next) => {
                name.push('"');
                rest = next;
            }
            None => return Some((name, after)),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_in_quotes_hold_anything() {
        assert_eq!(listed_names("a,b c"), ["a", "b c"]);
        assert_eq!(listed_names("\"last, first\",age"), ["last, first", "age"]);
        assert_eq!(listed_names("\"a \"\"b\"\"\""), ["a \"b\""]);
        assert_eq!(listed_names("5\" pipe,b"), ["5\" pipe", "b"]);
        assert_eq!(listed_names("\"open,b"), ["\"open", "b"]);
        assert_eq!(listed_names(""), [""]);
        assert_eq!(column_and_value("\"a=b\"=5"), Some(("a=b".to_owned(), "5")));
        assert_eq!(column_and_value("a=b=5"), Some(("a".to_owned(), "b=5")));
        assert_eq!(column_and_value("a"), None);
        for name in ["a", "a b", "a,b", "a=b", "\"", "\"a\",", "="] {
            assert_eq!(listed_names(&quoted_name(name)), [name]);
            let word = format!("{}=v", quoted_name(name));
            assert_eq!(column_and_value(&word), Some((name.to_owned(), "v")));
        }
    }
}
