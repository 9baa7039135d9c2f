//! How sentences of the library read in a shell: options become flags.
//!
//! The library writes an option as `` `suppress` ``, with a value as `` `suppress = 2%` ``, and for a
//! column as `` `level age = 2` ``. Other things in backticks stay as they are.

use std::collections::HashSet;
use std::sync::OnceLock;

use crate::args::option_names;

/// The sentence with flags.
#[must_use]
pub fn with_flags(text: &str) -> String {
    let mut shown = String::with_capacity(text.len());
    let mut rest = text;
    while let Some((before, after)) = rest.split_once('`') {
        shown.push_str(before);
        let quoted = after.split_once('`');
        match quoted.and_then(|(quoted, next)| Some((flag(quoted)?, next))) {
            Some((flag, next)) => {
                shown.push_str(&flag);
                rest = next;
            }
            None => {
                shown.push('`');
                rest = after;
            }
        }
    }
    shown + rest
}

/// The flag for what is quoted, if that is an option.
fn flag(quoted: &str) -> Option<String> {
    let (name, word) = quoted.split_once(' ').unwrap_or((quoted, ""));
    if !names().contains(name) {
        return None;
    }
    let flag = match name {
        "output" => "-o".to_owned(),
        _ => format!("--{name}"),
    };
    if word.is_empty() {
        return Some(flag);
    }
    match word.strip_prefix("= ") {
        Some(value) => Some(format!("{flag} {value}")),
        None => word.split_once(" = ").map(|(column, value)| format!("{flag} {column}={value}")),
    }
}

/// The names of all options of all commands.
fn names() -> &'static HashSet<&'static str> {
    static NAMES: OnceLock<HashSet<&str>> = OnceLock::new();
    NAMES.get_or_init(|| option_names().into_iter().collect())
}

#[cfg(test)]
mod tests {
    use super::with_flags;

    #[test]
    fn options_become_flags() {
        for (neutral, shown) in [
            (
                "`suppress` is for `recoding = full-domain`",
                "--suppress is for --recoding full-domain",
            ),
            (
                "drop it (`id = zip`), or `column zip = redact`",
                "drop it (--id zip), or --column zip=redact",
            ),
            ("`level age = 1..3`: why", "--level age=1..3: why"),
            ("`l illness = distinct:3`", "--l illness=distinct:3"),
            ("`time-limit = 'soon'`: no", "--time-limit 'soon': no"),
            ("name one with `output`", "name one with -o"),
            ("`domain first name = 7`", "--domain first name=7"),
        ] {
            assert_eq!(with_flags(neutral), shown);
        }
    }

    #[test]
    fn what_is_no_option_stays() {
        for text in [
            "`incrowd explain` lists them",
            "`-` is standard output, `*` suppressed",
            "`recodings = local` and `k anonymity`",
            "one ` alone",
            "``",
            "",
        ] {
            assert_eq!(with_flags(text), text);
        }
        assert_eq!(
            with_flags("`incrowd verify` proves it (`key`)"),
            "`incrowd verify` proves it (--key)"
        );
    }
}
