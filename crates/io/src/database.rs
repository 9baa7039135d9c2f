//! The address of a table in a database.

use std::fmt;
use std::path::Path;

/// A table in a database: `postgres://user@host/database#schema.table`.
///
/// It shows itself without the password.
///
/// ```
/// use incrowd_io::DatabaseTable;
/// let table = DatabaseTable::parse("postgres://ada:s3cret@db/study#care.visits").unwrap().unwrap();
/// assert_eq!(table.to_string(), "postgres://ada@db/study#care.visits");
/// assert_eq!((table.schema(), table.table()), ("care", "visits"));
/// assert!(DatabaseTable::parse("visits.csv").is_none());
/// assert!(DatabaseTable::parse("postgres://ada@db/study").unwrap().is_err());
/// ```
#[derive(Clone, PartialEq, Eq)]
pub struct DatabaseTable {
    address: String,
    shown: String,
    schema: String,
    table: String,
}

impl fmt::Debug for DatabaseTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_tuple("DatabaseTable").field(&self.shown).finish()
    }
}

impl fmt::Display for DatabaseTable {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.shown)
    }
}

impl DatabaseTable {
    /// The table that a text names, if it is the address of one, or why it names none.
    #[must_use]
    pub fn parse(text: &str) -> Option<Result<DatabaseTable, String>> {
        is_address(text).then(|| DatabaseTable::of(text))
    }

    /// The table that a path names, if it is the address of one.
    #[must_use]
    pub fn of_path(path: &Path) -> Option<Result<DatabaseTable, String>> {
        path.to_str().and_then(DatabaseTable::parse)
    }

    fn of(text: &str) -> Result<DatabaseTable, String> {
        let shown = without_password(text);
        let unclear =
            |why: &str| format!("{shown}: {why}; write postgres://user@host/database#schema.table");
        let (address, fragment) =
            text.split_once('#').ok_or_else(|| unclear("the address names no table"))?;
        if fragment.contains('@') && !address.contains('@') {
            return Err(unclear(
                "a # stands before an @: in passwords and names write %23 for # and %40 for @",
            ));
        }
        let names = names(fragment).ok_or_else(|| unclear("the part after # names no table"))?;
        let (schema, table) = match names.as_slice() {
            [table] => ("public".to_owned(), table.clone()),
            [schema, table] => (schema.clone(), table.clone()),
            _ => return Err(unclear("the part after # names no table")),
        };
        Ok(DatabaseTable { address: address.to_owned(), shown, schema, table })
    }

    /// The address of the server and its database. It may hold a password.
    #[must_use]
    pub fn address(&self) -> &str {
        &self.address
    }

    /// The schema; `public` if none was named.
    #[must_use]
    pub fn schema(&self) -> &str {
        &self.schema
    }

    /// The name of the table.
    #[must_use]
    pub fn table(&self) -> &str {
        &self.table
    }
}

fn is_address(text: &str) -> bool {
    ["postgres://", "postgresql://"].iter().any(|scheme| text.starts_with(scheme))
}

/// An address without its password, and any other text as it is.
pub(crate) fn without_password(text: &str) -> String {
    if !is_address(text) {
        return text.to_owned();
    }
    let (scheme, rest) = text.split_once("://").unwrap_or_default();
    // A password may hold any sign, so all up to the last `@` can be part of it.
    let (user, rest) = match (rest.split_once([':', '@']), rest.rsplit_once('@')) {
        (Some((user, _)), Some((_, rest))) => (format!("{user}@"), rest),
        _ => (String::new(), rest),
    };
    let (address, fragment) = match rest.split_once('#') {
        Some((address, fragment)) => (address, format!("#{fragment}")),
        None => (rest, String::new()),
    };
    let (place, query) = address.split_once('?').unwrap_or((address, ""));
    let kept: Vec<&str> = query
        .split('&')
        .filter(|part| !part.is_empty() && !part.to_ascii_lowercase().starts_with("pass"))
        .collect();
    let query = if kept.is_empty() { String::new() } else { format!("?{}", kept.join("&")) };
    format!("{scheme}://{user}{place}{query}{fragment}")
}

/// Names between dots; one in double quotes may hold dots.
fn names(text: &str) -> Option<Vec<String>> {
    let (mut names, mut rest) = (Vec::new(), text);
    loop {
        let (name, after) = match rest.strip_prefix('"') {
            Some(quoted) => quoted_name(quoted)?,
            None => match rest.split_once('.') {
                Some((name, after)) => (percent_decoded(name)?, Some(after)),
                None => (percent_decoded(rest)?, None),
            },
        };
        if name.is_empty() || name.contains('\0') {
            return None;
        }
        names.push(name);
        match after {
            Some(after) => rest = after,
            None => return Some(names),
        }
    }
}

/// A name up to its closing quote, and what follows the dot behind it.
fn quoted_name(text: &str) -> Option<(String, Option<&str>)> {
    let (mut name, mut rest) = (String::new(), text);
    loop {
        let (part, after) = rest.split_once('"')?;
        name.push_str(part);
        match after.strip_prefix('"') {
            Some(more) => {
                name.push('"');
                rest = more;
            }
            None if after.is_empty() => return Some((name, None)),
            None => return Some((name, Some(after.strip_prefix('.')?))),
        }
    }
}

fn percent_decoded(text: &str) -> Option<String> {
    let (mut bytes, mut rest) = (Vec::new(), text.as_bytes());
    while let [first, others @ ..] = rest {
        rest = others;
        if *first != b'%' {
            bytes.push(*first);
            continue;
        }
        let digits = std::str::from_utf8(others.get(..2)?).ok()?;
        bytes.push(u8::from_str_radix(digits, 16).ok()?);
        rest = others.get(2..)?;
    }
    String::from_utf8(bytes).ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parsed(fragment: &str) -> Option<(String, String)> {
        let table = DatabaseTable::parse(&format!("postgres://h/d#{fragment}"))?.ok()?;
        Some((table.schema, table.table))
    }

    #[test]
    fn fragments_name_tables() {
        let pair = |schema: &str, table: &str| Some((schema.to_owned(), table.to_owned()));
        assert_eq!(parsed("visits"), pair("public", "visits"));
        assert_eq!(parsed("Care.Visits"), pair("Care", "Visits"));
        assert_eq!(parsed("\"a.b\".\"c\"\"d\""), pair("a.b", "c\"d"));
        assert_eq!(parsed("a%20b.c%2Ed"), pair("a b", "c.d"));
        for wrong in ["", ".", "a.", "a.b.c", "\"a", "\"a\"b", "%zz", "%"] {
            assert_eq!(parsed(wrong), None, "{wrong}");
        }
    }

    #[test]
    fn passwords_are_not_shown() {
        for (text, shown) in [
            ("postgres://ada:p@ss:w@db:5433/d#t", "postgres://ada@db:5433/d#t"),
            ("postgres://ada:s#cret@db/d#t", "postgres://ada@db/d#t"),
            ("postgres://ada:s?cr/et@db/d#t", "postgres://ada@db/d#t"),
            ("postgres://ada:1#cret@x@db/d#t", "postgres://ada@db/d#t"),
            ("postgres://ada@/d?host=/run#t", "postgres://ada@/d?host=/run#t"),
            ("postgres://db:5433/d#t", "postgres://db:5433/d#t"),
            ("postgres://db/d?password=x&sslmode=disable#t", "postgres://db/d?sslmode=disable#t"),
            ("postgresql://ada@db/d?passfile=x", "postgresql://ada@db/d"),
            ("a:b@c.csv", "a:b@c.csv"),
        ] {
            assert_eq!(without_password(text), shown);
        }
        let wrong = DatabaseTable::parse("postgres://ada:5#cret@db/d#care.t").unwrap().unwrap_err();
        assert!(wrong.contains("%23") && !wrong.contains("cret"), "{wrong}");
    }
}
