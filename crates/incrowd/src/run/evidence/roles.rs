//! Every column of a table with its role, why it has it, and how it is published: what a person who
//! signs a release must agree to, column by column.

use incrowd_columns::identifier::{Content, by_name};
use incrowd_core::terms::{Risk, Severity};
use incrowd_document::{ColumnEvidence, ColumnRole};

/// What is known of a column besides its role.
pub struct RoleFacts<'a> {
    /// What else the file tells of people.
    pub risks: &'a [Risk],
    /// What became of quasi-identifiers.
    pub changed: &'a [ColumnEvidence],
}

impl RoleFacts<'_> {
    /// The line of a column.
    pub fn line(&self, name: &str, role: &str, published: Option<String>) -> ColumnRole {
        let published = published.unwrap_or_else(|| self.published(name, role));
        ColumnRole {
            name: name.to_owned(),
            role: role.to_owned(),
            reason: self.reason(name, role),
            published,
        }
    }

    /// Why a column has a role: what the role means, what its name says, and which risks name it.
    fn reason(&self, name: &str, role: &str) -> String {
        let meaning = match role {
            "id" => "leads to a person by itself",
            "person" => "says whose a row is",
            "qi" => "others may know it of a person",
            "sensitive" => "nobody should learn it of a person",
            "member" => "says who is in the table",
            "group" => "says which rows form a group",
            _ => "no other role was given",
        };
        let content =
            by_name(name).map(|content| format!("; by its name it has {}", content.plural()));
        let risks = self.risks.iter().filter(|risk| {
            risk.severity > Severity::Notice && risk.columns.iter().any(|column| column == name)
        });
        let mut kinds: Vec<&str> = risks.map(|risk| risk.kind.name()).collect();
        kinds.dedup();
        let named = if kinds.is_empty() {
            String::new()
        } else {
            format!("; named by a risk: {}", kinds.join(", "))
        };
        format!("{meaning}{}{named}", content.unwrap_or_default())
    }

    /// How a column of a release is published.
    fn published(&self, name: &str, role: &str) -> String {
        if matches!(role, "id" | "person" | "member") {
            return "dropped".to_owned();
        }
        let Some(changed) = self.changed.iter().find(|column| column.name == name) else {
            return "as it is".to_owned();
        };
        let kept = changed.kept.map(|kept| format!("{:.0}% of its detail kept", 100.0 * kept));
        match (changed.level, changed.height, kept) {
            (Some(0), ..) => "as it is".to_owned(),
            (Some(level), Some(height), _) if u64::from(level) == height => "hidden (*)".to_owned(),
            (Some(level), Some(height), Some(kept)) => format!("level {level} of {height}, {kept}"),
            (_, _, Some(_)) if changed.kept == Some(1.0) => "as it is".to_owned(),
            (_, _, Some(kept)) => format!("class by class, {kept}"),
            _ => "not published".to_owned(),
        }
    }
}

/// Whether the numbers of a column are amounts, of which a mean says something: not codes, such as zip
/// codes and numbers of accounts.
pub fn is_amount(name: &str) -> bool {
    by_name(name).is_none_or(|content| matches!(content, Content::Age | Content::BirthYear))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_reason_is_what_the_role_means_and_what_the_name_says() {
        let facts = RoleFacts { risks: &[], changed: &[] };
        let line = facts.line("zip", "qi", None);
        assert!(line.reason.starts_with("others may know it of a person; by its name"), "{line:?}");
        assert_eq!(line.published, "as it is");
        assert_eq!(facts.line("name", "id", None).published, "dropped");
        assert_eq!(facts.line("q17", "plain", None).reason, "no other role was given");
        assert!(is_amount("income") && is_amount("age") && !is_amount("zip"));
    }
}
