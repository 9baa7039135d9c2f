//! Beliefs that people are in the table, in every figure about presence and secrets together: against
//! all sets of people that could have led to the published rows, weighed by the beliefs.

use std::collections::BTreeMap;

use serde_json::Value;

use crate::support::{Dice, Folder, cells};

/// Tenths: what is believed of a person with this number.
type Person = (u64, u64);

/// Whether a published range holds a number.
fn covers(label: &str, value: u64) -> bool {
    let ends = label.trim_matches(['[', ']', ')']).split_once(',');
    let number = |text: &str| text.parse::<u64>().unwrap();
    match ends {
        _ if label == "*" => true,
        Some((low, high)) if label.ends_with(')') => (number(low)..number(high)).contains(&value),
        Some((low, high)) => (number(low)..=number(high)).contains(&value),
        None => number(label) == value,
    }
}

/// Published classes: the rows of each, by secret.
type Classes = BTreeMap<String, BTreeMap<String, u64>>;

fn classes(text: &str) -> Classes {
    let mut classes = Classes::new();
    for row in &cells(text)[1..] {
        *classes.entry(row[0].clone()).or_default().entry(row[1].clone()).or_default() += 1;
    }
    classes
}

/// The greatest probability with which anybody is in the table with any one secret, as a fraction; the
/// second figure is the same for one secret.
fn joint(people: &[Person], classes: &Classes, secret: &str) -> [(u64, u64); 2] {
    let class = |person: &Person| classes.keys().position(|label| covers(label, person.0));
    let of_person: Vec<Option<usize>> = people.iter().map(class).collect();
    let rows: Vec<u64> = classes.values().map(|secrets| secrets.values().sum()).collect();
    let (mut whole, mut with) = (0, vec![0; people.len()]);
    for set in 0_u32..1 << people.len() {
        let inside = |person: usize| set >> person & 1 == 1;
        let mut found = vec![0; rows.len()];
        let everybody_is_shown = (0..people.len()).filter(|&person| inside(person)).all(|person| {
            of_person[person].is_some_and(|class| {
                found[class] += 1;
                true
            })
        });
        if !everybody_is_shown || found != rows {
            continue;
        }
        let belief = |(person, &(_, tenths)): (usize, &Person)| {
            if inside(person) { tenths } else { 10 - tenths }
        };
        let weight: u64 = people.iter().enumerate().map(belief).product();
        whole += weight;
        (0..people.len())
            .filter(|&person| inside(person))
            .for_each(|person| with[person] += weight);
    }
    // Whoever is in the table is each of the class's rows equally often.
    let mut greatest = [(0, 1); 2];
    for (person, class) in of_person.iter().enumerate() {
        let Some(class) = class else { continue };
        for (text, &count) in classes.values().nth(*class).unwrap() {
            let chance = (with[person] * count, whole * rows[*class]);
            for (at, asked) in [true, text == secret].into_iter().enumerate() {
                let best = &mut greatest[at];
                if asked
                    && u128::from(chance.0) * u128::from(best.1)
                        > u128::from(best.0) * u128::from(chance.1)
                {
                    *best = chance;
                }
            }
        }
    }
    greatest
}

fn is(told: &Value, expected: (u64, u64)) -> bool {
    let Some(told) = told.as_str() else { return false };
    let (above, below) = told.split_once('/').unwrap_or((told, "1"));
    let (above, below): (u128, u128) = (above.parse().unwrap(), below.parse().unwrap());
    above * u128::from(expected.1) == below * u128::from(expected.0)
}

const SECRETS: [&str; 3] = ["flu", "hiv", "gout"];

/// A register with beliefs, and some of its people with secrets.
fn small(dice: &mut Dice, folder: &Folder) -> Vec<Person> {
    let people: Vec<Person> =
        (0..3 + dice.roll(5)).map(|_| (dice.roll(4), 1 + dice.roll(9))).collect();
    let register = people.iter().map(|(x, tenths)| format!("{x},0.{tenths}\n"));
    folder.write("people.csv", format!("x,likely\n{}", register.collect::<String>()));
    let first = dice.roll(people.len() as u64) as usize;
    let members = people.iter().enumerate().filter(|(at, _)| *at == first || dice.roll(2) == 0);
    let members: Vec<u64> = members.map(|(_, person)| person.0).collect();
    let rows = members.iter().map(|x| format!("{x},{}\n", SECRETS[dice.roll(3) as usize]));
    folder.write("t.csv", format!("x,ill\n{}", rows.collect::<String>()));
    people
}

const ASKED: &str = "--public people.csv --qi x --sensitive ill --prior likely --json";

#[test]
fn joint_figures_are_those_of_all_sets_of_people() {
    let folder = Folder::new();
    let mut dice = Dice(81);
    let mut unequal = 0;
    for round in 0..30 {
        let people = small(&mut dice, &folder);
        for way in [
            "--presence 0,1",
            "--presence 0,9/10 --hierarchy x=intervals:2",
            "--presence 0,9/10 --recoding multidimensional",
            "--presence 0,1 --joint-presence ill=7/10 --recoding multidimensional",
            "--joint-presence ill=8/10",
        ] {
            let run = folder.run(&format!("release t.csv {ASKED} {way} --force -o out.csv"));
            if run.status != Some(0) {
                continue;
            }
            let classes = classes(&folder.text("out.csv"));
            let [any, hiv] = joint(&people, &classes, "hiv");
            let told = run.json();
            let said = |told: &Value| told["learned"]["ill"]["uncertain"]["probability"].clone();
            assert!(is(&said(&told), any), "round {round} {way}: {any:?} {told:#}");
            for guarantee in told["guarantees"].as_array().unwrap() {
                let joint = guarantee["model"] == "joint-presence";
                assert!(!joint || is(&guarantee["measured"], any), "{way}: {guarantee:#}");
            }
            let members = classes.values().flat_map(BTreeMap::values).sum::<u64>();
            let labels = if way.contains("--hierarchy") { "--hierarchy x=intervals:2" } else { "" };
            let attack = format!("attack out.csv {ASKED} {labels} --members {members}");
            let attacked = folder.run(&attack).succeeds().json();
            assert!(is(&said(&attacked), any), "round {round} {way}: {any:?} {attacked:#}");
            let check = format!("check out.csv {ASKED} {labels} --presence 0,1");
            let (above, below) = any;
            let limit = format!("--joint-presence ill={above}/{below}");
            let checked = folder.run(&format!("{check} {limit}")).succeeds().json();
            assert!(is(&said(&checked), any), "round {round} {way}: {any:?} {checked:#}");
            assert!(is(&checked["guarantees"][1]["measured"], any), "{checked:#}");
            let tight = format!("--joint-presence ill={}/{below}", above - 1);
            folder.run(&format!("{check} {tight}")).ends(1);
            let one = format!("{check} --joint-presence ill=hiv:1");
            let checked = folder.run(&one).succeeds().json();
            assert!(is(&checked["guarantees"][1]["measured"], hiv), "{hiv:?} {checked:#}");
            unequal += usize::from(!is(&said(&told), plain(&people, &classes)));
        }
    }
    assert!(unequal > 30, "beliefs made a difference {unequal} times");
}

/// The same figure where everybody is as likely as anybody else.
fn plain(people: &[Person], classes: &Classes) -> (u64, u64) {
    let alike: Vec<Person> = people.iter().map(|&(x, _)| (x, 5)).collect();
    joint(&alike, classes, "")[0]
}

/// The one of two people of whom 9/10 was believed has the only row with 81/82.
#[test]
fn one_row_of_two_people() {
    let folder = Folder::new();
    folder.write("people.csv", "x,likely\n1,0.9\n1,0.1\n");
    folder.write("t.csv", "x,ill\n1,hiv\n");
    assert_eq!(joint(&[(1, 9), (1, 1)], &classes("x,ill\n1,hiv\n"), "hiv"), [(81, 82); 2]);
    for words in [
        "check t.csv --presence 0,1",
        "check t.csv --joint-presence ill=1",
        "attack t.csv",
        "release t.csv --presence 0,1 -o out.csv",
        "release t.csv --joint-presence ill=1 --force -o out.csv",
    ] {
        let told = folder.run(&format!("{words} {ASKED}")).succeeds().json();
        assert_eq!(
            told["learned"]["ill"]["uncertain"]["probability"], "81/82",
            "{words}: {told:#}"
        );
    }
    let release = "release t.csv --joint-presence ill=1 --force -o out.csv --certificate c.json";
    folder.run(&format!("{release} {ASKED}")).succeeds();
    folder.run("verify c.json").succeeds();
    folder.run(&format!("check t.csv --k 1 {ASKED}")).ends(2).says(&["--prior"]);
}
