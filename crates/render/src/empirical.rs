//! Attacks without a register in plain words, for a terminal and for a page.

use incrowd_judge::{Control, EmpiricalRisks, ExcessRisk, SinglingOut, SuccessRate};

/// What figures near 0 mean.
pub const MEANING: &str = "An excess near 0% means that the file gives away no more about people in it than about others.";

/// An attack in words.
pub struct AttackInWords {
    /// Its name.
    pub name: String,
    /// What the attacker does, and with which columns.
    pub does: String,
    /// How often it works, and how often in the control.
    pub works: String,
    /// The excess with its interval.
    pub excess: String,
    /// Whether the excess is above 0 with confidence.
    pub exposes: bool,
}

/// The attacks in words.
pub fn told(risks: &EmpiricalRisks) -> Vec<AttackInWords> {
    let linkability = risks.linkability.as_ref().map(|found| {
        let [first, second] = found.columns.each_ref().map(|columns| listed(columns));
        AttackInWords::of(
            "Linkability".to_owned(),
            format!(
                "The attacker has two lists of people, one with {first} and one with {second}, and takes \
                 two entries for one person if their nearest published row is the same."
            ),
            people(&found.risk),
            &found.risk,
        )
    });
    let inference = risks.inference.iter().map(|found| {
        let secret = listed(std::slice::from_ref(&found.secret));
        let known = listed(&found.columns);
        AttackInWords::of(
            format!("Inference of {secret}"),
            format!(
                "The attacker knows {known} of a person and guesses {secret} from the nearest \
                 published rows."
            ),
            people(&found.risk),
            &found.risk,
        )
    });
    std::iter::once(singling_out(&risks.singling_out)).chain(linkability).chain(inference).collect()
}

/// What the control is, and whether all rows were tried.
pub fn control(risks: &EmpiricalRisks) -> String {
    let control = match risks.control {
        Control::HeldOut => {
            "The control is the people of a table of their own, who are not in the published one."
        }
        Control::Split => {
            "The control is a fifth of the people: guesses about them are made without their published \
             rows."
        }
    };
    match risks.sampled {
        Some(rows) => format!(
            "{control} Linkability and inference were tried on a random sample of {rows} published rows."
        ),
        None => control.to_owned(),
    }
}

impl AttackInWords {
    fn of(name: String, does: String, works: String, risk: &ExcessRisk) -> AttackInWords {
        let exposes = risk.interval.is_some_and(|[low, _]| low > 0.0);
        AttackInWords { name, does, works, excess: excess(risk), exposes }
    }
}

fn singling_out(found: &SinglingOut) -> AttackInWords {
    let SinglingOut { columns, unique_rows, risk } = found;
    let name = "Singling out".to_owned();
    if *unique_rows == 0 {
        let does = "The attacker looks for published rows that no other row equals in up to three \
                    columns, and takes each for a description of exactly one person.";
        let works = "There is no such row.".to_owned();
        return AttackInWords::of(name, does.to_owned(), works, risk);
    }
    let columns = listed(columns);
    let does = format!(
        "The attacker takes a published row that no other row equals in {columns} for a description of \
         exactly one person."
    );
    let works = format!(
        "There are {unique_rows} such rows. The guess is right for {} of {} of them; by chance it would \
         be right for {}.",
        rate(risk.attack),
        risk.attack.guesses,
        rate(risk.control)
    );
    AttackInWords::of(name, does, works, risk)
}

/// How often guesses about people are right.
fn people(risk: &ExcessRisk) -> String {
    if risk.attack.guesses == 0 {
        return "No guess could be made: nobody of the original has a published row.".to_owned();
    }
    format!(
        "This is right for {} of {} people in the file and for {} of {} people of the control.",
        rate(risk.attack),
        risk.attack.guesses,
        rate(risk.control),
        risk.control.guesses
    )
}

fn excess(risk: &ExcessRisk) -> String {
    match (risk.risk, risk.interval) {
        (Some(excess), Some([low, high])) => format!(
            "Excess {} (95% confidence: {} to {}).",
            percent(excess),
            percent(low),
            percent(high)
        ),
        _ if risk.attack.guesses == 0 || risk.control.guesses == 0 => {
            "Without guesses there is no excess to measure.".to_owned()
        }
        _ => "The control always succeeds, so there is no excess to measure.".to_owned(),
    }
}

fn rate(rate: SuccessRate) -> String {
    match rate.guesses {
        0 => "none".to_owned(),
        guesses => percent(rate.successes / guesses as f64),
    }
}

/// A share as a percentage that is 0% and 100% only where nothing is rounded.
fn percent(share: f64) -> String {
    match format!("{:.1}", share * 100.0).as_str() {
        "0.0" if share > 0.0 => "below 0.1%".to_owned(),
        "100.0" if share < 1.0 => "above 99.9%".to_owned(),
        text => format!("{}%", text.trim_end_matches(".0")),
    }
}

/// Names of columns, without anything that a terminal would obey.
fn listed(columns: &[String]) -> String {
    let tame = |name: &String| name.replace(char::is_control, " ");
    columns.iter().map(tame).collect::<Vec<_>>().join(", ")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shares_are_rounded_but_never_to_nothing_or_all() {
        assert_eq!(percent(0.0), "0%");
        assert_eq!(percent(1.0), "100%");
        assert_eq!(percent(0.0001), "below 0.1%");
        assert_eq!(percent(0.9999), "above 99.9%");
        assert_eq!(percent(0.125), "12.5%");
        assert_eq!(percent(0.2), "20%");
    }

    #[test]
    fn without_guesses_nothing_is_claimed() {
        let none = SuccessRate { guesses: 0, successes: 0.0 };
        let all = SuccessRate { guesses: 9, successes: 9.0 };
        let risk = |attack, control| ExcessRisk { attack, control, risk: None, interval: None };
        assert!(excess(&risk(none, all)).contains("Without guesses"));
        assert!(excess(&risk(all, all)).contains("always succeeds"));
        assert!(people(&risk(none, all)).contains("No guess"));
    }
}
