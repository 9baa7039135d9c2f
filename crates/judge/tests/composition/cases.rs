//! Single cases, with figures that a reader can follow.

use std::collections::BTreeMap;

use incrowd_io::{MemoryTable, Table};
use incrowd_judge::risk::linked;
use incrowd_judge::{
    Composed, Composition, EarlierTable, JudgeError, PresentRows, Question, compose, judge,
};
use incrowd_terms::{
    Closeness, Demand, Distance, Diversity, Fraction, KAnonymity, KMap, KMapPopulation, Knowledge,
    LDiversity, Presence, Risk, Severity, TCloseness,
};

use crate::common::names;

/// A table of lines with cells between blanks, the header first.
fn table(name: &str, lines: &[&str]) -> Table {
    let cells = |line: &&str| line.split_whitespace().map(str::to_owned).collect::<Vec<_>>();
    let columns = cells(&lines[0]);
    MemoryTable::from_rows(name, columns, lines[1..].iter().map(cells)).unwrap().into()
}

/// A release and its original, after an earlier one.
struct Case<'a> {
    original: &'a [&'a str],
    earlier: &'a [&'a str],
    earlier_qi: &'a str,
    earlier_demands: Vec<Demand>,
    /// Whether the rows of the earlier release stand in the order of its table.
    in_order: bool,
    present: &'a [&'a str],
    qi: &'a str,
    demands: Vec<Demand>,
    register: Option<&'a [&'a str]>,
}

impl Default for Case<'_> {
    fn default() -> Self {
        Case {
            original: &[],
            earlier: &[],
            earlier_qi: "age",
            earlier_demands: vec![KAnonymity { k: 2 }.into()],
            in_order: true,
            present: &[],
            qi: "age",
            demands: vec![KAnonymity { k: 2 }.into()],
            register: None,
        }
    }
}

impl Case<'_> {
    fn composed(&self) -> Result<(Composed, Vec<Risk>), JudgeError> {
        let (original, present) = (table("study", self.original), table("second", self.present));
        let earlier = table("first", self.earlier);
        let register = self.register.map(|lines| table("register", lines));
        let (qi, earlier_qi) = (names(self.qi), names(self.earlier_qi));
        let sensitive = |table: &Table| -> Vec<String> {
            table.columns().iter().filter(|name| *name == "illness").cloned().collect()
        };
        let (secrets, earlier_secrets) = (sensitive(&present), sensitive(&earlier));
        let hierarchies = BTreeMap::new();
        let question = Question {
            qi: &qi,
            sensitive: &secrets,
            demands: &self.demands,
            public: register.as_ref(),
            ..Question::about(&present)
        };
        let composed = compose(&Composition {
            question: &question,
            rows: PresentRows::Unknown,
            original: &original,
            only: None,
            person: None,
            register_knows: &[],
            earlier: &[EarlierTable {
                name: "first",
                table: &earlier,
                qi: &earlier_qi,
                sensitive: &earlier_secrets,
                demands: &self.earlier_demands,
                group: None,
                hierarchies: &hierarchies,
                skip_suppressed: false,
                in_order: self.in_order,
            }],
        })?;
        let risks = linked(&composed, &judge(&question)?);
        Ok((composed, risks))
    }

    fn error(&self) -> String {
        self.composed().unwrap_err().to_string()
    }
}

fn strs(lines: &[String]) -> Vec<&str> {
    lines.iter().map(String::as_str).collect()
}

fn distinct(l: u64) -> Demand {
    LDiversity { diversity: Diversity::Distinct(l), column: "illness".into() }.into()
}

fn severities(risks: &[Risk]) -> Vec<Severity> {
    risks.iter().map(|risk| risk.severity).collect()
}

/// Two old people in the north, one with flu and one with a cold, and three young ones in the south with a
/// cold. In random order the rows of one release cannot be recognised in the other but by the illness.
#[test]
fn a_guess_can_be_believed_more_often_than_it_is_right() {
    let people = [
        ("old", "north", "flu"),
        ("old", "north", "cold"),
        ("young", "south", "cold"),
        ("young", "south", "cold"),
        ("young", "south", "cold"),
    ];
    let lines = |row: fn(&(&str, &str, &str)) -> String, head: &str| -> Vec<String> {
        std::iter::once(head.to_owned()).chain(people.iter().map(row)).collect()
    };
    let original =
        lines(|(age, area, illness)| format!("{age} {area} {illness}"), "age area illness");
    let ages = lines(|(age, _, illness)| format!("{age} {illness}"), "age illness");
    let areas = lines(|(_, area, illness)| format!("{area} {illness}"), "area illness");
    let half = Diversity::Frequency(Fraction::from(2));
    let (composed, _) = Case {
        original: &strs(&original),
        earlier: &strs(&ages),
        in_order: false,
        present: &strs(&areas),
        qi: "area",
        demands: vec![distinct(1), LDiversity { diversity: half, column: "illness".into() }.into()],
        ..Case::default()
    }
    .composed()
    .unwrap();
    // The joint classes are the old of the north, who have two illnesses, and the young of the south.
    assert_eq!((composed.classes, composed.k), (2, Some(2)));
    assert_eq!(composed.guarantees[0].guarantee.measured, 1);
    // All ways of linking rows with the same illness, and the people of each who are old and in the north:
    // the target may be any of them.
    let rows: Vec<usize> = (0..5).collect();
    let (mut everybody, mut with_flu) = (0, 0);
    for linking in permutations(&rows) {
        let same = |row: usize| people[row].2 == people[linking[row]].2;
        if !rows.iter().all(|&row| same(row)) {
            continue;
        }
        for row in rows.iter().copied() {
            if people[row].0 == "old" && people[linking[row]].1 == "north" {
                everybody += 1;
                with_flu += usize::from(people[row].2 == "flu");
            }
        }
    }
    assert_eq!((with_flu * 5, everybody > 0), (everybody * 4, true), "flu is believed with 4/5");
    // Yet whoever guesses flu for all old people of the north is right about half of them.
    let joint: Vec<_> =
        people.iter().filter(|(age, area, _)| (*age, *area) == ("old", "north")).collect();
    let right = joint.iter().filter(|(_, _, illness)| *illness == "flu").count();
    assert_eq!((right, joint.len()), (1, 2));
}

fn permutations(list: &[usize]) -> Vec<Vec<usize>> {
    if list.is_empty() {
        return vec![Vec::new()];
    }
    let mut all = Vec::new();
    for (at, &first) in list.iter().enumerate() {
        let rest: Vec<usize> = [&list[..at], &list[at + 1..]].concat();
        for mut rest in permutations(&rest) {
            rest.insert(0, first);
            all.push(rest);
        }
    }
    all
}

#[test]
fn a_class_that_grew_by_one_row_betrays_it() {
    let (composed, risks) = Case {
        original: &["age illness", "31 flu", "34 cold", "38 flu"],
        earlier: &["age illness", "[30,39] flu", "[30,39] cold"],
        present: &["age illness", "[30,39] flu", "[30,39] cold", "[30,39] flu"],
        ..Case::default()
    }
    .composed()
    .unwrap();
    // Which of the two with flu came is not known, but there is one.
    assert_eq!((composed.k, composed.new_rows, composed.uncertain), (Some(1), 1, 0));
    let worst = composed.guarantees[0].guarantee.worst.as_deref();
    let expected = "class (age=[30,39], age in first=(not there)): 1 row, 2 needed";
    assert_eq!(worst, Some(expected));
    // Nobody shares the classes of the new one, whose illness is certain.
    assert_eq!(severities(&risks), [Severity::Severe, Severity::Warning]);
    assert_eq!((risks[0].count, risks[0].of), (1, 3));
}

#[test]
fn a_class_that_shrank_by_one_row_betrays_it() {
    let (composed, _) = Case {
        original: &["age illness", "31 flu", "34 cold"],
        earlier: &["age illness", "[30,39] flu", "[30,39] cold", "[30,39] hiv"],
        present: &["age illness", "[30,39] flu", "[30,39] cold"],
        demands: vec![KAnonymity { k: 2 }.into(), distinct(2)],
        ..Case::default()
    }
    .composed()
    .unwrap();
    assert_eq!((composed.k, composed.releases[0].gone), (Some(1), 1));
    // The one who left has hiv for certain.
    assert_eq!(composed.guarantees[1].guarantee.measured, 1);
    let worst = composed.guarantees[1].guarantee.worst.as_deref().unwrap();
    assert!(worst.contains("age=(not there), age in first=[30,39]"), "{worst}");
}

#[test]
fn a_coarser_release_changes_nothing() {
    let (composed, risks) = Case {
        original: &["age illness", "31 flu", "34 cold", "52 flu", "58 cold"],
        earlier: &["age illness", "[30,39] flu", "[30,39] cold", "[50,59] flu", "[50,59] cold"],
        present: &["age illness", "* flu", "* cold", "* flu", "* cold"],
        demands: vec![KAnonymity { k: 2 }.into(), distinct(2)],
        ..Case::default()
    }
    .composed()
    .unwrap();
    assert_eq!((composed.k, composed.classes, composed.all_hold()), (Some(2), 2, true));
    assert_eq!(severities(&risks), [Severity::Notice], "{risks:?}");
}

#[test]
fn what_was_demanded_of_an_earlier_release_is_measured_too() {
    let (composed, risks) = Case {
        original: &["age zip illness", "31 1 flu", "34 1 flu", "36 2 cold", "38 2 cold"],
        earlier: &["age illness", "[30,39] flu", "[30,39] flu", "[30,39] cold", "[30,39] cold"],
        earlier_demands: vec![distinct(2)],
        // It does not show the illness, and is as anonymous as it should be.
        present: &["zip", "1", "1", "2", "2"],
        qi: "zip",
        ..Case::default()
    }
    .composed()
    .unwrap();
    assert!(composed.all_hold());
    let promise = &composed.promises[0];
    assert_eq!((promise.release.as_str(), promise.joint.guarantee.holds), ("first", false));
    assert_eq!(promise.joint.guarantee.measured, 1);
    assert!(!promise.joint.already);
    assert!(severities(&risks).contains(&Severity::Severe), "{risks:#?}");
    let broken = risks.iter().find(|risk| risk.what.contains("breaks what was demanded")).unwrap();
    assert!(broken.what.contains("distinct"), "{}", broken.what);
}

#[test]
fn a_plain_column_that_another_release_calls_a_quasi_identifier_is_known() {
    // The areas of the earlier release tell rows apart, though they were plain there.
    let (composed, _) = Case {
        original: &["age zip", "31 1", "34 2", "36 3", "38 2"],
        earlier: &["age zip", "[30,39] 1", "[30,39] 2", "[30,39] 3", "[30,39] 2"],
        present: &["age zip", "* *", "* *", "* *", "* *"],
        qi: "age,zip",
        ..Case::default()
    }
    .composed()
    .unwrap();
    assert_eq!((composed.k, composed.alone), (Some(1), 2));
}

#[test]
fn what_fails_without_the_present_release_is_said_to() {
    let (composed, risks) = Case {
        original: &["age", "31", "34", "52"],
        earlier: &["age", "[30,39]", "[30,39]", "52"],
        present: &["age", "*", "*", "*"],
        ..Case::default()
    }
    .composed()
    .unwrap();
    assert_eq!(composed.k, Some(1));
    assert!(composed.guarantees[0].already);
    assert!(risks[0].cure.as_deref().unwrap().contains("already"), "{risks:?}");
}

#[test]
fn of_uncertain_rows_k_and_l_take_the_worst_and_others_are_open() {
    let closeness = Closeness { t: Fraction::ONE, distance: Distance::Equal };
    // One of the two with flu was there before: whether the younger or the older one is unknown.
    let (composed, risks) = Case {
        original: &["age illness", "31 flu", "32 cold", "38 flu", "39 cold"],
        earlier: &["age illness", "[30,39] flu", "[30,39] cold", "[30,39] cold"],
        present: &["age illness", "[30,34] flu", "[30,34] cold", "[35,39] flu", "[35,39] cold"],
        demands: vec![
            KAnonymity { k: 1 }.into(),
            distinct(1),
            TCloseness { closeness, column: "illness".into() }.into(),
        ],
        ..Case::default()
    }
    .composed()
    .unwrap();
    assert_eq!((composed.uncertain, composed.k), (2, Some(1)));
    let uncertain: Vec<bool> = composed.guarantees.iter().map(|joint| joint.uncertain).collect();
    assert_eq!(uncertain, [false, false, true]);
    let open = risks.iter().find(|risk| risk.what.contains("cannot be told")).unwrap();
    assert_eq!((open.severity, open.count), (Severity::Warning, 2));
}

#[test]
fn the_register_is_asked_with_all_classes() {
    let register: &[&str] = &["age zip", "31 1", "32 1", "33 2", "34 2", "51 1", "52 1"];
    let k_map = |k| Demand::from(KMap { k, population: KMapPopulation::Table });
    let (composed, _) = Case {
        original: &["age zip", "31 1", "33 2"],
        earlier: &["age", "[30,39]", "[30,39]"],
        earlier_demands: Vec::new(),
        present: &["zip", "1", "2"],
        qi: "zip",
        demands: vec![k_map(2), k_map(3)],
        register: Some(register),
        ..Case::default()
    }
    .composed()
    .unwrap();
    // Four people live in area 1, but only two of them are in their thirties.
    let measured: Vec<_> =
        composed.guarantees.iter().map(|joint| joint.guarantee.measured.as_f64()).collect();
    assert_eq!(measured, [Some(2.0), Some(2.0)]);
    assert!(composed.guarantees[0].guarantee.holds && !composed.guarantees[1].guarantee.holds);
}

#[test]
fn overlapping_classes_are_told_apart_by_the_order_of_rows() {
    let case = Case {
        original: &["age", "31", "34", "35", "38"],
        earlier: &["age", "[30,35]", "[30,35]", "[34,39]", "[34,39]"],
        present: &["age", "*", "*", "*", "*"],
        ..Case::default()
    };
    let (composed, _) = case.composed().unwrap();
    assert_eq!((composed.k, composed.classes), (Some(2), 2));
    let shuffled = Case { in_order: false, ..case };
    let error = shuffled.error();
    assert!(
        error.starts_with("first cannot be laid beside study: a row there fits several"),
        "{error}"
    );
}

#[test]
fn changes_that_values_cannot_tell_are_doubtful() {
    // Somebody left at the start and somebody came at the end, with the same values.
    let case = Case {
        original: &["age illness", "34 cold", "38 flu"],
        earlier: &["age illness", "[30,39] flu", "[30,39] cold"],
        present: &["age illness", "[30,39] cold", "[30,39] flu"],
        ..Case::default()
    };
    let (composed, risks) = case.composed().unwrap();
    assert!(composed.releases[0].reordered && composed.all_hold());
    assert_eq!(severities(&risks), [Severity::Warning]);
    let (composed, _) = Case { in_order: false, ..case }.composed().unwrap();
    assert!(!composed.releases[0].reordered);
    // One left, and another came with other values: or it is one person, who moved.
    let (composed, risks) = Case {
        original: &["age", "31", "32", "33", "51"],
        earlier: &["age", "[30,39]", "[30,39]", "[30,39]", "[30,39]"],
        present: &["age", "*", "*", "*", "*"],
        demands: vec![KAnonymity { k: 1 }.into()],
        ..Case::default()
    }
    .composed()
    .unwrap();
    assert_eq!((composed.releases[0].gone, composed.releases[0].lacks), (1, 1));
    assert!(risks.iter().any(|risk| risk.what.contains("left and others who came")), "{risks:?}");
}

#[test]
fn what_is_no_release_of_the_same_people_is_refused() {
    let case = Case {
        original: &["age illness", "31 flu", "34 cold"],
        earlier: &["age illness", "[30,39] flu", "[30,39] cold"],
        present: &["age illness", "[30,39] flu", "[30,39] cold"],
        ..Case::default()
    };
    assert!(case.composed().is_ok());
    let others = Case {
        earlier: &["age", "[50,59]", "[50,59]", "[30,39]"],
        ..Case { demands: Vec::new(), ..case }
    };
    assert_eq!(
        others.error(),
        "first cannot be laid beside study: only 1 of its 3 rows can be rows there; it must be a release of the same \
         people, with the values that they have there"
    );
    let lacking = Case { earlier: &["zip", "1"], earlier_qi: "zip", ..others };
    let error = lacking.composed().unwrap_err();
    assert_eq!(error.column(), Some("zip"));
    assert!(error.to_string().contains("its quasi-identifier 'zip' is no column there"), "{error}");
    let present = Case {
        earlier: &["age", "*"],
        earlier_qi: "age",
        present: &["age illness", "[30,39] flu", "[50,59] cold"],
        ..lacking
    };
    let error = present.error();
    assert!(
        error.starts_with("second cannot be laid beside study: 1 of its rows can be no"),
        "{error}"
    );
    let (least, most) = (Fraction::ZERO, Fraction::ONE);
    let presence = Presence { least, most, knowledge: Knowledge::Table };
    let refused = Case { demands: vec![presence.into()], ..present };
    assert!(matches!(refused.composed(), Err(JudgeError::PresenceAfter { .. })));
}

#[test]
fn of_uncertain_rows_those_count_that_make_a_value_the_most_frequent() {
    // R1 has four of the five with x: three are young and two are old. So two or three of the young are in
    // both releases, beside two with y: the share of x is 2/4 or 3/5. z and w came later.
    let rows = |age: &str, values: &str| -> Vec<String> {
        values.split(' ').map(|value| format!("{age} {value}")).collect()
    };
    let people = [rows("31", "x x x y y z w"), rows("38", "x x y y u u z w")].concat();
    let original: Vec<&str> =
        std::iter::once("age illness").chain(people.iter().map(String::as_str)).collect();
    let earlier: Vec<String> =
        "x x x x y y y y u u".split(' ').map(|value| format!("* {value}")).collect();
    let earlier: Vec<&str> =
        std::iter::once("age illness").chain(earlier.iter().map(String::as_str)).collect();
    let present = [rows("[30,34]", "x x x y y z w"), rows("[35,39]", "x x y y u u z w")].concat();
    let present: Vec<&str> =
        std::iter::once("age illness").chain(present.iter().map(String::as_str)).collect();
    let half = Diversity::Frequency(Fraction::from(2));
    let (composed, _) = Case {
        original: &original,
        earlier: &earlier,
        in_order: false,
        present: &present,
        demands: vec![LDiversity { diversity: half, column: "illness".into() }.into(), distinct(2)],
        ..Case::default()
    }
    .composed()
    .unwrap();
    let measured = composed.guarantees[0].guarantee.measured.as_f64().unwrap();
    assert!((measured - 5.0 / 3.0).abs() < 1e-9, "{measured}");
    assert!(!composed.guarantees[0].guarantee.holds);
    assert_eq!(composed.guarantees[1].guarantee.measured, 2);
}
