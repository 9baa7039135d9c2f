//! Anatomy's two tables: the secrets are judged by group, the people by their quasi-identifiers.

use std::collections::BTreeMap;

use incrowd_judge::{AttackFindings, Findings, Guess, JudgeError};
use incrowd_terms::{
    AlphaK, BetaLikeness, DeltaDisclosure, DeltaL, DeltaLCounting, DeltaLDiversity, Demand,
    Diversity, EpsMAnonymity, Fraction, JointPresence, KAnonymity, KMap, KMapPopulation,
    LDiversity, PSensitivity, TCloseness,
};
use proptest::prelude::*;
use serde_json::{Value, json};

use crate::common::{Asked, Sheet, presence};

/// A quasi-identifier, a group and a secret.
type Row = (u8, u8, u8);

fn sheet(header: &str, lines: impl IntoIterator<Item = String>) -> Sheet {
    Sheet::new(std::iter::once(header.to_owned()).chain(lines))
}

fn main_table(rows: &[Row]) -> Sheet {
    sheet("a,group", rows.iter().map(|(a, group, _)| format!("{a},g{group}")))
}

fn secrets_of(rows: &[Row]) -> BTreeMap<(u8, u8), u64> {
    let mut counts = BTreeMap::new();
    rows.iter().for_each(|&(_, group, secret)| *counts.entry((group, secret)).or_default() += 1);
    counts
}

fn secrets(rows: &[Row]) -> Sheet {
    let counts = secrets_of(rows);
    sheet("group,s,count", counts.iter().map(|((group, s), rows)| format!("g{group},{s},{rows}")))
}

fn asked(secrets: Sheet) -> Asked {
    let mut asked = Asked::about("a", "s");
    asked.group = Some("group".into());
    asked.secrets = Some(secrets);
    asked
}

fn demands() -> Vec<Demand> {
    let column = || "s".to_owned();
    let diversity = |diversity| Demand::LDiversity(LDiversity { column: column(), diversity });
    let delta_l = |mode| {
        Demand::DeltaLDiversity(DeltaLDiversity {
            column: column(),
            delta_l: DeltaL { delta: Fraction::new(1, 2), l: 2.into(), mode },
        })
    };
    vec![
        Demand::PSensitivity(PSensitivity { column: column(), p: 2 }),
        diversity(Diversity::Frequency(2.into())),
        diversity("entropy:2".parse().unwrap()),
        diversity("recursive:2,2".parse().unwrap()),
        Demand::AlphaK(AlphaK { column: column(), alpha: Fraction::new(1, 2) }),
        Demand::TCloseness(TCloseness {
            column: column(),
            closeness: "0.4:ordered".parse().unwrap(),
        }),
        Demand::BetaLikeness(BetaLikeness {
            column: column(),
            likeness: "basic:1".parse().unwrap(),
        }),
        Demand::DeltaDisclosure(DeltaDisclosure { column: column(), delta: 1.into() }),
        Demand::EpsMAnonymity(EpsMAnonymity {
            column: column(),
            proximity: "1,2".parse().unwrap(),
        }),
        delta_l(DeltaLCounting::Definition),
        delta_l(DeltaLCounting::Window),
    ]
}

/// The likeliest guess by its definition: `people` says how many a quasi-identifier is of.
fn likeliest(rows: &[Row], people: impl Fn(u8) -> u64) -> Value {
    let counts = secrets_of(rows);
    let size = |group: u8| rows.iter().filter(|row| row.1 == group).count() as u64;
    // A multiple of every size that there can be here.
    const COMMON: u64 = 232_792_560;
    let odds = |a: u8, secret: u8| {
        let alike = rows.iter().filter(|row| row.0 == a);
        let part = |row: &Row| {
            counts.get(&(row.1, secret)).map_or(0, |rows| rows * (COMMON / size(row.1)))
        };
        Fraction::new(alike.map(part).sum(), COMMON * people(a))
    };
    let mut best = (Fraction::ZERO, 0, 0);
    for (a, secret) in rows.iter().flat_map(|row| (0..5).map(|secret| (row.0, secret))) {
        if odds(a, secret) > best.0 {
            best = (odds(a, secret), a, secret);
        }
    }
    let class = format!("class (a={})", best.1);
    json!({"probability": best.0, "value": best.2.to_string(), "class": class})
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(200))]
    #[test]
    fn both_tables_are_judged_as_defined(
        rows in prop::collection::vec((0_u8..4, 0_u8..4, 0_u8..5), 1..20),
        others in prop::collection::vec(0_u8..4, 0..9),
    ) {
        let joint = Demand::JointPresence(JointPresence { column: "s".into(), value: None, most: Fraction::new(1, 3), prior: None });
        let about_people = [
            Demand::KAnonymity(KAnonymity { k: 3 }),
            presence("0", "1/2"),
            Demand::KMap(KMap { k: 4, population: KMapPopulation::Table }),
            joint,
        ];
        let public = sheet("a", rows.iter().map(|row| row.0).chain(others).map(|a| a.to_string()));
        let asked = asked(secrets(&rows)).demanding(demands()).demanding(about_people.clone());
        let found = asked.with(&main_table(&rows), Some(&public), 2).unwrap();

        let by_group = sheet("g,s", rows.iter().map(|(_, group, s)| format!("g{group},{s}")));
        let groups = Asked::about("g", "s").demanding(demands()).of(&by_group).unwrap();
        prop_assert_eq!(found.classes, groups.classes);
        prop_assert_eq!(&found.proximity, &groups.proximity);
        let figures = |found: &Findings| {
            let mut column = found.sensitive[0].1.clone();
            // The table of secrets is in another order than the rows.
            column.disclosing.clear();
            column
        };
        prop_assert_eq!(figures(&found), figures(&groups));
        for (found, group) in found.guarantees.iter().zip(&groups.guarantees) {
            prop_assert_eq!((found.holds, &found.measured), (group.holds, &group.measured));
        }

        let alone = sheet("a", rows.iter().map(|row| row.0.to_string()));
        let people = Asked::about("a", "").demanding(about_people[..3].to_vec());
        let people = people.with(&alone, Some(&public), 2).unwrap();
        let about = |found: &Findings| {
            (found.rows, found.k, found.unique_rows, found.risk, found.presence.clone())
        };
        prop_assert_eq!(about(&found), about(&people));
        prop_assert_eq!(&found.guarantees[demands().len()..][..3], &people.guarantees[..]);

        let count = |rows: &[Row], a: u8| rows.iter().filter(|row| row.0 == a).count() as u64;
        let matching = |a: u8| {
            let file = std::fs::read_to_string(public.path()).unwrap();
            file.lines().filter(|line| *line == a.to_string()).count() as u64
        };
        let uncertain = likeliest(&rows, matching);
        let learned = json!({"s": {"certain": likeliest(&rows, |a| count(&rows, a)), "uncertain": uncertain}});
        prop_assert_eq!(&json!(found)["learned"], &learned);
        let joint = found.guarantees.last().unwrap();
        prop_assert_eq!(&joint.measured, &uncertain["probability"]);
        let most: Fraction = uncertain["probability"].as_str().unwrap().parse().unwrap();
        prop_assert_eq!(joint.holds, most <= Fraction::new(1, 3));

        let attacked = asked.attacked(&main_table(&rows), &public, None, 0).unwrap();
        prop_assert_eq!(&json!(attacked)["learned"], &learned);
    }
}

/// The slides of Nergiz, Atzori & Clifton 2007 (slides): each of four people has one of two illnesses, and a boy of 17 is still
/// not necessarily obese.
#[test]
fn the_slides_of_anatomization() {
    let rows = [
        "age,place,group",
        "17,W. Lafayette,1",
        "16,Lafayette,2",
        "23,Lafayette,2",
        "25,Indianapolis,1",
    ];
    let secrets = ["group,illness,count", "1,Obesity,1", "1,Flu,1", "2,Obesity,1", "2,Tetanus,1"];
    let mut asked = Asked::about("age,place", "illness");
    asked.group = Some("group".into());
    asked.secrets = Some(Sheet::new(secrets));
    let found = asked.of(&Sheet::new(rows)).unwrap();
    assert_eq!((found.classes, found.k, found.unique_rows, found.disclosures), (2, Some(1), 4, 0));
    let guess = found.learned[0].1.certain.clone().unwrap();
    let class = "class (age=17, place=W. Lafayette)".to_owned();
    assert_eq!(guess, Guess { probability: "1/2".into(), value: "Flu".into(), class });
}

#[test]
fn a_group_with_one_secret_is_disclosed() {
    let rows = [(1, 1, 3), (1, 1, 3), (2, 2, 3), (2, 2, 4)];
    let demand = Demand::PSensitivity(PSensitivity { column: "s".into(), p: 2 });
    let found = asked(secrets(&rows)).demanding([demand]).of(&main_table(&rows)).unwrap();
    let words = found.guarantees[0].worst.as_deref();
    assert_eq!(words, Some("class (group=g1): 1 value distinct, 2 needed"));
    let disclosing = json!([{"class": "class (group=g1)", "value": "3", "rows": 2}]);
    assert_eq!(json!(found)["sensitive"]["s"]["disclosing"], disclosing);
}

/// What a pair of tables is refused for, by whoever reads them: the line, the value, the words.
fn refused(main: &[&str], secrets: &[&str]) -> (Option<u64>, Option<String>, String) {
    let (main, secrets) = (Sheet::new(main), Sheet::new(secrets));
    let paths = [&main, &secrets].map(|sheet| sheet.path().display().to_string());
    let asked = asked(secrets);
    let error = asked.of(&main).unwrap_err();
    let attacked = asked.attacked(&main, &main, None, 0).unwrap_err();
    assert_eq!(error.to_string(), attacked.to_string());
    let words = error.to_string().replace(&paths[0], "MAIN").replace(&paths[1], "SECRETS");
    (error.line(), error.value().map(str::to_owned), words)
}

/// Lines of a table of secrets, and the line, the value and some words of why it is refused.
type Refusal<'a> = (&'a [&'a str], Option<u64>, Option<&'a str>, &'a str);

#[test]
fn tables_that_contradict_each_other_are_refused() {
    let main = ["a,group", "1,g", "2,g", "3,h"];
    let header = "group,s,count";
    let cases: [Refusal<'_>; 9] = [
        (&["g,x,1", "g,y,0", "h,x,1"], Some(3), Some("0"), "'0' is no count"),
        (&["g,x,1.5", "h,x,1"], Some(2), Some("1.5"), "column 'count': '1.5' is no count"),
        (&["g,x,+2", "h,x,1"], Some(2), Some("+2"), "write a whole number from 1"),
        (&["g,x,", "h,x,1"], Some(2), Some(""), "'' is no count"),
        (
            &["g,x,1", "h,x,1", "g,x,1"],
            Some(4),
            Some("x"),
            "'x' of group 'g' stands in line 2 already",
        ),
        (
            &["g,x,2"],
            Some(4),
            Some("h"),
            "MAIN, line 4, column 'group': SECRETS has no secrets of group 'h'",
        ),
        (
            &["g,x,2", "h,x,1", "i,y,1"],
            Some(4),
            Some("i"),
            "SECRETS, line 4, column 'group': MAIN has no row of group 'i'",
        ),
        (
            &["h,x,1", "g,x,2", "g,y,1"],
            Some(3),
            Some("g"),
            "the counts of group 'g' add up to 3, but MAIN has 2 rows of it",
        ),
        (
            &["g,x,2", "h,x,18446744073709551615"],
            Some(3),
            Some("18446744073709551615"),
            "more rows than can be counted",
        ),
    ];
    for (lines, line, value, words) in cases {
        let lines: Vec<&str> = std::iter::once(header).chain(lines.iter().copied()).collect();
        let found = refused(&main, &lines);
        assert_eq!((found.0, found.1.as_deref()), (line, value), "{}", found.2);
        assert!(found.2.contains(words), "{}", found.2);
    }
}

#[test]
fn what_is_no_pair_of_tables_is_refused() {
    let fine = ["group,s,count", "g,x,1"];
    let words = |main: &[&str], secrets: &[&str]| refused(main, secrets).2;
    assert!(words(&["a,s,group", "1,x,g"], &fine).contains("column 's' stands in MAIN, too"));
    let more = ["group,s,count,name", "g,x,1,Ann"];
    assert!(words(&["a,group", "1,g"], &more).contains("only group, s, count are allowed"));
    assert!(words(&["a,group", "1,g"], &["group,s,rows", "g,x,1"]).contains("no column 'count'"));
    assert!(words(&["a", "1"], &fine).contains("no column 'group'"));
    let main = Sheet::new(["a,group", "1,g"]);
    let mut asked = asked(Sheet::new(fine));
    asked.group = None;
    let error = asked.of(&main).unwrap_err();
    assert!(matches!(error, JudgeError::NoAnatomy { .. }) && error.to_string().contains("groups"));
    asked.group = Some("group".into());
    asked.sensitive = Vec::new();
    assert!(asked.of(&main).unwrap_err().to_string().contains("but 0 are named"));
    asked.sensitive = ["s", "t"].map(str::to_owned).to_vec();
    assert!(matches!(asked.of(&main), Err(JudgeError::NoAnatomy { .. })));
}

#[test]
fn any_number_of_threads_finds_the_same_bytes() {
    let mix = |i: u64| i.wrapping_mul(0x9E37_79B9_7F4A_7C15);
    let row = |i: u64| ((mix(i) >> 59) as u8, (i / 40) as u8, (mix(i) >> 40) as u8 % 7);
    let rows: Vec<Row> = (0..8000).map(row).collect();
    let (main, asked) = (main_table(&rows), asked(secrets(&rows)).demanding(demands()));
    let found =
        [1, 2, 5].map(|threads| json!(asked.with(&main, None, threads).unwrap()).to_string());
    assert!(found[0].contains(r#""rows":8000,"classes":200,"k":"#), "{}", &found[0][..90]);
    assert_eq!((&found[0], &found[0]), (&found[1], &found[2]));
}

/// Everything that someone outside can see is the same with groups and without.
#[test]
fn nobody_outside_knows_who_was_dealt_to_which_group() {
    let rows = ["a,s,group", "1,p,1", "1,p,1", "1,q,2", "1,r,2", "2,p,1", "2,q,1"];
    let public = Sheet::new(["a", "1", "1", "1", "1", "1", "2", "2", "2", "2"]);
    let estimated = KMapPopulation::Estimated {
        people: 60,
        estimator: incrowd_terms::Estimator::Poisson,
        significance: Fraction::new(1, 20),
    };
    let outside = [
        presence("0", "1/2"),
        Demand::KMap(KMap { k: 5, population: KMapPopulation::Table }),
        Demand::KMap(KMap { k: 9, population: estimated }),
        Demand::JointPresence(JointPresence {
            column: "s".into(),
            value: None,
            most: Fraction::new(1, 3),
            prior: None,
        }),
    ];
    let published = Sheet::new(rows);
    let mut asked = Asked::about("a", "s").demanding(outside);
    let whole = asked.with(&published, Some(&public), 2).unwrap();
    asked.group = Some("group".into());
    asked.demands.push(Demand::KAnonymity(KAnonymity { k: 3 }));
    let dealt = asked.with(&published, Some(&public), 2).unwrap();
    assert_eq!((whole.k, whole.classes, dealt.k, dealt.classes), (Some(2), 2, Some(2), 3));
    assert_eq!(dealt.guarantees[..4], whole.guarantees[..]);
    assert_eq!((&dealt.presence, &dealt.learned), (&whole.presence, &whole.learned));
    assert_eq!(dealt.risk.journalist, whole.risk.journalist);
    let worst: Vec<&str> = dealt.guarantees.iter().filter_map(|g| g.worst.as_deref()).collect();
    assert_eq!(
        worst[0],
        "class (a=1) has 4 rows for 5 people: presence 4/5, from 0 to 1/2 allowed"
    );
    assert_eq!(worst[1], "class (a=2): 4 rows of the population, 5 needed");
    assert!(
        worst[3].starts_with("class (a=1): 2 of 5 people are in the table with p"),
        "{}",
        worst[3]
    );
    assert_eq!(worst[4], "class (a=1, group=1): 2 rows, 3 needed");
    let learned = json!({"s": {
        "certain": {"probability": "1/2", "value": "p", "class": "class (a=1)"},
        "uncertain": {"probability": "2/5", "value": "p", "class": "class (a=1)"},
    }});
    assert_eq!(json!(dealt)["learned"], learned);
    let attacked =
        |asked: &Asked| -> AttackFindings { asked.attacked(&published, &public, None, 2).unwrap() };
    let with_groups = attacked(&asked);
    asked.group = None;
    assert_eq!(with_groups, attacked(&asked));
    assert_eq!(json!(with_groups)["learned"], learned);
}

#[test]
fn what_is_not_known_is_not_guessed() {
    let overlapping = Sheet::new(["a,s", "\"[1,2]\",p", "\"[2,3]\",q"]);
    let public = Sheet::new(["a", "1", "2", "3"]);
    let asked = Asked::about("a", "s");
    let found = asked.with(&overlapping, Some(&public), 1).unwrap();
    assert!(found.learned[0].1.certain.is_some() && found.learned[0].1.uncertain.is_none());
    let attacked = asked.attacked(&overlapping, &public, None, 0).unwrap();
    assert_eq!(attacked.learned, found.learned);
    // More rows than people: the table is not about them.
    let other = Sheet::new(["a,s", "1,p", "1,p"]);
    let found = asked.with(&other, Some(&public), 1).unwrap();
    assert!(found.learned[0].1.uncertain.is_none());
    let nobody = Asked::about("a", "").attacked(&Sheet::new(["a", "1"]), &public, None, 0).unwrap();
    assert_eq!(json!(nobody).get("learned"), None);
    let nothing = asked.of(&Sheet::new(["a,s"])).unwrap();
    assert_eq!(json!(nothing)["learned"], json!({"s": {"certain": null, "uncertain": null}}));
}
