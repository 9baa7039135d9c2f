//! What is found of visits by `check`, `attack` and presence, against a register in which people have
//! several rows too.

use std::collections::{BTreeMap, BTreeSet};

use incrowd::options::{AttackOptions, CheckOptions};
use incrowd::run::{attack, check};
use incrowd::terms::Fraction;
use incrowd_document::AttackDocument;
use serde_json::json;

use super::definitions::{holds, smallest};
use super::published::Published;
use super::tables::{
    Dice, HEIGHTS, Shape, Visit, by_person, csv, id, label, leaf, loss, meaning, visits,
};
use super::{Room, asked, cases, context, demands};

#[test]
fn checks_of_visits_are_right() {
    let room = Room::new();
    let (mut held, mut failed) = (0, 0);
    for case in 0..cases(300) {
        let mut dice = Dice(4000 + case);
        // Few values, so that classes have several people.
        let shape = Shape {
            people: dice.roll(9) + 2,
            settled: dice.roll(2) == 0,
            variety: dice.roll(3) + 2,
        };
        let rows = visits(&mut dice, shape);
        let demands = demands(&mut dice, &[0, 1]);
        room.write("t.csv", &csv(&rows));
        let mut options = asked(&demands);
        let more = json!({
            "table": room.path("t.csv"), "qi": ["a", "b"], "sensitive": ["n", "s"], "person": "pid",
        });
        options.extend(more.as_object().unwrap().clone());
        let options: CheckOptions = serde_json::from_value(options.into()).unwrap();
        let told = format!("case {case}: {demands:?}\n{}", csv(&rows));
        let found = check(&options, &context()).unwrap_or_else(|error| panic!("{told}\n{error}"));
        let mut classes: BTreeMap<[usize; 2], Vec<&Visit>> = BTreeMap::new();
        rows.iter().for_each(|visit| classes.entry(visit.qi).or_default().push(visit));
        let classes: Vec<Vec<&Visit>> = classes.into_values().collect();
        let all: Vec<&Visit> = rows.iter().collect();
        let mut every = true;
        for demand in &demands {
            let expected = classes.iter().all(|class| holds(demand, class, &all));
            every &= expected;
            if demands.len() == 1 {
                let guarantees = &found.document.findings.guarantees;
                assert!(guarantees.iter().all(|guarantee| guarantee.holds) == expected, "{told}");
            }
        }
        assert_eq!(found.met, every, "{told}");
        *(if every { &mut held } else { &mut failed }) += 1;
        let findings = &found.document.findings;
        assert_eq!(findings.people, Some(by_person(rows.iter()).len() as u64), "{told}");
        assert_eq!(findings.k, Some(smallest(&classes) as u64), "{told}");
        let alone = classes.iter().map(|class| by_person(class.iter().copied()));
        let alone: BTreeSet<usize> =
            alone.filter(|people| people.len() == 1).flat_map(BTreeMap::into_keys).collect();
        assert_eq!(findings.unique_rows, alone.len() as u64, "{told}");
        let standing = by_person(rows.iter())
            .into_values()
            .filter(|own| own.iter().any(|visit| visit.qi != own[0].qi));
        let standing = standing.count() as u64;
        let told_standing = findings.several_classes.as_ref().map_or(0, |several| several.standing);
        assert_eq!(told_standing, standing, "{told}");
    }
    assert!(held > 30 && failed > 50, "{held} hold and {failed} fail");
}

/// A register of people with one to two rows each, and a study of some of them with one to three.
struct Study {
    /// The quasi-identifiers of each person.
    homes: Vec<[usize; 2]>,
    members: BTreeSet<usize>,
    rows: Vec<Visit>,
}

impl Study {
    fn random(dice: &mut Dice) -> Study {
        let people = dice.roll(12) + 2;
        let variety = dice.roll(5) + 2;
        let homes: Vec<[usize; 2]> =
            (0..people).map(|_| [dice.roll(variety.min(8)), dice.roll(variety.min(6))]).collect();
        let mut members: BTreeSet<usize> = (0..people).filter(|_| dice.roll(2) == 0).collect();
        members.insert(dice.roll(people));
        let mut rows = Vec::new();
        for &person in &members {
            for _ in 0..=dice.roll(3) {
                let secrets = [dice.roll(6), dice.roll(6)];
                rows.push(Visit { person, qi: homes[person], secrets });
            }
        }
        Study { homes, members, rows }
    }

    fn register(&self) -> String {
        let row = |(person, home): (usize, &[usize; 2])| {
            let line = |at: usize| {
                format!("{},{},{}\n", id(person, at), leaf(0, home[0]), leaf(1, home[1]))
            };
            (0..=person % 2).map(line).collect::<String>()
        };
        format!("pid,a,b\n{}", self.homes.iter().enumerate().map(row).collect::<String>())
    }

    /// The least loss of all nodes at which everybody's presence is within the limits.
    fn best(&self, (least, most): (Fraction, Fraction), k: usize) -> Option<f64> {
        let nodes = (0..=HEIGHTS[0]).flat_map(|a| (0..=HEIGHTS[1]).map(move |b| [a, b]));
        let is_present = |node: &[usize; 2]| {
            let class = |person: usize| {
                [0, 1].map(|column| label(column, self.homes[person][column], node[column]))
            };
            let mut classes: BTreeMap<[&str; 2], (u64, u64)> = BTreeMap::new();
            for person in 0..self.homes.len() {
                let counts = classes.entry(class(person)).or_default();
                counts.0 += u64::from(self.members.contains(&person));
                counts.1 += 1;
            }
            classes.values().all(|&(members, people)| {
                let presence = Fraction::new(members, people);
                least <= presence && presence <= most && (members == 0 || members >= k as u64)
            })
        };
        let node_loss = |node: [usize; 2]| {
            let of =
                |column: usize| loss(column, meaning(column, label(column, 0, node[column])).len());
            (of(0) + of(1)) / 2.0
        };
        nodes.filter(is_present).map(node_loss).min_by(f64::total_cmp)
    }
}

const LIMITS: [(&str, &str); 5] =
    [("0", "1/2"), ("0", "3/4"), ("1/4", "3/4"), ("1/3", "1"), ("0", "1")];

#[test]
fn presence_of_people_with_several_rows_is_right() {
    let room = Room::new();
    let (mut released, mut refused) = (0, 0);
    for case in 0..cases(250) {
        let mut dice = Dice(5000 + case);
        let study = Study::random(&mut dice);
        let (low, high) = *dice.pick(&LIMITS);
        let k = dice.roll(3) + 1;
        let recoding = *dice.pick(&["full-domain", "full-domain", "multidimensional"]);
        room.write("t.csv", &csv(&study.rows));
        let register = room.write("register.csv", &study.register());
        let options = room.options(json!({
            "sensitive": ["n", "s"], "public": register, "presence": format!("{low},{high}"),
            "k": k.to_string(), "recoding": recoding,
        }));
        let told = format!(
            "case {case}: {recoding} {low} {high} k={k}\n{}{}",
            study.register(),
            csv(&study.rows)
        );
        let (document, met) =
            room.release(options).unwrap_or_else(|error| panic!("{told}\n{error}"));
        let limits: (Fraction, Fraction) = (low.parse().unwrap(), high.parse().unwrap());
        let best = study.best(limits, k);
        if recoding == "full-domain" {
            assert_eq!(met, best.is_some(), "{told}");
        } else {
            assert!(met || best.is_none(), "{told}");
        }
        if !met {
            refused += 1;
            continue;
        }
        released += 1;
        let published = Published::read(&room.read("out.csv"), &study.rows);
        published.check(&document, &[super::Ask::K(k as i128)], 0, &told);
        if recoding == "full-domain" {
            assert!((published.loss() - best.unwrap()).abs() < 1e-9, "{told}");
        }
        let boxes: BTreeSet<[String; 2]> =
            published.lines.iter().map(|(qi, _)| qi.clone()).collect();
        let matches = |person: usize, qi: &[String; 2]| {
            (0..2).all(|column| meaning(column, &qi[column]).contains(&study.homes[person][column]))
        };
        for person in 0..study.homes.len() {
            let own: Vec<&[String; 2]> = boxes.iter().filter(|qi| matches(person, qi)).collect();
            assert!(own.len() < 2, "classes overlap: {told}");
            let presence = match own.first() {
                // No row is left out, so whoever matches no class is not in the table.
                None => Fraction::ZERO,
                Some(qi) => {
                    let people: Vec<usize> =
                        (0..study.homes.len()).filter(|&other| matches(other, qi)).collect();
                    let members = people.iter().filter(|other| study.members.contains(other));
                    Fraction::new(members.count() as u64, people.len() as u64)
                }
            };
            assert!(limits.0 <= presence && presence <= limits.1, "{person}: {presence} {told}");
        }
    }
    assert!(released > 40 && refused > 40, "{released} releases and {refused} refusals");
}

#[test]
fn attacks_on_visits_are_right() {
    let room = Room::new();
    for case in 0..cases(250) {
        let mut dice = Dice(6000 + case);
        let study = Study::random(&mut dice);
        let options = AttackOptions {
            table: room.write("t.csv", &csv(&study.rows)),
            public: Some(room.write("register.csv", &study.register())),
            qi: vec!["a".into(), "b".into()],
            person: Some("pid".into()),
            members: Some(study.members.len() as u64),
            ..AttackOptions::default()
        };
        let told = format!("case {case}\n{}{}", study.register(), csv(&study.rows));
        let found = attack(&options, &context()).unwrap_or_else(|error| panic!("{told}\n{error}"));
        let AttackDocument { attacked: Some(found), .. } = found.document else { panic!("{told}") };
        let presence = |person: usize| {
            let alike: Vec<usize> = (0..study.homes.len())
                .filter(|&other| study.homes[other] == study.homes[person])
                .collect();
            let members = alike.iter().filter(|other| study.members.contains(other)).count();
            Fraction::new(members as u64, alike.len() as u64)
        };
        let all: Vec<Fraction> = (0..study.homes.len()).map(presence).collect();
        let certain = |value: Fraction| all.iter().filter(|&&one| one == value).count() as u64;
        assert_eq!(found.people, all.len() as u64, "{told}");
        assert_eq!(found.certainly_in, certain(Fraction::ONE), "{told}");
        assert_eq!(found.certainly_out, certain(Fraction::ZERO), "{told}");
        let range = serde_json::to_value(&found.presence).unwrap();
        let told_range: [Fraction; 2] =
            [&range["min"], &range["max"]].map(|end| end.as_str().unwrap().parse().unwrap());
        assert_eq!(told_range, [*all.iter().min().unwrap(), *all.iter().max().unwrap()], "{told}");
    }
}
