//! The parts of a label of generalized values.

/// Translates the values in a text: the text itself, the ends of a range (`[a,b]`, `[a,b)`), a
/// bound (`<a`, `>=a`, `a+`) and the members of a set (`{a|b}`). The ends of a range are separated by
/// `from` and will be by `to`. `None` if nothing changes.
pub(super) fn translate(
    text: &str,
    from: char,
    to: char,
    mut value: impl FnMut(&str) -> Option<String>,
) -> Option<String> {
    part(text, from, to, &mut value)
}

fn part(
    text: &str,
    from: char,
    to: char,
    value: &mut dyn FnMut(&str) -> Option<String>,
) -> Option<String> {
    if let Some(whole) = value(text) {
        return Some(whole);
    }
    if let Some(members) = text.strip_prefix('{').and_then(|rest| rest.strip_suffix('}')) {
        return set(members, from, to, value);
    }
    for mark in [">=", "<=", "<", ">"] {
        if let Some(bound) = text.strip_prefix(mark) {
            return value(bound).map(|bound| format!("{mark}{bound}"));
        }
    }
    if let Some(bound) = text.strip_suffix('+') {
        return value(bound).map(|bound| format!("{bound}+"));
    }
    range(text, from, to, value)
}

/// `[a,b]` or `[a,b)`.
fn range(
    text: &str,
    from: char,
    to: char,
    value: &mut dyn FnMut(&str) -> Option<String>,
) -> Option<String> {
    let inner = text.strip_prefix('[')?;
    let close = inner.chars().next_back().filter(|close| [']', ')'].contains(close))?;
    let (low, high) = inner[..inner.len() - 1].split_once(from)?;
    if high.contains(from) {
        return None;
    }
    let (new_low, new_high) = (value(low), value(high));
    // Whole numbers do not change, but what separates them does. Texts keep their comma.
    let is_whole = |text: &str| {
        let digits = text.strip_prefix(['-', '+']).unwrap_or(text);
        !digits.is_empty() && digits.bytes().all(|byte| byte.is_ascii_digit())
    };
    let values = new_low.is_some() || new_high.is_some();
    if !values && (from == to || !is_whole(low) || !is_whole(high)) {
        return None;
    }
    let low = new_low.as_deref().unwrap_or(low);
    let high = new_high.as_deref().unwrap_or(high);
    Some(format!("[{low}{to}{high}{close}"))
}

/// The members of a set, in which a backslash escapes the character after it.
fn set(
    members: &str,
    from: char,
    to: char,
    value: &mut dyn FnMut(&str) -> Option<String>,
) -> Option<String> {
    let mut parts = Vec::new();
    let mut changed = false;
    let mut start = 0;
    let mut escaped = false;
    for (at, c) in members.char_indices().chain([(members.len(), '|')]) {
        if c == '|' && !escaped {
            let member = &members[start..at];
            let new = part(member, from, to, value);
            changed |= new.is_some();
            parts.push(new.unwrap_or_else(|| member.to_owned()));
            start = at + 1;
        }
        escaped = c == '\\' && !escaped;
    }
    changed.then(|| format!("{{{}}}", parts.join("|")))
}
