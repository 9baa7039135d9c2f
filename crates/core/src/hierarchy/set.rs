//! How sets of values are written: `{a|b|c}`, with `\` before what would end a member.

/// The set of these members.
pub(crate) fn set<'t>(members: impl Iterator<Item = &'t str>) -> String {
    let mut text = String::from("{");
    for (index, member) in members.enumerate() {
        if index > 0 {
            text.push('|');
        }
        escape(member, &mut text);
    }
    text.push('}');
    text
}

/// Writes a member of a set.
pub(crate) fn escape(member: &str, text: &mut String) {
    for character in member.chars() {
        if matches!(character, '|' | '{' | '}' | ',' | '\\') {
            text.push('\\');
        }
        text.push(character);
    }
}
